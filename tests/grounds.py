"""Ground Maps for tests: the shipped ones, and others of any shape."""

from __future__ import annotations

from palace.files.document import parse_document
from palace.monkey_palace.kernel.ground import GroundMap, load_map, read_map
from palace.monkey_palace.kernel.knob import Knob

ALL = tuple(load_map(f"map-{number}") for number in (1, 2, 3, 4))


def plain(width: int, depth: int, setup: str, *, closed: str = "", name: str = "test") -> GroundMap:
    """A map of `width` by `depth` knobs, light green but for a gold south-west corner."""
    holes = {Knob.read(knob) for knob in closed.split()}
    rows = []
    for rank in reversed(range(depth)):
        letters = ["." if Knob(file, rank) in holes else "l" for file in range(width)]
        if not rank and letters[0] != ".":
            letters[0] = "g"
        rows.append(" ".join(letters))
    side = 3 * max(width, depth) + 6
    knobs = "\n".join(rows)
    names = ", ".join(f'"{knob}"' for knob in setup.split())
    return read_map(
        parse_document(
            f"""
name = "{name}"
provenance = "placeholder"
plate = {side}
sheet = [2, 2, {side - 4}, {side - 4}]
origin = [3, 3]
pitch = 3
knobs = '''
{knobs}
'''
setup = [{names}]
""",
            "toml",
            "test.toml",
        )
    )
