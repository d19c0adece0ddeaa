"""An owner's box on the page: entered by taps, learned by playing, offered afterwards."""

from __future__ import annotations

import random
from dataclasses import replace

from palace.contract.registry import game_in
from palace.contract.taps import Choice
from palace.files.document import parse_document
from palace.monkey_palace.game.box import BOX
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import Desk
from tests.page.boxes import (
    EMPTY,
    GAME,
    begin,
    box_of,
    drawn_boards,
    drawn_cards,
    drawn_map,
    enter_boards,
    paint,
    play,
    table_with,
)
from tests.page.tables import SAMPLE, Table, enter, keys

TAKEN = "5g 4* once 1a each 1a1b"
"""The card of the first turn of the sample game."""


def kept(table: Table) -> list[act.KeepBox]:
    """Return what was to be kept."""
    return [effect for effect in table.effects if isinstance(effect, act.KeepBox)]


def sample() -> Table:
    """Return the table of the sample game before its first turn, with a box without anything."""
    text = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0]
    game, record = game_in(parse_document(text, "toml", "evening.toml"))
    boxes = {GAME: EMPTY}
    return Table(Desk.begun(game, record, "evening.toml", boxes=boxes), file=text)


def test_three_boxes_are_entered_by_playing() -> None:
    """From nothing: a map, two boards, a first evening with typed cards, and a second one."""
    evenings: tuple[list[int], list[int]] = [], []
    for seed in (1, 2, 3):
        rng = random.Random(seed)
        ground, boards, cards = drawn_map(rng), drawn_boards(rng), drawn_cards(rng)
        table = table_with()
        table.send(Action("open", "box"))
        paint(table, ground)
        enter_boards(table, boards)
        assert table.counts["a"] <= 120
        own = BOX.of(box_of(table))
        assert (own.maps[0].rows, own.maps[0].setup) == (ground.rows, ground.setup)
        assert [(one.start, one.each) for one in own.board_list] == [
            (one.start, one.each) for one in boards
        ]
        for taps in evenings:
            table = table_with(box_of(table))
            begin(table)
            taps += play(table, cards, rng)
            assert not table.told
            assert not any(r.reasons for each in table.desk.playing[2].reports for r in each)
            assert table.file is not None
            assert {'name = "sheet-1"', f'start = "{boards[1].start}"'} <= {
                *table.file.splitlines()
            }
            for pile in cards.values():
                rng.shuffle(pile)
    first, second = evenings
    assert sum(first) / len(first) <= 14
    assert sum(taps <= 12 for taps in second) >= 0.9 * len(second)


def test_a_confirmed_turn_is_learned_and_unlearned() -> None:
    """With the day."""
    table, turn = sample(), read_record(SAMPLE).written[0].move
    enter(table, turn)
    (card,) = box_of(table).cards
    assert (card.card, card.provenance) == (TAKEN, "typed in on 2026-11-23")
    assert len(kept(table)) == 1
    learned = box_of(table)
    table.send(Action("take-back"))
    assert box_of(table) == kept(table)[-1].data
    assert box_of(table) == learned.model_copy(update={"cards": []})
    enter(table, turn)
    assert box_of(table) == learned
    table.send(Action("open", "box"))
    assert "1 of 67 cards" in table.shown().entry.verdict.title
    assert table.desk.playing[2].commits


def test_a_learned_card_is_one_tap_in_its_pile() -> None:
    """It goes into the record with its values, whatever becomes of the box."""
    table, turn = sample(), read_record(SAMPLE).written[0].move
    enter(table, turn)
    text = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0]
    game, record = game_in(parse_document(text, "toml", "evening.toml"))
    again = Table(Desk.begun(game, record, "evening.toml", boxes=table.desk.boxes), file=text)
    enter(again, turn, lambda table, card: table.tap("card-1"))
    assert again.file is not None
    assert f'take = ["{TAKEN}' in again.file
    assert box_of(again) == box_of(table)
    assert not kept(again)


def test_an_older_turn_entered_again_corrects_what_was_learned() -> None:
    table, turns = sample(), [commit.move for commit in read_record(SAMPLE).written[:2]]
    for turn in turns:
        enter(table, turn)
    table.send(Action("replace", text="1"))
    first = turns[0].take[0]
    right = replace(first, bananas=3)
    enter(table, replace(turns[0], take=(right,)))
    assert TAKEN not in {card.card for card in box_of(table).cards}
    assert TAKEN.replace("4*", "3*") in {card.card for card in box_of(table).cards}


def test_a_card_that_was_corrected_stays_right_as_the_game_goes_on() -> None:
    """Also in the game that is opened again; the next card is learned all the same."""
    table, turns = sample(), [commit.move for commit in read_record(SAMPLE).written[:3]]
    enter(table, turns[0])
    table.send(Action("open", "box"))
    table.tap("show-@1", "bananas-5", "back")
    table.send(Action("open", ""))
    enter(table, turns[1])
    first = TAKEN.replace("4*", "5*")
    cards = [card.card for card in box_of(table).cards]
    assert cards[0] == first
    assert {card.provenance for card in box_of(table).cards} == {"typed in on 2026-11-23"}
    assert TAKEN not in cards
    assert table.file is not None
    game, record = game_in(parse_document(table.file, "toml", "evening.toml"))
    desk = Desk.begun(game, record, "evening.toml", boxes=table.desk.boxes)
    again = Table(desk, file=table.file)
    enter(again, turns[2])
    assert [card.card for card in box_of(again).cards] == [
        first, *(card.values for turn in turns[1:] for card in turn.take)
    ]  # fmt: skip


def test_what_is_entered_within_a_game_stays() -> None:
    """Also after the turn before it was taken back, whose card is in the box then."""
    table = sample()
    enter(table, read_record(SAMPLE).written[0].move)
    table.send(Action("open", "box"))
    table.tap("show-@1", "bananas-5", "back", "show-questions", "show-spiral", "answer-turn")
    table.tap("back", "back")
    table.tap("show-pieces", "pieces-arch-less", "back")
    assert not any(key.text == "New game" for key in keys(table.shown()))
    table.send(Action("open", ""))
    table.send(Action("take-back"))
    own = box_of(table)
    assert [card.card for card in own.cards] == ["5g 5* once 1a each 1a1b"]
    assert (own.rulings, own.pieces) == ({"spiral": "turn"}, {"arch": 79})


def test_undo_takes_back_what_went_into_the_box() -> None:
    table = table_with()
    table.send(Action("open", "box"))
    table.tap("show-boards", "board-1-start-arch-more")
    (board,) = box_of(table).boards
    assert (board.start, board.provenance) == ("1a", "typed in on 2026-11-23")
    assert BOX.of(box_of(table)).started == (1,)
    table.send(Action("undo"))
    assert box_of(table) == kept(table)[-1].data == EMPTY


def test_a_box_of_another_name_is_another_box() -> None:
    """The table changes its own alone; without a box nothing is offered or learned."""
    other = EMPTY.model_copy(update={"name": "ana"})
    table = table_with(other)
    table.send(Action("open", "box"))
    table.tap("show-questions", "show-spiral", "answer-turn")
    assert box_of(table).name == "ana"
    assert {effect.data.name for effect in kept(table)} == {"ana"}
    bare = Table()
    assert "My box" not in {key.text for key in keys(bare.shown())}
    bare.send(Action("open", "box"))
    assert bare.notices() == ["there is no such form"]


def test_a_new_game_goes_by_the_box() -> None:
    """Its pieces and answers go into the record; boards that it lacks are asked for."""
    table = table_with()
    table.send(Action("open", "box"))
    paint(table, drawn_map(random.Random(4)))
    enter_boards(table, drawn_boards(random.Random(4))[:1])
    table.tap("show-questions", "show-frog-time", "answer-any", "back", "back")
    table.tap("show-pieces", "pieces-brick-less", "back")
    table.press("New game")
    shown = table.shown().sheet
    chosen = [one.text for group in shown.groups for one in group.items if getattr(one, "on", 0)]
    assert chosen == ["Yes", "No", "sheet 1", "My box", "All three"]
    assert [group.title for group in shown.groups if group.title.startswith("Player")] == [
        "Player 2"
    ]
    table.press("Begin")
    assert table.file is not None
    data = parse_document(table.file, "toml", "f").data
    assert data["rulings"] == {"frog-time": "any"}
    assert data["pieces"] == {"brick": 79}
    assert "start" not in data["players"][1]


def test_a_map_that_lacks_its_set_up_does_not_go_into_the_box() -> None:
    table = table_with()
    table.send(Action("open", "box"))
    table.tap("paint", "setup", "a1", "c1", "d1")
    assert choices_of(table)["done"].answer is None
    table.tap("d2", "paint-none", "d2")
    assert "not there" in table.shown().entry.verdict.lines[0]
    assert choices_of(table)["done"].answer is None
    table.tap("paint-g", "d2", "done", "map-sheet-1", "paint-d", "a1", "done")
    (ground,) = BOX.of(box_of(table)).maps
    assert ground.rows[-1][0] == "d"
    assert not table.told


def choices_of(table: Table) -> dict[str, Choice]:
    """Return the keys beside the game by their names."""
    return {one.name: one for one in table.desk.beside[-1].taps.choices}
