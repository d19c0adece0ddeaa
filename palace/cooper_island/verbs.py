"""The verbs of a log, one row for each, and a step: a verb with its parts."""

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
"""Kinds of parts that are one of a few words."""


class Part(NamedTuple):
    """A part of a form: its name, its kind, the word before it, and whether it may be left out.

    Kinds are those of `CHOICES`, `count` (1 to 99), `number` (1 to 8), `space`, `spaces`, `name`
    (in quotes where it has blanks), `payment`, `goods`, `gains`, `placement` (with its verb) and
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
    """What a player can do: its parts, the one phase it belongs to, and who does it.

    `do` is called with the turn and the parts by their names; `phase` is empty for what can be
    done in every phase.
    """

    name: str
    phase: str
    parts: tuple[Part, ...]
    example: str
    words: str
    do: Callable[..., None]

    @property
    def form(self) -> str:
        """How it is written: `sail SHIP COUNT`."""
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
        # worker areas
        Verb("worker", WORKERS, (_AREA, *_TOLL), "worker A toll 1 food",
             "place a normal worker; toll where others stand",
             partial(workers.place_worker, kind="worker")),
        Verb("special", WORKERS, (_AREA, *_TOLL), "special C anchor cutter",
             "place a special worker; an anchor for the toll",
             partial(workers.place_worker, kind="special")),
        Verb("draw", "", (_COUNT,), "draw 2",
             "draw double tiles from the bag", free_actions.draw_doubles),
        Verb("double", "", (_TILE,), "double forest-meadow c3-c4",
             "lay a double tile; level meadow c3, gold", free_actions.lay_double),
        Verb("boat", WORKERS, (_NUMBER, _PAY, _GIVES), "boat 3 pay 2 wood food@c2 gives 1 helm",
             "build an income boat", workers.build_boat),
        Verb("build", WORKERS,
             (Part("kind", "building"), _SPACE, _may("card", "name"), _PAY, _GIVES),
             "build large c4 card Mill pay 2 stone",
             "put up a building, draw its card", workers.build),
        Verb("take", WORKERS, (Part("goods", "goods"),), "take 1 coin",
             "a resource or coin, in area E", free_actions.take_goods),
        Verb("ruin", WORKERS, (_SPACE,), "ruin e3",
             "take a ruin into the workshop", workers.take_ruin_in),
        Verb("statue", WORKERS, (_SPACE, _PAY, _GIVES), "statue c4 pay 2 stone gives 1 helm",
             "put up a statue from the workshop", workers.put_up_statue),
        Verb("crate", WORKERS, (_NUMBER, _may("turned", "flag"), _PAY, _GIVES),
             "crate 2 turned pay 1 food", "take a crate from a cargo card", workers.take_crate),
        Verb("again", "", (Part("what", "printed"), _PLAYER, _NUMBER, _GIVES),
             "again islet Ben 4 gives 1 wood",
             "an islet passed, or in C; a boat in E", free_actions.have_again),
        Verb("milestone", "",
             (Part("name", "name"), Part("takes", "worker", "takes"), _may("sends", "worker"),
              _may("to", "number")),
             "milestone boats takes special sends worker to 3",
             "flip a milestone, hire a worker", workers.flip_milestone),
        # income
        Verb("islet", INCOME, (_TILE, _may("number", "number"), _GIVES),
             "islet forest d2-e2 number 4 gives 1 wood",
             "lay an islet, land half first", free_actions.lay_islet),
        Verb("receive", INCOME, (_NUMBER, _GIVES), "receive 3 gives 1 stone",
             "the income of a boat", free_actions.receive_income),
        # the sea
        Verb("sail", "", (_SHIP, _COUNT), "sail cutter 2",
             "helm points move a ship, or remove anchors", free_actions.sail),
        Verb("logbook", "", (_GIVES,), "logbook gives 1 gold",
             "take a logbook on the way", free_actions.take_logbook),
        Verb("harbour", "", (_PLAYER, _PAY, _ANCHOR), "harbour Ben pay 1 coin",
             "pass the harbour of another; or anchor cutter", free_actions.pass_harbour),
        Verb("anchor", "", (_SHIP,), "anchor two-master",
             "put an anchor for missing food under a ship", free_actions.put_anchor),
        # at any time
        Verb("store", "", (_PAID,), "store 2 wood food@c3",
             "from market or peninsula to the storage", free_actions.store),
        Verb("exchange", "", (_PAID, Part("wanted", "goods", "for")), "exchange 2 cloth for 1 coin",
             "goods for goods", free_actions.exchange),
        Verb("cover", "", (Part("effect", "cover"), _may("goods", "goods", "")),
             "cover resources 1 wood 1 food",
             "use a crate: draw, double, steps, coins", free_actions.cover_effect),
        Verb("single", "", (_TILE, _may("steps", "count", "for")), "single meadow c3 for 2",
             "a single tile for steps of the cartographer", free_actions.lay_single),
        Verb("use", "", (Part("card", "name"), _GIVES), "use Mill gives 2 wood",
             "use a large building", free_actions.use_card),
        # clean-up
        Verb("feed", CLEAN_UP, (Part("food", "payment"), _may("of", "count")),
             "feed 1 food food@c2 of 4",
             "feed the workers; of what the board asks for", workers.feed_workers),
        Verb("reactivate", CLEAN_UP, (Part("what", "used"), Part("name", "name"), _PAY),
             "reactivate crate draw pay 1 coin",
             "free a crate, turn back a card", workers.reactivate),
        Verb("statues", CLEAN_UP, (), "statues",
             "a helm point for each statue", workers.earn_statues),
        Verb("road", CLEAN_UP, (), "road", "the helm point of the road", workers.earn_road),
        # what is not known here
        Verb("gets", "", (Part("gains", "gains"),), "gets 1 wood 2 helm",
             "from what is not known here, on trust", free_actions.get_otherwise),
        Verb("spends", "", (_PAID,), "spends 1 coin",
             "for what is not known here, on trust", free_actions.spend_otherwise),
    )
}  # fmt: skip
"""Every verb of a log: its phase and form, an example, what it says, and what does it."""

LEADS = frozenset(part.lead for verb in VERBS.values() for part in verb.parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One step; `parts` has the values that are there, in the order of the form.

    Raises `InputError` for an unknown part, and one that is missing.
    """

    row: Verb
    parts: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        form = self.row.parts
        names = [name for name, _ in self.parts]
        order = [part.name for part in form if part.name in names]
        lacks = [part.name for part in form if not part.optional and part.name not in names]
        if names != order or lacks:
            what = f"{self.verb} does not go with {', '.join(names) or 'nothing'}"
            known = ", ".join(part.name for part in form) or "nothing"
            raise InputError(Problem("Step", what, f"its parts are {known}, in this order"))

    @classmethod
    def of(cls, verb: str, **parts: Any) -> Step:
        """The step of a verb with these parts, in whatever order; `InputError` for another verb."""
        if verb not in VERBS:
            what = f"{verb!r:.40} is no step"
            raise InputError(Problem("Step", what, f"it is one of: {', '.join(VERBS)}"))
        order = [part.name for part in VERBS[verb].parts]
        known = sorted(parts, key=lambda name: order.index(name) if name in order else len(order))
        return cls(VERBS[verb], tuple((name, parts[name]) for name in known))

    @property
    def verb(self) -> str:
        """The name of its verb."""
        return self.row.name

    def get(self, name: str) -> Any:
        """The value of a part; None if it is left out."""
        return dict(self.parts).get(name)

    def do(self, turn: object) -> None:
        """Do the step in a turn, as its row says."""
        self.row.do(turn, **dict(self.parts))

    def __str__(self) -> str:
        # The text of a placement begins with the verb.
        words = [] if _TILE in self.row.parts else [self.verb]
        for part in self.row.parts:
            value = self.get(part.name)
            if value is None:
                continue
            words += [part.lead] * bool(part.lead)
            if part.kind == "name":
                words.append(quoted(value))
            elif part.kind == "spaces":
                words += map(str, value)
            elif part.kind != "flag":
                words.append(str(value))
        return " ".join(words)

    def __repr__(self) -> str:
        return f"read_step({str(self)!r})"


def quoted(name: str) -> str:
    """A name as it stands in a log: in quotes where it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'
