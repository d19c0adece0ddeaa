"""Map files: what one must hold, and every problem with its place.

`palace.monkey_palace.kernel.ground` reads the four maps of the package without these checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from palace.core.errors import InputError, NotationError, nearest, shorten
from palace.core.provenance import NAME, PROVENANCES
from palace.files.document import Document, Fault, problem_at, strange_letters
from palace.files.problems import in_order
from palace.monkey_palace.kernel.elements import ARCH_SPAN, COLOURS
from palace.monkey_palace.kernel.knob import FILES, Knob

CLOSED = "."
LONGEST_SIDE = len(FILES)

Stud = Annotated[int, Field(ge=0)]


class MapModel(BaseModel):
    """The keys of a map; the lengths of sizes and of `setup` belong to the key as a whole."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=rf"^{NAME}$")]
    provenance: Annotated[str, Field(pattern=rf"^({'|'.join(PROVENANCES)})$")]
    plate: Annotated[int, Field(ge=8, le=256)]
    sheet: Annotated[list[Stud], Field(min_length=4, max_length=4)]
    origin: Annotated[list[Stud], Field(min_length=2, max_length=2)]
    pitch: Annotated[int, Field(ge=1, le=64)]
    knobs: str
    setup: Annotated[list[Any], Field(min_length=3, max_length=3)]


KNOBS = frozenset((*COLOURS, CLOSED))
"""The letters of a row."""

KEYS = tuple(MapModel.model_fields)

WANTED = {
    "name": "a name such as sheet-1",
    "provenance": "placeholder or transcribed",
    "plate": "a whole number from 8 to 256",
    "sheet": "4 whole numbers",
    "origin": "2 whole numbers",
    "pitch": "a whole number from 1 to 64",
    "knobs": "one row of l d g . for every rank, north row first",
    "setup": 'three knobs, such as ["d4", "e4", "f4"]',
}


def checked(document: Document, path: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the keys of the map in a document, or in its table at `path`.

    Raises `InputError` with every problem, in the order of the file.
    """
    table: Any = document.data
    for key in path:
        table = table[key]
    if not isinstance(table, dict):
        remedy = "give a map: name, provenance, knobs, setup ..."
        faults = [Fault((), "this is no table", remedy)]
        table = {}
    else:
        faults = list(_faults(table, in_record=bool(path)))
    if not faults:
        faults = list(_misfits(table))
    problems = [problem_at(document, fault, path) for fault in faults]
    if problems:
        raise InputError(*in_order(problems, document.file))
    return dict(table)


def _faults(table: dict[str, Any], *, in_record: bool) -> Iterator[Fault]:
    """Yield what is wrong with the keys one by one."""
    try:
        MapModel.model_validate(table)
    except ValidationError as error:
        entries = {str(entry["loc"][0]): entry for entry in error.errors(include_url=False)}
        for key, entry in entries.items():
            # A record keeps the keys it does not know, and its reader warns of them.
            if entry["type"] != "extra_forbidden" or not in_record:
                yield _fault(key, entry, table)
    if isinstance(table.get("knobs"), str):
        yield from _row_faults(table["knobs"])
    names = table.get("setup")
    for index, name in enumerate(names if isinstance(names, list) and len(names) == 3 else ()):
        try:
            Knob.read(name if isinstance(name, str) else "")
        except NotationError:
            yield Fault(("setup", index), f"{name!r:.40} is no knob", f"expected {WANTED['setup']}")


def _fault(key: str, entry: ErrorDetails, table: dict[str, Any]) -> Fault:
    """Return one finding of pydantic in our words."""
    kind, value = entry["type"], table.get(key)
    if kind == "missing":
        slip = nearest(key, (other for other in table if other not in KEYS))
        hint = f"is {slip!r} a slip for it?" if slip else f"add it: {WANTED[key]}"
        return Fault((), f"the key {key!r} is missing", hint)
    if kind == "extra_forbidden":
        near = nearest(key, KEYS)
        hint = f"did you mean {near}?" if near else f"known are {', '.join(KEYS)}"
        return Fault((key,), "this key is not known", hint)
    if kind == "string_pattern_mismatch" and key == "name":
        rest = "begin with a letter, go on with letters, digits, - and _"
        return Fault((key,), f"{shorten(str(value))!r} is no name", rest)
    if kind == "string_pattern_mismatch":
        return Fault((key,), f"{shorten(str(value))!r} is not known", f"it is {WANTED[key]}")
    if key in ("plate", "pitch") and kind.endswith("_than_equal"):
        remedy = WANTED[key].replace("a whole number from", "expected")
        return Fault((key,), f"{value} is out of range", remedy)
    if key == "setup" and isinstance(value, list):
        return Fault((key,), f"{len(value)} knobs do not fit", f"expected {WANTED[key]}")
    tail = " from 0" if key in ("sheet", "origin") and isinstance(value, list) else ""
    return Fault((key,), f"{value!r:.40} does not fit", f"expected {WANTED[key]}{tail}")


def _row_faults(text: str) -> Iterator[Fault]:
    """Letters that mean nothing, and rows that do not make a grid."""
    remedy = "l light green, d dark green, g gold, . no hole"
    yield from strange_letters(("knobs",), text, KNOBS, "is no knob", remedy)
    lengths: list[int] = []
    starts: list[int] = []
    start = 0
    for line in text.splitlines(keepends=True):
        if letters := len("".join(line.split())):
            lengths.append(letters)
            starts.append(start)
        start += len(line)
    if not lengths:
        yield Fault(("knobs",), "there is no row", "one row of l d g . for every rank")
        return
    if max(len(lengths), lengths[0]) > LONGEST_SIDE:
        what = f"{lengths[0]} by {len(lengths)} knobs are too many"
        yield Fault(("knobs",), what, f"at most {LONGEST_SIDE} by {LONGEST_SIDE}")
        return
    usual = Counter(lengths).most_common(1)[0][0]
    for length, start in zip(lengths, starts, strict=True):
        if length != usual:
            what = f"a row has {length} knobs, others have {usual}"
            yield Fault(("knobs",), what, "every row needs as many", start)


def _misfits(table: dict[str, Any]) -> Iterator[Fault]:
    """Yield what can only be judged once every key is good."""
    rows = ["".join(row.split()) for row in reversed(table["knobs"].splitlines()) if row.split()]
    pitch, (left, front) = table["pitch"], table["origin"]
    west, south, wide, deep = table["sheet"]
    if pitch != ARCH_SPAN:
        what = f"an arch spans {ARCH_SPAN} studs, so it can never join knobs {pitch} apart"
        yield Fault(("pitch",), what, f"write pitch = {ARCH_SPAN}")
    if west + wide > table["plate"] or south + deep > table["plate"]:
        what = f"the sheet reaches beyond the plate of {table['plate']} studs"
        yield Fault(("sheet",), what, "west + wide and south + deep must be at most the plate")
    for corner in (Knob(0, 0), Knob(len(rows[0]) - 1, len(rows) - 1)):
        x, y = left + corner.file * pitch, front + corner.rank * pitch
        if not (west <= x < west + wide and south <= y < south + deep):
            what = f"knob {corner} would lie on stud {x},{y}, off the sheet"
            yield Fault(("origin",), what, "check origin, pitch and the number of rows")
    setup = [Knob.read(name) for name in table["setup"]]
    for index, knob in enumerate(setup):
        inside = 0 <= knob.file < len(rows[0]) and 0 <= knob.rank < len(rows)
        if not inside or rows[knob.rank][knob.file] == CLOSED:
            what = f"knob {knob} is {'closed' if inside else 'beyond the map'}"
            yield Fault(("setup", index), what, "choose an open knob")
        if index and setup[index - 1].way_to(knob) is None:
            what = f"{knob} is not one arch away from {setup[index - 1]}"
            yield Fault(("setup", index), what, "choose one of its four neighbours")
    if setup[0] == setup[2]:
        yield Fault(("setup", 2), "the upper arch may not lie on the lower one", "turn or go on")
