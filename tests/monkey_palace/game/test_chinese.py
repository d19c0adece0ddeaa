"""The tables of languages: none lacks an entry, none has one too many, and all say the same values.

What is not translated is told here by name: a game that gains a table is to be added.
"""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from string import Formatter

import pytest

from palace import Knob, Palace, Staircase, judge
from palace.contract.registry import REGISTRY, game
from palace.core.verdict import (
    ENGLISH,
    LANGUAGES,
    Language,
    Message,
    Rulebook,
    Text,
    in_language,
)  # fmt: skip
from palace.monkey_palace.game.reasons import BOOK as GAME
from palace.monkey_palace.kernel.reasons import BOOK as KERNEL
from palace.palm_island.rules import BOOK as PALM
from tests.grounds import ALL
from tests.paths import ROOT

OTHERS = [name for name in LANGUAGES if name != ENGLISH]
COMPLETE = {key: {"en", "zh"} for key in ("monkey-palace", "palm-island", "cooper-island")}
"""The languages of each game; a game says everything in English that it has no table for."""

BOOKS = {"kernel": KERNEL, "game": GAME, "palm": PALM}

WRITTEN = [*(ROOT / "palace").rglob("*-zh.toml"), *(ROOT / "viewer").rglob("*-zh.toml")]
"""All files of sentences in Chinese."""

_HAN = re.compile("[\u4e00-\u9fff]")
# Characters that are written otherwise in traditional Chinese.
_SIMPLIFIED = {
    *"们这个来时说国会对发开关动过还进远连迟长门问间风马点层头块阶级颜绿规则盘积砖梁结从"
}


def fields(sentence: str) -> set[tuple[str, str]]:
    """The values that a sentence names, with their formats."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name}


def test_the_games_that_are_complete() -> None:
    assert {key: {*game(key).book.languages} for key in REGISTRY} == COMPLETE


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("part", ["texts", "remedies", "words", "formats"])
def test_no_table_lacks_an_entry_or_has_one_too_many(
    book: Rulebook, language: str, part: str
) -> None:
    english, other = (getattr(book.language(name), part) for name in (ENGLISH, language))
    assert other.keys() == english.keys()
    if part != "formats":
        assert {key: fields(text) for key, text in other.items()} == {
            key: fields(text) for key, text in english.items()
        }


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_rule_has_its_title_and_text(book: Rulebook, language: str) -> None:
    assert book.language(language).rules.keys() == book.rules.keys()
    for code, rule in book.rules.items():
        found = book.rule_in(code, language)
        assert (found.code, found.rule) == (rule.code, rule.rule)
        assert found.title != rule.title
        assert found.says != rule.says


def test_chinese_is_in_traditional_characters() -> None:
    table = GAME.language("zh")
    rules = [text for pair in table.rules.values() for text in pair]
    for text in (*table.texts.values(), *table.remedies.values(), *table.words.values(), *rules):
        assert _HAN.search(text) or text.startswith("{"), text


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_no_character_is_simplified(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        assert not _SIMPLIFIED & {*line}, line


def test_a_reason_in_chinese() -> None:
    (reason,) = judge(Palace.setup(ALL[0]), Staircase.read("c4+ccb-d4")).reasons
    assert reason.text_in("zh") == "拱樑的一端懸空，在d4上方6個磚塊"
    assert reason.remedy_in("zh") == "在下面放2個立柱：d4_cc"
    assert reason.title_in("zh") == "規則F，樓梯支撐"
    assert (reason.text_in("en"), reason.remedy_in("en")) == (reason.text, reason.remedy)
    assert reason.title_in("en") == reason.title


def test_a_game_without_a_table_says_it_in_english() -> None:
    book = Rulebook("palace.BOOK", KERNEL.rules.values(), {"en": KERNEL.language("en")})
    reason = book.reason("off-knob", Knob.read("z9"), "open-knobs", state="off-map")
    assert reason.text_in("zh") == reason.text == "z9 is beyond the map"
    assert reason.remedy_in("zh") == reason.remedy
    assert reason.title_in("zh") == reason.title


def test_a_text_is_english_and_all_languages() -> None:
    due = GAME.text("delivery.recurring")
    text = GAME.text("ending.short", turn=9, name="Ana", what=due, short=((2, "arch", 0),))
    assert text == (
        "turn 9: Ana could not be given their recurring delivery: 2 arches due, none left"
    )
    assert in_language(text, "en") == text
    assert in_language(text, "zh") == "第9回合：Ana無法獲得全部的回合供給：應得2個拱樑，只剩0個"
    again = pickle.loads(pickle.dumps(text))
    assert isinstance(again, Text)
    assert in_language(again, "zh") == in_language(text, "zh")
    assert in_language("plain", "zh") == "plain"


def test_a_message_is_told_in_all_languages() -> None:
    """A message among its values is told in the same language."""
    due = Message.of("delivery.recurring")
    message = Message.of("ending.short", turn=9, name="Ana", what=due, short=((2, "arch", 0),))
    told = GAME.text("ends.with", name="Ben", ending=message)
    assert told == (
        "it ends with the turn of Ben: "
        "turn 9: Ana could not be given their recurring delivery: 2 arches due, none left"
    )
    chinese = "第9回合：Ana無法獲得全部的回合供給：應得2個拱樑，只剩0個"
    assert in_language(GAME.told(message), "zh") == chinese
    assert in_language(told, "zh") == f"在Ben的回合之後結束：{chinese}"


def test_tables_are_put_together() -> None:
    one = Language({"a": "1"}, {"b": "2"}, words={"c": "3"}, rules={"d": ("4", "5")})
    both = one.plus(Language({"a": "6"}, words={"e": "7"}, place=lambda rule: "8"))
    assert both.texts == {"a": "6"}
    assert both.remedies == {"b": "2"}
    assert both.words == {"c": "3", "e": "7"}
    assert both.rules == {"d": ("4", "5")}
    assert both.place is not None
