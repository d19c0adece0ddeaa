"""What the program tells of its turns: the steps, in both languages, and what it must know."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from palace.contract.players import Limit
from palace.contract.taps import Taps
from palace.core import colours
from palace.core.errors import install_hint
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.monkey_palace.drawing.standing import standing
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players import advice, playing, turns
from palace.monkey_palace.players.playing import OPPONENTS, figures, picture, slices
from palace.monkey_palace.players.puzzles import StaircasePuzzle, kept
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.turns import Choices, Greedy, Random
from tests.monkey_palace.players.test_players import NODES, game, middle, record
from tests.sentences import Says


@pytest.fixture(scope="module")
def log() -> Any:
    return game(record(3).rules, "greedy", "greedy", "greedy")


def told(step: Taps) -> list[object]:
    """Return the words of a step, and a digest of its pictures."""
    one = step.told
    drawn = (step.board, step.rows, one.picture, one.mood)
    digest = hashlib.sha256(re.sub(r"<function[^>]*>", "", repr(drawn)).encode()).hexdigest()[:12]
    icons = " ".join(f"{kind} {count}" for kind, count in (*one.uses, *one.left))
    return [one.title, *one.lines, f"  {icons} {digest} {one.used}".rstrip()]


def test_the_steps_of_turns(log: Any, says: Says) -> None:
    """The first turn, the first with each animal, with the bonus, with an upper level, a pass."""
    kinds, first = set[object](), list[tuple[GameState, Turn]]()
    for at, (state, commit, reports) in enumerate(
        zip(log.states, log.commits, log.reports, strict=False)
    ):
        (report,) = reports
        news = {*report.animals, report.bonus, len(commit.move.take) > 1, commit.move.build is None}
        earned = report.earned
        news |= {("none moved", not report.animals)}
        news |= {("highest", earned and bool(earned.decoration), earned and earned.highest)}
        if news - kinds or not at:
            first.append((state, commit.move))
        kinds |= news
    assert {"monkey", "butterfly", True, False} <= kinds
    for state, move in first:
        for step in OPPONENTS.guide(log.rules, state, move):
            says(*told(step))


def test_the_overview_tells_heights_before_and_after(log: Any) -> None:
    """Every knob of the staircase that something stands on, and no other one."""
    seen = 0
    for state, commit in zip(log.states, log.commits, strict=False):
        build = commit.move.build
        if build is None or (first := OPPONENTS.guide(log.rules, state, commit.move)[0]) is None:
            continue
        assert first.board is not None
        texts = {one.name: one.text for one in first.board.places}
        after = log.rules.apply(state, commit.move)[0].palace
        for knob in build.knobs:
            was, now = state.palace.heights[knob], str(after.heights[knob])
            assert texts.pop(str(knob)) == (f"{was}\N{RIGHTWARDS ARROW}{now}" if was else now)
            seen += bool(was)
        assert not any("\N{RIGHTWARDS ARROW}" in text for text in texts.values())
    assert seen > 20


def test_a_bonus_card_without_a_card_is_told_alone(log: Any) -> None:
    for state, commit, (report,) in zip(log.states, log.commits, log.reports, strict=False):
        if report.bonus:
            steps = OPPONENTS.guide(log.rules, state, replace(commit.move, take=()))
            (last,) = [step.told for step in steps if step.told.picture == "credit"]
            (key,) = [one for step in steps for row in step.rows for one in row.items]
            assert in_language(key.text, "en") == "bonus card, +4 bananas"
            assert in_language(last.title, "en").startswith("Earned: ")
            return
    raise AssertionError("no bonus in the game")


def test_what_is_told_of_the_pictures_is_told_once(log: Any) -> None:
    seen = 0
    for state, commit in zip(log.states, log.commits, strict=False):
        lines = [
            in_language(line, "en") for step in OPPONENTS.guide(log.rules, state, commit.move)
            for line in step.told.lines
        ]  # fmt: skip
        assert lines.count("Pale: there already. Any colour will do") <= 1
        seen += lines.count("Pale: there already. Any colour will do")
    assert seen > 10


SPIRALS = [one for one in kept("hard") if one.kind == "spiral"][:5]


@pytest.mark.parametrize("one", [*SPIRALS, *kept("easy")[:6]], ids=lambda one: one.name)
def test_an_arch_that_needs_nothing_under_it_is_told_with_the_one_before(
    one: StaircasePuzzle,
) -> None:
    """Two arches at most; one that leads to a knob of the staircase again is told by itself."""
    build = Staircase.read(one.solution)
    state = GameState.start(one.palace, (PlayerState("Ana", one.hand, Supply()),))
    rules = replace(record().rules, table=state)
    _, *steps = OPPONENTS.guide(rules, state, Turn("Ana", build))
    told = (in_language(text, "en") for s in steps for text in (s.told.title, *s.told.lines))
    ways = [
        list(dict.fromkeys(re.findall(r"[a-h]\d", text))) for text in told if "\N{EN DASH}" in text
    ]
    knobs = build.knobs
    assert [knob for way in ways for knob in way[1:]] == [str(knob) for knob in knobs[1:]]
    bare = [not build.risers[n - 1] + build.unders[n] for n in range(1, len(knobs))]
    again = [knobs[n] in knobs[:n] for n in range(1, len(knobs))]
    at = 0
    for way in ways:
        count = len(way) - 1
        assert way[0] == str(knobs[at])
        joined = at + 1 < len(bare) and bare[at + 1] and not again[at + 1]
        assert count == 1 + joined
        at += count


def drawn(step: Taps) -> dict[str, str]:
    """Return the heights in the picture of a step, by their knobs."""
    found = re.findall(r">(\d+)</text><text[^>]*>([a-h]\d)<", step.told.picture)
    return {knob: height for height, knob in found}


def floors(step: Taps, ground: GroundMap) -> set[int]:
    """Return at which height the plates of the knobs in the picture of a step are."""
    plates, found = r'"M([-\d.]+),([-\d.]+)[^>]*stroke-(?:width="0.5"|dasharray="3 2")', set[int]()
    corners = [(float(x), float(y)) for x, y in re.findall(plates, step.told.picture)]
    for knob in drawn(step):
        east, north = (stud - 0.4 for stud in ground.stud(Knob.read(knob)))
        (low,) = {y for x, y in corners if abs(x - 16 * (east + 0.42 * north)) < 0.02}
        found.add(round((-low / 16 - 0.34 * north) / 1.2))
    return found


def test_a_step_is_drawn_with_its_own_knobs_and_two_arches_have_letters(log: Any) -> None:
    sizes = set()
    for state, commit in zip(log.states, log.commits, strict=False):
        for step in OPPONENTS.guide(log.rules, state, commit.move):
            if (picture := step.told.picture).startswith("<"):
                texts = (in_language(text, "en") for text in (step.told.title, *step.told.lines))
                (way,) = [one for one in texts if "\N{EN DASH}" in one]
                assert {*drawn(step)} == {*re.findall(r"[a-h]\d", way)}
                sizes.add(len(drawn(step)))
                letters = re.findall(rf'fill="{colours.PAPER}"[^>]*/><text[^>]*>(\w)<', picture)
                assert letters == ["A", "B"] * (len(drawn(step)) == 3)
                assert re.findall(r"[AB](?=\xa0[a-h]\d)", way) == letters
    assert sizes == {2, 3}


def test_a_picture_has_whole_pieces_and_no_label_over_another(log: Any) -> None:
    number, seen, aside = r"(-?[\d.]+)", 0, 0
    for state, commit in zip(log.states, log.commits, strict=False):
        for step in OPPONENTS.guide(log.rules, state, commit.move):
            if not (picture := step.told.picture).startswith("<"):
                continue
            left, top, wide, high = map(float, re.findall(r'viewBox="(.*?)"', picture)[0].split())
            points = re.findall(rf"[ML]{number},{number}", picture)
            assert points
            for x, y in ((float(x), float(y)) for x, y in points):
                assert -0.03 <= x - left <= wide + 0.03
                assert -0.03 <= y - top <= high + 0.03
            disc = rf'<circle cx="{number}" cy="{number}" r="{number}" fill="{colours.PATH}"'
            labels = [tuple(map(float, one)) for one in re.findall(disc, picture)]
            assert len(labels) == len(drawn(step))
            for (x, y, radius), (other, over, _) in combinations(labels, 2):
                assert abs(x - other) > 1.99 * radius or abs(y - over) > 3.5 * radius, picture
            for x, y, radius in labels:
                assert left - 0.1 <= x - radius < x + radius <= left + wide + 0.1
                assert top - 0.1 <= y - 2.4 * radius < y + radius <= top + high + 0.1
            seen += len(labels)
            ground, led = state.palace.ground, 0
            for (x, _, radius), (knob, level) in zip(labels, drawn(step).items(), strict=True):
                east, north = (stud + 0.5 for stud in ground.stud(Knob.read(knob)))
                middle, top = 16 * (east + 0.42 * north), -16 * (0.34 * north + 1.2 * int(level))
                ends = re.findall(rf'L{number},{number}" stroke="{colours.INK}"', picture)
                found = any(abs(float(u) - middle) < 0.1 and abs(float(v) - top) < 3
                            for u, v in ends)  # fmt: skip
                assert found == (abs(x - middle) > radius / 10), picture
                led += found
            aside += led
    assert (seen > 100, aside > 5) == (True, True)


def test_where_a_picture_begins_above_the_ground_is_told(log: Any) -> None:
    begins = set[int]()
    for state, commit in zip(log.states, log.commits, strict=False):
        for step in OPPONENTS.guide(log.rules, state, commit.move):
            told = [in_language(line, "en") for line in step.told.lines]
            cut = floors(step, state.palace.ground) - {0}
            begin = [line for line in told if line.startswith("What is below")]
            assert begin == [f"What is below height\xa0{one} is left out" for one in cut]
            assert bool(begin) == ('stroke-dasharray="3 2"' in step.told.picture)
            assert all(int(high) >= int(one) for one in cut for high in drawn(step).values())
            begins |= {*cut}
    assert len(begins) > 2


def seen_through(old: Element, *new: Element, opacity: float = 0.4) -> int:
    """Return how many pieces of a picture are seen through."""
    ground, tints = load_map("map-1"), dict.fromkeys(("arch", "brick"), "#111111")
    tops = [(ground.knob_at(*foot), one.top) for one in (old, *new) for foot in one.feet]
    heights = {knob: top for knob, top in tops if knob is not None}
    return standing(ground, [old, *new], heights, [old], tints).count(f'opacity="{opacity}"')


@pytest.mark.parametrize(
    ("old", "count"),
    [(Element("arch", 14, 11, 1), 1), (Element("brick", 17, 11), 0),
     (Element("brick", 14, 17, 1), 0), (Element("brick", 14, 14), 0),
     (Element("brick", 20, 11, 1), 0)],
    ids=["before it", "lower", "behind it", "under it", "beside it"],
)  # fmt: skip
def test_what_stands_before_a_new_piece_is_seen_through(old: Element, count: int) -> None:
    assert seen_through(old, Element("brick", 14, 14, 1)) == count


def test_what_carries_a_new_piece_is_hardly_seen_through() -> None:
    old, behind, on = (
        Element("arch", 14, 11, 0, 1),
        Element("brick", 14, 17),
        Element("brick", 14, 14, 1),
    )
    assert (seen_through(old, behind), seen_through(old, behind, on)) == (1, 0)
    assert [seen_through(old, *new, opacity=0.75) for new in ([behind], [behind, on])] == [0, 1]


def test_the_letter_of_an_arch_is_not_behind_the_other_one() -> None:
    """In the middle of its side, or at an end, or on it."""
    ground = load_map("map-1")

    def drawn_of(*arches: Element) -> str:
        ends = {ground.knob_at(*foot): one.top for one in arches for foot in one.feet}
        heights = {knob: top for knob, top in ends.items() if knob is not None}
        return standing(ground, arches, heights, [], {"arch": "#aa0000"})

    def letters(picture: str) -> list[tuple[float, float]]:
        found = rf'cx="([-\d.]+)" cy="([-\d.]+)" r="[-\d.]+" fill="{colours.PAPER}"'
        return [(float(x) / 16, -float(y) / 16) for x, y in re.findall(found, picture)]

    def at(x: float, y: float, z: float) -> Any:
        return pytest.approx((x + 0.42 * y, 0.34 * y + 1.2 * z), abs=0.01)

    east = Element("arch", 14, 14)
    away = drawn_of(east, Element("arch", 17, 14, 1, 1))
    assert letters(away) == [at(16, 14, 0.6), at(18, 16, 1.6)]
    before = drawn_of(east, Element("arch", 17, 11, 1, 1))
    assert letters(before) == [at(14.5, 14, 0.6), at(18, 13, 1.6)]
    assert letters(drawn_of(east)) == []


def test_a_column_has_flutes() -> None:
    """As in its icon; a brick has none."""
    ground = load_map("map-1")
    lines = [
        standing(ground, [Element(kind, 14, 14)], {ground.knob_at(14, 14): 1}, [], tints).count("L")  # type: ignore[dict-item]
        for kind, tints in (("brick", {"brick": "#0000aa"}), ("column", {"column": "#777777"}))
    ]
    assert lines[1] == lines[0] + 6


def test_a_decoration_is_put_on_with_the_last_arch_and_drawn_on_it(log: Any) -> None:
    seen = 0
    for state, commit, (report,) in zip(log.states, log.commits, log.reports, strict=False):
        _, *steps = OPPONENTS.guide(log.rules, state, commit.move)
        drawings = [step for step in steps if step.told.picture.startswith("<")]
        if commit.move.build is None or report.earned is None or not report.earned.decoration:
            continue
        seen, end = seen + 1, str(commit.move.build.knobs[-1])
        told = [in_language(one, "en") for step in steps for one in step.told.lines]
        (tells,) = [one for one in told if one.startswith("Then the ")]
        height = report.palace.heights[commit.move.build.knobs[-1]]
        assert tells.endswith(f"decoration on {end}: height\xa0{height}")
        assert drawn(drawings[-1])[end] == str(report.palace.heights[commit.move.build.knobs[-1]])
        assert drawings[-1].board is not None
        tops = {one.name: one.text for one in drawings[-1].board.places}
        assert tops[end] == drawn(drawings[-1])[end]
    assert seen > 5


def test_a_way_straight_back_is_told() -> None:
    rules = record(rulings='double-back = "legal"').rules
    state, build = rules.table, Staircase.read("c3-c4-d4+b-c4_b")
    steps = OPPONENTS.guide(rules, state, Turn(state.due[0], build))
    assert [*map(drawn, steps)][1:3] == [{"c3": "1", "c4": "2", "d4": "2"}, {"c4": "5", "d4": "4"}]


def test_a_staircase_whose_colour_has_no_decoration_left_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Palace, "decorations_left", lambda *_: 0)
    state = (rules := record().rules).table
    steps = OPPONENTS.guide(rules, state, Turn(state.due[0], Staircase.read("d3+b-d4")))
    titles = [in_language(step.told.title, "en") for step in steps]
    assert "Earned: 1 credit" in titles


def test_a_pass_and_a_turn_on_a_terminal(log: Any, says: Says) -> None:
    screen, first = Screen(), log.states[0]
    says(OPPONENTS.shown(log.rules, first, Turn("Ana"), screen))
    (step,) = OPPONENTS.guide(log.rules, first, Turn("Ana"))
    says(*told(step))
    shown = OPPONENTS.shown(log.rules, first, log.commits[0].move, screen)
    steps = OPPONENTS.guide(log.rules, first, log.commits[0].move)
    assert re.findall(r"^ *(\d+)\. ", shown, re.M) == [str(n) for n in range(1, len(steps))]
    says(shown)


def test_what_a_player_must_know(says: Says) -> None:
    rules = record().rules
    state = rules.table
    assert OPPONENTS.lacks(rules, state) == ""
    unknown = state.with_seat(replace(state.seats[1], pieces=None))
    no_piles = replace(state, piles=((),) * 12)
    no_deck = replace(rules, setting=rules.setting._replace(deck=None))
    every = [(rules, unknown), (rules, no_piles), (no_deck, state)]
    says(*(OPPONENTS.lacks(*one) for one in every))


@pytest.mark.parametrize(
    ("fast", "ready", "name", "count"),
    [(True, True, "strong", 0), (False, False, "strong-2", 1), (False, False, "greedy", 1),
     (False, True, "greedy", 0), (True, False, "strong", 1)],
)  # fmt: skip
def test_what_is_to_be_known_of_a_player(
    fast: bool, ready: bool, name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "fast", lambda: fast)
    monkeypatch.setattr(advice, "compiled_already", lambda: ready)
    found = [in_language(one, "en") for one in OPPONENTS.notes(name)]
    assert len(found) == count
    slow = not fast and name.startswith("strong")
    begin = "without numba it values one turn and looks no further; " if slow else "the search is"
    assert all(one.startswith(begin) for one in found)
    assert all((install_hint("fast") in one) is slow for one in found)


def test_the_turn_of_the_strong_player_comes_in_slices() -> None:
    rules = record().rules
    state = rules.table
    at_once = [*slices(Greedy(), rules, state, "Ana", Limit(), 1)]
    assert at_once == [(1.0, Greedy().move(rules, state, "Ana", Limit(), 1))]
    *before, last = slices(Strong(2), rules, state, "Ana", NODES, 1)
    assert {move for _, move in before} == {None}
    assert last == (1.0, Strong(2).move(rules, state, "Ana", NODES, 1))


def test_what_is_kept_of_a_game(log: Any) -> None:
    kept: Any = figures(log)
    moves = [commit.move for commit in log.commits]
    built = [move.build for move in moves if move.build]
    reports = [report for (report,) in log.reports]
    assert kept["numbers"] == {
        "turns in the game": len(moves),
        "height of the palace at the end (bricks)": log.state.palace.height,
        "longest staircase of the game (arches)": max(one.arches for one in built),
        "most credits of a turn": max(one.earned.credits for one in reports if one.earned),
    }
    trophies = [mark for mark in kept["marks"] if mark[0] == "bonus card or trophy"]
    assert trophies == [
        ("bonus card or trophy", thing, move.player)
        for move, report in zip(moves, reports, strict=True)
        for thing in (*["bonus card"] * report.bonus, *(f"{one} trophy" for one in report.animals))
    ]
    assert kept["places"] == [str(knob) for one in built for knob in one.knobs]
    assert kept["growth"] == [report.palace.height for report in reports]
    empty: Any = figures(type(log).begin(log.rules))
    assert {*empty["numbers"].values()} == {0}


def heat_of(relief: Any) -> Any:
    (heat,) = (one for one in vars(relief).values() if isinstance(one, tuple) for one in one)
    return heat


def test_the_map_of_places(log: Any) -> None:
    svg, relief = picture(log.rules, {"c4": 3, "d4": 1}, 2000)
    assert "from 2,000 games" in svg
    assert "number of staircases over it for 100 games" in svg
    heat = heat_of(relief)
    assert {str(knob): n for knob, n in heat.values.items()} == {"c4": 0, "d4": 0}
    _, relief = picture(log.rules, {"c4": 3, "d4": 1}, 4)
    heat = heat_of(relief)
    assert {str(knob): n for knob, n in heat.values.items()} == {"c4": 75, "d4": 25}
    assert not [*heat.palace.elements()]
    assert {*OPPONENTS.known} == {"random", "greedy", "rollout", "strong-3", "strong-2", "strong"}
    assert playing.OPPONENTS.picture is picture


def test_a_large_hand_is_thought_about_in_parts_unless_nothing_can_be_built() -> None:
    rules = record().rules
    state = rules.table
    large = state.with_seat(replace(state.seats[0], pieces=Supply(9, 9, 9)))
    few = Choices(rules, large, "Ana", Supply(2, 2))
    assert few.credits == 4
    assert max(one.arches for _, one, _ in few.best(lambda one: one.arches, 0)) == 2
    whole = Choices(rules, state.with_seat(replace(state.seats[0], pieces=Supply(2, 2))), "Ana",
                    Supply(0, 9))  # fmt: skip
    assert len(whole.lines) == len(few.lines) > 0
    assert whole.credits == 4


@pytest.mark.parametrize("fast", [True, False])
def test_figures_of_staircases(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a line counts is what the referee counts of its staircase."""
    monkeypatch.setattr(turns, "fast", lambda: fast)
    rules = record().rules
    state = middle(rules, 4)
    hand = Supply(2, 3, 1)
    state = state.with_seat(replace(state.seats[0], pieces=hand))
    choices = Choices(rules, state, "Ana")
    found = choices.best(lambda one: 0 * one.arches, 3, 40, 40)
    assert len({str(choices.search.read(line)) for *_, line in found}) == 40
    for _, one, line in found:
        build = choices.search.read(line)
        _, (report,) = rules.apply(state, Turn("Ana", build))
        assert report.earned is not None
        assert (one.arches, one.bricks, one.columns) == build.uses
        colour = state.palace.ground.colours[build.knobs[0]]
        assert turns.COLOURS[one.colour] == colour
        assert one.credits == report.earned.credits
        assert bool(one.bonus) == report.bonus
        assert one.level == report.palace.heights[build.knobs[-1]] - bool(report.earned.decoration)


@pytest.mark.parametrize("fast", [True, False])
def test_the_best_are_first_and_equal_ones_few(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "fast", lambda: fast)
    rules = record().rules
    choices = Choices(rules, rules.table.with_seat(
        replace(rules.table.seats[0], pieces=Supply(3, 2))), "Ana")  # fmt: skip
    values = [value for value, *_ in choices.best(lambda one: one.credits, 1, 7, 2)]
    assert values == sorted(values, reverse=True)
    assert max(values.count(value) for value in values) == 2
    assert len(values) <= 7
    first = {str(choices.best(lambda one: one.arches, seed)[0][2]) for seed in range(8)}
    assert len(first) > 1
    assert choices.best(lambda one: one.arches, 5)[0][0] == 3


def test_a_player_by_lot_buys_what_it_can_pay() -> None:
    rules = record().rules
    state = middle(rules)
    found = {Random().move(rules, state, state.due[0], Limit(), seed) for seed in range(6)}
    assert len({move.build.arches for move in found if move.build}) > 1
    for move in found:
        _, (report,) = rules.apply(state, move)
        assert report.reasons == ()
    assert any(move.take for move in found)
