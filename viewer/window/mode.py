"""The interface between the window and its modes; needs neither VTK nor a window.

A mode keeps its own state, handles keys, picks and the slider, and returns what to show.  The
window draws that and knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from palace.monkey_palace.drawing.heat import Heat
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..callouts import Accent, Label
from ..pieces.measures import Point
from ..scene import Scene


class Spot(NamedTuple):
    """What is under the pointer: the nearest knob, and the number of the instance, if any."""

    knob: Knob | None = None
    instance: int | None = None


class Slider(NamedTuple):
    """Position of the time slider, 0 to `last`, and its text."""

    at: int
    last: int
    text: str


class ModeContext(NamedTuple):
    """The position that a hint and a heat map are about; `supply` is None for the whole box."""

    palace: Palace
    supply: Supply | None = None
    rulings: Rulings = DEFAULT


@dataclass(frozen=True)
class Shot:
    """Everything shown at one moment.

    `ghosts` are drawn translucent, `outlined` are the numbers of instances with strong edges.  A
    heat map is tiles with numbers, or with `terrain` columns as high as their number of bricks.
    `panel` is the text in the corner, its title first, and `accent` its verdict.  The camera is
    fitted to the scene and to `reach`, points in mm.
    """

    scene: Scene
    panel: tuple[str, ...] = ()
    accent: Accent = "plain"
    labels: tuple[Label, ...] = ()
    ghosts: tuple[Element, ...] = ()
    heat: Heat | None = None
    terrain: bool = False
    slider: Slider | None = None
    outlined: tuple[int, ...] = ()
    reach: tuple[Point, ...] = ()


class Mode(Protocol):
    """A way of working in the window."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Help text of each key, by VTK's name of the key."""

    def shot(self) -> Shot:
        """Return what to show now."""

    def key(self, name: str) -> None:
        """Handle a key of `keys`."""

    def pick(self, spot: Spot) -> None:
        """Handle a click."""

    def slide(self, at: int) -> None:
        """Handle a move of the slider to `at`."""


@runtime_checkable
class Busy(Protocol):
    """A mode that also redraws on background events, such as a finished search."""

    def poll(self) -> bool:
        """Return whether the shot has changed since the last call; called by a timer."""
