"""The files somebody begins with who enters the cards, boards and maps of a real box."""

from __future__ import annotations

import os
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.files.shipped import shipped
from palace.files.writing import write_whole
from palace.monkey_palace.game.boards import SEATS
from palace.monkey_palace.game.cards import CARDS, PILES, Card
from palace.monkey_palace.game.deck import Deck, deck_text

BOX_FILE = "box.toml"
DECK_FILE = "deck.csv"
SHEET = "sheet-1"

PREPARED = 5
"""Rows prepared for each pile."""

SPARE = CARDS - PREPARED * len(PILES)
"""The last rows, for whichever piles have more."""

_DECK_NOTES = f"""\
# Write placeholder in the row above if you make values up.
# One row for each of the {CARDS} cards. How many cards are in a pile is not known here:
# each has {PREPARED} prepared rows and the last {SPARE} are free. Correct cost and colour.
# id: any name of its own. colour: l light green or d dark green or g gold or x multicolour.
# bananas: always a number and 0 if none. once and each: pieces such as 1a2b or nothing.
# a arch. b brick. c column. once is the one-time delivery and each the recurring one.
"""

_SHEET_HEAD = """\
# A sheet of your box.  PLACEHOLDER: these letters are those of our own map-1, not of your sheet.
# Put yours in, write "transcribed" below, and look at it with: palace map show {}.toml
"""


def box_text() -> str:
    """The box file to fill in; it names the other two files."""
    head = f"""\
# What is filled in and what is missing: palace box check {BOX_FILE}
format = 1
name = "my box"
provenance = "transcribed"      # of the boards below; "placeholder" if you make values up
deck = "{DECK_FILE}"
maps = ["{SHEET}.toml"]          # one file for each map; the box has four

# Player boards: start is what the back lists, each the delivery printed on the front.
# Numbers with a arches, b bricks, c columns, such as 1a2b3c.
"""
    boards = (f'\n[[boards]]\nnumber = {number}\nstart = ""\neach = ""\n' for number in SEATS)
    return head + "".join(boards)


def blank_deck() -> Deck:
    """A deck of prepared rows: some for each pile, then free ones."""
    piles = [pile for pile in PILES for _ in range(PREPARED)]
    rows = [Card(cost, colour, name=str(number)) for number, (cost, colour) in enumerate(piles, 1)]
    rows += [Card(name=str(number)) for number in range(len(rows) + 1, CARDS + 1)]
    return Deck("deck", "transcribed", tuple(rows))


def deck_template() -> str:
    """The deck file to fill in."""
    provenance, header, *rows = deck_text(blank_deck()).splitlines(keepends=True)
    return provenance + _DECK_NOTES + header + "".join(rows)


def sheet_template(name: str = SHEET) -> str:
    """A map file to change, of a map with this name."""
    text = (shipped("palace.maps", "map-1.toml")).read_text(encoding="utf-8")
    keys = text[text.index("name = ") :]
    return _SHEET_HEAD.format(name) + keys.replace('"map-1"', f'"{name}"', 1)


def write_templates(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write the three files into a folder, which is made if need be; returns their paths.

    If one of them exists nothing is written.  Raises `InputError`.
    """
    home = Path(folder)
    texts = {BOX_FILE: box_text(), DECK_FILE: deck_template(), f"{SHEET}.toml": sheet_template()}
    taken = [home / name for name in texts if os.path.lexists(home / name)]
    if taken:
        raise InputError(
            *(Problem(str(file), "this file exists", "choose another folder") for file in taken)
        )
    try:
        home.mkdir(exist_ok=True)
    except FileNotFoundError:
        what = f"there is no folder {home.parent}"
        raise InputError(Problem(str(home), what, "create it, or choose another")) from None
    except FileExistsError:
        raise InputError(Problem(str(home), "this is a file", "name a folder")) from None
    except (OSError, ValueError) as error:
        what = f"cannot be made: {getattr(error, 'strerror', None) or error}"
        raise InputError(Problem(str(home), what, "choose another folder")) from None
    for name, text in texts.items():
        write_whole(home / name, text)
    return tuple(home / name for name in texts)
