"""What a line that is entered by taps tells at each moment: its question, its keys, its board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from palace.contract.taps import Taps
from palace.core.verdict import in_language
from tests.cooper_island.logs import CLEAN, INCOME, WORK
from tests.cooper_island.test_values import asked

HOUSE = 'box = "house"\n'
HIRED = "Ana: milestone one takes special sends worker to 1; "
FED = "Ana: store food@c2"
"""A line that frees c2, on which Ana can build then."""
PASSED = "Ana: worker C; gets 11 helm; sail cutter 11"
"""A line in which the cutter of Ana has passed the harbour of Ben, and taken logbooks."""
MINUS = "\N{MINUS SIGN}"
LESS = f"{MINUS}1\N{NO-BREAK SPACE}point"
EITHER = f"Pay {{}} 1 resource or coin, or take an anchor ({LESS})"
TERRAINS = ("forest", "meadow", "mountain", "settlement")
RESOURCES = ("wood", "food", "stone", "gold", "cloth")
ALL = ("wood", "food", "stone", "gold-cube", "cloth")


def tapped(before: str, entered: str, text: str, box: str = HOUSE) -> Taps:
    """Return what can be tapped behind a part of a line and the text of taps."""
    question = asked(before.strip(), entered, box)
    assert question.taps is not None
    return question.taps(text)


def keys(taps: Taps) -> Iterator[str]:
    """Yield each key: what it makes, its text, its pieces, its note; `-` where it makes nothing."""
    for key in taps.choices:
        pieces = ", ".join(f"{count} {kind}" for kind, count in key.icons)
        parts = in_language(key.text, "en"), pieces, in_language(key.note, "en")
        yield f"{key.answer or '-'} | {' | '.join(filter(None, parts))}"


def told(taps: Taps) -> list[str]:
    return [in_language(text, "en") for text in (taps.told.title, *taps.told.lines)]


def whole(begin: str, ends: tuple[str, ...], texts: tuple[str, ...]) -> list[str]:
    return [f"{begin}{end} | {text}" for end, text in zip(ends, texts, strict=True)]


ANCHORS = [
    f"harbour Ben anchor {ship} | Anchor, {MINUS}1 point: {ship}"
    for ship in ("cutter", "two-master")
]
TOLLS = [
    "worker E toll 1 coin | 1 coin | from the storage",
    "worker E toll 1 food | 1 food | from the storage",
    *(line.replace("harbour Ben", "worker E") for line in ANCHORS),
]
TAKEN = f"{WORK}Ana: worker E; take 1 coin\n"


@pytest.mark.parametrize(
    ("before", "entered", "text", "title", "found"),
    [
        # What is paid, with gold too, which is a cube and no terrain there.
        (WORK, PASSED, "harbour", EITHER.format("Ben"),
         ["harbour Ben pay 1 coin | 1 coin | from the storage", *ANCHORS]),
        (TAKEN, "Ben: store food@c2", "worker E", EITHER.format("Ana"), TOLLS),
        (TAKEN, "Ben: gets 1 gold; store 1 gold@market", "worker E", EITHER.format("Ana"),
         ["worker E toll 1 coin | 1 coin | from the storage",
          "worker E toll 1 gold | 1 gold-cube | from the storage", *TOLLS[2:]]),
        (WORK, "Ana: gets 2 cloth; gets 2 gold", "exchange", "What do you give away?",
         ["exchange 2 cloth | 2 cloth | from the storage",
          "exchange 2 gold | 2 gold-cube | from the storage"]),
        (WORK, "Ana: gets 2 cloth; gets 2 gold", "exchange 2 gold", "What do you get for it?",
         whole("exchange 2 gold for 1 ", RESOURCES, tuple(f"1 {one}" for one in ALL))),
        (WORK, "Ana: gets 1 wood; gets 1 stone; store food@c2", "store",
         "Tap what goes to the storage: a resource on the map, or what is in the market",
         ["store 1 wood | 1 wood | from the market", "store 1 stone | 1 stone | from the market"]),
        # What a discount leaves to pay.
        (WORK, f"{HIRED}gets 2 stone; store 2 stone; gets 1 wood; store 1 wood; store food@c2; "
         "special D", "build small c2", "It costs 2 wood, 1 stone. Tap what you pay with",
         ["build small c2 pay 1 stone | 1 stone | from the storage",
          "build small c2 pay 1 wood | 1 wood | from the storage"]),
        (WORK, f"{HIRED}special B", "boat", "Which income boat do you build?",
         [*(f"boat {n} | Boat {n} | 2 less to pay" for n in (1, 2, 3)),
          *(f"- | Boat {n}" for n in (4, 5, 6))]),
        (WORK, "Ana: gets 4 wood", "worker B",
         "The market does not pay. Which income boat do you build?",
         [*(f"- | Boat {n}" for n in range(1, 7)), "worker B;  | Build no boat"]),
        (WORK, "Ana: worker H; gets 5 wood; store 4 wood", "crate 1",
         "The market does not pay. Which one?",
         ["crate 1 pay 1 wood food@c2 | 1 wood, 1 food | from c2, from the storage",
          "crate 1 turned | Turn the cargo card: pay 1 less"]),
        (WORK, "Ana: worker H; gets 5 wood; store 4 wood", "crate 1 turned",
         "The market does not pay. It costs 1 wood, 1 food. Tap what you pay with",
         ["crate 1 turned pay 1 wood | 1 wood | from the storage"]),
        (WORK, "Ana: worker H", "crate", "From which cargo card do you take your crate?",
         ["crate 1 | Card 1 | 1 wood, 1 food", "- | Card 2 | 1 food, 1 cloth | 1 cloth short",
          "- | Card 3 | 1 wood, 1 stone | 1 wood, 1 stone short",
          "- | Card 4 | 1 stone, 1 cloth | 1 stone, 1 cloth short", "crate 5 | Card 5 | 2 any"]),
        # What is not known of the box.
        (WORK, "Ana: worker H", "crate 1",
         "Look at cargo card 1: how many helm points does it show?",
         ["crate 1 turned pay food@c2;  | nothing",
          *(f"crate 1 turned pay food@c2 gives {n} helm | {n} helm" for n in range(1, 5))]),
        # Tiles and islets.
        (WORK, "Ana: worker C", "double", "Now lay 1 double tile. Which two terrains does it show?",
         [f"double {one}-{two} | {one} and {two}"
          for at, one in enumerate(TERRAINS) for two in TERRAINS[at + 1 :]]),
        (WORK, "Ana: gets 9 step", "single", "Which single tile do you lay?",
         whole("single ", TERRAINS, TERRAINS)),
        (INCOME, FED, "islet", "What is on the land half of the islet?",
         whole("islet ", TERRAINS, TERRAINS)),
        (INCOME, FED, "islet forest", "Tap where the forest half goes", []),
        (INCOME, FED, "islet forest d2", "Tap the water for its sea half", []),
        (INCOME, FED, "islet forest d2-e2", "Which islet tile is it?",
         [*(f"islet forest d2-e2 number {n} | Islet {n} | 1 {kind} | to the market"
            for n, kind in enumerate(("wood", "food", "stone", "cloth", "coin"), 1)),
          "islet forest d2-e2 number 6 | Islet 6 | 1 steps"]),
        (INCOME, "Ana: islet forest d2-e2 number 6", "double forest-meadow d3-c3",
         "Ana: done on the table? End your turn",
         ["double forest-meadow d3-c3; anytime | At any time"]),
        # Workers, crates, and what is had of an area.
        (WORK, FED, "milestone", "Which worker do you hire?",
         ["milestone boats takes worker | worker", "milestone boats takes special | special"]),
        # The last royal order is not used by two players.
        (WORK, FED, "milestone boats takes special sends worker", "To which royal order?",
         [f"milestone boats takes special sends worker to {n} | Royal order {n}"
          for n in range(1, 8)]),
        (WORK, "Ana: worker G", "draw", "How many double tiles do you draw?",
         ["draw 2 | Draw 2", "draw 1 | Draw 1"]),
        (WORK, "Ana: worker E", "take", "Which resource do you take, or a coin?",
         whole("take 1 ", (*RESOURCES, "coin"), tuple(f"1 {one}" for one in (*ALL, "coin")))),
        (TAKEN, "Ben: worker E toll 1 coin", "",
         "Cartographer +3. Which resource do you take, or a coin?",
         [*whole("take 1 ", (*RESOURCES, "coin"), tuple(f"1 {one}" for one in (*ALL, "coin"))),
          "anytime | At any time"]),
        (WORK, PASSED, "harbour Ben pay 1 coin",
         "Area C, do all: draw a double tile and lay a double tile",
         [f"harbour Ben pay 1 coin; {one}" for one in (
             "logbook | Take a logbook", "draw | Draw 1 double tile",
             "double | Lay 1 double tile", " | Do none of these")]),
        (WORK, "Ana: worker C", "double forest-meadow d2-d3", "Ana: what do you do next?",
         [f"double forest-meadow d2-d3; {one}" for one in (
             "draw | Draw 1 double tile", " | Draw no tile")]),
        (WORK, FED, "worker A; ",
         "Cartographer +1. Area A, choose one: draw a double tile, or lay a double tile",
         [f"worker A; {one}" for one in (
             "draw | Draw 1 double tile", "double | Lay 1 double tile", "anytime | At any time")]),
        (WORK, FED, "store 1 coin; worker D?",
         "Area D is of no use now: the cheapest there costs 2 wood, 1 stone more than you have",
         ["store 1 coin; worker D | Place the worker there all the same"]),
    ],
)  # fmt: skip
def test_the_question_and_the_keys(
    before: str, entered: str, text: str, title: str, found: list[str]
) -> None:
    taps = tapped(before, entered, text)
    assert told(taps)[0] == title
    assert [*keys(taps)] == found


ORDER = "On the table, {}, in this order:\n\N{MIDDLE DOT} "


def in_order(name: str, *hands: str) -> str:
    return ORDER.format(name) + "\n\N{MIDDLE DOT} ".join(hands)


TO_A = "puts a worker on area A, moves the cartographer 1 on"
BAG = "takes 1 double tile from the bag"


@pytest.mark.parametrize(
    ("before", "entered", "text", "mood", "answer", "lines"),
    [
        # The token is taken with the first normal worker in A.
        (WORK, FED, "worker A; draw 1", "open", True,
         [in_order("Ana", TO_A, "takes the start player's token", BAG)]),
        (f"{WORK}Ana: worker A\n", "Ben: store food@c2", "worker A toll 1 coin; draw 1", "open",
         True, [in_order("Ben", f"{TO_A}, gives 1 coin to Ana", BAG)]),
        (WORK, "Ana: worker A", "draw 1", "open", True, [in_order("Ana", BAG)]),
        # What the turn changes of the points, and what the market loses, as it ends.
        (CLEAN, f"{FED}; gets 2 wood", "feed 1 food; anchor cutter", "open", True,
         [in_order("Ana", "feeds the workers: 1 food", "puts an anchor under the cutter",
                   f"anchors {MINUS}1 point: 0 points before, -1 points after this turn"),
          "Ana: 2 wood, 1 coin in the market is lost at the end of the round, if it is not "
          "stored"]),
        (CLEAN, f"{FED}; gets 2 wood", "feed 1 food; ", "open", False, []),
        # A fault of what is entered already is told when a step is whole.
        (WORK, f"{FED}; worker E; worker G", "draw 1", "illegal", False, []),
        (WORK, f"{FED}; worker E; worker G", "draw", "open", False, []),
        (WORK, f"{FED}; worker E; worker G", "", "open", False, []),
        (WORK, "Ben: store food@c2", "", "open", False, []),
        # What is possible is told beside what is not.
        (WORK, "Ana: gets 3 step", "single forest c6", "unfinished", False,
         ["Tap where the forest half goes. Possible: d2, c3 or d3"]),
        (WORK, FED, "worker B; boat 1", "unfinished", False, ["Which income boat do you build?"]),
    ],
)  # fmt: skip
def test_the_mood_the_answer_and_the_lines(
    before: str, entered: str, text: str, mood: str, answer: bool, lines: list[str]
) -> None:
    taps = tapped(before, entered, text)
    assert (taps.told.mood, bool(taps.answer)) == (mood, answer)
    assert told(taps)[1:] == lines
    if answer:
        assert taps.answer == f"{entered.partition(':')[0]}: {text}"


@pytest.mark.parametrize(
    ("before", "entered", "text", "title"),
    [
        (WORK, "Ana: gets 3 step", "single forest c6",
         "No tile can be laid on c6: a ruin lies on c6"),
        (WORK, "Ana: gets 3 step", "single forest c2",
         "No tile can be laid on c2: a cube of food lies on c2"),
        (INCOME, FED, "islet forest c6", "No tile can be laid on c6: a ruin lies on c6"),
        (INCOME, FED, "islet forest d2-c6",
         "No tile can be laid on c6: c6 is 4 steps from d2, not one"),
        (INCOME, FED, "islet forest c2-d1",
         "No tile can be laid on d1: d1 is the harbour, not water along the coast"),
        # Where a tile under a half is of no use, the tile itself is judged.
        (INCOME, FED, "double forest-meadow c6-d6 level forest d6",
         "No tile can be laid on d6: a ruin lies on c6"),
        (WORK, "Ana: worker B", "boat 1 pay wood@d2", "Ana has no cube of wood on d2"),
        (WORK, "Ana: worker H", "crate 2", "crate 2 costs 1 food 1 cloth; Ana pays nothing"),
        (WORK, FED, "milestone one takes special",
         "Ana hires a special worker and sends none to a royal order"),
        (WORK, "Ana: gets 1 coin", "worker B?",
         "Area B is of no use now: the cheapest there costs 2 wood more than you have"),
    ],
)  # fmt: skip
def test_what_is_tapped_in_vain(before: str, entered: str, text: str, title: str) -> None:
    taps = tapped(before, entered, text)
    assert (taps.told.mood, taps.answer, told(taps)[0]) == ("unfinished", None, title)


HIGH = "Ana: gets 10 step; gets 5 draw; gets 9 lay; spends food@c2; double mountain-forest d2-d3; "
HIGH += "spends stone@d2; spends wood@d3"
"""A line behind which d2 and d3 have a tile each; a higher one makes the next uneven."""
HIGHER = f"{HIGH}; single mountain d2 for 2; spends stone@d2"
RUINS = ("e3", "b4", "d5", "f5", "c6")
AREAS = tuple("ABCDEFGH")
FIRST = tuple(f"{ship} 2" for ship in ("cutter", "two-master"))


@pytest.mark.parametrize(
    ("before", "entered", "text", "box", "label", "live", "chosen"),
    [
        # The island for a worker, the way of the ships for points, the peninsula for all else.
        (WORK, FED, "worker", HOUSE, "The island: areas A to H", (), ()),
        (WORK, FED, "", HOUSE, "The island: areas A to H", (), ()),
        (WORK, "Ana: gets 2 helm", "", HOUSE, "The beaches ahead of both ships", FIRST, ()),
        (WORK, "Ana: gets 2 helm", "sail", HOUSE, "The beaches ahead of both ships", FIRST, ()),
        (WORK, "Ana: worker B", "boat 1", "", "The beaches ahead of both ships", (), ()),
        (WORK, "Ana: worker B", "boat", "", "The peninsula of Ana", (), ()),
        (WORK, "Ana: worker F", "ruin", HOUSE, "The peninsula of Ana", RUINS, ()),
        (WORK, "Ana: gets 3 step", "single forest", HOUSE, "The peninsula of Ana",
         ("d2", "c3", "d3"), ()),
        (WORK, f"{HIGH}; gets 4 wood; gets 2 stone; store 3 wood; store 2 stone; worker D",
         "build small", HOUSE, "The peninsula of Ana", ("c2", "d2", "d3"), ()),
        (WORK, "Ana: gets 1 wood; spends 1 coin", "store", HOUSE, "The peninsula of Ana",
         ("c2",), ()),
        (INCOME, FED, "islet forest d2", HOUSE, "The peninsula of Ana", ("e1", "e2"), ("d2",)),
        (INCOME, HIGH, "double forest-mountain d3", HOUSE, "The peninsula of Ana",
         ("d2", "c3", "c4", "d4"), ("d3",)),
        (INCOME, HIGHER, "double forest-mountain d3-d2", HOUSE, "The peninsula of Ana", (),
         ("d2", "d3")),
    ],
)  # fmt: skip
def test_the_board(
    before: str, entered: str, text: str, box: str, label: str, live: tuple[str, ...],
    chosen: tuple[str, ...],
) -> None:  # fmt: skip
    board = tapped(before, entered, text, box).board
    assert board is not None
    assert in_language(board.label, "en") == label
    looks = {place.name: place.looks.strip() for place in board.places}
    assert sorted(name for name in looks if looks[name] == "land round") == sorted(live)
    assert sorted(name for name in looks if looks[name] == "land chosen") == sorted(chosen)
    for name in live:
        assert board.answers[name].endswith(name)
        assert board.answers[name].startswith(text)


@pytest.mark.parametrize(
    ("text", "title", "found"),
    [
        ("double mountain-settlement d2-d3", "Which single tile goes under the lower half?",
         [f"double mountain-settlement d2-d3 level {one} d3" for one in ("forest", "settlement")]),
        ("double mountain-settlement d2-d3 level forest d3", "Stone or gold from the mountain?",
         ["none", "double mountain-settlement d2-d3 level forest d3 gold"]),
        ("double forest-mountain d3-d2", "Stone or gold from the mountain?",
         ["none", "double forest-mountain d3-d2 level forest d3 gold"]),
        ("double forest-mountain d3", "Tap where the mountain half goes", []),
        ("double forest-mountain", "Tap where the forest half goes", []),
    ],
)  # fmt: skip
def test_what_is_asked_of_a_tile_on_two_levels(text: str, title: str, found: list[str]) -> None:
    taps = tapped(INCOME, HIGHER, text)
    assert told(taps)[0] == title
    assert [key.name for key in taps.choices] == found


@pytest.mark.parametrize(
    ("before", "entered", "text", "box", "looks"),
    [
        (WORK, "Ana: worker B", "", HOUSE, ["list", "bar"]),
        (WORK, "Ana: worker B", "boat 1", "", ["list"]),
        (WORK, "Ana: worker H", "", HOUSE, ["cards", "bar"]),
        (WORK, "Ana: worker H", "", "", ["grid", "bar"]),
        (WORK, "Ana: worker A", "", HOUSE, ["cards", "bar"]),
        (WORK, "Ana: worker E", "take", HOUSE, ["list"]),
        (WORK, "Ana: worker C", "double", HOUSE, ["grid"]),
        (WORK, FED, "anytime", HOUSE, ["list"]),
        (WORK, FED, "milestone", HOUSE, ["grid"]),
        (WORK, "Ana: gets 1 coin", "worker D?", HOUSE, ["row"]),
        (INCOME, FED, "islet forest d2-e2", HOUSE, ["cards"]),
        (INCOME, FED, "islet forest d2-e2", "", ["grid"]),
        (CLEAN, "Ana: gets 1 food; store 1 food", "feed", HOUSE, ["row", "row"]),
        (TAKEN, "Ben: store food@c2", "worker E", HOUSE, ["cards"]),
    ],
)  # fmt: skip
def test_how_keys_are_laid_out(
    before: str, entered: str, text: str, box: str, looks: list[str]
) -> None:
    assert [row.looks for row in tapped(before, entered, text, box).rows] == looks
