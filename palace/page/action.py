"""What a phone sends, what a step wants done, and what a host tells: three closed unions.

An `Action` is a JSON object: `do` is its name, its fields beside it.  One that changes the table
goes to `palace.page.step.step`; one that only this phone sees to `palace.page.view.look`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from palace.contract.taps import Idea
from palace.core.errors import Problem
from palace.core.verdict import ENGLISH

if TYPE_CHECKING:
    from palace.contract.box import BoxHead

PlainName = Literal["undo", "clear", "take-back", "begin", "reread", "end", "again"]
Role = Literal["player", "spectator"]

LONGEST = 1_200  # characters of a text that a phone sends
LARGEST = 2_048  # bytes of an action
MOST_FILE, MOST_PHOTO = 1_000_000, 9_000_000  # bytes of a file that is sent, and of a photo
PHOTO = "photo"  # the name of a line for a photo


@dataclass(frozen=True)
class Tap:
    """A tap on a place or a key of the move that is entered, or of what is entered beside it; one
    that is `drawn` goes on with the stroke of the tap before."""

    name: str
    held: bool = False
    drawn: bool = False


@dataclass(frozen=True)
class Next:
    """On to the next question, or the move is confirmed; `insist` does so against the reasons that
    are shown, `to` is the key of a question that is asked on demand."""

    insist: bool = False
    to: str = ""


@dataclass(frozen=True)
class Plain:
    """What its name tells: `undo` takes the last tap back, `clear` begins the move again, and
    `take-back` takes the move back that was confirmed last; `begin` begins what a form makes.

    `reread` reads the game from its file again, which is right where the page is not; `end` is the
    table's word that the game is over, or goes on, `again` begins one like it in a new file.
    """

    name: PlainName


@dataclass(frozen=True)
class Think:
    """Something that takes longer, by its name, such as a hint; `stop` ends it."""

    what: str
    stop: bool = False


@dataclass(frozen=True)
class Take:
    """What was thought of is entered as it was shown; a better one may have come since."""

    text: str


@dataclass(frozen=True)
class Replace:
    """An older move, from 1, entered again; 0 leaves it as it was."""

    number: int


@dataclass(frozen=True)
class Open:
    """Something beside the game is begun, such as `new`, `found` or `pad`, `about` what; empty ends
    it."""

    what: str
    about: str = ""


@dataclass(frozen=True)
class Fill:
    """A line filled in: of a form, where an empty text is the default, or beside the game, or the
    answer to a question; a file is filled in by the host, a photo as characters of Latin-1."""

    name: str
    text: str = ""


@dataclass(frozen=True)
class SaveAs:
    """The game goes on in another file of the same folder; without a name it is offered."""

    text: str = ""


@dataclass(frozen=True)
class Look:
    """A change of what this phone alone sees: of the fields of its `View` those that are given.

    `turn` is below 0 for the table as it is now; `seat` is empty for no one player; `enters`
    is whether it enters for the player who is due, who has another phone; `read` is a tip that was
    read.
    """

    turn: int | None = None
    language: str | None = None
    shows: str | None = None
    seat: str | None = None
    enters: bool | None = None
    side: int | None = None
    sheet: str | None = None
    picked: str | None = None
    read: str | None = None


Action = Tap | Next | Plain | Think | Take | Replace | Open | Fill | SaveAs | Look
"""What a phone sends; `Look` alone changes no table."""

_NAMES = {
    kind: re.sub("(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in get_args(Action)
}
_SENT: Mapping[str, type[Action] | partial[Plain]] = MappingProxyType(
    {name: kind for kind, name in _NAMES.items() if kind is not Plain}
    | {name: partial(Plain, name) for name in get_args(PlainName)}
)


@dataclass(frozen=True)
class Sent:
    """An action as it came: the version it was made for, and its number on its phone."""

    action: Action
    version: int
    count: int


class By(NamedTuple):
    """Who sent it, and what a step may not look up itself: the date as `2026-11-23`, a seed."""

    phone: str
    today: str
    seed: int
    seat: str = ""
    language: str = ENGLISH


def most_of(name: str) -> int:
    """Return how many bytes a file has at most that fills in a line of this name."""
    return MOST_PHOTO if name == PHOTO else MOST_FILE


def do(action: Action) -> dict[str, object]:
    """Return an action as a phone sends it back."""
    if isinstance(action, Plain):
        return {"do": action.name}
    own = ((field, getattr(action, field.name)) for field in fields(action))
    changed = {field.name: value for field, value in own if value != field.default}
    return {"do": _NAMES[type(action)], **changed}


def read_sent(text: str) -> Sent | None:
    """Return what a phone sent; None for anything that is not one action."""
    if len(text.encode("utf-8", "replace")) > LARGEST:
        return None
    try:
        data = json.loads(text)
        kind, version, count = _SENT[data.pop("do")], data.pop("version"), data.pop("count")
        action = kind(**data)
        "".join(map(str, data.values())).encode()  # half a character could not be sent on
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    kinds = {one.name: str(one.type).removesuffix(" | None") for one in fields(action)}
    typed = all(type(value).__name__ == kinds[name] for name, value in data.items())
    short = all(len(str(value)) <= LONGEST for value in data.values())
    numbers = type(version) is int and type(count) is int and version >= 0 and count > 0
    return Sent(action, version, count) if typed and short and numbers else None


class Save(NamedTuple):
    """Write the record; the `number` tells what was saved from what is newer.

    `ours` is how this program would have written the file as it was opened: another text is one by
    hand, which is copied first.  `name` is that of a new file of the same folder to go on in.
    """

    number: int
    text: str
    ours: str = ""
    name: str = ""


class KeepDraft(NamedTuple):
    """Keep the move that is entered beside the record; an empty text removes it."""

    text: str


class KeepBox(NamedTuple):
    """Keep the data of the owner's box of a game."""

    data: BoxHead


class Ponder(NamedTuple):
    """Think about something for a phone: `palace.page.step.thoughts` yields it in slices, for as
    long as the table ponders it.

    It is begun in the version `ticket`, with the `answer` to what it needs to know; `idea` is what
    was found so far.
    """

    ticket: int
    what: str
    phone: str
    answer: str = ""
    idea: Idea = Idea()


class Offer(NamedTuple):
    """Give the phone that asked a file."""

    name: str
    text: str


class Adopt(NamedTuple):
    """What another program wrote into the file is the game now: it may be written over."""

    text: str


# What a step wants done.
Effect = Save | KeepDraft | KeepBox | Ponder | Offer | Adopt


class Saved(NamedTuple):
    """What was saved under this number, and before it, is in the file of this name."""

    number: int
    name: str


class Unsaved(NamedTuple):
    """What was to be saved under this number could not be written."""

    number: int
    problem: Problem


class FileChanged(NamedTuple):
    """The file holds this text of another program, or is gone; neither, it is as it was saved."""

    text: str | None = None
    gone: bool = False


class Thought(NamedTuple):
    """What was thought of so far."""

    ticket: int
    idea: Idea


# What a host tells; nothing that a phone sends is one of these.
Result = Saved | Unsaved | FileChanged | Thought
