"""The animals of the trophies: where they may be put, and where they were.

Step 8, in this order: the butterfly follows from the build, the frog is voluntary, the monkey is
compulsory for whoever placed gold.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import Reason
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
        """The palace with the animals moved, which of them came, in order, and what was wrong.

        `after` is what stands of the build. Where the build is not `legal`, too little may stand
        to say where an animal belongs, and it is only held to a place where it can stand.
        `has_frog` is whether the player holds the frog's trophy already.
        """
        step = _Step(self, turn, staircase, before, after, legal)
        step.butterfly()
        if not has_frog or self.rulings.frog_again == "move":
            step.frog()
        step.monkey()
        return step.palace, tuple(step.came), step.found


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
        self.came: list[str] = []
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
                self.came.append("butterfly")
        if self.turn.butterfly is None:
            return
        said = Knob.read(self.turn.butterfly)
        if "butterfly" not in self.company.trophies:
            self.not_in_this_game("butterfly", said)
        elif self.legal and there is None:
            text = "the decoration is not strictly the highest of all"
            self.complain("butterfly", said, text, "leave butterfly out")
        elif self.legal and said != there:
            text = f"the butterfly sits on the new decoration at {there}"
            self.complain("butterfly", said, text, f'butterfly = "{there}"')

    def frog(self) -> None:
        """It goes to the lowest free arch end of the staircase just built."""
        if self.turn.frog is None:
            return
        knob = Knob.read(self.turn.frog)
        if "frog" not in self.company.trophies:
            self.not_in_this_game("frog", knob)
            return
        lowest = self.lowest_ends()
        free = free_end(self.palace, knob, "f")
        remedy = " or ".join(f'frog = "{end}"' for end in lowest) or "leave frog out"
        if self.legal and knob not in lowest:
            text = f"{knob} is not the lowest free arch end of the staircase"
            self.complain("frog", knob, text, remedy)
        elif not free:
            self.complain("frog", knob, f"{knob} is no free arch end", remedy)
        if free:
            self.palace = self.palace.with_animal("f", knob)
            self.came.append("frog")

    def lowest_ends(self) -> list[Knob]:
        """The lowest free arch ends of what was laid, in walking order."""
        palace, before = self.palace, self.before
        ends = [
            knob
            for knob in dict.fromkeys(self.staircase.knobs)
            if free_end(palace, knob, "f") and palace.column(knob) != before.column(knob)
        ]
        lowest = min((palace.heights[knob] for knob in ends), default=0)
        return [knob for knob in ends if palace.heights[knob] == lowest]

    def monkey(self) -> None:
        """Whoever placed gold, and nobody else, puts it on another free arch end."""
        turn, palace = self.turn, self.palace
        gold = any(colour == "g" for colour, _, _ in self.placed)
        if turn.monkey is None:
            if gold:
                text = "gold was placed: the monkey must be put on a free arch end"
                self.complain("monkey", turn.player, text, 'add monkey = "..."')
            return
        knob = Knob.read(turn.monkey)
        meant = not self.legal and palace.ground.colours.get(self.staircase.knobs[0]) == "g"
        if not gold and not meant:
            text = f"no {COLOUR_WORDS['g']} decoration was placed"
            self.complain("monkey", knob, text, "leave monkey out")
            return
        if not free_end(palace, knob, "m"):
            self.complain("monkey", knob, f"{knob} is no free arch end", free_ends(palace))
            return
        if self.company.rulings.monkey_stay == "move" and palace.animal("m") == knob:
            text = f"the monkey stands on {knob} already"
            self.complain("monkey", knob, text, "move it to another one (ruling monkey-stay)")
        self.palace = palace.with_animal("m", knob)
        self.came.append("monkey")

    def not_in_this_game(self, animal: str, knob: Knob) -> None:
        """Note that an animal was moved whose trophy is not played for."""
        text = f"the {animal} is not in this game"
        self.complain(animal, knob, text, f'add "{animal}" to trophies')

    def complain(self, animal: str, at: Knob | str, text: str, remedy: str) -> None:
        """Note one reason about an animal; its line is that of its key, if it has one."""
        key = animal if isinstance(at, Knob) else "build"
        self.found.append((Reason(animal, str(at), None, None, remedy, text), key))


def free_end(palace: Palace, knob: Knob, letter: str) -> bool:
    """Whether an animal may be put here: on an arch end, with no other animal on it."""
    taken = {place for name, place in palace.animals if name != letter}
    return palace.tops.get(knob, "") in tuple(WAYS) and knob not in taken


def free_ends(palace: Palace, most: int = 4) -> str:
    """Some free arch ends, as advice; not the one where the monkey is."""
    ends = [str(knob) for knob in palace.tops if free_end(palace, knob, "")]
    more = f" or {len(ends) - most} more" if len(ends) > most else ""
    return f"put it on {', '.join(ends[:most])}{more}" if ends else "no arch end is free"
