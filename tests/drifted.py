"""Records of random games with one wrong turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from palace.files.document import parse_document
from palace.files.serialise import toml_text
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord, read, replay
from palace.monkey_palace.game.record_writing import plain
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.staircase import Staircase
from tests.random_game import random_game
from tests.random_play import legal_walk, mutated

KINDS = ("knob", "staircase", "missing", "animal", "card", "forgotten")


class Drifted(NamedTuple):
    """A record with a wrong turn (from 0), how it is wrong, and the record as it was."""

    kind: str
    place: int
    right: LoggedRecord
    wrong: LoggedRecord


def drifted_records(count: int, seed: int, each: int = 12) -> Iterator[Drifted]:
    """`count` records of random games, `each` of one game, with every kind of fault in turn."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        right = random_game(rng.randrange(10**6), rng.randint(2, 4), f"map-{rng.randint(1, 4)}")
        for number in range(each):
            kind = KINDS[number % len(KINDS)]
            data: dict[str, Any] = plain(right)
            index = spoil(right, data["turns"], kind, rng)
            if made < count and index is not None:
                wrong = read(parse_document(toml_text(data), "toml", "game.toml"))
                yield Drifted(kind, index, right, wrong)
                made += 1


def spoil(
    record: LoggedRecord, turns: list[dict[str, Any]], kind: str, rng: random.Random
) -> int | None:
    """Make one of the turns wrong; return which, or None if none can be."""
    wanted = {"knob": "build", "staircase": "build", "card": "take", "forgotten": "take"}
    key = rng.choice(("frog", "monkey")) if kind == "animal" else wanted.get(kind, "player")
    those = [index for index, turn in enumerate(turns) if turn.get(key)]
    if not those:
        return None
    index = rng.choice(those)
    turn, played = turns[index], replay(record)
    before = reports(played)[index - 1].palace if index else played.states[0].palace
    if kind == "missing":
        del turns[index]
    elif kind == "knob":
        old = Staircase.read(turn["build"])
        new = mutated(old, before, rng)
        if new == old:
            return None
        turn["build"] = str(new)
    elif kind == "staircase":
        turn["build"] = str(legal_walk(before, rng))
    elif kind == "animal":
        put = Knob.read(turn[key])
        tops = reports(played)[index].palace.tops
        ends = [knob for knob, top in tops.items() if top in tuple(WAYS) and knob != put]
        turn[key] = str(min(ends, key=lambda knob: (put.distance(knob), rng.random())))
    else:
        assert record.deck is not None
        place = rng.randrange(len(turn["take"]))
        card = record.card(turn["take"][place])
        taken = {Card.read(text).name for one in turns for text in one.get("take", ())}
        pile = record.deck.piles[card.cost or 0, card.colour or ""]
        rest = [other for other in pile if other not in taken]
        if kind == "forgotten" or not rest:
            del turn["take"][place]
            if not turn["take"]:
                del turn["take"]
        else:
            slot = f" on {card.slot}" if card.slot else ""
            turn["take"][place] = f"@{rng.choice(rest)}{slot}"
    return index
