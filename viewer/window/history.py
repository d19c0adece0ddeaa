"""What can be undone: the states a mode was in, each one whole."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class History(Generic[S]):
    """The `first` state, the state `now`, those before it, and those that were undone."""

    def __init__(self, first: S) -> None:
        self.first = first
        self.now = first
        self._before: list[S] = []
        self._undone: list[S] = []

    def go(self, state: S) -> None:
        """Enter a new state; what was undone is forgotten."""
        self._before.append(self.now)
        self._undone.clear()
        self.now = state

    def amend(self, state: S) -> None:
        """Change what is not worth undoing, such as a note."""
        self.now = state

    def undo(self) -> bool:
        """Go back to the state before; False at the first."""
        return self._swap(self._before, self._undone)

    def redo(self) -> bool:
        """Take back the last undo; False if there is none."""
        return self._swap(self._undone, self._before)

    def _swap(self, out: list[S], into: list[S]) -> bool:
        if not out:
            return False
        into.append(self.now)
        self.now = out.pop()
        return True
