"""MonkeyLog: the whole game, some turns of it, and on past an illegal turn."""

from __future__ import annotations

from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.paper.report import REPORTING
from tests.monkey_palace.game.texts import (
    DARK,
    HALF,
    LIGHT,
    TOO_LOW,
    after,
    complaints,
    first,
    game,
    reasons_of,
    unchecked,
)
from tests.paths import SAMPLE
from tests.sentences import Says

# The whole game.


def test_the_sample_replays_without_a_reason() -> None:
    played = replay(read_record(SAMPLE))
    assert not played.reasons
    assert len(played.commits) == 18
    assert played.state.due == ("Ana",)
    assert played.state.palace == reports(played)[-1].palace
    earned = [turn.verdict.credits for turn in reports(played) if turn.verdict]
    assert earned == [5, 5, 5, 4, 2, 3, 5, 4, 3, 5, 4, 3, 4, 5, 7, 5, 5, 3]
    letters = "".join(turn.verdict.decoration or "?" for turn in reports(played) if turn.verdict)
    assert letters == "gglgldlddldddldgld"
    assert [turn.number for turn in reports(played) if turn.verdict and turn.verdict.bonus] == [18]
    assert [turn.number for turn in reports(played) if "butterfly" in turn.animals] == [
        1,
        2,
        6,
        7,
        15,
        18,
    ]
    # Turn by turn: the monkey is where it was put last, the frog on d6 since turn 1.
    monkeys = [reports(played)[n].palace.animal("m") for n in (0, 1, 2, 3, 14, 15, 17)]
    assert list(map(str, monkeys)) == ["e6", "e5", "e5", "e1", "e1", "h4", "h4"]
    assert str(played.state.palace.animal("f")) == "d6"
    assert str(played.state.palace.animal("y")) == "d4"


def test_every_palace_of_the_sample_reads_back() -> None:
    for turn in reports(replay(read_record(SAMPLE))):
        assert Palace.read(turn.palace.position, turn.palace.ground) == turn.palace


def test_no_turns() -> None:
    record = game()
    played = replay(record)
    assert not played.reasons
    assert reports(played) == ()
    assert played.state.palace == played.states[0].palace == after()
    assert played.state.due == ("Ana",)
    assert unchecked(record) == ("there are no turns to check",)


def test_some_turns() -> None:
    record = read_record(SAMPLE)
    every = replay(record)
    for count in (0, 1, 7, 18, 99):
        played = replay(record, turns=count)
        assert reports(played) == reports(every)[:count]
        assert played.state.due == (("Ana", "Ben", "Caro")[min(count, 18) % 3],)


def test_what_was_not_checked_is_said() -> None:
    unknown = (
        "the pieces of Ana, Ben were not checked, nor what is left in the tray: start or each is "
        "missing"
    )
    assert unchecked(game(DARK)) == (unknown,)
    assert unchecked(read_record(SAMPLE)) == ()
    assert unchecked(game(DARK, "pass = true", LIGHT, "pass = true")) == (
        unknown,
        "whether the pass was compulsory was not checked: turn 2, 4",
    )


# Past an illegal turn.


def test_nothing_of_a_bad_turn_can_stand() -> None:
    played = replay(game(TOO_LOW, DARK))
    bad, good = reports(played)
    assert played.reasons
    assert not bad.legal
    assert good.legal
    assert complaints(bad) == [("collision", "d4")]
    assert bad.palace == after()
    assert good.palace == after("c4+b-d4")
    assert played.reasons == bad.reasons


def test_half_of_a_bad_turn_stands() -> None:
    played = replay(game(HALF, 'build = "c3+bb-c4"'))
    bad, good = reports(played)
    assert complaints(bad) == [("collision", "d4")]
    assert bad.palace.position == "x8/x8/x8/x8/x1,E,Wl,E,WE,bWg,x2/x8/x8/x8"
    assert bad.verdict is not None
    assert (bad.verdict.credits, bad.verdict.decoration, bad.verdict.palace) == (None, None, None)
    assert good.legal
    assert good.palace.position == "x8/x8/x8/x8/x1,E,WlSdy,E,WE,bWg,x2/x2,bbN,x5/x8/x8"


def test_the_last_good_palace_is_that_before_the_first_bad_turn() -> None:
    for turns, last in (
        ((), ()),
        ((TOO_LOW, DARK), ()),
        ((DARK, TOO_LOW, 'build = "e3+bb-e4"\nmonkey = "d3"'), ("c4+b-d4",)),
    ):
        record = game(*turns, top="")
        played = replay(record)
        assert REPORTING.data(record, played)["last_good"] == after(*last).position
    assert after("c4+b-d4") != played.state.palace


def test_strict_stops_at_the_first_bad_turn() -> None:
    record = game(DARK, TOO_LOW, DARK, TOO_LOW)
    assert len(reports(replay(record))) == 4
    played = replay(record, strict=True)
    assert [turn.legal for turn in reports(played)] == [True, False]
    assert played.state.palace == after("c4+b-d4")
    assert len(reports(replay(game(DARK, 'build = "e5+bb-e4"', top=""), strict=True))) == 2


def test_reasons_carry_turn_and_line(says: Says) -> None:
    record = game(DARK, 'build = "e5-e4"', 'player = "Ben"\nbuild = "a1-c1"\nfrog = "a1"', top="")
    found = [(r.turn, r.line, r.code) for r in reasons_of(record)]
    assert found == [
        (2, 14, "collision"),
        (3, 16, "turn-order"),
        (3, 17, "turn"),
        (3, 17, "attach"),
        (3, 18, "frog"),
    ]
    reason = reasons_of(record)[0]
    says(reason)
    assert reason.record() == {
        "code": "collision",
        "rule": None,
        "at": "e4",
        "level": 0,
        "by": 2,
        "remedy": reason.remedy,
        "text": reason.text,
        "turn": 2,
        "line": 14,
    }


def test_rulings_of_the_record_hold() -> None:
    back = 'build = "c4+b-d4+b-c4_b"'
    assert complaints(first(back)) == [("turn", "c4")]
    assert first(back, '[rulings]\ndouble-back = "legal"').legal
