"""A box that grows: by what is typed, by games, by other boxes; and how it furnishes a new game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from palace.contract.rules import Log, log_of
from palace.core.errors import InputError, NotationError
from palace.files.document import parse_document
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.monkey_palace.game.box import BOX, Box, BoxModel
from palace.monkey_palace.game.cards import CARDS, PILES, Card, Pile
from palace.monkey_palace.game.learning import (
    added,
    answered,
    beside,
    entered,
    furnished,
    learned,
)
from palace.monkey_palace.game.log import LoggedRecord, read
from palace.monkey_palace.game.record_writing import record_text, self_contained
from palace.monkey_palace.kernel.ground import ground_table, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply

EMPTY = BoxModel(format=1, game="monkey-palace", name="mine", provenance="transcribed")
TODAY = "typed in on 2026-11-23"
HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
PLAYERS = """
[[players]]
name = "Ana"
start = "5a3b"
each = "2a2b"
[[players]]
name = "Ben"
start = "5a4b"
each = "2a2b"
"""
TURNS = """
[[turns]]
player = "Ana"
build = "c4+b-d4"
take = ["1x 0* each 1a", "1x 0* each 1a"]
[[turns]]
player = "Ben"
build = "f2-f3+bb-f4"
take = ["3g 2*"]
monkey = "c4"
"""


def game(text: str) -> LoggedRecord:
    return read(parse_document(text, "toml", "game.toml"))


def after(data: BoxModel, text: str) -> BoxModel:
    """A box after a game."""
    record = game(text)
    log = log_of(record)
    assert log is not None
    return learned(data, record, log, Log.begin(record.rules), TODAY)


def box(data: BoxModel) -> Box:
    """The box of a file, which reads back as it is written."""
    document = parse_document(data_text(ordered(data)), "toml", "mine.toml")
    assert BoxModel.of(document.data) == data
    return BOX.read(document)


def cards(data: BoxModel) -> dict[str, str]:
    return {model.id: model.card for model in data.cards}


def test_a_game_leaves_its_cards_and_boards_in_the_box() -> None:
    data = after(EMPTY, HEAD + PLAYERS + TURNS)
    # As many of a card as one game had, since that many there are.
    assert cards(data) == {"1": "1x 0* each 1a", "2": "1x 0* each 1a", "3": "3g 2*"}
    assert {model.provenance for model in data.cards} == {TODAY}
    found = box(data)
    assert found.deck is not None
    assert found.deck.piles[1, "x"] == ("1", "2")
    assert found.boards[2].start == Supply(5, 4)
    assert not found.placeholder
    assert [*BOX.totals(found)] == ["3 of 67 cards", "2 of 4 boards", "0 of 4 maps"]
    assert "boards not entered: 3 4" in BOX.missing(found)


def test_a_game_that_is_learned_again_adds_nothing() -> None:
    data = after(EMPTY, HEAD + PLAYERS + TURNS)
    assert after(data, HEAD + PLAYERS + TURNS) == data
    more = TURNS.replace("3g 2*", "3g 2* once 1c")
    assert cards(after(data, HEAD + PLAYERS + more)).keys() == {"1", "2", "3", "4"}


def test_what_is_taken_back_was_never_there() -> None:
    """The box is that of the beginning and the log of now."""
    record = game(HEAD + PLAYERS + TURNS)
    log = log_of(record)
    assert log is not None
    begun = Log.begin(record.rules)
    data = learned(EMPTY, record, log.back(), begun, TODAY)
    assert [*cards(data).values()] == ["1x 0* each 1a"] * 2


def test_what_was_corrected_does_not_come_back() -> None:
    """Nor what was taken out; a card as it was, taken in a later turn, is a card of its own."""
    record = game(HEAD + PLAYERS + TURNS)
    log = log_of(record)
    assert log is not None
    data = after(EMPTY, HEAD + PLAYERS + TURNS)
    right = entered(entered(data, "@1 1x 1*", TODAY), "board 1 4a 2a", TODAY)
    out = right.model_copy(update={"cards": right.cards[:1], "boards": []})
    for kept in (right, out):
        assert learned(kept, record, log, log, TODAY) == kept
    turn = next(record.rules.parts(log.state, None, *log.due))
    for text, new in (("1x 0* each 1a", 1), ("3g 2*", 1), ("1x 1*", 0)):
        later = log.moved(replace(turn, take=(Card.read(text),)))
        more = cards(learned(right, record, later, log, TODAY))
        assert Counter(more.values()) - Counter(cards(right).values()) == Counter([text] * new)
    # The whole record can be added, once.
    again = added(EMPTY, parse_document(record_text(record), "toml", "f"), Path(), TODAY)
    assert again == data
    assert added(data, parse_document(record_text(record), "toml", "f"), Path(), TODAY) == data


def test_nothing_of_ours_is_learned() -> None:
    with_deck = HEAD + 'deck = "house"\n' + PLAYERS + TURNS
    assert after(EMPTY, with_deck) == EMPTY
    assert after(EMPTY, HEAD + 'provenance = "placeholder"\n' + PLAYERS + TURNS) == EMPTY
    house = BOX.load("house").boards
    text = HEAD + PLAYERS.replace("5a3b", str(house[1].start)).replace("2a2b", str(house[1].each))
    assert [board.number for board in after(EMPTY, text).boards] == [2]
    # The maps of this package are placeholders.
    assert after(EMPTY, HEAD + PLAYERS).grounds == {}


def test_a_map_that_was_painted_is_learned() -> None:
    ground = replace(load_map("map-2"), name="sheet-1", provenance="transcribed")
    text = data_text({"ground": ground_table(ground)})
    data = after(EMPTY, HEAD.replace('map = "map-1"\n', "") + text + PLAYERS)
    assert box(data).maps == (ground,)
    assert after(data, HEAD.replace('map = "map-1"\n', "") + text + PLAYERS) == data


def test_what_is_typed() -> None:
    data = entered(EMPTY, "3g 2*  once 2b1a on 2", TODAY)
    assert cards(data) == {"1": "3g 2* once 1a2b"}
    data = entered(data, "3g 2* once 1a2b", TODAY)
    assert [*cards(data)] == ["1", "2"]
    data = entered(data, "@1 1x 1*", "typed in on 2026-11-24")
    assert cards(data) == {"1": "1x 1*", "2": "3g 2* once 1a2b"}
    assert [model.provenance for model in data.cards] == ["typed in on 2026-11-24", TODAY]
    for text in ("board 3 4a 2a", "board 1 2a 2b", "board 3 5a 2b"):
        data = entered(data, text, TODAY)
    assert [(b.number, b.start, b.each) for b in data.boards] == [(1, "2a", "2b"), (3, "5a", "2b")]
    data = entered(entered(data, "pieces 79a 15g", TODAY), "pieces 78a", TODAY)
    assert data.pieces == {"arch": 78, "gold": 15}
    assert dict(box(data).pieces) == data.pieces
    # Those of the rule book are not of the box's own.
    assert entered(data, "pieces 80a", TODAY).pieces == {"gold": 15}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3g", "column 3: it ends here, expected bananas, such as 2* in '3g'"),
        ("@7 3g 2*", "there is no card @7 in the box mine; its cards are none"),
        ("board 5 4a 2a", "board 5 4a 2a is no board; its number, what it starts with and what it "
         "delivers: board 1 4a3b 2a2b"),
        ("board 1 4a 2x", "column 2: no piece after 2, expected a (arch), b (brick) or c (column) "
         "in '2x'"),
        ("pieces 3b1g0a", "0 of arch; the set-up alone needs 2"),
        ("pieces", "'' are no pieces; a arches, b bricks, c columns, l d g: 79a80b16c15g"),
        ("pieces 9m", "'9m' are no pieces; a arches, b bricks, c columns, l d g: 79a80b16c15g"),
    ],
)  # fmt: skip
def test_what_cannot_be_typed(text: str, said: str) -> None:
    with pytest.raises((NotationError, InputError)) as caught:
        entered(EMPTY, text, TODAY)
    assert str(caught.value) == said


FAULTS = {
    '[[cards]]\nid = "1"\ncard = "3x 2*"\n':
        "f:6:8: cards[1].card: 3x is no pile of the rules; the piles are 1x 2x 3l 3d 3g 4l 4d 4g "
        "5l 5d 5g 6x",
    '[[cards]]\nid = "1"\ncard = "3g 2*"\n[[cards]]\nid = "1"\ncard = "1x 2*"\n':
        "f:8:6: cards[2].id: two cards have the id 1; give each another",
    '[[cards]]\nid = "1/2"\ncard = "3g 2*"\n':
        "f:5:6: cards[1].id: '1/2' is no id; 1 to 40 letters, digits, dots, - and _",
    "[pieces]\narch = 1\n": "f:4:1: pieces: 1 of arch; the set-up alone needs 2",
    "[pieces]\narhc = 9\n": "f:4:1: pieces: there is no kind of piece 'arhc'; did you mean arch?",
    '[rulings]\nspiral = "no"\n':
        "f:5:10: rulings.spiral: spiral cannot be 'no'; it is one of: legal, turn",
}  # fmt: skip


def test_the_maps_of_a_file_have_names_of_their_own() -> None:
    head = 'format = 1\nname = "mine"\nprovenance = "transcribed"\nmaps = ["map-1"]\n'
    table = ground_table(load_map("map-1"))
    for key, fault in (
        ("a", "grounds.a: its name is map-1; write [grounds.map-1]"),
        ("map-1", "grounds.map-1: two maps are called map-1; give each a name of its own"),
    ):
        with pytest.raises(InputError) as caught:
            BOX.read(parse_document(head + data_text({"grounds": {key: table}}), "toml", "f"))
        assert str(caught.value).partition(": ")[2] == fault


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_faults_of_a_file(text: str) -> None:
    head = 'format = 1\nname = "mine"\nprovenance = "transcribed"\n'
    with pytest.raises(InputError) as caught:
        BOX.read(parse_document(head + text, "toml", "f"))
    assert str(caught.value) == FAULTS[text]


def test_another_box_is_added_without_its_placeholders(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(
        "# provenance: transcribed\nid,cost,colour,bananas,once,each\nA,3,g,2,,\nB,1,x,,,\n"
    )
    text = (
        'format = 1\nname = "hers"\nprovenance = "transcribed"\ndeck = "deck.csv"\n'
        'maps = ["map-1"]\nrulings = { spiral = "turn" }\n[[boards]]\nnumber = 1\nstart = "4a"\n'
        'each = "2a"\n[[boards]]\nnumber = 2\nstart = "4a"\neach = "2a"\n'
        'provenance = "placeholder"\n'
    )
    mine = entered(entered(EMPTY, "3g 2*", TODAY), "board 1 5a 2a", TODAY)
    data = added(mine, parse_document(text, "toml", "hers.toml"), tmp_path, "from hers")
    assert cards(data) == {"1": "3g 2*"}
    assert [(board.number, board.start) for board in data.boards] == [(1, "5a")]
    assert data.grounds == {}
    assert data.rulings == {"spiral": "turn"}
    fresh = added(EMPTY, parse_document(text, "toml", "hers.toml"), tmp_path, "from hers")
    assert [model.provenance for model in fresh.cards] == ["from hers"]


def test_a_record_that_names_a_box_goes_by_its_answers_and_pieces(tmp_path: Path) -> None:
    data = answered(entered(EMPTY, "pieces 70a", TODAY), "spiral", "turn")
    (tmp_path / "box.toml").write_text(data_text(ordered(data)))
    text = HEAD + 'box = "box.toml"\n{}' + PLAYERS
    record = read(parse_document(text.format(""), "toml", "f"), tmp_path)
    assert (record.rulings.spiral, record.ground.box.arch) == ("turn", 70)
    assert record.ruled({"frog-time": "any"}).rulings.spiral == "turn"
    own = 'pieces = { arch = 60 }\nrulings = { spiral = "legal" }\n'
    record = read(parse_document(text.format(own), "toml", "f"), tmp_path)
    assert (record.rulings.spiral, record.ground.box.arch) == ("legal", 60)
    # Without the box, a record takes them with it.
    record = read(parse_document(text.format(""), "toml", "f"), tmp_path)
    alone = read(parse_document(record_text(self_contained(record)), "toml", "f"))
    assert (alone.box, alone.rulings.spiral, alone.ground.box.arch) == (None, "turn", 70)


def test_an_answer_of_the_rule_book() -> None:
    data = answered(EMPTY, "spiral", "turn")
    assert answered(data, "spiral", "legal").rulings == {"spiral": "legal"}
    with pytest.raises(InputError, match="spiral cannot be 'no'; it is one of: legal, turn"):
        answered(data, "spiral", "no")
    assert box(data).rulings == (("spiral", "turn"),)


def test_a_new_game_has_what_the_box_knows_and_no_more() -> None:
    ground = replace(load_map("map-2"), name="sheet-1", provenance="transcribed")
    sheet = parse_document(data_text(ground_table(ground)), "toml", "sheet-1.toml")
    data = added(EMPTY, sheet, Path(), TODAY)
    for text in ("board 2 5a4b 2a2b", "pieces 79a"):
        data = entered(data, text, TODAY)
    data = answered(data, "spiral", "turn")
    new: dict[str, object] = {"players": [{"name": "Ana"}, {"name": "Ben"}]}
    found = furnished(new, box(data))
    assert found["players"] == [
        {"name": "Ana"}, {"start": "5a4b", "each": "2a2b", "name": "Ben"}
    ]  # fmt: skip
    assert (found["map"], found["ground"]) == ("sheet-1", ground_table(ground))
    assert (found["pieces"], found["rulings"]) == ({"arch": 79}, {"spiral": "turn"})
    # A second map is chosen by its name; the first stays the one by default.
    other = replace(ground, name="sheet-0")
    sheet = parse_document(data_text(ground_table(other)), "toml", "sheet-0.toml")
    data = added(data, sheet, Path(), TODAY)
    assert furnished(new, box(data))["map"] == "sheet-1"
    assert furnished({**new, "map": "sheet-0"}, box(data))["ground"] == ground_table(other)
    given = {"map": "map-3", "players": [{"name": "Ben", "start": "1a", "each": "1a"}] * 2}
    kept = furnished(given, box(data))
    assert (kept["map"], "ground" in kept) == ("map-3", False)
    assert kept["players"] == given["players"]


def test_cards_are_offered_and_written_with_their_values() -> None:
    found = box(after(EMPTY, HEAD + PLAYERS + TURNS))
    record = game(HEAD + PLAYERS)
    offered = beside(record, found)
    assert isinstance(offered, LoggedRecord)
    assert str(offered.taken("@3 on 2")) == "3g 2* on 2"
    assert str(offered.taken("3g 4*")) == "3g 4*"
    boxed = game(HEAD + 'deck = "house"\n' + PLAYERS)
    assert beside(boxed, found) is boxed
    assert str(boxed.taken("@x1-1")) == "@x1-1"


def deck_of(seed: int) -> dict[Pile, list[str]]:
    """The 67 cards of a box that no one here knows, pile by pile."""
    lot = random.Random(seed)
    piles = [*PILES, *lot.choices(PILES, k=CARDS - len(PILES))]
    made: dict[Pile, list[str]] = {pile: [] for pile in PILES}
    for cost, colour in piles:
        once, each = (
            lot.choice(["", f" {word} {lot.randint(1, 2)}a"]) for word in ("once", "each")
        )
        made[cost, colour].append(f"{cost}{colour} {lot.randint(0, 3)}*{once}{each}")
    return made


def evening(data: BoxModel, piles: dict[Pile, list[str]], lot: random.Random) -> BoxModel:
    """A box after a game of some turns, in which the top cards are taken by what they are."""
    left = {pile: lot.sample(cards, len(cards)) for pile, cards in piles.items()}
    record = game(HEAD + PLAYERS)
    log = Log.begin(record.rules)
    for _ in range(8):
        (player,) = log.due
        turn = lot.choice([*islice(record.rules.parts(log.state, None, player), 40)])
        _, (report,) = record.rules.apply(log.state, turn, whole=False)
        earned = report.earned
        most, colour = (earned.credits, earned.decoration) if earned else (0, None)
        fits = [p for p, cards in left.items() if cards and p[0] <= most and p[1] in ("x", colour)]
        if fits:
            turn = replace(turn, take=(Card.read(left[lot.choice(fits)].pop()),))
        log = log.moved(turn)
    return learned(data, record, log, Log.begin(record.rules), TODAY)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_learned_in_games_is_in_the_box_and_grows(seed: int) -> None:
    piles, lot = deck_of(seed), random.Random(seed)
    there = Counter(Card.read(card).values for cards in piles.values() for card in cards)
    data, before = EMPTY, 0
    for _ in range(3):
        data = evening(data, piles, lot)
        known = Counter(Card.read(model.card).values for model in data.cards)
        assert known <= there
        assert known.total() >= before
        before = known.total()
    assert before > 4
    found = box(data)
    assert found.deck is not None
    assert sum(map(len, found.deck.piles.values())) == before


def test_boards_are_learned_of_games_from_their_beginning_and_only_whole() -> None:
    half = PLAYERS.replace('each = "2a2b"\n', "", 1)
    assert [board.number for board in after(EMPTY, HEAD + half).boards] == [2]
    half = PLAYERS.replace('start = "5a3b"\n', "", 1)
    assert [board.number for board in after(EMPTY, HEAD + half).boards] == [2]
    found = f'position = "{Palace.setup(load_map("map-1")).position}"\n'
    assert after(EMPTY, HEAD + found + PLAYERS).boards == []


def test_a_box_with_the_deck_of_the_house_or_none_brings_no_card() -> None:
    for deck in ("", 'deck = "house"\n'):
        text = f'format = 1\nname = "hers"\nprovenance = "transcribed"\n{deck}'
        document = parse_document(text + "[pieces]\narch = 70\n", "toml", "hers.toml")
        data = added(EMPTY, document, Path(), TODAY)
        assert (data.cards, data.pieces) == ([], {"arch": 70})


def test_a_record_with_a_box_or_a_deck_is_offered_its_own_cards(tmp_path: Path) -> None:
    mine = box(entered(EMPTY, "3g 2*", TODAY))
    (tmp_path / "bare.toml").write_text(data_text(ordered(EMPTY)))
    text = HEAD + 'box = "bare.toml"\n' + PLAYERS
    bare = read(parse_document(text, "toml", "f"), tmp_path)
    assert bare.deck is None
    assert beside(bare, mine) is bare
    for key in ('deck = "house"\n', 'box = "house"\n'):
        record = game(HEAD + key + PLAYERS)
        assert beside(record, mine) is record
    offered = beside(game(HEAD + PLAYERS), mine)
    assert isinstance(offered, LoggedRecord)
    assert offered.deck == mine.deck
