"""What one phone alone sees: neither shared nor taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from palace.core.errors import Problem
from palace.core.verdict import LANGUAGES
from palace.page import action as act
from palace.page.desk import AnyDesk

Shows = Literal["plan", "palace", "both"]
_SHOWS: dict[str, Shows] = {name: name for name in get_args(Shows)}

MOST_NOTICES = 3
MOST_READ = 20


@dataclass(frozen=True)
class View:
    """A phone's own: its language, the turn it looks at (-1: now), what its stage shows, the player
    it is set to, whether it enters for another (whose name that is), its side of the table in
    quarter turns, the sheet that is open, the piece that was tapped.

    `notices` are problems it was told, `read` the tips it has put away, `count` its last action.
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
    notices: tuple[Problem, ...] = ()
    read: frozenset[str] = frozenset()
    count: int = 0

    def may_tap(self, due: str) -> bool:
        """Return whether this phone's keys are live while a player is due."""
        return not self.seat or not due or due in (self.seat, self.enters)


def look(view: View, action: act.Looking, desk: AnyDesk) -> View:
    """Return a phone's view after an action that only this phone sees."""
    match action:
        case act.Look(turn=turn):
            count = 0 if desk.log is None else len(desk.log.commits)
            return replace(view, turn=turn if 0 <= turn < count else -1, picked="", sheet="")
        case act.Speak(language=language):
            return replace(view, language=language) if language in LANGUAGES else view
        case act.Fold(shows=shows):
            return replace(view, shows=_SHOWS.get(shows, view.shows))
        case act.Sit(name=name):
            return replace(view, seat=name, enters="")
        case act.Enter():
            due = "" if desk.log is None else next(iter(desk.log.due), "")
            return replace(view, enters=due)
        case act.Turned(side=side):
            return replace(view, side=side % 4)
        case act.Sheet(name=name):
            return replace(view, sheet=name)
        case act.Dismiss(name=name):
            if not name:
                return replace(view, notices=view.notices[1:])
            return replace(view, read=frozenset([*view.read, name][-MOST_READ:]))
        case act.Pick(name=name):
            return replace(view, picked=name)


def told(view: View, problem: Problem) -> View:
    """Return a phone's view with something that it is told."""
    return replace(view, notices=(*view.notices, problem)[-MOST_NOTICES:])


def forgot(view: View) -> View:
    """Return a phone's view without what it was told, after its next action."""
    return replace(view, notices=()) if view.notices else view
