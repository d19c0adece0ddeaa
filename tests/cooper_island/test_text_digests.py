"""Texts and files that are spoiled in every way a hand can, and what each is answered with, as one
digest for each place; sheets, pads and pages to print as well.

These lines find changes.  What is right is in the other tests: a digest that is not as before asks
for a look at what the change does, and is then written again.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palace import cooper_island
from palace.contract.pad import PLAYERS
from palace.contract.rules import Log
from palace.cooper_island.box import BOX, NOTHING_KNOWN
from palace.cooper_island.game import GAME, new_game
from palace.cooper_island.goods import COSTS, GAINS, Goods, Payment
from palace.cooper_island.land import SHIPPED, Land, load_peninsula, read_peninsula
from palace.cooper_island.log import read
from palace.cooper_island.notation import VERBS, read_line, read_step, read_steps
from palace.cooper_island.rules import BOOK, ENGLISH, RULINGS, SETTLED, Rulings, form
from palace.cooper_island.score import PAD
from palace.cooper_island.telling import SHEETS, area_words
from palace.cooper_island.tiles import Hex, Placement
from palace.cooper_island.workers import AREAS, KINDS
from palace.core.verdict import LANGUAGES
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.scoring import Score
from tests.cooper_island.digests import digest, refused
from tests.cooper_island.test_game_digests import OWN
from tests.paths import GOLDEN, MAPS, ROOT
from tests.sentences import Says

assert GAME.drawing is not None
DRAWINGS, REPORTING = GAME.drawing(), GAME.reporting()

WORDS = ("", "0", "9", "100", "zz", "wood", "nothing", "c3", "z100", "-", "=", ":", '"', "gold")


def spoilt(text: str) -> Iterator[str]:
    """Yield a text with a word left out, doubled, cut, moved or another in its place."""
    words = text.split(" ")
    for at, word in enumerate(words):
        for other in (*WORDS, f"{word} {word}", word[:-1], f"{word}s", word.upper(), f"  {word}"):
            yield " ".join([*words[:at], *[other] * bool(other), *words[at + 1 :]])
        yield " ".join([*words[:at], *words[at + 1 :], word])
    yield from (f"{text};", f"{text}; {text}", f"{text} {'x' * 600}", f"{text} # {text}", text * 40)


SMALL = load_peninsula("cooper-2")
TEXTS: dict[str, tuple[Callable[[str], object], str]] = {
    **{name: (read_step, verb.example) for name, verb in VERBS.items()},
    "goods": (Goods.read, "2 wood 1 coin"),
    "cost": (lambda text: Goods.read(text, COSTS), "2 wood 1 any"),
    "gains": (lambda text: Goods.read(text, GAINS), "2 wood 1 helm 1 draw 3 step 1 lay"),
    "payment": (Payment.read, "99 wood@market wood@c3 1 coin@storage"),
    "space": (Hex.read, "c99"),
    "double": (Placement.read, "double forest - mountain c3 – c4 level forest c3 gold"),
    "single": (Placement.read, "single mountain c3 gold"),
    "islet": (Placement.read, "islet forest d2-e2"),
    "land": (Land.read, "cooper-2: c2=m+food d3=f2r4 c4=rrr+gold c5=s+statue e3=ruin b2=islet"),
    "land without a name": (lambda text: Land.read(text, SMALL), "c2=m+food d3=f2r4"),
    "line": (read_line, '"Ana B": harbour "Ben C" pay 1 coin; sail cutter 3 # done'),
    "another line": (read_line, "Ana B: worker A; draw 1"),
    "steps": (read_steps, "worker A toll 1 coin; draw 1; store 1 wood"),
    "round": (read_line, "round 1"),
    "heading": (read_line, "clean-up"),
    "peninsula": (load_peninsula, "cooper-2"),
    "box": (BOX.load, "house"),
    "rulings": (Rulings.read, "gold=choice"),
    "shown": (lambda text: getattr(DRAWINGS.show(text, {}), "title", None), "cooper-2: c2=m+food"),
}  # fmt: skip


def seen(value: object) -> tuple[object, str]:
    """Return a value that was read, in both its texts."""
    return value, repr(value)


def test_spoilt_texts(says: Says) -> None:
    for name, (read_text, text) in TEXTS.items():
        every = [seen(refused(read_text, one)) for one in (text, *spoilt(text))]
        says(f"{name}: {digest(*every)}")


# Files, with each of their values spoiled.

VALUES: tuple[object, ...] = (
    -1, 0, 1, 4, 5, 8, 9, 20, 50, 100, 1001, 10001, True, 1.5, "", " ", "zz", "3 wood", "cooper-3",
    "x" * 300, [], [1], [2, 2], ["a", "a"], [3] * 101, {}, {"zz": 1}, None,
)  # fmt: skip


def paths(value: object, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value of a file; of alike ones in a list the first and the last."""
    if way:
        yield way
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*way, key))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1} & {*range(len(value))}):
            yield from paths(value[at], (*way, at))


def spoilt_files(data: dict[str, Any], way: tuple[str | int, ...]) -> Iterator[dict[str, Any]]:
    """Yield the data of a file with one value left out, doubled, or another in its place."""
    for other in ("gone", "twice", "more", *VALUES):
        found = copy.deepcopy(data)
        table: Any = found
        for key in way[:-1]:
            table = table[key]
        last = way[-1]
        if other == "gone":
            del table[last]
        elif other == "twice" and isinstance(last, int):
            table.append(table[last])
        elif other == "more" and isinstance(table[last], dict):
            table[last]["zz"] = 1
        elif other not in ("twice", "more"):
            table[last] = other
        yield found


SHEET = GOLDEN / "cooper-island" / "sheet.toml"


def tables(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = parse_document(path.read_text("utf-8"), "toml", "f").data
    return data


def scored(text: str) -> object:
    """Return what a record is read and scored as."""
    record = read(parse_document(text, "json", "f"))
    log = Log.begin(record.rules).played(record.written) if record.entries is not None else None
    score = refused(record.score, log)
    told: list[object] = [record.warnings, record.lands, score, record.text(log), record.setting]
    drawn = [refused(DRAWINGS.draw, record, log, turn, {}) for turn in (None, -1, 0, 5, 6)]
    told += [drawn, REPORTING.about(record, log)]
    if isinstance(score, Score):
        told += [[*REPORTING.standing(record, log)], REPORTING.data(record, log)]
    return told


def boxed(text: str) -> object:
    """Return what a box is read as, and what it lacks."""
    box = BOX.read(parse_document(text, "json", "f"))
    rings = [box.ring(players) for players in (2, 3, 4)]
    return box, rings, BOX.missing(box), [*BOX.totals(box)], BOX.record(box), BOX.parts(box)


def laid_out(text: str) -> object:
    """Return what a layout is read as."""
    found = read_peninsula(parse_document(text, "json", "f"))
    return found, repr(found), found.land, found.ruins, found.start, found.tops, found.harbour


def whole_record() -> dict[str, Any]:
    """Return a record of two players with every key."""
    data = tables(SHEET)
    log = "round 1\nincome\nAna: islet forest d2-e2 number 1\nworkers\nAna: worker E; take 1 food"
    land = "cooper-2: c2=mm+food d2=f3+wood d3=m6 e3=rrr+gold b4=ruin c7=ss+building"
    players = [{**one, "land": land} if one["name"] == "Ana" else one for one in data["players"]]
    values = parse_document(OWN, "toml", "f").data["values"]
    more = {"notes": "x", "box": "house", "peninsula": "cooper-2", "values": values}
    return {
        **data,
        **more,
        "date": "2026-03-07",
        "rulings": {"leftovers": "kinds"},
        "log": log.splitlines(),
        "players": players[:2],
    }


FILES: dict[str, tuple[Callable[[str], object], Callable[[], dict[str, Any]]]] = {
    "sheet": (scored, lambda: {**tables(SHEET), "date": "2026-03-07"}),
    "record": (scored, whole_record),
    "box": (boxed, lambda: tables(ROOT / "palace" / "cooper_island" / "house.toml")),
    "layout": (laid_out, lambda: tables(MAPS / "cooper-2.toml")),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_spoilt_files(name: str, says: Says) -> None:
    read_text, data = FILES[name]
    whole, known = data(), dict[str, list[object]]()
    for way in paths(whole):
        if name != "record" or way[0] not in ("values", "players") or way[-1] == "land":
            place = ".".join(str(key) for key in way if isinstance(key, str))
            known.setdefault(place, []).extend(
                refused(read_text, data_text(found, "json")) for found in spoilt_files(whole, way)
            )
    for place, found in known.items():
        says(f"{place}: {digest(*found)}")


def test_rows_of_a_layout(says: Says) -> None:
    whole = tables(MAPS / "cooper-2.toml")
    for letter in "lrstwh.xL":
        found = [
            refused(
                laid_out, data_text({**whole, "rows": rows[:at] + letter + rows[at + 1 :]}, "json")
            )
            for rows in (whole["rows"],)
            for at in range(0, len(rows), 3)
        ]
        says(f"rows {letter}: {digest(*found)}")


# What else is told and printed.


def test_words_and_pages(says: Says) -> None:
    words = [area_words(area, kind, one) for area in AREAS for kind in KINDS for one in LANGUAGES]
    counts = [key for key in ENGLISH.words if key.startswith("count.")]
    rules = [(row, BOOK.rule_in(row.code, "zh")) for row in BOOK.rules.values()]
    pages = [(one.about, one.pages({}), one.blocks and one.blocks({}, None))
             for one in SHEETS.values()]  # fmt: skip
    told = {
        "areas": (AREAS, words),
        "counts": [form(ENGLISH.words, key, n) for key in counts for n in (0, 1, 2)],
        "rules": rules,
        "rulings": (RULINGS, SETTLED, Rulings()),
        "verbs": [(row.name, row.parts, row.words, row.phase, row.uses) for row in VERBS.values()],
        "sheets": pages,
        "templates": [PAD.template(names, {}) for names in ((), ("A",), ("A", "B", "C", '"D"'))],
        "box": (BOX.text("my-box.toml"), BOX.whole, BOX.target, BOX.missing(BOX.house)),
        "nothing known": (BOX.missing(NOTHING_KNOWN), [*BOX.totals(NOTHING_KNOWN)]),
        "names": [getattr(cooper_island, name).__name__ for name in cooper_island.__all__],
        "lands": [getattr(DRAWINGS.show(name, {}), "title", None) for name in SHIPPED],
        "players": [refused(new_game, players, Path("f.toml"), given) for players, given in NEW],
    }
    for name, value in told.items():
        says(f"{name}: {digest(value)}")


NAMED: list[dict[str, object]] = [{"name": "Ana"}, {"name": "Ben"}]
NEW: tuple[tuple[list[dict[str, object]], dict[str, object]], ...] = (
    ([], {}), (NAMED[:1], {}), (NAMED, {}), ([*NAMED, {"name": " "}], {}), (NAMED * 2, {}),
    ([*NAMED, {"name": "Caro"}], {"map": "", "box": None}), (NAMED, {"map": "cooper-5"}),
    (NAMED, {"map": "cooper-4", "box": "house"}), (NAMED, {"box": "huose"}),
)  # fmt: skip
TYPED = ("", "0", "1", "2", "3+1", "1 1 1 1 1", "17", "25", "61", "99", "100", "101", "x", "-1")


@pytest.mark.parametrize("names", [("Ana", "Ben"), ("Ana", "Ben", "Caro", "Dan")])
@pytest.mark.parametrize("at", [0, -1])
def test_the_pad(names: tuple[str, ...], at: int, says: Says) -> None:
    """With the first answer to each ruling, and the last."""
    answers: dict[str, Any] = {PLAYERS: names}
    ruled = {name: (*ruling.answers,)[at] for name, ruling in RULINGS.items()}
    seen = list[object]()
    for one in PAD.questions(answers, ruled):
        if one.key not in answers:
            seen.append([refused(one.read, text) for text in TYPED])
            seen += (one.key, one.player, one.prompt, one.title, one.least, one.most, one.default)
            answers[one.key] = 1
    says(f"{names[-1]} {at}: {digest(*seen, PAD.record(answers))}")
