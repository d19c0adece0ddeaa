"""Links on the page: what is shared opens on another phone as it was."""

from __future__ import annotations

import re

import pytest

from palace.core.errors import InputError, PalaceError
from palace.files.links import code_parts, game_link, read_link
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import Desk
from palace.page.sheets import code_svg, most_of
from palace.page.show import show
from palace.page.state import Says
from palace.page.step import opened
from palace.page.view import View
from tests.page.tables import SAMPLE, Table

ADDRESS = "https://play.example/palace/play/"
TEXT = SAMPLE.read_text(encoding="utf-8")
DUE = TEXT[: TEXT.index("[[turns]]")]
"""The sample game before its first turn."""

WRONG = "a4-a5-a6"


def shared(table: Table) -> tuple[list[str], int]:
    """Return the links on the sheet of a phone that knows its address, and how many codes."""
    view = View(sheet="share", address=ADDRESS)
    items = [item for group in show(table.desk, view).sheet.groups for item in group.items]
    says = [item for item in items if isinstance(item, Says)]
    links = [one.text for one in says if one.looks == "link"]
    assert all(link.startswith(ADDRESS) for link in links)
    return links, sum(one.looks == "svg" for one in says)


def enter(table: Table, way: str) -> None:
    table.tap(*re.split("-", way))


def test_a_game_goes_on_on_another_phone() -> None:
    (link,), codes = shared(Table.sample())
    there, (save,) = opened(Desk("other.toml"), read_link(link))
    assert codes == 1
    assert there.written.text() == Table.sample().desk.written.text()
    assert isinstance(save, act.Save)
    assert save.text == Table.sample().desk.saving.text


def test_what_is_entered_beside_a_game_does_not_go_with_it() -> None:
    here = Table.of(DUE)
    enter(here, "d6-e6-e5")
    (argument, _), _ = shared(here)
    here.send(Action("clear"))
    here.desk = opened(here.desk, read_link(argument))[0]
    assert here.desk.beside
    assert here.desk.game is not None
    (again, game), _ = shared(here)
    assert again == argument
    assert opened(Desk("other.toml"), read_link(game))[0].entering.typed == ""


def test_what_is_entered_goes_with_the_game() -> None:
    here = Table.of(DUE)
    enter(here, "d6-e6-e5")
    (argument, game), codes = shared(here)
    assert codes == 2
    there = opened(Desk("other.toml"), read_link(game))[0]
    assert there.taps is not None
    assert here.desk.taps is not None
    assert there.taps.answer == here.desk.taps.answer
    assert there.taps.told == here.desk.taps.told
    assert opened(Desk(""), read_link(argument))[0].game is None


def test_an_argument_shows_table_verdict_and_mend() -> None:
    here = Table.of(DUE)
    enter(here, "d6-e6-e5-f5-f6-e6")
    argument, _ = shared(here)[0]
    desk = opened(Desk(""), read_link(argument))[0]
    state = show(desk, View())
    assert state.entry.verdict.mood == "illegal"
    assert "Not legal: " in state.entry.verdict.title
    assert desk.beside[-1].taps.mended
    again = Table(desk)
    assert shared(again)[0] == [argument]
    again.tap("mend")
    assert show(again.desk, View()).entry.verdict.mood == "legal"


@pytest.mark.parametrize(
    ("link", "legal"),
    [
        ("#check=c4+b-d4", True),
        ("#check=c4-d4", False),
        ("#check=c4+b-d4&map=map-1", True),
        ("#check=c4+b-d4&position=x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8&map=map-1", True),
        ("#check=c4%2Bb-d4&position=map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", True),
    ],
)
def test_a_staircase_is_judged_as_the_terminal_does(link: str, legal: bool) -> None:
    verdict = show(opened(Desk(""), read_link(link))[0], View()).entry.verdict
    assert (verdict.mood == "legal") == legal


def test_pieces_are_waited_for() -> None:
    parts = ["".join(part) for part in code_parts(TEXT, 250)]
    assert read_link(parts[-1]).missing == tuple(range(1, len(parts)))
    desk, _ = opened(Desk("other.toml"), read_link(parts[0], parts[1:]))
    assert desk.log is not None


@pytest.mark.parametrize(
    "link",
    [
        "#game=AQ", "#check=", "#check=z9", "#check=c4-d4&map=map-99", "#check=c4-d4&position=x9",
        game_link("players = 1"), game_link("= ="), game_link(TEXT, "z9"),
    ],
)  # fmt: skip
def test_what_cannot_be_opened_is_told_in_one_line(link: str) -> None:
    with pytest.raises(PalaceError) as caught:
        opened(Desk(""), read_link(link))
    if isinstance(caught.value, InputError):
        assert all("\n" not in problem.what for problem in caught.value.problems)


def test_there_is_no_key_where_no_phone_could_open_a_link() -> None:
    table = Table.sample()
    for address, there in ((ADDRESS, True), ("", False)):
        menu = show(table.desk, View(address=address)).heading.menu
        assert ("Share" in [key.text for group in menu for key in group.items]) == there
    assert show(table.desk, View(sheet="share")).sheet.groups == ()
    state = show(table.desk, View(sheet="share", address=ADDRESS), "spectator")
    assert state.sheet.groups == ()


def test_a_code_has_at_most_version_16() -> None:
    start = f"{ADDRESS}#game32=99.99."
    most = most_of(start)
    codes = [code_svg((start, "A" * count)) for count in (most, most + 8)]
    sides = [17 + 4 * version + 2 * 4 for version in (16, 17)]  # squares, with the margins
    assert [
        f'viewBox="0 0 {side} {side}"' in code for side, code in zip(sides, codes, strict=True)
    ] == [True, True]
    assert code_svg((start, "A" * most)).startswith("<svg")
    assert code_svg((start, "A" * 9_000)) == ""
