"""A map as a small coloured plan for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from palace.core.colours import ON_ZONES, ZONES, rgb
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob


def map_lines(ground: GroundMap) -> Iterator[str]:
    """A line for every rank, north first: each knob with the letter of its colour.

    The knobs of the set-up have their number too: lower arch from 1 to 2, upper one from 2 to 3.
    """
    numbers = {knob: number for number, knob in enumerate(ground.setup, 1)}
    for rank in reversed(range(ground.depth)):
        line = f"{rank + 1:>2} "
        for file in range(ground.width):
            knob = Knob(file, rank)
            letter = ground.colours.get(knob)
            number = str(numbers.get(knob, " "))
            line += (
                "    "
                if letter is None
                else click.style(
                    f" {letter}{number} ", fg=rgb(ON_ZONES[letter]), bg=rgb(ZONES[letter])
                )
            )
        yield line.rstrip()
    yield "   " + "".join(f" {FILES[file]}  " for file in range(ground.width)).rstrip()
    yield ""
    yield "  ".join(
        click.style(f" {letter} ", fg=rgb(ON_ZONES[letter]), bg=rgb(ZONES[letter])) + f" {word}"
        for letter, word in COLOUR_WORDS.items()
    )
    yield "1 2 3: the set-up, its lower arch from 1 to 2, its upper one from 2 to 3"
