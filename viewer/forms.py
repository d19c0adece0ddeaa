"""The state of a page as TypeScript, so that its client needs no list of its own.

`write_forms` returns an interface for each class of `palace.page.state`, and `FORMS`: by the class
in small letters one of it as it is by default, and what its own parts are by the field they are in,
empty where a part says so itself by its `kind`.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, asdict, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from palace.page import state

_NAMES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
_HEAD = """\
export type Do = Readonly<Record<string, string | number | boolean>> | null;
export const FORMS: Record<string, [object, Record<string, string>]> = """


def write_forms() -> str:
    """Return a module with all of it."""
    forms, interfaces = {}, []
    for own in vars(state).values():
        if not is_dataclass(own) or not isinstance(own, type):
            continue
        hints = get_type_hints(own)
        needed = {one.name: hints[one.name]() for one in fields(own) if one.default is MISSING}
        parts = {name: part for name, hint in hints.items() if (part := _part(hint)) is not None}
        forms[own.__name__.lower()] = asdict(own(**needed)), parts
        lines = "".join(f"  {name}: {_typed(hint)};\n" for name, hint in hints.items())
        interfaces.append(f"export interface {own.__name__} {{\n{lines}}}\n")
    return f"{_HEAD}{json.dumps(forms)};\n{''.join(interfaces)}"


def _part(hint: Any) -> str | None:
    """Return the class of what is in a field, in small letters; None if it has no fields."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
    if is_dataclass(inner) and isinstance(inner, type):
        return inner.__name__.lower()
    return "" if all(map(is_dataclass, get_args(inner) or (None,))) else None


def _typed(hint: Any) -> str:
    """Return a type as TypeScript writes it."""
    own = get_args(hint)
    if hint in _NAMES or is_dataclass(hint):
        return _NAMES.get(hint) or hint.__name__
    if hint == state.Do:
        return "Do"
    if get_origin(hint) is Literal:
        return " | ".join(map(json.dumps, own))
    if get_origin(hint) is tuple:
        return f"({_typed(own[0])})[]" if ... in own else f"[{', '.join(map(_typed, own))}]"
    return " | ".join(map(_typed, own))
