"""The verbs of a log, one row for each, and the step: a verb with the values of its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from palace.cooper_island import free_actions, workers
from palace.cooper_island.rules import BOOK
from palace.cooper_island.state import BUILDINGS, CLEAN_UP, INCOME, SHIPS, WORKERS
from palace.core.verdict import Text

CHOICES: dict[str, tuple[str, ...]] = {
    "area": tuple(workers.AREAS),
    "ship": SHIPS,
    "worker": workers.KINDS,
    "building": tuple(BUILDINGS),
    "cover": tuple(free_actions.COVERS),
    "printed": ("islet", "boat"),
    "used": ("card", "crate"),
}
"""Kinds of parts with a fixed choice of words."""


class Part(NamedTuple):
    """A part of a verb's form: its name, its kind, the word before it, and whether it is optional.

    Kinds are those of `CHOICES`, `count` (1 to 99), `number` (1 to 8), `space`, `name` (in quotes
    if it has blanks), `payment`, `goods`, `gains`, `placement` (with its verb) and `flag`.
    """

    name: str
    kind: str
    lead: str = ""
    optional: bool = False


@dataclass(frozen=True)
class Verb:
    """A verb of a log: its form, an example, the function that carries it out, its phase, and the
    kind of step that it uses, which an area, a gain or a phase has to offer.

    The `form` has the kinds of the parts in capitals, with the word before them, in brackets if
    they are optional, and with a colon behind the name of a part, where that is neither the word
    nor the kind: `goods:PAYMENT for wanted:GOODS`. Parts without a word come first. `do` is called
    with the turn and the parts by name; `phase` is empty for a step of any phase.
    """

    name: str
    form: str
    example: str
    do: Callable[..., Any]
    phase: str = ""
    uses: str = ""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts in order."""
        found = []
        for option, lead, name, kind, flag in _PART.findall(self.form):
            kind = "placement" if kind == "TILE" else kind.lower() or "flag"
            lead = lead or flag
            found.append(Part(name or lead or kind, kind, lead, bool(option or flag)))
        return tuple(found)

    @cached_property
    def words(self) -> Text:
        """What the verb does, in a few words."""
        return BOOK.text(f"verb.{self.name}")

    @property
    def syntax(self) -> str:
        """The verb with the kinds of its parts: `sail SHIP COUNT`."""
        return f"{self.name} {re.sub('[a-z]+:', '', self.form)}".rstrip()


_PART = re.compile(r"(\[?)(?:([a-z]+) )?(?:([a-z]+):)?([A-Z]+)\]?|\[([a-z]+)\]")

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        # ships and what they pass
        Verb("sail", "SHIP COUNT", "sail cutter 2", free_actions.sail),
        Verb("harbour", "player:NAME [pay PAYMENT] [anchor SHIP]", "harbour Ben pay 1 coin",
             free_actions.pass_harbour),
        Verb("anchor", "SHIP", "anchor two-master", free_actions.put_anchor),
        Verb("logbook", "[gives GAINS]", "logbook gives 1 gold", free_actions.take_logbook),
        Verb("again", "what:PRINTED player:NAME NUMBER [gives GAINS]",
             "again islet Ben 4 gives 1 wood", free_actions.have_again),
        # worker areas
        Verb("worker", "AREA [toll PAYMENT] [anchor SHIP]", "worker A toll 1 food",
             partial(workers.place_worker, kind="worker"), WORKERS),
        Verb("special", "AREA [toll PAYMENT] [anchor SHIP]", "special C anchor cutter",
             partial(workers.place_worker, kind="special"), WORKERS),
        # tiles, and income
        Verb("islet", "TILE [number NUMBER] [gives GAINS]",
             "islet forest d2-e2 number 4 gives 1 wood", free_actions.lay_islet, INCOME, "islet"),
        Verb("draw", "COUNT", "draw 2", free_actions.draw_doubles, uses="draw"),
        Verb("double", "TILE", "double forest-meadow c3-c4", free_actions.lay_double, uses="lay"),
        Verb("receive", "NUMBER [gives GAINS]", "receive 3 gives 1 stone",
             free_actions.receive_income, INCOME),
        # what areas offer
        Verb("boat", "NUMBER [pay PAYMENT] [gives GAINS]",
             "boat 3 pay 2 wood food@c2 gives 1 helm", workers.build_boat, WORKERS, "boat"),
        Verb("build", "kind:BUILDING SPACE [card NAME] [pay PAYMENT] [gives GAINS]",
             "build large c4 card Mill pay 2 stone", workers.build, WORKERS, "build"),
        Verb("take", "GOODS", "take 1 coin", free_actions.take_goods, WORKERS, "take"),
        Verb("ruin", "SPACE [slot NUMBER]", "ruin e3 slot 2",
             workers.take_ruin_in, WORKERS, "ruin"),
        Verb("statue", "SPACE [pay PAYMENT] [gives GAINS]", "statue c4 pay 2 stone gives 1 helm",
             workers.put_up_statue, WORKERS, "statue"),
        Verb("crate", "NUMBER [turned] [pay PAYMENT] [gives GAINS]", "crate 2 turned pay 1 food",
             workers.take_crate, WORKERS, "crate"),
        # clean-up
        Verb("feed", "food:PAYMENT [of COUNT]", "feed 1 food food@c2 of 4", workers.feed_workers,
             CLEAN_UP),
        Verb("reactivate", "what:USED NAME [pay PAYMENT]", "reactivate crate draw pay 1 coin",
             workers.reactivate, CLEAN_UP),
        Verb("statues", "", "statues", workers.earn_statues, CLEAN_UP),
        Verb("road", "", "road", workers.earn_road, CLEAN_UP),
        # at any time
        Verb("store", "goods:PAYMENT", "store 2 wood food@c3", free_actions.store),
        Verb("exchange", "goods:PAYMENT for wanted:GOODS", "exchange 2 cloth for 1 coin",
             free_actions.exchange),
        Verb("cover", "effect:COVER [GOODS]", "cover resources 1 wood 1 food",
             free_actions.cover_effect),
        Verb("single", "TILE [for steps:COUNT]", "single meadow c3 for 2", free_actions.lay_single),
        Verb("use", "card:NAME [gives GAINS]", "use Mill gives 2 wood", free_actions.use_card),
        Verb("milestone", "NAME takes WORKER [sends WORKER] [to NUMBER]",
             "milestone boats takes special sends worker to 3", workers.flip_milestone),
        # sources and purposes that are not known
        Verb("gets", "GAINS", "gets 1 wood 2 helm", free_actions.get_otherwise),
        Verb("spends", "goods:PAYMENT", "spends 1 coin", free_actions.spend_otherwise),
    )
}  # fmt: skip
"""Every verb of a log."""

LEADS = frozenset(part.lead for verb in VERBS.values() for part in verb.parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A verb with the values of its parts, in the order of its form."""

    row: Verb
    parts: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, verb: str, /, **parts: object) -> Step:
        """Return the step of a verb with parts in any order."""
        row = VERBS[verb]
        known = ((part.name, parts[part.name]) for part in row.parts if part.name in parts)
        return cls(row, (*known,))

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
    words = [] if "placement" in parts else [row.name]
    for part in row.parts:
        value = parts.get(part.name)
        if value is not None:
            words += [part.lead] * bool(part.lead)
            text = quoted(str(value)) if part.kind == "name" else str(value)
            words += [text] * (part.kind != "flag")
    return " ".join(words)


def quoted(name: str) -> str:
    """Return a name as written in a log, in quotes if it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'
