"""What does not fit together in a record although each value may be good for itself.

Works on the plain data, of whatever types, so that its findings stand beside those of the schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palace.core.errors import Problem, nearest
from palace.files.document import Document
from palace.files.problems import fault, keys_of
from palace.monkey_palace.game.schema import MOST_TURNS, MonkeyRecord, Turn
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings

SEATS = range(2, 5)
"""How many can play."""


def conflicts(document: Document) -> Iterator[Problem]:
    """Every conflict in a record, in no order."""
    yield from _seats(document)
    yield from _names(document)
    yield from _turns(document)
    yield from _map(document)
    yield from _rulings(document)


def _tables(value: Any) -> list[tuple[int, dict[str, Any]]]:
    """The tables of a list, each with its index; what is beyond any allowed number is left out."""
    items = value[:MOST_TURNS] if isinstance(value, list) else []
    return [(index, item) for index, item in enumerate(items) if isinstance(item, dict)]


def _seats(document: Document) -> Iterator[Problem]:
    players = document.data.get("players")
    if isinstance(players, list) and len(players) not in SEATS:
        count = f"{len(players)} player{'s' * (len(players) != 1)}"
        yield fault(document, ("players",), count, f"{SEATS[0]} to {SEATS[-1]} can play")


def _names(document: Document) -> Iterator[Problem]:
    """Names given twice, and turns of players who have no seat."""
    players = document.data.get("players")
    names: list[str] = []
    for index, player in _tables(players):
        name = player.get("name")
        if isinstance(name, str):
            if name in names:
                path = ("players", index, "name")
                what = f"two players are called {name!r}"
                yield fault(document, path, what, "give each a name of their own")
            names.append(name)
    if not names or not isinstance(players, list) or len(names) < len(players):
        return  # with a name unknown, everything said of a turn's player may be wrong
    for index, turn in _tables(document.data.get("turns")):
        name = turn.get("player")
        if isinstance(name, str) and name not in names:
            near = nearest(name, names)
            hint = (
                f"did you mean {near}?"
                if near
                else f"the players are {', '.join(dict.fromkeys(names))}"
            )
            yield fault(document, ("turns", index, "player"), f"nobody is called {name!r}", hint)


def _turns(document: Document) -> Iterator[Problem]:
    """A turn has a build or a pass, not both and not neither."""
    known = keys_of(Turn)
    for index, turn in _tables(document.data.get("turns")):
        builds, passes = turn.get("build") is not None, turn.get("pass") not in (None, False)
        if builds and passes:
            path = ("turns", index, "pass")
            yield fault(document, path, "this turn has a build too", "keep one of the two")
        elif not builds and not passes:
            strangers = [key for key in turn if key not in known]
            slips = [(nearest(key, strangers), key) for key in ("build", "pass")]
            hints = [f"is {slip!r} a slip for {key}?" for slip, key in slips if slip]
            both = 'build = "..." or pass = true'
            if document.kind == "json":
                both = '"build": "..." or "pass": true'
            what = "this turn has neither a build nor a pass"
            yield fault(document, ("turns", index), what, hints[0] if hints else f"add {both}")


def _map(document: Document) -> Iterator[Problem]:
    data = document.data
    if data.get("turns") and data.get("map") is None and data.get("ground") is None:
        strangers = [key for key in data if key not in keys_of(MonkeyRecord)]
        slip = nearest("map", strangers) or nearest("ground", strangers)
        example = 'map = "map-1"' if document.kind == "toml" else '"map": "map-1"'
        hint = f"is {slip!r} a slip for it?" if slip else f"add {example}, or a [ground] table"
        yield fault(document, ("map",), "a game with turns needs this key", hint)


def _rulings(document: Document) -> Iterator[Problem]:
    answers = document.data.get("rulings")
    for name, value in answers.items() if isinstance(answers, dict) else ():
        if isinstance(value, str):
            wrong = Rulings.problem(name, value)
            if wrong:
                yield fault(document, ("rulings", name), *wrong, key=name not in RULINGS)
