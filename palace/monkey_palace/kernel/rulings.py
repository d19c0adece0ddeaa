"""Rulings: the questions the rule books leave open, each with a name, its answers and a default.

The first answer of a ruling is its default.  Sources and reasons: `basis`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling

RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        Ruling(
            "double-back",
            "May a staircase go straight back over the arch just laid (a4-b4-a4)?",
            {
                "turn": "no: rule H speaks of turns by 90 degrees only",
                "legal": "yes, with spacers on both ends",
            },
            "guess: rule H names only 90 degree turns",
        ),
        Ruling(
            "spiral",
            "May a staircase come back later, higher up, to a knob it has used?",
            {"legal": "yes", "turn": "no: every knob at most once"},
            "guess: nothing forbids it",
        ),
        Ruling(
            "over-arch",
            "May an arch lie above another between the same two knobs, with spacers between?",
            {
                "legal": "yes: rule G forbids only an arch lying directly on another",
                "stacked": "no: never two arches between the same two knobs",
            },
            "likely: rule G says directly",
        ),
        Ruling(
            "idle-support",
            "What of a brick or column among the pieces built that carries nothing?",
            {
                "path": "the build is illegal",
                "returned": "the piece goes back to the player, the rest is judged",
            },
            "likely: rule I gives supports no other use",
        ),
        Ruling(
            "animals-block",
            "Which animals block the knob they stand on?",
            {
                "all": "monkey, frog and butterfly",
                "monkey": "only the monkey; the others make way and leave the palace",
            },
            "monkey: certain; frog and butterfly: guess, they fill the knob",
        ),
        Ruling(
            "highest-tie",
            "Does a decoration level with the highest of its colour earn the extra credit?",
            {"no": "no: it must be strictly the highest", "yes": "yes"},
            "likely: two reviews say higher than any other",
        ),
        Ruling(
            "setup-gold",
            "Does the gold decoration of the set-up count when the highest gold is sought?",
            {"counts": "yes", "ignored": "no"},
            "likely",
        ),
        Ruling(
            "bonus-height",
            "What must be five bricks high for the bonus card (a column is three)?",
            {
                "run": "one unbroken run of bricks and columns",
                "sum": "the bricks and columns of this staircase at one knob, arches left out",
                "column": "all bricks and columns at a knob where this staircase adds some",
            },
            "guess: two reviews say it rests on a column of five",
        ),
        Ruling(
            "bonus-out",
            "What if a bonus card is earned and none of the 14 is left?",
            {
                "none": "nothing: no card, no bananas",
                "bananas": "its four bananas are written down all the same",
            },
            "likely: no card, no bananas; the rule book is silent",
        ),
        Ruling(
            "butterfly-scope",
            "Over which decorations must a new one rise to bring the butterfly?",
            {"all": "those of every colour", "colour": "those of its own colour"},
            "rule book: all; one review disagrees",
        ),
        Ruling(
            "decoration-out",
            "What if no decoration of the staircase's colour is left?",
            {
                "bare": "it counts, nothing is put on it; no extra credit and no animal",
                "illegal": "such a staircase may not be built",
            },
            "open",
        ),
        Ruling(
            "must-build",
            "Must a player build when they can?",
            {
                "must": "yes: they pass only if their pieces allow no legal staircase",
                "may": "no: they may pass whenever they like",
            },
            "likely: the rule book lets a player skip only if nothing can be attached",
        ),
        Ruling(
            "game-end",
            "When does the last round begin?",
            {
                "delivery": "when a player cannot be given all the pieces they are due",
                "empty": "as soon as one kind of piece is used up",
            },
            "likely",
        ),
        Ruling(
            "short-tray",
            "What does a player get when the tray holds less than they are due?",
            {"rest": "what is left; nothing is owed", "none": "nothing of that kind"},
            "guess",
        ),
        Ruling(
            "frog-again",
            "May the holder of the frog's trophy take it again?",
            {
                "nothing": "they may, but nothing happens: no column, and the frog stays",
                "move": "they may move the frog, without a column",
            },
            "likely: the rule book gives the column only for taking the card",
        ),
        Ruling(
            "frog-time",
            "When may the frog trophy be taken?",
            {
                "after": "in step 8, so its column comes too late for this turn's build",
                "any": "at any time of the turn",
            },
            "likely: it is part of step 8",
        ),
        Ruling(
            "monkey-stay",
            "May the monkey stay where it is when its holder places gold again?",
            {"move": "no, it moves to another arch end", "stay": "yes"},
            "likely: the rule book says it must be placed",
        ),
    )
}


SETTLED = {"setup-monkey": "card"}
"""Questions that are no longer open, with the answer that holds: the rule book is plain that the
monkey waits on its trophy card until a player has placed gold."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(spiral="turn")` changes a single one."""

    verb: ClassVar[str] = "palace rulings"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = SETTLED

    double_back: str = RULINGS["double-back"].default
    spiral: str = RULINGS["spiral"].default
    over_arch: str = RULINGS["over-arch"].default
    idle_support: str = RULINGS["idle-support"].default
    animals_block: str = RULINGS["animals-block"].default
    highest_tie: str = RULINGS["highest-tie"].default
    setup_gold: str = RULINGS["setup-gold"].default
    bonus_height: str = RULINGS["bonus-height"].default
    bonus_out: str = RULINGS["bonus-out"].default
    butterfly_scope: str = RULINGS["butterfly-scope"].default
    decoration_out: str = RULINGS["decoration-out"].default
    must_build: str = RULINGS["must-build"].default
    game_end: str = RULINGS["game-end"].default
    short_tray: str = RULINGS["short-tray"].default
    frog_again: str = RULINGS["frog-again"].default
    frog_time: str = RULINGS["frog-time"].default
    monkey_stay: str = RULINGS["monkey-stay"].default

    @property
    def blockers(self) -> str:
        """The letters of the animals on whose knob nothing may be built."""
        return "mfy" if self.animals_block == "all" else "m"


DEFAULT = Rulings()
