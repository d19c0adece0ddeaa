"""What a new game of Monkey Palace is asked: all that judging it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, RIVAL, choice, players, records_head, wrong
from palace.core.provenance import HOUSE, TRANSCRIBED
from palace.files.document import parse_document
from palace.monkey_palace.game.board import map_name
from palace.monkey_palace.game.box import Box, load_box
from palace.monkey_palace.game.card_taps import supply
from palace.monkey_palace.game.conflicts import SEATS
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, ground_table, load_map, read_map

Given = Mapping[str, Any]

PERSON, PROGRAM = "person", "program"

AGAINST = {
    "random": "Random", "greedy": "Greedy", "third": "Strong-3", "second": "Strong-2",
    "strong-300": "Strong 300", "strong": "Strong",
}  # fmt: skip
"""Players of the program by the ends of their keys, from the weakest to the strongest."""


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield whether there is a box, who plays, on which map, and with the box what is in it."""
    own = _own(answers)
    words = {"house": BOOK.text("new.box-no"), "own": BOOK.text("new.box-yes")}
    has = any((own.deck, own.boards, own.maps, own.pieces, own.rulings))
    yield _choice("box", BOOK.text("new.box"), dict(reversed(words.items())) if has else words)
    yield players(SEATS[0], SEATS[-1])
    last = {kind: BOOK.text(f"new.last-{kind}") for kind in (PERSON, PROGRAM)}
    yield _choice("last", BOOK.text("new.last"), last)
    if against := answers["last"] == PROGRAM:
        rivals = {name: BOOK.text(f"new.against-{key}") for key, name in AGAINST.items()}
        yield _choice(RIVAL, BOOK.text("new.against"), rivals, "Strong-3")
    maps, boxed = {ground.name: ground for ground in reversed(own.maps)}, answers["box"] == "own"

    def read(text: str) -> GroundMap:
        return maps.get(text) or read_ground(text)

    yield Question(
        "map", "", BOOK.text("new.map"), lambda: dict.fromkeys((*maps, *SHIPPED)), read,
        default=next(iter(maps), SHIPPED[0]), title=BOOK.text("new.map"), file=True,
        help="" if boxed and maps else BOOK.text(f"new.legend-{answers['box']}"),
        picture=lambda text: _picture(read(text)), shown_as=lambda text: map_name(read(text).name),
        beside="box" if boxed else "",
    )  # fmt: skip
    if boxed:
        yield from _boards(answers, own, against=against)
    elif not against:
        cards = {kind: BOOK.text(f"new.cards-{kind}") for kind in ("dealt", "house")}
        yield _choice("cards", BOOK.text("new.cards"), cards)
    yield _choice("animals", BOOK.text("new.animals"), {
        "all": BOOK.text("new.animals-all"), "monkey": BOOK.text("new.animals-monkey"),
    })  # fmt: skip


def _boards(answers: Given, own: Box, *, against: bool) -> Iterator[Question]:
    """Yield what the boards of the players say; the program has to know it."""
    mine = {"mine": BOOK.text("new.boards-mine", count=len(own.boards))} if own.boards else {}
    kinds = ("house", "own") if against else ("unknown", "own", "house")
    words = mine | {kind: BOOK.text(f"new.pieces-{kind}") for kind in kinds}
    yield _choice("boards", BOOK.text("new.boards"), words)
    known = own.boards if answers["boards"] == "mine" else {}
    if answers["boards"] in ("mine", "own"):
        for seat, name in enumerate(_names(answers)):
            if seat + 1 in known:
                continue
            yield supply(f"start {seat}", name, BOOK.text("new.start"), "4a3b1c")
            yield supply(f"each {seat}", name, BOOK.text("new.each"), "2a2b")


def _names(answers: Given) -> Sequence[str]:
    """Return the players in seat order; the last seat is that of the program, if it plays."""
    names: Sequence[str] = answers[PLAYERS]
    return names if RIVAL not in answers else (*names[:-1], answers[RIVAL])


def _choice(key: str, title: str, words: Mapping[str, str], usual: str = "") -> Question:
    """Return the question for one of some words, each with what it is called; by default the
    first."""
    asked = choice(key, "", title, (*words,), usual or next(iter(words)))
    return replace(asked, shown_as=lambda word: words.get(word, word))


def _own(answers: Given) -> Box:
    """Return the box that is kept among answers, or one with nothing in it."""
    own: Box = answers.get("kept") or Box("mine", TRANSCRIBED)
    return own


@lru_cache(maxsize=2 * len(SHIPPED))
def _picture(ground: GroundMap) -> str:
    """Return a map with its set-up in miniature."""
    from palace.monkey_palace.drawing.thumbnail import thumbnail

    return thumbnail(ground)


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
    """Return the record of a game that begins so; `seed` among the answers orders the piles,
    `today` is its date, and `kept` the box of its owner, if there is one."""
    ground: GroundMap = answers["map"]
    data = records_head("monkey-palace")
    data |= {"map": ground.name} if ground.shipped else {}
    data |= {"date": date.fromisoformat(answers["today"])} if answers.get("today") else {}
    # Cards of the box are entered as they are taken; the program has to see those on top.
    typed = answers["box"] == "own" and RIVAL not in answers
    cards = answers.get("cards", "typed" if typed else "dealt")
    if cards != "typed":
        data["deck"] = HOUSE
    if cards == "dealt":
        data["piles"] = {"seed": answers["seed"]}
    data["trophies"] = [*ANIMALS.values()] if answers["animals"] == "all" else ["monkey"]
    if not ground.shipped:
        data["ground"] = ground_table(ground)
    own = _own(answers)
    data |= {key: dict(of) for key, of in (("pieces", own.pieces), ("rulings", own.rulings)) if of}
    data["players"] = [_player(answers, seat) for seat in range(len(answers[PLAYERS]))]
    data["turns"] = []
    return data


def _player(answers: Given, seat: int) -> dict[str, object]:
    name: dict[str, object] = {"name": _names(answers)[seat]}
    boxes = {"house": load_box(HOUSE), "mine": _own(answers)}
    if (own := boxes.get(answers.get("boards", "house"))) is not None and seat + 1 in own.boards:
        board = own.boards[seat + 1]
        return name | {"start": str(board.start), "each": str(board.each)}
    known = {key: answers.get(f"{key} {seat}") for key in ("start", "each")}
    return name | {key: value for key, value in known.items() if value}


_SET_UP = (
    "format", "game", "rules", "provenance", "map", "ground", "box", "deck", "pieces", "rulings",
    "trophies",
)  # fmt: skip


def again(data: Given, given: Given) -> dict[str, object]:
    """Return the record of a new game with the players, pieces, map and cards of another."""
    new = {key: data[key] for key in _SET_UP if key in data}
    new["date"] = date.fromisoformat(given["today"])
    if "piles" in data:
        new["piles"] = {"seed": given["seed"]}
    own = ("name", "start", "each")
    new["players"] = [{k: v for k, v in one.items() if k in own} for one in data["players"]]
    return {**new, "turns": []}


BEGINNING = Form(questions, record, again=again)
