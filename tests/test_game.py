"""Replay: who is due, what is laid of a bad turn, what was written down, where the animals go."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palace.animals import free_ends
from palace.game import Replay, TurnReport, replay
from palace.ground import load_map
from palace.knob import Knob
from palace.position import Palace
from palace.reasons import Reason
from palace.records import read_record
from palace.records.record import Record, read_text
from palace.referee import judge
from palace.staircase import Staircase

SAMPLE = Path(__file__).parent.parent / "palace" / "samples" / "three-player-game.toml"
ALL = 'trophies = ["monkey", "butterfly", "frog"]\n'

# On the set-up of map-1 (arches d4-e4-f4, gold at f4 on level 2):
DARK = 'build = "c4+b-d4"'  # its decoration at d4 is level with that gold
LIGHT = 'build = "b4-c4-d4"'  # likewise, two arches
GOLD = 'build = "d3+b-d4"'
HIGH_GOLD = 'build = "e3+bb-e4"'  # one level higher than everything
BONUS = 'build = "e3+bbbbb-e4_c"'
SPIRAL = 'build = "c3-b3-b4_b-c4_bb-c3_bb-d3_cb-d4_cb"'  # covers its own start
TOO_LOW = 'build = "c4-d4"'  # d4 is a brick higher than c4: nothing can be laid
GOLD_TOO_LOW = 'build = "d3-d4"'
HALF = 'build = "b4-c4-d4_b"'  # its first arch can be laid


def game(*turns: str, names: str = "Ana Ben", top: str = ALL, players: str = "") -> Record:
    """A record; a turn is its lines, its player the next in order unless they name one."""
    seats = names.split()
    text = f'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n{top}'
    text += "".join(f'[[players]]\nname = "{name}"\n{players}' for name in seats)
    for number, lines in enumerate(turns):
        who = "" if "player =" in lines else f'player = "{seats[number % len(seats)]}"\n'
        text += f"[[turns]]\n{who}{lines}\n"
    return read_text(text)


def first(*lines: str, top: str = ALL) -> TurnReport:
    """The report of a game of one turn."""
    return replay(game("\n".join(lines), top=top)).turns[0]


def complaints(played: Replay | TurnReport) -> list[tuple[str, str]]:
    return [(reason.code, reason.at) for reason in played.reasons]


def one(played: Replay | TurnReport) -> Reason:
    assert len(played.reasons) == 1, played.reasons
    return played.reasons[0]


def after(*staircases: str) -> Palace:
    palace = Palace.setup(load_map("map-1"))
    for text in staircases:
        palace = palace.build(Staircase.read(text))
    return palace


# The whole game.


def test_the_sample_replays_without_a_reason() -> None:
    played = replay(read_record(SAMPLE))
    assert played.legal
    assert played.error is None
    assert len(played.turns) == 18
    assert played.due == "Ana"
    assert played.good == played.palace == played.turns[-1].palace
    earned = [turn.verdict.credits for turn in played.turns if turn.verdict]
    assert earned == [5, 5, 5, 4, 2, 3, 5, 4, 3, 5, 4, 3, 4, 5, 7, 5, 5, 3]
    letters = "".join(turn.verdict.decoration or "?" for turn in played.turns if turn.verdict)
    assert letters == "gglgldlddldddldgld"
    assert [turn.number for turn in played.turns if turn.verdict and turn.verdict.bonus] == [18]
    assert [turn.number for turn in played.turns if turn.butterfly] == [1, 2, 6, 7, 15, 18]
    # Turn by turn: the monkey is where it was put last, the frog on d6 since turn 1.
    monkeys = [played.turns[n].palace.animal("m") for n in (0, 1, 2, 3, 14, 15, 17)]
    assert list(map(str, monkeys)) == ["e6", "e5", "e5", "e1", "e1", "h4", "h4"]
    assert str(played.palace.animal("f")) == "d6"
    assert str(played.palace.animal("y")) == "d4"


def test_every_palace_of_the_sample_reads_back() -> None:
    for turn in replay(read_record(SAMPLE)).turns:
        assert Palace.read(turn.palace.position, turn.palace.ground) == turn.palace


def test_no_turns() -> None:
    played = replay(game())
    assert played.legal
    assert played.turns == ()
    assert played.palace == played.good == played.start == after()
    assert played.due == "Ana"
    assert played.unchecked == ("there are no turns to check",)


def test_some_turns() -> None:
    record = read_record(SAMPLE)
    every = replay(record)
    for count in (0, 1, 7, 18, 99):
        played = replay(record, turns=count)
        assert played.turns == every.turns[:count]
        assert played.due == ("Ana", "Ben", "Caro")[min(count, 18) % 3]


def test_what_was_not_checked_is_said() -> None:
    assert replay(game(DARK)).unchecked == (
        "the players' pieces, cards and deliveries were not checked",
    )
    assert replay(game(DARK, "pass = true", LIGHT, "pass = true")).unchecked == (
        "the players' pieces, cards and deliveries were not checked",
        "whether the pass was compulsory was not checked: turn 2, 4",
    )


# Past an illegal turn.


def test_nothing_of_a_bad_turn_can_stand() -> None:
    played = replay(game(TOO_LOW, DARK))
    bad, good = played.turns
    assert not played.legal
    assert not bad.legal
    assert good.legal
    assert complaints(bad) == [("collision", "d4")]
    assert bad.palace == after()
    assert good.palace == after("c4+b-d4")
    assert played.good == after()
    assert played.error == bad.reasons[0]


def test_half_of_a_bad_turn_stands() -> None:
    played = replay(game(HALF, 'build = "c3+bb-c4"'))
    bad, good = played.turns
    assert complaints(bad) == [("collision", "d4")]
    assert bad.palace.position == "x8/x8/x8/x8/x1,E,Wl,E,WE,bWg,x2/x8/x8/x8"
    assert bad.verdict is not None
    assert (bad.verdict.credits, bad.verdict.decoration, bad.verdict.palace) == (None, None, None)
    assert good.legal
    assert good.palace.position == "x8/x8/x8/x8/x1,E,WlSdy,E,WE,bWg,x2/x2,bbN,x5/x8/x8"
    assert played.good == after()


def test_the_last_good_palace_is_that_before_the_first_bad_turn() -> None:
    played = replay(game(DARK, TOO_LOW, 'build = "e3+bb-e4"\nmonkey = "d3"', top=""))
    assert [turn.legal for turn in played.turns] == [True, False, False]
    assert played.good == after("c4+b-d4") != played.palace


def test_strict_stops_at_the_first_bad_turn() -> None:
    record = game(DARK, TOO_LOW, DARK, TOO_LOW)
    assert len(replay(record).turns) == 4
    played = replay(record, strict=True)
    assert [turn.legal for turn in played.turns] == [True, False]
    assert played.palace == played.good == after("c4+b-d4")
    assert len(replay(game(DARK, 'build = "e5+bb-e4"', top=""), strict=True).turns) == 2


def test_reasons_carry_turn_and_line() -> None:
    played = replay(
        game(DARK, 'build = "e5-e4"', 'player = "Ben"\nbuild = "a1-c1"\nfrog = "a1"', top="")
    )
    found = [(r.turn, r.line, r.code) for r in played.reasons]
    assert found == [
        (2, 14, "collision"),
        (3, 16, "turn-order"),
        (3, 17, "turn"),
        (3, 17, "attach"),
        (3, 18, "frog"),
    ]
    assert played.reasons[0].record() == {
        "code": "collision",
        "rule": None,
        "at": "e4",
        "level": 0,
        "by": 2,
        "remedy": "raise e5 by 2 bricks: e5+bb",
        "text": "e4 stands 2 bricks higher than e5, and an arch is level",
        "turn": 2,
        "line": 14,
    }


def test_rulings_of_the_record_hold() -> None:
    back = 'build = "c4+b-d4+b-c4_b"'
    assert complaints(first(back)) == [("turn", "c4")]
    assert first(back, '[rulings]\ndouble-back = "legal"').legal


# Turn order and passes.


@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        ("ABCABC", []),
        ("BBCA", [1]),  # misnamed
        ("ABBABC", [3]),  # misnamed
        ("ACAB", [2]),  # Ben's turn was left out
        ("ABCBC", [4]),  # Ana's was
        ("ACBABC", [2, 3]),  # exchanged
        ("BACA", [1, 2]),  # likewise
        ("AAAA", [2, 3]),
    ],
)
def test_turn_order(order: str, wrong: list[int]) -> None:
    turns = [f'player = "{letter}"\npass = true' for letter in order]
    played = replay(game(*turns, names="A B C"))
    assert [reason.turn for reason in played.reasons] == wrong
    assert {reason.code for reason in played.reasons} <= {"turn-order"}
    if not wrong:
        assert played.due == "A"


def test_a_turn_out_of_order() -> None:
    reason = one(replay(game(f'player = "Ben"\n{DARK}')))
    assert reason == Reason(
        "turn-order", "Ben", None, None, "it is Ana's turn", "Ben takes the turn of Ana", 1, 11
    )


def test_a_turn_out_of_order_is_laid() -> None:
    played = replay(game(f'player = "Ben"\n{DARK}'))
    assert played.palace == after("c4+b-d4")
    assert played.due == "Ben"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('take = ["1x 1*"]', "pass", "Ana passes, and takes no card"),
        ('decoration = "d"', "decoration", "Ana passes, and places no decoration"),
        ("credits = 1", "credits", "Ana passes, and earns no credits"),
        ("bonus = true", "bonus", "Ana passes, and takes no bonus card"),
        ('butterfly = "f4"', "butterfly", "Ana passes, and takes no trophy"),
        ('frog = "d4"', "frog", "Ana passes, and takes no trophy"),
        ('monkey = "d4"', "monkey", "Ana passes, and takes no trophy"),
    ],
)
def test_a_pass_brings_nothing(line: str, code: str, said: str) -> None:
    report = first("pass = true", line)
    key = line.split()[0]
    assert one(report) == Reason(code, "Ana", None, None, f"leave {key} out", said, 1, 13)
    assert report.palace == after()
    assert report.verdict is None
    assert report.staircase is None


def test_an_honest_pass() -> None:
    report = first("pass = true", "take = []", "credits = 0", "bonus = false")
    assert report.legal
    assert report.palace == after()


# What was written down.


@pytest.mark.parametrize(
    ("build", "right"),
    [
        (DARK, ['decoration = "d"', "credits = 2", "bonus = false"]),
        (LIGHT, ['decoration = "l"', "credits = 3", "bonus = false"]),
        (GOLD, ['decoration = "g"', "credits = 1", "bonus = false", 'monkey = "d3"']),
        (
            HIGH_GOLD,
            ['decoration = "g"', "credits = 2", 'butterfly = "e4"', 'monkey = "d4"'],
        ),
        (BONUS, ["bonus = true", "credits = 2", 'butterfly = "E4"', 'monkey = "d4"']),
    ],
)
def test_what_is_right(build: str, right: list[str]) -> None:
    assert first(build, *right).reasons == ()


WRONG = {
    'decoration = "l"': Reason(
        "decoration", "Ana", None, None, 'decoration = "d"',
        "light green was written down, but the first knob is dark green", 1, 13,
    ),
    "credits = 1": Reason(
        "credits", "Ana", None, 1, "credits = 2",
        "1 credit was written down, the staircase earns 2", 1, 13,
    ),
    "credits = 7": Reason(
        "credits", "Ana", None, 5, "credits = 2",
        "7 credits were written down, the staircase earns 2", 1, 13,
    ),
    "bonus = true": Reason(
        "bonus", "Ana", None, None, "bonus = false",
        "the staircase earns no bonus card, the opposite was written down", 1, 13,
    ),
    'butterfly = "d4"': Reason(
        "butterfly", "d4", None, None, "leave butterfly out",
        "the decoration is not strictly the highest of all", 1, 13,
    ),
    'monkey = "c4"': Reason(
        "monkey", "c4", None, None, "leave monkey out", "no gold decoration was placed", 1, 13
    ),
    'frog = "d4"': Reason(
        "frog", "d4", None, None, 'frog = "c4"',
        "d4 is not the lowest free arch end of the staircase", 1, 13,
    ),
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong(line: str) -> None:
    report = first(DARK, line)
    assert one(report) == WRONG[line]
    assert not report.legal
    assert report.palace == after("c4+b-d4")


def test_a_missing_bonus() -> None:
    reason = one(first(BONUS, "bonus = false", 'monkey = "d4"'))
    assert (reason.code, reason.remedy) == ("bonus", "bonus = true")
    assert reason.text == "the staircase earns the bonus card, the opposite was written down"


def test_everything_wrong_at_once() -> None:
    lines = ['decoration = "g"', "credits = 9", "bonus = true", 'butterfly = "c4"', 'frog = "a1"',
             'monkey = "a1"']  # fmt: skip
    report = first(DARK, *lines)
    assert [reason.code for reason in report.reasons] == [
        "decoration", "credits", "bonus", "butterfly", "frog", "monkey"
    ]  # fmt: skip
    assert [reason.line for reason in report.reasons] == [13, 14, 15, 16, 17, 18]


def test_nothing_follows_from_a_bad_build() -> None:
    """Of a build that is not legal, what was written down of it cannot be wrong as well."""
    lines = ['decoration = "l"', "credits = 9", "bonus = true", 'butterfly = "c4"']
    assert complaints(first(TOO_LOW, *lines)) == [("collision", "d4")]


# The monkey.


def test_the_monkey_is_compulsory_with_gold() -> None:
    report = first(GOLD)
    assert one(report) == Reason(
        "monkey", "Ana", None, None, 'add monkey = "..."',
        "gold was placed: the monkey must be put on a free arch end", 1, 12,
    )  # fmt: skip
    assert report.palace == after("d3+b-d4")


@pytest.mark.parametrize("knob", ["d3", "e4", "E4"])
def test_the_monkey_goes_to_a_free_arch_end(knob: str) -> None:
    report = first(GOLD, f'monkey = "{knob}"', top="")
    assert report.legal
    assert report.palace == after("d3+b-d4").with_animal("m", Knob.read(knob))


@pytest.mark.parametrize("knob", ["d4", "f4", "a1", "z9", "e5"])
def test_the_monkey_goes_nowhere_else(knob: str) -> None:
    report = first(GOLD, f'monkey = "{knob}"')
    assert one(report) == Reason(
        "monkey", knob, None, None, "put it on d3, e4", f"{knob} is no free arch end", 1, 13
    )
    assert report.palace.animal("m") is None


def test_the_monkey_does_not_go_where_the_frog_is() -> None:
    report = first(GOLD, 'frog = "d3"', 'monkey = "d3"')
    assert complaints(report) == [("monkey", "d3")]
    assert report.palace.animals == (("f", Knob.read("d3")),)


def test_advice_where_to_put_the_monkey() -> None:
    palace = replay(read_record(SAMPLE)).palace
    assert re.fullmatch(r"put it on (\w\d, ){3}\w\d or \d+ more", free_ends(palace))
    empty = Palace.read("x8/x8/x8/x8/x8/x8/x8/x8", load_map("map-1"))
    assert free_ends(empty) == "no arch end is free"


SECOND_GOLD = 'build = "d5+c-d4"'


@pytest.mark.parametrize(("knob", "codes"), [("d5", []), ("d3", []), ("e4", [("monkey", "e4")])])
def test_the_monkey_must_move(knob: str, codes: list[tuple[str, str]]) -> None:
    played = replay(game(f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "{knob}"'))
    assert complaints(played) == codes
    assert str(played.palace.animal("m")) == knob
    for reason in played.reasons:
        assert reason.text == "the monkey stands on e4 already"
        assert reason.remedy == "move it to another one (ruling monkey-stay)"
        assert reason.turn == 2


def test_the_monkey_may_stay_by_a_ruling() -> None:
    top = 'rulings = { monkey-stay = "stay" }\n'
    turns = (f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "e4"')
    assert replay(game(*turns, top=top)).legal


def test_the_monkey_blocks_its_knob_in_later_turns() -> None:
    turns = (f'{GOLD}\nmonkey = "d3"', 'build = "c3+bb-d3"')
    played = replay(game(*turns))
    assert complaints(played) == [("blocked", "d3")]
    assert one(played).turn == 2
    assert played.palace == played.turns[0].palace
    assert not judge(played.turns[0].palace, Staircase.read("c3+bb-d3")).legal
    assert replay(game(f'{GOLD}\nmonkey = "e4"', turns[1])).legal


def test_the_monkey_stands_on_the_setup_by_a_ruling() -> None:
    turn = f'player = "Ana"\n{DARK}'
    assert replay(game(turn)).legal
    played = replay(game(turn, top=ALL + 'rulings = { setup-monkey = "arch" }\n'))
    assert played.start.animals == (("m", Knob.read("d4")),)
    assert (one(played).code, one(played).at) == ("blocked", "d4")


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


# The butterfly.


def test_the_butterfly_sits_on_the_highest_of_all() -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"')
    assert report.legal
    assert report.butterfly
    assert str(report.palace.animal("y")) == "e4"


def test_the_butterfly_elsewhere() -> None:
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "f4"'))
    assert reason == Reason(
        "butterfly", "f4", None, None, 'butterfly = "e4"',
        "the butterfly sits on the new decoration at e4", 1, 14,
    )  # fmt: skip


def test_a_level_decoration_brings_no_butterfly() -> None:
    report = first(DARK)
    assert report.verdict is not None
    assert report.verdict.highest  # of its colour, but the gold is as high
    assert not report.butterfly
    assert report.palace.animals == ()


def test_the_butterfly_by_a_ruling() -> None:
    top = ALL + 'rulings = { butterfly-scope = "colour" }\n'
    assert first(DARK, top=top).butterfly


def test_the_butterfly_moves_on() -> None:
    played = replay(game(f'{HIGH_GOLD}\nmonkey = "d4"', 'build = "e5+c-e4_c"', 'build = "a1-a2"'))
    # e4 carries the butterfly, so nothing is built there; then the butterfly stays.
    assert ("blocked", "e4") in complaints(played.turns[1])
    assert str(played.palace.animal("y")) == "e4"


def test_no_butterfly_in_a_game_without() -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"', top="")
    assert report.legal
    assert not report.butterfly
    assert report.palace.animal("y") is None
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "e4"', top=""))
    assert (reason.code, reason.at, reason.remedy) == (
        "butterfly", "e4", 'add "butterfly" to trophies'
    )  # fmt: skip
    assert reason.text == "the butterfly is not in this game"


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
def test_the_frog_goes_nowhere_else(build: str, knob: str, right: str, stands: bool) -> None:
    report = first(build, f'frog = "{knob}"')
    text = f"{knob} is not the lowest free arch end of the staircase"
    assert one(report) == Reason("frog", knob, None, None, f'frog = "{right}"', text, 1, 13)
    assert (report.palace.animal("f") == Knob.read(knob)) is stands


def test_the_frog_blocks_its_knob() -> None:
    played = replay(game(f'{DARK}\nfrog = "c4"', 'build = "c5+bb-c4"'))
    assert complaints(played) == [("blocked", "c4")]


def test_no_frog_in_a_game_without() -> None:
    reason = one(first(DARK, 'frog = "c4"', top=""))
    assert (reason.code, reason.at, reason.remedy) == ("frog", "c4", 'add "frog" to trophies')
    assert reason.text == "the frog is not in this game"


def test_the_frog_of_a_bad_build() -> None:
    assert complaints(first(HALF, 'frog = "b4"')) == [("collision", "d4")]
    report = first(TOO_LOW, 'frog = "c4"')
    assert complaints(report) == [("collision", "d4"), ("frog", "c4")]
    assert report.reasons[1].text == "c4 is no free arch end"
    assert report.reasons[1].remedy == "leave frog out"


def test_the_frog_may_be_left_alone() -> None:
    assert first(DARK).palace.animal("f") is None
