"""The page's own sentences; those of verdicts, gains and questions come from the game."""

from __future__ import annotations

from palace.core.errors import InputError, NotationError, Problem
from palace.core.verdict import ENGLISH, Phrasebook
from palace.files.sentences import language

BOOK = Phrasebook(
    f"{__name__}.BOOK",
    {
        "en": language(__package__, "sentences-en.toml"),
        "zh": lambda: language(__package__, "sentences-zh.toml", comma="\N{FULLWIDTH COMMA}"),
    },
)


def refusal(key: str) -> InputError:
    """Return the error of something that cannot be done, from its sentence; what to do is under the
    key with `-mend` behind it, where there is anything."""
    mend = f"{key}-mend"
    remedy = BOOK.text(mend) if mend in BOOK.language(ENGLISH).words else ""
    return InputError(Problem("", BOOK.text(key), remedy))


def problem_of(error: InputError | NotationError) -> Problem:
    """Return what an error tells first."""
    return error.problems[0] if isinstance(error, InputError) else error.problem("")
