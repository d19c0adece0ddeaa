"""What every game offers to the verbs, the page and the viewer.

A game is found by its key in `palace.contract.registry`.  Verbs know nothing else of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from palace.contract.rules import Log, Record
from palace.contract.screen import Screen
from palace.core.rulings import Answers
from palace.core.verdict import Message, Reason, Rulebook, Verdict
from palace.files.document import Document

if TYPE_CHECKING:
    from palace.contract.box import BoxFormat
    from palace.files.document import Kind
    from palace.scoring import Score


class GameRecord(Protocol):
    """A game as recorded."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd in the file, one line each."""

    @property
    def document(self) -> Document:
        """The file it was read from."""


class Logged(GameRecord, Record[Any, Any], Protocol):
    """A record with its log."""


R = TypeVar("R", bound=GameRecord)


class TurnReport(Protocol):
    """One turn or move of a replay, legal or not."""

    @property
    def number(self) -> int | None:
        """Its number, from 1; None for a heading between the turns."""

    @property
    def player(self) -> str:
        """The player's name; empty for a heading."""

    @property
    def text(self) -> str:
        """The move as it is written in a record."""

    @property
    def gains(self) -> Sequence[Message]:
        """What it brought."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """Why it is not legal."""

    @property
    def state(self) -> Any:
        """The state of the game after it."""

    @property
    def group(self) -> str:
        """What it is shown together with: the moves of one group share a line.

        Empty where every turn has a line of its own.
        """


class Replay(Protocol):
    """A record played over: what `check` prints, and films and pages walk through."""

    @property
    def turns(self) -> Sequence[TurnReport]:
        """Every turn that was played, in the order of play."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """Every reason: of the turns, and of what the record holds beside them."""

    @property
    def legal(self) -> bool:
        """Whether there is no reason."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    @property
    def state(self) -> Any:
        """The state after the last turn that was played."""


@dataclass(frozen=True)
class Drawing:
    """What can be shown of a state, a replay or a text: made when it is asked for.

    `text` is for a terminal; `svg` is the plan.  `scene` is what the installed viewer draws in the
    round, `film` what it films turn by turn, `window` what it opens a window on; None where it
    cannot; `window_options` go with it.  `ldraw` writes it as an LDraw model: called with `ldr` or
    `mpd`, and `turn` or `element`, which is what a building step adds.  `isometric` is whether it
    has an SVG picture of the scene, too.  `players` holds what is shown of each player alone, where
    they have something of their own; `turns` counts the turns of the record, and `scores` returns
    the score after so many of them, or raises `InputError`.  `position` is the text that is read
    back as it, if there is one.  `terrain` is called with a figure and a supply, each perhaps
    empty, and returns what the viewer draws: how high, or for how much, one can build; None where
    there is no such thing.
    """

    title: str
    text: Callable[[], str] | None = None
    svg: Callable[[], str] | None = None
    scene: object | None = None
    film: object | None = None
    window: object | None = None
    ldraw: Callable[[str, str], str] | None = None
    isometric: bool = False
    notes: tuple[str, ...] = ()
    window_options: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[str, Drawing] = field(default_factory=dict)
    turns: int = 0
    scores: Callable[[int], Score] | None = None
    position: str | None = None
    terrain: Callable[[str, str], object] | None = None


@dataclass(frozen=True)
class Example:
    """A small build or move that is legal, or breaks one rule.

    `name` is `legal` or `illegal`; `text` draws it for a terminal; `data` is for JSON.
    """

    name: str
    caption: str
    verdict: Verdict
    heading: str = ""
    text: Callable[[], str] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


Completions = Iterable[tuple[str, int]]
"""What may be written next, each with how many characters of it are there already."""

Complete = Callable[[str], Completions]
"""Yields what may follow a text that is typed."""


@dataclass(frozen=True)
class Question:
    """One thing a player is asked on the way to a move.

    `key` names the part of the move, `player` whose answer it is; `answers` gives the answers there
    are, lazily, best first or in order.  `read` turns a typed answer into the part of the move and
    raises `NotationError` or `InputError`.  `default` is what Enter alone gives, None where an
    answer is needed.  `concerns` is whether a reason against the move so far is about this part:
    those reasons are shown, and the answer is kept only if there is none or the player insists.
    None: every reason but what further parts of the move can mend.

    `shown` is the text before the question, empty where there is nothing to see; `complete` what
    may follow a text that is typed, where it is not simply one of the answers; `told` a reason as
    the player may know it; `help` lines for the answers.  `listing` is what `list` prints; `doubts`
    are reasons against an answer that the rules do not judge; `mended` is a right answer that is
    near a wrong one, which Enter alone then gives.
    """

    key: str
    player: str
    prompt: str
    answers: Callable[[], Iterable[str]]
    read: Callable[[str], Any]
    default: str | None = None
    concerns: Callable[[Reason], bool] | None = None
    help: str = ""
    shown: Callable[[Screen], str] = lambda screen: ""
    complete: Complete | None = None
    told: Callable[[Reason, Screen], Reason] = lambda reason, screen: reason
    listing: Callable[[Screen], str] | None = None
    doubts: Callable[[Any], Iterable[Reason]] = lambda part: ()
    mended: Callable[[Any], str | None] = lambda part: None


@dataclass(frozen=True)
class Command(Generic[R]):
    """A command a player can type beside a move; `text` is the answer.

    `help` completes "type NAME to see"; a command that is not `listed` is answered, too.  The text
    of one that is shown `on_leaving` is also printed when the player quits.  One `with_move` sees
    the game with the move that is being entered.
    """

    name: str
    help: str
    text: Callable[[R, Replay, str, Screen], str]
    listed: bool = True
    on_leaving: bool = False
    with_move: bool = False


Given = Mapping[str, Any]
"""The answers so far, by the keys of their questions."""


@dataclass(frozen=True)
class Form:
    """Questions that make a record.

    `questions` yields what is asked, one after the other and each from the answers before it, given
    those answers and the answers to rulings by name.  `record` returns the record that all answers
    make, as plain data.
    """

    questions: Callable[[Given, Mapping[str, str]], Iterator[Question]]
    record: Callable[[Given], dict[str, Any]]

    def next(self, answers: Given, rulings: Mapping[str, str]) -> Question | None:
        """Return what is asked next; None when everything is answered."""
        asked = self.questions(answers, rulings)
        return next((question for question in asked if question.key not in answers), None)


@dataclass(frozen=True)
class Pad(Form):
    """The score sheet of a game on paper.

    `template` returns a record to fill in, TOML with comments, for players of these names; `names`
    are those it has by default.  `samples` is the package that has the sample records.
    """

    template: Callable[[Sequence[str]], str]
    names: tuple[str, ...]
    samples: str


@dataclass(frozen=True)
class Printable:
    """Something to print and lay on the table.

    `about` is what it is, in a few words.  `pages` returns A4 pages as SVG texts; `text` shows the
    same on a screen, None where only paper can.  Both take the `options` of the call, `map` and
    `box`, as `map_name` and `box_name`, None where they were not given, and raise `InputError`.
    """

    about: str
    pages: Callable[..., Sequence[str]]
    text: Callable[..., str] | None = None
    options: tuple[str, ...] = ()


class Game(Protocol[R]):
    """What every game can do.  Methods that a game has no use for return nothing, or None."""

    key: str
    """The `game` key of its records: `monkey-palace`."""

    title: str
    """Its name: `Monkey Palace`."""

    versions: tuple[str, ...]
    """The versions of its rules that it supports; the score under a version never changes."""

    noun: str
    """What a player does when it is their turn: `turn`, `move`."""

    options: tuple[str, ...]
    """The keys that `new` takes, and what `Screen.options` may hold."""

    @property
    def book(self) -> Rulebook:
        """Its rules by their codes, and the sentences about breaking them."""

    @property
    def rulings(self) -> type[Answers]:
        """Its open questions."""

    def examples(self, code: str) -> Sequence[Example]:
        """Return the smallest legal and illegal cases of a rule."""

    def in_records(self, code: str) -> str | None:
        """When a rule of the game is broken in a record, in one sentence."""

    def read(self, document: Document, folder: Path = ...) -> R:
        """Return the record a document holds; `folder` is where paths in it start.

        Raises `InputError` with every problem, an unknown version of the rules among them.
        """

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player of a new game, as a call writes them: by name, and in some
        games more.  Raises `InputError`."""

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> R:
        """Return the record of a new game that is to be kept in `path`; raises `InputError`.

        A key that was not given is None, empty or false.
        """

    def write(self, record: R, kind: Kind = ...) -> str:
        """Return the record as TOML or JSON; read and written again it is the same text."""

    def ruled(self, record: R, answers: Mapping[str, str]) -> R:
        """Return the record with answers to rulings that go before its own."""

    def replay(self, record: R, *, strict: bool = False, turns: int | None = None) -> Replay | None:
        """Play the record over, at most `turns` of its turns; None for a sheet or totals only.

        Goes on past an illegal turn as well as it can; `strict` stops there.
        """

    def faults(self, record: R, replay: Replay) -> Sequence[Reason]:
        """Return every reason against a record: of its turns and of what it holds beside them."""

    def score(self, record: R, replay: Replay | None) -> Score:
        """Return the score: of a replay, otherwise as it is written down.

        Raises `InputError` if the record does not hold what a score needs.
        """

    def about(self, record: R, replay: Replay | None) -> str:
        """Return what a record is, for a headline: `18 turns  on map-1 (placeholder)`."""

    def notes(self, record: R, replay: Replay | None) -> Sequence[str]:
        """Return what was not checked or is a placeholder, one sentence each."""

    def standing(self, record: R, replay: Replay | None) -> Sequence[tuple[str, str]]:
        """Return what players have at the end: a heading and a sentence, which may be empty, for
        each.
        """

    def data(self, record: R, replay: Replay | None) -> dict[str, Any]:
        """Return what `check --json` prints, beside what all games have."""

    def draw(
        self,
        record: R,
        replay: Replay | None,
        turn: int | None = None,
        options: Mapping[str, Any] = ...,
    ) -> Drawing:
        """Return what can be shown of a record after a turn; 0 is the set-up, None the end.

        `options` are those of the call that only a window has a use for.

        Raises `InputError` for a turn that is not there.
        """

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """Return what can be shown of a text or a document that is no record: a position, a map, a
        build; None for what is none of this game's.  `options` are those of the call about where
        it is.  Raises `InputError`."""

    def box(self) -> BoxFormat[Any]:
        """Return what an owner of the game can enter of their box."""

    def sheets(self) -> Mapping[str, Printable]:
        """Return what can be printed for a game at a table, by name: `aid`."""

    def due(self, state: Any) -> tuple[str, ...]:
        """Return the names of those whose move it is; several at once in some games, an empty name
        where any player can move, or the table."""

    def questions(
        self, record: R, log: Log[Any, Any], player: str, answers: Mapping[str, Any]
    ) -> Sequence[Question]:
        """Return what a player whose move it is is asked next, with these answers given already.

        Empty when `answers` make a whole move.  Raises `InputError` where such a game is not
        entered move by move.
        """

    def move(self, player: str, answers: Mapping[str, Any], others: Any = None) -> Any:
        """Return the move that answers make, also before all are given; `others` is what those who
        move together with the player have answered."""

    def replayed(self, record: R, log: Log[Any, Any]) -> Replay:
        """Return a log as a replay, with the lines of its reasons in a record."""

    def outcome(self, record: R, log: Log[Any, Any], at: int) -> Sequence[str]:
        """Return what came of the move with this index, a sentence each."""

    def ending(self, replay: Replay) -> str:
        """Return why a finished game is over; empty where that is plain."""

    def commands(self, record: R, replay: Replay) -> Sequence[Command[R]]:
        """Return the commands that can be typed now beside a move."""

    @property
    def pad(self) -> Pad:
        """What is asked to score a finished game that has no file, and the record to fill in."""

    @property
    def joining(self) -> Form | None:
        """What is asked to go on with a game that began without a record; None if it cannot be."""

    def findings(self) -> Iterable[tuple[str, bool, str, str]]:
        """Yield what `doctor` prints about the game's needs: a name, whether it is there, what was
        found, and what to do; what has no remedy cannot be done without."""
