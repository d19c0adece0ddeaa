"""The boards that are tapped: the way of the ships, whose picture no walk comes by."""

from __future__ import annotations

from dataclasses import replace

from palace.cooper_island.drawing import CLOSE, Sheet
from palace.cooper_island.goods import COSTS, Goods
from palace.cooper_island.picture import land_board, sea_board, trade_svg
from palace.cooper_island.rules import Rulings
from palace.cooper_island.state import Islet, Sailing
from palace.cooper_island.tiles import Hex
from palace.cooper_island.turn import Setting, Turn
from palace.core.svg import path
from palace.core.verdict import Text, in_language
from tests.cooper_island.logs import HOUSE, WORK, run
from tests.cooper_island.test_walk import drawn
from tests.pictures import of, parsed, texts
from tests.sentences import Says


def at_sea() -> Turn:
    """Return a turn of Ana, whose cutter has just passed the harbour of Ben, as that of Ben has
    left it, and whose two-master has two anchors; islets of both, and the harbour, are ahead."""
    table = run(WORK).state
    ana, ben = table.seats
    ana = replace(ana, ships=(Sailing(11, 0), Sailing(4, 2)), storage=Goods((("wood", 2),)))
    ben = replace(ben, ships=(Sailing(1), Sailing(15)))
    islets = Islet(1, 2, 12), Islet(0, 0, None), Islet(0, 3, 15)
    setting = Setting(Rulings(), HOUSE, HOUSE.ring(2))
    return Turn(replace(table, seats=(ana, ben), islets=islets), 0, setting)


def test_the_sea_as_it_is_tapped(says: Says) -> None:
    board = sea_board(at_sea(), {"cutter 1": "x", "two-master 7": "y"}, "draw 1; ")
    picture = in_language(drawn(board.picture), "en")
    says(Text(lambda language: picture if language == "en" else ""))
    ships = ("cutter", "two-master")
    names = [f"{ship} {count}" for ship in ships for count in range(1, 6)]
    told = {name: f"draw 1; sail {name}" for name in names} | {"cutter 1": "x"}
    assert board.answers == told
    assert [in_language(place.label, "en") for place in board.places] == [
        f"{ship}: {count} on" for ship in ships for count in range(1, 6)
    ]
    assert [place.name for place in board.places if place.looks == "land round"] == ["cutter 1"]
    # The places are around the beaches of the picture: 86 from one to the next, 264 between lanes.
    assert [(place.x, place.y, place.wide, place.deep) for place in board.places] == [
        (20 + 86 * count, 108 + 264 * lane, 72, 72) for lane in (0, 1) for count in range(1, 6)
    ]


def test_a_sea_that_is_only_looked_at() -> None:
    turn = at_sea()
    turn.change(ships=(Sailing(), Sailing(10)))
    turn.change_table(islets=(Islet(0, 0, None),))  # it is on no beach, and a ship at home too
    board = sea_board(turn, {}, "")
    # The cutter is in its harbour, and comes to a logbook with its fifth step; the two-master is at
    # one, passes the harbour of Ben with its next step, and comes to a logbook with its fifth.
    written = texts(parsed(in_language(board.picture, "en").replace("<desc/>", "<desc>-</desc>")))
    assert [written.count(one) for one in ("islet", "logbook", "harbour")] == [0, 3, 2]
    assert not board.answers
    assert {place.looks.strip() for place in board.places} == {"land"}
    assert in_language(board.label, "en") == "The beaches ahead of both ships"
    # Five beaches ahead, and one place more for where the ship is.
    assert 'viewBox="0 0 542 ' in in_language(board.picture, "en")


def test_spaces_are_outlined_in_the_order_of_their_answers() -> None:
    turn = at_sea()
    for names in (("d2", "c3", "d4", "e5"), ("e5", "d4", "c3", "d2")):
        board = land_board(turn.table, 0, turn.setting, dict.fromkeys(names, "x"))
        root = parsed(in_language(board.picture, "en"))
        sheet = Sheet(turn.me.land, *CLOSE)
        outlines = [one.attrib["d"] for one in of(root, "path", **{"stroke-dasharray": "9 6"})]
        assert outlines == [path(sheet.corners(Hex.read(name), 0.98)) + "Z" for name in names]


def test_a_boat_that_costs_or_gives_goods_of_any_kind_is_drawn() -> None:
    goods = Goods.read("2 wood 1 any", COSTS)
    svg = trade_svg(goods, Goods.read("1 any", COSTS), Goods(), "en")
    written = texts(parsed(svg.replace("<desc/>", "<desc>-</desc>")))
    assert [one for one in written if one.isdigit()] == ["2", "1", "1"]
