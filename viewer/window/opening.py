"""The viewer's entry point for `palace view`: a window with one picture, or two side by side."""

from __future__ import annotations

from collections.abc import Sequence

from palace.monkey_palace.drawing.heat import check_terrain
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..offscreen.opengl import need, need_display
from ..offscreen.raster import write_png
from .looking import Looking, Replaying

Shown = Palace | Build | LoggedRecord


def window(
    shown: Sequence[Shown],
    *,
    supply: Supply | None = None,
    rulings: Rulings = DEFAULT,
    turn: int | None = None,
    terrain: str | None = None,
    size: tuple[int, int] = (1200, 900),
    off_screen: bool = False,
) -> bytes | None:
    """Open a window and return when it is closed; `off_screen` returns its first picture as PNG.

    Palaces and builds are shown with `supply` and `rulings`, records are replayed from a turn.
    `terrain` is a figure to begin with as columns.  Raises `InputError` if there is no display, no
    OpenGL or no such figure.
    """
    if terrain is not None:
        check_terrain(terrain)
    if off_screen:
        need()
    else:
        need_display()
    from .window import Window

    modes = [
        Replaying(one, turn=turn, supply=supply)
        if isinstance(one, LoggedRecord)
        else Looking(one, supply, rulings)
        for one in shown
    ]
    if len(modes) > 1:
        for one, other in zip(modes, reversed(modes), strict=True):
            one.beside = other
    for mode in modes:
        if terrain is not None:
            mode.show_heat(terrain, terrain=True)
    grounds = dict.fromkeys(one.ground.title for one in shown)
    title = f"Palace: {', '.join(grounds)}"
    opened = Window(*modes, size=size, title=title, off_screen=off_screen)
    if not off_screen:
        opened.show()
        return None
    for mode in modes:
        mode.wait()
    opened.refresh()
    picture = write_png(opened.image())
    opened.close()
    return picture
