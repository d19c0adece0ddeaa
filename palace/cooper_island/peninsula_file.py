"""Layouts of peninsulas in files: read, and checked with the place of every error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError

from palace.cooper_island.hexes import FILES, ROWS, Hex
from palace.cooper_island.peninsula import SIGNS, TOPS, Peninsula
from palace.document import Document
from palace.errors import InputError, Problem
from palace.ground import maps_folder
from palace.records.fields import Model, Name, Provenance, notation
from palace.records.problems import fault, in_order, problems_of, strangers

_LETTERS = ", ".join(f"{sign} {meaning}" for sign, meaning in SIGNS.items())

Space = Annotated[str, notation(Hex.read)]
Beach = Annotated[list[Space], Field(min_length=1, max_length=20)]


class PeninsulaModel(Model):
    """The keys of a layout's file."""

    name: Name
    provenance: Provenance
    seats: Annotated[int, Field(ge=2, le=4)]
    rows: str
    beaches: Annotated[list[Beach], Field(max_length=100)]
    bay: Annotated[int, Field(ge=0, le=50)]


def layout_template(name: str, like: str) -> str:
    """The text of a layout file to change: a shipped one under another name."""
    text = (maps_folder() / f"{like}.toml").read_text(encoding="utf-8")
    _, _, rest = text.partition(f'name = "{like}"')
    head = (
        f"# The peninsula of your box.  PLACEHOLDER: these letters are those of our own {like}.\n"
        '# Put yours in, write "transcribed" below, and look at it with:\n'
        f"#   palace cooper-island map {name}.toml\n"
    )
    return f'{head}name = "{name}"{rest}'


class _Fault(NamedTuple):
    """What is wrong at a key, or at one letter of the rows."""

    path: tuple[str | int, ...]
    what: str
    remedy: str
    offset: int | None = None


def read_peninsula(document: Document) -> Peninsula:
    """The layout a document holds; raises `InputError` with every problem."""
    try:
        model = PeninsulaModel.model_validate(document.data)
    except ValidationError as error:
        found = problems_of(error, document, PeninsulaModel)
        raise InputError(*in_order(found, document.file)) from None
    problems = [*strangers(model, document, "this key is not known")]
    faults = [*_letters(model.rows)]
    peninsula = Peninsula(
        name=model.name,
        provenance=model.provenance,
        seats=model.seats,
        rows=tuple("".join(line.split()) for line in model.rows.splitlines() if line.split()),
        beaches=tuple(tuple(map(Hex.read, beach)) for beach in model.beaches),
        bay=model.bay,
    )
    faults += _layout(peninsula) if not faults else ()
    problems += [_problem(document, wrong) for wrong in faults]
    if problems:
        raise InputError(*in_order(problems, document.file))
    return peninsula


def _problem(document: Document, wrong: _Fault) -> Problem:
    found = fault(document, wrong.path, wrong.what, wrong.remedy)
    if wrong.offset is None:
        return found
    return found._replace(where=str(document.where(wrong.path, offset=wrong.offset)))


def _letters(text: str) -> Iterator[_Fault]:
    """Letters that mean nothing, and too many of them."""
    rows = [line for line in text.splitlines() if line.split()]
    if not 1 <= len(rows) <= ROWS or any(len("".join(row.split())) > len(FILES) for row in rows):
        what = f"{len(rows)} rows do not fit"
        yield _Fault(("rows",), what, f"1 to {ROWS} rows of at most {len(FILES)} letters")
    for at, letter in enumerate(text):
        if not letter.isspace() and letter not in SIGNS:
            yield _Fault(("rows",), f"{letter!r} is no space", _LETTERS, at)


def _layout(peninsula: Peninsula) -> Iterator[_Fault]:
    """What can only be judged once the whole layout is there."""
    signs = [*peninsula.signs.values()]
    for letter, count in (("s", 1), ("h", 1), ("t", TOPS)):
        if signs.count(letter) != count:
            what = f"{signs.count(letter)} spaces are {letter!r}, {SIGNS[letter]}"
            yield _Fault(("rows",), what, f"mark {count}")
    apart = _apart(peninsula)
    if apart:
        what = f"no land leads from the start space to {' '.join(map(str, apart[:8]))}"
        yield _Fault(("rows",), what, "its spaces of land form one piece")
    taken: set[Hex] = set()
    for number, beach in enumerate(peninsula.beaches):
        for index, space in enumerate(beach):
            path = ("beaches", number, index)
            if peninsula.signs.get(space) != "w":
                what = f"{space} is {peninsula.what(space)}"
                yield _Fault(path, what, "a beach takes up water along the coast: w in the rows")
            elif space in taken:
                yield _Fault(path, f"{space} stands here twice", "name it once")
            taken.add(space)


def _apart(peninsula: Peninsula) -> list[Hex]:
    """The spaces of land that no land joins to the first."""
    land = {*peninsula.land}
    ahead = [peninsula.start] if "s" in peninsula.signs.values() else [*land][:1]
    seen = {*ahead}
    while ahead:
        for space in ahead.pop().neighbours():
            if space in land and space not in seen:
                seen.add(space)
                ahead.append(space)
    return sorted(land - seen)
