"""The referee: is this staircase legal here, and if not, why?

Whether a staircase may be built on a palace is stated in this file and nowhere else: `_faults`
walks it once and yields every reason.  `is_legal` stops at the first, `judge` collects them all
and counts the credits.  Loose pieces on the table are judged in `palace.table_referee`.
"""

from __future__ import annotations

from collections.abc import Iterator

from palace import reasons
from palace.elements import COLOURS
from palace.knob import OPPOSITE, Knob
from palace.laying import lay
from palace.position import HEIGHTS, Palace, column_height
from palace.reasons import Reason
from palace.rulings import DEFAULT, Rulings
from palace.staircase import Staircase, pile_height
from palace.supply import Supply
from palace.verdict import Verdict

BONUS_HEIGHT = 5
"""Bricks of height that earn the bonus card (step 7)."""


def judge(
    palace: Palace,
    staircase: Staircase,
    supply: Supply | None = None,
    rulings: Rulings | None = None,
) -> Verdict:
    """The verdict on a staircase built on a palace: every reason, or what it earns.

    `supply` is what the builder may use, by default what the box still holds.
    """
    rulings = rulings or DEFAULT
    why = tuple(_faults(palace, staircase, supply, rulings))
    if why:
        return Verdict(why, staircase, staircase.uses)
    return earned(palace, staircase, rulings)


def is_legal(
    palace: Palace,
    staircase: Staircase,
    supply: Supply | None = None,
    rulings: Rulings | None = None,
) -> bool:
    """Whether `judge` would find no reason; stops at the first one."""
    return next(_faults(palace, staircase, supply, rulings or DEFAULT), None) is None


def _faults(
    palace: Palace, staircase: Staircase, supply: Supply | None, rulings: Rulings
) -> Iterator[Reason]:
    """Every reason against a staircase, in walking order, each (code, place) once."""
    found: set[tuple[str, str]] = set()
    for reason in _walk(palace, staircase, rulings):
        place = (reason.code, reason.at)
        if place not in found:
            found.add(place)
            yield reason
    colour = palace.ground.colours.get(staircase.knobs[0])
    if rulings.decoration_out == "illegal" and colour and not palace.decorations_left(colour):
        yield reasons.misplaced(
            "decoration", staircase.knobs[0], None,
            f"no {COLOURS[colour]} decoration is left for a staircase that begins there",
            "begin on a knob of another colour (ruling decoration-out)",
        )  # fmt: skip
    have = palace.box if supply is None else supply
    uses = staircase.uses
    if not have.covers(uses):
        for kind, needed, there in zip(uses._fields, uses, have, strict=True):
            if needed > there:
                yield reasons.short(kind, needed, max(there, 0))


def _walk(palace: Palace, staircase: Staircase, rulings: Rulings) -> Iterator[Reason]:
    """The staircase knob by knob, going on after each fault as if it had been mended."""
    open_knobs, columns, width = palace.ground.colours, palace.columns, palace.ground.width
    animals = palace.blocking(rulings)
    height: dict[Knob, int] = {}  # where this staircase has changed it
    top: dict[Knob, str] = {}
    attached = False
    leaves: Knob | None = None  # the knob the next arch leaves; None after a knob left out
    came_from: Knob | None = None  # the other end of the arch just laid
    laid: set[frozenset[Knob]] = set()
    stood: Knob = staircase.knobs[0]
    first = True
    for knob, under, riser in zip(staircase.knobs, staircase.unders, staircase.risers, strict=True):
        if knob not in open_knobs:
            state = "closed" if knob in palace.ground else "beyond the map"
            if first:
                # Rule A: a staircase begins on an open knob.
                yield reasons.closed_start(knob, state, _free(palace, staircase.knobs[1]))
            yield reasons.off_knob(knob, state)
            leaves = came_from = None
            first = False
            continue
        column = columns[knob.rank * width + knob.file]
        old = column_height(column)
        if first and old:
            # Rule A: ... and on an empty one.
            yield reasons.covered_start(knob, old, _free(palace, knob))
        if knob in animals:
            yield reasons.blocked(knob, old, animals[knob])
        attached = attached or old > 0
        far = height.get(knob, old)
        if under:
            far += pile_height(under)
            top[knob] = under[-1]
        elif knob not in top:
            top[knob] = column[-1:]
        if leaves is not None:
            way = leaves.way_to(knob)
            if way is None:
                # Rule H: a step leads to a neighbouring knob.
                near_knobs = tuple(palace.ground.neighbours(leaves))
                yield reasons.far_step(knob, leaves, leaves.distance(knob), near_knobs)
                came_from = None
            else:
                near = height[leaves]
                if knob == came_from:
                    if rulings.double_back != "legal":
                        # Rule H: no going straight back.
                        yield reasons.straight_back(knob, leaves, _ahead(palace, leaves, knob))
                elif rulings.spiral != "legal" and knob in height:
                    yield reasons.comes_back(knob)
                edge = frozenset((leaves, knob))
                if near == far and top[leaves] == way and top[knob] == OPPOSITE[way]:
                    # Rule G: no arch directly on an arch.
                    yield reasons.stacked(knob, near, leaves)
                elif rulings.over_arch == "stacked" and (
                    edge in laid or way in palace.column(leaves)
                ):
                    yield reasons.stacked(knob, near, leaves, directly=False)
                if far < near:
                    # Rule F: both ends of an arch are carried.
                    yield reasons.hanging(knob, near, near - far)
                elif far > near:
                    yield reasons.too_high(knob, near, far - near, leaves)
                laid.add(edge)
                height[leaves] = far = max(near, far) + 1
                top[leaves], top[knob] = way, OPPOSITE[way]
                came_from = leaves
        if riser:
            far += pile_height(riser)
            top[knob] = riser[-1]
        height[knob] = far
        leaves = stood = knob
        first = False
    if staircase.risers[-1]:
        # Rule C: an arch comes last.
        last = staircase.knobs[-1]
        level = height.get(last, 0) - pile_height(staircase.risers[-1])
        yield reasons.riser_at_end(last, max(level, 0), len(staircase.risers[-1]))
    if not attached:
        # Rule E: something new stands on something old.
        yield unattached(palace, stood, rulings)


def unattached(palace: Palace, last: Knob, rulings: Rulings) -> Reason:
    """The reason that nothing is attached, with the nearest knob that could carry something."""
    animals = palace.blocking(rulings)
    carrying = [knob for knob, height in palace.heights.items() if height and knob not in animals]
    if not carrying:
        return reasons.unattached(last, None, None)
    nearest = min(carrying, key=lambda knob: (last.distance(knob), knob))
    return reasons.unattached(last, last.distance(nearest), nearest)


def _free(palace: Palace, knob: Knob) -> tuple[Knob, ...]:
    """The open, empty knobs nearest to one."""
    free = [other for other, height in palace.heights.items() if not height]
    least = min((knob.distance(other) for other in free), default=0)
    return tuple(other for other in free if knob.distance(other) == least)


def _ahead(palace: Palace, leaves: Knob, back: Knob) -> tuple[Knob, ...]:
    return tuple(knob for knob in palace.ground.neighbours(leaves) if knob != back)


def earned(palace: Palace, staircase: Staircase, rulings: Rulings) -> Verdict:
    """The verdict on a legal staircase: credits, decoration, bonus, the palace after it.

    Step 2: the decoration has the map colour of the first knob.  Step 3: one credit an arch, one
    more for the strictly highest decoration of its colour.  Step 7: see the ruling `bonus-height`.
    """
    colour = palace.ground.colours[staircase.knobs[0]]
    last = staircase.knobs[-1]
    left = palace.decorations_left(colour) > 0
    after = lay(palace, staircase, rulings, decorate=left)
    level = after.heights[last] - (HEIGHTS[colour] if left else 0)
    ties = rulings.highest_tie == "yes"
    highest = left and is_highest(palace, level, rulings, colour=colour, ties=ties)
    return Verdict(
        (),
        staircase,
        staircase.uses,
        credits=staircase.arches + highest,
        decoration=colour,
        bonus=earns_bonus(palace, staircase, rulings),
        highest=highest,
        height=level,
        palace=after,
    )


def is_highest(
    palace: Palace, level: int, rulings: Rulings, *, colour: str | None, ties: bool
) -> bool:
    """Whether a decoration at `level` would be the highest of a colour, or of all if it is None.

    It must be strictly the highest unless `ties` count.
    """
    ignored = None
    if rulings.setup_gold == "ignored":
        third = palace.ground.setup[2]
        ignored = (third, column_start_of_gold(palace, third))
    others = [
        there
        for letter, knob, there in palace.decorations
        if colour in (None, letter) and (knob, there) != ignored
    ]
    return all(level > there or (ties and level == there) for there in others)


def column_start_of_gold(palace: Palace, third: Knob) -> int | None:
    """Level of the set-up's gold decoration, or None where the set-up does not stand."""
    return 2 if palace.column(third)[:1] == "b" and palace.column(third)[2:3] == "g" else None


def earns_bonus(palace: Palace, staircase: Staircase, rulings: Rulings) -> bool:
    """Whether some part of a legal staircase is five bricks high, arches left out (step 7)."""
    runs = [pile_height(pieces) for pieces in (*staircase.unders, *staircase.risers)]
    if rulings.bonus_height == "run":
        return max(runs) >= BONUS_HEIGHT
    sums: dict[Knob, int] = {}
    for knob, under, riser in zip(staircase.knobs, staircase.unders, staircase.risers, strict=True):
        sums[knob] = sums.get(knob, 0) + pile_height(under) + pile_height(riser)
    if rulings.bonus_height == "column":
        for knob, added in sums.items():
            if added:
                old = palace.column(knob)
                sums[knob] += pile_height("".join(piece for piece in old if piece in "bc"))
    return max(sums.values()) >= BONUS_HEIGHT
