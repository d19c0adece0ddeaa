"""The animals of the trophies: where they may be put, and where they were.

Step 8, in this order: the butterfly follows from the build, the frog is voluntary, the monkey is
compulsory for whoever placed gold.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.elements import COLOUR_WORDS
from palace.knob import WAYS, Knob
from palace.position import Palace
from palace.reasons import Reason
from palace.records.schema import Turn
from palace.referee import is_highest
from palace.rulings import Rulings
from palace.staircase import Staircase

Found = list[tuple[Reason, str]]
"""Reasons, each with the key of the turn it concerns."""


class Company:
    """The animals in play and the rulings they are moved under."""

    def __init__(self, trophies: Iterable[str], rulings: Rulings) -> None:
        self.trophies = frozenset((*trophies, "monkey"))
        self.rulings = rulings

    def settle(
        self, turn: Turn, staircase: Staircase, before: Palace, after: Palace
    ) -> tuple[Palace, bool, Found]:
        """The palace with the animals moved, whether the butterfly came, and what was wrong."""
        found: Found = []
        placed = [piece for piece in after.decorations if piece not in before.decorations]
        butterfly = False
        if "butterfly" in self.trophies and placed:
            colour, knob, level = placed[0]
            every = self.rulings.butterfly_scope == "all"
            butterfly = is_highest(before, colour, level, self.rulings, every_colour=every)
            if butterfly:
                after = after.with_animal("y", knob)
        self.check_butterfly(turn, placed[0][1] if butterfly else None, found)
        after = self.frog(turn, staircase, after, found)
        gold = any(colour == "g" for colour, _, _ in placed)
        return self.monkey(turn, gold, after, found), butterfly, found

    def check_butterfly(self, turn: Turn, there: Knob | None, found: Found) -> None:
        """What was written down of the butterfly must be what follows from the build."""
        if turn.butterfly is None:
            return
        said = Knob.read(turn.butterfly)
        if "butterfly" not in self.trophies:
            self.complain("butterfly", said, "the butterfly is not in this game",
                          'add "butterfly" to trophies', found)  # fmt: skip
        elif there is None:
            self.complain("butterfly", said, "the decoration is not strictly the highest of all",
                          "leave butterfly away", found)  # fmt: skip
        elif said != there:
            self.complain("butterfly", said, f"the butterfly sits on the new decoration at {there}",
                          f'butterfly = "{there}"', found)  # fmt: skip

    def frog(self, turn: Turn, staircase: Staircase, palace: Palace, found: Found) -> Palace:
        """Put the frog where the turn says; right is the lowest free arch end of the staircase."""
        if turn.frog is None:
            return palace
        knob = Knob.read(turn.frog)
        if "frog" not in self.trophies:
            self.complain("frog", knob, "the frog is not in this game",
                          'add "frog" to trophies', found)  # fmt: skip
            return palace
        ends = [k for k in dict.fromkeys(staircase.knobs) if free_end(palace, k, "f")]
        lowest = min((palace.heights[k] for k in ends), default=0)
        right = [k for k in ends if palace.heights[k] == lowest]
        if knob not in right:
            remedy = " or ".join(f'frog = "{k}"' for k in right) or "leave the frog away"
            self.complain("frog", knob, f"{knob} is not the lowest free arch end of the staircase",
                          remedy, found)  # fmt: skip
        return palace.with_animal("f", knob) if free_end(palace, knob, "f") else palace

    def monkey(self, turn: Turn, gold: bool, palace: Palace, found: Found) -> Palace:
        """Put the monkey where the turn says; compulsory with gold, and only then."""
        if turn.monkey is None:
            if gold:
                self.complain("monkey", turn.player, "gold was placed: the monkey must be put on "
                              "a free arch end", 'add monkey = "..."', found)  # fmt: skip
            return palace
        knob = Knob.read(turn.monkey)
        if not gold:
            self.complain("monkey", knob, f"no {COLOUR_WORDS['g']} decoration was placed",
                          "leave monkey away", found)  # fmt: skip
            return palace
        if not free_end(palace, knob, "m"):
            self.complain("monkey", knob, f"{knob} is no free arch end", free_ends(palace), found)
            return palace
        if self.rulings.monkey_stay == "move" and palace.animal("m") == knob:
            self.complain("monkey", knob, f"the monkey stands on {knob} already",
                          "move it to another arch end (ruling monkey-stay)", found)  # fmt: skip
        return palace.with_animal("m", knob)

    def complain(self, animal: str, at: object, text: str, remedy: str, found: Found) -> None:
        """Note one reason about an animal."""
        key = animal if isinstance(at, Knob) else "build"
        found.append((Reason(animal, str(at), None, None, remedy, text), key))


def free_end(palace: Palace, knob: Knob, letter: str) -> bool:
    """Whether an animal may be put here: on an arch end, with no other animal on it."""
    taken = {place for name, place in palace.animals if name != letter}
    return palace.tops.get(knob, "") in tuple(WAYS) and knob not in taken


def free_ends(palace: Palace, most: int = 4) -> str:
    """Some free arch ends, as advice."""
    ends = [str(knob) for knob in palace.tops if free_end(palace, knob, "m")]
    more = f" or {len(ends) - most} more" if len(ends) > most else ""
    return f"put it on {', '.join(ends[:most])}{more}" if ends else "no arch end is free"
