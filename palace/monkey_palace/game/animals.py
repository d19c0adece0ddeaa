"""Step 8: the animals of the trophies, where they may be put, and who moved them.

The butterfly follows from the build, the frog is voluntary, the monkey is compulsory for the player
who placed gold.  Frog and monkey are put in the order that the ruling `trophy-order` gives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from palace.core.verdict import Reason
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_highest, new_decorations
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase

_ORDERS = {
    "any": (("frog", "monkey"), ("monkey", "frog")),
    "frog-first": (("frog", "monkey"),),
    "monkey-first": (("monkey", "frog"),),
}
"""The orders to try, by the answer to `trophy-order`; that with the fewest reasons holds."""


@dataclass(frozen=True)
class Build:
    """What was built in a turn: the palaces before and after it, and the staircase.

    `whole` is whether all of it was laid; otherwise too little may be there to know where an animal
    belongs, and it is only checked that it can be put where it was.
    """

    staircase: Staircase
    before: Palace
    after: Palace
    whole: bool


@dataclass(frozen=True)
class Moved:
    """The palace with its animals moved, which of them, in order, and every reason against it."""

    palace: Palace
    animals: tuple[str, ...] = ()
    found: tuple[Reason, ...] = ()

    def with_animal(self, name: str, palace: Palace) -> Moved:
        """Return it with one more animal moved, as it is on `palace`."""
        return replace(self, palace=palace, animals=(*self.animals, name))

    def against(self, reason: Reason, key: str) -> Moved:
        """Return it with one more reason, about a key of the turn."""
        return replace(self, found=(*self.found, reason.within(key)))


def settle(
    turn: Turn,
    built: Build,
    in_play: tuple[str, ...],
    rulings: Rulings,
    *,
    frog: bool,
    unknown: bool = False,
) -> Moved:
    """Return the palace after step 8; `frog` is whether the player may move the frog, `unknown`
    whether the record need not tell where the monkey was put.
    """
    moved = _butterfly(turn, built, in_play, rulings)

    def put(order: tuple[str, ...]) -> Moved:
        result = moved
        for name in order:
            if name == "monkey":
                result = _monkey(turn, built, result, rulings, unknown=unknown)
            elif frog:
                result = _frog(turn, built, result, in_play, rulings)
        return result

    orders = _ORDERS[rulings.trophy_order][: 2 if frog and turn.frog is not None else 1]
    best = min(map(put, orders), key=lambda result: len(result.found))
    if "frog" in best.animals:
        best = _as_written(turn, built, best)
    return replace(best, animals=tuple(sorted(best.animals, key=_NAMES.index)))


_NAMES = ("butterfly", "frog", "monkey")


def _butterfly(turn: Turn, built: Build, in_play: tuple[str, ...], rulings: Rulings) -> Moved:
    """It sits on a decoration strictly higher than every other; what was written must agree."""
    moved = Moved(built.after)
    there: Knob | None = None
    placed = new_decorations(built.before, built.after)
    if "butterfly" in in_play and placed:
        colour, knob, level = placed[0]
        among = None if rulings.butterfly_scope == "all" else colour
        if is_highest(built.before, level, rulings, colour=among, ties=False):
            there = knob
            moved = moved.with_animal("butterfly", built.after.with_animal("y", knob))
    if turn.butterfly is None:
        return moved
    claimed = turn.butterfly
    if "butterfly" not in in_play:
        wrong = BOOK.reason("butterfly.unplayed", claimed, "add-trophy", animal="butterfly")
    elif built.whole and there is None:
        wrong = BOOK.reason("butterfly.unearned", claimed, "leave-out", field="butterfly")
    elif built.whole and claimed != there:
        wrong = BOOK.reason("butterfly.claim", claimed, "write", field="butterfly", right=there)
    else:
        return moved
    return moved.against(wrong, "butterfly")


def _frog(
    turn: Turn, built: Build, moved: Moved, in_play: tuple[str, ...], rulings: Rulings
) -> Moved:
    """It goes to the lowest free arch end of the staircase just built.

    Where it was put elsewhere its trophy is taken all the same, and the monkey is judged as if the
    frog were where it belongs.
    """
    if turn.frog is None:
        return moved
    knob, palace = turn.frog, moved.palace
    if "frog" not in in_play:
        wrong = BOOK.reason("frog.unplayed", knob, "add-trophy", animal="frog")
        return moved.against(wrong, "frog")
    lowest = lowest_ends(built, palace, rulings)
    free = free_ends(palace, "f")
    belongs = knob
    too_high = built.whole and knob not in lowest
    if too_high or knob not in free:
        wrong = BOOK.reason("frog.not-lowest" if too_high else "frog.not-free", knob)
        if lowest:
            wrong = wrong.with_remedy("frog-on", ends=tuple(lowest))
            belongs = next((end for end in lowest if end != turn.monkey), lowest[0])
        else:
            wrong = wrong.with_remedy("leave-out", field="frog")
        moved = moved.against(wrong, "frog")
    if belongs in free:
        palace = palace.with_animal("f", belongs)
    return moved.with_animal("frog", palace)


def _as_written(turn: Turn, built: Build, moved: Moved) -> Moved:
    """Return it with the frog where it was put; where it cannot be, it stays where it was.

    It is where it belongs only if the monkey has its old place.
    """
    palace, knob, old = moved.palace, turn.frog, built.after.animal("f")
    if knob is not None and knob in free_ends(palace, "f"):
        return replace(moved, palace=palace.with_animal("f", knob))
    if old is not None and old not in free_ends(palace, "f"):
        return moved
    return replace(moved, palace=palace.with_animal("f", old))


def lowest_ends(built: Build, palace: Palace, rulings: Rulings) -> list[Knob]:
    """Return the lowest free arch ends of what was laid, in walking order; if none is free, those
    that the ruling `frog-no-end` offers.
    """
    free = free_ends(palace, "f")
    ends = [
        knob
        for knob in dict.fromkeys(built.staircase.knobs)
        if knob in free and palace.column(knob) != built.before.column(knob)
    ]
    if not ends and built.whole and rulings.frog_no_end == "lowest":
        ends = free
    lowest = min((palace.heights[knob] for knob in ends), default=0)
    return [knob for knob in ends if palace.heights[knob] == lowest]


def _monkey(turn: Turn, built: Build, moved: Moved, rulings: Rulings, *, unknown: bool) -> Moved:
    """A player who placed gold, and no other, puts it on another free arch end.

    It stays where it is if no other is free, or where it was not or wrongly put; the player who
    placed gold takes its trophy all the same.  It leaves the palace where the record does not know
    its place.
    """
    palace = moved.palace
    gold = any(colour == "g" for colour, _, _ in new_decorations(built.before, built.after))
    if turn.monkey is None and not gold:
        return moved
    now, others = palace.animal("m"), other_ends(palace)
    if turn.monkey is None:
        if others and unknown:
            return moved.with_animal("monkey", palace.with_animal("m", None))
        if others:
            moved = moved.against(BOOK.reason("monkey", turn.player, "add-monkey"), "build")
        return moved.with_animal("monkey", palace)
    knob = turn.monkey
    meant = not built.whole and palace.ground.colours.get(built.staircase.knobs[0]) == "g"
    if not gold and not meant:
        wrong = BOOK.reason("monkey.no-gold", knob, "leave-out", field="monkey")
        return moved.against(wrong, "monkey")
    if knob not in free_ends(palace, "m"):
        remedy = "free-end" if others else "no-free-end"
        wrong = BOOK.reason("monkey.not-free", knob, remedy, ends=tuple(others))
        moved = moved.against(wrong, "monkey")
        return moved.with_animal("monkey", palace) if gold else moved
    if rulings.monkey_stay == "move" and knob == now and others:
        moved = moved.against(BOOK.reason("monkey.stays", knob, "move-on"), "monkey")
    return moved.with_animal("monkey", palace.with_animal("m", knob))


def other_ends(palace: Palace) -> list[Knob]:
    """Return the free arch ends that the monkey can be moved to."""
    now = palace.animal("m")
    return [knob for knob in free_ends(palace, "m") if knob != now]


def free_ends(palace: Palace, letter: str) -> list[Knob]:
    """Return the knobs where an animal may be put: arch ends with no other animal on them."""
    taken = {place for name, place in palace.animals if name != letter}
    return [knob for knob, top in palace.tops.items() if top in WAYS and knob not in taken]
