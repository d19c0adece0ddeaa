"""The page in Chinese: its table, the choice of a language, and an opening by taps."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path
from string import Formatter

import pytest
from nicegui import ui
from nicegui.testing import User, user_simulation

import palace_viewer.web
from palace.core.verdict import LANGUAGES
from palace_viewer.web.page import declare
from palace_viewer.web.words import BOOK, ENGLISH, HTML, Words, asked_for
from tests.viewer.palaces import sample
from tests.viewer.web.taps import table_at, taps_of
from tests.viewer.web.test_page import marker_of, tap, text_of

ROOM = Path(palace_viewer.web.__file__).parent


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_table_lacks_a_word_or_has_one_too_many(language: str) -> None:
    words = BOOK.language(language).words
    assert words.keys() == ENGLISH.keys()
    for key, text in words.items():
        assert text, key
        assert fields(text) <= fields(ENGLISH[key]), key
        lost = fields(ENGLISH[key]) - fields(text)
        assert not lost, (key, lost)
    assert HTML.keys() == LANGUAGES.keys()


def test_every_refusal_has_its_words() -> None:
    keys = {
        key.value
        for path in ROOM.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id == "refusal"
        for key in node.args
        if isinstance(key, ast.Constant)
    } | {"no-piece-on", "no-piece-under"}  # fmt: skip
    assert len(keys) > 20
    assert keys <= ENGLISH.keys()
    for key in ENGLISH:
        if key.endswith("-mend"):
            assert key.removesuffix("-mend") in keys, key


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh"),
        ("zh-CN", "zh"),
        ("en-GB,en;q=0.9,zh;q=0.8", "en"),
        ("fr-FR, zh;q=0.4, en;q=0.3", "zh"),
        ("fr, de", "en"),
        ("zh;q=0, fr", "en"),
        ("zh;q=x, en", "en"),
        ("*", "en"),
    ],
)
def test_what_a_browser_asks_for(accepted: str, language: str) -> None:
    assert asked_for(accepted) == language


@pytest.mark.parametrize(
    ("path", "accepted", "given", "lang"),
    [
        ("/", "zh-TW,zh;q=0.9", None, "zh-TW"),
        ("/", "en", None, "en-US"),
        ("/", "en", "zh", "zh-TW"),
        ("/?lang=zh", "en", "en", "zh-TW"),
        ("/?lang=zh-Hant", "en", "en", "zh-TW"),
        ("/?lang=en", "zh", "zh", "en-US"),
        ("/?lang=xx", "zh", None, "zh-TW"),
        ("/sheet/aid?lang=zh", "en", None, "zh-TW"),
    ],
)
def test_the_language_of_a_page(
    tmp_path: Path, path: str, accepted: str, given: str | None, lang: str
) -> None:
    table = table_at(sample(), 0, tmp_path / "game.toml")

    async def story() -> None:
        async with user_simulation() as user:
            declare(table, given)
            headers = {"accept-language": accepted}
            response = await user.http_client.get(path, headers=headers)
            assert f'<html lang="{lang}"' in response.text
            lost = "連線丟失"
            own = lost if lang == "zh-TW" else "Connection lost"
            assert own in response.text, "NiceGUI's own words"

    with table.hold:
        asyncio.run(story())


def test_a_turn_in_chinese_and_the_same_on_a_phone_in_english(tmp_path: Path) -> None:
    table = table_at(sample(), 0, tmp_path / "game.toml")
    (first, *_) = sample().data.turns or []

    async def story(user: User) -> None:
        await user.open("/?lang=zh")
        assert text_of(user, "title") == "第1回合 · Ana"
        seen = [text_of(user, "verdict")]
        for kind, name in taps_of(table, first):
            await tap(user, marker_of(kind, name))
            seen.append(text_of(user, "verdict"))
        assert seen[0].startswith("點一個有點的凸點開始。")
        assert any("合規：" in text for text in seen)
        assert {*re.findall("[A-Zad-z][A-Za-z]+", " ".join(seen))} <= {"Ana", "Ben"}, seen
        assert text_of(user, "title") == "第2回合 · Ben"
        assert "Ana剛才" in text_of(user, "verdict")
        (link,) = (e for e in user.find(kind=ui.link).elements if "data-language" in e.props)
        assert (link.text, link.props["href"]) == ("English", "/?lang=en")

    async def run() -> None:
        async with user_simulation() as user:
            declare(table)
            await story(user)

    with table.hold:
        asyncio.run(run())


def test_a_refusal_in_two_languages(tmp_path: Path) -> None:
    table = table_at(sample(), 0, tmp_path / "game.toml")
    with pytest.raises(Exception, match="no knob") as caught:
        table.put("b", "under")
    (problem,) = caught.value.problems  # type: ignore[attr-defined]
    assert Words("en").problem(problem) == "there is no knob yet: tap a knob to start"
    assert Words("zh").problem(problem) == "還沒有凸點：點一個凸點開始"
