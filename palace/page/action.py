"""What a phone sends, what a step wants done, and what a host tells.

An `Action` that changes the table goes to `palace.page.step.step`; one to `look`, which only its
phone sees, to `palace.page.view.look`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from palace.contract.taps import Idea
from palace.core.errors import Problem
from palace.core.verdict import ENGLISH

if TYPE_CHECKING:
    from palace.contract.box import BoxHead

Verb = Literal[
    "tap", "fill", "next", "keep", "undo", "clear", "take-back", "replace", "think", "stop", "take",
    "open", "begin", "end", "again", "reread", "save-as", "look",
]  # fmt: skip
Role = Literal["player", "spectator"]

LONGEST = 1_200  # characters of a text that a phone sends
LARGEST = 2_048  # bytes of an action
MOST_FILE, MOST_PHOTO = 1_000_000, 9_000_000  # bytes of a file that is sent, and of a photo
PHOTO = "photo"  # the name of a line for a photo


@dataclass(frozen=True)
class Action:
    """What a phone sends: a JSON object with what it does, and to what.

    `tap`: on the place or key of this name; a long one is `held`, one that is `drawn` goes on with
    the stroke of the tap before.  `fill`: a text into the line of this name, empty for the default;
    a host fills in files, photos as characters of Latin-1.  `next`: on to the next question, to one
    that is asked on demand by its name, or the move is confirmed; `keep` does so against the
    reasons that are shown.  `undo` takes the last tap back, or leads back from a step of the
    program's move, `whole` from all of them; `clear` begins the move again, `take-back` takes back
    the move that was confirmed last.  `replace`: the move of this number is entered again, 0: not.

    `think`: of something by its name, such as a hint; `stop` ends it, `take` enters the text that
    was shown.  `open`: something beside the game by its name, such as `new`, `found` or `pad`,
    about a text; without a name it is left.  `begin` begins what it makes.  `end` is the table's
    word that the game is over, or goes on; `again` begins one like it in a new file.  `reread`: the
    game from its file.  `save-as`: it goes on in another file of the same folder, whose name is the
    text; without one it is offered.  `look`: the field of this name of the phone's `View` becomes
    the text.
    """

    do: Verb
    name: str = ""
    text: str = ""
    held: bool = False
    drawn: bool = False


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
    return {name: value for name, value in vars(action).items() if value}


def read_sent(text: str) -> Sent | None:
    """Return what a phone sent; None for anything that is not one action."""
    if len(text.encode(errors="replace")) > LARGEST:
        return None
    try:
        data = json.loads(text)
        version, count = data.pop("version"), data.pop("count")
        action = Action(**data)
        f"{action.name}{action.text}".encode()  # half a character could not be sent on
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    typed = all(type(value) is type(getattr(Action, name, "")) for name, value in data.items())
    short = max(len(str(value)) for value in data.values()) <= LONGEST
    numbers = type(version) is int and type(count) is int and version >= 0 and count > 0
    right = action.do in get_args(Verb) and typed and short and numbers
    return Sent(action, version, count) if right else None


def number(text: str) -> int:
    """Return the number that a text is; below 0 for any other."""
    return int(text) if text.isascii() and text.isdecimal() else -1


class Save(NamedTuple):
    """Write the record; the `number` tells what was saved from what is newer.  `ours` is how this
    program would have written the file as it was opened: another text is one by hand, which is
    copied first.  `name` is that of a new file of the same folder to go on in."""

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
    """Think about something for a phone, in slices for as long as the table ponders it: begun in
    the version `ticket`, with the `answer` to what it needs to know; `idea` is found so far."""

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
