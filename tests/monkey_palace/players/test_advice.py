"""Hints: the turn of the strong player, and why, in numbers of the referee."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import game
from palace.contract.rules import Commit, Log
from palace.contract.taps import Choice, Idea
from palace.core.verdict import in_language
from palace.files.document import parse_document
from palace.monkey_palace.game import card_taps
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord, read
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.players import advice
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.turns import Greedy, own
from palace.monkey_palace.search import best
from tests.calls import call, typing
from tests.monkey_palace.players.test_players import NODES, record

WORDS = {"l": "light green", "d": "dark green", "g": "gold", "x": "multicolour"}
COUNT = re.compile(r"(a loss of )?([0-9]+) ((?:light green |dark green |gold )?)(credit|banana)")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "LIMIT", NODES)


def played(kept: LoggedRecord, count: int) -> Log[GameState, Turn]:
    """Return a game of greedy players after so many turns."""
    log = Log[GameState, Turn].begin(kept.rules)
    while log.due and len(log.commits) < count:
        name = log.due[0]
        move = Greedy().move(log.rules, log.rules.seen(log.state, name), name, NODES, count)
        log = log.plus(Commit(move))
    return log


def hint(kept: LoggedRecord, log: Log[Any, Any], text: str = "") -> Idea:
    thoughts = game("monkey-palace").thoughts
    assert thoughts is not None
    *before, idea = thoughts()["hint"].ideas(kept, log, log.due[0], text)
    assert idea.done
    assert [one.share for one in before] == sorted(one.share for one in before)
    return idea


def numbers(text: str) -> list[int]:
    """Return the credits and bananas of a sentence; what is lost is below 0."""
    return [-int(n) if loss else int(n) for loss, n, *_ in COUNT.findall(text)]


CARD = re.compile(r"the (\w+)(?: green)?\s([1-5])(?: on slot ([1-6]))?")


def told(name: str, idea: Idea, state: GameState) -> Turn:
    """Return the turn that a hint tells: its staircase, the top cards of piles, and animals."""
    colours = {"light": "l", "dark": "d", "gold": "g", "multicolour": "x"}
    take = (
        Card(name=state.top((int(cost), colours[colour])), slot=int(slot) if slot else None)
        for line in idea.lines for colour, cost, slot in CARD.findall(line)
    )  # fmt: skip
    ends = dict(re.findall(r"(frog|monkey) on (\w+)", "\n".join(idea.lines)))
    frog, monkey = (Knob.read(ends[one]) if one in ends else None for one in ("frog", "monkey"))
    return Turn(name, Staircase.read(idea.text or ""), (*take,), frog, monkey)


def points(rules: Any, state: GameState, name: str) -> int:
    return next(int(sheet.total) for sheet in rules.standing(state) if sheet.name == name)


@pytest.mark.parametrize("count", range(0, 14, 2))
def test_every_number_of_a_hint_is_that_of_the_referee(count: int) -> None:
    kept = record(seed=6)
    log = played(kept, count)
    name, rules, state = log.due[0], own(log.rules), log.state
    idea = hint(kept, log)
    gains, leaves = (
        [line for line in idea.lines if line.startswith("Bananas: ")],
        [line for line in idea.lines if re.search("at most$|can then build nothing$", line)],
    )
    assert len(" ".join((idea.told, *gains, *leaves)).split()) <= 25
    assert not re.search(r"[-_+@(]", "".join((idea.told, *idea.lines)))
    after, (report,) = rules.apply(state, told(name, idea, state))
    assert report.reasons == ()
    assert report.verdict is not None
    assert numbers(idea.told) == [
        report.verdict.credits,
        points(rules, after, name) - points(rules, state, name),
    ]
    knobs = told(name, idea, state).build
    assert knobs is not None
    assert idea.told.startswith(f"{knobs.knobs[0]} to {knobs.knobs[-1]}: ")
    colour = {"d": "dark green", "l": "light green", "g": "gold", None: ""}
    assert colour[report.verdict.decoration] in idea.told
    parts = re.findall(r"\s(\N{MINUS SIGN}?)(\d+)", "".join(gains))
    assert sum(-int(n) if minus else int(n) for minus, n in parts) == numbers(idea.told)[1]
    assert ("bonus" in "".join(gains)) == report.bonus
    if not after.finished:
        found = best(after.palace, after.seat(after.due[0]).pieces, rules.setting.rulings)
        most = found.verdicts[0].credits if found.verdicts else 0
        assert leaves[0].startswith(f"{after.due[0]} ")
        assert numbers(leaves[0]) == [most] * bool(most)


def test_a_hint_shows_its_cards_with_their_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they fit beside each other; they are told first, in words, too."""
    kept, sizes = record(seed=6), set()
    for count in range(14):
        log = played(kept, count)
        idea, found = hint(kept, log), list[tuple[str, str]]()
        turn = told(log.due[0], idea, log.state)
        after, _ = own(log.rules).apply(log.state, turn)
        for at, slot in enumerate(after.seat(turn.player).slots, 1):
            piles = [one.card.pile for one in slot if one.turn == count + 1]
            names = [f"{WORDS[colour]} {cost}" for cost, colour in piles]
            found += [(name, f"slot {at}{', on top' * (n > 0)}") for n, name in enumerate(names)]
        (row,) = idea.rows
        keys = [one for one in row.items if isinstance(one, Choice)]
        assert [(in_language(one.text, "en"), in_language(one.note, "en")) for one in keys] == found
        assert {one.answer for one in keys} == {None}
        sizes.add(len(found))
        assert in_language(idea.lines[0], "en").startswith("take ")
        with monkeypatch.context() as patch:
            patch.setattr(card_taps, "PICTURES", len(found) - 1)
            assert hint(kept, log) == idea._replace(rows=())
    assert sizes == {1, 2}


def test_a_hint_tells_what_the_second_best_would_have_given() -> None:
    kept = record(seed=6)
    log = played(kept, 4)
    name, rules, state = log.due[0], own(log.rules), log.state
    (line,) = [one for one in hint(kept, log).lines if one.startswith("Second best")]
    judged = Strong().judged(rules, rules.seen(state, name), name, NODES, 4)
    brought = []
    for one in judged:
        after, (report,) = rules.apply(state, one.turn)
        gained = points(rules, after, name) - points(rules, state, name)
        assert report.verdict is not None
        brought.append((report.verdict.credits, gained))
    second = next(one for one in brought if one != brought[0])
    assert numbers(line) == [*second]


def test_the_hint_of_a_game_whose_piles_are_not_known_is_the_most_credits() -> None:
    kept = record(seed=6)
    rows = [line for line in kept.text().splitlines() if not line.startswith(("piles", "seed"))]
    text = "\n".join(line for line in rows if line != "[piles]")
    other = read(parse_document(text, "toml", "game.toml"))
    log = played(other, 0)
    idea = hint(other, log)
    (most,) = best(log.state.palace, log.state.seat("Ana").pieces).verdicts
    assert idea.told.startswith(f"Most credits: {most.credits} ")


def test_in_play_and_by_its_verb_the_hint_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, file = record(seed=6), tmp_path / "game.toml"
    log = played(kept, 3)
    file.write_text(kept.text(log), encoding="utf-8")
    idea, data = hint(kept, log), json.loads(call("hint", "--game", str(file), "--json").out)
    assert data == {
        "player": log.due[0], "move": idea.text, "why": idea.told, "lines": list(idea.lines)
    }  # fmt: skip
    texts = [" ".join(text.split()) for text in (idea.text or "", idea.told, *idea.lines)]
    for out in (call("hint", "--game", str(file)).out,
                typing(monkeypatch, "play", str(file))("hint\nquit\n").out):  # fmt: skip
        assert all(text in " ".join(out.split()) for text in texts)
    chinese = call("hint", "--game", str(file), "--language", "zh").out
    assert in_language(idea.told, "zh") in "".join(chinese.split("\n"))


@pytest.mark.parametrize(
    ("count", "why"), [(99, "the game is over"), (None, "it holds points only")]
)
def test_a_game_that_is_over_has_no_hint(tmp_path: Path, count: int | None, why: str) -> None:
    kept, file = record(seed=6), tmp_path / "game.toml"
    points_only = (
        'format = 1\ngame = "monkey-palace"\nrules = "1"\n'
        '[[players]]\nname = "Ana"\ntotal = 3\n[[players]]\nname = "Ben"\ntotal = 4\n'
    )
    text = points_only if count is None else kept.text(played(kept, count))
    file.write_text(text, encoding="utf-8")
    done = call("hint", "--game", str(file))
    assert done.status == 2
    assert [why in line for line in done.errors] == [True]
