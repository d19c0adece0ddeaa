"""Random steps and lines of a game, most of them wrong in some way."""

from __future__ import annotations

import random
from collections.abc import Iterator

from palace.cooper_island.goods import RESOURCES, STORES
from palace.cooper_island.notation import CHOICES, VERBS, Entry, Move, Step, read_step
from palace.cooper_island.state import Table
from tests.cooper_island.attempts import random_attempt

PAID = (*RESOURCES, "coin")
GAINED = (*PAID, "helm", "draw", "lay", "step", "any")


def some(rng: random.Random, kind: str, table: Table) -> str:
    """Return a text of a part that can be read."""
    land = table.seats[rng.randrange(len(table.seats))].land
    spaces = [*land.peninsula.signs, *land.peninsula.land]
    if kind in CHOICES:
        return rng.choice(CHOICES[kind])
    if kind in ("count", "number"):
        return str(rng.randint(1, 8))
    if kind == "payment":
        found = [
            f"{rng.randint(1, 3)} {rng.choice(PAID)}",
            f"{rng.choice(RESOURCES)}@{rng.choice(spaces)}",
            f"1 {rng.choice(PAID)}@{rng.choice(STORES)}",
        ]
        return " ".join(rng.sample(found, rng.randint(1, 2))) if rng.random() < 0.9 else "nothing"
    if kind in ("goods", "gains"):
        kinds = rng.sample(PAID if kind == "goods" else GAINED, rng.randint(1, 2))
        return " ".join(f"{rng.randint(1, 2)} {one}" for one in kinds)
    if kind == "placement":
        return str(random_attempt(rng, land))
    if kind == "name":
        return rng.choice((table.seats[0].name, "House-0", "Inn", "stone-1", "draw", "Mil"))
    return str(rng.choice(spaces))


def odd_step(rng: random.Random, table: Table, verb: str, like: Step | None = None) -> Step:
    """Return a step of a verb with parts as they come; of one `like` it most are kept."""
    row, words = VERBS[verb], [verb]
    for part in row.parts:
        kept = like.get(part.name) if like and rng.random() < 0.7 else None
        text = str(kept) if kept is not None else some(rng, part.kind, table)
        while part.kind == "placement" and not text.startswith(verb):
            text = some(rng, part.kind, table)
        if part.kind == "name" and part.name == "player":
            text = str(kept or rng.choice(table.seats).name)
        if kept is not None or not part.optional or rng.random() < 0.5:
            words += [part.lead] * bool(part.lead) + [text] * (part.kind != "flag")
    words = words[1:] if "placement" in [part.kind for part in row.parts] else words
    return read_step(" ".join(words))


def odd_lines(rng: random.Random, table: Table, move: Move) -> Iterator[Entry]:
    """Yield lines that are wrong in some way, or may be."""
    steps = move.steps if isinstance(move, Entry) else ()
    owner = move.player if steps else rng.choice(table.seats).name
    other = rng.choice(table.seats).name
    if steps:
        at = rng.randrange(len(steps))
        yield Entry(other, steps)
        yield Entry(owner, (*steps[:at], *steps[at + 1 :]))
        like = odd_step(rng, table, steps[at].verb, steps[at])
        yield Entry(owner, (*steps[:at], like, *steps[at + 1 :]))
    yield Entry(owner, (*steps, odd_step(rng, table, rng.choice([*VERBS]))))
    found = [row for row in VERBS.values() if row.phase in ("", table.phase)]
    yield Entry(other, tuple(odd_step(rng, table, rng.choice(found).name) for _ in range(2)))
