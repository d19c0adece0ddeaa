"""What the records of every game share: fields of their schemas, and writing a model as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel

from palace.errors import InputError, Problem, dotted
from palace.records.schema import _date, _name, _only
from palace.records.toml_text import toml_text
from palace.records.writing import _day, _endless, _known_first, _leaves, _tables_last

if TYPE_CHECKING:
    from palace.document import Kind

Name = Annotated[str, AfterValidator(_name)]
Date = Annotated[Any, AfterValidator(_date)]
RulesOne = Annotated[str, _only("rules", "1")]


def model_text(model: BaseModel, kind: Kind = "toml") -> str:
    """A record's model as TOML or JSON; an `InputError` if it holds what one of them cannot say.

    Known keys come first in the order of the model, then others, then tables.
    """
    data: dict[str, Any] = _tables_last(_known_first(model))
    problems = [
        Problem(dotted(path), f"{value!r:.40} cannot be written in {kind.upper()}", "take it out")
        for path, value in _leaves(data, ())
        if (value is None if kind == "toml" else _endless(value))
    ]
    if problems:
        raise InputError(*problems)
    if kind == "toml":
        return toml_text(data)
    return json.dumps(data, indent=2, ensure_ascii=False, default=_day) + "\n"
