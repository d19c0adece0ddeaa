"""`palace play --against`: the program's moves told so that a person can make them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palace.contract.registry import game
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.players import advice, turns
from tests.calls import Called, call, typing

NEW = ("--player", "Ana", "--against", "strong", "--nodes", "60", "--seed", "5")
FIRST = "d2-d3-d4-e4-f4\n\nd2\n\n"
"""Ana's first turn: a staircase from gold, no card, the monkey, no frog."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(monkeypatch: pytest.MonkeyPatch, lines: str, *more: str) -> Called:
    return typing(monkeypatch, "play", "game.toml")(lines, *(more or NEW))


def test_the_program_answers_and_its_turn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    done = played(monkeypatch, f"{FIRST}quit\n")
    assert done.status == 0, done.err
    record = read_record("game.toml")
    log = replay(record)
    assert [commit.move.player for commit in log.commits] == ["Ana", "strong"]
    assert log.reasons == ()
    assert f"strong builds {log.commits[1].move.build}" in done.out
    assert "saved in game.toml: 2 turns" in done.out


@pytest.mark.parametrize(("language", "place"), [("en", "on {}"), ("zh", "{}上")])
def test_the_steps_name_every_arch_and_support(
    monkeypatch: pytest.MonkeyPatch, language: str, place: str
) -> None:
    done = played(monkeypatch, f"{FIRST}quit\n", *NEW, "--language", language)
    log = replay(read_record("game.toml"))
    move = log.commits[1].move
    assert move.build is not None
    told = re.findall(r"^ +([0-9]+)\. (.*(?:\n     .*)*)", done.out, re.MULTILINE)
    assert [int(number) for number, _ in told] == [*range(1, len(told) + 1)]
    blank = " " * (language == "en")
    lines = [blank.join(text.split("\n     ")) for _, text in told]
    for step in [*steps(log.states[1].palace, move.build)][1:]:
        one, other = move.build.knobs[step.number - 1 : step.number + 1]
        (line,) = [line for line in lines if f"{one}\N{EN DASH}{other}" in line]
        assert not move.build.unders[step.number] or place.format(other) in line
    deck = read_record("game.toml").deck
    assert deck is not None
    for card in move.take:
        pile = deck.card(card.name or "").pile
        assert any(str(pile[0]) in line and number for number, line in enumerate(lines))


def test_undo_takes_back_the_turn_of_the_program_with_that_of_the_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = played(monkeypatch, f"{FIRST}undo\nquit\n")
    assert done.out.count("is taken back") == 2
    assert replay(read_record("game.toml")).commits == ()


def test_a_game_goes_on_and_the_program_plays_first_where_it_has_seat_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seats = ("--player", "greedy", "--player", "Ana", "--against", "greedy", "--seed", "5")
    assert played(monkeypatch, "quit\n", *seats).status == 0
    assert [c.move.player for c in replay(read_record("game.toml")).commits] == ["greedy"]
    done = played(monkeypatch, "quit\n", "--against", "greedy")
    assert done.status == 0
    assert len(replay(read_record("game.toml")).commits) == 1


def test_the_same_game_is_answered_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    for _ in range(2):
        played(monkeypatch, f"{FIRST}quit\n")
        texts.add(Path("game.toml").read_text(encoding="utf-8"))
        Path("game.toml").unlink()
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--against", "stong"], "--against: there is no player 'stong'; did you mean strong? "),
        (["--nodes", "5"], "--nodes: it goes with --against; "),
        (["--seconds", "5"], "--seconds: it goes with --against; "),
        (["--against", "strong", "--nodes", "5", "--seconds", "1"], "--nodes: --seconds is there"),
        (
            ["--against", "strong", "--game", "palm-island"],
            "--against: there is no player",
        ),
        (["--against", "strong", "--game", "cooper-island"], "--against: no player of the program"),
    ],
)
def test_what_does_not_fit_is_told_in_a_line(options: list[str], told: str) -> None:
    done = call("play", "game.toml", "--player", "Ana", *options)
    assert done.status == 2
    (line,) = done.errors
    assert line.startswith(told)
    assert not Path("game.toml").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n', "no player is called strong; "),
        ('[[players]]\nname = "Ana"\n[[players]]\nname = "strong"\n', "strong cannot play in it; "),
        (
            'box = "house"\n[[players]]\nname = "Ana"\n[[players]]\nname = "strong"\n',
            "strong cannot play in it; it must know the cards on top",
        ),
    ],
)
def test_a_record_in_which_it_cannot_play_is_refused_in_a_line(text: str, told: str) -> None:
    head = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
    Path("game.toml").write_text(head + text, encoding="utf-8")
    done = call("play", "game.toml", "--against", "strong")
    assert done.status == 2
    (line,) = done.errors
    assert line.startswith(f"game.toml: {told}")
    assert Path("game.toml").read_text(encoding="utf-8") == head + text


def test_without_numba_it_says_how_far_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (advice, turns):
        monkeypatch.setattr(module, "fast", lambda: False)
    done = played(monkeypatch, "quit\n")
    assert "without numba it values one turn and looks no further" in " ".join(done.out.split())


def test_every_player_of_a_game_is_offered_in_the_help() -> None:
    text = " ".join(call("play", "--help").out.split())
    opponents = game("monkey-palace").players
    assert opponents is not None
    for name in {*opponents().known} - {"rollout"}:
        assert re.search(rf"\b{name}\b", text)
