"""Any bytes in any kind of file: a result, or errors of one line each with their place."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from palace.contract.registry import game_in
from palace.core.errors import InputError
from palace.files.document import LIMIT, parse_document
from palace.monkey_palace.game.deck import load_deck
from tests.calls import Called, call, refusal
from tests.decks import deck_text
from tests.examples import at_most, examples
from tests.paths import GOLDEN, SAMPLE

GAME = SAMPLE.read_text()
COMMA = (
    "Expecting property name enclosed in double quotes"
    if sys.version_info < (3, 13)
    else "Illegal trailing comma before end of object"
)
"""What Python tells of a comma too many in JSON."""
RECORD = GAME[: GAME.index("[[turns]]", GAME.index("Caro", GAME.index("[[turns]]")))]
"""The sample with its first turns."""

DECK = deck_text(load_deck("house"))
SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"
MAP = {
    "name": "mine", "provenance": "placeholder", "plate": 32, "sheet": [2, 2, 28, 28],
    "origin": [5, 5], "pitch": 3, "knobs": "l l l\nd d d\ng g .\n", "setup": ["a2", "b2", "c2"],
}  # fmt: skip
WHOLE = {
    **tomllib.loads(RECORD),
    "date": "2026-01-31",
    "place": "here",
    "notes": "a note",
    "box": {"arch": 80},
    "deck": "house",
    "rulings": {"spiral": "legal"},
}
WHOLE["players"][0].update(cards=[1, 2], bonus=1, trophies=["monkey"], total=3)
WHOLE["turns"][0].update(decoration="g", credits=5, bonus=False, butterfly="f4", notes="x")
BUILD = {
    "format": 1,
    "map": "map-1",
    "position": SETUP,
    "build": [
        {"kind": "brick", "x": 11, "y": 14, "level": 0, "turn": 0, "colour": "red"},
        {"kind": "arch", "x": 11, "y": 14, "level": 1, "turn": 0, "colour": "tan"},
    ],
}
BOX = {
    "format": 1, "game": "monkey-palace", "name": "mine", "provenance": "transcribed",
    "deck": "house", "maps": ["map-1", "map-2"],
    "boards": [{"number": 1, "start": "2a1b", "each": "1a"}, {"number": 2, "start": "3a"}],
}  # fmt: skip
TABLE = {"format": 1, "ground": MAP, "build": [{"kind": "arch", "x": 5, "y": 8}]}

few = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sound(called: Called, *files: str) -> None:
    """A result as one JSON object, or nothing but errors, each with its place in a file."""
    if called.status == 2:
        assert called.out == ""
        *errors, last = called.errors
        if not re.fullmatch(r"and [0-9,]+ more", last):
            errors.append(last)
        assert 0 < len(errors) <= 20
        for line in errors:
            assert re.match(r"\S.*: \S", line), line
            assert len(line) < 1000
            assert not files or line.startswith(files), line
            assert "Traceback" not in line
    else:
        assert called.err == ""
        data = called.json
        if "legal" in data:
            assert data["legal"] is (called.status == 0)
            assert data["legal"] is not bool(data["reasons"])


class File(NamedTuple):
    """A kind of file: how it is read, a whole one, and its data where it is a document."""

    verb: tuple[str, ...]
    text: str
    ending: str
    data: Any = None


def of_data(verb: str, data: Any) -> File:
    """Return a kind of file that is written from data."""
    return File(tuple(verb.split()), json.dumps(data, indent=1, default=str), "json", data)


def of_golden(verb: str, name: str, moves: int | None = None) -> File:
    """Return a kind of file that is among the golden ones, with its first `moves` lines of moves
    (None: all of them): a long game takes long to judge.
    """
    text = (GOLDEN / name).read_text(encoding="utf-8")
    if moves is not None:
        whole = re.compile(rf'("""\n(?:.*\n){{{moves}}})(?:.*\n)*?"""')
        text, count = whole.subn(r'\1"""', text)
        assert count
    ending = name.rpartition(".")[2]
    data = tomllib.loads(text) if ending == "toml" else None
    return File(tuple(verb.split()), text, ending, data)


FILES = {
    "record": of_data("check", WHOLE),
    "turns": File(("check",), RECORD, "toml"),
    "build": of_data("check", BUILD),
    "table": of_data("check", TABLE),
    "map": of_data("map check", MAP),
    "box": of_data("box check", BOX),
    "deck": File(("box", "check"), DECK, "csv"),
    "sheet": of_golden("score", "monkey-palace/sheet.toml"),
    "palm record": of_golden("check", "palm-island/coop-won.toml", at_most(24)),
    "palm box": of_golden("box check", "box/palm-island/filled.toml"),
    "cooper record": of_golden("check", "cooper-island/three-players.toml", at_most(24)),
    "cooper sheets": of_golden("score", "cooper-island/sheet.toml"),
    "cooper box": of_golden("box check", "box/cooper-island/filled.toml"),
}
"""Every kind of file that is read."""

kinds = st.sampled_from(sorted(FILES))
documents = st.sampled_from(sorted(kind for kind, file in FILES.items() if file.data))


def read(raw: bytes | str, verb: tuple[str, ...], ending: str) -> Called:
    """Read a file with these bytes, of the name `file` and this ending; a deck by its box."""
    Path(f"file.{ending}").write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    if ending == "csv":
        head = 'format = 1\nname = "mine"\nprovenance = "transcribed"\n'
        Path("file.toml").write_text(head + 'deck = "file.csv"\n')
        ending = "toml"
    return call(*verb, f"file.{ending}", "--json")


# Bytes.

changes = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), st.binary(max_size=3)), min_size=1, max_size=4
)


def changed(text: str, edits: list[tuple[float, int, bytes]]) -> bytes:
    raw = text.encode()
    for where, count, new in edits:
        at = int(where * len(raw))
        raw = raw[:at] + new + raw[at + count :]
    return raw


def repeated(text: str, spots: list[tuple[float, float, float]]) -> str:
    """Parts of a text copied to other places of it."""
    for first, last, to in spots:
        start, end = sorted((int(first * len(text)), int(last * len(text))))
        at = int(to * len(text))
        text = text[:at] + text[start : min(end, start + 60)] + text[at:]
    return text


@settings(few, max_examples=examples(700))
@given(kinds, changes)
def test_changed_bytes(kind: str, edits: list[tuple[float, int, bytes]]) -> None:
    file = FILES[kind]
    sound(read(changed(file.text, edits), file.verb, file.ending), "file.", "--")


spots = st.tuples(*3 * [st.floats(0, 1)])


@settings(few, max_examples=examples(150))
@given(kinds, st.lists(spots, min_size=1, max_size=3))
def test_repeated_parts(kind: str, where: list[tuple[float, float, float]]) -> None:
    file = FILES[kind]
    sound(read(repeated(file.text, where), file.verb, file.ending), "file.")


@settings(few, max_examples=examples(100))
@given(st.binary(max_size=60), kinds)
def test_rubbish(raw: bytes, kind: str) -> None:
    file = FILES[kind]
    called = read(raw, file.verb, file.ending)
    assert called.status == 2
    sound(called, "file.")


@few
@given(st.sampled_from(["--position", "--map", "--game"]), st.binary(max_size=40))
def test_rubbish_in_other_files(option: str, raw: bytes) -> None:
    Path("file.toml").write_bytes(raw)
    name = "@file.toml" if option == "--position" else "file.toml"
    called = call("check", "c4+b-d4", "--json", option, name)
    assert called.status == 2
    sound(called, "file.toml")


# Values.

odd: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, -1, 1.5, 2**70, 1e308, "", " ", "x", "a\nb", "\x1b[0m", "map-1", "a1",
     "a4-b4", "9" * 5000, "4a3b", "3g 2*", "monkey", [], {}, [[]], [None], {"": None}, "\U0001f412",
     "file.json", "no.toml", "/", "/dev/zero", "\0", "x8", SETUP, "@-"]
)  # fmt: skip
values = odd | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document but its root."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a document with something else at one path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def without(value: Any, path: tuple[Any, ...]) -> Any:
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = without(value[path[0]], path[1:])
    return copy


@settings(few, max_examples=examples(700))
@given(documents, st.data())
def test_any_value_in_any_field(kind: str, chosen: st.DataObject) -> None:
    file = FILES[kind]
    data = file.data
    for _ in range(chosen.draw(st.integers(1, 3))):
        data = replaced(
            data, chosen.draw(st.sampled_from([*places(data)] or [()])), chosen.draw(values)
        )
    sound(read(json.dumps(data, default=str), file.verb, "json"), "file.json")


@pytest.mark.parametrize("game", ["file.json", "chess"])
def test_a_box_of_no_game_is_told_where_it_is_named(game: str) -> None:
    file = FILES["box"]
    called = read(json.dumps(file.data | {"game": game}, default=str), file.verb, "json")
    sound(called, "file.json")
    assert game in called.err


def toml_only(value: Any) -> Any:
    """The nearest that TOML can say."""
    if isinstance(value, dict):
        return {key: toml_only(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [toml_only(item) for item in value if item is not None]
    return value


@settings(few, max_examples=examples(150))
@given(documents, st.data())
def test_any_value_in_any_field_of_toml(kind: str, chosen: st.DataObject) -> None:
    file = FILES[kind]
    data = replaced(
        file.data, chosen.draw(st.sampled_from([*places(file.data)])), chosen.draw(values)
    )
    sound(read(tomli_w.dumps(toml_only(data)), file.verb, "toml"), "file.toml")


@pytest.mark.parametrize("kind", sorted(kind for kind, file in FILES.items() if file.data))
def test_any_key_may_be_missing(kind: str) -> None:
    file = FILES[kind]
    for path in places(file.data):
        sound(
            read(json.dumps(without(file.data, path), default=str), file.verb, "json"), "file.json"
        )


@settings(few, max_examples=examples(150))
@given(st.sampled_from(["record", "palm record", "cooper record"]), st.data())
def test_what_is_read_can_be_written(kind: str, chosen: st.DataObject) -> None:
    data = FILES[kind].data
    data = replaced(data, chosen.draw(st.sampled_from([*places(data)])), chosen.draw(values))
    try:
        game, record = game_in(parse_document(json.dumps(data, default=str), "json", "file.json"))
        made = record.text(None, "json")
    except InputError:
        return
    again = parse_document(made, "json", "file.json")
    assert game.read(again, again.folder).text(None, "json") == made


# Texts of a call.

words = st.text(max_size=12) | st.text("abcdefgh12345-+_bcx/,:NESWmlgdy @=", max_size=24)


@settings(few, max_examples=examples(150))
@given(words, st.sampled_from(["", "--position", "--supply", "--map", "--ruling"]), words)
def test_any_text_of_a_call(staircase: str, option: str, value: str) -> None:
    options = [f"{option}={value}"] if option else []
    sound(call("check", "--json", *options, "--", staircase))
    sound(call("check", "--json", *options, "--", "c4+b-d4"))


@few
@given(st.lists(words, max_size=4))
def test_any_words(arguments: list[str]) -> None:
    called = call(*arguments)
    if called.status == 2:
        sound(called)


# Files that are none.


def test_files_that_cannot_be_read(folder: Path) -> None:
    (folder / "folder.toml").mkdir()
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "null.json").symlink_to("/dev/null")
    (folder / "loop.toml").symlink_to("loop.toml")
    with open("large.toml", "wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    (folder / "empty.toml").touch()
    for name, said in {
        "folder.toml": "this is a folder; name a .toml or .json file in it",
        "zero.toml": f"too large: more than {LIMIT:,} bytes; at most {LIMIT:,} bytes are read",
        "null.json": "the file is empty; write something into it, or name another",
        "large.toml": f"too large: 52,428,800 bytes; at most {LIMIT:,} bytes are read",
        "empty.toml": "the file is empty; write something into it, or name another",
        "emty.toml": "there is no such file; did you mean empty.toml?",
    }.items():
        line = f"{name}: {said}"
        assert refusal("check", name) == [line]
        assert refusal("check", "c4+b-d4", "--map", name) == [line]
        assert refusal("check", "c4+b-d4", "--game", name) == [line]
        assert refusal("render", name, "-o", "a.svg") == [line]
    assert refusal("check", "loop.toml")[0].startswith("loop.toml: cannot be read: ")


def test_no_permission_as_nobody(folder: Path) -> None:
    """Root, who may read all, makes the same calls first, so that every module is loaded: nobody
    may be unable to read Python, its packages and this clone."""
    (folder / "open.toml").write_text(GAME)
    (folder / "secret.toml").write_text(GAME)
    (folder / "secret.toml").chmod(0)
    for above in (folder, *folder.parents):
        mode = stat.S_IMODE(above.stat().st_mode)
        if above.stat().st_uid == os.geteuid() == 0 and not mode & 0o001:
            above.chmod(mode | 0o011)
    code = (
        "import os, sys\nfrom palace.cli import run\n"
        "def calls(file):\n"
        "    for more in ([file], ['c4+b-d4', '--map', file],\n"
        "                 ['c4+b-d4', '--position', '@' + file]):\n"
        "        print(run(['check', *more]))\n"
        "calls('open.toml')\ncalls('gone.toml')\n"
        "print('nobody', file=sys.stderr)\n"
        "os.geteuid() or os.setuid(65534)\nsys.stdout = sys.stderr\ncalls('secret.toml')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr.split("nobody\n")[1].splitlines() == [
        *2 * ["secret.toml: no permission to read it; ask its owner for it", "2"],
        "secret.toml: permission denied; name a file with a position",
        "2",
    ]


def test_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    Path("secret.toml").write_text(GAME)
    monkeypatch.setattr("builtins.open", refuse)
    assert refusal("check", "secret.toml") == [
        "secret.toml: no permission to read it; ask its owner for it"
    ]


@pytest.mark.parametrize(
    ("text", "ending", "said"),
    [
        ("a = \n", "toml", "1:5: broken TOML: Invalid value; write key = value, [table] or # "
         'comment; texts in "quotes", lists in [ ]'),
        ('{"a": 1,}', "json", f"1:8: broken JSON: {COMMA}; write \"key\": value, commas between, "
         'texts in "double quotes", no comments'),
        ("format = 1\nformat = 1\n", "toml", "2:1: broken TOML: the key 'format' is here a "
         "second time; keep one of the two"),
        ('{"map": 1, "map": 2}', "json", "1:12: broken JSON: the key 'map' is here a second "
         "time; keep one of the two"),
        ('{"x": NaN}', "json", "1:7: broken JSON: NaN is no number of JSON; write a number, or "
         "null"),
        (r'{"x": "\ud800"}', "json", r"1:8: broken JSON: \ud800 is half a character; write the "
         "character itself"),
        ("[]", "json", "1:1: the document is no object; put it between { and }"),
        ("\0", "toml", "1:1: a NUL byte, so this is no text; save it as UTF-8 text"),
        ("x = " + "[" * 5000, "toml", "1:69: nested more than 64 levels deep; flatten it"),
    ],
)  # fmt: skip
def test_broken_files(text: str, ending: str, said: str) -> None:
    called = read(text, ("check",), ending)
    assert called.errors == [f"file.{ending}:{said}"]
    sound(called)
