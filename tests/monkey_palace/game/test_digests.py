"""Whole games, moment by moment, each as one short text.

These lines find changes; what is right is in the other tests.  Where one differs, the moment is
what was told, drawn, asked or kept another way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from palace import Knob, Palace, Staircase, audit, read_record, replay
from palace.contract.rules import every_reason
from palace.core.screen import Screen
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.board import having, log_board
from palace.monkey_palace.game.card_taps import cards_seen, piece_taps
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.corrections import seek_drift
from palace.monkey_palace.game.log import own
from palace.monkey_palace.game.play import ASKING
from palace.monkey_palace.game.questions import QUESTIONS, pictures
from palace.monkey_palace.game.reconstruction import record_of_audit
from palace.monkey_palace.game.record_writing import record_text, self_contained
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.rulings import RULINGS
from tests.drifted import KINDS, spoil
from tests.monkey_palace.game.digests import answers, digest, outcome, typed
from tests.monkey_palace.game.record_texts import HEAD
from tests.monkey_palace.game.texts import ALL, DARK, HIGH_GOLD, LIGHT, game, read_text
from tests.paths import GOLDEN, SAMPLE
from tests.random_game import random_game, read
from tests.sentences import Says

OWN = GOLDEN / "monkey-palace"
EARLY = 'rulings = { frog-time = "any", frog-again = "move", trophy-order = "any" }\n'
MIDDLE = (
    'position = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbNm,x3/x8/x8"\ndue = "Ben"\n'
    'trophies = ["monkey", "frog"]\nlast_round = true\n[[players]]\nname = "Ana"\n'
    'start = "4a3b"\neach = "2a2b"\n[players.found]\ncards = ["1x 1* each 1a", "3g 2* on 3"]\n'
    'bananas = 3\nbonus = 1\n[[players]]\nname = "Ben"\nstart = "9a9b2c"\neach = "2a2b"\n'
    '[players.found]\ntrophies = ["monkey"]\n[[turns]]\nplayer = "Ben"\nbuild = "b4+bb-c4-d4"\n'
)
GAMES = {
    "sample": read_record(SAMPLE),
    "dealt": read_record(OWN / "piles-seed.toml"),
    "late": read_record(OWN / "four-players.toml"),
    "not legal": read_record(OWN / "not-legal.toml"),
    "by lot": random_game(5, 2, "map-3", 9),
    "early frogs": game(
        f'{DARK}\nfrog = "c4"', f'{HIGH_GOLD}\nmonkey = "e4"\nfrog = "e3"', LIGHT,
        top=ALL + EARLY, players='start = "9a9b2c"\neach = "2a"\n',
    ),
    "not counted": game(DARK, HIGH_GOLD, LIGHT, 'build = "a1-a2-a3"', "pass = true"),
    "unknown animals": game(DARK, HIGH_GOLD, top=f'{ALL}animals = "unknown"\n'),
    "from the middle": read_text(HEAD + MIDDLE),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_what_came_of_each_turn(name: str, says: Says) -> None:
    record = GAMES[name]
    whole = replay(record)
    says(f"record: {digest(record.text(whole), record.text(whole, 'json'), record.warnings)}")
    says(f"without its deck: {digest(record_text(self_contained(record)))}")
    for number in range(len(whole.commits) + 1):
        log = replay(record, turns=number)
        state, rules = log.state, record.rules
        (show,) = ASKING.commands(record, log)
        last = [*ASKING.outcome(record, log, number - 1)] if number else []
        seen = [rules.seen(state, one) for one in state.names]
        over = ASKING.over(record, log)
        texts = [show.text(state.due[0], Screen(language=lang)) for lang in ("en", "zh")]
        ended = ASKING.ending(state), over and (over[0], own(over[1]).data.finished)
        score = outcome(record.score, log)
        told = digest(last, reports(log)[-1:], every_reason(record, log))
        table = digest(having(log), seen, rules.standing(state), rules.due(state), texts)
        drawn = digest(log_board(log))
        points = digest(score, ended)
        says(f"turn {number}: told {told}, table {table}, board {drawn}, score {points}")


def with_part(turn: Turn, key: str, part: Any) -> Turn:
    return replace(turn, **{key: part})


def slips(turn: Turn, state: GameState) -> Iterator[tuple[str, Turn]]:
    """Yield turns that are a little other than one that was taken."""
    yield "player", replace(turn, player=state.next_after(turn.player))
    yield "pass", Turn(turn.player)
    yield "pass", replace(turn, build=None)
    more = ("1x 0*", "3l 2*", "5g 9* once 1a on 3", "6x 3*", "7g 1*", "@no-card", "3g 1* on 1")
    for text in more:
        yield "take", replace(turn, take=(*turn.take, Card.read(text)))
    for at, card in enumerate(turn.take):
        yield "take", replace(turn, take=(*turn.take[:at], *turn.take[at + 1 :]))
        yield "take", replace(turn, take=(*turn.take, card))
        yield "take", replace(turn, take=(replace(card, slot=2), *turn.take[:at]))
    if (build := turn.build) is None:
        yield "build", replace(turn, build=Staircase.read("c4+b-d4"))
        return
    old = [state.palace.animal(letter) for letter in "mfy"]
    ends = [None, build.knobs[0], build.knobs[-1], Knob.read("a1"), *filter(None, old)]
    for key in ("frog", "monkey", "butterfly"):
        for knob in ends:
            yield key, with_part(turn, key, knob)
    for key, values in {
        "decoration": "ldg", "credits": range(7), "bonus": (True, False),
    }.items():  # fmt: skip
        for value in values:
            yield key, with_part(turn, key, value)
    bare = ("",) * len(build.knobs)
    piled = (*build.risers[:-2], f"{build.risers[-2]}b", *build.risers[-1:])
    for knobs, unders, risers in (
        (build.knobs[::-1], bare, build.unders[::-1]),
        (build.knobs, bare, build.risers),
        (build.knobs, build.unders, bare),
        (build.knobs, build.unders, piled),
    ):
        yield "build", replace(turn, build=Staircase(knobs, unders, risers))


def test_other_turns_at_each_moment(says: Says) -> None:
    for name in GAMES:
        record = GAMES[name]
        rules, log = record.rules, replay(record)
        found: dict[str, list[object]] = {}
        pairs = [*zip(log.states, log.commits, strict=False)]
        for state, commit in pairs[:: 2 if len(pairs) > 9 else 1]:
            for key, turn in slips(commit.move, state):
                for whole in (True, False) if state.turn % 3 != 1 else (True,):
                    after, (report,) = rules.apply(state, turn, whole=whole)
                    told = report.reasons, report.owed, report.gains, report.given, after.trophies
                    found.setdefault(key, []).append((told, after.palace.position, after.seats))
        says(
            f"{name}: "
            + ", ".join(f"another {key} {digest(values)}" for key, values in found.items())
        )
        more: list[object] = []
        for state, commit in pairs[::3]:
            move = commit.move
            parts = (Turn(move.player, move.build), replace(move, frog=None, monkey=None), move)
            more += [[*islice(rules.parts(state, part, move.player), 80)] for part in parts]
        says(f"{name}, what can follow {digest(more)}")


def test_each_ruling(says: Says) -> None:
    """Of games whose animals are those that are named, or fewer."""
    found: dict[str, list[object]] = {ruling: [] for ruling in RULINGS}
    values = [(one, value) for one in RULINGS for value in RULINGS[one].answers]
    for name in ("late", "early frogs", "not counted", "from the middle"):
        fewer = (["monkey"], ["frog", "butterfly"]) if name == "early frogs" else ()
        for trophies in (GAMES[name].data.trophies, *fewer):
            data = GAMES[name].data.model_copy(update={"trophies": trophies})
            record = replace(GAMES[name], data=data)
            for ruling, value in values:
                if (ruled := record.ruled({ruling: value})).rulings == record.rulings:
                    continue  # it is told in the other tests
                log = replay(ruled)
                found[ruling] += (outcome(ruled.score, log), reports(log)[-4:])
                if name != "late" and len(trophies) > 1:
                    state, move = log.states[-2], log.commits[-1].move
                    turns = (turn for _, turn in slips(move, state))
                    found[ruling] += (ruled.rules.apply(state, one)[1][0].reasons for one in turns)
    says(*(f"{ruling}: {digest(those)}" for ruling, those in found.items()))


def texts_of(turn: Turn, key: str) -> list[str]:
    """The texts that are entered one after the other until a part of a turn is there."""
    part = getattr(turn, key)
    if key == "build":
        names = [*map(str, part.knobs)] if part else []
        steps = ["-".join(names[:count]) for count in range(1, len(names) + 1)]
        return ["", *steps, f"{steps[-1]} {names[-1]}", str(part)] if part else ["", "pass"]
    if key == "take":
        return ["", "|1x", "|3l 2*", "|5g 2* once 1a each 1b", ", ".join(map(str, part))]
    return ["", str(part or ""), "a1"]


ODD = ("?", "0", "1", "2", "99", "@", "@no", "3g", "3g2*on1", "1x 2* on 9", "c4-", "C4-D4", "pass")
"""What may be typed at any moment."""


@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_and_tapped(name: str, says: Says) -> None:
    record = GAMES[name]
    log = replay(record)
    pairs = [*zip(log.states, log.commits, strict=False)]
    for state, commit in pairs[:1] + pairs[2:-1:7] + pairs[-1:]:
        move = commit.move
        entered: dict[str, object] = {}
        while question := Asked(record, state, move.player, entered).next():
            key = question.key
            texts = texts_of(move, key)
            assert question.taps is not None
            on = [one for text in texts[1:6:2] for one in answers(question.taps(text))[:6]]
            said = [digest(*typed(question, *dict.fromkeys(those))) for those in (texts, ODD, on)]
            says(f"turn {state.turn + 1}, {key}: asked {digest(question)}, typed {' '.join(said)}")
            entered[key] = getattr(move, key)


def test_a_record_with_a_slip_is_mended(says: Says) -> None:
    for name in ("sample", "dealt", "by lot"):
        right = GAMES[name]
        table = replay(right).state.palace
        rng = random.Random(name)
        for kind in KINDS if right.deck is not None else KINDS[:4]:
            data: dict[str, Any] = dict(right.document.data)
            turns = [dict(turn) for turn in data["turns"]]
            at = spoil(right, turns, kind, rng)
            wrong = read({**data, "turns": turns}) if at is not None else right
            for there in (table, Palace(table.ground, table.columns)):
                *_, last = seek_drift(wrong, there)
                assert last is not None
                found = [(one.plain(), one.text, one.outcome, one.far) for one in last.corrections]
                mended = last.mended().text() if last.corrections else ""
                says(f"{name}, {kind}: {digest(last.plain(), last.text, found, mended)}")


def audited(palace: Palace) -> str:
    """The record that an audit makes."""
    return record_of_audit(audit(palace), "ABC").text()


def test_a_palace_that_was_not_recorded(says: Says) -> None:
    for name in GAMES:
        for report in reports(replay(GAMES[name]))[2::4]:
            made = outcome(audited, report.palace)
            says(f"{name}, after turn {report.number}: {digest(made)}")


def test_open_questions_in_pictures(says: Says) -> None:
    says(*(f"{name}: {digest(pictures(name))}" for name in QUESTIONS))


def test_cards_and_pieces_that_are_looked_at(says: Says) -> None:
    for name, record in GAMES.items():
        says(f"{name}: {digest([*cards_seen(replay(record).state, record.deck)])}")
    pieces = ("", "1a", "4a3b1c", "0a", "1", "a1")
    says(f"pieces: {digest([outcome(piece_taps, text) for text in pieces])}")
