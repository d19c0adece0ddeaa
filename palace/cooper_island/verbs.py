"""The verbs of a log, one row for each, and the step: a verb with the values of its parts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from palace.cooper_island import free_actions, workers
from palace.cooper_island.rules import BOOK
from palace.cooper_island.state import BUILDINGS, SHIPS
from palace.core.verdict import Text
from palace.files.text_file import shipped

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

    `verbs.toml` tells how a form is written. `do` is called with the turn and the parts by name;
    `phase` is empty for a step of any phase.
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

_DONE_BY: Mapping[str, Callable[..., Any]] = {
    "sail": free_actions.sail, "harbour": free_actions.pass_harbour,
    "anchor": free_actions.put_anchor, "logbook": free_actions.take_logbook,
    "again": free_actions.have_again, "worker": partial(workers.place_worker, kind="worker"),
    "special": partial(workers.place_worker, kind="special"), "islet": free_actions.lay_islet,
    "draw": free_actions.draw_doubles, "double": free_actions.lay_double,
    "receive": free_actions.receive_income, "boat": workers.build_boat, "build": workers.build,
    "take": free_actions.take_goods, "ruin": workers.take_ruin_in,
    "statue": workers.put_up_statue, "crate": workers.take_crate, "feed": workers.feed_workers,
    "reactivate": workers.reactivate, "statues": workers.earn_statues, "road": workers.earn_road,
    "store": free_actions.store, "exchange": free_actions.exchange,
    "cover": free_actions.cover_effect, "single": free_actions.lay_single,
    "use": free_actions.use_card, "milestone": workers.flip_milestone,
    "gets": free_actions.get_otherwise, "spends": free_actions.spend_otherwise,
}  # fmt: skip
"""The function that carries out each verb."""

_TABLE = tomllib.loads(shipped(__package__, "verbs.toml").read_text("utf-8"))
VERBS: Mapping[str, Verb] = {
    name: Verb(name, do=_DONE_BY[name], **row) for name, row in _TABLE.items()
}
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
