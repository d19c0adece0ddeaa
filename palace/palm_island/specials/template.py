"""The file somebody begins with who enters the cards beside the core deck of a real box."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.files.writing import write_whole

_HEAD = """\
# The cards of your Palm Island beside the core deck.  What is filled in and what is missing:
#     palace palm-island box check {name}
# Leave out, or leave empty, what you do not know; add or take away entries as your box has them.
# Ids are yours to choose: small letters, digits and -.
# Costs: 1L 2F 3S are logs, fish, stone in this order; 2L/2F means or; free costs nothing.
# needs is what can be checked, all of it: points, upgrades, stored (resources), logs, fish, stone,
# cards (stored), and buildings = {{ Temple = 2 }}, upgrade symbols on cards of that name.
format = 1
game = "palm-island"
name = "my box"
provenance = "transcribed"      # "placeholder" if you make values up
"""

_FEAT = """
[[feats]]
id = "feat-{n}"
name = ""
unlock = 2                      # unlock marker: 1 rotated, 2 back, 3 back rotated
# needs = {{ points = 30 }}
# areas: front up, front rotated, back up, back rotated; {{}} where nothing is printed
# areas = [{{}}, {{}}, {{ gives = "1F", store = "free", rotate = "1L", upgrades = 1 }}, {{}}]
"""

_DISASTER = """
[[disasters]]
id = "disaster-{n}"
name = ""
levels = []                     # the cost per player of each level: ["1L 2F 1S", ...]
"""

_ABILITY = """
[[abilities]]
id = "ability-{n}"
name = ""
cost = ""
each = false                    # true if the cost is printed per player
# needs = {{ upgrades = 6 }}
says = ""                       # what the card prints
"""

_OUTPOST = """
[[outposts]]
id = "outpost-{n}"
name = ""
terrain = ""                    # forest, sea or mountain
# points = 4
casual = ""                     # the printed criterion, and needs where it can be checked
# needs = {{ logs = 3 }}
speed = ""                      # the cost beside the speed icon
villager = "villager-{n}"        # the id of the villager on its back
"""

_VILLAGER = """
[[villagers]]
id = "villager-{n}"
name = ""
cost = ""
# points = 2
active = ""                     # what it does for a round, if it says Active
"""

PARTS = ((_FEAT, 6), (_DISASTER, 3), (_ABILITY, 2), (_OUTPOST, 14), (_VILLAGER, 14))
"""What is prepared of each kind: 6 feats, 5 cooperative and 14 competitive cards, by the component
list of the English box; how many of the five are disasters is by what other editions say."""


def template(name: str) -> str:
    """The text of a box file to fill in, which will be called `name`."""
    return "".join(_parts(name))


def _parts(name: str) -> Iterator[str]:
    yield _HEAD.format(name=name)
    for text, count in PARTS:
        yield from (text.format(n=number) for number in range(1, count + 1))


def write_template(path: str | os.PathLike[str]) -> Path:
    """Write the file to fill in; raises `InputError`, also if it exists."""
    way = Path(path)
    if way.suffix.lower() != ".toml":
        raise InputError(Problem(str(way), "box files are TOML", "name it .toml"))
    write_whole(way, template(way.name))
    return way
