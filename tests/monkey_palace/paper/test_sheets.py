"""The aid and the set-up page of Monkey Palace: what they say is what the rules and the box say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.core.paper import Block, Page
from palace.core.screen import Screen
from palace.monkey_palace.game.box import BOX as FORMAT
from palace.monkey_palace.game.box import SEATS, load_box
from palace.monkey_palace.game.cards import PILES, pile_name
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.paper.sheets import EXAMPLE, aid, setup
from tests.pages import texts

AID = aid(BOOK.rules.values())


def block(page: Page, title: str) -> Block:
    """Return the block of a page with a title."""
    (found,) = [one for band in page.bands for one in band.blocks if one.title == title]
    return found


def test_the_example_is_legal_and_has_every_sign() -> None:
    staircase = Staircase.read(EXAMPLE)
    assert judge(Palace.setup(load_map("map-1")), staircase).legal
    assert {*"-+_bc"} <= {*EXAMPLE}
    shown = [text.text for text in texts(AID.svg())]
    assert EXAMPLE in shown
    for part in EXAMPLE.split("-"):
        assert part in shown
    assert [shown.count(letter) for letter in ("b", "c")] == [
        staircase.uses.brick + 1, staircase.uses.column,
    ]  # fmt: skip


def test_the_turn_has_eight_steps() -> None:
    assert [row.label for row in block(AID, "A turn").rows] == list("12345678")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_set_up_names_the_knobs_of_the_map(name: str) -> None:
    ground = load_map(name)
    shown = setup(name).text(Screen(80))
    first, second, third = ground.setup
    assert f"an arch on {first} and {second}" in shown
    assert f"the gold decoration on {third}" in shown
    assert f"set-up on {ground.title}" in shown
    assert f"{ground.title}: a layout of our own" in shown


def test_a_box_fills_in_boards_and_piles() -> None:
    box = load_box("house")
    assert box.deck is not None
    page = setup("map-2", "house")
    shown = page.text(Screen(80))
    boards = block(page, "Boards, in the order of play").rows
    assert [row.label for row in boards] == [str(seat) for seat in SEATS]
    for row, board in zip(boards, box.boards.values(), strict=True):
        assert f"({board.start})" in row.text
        assert f"({board.each})" in row.text
        assert row.text.endswith("(placeholder)")
    for pile in PILES:
        assert f"  {pile_name(pile)}  " in shown
    drawn = [text.text for text in texts(page.svg())]
    for pile in PILES:
        assert pile_name(pile) in drawn
    counts = [int(found[1]) for word in drawn if (found := re.fullmatch(r"(\d+) cards", word))]
    assert (len(counts), sum(counts)) == (len(PILES), len(box.deck))


def test_without_a_box_nothing_is_made_up() -> None:
    page = setup("map-1")
    (row,) = block(page, "Boards, in the order of play").rows
    assert row.text.startswith("as printed")
    assert not [text for text in texts(page.svg()) if re.fullmatch(r"\d+ cards", text.text)]


def test_boards_that_are_not_entered_are_as_printed(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    text = FORMAT.text("box.toml").replace("deck.csv", "house").replace("sheet-1.toml", "map-1")
    text = text.replace('start = ""', 'start = "4a"', 1).replace('each = ""', 'each = "1b"', 1)
    file.write_text(text)
    rows = block(setup(None, str(file)), "Boards, in the order of play").rows
    assert [row.label for row in rows] == ["1", ""]
    assert "start with 4 arches (4a); every turn 1 brick (1b)" in rows[0].text
    assert rows[1].text.startswith("others as printed")


def test_a_strange_map_or_box_is_named() -> None:
    with pytest.raises(InputError, match=r"--map: there is no map 'map-9'"):
        setup("map-9")
    with pytest.raises(InputError, match=r"--box: there is no box 'nix'"):
        setup(None, "nix")


def test_the_set_up_of_a_box_with_a_map_and_other_pieces(tmp_path: Path) -> None:
    text = 'format = 1\nname = "mine"\nprovenance = "transcribed"\nmaps = ["map-2"]\n'
    (tmp_path / "box.toml").write_text(f"{text}pieces = {{ arch = 70 }}\n")
    page = setup(None, str(tmp_path / "box.toml"))
    told = page.text(Screen(80))
    assert "map-2" in told
    assert "68 arches, 79 bricks, 16 columns" in " ".join(told.split())
    assert "map-3" in setup("map-3", str(tmp_path / "box.toml")).text(Screen(80))
