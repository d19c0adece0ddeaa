"""How values are written in the Chinese sentences about turns and records, `sentences-zh.toml`."""

from __future__ import annotations

from itertools import groupby

from palace.core.verdict import Formats, signed
from palace.files.sentences import language
from palace.monkey_palace.game.cards import Pile, pile_name
from palace.monkey_palace.game.sentences import FORMATS as ENGLISH_FORMATS
from palace.monkey_palace.kernel import chinese
from palace.monkey_palace.kernel.chinese import COLOUR_WORDS, COMMA, NOUNS, either
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.supply import LETTERS, Supply

_POINTS = {"cards": "猴子卡", "bonus": "紅利卡"}


def _cards(pile: Pile) -> str:
    """Return a pile in words, as `3點黃金猴子卡`."""
    cost, colour = pile
    return f"{cost}點{COLOUR_WORDS[colour]}猴子卡"


def _in_words(pieces: Supply) -> str:
    """Return pieces in words: `4個拱樑、3個磚塊`."""
    return "、".join(f"{count}個{NOUNS[kind]}" for kind, count in pieces.named().items() if count)


def _put(piles: tuple[tuple[Knob, str], ...]) -> str:
    """Return supports that are put on knobs."""
    words = {
        pile: "、".join(f"{len([*run])}個{NOUNS[LETTERS[one]]}" for one, run in groupby(pile))
        for _, pile in piles
    }
    return "，".join(f"{knob}上{words[pile]}" for knob, pile in piles)


FORMATS: Formats = {
    "bananas": lambda count: f"{'失去' * (count < 0)}{abs(count)}根香蕉",
    "more-bananas": lambda count: f"{signed(count)}根香蕉",
    "bonus-cards": lambda count: f"{count}張紅利卡",
    "cards": _cards,
    "cards-taken": lambda count: f"{count}張猴子卡",
    "credits-were": lambda count: f"{count}點猴子點數",
    "ends": lambda knobs: either([*map(str, knobs)]),
    "frog": lambda knobs: "或".join(f'frog = "{knob}"' for knob in knobs),
    "on": lambda slots: f"位置{either([*map(str, slots)])}",
    "pile": pile_name,
    "piles": lambda piles: "、".join(map(pile_name, piles)),
    "slots": lambda slots: f"位置{either([*map(str, slots)])}",
    "to-take": lambda cards: "、".join(
        f"{_cards(pile)}{f'放在位置{slot}' if slot else ''}" for pile, slot in cards
    ),
    "sum": lambda parts: FORMATS["parts"](parts),
    "parts": lambda parts: "、".join(
        f"{_POINTS.get(name) or NOUNS[name]}{signed(count)}" for name, count in parts
    ),
    "from": lambda knob: f"從{knob}" if knob else "",
    "toml": ENGLISH_FORMATS["toml"],
    # Of words.
    "coloured": lambda earned: f"{earned[0]}點{COLOUR_WORDS.get(earned[1], '')}猴子點數",
    "amount": lambda earned: f"{earned[0]}點{COLOUR_WORDS.get(earned[1], '')}",
    "any-colour": lambda letter: COLOUR_WORDS[letter] if letter else "任意顏色",
    "kinds-due": lambda short: "、".join(NOUNS[kind] for _, kind, _ in short),
    "kinds-short": lambda pieces: "、".join(f"{count}個{NOUNS[kind]}" for count, kind in pieces),
    "those-cards": lambda cards: " ".join(cards) or "沒有",
    "those-piles": lambda piles: " ".join(piles) or "沒有",
    "in-words": _in_words,
    "on-knobs": _put,
    "kinds-listed": lambda kinds: "、".join(NOUNS[kind] for kind in kinds),
    "knobs-count": lambda count: f"{count}個凸點",
    "listed": "、".join,
    "maps": lambda count: f"{count}張地圖",
    "none-of": lambda kinds: "、".join(NOUNS[kind] for kind in kinds),
    "short": lambda short: "，".join(
        f"應得{due}個{NOUNS[kind]}，只剩{left}個" for due, kind, left in short
    ),
}


CHINESE = chinese.CHINESE.plus(language(__package__, "sentences-zh.toml", FORMATS, comma=COMMA))
