"""Models: the tables of a file as values, and what is allowed in each.

A model knows nothing of what checks it: `palace.files.checking` does, with pydantic, when a file is
read.  What this program made is known to be right, and becomes a model without it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)


class MisfitError(ValueError):
    """A validator of this package rejects a value; holds what is wrong and what to do."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy


class _Missing:
    """No default."""


MISSING = _Missing()


@dataclass(frozen=True)
class Bounds:
    """What is allowed in a field, and what else is known of it; see `Field`."""

    default: Any = MISSING
    default_factory: Callable[[], Any] | None = None
    alias: str = ""
    description: str = ""
    limits: tuple[tuple[str, int], ...] = ()


def Field(  # noqa: N802  # as pydantic calls it
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] | None = None,
    alias: str = "",
    description: str = "",
    **limits: int,
) -> Any:
    """Return what a field has beside its type: its default, its key in a file, a note for an owner;
    its limits `ge`, `le`, `min_length` and `max_length`."""
    return Bounds(default, default_factory, alias, description, (*limits.items(),))


@dataclass(frozen=True)
class AfterValidator:
    """Beside a type: what checks a value of it, and raises a `ValueError`; `makes` is whether it
    returns another one."""

    check: Callable[[Any], Any]
    makes: bool = False


@dataclass(frozen=True)
class Discriminator:
    """Beside a union of types: which of them a value has, by their tags."""

    tag: Callable[[Any], str]


@dataclass(frozen=True)
class Tag:
    """Beside a type in a union: what it is called."""

    name: str


class FieldInfo(NamedTuple):
    """A field of a model: its type, what is beside it, and its default."""

    annotation: Any
    metadata: tuple[object, ...]
    alias: str
    description: str
    default: Any
    default_factory: Callable[[], Any] | None

    def value(self) -> Any:
        """Return the value of a field that is left out."""
        return self.default if self.default_factory is None else self.default_factory()


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Model:
    """A table of a file: immutable, unknown keys kept.

    `model_fields_set` are the names of the fields that were given, `model_extra` the unknown keys.
    """

    _fields: ClassVar[Mapping[str, FieldInfo]]
    model_fields_set: ClassVar[set[str]]
    model_extra: ClassVar[dict[str, Any]]

    def __init__(self, /, **data: Any) -> None:
        self._fill(data)

    def _fill(self, data: Mapping[str, Any]) -> None:
        own, extra, given = self.__dict__, dict(data), set[str]()
        for name, field in fields_of(type(self)).items():
            key = field.alias or name
            if key in extra:
                own[name] = extra.pop(key)
                given.add(name)
            elif isinstance(value := field.value(), _Missing):
                raise TypeError(f"{type(self).__name__} needs {key}")
            else:
                own[name] = value
        own["model_extra"], own["model_fields_set"] = extra, given

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return the model of a table that is known to be right."""
        fields = {field.alias or name: field for name, field in fields_of(cls).items()}
        made = cls.__new__(cls)
        made._fill({
            key: _made(fields[key].annotation, fields[key].metadata, value)
            if key in fields else value
            for key, value in data.items()
        })  # fmt: skip
        return made

    def model_copy(self, *, update: Mapping[str, Any] = types.MappingProxyType({})) -> Self:
        """Return it with other values of fields, by their names."""
        made = type(self).__new__(type(self))
        names = fields_of(type(self))
        made.__dict__.update({name: self.__dict__[name] for name in names} | dict(update))
        made.__dict__["model_extra"] = dict(self.model_extra)
        made.__dict__["model_fields_set"] = self.model_fields_set | update.keys()
        return made

    def model_dump(
        self, *, include: set[str] | None = None, exclude: set[str] | None = None,
        exclude_none: bool = False, by_alias: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Return its fields as plain data, by their names or by their keys."""
        every = {
            field.alias if by_alias and field.alias else name: getattr(self, name)
            for name, field in fields_of(type(self)).items()
            if (include is None or name in include) and name not in (exclude or ())
        }
        return {
            key: _dumped(value, exclude_none=exclude_none, by_alias=by_alias)
            for key, value in (every | self.model_extra).items()
            if value is not None or not exclude_none
        }

    def _values(self) -> tuple[object, ...]:
        return (*(self.__dict__[name] for name in fields_of(type(self))), self.model_extra)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()[:-1]))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields_of(type(self)))
        return f"{type(self).__name__}({given})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: {name}")


def fields_of(model: type[Model]) -> Mapping[str, FieldInfo]:
    """Return the fields of a model by their names, those of its bases first."""
    if "_fields" not in model.__dict__:
        model._fields = _found(model)
    return model._fields


def _found(model: type[Model]) -> dict[str, FieldInfo]:
    hints = get_type_hints(model, include_extras=True)
    found = {}
    for base in reversed(model.__mro__):
        for name in get_annotations(base):
            if get_origin(hints[name]) is not ClassVar:
                found[name] = _field(hints[name], getattr(model, name, MISSING))
    return found


def _field(hint: Any, default: Any) -> FieldInfo:
    annotation, metadata = _parts(hint)
    if not isinstance(default, Bounds):
        default = Bounds(default)
    beside = (default, *metadata) if default.limits else metadata
    return FieldInfo(
        annotation, beside, default.alias, default.description, default.default,
        default.default_factory,
    )  # fmt: skip


def _parts(hint: Any) -> tuple[Any, tuple[object, ...]]:
    """Return a type, and what is beside it."""
    if get_origin(hint) is Annotated:
        return hint.__origin__, hint.__metadata__
    return hint, ()


def arms(annotation: Any) -> tuple[Any, ...]:
    """Return the types of a union; of another type none."""
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else ()


def models_in(annotation: Any) -> Iterator[type[Model]]:
    """Yield the models in a type: itself, in a list or in a union."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from models_in(inner)


def _made(annotation: Any, metadata: tuple[object, ...], value: Any) -> Any:
    """Return a value of a file as one of a model."""
    for one in metadata:
        if isinstance(one, AfterValidator) and one.makes:
            value = one.check(value)
    inner = get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return value if isinstance(value, Model) else annotation.of(value)
    if isinstance(value, dict | list) and (among := arms(annotation)):
        hint = _arm(among, metadata, value)
        return _made(*_parts(hint), value)
    if isinstance(value, list) and len(inner) == 1:
        return [_made(*_parts(inner[0]), one) for one in value]
    if isinstance(value, dict) and len(inner) == 2:
        return {key: _made(*_parts(inner[1]), one) for key, one in value.items()}
    return value


def _arm(among: tuple[Any, ...], metadata: tuple[object, ...], value: Any) -> Any:
    """Return the type in a union that a table or a list has."""
    for one in metadata:
        if isinstance(one, Discriminator):
            tag = Tag(one.tag(value))
            return next(arm for arm in among if tag in _parts(arm)[1])
    return next(arm for arm in among if arm is not type(None))


def _dumped(value: Any, **how: bool) -> Any:
    if isinstance(value, Model):
        return value.model_dump(**how)  # type: ignore[arg-type]
    if isinstance(value, list):
        return [_dumped(one, **how) for one in value]
    if isinstance(value, dict):
        return {key: _dumped(one, **how) for key, one in value.items()}
    return value


def keys_of(model: type[Model]) -> dict[str, str]:
    """Field names by the key they have in a file."""
    return {field.alias or name: name for name, field in fields_of(model).items()}
