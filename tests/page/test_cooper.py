"""A round of Cooper Island on the page, by taps alone."""

from __future__ import annotations

import re

from palace.page.action import Action

from .tables import Table

HEAD = """format = 1
game = "cooper-island"
rules = "1"
box = "house"
log = \"\"\"
round 1
income
\"\"\"
[[players]]
name = "Ana"
[[players]]
name = "Ben"
"""

ROUND = (
    "Ana: islet forest d2-e2 number 1; double forest-meadow d3-c3",
    "Ben: islet meadow d2-e2 number 2; double forest-meadow c3-c4",
    "workers",
    "Ana: worker B; boat 1 pay wood@d2 wood@d3 gives 1 helm; sail cutter 1",
    "Ben: worker F; ruin b4; store 1 food",
    "Ana: worker F toll 1 coin; ruin e3",
    "Ben: worker A; draw 1; store food@c2",
    "clean-up",
)


def enter(table: Table, line: str) -> int:
    """Enter a line by taps, the longest step that leads to it first; return how many there were."""
    steps, count = line.partition(": ")[2], 0
    while True:
        taps = table.desk.taps
        assert taps is not None
        if taps.answer == line:
            table.send(Action("next"))
            return count + 1
        texts = {one.name: one.answer for one in taps.choices if one.answer}
        texts |= {} if taps.board is None else taps.board.answers
        found = {
            n: t
            for n, t in texts.items()
            if steps == t or steps.startswith((f"{t} ", f"{t}-", f"{t};"))
        }
        table.tap(max(found, key=lambda name: len(found[name]), default="anytime"))
        count += 1
        assert count < 30, (steps, texts)


def test_a_round_is_entered_by_taps_with_at_most_eight_a_worker() -> None:
    table = Table.of(HEAD)
    counts = {line: enter(table, line) for line in ROUND}
    assert table.file is not None
    assert [line for line in ROUND if line in table.file] == [*ROUND]
    assert max(count for line, count in counts.items() if "worker " in line) <= 8, counts


def test_a_turn_ends_when_its_action_is_done_or_left_out() -> None:
    table = Table.of(HEAD)
    for line in ROUND[:3]:
        enter(table, line)
    names, ends = ("C", "draw", "else", "anytime", "store", "", ""), (0, 0, 1, 0, 0, 0, 1)
    for name, end in zip(names, ends, strict=True):
        table.send(Action("tap", name) if name else Action("undo"))
        taps = table.desk.taps
        assert taps is not None
        assert (taps.answer == "Ana: worker C; draw 1") is bool(end), name


SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)')
LETTERS = re.compile(r'<text[^>]* font-size="([\d.]+)"')


def test_what_is_written_on_a_board_can_be_read_on_a_phone() -> None:
    """At 390 by 844 pixels the board has 381 by 367; letters are 11 pixels high or more."""
    table = Table.of(HEAD)
    pictures = [table.shown().picture]
    for line in ROUND[:5]:
        enter(table, line)
        pictures.append(table.shown().picture)
    assert len({*map(SIZE.search, pictures)}) > 1
    for picture in pictures:
        found = SIZE.search(picture)
        assert found is not None
        least = min(map(float, LETTERS.findall(picture)))
        assert least * min(381 / float(found[1]), 367.4 / float(found[2])) >= 11


def vain(table: Table, name: str) -> str:
    """Return what is told of a tap in vain, which keeps what was entered before it."""
    before = table.desk.taps
    table.tap(name)
    taps = table.desk.taps
    assert before is not None
    assert taps is not None
    assert taps.told.mood == "unfinished"
    assert taps.answer is None
    assert taps.board == before.board
    return taps.told.title


def test_what_is_tapped_in_vain_is_told_with_its_reason() -> None:
    table = Table.of(HEAD)
    table.tap("double")
    table.tap("double forest-meadow")
    for space, why in (
        ("c6", "a ruin lies on c6"),
        ("c2", "a cube of food lies on c2"),
        ("d5", "a ruin lies on d5"),
        ("e6", "no tile is beside or under e6"),
        ("e1", "e1 is water along the coast, not land"),
    ):
        assert vain(table, space).startswith(f"No tile can be laid on {space}: {why}")
    taps = table.desk.taps
    assert taps is not None
    assert taps.told.lines[0] == "Tap where the forest half goes. Possible: d2, c3, d3, c4 or d4"
    table.tap("d3")  # what is possible is entered all the same
    assert table.desk.taps is not None
    assert table.desk.taps.told.mood == "open"


def test_an_area_that_cannot_be_gone_to_or_is_of_no_use_is_told() -> None:
    table = Table.of(HEAD)
    for line in ROUND[:3]:
        enter(table, line)
    picture = table.shown().picture
    assert picture.count("no use now") == 1  # D: no building can be paid for
    table.tap("D")
    taps = table.desk.taps
    assert taps is not None
    short = "the cheapest there costs 1 stone more than you have"
    assert taps.told.title == f"Area D is of no use now: {short}"
    assert taps.answer is None
    table.tap("idle")
    taps = table.desk.taps
    assert taps is not None
    dear = {key.text: key.note for key in taps.choices if key.name.startswith("build ")}
    assert dear["small"] == "1 stone short"
    assert all(key.answer is None for key in taps.choices if key.name.startswith("build "))
    table.tap("else")
    assert table.desk.taps is not None
    assert table.desk.taps.answer == "Ana: worker D"
    table.send(Action("clear"))
    enter(table, "Ana: worker C; draw 1; double forest-mountain d4-e4")
    enter(table, "Ben: worker A; draw 1")
    assert vain(table, "C") == "Ana already has a worker in C"


def test_hands_are_told_in_their_order_and_whole() -> None:
    table = Table.of(HEAD)
    for line in ROUND[:3]:
        enter(table, line)
    for name in ("B", "boat 1", "boat 1 pay wood@d2 wood@d3 gives 1 helm"):
        table.tap(name)
    (line,) = table.shown().entry.verdict.lines
    assert line.splitlines() == [
        "On the table, Ana, in this order:",
        "· puts a worker on area B",
        "· puts a boat on berth 1, pays 1 wood from d2, 1 wood from d3, gets 1 helm point",
    ]


def test_a_cube_is_paid_by_a_tap_on_it() -> None:
    table = Table.of(HEAD)
    for line in ROUND[:5]:
        enter(table, line)
    table.tap("F")
    board = table.desk.taps and table.desk.taps.board
    assert board is not None
    assert board.answers["c2"] == "worker F toll food@c2"
    live = {place.name for place in board.places if "round" in place.looks}
    assert live == {"c2", "c3"}


def test_workers_are_fed_a_piece_at_a_time() -> None:
    table = Table.of(HEAD)
    for line in (*ROUND[:5], "Ana: worker E; take 1 food; store 1 food", *ROUND[6:8]):
        enter(table, line)
    titles = []
    for name in ("c3", "c2"):
        taps = table.desk.taps
        assert taps is not None
        assert taps.board is not None
        titles.append(taps.told.title)
        assert name in {place.name for place in taps.board.places if "round" in place.looks}
        table.tap(name)
    lead = "Feed 2 workers: tap food on the map or from the storage"
    assert titles == [f"{lead}, {n} of 2 so far" for n in (0, 1)]
    taps = table.desk.taps
    assert taps is not None
    assert taps.answer == "Ana: feed food@c3 food@c2"
    table.send(Action("undo"))
    table.tap("none")
    assert table.desk.taps is not None
    assert table.desk.taps.told.title.startswith("1 anchor for missing food")
