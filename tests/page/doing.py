"""What is done with a table, step by step, and something beside a game that is made up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palace.contract.beside import Beside
from palace.contract.taps import Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError
from palace.page.action import Action, By, Sent
from palace.page.desk import AnyDesk
from palace.page.step import Stepped, step

from .tables import Table

BY = By("a", "2026-11-23", 7)
FOUND, PAD = Action("open", "found"), Action("open", "pad", "palm-island")
NEW, D6 = Action("open", "new", "monkey-palace"), Action("tap", "d6")


def does(desk: AnyDesk, action: Action, by: By = BY) -> Stepped:
    """Do something that is made for a table as it is."""
    return step(desk, Sent(action, desk.version, 1), by)


def after(table: Table, *actions: Action) -> AnyDesk:
    for action in actions:
        table.send(action)
    assert not table.told
    return table.desk


class Stub(Beside):
    """Something beside a game with these keys, that thinks of what it is given."""

    title = "x"

    def __init__(self, taps: Taps, *ideas: Idea | InputError) -> None:
        self.own, self.found, self.seen = taps, ideas, list[tuple[str, Idea]]()

    @property
    def taps(self) -> Taps:
        return self.own

    def tapped(self, name: str, text: str) -> Beside:
        return self

    def ideas(self, what: str) -> Iterator[Idea]:
        for one in self.found:
            if isinstance(one, InputError):
                raise one
            yield one

    def thought(self, what: str, idea: Idea) -> Beside:
        self.seen.append((what, idea))
        return self


def keys(*choices: Choice, **more: Any) -> Taps:
    return Taps(Told(), rows=(Row(items=choices),), **more)
