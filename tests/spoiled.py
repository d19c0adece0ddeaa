"""Tables with faults: pieces taken away, moved, added, or of another kind."""

from __future__ import annotations

import random

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.palace import Palace


def spoiled(palace: Palace, rng: random.Random) -> Build:
    """The table of a palace with up to three faults, most of them on top, in random order."""
    ground = palace.ground
    table = [*palace.elements()]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        knobs = [(e, ground.knob_at(e.x, e.y)) for e in table]
        tops = [e for e, k in knobs if k and e.kind != "arch" and e.top == palace.height_at(k)]
        at = table.index(rng.choice(rng.choice((tops or table, tops or table, table))))
        kind, x, y, level, turn, _ = piece = table.pop(at)
        knob = rng.choice([*ground.colours])
        what = rng.randrange(8)
        if what < 2 and len(table) < 16:  # the set-up is not where the map has it
            way = rng.choice((3, -3))
            table = [element._replace(y=element.y + way) for element in (*table, piece)]
        elif what < 4:
            x, y = ground.stud(knob)
            table.append(Element(kind, x, y, palace.height_at(knob), turn))
            table += [piece] * (what == 3)
        elif what == 4:
            table.append(Element(kind, x + rng.choice((-3, 0, 1)), y, level + 1, turn))
        elif what < 7:
            kinds = ("light", "dark", "gold") if kind in ("light", "dark", "gold") else (*PIECES,)
            table.append(Element(rng.choice(kinds), x, y, level, turn % 2))
        if not table:
            break
    rng.shuffle(table)
    return Build(ground, tuple(table))
