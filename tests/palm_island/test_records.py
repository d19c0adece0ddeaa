"""Records of Palm Island: every error with its place, scores, the score chart, the verbs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.contract.registry import game_of
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import replay
from palace.palm_island.rules import RULINGS
from palace.palm_island.score import comment, difficulty
from tests.calls import call, refusal
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN as ALL_GOLDEN

HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\n'
DEAL = "deal = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]\n"
ANA = f'[[players]]\nname = "Ana"\n{DEAL}'
GOLDEN = ALL_GOLDEN / "palm-island"


def record(moves: str, head: str = HEAD) -> Record:
    return record_of(parse_document(f"{head}{ANA}moves = {moves}\n", "toml", "f"))


keys = st.sampled_from(
    "players name deal moves mode feats rulings id unlock needs areas date notes payment box "
    "disaster disasters ability abilities level middle outposts villagers finish position owned "
    "buildings".split()
)


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        record_of(parse_document(text, "toml", "f"))
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, ["f:1:1: players: this key is missing; add [[players]]"]),
        (HEAD + '[[players]]\nname = "Ana"\nmoves = ""\n',
         ["f:4:1: players[1].deal: this key is missing; add deal = ..."]),
        (f"{HEAD}{ANA}", ["f:4:1: players[1].moves: this key is missing; add moves = ..."]),
        (f"{HEAD}{ANA}moves = 3",
         ["f:7:9: players[1].moves: 3 does not fit; expected a text in quotes"]),
        (f'{HEAD}mode = "coop"\n{ANA}moves = ""',
         ['f:1:1: disaster: this key is missing; add disaster = "..." with the id of a disaster',
          "f:5:1: players: one player in a coop game; two or more can play it"]),
        (f'{HEAD}mode = "alone"\n{ANA}moves = ""',
         ["f:4:8: mode: 'alone' is not known; expected 'solo', 'coop', 'casual' or 'speed'"]),
        (f'{HEAD}{ANA}moves = ""\n{ANA}moves = ""',
         ["f:4:1: players: 2 players in a solo game; a solo game has one player",
          "f:9:8: players[2].name: two players are called 'Ana'; give each a name of their own"]),
        (f'{HEAD}[[players]]\nname = ""\n{DEAL.replace("16", "4")}moves = ["discard", "stor"]',
         ["f:5:8: players[1].name: the name is empty; give everyone a name",
          "f:6:8: players[1].deal: card 16 is missing; deal every card from 1 to 16, top first",
          "f:6:60: players[1].deal[16]: card 4 is dealt twice; each card once",
          "f:7:22: players[1].moves[2]: 'stor' cannot stand here; expected store, rotate, flip, "
          "discard or round-end"]),
        (f"{HEAD}{ANA.replace('16', '17')}moves = ''",
         ["f:6:8: players[1].deal: card 16 is missing; deal every card from 1 to 16, top first",
          "f:6:60: players[1].deal[16]: there is no card 17; the tracker is not dealt"]),
        (f'{HEAD}{ANA}moves = """\nstore 4\n\n  rotate 7 pay\nstore hut\n"""',
         ["f:10:15: players[1].moves: it ends here; expected a stored card that pays",
          "f:11:1: players[1].moves: there is no card 'hut' in this game; its cards are the "
          "numbers 1 to 16"]),
        (f'{HEAD}{ANA}moves = ""\n[rulings]\npayment = "yes"\nspiral = "turn"',
         ["f:9:11: rulings.payment: payment cannot be 'yes'; it is one of: irreducible, any",
          "f:10:10: rulings.spiral: there is no ruling 'spiral'; see: palace rulings --game "
          "palm-island"]),
    ],
)  # fmt: skip
def test_every_error_has_its_place(text: str, said: list[str]) -> None:
    assert errors(text) == said


@pytest.mark.parametrize(
    "text",
    ["players = 3", "players = [3]", 'players = [{deal = 3, moves = [1, ["x"]]}]',
     "players = [{deal = [true, 1.5, [], 4]}]", "rulings = 3", "mode = []"],
)  # fmt: skip
def test_anything_is_refused_in_sentences(text: str) -> None:
    assert errors(text + "\n" + HEAD)
    assert all(line.startswith("f:") for line in errors(text + "\n" + HEAD))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)


@given(st.dictionaries(keys, anything, max_size=9))
def test_any_data_is_refused_or_scored(data: dict[str, Any]) -> None:
    good = {"format": 1, "game": "palm-island", "rules": "1"}
    text = json.dumps({**data, **good}, allow_nan=False, default=str) if finite(data) else "{}"
    try:
        found = record_of(parse_document(text, "json", "f"))
    except InputError as error:
        assert all(str(problem).startswith("f:") for problem in error.problems)
    else:
        assert score_record(found).record()["game"] == "palm-island"


def finite(data: object) -> bool:
    try:
        json.dumps(data, allow_nan=False)
    except ValueError:
        return False
    return True


def test_unknown_keys_are_kept_and_named() -> None:
    found = record('""', HEAD + 'plaec = "home"\n')
    assert found.warnings == (
        "f:4:1: plaec: this key is not known and is kept as it is; did you mean place?",
    )
    game = game_of(found.document)
    assert 'plaec = "home"' in game.write(found)


def test_moves_as_lines_and_as_a_list_are_the_same() -> None:
    lines = record('"""\nstore 4\n\n STORE  1\r\n"""')
    listed = record('["store 4", "store 1"]')
    assert [[line.move for line in moves] for moves in lines.moves] == [
        [line.move for line in moves] for moves in listed.moves
    ]
    assert [line.line for line in lines.moves[0]] == [8, 10]
    assert replay(lines)[0].state == replay(listed)[0].state


def test_reasons_have_move_and_line() -> None:
    score = score_record(record('"""\nstore 4\nstore 4\ndiscard"""'))
    (reason,) = score.reasons
    assert reason.record() | {"text": ""} == {
        "code": "not-on-top", "rule": "Starting the Game", "at": "4 Logger", "level": None,
        "by": 15, "remedy": "act with 1 Canoe House or 7 Quarry, or discard 1 Canoe House",
        "text": "", "turn": 2, "line": 9,
    }  # fmt: skip
    assert (score.legal, score.finished) == (False, False)


def test_strict_stops_at_the_first_illegal_move() -> None:
    found = record('["store 4", "store 4", "store 9"]')
    assert len(replay(found)[0].reasons) > 1
    (played,) = replay(found, strict=True)
    assert (len(played.steps), len(played.reasons)) == (2, 1)
    assert score_record(found, strict=True).notes[-1] == (
        "Ana: stopped at move 2, which is not legal"
    )


def test_replay_goes_on_with_what_was_done() -> None:
    (played,) = replay(record('["flip 4", "store 1 pay 4"]'))
    assert [reason.code for reason in played.reasons] == ["no-action", "not-stored", "too-much"]
    assert [str(placed) for placed in played.state.deck[-2:]] == ["4.2", "1*"]


def test_a_second_round_end_after_the_last_round() -> None:
    moves = ["discard"] * 128
    for count, codes in ((1, []), (2, ["round-end"])):
        (played,) = replay(record(repr([*moves, *["round-end"] * count])))
        assert played.finished
        assert [reason.code for reason in played.reasons] == codes
    assert [r.code for r in replay(record(repr([*moves, "discard"])))[0].reasons] == ["finished"]


def test_a_score_names_card_area_and_move() -> None:
    score = score_record(record('["store 1", "store 4", *]'.replace(", *", "")))
    assert (score.sheets[0].total, score.sheets[0].lines) == (0, ())
    assert score.ends == "it ends with round 8; Ana is in round 1, 14 cards before the tracker"
    assert score.notes == ("Ana: 0 points, 0 upgrades, 1L 1F stored on 2 cards, hard (no feats)",)
    moves = ["store 4", "store 1", *["discard"] * 7, "rotate 6 pay 4 1"]
    (line,) = score_record(record(repr(moves))).sheets[0].lines
    assert (line.category, line.points, line.cause, line.turn) == (
        "logger", 1, "6 Logger, front rotated", 10,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("points", "solo", "coop"),
    [(0, "", ""), (1, "", "Needs work"), (9, "", "Needs work"), (10, "Needs work", "Respectable"),
     (19, "Needs work", "Respectable"), (20, "Respectable", "Exceptional"),
     (29, "Respectable", "Exceptional"), (30, "Exceptional", "Astounding"),
     (39, "Exceptional", "Astounding"), (40, "Astounding", "Astounding")],
)  # fmt: skip
def test_the_score_chart(points: int, solo: str, coop: str) -> None:
    assert (comment(points), comment(points, "coop")) == (solo, coop)
    assert comment(points, "casual") == ""


def test_difficulty() -> None:
    assert [difficulty(count) for count in (0, 1, 2)] == [
        "hard (no feats)", "medium (one feat)", "easy (2 feats)",
    ]  # fmt: skip


# The verbs.


def test_check() -> None:
    called = call("check", GOLDEN / "solo.toml")
    assert (called.status, called.err) == (0, "")
    assert "\nAna: 29 points, 23 upgrades\n" in called.out
    data = call("check", GOLDEN / "solo.toml", "--json").json
    assert (data["legal"], data["finished"], data["reasons"]) == (True, True, [])
    assert data["players"][0]["points"] == call(
        "score", GOLDEN / "solo.toml", "--json").json["players"][0]["total"]  # fmt: skip
    bad = call("check", GOLDEN / "faulty.toml", "--json")
    assert bad.status == 1
    assert bad.json["reasons"] == call("score", GOLDEN / "faulty.toml", "--json").json["reasons"]
    assert len(call("check", GOLDEN / "faulty.toml", "--strict", "--json").json["reasons"]) == 1


def test_check_with_a_ruling(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(f'{HEAD}{ANA}moves = ["store 1", "store 4 reset 1"]\n')
    assert call("check", file).status == 1
    assert call("check", file, "--ruling", "voluntary-reset=yes").status == 0
    assert call("score", file).status == 1
    assert call("score", file, "--ruling", "voluntary-reset=yes").status == 0
    assert refusal("score", file, "--ruling", "payment=no", "--ruling", "spirl=x") == [
        "--ruling: payment cannot be 'no'; it is one of: irreducible, any",
        "--ruling: there is no ruling 'spirl'; did you mean spiral?",
    ]
    assert refusal("check", file, "--ruling", "payment=no", "--supply", "1a") == [
        "--ruling: payment cannot be 'no'; it is one of: irreducible, any",
        "--supply: a record says itself what players have; leave it out",
    ]


def test_cards_and_rulings_are_listed() -> None:
    cards = call("palm-island", "cards", "--json").json["cards"]
    assert [card["id"] for card in cards] == list(range(1, 17))
    assert cards[9]["areas"][3]["store"] == "1L/1F/1S"
    out = call("palm-island", "cards").out
    assert "  back up        10 VP; upgrades 3\n" in out
    assert list(call("rulings", "--game", "palm-island", "--json").json) == list(RULINGS)
    assert call("rulings", "--game", "palm-island").out.count("  * ") == len(RULINGS)


def test_codes_are_explained() -> None:
    from palace.monkey_palace.game.reasons import BOOK as MONKEY
    from palace.palm_island.rules import RULES

    assert not RULES.keys() & MONKEY.rules.keys()
    for code, rule in RULES.items():
        assert call("explain", code).out.startswith(f"{code}  (Palm Island, {rule.rule}, ")
        assert call("explain", code, "--json").json["says"] == rule.says
    assert refusal("explain", "too-littel") == [
        "explain: there is no code 'too-littel'; did you mean too-little?"
    ]


def test_decks_are_drawn(tmp_path: Path) -> None:
    """Both players' decks, or one alone; a picture in pixels there is none of."""
    file = GOLDEN / "coop-won.toml"
    both, alone = tmp_path / "both.svg", tmp_path / "ben.svg"
    assert call("render", file, "-o", both).status == 0
    assert call("render", file, "--player", "Ben", "-o", alone).status == 0
    assert ">Ana\N{NO-BREAK SPACE}" in both.read_text()
    assert "second:\N{NO-BREAK SPACE}10\N{NO-BREAK SPACE}Market" in both.read_text()
    assert "4\N{NO-BREAK SPACE}Logger" in both.read_text()
    assert "4\N{NO-BREAK SPACE}Logger" not in alone.read_text()
    assert refusal("render", file, "--player", "Bob", "-o", tmp_path / "bob.svg") == [
        "--player: nobody is called 'Bob'; it is Ana, Ben"
    ]
    assert refusal("render", file, "-o", tmp_path / "a.png") == [
        "render: Palm Island is drawn as SVG only; name it OUT.svg"
    ]
