"""Replay: a recorded game turn by turn, on past an illegal turn, to the palace it leaves.

Judged here: the order of players, each staircase, where the animals are put, and what was written
down of decoration, credits, bonus and butterfly.  Cards and pieces are kept, not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palace.animals import Company, Found
from palace.elements import COLOUR_WORDS
from palace.laying import lay
from palace.position import Palace
from palace.reasons import Reason
from palace.records.record import Record
from palace.records.schema import Turn
from palace.referee import judge
from palace.staircase import Staircase
from palace.verdict import Verdict


@dataclass(frozen=True)
class TurnReport:
    """One turn of a replay, `number` counting from 1.

    `verdict` is None for a pass; `reasons` are those of the verdict and of the game, each with its
    turn and line; `palace` is what stands after the turn, legal or not.
    """

    number: int
    player: str
    staircase: Staircase | None
    verdict: Verdict | None
    reasons: tuple[Reason, ...]
    palace: Palace
    butterfly: bool = False

    @property
    def legal(self) -> bool:
        """Whether nothing was wrong with the turn."""
        return not self.reasons


@dataclass(frozen=True)
class Replay:
    """A game played over: the turns so far, the palaces, and what was wrong.

    `due` is the player whose turn comes next; `unchecked` says what was not judged.
    """

    start: Palace
    turns: tuple[TurnReport, ...]
    due: str
    unchecked: tuple[str, ...] = ()

    @property
    def palace(self) -> Palace:
        """What stands after the last turn replayed."""
        return self.turns[-1].palace if self.turns else self.start

    @property
    def good(self) -> Palace:
        """The last palace reached by legal turns only."""
        palace = self.start
        for turn in self.turns:
            if not turn.legal:
                break
            palace = turn.palace
        return palace

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every turn."""
        return tuple(reason for turn in self.turns for reason in turn.reasons)

    @property
    def error(self) -> Reason | None:
        """The first reason, or None."""
        return next(iter(self.reasons), None)

    @property
    def legal(self) -> bool:
        """Whether every turn was."""
        return not self.reasons


def replay(record: Record, *, strict: bool = False, turns: int | None = None) -> Replay:
    """Play a record over from the set-up, at most `turns` of its turns.

    Goes on past an illegal turn with what can physically stand of it; `strict` stops there.
    """
    game = _Game(record)
    start = game.palace
    done: list[TurnReport] = []
    for index, turn in enumerate((record.data.turns or [])[:turns]):
        report = game.play(index, turn)
        done.append(report)
        if strict and not report.legal:
            break
    return Replay(start, tuple(done), game.due[0], tuple(_unchecked(done)))


def _unchecked(done: list[TurnReport]) -> Iterator[str]:
    if not done:
        yield "there are no turns to check"
        return
    yield "the players' pieces, cards and deliveries were not checked"
    passes = [str(report.number) for report in done if report.staircase is None]
    if passes:
        yield f"whether the pass was compulsory was not checked: turn {', '.join(passes)}"


class _Game:
    """A game under replay: what stands, and whose turn it is.

    After a turn out of order either its player was misnamed or turns were left out, so `due` then
    has both players who may come next, the likelier one first.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.names = [player.name for player in record.data.players]
        self.company = Company(record.data.trophies, record.rulings)
        self.palace = Palace.setup(record.ground, record.rulings)
        self.due = [self.names[0]]

    def play(self, index: int, turn: Turn) -> TurnReport:
        """Judge one turn and lay what can stand of it."""
        found = [*self.order(turn)]
        staircase = verdict = None
        butterfly = False
        if turn.build is None:
            found += _claims_of_a_pass(turn)
        else:
            staircase = Staircase.read(turn.build)
            rulings = self.record.rulings
            verdict = judge(self.palace, staircase, None, rulings)
            found += [(reason, "build") for reason in verdict.reasons]
            found += _claims(turn, verdict) if verdict.legal else []
            after = verdict.palace or lay(self.palace, staircase, rulings)
            self.palace, butterfly, trouble = self.company.settle(
                turn, staircase, self.palace, after, legal=verdict.legal
            )
            found += trouble
        marked = tuple(
            reason._replace(turn=index + 1, line=self.record.line("turns", index, key))
            for reason, key in found
        )
        return TurnReport(
            index + 1, turn.player, staircase, verdict, marked, self.palace, butterfly
        )

    def order(self, turn: Turn) -> Found:
        """Whether the player is due; and who is next."""
        due = self.due
        right = turn.player in due
        after = [turn.player] if right else [due[0], turn.player]
        self.due = [self.names[(self.names.index(n) + 1) % len(self.names)] for n in after]
        if right:
            return []
        text = f"{turn.player} takes the turn of {due[0]}"
        remedy = f"it is {due[0]}'s turn"
        return [(Reason("turn-order", turn.player, None, None, remedy, text), "player")]


def _claims(turn: Turn, verdict: Verdict) -> Iterator[tuple[Reason, str]]:
    """What was written down of a legal build and does not follow from it."""
    if turn.decoration is not None and turn.decoration != verdict.decoration:
        said, right = COLOUR_WORDS[turn.decoration], COLOUR_WORDS[verdict.decoration or "l"]
        text = f"{said} was written down, but the first knob is {right}"
        remedy = f'decoration = "{verdict.decoration}"'
        yield Reason("decoration", turn.player, None, None, remedy, text), "decoration"
    if turn.credits is not None and turn.credits != verdict.credits:
        earned = verdict.credits or 0
        text = f"{_credits(turn.credits)} written down, the staircase earns {earned}"
        by = abs(turn.credits - earned)
        yield Reason("credits", turn.player, None, by, f"credits = {earned}", text), "credits"
    if turn.bonus is not None and turn.bonus != verdict.bonus:
        earns = "earns the bonus card" if verdict.bonus else "earns no bonus card"
        remedy = f"bonus = {str(verdict.bonus).lower()}"
        text = f"the staircase {earns}, the opposite was written down"
        yield Reason("bonus", turn.player, None, None, remedy, text), "bonus"


def _credits(count: int) -> str:
    return "1 credit was" if count == 1 else f"{count} credits were"


_NOT_OF_A_PASS = {
    "take": ("pass", "takes no card"),
    "decoration": ("decoration", "places no decoration"),
    "credits": ("credits", "earns no credits"),
    "bonus": ("bonus", "takes no bonus card"),
    "butterfly": ("butterfly", "takes no trophy"),
    "frog": ("frog", "takes no trophy"),
    "monkey": ("monkey", "takes no trophy"),
}
"""What a pass never brings: the key, the code, and what to say of it."""


def _claims_of_a_pass(turn: Turn) -> Iterator[tuple[Reason, str]]:
    for key, (code, text) in _NOT_OF_A_PASS.items():
        if getattr(turn, key):
            text = f"{turn.player} passes, and {text}"
            yield Reason(code, turn.player, None, None, f"leave {key} out", text), key
