"""What ways of making something share: undo and redo, notes, saving, one shot for each state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from palace.core.errors import InputError
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.build import Build

from .history import History
from .mode import Shot, Spot
from .saving import free_name, save


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
        target = state.proposed or free_name(wanted)
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
