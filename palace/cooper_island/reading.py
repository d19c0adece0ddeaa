"""What the readers of placements, steps, goods and lands share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palace.cooper_island.peninsula import Hex
from palace.core.errors import NotationError, nearest, shorten


def check_length(text: str, longest: int) -> None:
    """Raise `NotationError` for a text of more than `longest` characters."""
    if len(text) > longest:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, longest + 1, f"at most {longest}")


def either(words: Sequence[str]) -> str:
    """Return words as alternatives: `wood, food or coin`."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


class Reader:
    """Parser of the words of a text; `noun` names the text in errors."""

    longest: int
    word: re.Pattern[str]
    noun: str

    def __init__(self, text: str) -> None:
        check_length(text, self.longest)
        self.text = text
        self.words = [(found[0], *found.span()) for found in self.word.finditer(text)]
        self.at = 0

    def fail(self, expected: str) -> NotationError:
        """Return the error about the next word, or about the end of the text."""
        if self.at < len(self.words):
            word, start, _ = self.words[self.at]
            what = f"{shorten(word, 30)!r} is not expected here"
            return NotationError(what, self.text, start + 1, expected)
        what = "the text ends here" if self.words else f"the {self.noun} is empty"
        return NotationError(what, self.text, len(self.text.rstrip()) + 1, expected)

    def next(self) -> str:
        """Return the next word in small letters; empty at the end."""
        return self.words[self.at][0].lower() if self.at < len(self.words) else ""

    def one_of(self, known: Sequence[str]) -> str:
        """Read one of the known words; raises `NotationError` with the nearest for another."""
        found = next((word for word in known if word.lower() == self.next()), None)
        if found is None:
            near = nearest(self.next(), known) if self.next() else None
            raise self.fail(f"{either(known)}; did you mean {near}?" if near else either(known))
        self.at += 1
        return found

    def space(self) -> Hex:
        """Read a space."""
        try:
            space = Hex.read(self.next())
        except NotationError:
            raise self.fail("a space such as c3") from None
        self.at += 1
        return space
