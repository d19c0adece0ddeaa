"""`--language zh`: verdicts, and the questions of `palace play`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from string import Formatter

import click
import pytest

import palace.cli
from palace.cli.output import BOOK as OUTPUT
from palace.cli.words import BOOK as DIALOGUE
from palace.core.verdict import ENGLISH, LANGUAGES, TAGS, Phrasebook
from tests.calls import Called, call, refusal, typing
from tests.paths import SAMPLE

ROOM = Path(palace.cli.__file__).parent
OTHERS = [name for name in LANGUAGES if name != ENGLISH]


def fields(sentence: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", [OUTPUT, DIALOGUE], ids=["output", "dialogue"])
def test_no_table_lacks_a_word_or_has_one_too_many(book: Phrasebook, language: str) -> None:
    english, other = book.language(ENGLISH), book.language(language)
    assert other.formats.keys() == english.formats.keys()
    assert {key: fields(text) for key, text in other.words.items()} == {
        key: fields(text) for key, text in english.words.items()
    }


@pytest.mark.parametrize("book", [OUTPUT, DIALOGUE], ids=["output", "dialogue"])
def test_every_word_is_used(book: Phrasebook) -> None:
    paths = [path for path in ROOM.rglob("*.py") if path.name != "chinese.py"]
    text = "".join(path.read_text("utf-8") for path in paths)
    for key in book.language(ENGLISH).words:
        said = re.findall(rf"""say\(\s*f?["']{re.escape(key)}["']""", text)
        assert said or key in ("legal", "sound", "illegal"), key


def test_a_verdict() -> None:
    called = call("check", "c4-d4", "--language", "zh")
    assert (called.status, called.err) == (1, "")
    assert called.out.splitlines()[:4] == [
        " 不合規定  c4-d4  map-1 (placeholder)",
        "! collision   d4比c4高1個磚塊，而拱樑是水平的；一個位置一個積木",
        "              -> 把c4墊高1個磚塊：c4+b",
        "  詳情：palace explain collision",
    ]
    called = call("check", "c4+b-d4", "--language", "zh")
    assert called.out.startswith(" 合規  c4+b-d4")
    assert "2點猴子點數：1個拱樑 + 1，目前是深綠中最高。" in called.out
    assert call("check", "c4+b-d4", "--language", "en").out == call("check", "c4+b-d4").out


def speaking() -> set[str]:
    """Return the verbs that have a language."""
    context = click.Context(palace.cli.palace)
    verbs = {name: palace.cli.palace.get_command(context, name) for name in palace.cli.VERBS}
    return {
        name for name, verb in verbs.items()
        if verb is not None and any("--language" in parameter.opts for parameter in verb.params)
    }  # fmt: skip


def test_two_names_of_one_language_are_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """To every verb that has a language."""
    served = []
    monkeypatch.setattr(
        "palace.cli.table.installed",
        lambda *_, **__: lambda *_, language, **__: served.append(language),
    )
    monkeypatch.chdir(tmp_path)
    whole = SAMPLE.read_text(encoding="utf-8")
    Path("under-way.toml").write_text(whole[: whole.rindex("[[turns]]")], encoding="utf-8")
    play = typing(monkeypatch, "play", "new.toml", "--player", "Ana", "--player", "Ben")
    calls: dict[str, Callable[..., Called]] = {
        "check": partial(call, "check", "c4-d4"), "play": partial(play, "quit\n"),
        "table": partial(call, "table", "other.toml"), "puzzle": partial(call, "puzzle"),
        "learn": partial(call, "learn", "F"),
        "hint": partial(call, "hint", "--game", "under-way.toml"),
    }  # fmt: skip
    assert calls.keys() == speaking()
    for verb, called in calls.items():
        found = {}
        for tag in TAGS:
            found[tag] = called("--language", tag)
            Path("new.toml").unlink(missing_ok=True)
        assert found["zh-Hant"] == found["zh"]
        assert (found["zh"] == found["en"]) == (verb == "table"), verb
    assert served == [*TAGS.values()]


def test_one_call_does_not_change_the_next() -> None:
    before = call("check", "c4-d4").out
    call("check", "c4-d4", "--language", "zh")
    assert call("check", "c4-d4").out == before


def test_a_record() -> None:
    called = call("check", SAMPLE, "--language", "zh")
    assert called.status == 0
    assert re.search("1. ok .*[0-9]點猴子點數", called.out)


@pytest.mark.parametrize("verb", ["check", "play", "table"])
def test_a_language_there_is_none_of(verb: str) -> None:
    (error,) = refusal(verb, "game.toml", "--language", "xx")
    assert "xx" in error
    assert "zh" in error


def test_a_turn_of_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = SAMPLE.read_text(encoding="utf-8")
    Path("under-way.toml").write_text(whole[: whole.rindex("[[turns]]")], encoding="utf-8")
    play = typing(monkeypatch, "play")
    lines = "help\nlist\nc4-e4\nd6-e6-e5_b-f5_bb-f4\nlist\n\na1\nd6\nscore\nhint\nundo 5\nquit\n"
    players = ("--player", "Ana:6a6b2c:2a2b", "--player", "Ben:6a6b2c:2a2b")
    called = play(lines, tmp_path / "game.toml", *players, "--box", "house", "--language", "zh")
    assert (called.status, called.err) == (0, "")
    out = called.out
    for text in (
        "第1回合，Ana  手上6a6b2c",
        "建造（第一個和最後一個凸點，例如 c4 d4",
        "無法建造時跳過",
        "樓梯可以從這些凸點開始",
        "只按 Enter：c4+b-d4-e4",
        "猴子卡（5點猴子點數，黃金或多色",
        "只能拿取牌堆最上方的猴子卡",
        "猴子放在哪裡？",
        "Ana：5點猴子點數，黃金",
        "已收回",
        "沒有回合可以收回",
    ):
        assert text in out, text
    assert "已保存在" in out.splitlines()[-1]
