"""Checks tables of files against models, with pydantic, which reports every error with its path.

Only what reads a file imports this: pydantic is heavy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args, get_origin

import pydantic
from pydantic import BaseModel, ConfigDict, ValidationError, create_model, field_validator
from pydantic_core import ErrorDetails

from palace.files.models import (
    MISSING,
    AfterValidator,
    Bounds,
    Discriminator,
    FieldInfo,
    MisfitError,
    Model,
    Tag,
    arms,
    fields_of,
)

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class _Checked(BaseModel):
    """What checks a model: strict, unknown keys allowed."""

    model_config = ConfigDict(strict=True, extra="allow", defer_build=True)

    @field_validator("*", mode="after")
    @classmethod
    def _readable(cls, value: object) -> object:
        """Refuse texts that could act on a terminal; line ends and tabs are allowed."""
        texts = value if isinstance(value, list) else [value]
        for text in texts:
            strange = isinstance(text, str) and _CONTROL.search(text)
            if strange:
                raise MisfitError(f"{strange[0]!r} is a control character", "take it out")
        return value


def complaints(model: type[Model], data: Mapping[str, Any]) -> list[ErrorDetails]:
    """Return why a table does not fit a model, as pydantic tells it; nothing if it does."""
    try:
        _checked(model).model_validate(data)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def schema(model: type[Model]) -> dict[str, Any]:
    """Return the JSON schema of a model."""
    return _checked(model).model_json_schema()


_MADE: dict[type[Model], type[BaseModel]] = {}


def _checked(model: type[Model]) -> type[BaseModel]:
    """Return what checks a model; it is made once."""
    if model not in _MADE:
        _MADE[model] = _twin(model)
    return _MADE[model]


def _twin(model: type[Model]) -> type[BaseModel]:
    fields: dict[str, Any] = {
        name: (_checking(field), _default(field)) for name, field in fields_of(model).items()
    }
    return create_model(model.__name__, __base__=_Checked, __doc__=model.__doc__, **fields)


def _checking(field: FieldInfo) -> Any:
    whole = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return _translated(whole)


def _default(field: FieldInfo) -> Any:
    known: dict[str, Any] = {"alias": field.alias} if field.alias else {}
    known |= {"description": field.description} if field.description else {}
    if field.default_factory is not None:
        known["default_factory"] = field.default_factory
    elif field.default is not MISSING:
        known["default"] = field.default
    return pydantic.Field(**known)


def _translated(hint: Any) -> Any:
    """Return a type of ours as one of pydantic's."""
    if isinstance(hint, type) and issubclass(hint, Model):
        return _checked(hint)
    if get_origin(hint) is Annotated:
        beside = [one for one in map(_beside, hint.__metadata__) if one is not None]
        inner = _translated(hint.__origin__)
        return Annotated[inner, *beside] if beside else inner
    if among := arms(hint):
        return Union[tuple(map(_translated, among))]  # noqa: UP007  # known when it runs
    if (origin := get_origin(hint)) in (list, dict):
        return origin[tuple(map(_translated, get_args(hint)))]
    return hint


def _beside(one: object) -> Any:
    """Return what is beside a type as pydantic has it; None for what does not check."""
    match one:
        case Bounds(limits=limits):
            return pydantic.Field(**dict(limits))  # type: ignore[call-overload]
        case AfterValidator(check=check):
            return pydantic.AfterValidator(check)
        case Discriminator(tag=tag):
            return pydantic.Discriminator(tag)
        case Tag(name=name):
            return pydantic.Tag(name)
    return None
