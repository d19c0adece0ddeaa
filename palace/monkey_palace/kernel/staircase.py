"""Staircases: what one player builds in one turn, and the string it is written as.

staircase = knob [riser] 1*( "-" knob [under] [riser] )
under     = "_" 1*("b" / "c")        riser = "+" 1*("b" / "c")

Readers also take `^` for `+`, an en dash or nothing for `-`, a number before a piece (`3b` for
`bbb`), capitals, and blanks between the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from palace.core.errors import InputError, NotationError, Problem, check_length, expect
from palace.monkey_palace.kernel.elements import SUPPORTS
from palace.monkey_palace.kernel.knob import FILES, RANKS, Knob
from palace.monkey_palace.kernel.supply import Supply

LONGEST = 10_000
"""Characters a staircase string may have; far more than the box can build."""

_KNOB = r"(?P<knob>[a-z][1-9][0-9]{0,2})"
_PIECES = r"(?P<pieces>(?:(?:[1-9][0-9]?\s*)?[bc])+(?![0-9]))"
_REST = r"(?P<sign>[-_+])|(?P<end>\Z)|(?P<other>\w{1,12}|.)"
_TOKEN = re.compile(rf"\s*(?:{_KNOB}|{_PIECES}|{_REST})", re.DOTALL)
_PILE = re.compile(rf"\s*(?:{_PIECES}|{_KNOB}|{_REST})", re.DOTALL)
"""What is read after `_` and `+`, where `b2c` is three pieces and `bc4` a brick before a knob."""
_COUNTED = re.compile(r"([0-9]+)\s*([bc])")
_LENIENT = str.maketrans(ascii_uppercase + "^\N{EN DASH}", ascii_lowercase + "+-")


@dataclass(frozen=True, slots=True)
class Staircase:
    """The knobs in walking order, and the pieces at each.

    `unders[i]` is under the end of the arch that arrives at `knobs[i]` (nothing at the first),
    `risers[i]` is put on top of it before the next arch leaves; both bottom to top, `b` a brick,
    `c` a column.  Any sequences will do; they are kept as tuples.  What cannot be written raises
    `InputError`; whether it is legal is the question of `palace.monkey_palace.kernel.referee`.
    """

    knobs: tuple[Knob, ...]
    unders: tuple[str, ...]
    risers: tuple[str, ...]

    def __post_init__(self) -> None:
        for name in ("knobs", "unders", "risers"):
            value = getattr(self, name)
            if type(value) is not tuple:
                object.__setattr__(self, name, _sequence(name, value))
        # Made by the million in a search, so it looks closer only where something is wrong.
        count = len(self.knobs)
        good = count >= 2 and count == len(self.unders) == len(self.risers) and not self.unders[0]
        for knob in self.knobs:
            if type(knob) is not Knob or not knob.writable:
                good = False
        for pieces in self.unders + self.risers:
            if pieces != "" and (type(pieces) is not str or pieces.strip("bc")):
                good = False
        if not good:
            raise InputError(*_wrong(self))

    @classmethod
    def read(cls, text: str) -> Staircase:
        """Return the staircase of a string such as `a4-b4+c-c4_cb`.

        Raises `NotationError` with the column and what was expected there.
        """
        expect(text, str, "write it as in a4-b4+c", "staircase")
        return cls(*_parse(text))

    @classmethod
    def of(cls, given: Staircase | str) -> Staircase:
        """Return a staircase as it is, or that of a text such as `a4-b4+c-c4_cb`.

        Raises `NotationError` for a text that is none, `InputError` for another type.
        """
        if isinstance(given, str):
            return cls.read(given)
        expect(given, cls, 'write it as in "a4-b4+c"', "staircase")
        return given

    def __str__(self) -> str:
        parts = []
        for knob, under, riser in zip(self.knobs, self.unders, self.risers, strict=True):
            parts.append(str(knob) + (under and f"_{under}") + (riser and f"+{riser}"))
        return "-".join(parts)

    def __repr__(self) -> str:
        return f"Staircase.read({str(self)!r})"

    @property
    def arches(self) -> int:
        """How many arches it lays."""
        return len(self.knobs) - 1

    @property
    def uses(self) -> Supply:
        """The pieces it is built of."""
        pieces = "".join(self.unders + self.risers)
        return Supply(self.arches, pieces.count("b"), pieces.count("c"))


def _sequence(name: str, value: object) -> tuple[object, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InputError(Problem(name, f"{value!r:.40} is no sequence", "give a tuple"))
    return tuple(value)


def _wrong(staircase: Staircase) -> Iterator[Problem]:
    """Yield what keeps a staircase from being written, first its shape."""
    knobs: tuple[object, ...] = staircase.knobs
    unders: tuple[object, ...] = staircase.unders
    risers: tuple[object, ...] = staircase.risers
    if len(knobs) < 2:
        yield Problem("knobs", "a staircase has at least two knobs", "name the next one too")
    elif not len(knobs) == len(unders) == len(risers):
        yield Problem(
            "staircase", "it has one under and one riser for each knob",
            f"{len(knobs)} of each, empty where there is nothing",
        )  # fmt: skip
    elif unders[0]:
        yield Problem("unders[1]", "no arch arrives at the first knob", "put it into risers")
    for index, knob in enumerate(knobs, 1):
        if not isinstance(knob, Knob):
            yield Problem(f"knobs[{index}]", f"{knob!r:.40} is no Knob", 'write Knob.read("a4")')
        elif not knob.writable:
            yield Problem(
                f"knobs[{index}]", f"{knob!r:.60} cannot be written",
                f"files 0 to {len(FILES) - 1}, ranks 0 to {RANKS - 1}",
            )  # fmt: skip
    for name, every in (("unders", unders), ("risers", risers)):
        for index, pieces in enumerate(every, 1):
            if not isinstance(pieces, str) or pieces.strip("bc"):
                yield Problem(
                    f"{name}[{index}]", f"{pieces!r:.40} are no supports",
                    "b a brick, c a column, such as cb",
                )  # fmt: skip


def pile_height(pieces: str) -> int:
    """Return the height in bricks of supports written bottom to top, such as `cb`."""
    return len(pieces) + (SUPPORTS["c"] - 1) * pieces.count("c")


def fewest(gap: int, columns: int | None = None) -> str:
    """Return the fewest supports that fill `gap` levels, with at most `columns` columns."""
    tall, rest = divmod(gap, SUPPORTS["c"])
    if columns is not None and tall > columns:
        rest += (tall - max(columns, 0)) * SUPPORTS["c"]
        tall = max(columns, 0)
    return "c" * tall + "b" * rest


def _parse(text: str) -> tuple[tuple[Knob, ...], tuple[str, ...], tuple[str, ...]]:
    check_length(text, LONGEST)
    plain = text.translate(_LENIENT).rstrip()
    knobs: list[Knob] = []
    unders: list[str] = []
    risers: list[str] = []
    state, at, written = "knob", 0, -1
    while found := (_PILE if "pieces" in _NEXT[state] else _TOKEN).match(plain, at):
        kind, at = found.lastgroup or "", found.end()
        token, column = found[kind], found.start(kind) + 1
        kind = token if kind == "sign" else kind
        if kind not in _NEXT[state] and not (kind == "knob" and "-" in _NEXT[state]):
            what = _unexpected(kind, text[column - 1 : at], state)
            raise NotationError(what, text, column, _expected(state))
        if kind == "end":
            if len(knobs) < 2:
                raise NotationError("it ends here", text, column, "- and the next knob")
            break
        if kind == "knob":
            knobs.append(Knob.read(token))
            unders.append("")
            risers.append("")
            state = "later" if len(knobs) > 1 else "first"
        elif kind == "pieces":
            token = _COUNTED.sub(lambda many: int(many[1]) * many[2], token)
            (risers if state == "riser" else unders)[-1] = token
            state = "closed" if state == "riser" else "supported"
        else:
            state, token = {"-": "knob", "_": "under", "+": "riser"}[kind], ""
        written += len(token) + bool(token)
        if written > LONGEST:
            most = f"at most {LONGEST} characters"
            raise NotationError("written out it is too long", text, column, most)
    return tuple(knobs), tuple(unders), tuple(risers)


# What may follow, by what was read before.
_NEXT = {
    "knob": ("knob",),
    "first": ("+", "-", "end"),
    "later": ("_", "+", "-", "end"),
    "under": ("pieces",),
    "riser": ("pieces",),
    "supported": ("+", "-", "end"),
    "closed": ("-", "end"),
}

_WANTED = {
    "knob": "a knob such as a4",
    "pieces": "b (brick) or c (column)",
    "+": "+ (pieces on top)",
    "_": "_ (pieces under the arch's end)",
    "-": "- and the next knob",
    "end": "the end",
}


def _expected(state: str) -> str:
    wanted = [_WANTED[kind] for kind in _NEXT[state] if state != "first" or kind != "end"]
    return wanted[0] if len(wanted) == 1 else f"{', '.join(wanted[:-1])} or {wanted[-1]}"


def _unexpected(kind: str, token: str, state: str) -> str:
    if kind == "end":
        return "it ends here"
    if kind == "_" and state == "first":
        return "'_' at the first knob, where no arch arrives"
    if kind == "_" and state == "closed":
        return "'_' after '+'; the pieces under the arch's end come first"
    return f"{token!r} is not expected here"
