"""What one phone alone sees: neither shared nor taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from palace.core.errors import Problem
from palace.core.verdict import LANGUAGES
from palace.page import action as act
from palace.page.desk import AnyDesk
from palace.page.state import Shows

_SHOWS: dict[str, Shows] = {name: name for name in get_args(Shows)}

MOST_NOTICES = 3
MOST_READ = 20


@dataclass(frozen=True)
class View:
    """A phone's own: its language, the turn it looks at (-1: now), what its stage shows, the player
    it is set to, whether it enters for another (whose name that is), its side of the table in
    quarter turns, the sheet that is open, the piece that was tapped.

    `address` is where the page is, to which links are added; empty where no other phone could open
    one.  `notices` are problems it was told, `read` the tips it has put away, `count` its last
    action.
    """

    phone: str = ""
    language: str = "en"
    turn: int = -1
    shows: Shows = "plan"
    seat: str = ""
    enters: str = ""
    side: int = 0
    sheet: str = ""
    picked: str = ""
    address: str = ""
    notices: tuple[Problem, ...] = ()
    read: frozenset[str] = frozenset()
    count: int = 0


def look(view: View, action: act.Look, desk: AnyDesk) -> View:
    """Return a phone's view with what an action changes; a value that is not known changes
    nothing."""
    if (turn := action.turn) is not None:
        count = 0 if desk.log is None else len(desk.log.commits)
        view = replace(view, turn=turn if 0 <= turn < count else -1, picked="", sheet="")
    if action.language is not None and action.language in LANGUAGES:
        view = replace(view, language=action.language)
    if action.shows is not None:
        view = replace(view, shows=_SHOWS.get(action.shows, view.shows))
    if action.seat is not None:
        view = replace(view, seat=action.seat, enters="")
    if action.enters is not None:
        view = replace(view, enters=desk.asked if action.enters else "")
    if action.side is not None:
        view = replace(view, side=action.side % 4)
    if action.sheet is not None:
        view = replace(view, sheet=action.sheet)
    if action.picked is not None:
        view = replace(view, picked=action.picked)
    if action.read is not None:
        view = replace(view, read=frozenset([*view.read, action.read][-MOST_READ:]))
    return view


def told(view: View, problem: Problem) -> View:
    """Return a phone's view with something that it is told."""
    return replace(view, notices=(*view.notices, problem)[-MOST_NOTICES:])


def heard(view: View, count: int) -> View | None:
    """Return a phone's view after the action of this number, 0 without one, and without what it was
    told before; None for an action that was dealt with."""
    if 0 < count <= view.count:
        return None
    return replace(view, notices=(), count=max(count, view.count))
