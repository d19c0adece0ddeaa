"""Drawings on a terminal: the trouble in red, and none that is wider than the terminal."""

from __future__ import annotations

import shutil
import sys

import click


def echo_drawing(text: str, indent: int = 0) -> None:
    """Print a drawing, every `!` in red; too wide for the terminal, it is only named."""
    lines = [" " * indent + line if line else "" for line in text.splitlines()]
    need, have = max(map(len, lines)), shutil.get_terminal_size().columns
    if need > have and sys.stdout is not None and sys.stdout.isatty():
        lines = [" " * indent + f"(the drawing takes {need} columns)"]
    sign = click.style("!", fg="red", bold=True)
    click.echo("\n".join(lines).replace("!", sign))
