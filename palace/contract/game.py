"""What a game offers to the verbs, the page and the viewer: few parts needed, the others optional.

A game is found by its key in `palace.contract.registry`.  Verbs know nothing else of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from palace.contract.rules import Log, M, Record, S, TurnReport, every_reason
from palace.contract.taps import Board, Having, Idea, Taps
from palace.core.rulings import Answers
from palace.core.screen import Screen
from palace.core.verdict import Located, Reason, Rulebook, Verdict
from palace.files.document import Document

if TYPE_CHECKING:
    from palace.contract.analysis import Analysing
    from palace.contract.box import Boxes
    from palace.contract.players import Opponents
    from palace.contract.puzzles import Puzzles
    from palace.core.paper import Page

D = TypeVar("D")
B = TypeVar("B")
"""The data of a box file, and what they mean."""

Given = Mapping[str, object]
"""Answers by the keys of their questions, or options of a call by their names."""


@dataclass(frozen=True)
class Drawing:
    """What can be shown of a state, a replay or a text: made when it is asked for.

    `text` is for a terminal; `svg` is the plan.  `scene` is what the installed viewer draws in the
    round, `film` what it films turn by turn, `window` what it opens a window on; None where it
    cannot; `window_options` go with it.  `ldraw` writes it as an LDraw model: called with `ldr` or
    `mpd`, and `turn` or `element`, which is what a building step adds.  `isometric` is whether it
    has an SVG picture of the scene, too.  `players` holds what is shown of each player alone, where
    they have something of their own; `turns` counts the turns of the record.  `position` is the
    text that is read back as it, if there is one.  `terrain` is called with a figure and a supply,
    each perhaps empty, and returns what the viewer draws: how high, or for how much, one can build;
    None where there is no such thing.  `board` is the plan and the scene of a page, `having` what
    the players have.
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
    window_options: Given = field(default_factory=dict)
    players: Mapping[str, Drawing] = field(default_factory=dict)
    turns: int = 0
    position: str | None = None
    terrain: Callable[[str, str], object] | None = None
    board: Callable[[], Board] | None = None
    having: Callable[[], Having] = Having


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
    data: Given = field(default_factory=dict)


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
    are reasons against an answer that the rules do not judge; `mended` are right answers that are
    near a wrong one, the likeliest first, which Enter alone then gives.  `at_once`
    are answers, or their numbers, that are given without Enter on a terminal, as soon as one is
    typed with which no other begins.

    For a page, `title` is what leads to the question, `nothing` what its default is called, with
    what else can be done in a second line and what it costs in a third, and `taps` returns what can
    be tapped with a text that is entered so far, in a form numbers alone; without it the answers
    are keys.  What is asked on `demand` gets its default there, unless it is asked for; `idle` is
    whether it offers nothing but that.  `least` and `most` are the smallest
    and the greatest number that can be answered, or of names; a `file`'s text can be the answer;
    `shown_as` returns what an answer is called, and more about it in a second line, `picture` what
    it looks like, as SVG; what is `beside` the game by this name is one tap away.
    """

    key: str
    player: str
    prompt: str
    answers: Callable[[], Iterable[str]]
    read: Callable[[str], object]
    default: str | None = None
    concerns: Callable[[Reason], bool] | None = None
    help: str = ""
    shown: Callable[[Screen], str] = lambda screen: ""
    complete: Complete | None = None
    told: Callable[[Reason], Reason] = lambda reason: reason
    listing: Callable[[Screen], str] | None = None
    doubts: Callable[[object], Iterable[Reason]] = lambda part: ()
    mended: Callable[[object], Sequence[str]] = lambda part: ()
    at_once: Sequence[str] = ()
    title: str = ""
    nothing: str = ""
    taps: Callable[[str], Taps] | None = None
    demand: bool = False
    idle: bool = False
    least: int = 0
    most: int | None = None
    file: bool = False
    shown_as: Callable[[str], str] = lambda answer: answer
    picture: Callable[[str], str] | None = None
    beside: str = ""


class Thinking(NamedTuple, Generic[S, M]):
    """Something that takes longer than a tap: `title` is its key.

    `ideas` yields what was found so far, in slices of at most 50 ms, from a record, a log, the
    player who is asked, and the text that answers what it `needs`, empty where that is nothing.
    What `enters` is entered at its end; anything else is shown, to be taken or not.  It is not
    offered in a game that is not `fit` for it.
    """

    title: str
    ideas: Callable[[Record[S, M], Log[S, M], str, str], Iterator[Idea]]
    enters: bool = False
    needs: Callable[[Record[S, M], Log[S, M], str], Question | None] = lambda *known: None
    fit: Callable[[Record[S, M]], bool] = lambda record: True


Thoughts = Mapping[str, Thinking[S, M]]


@dataclass(frozen=True)
class Command:
    """A command a player can type beside a move; `text` is the answer to a player.

    `help` completes "type NAME to see"; a command that is not `listed` is answered, too.  The text
    of one that is shown `on_leaving` is also printed when the player quits.  One `with_move` sees
    the game with the move that is being entered.
    """

    name: str
    help: str
    text: Callable[[str, Screen], str]
    listed: bool = True
    on_leaving: bool = False
    with_move: bool = False


@dataclass(frozen=True)
class Form:
    """Questions that make a record.

    `questions` yields what is asked, one after the other and each from the answers before it, given
    those answers and the answers to rulings by name.  `record` returns the record that all answers
    make, as plain data; `again`, from that of a game, `today` and a `seed`, the record of a new
    one with its players and set-up.
    """

    questions: Callable[[Given, Mapping[str, str]], Iterator[Question]]
    record: Callable[[Given], dict[str, object]]
    again: Callable[[Given, Given], dict[str, object]] | None = field(default=None, kw_only=True)

    def next(self, answers: Given, rulings: Mapping[str, str]) -> Question | None:
        """Return what is asked next; None when everything is answered."""
        asked = self.questions(answers, rulings)
        return next((question for question in asked if question.key not in answers), None)


@dataclass(frozen=True)
class Pad(Form):
    """The score sheet of a game on paper.

    `template` returns a record to fill in, TOML with comments, for players of these names, with
    what is known of it; `names` are those it has by default.  `samples` is the package that has the
    sample records.
    """

    template: Callable[[Sequence[str], Given], str]
    names: tuple[str, ...]
    samples: str


Names = Mapping[str, str | None]
"""Options of a call that name something."""


@dataclass(frozen=True)
class Printable:
    """Something to print and lay on the table.

    `about` is what it is, in a few words.  `pages` returns A4 pages as SVG texts; `blocks` returns
    what is on them, for a screen, None where only paper can show it.  Both take the `options` of
    the call that a sheet has a use for, `map` and `box`, None where they were not given, and raise
    `InputError`; `blocks` takes the record of a game under way besides, None without one.
    """

    about: str
    pages: Callable[[Names], Sequence[str]]
    blocks: Callable[[Names, object], Sequence[Page]] | None = None
    options: tuple[str, ...] = ()


OTHERS = "others"
"""The key, among the answers of a player, of the move of those who move together with them."""


@dataclass(frozen=True)
class Asking(Generic[S, M]):
    """How a move is entered question by question, and what is told beside it.

    `questions` returns what a player whose move it is is asked next, given the answers so far,
    nothing when these make a whole move; among the answers the move of those who move together with
    them is `OTHERS`. It raises `InputError` where such a game is not entered move by move. `move`
    returns the move that answers make, also before all are given, with that of the players who move
    together with them. `commands` are those that can be typed now beside a move, `outcome` is what
    came of the commit with this index, a sentence each, `ending` why a finished game is over, empty
    where that is plain. `over` is for a game of which only the table can tell that it is over:
    whether the record says so, and the record that says the opposite.
    """

    questions: Callable[[Record[S, M], Log[S, M], str, Given], Sequence[Question]]
    move: Callable[[str, Given, M | None], M]
    commands: Callable[[Record[S, M], Log[S, M]], Sequence[Command]] = lambda record, log: ()
    outcome: Callable[[Record[S, M], Log[S, M], int], Iterable[str]] = lambda record, log, at: ()
    ending: Callable[[S], str] = lambda state: ""
    over: Callable[[Record[S, M], Log[S, M]], tuple[bool, Record[S, M]] | None] = lambda *known: (
        None
    )


def _about(record: Record[S, M], log: Log[S, M] | None) -> str:
    count = 0 if log is None else len(log.commits)
    return f"{count} move{'s' * (count != 1)}"


class Feat(NamedTuple):
    """What games are compared by: `title` names it, `told` is what it was in one game.

    Of those with a `player` the greatest `size` counts, of the others the one that is most common.
    """

    title: str
    told: str
    player: str = ""
    size: int = 0


@dataclass(frozen=True)
class Reporting(Generic[S, M]):
    """What `check` prints of a record and its log, None for one that holds points only.

    `about` is a headline: `18 turns  on map-1 (placeholder)`; `reasons` are those against the moves
    and what is beside them; `notes` is what was not checked or is a placeholder, a sentence each;
    `standing` what players have at the end, each a heading and a sentence, which may be empty;
    `data` what `--json` prints beside what all games have, `feats` what a league compares.
    """

    about: Callable[[Record[S, M], Log[S, M] | None], str] = _about
    reasons: Callable[[Record[S, M], Log[S, M]], Sequence[Located]] = every_reason
    notes: Callable[[Record[S, M], Log[S, M] | None], Iterable[str]] = lambda record, log: ()
    standing: Callable[[Record[S, M], Log[S, M] | None], Iterable[tuple[str, str]]] = (
        lambda record, log: ()
    )
    data: Callable[[Record[S, M], Log[S, M] | None], Given] = lambda record, log: {}
    feats: Callable[[Record[S, M], Log[S, M] | None], Iterable[Feat]] = lambda record, log: ()


@dataclass(frozen=True)
class Drawings(Generic[S, M]):
    """What can be shown.

    `draw` takes a record and its log, the turn after which it is shown, 0 for the set-up and None
    for the end, and the options of the call that only a window has a use for.  `show` takes a text
    or a document that is no record, a position, a map, a build, and the options about where it is;
    it returns None for what is none of this game's.  Both raise `InputError`.
    """

    draw: Callable[[Record[S, M], Log[S, M] | None, int | None, Given], Drawing]
    show: Callable[[str | Document, Given], Drawing | None] = lambda what, options: None


class Examples(NamedTuple):
    """The smallest legal and illegal cases of a rule; when it is broken in a record, in words."""

    cases: Sequence[Example] = ()
    in_records: str | None = None


class ReadRecord(Protocol[S, M]):
    """Returns the record a document holds; `folder` is where paths in it start.

    Raises `InputError` with every problem, an unknown version of the rules among them.
    """

    def __call__(self, document: Document, folder: Path = ...) -> Record[S, M]: ...


@dataclass(frozen=True)
class Keeping(Generic[S, M, D, B]):
    """How a box that is kept grows: each function returns the data of its file with more in it.

    `entered` takes a text that an owner types, `added` a document with another box or a part of
    one, whose paths start at a folder, `learned` a game, with its log and an earlier one of which
    the box learned already, and `answered` the answer to an open question.  What a box has is never
    doubled; the last text is the provenance of what is new.
    `answers` are those that a box has, by the names of the questions, `pictures` what each answer
    to one makes of a build.  `beside` returns a record with what its players can be offered from a
    box, `furnished` the data of a new record with what it knows.  They raise `NotationError` or
    `InputError`.
    """

    boxes: Boxes
    entered: Callable[[D, str, str], D]
    added: Callable[[D, Document, Path, str], D]
    learned: Callable[[D, Record[S, M], Log[S, M], Log[S, M], str], D]
    answered: Callable[[D, str, str], D]
    answers: Callable[[D], Mapping[str, str]]
    pictures: Callable[[str], Sequence[Example]]
    beside: Callable[[Record[S, M], B], Record[S, M]]
    furnished: Callable[[Given, B], dict[str, object]]


AnyKeeping = Keeping[Any, Any, Any, Any]  # type: ignore[explicit-any]


Players = Sequence[Mapping[str, object]]
"""The tables of the players in a record, each with a `name`."""


def _named(text: str) -> Mapping[str, object]:
    return {"name": text}


def _told(move: M, report: TurnReport) -> str:
    return str(move)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M]):
    """A game: what every game has, and parts that are None where there is no such thing.

    A part is a function that loads and returns it, so that a call pays for what it shows alone.
    `title` is its name, `versions` are those of its rules that it supports: the score under a
    version never changes.  `noun` is what a player makes when it is their turn.

    `typed` returns the move of a player in a line; it raises `NotationError`.  `told` returns a
    move as it is shown beside a player, `words` one without notation, `category` what points of a
    category are called.  `new` returns a new game that will be in a file, as plain data, from the
    tables of its players and the `options` of a call, with the box that is `kept` among them;
    `player` such a table from a text.  Both raise `InputError`.  `findings` are what `doctor`
    prints about its needs: a name, whether it is there, what was found, what to do; what has no
    remedy cannot be done without.  `kernels` loads the modules whose functions are compiled.
    """

    key: str
    title: str
    book: Rulebook
    read: ReadRecord[S, M]
    typed: Callable[[str, str], M]
    new: Callable[[Players, Path, Given], dict[str, object]]

    versions: tuple[str, ...] = ("1",)
    rulings: type[Answers] = Answers
    noun: str = "move"
    options: tuple[str, ...] = ()
    player: Callable[[str], Mapping[str, object]] = _named
    told: Callable[[M, TurnReport], str] = _told
    words: Callable[[M, TurnReport], str] | None = None
    category: Callable[[str], str] = str

    reporting: Callable[[], Reporting[S, M]] = Reporting
    asking: Callable[[], Asking[S, M]] | None = None
    drawing: Callable[[], Drawings[S, M]] | None = None
    examples: Callable[[str], Examples] | None = None
    printables: Callable[[], Mapping[str, Printable]] | None = None
    box: Callable[[], Boxes] | None = None
    keeping: Callable[[], AnyKeeping] | None = None
    pad: Callable[[], Pad] | None = None
    joining: Callable[[], Form] | None = None
    beginning: Callable[[], Form] | None = None
    thoughts: Callable[[], Thoughts[S, M]] | None = None
    players: Callable[[], Opponents[S, M]] | None = None
    puzzles: Callable[[], Puzzles] | None = None
    analysing: Callable[[], Analysing[S, M]] | None = None
    findings: Callable[[], Iterable[tuple[str, bool, str, str]]] | None = None
    kernels: Callable[[], object] | None = None
