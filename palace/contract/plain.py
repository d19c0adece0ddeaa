"""Records of a game that needs no more in them than its players and their moves, a line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from palace.contract.game import Given, Players
from palace.contract.registry import REGISTRY
from palace.contract.rules import At, Commit, Commits, Log, Rules, S, every_reason
from palace.core.errors import InputError, NotationError, Problem, either, shorten
from palace.core.rulings import Answers
from palace.files.fields import Format, Name, RulesOne, ordered
from palace.files.models import Model
from palace.files.problems import fault, fitted, unknown_keys, unreadable
from palace.files.serialise import data_text
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Document, Kind
    from palace.files.text_file import Place


class PlainMove(Protocol):
    """A move of one player; its text is what that player types."""

    @property
    def player(self) -> str:
        """The name of the player."""


P = TypeVar("P", bound=PlainMove)


class _Player(Model):
    name: Name


class _Plain(Model):
    format: Format
    game: str
    rules: RulesOne
    moves: list[str]
    players: list[_Player]


@dataclass(frozen=True)
class PlainRecord(Generic[S, P]):
    """See `palace.contract.rules.Record`."""

    document: Document
    data: _Plain
    rules: Rules[S, P]
    written: Commits[P]
    warnings: tuple[str, ...]
    rulings: Answers = field(default_factory=Answers)
    sheet: bool = False

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record: there are no open questions."""
        return self

    def text(self, log: Log[S, P] | None = None, kind: Kind = "toml") -> str:
        """Return the record with the moves of a log."""
        moves = [commit.move for commit in (self.written if log is None else log.commits)]
        texts = [f"{move.player}: {move}" for move in moves]
        return data_text(ordered(self.data.model_copy(update={"moves": texts})), kind)

    def place(self, at: At) -> Place | None:
        """Return the place of a move."""
        return None if at.commit is None else self.document.where(("moves", at.commit))

    def score(self, log: Log[S, P] | None) -> Score:
        """Return the score of a log, by the categories that its sheets have."""
        log = log or Log.begin(self.rules).played(self.written)
        sheets = self.rules.standing(log.state)
        categories = dict.fromkeys(line.category for sheet in sheets for line in sheet.lines)
        reasons, game = every_reason(self, log), self.data.game
        return Score(
            game, "1", not reasons, not log.due, reasons, sheets, (*categories,),
            named=REGISTRY[game].title,
        )  # fmt: skip


def _misnamed(names: Sequence[str]) -> tuple[str, str] | None:
    """Return what is wrong with the names of players, and what to do."""
    if not names:
        return "a game needs players", "such as Ana and Ben"
    double = next((name for at, name in enumerate(names) if name in names[:at]), None)
    told = f"two players are called {shorten(double or '')!r}", "tell them apart"
    return None if double is None else told


@dataclass(frozen=True)
class PlainRecords(Generic[S, P]):
    """The records of a game, by its key: `rules` are bound to the names of the players, `typed`
    returns the move of a player in a line."""

    key: str
    rules: Callable[[tuple[str, ...]], Rules[S, P]]
    typed: Callable[[str, str], P]

    def new(self, players: Players, path: Path, options: Given) -> dict[str, object]:
        """Return the data of a new game; raises `InputError`."""
        if fault := _misnamed([str(player["name"]) for player in players]):
            raise InputError(Problem("--player", *fault))
        head = {"format": 1, "game": self.key, "rules": "1"}
        return {**head, "moves": [], "players": [*map(dict, players)]}

    def read(self, document: Document, folder: Path = Path()) -> PlainRecord[S, P]:
        """Return the record a document holds; raises `InputError` with every problem."""
        problems: list[Problem] = []
        data = fitted(_Plain, document, problems)
        if data is None:
            raise InputError(*problems)
        names = tuple(player.name for player in data.players)
        if wrong := _misnamed(names):
            problems.append(fault(document, ("players",), *wrong))
        moves: list[Commit[P]] = []
        for at, text in enumerate(data.moves):
            player, sign, line = text.partition(": ")
            if player not in names:
                what = f"{shorten(text, 30)!r} names no player"
                remedy = f"begin with {either(names)}, a colon and a blank"
                problems.append(fault(document, ("moves", at), what, remedy))
                continue
            try:
                moves.append(Commit(self.typed(player, line)))
            except NotationError as error:
                column = len(player + sign) + error.column
                placed = NotationError(error.what, text, column, error.expected)
                problems.append(unreadable(document, ("moves", at), placed))
        if problems:
            raise InputError(*problems)
        warnings = (*unknown_keys(data, document),)
        return PlainRecord(document, data, self.rules(names), (*moves,), warnings)
