"""Work beside the window, so that it never stands still: a search in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

Progress = Callable[[float], None]


class Errand(Generic[T]):
    """One call of `work` in a thread; it is handed a function to tell how much of it is done.

    Once dropped it ends at the next such word, and its result is not asked for.
    """

    def __init__(self, work: Callable[[Progress], T]) -> None:
        self.share = 0.0
        self.result: T | None = None
        self.error: Exception | None = None
        self._dropped = False
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has ended, with a result or an error."""
        return not self._thread.is_alive()

    def drop(self) -> None:
        """Let nobody wait for it."""
        self._dropped = True

    def wait(self, seconds: float | None = None) -> None:
        """Come back when it is done, or after so many seconds."""
        self._thread.join(seconds)

    def _run(self, work: Callable[[Progress], T]) -> None:
        try:
            self.result = work(self._told)
        except _Dropped:
            pass
        except Exception as error:  # told in the window: nobody sees a thread's traceback
            self.error = error

    def _told(self, share: float) -> None:
        if self._dropped:
            raise _Dropped
        self.share = share


class _Dropped(Exception):  # noqa: N818 - it is no error
    """Nobody waits for the result."""
