"""What can be drawn, and the scene it makes: pictures and 3D files need no more of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.palace import Palace

from .pieces.shell import Points
from .scene import Group, scene

Drawable = object
"""A palace, a build, a game, a land, the lands of a game, or a scene."""


class Drawn(Protocol):
    """A scene: bodies in their places, what each instance is called, and its underside in mm."""

    @property
    def names(self) -> Mapping[int, str]:
        """What the instances are, by their number."""

    @property
    def low(self) -> float:
        """The height of what lies lowest."""

    @property
    def middle(self) -> Points:
        """The point (3,), in mm, that a full turn goes round."""

    def groups(self, view: str = ...) -> tuple[Group, ...]:
        """Everything that is seen in a view."""

    def corners(self, view: str = ...) -> Points:
        """(n, 3) corners of boxes round all of it, in mm."""


def drawn(shown: Drawable) -> Drawn:
    """The scene of a palace, a build, a game or a land; a scene is one already."""
    if isinstance(shown, (Palace, Build, Replay)):
        return scene(shown)
    # Only a picture of lands pays for what draws them.
    from .peninsula import land_scene

    return land_scene(shown) or cast(Drawn, shown)
