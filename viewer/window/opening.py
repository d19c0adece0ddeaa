"""The viewer's entry point for `palace view`: a window with one picture, or two side by side."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from PIL import Image

from palace.core import colours
from palace.core.errors import InputError
from palace.monkey_palace.drawing.heat import check_terrain
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..flat import flat
from ..offscreen.opengl import NO_WINDOW, need, need_display
from ..offscreen.raster import write_png
from .looking import Looking, Replaying
from .pointer import Events

Shown = Palace | Build | LoggedRecord


def window(
    shown: Sequence[Shown | str],
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
    `terrain` is a figure to begin with as columns.  A flat picture, as SVG, is shown alone and as
    large as fits.  Raises `InputError` if there is no display, no OpenGL or no such figure.
    """
    if isinstance(shown[0], str):
        if off_screen:
            return flat(shown[0], size=size)
        _show_flat(shown[0], size)
        return None
    if terrain is not None:
        check_terrain(terrain)
    if off_screen:
        need()
    else:
        need_display()
    from .window import Window

    solid = [one for one in shown if not isinstance(one, str)]
    modes = [
        Replaying(one, turn=turn, supply=supply)
        if isinstance(one, LoggedRecord)
        else Looking(one, supply, rulings)
        for one in solid
    ]
    if len(modes) > 1:
        for one, other in zip(modes, reversed(modes), strict=True):
            one.beside = other
    for mode in modes:
        if terrain is not None:
            mode.show_heat(terrain, terrain=True)
    grounds = dict.fromkeys(one.ground.title for one in solid)
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


def _show_flat(svg: str, size: tuple[int, int]) -> None:
    """Show a picture until its window is closed; it is moved and made larger with the mouse."""
    need_display()
    import pyvista

    with Image.open(io.BytesIO(flat(svg))) as image:
        picture = Image.new("RGB", image.size, colours.PAPER)
        picture.paste(image, mask=image.getchannel("A"))
    plotter = pyvista.Plotter(window_size=list(size), lighting="none", title="Palace")
    plotter.set_background(colours.PAPER)
    plane = pyvista.Plane(i_size=picture.width, j_size=picture.height)
    plotter.add_mesh(plane, texture=pyvista.Texture(np.asarray(picture)), lighting=False)
    plotter.camera.tight(padding=0.04, adjust_render_window=False)
    plotter.enable_image_style()
    events, opened = Events(plotter.iren.interactor), [False]

    def ticked() -> bool:
        opened[0] = True
        return False

    with events.ended_by_ctrl_c():
        plotter.iren.initialize()
        plotter.iren.create_timer(100)  # Ctrl-C is heard between two events
        events.on("TimerEvent", ticked)
        plotter.show(title="Palace", auto_close=False)
    events.close()
    plotter.close()
    events.check()
    if not opened[0]:
        raise InputError(NO_WINDOW)
