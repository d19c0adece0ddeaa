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
        assert found, (steps, texts)
        table.tap(max(found, key=lambda name: len(found[name])))
        count += 1


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
    for name, ends in (
        ("C", False),
        ("draw", False),
        ("else", True),
        ("store", False),
        ("else", True),
    ):
        table.tap(name)
        taps = table.desk.taps
        assert taps is not None
        assert (taps.answer == "Ana: worker C; draw 1") is ends


SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ')
LETTERS = re.compile(r'<text[^>]* font-size="([\d.]+)"')


def test_what_is_written_on_a_board_can_be_read_on_a_phone() -> None:
    """At 390 pixels, 9 of them beside the board, letters are 11 pixels high or more."""
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
        assert least * 381 / float(found[1]) >= 11
