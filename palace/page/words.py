"""The page's own sentences; those of verdicts, gains and questions come from the game."""

from __future__ import annotations

from palace.core.errors import InputError, Problem
from palace.core.verdict import ENGLISH, Phrasebook, Reason, Text, in_language
from palace.files.sentences import language

BOOK = Phrasebook(
    f"{__name__}.BOOK",
    {
        "en": language(__package__, "sentences-en.toml"),
        "zh": lambda: language(__package__, "sentences-zh.toml", comma="\N{FULLWIDTH COMMA}"),
    },
)


def refusal(key: str, **values: object) -> InputError:
    """Return the error of something that cannot be done, from its sentence.

    What to do is under the key with `-mend` behind it, where there is anything.
    """
    known = BOOK.language(ENGLISH).words
    remedy = BOOK.text(f"{key}-mend") if f"{key}-mend" in known else ""
    return InputError(Problem("", BOOK.text(key, **values), remedy))


def listed(texts: tuple[str, ...], language: str) -> str:
    """Return texts in a language, with commas between them."""
    return BOOK.language(language).comma.join(in_language(text, language) for text in texts)


def told(problem: Problem, language: str) -> str:
    """Return what is wrong, and what to do, in one sentence."""
    parts = (in_language(part, language) for part in (problem.what, problem.remedy) if part)
    return BOOK.say(language, "colon").join(parts)


def against(reason: Reason, language: str) -> str:
    """Return why something is not legal, and what would be."""
    parts = (reason.text_in(language), reason.remedy_in(language))
    return BOOK.say(language, "colon").join(filter(None, parts))


def forbidden(reason: Reason) -> InputError:
    """Return the error of a move that is not legal."""
    return InputError(Problem("", Text(reason.text_in), BOOK.text("insist")))
