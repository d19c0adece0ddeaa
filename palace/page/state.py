"""What one phone shows: named sections of plain values, which a client draws and knows no rule of.

A text is in the phone's language.  `do` is what a tap on something sends back, an `Action` as JSON
(`palace.page.action`); None where nothing is sent.  `icons` are pieces with their numbers:
`("arch", 3)`.  A colour of a player is a number from 0, which the client has a hue and a sign for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from palace.contract.taps import Icons, Mood, Place, Solid

Do = Mapping[str, object] | None
Shows = Literal["plan", "palace", "both"]
KeyLooks = Literal["", "main", "skip", "quiet", "sure", "upload", "photo"]


@dataclass(frozen=True)
class Key:
    """Something to tap: `note` is a smaller second line, `on` whether it is chosen, `picture` SVG.
    A `main` key goes on, a `skip` key with nothing; a `quiet` key is rarely meant, one that is
    `sure` is tapped twice; an `upload` key sends a file, a `photo` key the pixels of one."""

    text: str
    do: Do = None
    looks: KeyLooks = ""
    icons: Icons = ()
    note: str = ""
    on: bool = False
    tint: str = ""
    picture: str = ""
    kind: Literal["key"] = "key"


@dataclass(frozen=True)
class Stepper:
    """A number with a key that lowers it and one that raises it; one that is typed goes into `do`
    as `text`."""

    text: str
    value: str
    less: Do = None
    more: Do = None
    icons: Icons = ()
    do: Do = None
    kind: Literal["stepper"] = "stepper"


@dataclass(frozen=True)
class Field:
    """A line to type: its text goes into `do` as `text`; `hint` is what it is while it is empty."""

    text: str
    name: str
    do: Do = None
    value: str = ""
    longest: int = 400
    hint: str = ""
    kind: Literal["field"] = "field"


@dataclass(frozen=True)
class Says:
    """A paragraph, what is loud in it before a dash, SVG, or a link."""

    text: str = ""
    looks: Literal["", "head", "loud", "quiet", "fault", "svg", "link"] = ""
    kind: Literal["says"] = "says"


Item = Key | Stepper | Field | Says


@dataclass(frozen=True)
class Group:
    """Things that belong together: in a row, one below the other, as cards or as equal keys."""

    title: str = ""
    items: tuple[Item, ...] = ()
    looks: Literal["row", "list", "cards", "grid"] = "row"


@dataclass(frozen=True)
class Heading:
    """The line above everything: the game, whose turn it is, what is in their hand and in stock;
    `close` leaves what is entered beside the game."""

    title: str
    line: str = ""
    hand: Icons = ()
    stock: Icons = ()
    colour: int | None = None
    saved: str = ""
    safe: bool = True
    menu: tuple[Group, ...] = ()
    language: str = "en"
    close: Do = None


@dataclass(frozen=True)
class Player:
    """A player in the heading and in the table of points."""

    name: str
    colour: int
    total: str
    due: bool = False
    leads: bool = False
    icons: Icons = ()
    each: Icons = ()
    points: tuple[str, ...] = ()


@dataclass(frozen=True)
class Players:
    """All players in seat order; `heads` are the categories of their points, `points` is the
    picture of one."""

    rows: tuple[Player, ...] = ()
    heads: tuple[str, ...] = ()
    points: str = ""


@dataclass(frozen=True)
class Plan:
    """A board from above (see `palace.contract.taps.Board`) as this phone is turned: places are
    counted from the top left, a tap on one sends its name; or letters of one width as `text`.
    `colour` is that of the player whose last move `path` is, None where it is what is entered;
    `mend` is the way of what mends that."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    label: str = ""
    turned: int = 0
    places: tuple[Place, ...] = ()
    path: tuple[str, ...] = ()
    bridges: tuple[tuple[str, str], ...] = ()
    rings: tuple[tuple[float, float, float], ...] = ()
    colour: int | None = None
    text: str = ""
    mend: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What the referee says: a headline, why not with what would be legal, or else what for;
    `uses` are pieces, behind the word `used`, `picture` is what it is about, also SVG.  With a
    `why`, which opens the others, one line is shown."""

    title: str = ""
    mood: Mood = "open"
    reasons: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    uses: Icons = ()
    picture: str = ""
    used: str = ""
    why: str = ""


@dataclass(frozen=True)
class Entry:
    """The move being entered: its verdict, the keys below it, what else can be tapped.  `groups`
    take room of the plan where they `cover` it; `bar` is always in sight, the main key last."""

    title: str = ""
    verdict: Verdict = Verdict()
    bar: tuple[Key, ...] = ()
    groups: tuple[Group, ...] = ()
    cover: bool = False


@dataclass(frozen=True)
class Turn:
    """A turn of the time line; `count` is its number among those of players, 0 for none."""

    number: int
    text: str
    player: str = ""
    colour: int | None = None
    gains: str = ""
    legal: bool = True
    count: int = 0


@dataclass(frozen=True)
class Time:
    """The turns so far; `at` is the one that is shown."""

    title: str = ""
    at: int = 0
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Banner:
    """Something that everyone must know; a `notice` goes by itself, on one phone, `last` is what
    the turn before brought a player, `demo` is what there is to learn."""

    text: str
    looks: Literal["info", "warn", "fault", "notice", "tip", "last", "demo"] = "info"
    keys: tuple[Key, ...] = ()
    icons: Icons = ()
    colour: int | None = None


@dataclass(frozen=True)
class Scene:
    """A board in the round, see `palace.contract.taps.Board`; `picked` tells what a tapped piece
    is, `shows` is what the stage has: without the palace there are no pieces."""

    ground: tuple[str, ...] = ()
    sheet: tuple[int, ...] = ()
    solids: tuple[Solid, ...] = ()
    way: tuple[tuple[float, float, float], ...] = ()
    tones: tuple[tuple[int, int, float, str], ...] = ()
    picked: str = ""
    label: str = ""
    shows: Shows = "plan"


@dataclass(frozen=True)
class Sheet:
    """A form, a list or rules over the table.  `keys` are at its end; `close` is the action that
    puts it away, None where there is none."""

    name: str = ""
    title: str = ""
    groups: tuple[Group, ...] = ()
    keys: tuple[Key, ...] = ()
    close: Do = None


@dataclass(frozen=True)
class PageState:
    """All sections; `version` is that of the table, `count` the last action that this phone sent
    and that was dealt with, `picture` the board as SVG, or what its places are on."""

    version: int = 0
    count: int = 0
    heading: Heading = Heading("")
    players: Players = Players()
    picture: str = ""
    plan: Plan = Plan()
    entry: Entry = Entry()
    time: Time = Time()
    banners: tuple[Banner, ...] = ()
    scene: Scene = Scene()
    sheet: Sheet = Sheet()


def changes(state: PageState, before: PageState | None = None) -> str:
    """Return the sections that differ from `before` as one JSON object; empty where none does."""
    known = {} if before is None else vars(before)
    changed = {name: own for name, own in vars(state).items() if known.get(name, ...) != own}
    return written(changed) if changed else ""


def written(value: object) -> str:
    """Return sections, or one of them, as JSON; what is as by default is left out."""
    return json.dumps(value, default=_fields, ensure_ascii=False, separators=(",", ":"))


def _fields(value: object) -> dict[str, object]:
    known = vars(type(value))  # has what each field is by default
    every = vars(value).items()
    return {name: own for name, own in every if name == "kind" or known.get(name, ...) != own}
