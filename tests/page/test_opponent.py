"""A seat that the program plays on the page: its moves are shown, built, and kept."""

from __future__ import annotations

import re

import pytest

from palace.contract.registry import game, game_in
from palace.contract.rules import Log, every_reason
from palace.contract.taps import Told
from palace.files.document import parse_document
from palace.monkey_palace.game.beginning import AGAINST
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.game.tapping import way_name
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.players import advice, strong
from palace.monkey_palace.players.turns import own
from palace.page.action import Action
from palace.page.state import Verdict
from palace.players.match import NODES, seat_of
from tests.page.rivals import RIVAL, begin, build, turns
from tests.page.tables import Table


def arch_of(told: Told | Verdict) -> re.Match[str] | None:
    text = "\n".join((told.title, *told.lines))
    return re.search(r"^(?:Then )?(\d+) arch\w*: (?:A\xa0)?([a-h]\d[^\n]+)", text, re.M)


def test_a_whole_game_against_the_program_replays_without_a_problem() -> None:
    texts = set()
    for _ in range(2):
        table = Table()
        begin(table)
        for move in turns(table):
            log = table.desk.playing[2]
            after, (report,) = own(log.rules).apply(log.state, move)
            told, last = [step.told for step in table.desk.guide], table.desk.guide[-1]
            if move.build is None:
                assert len(told) == 1
                continue
            knobs, earned = move.build.knobs, report.earned
            assert earned is not None
            assert told[0].title.startswith(f"Build {way_name(knobs)}")
            assert f": {earned.credits} credit" in told[0].title
            assert dict(told[0].uses) == {k: n for k, n in move.build.uses.named().items() if n}
            for step in table.desk.guide:  # the columns from the side are as high as on the plan
                assert step.board is not None
                highs = {one.name: one.text for one in step.board.places}
                drawn = re.findall(r">(\d+)</text><text[^>]*>([a-h]\d)<", step.told.picture)
                assert all(highs[knob] == high for high, knob in drawn)
                assert bool(drawn) == step.told.picture.startswith("<")
            (mover,) = log.reports[-1]
            assert isinstance(mover, TurnReport)
            due = {k: n for k, n in mover.given.named().items() if n and mover.player == "Ana"}
            assert dict(table.desk.given) == due
            count = sum(bool(arch_of(one)) for one in told)
            crowned = [f"decoration on {knobs[-1]}" in line for line in told[count].lines]
            assert any(crowned) == bool(earned.decoration)
            rest = told[1 + count :]
            assert f"{earned.credits} " in rest[0].title
            assert rest[0].title.startswith("Earned: ") == (not move.take)
            assert re.search(rf": take {len(move.take)} cards?$", rest[0].title) or not move.take
            assert f"{move.build.arches} arch" in rest[0].lines[-1]
            places = {ANIMALS[letter]: str(knob) for letter, knob in after.palace.animals}
            before = {ANIMALS[letter]: str(knob) for letter, knob in log.state.palace.animals}
            for animal in report.animals:
                moves = "; ".join(*(one.lines for one in rest if one.title == "Animals"))
                comes = before.get(animal, "beside the board")
                assert re.search(rf"{animal} from {comes} to {places[animal]}", moves)
            stand = {ANIMALS[letter]: str(k) for letter, k in log.state.palace.animals
                     if k not in knobs}  # fmt: skip
            for step in table.desk.guide[1:]:
                assert step.board is not None
                shows = {
                    one.icon: one.name for one in step.board.places
                    if one.icon in ANIMALS.values() and "left" not in one.looks
                }  # fmt: skip
                origins = {one.name for one in step.board.places if "left" in one.looks}
                left = {before[one] for one in report.animals if one in before}
                assert origins == (left if step.told.title == "Animals" else set())
                for one in step.board.places:
                    if one.name in origins:
                        name = next(each for each in report.animals if before.get(each) == one.name)
                        assert f"the {name} was here" in one.label
                        assert one.icon == name or places[one.icon] == one.name
                if not step.told.picture.startswith("<"):
                    moved = step is last or step.told.title == "Animals"
                    assert shows == (places if moved else stand)
        assert table.file is not None
        texts.add(table.file)
        _, record = game_in(parse_document(table.file, "toml", "evening.toml"))
        log = Log.begin(record.rules).played(record.written)
        assert every_reason(record, log) == ()
        assert not log.due
        assert {commit.move.player for commit in log.commits} == {"Ana", RIVAL}
    assert len(texts) == 1


def test_each_step_rings_where_hands_put_a_piece_at_the_height_the_board_shows() -> None:
    table = answered()
    move, before = shown_move(table), table.desk.playing[2].state.palace
    assert move.build is not None
    assert table.desk.backdrop is not None
    arches = [*steps(before, move.build)][1:]
    at, count = 0, dict(table.desk.backdrop.having.hands[RIVAL][0])["arch"]
    table.press("Show the steps")
    while found := arch_of(table.shown().entry.verdict):
        at += 1
        shown, tops = table.shown(), dict[str, str]()
        ends = list(dict.fromkeys(re.findall(r"[a-h]\d", found[2])))
        assert int(found[1]) == len(ends) - 1
        for arch in arches[: len(ends) - 1]:
            knobs = move.build.knobs[arch.number - 1 : arch.number + 1]
            tops |= {str(knob): str(arch.riser_at) for knob in knobs}
        arches, count = arches[len(ends) - 1 :], count - len(ends) + 1
        if any("decoration on" in line for line in shown.entry.verdict.lines):
            tops[ends[-1]] = str(int(tops[ends[-1]]) + 1)
        assert {p.name: p.text for p in shown.plan.places if "hands" in p.looks} == tops
        assert dict(shown.heading.hand)["arch"] == count
        assert shown.entry.title.startswith(f"Step {at} of ")
        table.press("Next")
    assert not arches
    table.press("Back")
    assert table.shown().entry.title.startswith(f"Step {at} of ")
    table.press("Overview")
    assert table.shown().entry.bar[-1].text == "Show the steps"


def test_the_whole_move_is_shown_first_and_confirmed_by_one_tap() -> None:
    table = answered()
    move, shown = shown_move(table), table.shown()
    assert move.build is not None
    assert shown.plan.path == tuple(map(str, move.build.knobs))
    assert dict(shown.entry.verdict.uses).get("brick", 0) == move.build.uses.brick
    keys = ["Take back", "It is built", "Show the steps"]
    assert [key.text for key in shown.entry.bar] == keys
    cards, animals, gives, gains = shown.entry.verdict.lines  # no more: all are in sight on a phone
    assert gives.startswith("Give the program ")
    log = table.desk.playing[2]
    after, (report,) = own(log.rules).apply(log.state, move)
    places = {ANIMALS[letter]: str(knob) for letter, knob in after.palace.animals}
    assert cards.count("to slot\N{NO-BREAK SPACE}") == len(move.take)
    moved = [f"{animal} to {places[animal]}" for animal in report.animals]
    assert animals.casefold() == ", ".join(moved)
    table.press("It is built")
    assert table.desk.playing[2].commits[-1].move == move
    assert gains.startswith(f"Program +{table.shown().players.rows[-1].total} banana")


def test_the_last_step_counts_points_as_after_the_move_and_pieces_as_before_they_are_given() -> (
    None
):
    table = answered()
    for _ in table.desk.guide[1:]:
        before = table.shown().players
        table.send(Action("next"))
    shown = table.shown()
    build(table)
    after = table.shown()
    assert [one.total for one in before.rows] != [one.total for one in shown.players.rows]
    assert [one.total for one in shown.players.rows] == [one.total for one in after.players.rows]
    assert [one.icons for one in shown.players.rows] == [one.icons for one in before.rows]
    assert dict(shown.heading.hand) == dict(shown.players.rows[-1].icons)
    assert shown.entry.verdict.title.startswith("Give the program ")


def shown_move(table: Table) -> Turn:
    """Return the move of the program that is shown."""
    assert table.desk.idea is not None
    assert isinstance(table.desk.idea.move, Turn)
    return table.desk.idea.move


def test_the_cards_it_takes_are_shown() -> None:
    table = answered()
    move = shown_move(table)
    cards = [g for step in table.desk.guide for g in step.rows if g.looks == "cards"]
    assert [len(row.items) for row in cards] == [len(move.take)]


def answered() -> Table:
    """Return a table on which the program has shown its first move, which is not built yet."""
    table = Table()
    begin(table)
    next(turns(table))
    return table


def test_its_move_is_kept_when_it_is_built_and_not_before() -> None:
    table = answered()
    table.send(Action("look", "seat", "Ana"))  # a phone with a seat builds for it, too
    before = len(table.desk.playing[2].commits)
    build(table)
    assert (before, len(table.desk.playing[2].commits)) == (1, 2)
    assert table.desk.asked == "Ana"


def test_the_pieces_of_the_program_are_told_with_its_move_and_not_again() -> None:
    table = answered()
    (ana,) = [one for one in table.shown().banners if one.looks == "last"]
    assert ana.text.startswith("Ana takes")
    assert ana.icons
    assert any(line.startswith("Give the program ") for line in table.shown().entry.verdict.lines)
    build(table)
    (program,) = [one for one in table.shown().banners if one.looks == "last"]
    assert program.icons == ()
    assert "takes" not in program.text


def test_the_program_has_one_name_on_the_score_sheet_and_beside_the_board() -> None:
    table = answered()
    build(table)
    table.send(Action("look", "sheet", "score"))
    (row,) = [one.name for one in table.shown().players.rows if one.name != "Ana"]
    titles = [group.title for group in table.shown().sheet.groups]
    assert f"{row}'s points, step by step" in titles


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
        build(table)
    table.send(Action("take-back"))
    assert table.desk.playing[2].commits == ()
    assert table.desk.asked == "Ana"
    assert table.desk.pondering is None


def test_take_back_names_whose_turn_is_taken_back() -> None:
    """That of the person, also where two programs have played since."""
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    table.send(Action("fill", "last", "person"))
    for at, name in enumerate(("Ana", "greedy", "strong 60")):
        table.send(Action("fill", f"players.{at}", name))
    table.send(Action("begin"))
    for _ in zip(range(2), turns(table), strict=False):
        back = next(one for one in table.shown().entry.bar if one.text == "Take back")
        assert back.note == "Ana's turn"
    table.send(Action("take-back"))
    assert table.desk.playing[2].commits == ()


def test_a_move_that_was_put_away_is_asked_for_again() -> None:
    table = answered()
    idea = table.desk.idea
    table.press("Enter this turn yourself")
    assert table.desk.idea is None
    table.press(f"{RIVAL} plays")
    assert table.desk.idea == idea


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
