"""Rules, logs and records of every game: a log grown move by move is the log read from its text."""

from __future__ import annotations

import gc
import pickle
import random
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from palace.contract.registry import game, game_of, read_game
from palace.contract.registry import score as score_of
from palace.contract.rules import At, Commit, Log
from palace.core.errors import InputError
from palace.core.verdict import Reason
from palace.files.document import parse_document
from palace.files.text_file import Place
from tests.contract.test_random_records import MAKERS
from tests.contract.test_session import RECORDS

every_record = pytest.mark.parametrize("path", RECORDS)
every_maker = pytest.mark.parametrize("key", MAKERS)


def log_of(record: Any) -> Log[Any, Any]:
    return Log.begin(record.rules).played(record.written)


@cache
def golden(path: Path) -> tuple[Any, Log[Any, Any]]:
    """Return the record and the log of a file; no test changes them."""
    _, record = read_game(path)
    return record, log_of(record)


@cache
def made(key: str, seed: int) -> tuple[Any, Log[Any, Any]]:
    """Return the record and the log of a random game."""
    record = game(key).read(parse_document(MAKERS[key](seed), "toml", "game.toml"))
    return record, log_of(record)


def again(record: Any, log: Log[Any, Any], kind: Any = "toml") -> Any:
    """Return the record that is read from the text of a log."""
    document = parse_document(record.text(log, kind), kind, record.document.file)
    return game_of(document).read(document, document.folder)


def places(record: Any, log: Log[Any, Any]) -> list[tuple[Reason, Place | None]]:
    """Return every reason with its line and column in a record."""
    found = [(one, record.place(At(None, None, one.loc))) for one in log.wrong]
    for at, reports in enumerate(log.reports):
        for report in reports:
            found += [(r, record.place(At(at, report, r.loc))) for r in report.reasons]
    return found


def check_same(record: Any, log: Log[Any, Any]) -> None:
    """Assert that a log is the one that is read from its text, in both kinds."""
    for kind in ("toml", "json"):
        other = again(record, log, kind)
        found = log_of(other)
        assert found.commits == log.commits
        assert found.states == log.states
        assert found.reports == log.reports
        assert other.text(found, kind) == record.text(log, kind)
        located = places(other, found)
        assert all(place is not None for _, place in located)
        # An attempt is placed in the text that would be written.
        assert places(other, log) == located


def grown(log: Log[Any, Any]) -> Log[Any, Any]:
    """Return a log that is made again commit by commit."""
    found: Log[Any, Any] = Log.begin(log.rules)
    for commit in log.commits:
        found = found.plus(commit)
    return found


@every_record
def test_grown_is_read_again(path: Path) -> None:
    record, log = golden(path)
    assert grown(log) == log
    check_same(record, log)


@every_maker
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_random_games_are_read_again(key: str, seed: int) -> None:
    record, log = made(key, seed)
    assert log.commits
    assert grown(log) == log
    check_same(record, log)


def mixed(log: Log[Any, Any], rng: random.Random) -> tuple[Commit[Any], ...]:
    """Return the commits of a log with some lost, doubled and swapped."""
    found = [*log.commits]
    for _ in range(3):
        at, other = rng.randrange(len(found)), rng.randrange(len(found))
        match rng.randrange(3):
            case 0 if len(found) > 1:
                del found[at]
            case 1:
                found.insert(other, found[at])
            case _:
                found[at], found[other] = found[other], found[at]
    return (*found,)


@every_record
def test_shaken_moves_are_marked_and_read_again(path: Path) -> None:
    """No move raises: one that is lost, doubled or swapped is marked, and the game goes on."""
    record, log = golden(path)
    rng = random.Random(path.stem)
    shaken = Log.begin(log.rules).played(mixed(log, rng))
    assert len(shaken.states) == len(shaken.commits) + 1
    check_same(record, shaken)
    assert grown(shaken).states[-1] == shaken.state


@every_record
def test_a_replaced_move_is_read_again(path: Path) -> None:
    record, log = golden(path)
    rng = random.Random(path.stem)
    for _ in range(2):
        number = rng.randint(1, len(log.commits))
        other = rng.choice(log.commits)
        changed = log.replaced(number, Commit(other.move, log.commits[number - 1].kept))
        check_same(record, changed)


@every_record
def test_moves_taken_back(path: Path) -> None:
    record, log = golden(path)
    count = min(3, len(log.commits))
    back = log.back(count)
    assert back.states == log.states[:-count]
    assert back.played(log.commits[-count:]) == log
    check_same(record, back)


@every_record
def test_strict_stops_at_the_first_fault(path: Path) -> None:
    record, log = golden(path)
    strict = Log.begin(record.rules).played(record.written, strict=True)
    marked = [at for at, reports in enumerate(log.reports) if any(r.reasons for r in reports)]
    assert strict == (log.back(len(log.commits) - marked[0] - 1) if marked else log)


@every_record
def test_the_score_of_a_log(path: Path) -> None:
    record, log = golden(path)
    try:
        score = record.score(log)
    except InputError as error:
        with pytest.raises(InputError, match=str(error)[:20]):
            score_of(record)
        return
    assert score == score_of(record)
    if score.finished:
        standing = record.rules.standing(log.state)
        assert [(one.name, one.total, one.ties) for one in standing] == [
            (one.name, one.total, one.ties) for one in score.sheets
        ]


@every_record
def test_states_and_moves_are_values(path: Path) -> None:
    """They hash, compare, and go to another process."""
    _, log = golden(path)
    values = [log.states[0], log.state, *(commit.move for commit in log.commits[:30])]
    for value in values:
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value
        assert hash(copy) == hash(value)
    assert len({*log.states}) > 1


@every_record
def test_what_a_player_sees(path: Path) -> None:
    """What is seen hides nothing more when it is seen again, and the same player is due."""
    _, log = golden(path)
    rules = log.rules
    for state in (log.states[0], log.states[len(log.states) // 2]):
        for player in {*rules.due(state).players} - {""}:
            seen = rules.seen(state, player)
            assert rules.seen(seen, player) == seen
            assert rules.due(seen) == rules.due(state)


@every_maker
def test_moves_that_grow(key: str) -> None:
    """A move that owes nothing and has no fault is legal whole; what it owes is a fault then."""
    _, log = made(key, 1)
    rng = random.Random(key)
    rules, legal, owing = log.rules, 0, 0
    for state in rng.sample(log.states[:-1], min(30, len(log.states) - 1)):
        due = rules.due(state)
        move = None
        for _ in range(6):
            player = rng.choice(due.players)
            longer = islice(rules.parts(state, move, player), 25)
            good = [one for one in longer if not wrong(rules, state, one)]
            if not good:
                break
            move = rng.choice(good)
            _, reports = rules.apply(state, move, whole=False)
            owed = [reason for report in reports for reason in report.owed]
            whole = [r for report in rules.apply(state, move)[1] for r in report.reasons]
            assert {one.key for one in whole} <= {one.key for one in owed}
            owing += bool(owed)
            if not owed:
                legal += 1
                assert not whole
    assert legal
    assert owing or key == "palm-island"


def wrong(rules: Any, state: Any, move: Any) -> bool:
    return any(report.reasons for report in rules.apply(state, move, whole=False)[1])


def calls_of(apply: Callable[[], object]) -> int:
    """Return how many functions a call runs, once what is computed only once is there.

    The least of three: what another test has left behind may be called back in one of them.
    """
    apply()
    return min(counted(apply) for _ in range(3))


def counted(apply: Callable[[], object]) -> int:
    count = 0

    def called(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    gc.disable()  # what it calls back would count
    sys.setprofile(called)
    try:
        apply()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


MOST_CALLS = {"monkey-palace": 1450, "palm-island": 1000, "cooper-island": 2600}


@every_record
def test_a_move_costs_the_same_without_its_history(path: Path) -> None:
    record, log = golden(path)
    most = MOST_CALLS[record.document.data["game"]]
    for state, commit in zip(log.states, log.commits, strict=False):
        assert calls_of(partial(log.rules.apply, state, commit.move)) <= most, commit.move
    for at in {len(log.commits) // 2, len(log.commits) - 1}:
        state, move = log.states[at], log.commits[at].move
        bare = pickle.loads(pickle.dumps(state))
        one, other = (calls_of(partial(log.rules.apply, begun, move)) for begun in (state, bare))
        assert abs(one - other) <= 0.02 * one
