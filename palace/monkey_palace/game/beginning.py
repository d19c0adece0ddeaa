"""What a new game of Monkey Palace is asked: all that judging it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, choice, players, records_head, wrong
from palace.files.document import parse_document
from palace.monkey_palace.game.box import load_box
from palace.monkey_palace.game.conflicts import SEATS
from palace.monkey_palace.game.joining import supply
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, ground_table, load_map, read_map

HOUSE = "house"

CARDS = ("dealt", "house", "typed")
"""Cards of the house deck dealt by the page; of that deck, from the table; typed as they are taken.
"""

BOARDS = ("house", "own", "unknown")

Given = Mapping[str, Any]


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield who plays, on which map, with which cards, boards and animals."""
    yield players(SEATS[0], SEATS[-1])
    names: Sequence[str] = answers[PLAYERS]
    yield Question(
        "map", "", BOOK.text("new.map"), lambda: SHIPPED, read_ground, default=SHIPPED[0],
        title=BOOK.text("new.map"), file=True,
    )  # fmt: skip
    yield _choice("boards", BOARDS)
    if answers["boards"] == "own":
        for seat, name in enumerate(names):
            yield supply(f"start {seat}", name, BOOK.text("new.start"), "4a3b1c")
            yield supply(f"each {seat}", name, BOOK.text("new.each"), "2a2b")
    yield _choice("cards", CARDS)
    yield _choice("animals", ("all", "monkey"))


def _choice(key: str, words: Sequence[str]) -> Question:
    """Return the question for one of some words, which are called by their sentences."""
    texts = {word: BOOK.text(_CALLED[key, word]) for word in words}
    asked = choice(key, "", BOOK.text(_TITLES[key]), words, words[0])
    return replace(asked, shown_as=lambda word: texts.get(word, word))


_TITLES = {"boards": "new.boards", "cards": "new.cards", "animals": "new.animals"}
_CALLED = {
    ("boards", "house"): "new.boards-house",
    ("boards", "own"): "new.boards-own",
    ("boards", "unknown"): "new.boards-unknown",
    ("cards", "dealt"): "new.cards-dealt",
    ("cards", "house"): "new.cards-house",
    ("cards", "typed"): "new.cards-typed",
    ("animals", "all"): "new.animals-all",
    ("animals", "monkey"): "new.animals-monkey",
}


def read_ground(text: str) -> GroundMap:
    """Return one of the maps by its name, or the map in the text of a map file.

    Raises `InputError`; no file is read.
    """
    if "\n" in text.strip():
        return read_map(parse_document(text, "toml", "map"))
    if text not in SHIPPED:
        raise wrong(f"there is no map {text!r:.40}", f"they are {', '.join(SHIPPED)}")
    return load_map(text)


def record(answers: Given) -> dict[str, object]:
    """Return the record of a game that begins so; `seed` among the answers orders the piles, and
    `today` is its date, if there is one."""
    ground: GroundMap = answers["map"]
    data = records_head("monkey-palace")
    data |= {"map": ground.name} if ground.shipped else {}
    data |= {"date": date.fromisoformat(answers["today"])} if answers.get("today") else {}
    if answers["cards"] != "typed":
        data["deck"] = HOUSE
    if answers["cards"] == "dealt":
        data["piles"] = {"seed": answers["seed"]}
    data["trophies"] = [*ANIMALS.values()] if answers["animals"] == "all" else ["monkey"]
    if not ground.shipped:
        data["ground"] = ground_table(ground)
    data["players"] = [_player(answers, seat) for seat in range(len(answers[PLAYERS]))]
    data["turns"] = []
    return data


def _player(answers: Given, seat: int) -> dict[str, object]:
    name = {"name": answers[PLAYERS][seat]}
    if answers["boards"] == "house":
        board = load_box(HOUSE).boards[seat + 1]
        return name | {"start": str(board.start), "each": str(board.each)}
    known = {key: answers.get(f"{key} {seat}") for key in ("start", "each")}
    return name | {key: value for key, value in known.items() if value}


BEGINNING = Form(questions, record)
