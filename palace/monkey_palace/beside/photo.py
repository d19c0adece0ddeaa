"""A photo of a printed sheet: its corners are dragged, and the knobs are read from it."""

from __future__ import annotations

import json
import math
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.box import BoxHead
from palace.contract.taps import Board, Choice, Idea, Place, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.sheet_corners import find_corners, wrong_corners
from palace.monkey_palace.game.sheet_photo import Picture, Point, View, middles, read_sheet
from palace.monkey_palace.kernel.ground import GroundMap

ENDS = ((0.15, 0.85), (0.15, 0.15), (0.85, 0.15), (0.85, 0.85))
"""Where the corners are before they are found, in shares of the picture."""

_HEAD = re.compile(rb"P6 ([1-9]\d{0,3}) ([1-9]\d{0,3}) 255\n")
_NUMBER = r"-?\d{1,4}(?:\.\d{1,3})?"
_PLACE = re.compile(f"({_NUMBER}),({_NUMBER})")


@dataclass(frozen=True)
class Photo(Beside):
    """A photo of the sheet of `ground`, for what it is `within`, which has the thought `read`.

    `shown` is a small JPEG of the picture in base64, `corners` are None before they are known.
    `seeks` is what is thought of: the corners are to be found, or the knobs to be read.  `note`
    tells why they were not.
    """

    within: Beside
    ground: GroundMap
    picture: Picture
    shown: str
    corners: tuple[Point, ...] | None = None
    seeks: str = "find"
    note: str = ""

    @classmethod
    def of(cls, within: Beside, ground: GroundMap, text: str) -> Photo:
        """Return a photo that is sent: a P6 pixmap, then a JPEG of it to show, as characters of
        Latin-1; raises `InputError`."""
        data = text.encode("latin-1", "replace")
        head = _HEAD.match(data)
        wide, high = map(int, head.groups()) if head else (0, 0)
        start = head.end() if head else 0
        end = start + 3 * wide * high
        if not wide or data[end : end + 2] != b"\xff\xd8":
            raise InputError(Problem("", BOOK.text("box.no-photo")))
        picture = Picture(wide, high, data[start:end])
        return cls(within, ground, picture, b64encode(data[end:]).decode())

    @property
    def title(self) -> str:
        """What it is called."""
        return self.within.title

    @property
    def box(self) -> BoxHead | None:
        """The data of the box, still without the map."""
        return self.within.box

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """Where the corners are taken to be."""
        wide, high, _ = self.picture
        return self.corners or tuple((wide * x, high * y) for x, y in ENDS)

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped; `main` is what is to be thought of."""
        told = Told(BOOK.text("box.corners"), lines=(self.note or BOOK.text("box.drag"),))
        if self.seeks:
            told = Told(BOOK.text("box.seeking"))
        back = Choice("back", BOOK.text("box.key-no-photo"), "")
        sent = None if self.seeks else ""
        read = Choice("read", BOOK.text("box.key-read"), sent, asks=self.seeks)
        return Taps(told, self._board(), (Row("", (back, read)),), main="read")

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a key."""
        return self.within if name == "back" else replace(self, seeks="read", note="")

    def filled(self, name: str, text: str) -> Beside:
        """Return it with a corner elsewhere in the picture."""
        found = _PLACE.fullmatch(text)
        names = [place.name for place in self._board().places]
        if found is None or name not in names:
            return self
        ends = zip(map(float, found.groups()), self.picture[:2], strict=True)
        x, y = (min(max(0.0, value), float(end)) for value, end in ends)
        corners = [*self.places]
        corners[names.index(name)] = x, y
        return replace(self, corners=tuple(corners), seeks="", note="")

    def ideas(self, what: str) -> Iterator[Idea]:
        """Yield the corners, or what the picture tells of the knobs."""
        yield Idea()
        if what == "find":
            yield Idea(json.dumps(find_corners(self.picture, self.ground)), done=True)
            return
        if wrong := wrong_corners(self.picture, self.ground, self.places):
            yield Idea(told=BOOK.text(f"box.corners-{wrong}"), done=True)
            return
        found = read_sheet(self.picture, self.ground, self.places)
        if found.asks_again:
            yield Idea(told=BOOK.text("box.too-unsure", count=len(found.unsure)), done=True)
            return
        tones = {patch.letter: f"#{bytes(patch.rgb).hex()}" for patch in found.patches}
        text = json.dumps({"rows": found.rows, "unsure": [*map(str, found.unsure)], "tones": tones})
        yield Idea(text, done=True)

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with the corners, or what it is within with the knobs."""
        if not idea.done:
            return self
        if what == "read":
            there = replace(self, seeks="", note=idea.told)
            return there if idea.text is None else self.within.thought(what, idea)
        found = json.loads(idea.text or "null")
        note = idea.told or ("" if found else BOOK.text("box.no-corners"))
        corners = tuple((x, y) for x, y in found or self.places)
        return replace(self, corners=corners, seeks="", note=note)

    def _board(self) -> Board:
        wide, high, _ = self.picture
        places = tuple(
            Place(f"corner-{at}", round(x), round(y), label=BOOK.text("box.corner", number=at))
            for at, (x, y) in enumerate(self.places, 1)
        )
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
            f'<image href="data:image/jpeg;base64,{self.shown}" width="{wide}" height="{high}" '
            'preserveAspectRatio="none"/>',
            *(() if self.seeks == "find" else self._rings()),
            "</svg>",
        ]
        answers = {place.name: "" for place in places}
        label = BOOK.text("box.photo")
        return Board((), (), label, places, picture="".join(parts), answers=answers)

    def _rings(self) -> Iterator[str]:
        """Yield a ring on every knob, where the corners are those of a sheet."""
        if wrong_corners(self.picture, self.ground, self.places):
            return
        thick = max(self.picture[:2]) / 300
        view = View(*self.ground.sheet[2:], self.places)
        for x, y in middles(self.ground):
            (u, v), side = view.at(x, y), view.at(x + 1, y)
            ring = f'cx="{u:.1f}" cy="{v:.1f}" r="{0.8 * math.dist((u, v), side):.1f}" fill="none"'
            for tone, width in (("#000", 2.2 * thick), ("#fff", thick)):
                yield f'<circle {ring} stroke="{tone}" stroke-width="{width:.1f}"/>'
