"""The referee: is this staircase legal here, and if not, why?

Whether a staircase, as it is written, may be built on a palace is stated in this file: `_faults`
walks it once and yields every reason.  `is_legal` stops at the first, `judge` collects them all
and counts the credits, `lay` lays what can be laid of an illegal one.  Loose pieces are judged in
`loose_turn.py` and `build_referee.py`, from where they are and not from how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from palace.core.errors import expect
from palace.core.verdict import IllegalError, Reason
from palace.monkey_palace.kernel import reasons
from palace.monkey_palace.kernel.elements import HEIGHTS
from palace.monkey_palace.kernel.knob import OPPOSITE, Knob
from palace.monkey_palace.kernel.laying import Step, put, steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase, fewest, pile_height
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

BONUS_HEIGHT = 5
"""Bricks of height that earn the bonus card (step 7)."""


def judge(
    palace: Palace,
    staircase: Staircase | str,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
) -> Verdict:
    """Return the verdict on a staircase built on a palace: every reason, or what it earns.

    A staircase and a supply may be given as texts: `judge(palace, "c4+b-d4", "4a4b1c")`.  `supply`
    is what the builder has, by default what the box still holds; it never counts for more than
    that.  Raises `NotationError` or `InputError` for what is none.
    """
    staircase, supply, rulings = _given(palace, staircase, supply, rulings)
    why = reasons.each_once([*_faults(palace, staircase, supply, rulings)])
    if why:
        return Verdict(why, staircase, staircase.uses)
    return earned(palace, staircase, rulings)


def build(
    palace: Palace,
    staircase: Staircase | str,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
) -> Palace:
    """Return the palace after a staircase and its decoration; raise `IllegalError` if not legal.

    Texts may be given as to `judge`.
    """
    verdict = judge(palace, staircase, supply, rulings)
    if verdict.palace is None:
        raise IllegalError(*verdict.reasons)
    return verdict.palace


def is_legal(
    palace: Palace,
    staircase: Staircase | str,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
) -> bool:
    """Return whether `judge` would find no reason; stops at the first one."""
    given = _given(palace, staircase, supply, rulings)
    return next(_faults(palace, *given), None) is None


def lay(
    palace: Palace,
    staircase: Staircase,
    rulings: Rulings | None = None,
    supply: Supply | None = None,
) -> Palace:
    """Return the palace with what can physically be laid of a staircase: all of a legal one.

    Each arch with its supports is judged by itself, and left out where a reason of `_PHYSICAL`
    is found; `supply` is by default what the box holds.  The decoration goes on the end of the last
    arch laid if the first knob has a colour and the box holds one.
    """
    rulings = rulings or DEFAULT
    only_animals = _only_animals(rulings.animals_block, rulings.monkey_blocks)
    left = palace.at_hand(supply)
    laid = palace
    end: Knob | None = None
    knobs, unders, risers = staircase.knobs, staircase.unders, staircase.risers
    for index in range(1, len(knobs)):
        ends = knobs[index - 1 : index + 1]
        arch = Staircase(ends, ("", unders[index]), (risers[index - 1], ""))
        if any(fault.code in _PHYSICAL for fault in _faults(laid, arch, left, only_animals)):
            continue
        laid, left, end = put(laid, arch), left.minus(arch.uses), knobs[index]
    colour = palace.ground.colours.get(knobs[0])
    if end is not None and colour and palace.decorations_left(colour) > 0:
        laid = laid.with_columns({end: laid.column(end) + colour})
    return laid


@cache
def _only_animals(animals_block: str, monkey_blocks: str) -> Rulings:
    """Return the rulings by which an arch is laid: only those about animals can keep it away."""
    return replace(DEFAULT, animals_block=animals_block, monkey_blocks=monkey_blocks)


_PHYSICAL = frozenset({"off-knob", "blocked", "turn", "stacked", "support", "collision", "supply"})
"""What keeps a single arch with its supports from being laid at all; `turn` is a step too far."""


def _given(
    palace: Palace, staircase: Staircase | str, supply: Supply | str | None, rulings: Rulings | None
) -> tuple[Staircase, Supply | None, Rulings]:
    """Return the values of what was given, texts among them."""
    if type(palace) is not Palace:
        expect(palace, Palace, "write Palace.read(...) or Palace.setup(...)", "palace")
    if type(staircase) is not Staircase:
        staircase = Staircase.of(staircase)
    return staircase, None if supply is None else Supply.of(supply), rulings or DEFAULT


def _faults(
    palace: Palace, staircase: Staircase, supply: Supply | None, rulings: Rulings
) -> Iterator[Reason]:
    """Yield every reason against a staircase, in walking order."""
    yield from _walk(palace, staircase, palace.at_hand(supply), rulings)
    yield from no_decoration(palace, staircase.knobs[0], rulings)
    yield from short(palace, staircase.uses, supply)


def _walk(palace: Palace, staircase: Staircase, have: Supply, rulings: Rulings) -> Iterator[Reason]:
    """Yield the staircase knob by knob, going on after each fault as if it had been mended."""
    knobs, unders, risers = staircase.knobs, staircase.unders, staircase.risers
    animals = palace.blocking(rulings.blockers)
    walk = {step.number: step for step in steps(palace, staircase)}
    top: dict[Knob, str] = {}  # where this staircase has changed it
    laid: set[frozenset[Knob]] = set()
    columns = have.column - staircase.uses.column  # what is left for the supports a remedy adds
    bricks, there = staircase.uses.brick, max(have.brick, 0)
    attached = False
    leaves: Knob | None = None  # the knob the next arch leaves; None after a knob left out
    came_from: Knob | None = None  # the other end of the arch just laid
    stood = knobs[0]
    for index, knob in enumerate(knobs):
        step = walk.get(index)
        if step is None:
            state = "closed" if knob in palace.ground else "off-map"
            if not index:
                # Rule A: a staircase begins on an open knob.
                yield reasons.closed_start(knob, state, beginnings(palace, knobs[1]))
            yield reasons.off_knob(knob, state)
            leaves = came_from = None
            continue
        old = palace.height_at(knob)
        if not index and old:
            # Rule A: ... and on an empty one.
            yield reasons.covered_start(knob, old, beginnings(palace, knobs[1]))
        if knob in animals:
            yield reasons.blocked(knob, old, animals[knob])
        attached = attached or old > 0
        if unders[index]:
            top[knob] = unders[index][-1]
        elif knob not in top:
            top[knob] = palace.column(knob)[-1:]
        if step.near is not None and leaves is not None:
            yield from _arch(palace, knobs[: index + 1], step, came_from, top, laid, rulings)
            came_from = leaves
            if step.far != step.near:
                added = fewest(abs(step.near - step.far), columns)
                columns -= added.count("c")
                bricks += added.count("b")
                carries = unders[index] if step.far < step.near else risers[index - 1]
                yield _uneven(leaves, step, added, carries + added, (bricks, there))
        elif leaves is not None:
            yield _no_step(palace, leaves, knob, came_from, rulings)
            came_from = None
        if risers[index]:
            top[knob] = risers[index][-1]
        leaves = stood = knob
    if risers[-1]:
        # Rule C: an arch comes last.
        level = walk[len(knobs) - 1].riser_at if len(knobs) - 1 in walk else 0
        yield reasons.riser_at_end(knobs[-1], level, len(risers[-1]))
    if not attached:
        # Rule E: a new piece stands on an old one.
        yield unattached(palace, stood, rulings)


def _arch(
    palace: Palace, knobs: tuple[Knob, ...], step: Step, came_from: Knob | None,
    top: dict[Knob, str], laid: set[frozenset[Knob]], rulings: Rulings,
) -> Iterator[Reason]:  # fmt: skip
    """Yield what forbids an arch to the last of these knobs, and note that it is laid."""
    leaves, knob = knobs[-2:]
    way = leaves.way_to(knob) or ""
    back = knob == came_from
    if back and rulings.double_back != "legal":
        yield _no_step(palace, leaves, knob, came_from, rulings)
    elif not back and rulings.spiral != "legal" and knob in knobs[:-1]:
        # Rule H: no knob twice.
        yield BOOK.reason("turn.again", knob, "once")
    edge = frozenset((leaves, knob))
    level = step.near or 0
    if level == step.far and top[leaves] == way and top[knob] == OPPOSITE[way]:
        # Rule G: no arch directly on an arch.
        spacers = rulings.over_arch == "legal" and (rulings.double_back == "legal" or not back)
        yield reasons.stacked(knob, level, leaves, spacers=spacers)
    elif rulings.over_arch == "stacked" and (edge in laid or way in palace.column(leaves)):
        yield reasons.arch_above(knob, level, leaves)
    laid.add(edge)
    top[leaves], top[knob] = way, OPPOSITE[way]


def _no_step(
    palace: Palace, leaves: Knob, knob: Knob, came_from: Knob | None, rulings: Rulings
) -> Reason:
    """Rule H: a step leads to a neighbouring knob, and not straight back."""
    others = ahead(palace, leaves, came_from, rulings)
    if knob == came_from:
        return BOOK.reason("turn.back", knob, "go-on", leaves=leaves, near=others)
    away = leaves.distance(knob)
    return BOOK.reason(
        "turn.far" if away else "turn.nowhere", knob, "neighbour",
        by=abs(away - 1), leaves=leaves, distance=away, near=others,
    )  # fmt: skip


def _uneven(leaves: Knob, step: Step, added: str, full: str, short: tuple[int, int]) -> Reason:
    """Rule F: both ends of an arch are carried, at one level; `full` is what carries the lower."""
    knob, near = step.knob, step.near or 0
    by = abs(near - step.far)
    if step.far < near:
        return BOOK.reason(
            "support.arch", knob, "fill-to", level=near, by=by, gap=by, added=added,
            full=(knob, full), short=short,
        )  # fmt: skip
    return BOOK.reason(
        "collision.high", knob, "raise", level=near, by=by, excess=by, leaves=leaves,
        full=(leaves, full), short=short,
    )  # fmt: skip


def no_decoration(palace: Palace, start: Knob, rulings: Rulings) -> Iterator[Reason]:
    """Step 2 where no decoration is left for the first knob: see the ruling `decoration-out`."""
    colour = palace.ground.colours.get(start)
    if rulings.decoration_out == "illegal" and colour and not palace.decorations_left(colour):
        yield BOOK.reason("decoration.none-left", start, "other-colour", colour=colour)


def short(palace: Palace, uses: Supply, supply: Supply | None) -> Iterator[Reason]:
    """Yield the pieces beyond what the builder has, or beyond what the box still holds."""
    box, have = palace.box, palace.at_hand(supply)
    if have.covers(uses):
        return
    for kind, needed, there, boxed in zip(uses._fields, uses, have, box, strict=True):
        if needed > there:
            of_box = supply is not None and there == boxed
            yield reasons.short(kind, needed, max(there, 0), box=of_box)


def unattached(palace: Palace, last: Knob, rulings: Rulings) -> Reason:
    """Return the reason that nothing is attached, with the nearest knob to attach to."""
    animals = palace.blocking(rulings.blockers)
    carrying = [knob for knob, height in palace.heights.items() if height and knob not in animals]
    if not carrying:
        return BOOK.reason("attach", last, "over-free-knob")
    away, nearest = min([(last.distance(knob), knob) for knob in carrying])
    return BOOK.reason("attach.far", last, "over-nearest", by=away, distance=away, nearest=nearest)


def beginnings(palace: Palace, second: Knob) -> tuple[Knob, ...]:
    """Open, empty knobs from which a staircase could go on to its second knob; else the nearest."""
    free = [knob for knob, height in palace.heights.items() if not height]
    away = [abs(second.distance(knob) - 1) for knob in free]
    least = min(away, default=0)
    return tuple([knob for knob, far in zip(free, away, strict=True) if far == least])


def ahead(
    palace: Palace, leaves: Knob, came_from: Knob | None, rulings: Rulings
) -> tuple[Knob, ...]:
    """Return the knobs rule H lets the next arch reach."""
    back = came_from if rulings.double_back != "legal" else None
    animals = palace.blocking(rulings.blockers)
    near = palace.ground.neighbours(leaves)
    return tuple(knob for knob in near if knob != back and knob not in animals)


class Earnings(NamedTuple):
    """What new pieces earn: credits (with the extra one), the letter of the new decoration, if
    any, whether it is the highest of its colour, and whether a bonus card is due.
    """

    credits: int
    decoration: str | None
    highest: bool
    bonus: bool


def earnings(before: Palace, after: Palace, rulings: Rulings) -> Earnings:
    """Return what the pieces between two palaces earn, whether or not they were laid legally.

    Step 3: one credit an arch, one more for the strictly highest decoration of its colour.
    Step 7: see the ruling `bonus-height`.
    """
    placed = new_decorations(before, after)
    colour, _, level = placed[0] if placed else (None, None, 0)
    ties = rulings.highest_tie == "yes"
    highest = bool(placed) and is_highest(before, level, rulings, colour=colour, ties=ties)
    arches = after.used.arch - before.used.arch
    return Earnings(arches + highest, colour, highest, earns_bonus(before, after, rulings))


def new_decorations(before: Palace, after: Palace) -> list[tuple[str, Knob, int]]:
    """Return colour, knob and level of the decorations that are new."""
    old = set(before.decorations)
    return [piece for piece in after.decorations if piece not in old]


def earned(palace: Palace, staircase: Staircase, rulings: Rulings) -> Verdict:
    """Return the verdict on a legal staircase: its earnings, and the palace after it.

    Step 2: the decoration has the map colour of the first knob.
    """
    colour = palace.ground.colours[staircase.knobs[0]]
    left = palace.decorations_left(colour) > 0
    after = put(palace, staircase, colour if left else "")
    found = earnings(palace, after, rulings)
    return Verdict(
        (),
        staircase,
        staircase.uses,
        credits=found.credits,
        decoration=colour,
        bonus=found.bonus,
        highest=found.highest,
        height=after.heights[staircase.knobs[-1]] - (HEIGHTS[colour] if left else 0),
        palace=after,
    )


def is_highest(
    palace: Palace, level: int, rulings: Rulings, *, colour: str | None, ties: bool
) -> bool:
    """Return whether a decoration at `level` would be the highest of a colour, or of all if it is
    None.

    It must be strictly the highest unless `ties` count.  See the rulings `setup-gold` and
    `covered-decoration`.
    """
    covered = rulings.covered_decoration == "counts"
    ignored = None
    if rulings.setup_gold == "ignored":
        third = palace.ground.setup[2]
        ignored = (third, setup_gold_level(palace, third))
    others = [
        there
        for letter, knob, there in palace.decorations
        if colour in (None, letter)
        and (knob, there) != ignored
        and (covered or there + HEIGHTS[letter] == palace.heights[knob])
    ]
    return all(level > there or (ties and level == there) for there in others)


def setup_gold_level(palace: Palace, third: Knob) -> int | None:
    """Return the level of the set-up's gold decoration; None for an incomplete set-up."""
    return 2 if palace.column(third)[:1] == "b" and palace.column(third)[2:3] == "g" else None


def earns_bonus(before: Palace, after: Palace, rulings: Rulings) -> bool:
    """Return whether a part of the new pieces, arches left out, is five bricks high (step 7)."""
    heights = [0]
    for old, column in zip(before.columns, after.columns, strict=True):
        if old == column:
            continue
        new = column[len(old) :]
        if rulings.bonus_height == "run":
            heights += map(pile_height, _RUNS.findall(new))
        elif _RUNS.search(new):
            counted = new if rulings.bonus_height == "sum" else column
            heights.append(pile_height("".join(_RUNS.findall(counted))))
    return max(heights) >= BONUS_HEIGHT


_RUNS = re.compile("[bc]+")
"""The runs of bricks and columns in a column of pieces."""
