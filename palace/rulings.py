"""Rulings: the questions the rule books leave open, each with a name, its answers and a default.

The first answer of a ruling is its default.  Sources and reasons: `basis`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from palace.errors import InputError, Problem, nearest


class Ruling(NamedTuple):
    """One open question; `answers` maps each allowed value to what it means, the default first."""

    name: str
    question: str
    answers: dict[str, str]
    basis: str

    @property
    def default(self) -> str:
        """The value that holds where nobody says otherwise."""
        return next(iter(self.answers))


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
            "May a player pass although a staircase could be built?",
            {"yes": "no: building is compulsory", "no": "yes, whenever he likes"},
            "likely: the rule book lets him skip only if nothing can be attached",
        ),
        Ruling(
            "game-end",
            "When does the last round begin?",
            {
                "delivery": "when a player cannot be given all the pieces he is due",
                "empty": "as soon as one kind of piece is used up",
            },
            "likely",
        ),
        Ruling(
            "short-tray",
            "What does a player get when the tray holds less than he is due?",
            {"rest": "what is left; nothing is owed", "none": "nothing of that kind"},
            "guess",
        ),
        Ruling(
            "frog-time",
            "When may the frog trophy be taken?",
            {
                "after": "in step 8, so its column comes too late for this turn's build",
                "any": "at any time of the turn",
            },
            "likely: it stands in step 8",
        ),
        Ruling(
            "monkey-stay",
            "May the monkey stay where it is when its holder places gold again?",
            {"move": "no, it moves to another arch end", "stay": "yes"},
            "likely: the rule book says it must be placed",
        ),
    )
}


class Rulings(NamedTuple):
    """One answer to every ruling; `Rulings(spiral="turn")` changes a single one."""

    double_back: str = "turn"
    spiral: str = "legal"
    over_arch: str = "legal"
    idle_support: str = "path"
    animals_block: str = "all"
    highest_tie: str = "no"
    setup_gold: str = "counts"
    bonus_height: str = "run"
    butterfly_scope: str = "all"
    decoration_out: str = "bare"
    must_build: str = "yes"
    game_end: str = "delivery"
    short_tray: str = "rest"
    frog_time: str = "after"
    monkey_stay: str = "move"

    @classmethod
    def read(cls, pairs: Iterable[str]) -> Rulings:
        """The rulings of `NAME=VALUE` texts; raises `InputError` with every wrong one."""
        return cls.of(answers(pairs))

    @classmethod
    def of(cls, answers: Mapping[str, str]) -> Rulings:
        """The rulings of a mapping from name to value, already known to be good."""
        return cls(**{name.replace("-", "_"): value for name, value in answers.items()})

    @staticmethod
    def problem(name: str, value: str) -> tuple[str, str] | None:
        """What is wrong with one answer and what would be right; None if it is good."""
        ruling = RULINGS.get(name)
        if ruling is None:
            near = nearest(name, RULINGS)
            return f"there is no ruling {name!r}", (
                f"did you mean {near}?" if near else "see: palace rulings"
            )
        if value not in ruling.answers:
            return f"{name} cannot be {value!r}", f"it is one of: {', '.join(ruling.answers)}"
        return None

    def changed(self) -> dict[str, str]:
        """The answers that are not the default, by name."""
        return {
            ruling.name: value
            for ruling, value in zip(RULINGS.values(), self, strict=True)
            if value != ruling.default
        }


DEFAULT = Rulings()


def answers(pairs: Iterable[str], where: str = "--ruling") -> dict[str, str]:
    """The answers that `NAME=VALUE` texts give; raises `InputError` with every wrong one."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for pair in pairs:
        name, sign, value = (part.strip() for part in pair.partition("="))
        fault = (
            Rulings.problem(name, value) if sign else (f"{pair!r} is no ruling", "write NAME=VALUE")
        )
        if fault:
            problems.append(Problem(where, *fault))
        found[name] = value
    if problems:
        raise InputError(*problems)
    return found
