"""The rules of building, by the codes of verdicts; their texts are in `sentences-en.toml`.

Reasons that arise in several places are made here, so that each holds the same values everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.core.verdict import ENGLISH as ENGLISH_NAME
from palace.core.verdict import Language, Reason, Rule, Rulebook, in_language
from palace.files.sentences import rules
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.sentences import ENGLISH
from palace.monkey_palace.kernel.verdict import Verdict

BUILDING = rules(__package__, "sentences-en.toml", "rules")
"""What a staircase or a build can break, in the order of the contract."""

TROPHIES = rules(__package__, "sentences-en.toml", "trophies")
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


def earnings_text(verdict: Verdict, language: str = ENGLISH_NAME) -> str:
    """Return what a legal staircase uses and earns, in one line; empty if it is not legal."""
    staircase, uses, colour = verdict.staircase, verdict.uses, verdict.decoration
    if staircase is None or uses is None or colour is None:
        return ""
    count, arches = verdict.credits, staircase.arches
    if count is None:
        earned = BOOK.text("earns.at-least", credits=arches)
    elif verdict.highest:
        earned = BOOK.text("earns.highest", credits=count, arches=arches, colour=colour)
    else:
        earned = BOOK.text("earns.credits", credits=count, arches=arches)
    placed = BOOK.text(
        ("earns.put-bonus" if verdict.bonus else "earns.put") if verdict.undecorated
        else ("earns.bonus" if verdict.bonus else "earns.decoration"),
        colour=colour, knob=staircase.knobs[-1],
    )  # fmt: skip
    parts = [BOOK.text("earns.uses", uses=str(uses)), earned, placed]
    if (palace := verdict.palace_height) is not None:
        parts.append(BOOK.text("earns.height", height=verdict.height, palace=palace))
    return " ".join(in_language(part, language) for part in parts)
