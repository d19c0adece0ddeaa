"""Calls through a table of functions, by way of one function for all with the same parameters.

`python -m palace_viewer.site.shared_calls FILE` rewrites a WebAssembly module.  V8 (Chromium 137
and later) guesses where a call through a table goes, copies that function into the calling one, and
compiles the calling one again when a guess was wrong: the loop of Python's interpreter ten times in
its first three seconds.  A shared function has too many targets for a guess, and is too long to be
copied.  The format: https://webassembly.github.io/spec/core/binary/
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

TYPES, IMPORTS, FUNCTIONS, CODE = 1, 2, 3, 10  # sections
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)  # kinds of imports
NOP, END, CALL, CALL_INDIRECT, LOCAL_GET, I32 = 0x01, 0x0B, 0x10, 0x11, 0x20, 0x7F
LONG = 520
"""Bytes of a shared function: V8 copies none above 500 (`wasm_inlining_max_size`)."""

NUMBERS = {
    **dict.fromkeys((0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)), 0),
    **dict.fromkeys((*range(0x02, 0x05), *range(0x06, 0x0A), 0x0C, 0x0D, 0x10, 0x12, 0x18), 1),
    **dict.fromkeys((*range(0x20, 0x27), *range(0x3F, 0x43), 0xD0, 0xD2), 1),
    **dict.fromkeys((0x11, 0x13, *range(0x28, 0x3F)), 2),
}
"""How many numbers follow an instruction."""

NUMBERS_FC = {**dict.fromkeys(range(8), 0), **dict.fromkeys((9, 11, 13, 15, 16, 17), 1)}
NUMBERS_FC |= dict.fromkeys((8, 10, 12, 14), 2)
"""The same for those that begin with 0xFC."""


def read(data: bytes, at: int) -> tuple[int, int]:
    """Return a number in LEB128 without a sign, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def written(*values: int) -> bytes:
    """Return numbers in LEB128 without a sign."""
    out = bytearray()
    for value in values:
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


def after(data: bytes, at: int, count: int) -> int:
    """Return where so many numbers end."""
    for _ in range(count):
        while data[at] >= 0x80:
            at += 1
        at += 1
    return at


def instructions(body: bytes) -> Iterator[tuple[int, int]]:
    """Return where each instruction of a function begins and ends.

    Raises `ValueError` where one is not known: vectors, threads and garbage collection are not.
    """
    groups, at = read(body, 0)
    for _ in range(groups):  # the kinds of its variables
        at = after(body, at, 1) + 1
    while at < len(body):
        code, begins = body[at], at
        at += 1
        if code in NUMBERS:
            at = after(body, at, NUMBERS[code])
        elif code in (0x43, 0x44):  # a number with a point
            at += 4 if code == 0x43 else 8
        elif code == 0x0E:  # a table of branches
            count, at = read(body, at)
            at = after(body, at, count + 1)
        elif code == 0x1C:  # a choice between values of a type
            count, at = read(body, at)
            at += count
        elif code == 0xFC and (kind := read(body, at))[0] in NUMBERS_FC:
            at = after(body, kind[1], NUMBERS_FC[kind[0]])
        else:
            raise ValueError(f"unknown instruction 0x{code:02X} {body[at]:02X}")
        yield begins, at


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the number of each section, and what is in it."""
    at = 8
    while at < len(module):
        size, begins = read(module, at + 1)
        yield module[at], module[begins : begins + size]
        at = begins + size


def parts(section: bytes) -> list[bytes]:
    """Return the parts of a section that begin with their sizes."""
    count, at = read(section, 0)
    found = []
    for _ in range(count):
        size, at = read(section, at)
        found.append(section[at : at + size])
        at += size
    return found


def signatures(section: bytes) -> list[tuple[bytes, bytes]]:
    """Return the kinds of parameters and of results of each type."""
    count, at = read(section, 0)
    found = []
    for _ in range(count):
        if section[at] != 0x60:
            raise ValueError(f"a type that is no function: 0x{section[at]:02X}")
        both = []
        at += 1
        for _ in range(2):
            size, at = read(section, at)
            both.append(section[at : at + size])
            at += size
        found.append((both[0], both[1]))
    return found


def imported(section: bytes) -> int:
    """Return how many functions a module imports."""
    count, at = read(section, 0)
    functions = 0
    for _ in range(count):
        for _ in range(2):  # names
            size, at = read(section, at)
            at += size
        kind, at = section[at], at + 1
        functions += kind == FUNCTION
        if kind in (TABLE, MEMORY):
            at += kind == TABLE
            limits, at = read(section, at)
            at = after(section, at, 1 + (limits & 1))
        else:
            at = at + 2 if kind == GLOBAL else after(section, at + (kind == TAG), 1)
    return functions


def shared(module: bytes) -> bytes:
    """Return a module in which each call through a table goes by way of a shared function.

    Raises `ValueError` where the module has what is not known here.
    """
    found = list(sections(module))
    own = dict(found)
    types, bodies = signatures(own[TYPES]), parts(own[CODE])
    first = imported(own[IMPORTS]) + len(bodies)
    numbers: dict[bytes, int] = {}  # of the shared functions, by the type and table they are for
    for at, body in enumerate(bodies):
        pieces, kept = list[bytes](), 0
        for begins, ends in instructions(body):
            if body[begins] == CALL_INDIRECT:
                number = numbers.setdefault(body[begins + 1 : ends], first + len(numbers))
                pieces += body[kept:begins], written(CALL, number)
                kept = ends
        bodies[at] = b"".join((*pieces, body[kept:]))
    kinds = b""
    for what in numbers:
        params, results = types[read(what, 0)[0]]
        signature = params + bytes([I32]), results  # the place in the table comes last
        if signature not in types:
            types.append(signature)
        kinds += written(types.index(signature))
        given = b"".join(written(LOCAL_GET, one) for one in range(len(params) + 1))
        call = b"\0" + given + bytes([CALL_INDIRECT]) + what
        bodies.append(call.ljust(LONG, bytes([NOP])) + bytes([END]))
    _, begins = read(own[FUNCTIONS], 0)
    changed = {
        TYPES: b"".join(
            b"\x60" + b"".join(written(len(one)) + one for one in both) for both in types
        ),
        FUNCTIONS: own[FUNCTIONS][begins:] + kinds,
        CODE: b"".join(written(len(body)) + body for body in bodies),
    }
    counts = {TYPES: len(types), FUNCTIONS: len(bodies), CODE: len(bodies)}
    out = [module[:8]]
    for number, data in found:
        new = written(counts[number]) + changed[number] if number in changed else data
        out += bytes([number]), written(len(new)), new
    return b"".join(out)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_bytes(shared(file.read_bytes()))
