"""Text over the scene, drawn with Pillow: panel, labels, slider, legend and help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from palace.core import colours
from palace.core.colours import ink_on
from palace.core.scale import Scale
from palace.monkey_palace.drawing.heat import Heat
from palace.monkey_palace.kernel.knob import Knob

from ..callouts import Box, text_size
from ..pen import Pen, draw_labels, draw_panel
from ..pieces.lettering import measure, wrap
from .layout import Layout, Track
from .mode import Shot

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkRenderWindow


class Writing:
    """A picture over a window, pixel for pixel, transparent where there is no text."""

    def __init__(self, window: vtkRenderWindow) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkImageMapper, vtkRenderer

        self.mapper = vtkImageMapper()
        self.mapper.SetColorWindow(255)
        self.mapper.SetColorLevel(127.5)
        actor = vtkActor2D()
        actor.SetMapper(self.mapper)
        # A separate renderer, without a camera and without supersampling.
        self.renderer = vtkRenderer()
        window.SetNumberOfLayers(window.GetNumberOfLayers() + 1)
        self.renderer.SetLayer(window.GetNumberOfLayers() - 1)
        self.renderer.InteractiveOff()
        self.renderer.AddViewProp(actor)
        window.AddRenderer(self.renderer)

    def put(self, drawn: Image.Image) -> None:
        """Show an RGBA picture as large as the window."""
        import pyvista

        image = pyvista.ImageData(dimensions=(*drawn.size, 1))
        pixels = np.asarray(drawn)[::-1].reshape(-1, 4)
        image.point_data.set_scalars(np.ascontiguousarray(pixels), "written")
        self.mapper.SetInputData(image)


Points = Mapping[Knob, tuple[float, float]]

_GREY = "#6b7078"
_LINE = "#c9ccd1"


def draw_overlay(
    size: tuple[int, int],
    panes: Sequence[tuple[Layout, Shot, Points]],
    *,
    keys: Mapping[str, str] | None = None,
    tip: str = "",
) -> Image.Image:
    """Return the text over the scenes as a picture, transparent elsewhere.

    Each pane has its layout, its shot and the places of the knobs of its heat map; `keys` are those
    of the help.
    """
    pen = Pen(size)
    whole = Box(0, 0, *size)
    for one, other in pairwise(panes):
        _draw_seam(pen, one[0].frame, other[0].frame)
    for laid, shot, knobs in panes:
        if shot.heat is not None:
            for knob, at in knobs.items():
                _draw_number(pen, at, shot.heat.values[knob], shot.heat.scale, laid.size)
        draw_labels(pen, laid.pills, laid.size)
        if laid.track is not None:
            _draw_slider(pen, laid.track, laid.size)
        if shot.heat is not None and shot.heat.shown:
            _draw_legend(pen, shot.heat, laid)
        if laid.panel is not None:
            draw_panel(pen, laid.panel, shot.accent)
    if tip and not keys:
        _draw_tip(pen, tip, whole, slider=any(laid.track for laid, _, _ in panes))
    if keys:
        _draw_help(pen, keys, whole)
    return pen.image


def _draw_seam(pen: Pen, one: Box, other: Box) -> None:
    """Draw the line between two pictures."""
    start = (other.left, other.top)
    end = (other.left, other.low) if one.top == other.top else (other.right, other.top)
    pen.line(start, end, _LINE, 1)


def _draw_slider(pen: Pen, track: Track, size: float) -> None:
    left, right, y = track.left, track.right, track.y
    at, last = track.x(track.slider.at), track.slider.last
    pen.write(track.slider.text, track.text, size, colours.INK, anchor="lm")
    pen.line((left, y), (right, y), _LINE, 4)
    pen.line((left, y), (at, y), colours.PATH, 4)
    if last and (right - left) / last >= 6:
        for value in range(last + 1):
            x = track.x(value)
            pen.line((x, y - 5), (x, y + 4), _GREY if value > track.slider.at else colours.PATH, 1)
    pen.dot((at, y), 0.7 * size, colours.PATH, colours.PAPER)


def _draw_number(pen: Pen, at: tuple[float, float], value: int, scale: Scale, size: float) -> None:
    """Draw the number of a knob in its tone."""
    tone, text, text_at = scale.tone(value), scale.text(value), 0.9 * size
    wide = max(measure(text, text_at, True) + 0.7 * size, 1.6 * size)
    x, y = at
    box = Box(x - wide / 2, y - 0.75 * size, x + wide / 2, y + 0.75 * size)
    pen.box(box, tone, edge=colours.INK, radius=0.3 * size)
    pen.write(text, at, text_at, ink_on(tone), bold=True, anchor="mm")


def _draw_legend(pen: Pen, heat: Heat, laid: Layout) -> None:
    """Draw the tones from least to most, or the only one.

    The legend is in the lower left corner, where most views have room, or in the lower right one if
    the panel reaches that far down.
    """
    size, frame = laid.size, laid.frame
    scale = heat.scale
    low_text, high_text = (scale.text(value) for value in (scale.cuts[0], scale.most))
    least, most = (measure(text, size) for text in (low_text, high_text))
    tones = scale.tones
    bar, pad = 1.5 * size * len(tones), 0.6 * size
    title = measure(heat.about, size, True)
    wide = max(least + most + bar + 2 * pad, title) + 2 * pad
    low = (laid.track.reach.top - 1.9 * size) if laid.track else frame.low - 2.2 * size
    top, margin = low - 3.7 * size, 0.8 * size
    under = laid.panel is None or laid.panel.box.low < top
    left = frame.left + margin if under else frame.right - margin - wide
    box = Box(left, top, left + wide, low)
    pen.box(box, colours.PAPER, opacity=0.9, edge=_LINE, radius=0.5 * size)
    pen.write(heat.about, (box.left + pad, box.top + 1.1 * size), size, colours.INK, bold=True)
    x, y = box.left + pad, box.top + 2.6 * size
    pen.write(low_text, (x, y), size, colours.INK)
    x += least + pad
    for number, tone in enumerate(tones):
        left = x + 1.5 * size * number
        swatch = Box(left, y - 0.6 * size, left + 1.5 * size, y + 0.6 * size)
        pen.box(swatch, tone, edge=colours.INK, radius=0)
    if len(tones) > 1:
        pen.write(high_text, (x + bar + pad, y), size, colours.INK)


def _draw_tip(pen: Pen, tip: str, whole: Box, *, slider: bool) -> None:
    """Draw a short note in the lower right corner."""
    size = text_size(whole)
    right, low = whole.right - 0.9 * size, whole.low - (3.4 if slider else 1.2) * size
    pen.write(tip, (right, low), 0.92 * size, _GREY, anchor="rm")


def _draw_help(pen: Pen, keys: Mapping[str, str], whole: Box) -> None:
    """Draw every key with its help text, over everything else."""
    size = text_size(whole)
    step, pad = 1.5 * size, 1.4 * size
    left = max(measure(key, size, True) for key in keys) + 1.2 * size
    room = min(30 * size, whole.right - 2.4 * pad - left - 2 * size)
    rows: list[tuple[str, str]] = []
    for key, what in keys.items():
        lines = [*wrap(what, room, partial(measure, size=size))]
        rows += [(key if not number else "", line) for number, line in enumerate(lines)]
    most = int((whole.low - 2 * pad - 2 * size) / step) - 1
    if len(rows) > most:  # close the lines up instead of cutting them off
        step = (whole.low - 2 * pad - 2 * size) / (len(rows) + 1)
    wide = left + max(measure(line, size) for _, line in rows) + 2 * pad
    high = step * (len(rows) + 1) + 2 * pad
    x, y = (whole.right - wide) / 2, (whole.low - high) / 2
    box = Box(x, y, x + wide, y + high)
    pen.box(box, colours.PAPER, opacity=0.96, edge=_GREY, radius=0.6 * size)
    y += pad + step / 2
    pen.write("Keys", (x + pad, y), 1.15 * size, colours.INK, bold=True)
    for key, line in rows:
        y += step
        pen.write(key, (x + pad, y), size, colours.PATH, bold=True)
        pen.write(line, (x + pad + left, y), size, colours.INK)
