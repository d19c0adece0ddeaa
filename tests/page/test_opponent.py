"""A seat that the program plays on the page: its moves are shown, built, and kept."""

from __future__ import annotations

import pytest

from palace.contract.registry import game, game_in
from palace.contract.rules import Log, every_reason
from palace.files.document import parse_document
from palace.monkey_palace.game.beginning import AGAINST
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.players import advice, strong
from palace.page import action as act
from palace.players.match import NODES, seat_of
from tests.page.rivals import RIVAL, begin, turns
from tests.page.tables import Table, keys


def test_a_whole_game_against_the_program_replays_without_a_problem() -> None:
    texts = set()
    for _ in range(2):
        table = Table()
        begin(table)
        for move in turns(table):
            shown = table.shown()
            assert shown.entry.verdict.title.startswith(RIVAL)
            if move.build is not None:
                state = table.desk.playing[2].state
                told = shown.entry.verdict.lines
                for number, step in enumerate([*steps(state.palace, move.build)][1:], 1):
                    one, other = move.build.knobs[number - 1 : number + 1]
                    (line,) = [line for line in told if line.startswith(f"{number}. ")]
                    assert f"arch from {one} to {other}" in line
                    assert str(step.riser_at) in line
        assert table.file is not None
        texts.add(table.file)
        _, record = game_in(parse_document(table.file, "toml", "evening.toml"))
        log = Log.begin(record.rules).played(record.written)
        assert every_reason(record, log) == ()
        assert not log.due
        assert {commit.move.player for commit in log.commits} == {"Ana", RIVAL}
    assert len(texts) == 1


def answered() -> Table:
    """Return a table on which the program has shown its first move, which is not built yet."""
    table = Table()
    begin(table)
    next(turns(table))
    return table


def test_its_move_is_kept_when_it_is_built_and_not_before() -> None:
    table = answered()
    counts = [len(table.desk.playing[2].commits)]
    assert table.desk.ghost is not None
    table.press("It is built")
    counts.append(len(table.desk.playing[2].commits))
    assert counts == [1, 2]
    assert table.desk.asked == "Ana"


@pytest.mark.parametrize("rival", AGAINST.values())
def test_every_player_that_is_offered_has_the_last_seat(rival: str) -> None:
    table = Table()
    begin(table, rival)
    log = table.desk.playing[2]
    assert [seat.name for seat in log.rules.standing(log.state)] == ["Ana", rival]
    opponents = game("monkey-palace").players
    assert opponents is not None
    assert opponents().lacks(log.rules, log.state) == ""


@pytest.mark.parametrize("built", [True, False])
def test_taking_back_goes_to_the_turn_of_the_person(built: bool) -> None:
    table = answered()
    if built:
        table.press("It is built")
    table.send(act.Plain("take-back"))
    assert table.desk.playing[2].commits == ()
    assert table.desk.asked == "Ana"
    assert table.desk.pondering is None


def test_a_move_that_was_put_away_is_asked_for_again() -> None:
    table = answered()
    idea = table.desk.idea
    table.press("Close")
    assert table.desk.idea is None
    table.press(f"{RIVAL} plays")
    assert table.desk.idea == idea


def test_a_phone_with_a_seat_builds_for_the_program() -> None:
    table = answered()
    table.send(act.Look(seat="Ana"))
    assert any(key.text == "It is built" and key.do for key in keys(table.shown()))


def test_without_what_it_must_know_a_person_enters_its_move() -> None:
    text = (
        'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
        '[[players]]\nname = "strong"\n[[players]]\nname = "Ana"\n'
    )
    table = Table.of(text)
    table.press("strong plays")
    assert any("must know the pieces" in one.text for one in table.shown().banners)
    assert table.desk.taps is not None


def test_without_numba_it_says_how_far_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (advice, strong):
        monkeypatch.setattr(module, "fast", lambda: False)
    table = answered()
    assert "values one turn and looks no further" in " ".join(table.shown().entry.verdict.lines)


@pytest.mark.parametrize(
    ("name", "nodes"), [("strong", NODES), ("Strong 300", 300), ("Greedy", NODES), ("Ana", None)]
)
def test_the_name_of_a_seat_tells_who_plays_it(name: str, nodes: int | None) -> None:
    opponents = game("monkey-palace").players
    assert opponents is not None
    seat = seat_of(opponents(), name)
    assert (None if seat is None else seat.limit.nodes) == nodes
    for tried in AGAINST.values():
        assert seat_of(opponents(), tried) is not None
    for other in (f"{name} x", f"{name} 9999999999", ""):
        assert seat_of(opponents(), other) is None
