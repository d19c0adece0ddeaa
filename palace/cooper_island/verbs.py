"""The verbs of a log, one row for each, and the step: a verb with the values of its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from palace.cooper_island import free_actions, workers
from palace.cooper_island.state import BUILDINGS, CLEAN_UP, INCOME, SHIPS, WORKERS
from palace.core.errors import InputError, Problem

CHOICES: dict[str, tuple[str, ...]] = {
    "area": tuple(workers.AREAS),
    "ship": SHIPS,
    "worker": workers.KINDS,
    "building": tuple(BUILDINGS),
    "cover": free_actions.COVERS,
    "printed": ("islet", "boat"),
    "used": ("card", "crate"),
}
"""Kinds of parts with a fixed choice of words."""


class Part(NamedTuple):
    """A part of a verb's form: its name, its kind, the word before it, and whether it is optional.

    Kinds are those of `CHOICES`, `count` (1 to 99), `number` (1 to 8), `space`, `spaces`, `name`
    (in quotes if it has blanks), `payment`, `goods`, `gains`, `placement` (with its verb) and
    `flag`.
    """

    name: str
    kind: str
    lead: str = ""
    optional: bool = False

    def __str__(self) -> str:
        name = "TILE" if self.kind == "placement" else self.kind.upper()
        text = " ".join([self.lead] * bool(self.lead) + [name] * (self.kind != "flag"))
        return f"[{text}]" if self.optional else text


class Verb(NamedTuple):
    """A verb of a log: its parts, its phase, and the function that carries it out.

    `do` is called with the turn and the parts by name; `phase` is empty for a step of any phase.
    """

    name: str
    phase: str
    parts: tuple[Part, ...]
    example: str
    words: str
    do: Callable[..., Any]

    @property
    def form(self) -> str:
        """The syntax of the verb: `sail SHIP COUNT`."""
        return " ".join([self.name, *map(str, self.parts)])


def _may(name: str, kind: str, lead: str | None = None) -> Part:
    return Part(name, kind, name if lead is None else lead, optional=True)


_AREA, _NUMBER, _SPACE = Part("area", "area"), Part("number", "number"), Part("space", "space")
_SHIP, _COUNT, _PLAYER = Part("ship", "ship"), Part("count", "count"), Part("player", "name")
_TILE, _PAID = Part("placement", "placement"), Part("goods", "payment")
_PAY, _GIVES = _may("pay", "payment"), _may("gives", "gains")
_ANCHOR = _may("anchor", "ship")
_TOLL = (_may("toll", "payment"), _ANCHOR)

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        # ships and what they pass
        Verb("sail", "", (_SHIP, _COUNT), "sail cutter 2",
             "move a ship by helm points, or remove its anchors", free_actions.sail),
        Verb("harbour", "", (_PLAYER, _PAY, _ANCHOR), "harbour Ben pay 1 coin",
             "pay for passing a harbour; or anchor cutter", free_actions.pass_harbour),
        Verb("anchor", "", (_SHIP,), "anchor two-master",
             "put an anchor for missing food under a ship", free_actions.put_anchor),
        Verb("logbook", "", (_GIVES,), "logbook gives 1 gold",
             "take a logbook that the ship passes", free_actions.take_logbook),
        Verb("again", "", (Part("what", "printed"), _PLAYER, _NUMBER, _GIVES),
             "again islet Ben 4 gives 1 wood",
             "take the effect of an islet passed or in C, or of a boat in E",
             free_actions.have_again),
        # worker areas
        Verb("worker", WORKERS, (_AREA, *_TOLL), "worker A toll 1 food",
             "place a normal worker; pay a toll if others are there",
             partial(workers.place_worker, kind="worker")),
        Verb("special", WORKERS, (_AREA, *_TOLL), "special C anchor cutter",
             "place a special worker; take an anchor instead of a toll",
             partial(workers.place_worker, kind="special")),
        # tiles, and income
        Verb("islet", INCOME, (_TILE, _may("number", "number"), _GIVES),
             "islet forest d2-e2 number 4 gives 1 wood",
             "lay an islet, its land half first", free_actions.lay_islet),
        Verb("draw", "", (_COUNT,), "draw 2",
             "draw double tiles from the bag", free_actions.draw_doubles),
        Verb("double", "", (_TILE,), "double forest-meadow c3-c4",
             "lay a double tile; level meadow c3 or gold may follow", free_actions.lay_double),
        Verb("receive", INCOME, (_NUMBER, _GIVES), "receive 3 gives 1 stone",
             "take the income of a boat", free_actions.receive_income),
        # what areas offer
        Verb("boat", WORKERS, (_NUMBER, _PAY, _GIVES), "boat 3 pay 2 wood food@c2 gives 1 helm",
             "build an income boat", workers.build_boat),
        Verb("build", WORKERS,
             (Part("kind", "building"), _SPACE, _may("card", "name"), _PAY, _GIVES),
             "build large c4 card Mill pay 2 stone",
             "put up a building and draw its card", workers.build),
        Verb("take", WORKERS, (Part("goods", "goods"),), "take 1 coin",
             "take a resource or coin in area E", free_actions.take_goods),
        Verb("ruin", WORKERS, (_SPACE, _may("slot", "number")), "ruin e3 slot 2",
             "take a ruin into the workshop, into the next slot if none is named",
             workers.take_ruin_in),
        Verb("statue", WORKERS, (_SPACE, _PAY, _GIVES), "statue c4 pay 2 stone gives 1 helm",
             "put up a statue from the workshop", workers.put_up_statue),
        Verb("crate", WORKERS, (_NUMBER, _may("turned", "flag"), _PAY, _GIVES),
             "crate 2 turned pay 1 food", "take a crate from a cargo card", workers.take_crate),
        # clean-up
        Verb("feed", CLEAN_UP, (Part("food", "payment"), _may("of", "count")),
             "feed 1 food food@c2 of 4",
             "feed the workers; of: the food the board asks for", workers.feed_workers),
        Verb("reactivate", CLEAN_UP, (Part("what", "used"), Part("name", "name"), _PAY),
             "reactivate crate draw pay 1 coin",
             "free a crate or turn back a card", workers.reactivate),
        Verb("statues", CLEAN_UP, (), "statues",
             "take a helm point for each statue", workers.earn_statues),
        Verb("road", CLEAN_UP, (), "road", "take the helm point of the road", workers.earn_road),
        # at any time
        Verb("store", "", (_PAID,), "store 2 wood food@c3",
             "move goods from market or peninsula to the storage", free_actions.store),
        Verb("exchange", "", (_PAID, Part("wanted", "goods", "for")), "exchange 2 cloth for 1 coin",
             "exchange goods for goods", free_actions.exchange),
        Verb("cover", "", (Part("effect", "cover"), _may("goods", "goods", "")),
             "cover resources 1 wood 1 food",
             "use a crate: draw, double, steps, coins or resources", free_actions.cover_effect),
        Verb("single", "", (_TILE, _may("steps", "count", "for")), "single meadow c3 for 2",
             "lay a single tile for steps of the cartographer", free_actions.lay_single),
        Verb("use", "", (Part("card", "name"), _GIVES), "use Mill gives 2 wood",
             "use the card of a large building", free_actions.use_card),
        Verb("milestone", "",
             (Part("name", "name"), Part("takes", "worker", "takes"), _may("sends", "worker"),
              _may("to", "number")),
             "milestone boats takes special sends worker to 3",
             "flip a milestone and hire a worker", workers.flip_milestone),
        # sources and purposes that are not known
        Verb("gets", "", (Part("gains", "gains"),), "gets 1 wood 2 helm",
             "take goods from an unknown source, on trust", free_actions.get_otherwise),
        Verb("spends", "", (_PAID,), "spends 1 coin",
             "pay goods for an unknown purpose, on trust", free_actions.spend_otherwise),
    )
}  # fmt: skip
"""Every verb of a log: phase, form, example, short description, and function."""

LEADS = frozenset(part.lead for verb in VERBS.values() for part in verb.parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A verb with the values of its parts, in the order of its form.

    Raises `InputError` for an unknown part and for a missing one.
    """

    row: Verb
    parts: tuple[tuple[str, object], ...] = ()

    def __post_init__(self) -> None:
        form = self.row.parts
        names = [name for name, _ in self.parts]
        if names != [part.name for part in form if not part.optional or part.name in names]:
            what = f"{self.verb} cannot have the parts {', '.join(names) or 'none'}"
            known = ", ".join(part.name for part in form) or "none"
            raise InputError(Problem("Step", what, f"its parts are {known}, in this order"))

    @classmethod
    def of(cls, verb: str, /, **parts: object) -> Step:
        """Return the step of a verb with parts in any order; raises `InputError` for an unknown
        verb."""
        if verb not in VERBS:
            what = f"{verb!r:.40} is not a step"
            raise InputError(Problem("Step", what, f"use one of: {', '.join(VERBS)}"))
        row = VERBS[verb]
        known = {part.name: parts[part.name] for part in row.parts if part.name in parts}
        return cls(row, (*{**known, **parts}.items(),))

    def __reduce__(self) -> tuple[Callable[..., Step], tuple[str]]:
        return partial(Step.of, **dict(self.parts)), (self.verb,)

    @property
    def verb(self) -> str:
        """The name of its verb."""
        return self.row.name

    def get(self, name: str) -> object:
        """Return the value of a part; None if it is left out."""
        return dict(self.parts).get(name)

    def do(self, turn: object) -> None:
        """Carry out the step in a turn."""
        self.row.do(turn, **dict(self.parts))

    def __str__(self) -> str:
        return written(self.row, dict(self.parts))

    def __repr__(self) -> str:
        return f"read_step({str(self)!r})"


def written(row: Verb, parts: Mapping[str, object]) -> str:
    """Return the text of a step as far as its parts are there."""
    # The text of a placement begins with the verb.
    words = [] if _TILE.name in parts else [row.name]
    for part in row.parts:
        value = parts.get(part.name)
        if value is None:
            continue
        words += [part.lead] * bool(part.lead)
        if part.kind == "name":
            words.append(quoted(str(value)))
        elif isinstance(value, tuple) and part.kind == "spaces":
            words += map(str, value)
        elif part.kind != "flag":
            words.append(str(value))
    return " ".join(words)


def quoted(name: str) -> str:
    """Return a name as written in a log, in quotes if it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'
