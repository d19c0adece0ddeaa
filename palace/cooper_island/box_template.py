"""The file somebody begins with who enters the values of a real box."""

from __future__ import annotations

from palace.cooper_island.box import FULL

_HEAD = """\
# Cooper Island: what is printed on the boards, tiles and cards of your box.
# Fill in what you have; what stays empty is not checked, and every verdict says so.
# What is still missing: palace cooper-island box check {name}
#   cost: amounts and wood food stone gold cloth coin any    "2 wood 1 any"
#   gives: the same, and helm (points) draw lay (double tiles) step (of the cartographer)
format = 1
name = "my box"
provenance = "transcribed"      # "placeholder" if you make values up

# storage = 5                   # storage spaces at the start
# uncovers = 1                  # further spaces that a building uncovers when it leaves the board
# cartographer = 10             # the last space of the cartographer's track
# single_tile = [1, 2, 3]       # steps for a single tile at level 1, 2, 3 ...
# feeding = [2, 3, 4, 5, 6]     # food for 2, 3, 4 ... workers
# milestones = ["a", "b", "c", "d"]    # what logs call the four milestones
statue = ""                     # what a statue costs

[buildings]
small = ""
large = ""
fortress = ""

# The sea ring, one table for each number of players.  Beaches are numbered clockwise from 0; each
# harbour (in seat order) lies just before the beach of its number; "before" are the beaches of a
# peninsula's coast before its harbour; a ship takes a logbook on the beaches under its name.
# [[rings]]
# players = 2
# beaches = 20
# harbours = [0, 10]
# before = 3
# cutter = [4, 9, 14, 19]
# two_master = [0, 5, 10, 15]

# Building cards, one table for each: what a small building's gives at once, or a large one's
# whenever it is used.
# [[cards]]
# name = "Mill"
# kind = "large"
# gives = "2 wood"
"""

_TITLES = {
    "boats": "Income boats, by berth.",
    "crates": "Crates, by cargo card: what taking one costs.",
    "islets": "Islet tiles: what each gives when it is laid and when a ship passes.",
}
_KEYS = {"boats": ("cost", "gives"), "crates": ("cost",), "islets": ("gives",)}


def box_text(name: str = "box.toml") -> str:
    """The box file to fill in; `name` is that of the file."""
    parts = [_HEAD.format(name=name)]
    for kind, count in FULL.items():
        parts.append(f"\n# {_TITLES[kind]}\n")
        for number in range(1, count + 1):
            keys = "".join(f'{key} = ""\n' for key in _KEYS[kind])
            parts.append(f"[[{kind}]]\nnumber = {number}\n{keys}\n")
    return "".join(parts).rstrip("\n") + "\n"
