"""The rules of building, by the codes of verdicts; the sentences are in `sentences.py`.

Reasons that arise in several places are made here, so that each holds the same values everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.core.verdict import Language, Reason, Rule, Rulebook
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.sentences import ENGLISH

BUILDING = (
    Rule(
        "start", "A", "start point",
        "A staircase begins on an open, empty knob of the Ground Map: one that shows through "
        "the sheet and carries nothing yet. The first piece may be an arch, a brick or column.",
    ),
    Rule(
        "end", "C", "end element",
        "The last piece of a staircase is an arch. Nothing but the decoration goes on its end.",
    ),
    Rule(
        "middle-knob", "D", "build on the end knobs",
        "Anything may stand on any knob, also on a decoration, but never on the two middle "
        "knobs of an arch.",
    ),
    Rule(
        "attach", "E", "attachment",
        "At least one new piece stands on a piece that was on the map before the turn. "
        "Standing beside one is not enough.",
    ),
    Rule(
        "support", "F", "support",
        "Every piece is carried: both ends of every arch rest on a knob, and nothing hangs.",
    ),
    Rule(
        "stacked", "G", "no stacked arches",
        "No arch lies directly on another one, both its ends on the two ends of that arch. One "
        "end on the end of an arch is fine: that is how a staircase climbs.",
    ),
    Rule(
        "turn", "H", "direction",
        "From knob to knob a staircase goes straight on or turns by 90 degrees, always to a "
        "neighbouring knob, one arch away. It does not go straight back over the arch just "
        "laid.",
    ),
    Rule(
        "path", "I", "one direct path",
        "The pieces of a turn form one path from the map to the decoration: no branch, no "
        "second staircase, no arch off the path used as a support, no brick or column that "
        "carries nothing.",
    ),
    Rule(
        "ascend", "1", "ascending arches",
        "Every arch of a staircase lies higher than the one before it. The step may be of any "
        "height.",
    ),
    Rule(
        "collision", "", "one piece in one place",
        "Two pieces cannot fill the same place. An arch is level, so the knob it reaches may "
        "not stand higher than the knob it leaves.",
    ),
    Rule(
        "off-knob", "", "on the knobs of the map",
        "Every piece stands over an open knob of the Ground Map. Closed parts of the sheet, "
        "the sheet between the knobs, and the bare plate are out of bounds.",
    ),
    Rule(
        "blocked", "", "animals block their knob",
        "Nothing is built on the knob where an animal stands until the animal has moved.",
    ),
    Rule(
        "supply", "", "pieces at hand",
        "A staircase uses only the pieces its builder has, and never more than the box holds.",
    ),
    Rule(
        "decoration", "2", "decoration",
        "A staircase carries one decoration, on the end of its last arch, in the map colour of "
        "its first knob. Decorations stand nowhere else.",
    ),
)  # fmt: skip
"""What a staircase or a build can break, in the order of the contract."""

TROPHIES = (
    Rule(
        "monkey", "8", "the monkey",
        "A player who places a gold decoration takes the monkey and puts it on a free end knob of "
        "an arch, where it was not before.",
    ),
    Rule(
        "frog", "8", "the frog",
        "A player who takes the frog puts it on the lowest free arch end of the staircase just "
        "built, and gets one column from the tray.",
    ),
    Rule(
        "butterfly", "8", "the butterfly",
        "A new decoration strictly higher than every other brings the butterfly, which sits on "
        "it.",
    ),
)  # fmt: skip
"""The animals of the trophies, which have their places in a whole table, too."""


def place(rule: Rule) -> str:
    """Return where a rule is in the rule book: `rule G`, `step 7`."""
    if not rule.rule:
        return ""
    return f"{'step' if rule.rule.isdigit() else 'rule'} {rule.rule}"


def _chinese() -> Language:
    """Return the Chinese sentences, which few calls need."""
    from palace.monkey_palace.kernel.chinese import CHINESE

    return CHINESE


BOOK = Rulebook(f"{__name__}.BOOK", (*BUILDING, *TROPHIES), {"en": ENGLISH, "zh": _chinese}, place)


def each_once(found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the first reason of each code at each place."""
    once: dict[tuple[str, str], Reason] = {}
    for reason in found:
        once.setdefault((reason.code, reason.at), reason)
    return tuple(once.values())


def covered_start(at: Knob, height: int, free: tuple[Knob, ...]) -> Reason:
    """Return the reason that the first knob carries something already."""
    return BOOK.reason("start.covered", at, "begin", level=0, by=height, height=height, free=free)


def closed_start(at: object, state: str, free: tuple[Knob, ...]) -> Reason:
    """Return the reason that the first knob is closed, or off the map: `state`."""
    return BOOK.reason("start.closed", at, "begin", level=0, state=state, free=free)


def off_knob(at: object, state: str) -> Reason:
    """Return the reason that something is over no open knob; `state` is where it is instead."""
    return BOOK.reason("off-knob", at, "open-knobs", state=state)


def blocked(at: object, level: int, letter: str) -> Reason:
    """Return the reason that an animal (`m f y`) is on a knob that is built on."""
    return BOOK.reason("blocked", at, "around", level=level, animal=ANIMALS[letter])


def stacked(at: object, level: int, leaves: object, *, spacers: bool) -> Reason:
    """Return the reason that an arch lies on an arch; would `spacers` make it legal?"""
    remedy = "spacers" if spacers else "another-way"
    return BOOK.reason("stacked", at, remedy, level=level, by=1, leaves=leaves)


def arch_above(at: object, level: int, leaves: object) -> Reason:
    """Return the reason that an arch lies above another, where the ruling `over-arch` forbids."""
    return BOOK.reason("stacked.above", at, "another-way", level=level, leaves=leaves)


def riser_at_end(at: object, level: int, count: int) -> Reason:
    """Return the reason that `count` bricks and columns are on the last arch."""
    return BOOK.reason("end.riser", at, "end-with-arch", level=level, by=count, count=count)


def short(kind: str, needed: int, has: int, *, box: bool = False) -> Reason:
    """Return the reason that more pieces of a kind are used than there are, or the `box` has."""
    return BOOK.reason(
        "supply.box" if box else "supply", kind, "use-less" if has else "use-none",
        by=needed - has, needed=(needed, kind), has=(has, kind),
    )  # fmt: skip
