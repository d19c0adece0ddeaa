"""Layouts of peninsulas in files: read, and checked with the place of every error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError

from palace.cooper_island.hexes import FILES, ROWS, Hex
from palace.cooper_island.terrain import SIGNS
from palace.core.errors import InputError, Problem
from palace.files.document import Document, Fault, problem_at
from palace.files.fields import Model, Name, Provenance, notation
from palace.files.problems import in_order, problems_of, strangers
from palace.files.text_file import shipped

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
    text = (shipped("palace.maps", f"{like}.toml")).read_text(encoding="utf-8")
    _, _, rest = text.partition(f'name = "{like}"')
    head = (
        f"# The peninsula of your box.  PLACEHOLDER: these letters are those of our own {like}.\n"
        '# Put yours in, write "transcribed" below, and look at it with:\n'
        f"#   palace cooper-island map {name}.toml\n"
    )
    return f'{head}name = "{name}"{rest}'


class Layout(NamedTuple):
    """The values of a layout's file, in the order of the fields of `Peninsula`."""

    name: str
    provenance: str
    seats: int
    rows: tuple[str, ...]
    beaches: tuple[tuple[Hex, ...], ...]
    bay: int


def read_layout(document: Document) -> tuple[Layout, list[Problem]]:
    """Return the layout a document holds, and a problem for every key that is not known.

    Raises `InputError` with every problem of its keys and letters.
    """
    try:
        model = PeninsulaModel.model_validate(document.data)
    except ValidationError as error:
        found = problems_of(error, document, PeninsulaModel)
        raise InputError(*in_order(found, document.file)) from None
    problems = [*strangers(model, document, "this key is not known")]
    if wrong := [problem_at(document, fault) for fault in _letters(model.rows)]:
        raise InputError(*in_order([*problems, *wrong], document.file))
    layout = Layout(
        name=model.name,
        provenance=model.provenance,
        seats=model.seats,
        rows=tuple("".join(line.split()) for line in model.rows.splitlines() if line.split()),
        beaches=tuple(tuple(map(Hex.read, beach)) for beach in model.beaches),
        bay=model.bay,
    )
    return layout, problems


def _letters(text: str) -> Iterator[Fault]:
    """Letters that mean nothing, and too many of them."""
    rows = [line for line in text.splitlines() if line.split()]
    if not 1 <= len(rows) <= ROWS or any(len("".join(row.split())) > len(FILES) for row in rows):
        what = f"{len(rows)} rows do not fit"
        yield Fault(("rows",), what, f"1 to {ROWS} rows of at most {len(FILES)} letters")
    for at, letter in enumerate(text):
        if not letter.isspace() and letter not in SIGNS:
            yield Fault(("rows",), f"{letter!r} is no space", _LETTERS, at)
