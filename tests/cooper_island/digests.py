"""What a game tells and draws in all languages, as one short digest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from palace.core.errors import InputError, NotationError
from palace.core.verdict import LANGUAGES, Reason, in_language


def plain(value: Any, language: str) -> str:
    """Return all that a value holds, its texts in a language."""
    if isinstance(value, Reason):
        more = (value.code, value.key, value.at, value.by, value.loc)
        return f"{more} {value.text_in(language)} {value.remedy_in(language)}"
    if isinstance(value, str):
        return in_language(value, language)
    if isinstance(value, Mapping):
        return plain([*value.items()], language)
    if isinstance(value, frozenset | set):
        return plain(sorted(plain(one, language) for one in value), language)
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return plain([getattr(value, one.name) for one in fields(value) if one.repr], language)
    if isinstance(value, tuple | list) and type(value).__str__ is object.__str__:
        return f"({', '.join([plain(one, language) for one in value])})"
    return "" if callable(value) else str(value)


def digest(*values: object) -> str:
    """Return the beginning of the digest of what values hold, in every language."""
    told = "\n".join(plain(one, language) for language in LANGUAGES for one in values)
    return hashlib.sha256(told.encode()).hexdigest()[:10]


def refused(call: Callable[..., Any], *given: object) -> Any:
    """Return what a call returns, or the problems that it is refused with."""
    try:
        return call(*given)
    except NotationError as error:
        return str(error), error.column
    except InputError as error:
        return error.problems
