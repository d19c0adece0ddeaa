"""The animals of the trophies: where they may be put, and where they were.

Step 8, in this order: the butterfly follows from the build, the frog is voluntary, the monkey is
compulsory for the player who placed gold.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.core.verdict import Reason
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_highest
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase

Found = list[tuple[Reason, str]]
"""Reasons, each with the key of the turn it concerns."""


class AnimalPlacer:
    """The animals in play, the monkey always, and the rulings they are moved under."""

    def __init__(self, trophies: Iterable[str], rulings: Rulings) -> None:
        self.trophies = frozenset(trophies)
        self.rulings = rulings

    def settle(
        self,
        turn: Turn,
        staircase: Staircase,
        before: Palace,
        after: Palace,
        *,
        legal: bool,
        has_frog: bool = False,
    ) -> tuple[Palace, tuple[str, ...], Found]:
        """Return the palace with the animals moved, which of them came, in order, and what was
        wrong.

        `after` holds what was laid of the build. Where the build is not `legal`, too little may be
        there to know where an animal belongs; it is then only checked that it can be put there.
        `has_frog` is whether the player holds the frog's trophy already.
        """
        step = _Step(self, turn, staircase, before, after, legal)
        step.butterfly()
        if not has_frog or self.rulings.frog_again == "move":
            step.frog()
        step.monkey()
        return step.palace, tuple(step.moved), step.found


class _Step:
    """Step 8 of one turn."""

    def __init__(
        self,
        company: AnimalPlacer,
        turn: Turn,
        staircase: Staircase,
        before: Palace,
        after: Palace,
        legal: bool,
    ) -> None:
        self.company = company
        self.turn = turn
        self.staircase = staircase
        self.before = before
        self.palace = after
        self.legal = legal
        self.placed = [piece for piece in after.decorations if piece not in before.decorations]
        self.moved: list[str] = []
        self.found: Found = []

    def butterfly(self) -> None:
        """It sits on a decoration strictly higher than every other; what was written must agree."""
        there: Knob | None = None
        if "butterfly" in self.company.trophies and self.placed:
            colour, knob, level = self.placed[0]
            rulings = self.company.rulings
            among = None if rulings.butterfly_scope == "all" else colour
            if is_highest(self.before, level, rulings, colour=among, ties=False):
                there = knob
                self.palace = self.palace.with_animal("y", knob)
                self.moved.append("butterfly")
        if self.turn.butterfly is None:
            return
        said = Knob.read(self.turn.butterfly)
        if "butterfly" not in self.company.trophies:
            wrong = BOOK.reason("butterfly.unplayed", said, "add-trophy", animal="butterfly")
        elif self.legal and there is None:
            wrong = BOOK.reason("butterfly.unearned", said, "leave-out", field="butterfly")
        elif self.legal and said != there:
            wrong = BOOK.reason("butterfly.claim", said, "write", field="butterfly", right=there)
        else:
            return
        self.found.append((wrong, "butterfly"))

    def frog(self) -> None:
        """It goes to the lowest free arch end of the staircase just built."""
        if self.turn.frog is None:
            return
        knob = Knob.read(self.turn.frog)
        if "frog" not in self.company.trophies:
            wrong = BOOK.reason("frog.unplayed", knob, "add-trophy", animal="frog")
            self.found.append((wrong, "frog"))
            return
        lowest = self.lowest_ends()
        free = free_end(self.palace, knob, "f")
        misplaced = self.legal and knob not in lowest
        if misplaced or not free:
            wrong = BOOK.reason("frog.not-lowest" if misplaced else "frog.not-free", knob)
            if lowest:
                wrong = wrong.with_remedy("frog-on", ends=tuple(lowest))
            else:
                wrong = wrong.with_remedy("leave-out", field="frog")
            self.found.append((wrong, "frog"))
        if free:
            self.palace = self.palace.with_animal("f", knob)
            self.moved.append("frog")

    def lowest_ends(self) -> list[Knob]:
        """Return the lowest free arch ends of what was laid, in walking order."""
        palace, before = self.palace, self.before
        ends = [
            knob
            for knob in dict.fromkeys(self.staircase.knobs)
            if free_end(palace, knob, "f") and palace.column(knob) != before.column(knob)
        ]
        lowest = min((palace.heights[knob] for knob in ends), default=0)
        return [knob for knob in ends if palace.heights[knob] == lowest]

    def monkey(self) -> None:
        """A player who placed gold, and no other, puts it on another free arch end."""
        turn, palace = self.turn, self.palace
        gold = any(colour == "g" for colour, _, _ in self.placed)
        if turn.monkey is None:
            if gold:
                self.found.append((BOOK.reason("monkey", turn.player, "add-monkey"), "build"))
            return
        knob = Knob.read(turn.monkey)
        meant = not self.legal and palace.ground.colours.get(self.staircase.knobs[0]) == "g"
        if not gold and not meant:
            wrong = BOOK.reason("monkey.no-gold", knob, "leave-out", field="monkey")
            self.found.append((wrong, "monkey"))
            return
        if not free_end(palace, knob, "m"):
            self.found.append((not_free(palace, knob), "monkey"))
            return
        if self.company.rulings.monkey_stay == "move" and palace.animal("m") == knob:
            self.found.append((BOOK.reason("monkey.stays", knob, "move-on"), "monkey"))
        self.palace = palace.with_animal("m", knob)
        self.moved.append("monkey")


def free_end(palace: Palace, knob: Knob, letter: str) -> bool:
    """Return whether an animal may be put here: on an arch end, with no other animal on it."""
    taken = {place for name, place in palace.animals if name != letter}
    return palace.tops.get(knob, "") in tuple(WAYS) and knob not in taken


def not_free(palace: Palace, knob: Knob) -> Reason:
    """Return the reason that the monkey cannot be put here; it names ends where it is not yet."""
    ends = tuple(end for end in palace.tops if free_end(palace, end, ""))
    remedy = "free-end" if ends else "no-free-end"
    return BOOK.reason("monkey.not-free", knob, remedy, ends=ends)
