"""The questions that score pads are made of: names, numbers, points of several cards, a choice.

Each explains an answer that does not fit it by `InputError`, in one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from palace.contract.game import Question
from palace.core.errors import InputError, Problem, either, shorten

PLAYERS = "players"
"""The key of the first question, whose answer is the names in seat order."""

RIVAL = "against"
"""The key of the question for the player of the program that has the last seat."""

LONGEST_NAME = 40
MOST_POINTS = 999

_SUM = re.compile(r"[0-9]{1,4}(?:\s*[\s,+]\s*[0-9]{1,4})*")
_NUMBER = re.compile(r"[0-9]{1,4}")


def wrong(what: str, remedy: str) -> InputError:
    """Return the error of an answer that does not fit its question."""
    return InputError(Problem("", what, remedy))


def players(least: int, most: int) -> Question:
    """Return the question for the names of the players, in seat order."""
    example = "Ana, Ben, Caro"[: 3 if most == 1 else None]

    def read(text: str) -> tuple[str, ...]:
        names = [" ".join(part.split()) for part in text.split(",")]
        if text and not all(names):
            raise wrong("a name is empty", f"write {example}")
        if not text or not least <= len(names) <= most:
            count = f"{len(names)} player{'s' * (len(names) != 1)}" if text else "no players"
            raise wrong(count, f"{least} to {most} names with commas between them: {example}")
        for name in names:
            if names.count(name) > 1:
                raise wrong(f"two players are called {shorten(name)!r}", "tell them apart")
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise wrong(f"{shorten(name)!r} is no name", f"at most {LONGEST_NAME} letters")
        return tuple(names)

    count = f"{least} to {most} names" if least < most else f"{most} names"
    prompt = f"Players in seat order ({count}, such as {example})> "
    return Question(PLAYERS, "", prompt, lambda: (), read, least=least, most=most)


def number(
    key: str, player: str, what: str, most: int = MOST_POINTS, example: int = 1, why: str = "",
    title: str = "",
) -> Question:  # fmt: skip
    """Return the question for a number from 0 to `most`; `why` is the reason of that limit.

    The `title` of a question is what it asks on a page, where that is not `what`.
    """

    def read(text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise wrong(f"{shorten(text, 30)!r} is no number", f"0 to {most}, such as {example}")
        if int(text) > most:
            raise wrong(f"{int(text)} is too many", why or f"at most {most}")
        return int(text)

    shown = min(example, most)
    return Question(key, player, _prompt(player, what, f"0 to {most}, such as {shown}"),
                    lambda: (), read, default="0", title=title or what, most=most)  # fmt: skip


def points(
    key: str, player: str, what: str, example: str = "2+3", most: int = 100, noun: str = "card",
    title: str = "",
) -> Question:  # fmt: skip
    """Return the question for points of several cards: one by one, or their sum.

    The answer is a list of numbers, or one number; `most` is how many there can be of `noun`.
    """

    def read(text: str) -> list[int] | int:
        if not _SUM.fullmatch(text):
            remedy = f"a total, or numbers with + or blanks between them: {example}"
            raise wrong(f"{shorten(text, 30)!r} is no sum", remedy)
        found = [int(word) for word in _NUMBER.findall(text)]
        if len(found) > most:
            raise wrong(f"{len(found)} {noun}s", f"at most {most}, or write their total")
        if sum(found) > MOST_POINTS:
            raise wrong(f"{sum(found)} is too many", f"at most {MOST_POINTS}")
        return found if len(found) > 1 else found[0]

    hint = f"0 to {MOST_POINTS}, such as {example} or {sum(map(int, example.split('+')))}"
    prompt = _prompt(player, what, hint)
    return Question(key, player, prompt, lambda: (), read, default="0", title=title or what,
                    most=MOST_POINTS)  # fmt: skip


def choice(
    key: str, player: str, what: str, words: Sequence[str], default: str | None, none: str = "",
    title: str = "",
) -> Question:  # fmt: skip
    """Return the question for one of some words, or the first letters of one.

    With `none`, which names it, Enter alone is no word: the answer is None.
    """

    def read(text: str) -> str | None:
        if none and text.lower() in ("", "-", "none"):
            return None
        if not text:
            raise wrong("an answer is needed", f"it is {either(words)}")
        exact = [word for word in words if word.lower() == text.lower()]
        begun = [word for word in words if text and word.lower().startswith(text.lower())]
        if found := exact or begun:
            if len(found) == 1 or text in found:
                return text if text in found else found[0]
            raise wrong(f"{shorten(text, 30)!r} can be {either(found)}", "write more of it")
        enter = f", or Enter for {none}" if none else ""
        raise wrong(f"{shorten(text, 30)!r} is not known", f"it is {either(words)}{enter}")

    hint = f"{either(words)}; Enter for {none}" if none else either(words)
    shown = f" [{default}]" if default else ""
    lead = f"{player}, {what}" if player else what
    return Question(key, player, f"{lead} ({hint}){shown}> ", lambda: words, read,
                    default="" if none else default, title=title or what, nothing=none)  # fmt: skip


def _prompt(player: str, what: str, hint: str) -> str:
    lead = f"{player}, {what}" if player else what
    return f"{lead} ({hint}) [0]> "


def records_head(game: str) -> dict[str, object]:
    """Return the keys that every record begins with."""
    return {"format": 1, "game": game, "rules": "1"}
