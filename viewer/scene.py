"""Scenes: the parts of a picture with their places, colours and players, before anything is drawn.

Needs neither VTK nor a window; pictures, the window and 3D files are all made from scenes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, Protocol, cast

import numpy as np

from palace.contract.rules import Log
from palace.core import colours
from palace.monkey_palace.drawing.shown import corner_pieces, find_wrong, list_shown, tint
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace

from .board import ASIDE, FLAT, LETTERS, PRINT, SMALL, UPRIGHT, board, height_sign, scale
from .pieces.measures import BRICK, KNOB_HEIGHT, PITCH, PLATE, SHEET
from .pieces.parts import Body, Group, part, place_element
from .pieces.shell import Points
from .shade import Shade, cast_shade

Shown = Palace | Build | MonkeyLog


Drawable = object
"""A palace, a build, a game, a land, the lands of a game, or a scene."""


_HIDDEN = {
    "free": (UPRIGHT, LETTERS),
    "south": (UPRIGHT, LETTERS, ASIDE),
    "west": (UPRIGHT, LETTERS, ASIDE),
    "plan": (UPRIGHT,),
    "front": (FLAT, ASIDE, PRINT, SMALL, LETTERS),
}
"""Text that is not in a view."""


class Drawn(Protocol):
    """A scene: bodies in their places, the names of its instances, and its extent in mm."""

    @property
    def names(self) -> Mapping[int, str]:
        """Instance names by number."""

    @property
    def low(self) -> float:
        """Height of the underside."""

    @property
    def middle(self) -> Points:
        """Point (3,) in mm that a turntable film rotates around."""

    @property
    def flat(self) -> bool:
        """Whether it is read from above, like a page, rather than seen at a corner."""

    def groups(self, view: str = ..., quarter: int = ...) -> tuple[Group, ...]:
        """Return everything visible in a view, its text upright after turns of 90 degrees."""

    def corners(self, view: str = ...) -> Points:
        """Return corners (n, 3), in mm, of boxes around everything visible in a view."""

    def shade(self, turned: float = ...) -> Shade | None:
        """Return what is in shadow, with the table rotated by some degrees; None for no table."""


class Instance(NamedTuple):
    """An element in the scene.

    `number` counts from 0 in the order of placing; `turn` is the turn it was placed in (0: the
    set-up) and `player` the player who placed it, if known.  `marked` elements are at fault,
    `fresh` ones are of the last turn; a `ghost` is an animal that the turn moved away.
    """

    number: int
    element: Element
    turn: int | None = None
    player: str | None = None
    marked: bool = False
    fresh: bool = False
    ghost: bool = False

    @property
    def colour(self) -> str:
        """Colour as `#rrggbb`."""
        return colours.FAULT if self.marked else tint(self.element)


@dataclass(frozen=True, eq=False)
class Scene:
    """The table and all elements on it."""

    ground: GroundMap
    instances: tuple[Instance, ...]

    @classmethod
    def of(cls, ground: GroundMap, instances: Iterable[Instance]) -> Scene:
        """Return the scene of instances, renumbered in their order."""
        return cls(ground, tuple(one._replace(number=n) for n, one in enumerate(instances)))

    @cached_property
    def table(self) -> tuple[Group, ...]:
        """Plate, sheet and text, which is upright as seen from the south."""
        return self._lay_table(0)

    def _lay_table(self, quarter: int) -> tuple[Group, ...]:
        here, none = np.eye(4)[None], np.array([-1])
        return tuple(Group(body, body.colour, here, none) for body in board(self.ground, quarter))

    @cached_property
    def pieces(self) -> tuple[Group, ...]:
        """The elements, one group for each body and colour."""
        return _gather(one for one in self.instances if not one.ghost)

    @cached_property
    def ghosts(self) -> tuple[Group, ...]:
        """The animals that were moved away, where they were, likewise."""
        return _gather(one for one in self.instances if one.ghost)

    def groups(self, view: str = "free", quarter: int = 0) -> tuple[Group, ...]:
        """Return table and elements; the front view has upright names, a scale and no print.

        Letters of zones are only in the plan.  Text is upright as seen from the south, or after
        `quarter` turns from the west, the north or the east.
        """
        table = self._lay_table(quarter) if quarter else self.table
        return (
            *(group for group in table if group.body.name not in _HIDDEN[view]),
            *(self._scale(quarter) if view == "front" else ()),
            *self.pieces,
        )

    def _scale(self, quarter: int) -> tuple[Group, ...]:
        """Return the scale of the front view: a line for each level up to the highest piece."""
        high = max((one.element.top for one in self.instances), default=0)
        here, none = np.eye(4)[None], np.array([-1])
        return tuple(
            Group(body, body.colour, here, none) for body in scale(self.ground, high, quarter)
        )

    def corners(self, view: str = "free") -> Points:
        """Return corners (n, 3), in mm, around everything visible in a view.

        Boxes bound the solid bodies; text gives its own corners, since it runs along two sides of
        the plate and its box would include an empty corner.
        """
        boxes = []
        quarter = 1 if view == "west" else 0
        for group in (*self.groups(view, quarter), *self.ghosts):
            ends = group.body.net.vertices
            if group.body.solid:
                bounds = ends.min(axis=0), ends.max(axis=0)
                ends = np.array([*product(*zip(*bounds, strict=True))])
            boxes.append(group.place(ends).reshape(-1, 3))
        # Lines from hanging feet end on the table.
        boxes.append(self.outline_marked().reshape(-1, 3) * (1, 1, 0))
        return np.concatenate(boxes)

    def outline_marked(self) -> Points:
        """Return the corners (n, 8, 3), in mm, of boxes around the n elements at fault."""
        boxes = [
            [
                *product(
                    *([min(along) * PITCH, (max(along) + 1) * PITCH]
                      for along in zip(*one.element.studs, strict=True)),
                    [one.element.level * BRICK, one.element.top * BRICK + KNOB_HEIGHT],
                )
            ]
            for one in self.instances
            if one.marked
        ]  # fmt: skip
        return np.array(boxes, float).reshape(-1, 8, 3)

    def shade(self, turned: float = 0.0) -> Shade | None:
        """Return the shade of the instances on the table and on each other, as `cast_shade`."""
        if not self.table:
            return None
        there = [one.element for one in self.instances if not one.ghost]
        return cast_shade(self.ground, there, turned)

    @property
    def names(self) -> dict[int, str]:
        """The name of each instance, for files that store it."""
        return {instance.number: str(instance.element) for instance in self.instances}

    @property
    def middle(self) -> Points:
        """Middle of the plate, at height 0."""
        side = self.ground.plate
        middle: Points = np.array([side, side, 0.0]) * PITCH / 2
        return middle

    @property
    def flat(self) -> bool:
        """False: it is seen at a corner."""
        return False

    @property
    def low(self) -> float:
        """Height of the plate's underside."""
        return -SHEET - PLATE


def _gather(instances: Iterable[Instance]) -> tuple[Group, ...]:
    """Return instances as one group for each body and colour."""
    found: dict[tuple[Body, str], list[Instance]] = {}
    for instance in instances:
        for body in part(instance.element.kind):
            colour = body.colour or instance.colour
            found.setdefault((body, colour), []).append(instance)
    return tuple(
        Group(
            body, colour,
            np.stack([place_element(instance.element) for instance in group]),
            np.array([instance.number for instance in group]),
        )
        for (body, colour), group in found.items()
    )  # fmt: skip


def sign_heights(ground: GroundMap, shown: Iterable[Element]) -> Iterator[Group]:
    """Yield the heights of a plan: a disc over each knob that is built on, with its bricks.

    A decoration adds its letter; beside an animal the disc is moved.
    """
    tops: dict[Knob, Element] = {}
    animals: set[Knob | None] = set()
    for element in shown:
        for stud in element.feet or element.studs[:1]:
            knob = ground.knob_at(*stud)
            if element.kind in colours.ANIMALS:
                animals.add(knob)
            elif knob is not None and (knob not in tops or tops[knob].top < element.top):
                tops[knob] = element
    for knob, element in tops.items():
        letter = PIECES[element.kind].letter if element.kind in COLOURS.values() else ""
        x, y = ((stud + 0.5) * PITCH for stud in ground.stud(knob))
        aside = _ASIDE if knob in animals else 0.0
        place = np.eye(4)
        place[:3, 3] = x + aside, y - aside, max(each.top for each in tops.values()) * BRICK + _OVER
        for body in height_sign(f"{element.top}{letter}"):
            yield Group(body, body.colour, place[None], np.array([-1]))


_ASIDE, _OVER = 8.5, 60.0  # mm that a height is moved to the south-east, and over all pieces


def scene(shown: Shown, *, marked: Collection[Element] = ()) -> Scene:
    """Return the scene of a palace, a build, or the last position of a replay.

    Elements of `marked` get the fault colour, and so do the elements of a build that hang, are
    misplaced or overlap.
    """
    bad = set(marked)
    if isinstance(shown, Log):
        ground = shown.state.palace.ground
        laid = [*corner_instances(ground), *list_dated(date_elements(shown)[-1], shown)]
    else:
        ground = shown.ground
        laid = [Instance(0, element) for element in list_shown(shown)]
    if isinstance(shown, Build):
        bad |= find_wrong(shown)
    return Scene.of(ground, (one._replace(marked=one.element in bad) for one in laid))


def date_elements(played: MonkeyLog) -> list[dict[Element, int]]:
    """Return the elements after the set-up and after each turn, with the turn of each."""
    dated = [dict.fromkeys(played.states[0].palace.elements(), 0)]
    for report in reports(played):
        now = report.palace.elements()
        dated.append({element: dated[-1].get(element, report.number) for element in now})
    return dated


def list_dated(placed_in: Mapping[Element, int], played: MonkeyLog) -> Iterator[Instance]:
    """Yield elements as instances in the order of their turns; `Scene.of` numbers them."""
    names = {report.number: report.player for report in reports(played)}
    for element, turn in sorted(placed_in.items(), key=lambda item: (item[1], item[0].level)):
        yield Instance(0, element, turn, names.get(turn))


def corner_instances(ground: GroundMap) -> Iterator[Instance]:
    """Return the corner pieces that hold a sheet; `Scene.of` numbers them."""
    return (Instance(0, element) for element in corner_pieces(ground))


def find_scene(shown: Drawable, aspect: float | None = None) -> Drawn:
    """Return the scene of a palace, a build, a game, heat maps or a land; return a scene as it is.

    `aspect` is the width over the height of the frame for which lands are arranged, if there is
    one.
    """
    if isinstance(shown, (Palace, Build, Log)):
        return scene(shown)
    # Heavy, and needed for such pictures only.
    from .peninsula import land_scene
    from .relief import relief_scene

    found = relief_scene(shown) or land_scene(shown, aspect)
    return found or cast(Drawn, shown)
