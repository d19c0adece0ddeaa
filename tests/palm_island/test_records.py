"""Records are read with the place of every error, also those that go on from a position."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from palace.contract.rules import Commit
from palace.core.errors import InputError
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.palm_island import Move, State, legal_moves, perform
from palace.palm_island.log import LoggedRecord
from palace.palm_island.record import MOST_MOVES
from palace.palm_island.rules import RULINGS
from palace.palm_island.scoring import comment
from palace.palm_island.turns import PalmLog, RoundEnd, turn_of
from tests.calls import call, refusal
from tests.contract.test_rules import calls_of
from tests.palm_island.play import dealt
from tests.palm_island.random_table import play_table, record_text
from tests.palm_island.tables import HEAD, ORDER, log_of, news, score_record, told, wrong
from tests.palm_island.tables import record as read
from tests.paths import GOLDEN as ALL_GOLDEN
from tests.sentences import Says

DEAL = f"deal = {ORDER}\n"
ANA = f'[[players]]\nname = "Ana"\n{DEAL}'
GOLDEN = ALL_GOLDEN / "palm-island"


def record(moves: str, head: str = HEAD) -> LoggedRecord:
    return read(f"{head}{ANA}moves = {moves}\n")


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
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
         ["f:4:1: players: 2 players in a solo game; one plays solo, several coop, casual or "
          "speed",
          "f:9:8: players[2].name: two players are called 'Ana'; give each a name of their own"]),
        (f'{HEAD}[[players]]\nname = ""\n{DEAL.replace("16", "4")}moves = ["discard", "stor"]',
         ["f:5:8: players[1].name: the name is empty; give everyone a name",
          "f:6:8: players[1].deal: card 16 is missing; deal every card from 1 to 16, top first",
          "f:6:60: players[1].deal[16]: card 4 is dealt twice; each card once",
          "f:7:22: players[1].moves[2]: 'stor' does not fit here; expected store, rotate, flip, "
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
          f"f:10:1: rulings.spiral: there is no ruling 'spiral'; one of: {', '.join(RULINGS)}; "
          "see: palace rulings --game palm-island"]),
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


def test_unknown_keys_are_kept_and_named() -> None:
    found = record('""', HEAD + 'plaec = "home"\n')
    assert found.warnings == (
        "f:4:1: plaec: this key is not known and is kept as it is; did you mean place?",
    )
    assert 'plaec = "home"' in found.text()


def test_moves_as_lines_and_as_a_list_are_the_same() -> None:
    lines = record('"""\nstore 4\n\n STORE  1\r\n"""')
    listed = record('["store 4", "store 1"]')
    assert [[line.move for line in moves] for moves in lines.moves] == [
        [line.move for line in moves] for moves in listed.moves
    ]
    assert [lines.document.where(one.path, offset=one.offset).line for one in lines.moves[0]] == [
        8, 10,
    ]  # fmt: skip
    assert log_of(lines).state == log_of(listed).state


def test_reasons_have_move_and_line(says: Says) -> None:
    score = score_record(record('"""\nstore 4\nstore 4\ndiscard"""'))
    (reason,) = score.reasons
    assert told(score.reasons, says) == [("not-on-top", "Logger no. 4", 15)]
    assert reason.record() == {
        "code": "not-on-top", "rule": "Starting the Game", "at": "Logger no. 4", "level": None,
        "by": 15, "remedy": reason.remedy, "text": reason.text, "turn": 2, "line": 9,
    }  # fmt: skip
    assert (score.legal, score.finished) == (False, False)


def test_strict_stops_at_the_first_illegal_move() -> None:
    found = record('["store 4", "store 4", "store 9"]')
    assert len(log_of(found).reasons) > 1
    strict = log_of(found, strict=True)
    assert (len(strict.commits), len(strict.reasons)) == (2, 1)
    assert score_record(found, strict=True).notes[-1] == (
        "Ana: stopped at move 2, which is not legal"
    )


def test_replay_goes_on_with_what_was_done() -> None:
    log = log_of(record('["flip 4", "store 1 pay 4"]'))
    assert [reason.code for reason in log.reasons] == ["no-action", "not-stored", "too-much"]
    assert [str(placed) for placed in log.state.seats[0].state.deck[-2:]] == ["4.2", "1*"]


def test_a_second_round_end_after_the_last_round(says: Says) -> None:
    moves = ["discard"] * 128
    for count, marks in ((1, []), (2, [("round-end.twice", "round 8", None)])):
        log = log_of(record(repr([*moves, *["round-end"] * count])))
        assert log.state.finished
        assert told(log.reasons, says) == marks
    assert [r.code for r in log_of(record(repr([*moves, "discard"]))).reasons] == ["finished"]


def test_a_score_names_card_and_area() -> None:
    score = score_record(record('["store 1", "store 4", *]'.replace(", *", "")))
    assert (score.sheets[0].total, score.sheets[0].lines) == (0, ())
    assert score.ends == "it ends with round 8; Ana is in round 1, 14 cards before the tracker"
    assert score.notes == ("Ana: 0 points; 0 upgrades; 1 log, 1 fish stored",)
    moves = ["store 4", "store 1", *["discard"] * 7, "rotate 6 pay 4 1"]
    (line,) = score_record(record(repr(moves))).sheets[0].lines
    assert (line.category, line.points, line.cause, line.turn) == (
        "logger", 1, "Logger no. 6, front rotated", None,
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


# The verbs.


def test_check() -> None:
    called = call("check", GOLDEN / "solo.toml")
    assert (called.status, called.err) == (0, "")
    assert "\nnote: Ana: 29 points, Respectable; 23 upgrades; nothing stored\n" in called.out
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
    file.write_text(f'{HEAD}{ANA}moves = ["store 1", "store 4", "discard", "store 10 pay 1 4"]\n')
    assert call("check", file).status == 1
    assert call("check", file, "--ruling", "payment=any").status == 0
    assert call("score", file).status == 1
    assert call("score", file, "--ruling", "payment=any").status == 0
    assert refusal("score", file, "--ruling", "payment=no", "--ruling", "spirl=x") == [
        "--ruling: payment cannot be 'no'; it is one of: irreducible, any",
        "--ruling: there is no ruling 'spirl'; one of: payment, feat-place, "
        "criterion-points, ability-cost, speed-stop; see: palace rulings --game palm-island",
    ]
    assert refusal("check", file, "--ruling", "payment=no", "--supply", "1a") == [
        "--ruling: payment cannot be 'no'; it is one of: irreducible, any",
        "--supply: a record holds what the players have; leave it out",
    ]


def test_rulings_are_listed() -> None:
    assert list(call("rulings", "--game", "palm-island", "--json").json) == list(RULINGS)
    assert call("rulings", "--game", "palm-island").out.count("  * ") == len(RULINGS)


def test_codes_are_explained() -> None:
    from palace.monkey_palace.game.reasons import BOOK as MONKEY
    from palace.palm_island.rules import BOOK

    assert not BOOK.rules.keys() & MONKEY.rules.keys()
    for code, rule in BOOK.rules.items():
        assert call("explain", code).out.startswith(f"{code}  (Palm Island, {rule.rule}, ")
        assert call("explain", code, "--json").json["says"] == rule.says
    assert refusal("explain", "too-littel") == [
        "explain: there is no code 'too-littel'; did you mean too-little?"
    ]


def test_decks_are_drawn(tmp_path: Path) -> None:
    """Both players' decks, or one alone; as PNG in the size that is asked for."""
    from PIL import Image  # not at the top: inside Pyodide there is none

    file = GOLDEN / "coop-won.toml"
    both, alone, dots = tmp_path / "both.svg", tmp_path / "ben.svg", tmp_path / "both.png"
    assert call("render", file, "-o", both).status == 0
    assert call("render", file, "--player", "Ben", "-o", alone).status == 0
    assert ">Ana<" in both.read_text()
    assert both.read_text().count(">Canoe House<") == 6
    assert ">Ben<" in alone.read_text()
    assert "Ana" not in alone.read_text()
    assert call("render", file, "-o", dots, "--size", "800x500").status == 0
    with Image.open(dots) as found:
        assert (found.format, found.width) == ("PNG", 800)
    assert refusal("render", file, "--player", "Bob", "-o", tmp_path / "bob.svg") == [
        "--player: no player is called 'Bob'; it is Ana, Ben"
    ]
    assert refusal("render", file, "-o", tmp_path / "a.glb") == [
        "render: Palm Island is drawn flat; name it OUT.svg or OUT.png"
    ]
    assert refusal("render", file, "-o", dots, "--force", "--view", "plan") == [
        "--view: it goes with what is built; leave it out"
    ]


def test_view_shows_what_render_draws(tmp_path: Path) -> None:
    viewed, rendered = tmp_path / "viewed.png", tmp_path / "rendered.png"
    size = ("--size", "800x600")
    assert call("view", GOLDEN / "solo.toml", "--screenshot", viewed, *size).status == 0
    assert call("render", GOLDEN / "solo.toml", "-o", rendered, *size).status == 0
    assert viewed.read_bytes() == rendered.read_bytes()


REST = "6 8 9 11 12 13 15 14 16"


def paused(position: str, moves: str = "", more: str = "") -> str:
    return f'[[players]]\nname = "Ana"\nposition = "{position}"\n{more}moves = "{moves}"\n'


def test_a_paused_game_goes_on_as_if_it_had_not_been() -> None:
    """Any moment of random games, written as dividers keep it, has the same legal moves."""
    rng = random.Random(5)
    for _ in range(3):
        state = dealt(rng)
        while not state.finished:
            begun = State.read(str(state.begun))
            assert legal_moves(begun) == legal_moves(state)
            move = rng.choice(legal_moves(state))
            assert perform(begun, move) == perform(state, move)
            state = perform(state, move)


def test_a_record_begins_with_a_position() -> None:
    text = HEAD + paused(f"round 3: 5 7 10 2.1* 1 3 {REST} 17 4*", "rotate 5 pay 4 2")
    log = log_of(read(text))
    (seat,) = log.state.seats
    assert (log.reasons, seat.state.round, seat.points) == ((), 3, 1)
    score = score_record(read(text))
    assert score.ends == "it ends with round 8; Ana is in round 3, 14 cards before the tracker"


def test_the_last_rounds_of_it_are_played() -> None:
    text = HEAD + paused(f"round 8: 5 7 10 2 1 3 4 {REST} 17")
    log = log_of(read(text.replace('moves = ""', f"moves = {['discard'] * 16!r}")))
    assert (log.reasons, log.state.finished) == ((), True)


def test_what_is_owned_and_how_far_the_disaster_is() -> None:
    deck = f"round 4: 5 7 10 2 1 3 4 {REST} 17"
    head = HEAD + 'mode = "casual"\nbox = "house"\nmiddle = ["sea-2"]\n'
    ana = paused(deck, more='owned = ["forest-4"]\n')
    text = head + ana + paused(deck).replace("Ana", "Ben")
    assert [seat.points for seat in log_of(read(text)).state.seats] == [4, 0]
    assert score_record(read(text)).legal  # the middle is not that of a beginning
    head = HEAD + 'mode = "coop"\nbox = "house"\ndisaster = "spring-tide"\nlevel = 2\n'
    text = head + paused(deck) + paused(deck).replace("Ana", "Ben")
    assert log_of(read(text)).state.middle.level == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + paused("round 9: 1"),
         "f:6:19: players[1].position: there is no round 9; expected 1 to 8"),
        (HEAD + paused("round 2: 1x"),
         "f:6:22: players[1].position: '1x' is not a card; expected a card such as 3, 3.1 or 3.1*"),
        (HEAD + paused(f"round 3: 5* 7 10 2.1* 1 3 {REST} 17 4*"),
         "f:6:12: players[1].position: card 5 is stored and on top; put it at the back, "
         "not stored"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 3 {REST} 17"),
         "f:6:12: players[1].position: card 4 is missing; name every card once\n"
         "f:6:12: players[1].position: card 3 is named 2 times; name it once"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17", more="deal = []\n"),
         "f:6:1: players[1].position: a player with a deal has no position; leave it out, or the "
         "deal\n"
         "f:7:8: players[1].deal: cards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 are "
         "missing; deal every card from 1 to 16, top first"),
        (HEAD + 'mode = "casual"\n' + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17")
         + paused(f"round 4: 5 7 10 2 1 3 4 {REST} 17").replace("Ana", "Ben"),
         "f:11:12: players[2].position: it is in round 4, another player in round 3; a game pauses "
         "in one round"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17", more='owned = ["hut"]\n'),
         "f:7:10: players[1].owned[1]: 'hut' is not transcribed; enter it: [[villagers]] with id, "
         "name, cost, points, active"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value) == said


def test_feats_in_use_are_those_of_the_position() -> None:
    deck = f"round 4: 5 7 10 2 1 3 4 {REST} 17 drying-rack.2"
    score = score_record(read(HEAD + 'box = "house"\n' + paused(deck, "discard")))
    assert score.legal


def put_away(first: LoggedRecord) -> str:
    """The record that goes on, by positions, from where another stopped."""
    table = log_of(first).state
    data = ordered(first.data)
    if table.mode == "coop":
        data |= {"level": table.middle.level, "upgraded": table.middle.ready}
    data["middle"] = list(table.middle.left)
    data["players"] = [
        {
            "name": seat.name,
            "position": str(seat.state.begun),
            "owned": [owned.card for owned in seat.owned],
            "villagers": list(seat.waiting),
            "moves": "",
        }
        for seat in table.seats
    ]
    return data_text(data, "toml")


@pytest.mark.parametrize(("kind", "players"), [("solo", 1), ("coop", 2), ("casual", 2)])
def test_a_record_written_at_any_moment_goes_on(kind: str, players: int) -> None:
    """A random game, cut at the end of a round: both halves together are the whole."""
    for seed in range(3):
        told = play_table(kind, players, seed)
        whole = log_of(read(record_text(kind, told))).state
        ends = [
            [at for at, m in enumerate(mine, 1) if m.kind == "round-end"] for mine in told.moves
        ]
        cut = [mine[seed * 3] for mine in ends]
        first = told._replace(moves=[m[:at] for m, at in zip(told.moves, cut, strict=True)])
        text = put_away(read(record_text(kind, first)))
        for mine, at in zip(told.moves, cut, strict=True):
            rest = "\n".join(map(str, mine[at:]))
            text = text.replace('moves = ""\n', f'moves = """\n{rest}\n"""\n', 1)
        log = log_of(read(text))
        found = log.state
        assert not log.reasons
        assert [seat.state for seat in found.seats] == [seat.state for seat in whole.seats]
        assert [seat.points for seat in found.seats] == [seat.points for seat in whole.seats]
        assert found.middle == whole.middle
        assert [seat.waiting for seat in found.seats] == [seat.waiting for seat in whole.seats]
        assert score_record(read(text)).legal


def test_a_position_has_the_moves_of_the_game_it_is_of() -> None:
    """A card behind a divider pays."""
    state = State.read(f"round 3: 5 7 10 2.1* 1 3 {REST} 17 4*")
    assert Move.read("rotate 5 pay 2 4") in legal_moves(state)
    assert legal_moves(State.read(str(state))) == legal_moves(state)


# The order of play.

CASUAL = GOLDEN / "casual.toml"


def test_the_last_round_ends_after_a_move_too_many() -> None:
    """A card move after round 8 is refused; the purchases of its end are still judged."""
    text = CASUAL.read_text("utf-8")
    start = text.index("round-end buy sea-2 buy scout")
    found = read(text[:start] + "discard\n" + text[start:])
    whole, late = log_of(read(text)), log_of(found)
    assert [reason.code for reason in wrong(late)] == ["finished"]
    assert news(late) == news(whole)
    assert [seat.points for seat in late.state.seats] == [s.points for s in whole.state.seats]


def test_strict_stops_all_players_and_names_the_one_at_fault() -> None:
    """The others have played their moves of the rounds before it, and no more."""
    text = CASUAL.read_text("utf-8")
    start = [*re.finditer("^moves = .*\n", text, re.MULTILINE)][1].end()
    found = read(f"{text[:start]}flip 1\n{text[start:]}")
    strict = log_of(found, strict=True)
    assert [bool(wrong(strict, name)) for name in ("Ana", "Ben")] == [False, True]
    assert [seat.made for seat in strict.state.seats] == [16, 1]
    notes = [note for note in score_record(found, strict=True).notes if "stopped" in note]
    assert notes == ["Ben: stopped at move 1, which is not legal"]


@pytest.mark.parametrize("few", [0, 5, 40])
def test_a_player_who_made_fewer_moves_costs_no_more(few: int) -> None:
    """Twice as many moves take twice as many calls, however few the others have made."""
    rules = read(CASUAL.read_text("utf-8")).rules
    start = PalmLog.begin(rules)

    def calls(many: int) -> int:
        names = ["Ana"] * many + ["Ben"] * few
        moves = tuple(Commit(turn_of(name, Move("discard"))) for name in names)
        return calls_of(lambda: start.played(moves))

    assert calls(800) <= 2.1 * calls(400)


def test_no_more_moves_are_kept_than_can_be_read() -> None:
    found = read((GOLDEN / "solo.toml").read_text("utf-8"))
    move = Commit(turn_of("Ana", Move("discard")))
    full = PalmLog.begin(found.rules).played((move,) * MOST_MOVES)
    assert len(read(found.text(full)).moves[0]) == MOST_MOVES
    with pytest.raises(InputError, match="2001 moves are too many; at most 2000"):
        found.text(full.plus(move))


def test_an_open_end_of_a_round_waits_for_all_who_are_due() -> None:
    """What another player can still pay is owed; so is the answer of each who has not answered."""
    text = (GOLDEN / "coop-won.toml").read_text("utf-8")
    log = log_of(read(text))
    at, ends = next((n, c.move) for n, c in enumerate(log.commits) if isinstance(c.move, RoundEnd))
    paying = RoundEnd((("Ana", Move.read("round-end disaster pay 3 6")),))
    _, reports = log.rules.apply(log.states[at], paying, whole=False)
    waiting = [report for report in reports if report.owed and report.player != "Ana"]
    assert [report.player for report in waiting] == [name for name, _ in ends.moves[1:]]
    assert [(one.text, one.remedy) for one in waiting[0].owed] == [(
        "Ben has not answered at the end of the round",
        "enter what Ben pays and takes; nothing is an answer",
    )]  # fmt: skip
    assert [reason.code for reason in reports[0].reasons] == ["not-stored"]  # 3 is not
    assert {reason.key for reason in reports[0].owed} == {"too-little.levels"}
    _, whole = log.rules.apply(log.states[at], paying)
    assert not any(report.owed for report in whole)
    assert {reason.key for reason in whole[0].reasons} == {"not-stored", "too-little.levels"}
