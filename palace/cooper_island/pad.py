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
        for ship, example in zip(SHIPS, (11, 7), strict=True):
            yield _ship(f"{ship} {seat}", name, ship, example)
        orders = points(f"royal_orders {seat}", name, "royal orders", "3+1", ROYAL_ORDERS, "order")
        yield replace(orders, title="points of royal orders")
        cards = points(f"buildings {seat}", name, "building cards", "2+1", CARDS)
        yield replace(cards, title="points of building cards")
        yield limited("coins", seat, "coins left", "coins", 2)
        what = f"resources left, cubes on the land too, {cubes}"
        resources = limited("resources", seat, what, "resources", 3)
        yield replace(resources, title="resources left, cubes on the land too")
        yield number(f"cartographer {seat}", name, "cartographer steps left", MOST_STEPS, 2)
        yield limited("double_tiles", seat, "double tiles left", "double tiles", 1)
        yield limited("anchors", seat, "anchors under ships", "anchors", 1)
        what = f"land spaces without a tile, {ruins}"
        uncovered = number(f"uncovered {seat}", name, what, spaces, 4)
        yield replace(uncovered, title="land spaces without a tile")
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
    return {
        "name": name,
        "ships": ships,
        "royal_orders": answers[f"royal_orders {seat}"],
        "buildings": answers[f"buildings {seat}"],
        "leftovers": {key: answers[f"{key} {seat}"] for key in LEFTOVER_WORDS},
        "anchors": answers[f"anchors {seat}"],
        "uncovered": answers[f"uncovered {seat}"],
    }


_HEAD = """\
# A game of Cooper Island, to fill in. What begins with # is a comment, or a key that is not needed.
# palace score FILE adds it up, palace check FILE checks a log.
format = 1
game = "cooper-island"
rules = "1"
# date = 2026-01-31
# place = "at home"
# notes = "our first game"
# peninsula = "cooper-2"            # the layout: cooper-2 to cooper-4, or the file of your own
# box = "house"                     # costs, effects and the sea ring: house, or your box file

# A log in the order of play, instead of the final sheets; palace cooper-island log lists the steps.
# With it, take ships, leftovers, anchors and uncovered of all players out.
# log = ["round 1", "income"]

# Answers to open questions of the rules: palace rulings --game cooper-island
# [rulings]
# leftovers = "pooled"

# Values of the box that replace single ones: palace box new --game cooper-island
# [values]
# storage = 5
"""

_PLAYER = """
[[players]]                         # in seat order; the solo game has Cooper as the second player
name = {name}
ships = [0, 0]                      # points, the cutter first; or their logbooks and beaches since:
                                    # [{{ logbooks = 2, beaches = 1 }}, {{ logbooks = 1 }}]
royal_orders = 0                    # points: one number, or each order: [3, 1]
buildings = 0                       # points of building cards, likewise
leftovers = {{ coins = 0, resources = 0, cartographer = 0, double_tiles = 0 }}
anchors = 0                         # left under the ships, one point less for each
uncovered = 0                       # land spaces without a tile; fewer decide a tie
# land = "{land}"
                                    # the peninsula, from which uncovered is counted (take it out),
                                    # and the cubes; leftovers then has the other resources
# total = 15                        # where only the points are known, instead of all above
"""


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names."""
    seats = max(SEATS[0], min(len(names), SEATS[-1]))
    written = [data_text({"name": name}).removeprefix("name = ").strip() for name in names]
    land = f"cooper-{seats}: c2=m+food d2=f d3=ff+wood"
    return _HEAD + "".join(_PLAYER.format(name=name, land=land) for name in written)


PAD = Pad(questions, record, template, ("Ana", "Ben"), "palace.cooper_island")
