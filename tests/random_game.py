"""Whole games of Monkey Palace, played at random by the rules with the house box."""

from __future__ import annotations

import random
from typing import Any

from palace.files.document import parse_document
from palace.files.serialise import toml_text
from palace.monkey_palace.game.animals import free_ends
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.log import read as read_log
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import best
from tests.monkey_palace.game.texts import play

NAMES = ("Ana", "Ben", "Caro", "Dan")


def random_game(seed: int, players: int = 4, ground: str = "map-1", most: int = 80) -> LoggedRecord:
    """A finished, legal game; everybody builds one of his best staircases."""
    rng = random.Random(seed)
    data: dict[str, Any] = {
        "format": 1,
        "game": "monkey-palace",
        "rules": "1",
        "map": ground,
        "box": "house",
        "trophies": ["monkey", "butterfly", "frog"],
        "players": [{"name": name} for name in NAMES[:players]],
        "turns": [],
    }
    record = read(data)
    table = record.rules.table
    piles = {pile: rng.sample(ids, len(ids)) for pile, ids in _piles(record).items()}
    while not table.finished and len(data["turns"]) < most:
        turn = one_turn(record, table, piles, rng)
        data["turns"].append(turn)
        record = read(data)
        report = settle(record, table, data, rng)
        record, table = read(data), report.table
    return record


def read(data: dict[str, Any]) -> LoggedRecord:
    return read_log(parse_document(toml_text(data), "toml", "game.toml"))


def _piles(record: LoggedRecord) -> dict[tuple[int, str], tuple[str, ...]]:
    assert record.deck is not None
    return dict(record.deck.piles)


def one_turn(
    record: LoggedRecord,
    table: GameState,
    piles: dict[tuple[int, str], list[str]],
    rng: random.Random,
) -> dict[str, Any]:
    """A staircase from the hand and cards that its credits pay, or a pass."""
    name = table.due[0]
    found = best(table.palace, table.seat(name).pieces, record.rulings, top=4).verdicts
    if not found:
        return {"player": name, "pass": True}
    verdict = rng.choice(found)
    turn: dict[str, Any] = {"player": name, "build": str(verdict.staircase)}
    taken = cards(record, table, verdict, piles, rng)
    return turn | ({"take": taken} if taken else {})


def cards(
    record: LoggedRecord,
    table: GameState,
    verdict: Verdict,
    piles: dict[tuple[int, str], list[str]],
    rng: random.Random,
) -> list[str]:
    """Cards of different piles, as many as the credits pay; on a full board each covers one."""
    left, taken = verdict.credits or 0, []
    free = len(table.seat(table.due[0]).free_slots)
    for pile in sorted(piles, key=lambda _: rng.random()):
        cost, colour = pile
        if piles[pile] and cost <= left and colour in ("x", verdict.decoration):
            left -= cost
            free -= 1
            text = f"@{piles[pile].pop()}"
            taken.append(text if free >= 0 else f"{text} on {rng.randint(1, 4)}")
            assert record.card(Card.read(taken[-1])).cost == cost
    return taken


def settle(
    record: LoggedRecord, table: GameState, data: dict[str, Any], rng: random.Random
) -> TurnReport:  # fmt: skip
    """The report of the last turn, with the animals put where they may stand."""
    index = len(data["turns"]) - 1
    turn = data["turns"][-1]
    report = play(record, table, index)
    if "build" in turn and rng.random() < 0.2:
        turn["frog"] = "a1"
        wrong = [r for r in play(read(data), table, index).reasons if r.code == "frog"]
        turn["frog"] = wrong[0].remedy.split('"')[1] if wrong else "a1"
        if wrong and "leave" in wrong[0].remedy:
            del turn["frog"]
        report = play(read(data), table, index)
    if any(reason.code == "monkey" for reason in report.reasons):
        palace = report.palace
        old = palace.animal("m")
        ends = [knob for knob in free_ends(palace, "m") if knob != old]
        turn["monkey"] = str(rng.choice(ends))
        report = play(read(data), table, index)
    return report
