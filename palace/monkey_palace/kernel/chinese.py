"""How values are written in the Chinese sentences of the referees, `sentences-zh.toml`."""

from __future__ import annotations

from collections.abc import Callable

from palace.core.verdict import Formats, Rule
from palace.files.sentences import language
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.sentences import LONG_PILE, NAMED

COMMA = "，"

COLOUR_WORDS = {"l": "淺綠", "d": "深綠", "g": "黃金", "x": "多色"}
"""The colours of zones, decorations and cards by letter."""

NOUNS = {
    "piece": "積木",
    "arch": "拱樑",
    "brick": "磚塊",
    "column": "立柱",
    "light": "淺綠裝飾積木",
    "dark": "深綠裝飾積木",
    "gold": "裝飾金磚",
    "corner": "角落積木",
    "monkey": "猴子",
    "frog": "青蛙",
    "butterfly": "蝴蝶",
}

_WHERE = {
    "closed": "是關閉的",
    "off-map": "在地圖之外",
    "off-plate": "在底板之外",
    "off-sheet": "不在圖卡上",
    "between": "在凸點之間",
}


def either(words: list[str]) -> str:
    """Return words, the last one after `or`."""
    return "或".join(filter(None, ("、".join(words[:-1]), words[-1]))) if words else ""


def number_of(kind: str) -> Callable[[int], str]:
    """Return the format of a number with its noun, which has no plural."""
    return lambda count: f"{count}個{NOUNS[kind]}"


def _knobs(otherwise: str) -> Callable[[tuple[Knob, ...]], str]:
    return lambda knobs: either([str(knob) for knob in knobs[:NAMED]]) or otherwise


def _pile(pieces: str) -> str:
    """Return supports in words."""
    counts = ((pieces.count("c"), "column"), (pieces.count("b"), "brick"))
    return "和".join(f"{count}個{NOUNS[kind]}" for count, kind in counts if count)


def _written(sign: str) -> Callable[[tuple[object, str]], str]:
    """Return a knob with all its supports, to be copied; nothing where that is long."""
    return lambda full: f"：{full[0]}{sign}{full[1]}" if len(full[1]) <= LONG_PILE else ""


FORMATS: Formats = {
    "all": lambda knobs: " ".join(map(str, knobs)),
    "are": lambda _: "",
    "arches": number_of("arch"),
    "both": lambda these: "和".join(map(str, these)),
    "bricks": number_of("brick"),
    "colour": COLOUR_WORDS.__getitem__,
    "capital": COLOUR_WORDS.__getitem__,
    "column": lambda column: column or "空的",
    "credits": lambda count: f"{count}點猴子點數",
    "dash": lambda knobs: "-".join(map(str, knobs)),
    "dashed": "-".join,
    "empty-knobs": _knobs("開放的空凸點"),
    "it": lambda count: "它" if count == 1 else "它們",
    "kinds": lambda pieces: f"{pieces[0]}個{NOUNS[pieces[1]]}",
    "knobs": _knobs("另一個凸點"),
    "noun": NOUNS.__getitem__,
    "number": lambda pieces: str(pieces[0]),
    "one": lambda kind: f"一個{NOUNS[kind]}",
    "pieces": number_of("piece"),
    "pile": _pile,
    "riser": _written("+"),
    "short": lambda n: f"；需要{n[0]}個磚塊，只有{n[1]}個：改用別的蓋法" if n[0] > n[1] else "",
    "under": _written("_"),
    "where": _WHERE.__getitem__,
}


def place(rule: Rule) -> str:
    """Return where a rule is in the rule book: `規則G`, `步驟7`."""
    if not rule.rule:
        return ""
    return f"{'步驟' if rule.rule.isdigit() else '規則'}{rule.rule}"


CHINESE = language(__package__, "sentences-zh.toml", FORMATS, place, COMMA)
