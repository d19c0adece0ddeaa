"""A staircase by taps: what each arch needs, the pieces by hand on a knob, what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace.contract.taps import Amount, Choice, Icons
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.card_taps import Hand
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.state import Taken
from palace.monkey_palace.game.tapping import Tried, trial_taps, trial_text, trial_told
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.trial import Trial
from tests.monkey_palace.game.test_asking import BARE, asked
from tests.monkey_palace.game.texts import game

RICH = asked(BARE).start
HANDS = (1, 1, 0), (0, 0, 0), (9, 0, 0)
POOR, NONE, ARCHES = (replace(RICH, supply=Supply(*hand)) for hand in HANDS)


def steps(text: str, start: Trial = RICH) -> list[tuple[str, str | None, Icons]]:
    row = Tried.read(start, text).steps
    return [(one.name, one.answer, one.icons) for one in row.items if isinstance(one, Choice)]


ARCH, GOLD = ("arch", 0), ("gold", 0)


@pytest.mark.parametrize(("text", "keys"), [
    ("c3-c4-d4", [("by-hand-1", "c3-c4-d4 c3-c4", (ARCH,)),
                  ("by-hand-2", "c3-c4-d4 c4-d4", (ARCH, ("dark", 0)))]),
    ("e3-e4", [("by-hand-1", "e3-e4 e3-e4", (("brick", 2), ARCH, GOLD))]),
    ("d3-d4", [("by-hand-1", "d3-d4 d3-d4", (("brick", 0), ARCH, GOLD))]),
    ("c4+bb-c5-c6_bb", [("by-hand", "c4+bb-c5-c6_bb c6", ())]),
    # Where no arch leads no piece helps.
    ("c4-h8", []), ("h8-i8", []), ("c4-b4-c4", []),
])  # fmt: skip
def test_the_steps_of_a_staircase(text: str, keys: list[object]) -> None:
    assert steps(text) == keys


def test_a_legal_staircase_has_its_steps_where_no_arch_is_left() -> None:
    assert [name for name, *_ in steps("c4-d4", POOR)] == ["by-hand-1"]


@pytest.mark.parametrize(("start", "text", "title", "amounts"), [
    (RICH, "c4-d4 c4", "At c4: 8 bricks, 6 columns left in hand",
     {"on-b": (1, None, "c4+bb-d4 c4", "needed"), "on-c": (0, None, "c4+c-d4 c4", "")}),
    (RICH, "e3-e4 e3", "At e3: 7 bricks, 6 columns left in hand",  # three take the place of two
     {"on-b": (2, None, "e3+bbb-e4 e3", "needed"), "on-c": (0, None, "e3+c-e4 e3", "")}),
    (RICH, "e3+bbb-e4 e3", "At e3: 5 bricks, 6 columns left in hand",
     {"on-b": (3, "e3+bb-e4 e3", "e3+bbbb-e4 e3", ""), "on-c": (0, None, "e3+bbbc-e4 e3", "")}),
    (RICH, "c4+cb-c5 c4", "At c4: 7 bricks, 4 columns left in hand",
     {"on-b": (1, "c4+c-c5 c4", "c4+cbb-c5 c4", ""),
      "on-c": (1, "c4+b-c5 c4", "c4+cbc-c5 c4", "")}),
    (RICH, "c4+c-c5_c c5", "At c5: 9 bricks, 4 columns left in hand",
     {"on-b": (0, None, "c4+c-c5_c+b c5", ""), "on-c": (0, None, "c4+c-c5_c+c c5", ""),
      "under-b": (0, None, "c4+c-c5_cb c5", ""), "under-c": (1, None, "c4+c-c5_cc c5", "needed")}),
    (RICH, "c4+c-c5_c c4-c5", "At c4–c5: 9 bricks, 4 columns left in hand",
     {"on-b": (0, None, "c4+cb-c5_c c4-c5", ""), "on-c": (1, None, "c4+cc-c5_c c4-c5", "needed"),
      "under-b": (0, None, "c4+c-c5_cb c4-c5", ""),
      "under-c": (1, None, "c4+c-c5_cc c4-c5", "needed")}),
    (POOR, "c4-d4 c4", "At c4: all pieces are needed, and none is left in hand", {}),
    (NONE, "c4 c4", "At c4: no piece to add or to take off", {}),
    (replace(RICH, supply=None), "c4 c4", "c4",
     {"on-b": (0, None, "c4+b c4", ""), "on-c": (0, None, "c4+c c4", "")}),
])  # fmt: skip
def test_pieces_by_hand(start: Trial, text: str, title: str, amounts: dict[str, object]) -> None:
    """How many there are, the text with one less and with one more, and whether it is needed."""
    (row,) = Tried.read(start, text).rows
    assert in_language(row.title, "en") == title
    assert row.looks == ("list" if amounts else "row")
    found = {
        one.name: (
            one.value, one.less, one.more, "needed" * ("needed" in in_language(one.text, "en"))
        )
        for one in row.items
        if isinstance(one, Amount)
    }  # fmt: skip
    assert found == amounts
    for one in row.items[:-1]:
        piece = (("brick" if one.name[-1] == "b" else "column", 0),)
        at = not text.endswith(" c4") and " c4-" not in text and " e3" not in text
        on = (*piece, ARCH) if at else piece
        assert one.icons == (on if one.name.startswith("on") else (ARCH, *piece))
    last = row.items[-1]
    assert isinstance(last, Choice)
    assert (last.name, last.answer) == ("by-hand", text.partition(" ")[0])


@pytest.mark.parametrize(("start", "text", "mood", "title", "lines"), [
    (RICH, "", "open", "Begin on a ringed knob and build to the palace",
     ["The palace stands on d4, e4, f4"]),
    (POOR, "", "open", "Begin on a ringed knob and build to the palace",
     ["The palace stands on d4, e4, f4"]),
    (NONE, "", "open", "No knob to start on was found", []),
    (RICH, "c4", "open", "Tap the next knob: c5, d4, c3, b4",
     ["c4 is dark green: your credits will be, too"]),
    (RICH, "d4", "illegal", "Not legal: begin on an empty knob, not d4",
     ["begin on c5, e5 or d6"]),
    (RICH, "h1-h2", "open", "Tap the next knob: h3, g2",
     ["The staircase does not reach the palace yet"]),
    (RICH, "e3+bbbbb-e4_c", "legal", "Legal: 2 gold credits", [
        "gold decoration on e4 (height 7): e3 is gold",
        "1 arch: 1 credit. Highest gold: 1 credit",
        "5 bricks high on one knob: bonus card, +4 bananas"]),
    (RICH, "d3-d4", "legal", "Legal: 1 gold credit",
     ["gold decoration on d4 (height 3): d3 is gold", "1 arch: 1 credit"]),
    (POOR, "c4-d4-d5", "illegal", "Not legal: 1 arch and 2 bricks short",
     ["Your pieces run out at d4–d5, which needs 1 arch, 2 bricks"]),
    (ARCHES, "d6-e6-e5-f5-f4", "illegal", "Not legal: 3 bricks short",
     ["Your pieces run out at e6–e5, which needs 1 brick"]),
    (ARCHES, "c4-d4", "illegal", "Not legal: 1 brick short",
     ["leave it out, or build another way"]),
    (POOR, "a1", "unfinished", "a1 is too far: 6 arches to the palace, and you have 1",
     ["Tap a knob with a ring instead: it is near enough"]),
    (POOR, "h1-h2", "illegal",
     "Not legal: from h2 it takes 4 arches to the palace, and you have 0", []),
])  # fmt: skip
def test_what_is_said_of_it(
    start: Trial, text: str, mood: str, title: str, lines: list[str]
) -> None:
    told = trial_told(Tried.read(start, text).trial)
    assert (told.mood, in_language(told.title, "en")) == (mood, title)
    assert [in_language(line, "en") for line in told.lines] == lines


def test_no_decoration_is_to_be_put_where_none_of_its_colour_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Palace, "decorations_left", lambda *_: 0)
    told = trial_told(Tried.read(RICH, "d3+b-d4").trial)
    assert [in_language(text, "en") for text in (told.title, *told.lines)] == [
        "Legal: 1 gold credit", "1 arch: 1 credit",
    ]  # fmt: skip


def test_each_tap_makes_the_text_of_what_it_tries() -> None:
    for text in ("", "c4", "c4+b", "c4-c5", "c4+b-c5_c", "c4-d4 d4"):
        tried = Tried.read(RICH, text)
        for knob in RICH.palace.ground.colours:
            on = tried.trial if knob in tried.trial.knobs else tried.trial.on_to(knob)
            assert tried.holding(knob) == f"{trial_text(on)} {knob}"
            if not tried.trial.knobs or (
                knob != tried.trial.knobs[-1]
                and (tried.trial.knobs[1:] or tried.trial.knobs[0].way_to(knob) is not None)
            ):
                assert tried.after(knob) == trial_text(tried.trial.on_to(knob))


def test_a_staircase_is_entered_with_columns_below_and_argued_as_tapped() -> None:
    taps = trial_taps(Tried.read(RICH, "c4+bcb-c5_bbc"))
    assert taps.answer == "c4+cbb-c5_cbb"
    assert taps.argued is not None
    assert taps.argued[0] == "c4+bcb-c5_bbc"
    assert taps.argued[1].startswith("map-1:x8/")
    back = trial_taps(Tried.read(POOR, "c4-d4-d5"))
    assert back.mended == "c4-d4"
    assert in_language(back.mend, "en").split("\n")[1:] == ["earns 2 credits"]


def test_a_knob_that_no_arch_leads_to_is_refused_and_the_staircase_stays() -> None:
    """It is marked, nothing is put there, and every next tap goes on from the knob before."""
    taps, before = (trial_taps(Tried.read(RICH, text)) for text in ("c4-d4-h8", "c4-d4"))
    assert taps.board is not None
    assert before.board is not None
    assert before.told.mood == "legal"
    why, *lines = taps.told.lines
    assert in_language(why, "en") == "h8 is not beside d4; a corner does not count"
    assert taps.told._replace(lines=(*lines,)) == before.told
    assert taps._replace(told=before.told, board=before.board) == before
    assert (taps.board.path, taps.board.solids) == (before.board.path, before.board.solids)
    looks, own = ({p.name: p for p in one.board.places} for one in (taps, before) if one.board)
    changed = {name for name, place in looks.items() if place != own[name]}
    assert changed == {"h8"}
    assert (looks["h8"].text, looks["h8"].looks) == ("×", "fault")
    assert taps.board.answers == {**before.board.answers, "h8": "c4-d4"}
    assert taps.board.held == before.board.held


@pytest.mark.parametrize(("text", "next_one"), [
    ("c4-h8", "Tap the next knob: c5, d4, c3, b4"),
    ("h1-h2-a1", "Tap the next knob: h3, g2"),
])  # fmt: skip
def test_a_refused_knob_is_the_headline_until_the_staircase_is_legal(
    text: str, next_one: str
) -> None:
    taps = trial_taps(Tried.read(RICH, text))
    far, last = text.split("-")[::-1][:2]
    assert in_language(taps.told.title, "en").startswith(f"{far} is not beside {last};")
    assert taps.told.mood == "unfinished"
    assert [in_language(line, "en") for line in taps.told.lines] == [next_one]


def test_a_wrong_staircase_that_is_shown_as_it_is_has_every_knob() -> None:
    taps = trial_taps(Tried.read(replace(RICH, exact=True), "c4-c5-h8"))
    assert taps.told.mood == "illegal"
    assert taps.board is not None
    assert taps.board.path == ("c4", "c5", "h8")


# What is asked.


def test_a_pass_can_be_entered_where_nothing_can_be_built() -> None:
    poor = game(players='start = "0a"\neach = "1a"\n')
    assert [*Asked(poor, poor.rules.table, "Ana", {}).buildable()] == ["pass"]
    one = game(players='start = "1a1b"\neach = "1a"\n')
    assert "pass" not in {*Asked(one, one.rules.table, "Ana", {}).buildable()}


def test_cards_of_a_full_board_say_which_is_covered() -> None:
    own = asked(BARE)
    seat = own.table.seat("Ana")
    each = ("1x 1* each 2a", "1x 1* each 1a", "1x 1* each 1a1b", "1x 1* each 1b1a")
    full = replace(seat, slots=tuple((Taken(Card.read("2x 0*"), 1), Taken(Card.read(text), 2))
                                     for text in each))  # fmt: skip
    crowded = replace(own, table=own.table.with_seat(full))
    assert [card.slot for card in Hand().taking(Card(), full).cards] == [2]
    said = " ".join(crowded.earned(Screen()).split())
    assert "1x 1* each 1a" in said
    assert "each 2a" not in said


def test_without_a_staircase_no_card_can_be_paid() -> None:
    desk = asked(BARE).desk
    passed = replace(desk, report=replace(desk.report, earned=None))
    assert (passed.credits, passed.payable) == (0, ())
    assert (desk.credits, desk.payable) == (3, ((3, "d"), (2, "x"), (1, "x")))
