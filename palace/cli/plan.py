"""The plan on a terminal, its signs coloured."""

from __future__ import annotations

import re
from collections.abc import Mapping

import click

from palace.drawing import draw_palace
from palace.knob import Knob
from palace.position import Palace
from palace.staircase import Staircase


def coloured_plan(
    palace: Palace, staircase: Staircase | None = None, marks: Mapping[Knob, str] | None = None
) -> str:
    """The drawing of a palace with the staircase numbered and the trouble in red."""
    text = draw_palace(palace, staircase, marks)
    return re.sub("!", click.style("!", fg="red", bold=True), text)
