"""What ways of making something share: undo and redo, notes, saving, copying."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Generic, TypeVar

from palace.core.errors import InputError
from palace.files.writing import write_whole
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.record_writing import write_record
from palace.monkey_palace.kernel.build import Build

from .mode import Shot, Spot


def copy(text: str) -> str:
    """Print a text on standard output and put it on the clipboard; what became of it, in a line.

    Needs pyperclip, of the extra `view`, and on Linux xclip, xsel or wl-clipboard.
    """
    with suppress(OSError, ValueError):
        print(text, flush=True)
    try:
        import pyperclip
    except ImportError:
        return "printed on the terminal; to copy it too: pip install pyperclip"
    try:
        pyperclip.copy(text)
    except (OSError, RuntimeError):
        return "printed on the terminal; there is no clipboard here"
    return "copied, and printed on the terminal"


T = TypeVar("T")


class History(Generic[T]):
    """The `first` state, the state `now`, those before it, and those that were undone."""

    def __init__(self, first: T) -> None:
        self.first = first
        self.now = first
        self._before: list[T] = []
        self._undone: list[T] = []

    def go(self, state: T) -> None:
        """Enter a new state; what was undone is forgotten."""
        self._before.append(self.now)
        self._undone.clear()
        self.now = state

    def amend(self, state: T) -> None:
        """Change what is not worth undoing, such as a note."""
        self.now = state

    def undo(self) -> bool:
        """Go back to the state before; False at the first."""
        return self._swap(self._before, self._undone)

    def redo(self) -> bool:
        """Take back the last undo; False if there is none."""
        return self._swap(self._undone, self._before)

    def _swap(self, out: list[T], into: list[T]) -> bool:
        if not out:
            return False
        into.append(self.now)
        self.now = out.pop()
        return True


def find_free_name(wanted: Path) -> Path:
    """The path itself if nothing has that name, else the first free one of `-2`, `-3` ..."""
    if not _taken(wanted):
        return wanted
    names = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(name for name in names if not _taken(name))


def save(what: Record | Build, path: Path) -> None:
    """Write a record or a build file whole; raises `InputError`, also if the file exists."""
    if isinstance(what, Record):
        write_record(what, path)
    else:
        write_whole(path, build_text(what))


def _taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What a state has beside the work itself: what came of the last key, and the name of a file
    that waits for a second press."""

    note: str = ""
    proposed: Path | None = None


S = TypeVar("S", bound=Standing)

UNDO, REDO = "z", "Z"


class Workshop(ABC, Generic[S]):
    """A mode whose states are values, each one whole.

    Its kinds say what a state looks like (`look`), what follows a key or a click (`after`,
    `clicked`, which raise `InputError` where it cannot be done), and what is saved (`product`).
    """

    keys: Mapping[str, str]
    save_key: str

    def __init__(self, first: S) -> None:
        self.history = History(first)
        self._seen: tuple[S, Shot] | None = None

    @abstractmethod
    def look(self, state: S) -> Shot:
        """What there is to see of a state."""

    @abstractmethod
    def after(self, name: str, state: S) -> S:
        """The state after a key."""

    @abstractmethod
    def clicked(self, spot: Spot, state: S) -> S:
        """The state after a click."""

    @abstractmethod
    def product(self, state: S) -> tuple[str, Record | Build, Path]:
        """What is saved: in words, as a value, and the file it would best be saved as."""

    @abstractmethod
    def work(self, state: S) -> object:
        """The part of a state that is worth undoing."""

    def shot(self) -> Shot:
        state = self.history.now
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, self.look(state)
        return self._seen[1]

    def key(self, name: str) -> None:
        if name in (UNDO, REDO):
            moved = self.history.undo() if name == UNDO else self.history.redo()
            if not moved:
                self._say(f"there is nothing to {self.keys[name]}")
        elif name == self.save_key:
            self._save(self.history.now)
        elif name in self.keys:
            self._try(lambda state: self.after(name, state))

    def pick(self, spot: Spot) -> None:
        self._try(lambda state: self.clicked(spot, state))

    def slide(self, at: int) -> None:
        """There is no slider."""

    def _try(self, change: Callable[[S], S]) -> None:
        """Go on from where things stand, without what was said last."""
        old = replace(self.history.now, note="", proposed=None)
        try:
            new = change(old)
        except InputError as error:
            self._say(str(error))
            return
        if self.work(new) == self.work(old):
            self.history.amend(new)
        else:
            self.history.go(new)

    def _say(self, note: str) -> None:
        self.history.amend(replace(self.history.now, note=note, proposed=None))

    def _save(self, state: S) -> None:
        """Propose a free name; the second time, write."""
        words, what, wanted = self.product(state)
        target = state.proposed or find_free_name(wanted)
        if state.proposed is None:
            note = f"press {self.save_key} again to save {words} as {target}"
            self.history.amend(replace(state, proposed=target, note=note))
            return
        try:
            save(what, target)
        except InputError as error:
            self._say(str(error))
        else:
            self._say(f"saved as {target}")
