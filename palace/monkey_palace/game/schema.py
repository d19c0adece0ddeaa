"""The shape of records and build files, checked by pydantic; unknown keys are kept."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from palace.core.errors import nearest
from palace.files.fields import Date, Format, Name, Provenance, RulesOne, notation
from palace.files.models import AfterValidator, Discriminator, Field, MisfitError, Model, Tag
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.kernel.elements import COLOURS, LETTERS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply

GAMES = ("monkey-palace", "palm-island", "cooper-island")
MOST_TURNS = 2_000
MOST_ELEMENTS = 2_000
MOST_CARDS = 100
MOST_TROPHIES = 100
MOST_PLAYERS = 100


COUNTED = {"arch": "a"} | {kind: LETTERS[kind] for kind in ("brick", "column", *COLOURS.values())}
"""The kinds of pieces that a box can have more or fewer of, and their letters."""

MOST_PIECES = 999
"""Pieces of a kind in a box."""

LEAST = {"arch": 2, "brick": 1, "gold": 1}
"""Pieces of the set-up."""


def checked_pieces(pieces: dict[str, int]) -> dict[str, int]:
    """Return numbers of pieces that a box can have, by their kinds; raises `MisfitError`."""
    for kind, number in pieces.items():
        if kind not in COUNTED:
            near = nearest(kind, COUNTED)
            hint = f"did you mean {near}?" if near else f"they are {', '.join(COUNTED)}"
            raise MisfitError(f"there is no kind of piece {kind!r:.40}", hint)
        if number < (least := LEAST.get(kind, 0)):
            raise MisfitError(f"{number} of {kind}", f"the set-up alone needs {least}")
    return pieces


KnobName = Annotated[str, notation(Knob.read)]
SupplyText = Annotated[str, notation(Supply.read)]
StaircaseText = Annotated[str, notation(Staircase.read)]
CardText = Annotated[str, notation(Card.read)]
Cards = Annotated[list[CardText], Field(max_length=MOST_CARDS)]
Trophies = Annotated[list[Literal["monkey", "butterfly", "frog"]], Field(max_length=MOST_TROPHIES)]
Count = Annotated[int, Field(ge=0, le=10_000)]
Pieces = Annotated[
    dict[str, Annotated[int, Field(ge=0, le=MOST_PIECES)]], AfterValidator(checked_pieces)
]
"""Numbers of pieces in a box that differ from those of the rule book, by their kinds."""

Counts = Annotated[
    Annotated[Count, Tag("one")]
    | Annotated[list[Count], Field(max_length=MOST_CARDS), Tag("list")],
    Discriminator(lambda value: "list" if isinstance(value, list) else "one"),
]


class Found(Model):
    """What a player has when a record begins in the middle of a game.

    `cards` are those whose values are known, in the order they were taken; `bananas` those on the
    others, `bonus` the bonus cards, `trophies` the animals whose cards the player holds.
    """

    cards: Cards = Field(default_factory=list)
    bananas: Count = 0
    bonus: Count = 0
    trophies: Trophies = Field(default_factory=list)


class Player(Model):
    """One seat; `cards`, `bonus`, `trophies` and `total` are for games without turns.

    `found` is what the player has where the record has a `position`.
    """

    name: Name
    start: SupplyText | None = None
    each: SupplyText | None = None
    cards: Counts | None = None
    bonus: Count | None = None
    trophies: Trophies | None = None
    total: int | None = None
    found: Found | None = None


class TurnModel(Model):
    """One turn: a build or a pass, what followed from it, and what was written down of it."""

    player: str
    build: StaircaseText | None = None
    pass_: bool | None = Field(default=None, alias="pass")
    take: Cards | None = None
    butterfly: KnobName | None = None
    frog: KnobName | None = None
    monkey: KnobName | None = None
    decoration: Literal["l", "d", "g"] | None = None
    credits: Count | None = None
    bonus: bool | None = None
    notes: str | None = None


class Seed(Model):
    """The order of the piles by lot: in each the card comes first whose SHA-256 of `SEED/ID` is
    lowest."""

    seed: Annotated[int, Field(ge=0, le=10**12)]


def _seeded(value: object) -> str:
    return "seed" if isinstance(value, dict) and "seed" in value else "written"


WrittenPiles = dict[str, Annotated[list[str], Field(max_length=MOST_CARDS)]]
Piles = Annotated[
    Annotated[Seed, Tag("seed")] | Annotated[WrittenPiles, Tag("written")], Discriminator(_seeded)
]


class Ground(Model):
    """The keys of a map in a record; `kernel.map_file` checks their values."""

    name: Any = None
    provenance: Any = None
    plate: Any = None
    sheet: Any = None
    origin: Any = None
    pitch: Any = None
    knobs: Any = None
    setup: Any = None


class MonkeyRecord(Model):
    """A recorded game of Monkey Palace.

    With `animals = "unknown"` a monkey that moved may be left out of a turn.  A record that begins
    in the middle of a game has the `position` then, who is `due`, and whether it is the
    `last_round`.  `piles` is the order of the cards, top first, as far as it is known;
    `pieces` are numbers of pieces in the box that differ from those of the rule book.
    """

    format: Format
    game: Literal["monkey-palace"]
    rules: RulesOne
    map: str | None = None
    date: Date = None
    place: str | None = None
    notes: str | None = None
    box: str | None = None
    deck: str | None = None
    provenance: Provenance | None = None
    finished: bool | None = None
    animals: Literal["unknown"] | None = None
    position: str | None = None
    due: str | None = None
    last_round: bool | None = None
    piles: Piles | None = None
    trophies: Trophies = Field(default_factory=lambda: ["monkey"])
    pieces: Pieces = Field(default_factory=dict)
    ground: Ground | None = None
    rulings: dict[str, str] = Field(default_factory=dict)
    players: Annotated[list[Player], Field(max_length=MOST_PLAYERS)]
    turns: Annotated[list[TurnModel], Field(max_length=MOST_TURNS)] | None = None


class ElementModel(Model):
    """One element of a build file; `x y` is the south-west stud, `level` that of its underside."""

    kind: Literal[
        "arch", "brick", "column", "light", "dark", "gold", "corner", "monkey", "butterfly", "frog"
    ]
    x: Annotated[int, Field(ge=-1_000, le=1_000)]
    y: Annotated[int, Field(ge=-1_000, le=1_000)]
    level: Annotated[int, Field(ge=0, le=1_000)] = 0
    turn: Annotated[int, Field(ge=0, le=3)] = 0
    colour: str = ""


class BuildModel(Model):
    """A build file: a whole table, or one turn laid on `position`."""

    format: Format
    map: str | None = None
    ground: Ground | None = None
    position: str | None = None
    build: Annotated[list[ElementModel], Field(max_length=MOST_ELEMENTS)]
