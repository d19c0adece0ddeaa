"""What is wrong with a document, as lines people can act on, each with its place."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from palace.core.errors import InputError, NotationError, Problem, dotted, nearest, shorten
from palace.core.rulings import Answers
from palace.core.terminal import harmless
from palace.files.document import LONGEST, Document
from palace.files.models import MisfitError, Model, fields_of, keys_of, models_in

Path = tuple[str | int, ...]
D = TypeVar("D", bound=Model)

_WANTED = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}
_EXAMPLES = {
    "format": "1",
    "game": '"monkey-palace"',
    "rules": '"1"',
    "kind": '"arch"',
    "x": "5",
    "y": "5",
}


def fault(
    document: Document, path: Path, what: str, remedy: str = "", *, key: bool = False
) -> Problem:
    """Return a problem with the value at `path`, or with its `key`."""
    name = dotted(path)
    what = shorten(f"{name}: {what}" if name else what, LONGEST)
    return Problem(str(document.where(path, key=key)), what, shorten(remedy, LONGEST))


def unreadable(document: Document, path: Path, error: NotationError) -> Problem:
    """Return a problem with one character of the text at `path`."""
    where = document.where(path, offset=error.column - 1)
    lead = f"{error.code}: " if error.code else ""
    remedy = f"expected {error.expected}" if error.expected else ""
    what = shorten(f"{dotted(path)}: {lead}{error.what}", LONGEST)
    return Problem(str(where), what, shorten(remedy, LONGEST))


def fitted(model: type[D], document: Document, problems: list[Problem]) -> D | None:
    """Return what a document holds as a model, or add every reason why it does not fit."""
    if not document.made:
        # Imported here: what reads no file need not wait for pydantic.
        from palace.files.checking import complaints

        found = complaints(model, document.data)
        for entry in found:
            missing = entry["type"] == "missing"
            path = _within(document.data, entry["loc"], missing=missing)
            wrong = missing_key(document, path, model) if missing else None
            problems.append(wrong or _wrong(dict(entry), path, document))
        if found:
            return None
    return model.of(document.data)


def fits(model: type[Model], data: dict[str, Any]) -> bool:
    """Return whether a table fits a model."""
    from palace.files.checking import complaints

    return not complaints(model, data)


def in_order(problems: Iterable[Problem], file: str) -> list[Problem]:
    """Return the problems in the order of the file, then those of other files; each once."""

    def place(problem: Problem) -> tuple[bool, list[int]]:
        inside = problem.where.startswith(f"{file}:")
        numbers = problem.where.removeprefix(f"{file}:").split(":") if inside else []
        return not inside, [int(number) for number in numbers]

    return sorted(dict.fromkeys(problems), key=place)


def _within(data: Any, loc: Sequence[str | int], *, missing: bool) -> Path:
    """Return the part of a location that leads through the data.

    The rest names types of a union.
    """
    path: list[str | int] = []
    for step in loc[:-1] if missing else loc:
        of_list = isinstance(data, list) and isinstance(step, int)
        if of_list or (isinstance(data, dict) and step in data):
            path.append(step)
            data = data[step]
    return (*path, loc[-1]) if missing else tuple(path)


def missing_key(document: Document, path: Path, model: type[Model]) -> Problem:
    """Return the problem of a missing key, with the key that is probably a slip for it."""
    key = str(path[-1])
    table: Any = document.data
    for step in path[:-1]:
        table = table[step]
    known = _known_keys(model, path[:-1])
    slip = nearest(key, [other for other in table if other not in known])
    remedy = f"is {slip!r} a slip for it?" if slip else f"add {_example(document, key)}"
    return fault(document, path, "this key is missing", remedy)


def _example(document: Document, key: str) -> str:
    value = _EXAMPLES.get(key, "...")
    if key == "players" and document.kind == "toml":
        return "[[players]]"
    return f"{key} = {value}" if document.kind == "toml" else f'"{key}": {value}'


def _wrong(entry: dict[str, Any], path: Path, document: Document) -> Problem:
    kind, context = entry["type"], entry.get("ctx", {})
    found = _found(entry["input"])
    cause = context.get("error")
    if isinstance(cause, NotationError):
        return unreadable(document, path, cause)
    if isinstance(cause, MisfitError):
        return fault(document, path, cause.what, cause.remedy)
    if kind in _WANTED:
        return fault(document, path, f"{found} does not fit", f"expected {_WANTED[kind]}")
    if kind == "literal_error":
        return fault(document, path, f"{found} is not known", f"expected {context['expected']}")
    if kind == "greater_than_equal":
        return fault(document, path, f"{found} is too small", f"at least {context['ge']}")
    if kind == "less_than_equal":
        return fault(document, path, f"{found} is too large", f"at most {context['le']}")
    if kind == "too_long":
        most = context["max_length"]
        return fault(document, path, f"more than {most} entries", f"at most {most}")
    return fault(document, path, f"{entry['msg']}, found {found}")


def _found(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "null"
    return shorten(repr(value), 40)


def _known_keys(model: type[Model], path: Path) -> set[str]:
    for step in path:
        if isinstance(step, str) and step in keys_of(model):
            field = fields_of(model)[keys_of(model)[step]]
            model = next(models_in(field.annotation), model)
    return set(keys_of(model))


def unknown_keys(model: Model, document: Document) -> Iterator[str]:
    """Return one warning for every key a model does not know, with the nearest one it does."""
    found = strangers(model, document, "this key is not known and is kept as it is")
    return (harmless(str(problem)) for problem in found)


MOST_ENTRIES = 100
"""Entries of a list that are looked at one by one; models refuse more."""

MOST_RULINGS = 100
"""Rulings in a record that are looked at one by one."""


def entries(value: object, most: int = MOST_ENTRIES) -> list[object]:
    """Return the first entries of a list; none of any other value."""
    return value[:most] if isinstance(value, list) else []


def tables_in(value: object, most: int = MOST_ENTRIES) -> list[dict[str, object]]:
    """Return the tables in a list; any other entry counts as an empty one, so that places stay."""
    return [item if isinstance(item, dict) else {} for item in entries(value, most)]


def names_twice(document: Document) -> Iterator[Problem]:
    """Yield each player of a record who has the name of another one."""
    seen: set[str] = set()
    for at, player in enumerate(tables_in(document.data.get("players"))):
        name = player.get("name")
        if isinstance(name, str) and name in seen:
            what = f"two players are called {name!r}"
            yield fault(document, ("players", at, "name"), what, "give each a name of their own")
        elif isinstance(name, str):
            seen.add(name)


def rulings_of(document: Document, answers: type[Answers]) -> Iterator[Problem]:
    """Yield what is wrong with the answers in the `rulings` of a record."""
    given = document.data.get("rulings")
    named = [*given.items()] if isinstance(given, dict) else []
    if len(named) > MOST_RULINGS:
        what = f"{len(named):,} rulings are too many"
        remedy = f"there are {len(answers.table)}: see {answers.verb}"
        yield fault(document, ("rulings",), what, remedy)
        return
    for name, value in named:
        if isinstance(value, str) and (wrong := answers.problem(name, value)):
            yield fault(document, ("rulings", name), *wrong, key=name not in answers.table)


MOST_KEYS = 20
"""Unknown keys that are named one by one."""


def strangers(model: Model, document: Document, what: str) -> Iterator[Problem]:
    """Yield one problem for every key a model does not know, with the nearest one it does."""
    found = [*_unknown(model, ())]
    for path, known in found[:MOST_KEYS]:
        near = nearest(str(path[-1]), known)
        hint = f"did you mean {near}?" if near else ""
        yield fault(document, path, what, hint, key=True)
    if len(found) > MOST_KEYS:
        rest = f"{len(found) - MOST_KEYS:,} more keys like this one follow"
        yield fault(document, found[MOST_KEYS][0], rest, "", key=True)


def _unknown(model: Model, path: Path) -> Iterator[tuple[Path, Iterable[str]]]:
    known = keys_of(type(model))
    for key in model.model_extra:
        yield (*path, key), known
    for key, name in known.items():
        value = getattr(model, name)
        if isinstance(value, Model):
            yield from _unknown(value, (*path, key))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, Model):
                    yield from _unknown(item, (*path, key, index))


T = TypeVar("T")

DOCUMENTS = (".toml", ".json")


def _is_below(file: pathlib.Path, folder: pathlib.Path) -> bool:
    """Return whether a file is in the folder, the present one or the home; links are followed."""
    try:
        homes = [folder.resolve(), pathlib.Path.cwd(), pathlib.Path.home().resolve()]
        # The root as a home, as in containers, is no folder of the user's.
        return any(file.resolve().is_relative_to(home) for home in homes if home != home.parent)
    except (OSError, RuntimeError, ValueError):
        return False


_TRUSTED: ContextVar[bool] = ContextVar("_TRUSTED", default=False)


@contextmanager
def trusting() -> Iterator[None]:
    """Let documents name files in any folder, within the block."""
    before = _TRUSTED.set(True)
    try:
        yield
    finally:
        _TRUSTED.reset(before)


def named(
    name: str,
    document: Document,
    path: Path,
    folder: pathlib.Path,
    load: Callable[[str | pathlib.Path], T],
    endings: str | tuple[str, ...] = DOCUMENTS,
) -> T:
    """Return what `load` returns of the thing of the package, or the file, named at `path`.

    A file outside the document's folder, the present one and the user's home is refused, since
    messages about it show what is in it; see `trusting`.  A problem with the whole of it is placed
    where it is named.
    """
    in_file = name.lower().endswith(endings)
    file = folder / name
    if in_file and not _TRUSTED.get() and not _is_below(file, folder):
        what = f"{file} is not in the folder of this file, the present folder or your home"
        raise InputError(fault(document, path, what, "add --trust if you know what is in it"))
    try:
        return load(file if in_file else name)
    except InputError as error:
        lead, whole = (f"{file}: ", str(file)) if in_file else ("", "")
        raise InputError(*(
            p if in_file and p.where != whole else fault(document, path, lead + p.what, p.remedy)
            for p in error.problems
        )) from None  # fmt: skip
