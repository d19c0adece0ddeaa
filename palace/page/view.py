"""What one phone alone sees, neither shared nor taken back; and how texts and keys are written for
it: in its language, and live only where it may tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from palace.contract.taps import Amount, Choice, Having, Icons, Row, Taps, Told
from palace.core.errors import Problem
from palace.core.verdict import LANGUAGES, Reason, in_language
from palace.page import state as ui
from palace.page.action import PHOTO, Action, Role, do, number
from palace.page.desk import AnyDesk
from palace.page.words import BOOK

MOST_NOTICES = 3
MOST_READ = 20

_MAKES = {*"tap next keep clear think take take-back end".split()}
"""What makes a move, which waits while a form is filled in."""
_ENTERS = {*_MAKES, "fill", "undo"}
"""What only the phones of the player who is due do."""


@dataclass(frozen=True)
class View:
    """A phone's own: its language, the turn it looks at (-1: now), what its stage shows, the player
    it is set to, the one that it enters for besides, its side of the table in quarter turns, the
    sheet that is open, the piece that was tapped.  `address` is where the page is, empty where no
    other phone could open a link; `notices` are problems it was told, `read` the tips it has put
    away, `count` its last action."""

    phone: str = ""
    language: str = "en"
    turn: int = -1
    shows: ui.Shows = "plan"
    seat: str = ""
    enters: str = ""
    side: int = 0
    sheet: str = ""
    picked: str = ""
    address: str = ""
    notices: tuple[Problem, ...] = ()
    read: frozenset[str] = frozenset()
    count: int = 0


def look(view: View, action: Action, desk: AnyDesk) -> View:
    """Return a phone's view with what an action changes; a value that is not known changes
    nothing."""
    match action.name, action.text:
        case "turn", at:
            known = desk.log is not None and number(at) < len(desk.log.commits)
            return replace(view, turn=number(at) if known else -1, picked="", sheet="")
        case "language", name if name in LANGUAGES:
            return replace(view, language=name)
        case "shows", ("plan" | "palace" | "both") as what:
            return replace(view, shows=what)
        case "seat", name:
            return replace(view, seat=name, enters="")
        case "enters", _:
            return replace(view, enters=desk.asked)
        case "side", at:
            return replace(view, side=number(at) % 4)
        case "sheet", name:
            return replace(view, sheet=name)
        case "picked", name:
            return replace(view, picked=name)
        case "read", tip:
            return replace(view, read=frozenset([*view.read, tip][-MOST_READ:]))
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


class Writer:
    """What is written for one phone: `turn` is the one that it looks at, -1 for now; `due` is who
    is asked, `others` whether that is on another phone, `live` whether this one may enter it;
    `seats` and what the players are `having` are those of now."""

    def __init__(self, desk: AnyDesk, view: View, role: Role) -> None:
        self.desk, self.view = desk, view
        self.plays = role == "player"
        self.turn = view.turn if desk.log is not None and view.turn < len(desk.log.commits) else -1
        self.due, back = desk.asked, desk.backdrop
        self.seats = {} if back is None else back.seats
        self.having = Having() if back is None else back.having
        person = view.seat in self.seats and desk.rival is None
        self.others = person and self.due not in ("", view.seat, view.enters)
        self.live = self.plays and (desk.aside is not None or (self.turn < 0 and not self.others))

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the page."""
        return BOOK.say(self.view.language, key, **values)

    def told(self, text: str) -> str:
        """Return a text of the game."""
        return in_language(text, self.view.language)

    def listed(self, texts: Iterable[str]) -> str:
        """Return texts with commas between them."""
        return BOOK.language(self.view.language).comma.join(map(self.told, texts))

    def problem(self, problem: Problem) -> str:
        """Return what is wrong, and what to do, in one sentence."""
        return self.say("colon").join(map(self.told, filter(None, (problem.what, problem.remedy))))

    def against(self, reasons: Iterable[Reason]) -> tuple[tuple[str, str], ...]:
        """Return why something is not legal, each with what would be."""
        language = self.view.language
        return tuple((one.text_in(language), one.remedy_in(language)) for one in reasons)

    def does(self, action: Action, *, when: bool = True) -> ui.Do:
        """Return what a key sends back; None where it cannot be tapped."""
        may = action.do == "look" or (self.live if action.do in _ENTERS else self.plays)
        waits = self.desk.form is not None and action.do in _MAKES
        return do(action) if when and may and not waits else None

    def key(
        self, name: str, action: Action, looks: ui.KeyLooks = "", *, when: bool = True,
        icons: Icons = (), note: str = "", text: str = "", **values: object,
    ) -> ui.Key:  # fmt: skip
        """Return a key with a sentence of the page, or with a text of the game in its place."""
        own, sent = self.told(text) or self.say(name, **values), self.does(action, when=when)
        return ui.Key(own, sent, looks, icons, note)

    def undo(self, *, when: bool = True) -> ui.Key:
        return self.key("undo", Action("undo"), when=when, icons=(("undo", 0),))

    def verdict(self, found: Told, taps: Taps | None = None) -> ui.Verdict:
        """Return what the referee says; what mends the taps it is told once, in place of every
        remedy."""
        lines = tuple(map(self.told, found.lines))
        reasons = self.against(found.reasons)
        if taps is not None and (taps.mends or taps.mended is not None):
            mends = self.told(taps.mends)
            lines = lines if reasons or not mends else (mends, *lines)
            reasons = tuple((why, "" if at else mends) for at, (why, _) in enumerate(reasons))
        title, used = self.told(found.title), self.told(found.used)
        return ui.Verdict(title, found.mood, reasons, lines, found.uses, found.picture, used)

    def groups(self, taps: Taps) -> Iterator[ui.Group]:
        """Yield what can be tapped beside the board; the main key is in the bar."""
        found = (self.group(row, taps.main) for row in taps.rows if row.looks != "bar")
        yield from (group for group in found if group.items)

    def bar(self, taps: Taps) -> Iterator[ui.Key]:
        """Yield the keys of the move that are always in sight."""
        rows = (self.group(row, taps.main) for row in taps.rows if row.looks == "bar")
        return (item for row in rows for item in row.items if isinstance(item, ui.Key))

    def group(self, row: Row, main: str = "") -> ui.Group:
        """Return keys and numbers that belong together, without the `main` key."""
        items = tuple(self.item(item) for item in row.items if item.name != main)
        return ui.Group(self.told(row.title), items, "row" if row.looks == "bar" else row.looks)

    def item(self, item: Choice | Amount) -> ui.Item:
        text = self.told(item.text)
        if isinstance(item, Amount):
            less = self.does(Action("tap", f"{item.name}-less"), when=item.less is not None)
            more = self.does(Action("tap", f"{item.name}-more"), when=item.more is not None)
            return ui.Stepper(text, str(item.value), less, more, item.icons)
        meant = Action("fill", PHOTO) if item.photo else Action("tap", item.name)
        sent = self.does(meant, when=item.answer is not None or bool(item.asks))
        quiet: ui.KeyLooks = "quiet" if item.asks and item.answer is None else ""
        looks = item.icons, self.told(item.note), item.on, item.tint, self.told(item.picture)
        return ui.Key(text, sent, "photo" if item.photo else quiet, *looks)
