"""The score pad of Cooper Island: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, number, players, points, records_head, wrong
from palace.cooper_island.peninsula import load_peninsula
from palace.cooper_island.record import LEFTOVER_WORDS, SEATS, Voyage
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import CARDS, ROYAL_ORDERS
from palace.cooper_island.state import LIMITS, LOGBOOK_POINTS, SHIPS
from palace.core.errors import shorten
from palace.files.serialise import data_text
from palace.files.text_file import shipped

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""

MOST_STEPS = 20
"""The most cartographer steps that can be answered; the printed track is not known."""

MOST_BEACHES = 99

_WAY = re.compile(r"([0-9]{1,2})\s*l[a-z]*(?:[\s,+]+(?:and\s+)?([0-9]{1,2})\s*b[a-z]*)?", re.I)


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, and ten numbers for each player."""
    yield players(SEATS[0], SEATS[-1])
    names: Sequence[str] = answers[PLAYERS]
    ruled = Rulings.of(rulings)
    spaces = len(load_peninsula(f"cooper-{len(names)}").land)
    ruins = "without those of ruins" if ruled.tie_ruins == "covered" else "those of ruins too"
    cubes = "by their value" if ruled.leftover_cubes == "value" else "one each"
    left = dict(LIMITS)

    def limited(key: str, seat: int, what: str, kind: str, example: int) -> Question:
        used = LIMITS[kind] - left[kind]
        why = f"the box has {LIMITS[kind]} {kind}" + f", and {used} of them are taken" * bool(used)
        return number(f"{key} {seat}", names[seat], what, left[kind], example, why)

    for seat, name in enumerate(names):
        for ship, way in zip(SHIPS, (11, 7), strict=True):
            yield _ship(f"{ship} {seat}", name, ship, way)
        for key, what, example, most, noun in (
            ("royal_orders", "royal orders", "3+1", ROYAL_ORDERS, "order"),
            ("buildings", "building cards", "2+1", CARDS, "card"),
        ):
            title = f"points of {what}"
            yield points(f"{key} {seat}", name, what, example, most, noun, title)
        yield limited("coins", seat, "coins left", "coins", 2)
        what = "resources left, cubes on the land too"
        yield replace(limited("resources", seat, f"{what}, {cubes}", "resources", 3), title=what)
        yield number(f"cartographer {seat}", name, "cartographer steps left", MOST_STEPS, 2)
        yield limited("double_tiles", seat, "double tiles left", "double tiles", 1)
        yield limited("anchors", seat, "anchors under ships", "anchors", 1)
        what = "land spaces without a tile"
        yield number(f"uncovered {seat}", name, f"{what}, {ruins}", spaces, 4, title=what)
        for kind in ("coins", "resources", "double tiles", "anchors"):
            left[kind] -= answers[f"{kind.replace(' ', '_')} {seat}"]


def _ship(key: str, player: str, ship: str, example: int) -> Question:
    """Return the question for a ship: its points, or its logbooks and beaches."""
    logbooks, beaches = divmod(example, LOGBOOK_POINTS)
    way = f"{logbooks}l {beaches}b"

    def read(text: str) -> object:
        if text.isdecimal() and text.isascii() and int(text) <= MOST_BEACHES:
            return int(text)
        found = _WAY.fullmatch(text)
        if found is None or int(found[1]) > LIMITS["logbooks"]:
            remedy = f"0 to {MOST_BEACHES}, or logbooks and beaches since the last, such as {way}"
            raise wrong(f"{shorten(text, 30)!r} is no number of points", remedy)
        return {"logbooks": int(found[1]), "beaches": int(found[2] or 0)}

    hint = f"0 to {MOST_BEACHES} points, such as {example}, or {way}: logbooks and beaches"
    prompt, title = f"{player}, {ship} ({hint}) [0]> ", f"points of the {ship}"
    return Question(
        key, player, prompt, lambda: (), read, default="0", title=title, most=MOST_BEACHES
    )


def record(answers: Given) -> dict[str, object]:
    """Return the final sheets that answers make."""
    return {
        **records_head("cooper-island"),
        "players": [_player(answers, seat, name) for seat, name in enumerate(answers[PLAYERS])],
    }


def _player(answers: Given, seat: int, name: str) -> dict[str, object]:
    ships = [answers[f"{ship} {seat}"] for ship in SHIPS]
    if len({type(ship) for ship in ships}) > 1:
        # A record has both in one form.
        ships = [s if isinstance(s, int) else Voyage.of(s).points for s in ships]
    left = {key: answers[f"{key} {seat}"] for key in LEFTOVER_WORDS}
    keys = ("royal_orders", "buildings", "leftovers", "anchors", "uncovered")
    rest = {key: left if key == "leftovers" else answers[f"{key} {seat}"] for key in keys}
    return {"name": name, "ships": ships, **rest}


_TEMPLATE = shipped("palace.cooper_island", "template.toml")


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names."""
    seats = max(SEATS[0], min(len(names), SEATS[-1]))
    head, table, player = _TEMPLATE.read_text(encoding="utf-8").partition("\n[[players]]")
    player = player.replace("cooper-2", f"cooper-{seats}")
    written = (data_text({"name": name}).strip() for name in names)
    return head + "".join(table + player.replace('name = "Ana"', name) for name in written)


PAD = Pad(questions, record, template, ("Ana", "Ben"), "palace.cooper_island")
