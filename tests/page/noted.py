"""A table that notes each step as a digest of all that phones show and the host is asked for."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from palace.page import action as act
from palace.page.action import Action, Effect, Role
from palace.page.desk import AnyDesk
from palace.page.show import show
from palace.page.state import written
from palace.page.view import View
from tests.page.tables import Table, actions

ADDRESS = "http://127.0.0.1:8123/"
SHEETS = (
    "score", "settings", "share", "save-as", "cards", "pads", "paper:aid", "paper:setup",
    "paper:all", "paper:", "nothing",
)  # fmt: skip
PACKED = re.compile(r"<svg[^>]*segno.*?</svg>|#game[^\"&]*")
"""Codes, and links to games: another compressor writes them otherwise."""


def digest(text: str) -> str:
    return hashlib.sha256(PACKED.sub("", text).encode()).hexdigest()[:10]


class Told(Table):
    """A table that notes each step with the digest of what is shown after it, and of its effects.

    With `thinks` nothing that is thought of is found.
    """

    def __init__(self, desk: AnyDesk | None = None, *, file: str | None = None) -> None:
        super().__init__(desk, file=file)
        self.lines: list[str] = []
        self.asked: list[Effect] = []
        self.thinks = False
        self.views = {
            "a": View("a", address=ADDRESS, shows="both"),
            "z": View("z", "zh", seat="Ana", side=1, shows="palace"),
        }

    def send(
        self, action: Action, phone: str = "a", version: int | None = None, count: int | None = None
    ) -> tuple[Effect, ...]:
        found = super().send(action, phone, version, count)
        flags = "held" * action.held, "drawn" * action.drawn
        self.note(" ".join(filter(None, (action.do, action.name, action.text[:20], *flags))))
        return found

    def do(self, effects: tuple[Effect, ...]) -> None:
        self.asked += effects
        super().do([e for e in effects if not (self.thinks and isinstance(e, act.Ponder))])  # type: ignore[arg-type]

    def phones(self) -> Iterator[tuple[View, Role]]:
        """Yield what is looked at after this step: the two phones, and in turn one of a spectator
        and one that looks at a turn and at a piece."""
        at = len(self.lines)
        yield from ((view, "player") for view in self.views.values())
        if not at % 3:
            yield View("s", side=3), "spectator"
        elif at % 3 == 1 and self.desk.log is not None:
            board = None if self.desk.backdrop is None else self.desk.backdrop.board
            solids = () if board is None else board.solids
            picked = solids[at % len(solids)].name if solids else ""
            turn = at % (len(self.desk.log.commits) + 1)
            yield View("t", "zh" if at % 2 else "en", turn, "both", side=2, picked=picked), "player"

    def note(self, what: str, *views: tuple[View, Role]) -> None:
        """Add the digest of what is shown, and of what was asked for since the one before."""
        seen = [written(show(self.desk, *one)) for one in views or self.phones()]
        told = "\n".join([*seen, repr(self.asked)])
        self.lines.append(f"{what.splitlines()[0]}: {digest(told)}")
        self.asked = []

    def run(self, *steps: str) -> None:
        """Send actions, each written as what it does, its name and its text."""
        for one in steps:
            do: Any
            do, name, text, *_ = f"{one}||".split("|")
            self.send(Action(do, name, text))

    def moments(self) -> Iterator[str]:
        """Yield what was noted, some steps in a line."""
        for at in range(0, len(self.lines), 4):
            yield ", ".join(self.lines[at : at + 4])

    def sheets(self) -> None:
        """Note every sheet, for a player and who looks on, and how it looks from each side."""
        for sheet in SHEETS:
            view = View("a", address=ADDRESS, sheet=sheet)
            other = replace(view, language="zh", turn=len(self.lines) % 3, seat="Ben")
            self.note(f"sheet {sheet}", (view, "player"), (other, "player"), (view, "spectator"))
        sides = [View("a", side=side, seat="Ben", enters="Ana") for side in range(4)]
        self.note("sides", *((view, "player") for view in sides))

    def past(self) -> None:
        """Note every turn that is looked at."""
        assert self.desk.log is not None
        for turn in range(len(self.desk.log.commits) + 1):
            view = View("a", turn=turn, shows="both", sheet="score" * (turn % 2))
            self.note(f"turn {turn}", (view, "player"), (replace(view, language="zh"), "spectator"))

    def wander(self, seed: int, taps: int) -> None:
        """Tap at random what two phones show."""
        rng = random.Random(seed)
        for _ in range(taps):
            phone = rng.choice("aaz")
            found = actions(show(self.desk, self.view(phone)))
            self.send(rng.choice(sorted(found, key=repr)), phone)
