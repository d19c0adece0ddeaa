"""Calls through a table in a WebAssembly module, by way of shared functions."""

from __future__ import annotations

import pytest

from palace_viewer.site.shared_calls import (
    CALL_INDIRECT,
    CODE,
    FUNCTIONS,
    TYPES,
    instructions,
    parts,
    read,
    sections,
    shared,
    signatures,
    written,
)
from tests.viewer.web.browsers import IN_CHROMIUM, new_page, program

ASKED = """async bytes => {
  const table = new WebAssembly.Table({ element: "anyfunc", initial: 4, maximum: 16 });
  const env = { three: () => 3, table };
  const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes), { env });
  const { calls } = instance.exports;
  const tried = (...all) => { try { return calls(...all); } catch (error) { return error.name; } };
  return [0, 1, 2, 3, 9].map(at => tried(5, at));
}"""
"""What a module's function `calls` returns of 5 for each place in its table: doubled, squared, an
error where a function of another type is, where none is, and beyond its end."""


def section(number: int, *body: bytes) -> bytes:
    whole = b"".join(body)
    return bytes([number]) + written(len(whole)) + whole


def named(*names: str) -> bytes:
    return b"".join(written(len(name)) + name.encode() for name in names)


def function(text: str, groups: str = "00") -> bytes:
    body = bytes.fromhex(groups + text + "0b")
    return written(len(body)) + body


def module(calls: str) -> bytes:
    """Return a module with a table of functions of one number, and one that is called."""
    types = bytes.fromhex("03 60017f017f 60027f7f017f 6000017f")
    table = named("env", "table") + b"\x01\x70\x01\x04\x10"
    bodies = function("20002000 6a"), function("20002000 6c"), function(calls, "02 017c 027f")
    return b"".join((
        b"\0asm\x01\0\0\0",
        section(1, types),
        section(2, b"\x02", named("env", "three"), b"\0\x02", table),
        section(3, b"\x03\0\0\x01"),
        section(5, b"\x01\0\x01"),
        section(7, b"\x01", named("calls"), b"\0\x03"),
        section(9, b"\x01\0\x41\0\x0b\x03\x01\x02\0"),
        section(10, b"\x03", *bodies),
    ))  # fmt: skip


CALLS = (
    "44 1100000000001111 1a"  # a number whose bytes look like calls
    "41 91a244 2103"
    "02 40 20 01 0e 02 00 00 00 0b"  # a block, which a table of branches leaves
    "4100 4100 4100 fc0a0000"  # memory that is copied
    "2000 2001 110000"
)


def test_each_call_through_a_table_goes_by_way_of_a_function_that_is_too_long_to_copy() -> None:
    before, after = (dict(sections(one)) for one in (module(CALLS), shared(module(CALLS))))
    own, new = parts(before[CODE]), parts(after[CODE])
    assert (len(own), len(new)) == (3, 4)
    assert new[:2] == own[:2]
    assert new[2].hex() == own[2].hex().replace(
        "2001110000", "20011004"
    )  # the import is function 0
    assert len(new[3]) > 500
    codes = [new[3][at] for at, _ in instructions(new[3])]
    assert codes.count(CALL_INDIRECT) == 1
    kind, _ = read(after[FUNCTIONS], len(after[FUNCTIONS]) - 1)
    assert signatures(after[TYPES])[kind] == (b"\x7f\x7f", b"\x7f")
    kept = [number for number in before if number not in (FUNCTIONS, CODE)]
    assert all(after[number] == before[number] for number in kept)


@IN_CHROMIUM
def test_a_changed_module_does_the_same() -> None:
    with program() as found:
        page = new_page(found, (360, 740)).page
        done = [page.evaluate(ASKED, list(one)) for one in (module(CALLS), shared(module(CALLS)))]
    assert done == [[10, 25, "RuntimeError", "RuntimeError", "RuntimeError"]] * 2


@pytest.mark.parametrize(
    ("code", "told"),
    [("fd0f", "unknown instruction 0xFD 0F"), ("fc20", "unknown instruction 0xFC 20")],
)
def test_an_instruction_that_is_not_known_is_told(code: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        shared(module(code))


def test_a_type_that_is_no_function_is_told() -> None:
    with pytest.raises(ValueError, match="a type that is no function: 0x5F"):
        signatures(b"\x01\x5f\0")
