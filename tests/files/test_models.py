"""Models of records: what this program made is the same as what is read and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest

from palace.contract import registry
from palace.files.checking import complaints
from palace.files.document import made_document, parse_document, read_document
from palace.files.fields import ordered
from palace.files.models import Field, Model
from tests.paths import GOLDEN, SAMPLE

RECORDS = [SAMPLE, *sorted(GOLDEN.glob("*/*.toml"))]


def data_of(record: Any) -> object:
    """Return the model of a record of any game."""
    return record.data


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_record_is_the_same_unchecked(path: Path) -> None:
    document = read_document(path)
    if not registry.is_record(document) or registry.other_kind(document):
        return
    text = registry.game_in(document)[1].text(None, "toml")
    _, checked = registry.game_in(parse_document(text, "toml", str(path)))
    _, made = registry.game_in(made_document(text, "toml", str(path)))
    assert data_of(made) == data_of(checked)
    assert made.warnings == checked.warnings
    assert made.text(None, "json") == checked.text(None, "json")


class Inner(Model):
    """A table in a table."""

    count: Annotated[int, Field(ge=0)] = 0


class Outer(Model):
    """A table with all there is."""

    name: str
    pass_: bool | None = Field(default=None, alias="pass")
    inner: Inner | None = None
    rows: list[Inner] = Field(default_factory=list)


def test_a_table_as_a_value() -> None:
    data = {"name": "a", "pass": True, "self": 1, "rows": [{"count": 2}, {}]}
    found = Outer.of(data)
    assert (found.pass_, found.inner, [row.count for row in found.rows]) == (True, None, [2, 0])
    assert (found.model_extra, found.model_fields_set) == ({"self": 1}, {"name", "pass_", "rows"})
    assert ordered(found) == data
    assert found == Outer.of(data) != found.model_copy(update={"name": "b"})
    assert Outer(name="a") == Outer.of({"name": "a"})
    with pytest.raises(AttributeError):
        setattr(found, "name", "b")  # noqa: B010
    with pytest.raises(TypeError, match="needs name"):
        Outer.of({})


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"name": "a"}, []),
        ({}, [("name",)]),
        ({"name": 1}, [("name",)]),
        ({"name": "a", "pass": 1}, [("pass",)]),
        ({"name": "a", "inner": {"count": -1}, "rows": [{}, 3]}, [("inner", "count"), ("rows", 1)]),
        ({"name": "\x1b"}, [("name",)]),
    ],
)
def test_each_fault_has_its_place(data: dict[str, object], wrong: list[tuple[object, ...]]) -> None:
    assert [one["loc"] for one in complaints(Outer, data)] == wrong
