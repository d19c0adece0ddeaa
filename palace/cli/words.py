"""What the verbs of all games say by themselves: their table in English, by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from palace.cli.output import counted, spoken
from palace.core.errors import InputError, Problem
from palace.core.verdict import Language, Phrasebook

P = TypeVar("P")

WORDS = {
    "resumed": "Goes on with what was entered: {answers} (back: start again)",
    "again": "the {noun:noun} starts again",
    "against": "The program plays {seat}. You move its pieces, too.",
    "drawing-puzzle": "drawing a puzzle",
    "your-answer": "Your staircase",
    "answer-it": "answer it: {call} STAIRCASE",
    "solution": "Solution: {staircase}",
    "lesson": "{number} of {all}",
    "see-lesson": "see one: {call}",
    "thinks": "{seat} thinks",
    "gone": "{file} was removed or changed: the game of {moves:counted} is not in it",
    "not-saved": "not saved",
    "learned": "your box {box} has what was typed: {totals}",
    "saved": "saved in {file}: {moves:counted}",
    "keep-it-all": "keep it all the same?",
    "only": "{asked}{answer}, the only one; undo takes it back",
    "taken-as": "{typed}: {answer} is taken; undo takes it back",
    "offered": "Enter alone: {answer}",
    "offered-too": "{number}: {answer}",
    "insist": "to keep it all the same: {answer} !",
    "help.list": "what there is to answer",
    "help.undo": "take the last {noun:noun} back; undo 2 takes two",
    "help.replace": "enter {noun:noun} 3 again; all after it is judged again",
    "help.score": "the standings so far",
    "help.quit": "leave; everything up to the last {noun:noun} is saved",
    "help.back": "back: start the {noun:noun} again",
    "over": "the game is over",
    "over-by": "the game is over: {ending}",
    "to-see": "type {name} to see {help}",
    "or": "{words} or {last}",
    "no-further": "no further {noun:noun} is made; type {offered}",
    "none-back": "there is no {noun:noun} to take back",
    "taken-back": "{player}: {move} is taken back",
    "after-it": "{moves:counted} after it: {bad:bad}",
    "keep-it": "keep it?",
    "yes-no": "{question} (yes or no)> ",
    "written-again": "{file} was gone, and is written again",
    "as-it-was": "the file as it was, with its comments: {file}",
    "save-in": "save in another file (its name; Enter: do not save)> ",
    "goes-on": "the game goes on in {file}",
    "ask-column": "{knob}: height in bricks and what is on top (0, 1E, 3d, 2Wm; ? not known)> ",
    "column": "column {column}: {what}",
    "type-help": "type help for the commands",
    "lacks.pad": "{game} has no score pad",
    "lacks.samples": "{game} has no sample records",
    "lacks.box": "{game} has no box to enter",
    "lacks.keeping": "{game} keeps no box; name a box file",
    "lacks.sheets": "{game} has no sheets to print",
    "lacks.drawing": "{game} has nothing to draw",
}


def _chinese() -> Language:
    """Return the Chinese words, which few calls need."""
    from palace.cli.chinese import DIALOGUE

    return DIALOGUE


BOOK = Phrasebook(
    f"{__name__}.BOOK",
    {
        "en": Language(
            words=WORDS,
            formats={
                "bad": lambda bad: f"{bad} not legal" if bad else "all legal",
                "counted": lambda moves: counted(*moves),
                "noun": str,
            },
        ),
        "zh": _chinese,
    },
)


def say(key: str, **values: object) -> str:
    """Return words of the dialogue in the language of the call."""
    return BOOK.say(spoken(), key, **values)


def part_of(part: Callable[[], P] | None, lacks: str, where: str = "--game") -> P:
    """Return a part of a game; raises `InputError`, which `lacks` says, where it has none."""
    if part is None:
        raise InputError(Problem(where, lacks))
    return part()
