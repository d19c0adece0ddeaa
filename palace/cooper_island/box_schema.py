"""What an owner of the box can enter: ring, costs, effects; all of it optional."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from palace.contract.box import BoxHead, Key, Section
from palace.cooper_island.goods import cost_of, gains_of
from palace.files.fields import Model, Name, Provenance, notation


def _blank_or(read: object) -> AfterValidator:
    """A text that is empty, which says nothing, or can be read."""
    assert callable(read)
    return notation(lambda text: read(text) if text.strip() else None)


Small = Annotated[int, Field(ge=0, le=1_000)]
Cost = Annotated[str, _blank_or(cost_of)]
Gains = Annotated[str, _blank_or(gains_of)]


class RingModel(Model):
    """The sea track for so many players: `beaches` round the island, counted clockwise from 0.

    Harbours in seat order, each just before the beach of its number; `before` are the beaches of a
    coast before its harbour; a ship takes a logbook on the beaches under its name.
    """

    players: Annotated[int, Field(ge=2, le=4)]
    beaches: Annotated[int, Field(ge=1, le=1_000)]
    harbours: Annotated[list[Small], Field(max_length=4)]
    before: Small
    cutter: Annotated[list[Small], Field(max_length=1_000)]
    two_master: Annotated[list[Small], Field(max_length=1_000)]
    provenance: Provenance | None = None


class PricedModel(Model):
    """Something numbered with its cost and what it gives; an empty text is not filled in."""

    number: Annotated[int, Field(ge=1, le=8)]
    cost: Cost | None = None
    gives: Gains | None = None


class BuildingsModel(Model):
    """What each kind of building costs."""

    small: Cost | None = None
    large: Cost | None = None
    fortress: Cost | None = None


class CardModel(Model):
    """A building card: what a small building's gives at once, a large one's whenever it is used."""

    name: Name
    kind: Literal["small", "large"]
    gives: Gains | None = None


class Values(Model):
    """What is printed on boards, tiles and cards; each value that is left out is not known.

    `feeding` has the food for 2, 3, 4 … active workers; `single_tile` the cartographer's steps for
    a single tile that comes to lie at level 1, 2, 3 …; `storage` the spaces at the start;
    `uncovers` the further spaces each building that leaves the board uncovers; `milestones` what
    logs call the four milestones.
    """

    provenance: Provenance = "placeholder"
    rings: Annotated[list[RingModel], Field(max_length=3)] = Field(default_factory=list)
    storage: Annotated[int, Field(ge=1, le=99)] | None = None
    uncovers: Annotated[int, Field(ge=0, le=9)] | None = None
    cartographer: Annotated[int, Field(ge=1, le=99)] | None = None
    single_tile: Annotated[list[Small], Field(max_length=20)] = Field(default_factory=list)
    feeding: Annotated[list[Small], Field(max_length=5)] = Field(default_factory=list)
    statue: Cost | None = None
    buildings: BuildingsModel | None = None
    boats: Annotated[list[PricedModel], Field(max_length=6)] = Field(default_factory=list)
    crates: Annotated[list[PricedModel], Field(max_length=5)] = Field(default_factory=list)
    islets: Annotated[list[PricedModel], Field(max_length=6)] = Field(default_factory=list)
    cards: Annotated[list[CardModel], Field(max_length=30)] = Field(default_factory=list)
    milestones: Annotated[list[Name], Field(max_length=4)] = Field(default_factory=list)


class CooperBox(Values, BoxHead):
    """A box file: its name, and the values its owner has entered."""


HEAD = """\
Cooper Island: what is printed on the boards, tiles and cards of your box.
Fill in what you have; what stays empty is not checked, and every verdict says so.
What is still missing: palace box check {name}
  cost: amounts and wood food stone gold cloth coin any    "2 wood 1 any"
  gives: the same, and helm (points) draw lay (double tiles) step (of the cartographer)"""

_RINGS = """\
The sea ring, one table for each number of players.  Beaches are numbered clockwise from 0; each
harbour (in seat order) lies just before the beach of its number; "before" are the beaches of a
peninsula's coast before its harbour; a ship takes a logbook on the beaches under its name."""

_CARDS = """\
Building cards, one table for each: what a small building's gives at once, or a large one's
whenever it is used."""

_NUMBERS = "a list of numbers"
_ONE = "what one costs"
_NUMBER = Key("number", "{n}")
_COST = Key("cost", lacks="cost")
_GIVES = Key("gives", lacks="gives")


def _list(values: list[object]) -> str:
    return " ".join(map(str, values))


def _later(name: str, value: str, note: str, lacks: str = "a number") -> Key:
    """A key of the file itself, behind a `#` in the template."""
    return Key(name, value, note, lacks, _list if value[0] == "[" else str, commented=True)


def _lists(name: str, value: str) -> Key:
    return Key(name, value, words=_list)


def _numbered(name: str, count: int, comment: str, *keys: Key) -> Section:
    numbers = tuple(range(1, count + 1))
    return Section(name, name.removesuffix("s"), (_NUMBER, *keys), comment, count, numbers)


SECTIONS = (
    Section("", "value", (
        _later("storage", "5", "storage spaces at the start"),
        _later("uncovers", "1", "further spaces that a building uncovers when it leaves the board"),
        _later("cartographer", "10", "the last space of the cartographer's track"),
        _later("single_tile", "[1, 2, 3]", "steps for a single tile at level 1, 2 ...", _NUMBERS),
        _later("feeding", "[2, 3, 4, 5, 6]", "food for 2, 3, 4 ... workers", _NUMBERS),
        _later("milestones", '["a", "b", "c", "d"]', "what logs call them", "the four names"),
        Key("statue", note="what a statue costs", lacks=_ONE),
    )),
    Section("buildings", "building",
            tuple(Key(kind, lacks=_ONE) for kind in BuildingsModel.model_fields), single=True),
    Section("rings", "ring", (
        Key("players", "2"), Key("beaches", "20"), _lists("harbours", "[0, 10]"),
        Key("before", "3"), _lists("cutter", "[4, 9, 14, 19]"),
        _lists("two_master", "[0, 5, 10, 15]"),
    ), _RINGS, labels=(2, 3, 4)),
    Section("cards", "card", (Key("name", '"Mill"'), Key("kind", '"large"'),
                              Key("gives", '"2 wood"')), _CARDS),
    _numbered("boats", 6, "Income boats, by berth.", _COST, _GIVES),
    _numbered("crates", 5, "Crates, by cargo card: what taking one costs.", _COST),
    _numbered("islets", 6, "Islet tiles: what each gives when it is laid and when a ship passes.",
              _GIVES),
)  # fmt: skip
