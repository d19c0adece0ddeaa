"""Links: what is written is read back, and all else is refused in one line."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import zlib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.contract.registry import REGISTRY
from palace.core.errors import InputError
from palace.files.links import (
    LARGEST,
    Link,
    check_link,
    code_parts,
    game_link,
    packed,
    read_link,
    unpacked,
)
from tests.contract.test_random_records import MAKERS
from tests.paths import SAMPLE

TEXT = SAMPLE.read_text(encoding="utf-8")
DICTIONARY = files("palace.files") / "links-1.txt"
FROZEN = "b8e5cafae975136f7638dc1def3c889b39aa566680abcd49b4c950db19727a7b"
"""SHA-256 of the dictionary of version 1: links that were sent are read with it for ever."""


def code_link(text: str, most: int = 10**6) -> list[str]:
    return ["".join(part) for part in code_parts(text, most)]


def test_the_dictionary_is_frozen() -> None:
    assert hashlib.sha256(DICTIONARY.read_bytes()).hexdigest() == FROZEN


def test_the_form_of_a_link() -> None:
    """As the contract has it: a version byte, and raw deflate with the dictionary."""
    link = game_link(TEXT)
    letters = re.fullmatch(r"#game=([\w-]+)", link)
    assert letters is not None
    data = base64.urlsafe_b64decode(letters[1] + "==")
    inflated = zlib.decompressobj(-15, DICTIONARY.read_bytes()).decompress(data[1:]).decode()
    assert (data[0], inflated) == (1, TEXT)
    (code,) = code_link(TEXT)
    capitals = re.fullmatch(r"#game32=([A-Z2-7]+)", code)
    assert capitals is not None
    assert base64.b32decode(capitals[1] + "=" * (-len(capitals[1]) % 8)) == data


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_any_text_is_read_back(text: str) -> None:
    assert unpacked(packed(text)) == text
    for link in (game_link(text), *code_link(text)):
        assert read_link(link) == Link(text)


# 342 of each game are some 1,000.
@pytest.mark.parametrize(
    "seeds",
    [
        range(2),
        *(pytest.param(range(at, at + 4), marks=pytest.mark.slow) for at in range(2, 342, 4)),
    ],
)
@pytest.mark.parametrize("key", REGISTRY)
def test_drawn_records_come_back(key: str, seeds: range) -> None:
    for seed in seeds:
        text = MAKERS[key](seed)
        pieces = code_link(text, 150)
        assert read_link(game_link(text)).text == text
        assert read_link(*code_link(text)).text == text
        assert read_link(pieces[-1], pieces[:-1]).text == text


def test_pieces_are_kept_until_all_are_there() -> None:
    pieces, other = code_link(TEXT, 100), code_link(TEXT + "\n", 100)
    random.Random(1).shuffle(pieces)
    for at in range(1, len(pieces)):
        found = read_link(pieces[at - 1], [*other, "#check=a1-b1", *pieces[: at - 1]])
        assert (found.text, len(found.kept), found.count) == ("", at, len(pieces))
        assert len(found.missing) == len(pieces) - at
    assert read_link(pieces[-1], pieces).text == TEXT


@pytest.mark.parametrize("staircase", ["c4+b-d4", "a4-b4+c-c4_cb-d4_cb"])
@pytest.mark.parametrize("position", ["", "map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"])
@pytest.mark.parametrize("ground", ["", "map-2", "our map & yours=1 äöü#%"])
def test_a_staircase_is_read_back(staircase: str, position: str, ground: str) -> None:
    link = check_link(staircase, position, ground)
    assert read_link(f"https://play.example/{link}") == Link("", staircase, position, ground)
    assert re.fullmatch(r"#[!$&-;=?-Z_a-z~%]*", link)


def test_a_game_with_a_staircase() -> None:
    found = read_link(game_link(TEXT, "c4+b-d4"))
    assert (found.text, found.check) == (TEXT, "c4+b-d4")


def sealed(raw: bytes, version: int = 1) -> str:
    small = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = bytes([version]) + small.compress(raw) + small.flush()
    return "#game=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


PIECES = code_link(TEXT, 200)

WRONG = {
    "version": (sealed(b"x", 2), [], "its version is 2"),
    "version 0": (sealed(b"x", 0), [], "its version is 0"),
    "nothing": ("#game=", [], "its version is 0"),
    "bomb": (sealed(b"\0" * (LARGEST + 1)), [], "its record is too large"),
    "no text": (sealed(b"\xff\xfe"), [], "it is damaged"),
    "cut": (game_link(TEXT)[:-9], [], "it is cut off or damaged"),
    "letters": (game_link(TEXT) + "!", [], "it is cut off or damaged"),
    "more": (game_link(TEXT) + "AAAA", [], "it is cut off or damaged"),
    "code": ("#game32=abc", [], "it is cut off or damaged"),
    "piece": ("#piece=3.2.AAAAAAA.AAAA", [], "its piece of a record is damaged"),
    "no piece": ("#piece=1", [], "its piece of a record is damaged"),
    "pieces": (PIECES[0][:-1] + "A", PIECES[1:], "its pieces do not belong together"),
    "twice": ("#check=a1&check=a2", [], "it has check= twice"),
    "no staircase": ("#map=map-1", [], "it has no staircase"),
    "other": ("#top", [], "it holds no game and no staircase"),
    "half a letter": ("#check=%ff", [], "it is damaged"),
    "long": ("#game=" + "A" * 200_000, [], "it has 200,006 characters"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_link_is_refused_in_one_line(name: str) -> None:
    link, before, what = WRONG[name]
    with pytest.raises(InputError) as caught:
        read_link(link, before)
    (problem,) = caught.value.problems
    assert problem.what == what
    assert problem.remedy
    assert "\n" not in str(caught.value)


@settings(max_examples=300)
@given(st.data())
def test_damage_never_fails_otherwise(data: st.DataObject) -> None:
    link = data.draw(st.sampled_from([game_link(TEXT), *PIECES, check_link("c4-d4")]))
    at = data.draw(st.integers(0, len(link) - 1))
    put = data.draw(st.text(alphabet="A=&%#.1é", max_size=3))
    try:
        read_link(link[:at] + put + link[at + data.draw(st.integers(0, 5)) :], PIECES)
    except InputError as error:
        assert len(error.problems) == 1
