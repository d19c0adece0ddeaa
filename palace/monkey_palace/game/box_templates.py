"""The deck and the map to fill in that are written beside a box file."""

from __future__ import annotations

from palace.contract.registry import BOX_FILE
from palace.files.shipped import shipped
from palace.monkey_palace.game.cards import CARDS, PILES, Card
from palace.monkey_palace.game.deck import Deck, deck_text

__all__ = ["BOX_FILE", "DECK_FILE", "SHEET", "blank_deck", "deck_template", "sheet_template"]

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
