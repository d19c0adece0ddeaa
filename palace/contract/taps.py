"""What can be tapped while a move is entered, and the board it is shown on.

An answer that grows tap by tap is a text, and each tap has the text that it makes of it: a page
needs no rule of a game, and what is entered can be kept as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from palace.core.verdict import Reason

Icons = tuple[tuple[str, int], ...]
"""Pieces with their numbers: `("arch", 3)`."""


Mood = Literal["open", "unfinished", "legal", "illegal"]


@dataclass(frozen=True)
class Place:
    """A place of a board, `x` from the west and `y` from the south.

    `zone` is a letter (empty where there is no place), `text` is written on it, `sign` beside that,
    `icon` stands on it; `label` says all of it.  `looks` are words for how it looks: `closed`,
    `chosen`, `ahead`, `place`, `fault`; of what is entered `draft`, thought of `hint`, there last
    `last`, by the player before `lately`, where hands put a piece `hands`, where they took it
    `left`; `top-` with the letter of a decoration; `tone-` or `two-` with the number of a shade.  A
    tap on a `live` one sends its name; one that `holds` also knows a long one: a page tells both
    from the texts of the board.  On a picture it is `wide` and `deep`, `y` is from the north, and
    it may look `round`.
    """

    name: str
    x: int
    y: int
    zone: str = ""
    text: str = ""
    sign: str = ""
    icon: str = ""
    looks: str = ""
    label: str = ""
    live: bool = False
    holds: bool = False
    wide: int = 0
    deep: int = 0


@dataclass(frozen=True)
class Solid:
    """A piece in the round: its kind, the south-west stud, the level of its underside in bricks,
    quarter turns, its colour as `#rrggbb`.  `looks` is ghost, fault or hint; `turn` since when it
    is there."""

    name: str
    kind: str
    x: int
    y: int
    level: int
    turned: int = 0
    tint: str = ""
    looks: Literal["", "ghost", "fault", "hint"] = ""
    turn: int = 0


class Board(NamedTuple):
    """A board from above, and in the round: `ground` are the letters of its zones from the north,
    `.` for no place, `sheet` is where they are (see below), `way` leads along what is entered as
    `(x, y, level)`, in studs and bricks, `path` are its places.  `bridges` are pairs of places
    that a piece joins.

    A tap on a place makes its text in `answers`, a long one that in `held`; on one without a text
    it does nothing; one that makes a whole legal answer again confirms it.  `told` says what a
    piece is.  `sheet` is the side of the plate in studs, the west and south stud of the sheet on
    it, its width and depth, the stud of the place in the south-west, and the studs from place to
    place.  `tones` are columns of figures: stud, height in bricks, colour.  On a `picture`, as SVG,
    places are parts of it in its units from the top left; one without a size is dragged, and fills
    in `x,y` under its name; `rings` are drawn: middle and radius.
    """

    files: tuple[str, ...]
    ranks: tuple[str, ...]
    label: str
    places: tuple[Place, ...] = ()
    ground: tuple[str, ...] = ()
    sheet: tuple[int, ...] = ()
    solids: tuple[Solid, ...] = ()
    way: tuple[tuple[float, float, float], ...] = ()
    tones: tuple[tuple[int, int, float, str], ...] = ()
    path: tuple[str, ...] = ()
    bridges: tuple[tuple[str, str], ...] = ()
    picture: str = ""
    rings: tuple[tuple[float, float, float], ...] = ()
    answers: Mapping[str, str] = MappingProxyType({})
    held: Mapping[str, str] = MappingProxyType({})
    told: Callable[[Solid], str] = lambda solid: solid.kind


class Having(NamedTuple):
    """What players have in hand, and get each turn, by their names; what is left for all; what
    everyone must know, empty where that is nothing, such as why a game ended; what the last turn
    gave its player; the picture of a point; what else the title tells, behind a line end more of it
    for the menu; cards to look at, with the title of their key where they are none; and what
    stands in the title in place of the number of the turn."""

    hands: Mapping[str, tuple[Icons, Icons]] = MappingProxyType({})
    stock: Icons = ()
    warning: str = ""
    given: Icons = ()
    points: str = ""
    about: str = ""
    cards: tuple[Row, ...] = ()
    look: str = ""
    turn: str = ""


class Choice(NamedTuple):
    """A key that makes the text `answer`, None where it cannot be tapped; `name` tells it apart.

    `note` is a second line, `picture` is SVG; `on` is whether it is chosen.  One that `asks` has
    the name of what is thought of to make the text; one for a `photo` is filled in with one.
    """

    name: str
    text: str
    answer: str | None = None
    icons: Icons = ()
    note: str = ""
    on: bool = False
    tint: str = ""
    asks: str = ""
    picture: str = ""
    photo: bool = False


class Amount(NamedTuple):
    """A number with the texts that one less and one more make."""

    name: str
    text: str
    value: int
    less: str | None = None
    more: str | None = None
    icons: Icons = ()


class Row(NamedTuple):
    """Keys and numbers that belong together; those of a `bar` are always in sight."""

    title: str = ""
    items: tuple[Choice | Amount, ...] = ()
    looks: Literal["row", "list", "cards", "grid", "bar"] = "row"


class Told(NamedTuple):
    """What the referee says: a headline, why, and what for; the pieces it `uses`, with a word for
    that, and those left; the picture of what it is about, its name or SVG."""

    title: str = ""
    mood: Mood = "open"
    reasons: tuple[Reason, ...] = ()
    lines: tuple[str, ...] = ()
    uses: Icons = ()
    left: Icons = ()
    used: str = ""
    picture: str = ""


class Taps(NamedTuple):
    """A question as far as it is answered by taps.

    `answer` is what is entered as an answer, None where it is none yet; `then` is what comes after
    it, empty where that is the end, which the main key calls `ends`; `mended` is the text of a
    right one near it, which `mends` tells, or the key itself as `mend`; without one `mends` stands
    in place of what reasons advise.  `keep` is what the key is called that answers against the
    rules.  `rows` are further keys: over the board where they `cover` it; `main` names the one that
    is most likely meant; beside a game, one that `asks` and has no answer is thought of without a
    tap.  `adds` is what going on takes besides, `loses` what it gives up.  `tip` is shown until it
    is put away.  `argued` is what a link shows of it: a staircase, and the position with its map,
    empty where no text names that map.  `clears` is whether a key begins it again.
    """

    told: Told
    board: Board | None = None
    rows: tuple[Row, ...] = ()
    answer: str | None = None
    then: str = ""
    ends: str = ""
    mended: str | None = None
    mends: str = ""
    mend: str = ""
    keep: str = ""
    cover: bool = False
    main: str = ""
    adds: str = ""
    loses: str = ""
    tip: str = ""
    argued: tuple[str, str] | None = None
    clears: bool = True

    @property
    def choices(self) -> Iterator[Choice]:
        """The keys of all rows."""
        return (item for row in self.rows for item in row.items if isinstance(item, Choice))

    @property
    def amounts(self) -> Iterator[Amount]:
        """The numbers of all rows."""
        return (item for row in self.rows for item in row.items if isinstance(item, Amount))

    def text_of(self, name: str, *, held: bool = False) -> str | None:
        """Return the text that a tap makes, `mend` that of the mend, and `-less` and `-more` behind
        the name of a number those of its keys; None for what cannot be tapped."""
        if name == "mend" and self.mended is not None:
            return self.mended
        texts: dict[str, str | None] = {}
        if self.board is not None:
            texts |= self.board.held if held else self.board.answers
        texts |= {one.name: one.answer for one in self.choices if not one.asks}
        for one in self.amounts:
            texts |= {f"{one.name}-less": one.less, f"{one.name}-more": one.more}
        return texts.get(name)


class Idea(NamedTuple):
    """What was thought of so far: a text that can be entered, what is told, how much is done;
    `lines` say more, `rows` show what the first of them says, `rest` are answers that are meant for
    later questions.  A whole `move` is that of a player of the program, to be made on the table
    step by step; `at` is the step."""

    text: str | None = None
    told: str = ""
    done: bool = False
    share: float = 0.0
    lines: tuple[str, ...] = ()
    rest: tuple[tuple[str, str], ...] = ()
    rows: tuple[Row, ...] = ()
    move: object = None
    at: int = 0
