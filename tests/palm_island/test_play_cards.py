"""`palace play` of Palm Island with cards beside the deck, and with several players."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from palace.contract.session import Session
from palace.palm_island.deals import deal
from palace.palm_island.specials import Feat
from palace.palm_island.turns import RoundEnd, moves_in
from tests.calls import Called, refusal, typing
from tests.palm_island.playing import ORDER, PLAY, codes, moves, read
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN as ALL_GOLDEN

GOLDEN = ALL_GOLDEN / "palm-island"
Say = Callable[..., Called]
pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Call the verb and type some lines."""
    return typing(monkeypatch, *PLAY)


# With cards beside the deck.


def test_villagers_are_recruited_at_the_end_of_a_round(said: Say) -> None:
    head = 'format = 1\ngame = "palm-island"\nrules = "1"\nbox = "house"\n'
    game = f'{head}[[players]]\nname = "Ana"\ndeal = [{ORDER}, "weaver", "elder", "cook"]\n'
    Path("game.toml").write_text(game + 'moves = ""\n')
    lines = "store 4\nstore 1\n" + "discard\n" * 14
    lines += "help\n7\nbuy weaver\n\nno\nbuy weaver pay 4 1\n\nquit\n"
    out = said(lines, "game.toml").out
    assert "End of round 1\nTake Weaver: " in out
    assert "\nTake Cook: costs 3 fish; worth 2 points\n" in out
    assert "Ana has stored [4 1L]  [1 1F]\n  1  buy weaver pay 4 1\n" in out
    assert "there is no offer 7; the offers are 1 to 1" in out
    assert codes(out) == ["too-little"]
    assert "  Ana recruits Weaver\n" in out
    assert moves()[16:] == ["round-end buy weaver pay 4 1"]
    assert "taken: Weaver\n" in out
    assert score_record(read()).sheets[0].total == 1
    # The end of a round is one move to take back.
    assert "is taken back" in said("undo\nquit\n", "game.toml").out
    assert len(moves()) == 16


def test_two_players_in_turn_and_the_round_end_together(said: Say) -> None:
    setup = ("--mode", "coop", "--player", "Ana", "--player", "Ben", "--box", "house",
             "--disaster", "spring-tide", "--deal", ORDER)  # fmt: skip
    mine = "store 4\nstore 1\n" + "discard\n" * 14
    end = "disaster pay 4 1\n\ndisaster pay 4 1\n\n"
    out = said(f"{mine}{mine}{end}quit\n", "game.toml", *setup).out
    assert "Ana  round 1 of 8" in out
    assert "Ben  round 1 of 8" in out
    assert "Pay level 1: costs 2 logs, 2 fish" in out
    assert "Ana and Ben pay level 1 of Spring Tide: 2 left" in out
    assert moves(seat=0)[-1] == moves(seat=1)[-1] == "round-end disaster pay 4 1"
    assert Session.open("game.toml").log.state.middle.level == 1
    out = said("undo\nquit\n", "game.toml").out
    assert "Ana: round-end disaster pay 4 1 is taken back" in out
    assert "Ben: round-end disaster pay 4 1 is taken back" in out
    assert (len(moves(seat=0)), len(moves(seat=1))) == (16, 16)


def test_a_card_that_is_not_in_the_game_is_refused_at_once(said: Say) -> None:
    setup = ("--mode", "coop", "--player", "Ana", "--player", "Ben", "--box", "house",
             "--disaster", "spring-tide", "--deal", ORDER)  # fmt: skip
    mine = "store 4\nstore 1\n" + "discard\n" * 14
    end = "use ferry\nbuy 99\ndisaster pay 99\ndisaster pay 4 1\n\ndisaster pay 4 1\n\n"
    called = said(f"{mine}{mine}{end}quit\n", "game.toml", *setup)
    assert called.status == 0
    assert "or Enter for nothing> use ferry\nthere is no card 'ferry' in this game\n" in called.out
    assert moves(seat=0)[-1] == moves(seat=1)[-1] == "round-end disaster pay 4 1"


def test_in_a_cooperative_game_each_player_shuffles(said: Say) -> None:
    setup = ["--mode", "coop", "--player", "Ana", "--player", "Ben", "--box", "house", "--seed", 7]
    lines = "discard\n" * 17 + "quit\n"
    said(lines, "game.toml", *setup)
    first, second = (player.deal for player in read().data.players)
    assert first == deal(7)
    assert second == deal(7, 2) != first


def test_a_solo_game_can_earn_every_feat_of_its_box(said: Say) -> None:
    said("quit\n", "game.toml", "--box", "house", "--seed", 7)
    assert [feat.id for feat in read().card_pool.every(Feat)] == ["drying-rack", "full-barns"]
    assert read().used(0) == ()


def test_reasons_at_the_end_of_a_round_name_the_player(said: Say) -> None:
    setup = ["--mode", "casual", "--player", "Ana", "--player", "Ben", "--box", "house"]
    setup += ["--deal", ORDER]
    assert refusal(*PLAY, "x.toml", "--ability", "ferry") == [
        "--ability: a solo game has none; leave it out, or add --mode coop"
    ]
    assert refusal(*PLAY, "x.toml", *setup, "--feat", "drying-rack") == [
        "--feat: feats are for solo games; leave it out"
    ]
    assert refusal(*PLAY, "x.toml", "--player", "") == [
        "--player: the name is empty; write one: --player Ana"
    ]
    mine = "discard\n" * 16
    said(f"{mine}{mine}", "game.toml", *setup)
    card = read().data.middle[0]
    out = said(f"buy {card}\n\n\nyes\nquit\n", "game.toml").out
    assert set(codes(out)) == {"criterion"}
    assert f"Ana: {card}" in out
    assert moves()[-1] == f"round-end buy {card}"
    assert [reason.record()["code"] for reason in score_record(read()).reasons] == ["criterion"]


def test_a_casual_game_is_set_up_by_the_rules(said: Say) -> None:
    for seed in range(20):
        name = f"{seed}.toml"
        said("quit\n", name, "--mode", "casual", "--player", "Ana", "--player", "Ben", "--box",
             "house", "--villagers", "--seed", seed)  # fmt: skip
        record = read(name)
        assert score_record(record).legal
        assert len(record.data.middle) == len(record.villagers(0)) == 3
        assert "box" not in record.data.model_fields_set  # the record is complete in itself


def test_feats_are_used_from_a_box(said: Say) -> None:
    said("quit\n", "game.toml", "--box", "house", "--feat", "drying-rack", "--deal", ORDER)
    assert [feat.id for feat in read().used(0)] == ["drying-rack"]


HAS_IT = "name a box that has it, such as --box house"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("--deal", "1,2"),
         ["--deal: 2 cards, not 16; sixteen numbers, top card first: 5,3,14 ..."]),
        (("--deal", "1,x"),
         ["--deal: 'x' is not a card; sixteen numbers, top card first: 5,3,14 ..."]),
        (("--mode", "casual", "--player", "Ana"),
         [f"--box: a casual game needs a {terrain} outpost; {HAS_IT}"
          for terrain in ("forest", "sea", "mountain")]),
        (("--mode", "casual", "--player", "Ana", "--box", "house"),
         ["--player: one player in a casual game; two or more can play it"]),
        (("--mode", "coop", "--player", "A", "--player", "B", "--box", "house", "--disaster", "x"),
         ["--disaster: there is no disaster 'x'; name one of spring-tide, rock-slide"]),
        (("--disaster", "spring-tide", "--box", "house"),
         ["--disaster: a solo game has none; leave it out, or add --mode coop"]),
        (("--player", "A", "--player", "B"),
         ["--player: 2 players in a solo game; one plays solo, several coop, casual or speed"]),
        (("--mode", "coop", "--box", "house", "--player", "A", "--player", "A"),
         ["--player: two players are called 'A'; give each a name of their own"]),
        (("--feat", "rack"), [f"--feat: there is no feat 'rack'; {HAS_IT}"]),
        (("--villagers",),
         [f"--villagers: 3 villagers are needed, and the box has 0; {HAS_IT}"]),
        (("--box", "hose"), ["--box: there is no box 'hose'; did you mean house? name house or a "
                             ".toml file"]),
    ],
)  # fmt: skip
def test_wrong_calls(arguments: tuple[str, ...], lines: list[str]) -> None:
    assert refusal(*PLAY, "game.toml", *arguments) == lines
    assert not Path("game.toml").exists()


def test_records_are_toml_or_json() -> None:
    assert refusal(*PLAY, "game.txt") == [
        "game.txt: records are TOML or JSON; name it .toml or .json"
    ]
    assert not Path("game.txt").exists()


def test_a_record_that_exists_says_everything_itself(said: Say) -> None:
    said("quit\n", "game.toml", "--seed", 1)
    assert refusal(*PLAY, "game.toml", "--seed", 2, "--villagers") == [
        "--seed: game.toml exists, and holds this already; leave it out, or name a new file",
        "--villagers: game.toml exists, and holds this already; leave it out, or name a new file",
    ]
    text = Path("game.toml").read_text().replace('"solo"', '"speed"')
    Path("two.toml").write_text(text + text[text.index("\n[[") :].replace("Player", "Ben"))
    assert refusal(*PLAY, "two.toml") == [
        "two.toml: in a speed game all players move at once, so it cannot be entered move by move; "
        "write its record, then: palace check two.toml"
    ]


def test_an_older_end_of_a_round_is_replaced(said: Say) -> None:
    """It is entered again by all players, and all that came after it is judged again."""
    shutil.copy(GOLDEN / "coop-won.toml", "game.toml")
    session = Session.open("game.toml")
    moves = [commit.move for commit in session.log.commits]
    number = next(at for at, move in enumerate(moves, 1) if isinstance(move, RoundEnd))
    names = [name for name, _ in moves_in(moves[number - 1])]
    lines = f"replace {number}\n" + "\n" * len(names) + "no\nquit\n"
    out = said(lines, "game.toml").out
    for name in names:
        assert re.search(rf"^{name}, end of round 1\. What is paid or taken\? .*Enter", out, re.M)
    assert "moves after it: " in out
    assert Session.open("game.toml").log == session.log
    lines = lines.replace("no", "yes")
    said(lines, "game.toml")
    again = [commit.move for commit in Session.open("game.toml").log.commits]
    assert [str(move) for _, move in moves_in(again[number - 1])] == ["round-end"] * len(names)
    assert again[: number - 1] == moves[: number - 1]
    # What is not paid with stays stored, so that players are in other rounds; no move is lost.
    one, other = (
        sorted(str(made) for turn in found[number:] for made in moves_in(turn))
        for found in (again, moves)
    )
    assert one == other
