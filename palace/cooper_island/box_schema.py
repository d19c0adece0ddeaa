"""The shape of what an owner of the box enters: ring, costs, effects; all of it optional."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from palace.cooper_island.goods import cost_of, gains_of
from palace.files.fields import Format, Model, Name, Provenance, notation


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


class CooperBox(Values):
    """A box file: its name, and the values its owner has entered."""

    format: Format
    name: Name
