"""A game under way: moves attempted, confirmed and taken back; the file is whole after each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from palace.contract.game import Attempt, Game, GameRecord, Moves, Replay, TurnReport
from palace.contract.registry import ENDINGS, read_game
from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.files.text_file import remembering
from palace.files.writing import KeptFile

R = TypeVar("R", bound=GameRecord)


class Session(Generic[R]):
    """A record, its replay, its `moves` in the order of play, and the file it is kept in.

    The file is written whole whenever moves are confirmed: a process that ends at any moment loses
    nothing but the move it is in.  A file written by hand is copied first, since its comments
    cannot be kept: to `saved_as`.
    """

    def __init__(
        self,
        game: Game[R],
        record: R,
        file: KeptFile,
        named: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.named = named or {}
        """The texts of the files that the record names, by their paths."""
        self.file = file
        self.record = record
        self.replay = _replay(game, record)
        self.moves: tuple[Moves, ...] = tuple(game.moves(record))
        self._held = False
        self._secret = ""
        self._hold = ExitStack()

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Session[Any]:
        """Go on with the game in a file; raises `InputError`."""
        named: dict[str, str] = {}
        # Looked at before it is read: what another process writes in between is noticed.
        file = KeptFile(path)
        with remembering(named):
            game, record = read_game(path)
        return Session(game, record, file, named)

    @classmethod
    def new(
        cls,
        game: Game[R],
        path: str | os.PathLike[str],
        players: Sequence[Mapping[str, Any]],
        **keys: Any,
    ) -> Session[R]:
        """Begin a game in a new file; `players` and `keys` as `Game.new` takes them.

        Raises `InputError`, also if the file exists.
        """
        file = _new_file(path)
        named: dict[str, str] = {}
        with remembering(named):
            record = game.new(players, file.path, **keys)
        file.create(game.write(record, file.kind))
        return cls(game, record, file, named)

    @classmethod
    def beginning(cls, game: Game[R], path: str | os.PathLike[str], record: R) -> Session[R]:
        """Go on, in a new file, with a game whose record was made elsewhere.

        Raises `InputError`, also if the file exists.
        """
        file = _new_file(path)
        text = game.write(record, file.kind)
        read = game.read(parse_document(text, file.kind, str(file.path)), file.path.parent)
        file.create(text)
        return cls(game, read, file)

    @contextmanager
    def held(self, secret: str = "") -> Iterator[str]:
        """Keep other processes from writing the game's file; they can read it.

        Yield the secret that is kept meanwhile, as `KeptFile.held`.  Raises `InputError` if another
        process holds the file, or if it cannot be written.
        """
        with self._hold, remembering(self.named):
            self._secret = self._hold.enter_context(self.file.held(secret))
            self._held = True
            yield self._secret
        self._held = False

    @property
    def path(self) -> Path:
        """The file the game is kept in."""
        return self.file.path

    @property
    def saved_as(self) -> Path | None:
        """The copy of a file written by hand, if there is one."""
        return self.file.saved_as

    @property
    def state(self) -> Any:
        """The state of the game now."""
        return self.replay.state

    @property
    def due(self) -> tuple[str, ...]:
        """The players whose move it is: several where they move at once, none after the end, an
        empty name where any player can move."""
        return self.game.due(self.state)

    @property
    def count(self) -> int:
        """How many moves were made, by all players."""
        return sum(map(len, self.moves))

    def attempt(self, moves: Moves) -> Attempt[R]:
        """Return the game with moves confirmed after all others; raises `InputError`."""
        return self._attempt((*self.moves, _named(moves)), len(self.moves))

    def attempt_replace(self, number: int, moves: Moves) -> Attempt[R]:
        """Return the game with an older confirm, counted from 1, replaced by moves.

        All that came after it is judged again.  Raises `InputError`, also if there is no such one.
        """
        every = list(self.moves)
        every[self._index(number)] = _named(moves)
        return self._attempt(every, number - 1)

    def attempt_undo(self) -> Attempt[R] | None:
        """Return the game without what was confirmed last; None if nothing was."""
        every = self.moves
        if not every:
            return None
        record = self._with(every[:-1])
        gone = tuple(reports_of(self.replay, every, len(every) - 1))
        return Attempt(self.record, record, _replay(self.game, record), every[-1], gone)

    def until(self, number: int) -> tuple[R, Replay, Moves]:
        """Return the game before a confirm, counted from 1, and what was confirmed.

        Raises `InputError` if there is no such one.
        """
        at, every = self._index(number), self.moves
        record = self._with(every[:at])
        return record, _replay(self.game, record), every[at]

    def later(self, attempt: Attempt[R], number: int) -> tuple[TurnReport, ...]:
        """Return what becomes of everything after a confirm, counted from 1."""
        every = tuple(self.game.moves(attempt.record))
        rest = range(number, len(every))
        return tuple(report for at in rest for report in reports_of(attempt.replay, every, at))

    def confirm(self, attempt: Attempt[R]) -> bool:
        """Keep what was attempted, legal or not, and save; return whether the file was gone.

        Raises `InputError` if it cannot be saved, or was attempted in a game that has changed; the
        session is then as before.
        """
        if attempt.before is not self.record:
            what = "the game went on since this was attempted"
            raise InputError(Problem(str(self.path), what, "attempt it again"))
        kind = self.file.kind
        was_gone = self.file.keep(
            self.game.write(self.record, kind),
            self.record.document.text,
            self.game.write(attempt.record, kind),
        )
        self._set(attempt)
        return was_gone

    def move_to(self, path: str | os.PathLike[str], attempt: Attempt[R] | None = None) -> None:
        """Write the game, with what was attempted, to a new file, and go on there.

        For a game whose file was removed, replaced or can no longer be written.  Raises
        `InputError`, also if there is a file of that name; the session is then as before.
        """
        file = _new_file(path)
        record = self.record if attempt is None else attempt.record
        file.create(self.game.write(record, file.kind))
        self._hold.close()
        self.file = file
        if self._held:
            self._hold.enter_context(self.file.held(self._secret))
        if attempt is not None:
            self._set(attempt)

    def _set(self, attempt: Attempt[R]) -> None:
        self.record, self.replay = attempt.record, attempt.replay
        self.moves = tuple(self.game.moves(self.record))

    def undo(self) -> Attempt[R] | None:
        """Take back what was confirmed last, and save; None if nothing was.

        Raises `InputError` as `confirm` does.
        """
        attempt = self.attempt_undo()
        if attempt is not None:
            self.confirm(attempt)
        return attempt

    def _with(self, moves: Sequence[Moves]) -> R:
        """Return the record with other moves, and the files it names as they were."""
        with remembering(self.named):
            return self.game.with_moves(self.record, moves)

    def _index(self, number: int) -> int:
        count = len(self.moves)
        if not 1 <= number <= count:
            noun = self.game.noun
            remedy = f"they are 1 to {count}" if count else f"no {noun} was made"
            raise InputError(Problem("", f"there is no {noun} {number}", remedy))
        return number - 1

    def _attempt(self, moves: Sequence[Moves], at: int) -> Attempt[R]:
        record = self._with(moves)
        replay = _replay(self.game, record)
        return Attempt(self.record, record, replay, moves[at], tuple(reports_of(replay, moves, at)))


def _new_file(path: str | os.PathLike[str]) -> KeptFile:
    file = KeptFile(path)
    if file.path.suffix.lower() not in ENDINGS:
        what = "records are TOML or JSON"
        raise InputError(Problem(str(path), what, "name it .toml or .json"))
    return file


def _named(moves: Moves) -> Moves:
    """Return moves with the players they name themselves, such as lines of a log."""
    return tuple((getattr(move, "player", player), move) for player, move in moves)


def reports_of(replay: Replay, moves: Sequence[Moves], at: int) -> Iterator[TurnReport]:
    """Yield the reports of one confirm: of each player, that of the move with the same number."""
    before = Counter(player for confirmed in moves[:at] for player, _ in confirmed)
    for player, _ in moves[at]:
        mine = [report for report in replay.turns if report.player == player]
        if before[player] < len(mine):
            yield mine[before[player]]
        before[player] += 1


def _replay(game: Game[R], record: R) -> Replay:
    """Return the replay of a record; one without moves is a game that begins."""
    found = game.replay(record)
    if found is None:
        found = game.replay(game.with_moves(record, game.moves(record)))
    if found is None:
        what = "this is a score sheet, which has no moves"
        raise InputError(
            Problem(record.document.file, what, f"palace score {record.document.file}")
        )
    return found
