"""A table and a map beside a game, on a page without a browser."""

from __future__ import annotations

from palace.monkey_palace.beside.found import Entered
from palace.monkey_palace.beside.puzzles import Asked
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.page import action as act
from palace.page.action import Action
from palace.page.state import Stepper
from tests.drifted import drifted_records
from tests.page.tables import Table, items, keys


def test_a_map_shows_its_figures_without_a_tap() -> None:
    """And the best staircase of a knob with one, again after more arches."""
    table = Table()
    table.send(Action("look", "shows", "both"))
    table.send(Action("open", "maps", "map-2"))
    assert table.shown().scene.tones
    table.tap("e4")
    shown = table.shown()
    assert shown.entry.verdict.mood == "legal"
    assert any(solid.looks == "hint" for solid in shown.scene.solids)
    table.tap("arch-more")
    after = table.shown()
    assert next(one.value for one in items(after) if isinstance(one, Stepper)) == "6"
    assert after.entry.verdict.mood == "legal"
    assert sum(isinstance(effect, act.Ponder) for effect in table.effects) == 3
    table.send(Action("undo"))
    assert table.shown().entry == shown.entry


def test_a_table_is_mended_and_a_record_begun_on_it() -> None:
    """The mend is a ghost until the key is tapped."""
    table = Table()
    table.send(Action("look", "shows", "both"))
    table.send(Action("open", "found"))
    table.tap("c4", "b", "E", "d4", "l", "mend")
    assert any(solid.looks == "hint" for solid in table.shown().scene.solids)
    (mend,) = (key for key in keys(table.shown()) if key.text == "Mend")
    told = table.shown().entry.verdict
    cure = "replace the light green decoration on d4 with a dark green decoration"
    assert (mend.note, told.reasons[0][1], [one for _, one in told.reasons[1:] if one]) == (
        "", cure, []
    )  # fmt: skip
    (wrong,) = (place for place in table.shown().plan.places if "fault" in place.looks)
    assert {"fault", "top-l"} <= {*wrong.looks.split()}  # what is wrong stays in sight
    assert "place" not in wrong.looks
    table.press("Mend")
    assert table.shown().entry.verdict.mood == "legal"
    table.send(Action("open", "join"))
    table.send(Action("fill", "players", "Ana, Ben"))
    table.send(Action("begin"))
    assert not table.notices()
    assert table.file is not None
    assert "position" in table.file


def enter(table: Table, wanted: Palace) -> None:
    """Tap what is different until the table that is entered is this one."""
    for _ in range(20):
        for knob in wanted.ground.colours:
            now = table.desk.beside[-1]
            assert isinstance(now, Entered)
            have, want = now.found.column(knob), wanted.column(knob)
            if have != want and not want.startswith(have):
                table.tap(str(knob), "take")
    for knob in wanted.ground.colours:
        while True:
            now = table.desk.beside[-1]
            assert isinstance(now, Entered)
            have, want = now.found.column(knob), wanted.column(knob)
            if have == want:
                break
            table.tap(str(knob), want[len(have)])
    for letter, knob in wanted.animals:
        table.tap(str(knob), "every", letter)


def test_a_record_is_put_right_from_its_table() -> None:
    """In the game under way, saved, and taken back like a move."""
    drifted = next(one for one in drifted_records(6, 5, 6) if one.kind == "staircase")
    right = replay(drifted.right).state.palace
    table = Table.of(drifted.wrong.text())
    wrong, before = table.file, table.desk.playing[2].commits
    table.send(Action("open", "found", "="))
    enter(table, right)
    now = table.desk.beside[-1]
    assert isinstance(now, Entered)
    assert now.found.palace == right
    table.press("What is written down wrong?")
    table.press("Put the record right")
    assert not table.desk.beside
    log = table.desk.playing[2]
    assert log.state.palace.columns == right.columns
    assert len([1 for one, other in zip(log.commits, before, strict=True) if one != other]) == 1
    assert table.file != wrong
    table.send(Action("take-back"))
    assert table.desk.playing[2].commits == before


def test_a_key_that_puts_right_is_refused_without_a_fix() -> None:
    """And the table of a game is asked for within one only."""
    table = Table()
    table.send(Action("open", "found", "="))
    table.send(Action("open", "found"))
    table.send(Action("begin"))
    assert len(table.notices()) == 2


def test_nothing_is_thought_of_without_a_name() -> None:
    table = Table()
    table.send(Action("open", "found"))
    table.tap("c4", "b", "E")
    table.send(Action("think", ""))
    assert table.desk.pondering is None
    assert table.notices() == ["that cannot be tapped now"]


def test_a_puzzle_shows_the_pieces_that_are_left() -> None:
    table = Table()
    table.send(Action("open", "puzzle", "2026-11-27"))
    puzzle = table.desk.beside[-1]
    assert isinstance(puzzle, Asked)
    hand = {kind: n for kind, n in puzzle.one.hand.named().items() if n}
    assert dict(table.shown().heading.hand) == hand
    way = Staircase.read(puzzle.one.solution)
    for knob in way.knobs[:2]:
        table.tap(str(knob))
    left = dict(table.shown().heading.hand)
    assert left["arch"] == hand["arch"] - 1
    assert left["brick"] <= hand["brick"]
