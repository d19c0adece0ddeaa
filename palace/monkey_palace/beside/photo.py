"""A photo of a printed sheet: its corners are dragged, and the knobs are read from it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist

from palace.contract.beside import Beside
from palace.contract.box import BoxHead
from palace.contract.taps import Amount, Board, Choice, Idea, Place, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.sheet_corners import find_corners, wrong_corners
from palace.monkey_palace.game.sheet_photo import read_sheet
from palace.monkey_palace.game.sheet_view import Picture, Point, View, middles
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap, centred
from palace.monkey_palace.kernel.knob import FILES

ENDS = ((0.15, 0.85), (0.15, 0.15), (0.85, 0.15), (0.85, 0.85))
"""Where the corners are before they are found, in shares of the picture."""

_HEAD = re.compile(rb"P6 ([1-9]\d{0,3}) ([1-9]\d{0,3}) 255\n")
_NUMBER = r"-?\d{1,4}(?:\.\d{1,3})?"
_PLACE = re.compile(f"({_NUMBER}),({_NUMBER})")


@dataclass(frozen=True)
class Photo(Beside):
    """A photo of the sheet of `ground`, for what it is `within`, which has the thought `read`.

    `shown` is it as a JPEG in base64, `corners` are None before they are known.  `seeks` is what is
    thought of: `find` the corners, or `read` the knobs.  `note` tells why they were not.
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
        if (head := _HEAD.match(data)) is not None:
            wide, high = map(int, head.groups())
            end = head.end() + 3 * wide * high
            if data[end : end + 2] == b"\xff\xd8":
                picture = Picture(wide, high, data[head.end() : end])
                return cls(within, ground, picture, b64encode(data[end:]).decode())
        raise InputError(Problem("", BOOK.text("box.no-photo")))

    @property
    def title(self) -> str:
        """What it is called."""
        return self.within.title

    def box(self, source: str) -> BoxHead | None:
        """Return the data of the box, still without the map."""
        return self.within.box(source)

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """Where the corners are taken to be."""
        wide, high, _ = self.picture
        return self.corners or tuple((wide * x, high * y) for x, y in ENDS)

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped; `main` is what is to be thought of."""
        told = Told(BOOK.text("box.corners"), lines=(self.note or BOOK.text("box.drag"),))
        back = Choice("back", BOOK.text("box.key-no-photo"), "")
        main, text = self.seeks or "read", None if self.seeks else ""
        key = Choice(main, BOOK.text(f"box.key-{main}"), text, asks=self.seeks)
        rows = Row("", (back, key)), grid_keys(self.ground.width, self.ground.depth)
        return Taps(told, self._board(), rows, main=main)

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a key."""
        if name == "back":
            return self.within
        if name == "read":
            return replace(self, seeks="read", note="")
        wide, deep = map(int, text.split())
        ground = centred(self.ground.name, [CLOSED * wide] * deep)
        return replace(self, ground=ground, seeks="find", note="")

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
        if what == "find":
            for corners, share in find_corners(self.picture, self.ground):
                text = json.dumps(corners) if corners else None
                yield Idea(text, BOOK.text("box.finding"), done=share == 1, share=share)
            return
        if wrong := wrong_corners(self.picture, self.ground, self.places):
            yield Idea(told=BOOK.text(f"box.corners-{wrong}"), done=True)
            return
        for found, share in read_sheet(self.picture, self.ground, self.places):
            if found is None:
                yield Idea(told=BOOK.text("box.reading"), share=share)
            elif found.asks_again:
                yield Idea(told=BOOK.text("box.too-unsure", count=len(found.unsure)), done=True)
            else:
                tones = {one.letter: f"#{bytes(one.rgb).hex()}" for one in found.patches}
                unsure = [*map(str, found.unsure)]
                data = {"rows": found.rows, "unsure": unsure, "tones": tones}
                yield Idea(json.dumps(data), done=True)

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with the corners, or what it is within with the knobs."""
        if not idea.done:
            return self
        if what == "read":
            there = replace(self, seeks="", note=idea.told)
            return there if idea.text is None else self.within.thought(what, idea)
        if found := json.loads(idea.text or "null"):
            return replace(self, corners=tuple((x, y) for x, y in found), seeks="")
        return replace(self, seeks="", note=BOOK.text("box.no-corners"))

    def _board(self) -> Board:
        wide, high, _ = self.picture
        places = []
        for at, (x, y) in enumerate(self.places, 1):
            right, down = round(100 * x / wide), round(100 * y / high)
            label = BOOK.text(f"box.corner-{at}", right=right, down=down)
            places.append(Place(f"corner-{at}", round(x), round(y), label=label))
        answers = {place.name: "" for place in places}
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
            f'<image href="data:image/jpeg;base64,{self.shown}" width="{wide}" height="{high}"/>'
            "</svg>"
        )
        label, rings = BOOK.text("box.photo"), tuple(self._rings())
        return Board((), (), label, (*places,), picture=picture, rings=rings, answers=answers)

    def _rings(self) -> Iterator[tuple[float, float, float]]:
        """Yield a ring on every knob, where the corners are those of a sheet."""
        if self.corners is None or wrong_corners(self.picture, self.ground, self.corners):
            return
        view = View(*self.ground.sheet[2:], self.corners)
        for x, y in middles(self.ground):
            u, v = view.at(x, y)
            yield round(u, 1), round(v, 1), round(0.8 * dist((u, v), view.at(x + 1, y)), 1)


def grid_keys(wide: int, deep: int) -> Row:
    """Return the numbers of knobs along the sides of a grid."""
    sides = (
        Amount(
            name, BOOK.text(f"box.side-{name}"), count,
            f"{wide - x} {deep - y}" if count > 1 else None,
            f"{wide + x} {deep + y}" if count < len(FILES) else None,
        )
        for name, count, x, y in (("wide", wide, 1, 0), ("deep", deep, 0, 1))
    )  # fmt: skip
    return Row("", tuple(sides), "list")
