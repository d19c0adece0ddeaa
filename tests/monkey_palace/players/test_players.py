"""The players: legal games, nothing known of unseen cards, the same moves from one seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.players import Limit
from palace.contract.rules import Commit, Log, every_reason
from palace.core.errors import InputError
from palace.core.verdict import in_language
from palace.files.document import parse_document
from palace.monkey_palace.game.cards import PILES
from palace.monkey_palace.game.log import LoggedRecord, read
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players import strong, turns
from palace.monkey_palace.players.playing import OPPONENTS
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.tables import drawn_deck, table
from palace.monkey_palace.players.turns import Choices, Clock
from palace.players.match import play_out

NODES = Limit(nodes=150)
NAMES = ("Ana", "Ben", "Caro")
known = pytest.mark.parametrize("name", OPPONENTS.known)


def record(players: int = 2, seed: int = 1, rulings: str = "", more: str = "") -> LoggedRecord:
    text = (
        'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\nbox = "house"\n'
        'trophies = ["monkey", "butterfly", "frog"]\nturns = []\n'
        f"piles = {{ seed = {seed} }}\n{more}{rulings and '[rulings]' + chr(10) + rulings}\n"
    )
    seats = "".join(f'[[players]]\nname = "{name}"\n' for name in NAMES[:players])
    return read(parse_document(text + seats, "toml", "game.toml"))


def game(rules: MonkeyRules, *names: str, seed: int = 1) -> Log[GameState, Turn]:
    players = [OPPONENTS.known[name] for name in names]
    seated = {
        seat.name: (player, NODES) for seat, player in zip(rules.table.seats, players, strict=True)
    }
    return play_out(rules, seated, seed)


@pytest.mark.parametrize(
    "rulings",
    [
        "", 'double-back = "legal"\nspiral = "turn"\nbonus-height = "sum"',
        'monkey-blocks = "opponents"\ndecoration-out = "illegal"\nfrog-time = "any"',
        'bonus-height = "column"\nbutterfly-scope = "colour"\ntrophy-order = "monkey-first"',
    ],
)  # fmt: skip
def test_a_game_of_all_players_replays_without_a_problem(rulings: str) -> None:
    kept = record(3, rulings=rulings)
    log = game(kept.rules, "strong", "greedy", "random")
    assert log.state.finished
    text = kept.text(log)
    again = read(parse_document(text, "toml", "game.toml"))
    replayed = Log.begin(again.rules).played(again.written)
    assert every_reason(again, replayed) == ()
    assert replayed.state == log.state


@pytest.mark.parametrize("seed", [5, 1017])
def test_games_at_drawn_tables_are_legal(seed: int) -> None:
    assert game(table(("Ana", "Ben"), seed), "rollout", "strong-3").state.finished


def middle(rules: MonkeyRules, count: int = 7) -> GameState:
    """A state some turns into a game."""
    log = Log[GameState, Turn].begin(rules)
    for number in range(count):
        name = log.due[0]
        seen = rules.seen(log.state, name)
        log = log.plus(Commit(OPPONENTS.known["greedy"].move(rules, seen, name, Limit(), number)))
    return log.state


@known
def test_unseen_cards_change_no_move(name: str) -> None:
    rules = record().rules
    state, player = middle(rules), OPPONENTS.known[name]
    who = state.due[0]

    def shuffled(one: GameState, seed: int) -> GameState:
        chance = random.Random(seed)
        piles = ((*pile[:1], *chance.sample(pile[1:], len(pile[1:]))) for pile in one.piles)
        return replace(one, piles=tuple(piles))

    moves = set()
    for seed in range(3):
        other = replace(rules, table=shuffled(rules.table, seed))
        moves.add(player.move(other, rules.seen(shuffled(state, seed), who), who, NODES, 4))
    assert len(moves) == 1


@known
def test_two_runs_of_one_seed_are_the_same_and_their_record_byte_for_byte(name: str) -> None:
    kept = record(seed=3)
    one, other = (kept.text(game(kept.rules, name, "greedy", seed=9)) for _ in range(2))
    assert one == other


def test_other_seeds_play_other_games() -> None:
    kept = record(seed=3)
    assert len({kept.text(game(kept.rules, "random", "random", seed=n)) for n in range(3)}) == 3


def test_a_weaker_level_takes_a_turn_that_is_worth_less() -> None:
    rules = record().rules
    state = middle(rules)
    judged = Strong().judged(rules, rules.seen(state, state.due[0]), state.due[0], NODES, 2)
    for place, name in enumerate(("strong", "strong-2", "strong-3")):
        move = OPPONENTS.known[name].move(
            rules, rules.seen(state, state.due[0]), state.due[0], NODES, 2
        )
        assert move == judged[place].turn


def test_greedy_takes_the_most_credits() -> None:
    from palace.monkey_palace.search import best

    rules = record().rules
    state = middle(rules)
    name = state.due[0]
    move = OPPONENTS.known["greedy"].move(rules, rules.seen(state, name), name, Limit(), 0)
    _, (report,) = rules.apply(state, move)
    (most,) = best(state.palace, state.seat(name).pieces, rules.setting.rulings).verdicts
    assert report.verdict is not None
    assert report.verdict.credits == most.credits


def test_without_numba_a_turn_is_valued_as_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = record().rules
    state = middle(rules)
    name = state.due[0]

    def worth() -> tuple[Any, ...]:
        found = Strong(ahead=0).judged(rules, rules.seen(state, name), name, NODES, 2)
        return tuple(round(one.margin, 5) for one in found[:1])

    with_it = worth()
    monkeypatch.setattr(turns, "fast", lambda: False)
    assert worth() == with_it


def test_a_player_who_can_build_nothing_passes() -> None:
    rules = record().rules
    state = rules.table
    empty = replace(state.seats[0], pieces=state.seats[0].pieces and type(
        state.seats[0].pieces)(0, 3, 0))  # fmt: skip
    for player in OPPONENTS.known.values():
        move = player.move(rules, state.with_seat(empty), "Ana", NODES, 1)
        assert move == Turn("Ana")


@known
def test_hands_that_are_not_known_are_refused(name: str) -> None:
    rules = record().rules
    state = rules.table.with_seat(replace(rules.table.seats[1], pieces=None))
    with pytest.raises(InputError, match="enter starting pieces and deliveries"):
        OPPONENTS.known[name].move(rules, state, "Ana", NODES, 1)


def test_drawn_decks_have_the_piles_of_the_house_deck_and_differ() -> None:
    decks = [drawn_deck(seed) for seed in range(4)]
    house = {pile: len(names) for pile, names in decks[0].piles.items()}
    assert set(house) == set(PILES)
    for deck in decks:
        assert {pile: len(names) for pile, names in deck.piles.items()} == house
    assert len({deck.rows for deck in decks}) == 4


def test_seeds_of_one_thousand_share_ten_decks_and_five_maps() -> None:
    tables = [table(("Ana", "Ben"), seed) for seed in range(60)]
    assert len({one.setting.deck.name for one in tables if one.setting.deck}) == 10
    assert len({one.table.palace.ground.rows for one in tables}) == 5
    assert len({one.table.piles for one in tables}) == 60


def test_the_last_step_of_a_turn_tells_who_loses_points() -> None:
    """A trophy that changes hands takes points from the player who had it."""
    log, lost = game(record(3).rules, "greedy", "greedy", "greedy"), 0
    for state, commit in zip(log.states, log.commits, strict=False):
        after, _ = log.rules.apply(state, commit.move)
        totals = (log.rules.standing(one) for one in (state, after))
        fell = [was.name for was, now in zip(*totals, strict=True) if now.total < was.total]
        told = OPPONENTS.guide(log.rules, state, commit.move)[-1].told
        lines = [in_language(one, "en") for one in told.lines]
        loses = [line for line in lines if " banana" in line and not line.startswith("Program")]
        assert [line.split()[0] for line in loses] == fell
        lost += len(fell)
    assert lost


def test_the_next_player_takes_the_reply_after_which_they_lead_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of so many replies, the one that is worth most first; what the mover leads by is told."""
    # After each reply: by how much Ana leads, and Ben, who replies.
    leads = {"a": (3, -3), "b": (1, -4), "c": (-2, 2)}
    asked: list[tuple[str, int, int]] = []

    def after(rules: Any, end: str, one: Any, lot: int, clock: Any, count: int) -> Iterator[str]:
        asked.append((end, lot, count))
        yield from [*leads][:count] if end == "table" else [end]

    class Table(str):
        due = ("Ben", "Ana")

    rules: Any = SimpleNamespace(apply=lambda state, turn: (Table("table"), ()))
    monkeypatch.setattr(strong, "_after", after)
    monkeypatch.setattr(strong, "lead", lambda end, name, one: leads[end][name == "Ben"])
    any_: Any = None
    found = [
        Strong(ahead=2).followed(rules, any_, Turn("Ana"), any_, 7, Clock(NODES, 1.0), count)
        for count in (1, 2, 3)
    ]
    assert found == [3, 3, -2]
    assert asked[:2] == [("table", 7, 1), ("a", 8, 1)]
    assert asked[-4:] == [("table", 7, 3), ("a", 8, 1), ("b", 8, 1), ("c", 8, 1)]


def test_a_game_that_is_over_goes_no_further_and_a_pass_is_a_reply() -> None:
    rules, clock = record(2).rules, Clock(NODES, 1.0)
    state = middle(rules, 4)
    over = replace(state, finished=True)
    assert [*strong._after(rules, over, strong.weights(), 1, clock, 4)] == [over]
    assert clock.spent == 0
    bare = tuple(replace(seat, pieces=Supply()) for seat in state.seats)
    (after,) = strong._after(rules, replace(state, seats=bare), strong.weights(), 1, clock, 4)
    assert after.palace == state.palace
    assert after.turn == state.turn + 1
    replies = [*strong._after(rules, state, strong.weights(), 1, clock, 4)]
    assert len({reply.palace for reply in replies}) == 4


def test_turns_are_compared_on_the_same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that is followed once more, with the best of several replies, is no worse for it."""
    rules = record(3).rules
    state, met = middle(rules, 6), Counter[str]()

    def followed(
        self: Strong, rules: Any, state: Any, turn: Turn, one: Any, lot: int, clock: Clock,
        replies: int,
    ) -> float:  # fmt: skip
        first = not met or str(turn.build) == next(iter(met))
        met[str(turn.build)] += 1
        clock.spent += 1
        assert lot == 3 + met[str(turn.build)] - 1
        assert replies == (1 if met[str(turn.build)] <= strong.SIMPLE else strong.REPLIES)
        return (0.5 if first else 0.0) - 5 * (replies > 1)

    monkeypatch.setattr(Strong, "followed", followed)
    spent = 1 + len(Choices(rules, state, state.due[0]).lines) // 100
    limit = Limit(nodes=spent + 2 * strong.SIMPLE + 1)
    found = Strong(tried=2).judged(rules, state, state.due[0], limit, 3)
    assert [(one.tries, one.margin) for one in found] == [(5, 0.5), (4, 0.0)]
