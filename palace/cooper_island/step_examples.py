"""Every step with an example and what it means, for whoever writes a log."""

from __future__ import annotations

from typing import NamedTuple

from palace.cooper_island.step import FORMS, Part


class Example(NamedTuple):
    """A step as it is written, and what it says."""

    text: str
    says: str


EXAMPLES: dict[str, Example] = {
    "worker": Example("worker A toll 1 food", "place a normal worker; toll where others stand"),
    "special": Example("special C anchor cutter", "place a special worker; an anchor for the toll"),
    "draw": Example("draw 2", "draw double tiles from the bag"),
    "double": Example("double forest-meadow c3-c4", "lay a double tile; level meadow c3, gold"),
    "boat": Example("boat 3 pay 2 wood food@c2 gives 1 helm", "build an income boat"),
    "build": Example("build large c4 card Mill pay 2 stone", "put up a building, draw its card"),
    "take": Example("take 1 coin", "a resource or coin, in area E"),
    "ruin": Example("ruin e3", "take a ruin into the workshop"),
    "statue": Example("statue c4 pay 2 stone gives 1 helm", "put up a statue from the workshop"),
    "crate": Example("crate 2 turned pay 1 food", "take a crate from a cargo card"),
    "again": Example("again islet Ben 4 gives 1 wood", "an islet passed, or in C; a boat in E"),
    "milestone": Example(
        "milestone boats takes special sends worker to 3", "flip a milestone, hire a worker"
    ),
    "islet": Example("islet forest d2-e2 number 4 gives 1 wood", "lay an islet, land half first"),
    "receive": Example("receive 3 gives 1 stone", "the income of a boat"),
    "sail": Example("sail cutter 2", "helm points move a ship, or remove anchors"),
    "logbook": Example("logbook gives 1 gold", "take a logbook on the way"),
    "harbour": Example("harbour Ben pay 1 coin", "pass the harbour of another; or anchor cutter"),
    "anchor": Example("anchor two-master", "put an anchor for missing food under a ship"),
    "store": Example("store 2 wood food@c3", "from market or peninsula to the storage"),
    "exchange": Example("exchange 2 cloth for 1 coin", "goods for goods"),
    "cover": Example("cover resources 1 wood 1 food", "use a crate: draw, double, steps, coins"),
    "single": Example("single meadow c3 for 2", "a single tile for steps of the cartographer"),
    "use": Example("use Mill gives 2 wood", "use a large building"),
    "feed": Example("feed 1 food food@c2 of 4", "feed the workers; of what the board asks for"),
    "reactivate": Example("reactivate crate draw pay 1 coin", "free a crate, turn back a card"),
    "statues": Example("statues", "a helm point for each statue"),
    "road": Example("road", "the helm point of the road"),
    "gets": Example("gets 1 wood 2 helm", "from what is not known here, on trust"),
    "spends": Example("spends 1 coin", "for what is not known here, on trust"),
}


def form_text(verb: str) -> str:
    """The form of a verb: `sail SHIP COUNT`, parts that may be left out in brackets."""
    form = FORMS[verb]
    tile = any(part.kind == "placement" for part in form)
    return " ".join([verb, *(_part(part) for part in form if part.kind != "placement" or tile)])


def _part(part: Part) -> str:
    name = "TILE" if part.kind == "placement" else part.kind.upper()
    words = [part.lead] * bool(part.lead) + [name] * (part.kind != "flag")
    text = " ".join(words)
    return f"[{text}]" if part.optional else text
