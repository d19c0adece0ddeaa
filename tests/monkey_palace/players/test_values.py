"""What pieces, cards, trophies and turns to come are worth, worked out by hand for easy weights."""

from __future__ import annotations

import time
from dataclasses import replace
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.players import Limit
from palace.core.verdict import Message
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.rules import TROPHY_POINTS
from palace.monkey_palace.game.state import BONUS_CARDS, GameState, PlayerState, Turn
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players import strong, tables, turns
from palace.monkey_palace.players.strong import (
    Strong,
    Values,
    Weights,
    lead,
    options,
    turns_left,
)
from palace.monkey_palace.players.turns import Choices, Clock, Greedy, Rollout, dealt
from tests.monkey_palace.players.test_players import NODES, middle, record
from tests.sentences import Says

ONE = Weights(
    arch=4, brick=2, column=6, fading=2, income=0.5, trophy=0.5, trophies=8, others=1, pace=0
)
NAMES = ("Ana", "Ben", "Caro")


def table(*seats: PlayerState, **changes: Any) -> GameState:
    seats = seats or tuple(PlayerState(name, Supply(4), Supply(2, 1)) for name in NAMES)
    return replace(GameState.start(Palace.setup("map-1"), seats), **changes)


def test_the_worth_of_pieces_falls_with_the_turns_left() -> None:
    """With 2 turns left a piece is worth half; what comes each turn is worth that, and half of a
    whole piece for each turn after the next."""
    two = Values(ONE, 2)
    assert (two.piece, two.each) == ((2, 1, 3), (4, 2, 6))
    assert two.pieces(Supply(3, 10, 100)) == 6 + 10 + 300
    assert two.income(Supply(3, 10, 100)) == 12 + 20 + 600
    none, one = Values(ONE, 0), Values(ONE, 1)
    assert (none.piece, none.each) == ((0, 0, 0), (0, 0, 0))
    assert one.each == one.piece == pytest.approx((4 / 3, 2 / 3, 2))


@pytest.mark.parametrize(("left", "part"), [(0, 1.0), (4, 0.75), (8, 0.5), (20, 0.5)])
def test_a_trophy_that_can_be_lost_is_worth_less(left: float, part: float) -> None:
    assert Values(ONE, left).trophy == part


def test_the_worth_of_a_seat() -> None:
    """Bananas 5 + 3 (covered) + 2, two bonus cards, the monkey at 1 - 0.5 * 2 / 8, and the pieces:
    those of the hand, those to come each turn, without those that came this turn."""
    seat = PlayerState("Ana", Supply(1, 1), Supply(2), bonus=(3, 4), bananas=5)
    seat = seat.with_card(Card(3, "l", 3), 1, 1).with_card(Card(3, "l", 2, each=Supply(0, 1)), 1, 2)
    seat = seat.with_card(Card(1, "x"), 2, 3)
    state = table(seat, PlayerState("Ben", Supply(), Supply()))
    state = state.with_trophy("monkey", "Ana").with_trophy("butterfly", "Ben")
    values = Values(ONE, 2)
    points = 5 + 3 + 2 + 2 * 4 + 2 * 0.875
    assert values.seat(state, seat) == points + (2 + 1) + (2 * 4 + 2) - (2 * 2 + 1)
    assert values.seat(state, replace(seat, pieces=None)) == points + 10 - 5


def test_the_turns_left_in_the_last_round_and_before() -> None:
    ending, frog = Message.of("delivery.frog"), table()
    last = replace(frog, ending=ending, due=("Ben",))
    assert [turns_left(last, name, ONE) for name in NAMES] == [0, 0, 1]
    assert turns_left(replace(frog, finished=True), "Caro", ONE) == 0
    unknown = table(PlayerState("Ana"), PlayerState("Ben", Supply(1), Supply(1)))
    assert turns_left(unknown, "Ben", ONE) == 0
    assert turns_left(replace(unknown, ending=ending), "Ben", ONE) == 1
    # The tray: the box without the hands; a round takes what all boards deliver, or none.
    tray = frog.tray
    assert tray is not None
    assert turns_left(frog, "Ana", ONE) == min(tray.arch / 6, tray.brick / 3) + 0.5
    pace = ONE._replace(pace=1.0)
    rounds = min(tray.arch / 9, tray.brick / 6, tray.column / 0.9)
    assert turns_left(frog, "Ana", pace) == pytest.approx(rounds + 0.5)
    poor = table(*(PlayerState(name, tray, Supply(1)) for name in NAMES))
    assert min(poor.tray or ()) < 0
    assert turns_left(poor, "Ana", ONE) == 0.5


def test_who_leads_and_who_has_a_turn_left_in_this_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each arch in a hand is worth more with more turns to come."""
    seen = dict[str, float]()

    class Noted(Values):
        def seat(self, state: GameState, seat: PlayerState) -> float:
            seen[seat.name] = left.pop(0)
            return super().seat(state, seat)

        def __init__(self, one: Weights, count: float) -> None:
            left.append(count)
            super().__init__(one, count)

    left = list[float]()
    monkeypatch.setattr(strong, "Values", Noted)
    seats = [PlayerState(name, Supply(), Supply(), bananas=n)
             for name, n in zip(NAMES, (7, 3, 9), strict=True)]  # fmt: skip
    state = table(*seats, due=("Ben",))
    rounds = turns_left(state, "Ana", ONE)
    assert (lead(state, "Ana", ONE), lead(state, "Caro", ONE)) == (-2, 2)
    assert [seen[name] - rounds for name in NAMES] == [0, 1, 1]
    lead(replace(state, ending=Message.of("delivery.frog")), "Ana", ONE)
    assert seen == {"Ana": 0, "Ben": 1, "Caro": 1}
    lead(replace(state, finished=True), "Ana", ONE)
    assert seen == {"Ana": 0, "Ben": 0, "Caro": 0}
    assert lead(table(seats[0]), "Ana", ONE) == 7


def shop(offer: list[Card], seat: PlayerState, turns: float = 2) -> list[tuple[float, list[int]]]:
    return [(worth, [card.cost or 0 for card in cards])
            for worth, cards in strong._shop(offer, seat, Values(ONE, turns))]  # fmt: skip


def test_what_credits_buy() -> None:
    """The best cards together for each number of credits, up to 9."""
    free, offer = PlayerState("Ana", Supply()), [Card(2, "x", 3), Card(4, "l", 4), Card(6, "x", 9)]
    assert shop(offer, free) == [
        (0, []), (0, []), (3, [2]), (3, [2]), (4, [4]), (4, [4]), (9, [6]), (9, [6]),
        (12, [2, 6]), (12, [2, 6]),
    ]  # fmt: skip
    nine = [Card(4, "x", 3), Card(5, "l", 4), Card(10, "x", 99)]
    assert shop(nine, free)[9] == (7, [4, 5])
    # Once: 2 for an arch; each turn: 4 for it. A card without values costs and brings nothing.
    rich = [Card(1, "x", 1, once=Supply(1)), Card(2, "x", 0, each=Supply(1))]
    assert shop(rich, free)[:4] == [(0, []), (3, [1]), (4, [2]), (7, [1, 2])]
    assert shop([Card(bananas=1)], free)[:2] == [(1, [0]), (1, [0])]


def test_a_card_on_a_full_board_covers_what_delivers_least() -> None:
    seat = PlayerState("Ana", Supply())
    for slot, each in enumerate((2, 1, 3, 1), 1):
        seat = seat.with_card(Card(1, "x", 0, each=Supply(0, each)), slot, slot)
    offer = [Card(3, "l", 0, each=Supply(0, 4)), Card(2, "x", 5), Card(1, "x", 7, each=Supply(1))]
    found = shop(offer, seat)
    # A brick each turn is worth 2 and an arch 4. The 1 covers a 2; the 3 (8) covers a 2, too.
    assert [found[credit] for credit in (1, 2, 3, 6)] == [
        (7 + 4 - 2, [1]), (9, [1]), (5 - 2 + 7 + 4, [2, 1]), (5 - 2 + 7 + 4 + 8 - 2, [2, 1, 3]),
    ]  # fmt: skip
    fourth = replace(seat, slots=(*seat.slots[:3], ()))
    assert shop(offer, fourth)[1] == (11, [1])
    assert shop(offer, fourth)[3] == (5 + 7 + 4, [2, 1])


def test_a_clock_of_nodes_and_one_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "process_time", lambda: now[0] / 2)
    nodes = Clock(Limit(nodes=4), 1.0)
    nodes.spend(99)
    assert nodes.share() == 0.25
    nodes.spend(100)
    assert (nodes.spent, nodes.share()) == (3, 0.75)
    none = Clock(Limit(nodes=0), 1.0)
    none.spend(0)
    assert none.share() == 1
    usual, both = Clock(Limit(), 2.0), Clock(Limit(nodes=4, seconds=4.0), 2.0)
    process, at_once = Clock(Limit(seconds=2.0, processor=True), 9.0), Clock(Limit(seconds=0), 1.0)
    assert (usual.share(), both.share()) == (0, 0)
    now[0] = 11.0
    both.spend(0)
    both.spend(0)
    assert (usual.share(), both.share(), process.share()) == (0.5, 0.5, 0.25)
    now[0] = 13.0
    assert both.share() == 0.75
    assert at_once.share() >= 1


def test_unseen_cards_are_dealt_under_the_tops() -> None:
    rules = record().rules
    state = middle(rules, 3)
    one, other, again = (dealt(rules, state, seed) for seed in (1, 2, 1))
    assert one == again != other
    taken = {each.card.name for seat in state.seats for each in seat.cards}
    assert taken
    deck = rules.setting.deck
    assert deck is not None
    for pile, before, after in zip(deck.piles.values(), state.piles, one.piles, strict=True):
        assert before[:1] == after[:1]
        assert sorted(after) == sorted({*pile} - taken)
    assert dealt(replace(rules, setting=rules.setting._replace(deck=None)), state, 1) is state
    unknown = replace(state, piles=((),) * 12)
    assert dealt(rules, unknown, 1) is unknown


def card(cost: int, bananas: int = 0, each: int = 0, once: int = 0, name: str = "") -> Card:
    return Card(cost, "x", bananas, Supply(0, once), Supply(0, each), name=name or f"{cost}")


def test_cards_are_laid_on_free_slots_then_over_what_is_worth_least() -> None:
    seat = PlayerState("Ana").with_card(card(9, each=5), 1, 1).with_card(card(9, each=2), 3, 1)
    laid = turns._laid(
        seat.slots, [card(1, each=4), card(2, each=1), card(3, each=3), card(4)],
        lambda one: one.each.brick,
    )  # fmt: skip
    # 4 and 2 are laid on the slots 2 and 4, then 3 over the 4 and 1 over the 2.
    assert [(one.name, one.slot) for one in laid] == [
        ("4", None), ("2", None), ("3", 2), ("1", 4),
    ]  # fmt: skip


def test_the_first_cards_that_can_be_paid() -> None:
    offer = [card(3), card(4), card(2), card(1), Card(name="free")]
    assert [one.cost for one in turns._paid(offer, 6)] == [3, 2, 1, None]
    assert [one.cost for one in turns._paid(offer, 3)] == [3, None]


def test_cards_with_bananas_come_first_then_those_with_pieces() -> None:
    """A piece each turn counts as three at once."""
    offer = [
        card(1, 1), card(2, 2), card(3, 1, once=4), card(4, 1, each=1),
        card(5, 1, once=3, name="a"), Card(6, "x"),
    ]  # fmt: skip
    assert [one.cost for one in sorted(offer, key=turns._plenty)] == [2, 3, 4, 5, 1, 6]


@pytest.mark.parametrize("player", [
    Strong(), Strong(ahead=0), Strong(2, ONE, 5, 2), Strong(9, tried=3),
], ids=["usual", "not-ahead", "weights", "third"])  # fmt: skip
def test_the_same_limit_in_nodes_finds_the_same_turns(player: Strong, says: Says) -> None:
    rules = record(3).rules
    for count in (0, 6):
        state = middle(rules, count)
        name = state.due[0]
        shares, found = zip(*player.seek(rules, state, name, NODES, 3), strict=True)
        assert shares[0] == 0
        assert [*shares] == sorted(shares)
        turns = {str(one.turn.build) for one in found[-1]}
        assert len(turns) == len(found[-1]) <= player.tried
        chosen = player.chosen(found[-1])
        assert chosen == found[-1][min(player.place, len(found[-1])) - 1].turn
        says(*(f"{one.turn.build} {one.margin:.3f} {one.tries} "
               f"{[card.slot for card in one.turn.take]} {one.turn.frog} {one.turn.monkey}"
               for one in found[-1][:3]))  # fmt: skip
        says(f"{chosen.build} of {len(found[-1])} in {len(shares)}")


def test_animals_are_moved_when_a_turn_brings_them() -> None:
    """The monkey, which is compulsory, to the highest end; the frog where it is asked for."""
    rules = record(2).rules
    state = middle(rules, 3)
    name = state.due[0]
    choices = Choices(rules, state, name)
    met = set()
    for _, _, line in choices.best(lambda one: 0 * one.arches, 1, 60, 60):
        plain = choices.turn(line, (), lambda card: 0.0)
        moved = choices.turn(line, (), lambda card: 0.0, frog=True)
        assert plain.frog is None
        for turn in (plain, moved):
            _, (report,) = rules.apply(state, turn)
            assert report.reasons == ()
            if turn.monkey is not None:
                _, (before,) = rules.apply(state, replace(turn, monkey=None), whole=False)
                heights = before.palace.heights
                ends = rules.places(state, before, "monkey")
                assert heights[turn.monkey] == max(heights[end] for end in ends)
        met |= {("frog", moved.frog is not None), ("monkey", plain.monkey is not None)}
        holder = rules.apply(state.with_trophy("frog", name), moved)
        assert holder[1][0].player == name
    assert met == {("frog", True), ("monkey", True), ("monkey", False)}
    mine = Choices(rules, state.with_trophy("frog", name), name)
    assert mine.turn(mine.lines[0], (), lambda card: 0.0, frog=True).frog is None


def test_a_seed_names_a_table(says: Says) -> None:
    """The thousands name the decks and maps, the rest which of them it is, and the deal."""
    for seed in (0, 7, 1234):
        rules = tables.table(NAMES, seed, "map-1")
        deck, state = rules.setting.deck, rules.table
        assert deck is not None
        assert deck.name == f"drawn-{seed // 1000 * 10 + seed % 10}"
        assert deck.provenance == "placeholder"
        arches, bricks, columns = zip(*(seat.pieces or () for seat in state.seats), strict=True)
        assert (arches, columns) == ((4, 4, 4), (0, 0, 1))
        assert bricks == (bricks[0], bricks[0] + 1, bricks[0] + 2)
        assert state.piles == tuple(deck.shuffled(seed)[pile] for pile in PILES)
        rows = [f"{card.cost}{card.colour} {card.bananas} {card.once} {card.each}"
                for card in deck.rows]  # fmt: skip
        digest = sha256("\n".join(rows).encode()).hexdigest()[:16]
        says(f"{state.seats[0].pieces} {state.seats[0].each} {rows[:6]} {digest}")


def test_a_map_that_is_not_balanced_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, int]]()

    def made(seed: int, players: int) -> tuple[int]:
        asked.append((seed, players))
        if seed < 49:
            raise ValueError
        return (seed,)

    monkeypatch.setattr(tables, "make_map", made)
    ground: Any = tables._ground.__wrapped__
    assert ground(40, 1) == 49
    assert asked == [(seed, 2) for seed in range(40, 50)]
    assert ground(60, 3) == 60
    assert asked[-1] == (60, 3)
    with pytest.raises(ValueError, match="no map of seed 39 is balanced"):
        ground(39, 2)


HOLDERS = [{}, {"monkey": "Ben"}, {"monkey": "Ana", "butterfly": "Ana"}, {"butterfly": "Caro"}]


@pytest.mark.parametrize("decorated", [None, (False, False, False)])
@pytest.mark.parametrize("holders", HOLDERS)
def test_the_worth_of_a_turn(holders: dict[str, str], decorated: tuple[bool, ...] | None) -> None:
    """The cards that its credits buy, without the pieces it uses, the bonus card, and trophies that
    it wins; one that another player loses counts once more. No decoration, no trophy."""
    rules = record(3).rules
    state = middle(rules, 6)
    name = state.due[0]
    assert name == "Ana"
    state = replace(state.with_seat(replace(state.seat(name), pieces=Supply(5, 6, 1))), trophies=())
    for animal, holder in holders.items():
        state = state.with_trophy(animal, holder)
    values = Values(ONE, turns_left(state, name, ONE))
    choices = Choices(rules, state, name)
    if decorated is not None:
        choices.__dict__["decorated"] = decorated
    parts = {
        animal: TROPHY_POINTS[animal] * values.trophy * (2 if animal in holders else 1)
        * (holders.get(animal) != name)
        for animal in ("monkey", "butterfly")
    }  # fmt: skip
    met = set()
    found = options(choices, ONE, 1, 150, 150)
    assert len(found) == 150 < len(choices.lines)
    for worth, line, cards in found:
        build = choices.search.read(line)
        _, (report,) = rules.apply(state, Turn(name, build), whole=False)
        assert report.verdict is not None
        assert report.earned is not None
        colour = turns.COLOURS.index(state.palace.ground.colours[build.knobs[0]])
        gain, bought = strong._shop(choices.on_offer[colour], choices.seat, values)[
            report.earned.credits
        ]
        wins = {"monkey"} if colour == 2 else set()
        wins |= {"butterfly"} & {*report.animals}
        wins = wins if decorated is None else set()
        met |= wins
        want = gain - values.pieces(build.uses) + 4 * report.bonus + sum(parts[w] for w in wins)
        assert worth == pytest.approx(want)
        assert cards == bought
    assert met >= ({"monkey", "butterfly"} if decorated is None and not holders else set())
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)


def test_what_a_last_turn_leads_by_is_what_the_scores_tell() -> None:
    """Followed to the end: the game ends with the turn itself."""
    rules = record(2).rules
    state = middle(rules, 7)
    name = state.due[0]
    assert name == state.names[-1]
    ending = replace(state, ending=Message.of("delivery.frog"))
    tried = turns.greedy_turns(Choices(rules, ending, name), 1, 3)
    margins = Rollout().margins(rules, ending, tried, Limit(nodes=7), 1)
    assert len(tried) == len(margins) == 3
    for turn, margin in zip(tried, margins, strict=True):
        after, _ = rules.apply(ending, turn)
        assert after.finished
        totals = {sheet.name: sheet.total for sheet in rules.standing(after)}
        mine = totals.pop(name)
        assert margin == mine - max(totals.values())
        assert mine != 0 != max(totals.values())


class Ends:
    """Rules of games that end with the second turn; the totals tell turns and lots apart."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moved = list[tuple[str, int]]()
        monkeypatch.setattr(turns, "own", lambda rules: rules)
        monkeypatch.setattr(turns, "dealt", lambda rules, state, lot: (state, lot))

        def second(
            greedy: Greedy, rules: Any, table: Any, name: str, limit: Limit, lot: int
        ) -> str:
            self.moved.append((f"{table.turn} {name} {greedy.reach}", lot))
            return "second"

        monkeypatch.setattr(Greedy, "move", second)

    def apply(self, table: Any, turn: Any) -> tuple[Any, tuple[()]]:
        if turn == "second":
            return SimpleNamespace(**{**vars(table), "finished": True}), ()
        _, lot = table
        return SimpleNamespace(finished=False, due=("Ben",), turn=turn.frog, lot=lot), ()

    def standing(self, table: Any) -> list[Any]:
        totals = {"Ben": 2, "Ana": 10 * table.lot + table.turn, "Caro": 1}
        return [SimpleNamespace(name=name, total=total) for name, total in totals.items()]


@pytest.mark.parametrize(
    ("limit", "margins"),
    [
        # A game is two turns: of five, three and two begin with each; a deal is met by both.
        (Limit(nodes=10), [10 * 6 + 1 - 2, 10 * 5.5 + 2 - 2]),
        (Limit(nodes=4), [49, 50]), (Limit(nodes=5), [10 * 5.5 - 1, 50]),
        (Limit(nodes=1), [49]), (Limit(nodes=0), [49]), (Limit(seconds=0), [49]),
    ],
)  # fmt: skip
def test_turns_are_followed_in_turn_and_their_leads_are_averaged(
    limit: Limit, margins: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Any = Ends(monkeypatch)
    two: Any = [SimpleNamespace(player="Ana", frog=number) for number in (1, 2)]
    state: Any = "state"
    assert Rollout().margins(rules, state, two, limit, 5) == margins
    lots = [5, 5, 6, 6, 7]
    told = [(f"{1 + at % 2} Ben {turns.AHEAD}", lot) for at, lot in enumerate(lots)]
    assert rules.moved == told[: len(rules.moved)]


def test_the_turn_with_the_best_lead_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, asked, sizes = record(2).rules, list[int](), [1, 2, 3]

    def some(choices: Choices, seed: int, count: int) -> list[Turn]:
        asked.append(count)
        return [Turn("Ana", take=(Card(name=f"{at}"),)) for at in range(sizes[len(asked) - 1])]

    monkeypatch.setattr(turns, "Choices", lambda *given: None)
    monkeypatch.setattr(turns, "greedy_turns", some)
    monkeypatch.setattr(Rollout, "margins", lambda *given: [1.0, 3.0, 3.0][: len(given[3])])
    found = []
    for _ in sizes:
        move = Rollout().move(rules, rules.table, "Ana", NODES, 1)
        found.append(move.take[0].name)
    assert (found, asked) == (["0", "1", "1"], [20] * 3)


def test_of_a_large_hand_a_part_is_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """7 arches, 6 bricks, 2 columns in a turn that is due, one less of the first two later."""
    rules, met = record(2).rules, list[Supply]()

    def searched(palace: Palace, hand: Supply, rulings: Any) -> tuple[None, list[int]]:
        met.append(hand)
        return None, []

    monkeypatch.setattr(turns, "_searched", searched)
    seat = replace(rules.table.seats[0], pieces=Supply(9, 9, 1))
    state = rules.table.with_seat(seat)
    for player in (Greedy(), Greedy(turns.AHEAD), Strong(), Rollout()):
        assert player.move(rules, state, "Ana", NODES, 1) == Turn("Ana")
    # Nothing is found in a part: the whole is looked at, and a small hand once.
    usual, later, whole = Supply(7, 6, 1), Supply(6, 5, 1), Supply(9, 9, 1)
    assert met == [usual, whole, later, whole, usual, whole, usual, whole]
    met.clear()
    small = state.with_seat(replace(seat, pieces=Supply(1, 2)))
    assert Greedy().move(rules, small, "Ana", NODES, 1) == Turn("Ana")
    assert met == [Supply(1, 2)]


def test_a_last_decoration_and_a_last_bonus_card_are_there() -> None:
    there: Any = {"l": 0, "d": 1, "g": 2}
    palace = SimpleNamespace(decorations_left=there.__getitem__)
    mine: Any = SimpleNamespace(state=SimpleNamespace(palace=palace))
    assert Choices.decorated.func(mine) == (False, True, True)  # type: ignore[attr-defined]
    worths = []
    for taken in range(BONUS_CARDS - 1, BONUS_CARDS + 1):
        seats = PlayerState("Ana", Supply(), Supply()), PlayerState("Ben", bonus=(1,) * taken)
        figures = turns.Figures(0, 0, 0, 0, 0, 1, 0)
        choices: Any = SimpleNamespace(
            state=table(*seats), name="Ana", seat=seats[0], on_offer=((),) * 3, butterfly=99,
            decorated=(False,) * 3, table=lambda worth: worth,
            best=lambda worth, *_, figures=figures: [(worth(figures), figures, "line")],
        )  # fmt: skip
        worths += [one.worth for one in strong.options(choices, ONE, 1)]
    assert worths == [4, 0]
