"""A stand-in for the table, which the real one replaces: taps knobs and keeps turns."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from palace.contract.session import Session
from palace.core.errors import InputError, NotationError
from palace.monkey_palace.game.schema import Turn

GAME = "monkey-palace"


class Table:
    """One game for all pages."""

    def __init__(self, path: Path, session: Session[Any] | None = None) -> None:
        self.path = path
        self.session = session
        self.hold = ExitStack()
        self.secret = ""
        self.knobs: list[str] = []

    def tap(self, knob: str) -> None:
        """Add a knob."""
        self.knobs.append(knob)

    def verdict(self) -> str:
        """Return what is tapped."""
        return " ".join(self.knobs) or "tap a knob"

    def confirm(self) -> str:
        """Keep the turn; return an error, or nothing."""
        if self.session is None:
            return "no game"
        player = self.session.due[0]
        turn = Turn(player=player, build="-".join(self.knobs)) if self.knobs else None
        turn = turn or Turn(player=player, build="c4-d4")
        try:
            self.session.confirm(self.session.attempt(((player, turn),)))
        except (InputError, NotationError) as error:
            return str(error)
        self.knobs.clear()
        return ""
