"""Base of the modes that make something: undo and redo, notes, saving and copying."""

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
    """Print a text and copy it to the clipboard; return a note about it.

    Needs pyperclip, of the extra `view`, and on Linux xclip, xsel or wl-clipboard.
    """
    with suppress(OSError, ValueError):
        print(text, flush=True)
    try:
        import pyperclip
    except ImportError:
        return "printed on the terminal; to copy it as well: pip install pyperclip"
    try:
        pyperclip.copy(text)
    except (OSError, RuntimeError):
        return "printed on the terminal; this machine has no clipboard"
    return "copied, and printed on the terminal"


T = TypeVar("T")


class History(Generic[T]):
    """The `first` state, the state `now`, and the states to undo and redo."""

    def __init__(self, first: T) -> None:
        self.first = first
        self.now = first
        self._before: list[T] = []
        self._undone: list[T] = []

    def go(self, state: T) -> None:
        """Enter a new state; the states to redo are dropped."""
        self._before.append(self.now)
        self._undone.clear()
        self.now = state

    def amend(self, state: T) -> None:
        """Replace the state without an undo step, for changes such as a note."""
        self.now = state

    def undo(self) -> bool:
        """Go back to the previous state; return False at the first."""
        return self._swap(self._before, self._undone)

    def redo(self) -> bool:
        """Reverse the last undo; return False if there is none."""
        return self._swap(self._undone, self._before)

    def _swap(self, out: list[T], into: list[T]) -> bool:
        if not out:
            return False
        into.append(self.now)
        self.now = out.pop()
        return True


def find_free_name(path: Path) -> Path:
    """Return the path itself if it is free, else the first free one of `-2`, `-3` ..."""
    if not _taken(path):
        return path
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not _taken(name))


def save(what: Record | Build, path: Path) -> None:
    """Write a record or a build file; raises `InputError`, also if the file exists."""
    if isinstance(what, Record):
        write_record(what, path)
    else:
        write_whole(path, build_text(what))


def _taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Base of states: the note about the last key, and a file name that awaits a second press."""

    note: str = ""
    proposed: Path | None = None


S = TypeVar("S", bound=Standing)

UNDO, REDO = "z", "Z"


class Workshop(ABC, Generic[S]):
    """A mode whose states are immutable values.

    Subclasses define the look of a state (`look`), the states after a key or a click (`after`,
    `clicked`, which raise `InputError` if it is not possible), and what is saved (`product`).
    """

    keys: Mapping[str, str]
    save_key: str

    def __init__(self, first: S) -> None:
        self.history = History(first)
        self._drawn: tuple[S, Shot] | None = None

    @abstractmethod
    def look(self, state: S) -> Shot:
        """Return the picture of a state."""

    @abstractmethod
    def after(self, name: str, state: S) -> S:
        """Return the state after a key."""

    @abstractmethod
    def clicked(self, spot: Spot, state: S) -> S:
        """Return the state after a click."""

    @abstractmethod
    def product(self, state: S) -> tuple[str, Record | Build, Path]:
        """Return what is saved: in words, as a value, and under a default name."""

    @abstractmethod
    def work(self, state: S) -> object:
        """Return the part of a state that undo restores."""

    def shot(self) -> Shot:
        state = self.history.now
        if self._drawn is None or self._drawn[0] is not state:
            self._drawn = state, self.look(state)
        return self._drawn[1]

    def key(self, name: str) -> None:
        if name in (UNDO, REDO):
            moved = self.history.undo() if name == UNDO else self.history.redo()
            if not moved:
                self._note(f"there is nothing to {self.keys[name]}")
        elif name == self.save_key:
            self._save(self.history.now)
        elif name in self.keys:
            self._try(lambda state: self.after(name, state))

    def pick(self, spot: Spot) -> None:
        self._try(lambda state: self.clicked(spot, state))

    def slide(self, at: int) -> None:
        """Do nothing: there is no slider."""

    def _try(self, change: Callable[[S], S]) -> None:
        """Apply a change to the state, without its last note; show an `InputError` as a note."""
        old = replace(self.history.now, note="", proposed=None)
        try:
            new = change(old)
        except InputError as error:
            self._note(str(error))
            return
        if self.work(new) == self.work(old):
            self.history.amend(new)
        else:
            self.history.go(new)

    def _note(self, note: str) -> None:
        self.history.amend(replace(self.history.now, note=note, proposed=None))

    def _save(self, state: S) -> None:
        """Propose a free file name; write it on the second press."""
        words, what, default = self.product(state)
        target = state.proposed or find_free_name(default)
        if state.proposed is None:
            note = f"press {self.save_key} again to save {words} as {target}"
            self.history.amend(replace(state, proposed=target, note=note))
            return
        try:
            save(what, target)
        except InputError as error:
            self._note(str(error))
        else:
            self._note(f"saved as {target}")
