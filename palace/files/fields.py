"""What the schemas of all records share: their base, and the types of fields."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated, Any, Literal

from palace.files.models import AfterValidator, MisfitError, Model, keys_of
from palace.files.serialise import is_tables

LONGEST_NAME = 200


def notation(read: Callable[[str], object]) -> AfterValidator:
    """Return a text that `read` can read.

    It stays a text, so that a record is written as it was.
    """

    def check(text: str) -> str:
        read(text)
        return text

    return AfterValidator(check)


def _only(key: str, value: object) -> AfterValidator:
    """Return the one value this package supports; a later value needs a later version of it."""

    def check(given: object) -> object:
        if given != value:
            shown = f'"{value}"' if isinstance(value, str) else value
            raise MisfitError(
                f"{given!r:.40} is not known here", f"this palace reads {key} = {shown}"
            )
        return given

    return AfterValidator(check)


def _name(name: str) -> str:
    if not name.strip():
        raise MisfitError("the name is empty", "give everyone a name")
    if len(name) > LONGEST_NAME:
        raise MisfitError("the name is too long", f"at most {LONGEST_NAME} characters")
    strange = next((sign for sign in name if sign < " " or "\x7f" <= sign < "\xa0"), None)
    if strange is not None:
        raise MisfitError(f"{strange!r} cannot be part of a name", "write it on one line")
    return name


def _date(date: object) -> object:
    """Return a date, or a text about when it was.

    A text that is a date as JSON has it becomes one.
    """
    if isinstance(date, str):
        for kind in (datetime.date, datetime.datetime):
            try:
                if kind.fromisoformat(date).isoformat() == date:
                    return kind.fromisoformat(date)
            except ValueError:
                pass
    elif date is not None and not isinstance(date, datetime.date):
        raise MisfitError(
            f"{date!r:.40} is no date", "expected a date such as 2026-01-31, or a text"
        )
    return date


Format = Annotated[int, _only("format", 1)]
RulesOne = Annotated[str, _only("rules", "1")]
Name = Annotated[str, AfterValidator(_name)]
Date = Annotated[Any, AfterValidator(_date, makes=True)]
Provenance = Literal["placeholder", "transcribed"]


def ordered(model: Model) -> dict[str, object]:
    """Return a model as plain data: known keys in its order, others, then tables and lists of
    tables.
    """
    data: dict[str, object] = _tables_last(_known_first(model))
    return data


def _known_first(value: object) -> object:
    """Return a model as plain data; known keys without a value are left out."""
    if isinstance(value, Model):
        known = {
            key: _known_first(getattr(value, name))
            for key, name in keys_of(type(value)).items()
            if name in value.model_fields_set and getattr(value, name) is not None
        }
        return {**known, **(value.model_extra or {})}
    if isinstance(value, list):
        return [_known_first(item) for item in value]
    if isinstance(value, dict):
        return {key: _known_first(item) for key, item in value.items()}
    return value


def _tables_last(value: object) -> Any:
    """Return the order that TOML demands, so that JSON has the same."""
    if isinstance(value, dict):
        order = sorted(value, key=lambda key: is_tables(value[key]))
        return {key: _tables_last(value[key]) for key in order}
    if isinstance(value, list):
        return [_tables_last(item) for item in value]
    return value
