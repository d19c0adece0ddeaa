"""What pydantic finds wrong with a document, as lines people can act on, each with its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from palace.document import Document
from palace.errors import NotationError, Problem

_WANTED = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}

Path = tuple[str | int, ...]


def problems_of(
    error: ValidationError, document: Document, model: type[BaseModel]
) -> list[Problem]:
    """Every problem of a failed validation, in the order of the file, each place once."""
    lines: dict[str, Problem] = {}
    for entry in error.errors():
        path = _within(document.data, entry["loc"])
        problem = _problem(dict(entry), path, document, model)
        lines.setdefault(f"{problem.where} {path}", problem)
    return sorted(lines.values(), key=_position)


def _position(problem: Problem) -> tuple[int, int]:
    parts = problem.where.rsplit(":", 2)
    return (int(parts[1]), int(parts[2])) if len(parts) == 3 else (0, 0)


def _within(data: Any, loc: Sequence[str | int]) -> Path:
    """The part of a location that leads through the data; the rest names types of a union."""
    path: list[str | int] = []
    for step in loc:
        if isinstance(data, dict) and isinstance(step, str):
            path.append(step)
            if step not in data:
                break
            data = data[step]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            path.append(step)
            data = data[step]
        else:
            break
    return tuple(path)


def _problem(
    entry: dict[str, Any], path: Path, document: Document, model: type[BaseModel]
) -> Problem:
    name = dotted(path)
    kind = entry["type"]
    if kind == "missing":
        where = document.where(path[:-1])
        return Problem(str(where), f"{name}: this key is missing", _slip(document, path, model))
    cause = entry.get("ctx", {}).get("error")
    if isinstance(cause, NotationError):
        where = document.where(path, offset=max(cause.column - 1, 0))
        return Problem(str(where), f"{name}: {cause.sentence()}")
    where = document.where(path)
    found = _found(entry["input"])
    if kind in _WANTED:
        return Problem(str(where), f"{name}: expected {_WANTED[kind]}, found {found}")
    if kind == "literal_error":
        return Problem(str(where), f"{name}: expected {entry['ctx']['expected']}, found {found}")
    if cause is not None:
        return Problem(str(where), f"{name}: {cause}")
    message = entry["msg"].replace("Input should be", "it should be")
    return Problem(str(where), f"{name}: {message}, found {found}")


def _found(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def dotted(path: Sequence[str | int]) -> str:
    """A path as people write it, lists counted from 1: `turns[3].build`."""
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _slip(document: Document, path: Path, model: type[BaseModel]) -> str:
    """An unknown key in the same table that may be the missing one, misspelt."""
    table: Any = document.data
    for step in path[:-1]:
        table = table[step]
    known = _known_keys(model, path[:-1])
    strangers = [key for key in table if key not in known]
    near = difflib.get_close_matches(str(path[-1]), strangers, 1)
    return f"is {near[0]!r} a slip for it?" if near else f"add {path[-1]} = ..."


def _known_keys(model: type[BaseModel], path: Path) -> set[str]:
    for step in path:
        if isinstance(step, str) and step in _fields(model):
            inner = _model_of(model.model_fields[_fields(model)[step]].annotation)
            if inner is not None:
                model = inner
    return set(_fields(model))


def _fields(model: type[BaseModel]) -> dict[str, str]:
    """Field names by the key they have in a file."""
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _model_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _model_of(inner)
        if found is not None:
            return found
    return None


def unknown_keys(model: BaseModel, path: Path = ()) -> Iterator[tuple[Path, str | None]]:
    """Every key a model does not know, with the nearest one it does."""
    known = _fields(type(model))
    for key in model.model_extra or {}:
        near = difflib.get_close_matches(key, known, 1)
        yield (*path, key), near[0] if near else None
    for key, name in known.items():
        value = getattr(model, name)
        for index, item in enumerate(value if isinstance(value, list | tuple) else [value]):
            if isinstance(item, BaseModel):
                deeper = (*path, key, index) if isinstance(value, list | tuple) else (*path, key)
                yield from unknown_keys(item, deeper)
