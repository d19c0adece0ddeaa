"""The rules of a game bound to its set-up: what becomes of a turn, what may follow, the points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from palace.contract.rules import Due, Log, Rules
from palace.core.verdict import Reason
from palace.monkey_palace.game.animals import Build, lowest_ends, other_ends
from palace.monkey_palace.game.cards import SLOTS, Card
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.game.turn import Setting, TurnReport, play
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.scoring import Line, Sheet

MonkeyLog = Log[GameState, Turn]


def reports(log: MonkeyLog) -> tuple[TurnReport, ...]:
    """Return what came of every turn, with all that this game tells of one."""
    return cast("tuple[TurnReport, ...]", tuple(report for (report,) in log.reports))


TROPHY_POINTS = {"monkey": 2, "butterfly": 2, "frog": -3}
BONUS_POINTS = 4


@dataclass(frozen=True)
class MonkeyRules(Rules[GameState, Turn]):
    """See `palace.contract.rules.Rules`; `table` is the set-up."""

    table: GameState
    setting: Setting

    def start(self) -> tuple[GameState, tuple[Reason, ...]]:
        """Return the set-up, or the palace of a game that was joined and what is wrong with it."""
        return self.table, begun_with(self.table, self.setting.rulings)[0]

    def due(self, state: GameState) -> Due:
        """Return whose turn it is; two players after a turn out of order."""
        return Due() if state.finished else Due(state.due)

    def apply(
        self, state: GameState, move: Turn, *, whole: bool = True
    ) -> tuple[GameState, tuple[TurnReport, ...]]:
        """Return the table after a turn; not `whole` it can go on, and its animals are missing."""
        report = play(self.setting, state, move)
        if not whole:
            owed = tuple(one for one in report.reasons if self._owes(state, move, one))
            wrong = tuple(one for one in report.reasons if one not in owed)
            report = replace(report, reasons=wrong, owed=owed)
        return report.table, (report,)

    def _owes(self, state: GameState, move: Turn, reason: Reason) -> bool:
        """Return whether more arches, the monkey, or the column that the frog brings mend it."""
        early = self.setting.rulings.frog_time == "any" and "frog" in self.setting.trophies
        frog = early and move.frog is None and state.holder("frog") != move.player
        return reason.key in ("monkey", "attach.far") or (frog and reason.code == "supply")

    def parts(self, state: GameState, move: Turn | None, player: str) -> Iterator[Turn]:
        """Yield every staircase, or a pass; then cards, the frog, the monkey."""
        if move is None:
            yield from self._builds(state, player)
            return
        if move.build is None:
            return
        _, (report,) = self.apply(state, move, whole=False)
        if move.frog is None and move.monkey is None:
            yield from self._cards(state, move, report)
            if "frog" in self.setting.trophies:
                ends = self.places(state, report, "frog")
                yield from (replace(move, frog=knob) for knob in ends)
        if any(reason.key == "monkey" for reason in report.owed):
            ends = self.places(state, report, "monkey")
            yield from (replace(move, monkey=knob) for knob in ends)

    def places(self, state: GameState, report: TurnReport, animal: str) -> list[Knob]:
        """Return where the frog or the monkey may be put after a build."""
        if animal == "monkey" or report.staircase is None:
            return other_ends(report.palace)
        built = Build(report.staircase, state.palace, report.palace, whole=True)
        return lowest_ends(built, report.palace, self.setting.rulings)

    def _builds(self, state: GameState, player: str) -> Iterator[Turn]:
        from palace.monkey_palace.search import staircases

        hand = state.palace.at_hand(state.seat(player).pieces)
        found = None
        for found in staircases(state.palace, hand, state.rulings_of(player, self.setting.rulings)):
            yield Turn(player, found)
        if found is None:
            yield Turn(player)

    def _cards(self, state: GameState, move: Turn, report: TurnReport) -> Iterator[Turn]:
        """Yield the turn with one card more; on a full board it can cover each of the slots."""
        earned = report.earned
        if earned is None:
            return
        taken = [card for card in map(self.setting.card, move.take) if card is not None]
        left = earned.credits - sum(card.cost or 0 for card in taken)
        free = len(state.seat(move.player).free_slots) > len(taken)
        for name, cost in on_offer(self.setting, state, report):
            if cost <= left and name not in {card.name for card in taken}:
                for slot in (None,) if free else range(1, SLOTS + 1):
                    yield replace(move, take=(*move.take, Card(name=name, slot=slot)))

    def standing(self, state: GameState) -> tuple[Sheet, ...]:
        """Return the points of each player."""
        return tuple(sheet_of(seat, state) for seat in state.seats)

    def seen(self, state: GameState, player: str) -> GameState:
        """Return the state with the tops of the piles, and nothing below them."""
        return replace(state, piles=tuple(pile[:1] for pile in state.piles))


def on_offer(setting: Setting, state: GameState, report: TurnReport) -> Iterator[tuple[str, int]]:
    """Yield the ids of the cards that a staircase pays for and no player has, and their costs.

    Where the order of a pile is known, it is the top one alone.
    """
    earned = report.earned
    if earned is None or setting.deck is None:
        return
    taken = [one.card for seat in state.seats for one in seat.cards]
    gone = {card.name or "" for card in taken}
    for card in taken:
        if card.name is None:
            # A card that is written out is the first with its values that no player names.
            alike = (
                name
                for name in setting.deck.piles.get(card.pile, ())
                if name not in gone and setting.deck.cards[name].values == card.values
            )
            gone.add(next(alike, ""))
    for (cost, colour), names in setting.deck.piles.items():
        if cost <= earned.credits and colour in ("x", earned.decoration):
            top = state.top((cost, colour))
            left = (name for name in names if name not in gone) if top is None else (top,)
            yield from ((name, cost) for name in left)


@lru_cache(maxsize=16)
def begun_with(table: GameState, rulings: Rulings) -> tuple[tuple[Reason, ...], tuple[str, ...]]:
    """Return why no game can have come to a table, and what was not judged of it."""
    if table.palace == Palace.setup(table.palace.ground) and not table.trophies:
        return (), ()
    from palace.monkey_palace.kernel.build import Build
    from palace.monkey_palace.kernel.build_referee import judge_table

    found = judge_table(Build.of(table.palace), rulings)
    held = {trophy.animal for trophy in table.trophies}
    there = {ANIMALS[letter]: knob for letter, knob in table.palace.animals}
    free = [one for one in there if one not in held]
    unheld = (BOOK.reason(_UNHELD[one], there[one], "hold", animal=one) for one in free)
    astray = (BOOK.text("unchecked.astray", animal=one) for one in sorted(held - there.keys()))
    return (*found.reasons, *unheld), (*found.notes, *astray)


_UNHELD = {"monkey": "monkey.unheld", "frog": "frog.unheld", "butterfly": "butterfly.unheld"}


def sheet_of(seat: PlayerState, table: GameState) -> Sheet:
    """Return the sheet of a player at a table."""
    lines = [Line("cards", seat.bananas, BOOK.text("points.earlier"))] * bool(seat.bananas)
    for taken in seat.cards:
        cost, colour = taken.card.pile
        cause = BOOK.text("points.card", cost=cost, colour=colour)
        lines.append(_line("cards", taken.card.bananas or 0, cause, taken.turn))
    lines += [_line("bonus", BONUS_POINTS, BOOK.text("points.bonus"), turn) for turn in seat.bonus]
    held = {trophy.animal: trophy.turn for trophy in table.trophies if trophy.holder == seat.name}
    lines += trophy_lines(held, held)
    return Sheet(seat.name, tuple(lines), (int("monkey" in held),))


def _line(category: str, points: int, cause: str, turn: int) -> Line:
    """Return a line of a sheet; what a player had before has no turn."""
    if turn:
        return Line(category, points, cause, turn)
    return Line(category, points, BOOK.text("points.before", cause=cause), None)


def trophy_lines(held: Iterable[str], turns: dict[str, int] | None = None) -> Iterator[Line]:
    """Yield the lines of a player's trophies.

    `turns` has the turn each was taken in, where known.
    """
    trophies = {*held}
    for name, points in TROPHY_POINTS.items():
        if name in trophies:
            turn = None if turns is None else turns[name] or None
            yield Line(name, points, BOOK.text("points.trophy", trophy=name), turn)
