"""What a game is: rules bound to a set-up, moves as values, and the log of a game under way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from palace.core.verdict import Loc, Located, Message, Reason

if TYPE_CHECKING:
    from palace.core.rulings import Answers
    from palace.files.document import Document, Kind
    from palace.files.text_file import Place
    from palace.scoring import Score, Sheet

S = TypeVar("S")
"""The state of a game between two moves: immutable, hashable, and it pickles."""

M = TypeVar("M")
"""A move, of one player or of several together: likewise."""


class Due(NamedTuple):
    """Whose move it is; no player after the end, and an empty name for the table.

    One is due: the first, and another name is the player who may have been meant.  Any: each of
    them can move next.  All: they move together.
    """

    players: tuple[str, ...] = ()
    how: Literal["one", "any", "all"] = "one"


@dataclass(frozen=True)
class TurnReport:
    """What came of a move for one player; for the table `player` is empty.

    `number` counts the turns as the game counts them, None for what is no turn of a player; `group`
    is shown on one line, such as a round.  `owed` is what a further part of the move can mend; it
    is empty for a move that was applied whole.  `trusted` counts what could not be checked.
    """

    number: int | None
    player: str
    reasons: tuple[Reason, ...] = ()
    owed: tuple[Reason, ...] = ()
    gains: tuple[Message, ...] = ()
    trusted: tuple[tuple[str, int], ...] = ()
    group: str = ""


@dataclass(frozen=True)
class Commit(Generic[M]):
    """A confirmed move, and what of its text is not in it.

    `kept` are notes and unknown keys, which outlive a replaced move; `spelt` is how the move was
    written where it is not written so by default, and goes with the move.
    """

    move: M
    kept: Mapping[str, object] = field(default_factory=dict, hash=False)
    spelt: Mapping[str, object] = field(default_factory=dict, compare=False)


Commits = tuple[Commit[M], ...]
Reports = tuple[TurnReport, ...]


class Rules(Protocol[S, M]):
    """A game bound to its set-up.  No move raises: an illegal one is marked, and done as far as it
    can be."""

    def start(self) -> tuple[S, tuple[Reason, ...]]:
        """Return the state before the first move, and what is wrong with the set-up."""

    def due(self, state: S) -> Due:
        """Return whose move it is."""

    def apply(self, state: S, move: M, *, whole: bool = True) -> tuple[S, Reports]:
        """Return the state after a move, and what came of it; not `whole` it can still grow."""

    def parts(self, state: S, move: M | None, player: str) -> Iterator[M]:
        """Yield a move with one part more, or the first parts of one: examples, best first."""

    def order(self, state: S, left: Commits[M]) -> tuple[Commit[M], Commits[M]]:
        """Return which of the commits that are left is played next, and the others.

        Moves that are played together become one commit, or fall apart, as the state has it.  By
        default a record has them in the order of play.
        """
        return left[0], left[1:]

    def standing(self, state: S) -> tuple[Sheet, ...]:
        """Return the points so far, without history."""

    def seen(self, state: S, player: str) -> S:
        """Return what a player may know of a state: all of it by default."""
        return state


@dataclass(frozen=True)
class Log(Generic[S, M]):
    """A game under way, in the order of play; `states[n]` is after n commits.

    `wrong` are the reasons against the set-up; `stopped` is whether it ends at an illegal move,
    since it was played `strict`.  `before` is the log that taking back goes back to, where the last
    move was made in one.
    """

    rules: Rules[S, M]
    states: tuple[S, ...]
    wrong: tuple[Reason, ...] = ()
    commits: Commits[M] = ()
    reports: tuple[Reports, ...] = ()
    stopped: bool = field(default=False, compare=False)
    before: Log[S, M] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, rules: Rules[S, M]) -> Log[S, M]:
        """Return the game before its first move."""
        state, wrong = rules.start()
        return cls(rules, (state,), wrong)

    @property
    def state(self) -> S:
        """The state after the last commit."""
        return self.states[-1]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason against the set-up and the moves."""
        of_moves = (r for reports in self.reports for report in reports for r in report.reasons)
        return (*self.wrong, *of_moves)

    @property
    def due(self) -> tuple[str, ...]:
        """The players whose move it is: several who move together, none after the end, an empty
        name where any player can move, or the table."""
        players, how = self.rules.due(self.state)
        return ("",) if how == "any" else players if how == "all" else players[:1]

    @property
    def turns(self) -> Iterator[tuple[int, M, TurnReport]]:
        """Every report with the index and the move of its commit."""
        for at, (commit, reports) in enumerate(zip(self.commits, self.reports, strict=True)):
            yield from ((at, commit.move, report) for report in reports)

    def plus(self, commit: Commit[M]) -> Log[S, M]:
        """Return it with one more commit, which is nearly always the last in the order of play."""
        return self.played((commit,))

    def back(self, count: int = 1) -> Log[S, M]:
        """Return it without the last commits."""
        left = len(self.commits) - count
        return replace(
            self, states=self.states[: left + 1], commits=self.commits[:left],
            reports=self.reports[:left], before=None,
        )  # fmt: skip

    @property
    def undone(self) -> Log[S, M]:
        """The game before the move that was confirmed last: of one that was read, the last in the
        order of play."""
        return self.before or self.back()

    def played(self, left: Commits[M], *, strict: bool = False) -> Log[S, M]:
        """Return it with these commits, in the order of play; `strict` stops at the first fault."""
        if self.commits and left:
            # A reader of the record takes them in this order, too.
            last = self.commits[-1]
            if self.rules.order(self.states[-2], (last, *left)) != (last, left):
                return Log.begin(self.rules).played((*self.commits, *left), strict=strict)
        states, commits, reports = [*self.states], [*self.commits], [*self.reports]
        stopped = False
        while left and not stopped:
            commit, left = self.rules.order(states[-1], left)
            state, found = self.rules.apply(states[-1], commit.move)
            states.append(state)
            commits.append(commit)
            reports.append(found)
            stopped = strict and any(report.reasons for report in found)
        return replace(
            self, states=(*states,), commits=(*commits,), reports=(*reports,), stopped=stopped,
            before=None,
        )  # fmt: skip

    def shared(self, other: Log[S, M]) -> int:
        """Return how many commits are the first ones of both."""
        pairs = enumerate(zip(self.commits, other.commits, strict=False))
        least = min(len(self.commits), len(other.commits))
        return next((at for at, (own, one) in pairs if own != one), least)

    def moved(self, move: M, number: int | None = None) -> Log[S, M]:
        """Return it with one more move, or with an older one, counted from 1, replaced: that has
        changed what came before the later ones."""
        if number is None:
            return replace(self.plus(Commit(move)), before=self)
        return self.replaced(number, Commit(move, self.commits[number - 1].kept))

    def replaced(self, number: int, commit: Commit[M]) -> Log[S, M]:
        """Return it with a commit, counted from 1, replaced, and all that came later after it."""
        later = self.commits[number:]
        return self.back(len(self.commits) - number + 1).played((commit, *later))


class At(NamedTuple):
    """Where in a log a reason is: the commit, from 0, its report, and the place in the move.

    In the set-up there is neither commit nor report.
    """

    commit: int | None
    report: TurnReport | None
    loc: Loc


class Record(Protocol[S, M]):
    """A document as read, the only one that knows lines; `written` are its moves as it has them."""

    @property
    def document(self) -> Document:
        """The file it was read from."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd in the file, one line each."""

    @property
    def rulings(self) -> Answers:
        """The answers to the open questions that hold in it."""

    @property
    def rules(self) -> Rules[S, M]:
        """The rules bound to the set-up of the record."""

    @property
    def written(self) -> Commits[M]:
        """Its moves, each player's in the order of play."""

    @property
    def sheet(self) -> bool:
        """Whether it holds points only, and no moves."""

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record with answers to rulings that go before its own."""

    def text(self, log: Log[S, M] | None = None, kind: Kind = ...) -> str:
        """Return the record, with the moves of a log in place of its own, as TOML or JSON."""

    def place(self, at: At) -> Place | None:
        """Return the place of a reason in the file; None where it has none."""

    def score(self, log: Log[S, M] | None) -> Score:
        """Return the score of a log, otherwise as it is written down.

        Raises `InputError` if the record does not hold what a score needs, or contradicts the log.
        """


def log_of(
    record: Record[S, M], *, strict: bool = False, turns: int | None = None
) -> Log[S, M] | None:
    """Return the log of a record, of at most so many of its moves; None if it holds points only.

    Goes on past an illegal move as well as it can; `strict` stops there.
    """
    if record.sheet:
        return None
    return Log.begin(record.rules).played(record.written[:turns], strict=strict)


def every_reason(record: Record[S, M], log: Log[S, M]) -> tuple[Located, ...]:
    """Return every reason against a log, with its number and line in the record."""
    found = [*placed(log.wrong, record)]
    for at, _, report in log.turns:
        found += placed(report.reasons, record, at, report)
    return (*found,)


def placed(
    reasons: Iterable[Reason], record: Record[S, M] | None, commit: int | None = None,
    report: TurnReport | None = None,
) -> tuple[Located, ...]:  # fmt: skip
    """Return reasons with the number of their turn, and with their lines in a record."""
    number = None if report is None else report.number
    found: list[Located] = []
    for reason in reasons:
        at = At(commit, report, reason.loc)
        place = None if record is None else record.place(at)
        found.append(reason.placed(turn=number, line=None if place is None else place.line))
    return (*found,)
