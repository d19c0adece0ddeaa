"""A log in its file: moves attempted, confirmed and taken back; the file is whole after each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic

from palace.contract.game import Game, Given, Players
from palace.contract.registry import ENDINGS, read_game
from palace.contract.rules import Log, M, Record, S, TurnReport, placed
from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.text_file import remembering
from palace.files.writing import KeptFile


class Session(Generic[S, M]):
    """A log and the file it is kept in; `record` is what the file holds.

    The file is written whole whenever a move is confirmed: a process that ends at any moment loses
    nothing but the move it is in.  A file written by hand is copied first, since its comments
    cannot be kept: `file.saved_as`.  `setup` is the record as it was opened: its rules, and all
    that moves do not change; `opened` is its log.
    """

    def __init__(
        self, game: Game[S, M], record: Record[S, M], file: KeptFile,
        named: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        if record.sheet:
            sheet, what = record.document.file, "this is a score sheet, which has no moves"
            raise InputError(Problem(sheet, what, f"palace score {sheet}"))
        self.game = game
        self.named = named or {}
        """The texts of the files that the record names, by their paths."""
        self.file = file
        self.setup = record
        self.opened = self.log = Log.begin(record.rules).played(record.written)
        self._ours = record.text(None, file.kind)
        self._record: Record[S, M] | None = record

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> AnySession:
        """Go on with the game in a file; raises `InputError`."""
        named: dict[str, str] = {}
        # Looked at before it is read: what another process writes in between is noticed.
        file = KeptFile(path)
        with remembering(named):
            game, record = read_game(path)
        return Session(game, record, file, named)

    @classmethod
    def new(
        cls, game: Game[S, M], path: str | os.PathLike[str], players: Players,
        options: Given = MappingProxyType({}),
    ) -> Session[S, M]:  # fmt: skip
        """Begin a game in a new file; `players` and `options` as `Game.new` takes them.

        Raises `InputError`, also if the file exists.
        """
        file = _new_file(path)
        text = data_text(game.new(players, file.path, options), file.kind)
        read = game.read(parse_document(text, file.kind, str(file.path)), file.path.parent)
        return cls.beginning(game, path, read)

    @classmethod
    def beginning(
        cls, game: Game[S, M], path: str | os.PathLike[str], record: Record[S, M]
    ) -> Session[S, M]:
        """Go on, in a new file, with a game whose record was made elsewhere.

        Raises `InputError`, also if the file exists.
        """
        file, named = _new_file(path), dict[str, str]()
        text = record.text(None, file.kind)
        with remembering(named):
            read = game.read(parse_document(text, file.kind, str(file.path)), file.path.parent)
        file.create(text)
        return cls(game, read, file, named)

    @contextmanager
    def held(self, secret: str = "") -> Iterator[str]:
        """Keep other processes from writing the game's file; they can read it.

        Yield the secret that is kept meanwhile, as `KeptFile.held`.  Raises `InputError` if another
        process holds the file, or if it cannot be written.
        """
        with remembering(self.named):
            try:
                yield self.file.hold(secret)
            finally:
                self.file.let_go()

    @property
    def path(self) -> Path:
        """The file the game is kept in."""
        return self.file.path

    @property
    def record(self) -> Record[S, M]:
        """The record in the file."""
        if self._record is None:
            self._record = self.read(self.log)
        return self._record

    @property
    def count(self) -> int:
        """How many moves were made, by all players."""
        return sum(max(1, sum(r.number is not None for r in made)) for made in self.log.reports)

    def read(self, log: Log[S, M]) -> Record[S, M]:
        """Return the record of a log, read from its text, so that every line is right."""
        text = self.setup.text(log, self.file.kind)
        document = parse_document(text, self.file.kind, self.setup.document.file)
        with remembering(self.named):
            return self.game.read(document, document.folder)

    def attempt(self, move: M, number: int | None = None) -> Attempt[S, M]:
        """Return the game with one more move, or with an older one, counted from 1, replaced.

        All that came after it is judged again.  Raises `InputError`, also if there is no such one.
        """
        at = None if number is None else self.index(number)
        return Attempt(self, self.log, self.log.moved(move, number), at)

    def attempt_undo(self) -> Attempt[S, M] | None:
        """Return the game without the move confirmed last; None if none was.

        Of a game that was just opened that is the last one in the order of play.
        """
        if not self.log.commits:
            return None
        return Attempt(self, self.log, self.log.undone, undone=True)

    def index(self, number: int) -> int:
        """Return the index of a move, counted from 1; raises `InputError` if there is none."""
        count = len(self.log.commits)
        if not 1 <= number <= count:
            noun = self.game.noun
            remedy = f"they are 1 to {count}" if count else f"no {noun} was made"
            raise InputError(Problem("", f"there is no {noun} {number}", remedy))
        return number - 1

    def confirm(self, attempt: Attempt[S, M]) -> bool:
        """Keep what was attempted, legal or not, and save; return whether the file was gone.

        Raises `InputError` if it cannot be saved, or was attempted in a game that has changed; the
        session is then as before.
        """
        if attempt.before is not self.log:
            what = "the game went on since this was attempted"
            raise InputError(Problem(str(self.path), what, "attempt it again"))
        text = self.setup.text(attempt.log, self.file.kind)
        was_gone = self.file.keep(text, self._ours)
        self.log, self._record = attempt.log, None
        return was_gone

    def move_to(self, path: str | os.PathLike[str], attempt: Attempt[S, M] | None = None) -> None:
        """Write the game, with what was attempted, to a new file, and go on there.

        For a game whose file was removed, replaced or can no longer be written.  Raises
        `InputError`, also if there is a file of that name; the session is then as before.
        """
        log = self.log if attempt is None else attempt.log
        file = _new_file(path)
        self.file = self.file.moved(file.path, self.setup.text(log, file.kind))
        self.log, self._record = log, None

    def undo(self) -> Attempt[S, M] | None:
        """Take back what was confirmed last, and save; None if nothing was.

        Raises `InputError` as `confirm` does.
        """
        attempt = self.attempt_undo()
        if attempt is not None:
            self.confirm(attempt)
        return attempt


@dataclass(frozen=True, eq=False)
class Attempt(Generic[S, M]):
    """A game as it would be: `log` in place of `before`, and what is shown of it.

    `replaces` is the index of the older move that is replaced; `undone` is whether a move is taken
    back.
    """

    session: Session[S, M]
    before: Log[S, M]
    log: Log[S, M]
    replaces: int | None = None
    undone: bool = False

    @cached_property
    def at(self) -> int:
        """The index of the move in question, in the longer log."""
        first = self.log.shared(self.before)
        whole = first >= len(self.log.commits)
        return self.replaces if whole and self.replaces is not None else first

    @property
    def move(self) -> M:
        """The move in question: made, or taken back."""
        return (self.before if self.undone else self.log).commits[self.at].move

    @property
    def reports(self) -> tuple[TurnReport, ...]:
        """What came of the move in question."""
        return (self.before if self.undone else self.log).reports[self.at]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the move in question is not legal."""
        return tuple(reason for report in self.reports for reason in report.reasons)

    @property
    def later(self) -> tuple[TurnReport, ...]:
        """What becomes of everything after the move in question, with turns and lines."""
        record = self.session.read(self.log)
        return tuple(
            replace(report, reasons=placed(report.reasons, record, at, report))
            for at, _, report in self.log.turns
            if at > self.at
        )


AnySession = Session[Any, Any]  # type: ignore[explicit-any]
"""A game under way, of which only the file tells which it is."""


def _new_file(path: str | os.PathLike[str]) -> KeptFile:
    file = KeptFile(path)
    if file.path.suffix.lower() not in ENDINGS:
        what = "records are TOML or JSON"
        raise InputError(Problem(str(path), what, "name it .toml or .json"))
    return file
