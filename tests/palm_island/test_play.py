"""`palace play` of Palm Island: questions, answers, and the file after each move."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from palace.cli.dialogue import completing
from palace.contract.entering import asking
from palace.contract.registry import game
from palace.contract.session import Session
from palace.core.errors import InputError, install_hint
from palace.palm_island import Move, State, advice, legal_moves, perform
from palace.palm_island.cards import NUMBERS
from palace.palm_island.deals import deal, shuffled
from palace.palm_island.telling import in_words
from palace.palm_island.turns import Act
from tests.calls import Called, typing
from tests.palm_island.playing import ORDER, PLAY, begin, codes, moves, read
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN as ALL_GOLDEN
from tests.sentences import Says

GOLDEN = ALL_GOLDEN / "palm-island"
Say = Callable[..., Called]
pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Call the verb and type some lines."""
    return typing(monkeypatch, *PLAY)


# Deals.


def test_a_seed_always_deals_the_same() -> None:
    assert deal(7) == [14, 9, 13, 6, 11, 8, 1, 2, 3, 7, 15, 5, 4, 16, 12, 10]


def test_every_place_is_as_likely_as_any_other() -> None:
    """Each card is on top of 100 of 1,600 deals, give or take: chi square with 15 degrees."""
    tops = [deal(seed)[0] for seed in range(1_600)]
    chi = sum((tops.count(card) - 100) ** 2 / 100 for card in NUMBERS)
    assert chi < 37.7  # one in a thousand; the deals are always the same
    assert shuffled(range(16), 1, "this") != shuffled(range(16), 1, "that")


# The board.


def test_the_board_shows_cards_row_and_moves(said: Say) -> None:
    out = said("store 4\nquit\n", "game.toml", "--deal", ORDER).out
    assert "round 1 of 8  16 cards before the tracker  0 points, 0 upgrades\n" in out
    assert "first: Logger no. 4" in out
    assert "second: Canoe House no. 1" in out
    assert "> front up       1L               store free, rotate 1L 1F\n" in out
    assert "third: Quarry no. 7, front up\n" in out
    assert "  1  store 4\n" in out
    assert "stored 1 of 4, 3 free: [4 1L]\n" in out
    assert out.endswith("saved in game.toml: 1 move\n")


@pytest.mark.parametrize("columns", [40, 80])
def test_nothing_is_wider_than_the_terminal(
    said: Say, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = "1\n\n" * 40 + "score\nscore\nquit\n"
    out = said(lines, "game.toml", "--seed", 7, "--villagers", "--box", "house").out
    # The terminal breaks a prompt itself.
    assert max(len(line) for line in out.splitlines() if "> " not in line) <= columns
    assert len(moves()) > 30


# What can be typed.


def test_a_move_by_its_number_or_written_out(said: Say) -> None:
    said("1\nSTORE  1\n99\n0\nquit\n", "game.toml", "--deal", ORDER)
    assert moves() == ["store 4", "store 1"]


def test_all_moves_are_listed_and_each_is_one_key(said: Say) -> None:
    begin(["store 4", "store 1"])
    state = State.deal(map(int, ORDER.split(",")))
    for text in ("store 4", "store 1"):
        state = perform(state, Move.read(text))
    count = len(legal_moves(state))
    out = said("list\nquit\n", "game.toml").out
    assert f"\n{count:>3}  discard" in out
    session = Session.open("game.toml")
    (question,) = asking(session.game).questions(session.setup, session.log, "Ana", {})
    assert question.at_once == [str(number) for number in range(1, count + 1)]


def test_what_is_not_legal_is_explained_and_not_kept(said: Say, says: Says) -> None:
    out = said("rotate 4\nstore 2\nquit\n", "game.toml", "--deal", ORDER).out
    assert codes(out) == ["too-little", "not-on-top"]
    says(*(line for line in out.splitlines() if line.startswith("!")))
    assert "to keep it all the same: rotate 4 !" in out
    assert "5th" not in out  # how deep a card is in the deck the player may not look up
    assert moves() == []


def test_it_is_kept_if_it_is_wanted(said: Say) -> None:
    said("store 2 !\nquit\n", "game.toml", "--deal", ORDER)
    assert moves() == ["store 2"]
    assert not score_record(read()).legal


def test_what_cannot_be_read_is_asked_again(said: Say) -> None:
    out = said("stor 4\nstore hut\nround-end\nquit\n", "game.toml", "--deal", ORDER).out
    assert "column 1: 'stor' does not fit here" in out
    assert "there is no card 'hut' in this game" in out
    assert "the round ends by itself" in out
    assert moves() == []


def test_undo_score_help(said: Say) -> None:
    lines = "undo\nhelp\nstore 4\nscore\nundo\nquit\n"
    out = said(lines, "game.toml", "--deal", ORDER).out
    assert "there is no move to take back" in out
    assert "the move with this number" in out
    assert "Player has 0 points so far" in out
    assert "store 4 is taken back" in out
    assert moves() == []


def test_resuming(said: Say) -> None:
    said("store 4\n", "game.toml", "--deal", ORDER)
    out = said("store 1\nquit\n", "game.toml").out
    assert "stored 2 of 4, 2 free: [4 1L]  [1 1F]  together 1L 1F" in out
    assert moves() == ["store 4", "store 1"]


def test_to_the_end_and_back(said: Say) -> None:
    begin(["discard"] * 120)
    lines = "discard\n" * 8 + "hint\nundo\nundo\nquit\n"
    out = said(lines, "game.toml").out
    assert "the game is over" in out
    assert "Ana: 0 points, below the score chart; 0 upgrades; nothing stored" in " ".join(
        out.split()
    )
    assert "no further move is made; type undo, score or quit" in out
    assert len(moves()) == 126
    assert said("", "game.toml").status == 0


def test_the_chart_and_the_feats_at_the_end(said: Say) -> None:
    """Upgrades whenever one can be paid for, otherwise the first move."""
    state, played = State.deal(map(int, ORDER.split(","))), list[Move]()
    while every := legal_moves(state):
        played.append(next((m for m in every if m.kind in ("rotate", "flip")), every[0]))
        state = perform(state, played[-1])
    begin(played)
    points = score_record(read()).sheets[0].total
    out = said("quit\n", "game.toml").out
    assert points == state.points > 0
    assert f"* Ana has {points} points" in " ".join(out.split("\n"))


def test_a_hand_written_file_is_copied_first(said: Say) -> None:
    text = '# Sunday\nformat = 1\ngame = "palm-island"\nrules = "1"\n[[players]]\nname = "Ana"\n'
    text += f"deal = [{ORDER}]\nmoves = []\n"
    Path("game.toml").write_text(text)
    out = said("store 4\nquit\n", "game.toml").out
    assert "the file as it was, with its comments: game.toml.1.bak" in out
    assert Path("game.toml.1.bak").read_text() == text
    assert moves() == ["store 4"]


def test_what_another_session_wrote_meanwhile_is_kept() -> None:
    session = Session.new(game("palm-island"), "game.toml", [{"name": "Ana"}], {"seed": 1})
    other = Session.open("game.toml")
    other.confirm(other.attempt(Act("Ana", Move("discard"))))
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt(Act("Ana", Move("discard"))))
    assert moves() == ["discard"]
    assert session.count == 0


def test_a_json_record_stays_one(said: Say) -> None:
    assert said("store 4\nquit\n", "game.json", "--deal", ORDER).status == 0
    assert Path("game.json").read_text().startswith("{\n")
    assert moves("game.json") == ["store 4"]


# What a player is told.


def test_a_prompt_says_what_it_wants(said: Say) -> None:
    lines = "store 4\nstore 1\ndiscard\nquit\n"
    out = said(lines, "game.toml", "--deal", ORDER).out
    prompts = re.findall(r"^Your move .*> ", out, re.MULTILINE)
    assert prompts[1:] == [
        f"Your move (round 1, {left} cards left)? A move, or its number> " for left in (15, 14, 13)
    ]  # fmt: skip


def test_every_move_is_in_the_help_with_an_example(said: Say) -> None:
    out = said("help\nquit\n", "game.toml", "--deal", ORDER).out
    shown = " ".join(out.split("number> help\n")[1].split())
    for example in ("store 10 pay 1", "store 3 reset 5", "rotate 7 pay 4 5", "flip 16 pay 1"):
        assert str(Move.read(example)) == example
        assert example in shown
    assert "hint the best next move" in shown


def test_a_stored_card_on_top_is_straightened_and_its_resources_are_lost(said: Say) -> None:
    begin(["store 4", *["discard"] * 14])
    out = said("discard\nquit\n", "game.toml").out
    assert (
        "discard Put Temple no. 16 at the back as it is "
        "Round tracker: turn it upside down, put it at the back "
        "Turn upright and put at the back: Logger no. 4 "
    ) in " ".join(out.split())
    begin(["discard", "store 1", *["discard"] * 14])
    out = said("discard\nquit\n", "game.toml").out
    assert "pay with 1 before this round brings it to the top\n" in out
    lost = "  Turn upright and put at the back: Canoe House no. 1\n"
    assert f"as it is\n{lost}\nround 2 of 8" in out


def test_a_card_that_pays_is_no_loss(said: Say) -> None:
    out = said("store 4\nstore 1\nstore 10 pay 4\nquit\n", "game.toml", "--deal", ORDER).out
    assert "store 10 pay 4\n  Turn upright: Logger no. 4\n" in out
    assert "Turn upright and put" not in out


def test_the_last_round_ends_the_game(said: Say) -> None:
    begin(["discard"] * 127)
    out = said("discard\nquit\n", "game.toml").out
    assert "as it is\n  Then the round tracker is on top: the game is over\n" in out


def test_a_hint(said: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best move and the second best: 2 points on a card, or none."""
    monkeypatch.setattr(advice, "HINT_SECONDS", 60)
    state = State.read("round 8: 9.1 17 10 4.3* 5* 1* 16 15 2 3 6 7 8 11 12 13 14")
    moves = legal_moves(state)
    assert len(moves) > 1
    text = 'format = 1\ngame = "palm-island"\nrules = "1"\n[[players]]\nname = "Ana"\n'
    Path("game.toml").write_text(f'{text}position = "{state}"\nmoves = ""\n')
    out = " ".join(said("hint\nquit\n", "game.toml").out.split())
    best = state.points + 2
    most = f"{best} points at the end. Next best, {best - 2}"
    told = re.search(rf"> hint flip 9 pay [0-9 ]+: {most}: (.+?) Quarry no. 9 ends", out)
    assert told is not None
    assert told[1] in map(in_words, moves)
    assert "Quarry no. 9 ends with 2 instead of 0" in out
    assert "proved best: no line makes more (every line looked at)" in out


def test_nothing_is_searched_where_one_move_is_legal(
    said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "weigh", None)
    text = 'format = 1\ngame = "palm-island"\nrules = "1"\n[[players]]\nname = "Ana"\n'
    position = "round 8: 16 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    Path("game.toml").write_text(f'{text}position = "{position}"\nmoves = ""\n')
    assert "Discard Temple no. 16: no other move is legal" in said("hint\nquit\n", "game.toml").out


def test_no_hint_without_the_extra(said: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "find_spec", lambda name: None)
    begin(["discard"])
    out = said("hint\nquit\n", "game.toml").out
    why = f"there is no hint: the solver needs numba, which is missing: {install_hint('fast')}"
    assert why in " ".join(out.split())


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--mode", "coop", "--player", "Ana", "--player", "Ben", "--disaster", "spring-tide"),
         "there is no hint: this is a coop game, and the solver plays solo games only"),
        (("--mode", "casual", "--player", "Ana", "--player", "Ben"),
         "there is no hint: this is a casual game, and the solver plays solo games only"),
        (("--feat", "drying-rack"),
         "there is no hint: this game has cards the solver does not know: drying-rack"),
    ],
)  # fmt: skip
def test_no_hint_where_the_solver_does_not_know_the_game(
    options: tuple[str, ...], why: str, said: Say
) -> None:
    out = said("hint\nquit\n", "game.toml", "--box", "house", *options).out
    assert why in " ".join(out.split())


def test_moves_are_completed() -> None:
    session = Session.new(game("palm-island"), "game.toml", [{"name": "Ana"}], {"deal": ORDER})
    (question,) = asking(session.game).questions(session.setup, session.log, "Ana", {})
    complete = completing(("undo", "score"), question)
    assert [word for word, _ in complete("st")] == ["store 4", "store 1"]
    assert [word for word, _ in complete("d")] == ["discard"]
