"""The score pad of Cooper Island: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, number, players, points, records_head, wrong
from palace.cooper_island.peninsula import load_peninsula
from palace.cooper_island.record import LEFTOVER_WORDS, SEATS, Voyage
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import CARDS_OF
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
    ruled, layout = Rulings.of(rulings), load_peninsula(f"cooper-{len(names)}")
    ruins = "without those of ruins" if ruled.tie_ruins == "covered" else "those of ruins too"
    cubes = "by their value" if ruled.leftover_cubes == "value" else "one each"
    left = dict(LIMITS)
    for seat, name in enumerate(names):
        for ship, way in zip(SHIPS, (11, 7), strict=True):
            yield _ship(f"{ship} {seat}", name, ship, way)
        for (key, (noun, most)), example in zip(CARDS_OF.items(), ("3+1", "2+1"), strict=True):
            what, one = f"{noun}s", noun.rpartition(" ")[2]
            yield points(f"{key} {seat}", name, what, example, most, one, f"points of {what}")
        for key, asked, some, more in (
            ("coins", "coins left", 2, ""),
            ("resources", "resources left, cubes on the land too", 3, f", {cubes}"),
            ("cartographer", "cartographer steps left", 2, ""),
            ("double_tiles", "double tiles left", 1, ""),
            ("anchors", "anchors under ships", 1, ""),
            ("uncovered", "land spaces without a tile", 4, f", {ruins}"),
        ):
            kind = key.replace("_", " ")
            of_box, most = LIMITS.get(kind), {"cartographer": MOST_STEPS}.get(key, len(layout.land))
            used = (of_box or 0) - left.get(kind, 0)
            why = f"the box has {of_box} {kind}" + f", and {used} of them are taken" * bool(used)
            yield number(
                f"{key} {seat}", name, f"{asked}{more}", left.get(kind, most), some,
                why * bool(of_box), asked,
            )  # fmt: skip
            if of_box:
                left[kind] -= answers[f"{key} {seat}"]


def _ship(key: str, player: str, ship: str, example: int) -> Question:
    """Return the question for a ship: its points, or its logbooks and beaches."""
    way = "{}l {}b".format(*divmod(example, LOGBOOK_POINTS))

    def read(text: str) -> object:
        if text.isdecimal() and text.isascii() and int(text) <= MOST_BEACHES:
            return int(text)
        found = _WAY.fullmatch(text)
        if found is None or int(found[1]) > LIMITS["logbooks"]:
            remedy = f"0 to {MOST_BEACHES}, or logbooks and beaches since the last, such as {way}"
            raise wrong(f"{shorten(text, 30)!r} is no number of points", remedy)
        return {"logbooks": int(found[1]), "beaches": int(found[2] or 0)}

    hint = f"0 to {MOST_BEACHES} points, such as {example}, or {way}: logbooks and beaches"
    return Question(key, player, f"{player}, {ship} ({hint}) [0]> ", lambda: (), read, default="0",
                    title=f"points of the {ship}", most=MOST_BEACHES)  # fmt: skip


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
