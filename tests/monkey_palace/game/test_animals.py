"""Where the monkey, the butterfly and the frog are put."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.elements import LETTERS
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from tests.monkey_palace.game.texts import (
    ALL,
    DARK,
    GOLD,
    GOLD_TOO_LOW,
    HALF,
    HIGH_GOLD,
    LIGHT,
    SPIRAL,
    TOO_LOW,
    Said,
    after,
    complaints,
    first,
    game,
    one,
    unchecked,
)
from tests.paths import ROOT
from tests.sentences import Says

# The monkey.


def test_the_monkey_is_compulsory_with_gold(says: Says) -> None:
    report = first(GOLD)
    assert Said.of(one(report)) == Said("monkey", "Ana", None, None, 1, 12)
    says(one(report))
    assert report.palace == after("d3+b-d4")


def test_a_record_need_not_know_where_the_monkey_went() -> None:
    record = game(GOLD, top='animals = "unknown"\n')
    played = replay(record)
    assert not played.reasons
    assert played.state.palace == after("d3+b-d4")
    assert played.state.holder("monkey") == "Ana"
    assert "where the monkey was put is not known: turn 1" in unchecked(record)
    told = game(f'{GOLD}\nmonkey = "e4"', top='animals = "unknown"\n')
    assert replay(told).state.palace.animal("m") == Knob.read("e4")
    assert not any("monkey" in note for note in unchecked(told))


@pytest.mark.parametrize("knob", ["d3", "e4", "E4"])
def test_the_monkey_goes_to_a_free_arch_end(knob: str) -> None:
    report = first(GOLD, f'monkey = "{knob}"', top="")
    assert report.legal
    assert report.palace == after("d3+b-d4").with_animal("m", Knob.read(knob))


@pytest.mark.parametrize("knob", ["d4", "f4", "a1", "z9", "e5"])
def test_the_monkey_goes_nowhere_else(knob: str, says: Says) -> None:
    report = first(GOLD, f'monkey = "{knob}"')
    assert Said.of(one(report)) == Said("monkey", knob, None, None, 1, 13)
    assert dict(one(report).values)["ends"] == tuple(map(Knob.read, ("d3", "e4")))
    says(one(report))
    assert report.palace.animal("m") is None


def test_the_monkey_does_not_go_where_the_frog_is() -> None:
    report = first(GOLD, 'frog = "d3"', 'monkey = "d3"')
    assert complaints(report) == [("monkey", "d3")]
    assert report.palace.animals == (("f", Knob.read("d3")),)


STUCK = ('build = "c5+b-d5"\nmonkey = "e5"', 'build = "c4+bb-c5"\nfrog = "c4"')
"""Gold is placed in the second turn, and no arch end is free but that of the monkey."""


def on_map_4(*turns: str, rulings: str = "") -> MonkeyLog:
    record = game(*turns, top=ALL + (f"rulings = {{ {rulings} }}\n" if rulings else ""))
    data = record.data.model_copy(update={"map": "map-4", "trophies": ["monkey", "frog"]})
    return replay(replace(record, data=data, ground=load_map("map-4")))


@pytest.mark.parametrize("line", ["", '\nmonkey = "e5"'])
def test_the_monkey_stays_where_no_other_end_is_free(line: str) -> None:
    played = on_map_4(STUCK[0], STUCK[1] + line)
    assert played.reasons == ()
    assert str(played.state.palace.animal("m")) == "e5"
    assert played.state.holder("monkey") == "Ben"


def test_no_other_end_is_free_for_the_monkey(says: Says) -> None:
    played = on_map_4(STUCK[0], STUCK[1] + '\nmonkey = "d5"', rulings='trophy-order = "frog-first"')
    reason = one(played)
    assert (reason.key, reason.at, dict(reason.values)["ends"]) == ("monkey.not-free", "d5", ())
    says(reason)


SECOND_GOLD = 'build = "d5+c-d4"'


@pytest.mark.parametrize(("knob", "codes"), [("d5", []), ("d3", []), ("e4", [("monkey", "e4")])])
def test_the_monkey_must_move(knob: str, codes: list[tuple[str, str]], says: Says) -> None:
    played = replay(game(f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "{knob}"'))
    assert complaints(played) == codes
    assert str(played.state.palace.animal("m")) == knob
    assert played.reasons == reports(played)[1].reasons
    says(*played.reasons)


def test_the_monkey_may_stay_by_a_ruling() -> None:
    top = 'rulings = { monkey-stay = "stay" }\n'
    turns = (f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "e4"')
    assert not replay(game(*turns, top=top)).reasons


def test_the_monkey_blocks_its_knob_in_later_turns() -> None:
    turns = (f'{GOLD}\nmonkey = "d3"', 'build = "c3+bb-d3"')
    played = replay(game(*turns))
    assert complaints(played) == [("blocked", "d3")]
    assert played.reasons == reports(played)[1].reasons
    assert played.state.palace == reports(played)[0].palace
    assert not judge(reports(played)[0].palace, Staircase.read("c3+bb-d3")).legal
    assert not replay(game(f'{GOLD}\nmonkey = "e4"', turns[1])).reasons


@pytest.mark.parametrize(
    ("answer", "player", "codes"),
    [
        ("all", "Ana", ["blocked"]),
        ("opponents", "Ana", []),
        ("opponents", "Ben", ["blocked"]),
        ("none", "Ben", []),
    ],
)
def test_whom_the_monkey_blocks(answer: str, player: str, codes: list[str]) -> None:
    """Ana holds its trophy; built upon, it leaves the palace."""
    top = ALL + f'rulings = {{ monkey-blocks = "{answer}" }}\n'
    between = [] if player == "Ben" else ['build = "h1-h2"']
    turns = (f'{GOLD}\nmonkey = "d3"', *between, f'player = "{player}"\nbuild = "c3+bb-d3"')
    played = replay(game(*turns, top=top))
    assert [reason.code for reason in reports(played)[-1].reasons] == codes
    assert (played.state.palace.animal("m") is None) is not bool(codes)


def test_the_monkey_waits_on_its_card() -> None:
    turn = f'player = "Ana"\n{DARK}'
    assert replay(game(turn)).states[0].palace.animals == ()
    assert not replay(game(turn)).reasons
    settled = game(turn, top=ALL + 'rulings = { setup-monkey = "card" }\n')
    assert not replay(settled).reasons
    with pytest.raises(InputError, match="setup-monkey is settled, it is always card; leave it"):
        game(turn, top=ALL + 'rulings = { setup-monkey = "arch" }\n')


def test_the_monkey_is_in_every_game() -> None:
    assert first(GOLD, 'monkey = "e4"', top='trophies = ["frog"]\n').legal
    assert complaints(first(GOLD, top="trophies = []\n")) == [("monkey", "Ana")]


def test_the_monkey_of_a_bad_build() -> None:
    """It goes where it can stand if gold was meant, and is missed only if gold was laid."""
    report = first(GOLD_TOO_LOW, 'monkey = "e4"')
    assert complaints(report) == [("collision", "d4")]
    assert str(report.palace.animal("m")) == "e4"
    assert complaints(first(GOLD_TOO_LOW)) == [("collision", "d4")]
    assert complaints(first(GOLD_TOO_LOW, 'monkey = "a1"')) == [
        ("collision", "d4"), ("monkey", "a1")
    ]  # fmt: skip
    assert complaints(first(TOO_LOW, 'monkey = "e4"')) == [("collision", "d4"), ("monkey", "e4")]
    laid = 'build = "e2-e3-e4_b"'
    assert complaints(first(laid)) == [("collision", "e4"), ("monkey", "Ana")]


# Marked turns: a row of the table in the documentation, and a turn of it.

DOCUMENT = (ROOT / "docs/monkey-palace.md").read_text("utf-8")
_, TABLE = DOCUMENT.split("| marked turn | trophy | animal |\n|---|---|---|\n")
ROWS = [line.strip("| ").split(" | ") for line in TABLE.split("\n\n")[0].splitlines()]

MARKED = {
    "gold is laid, and the record has no `monkey`": GOLD,
    "gold is laid, and the monkey is put on no free arch end": f'{GOLD}\nmonkey = "d4"',
    "gold is laid, and the monkey stays where it is": f'{GOLD}\nmonkey = "e2"',
    "gold is laid by a player who is not due": f'player = "Caro"\n{GOLD}\nmonkey = "d3"',
    "the monkey is put somewhere, and another colour is laid": f'{DARK}\nmonkey = "c4"',
    "the staircase begins on gold, none is laid, and the monkey is put on a free arch end": (
        f'{GOLD_TOO_LOW}\nmonkey = "d4"'
    ),
    "the staircase begins on gold, none is laid, and the monkey is put on no free arch end": (
        f'{GOLD_TOO_LOW}\nmonkey = "a1"'
    ),
    "the staircase begins on gold, none is laid, and the record has no `monkey`": GOLD_TOO_LOW,
    "the frog is put on a free arch end that is not the lowest": f'{LIGHT}\nfrog = "c4"',
    "the frog is put on no free arch end": f'{LIGHT}\nfrog = "a1"',
    "the frog is put somewhere in a pass": 'pass = true\nfrog = "d4"',
    "the butterfly is written down, and the new decoration is not the highest": (
        f'{DARK}\nbutterfly = "d4"'
    ),
    "the butterfly is written down on another knob than that of the highest decoration": (
        'build = "c4+cb-d4_c"\nbutterfly = "c4"'
    ),
}


@pytest.mark.parametrize(("row", "trophy", "where"), ROWS, ids=[row for row, *_ in ROWS])
def test_who_has_the_trophy_after_a_marked_turn(row: str, trophy: str, where: str) -> None:
    """In the turn before, Ana took all three; Ben is due."""
    turns = 'build = "e2-e3+b-e4"\nfrog = "e3"\nmonkey = "e2"', MARKED[row]
    before, after = reports(replay(game(*turns, names="Ana Ben Caro")))
    assert before.legal
    assert not after.legal
    animal = next((name for name in ("butterfly", "frog") if name in row), "monkey")
    place = next((line[-3:-1] for line in MARKED[row].splitlines() if line.startswith(animal)), "")
    places = {
        "where it was": before.palace.animal(LETTERS[animal]),
        "where it is put": place and Knob.read(place),
        "on that decoration": Knob.read("d4"),
    }
    assert after.palace.animal(LETTERS[animal]) == places[where]
    assert after.table.holder(animal) == {"the player's": after.player, "as before": "Ana"}[trophy]
    if animal == "frog":
        assert (after.given.column == 1) is (trophy == "the player's")


# The butterfly.


def test_the_butterfly_sits_on_the_highest_of_all() -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"')
    assert report.legal
    assert "butterfly" in report.animals
    assert str(report.palace.animal("y")) == "e4"


def test_the_butterfly_elsewhere(says: Says) -> None:
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "f4"'))
    assert Said.of(reason) == Said("butterfly", "f4", None, None, 1, 14)
    assert dict(reason.values)["right"] == Knob.read("e4")
    says(reason)


def test_a_level_decoration_brings_no_butterfly() -> None:
    report = first(DARK)
    assert report.verdict is not None
    assert report.verdict.highest  # of its colour, but the gold is as high
    assert "butterfly" not in report.animals
    assert report.palace.animals == ()


def test_the_butterfly_by_a_ruling() -> None:
    top = ALL + 'rulings = { butterfly-scope = "colour" }\n'
    assert "butterfly" in first(DARK, top=top).animals


def test_the_butterfly_moves_on() -> None:
    played = replay(game(f'{HIGH_GOLD}\nmonkey = "d4"', 'build = "e5+c-e4_c"', 'build = "a1-a2"'))
    # e4 carries the butterfly, so nothing is built there; then the butterfly stays.
    assert ("blocked", "e4") in complaints(reports(played)[1])
    assert str(played.state.palace.animal("y")) == "e4"


def test_no_butterfly_in_a_game_without(says: Says) -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"', top="")
    assert report.legal
    assert "butterfly" not in report.animals
    assert report.palace.animal("y") is None
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "e4"', top=""))
    assert (reason.key, reason.at) == ("butterfly.unplayed", "e4")
    says(reason)


# The frog.


@pytest.mark.parametrize(("build", "knob"), [(DARK, "c4"), (LIGHT, "b4"), (SPIRAL, "b3")])
def test_the_frog_goes_to_the_lowest_free_arch_end(build: str, knob: str) -> None:
    report = first(build, f'frog = "{knob}"')
    assert report.reasons == ()
    assert str(report.palace.animal("f")) == knob


@pytest.mark.parametrize(
    ("build", "knob", "right", "stands"),
    [
        (LIGHT, "c4", "b4", True),  # free, but higher
        (LIGHT, "d4", "b4", False),  # decorated
        (LIGHT, "e4", "b4", True),  # an arch end of the set-up
        (LIGHT, "a1", "b4", False),  # empty
        (LIGHT, "z9", "b4", False),  # beyond the map
        (SPIRAL, "c3", "b3", True),  # the start, higher by now
    ],
)
def test_the_frog_goes_nowhere_else(
    build: str, knob: str, right: str, stands: bool, says: Says
) -> None:
    report = first(build, f'frog = "{knob}"')
    assert Said.of(one(report)) == Said("frog", knob, None, None, 1, 13)
    assert dict(one(report).values)["ends"] == (Knob.read(right),)
    says(one(report))
    assert (report.palace.animal("f") == Knob.read(knob)) is stands


FROG_AND_MONKEY = 'build = "e2-e3+b-e4"\nfrog = "e3"\nmonkey = "e2"'


@pytest.mark.parametrize(
    ("order", "reasons"),
    [
        ("any", []),
        ("monkey-first", []),
        ("frog-first", [("frog", "e3"), ("monkey", "e2")]),  # where the frog belongs
    ],
)
def test_order_of_step_8(order: str, reasons: list[tuple[str, str]]) -> None:
    """With the monkey on the lowest end first, the next one is the lowest free end."""
    top = ALL + f'rulings = {{ trophy-order = "{order}" }}\n'
    report = first(FROG_AND_MONKEY, top=top)
    assert complaints(report) == reasons
    assert audit(report.palace, Rulings(trophy_order=order)).legal is not bool(reasons)
    if not reasons:
        assert {("f", Knob.read("e3")), ("m", Knob.read("e2"))} <= {*report.palace.animals}


@pytest.mark.parametrize(
    ("answers", "codes"),
    [
        ("", [("frog", "e4")]),
        ('frog-no-end = "lowest"', []),
        ('frog-no-end = "lowest", trophy-order = "monkey-first"', []),
        ('frog-no-end = "lowest", trophy-order = "frog-first"', [("frog", "e4"), ("monkey", "d3")]),
    ],
)
def test_no_end_is_left_for_the_frog(answers: str, codes: list[tuple[str, str]]) -> None:
    """The monkey is on the only arch end; e4 is the lowest of the palace that is free."""
    top = ALL + f"rulings = {{ {answers} }}\n"
    report = first(GOLD, 'frog = "e4"', 'monkey = "d3"', top=top)
    assert complaints(report) == codes
    if not codes:
        assert {("f", Knob.read("e4")), ("m", Knob.read("d3"))} <= {*report.palace.animals}


def test_only_the_frog_is_wrong() -> None:
    """The monkey is judged as if the frog were where it belongs; there it leaves c4 free."""
    turns = (f'{DARK}\nfrog = "c4"', f'{HIGH_GOLD}\nfrog = "e4"\nmonkey = "c4"')
    played = replay(game(*turns, top='trophies = ["monkey", "frog"]\n'))
    assert complaints(played) == [("frog", "e4")]
    animals = {letter: str(knob) for letter, knob in played.state.palace.animals}
    assert animals == {"f": "e3", "m": "c4"}


@pytest.mark.parametrize(
    ("answer", "codes", "holder", "ends"),
    [("ends", [], "Ana", True), ("quiet", [], "Ana", False), ("no", ["frog"], None, False)],
)
def test_the_frog_with_no_column_left(
    answer: str, codes: list[str], holder: str | None, ends: bool, says: Says
) -> None:
    columns = 'start = "9a9b8c"\neach = "0a"\n'
    top = ALL + f'rulings = {{ frog-empty = "{answer}" }}\n'
    played = replay(game(f'{DARK}\nfrog = "c4"', top=top, players=columns))
    assert [reason.code for reason in played.reasons] == codes
    for reason in played.reasons:
        assert (reason.key, reason.at) == ("frog.no-column", "c4")
        says(reason)
    assert played.state.holder("frog") == holder
    assert (played.state.ending is not None) is ends
    assert str(played.state.palace.animal("f")) == ("None" if codes else "c4")


def test_the_frog_blocks_its_knob() -> None:
    played = replay(game(f'{DARK}\nfrog = "c4"', 'build = "c5+bb-c4"'))
    assert complaints(played) == [("blocked", "c4")]


def test_no_frog_in_a_game_without(says: Says) -> None:
    reason = one(first(DARK, 'frog = "c4"', top=""))
    assert (reason.key, reason.at) == ("frog.unplayed", "c4")
    says(reason)


def test_the_frog_of_a_bad_build(says: Says) -> None:
    assert complaints(first(HALF, 'frog = "b4"')) == [("collision", "d4")]
    report = first(TOO_LOW, 'frog = "c4"')
    assert complaints(report) == [("collision", "d4"), ("frog", "c4")]
    assert report.reasons[1].key == "frog.not-free"
    says(*report.reasons)


def test_the_frog_may_be_left_alone() -> None:
    assert first(DARK).palace.animal("f") is None
