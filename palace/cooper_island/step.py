"""Steps of a log entry: what a player does, in the words of `FORMS`.

A form is a verb and its parts in order; parts in brackets may be left out.  `palace.cooper_island.
payment` and `.goods` say how payments and goods are written, `.placement` how a tile is laid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from palace.cooper_island.sheet import SHIPS
from palace.core.errors import InputError, Problem

AREAS = tuple("ABCDEFGH")
WORKERS = ("worker", "special")
BUILDINGS = ("small", "large", "fortress")
COVERS = ("draw", "double", "steps", "coins", "resources")
"""The five effects a crate can cover: draw a double tile, lay one, two steps of the cartographer,
two coins, two resources."""

CHOICES: dict[str, tuple[str, ...]] = {
    "area": AREAS,
    "ship": SHIPS,
    "worker": WORKERS,
    "building": BUILDINGS,
    "cover": COVERS,
    "printed": ("islet", "boat"),
    "used": ("card", "crate"),
}
"""Kinds of parts that are one of a few words."""


class Part(NamedTuple):
    """A part of a form: its name, its kind, the word before it, and whether it may be left out.

    Kinds are those of `CHOICES`, `count` (1 to 99), `number` (1 to 8), `space`, `name` (in quotes
    where it has blanks), `payment`, `goods`, `gains`, `placement` (with its verb) and `flag`.
    """

    name: str
    kind: str
    lead: str = ""
    optional: bool = False


def _may(name: str, kind: str, lead: str | None = None) -> Part:
    return Part(name, kind, name if lead is None else lead, True)


_PAY = _may("pay", "payment")
_GIVES = _may("gives", "gains")
_TOLL = (_may("toll", "payment"), _may("anchor", "ship"))

FORMS: dict[str, tuple[Part, ...]] = {
    # worker areas
    "worker": (Part("area", "area"), *_TOLL),
    "special": (Part("area", "area"), *_TOLL),
    "draw": (Part("count", "count"),),
    "double": (Part("tile", "placement"),),
    "boat": (Part("number", "number"), _PAY, _GIVES),
    "build": (Part("kind", "building"), Part("space", "space"), _may("card", "name"), _PAY, _GIVES),
    "take": (Part("goods", "goods"),),
    "ruin": (Part("space", "space"),),
    "statue": (Part("space", "space"), _PAY, _GIVES),
    "crate": (Part("number", "number"), _may("turned", "flag"), _PAY, _GIVES),
    "again": (Part("what", "printed"), Part("player", "name"), Part("number", "number"), _GIVES),
    "milestone": (
        Part("name", "name"), Part("takes", "worker", "takes"), _may("sends", "worker"),
        _may("to", "number"),
    ),
    # income
    "islet": (Part("tile", "placement"), _may("number", "number"), _GIVES),
    "receive": (Part("number", "number"), _GIVES),
    # the sea
    "sail": (Part("ship", "ship"), Part("count", "count")),
    "logbook": (_GIVES,),
    "harbour": (Part("player", "name"), _PAY, _may("anchor", "ship")),
    "anchor": (Part("ship", "ship"),),
    # at any time
    "store": (Part("goods", "payment"),),
    "exchange": (Part("goods", "payment"), Part("for", "goods", "for")),
    "cover": (Part("effect", "cover"), _may("goods", "goods", "")),
    "single": (Part("tile", "placement"), _may("for", "count")),
    "use": (Part("card", "name"), _GIVES),
    # clean-up
    "feed": (Part("food", "payment"), _may("of", "count")),
    "reactivate": (Part("what", "used"), Part("name", "name"), _PAY),
    "statues": (),
    "road": (),
    # what is not known here
    "gets": (Part("gains", "gains"),),
    "spends": (Part("goods", "payment"),),
}  # fmt: skip

VERBS = tuple(FORMS)
LEADS = frozenset(part.lead for parts in FORMS.values() for part in parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One step; `parts` has the values that are there, in the order of the form.

    Raises `InputError` for an unknown verb or part, and a part that is missing.
    """

    verb: str
    parts: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        form = FORMS.get(self.verb)
        if form is None:
            what = f"{self.verb!r:.40} is no step"
            raise InputError(Problem("Step", what, f"it is one of: {', '.join(VERBS)}"))
        names = [name for name, _ in self.parts]
        order = [part.name for part in form if part.name in names]
        lacks = [part.name for part in form if not part.optional and part.name not in names]
        if names != order or lacks:
            what = f"{self.verb} does not go with {', '.join(names) or 'nothing'}"
            wanted = ", ".join(part.name for part in form) or "nothing"
            raise InputError(Problem("Step", what, f"its parts are {wanted}, in this order"))

    @classmethod
    def of(cls, verb: str, **parts: Any) -> Step:
        """The step of a verb with these parts, in whatever order they are given."""
        order = [part.name for part in FORMS.get(verb, ())]
        known = sorted(parts, key=lambda name: order.index(name) if name in order else len(order))
        return cls(verb, tuple((name, parts[name]) for name in known if parts[name] is not None))

    def __getitem__(self, name: str) -> Any:
        return dict(self.parts)[name]

    def get(self, name: str) -> Any:
        """The value of a part; None if it is left out."""
        return dict(self.parts).get(name)

    def __str__(self) -> str:
        words = [] if self._tile else [self.verb]
        for part in FORMS[self.verb]:
            value = self.get(part.name)
            if value is None:
                continue
            words += [part.lead] * bool(part.lead)
            words += [] if part.kind == "flag" else [_written(value, part.kind)]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"read_step({str(self)!r})"

    @property
    def _tile(self) -> bool:
        """Whether the text of a placement, which begins with the verb, is part of it."""
        return any(part.kind == "placement" for part in FORMS[self.verb])


def _written(value: object, kind: str) -> str:
    text = str(value)
    return quoted(text) if kind == "name" else text


def quoted(name: str) -> str:
    """A name as it stands in a log: in quotes where it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'
