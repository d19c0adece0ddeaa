"""Reads steps: takes a text apart word by word, along the form of its verb."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from palace.cooper_island.goods import GAINS, KINDS, Goods
from palace.cooper_island.hexes import Hex
from palace.cooper_island.payment import Payment
from palace.cooper_island.placement import Placement
from palace.cooper_island.step import CHOICES, FORMS, VERBS, Part, Step
from palace.core.errors import NotationError, nearest, shorten

LONGEST = 1_000

_WORD = re.compile(r'"[^"]*"|[^\s"]+|"')
_LIMITS = {"count": 99, "number": 8}


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def read_step(text: str) -> Step:
    """The step of a text; raises `NotationError` with column and what was expected."""
    if len(text) > LONGEST:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, LONGEST + 1, f"at most {LONGEST}")
    return _Reader(text).step()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [_Word(found[0], *found.span()) for found in _WORD.finditer(text)]
        self.at = 0

    def fail(self, expected: str) -> NotationError:
        if self.at < len(self.words):
            word = self.words[self.at]
            what = f"{shorten(word.text, 30)!r} cannot stand here"
            return NotationError(what, self.text, word.start + 1, expected)
        what = "it ends here" if self.words else "the step is empty"
        return NotationError(what, self.text, len(self.text.rstrip()) + 1, expected)

    def next(self) -> str:
        """The next word in small letters; empty at the end."""
        return self.words[self.at].text.lower() if self.at < len(self.words) else ""

    def one_of(self, known: tuple[str, ...]) -> str:
        found = next((word for word in known if word.lower() == self.next()), None)
        if found is None:
            near = nearest(self.next(), known) if self.next() else None
            wanted = f"{', '.join(known[:-1])} or {known[-1]}"
            raise self.fail(f"{wanted}; did you mean {near}?" if near else wanted)
        self.at += 1
        return found

    def step(self) -> Step:
        verb = self.one_of(VERBS)
        form = FORMS[verb]
        found: dict[str, Any] = {}
        for index, part in enumerate(form):
            rest = form[index + 1 :]
            if part.kind == "placement":
                self.at -= 1  # its text begins with the verb
            if part.lead and self.next() == part.lead:
                self.at += 1
                found[part.name] = self.value(part, form)
            elif part.lead and not part.optional:
                raise self.fail(part.lead)
            elif not part.lead and (not part.optional or self.here(rest)):
                found[part.name] = self.value(part, form)
        if self.at < len(self.words):
            raise self.left_over(form, {*found})
        return Step.of(verb, **found)

    def left_over(self, form: tuple[Part, ...], found: set[str]) -> NotationError:
        """What is wrong with a word after the last part."""
        last = max((at for at, part in enumerate(form) if part.name in found), default=-1)
        early = [part for part in form[: last + 1] if part.lead and part.lead == self.next()]
        if not early:
            return self.fail(" or ".join([*(part.lead for part in form[last + 1 :]), "the end"]))
        word = self.words[self.at]
        why = "stands here twice" if early[0].name in found else "comes too late"
        leads = [part.lead for part in form if part.lead]
        expected = f"{leads[0]} once" if len(leads) == 1 else f"the order {', '.join(leads)}"
        return NotationError(f"{word.text!r} {why}", self.text, word.start + 1, expected)

    def here(self, rest: tuple[Part, ...]) -> bool:
        """Whether a part without a word before it is there at all."""
        return bool(self.next()) and self.next() not in {part.lead for part in rest}

    def value(self, part: Part, form: tuple[Part, ...]) -> Any:
        kind = part.kind
        if kind == "flag":
            return True
        if kind in CHOICES:
            return self.one_of(CHOICES[kind])
        if kind in _LIMITS:
            return self.number(_LIMITS[kind])
        if kind == "name":
            return self.name()
        if kind == "space":
            try:
                space = Hex.read(self.next())
            except NotationError:
                raise self.fail("a space such as c3") from None
            self.at += 1
            return space
        return self.span(kind, {part.lead for part in form if part.lead})

    def number(self, most: int) -> int:
        word = self.next()
        if not re.fullmatch("[0-9]{1,2}", word) or not 1 <= int(word) <= most:
            raise self.fail(f"a number from 1 to {most}")
        self.at += 1
        return int(word)

    def name(self) -> str:
        word = self.words[self.at].text if self.at < len(self.words) else ""
        name = word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word
        if not name.strip() or '"' in name:
            raise self.fail('a name, in "quotes" if it has blanks')
        self.at += 1
        return name

    def span(self, kind: str, leads: set[str]) -> Any:
        """What the words up to the next part say, wherever in the form it stands."""
        first = self.at
        while self.at < len(self.words) and self.next() not in leads:
            self.at += 1
        if first == self.at:
            self.at = first
            raise self.fail(_EXAMPLES[kind])
        start, end = self.words[first].start, self.words[self.at - 1].end
        text = self.text[start:end]
        try:
            if kind == "placement":
                return Placement.read(text)
            if kind == "payment":
                return Payment.read(text)
            return Goods.read(text, GAINS if kind == "gains" else KINDS)
        except NotationError as error:
            column = start + error.column
            raise NotationError(error.what, self.text, column, error.expected) from None


_EXAMPLES = {
    "payment": "what is handed over, such as 2 wood food@c3",
    "goods": "goods such as 1 wood",
    "gains": "what it gives, such as 1 wood 1 helm, or nothing",
    "placement": "a tile",
}
