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

from palace.core import colours
from palace.monkey_palace.drawing.shown import corner_pieces, find_wrong, list_shown, tint
from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace

from .board import FLAT, PRINT, SMALL, UPRIGHT, board
from .pieces.measures import PITCH, PLATE, SHEET
from .pieces.parts import Body, Group, part, place_element
from .pieces.shell import Points
from .shade import Shade, cast_shade

Shown = Palace | Build | Replay


Drawable = object
"""A palace, a build, a game, a land, the lands of a game, or a scene."""


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

    def groups(self, view: str = ...) -> tuple[Group, ...]:
        """Return everything visible in a view."""

    def corners(self, view: str = ...) -> Points:
        """Return corners (n, 3), in mm, of boxes around everything visible in a view."""

    def shade(self, turned: float = ...) -> Shade | None:
        """Return what is in shadow, with the table rotated by some degrees; None for no table."""


class Instance(NamedTuple):
    """An element in the scene.

    `number` counts from 0 in the order of placing; `turn` is the turn it was placed in (0: the
    set-up) and `player` the player who placed it, if known.  `marked` elements are at fault.
    """

    number: int
    element: Element
    turn: int | None = None
    player: str | None = None
    marked: bool = False

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
        """Plate, sheet and text."""
        here, none = np.eye(4)[None], np.array([-1])
        return tuple(Group(body, body.colour, here, none) for body in board(self.ground))

    @cached_property
    def pieces(self) -> tuple[Group, ...]:
        """The elements, one group for each body and colour."""
        found: dict[tuple[Body, str], list[Instance]] = {}
        for instance in self.instances:
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

    def groups(self, view: str = "free") -> tuple[Group, ...]:
        """Return table and elements; the front view has upright names and no print."""
        hidden = (FLAT, PRINT, SMALL) if view == "front" else (UPRIGHT,)
        table = [group for group in self.table if group.body.name not in hidden]
        return (*table, *self.pieces)

    def corners(self, view: str = "free") -> Points:
        """Return corners (n, 3), in mm, around everything visible in a view.

        Boxes bound the solid bodies; text gives its own corners, since it runs along two sides of
        the plate and its box would include an empty corner.
        """
        boxes = []
        for group in self.groups(view):
            ends = group.body.net.vertices
            if group.body.solid:
                bounds = ends.min(axis=0), ends.max(axis=0)
                ends = np.array([*product(*zip(*bounds, strict=True))])
            boxes.append(group.place(ends).reshape(-1, 3))
        return np.concatenate(boxes)

    def shade(self, turned: float = 0.0) -> Shade | None:
        """Return the shade of the instances on the table and on each other, as `cast_shade`."""
        if not self.table:
            return None
        return cast_shade(self.ground, [one.element for one in self.instances], turned)

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
    def low(self) -> float:
        """Height of the plate's underside."""
        return -SHEET - PLATE


def scene(shown: Shown, *, marked: Collection[Element] = ()) -> Scene:
    """Return the scene of a palace, a build, or the last position of a replay.

    Elements of `marked` get the fault colour, and so do the elements of a build that hang, are
    misplaced or overlap.
    """
    bad = set(marked)
    if isinstance(shown, Replay):
        ground = shown.palace.ground
        laid = [*corner_instances(ground), *list_dated(date_elements(shown)[-1], shown)]
    else:
        ground = shown.ground
        laid = [Instance(0, element) for element in list_shown(shown)]
    if isinstance(shown, Build):
        bad |= find_wrong(shown)
    return Scene.of(ground, (one._replace(marked=one.element in bad) for one in laid))


def date_elements(played: Replay) -> list[dict[Element, int]]:
    """Return the elements after the set-up and after each turn, with the turn of each."""
    dated = [dict.fromkeys(played.start.palace.elements(), 0)]
    for report in played.turns:
        now = report.palace.elements()
        dated.append({element: dated[-1].get(element, report.number) for element in now})
    return dated


def list_dated(placed_in: Mapping[Element, int], played: Replay) -> Iterator[Instance]:
    """Yield elements as instances in the order of their turns; `Scene.of` numbers them."""
    names = {report.number: report.player for report in played.turns}
    for element, turn in sorted(placed_in.items(), key=lambda item: (item[1], item[0].level)):
        yield Instance(0, element, turn, names.get(turn))


def corner_instances(ground: GroundMap) -> Iterator[Instance]:
    """Return the corner pieces that hold a sheet; `Scene.of` numbers them."""
    return (Instance(0, element) for element in corner_pieces(ground))


def find_scene(shown: Drawable) -> Drawn:
    """Return the scene of a palace, a build, a game, heat maps or a land; return a scene as it
    is."""
    if isinstance(shown, (Palace, Build, Replay)):
        return scene(shown)
    # Heavy, and needed for such pictures only.
    from .peninsula import land_scene
    from .relief import relief_scene

    return relief_scene(shown) or land_scene(shown) or cast(Drawn, shown)
