"""The score pad of Cooper Island: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, number, players, points, records_head
from palace.cooper_island.peninsula import load_peninsula
from palace.cooper_island.record import LEFTOVER_WORDS, SEATS
from palace.cooper_island.rules import Rulings
from palace.cooper_island.score import CARDS_OF
from palace.cooper_island.state import LIMITS, LOGBOOK_POINTS, SHIPS
from palace.files.serialise import data_text
from palace.files.text_file import shipped

Given = Mapping[str, Any]  # answers by the keys of their questions, each as its question reads it
MOST_STEPS = 20  # most cartographer steps that can be answered; the printed track is not known
MOST_BEACHES = 99


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, and ten numbers for each player."""
    yield players(SEATS[0], SEATS[-1])
    names: Sequence[str] = answers[PLAYERS]
    ruled, layout = Rulings.of(rulings), load_peninsula(f"cooper-{len(names)}")
    ruins = "without those of ruins" if ruled.tie_ruins == "covered" else "those of ruins too"
    cubes = "by their value" if ruled.leftover_cubes == "value" else "one each"
    left, most = dict(LIMITS), {"cartographer": MOST_STEPS, "uncovered": len(layout.land)}
    way = f", {LOGBOOK_POINTS} a logbook and 1 a beach since the last"
    ships = [(ship, f"points of the {ship}", 11, way) for ship in SHIPS]
    rest = (
        ("coins", "coins left", 2, ""),
        ("resources", "resources left, cubes on the land too", 3, f", {cubes}"),
        ("cartographer", "cartographer steps left", 2, ""),
        ("double_tiles", "double tiles left", 1, ""),
        ("anchors", "anchors under ships", 1, ""),
        ("uncovered", "land spaces without a tile", 4, f", {ruins}"),
    )

    def asked(seat: int, key: str, title: str, example: int, more: str) -> Question:
        kind = key.replace("_", " ")
        has, limit = LIMITS.get(kind, 0), left.get(kind, most.get(key, MOST_BEACHES))
        why = f"the box has {has} {kind}" + f", and {has - limit} of them are taken" * (has > limit)
        name = names[seat]
        return number(
            f"{key} {seat}", name, f"{title}{more}", limit, example, why * bool(has), title
        )

    for seat, name in enumerate(names):
        yield from (asked(seat, *row) for row in ships)
        for (key, (noun, cards)), example in zip(CARDS_OF.items(), ("3+1", "2+1"), strict=True):
            what, one = f"{noun}s", noun.rpartition(" ")[2]
            yield points(f"{key} {seat}", name, what, example, cards, one, f"points of {what}")
        yield from (asked(seat, *row) for row in rest)
        for kind in left.keys() - {"logbooks"}:
            left[kind] -= answers[f"{kind.replace(' ', '_')} {seat}"]


def record(answers: Given) -> dict[str, object]:
    """Return the final sheets that answers make."""
    return {
        **records_head("cooper-island"),
        "players": [_player(answers, seat, name) for seat, name in enumerate(answers[PLAYERS])],
    }


def _player(answers: Given, seat: int, name: str) -> dict[str, object]:
    ships = [answers[f"{ship} {seat}"] for ship in SHIPS]
    own = {key: answers[f"{key} {seat}"] for key in (*CARDS_OF, "anchors", "uncovered")}
    left = {key: answers[f"{key} {seat}"] for key in LEFTOVER_WORDS}
    return {"name": name, "ships": ships, "leftovers": left, **own}


_TEMPLATE = shipped("palace.cooper_island", "template.toml")


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names."""
    seats = max(SEATS[0], min(len(names), SEATS[-1]))
    head, table, player = _TEMPLATE.read_text(encoding="utf-8").partition("\n[[players]]")
    player = player.replace("cooper-2", f"cooper-{seats}")
    written = (data_text({"name": name}).strip() for name in names)
    return head + "".join(table + player.replace('name = "Ana"', name) for name in written)


PAD = Pad(questions, record, template, ("Ana", "Ben"), "palace.cooper_island")
