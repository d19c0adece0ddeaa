"""What a window shows and what a way of working in it must answer; needs neither VTK nor a window.

A mode keeps its own state, is told of keys, picks and the slider, and says what to show then.  The
window draws what the mode says and knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..pieces.measures import Point
from ..scene import Scene

Accent = Literal["plain", "legal", "illegal"]
Role = Literal["step", "fault", "hint", "name"]


class Label(NamedTuple):
    """Text in the scene at a point in mm, in the look of its role; each fault is a line."""

    text: str
    at: Point
    role: Role = "name"


class Spot(NamedTuple):
    """What lies under the pointer: the nearest knob, and the number of the instance, if any."""

    knob: Knob | None = None
    instance: int | None = None


class Slider(NamedTuple):
    """Where the time slider stands, 0 to `last`, and what it says there."""

    at: int
    last: int
    text: str


class Warmth(NamedTuple):
    """How a knob is tinted in a heat map: a tone from 0 (least) to 1 (most), and its figure."""

    tone: float
    text: str


class Legend(NamedTuple):
    """What the tones of a heat map mean: its title, and what the least and the most stand for."""

    title: str
    least: str
    most: str


class ModeContext(NamedTuple):
    """Where one stands, and with what: what a mode goes on from.

    `supply` is None for all the box holds.  In a recorded game `player` is next after `turn` turns
    of `record`.
    """

    palace: Palace
    supply: Supply | None = None
    rulings: Rulings = DEFAULT
    player: str | None = None
    record: Record | None = None
    turn: int = 0


@dataclass(frozen=True)
class Shot:
    """All that is to be seen at one moment.

    `ghosts` are drawn translucent, `dots` are knobs that may be clicked next, `outlined` are the
    numbers of instances with strong edges.  `panel` is the text in the corner, its title first,
    `accent` tells how it is meant.  The eye is fitted so that
    it sees `reach` too, points in mm.
    """

    scene: Scene
    panel: tuple[str, ...] = ()
    accent: Accent = "plain"
    labels: tuple[Label, ...] = ()
    ghosts: tuple[Element, ...] = ()
    dots: tuple[Knob, ...] = ()
    heat: Mapping[Knob, Warmth] = field(default_factory=dict)
    slider: Slider | None = None
    outlined: tuple[int, ...] = ()
    legend: Legend | None = None
    reach: tuple[Point, ...] = ()


class Mode(Protocol):
    """A way of working in the window."""

    @property
    def title(self) -> str:
        """What one does in it."""

    @property
    def keys(self) -> Mapping[str, str]:
        """What each key does, by the name VTK gives the key; the help overlay lists them."""

    def shot(self) -> Shot:
        """What to show now."""

    def key(self, name: str) -> None:
        """A key of `keys` was pressed."""

    def pick(self, spot: Spot) -> None:
        """Something was clicked."""

    def slide(self, at: int) -> None:
        """The slider was moved."""


@runtime_checkable
class Origin(Protocol):
    """A mode from which others can be entered."""

    def here(self) -> ModeContext | None:
        """What they go on from; None where nothing legal stands."""


@runtime_checkable
class Busy(Protocol):
    """A mode in which something may come up that nobody pressed a key for, as a search's end."""

    def poll(self) -> bool:
        """Whether its shot has changed since it was last asked; the window asks now and then."""
