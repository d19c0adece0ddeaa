"""What puzzles, lessons, hints and analyses tell, in both languages."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.analysis import Step
from palace.contract.players import Limit
from palace.contract.puzzles import Puzzles
from palace.contract.rules import Commit, Log
from palace.core.errors import InputError
from palace.core.screen import Screen
from palace.monkey_palace.game.cards import PILES
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players import advice, analysis, puzzles
from palace.monkey_palace.players.puzzles import StaircasePuzzle, kept, lessons, proved
from palace.monkey_palace.players.turns import Greedy
from tests.monkey_palace.players.test_advice import hint, played
from tests.monkey_palace.players.test_players import NODES, record
from tests.sentences import Says


def test_every_lesson_and_a_puzzle_of_each_kind(says: Says) -> None:
    kinds = {(one.level, one.kind): one for one in kept()}
    for one in (*lessons(), *kinds.values()):
        says(one.name, one.task, one.about, one.answered(one.solution).told)
    one = next(one for one in lessons() if one.wrong)
    says(one.shown(Screen()))
    other = next(one for one in lessons() if not one.wrong)
    assert other.shown(Screen()).startswith(f"{other.about}\n\n")
    assert "Pieces: " in kept()[0].shown(Screen()).splitlines()[-1]
    assert not kept()[0].about


def test_the_data_of_a_puzzle_has_no_solution() -> None:
    one, lesson = kept("hard")[0], next(one for one in lessons() if one.wrong)
    ground = one.palace.ground
    assert one.record() == {
        "name": one.name, "level": "hard", "kind": one.kind, "task": one.task, "map": ground.name,
        "provenance": ground.provenance, "position": one.palace.position, "supply": str(one.hand),
    }  # fmt: skip
    data = lesson.record()
    assert (data["level"], data["wrong"]) == (None, lesson.wrong)


def test_what_is_told_of_an_answer(says: Says) -> None:
    setup = Palace.setup("map-1")
    one = StaircasePuzzle("1", "easy", "most", setup, Supply(2, 2), "c4+b-d4-e4", 3, 9)
    says(one.answered("c4+b-d4-e4").told)
    for kind in ("only", "spiral"):
        says(replace(one, kind=kind, second=2).answered("c4+b-d4-e4").told)
    says(replace(one, level="", kind="end").answered("c4+b-d4-e4").told)
    assert not replace(one, credits=4).answered("c4+b-d4-e4").right


def test_what_is_no_puzzle() -> None:
    """Nothing can be built; too few arches; two earn the most; too few are legal."""
    setup = Palace.setup("map-1")
    assert proved("1", "easy", setup, Supply(0, 3)) is None
    assert proved("1", "easy", setup, Supply(1, 2)) is None
    assert proved("1", "hard", setup, Supply(4, 0)) is None
    easy = kept("easy")[0]
    assert proved("1", "hard", easy.palace, easy.hand) is None
    spiral = next(one for one in kept() if one.kind == "spiral")
    assert proved("1", "easy", spiral.palace, spiral.hand) is None
    assert (puzzles.LEVELS, puzzles.LEAST) == (("easy", "hard"), {"easy": 2, "hard": 4})
    assert isinstance(puzzles.PUZZLES, Puzzles)


def test_the_number_of_legal_staircases_among_which_one_is_sought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some = (one for one in kept("easy") if one.kind == "most")
    one = min(some, key=lambda one: one.legal)
    assert all(one.legal >= puzzles.AMONG for one in kept() if one.kind == "most")
    monkeypatch.setattr(puzzles, "AMONG", one.legal)
    assert proved(one.name, one.level, one.palace, one.hand) == one
    monkeypatch.setattr(puzzles, "AMONG", one.legal + 1)
    assert proved(one.name, one.level, one.palace, one.hand) is None
    monkeypatch.undo()
    monkeypatch.setitem(puzzles.LEAST, "easy", 9)
    assert proved(one.name, one.level, one.palace, one.hand) is None


def test_hints_of_a_game(monkeypatch: pytest.MonkeyPatch, says: Says) -> None:
    assert advice.LIMIT == Limit(nodes=3000)
    monkeypatch.setattr(advice, "LIMIT", NODES)
    monkeypatch.setattr(advice, "compiled_already", lambda: True)
    one = record(seed=6)
    for count in (0, 5, 8):
        found = hint(one, played(one, count))
        says(found.text, found.told, *found.lines, found.rest)
        assert found.share == 1.0
    log = played(one, 0)
    poor = replace(log.state.seats[0], pieces=Supply(0, 3))
    nothing = Log[GameState, Turn].begin(replace(own_rules(one), table=log.state.with_seat(poor)))
    idea = hint(one, nothing)
    assert (idea.text, idea.share) == (None, 1.0)
    says(idea.told)
    poor = replace(log.state.seats[1], pieces=Supply(0, 0), each=Supply(0, 0))
    ben = Log[GameState, Turn].begin(replace(own_rules(one), table=log.state.with_seat(poor)))
    says(*hint(one, ben).lines)


def test_what_the_next_player_can_build_is_told_if_all_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advice, "LIMIT", NODES)
    monkeypatch.setattr(advice, "compiled_already", lambda: True)
    one = record(seed=6)
    log, told = played(one, 0), list[list[str]]()
    for complete, earned in ((False, 3), (True, 3), (True, None)):
        best = SimpleNamespace(complete=complete, verdicts=[SimpleNamespace(credits=earned)])
        asked = list[Any]()

        def seek_best(
            palace: Any, hand: Supply, rulings: Any, *, seconds: float,
            best: Any = best, asked: list[Any] = asked,
        ) -> Any:  # fmt: skip
            asked.append((hand, seconds))
            yield best, 1.0

        monkeypatch.setattr(advice, "seek_best", seek_best)
        told.append([str(line) for line in hint(one, log).lines if str(line).startswith("Ben ")])
        assert asked == [(log.state.seat("Ben").pieces, 3.0)]
    assert told == [[], ["Ben then earns 3 credits at most"], ["Ben can then build nothing"]]
    # Pieces that are typed are asked of the staircase alone.
    monkeypatch.setattr(advice, "seek_best", None)
    assert str(hint(one, log, "1a2b").told).startswith("Most credits")


def own_rules(one: Any) -> Any:
    return one.rules


def test_a_game_whose_piles_are_not_told_has_some_that_fit() -> None:
    """Under the cards in the order in which they were taken are the others of the deck."""
    one = record(seed=6)
    log = played(one, 6)
    deck = own_rules(one).setting.deck
    found = analysis._piles(deck, log)
    every = sorted((each for seat in log.state.seats for each in seat.cards), key=lambda e: e.turn)
    assert any(every)
    for pile, names in zip(PILES, found, strict=True):
        taken = [each.card.name for each in every if each.card.name in deck.piles.get(pile, ())]
        assert [*names[: len(taken)]] == taken
        assert sorted(names) == sorted(deck.piles.get(pile, ()))
    assert found == analysis._piles(deck, log)
    rest = [[name for name in names if name not in {each.card.name for each in every}]
            for names in found]  # fmt: skip
    assert any(names != sorted(names) for names in rest)
    # What a player had before the first turn is in no pile.
    seat, name = log.state.seats[0], rest[0][0]
    state = log.state.with_seat(seat.with_card(deck.cards[name], 1, 0))
    before: Any = SimpleNamespace(state=state)
    assert name not in analysis._piles(deck, before)[0]


def test_the_steps_of_an_analysis(says: Says) -> None:
    """The same limit in nodes gives the same figures."""
    one = record(seed=6)
    log, shares = played(one, 4), list[float]()
    steps = analysis.ANALYSING.analyse(one, log, Limit(nodes=30), shares.append)
    assert [step.number for step in steps] == [1, 2, 3, 4]
    assert [step.player for step in steps] == ["Ana", "Ben"] * 2
    assert shares == [0, 0.25, 0.5, 0.75]
    for step in steps:
        says(step.told, step.better, step.note, f"{step.lead:.3f} {step.loss:.3f} {step.error:.3f}")
        assert (step.loss > 0) == bool(step.better)
    says(analysis.ANALYSING.unit)
    assert steps[0].pictures is not None
    assert all(svg.startswith("<svg") and 'width="420"' in svg for svg in steps[0].pictures())


def test_a_turn_against_the_rules_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    one = record(seed=6)
    log = Log[GameState, Turn].begin(one.rules).plus(Commit(Turn("Ana")))
    log = log.plus(Commit(Greedy().move(one.rules, log.state, "Ben", Limit(), 1)))
    parts = list[Limit]()

    def noted(rules: Any, state: Any, turn: Turn, at: int, part: Limit) -> Step:
        parts.append(part)
        return Step(at + 1, turn.player, "", "", 0, 0)

    monkeypatch.setattr(analysis, "_step", noted)
    for limit in (Limit(7), Limit(1), Limit(0), Limit(seconds=3.0), Limit(seconds=0.0), Limit()):
        (step,) = analysis.steps_of(own_rules(one), log, limit, lambda share: None)
        assert (step.number, step.player) == (2, "Ben")
    assert parts == [
        Limit(3), Limit(1), Limit(0), Limit(seconds=1.5), Limit(seconds=0.0), Limit(),
    ]  # fmt: skip


def test_what_cannot_be_analysed(monkeypatch: pytest.MonkeyPatch, says: Says) -> None:
    one = record(seed=6)
    state = own_rules(one).table
    unknown = state.with_seat(replace(state.seats[1], pieces=None))
    log = Log[GameState, Turn].begin(replace(own_rules(one), table=unknown))
    with pytest.raises(InputError) as told:
        analysis.analyse(one, log, Limit(9), lambda share: None)
    says(str(told.value))
    monkeypatch.setattr(analysis, "fast", lambda: False)
    with pytest.raises(InputError) as told:
        analysis.analyse(one, log, Limit(9), lambda share: None)
    says(str(told.value))
