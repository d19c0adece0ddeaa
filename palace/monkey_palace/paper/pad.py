"""The score pad of Monkey Palace: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, choice, number, players, points, records_head
from palace.files.serialise import data_text
from palace.monkey_palace.game.rules import TROPHY_POINTS
from palace.monkey_palace.game.schema import MOST_CARDS
from palace.monkey_palace.game.state import BONUS_CARDS

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""

SEATS = 2, 4


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, each player's cards and bonus cards, and who holds each trophy."""
    yield players(*SEATS)
    names: Sequence[str] = answers[PLAYERS]
    left = BONUS_CARDS
    for seat, name in enumerate(names):
        what = "bananas on monkey cards"
        yield points(f"cards {seat}", name, what, "2+3+3", MOST_CARDS)
        taken = "" if left == BONUS_CARDS else f", and {BONUS_CARDS - left} of them are taken"
        why = f"the box has {BONUS_CARDS} bonus cards{taken}"
        yield number(f"bonus {seat}", name, "bonus cards", left, 1, why)
        left -= answers[f"bonus {seat}"]
    for trophy, worth in TROPHY_POINTS.items():
        what = f"Who holds the {trophy}, {worth:+} points?"
        yield choice(f"trophy {trophy}", "", what, names, None, "no player")


def record(answers: Given) -> dict[str, object]:
    """Return the score sheet that answers make."""
    tables = []
    for seat, name in enumerate(answers[PLAYERS]):
        held = [trophy for trophy in TROPHY_POINTS if answers[f"trophy {trophy}"] == name]
        tables.append({
            "name": name, "cards": answers[f"cards {seat}"], "bonus": answers[f"bonus {seat}"],
            "trophies": held,
        })  # fmt: skip
    return {**records_head("monkey-palace"), "players": tables}


_HEAD = """\
# A game of Monkey Palace, to fill in. What begins with # is a comment, or a key that is not needed.
# palace score FILE adds it up, palace check FILE checks the turns.
format = 1
game = "monkey-palace"
rules = "1"
map = "map-1"                       # map-1 to map-4, or the file of your own: palace map new
# date = 2026-01-31
# place = "at home"
# notes = "our first game"
# box = "house"                     # player boards and cards: house, or your box.toml
# deck = "house"                    # cards that are named @id: house, or your deck.csv
# piles = { seed = 4711 }           # with a deck: the order of its piles, where a program deals
# provenance = "placeholder"        # if values of cards or boards are made up
# animals = "unknown"               # if turns do not tell where the monkey went
# position = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"     # the palace, where the record begins later
# due = {name}                       # and whose turn it was then
# last_round = false                # and whether the last round had begun
# finished = true                   # the game is over, where the turns alone cannot tell
# trophies = ["monkey", "butterfly", "frog"]     # the animals in play; by default the monkey alone

# Answers to open questions of the rules: palace rulings --game monkey-palace
# [rulings]
# double-back = "turn"

# A map of your own can stand in the record itself: [ground], with the keys of a map file.
"""

_PLAYER = """
[[players]]                         # in seat order
name = {name}
cards = 0                           # bananas on monkey cards: one number, or each card: [2, 3, 0]
bonus = 0                           # number of bonus cards
trophies = []                       # animals held at the end: ["monkey", "frog"]
# total = 15                        # where only the points are known, instead of the three above
# start = "4a3b"                    # starting pieces (arches, bricks, columns), to check the turns
# each = "2a2b"                     # recurring delivery printed on the player board
# found = {{ cards = ["3g 2*"], bananas = 3, bonus = 1 }}     # with position: what they had then
"""

_TURNS = """
# Turns instead of the score sheet: take cards, bonus and trophies of all players out, and write one
# table for each turn, in the order of play.
# [[turns]]
# player = {name}
# build = "c4+b-d4"                 # the staircase; or pass = true
# take = ["1x 2* each 1a on 1"]     # cards: cost, colour, bananas*, once and each pieces, slot
# monkey = "e5"                     # where the monkey was put: a gold decoration was placed
# frog = "d6"                       # the frog was taken, and where it was put
# The rest follows from the build; written down, it is checked:
# butterfly = "d4"
# decoration = "d"                  # l light green, d dark green, g gold
# credits = 2
# bonus = false
# notes = "a close one"
"""


def template(names: Sequence[str]) -> str:
    """Return a record to fill in, for players of these names."""
    written = [data_text({"name": name}).removeprefix("name = ").strip() for name in names]
    tables = "".join(_PLAYER.format(name=name) for name in written)
    first = written[0] if written else '"Ana"'
    return _HEAD.replace("{name}", first) + tables + _TURNS.format(name=first)


PAD = Pad(questions, record, template, ("Ana", "Ben"), "palace.monkey_palace")
