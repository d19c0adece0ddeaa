"""What a phone sends, what a step wants done, and what a host tells: three closed unions.

An `Action` is a JSON object: `do` is its name, its fields beside it.  One that changes the table
goes to `palace.page.step.step`; one that only this phone sees to `palace.page.view.look`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from palace.contract.taps import Idea
from palace.core.errors import Problem

Role = Literal["player", "spectator"]

LONGEST = 1_200  # characters of a text that a phone sends
LARGEST = 2_048  # bytes of an action
MOST_FILE = 1_000_000  # bytes of a file that is sent


@dataclass(frozen=True)
class Tap:
    """A tap on a place or a key of the move that is entered, or of what is entered beside it."""

    name: str
    held: bool = False


@dataclass(frozen=True)
class Answer:
    """The question answered in one line."""

    text: str


@dataclass(frozen=True)
class Next:
    """On to the next question, or the move is confirmed; `insist` does so against the reasons that
    are shown, `to` is the key of a question that is asked on demand."""

    insist: bool = False
    to: str = ""


@dataclass(frozen=True)
class Undo:
    """The last tap taken back."""


@dataclass(frozen=True)
class Clear:
    """The move begun again."""


@dataclass(frozen=True)
class Think:
    """Something that takes longer, by its name, such as a hint; `stop` ends it."""

    what: str
    stop: bool = False


@dataclass(frozen=True)
class Take:
    """What was thought of is entered; not `yes`, it is put away."""

    yes: bool = True


@dataclass(frozen=True)
class TakeBack:
    """The move confirmed last taken back."""


@dataclass(frozen=True)
class Replace:
    """An older move, from 1, entered again; 0 leaves it as it was."""

    number: int


@dataclass(frozen=True)
class Open:
    """Something beside the game is begun, such as `new`, `found` or `pad`, `about` what; empty ends
    it.  Players of a form who have no name are `unnamed` with their number."""

    what: str
    about: str = ""
    unnamed: str = ""


@dataclass(frozen=True)
class Fill:
    """A line of a form filled in; without a text it has its default again."""

    name: str
    text: str = ""


@dataclass(frozen=True)
class Begin:
    """What a form makes is begun."""


@dataclass(frozen=True)
class Reread:
    """The file is right, and the page is not: the game is read from it again."""


@dataclass(frozen=True)
class SaveAs:
    """The game goes on in another file of the same folder; without a name it is offered."""

    text: str = ""


@dataclass(frozen=True)
class Load:
    """A file from a phone, for the form that is open; only the host makes one."""

    name: str
    text: str


@dataclass(frozen=True)
class End:
    """The table says that the game is over, or that it goes on."""


# What changes the table.
Change = (
    Tap | Answer | Next | Undo | Clear | Think | Take | TakeBack | Replace | Open | Fill | Begin
    | Reread | SaveAs | Load | End
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """The table after a turn; below 0 as it is now."""

    turn: int = -1


@dataclass(frozen=True)
class Speak:
    """Another language."""

    language: str


@dataclass(frozen=True)
class Fold:
    """What the stage shows: the plan, the palace in the round, or both."""

    shows: str


@dataclass(frozen=True)
class Sit:
    """This phone is a player's; without a name it is everybody's."""

    name: str = ""


@dataclass(frozen=True)
class Enter:
    """This phone enters for a player who is due and has another phone."""


@dataclass(frozen=True)
class Turned:
    """The side of the table this phone is on, in quarter turns from the south."""

    side: int


@dataclass(frozen=True)
class Sheet:
    """A sheet over the table by its name; empty puts it away."""

    name: str = ""


@dataclass(frozen=True)
class Dismiss:
    """A tip or a notice is read."""

    name: str = ""


@dataclass(frozen=True)
class Pick:
    """A piece of the palace, to be told what it is."""

    name: str = ""


# What one phone alone sees.
Looking = Look | Speak | Fold | Sit | Enter | Turned | Sheet | Dismiss | Pick

Action = Change | Looking

_SENT: Mapping[str, type[Action]] = MappingProxyType({
    re.sub("(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(): kind
    for kind in get_args(Change | Looking) if kind is not Load
})  # fmt: skip
_NAMES = {kind: name for name, kind in _SENT.items()}


@dataclass(frozen=True)
class Sent:
    """An action as it came: the version it was made for, and its number on its phone."""

    action: Action
    version: int
    count: int


class By(NamedTuple):
    """Who sent it, and what a step may not look up itself: the date as `2026-11-23`, a seed."""

    phone: str
    role: Role
    today: str
    seed: int
    seat: str = ""


def do(action: Action) -> dict[str, object]:
    """Return an action as a phone sends it back."""
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
    typed = all(type(getattr(action, one.name)).__name__ == one.type for one in fields(action))
    short = all(len(str(value)) <= LONGEST for value in data.values())
    numbers = type(version) is int and type(count) is int and version >= 0 and count > 0
    return Sent(action, version, count) if typed and short and numbers else None


@dataclass(frozen=True)
class Save:
    """Write the record; `expected` is the text that the file should have, None for a new file,
    `ours` how this program would have written that: another text is one by hand, which is copied
    first.  `name` is that of another file to go on in."""

    text: str
    expected: str | None
    ours: str = ""
    name: str = ""


@dataclass(frozen=True)
class KeepDraft:
    """Keep the move that is entered beside the record; an empty text removes it."""

    text: str


@dataclass(frozen=True)
class Ponder:
    """Think about something: `palace.page.think.thoughts(ticket)` yields it in slices."""

    ticket: int
    what: str


@dataclass(frozen=True)
class Stop:
    """Think about it no longer."""

    ticket: int


@dataclass(frozen=True)
class Tell:
    """Tell one phone why something was not done."""

    phone: str
    problem: Problem


@dataclass(frozen=True)
class Offer:
    """Give one phone a file."""

    phone: str
    name: str
    text: str


@dataclass(frozen=True)
class ReadFile:
    """Read the record's file again, and tell it by `FileChanged`."""


# What a step wants done.
Effect = Save | KeepDraft | Ponder | Stop | Tell | Offer | ReadFile


@dataclass(frozen=True)
class Saved:
    """The text is in the file of this name."""

    text: str
    name: str


@dataclass(frozen=True)
class Unsaved:
    """The text could not be written."""

    text: str
    problem: Problem


@dataclass(frozen=True)
class FileChanged:
    """The file holds another text than was written to it; None if it is gone."""

    text: str | None


@dataclass(frozen=True)
class Thought:
    """What was thought of so far."""

    ticket: int
    idea: Idea


# What a host tells; nothing that a phone sends is one of these.
Result = Saved | Unsaved | FileChanged | Thought
