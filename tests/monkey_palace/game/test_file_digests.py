"""Records, boxes, decks and build files that are spoiled in each place, forms that are filled in,
boxes that grow: what is said of each, as one short text.

These lines find changes; what is right is in the other tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from palace.contract.game import Form
from palace.contract.rules import Log, log_of
from palace.files.document import Document, parse_document
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.monkey_palace.game.beginning import BEGINNING
from palace.monkey_palace.game.box import BOX, Box, BoxModel, load_box
from palace.monkey_palace.game.build_file import build_of, build_text
from palace.monkey_palace.game.deck import parse_deck
from palace.monkey_palace.game.joining import JOINING
from palace.monkey_palace.game.learning import added, answered, beside, entered, furnished, learned
from palace.monkey_palace.game.log import own, read, replay
from palace.monkey_palace.game.play import new_game, new_player
from palace.monkey_palace.game.record_writing import record_text, self_contained
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.kernel.ground import ground_table
from tests.grounds import plain
from tests.monkey_palace.game.digests import digest, outcome, typed
from tests.paths import GOLDEN, SAMPLE
from tests.sentences import Says

FOUND = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbNm,x3/x8/x8"
HEAD = {"format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1"}
ANA = {"name": "Ana", "start": "5a3b", "each": "2a2b"}
BEN = {"name": "Ben", "start": "9a9b", "each": "2a"}
TURN = {"player": "Ana", "build": "c4+b-d4", "take": ["@x1-1"], "frog": "c4"}
MORE = {"decoration": "d", "credits": 1, "bonus": False, "butterfly": "d4", "notes": "so"}
OWN = ground_table(plain(6, 5, "b2 c2 c3", name="attic"))
CARDS = [{"id": "a-1", "card": "3g 2* once 1a2b each 1a"}, {"id": "a-2", "card": "1x 0*"}]

DATA: dict[str, dict[str, Any]] = {
    "record": HEAD | {
        "date": "2026-01-31", "place": "here", "notes": "n", "deck": "house", "strange": 1,
        "piles": {"seed": 7}, "trophies": ["monkey", "frog", "butterfly"], "finished": False,
        "pieces": {"arch": 90}, "rulings": {"spiral": "turn"}, "animals": "unknown",
        "players": [ANA, BEN], "turns": [TURN | MORE, {"player": "Ben", "pass": True}],
    },
    "piles": HEAD | {
        "box": "house", "piles": {"1x": ["x1-1", "x1-2"], "3g": ["g3-1"]},
        "players": [ANA, {"name": "Ben"}], "turns": [TURN],
    },
    "joined": HEAD | {
        "position": FOUND, "due": "Ben", "last_round": True, "trophies": ["monkey", "frog"],
        "players": [
            ANA | {"found": {"cards": ["1x 1*", "3g 2* on 3"], "bananas": 3, "bonus": 1}},
            BEN | {"found": {"trophies": ["monkey"]}},
        ],
        "turns": [],
    },
    "sheet": HEAD | {
        "players": [
            {"name": "Ana", "cards": [2, 3], "bonus": 1, "trophies": ["monkey"], "total": 11},
            {"name": "Ben", "cards": 5, "bonus": 0, "trophies": ["frog", "butterfly"]},
        ],
    },
    "own map": {**HEAD, "ground": OWN, "players": [ANA, BEN], "turns": []},
    "box": {
        "format": 1, "game": "monkey-palace", "name": "mine", "provenance": "transcribed",
        "maps": ["map-2"], "deck": "house", "pieces": {"gold": 15}, "rulings": {"spiral": "turn"},
        "boards": [{"number": 1, "start": "5a", "each": "2a", "provenance": "p"}, {"number": 3}],
        "cards": CARDS, "grounds": {"attic": OWN},
    },
    "build": {
        "format": 1, "map": "map-1", "position": FOUND,
        "build": [{"kind": "arch", "x": 9, "y": 9, "level": 0, "turn": 1, "colour": "blue"}],
    },
    "table": {"format": 1, "ground": OWN, "build": [{"kind": "brick", "x": 3, "y": 3}]},
}  # fmt: skip
READ: dict[str, Callable[[Document], object]] = {
    "box": BOX.read,
    "build": lambda document: (build_of(document), build_text(build_of(document)[0])),
}


def whole(document: Document) -> object:
    """What a record says when it is read, written, scored, and written without its deck."""
    record = read(document)
    told = record.warnings, record_text(record, "json"), record_text(self_contained(record))
    return told, outcome(record.score, log_of(record))


WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 5, 10**13, 1.5, "", " ", "x", "house", "map-2", [], ["x"], [3, "monkey"],
    {}, {"seed": -1}, {"x": 1}, "1x 1* on 4", "@no", "9a99b9c", "a1", "frog", ["frog", "frog"],
)  # fmt: skip


def spoiled(data: Any, *way: Any) -> Iterator[Any]:
    """Yield data with one thing in it left out, another, twice, or with a stranger beside it."""
    steps = [*data.items()] if isinstance(data, dict) else [*enumerate(data)]
    for key, value in steps:
        for new in WRONG:
            yield changed(data, key, new)
        yield changed(data, key)
        if isinstance(value, dict | list) and way in ((), ("part",)):
            for inner in spoiled(value, "part"):
                yield changed(data, key, inner)
    if isinstance(data, list):
        yield [*data, *data]
    else:
        yield {**data, "turnz": 1}


def changed(data: Any, key: Any, *new: Any) -> Any:
    """Return data with something in the place of a part, or without it."""
    if isinstance(data, list):
        return [*data[:key], *new, *data[key + 1 :]]
    rest = {name: value for name, value in data.items() if name != key}
    return rest if not new else {name: new[0] if name == key else data[name] for name in data}


def said_of(name: str, data: Any) -> object:
    """What is said of the text of a file, as it is read or of its faults."""
    make = READ.get({"table": "build"}.get(name, name), whole)
    text = json.dumps(data, indent=1)
    return outcome(lambda: make(parse_document(text, "json", "f")))


def test_a_file_that_is_spoiled(says: Says) -> None:
    for name, data in DATA.items():
        says(f"{name} as it is: {digest(said_of(name, data))}")
        for key, value in data.items():
            inside = spoiled(value) if isinstance(value, dict | list) else ()
            every = [changed(data, key), *(changed(data, key, new) for new in (*WRONG, *inside))]
            says(f"{name}, {key}: {digest([said_of(name, one) for one in every])}")


DECK = """\
# provenance: transcribed
id,cost,colour,bananas,once,each
a-1,3,gold,2,1a2b,1a
a-2,1,x,,,
"""
CELLS = (
    "",
    "0",
    "1",
    "6",
    "7",
    "999",
    "1000",
    "l",
    "multi",
    "glod",
    "2a",
    "a2",
    "@x",
    "a-2",
    "x" * 41,
)


def test_a_deck_that_is_spoiled(says: Says) -> None:
    head, names, *rows = DECK.splitlines()
    for at, column in enumerate(names.split(",")):
        found: list[object] = []
        for new in CELLS:
            cells = rows[0].split(",")
            cells[at] = new
            for lines in (
                (head, names, ",".join(cells), rows[1]),
                (names, rows[1], ",".join(cells)),
            ):
                found.append(outcome(parse_deck, "\n".join(lines)))
        says(f"{column}: {digest(found)}")
    for name in ("house", "a-1", "a-2", "a-3"):
        deck = parse_deck(DECK)
        texts = str(deck), repr(deck), deck.unfilled, deck.whole, deck.shuffled(3)
        says(f"{name}: {digest(texts, outcome(deck.card, name))}")


TYPED = (
    "3g 2* each 1a", "3g 2* each 1a", "@1 4l 3*", "@9 1x 0*", "board 1 4a3b 2a2b", "board 5 1a 1a",
    "board 2 0a 1a", "board 1", "pieces 79a15g", "pieces 94a16g", "pieces", "pieces 9x", "7g 1*",
    "1a", "", "pieces 1a", "pieces 1000b", "@", "board 1 x 1a",
)  # fmt: skip


def _box(data: BoxModel) -> object:
    box = BOX.of(data)
    shown = [
        (part, [(row, row.lines and row.lines()) for row in part.rows]) for part in BOX.parts(box)
    ]
    told = BOX.missing(box), BOX.record(box), [*BOX.totals(box)], box.placeholder, repr(box)
    return data_text(ordered(data)), shown, told


def test_a_box_that_grows(says: Says) -> None:
    mine = BoxModel(format=1, game="monkey-palace", name="mine", provenance="transcribed")
    for text in TYPED:
        new = outcome(entered, mine, text, "typed")
        mine = new if isinstance(new, BoxModel) else mine
        says(f"{text}: {digest(_box(mine) if new is mine else new)}")
    for name, value in (("spiral", "turn"), ("spiral", "no"), ("spirl", "turn")):
        new = outcome(answered, mine, name, value)
        says(f"{name} {value}: {digest(_box(new) if isinstance(new, BoxModel) else new)}")
    for name, data in DATA.items():
        document = parse_document(json.dumps(data), "json", "f")
        new = outcome(added, mine, document, Path(), "game")
        says(f"with the {name}: {digest(_box(new) if isinstance(new, BoxModel) else new)}")
    for way in (SAMPLE, *sorted(GOLDEN.glob("monkey-palace/*.toml"))):
        record = read(parse_document(way.read_text("utf-8"), "toml", "f"), way.parent)
        log = replay(record)
        for before in (Log.begin(record.rules), replay(record, turns=4)):
            says(f"after {way.name}: {digest(_box(learned(mine, record, log, before, 'game')))}")
    boxes = [load_box("house"), BOX.of(mine), Box("mine", "transcribed")]
    for name, data in DATA.items():
        if "players" in data:
            record = read(parse_document(json.dumps(data), "json", "f"))
            found = [(furnished(data, box), own(beside(record, box)).deck) for box in boxes]
            says(f"furnished {name}: {digest(found)}")
    says(f"to fill in: {digest(BOX.templates(Path('my-box')), [*map(BOX.missing, boxes)])}")


ODD = (
    "",
    "?",
    "0",
    "1",
    "2",
    "x",
    "Ana",
    "map-3",
    "house",
    "own",
    "no",
    "yes",
    "1a",
    "a1",
    "3g 2*",
)


def ways(form: Form, given: dict[str, Any], *texts: str) -> Iterator[object]:
    """Yield every question of a form, answered with the first of some texts that it takes."""
    answers: dict[str, Any] = dict(given)
    while question := form.next(answers, {}):
        yield question
        yield from typed(question, *ODD)
        tried = (outcome(question.read, text) for text in (*texts, question.default))
        answers[question.key] = next(
            one for one in tried if not (isinstance(one, tuple) and str(one[0]).endswith("Error"))
        )
    yield (data := form.record(answers))
    if form.again is not None:
        yield form.again(data, {"seed": 8, "today": "2026-02-01"})


NAMES = "Ana, Ben, Caro"
FILLED: dict[str, Sequence[str]] = {
    "by Enter": (NAMES,),
    "the program": (NAMES, "program", "greedy", "map-2", "monkey"),
    "the house's cards": (NAMES, "house", "map-3", "all"),
    "a box": (NAMES, "own", "mine", "4a3b1c"),
    "boards unknown": (NAMES, "own", "unknown"),
    "the program with a box": (NAMES, "own", "program", "house"),
    "a program's boards": (NAMES, "own", "program", "2a2b"),
}
JOINED: dict[str, Sequence[str]] = {
    "by Enter": (NAMES,),
    "a palace": (NAMES, FOUND, "5a4b", "1x 1*, 3g2*", "3", "yes"),
    "trophies": (NAMES, FOUND, "Ben", "d4", "e4", "f4", "2"),
    "at a table": (NAMES, f"{FOUND}", "table", "Caro", "map-1"),
}


def test_forms_that_are_filled_in(says: Says) -> None:
    grown = BOX.of(BoxModel.of(DATA["box"] | {"deck": None}))
    for name, texts in FILLED.items():
        for at, kept in enumerate((None, load_box("house"), grown)):
            given = {"seed": 7, "today": "2026-01-31"} | ({"kept": kept} if kept else {})
            says(f"new, {name}, box {at}: {digest(*ways(BEGINNING, given, *texts))}")
    for name, texts in JOINED.items():
        says(f"joined, {name}: {digest(*ways(JOINING, {}, *texts))}")


CALLS: tuple[dict[str, Any], ...] = (
    {}, {"map": "map-2"}, {"map": "no"}, {"trophies": "frog, monkey"}, {"trophies": "forg"},
    {"seed": 3}, {"seed": 3, "box": "house"}, {"kept": load_box("house")},
    {"kept": BOX.of(BoxModel.of(DATA["box"])), "map": "attic"}, {"trophies": "cat,,"},
)  # fmt: skip
ASKED: tuple[tuple[Any, ...], ...] = (
    (None, None, None, None, None, ()),
    (FOUND, "map-1", "4a3b", None, None, ("spiral=turn",)),
    (FOUND, None, "99a", None, None, ("frog-time=any", "bonus-out=bananas")),
    (f"map-2:{FOUND}", None, "x", None, 3, ("spiral=no", "x=y")),
    ("x8", "no", "4a", None, None, ()),
    (None, "map-3", None, str(SAMPLE), 4, ()),
    (None, None, "1a", str(SAMPLE), 4, ("spiral=turn",)),
    (None, None, None, str(SAMPLE), 0, ()),
    (None, None, None, str(SAMPLE), 18, ()),
    (None, None, None, str(SAMPLE), 19, ()),
    (None, None, None, str(SAMPLE), -1, ()),
    (None, None, None, str(GOLDEN / "monkey-palace/not-legal.toml"), None, ()),
    (None, None, None, str(GOLDEN / "monkey-palace/four-players.toml"), None, ("must-build=may",)),
)


def begun(players: Sequence[str], given: dict[str, Any]) -> object:
    return new_game([*map(new_player, players)], Path("game.toml"), given)


def test_calls(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLE.parents[3])
    for players in ((), ("Ana",), ("Ana", "Ana"), ("Ana:4a:1a", "Ben"), ("Ana:4a", "Ben:x:1a")):
        calls = [outcome(begun, players, given) for given in CALLS]
        says(f"new game of {', '.join(players)}: {digest(calls)}")
    for at, asked in enumerate(ASKED):
        short = [one and str(one).replace(f"{SAMPLE.parents[3]}/", "") for one in asked[:5]]
        here = [one if type(one) is int or key is None else key
                for one, key in zip(asked, short, strict=False)]  # fmt: skip
        says(f"situation {at}: {digest(outcome(situation, *here, asked[5]))}")
