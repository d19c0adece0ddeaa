"""The most that files may hold: as much is read, one more is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.monkey_palace.game.box import BOX
from palace.monkey_palace.game.build_file import build_of
from palace.monkey_palace.game.deck import parse_deck
from palace.monkey_palace.game.joining import JOINING
from palace.monkey_palace.game.log import read
from palace.monkey_palace.game.schema import BuildModel, MonkeyRecord

RECORD = {"format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1"}
SEATS = [{"name": "Ana"}, {"name": "Ben"}]
BOX_HEAD = {"format": 1, "game": "monkey-palace", "name": "b", "provenance": "transcribed"}
PASS = {"player": "Ana", "pass": True}
DECK = "# provenance: transcribed\nid,cost,colour,bananas,once,each\n"


def record(**more: Any) -> dict[str, Any]:
    return {**RECORD, "players": SEATS, **more}


def turn(**more: Any) -> dict[str, Any]:
    return record(turns=[{"player": "Ana", "build": "c4-d4", **more}])


def seat(**more: Any) -> dict[str, Any]:
    return record(players=[{"name": "Ana", **more}, {"name": "Ben"}])


def found(**more: Any) -> dict[str, Any]:
    return record(players=[{"name": "Ana", "found": more}, {"name": "Ben"}])


def brick(**more: Any) -> dict[str, Any]:
    return {"format": 1, "build": [{"kind": "brick", "x": 0, "y": 0, **more}]}


RECORDS: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "turns": (2_000, lambda n: record(turns=[PASS] * n)),
    "cards of a turn": (100, lambda n: turn(take=["1x 0*"] * n)),
    "credits": (10_000, lambda n: turn(credits=n)),
    "players": (100, lambda n: record(players=[{"name": f"P{at}"} for at in range(n)])),
    "bananas of cards": (100, lambda n: seat(cards=[1] * n)),
    "bananas": (10_000, lambda n: seat(cards=n)),
    "bananas of a card": (10_000, lambda n: seat(cards=[n])),
    "bonus cards": (10_000, lambda n: seat(bonus=n)),
    "trophies held": (100, lambda n: seat(trophies=["frog"] * n)),
    "trophies": (100, lambda n: record(trophies=["frog"] * n)),
    "cards found": (100, lambda n: found(cards=["1x 0*"] * n)),
    "trophies found": (100, lambda n: found(trophies=["frog"] * n)),
    "bananas found": (10_000, lambda n: found(bananas=n)),
    "bonus cards found": (10_000, lambda n: found(bonus=n)),
    "a seed": (10**12, lambda n: record(piles={"seed": n})),
    "cards of a pile": (100, lambda n: record(piles={"1x": ["x"] * n})),
    "pieces of the box": (999, lambda n: record(pieces={"arch": n})),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records(name: str) -> None:
    most, made = RECORDS[name]
    MonkeyRecord.of(made(most))
    with pytest.raises(InputError) as caught:
        read(parse_document(json.dumps(made(most + 1)), "json", "f"))
    told = [problem.what for problem in caught.value.problems]
    assert any(f"more than {most} " in what or f"{most + 1} is too large" in what for what in told)


LEAST = {
    "credits": lambda n: turn(credits=n),
    "bananas": lambda n: seat(cards=[n]),
    "bonus cards": lambda n: seat(bonus=n),
    "bananas found": lambda n: found(bananas=n),
    "a seed": lambda n: record(piles={"seed": n}),
    "columns": lambda n: record(pieces={"column": n}),
}


@pytest.mark.parametrize("name", LEAST)
def test_nothing_is_enough_and_less_is_not(name: str) -> None:
    MonkeyRecord.of(LEAST[name](0))
    with pytest.raises(InputError) as caught:
        read(parse_document(json.dumps(LEAST[name](-1)), "json", "f"))
    assert "-1 is too small" in str(caught.value)


@pytest.mark.parametrize(("kind", "least"), [("arch", 2), ("brick", 1), ("gold", 1), ("dark", 0)])
def test_the_pieces_of_the_set_up_are_there(kind: str, least: int) -> None:
    MonkeyRecord.of(record(pieces={kind: least}))
    with pytest.raises(InputError):
        read(parse_document(json.dumps(record(pieces={kind: least - 1})), "json", "f"))


ELEMENTS = {"x": (-1_000, 1_000), "y": (-1_000, 1_000), "level": (0, 1_000), "turn": (0, 3)}


@pytest.mark.parametrize("key", ELEMENTS)
def test_elements(key: str) -> None:
    for bound, beyond in zip(ELEMENTS[key], (-1, 1), strict=True):
        BuildModel.of(brick(**{key: bound}))
        with pytest.raises(InputError) as caught:
            build_of(parse_document(json.dumps(brick(**{key: bound + beyond})), "json", "f"))
        assert f"{bound + beyond} is too" in str(caught.value)


def test_a_build_has_at_most_2000_elements() -> None:
    (one,) = brick()["build"]
    BuildModel.of({"format": 1, "build": [one] * 2_000})
    with pytest.raises(InputError) as caught:
        build_of(parse_document(json.dumps({"format": 1, "build": [one] * 2_001}), "json", "f"))
    assert "more than 2000 " in str(caught.value)


BOXES: dict[str, Callable[[int], dict[str, Any]]] = {
    "maps": lambda n: {"maps": ["map-1"] * n},
    "boards": lambda n: {"boards": [{"number": 1}] * n},
    "cards": lambda n: {"cards": [{"id": f"a{at}", "card": "1x 0*"} for at in range(n)]},
}


@pytest.mark.parametrize("name", BOXES)
def test_boxes(name: str) -> None:
    BOX.model.of({**BOX_HEAD, **BOXES[name](100)})
    with pytest.raises(InputError) as caught:
        BOX.read(parse_document(json.dumps({**BOX_HEAD, **BOXES[name](101)}), "json", "f"))
    assert "more than 100 " in str(caught.value)
    for number in (0, 5):
        text = json.dumps({**BOX_HEAD, "boards": [{"number": number}]})
        with pytest.raises(InputError):
            BOX.read(parse_document(text, "json", "f"))


def test_decks() -> None:
    rows = "".join(f"a{at},1,x,{bananas},,\n" for at, bananas in enumerate((0, 999)))
    assert [card.bananas for card in parse_deck(DECK + rows).rows] == [0, 999]
    for row in ("a,1,x,1000,,", "a,1,x,-1,,", "a,7,x,1,,", "a,0,x,1,,", f"{'a' * 41},1,x,1,,"):
        with pytest.raises(InputError):
            parse_deck(DECK + row)
    assert parse_deck(f"{DECK}{'a' * 40},6,x,1,,").rows
    filled = "# " + "x" * (200_000 - len(DECK) - 3) + "\n" + DECK
    assert parse_deck(filled).rows == ()
    with pytest.raises(InputError) as caught:
        parse_deck("#" + filled)
    assert "too long for a deck: 200,001 characters; at most 200,000 are read" in str(caught.value)


def test_a_game_that_is_joined_asks_for_no_more_bananas_than_cards_can_have() -> None:
    answers: dict[str, Any] = {"players": ("Ana", "Ben")}
    asked = {}
    while question := JOINING.next(answers, {}):
        asked[question.key] = question
        answers.setdefault(question.key, question.read(question.default or ""))
    assert asked["bananas 0"].read("999") == 999
    assert asked["bonus 1"].read("14") == 14
    for key, text in (("bananas 0", "1000"), ("bonus 1", "15")):
        with pytest.raises(InputError):
            asked[key].read(text)
