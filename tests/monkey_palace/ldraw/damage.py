"""LDraw models with faults of every kind, and a reader of them that only refuses."""

from __future__ import annotations

import random
import time

from palace.core.errors import InputError
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.ldraw.parts import PARTS, PLATES
from palace.monkey_palace.ldraw.writing import ldraw_text
from tests.monkey_palace.ldraw.models import read

SLOW = 2.0
"""Seconds of processor time that no model of these sizes may take."""

WORDS = (
    "0", "1", "2", "16", "24", "-1", "0.5", "1e5", "-1e6", "1e7", "nan", "0x2FF0000", "7.3", "FILE",
    "NOFILE", "STEP", "!PALACE", "MAP", "ON", "COLOUR", "GROUND", "map-2", "{}", "x8/x8", '"', "",
    "turn.ldr", "before.ldr", "palace.ldr", "s\\3005s01.dat", "\u00e9", "\u2028", "\x0b", "\t",
)  # fmt: skip


def damaged(written: str, rng: random.Random) -> str:
    """Return a model with words replaced, lines moved, doubled and cut, and letters changed."""
    rows = written.split("\r\n")
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(rows))
        words = rows[at].split(" ")
        what = rng.randrange(7)
        if what == 0:
            words[rng.randrange(len(words))] = rng.choice(WORDS)
        elif what == 1 and words[0] == "1":
            names = [*PARTS, *PLATES, "3001", "palace.ldr", "turn.ldr"]
            words[-1] = rng.choice(names) + rng.choice((".dat", ".DAT", ""))
        elif what == 2:
            place = rng.randrange(len(words))
            words[place : place + 1] = [words[place]] * rng.randint(0, 2)
        elif what == 3:
            rows.insert(rng.randrange(len(rows)), rows[at])
        elif what == 4:
            rows.insert(rng.randrange(len(rows)), rng.choice(("0 FILE x.ldr", "0 NOFILE", "")))
        elif what == 5 and len(words) > 5:
            words[rng.randrange(1, len(words))] = f"{rng.uniform(-400, 400):.3f}"
        rows[at] = " ".join(words)
    end = rng.choice(("\n", "\r\n", "\r"))
    if rng.random() < 0.2:
        del rows[rng.randrange(len(rows)) :]
    return end.join(rows)


def try_model(model: str) -> bool:
    """Return whether a model can be read; what is read is judged, and written and read again."""
    start = time.process_time()
    try:
        found = read(model)
    except InputError as error:
        assert error.problems
        assert all(problem.what and problem.remedy for problem in error.problems)
        assert time.process_time() - start < SLOW, model
        return False
    judge_build(found.build)
    assert read(ldraw_text(found.build)).build == found.build, model
    assert time.process_time() - start < SLOW, model
    return True
