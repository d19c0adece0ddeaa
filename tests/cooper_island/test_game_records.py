"""Records of Cooper Island: every error with its place, three depths of scoring, the verbs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.contract.registry import score as score_of
from palace.cooper_island.box import house
from palace.cooper_island.game import GAME
from palace.cooper_island.peninsula import load_peninsula
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.replay import replay
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.scoring import Score
from tests.calls import call, refusal
from tests.paths import ROOT

HEAD = 'format = 1\ngame = "cooper-island"\nrules = "1"\n'
ANA, BEN = '[[players]]\nname = "Ana"\n', '[[players]]\nname = "Ben"\n'
GOLDEN = ROOT / "tests" / "golden" / "cooper-island"


def read(text: str) -> Record:
    return record_of(parse_document(text, "toml", "f"))


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def score(text: str, **rulings: str) -> Score:
    return score_of(GAME.ruled(read(text), rulings or {}))


KEYS = "total, ships, royal_orders, buildings, leftovers, anchors"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, ["f:1:1: players: this key is missing; add [[players]]"]),
        (f"{HEAD}{ANA}total = 9",
         ["f:4:1: players: 1 player in a game; 2 to 4 can play; in the solo game write Cooper as "
          "the second player"]),
        (f"{HEAD}{ANA}{BEN}",
         [f"f:4:1: players: there is nothing to score; add a log, or to each player {KEYS}"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}anchor = 2",
         ["f:7:1: players[2]: nothing is written down for Ben; is 'anchor' a slip for anchors?"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}uncovered = 2",
         [f"f:7:1: players[2]: nothing is written down for Ben; add {KEYS}"]),
        (f"{HEAD}{ANA}total = 9\n{ANA}total = 9",
         ["f:8:8: players[2].name: two players are called 'Ana'; give each a name of their own"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}ships = [{{ distance = 4 }}]",
         ["f:9:9: players[2].ships: 1 ship; everybody has two: the cutter first, then the "
          "two-master"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}anchors = -1",
         ["f:9:11: players[2].anchors: -1 is too small; at least 0"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}royal_orders = [1, true]",
         ["f:9:20: players[2].royal_orders[2]: true does not fit; expected a whole number"]),
        (f'{HEAD}box = "huose"\n{ANA}total = 9\n{BEN}total = 9',
         ["f:4:7: box: there is no box 'huose'; did you mean house? name house or a .toml file"]),
        (f'{HEAD}peninsula = "cooper-5"\n{ANA}total = 9\n{BEN}total = 9',
         ["f:4:13: peninsula: there is no peninsula 'cooper-5'; did you mean cooper-4? name "
          "cooper-2, cooper-3, cooper-4 or a .toml file"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}total = 9\n[rulings]\nleftovers = 'all'\nspiral = 'turn'",
         ["f:11:13: rulings.leftovers: leftovers cannot be 'all'; it is one of: pooled, kinds",
          "f:12:10: rulings.spiral: there is no ruling 'spiral'; see: palace rulings --game "
          "cooper-island"]),
        (f"{HEAD}[values]\nstatue = '2 wod'\nboats = [{{number = 1}}, {{number = 1}}]\n"
         f"{ANA}total = 9\n{BEN}total = 9",
         ["f:5:13: values.statue: 'wod' is no kind of goods; expected wood, food, stone, gold, "
          "cloth, coin or any",
          "f:6:34: values.boats[2].number: 1 stands here twice; each once"]),
        (f"{HEAD}[[values.rings]]\nplayers = 2\nbeaches = 9\nharbours = [0, 9, 3]\nbefore = 0\n"
         f"cutter = [3, 3]\ntwo_master = []\n{ANA}total = 9\n{BEN}total = 9",
         ["f:7:12: values.rings[1].harbours: 3 harbours for 2 players; one for each, in seat order",
          "f:7:16: values.rings[1].harbours[2]: there is no beach 9; 0 to 8",
          "f:9:14: values.rings[1].cutter[2]: beach 3 twice; each once"]),
        (f'{HEAD}log = """\nround 1\nAna: worker Z\nCaro: worker A\n"""\n{ANA}{BEN}',
         ["f:6:13: log: 'Z' cannot stand here; expected A, B, C, D, E, F, G or H",
          "f:7:1: log: nobody is called 'Caro'; the players are Ana, Ben"]),
        (f'{HEAD}log = ["round 1", "incom", 3]\n{ANA}{BEN}',
         ["f:4:20: log[2]: 'incom' is no line of a log; expected round, income, workers, clean-up, "
          "end, or a player's name and a colon; did you mean income?",
          "f:4:28: log[3]: 3 does not fit; expected a text in quotes"]),
        (f'{HEAD}log = """\nAna: harbour Bem pay 1 coin; sail cutter"""\n{ANA}{BEN}',
         ["f:5:41: log: it ends here; expected a number from 1 to 99"]),
        (f'{HEAD}log = """\nAna: harbour Bem pay 1 coin"""\n{ANA}{BEN}',
         ["f:5:1: log: nobody is called 'Bem'; did you mean Ben?"]),
    ],
)  # fmt: skip
def test_every_error_has_its_place(text: str, said: list[str]) -> None:
    assert errors(text) == said


keys = st.sampled_from(
    "players name ships logbooks beaches distance royal_orders buildings leftovers coins anchors "
    "uncovered total log rulings values rings harbours cutter boats number cost box peninsula "
    "feeding statue".split()
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)


@given(st.dictionaries(keys, anything, max_size=9))
def test_any_data_is_refused_or_scored(data: dict[str, Any]) -> None:
    good = {"format": 1, "game": "cooper-island", "rules": "1"}
    try:
        text = json.dumps({**data, **good}, allow_nan=False)
    except ValueError:
        return
    try:
        found = score_of(record_of(parse_document(text, "json", "f")))
    except InputError as error:
        assert all(str(problem).startswith("f:") for problem in error.problems)
    else:
        assert found.record()["game"] == "cooper-island"


def test_unknown_keys_are_kept_and_named() -> None:
    found = read(f'{HEAD}plaec = "home"\n{ANA}total = 1\n{BEN}total = 2\n')
    assert found.warnings == (
        "f:4:1: plaec: this key is not known and is kept as it is; did you mean place?",
    )
    assert 'plaec = "home"' in GAME.write(found)


# Totals only.


@pytest.mark.parametrize(
    ("name", "totals"), [("totals", [15, 13, 11]), ("totals-second", [25, 28, 21])]
)
def test_published_finals_as_totals(name: str, totals: list[int]) -> None:
    data = call("score", GOLDEN / f"{name}.toml", "--json").json
    assert [player["total"] for player in data["players"]] == totals
    assert [player["rank"] for player in data["players"]] == [
        1 + sum(other > total for other in totals) for total in totals
    ]


def test_a_tie_is_decided_by_uncovered_spaces() -> None:
    data = call("score", GOLDEN / "tie.toml", "--json").json
    assert [player["rank"] for player in data["players"]] == [2, 1, 3]
    assert data["players"][1]["tie_break"] == "fewer uncovered spaces"


def test_a_tie_of_which_spaces_are_not_known_is_shared() -> None:
    found = score(f"{HEAD}{ANA}total = 20\nuncovered = 3\n{BEN}total = 20\n")
    assert [standing.rank for standing in found.standings] == [1, 1]
    assert found.notes[-1].startswith("tie at 20 points: uncovered spaces are not known")


# The final sheet.

SHEET = """\
ships = [{ logbooks = 2, beaches = 3 }, { logbooks = 1, beaches = 4 }]
royal_orders = [3, 1]
buildings = 2
leftovers = { coins = 1, resources = 2, cartographer = 1, double_tiles = 1 }
anchors = 2
"""


def test_a_final_sheet_line_by_line() -> None:
    found = score(f"{HEAD}{ANA}{SHEET}{BEN}total = 2\n")
    lines = [(line.category, line.points, line.cause) for line in found.sheets[0].lines]
    assert lines == [
        ("ships", 13, "cutter: 2 logbooks, 3 beaches since the last"),
        ("ships", 9, "two-master: 1 logbook, 4 beaches since the last"),
        ("royal orders", 3, "royal order 1 of 2"),
        ("royal orders", 1, "royal order 2 of 2"),
        ("buildings", 2, "buildings, as written down"),
        ("leftovers", 1, "1 coin, 2 resources, 1 cartographer step, 1 double tile, together by "
         "five"),
        ("anchors", -2, "2 anchors left"),
    ]  # fmt: skip
    assert found.sheets[0].total == 27
    kinds = score(f"{HEAD}{ANA}{SHEET}{BEN}total = 2\n", leftovers="kinds")
    assert kinds.sheets[0].total == 26


def test_a_total_that_is_not_its_parts() -> None:
    with pytest.raises(InputError) as caught:
        score(f"{HEAD}{ANA}{SHEET}total = 28\n{BEN}total = 2\n")
    assert str(caught.value) == (
        "f:11:9: players[1].total: 28 is written down, but its parts make 27; correct one of them, "
        "or leave the total out"
    )


def test_both_ways_to_score_a_ship() -> None:
    ships = "ships = [{ logbooks = 1, beaches = 2, distance = 8 }, { distance = 3 }]\n"
    found = read(f"{HEAD}{ANA}{ships}{BEN}total = 2\n")
    assert found.warnings == (
        "f:6:10: players[1].ships[1]: the cutter makes 7 by its logbooks, but has sailed 8; the "
        "logbooks count; one of them is a slip",
    )
    sheet = score_of(found).sheets[0]
    assert [line.points for line in sheet.lines] == [7, 3]
    assert sheet.lines[1].cause == "two-master: sailed 3 beaches"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("anchors = 17", "Ana has 17 anchors, 16 were left in the box"),
        ("leftovers = { coins = 25 }", "Ana has 25 coins, 24 were left in the box"),
        ("leftovers = { resources = 101 }", "Ana has 101 resources, 100 were left in the box"),
        ("leftovers = { double_tiles = 61 }", "Ana has 61 double tiles, 60 were left in the box"),
        ("ships = [{ logbooks = 31 }, {}]", "Ana has 31 logbooks, 30 were left in the box"),
        ("royal_orders = [1, 1, 1]", "Ana has points of 3 royal orders"),
        ("buildings = [1, 1, 1, 1, 1]", "Ana has points of 5 building cards"),
    ],
)
def test_more_than_the_box_holds(key: str, text: str) -> None:
    found = score(f"{HEAD}{ANA}{key}\n{BEN}total = 2\n")
    (reason,) = found.reasons
    assert not found.legal
    assert isinstance(reason.record()["remedy"], str)
    data = reason.record()
    assert (data["code"], data["at"], data["by"], data["text"], data["line"]) == (
        "box-limit", "Ana", 1, text, 6,
    )  # fmt: skip


# A log.


def whole(extra: str = "", name: str = "three-players") -> str:
    text = (GOLDEN / f"{name}.toml").read_text(encoding="utf-8")
    return text.replace('name = "Ana"\n', f'name = "Ana"\n{extra}', 1)


def test_a_log_makes_the_sheet() -> None:
    found = read(whole())
    game = score_of(found)
    assert (game.legal, game.finished, game.start_player) == (True, True, "Ana")
    table = replay(found).state
    for at, sheet in enumerate(game.sheets):
        ships = [line.points for line in sheet.lines if line.category == "ships"]
        assert ships == [ship.distance for ship in table.seats[at].ships]
        assert sheet.lines[-1].points == -table.seats[at].anchors


def test_what_is_written_beside_a_log_must_agree_with_it() -> None:
    seat = replay(read(whole())).state.seats[0]
    right = f"anchors = {seat.anchors}\n"
    assert score(whole(right)).legal
    with pytest.raises(InputError) as caught:
        score(whole(f"anchors = {seat.anchors + 1}\nuncovered = 99\ntotal = 1\n"))
    said = [str(problem) for problem in caught.value.problems]
    assert [line.split(": ", 1)[1] for line in said] == [
        f"players[1].anchors: {seat.anchors + 1} written down, the log makes {seat.anchors}; "
        "correct it, or leave it out",
        said[1].split(": ", 1)[1],
    ]
    assert "players[1].uncovered: 99 written down, the log makes " in said[1]
    with pytest.raises(InputError, match="total: 1 written down, the log makes"):
        score(whole("total = 1\n"))
    ships = "ships = [{ logbooks = 30 }, { distance = 50 }]\n"
    with pytest.raises(InputError, match=r"ships\[1\]\.logbooks: 30 written down") as caught:
        score(whole(f"{ships}leftovers = {{ coins = 99 }}\n"))
    assert len(caught.value.problems) == 3


LOG = f'{HEAD}log = """\nround 1\nincome\n{{}}\n"""\n{ANA}{BEN}'


def test_the_values_of_a_record_go_before_those_of_its_box() -> None:
    text = LOG.format("Ana: islet forest d2-e2 number 2")
    with_box = text.replace("log =", 'box = "house"\nlog =')
    own = with_box.replace(ANA, '[values]\nislets = [{ number = 2, gives = "2 gold" }]\n' + ANA)
    for record, market in ((text, "nothing"), (with_box, "1 food"), (own, "2 gold")):
        assert str(replay(read(record)).state.seats[0].market) == market


def test_a_running_game_says_what_is_on_trust() -> None:
    found = score(LOG.format("Ana: islet forest d2-e2 gives 1 wood"))
    assert not found.finished
    assert found.ends == "it ends with round 5; this is round 1"
    assert found.notes == (
        "taken on trust: what an islet gives",
        "placeholder, of our own: cooper-2, ring of house for 2 players",
    )


def test_reasons_have_entry_and_line() -> None:
    (reason,) = score(LOG.format("Ana: store 1 coin@storage # a slip")).reasons
    assert reason.record() == {
        "code": "goods", "rule": "Payment", "at": "Ana", "level": None, "by": 1,
        "remedy": "store from the market or the peninsula",
        "text": "the coin of Ana lies in the storage already", "turn": 1, "line": 7,
    }  # fmt: skip


def test_strict_stops_at_the_first_illegal_entry() -> None:
    text = LOG.format("Ana: store 1 wood\nBen: store 1 wood")
    assert len(score(text).reasons) == 2
    found = score_of(read(text), strict=True)
    assert len(found.reasons) == 1
    assert found.notes[0] == "stopped at 'Ana: store 1 wood', which is not legal"


# The verbs.


def test_check() -> None:
    called = call("check", GOLDEN / "three-players.toml")
    assert (called.status, called.err) == (0, "")
    assert "cooper-3 (placeholder)" in called.out
    data = call("check", GOLDEN / "three-players.toml", "--json").json
    assert (data["legal"], data["finished"], data["reasons"]) == (True, True, [])
    totals = call("score", GOLDEN / "three-players.toml", "--json").json["players"]
    assert [p["points"] for p in data["players"]] == [p["total"] for p in totals]
    bad = call("check", GOLDEN / "faulty.toml", "--json")
    assert bad.status == 1
    assert bad.json["reasons"] == call("score", GOLDEN / "faulty.toml", "--json").json["reasons"]
    assert len(call("check", GOLDEN / "faulty.toml", "--strict", "--json").json["log"]) == 4
    sheet = call("check", GOLDEN / "sheet.toml")
    assert sheet.status == 0
    assert "final sheets" in " ".join(sheet.out.split())
    assert "Dan: 22 points" in sheet.out
    assert call("check", GOLDEN / "sheet.toml", "--json").json["warnings"]


def test_check_with_a_ruling(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(LOG.format("Ana: gets 2 coin; exchange 2 coin for 1 wood"))
    for verb in ("check", "score"):
        assert call(verb, file).status == 1
        assert call(verb, file, "--ruling", "gold-exchange=coins").status == 0
        # Monkey Palace has a ruling of this name, with other answers.
        assert call(verb, file, "--ruling", "highest-tie=free").status == 1
    assert refusal("check", file, "--ruling", "leftovers=x", "--supply", "1a") == [
        "--ruling: leftovers cannot be 'x'; it is one of: pooled, kinds",
        "--supply: a record says itself what players have; leave it out",
    ]
    assert refusal("score", file, "--ruling", "leftovers=x") == [
        "--ruling: leftovers cannot be 'x'; it is one of: pooled, kinds",
    ]


def test_codes_are_explained() -> None:
    from palace.cooper_island.rules import RULES
    from palace.monkey_palace.game.reasons import BOOK as MONKEY
    from palace.palm_island.reasons import RULES as PALM_RULES

    assert not RULES.keys() & {*MONKEY.rules, *PALM_RULES}
    for code, rule in RULES.items():
        assert call("explain", code).out.startswith(f"{code}  (Cooper Island, {rule.rule}, ")
        assert call("explain", code, "--json").json["says"] == rule.says
    assert refusal("explain", "helm-pionts") == [
        "explain: there is no code 'helm-pionts'; did you mean helm-points?"
    ]


def test_a_box_is_entered(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    assert call("box", "new", "--game", "cooper-island", file).status == 0
    assert refusal("box", "new", "--game", "cooper-island", file)[0].startswith(f"{file}: ")
    data = call("box", "check", "--game", "cooper-island", file, "--json").json
    assert (data["name"], data["provenance"], data["complete"]) == ("my box", "transcribed", False)
    assert "crates 1, 2, 3, 4, 5: cost" in data["missing"]
    text = file.read_text().replace('statue = ""', 'statue = "3 stone"')
    file.write_text(text.replace("# storage = 5", "storage = 4"))
    shown = call("box", "show", "--game", "cooper-island", file).out
    assert "  statue: 3 stone\n" in shown
    assert "  storage: 4\n" in shown
    game = tmp_path / "game.toml"
    record = LOG.format("Ana: gets 9 wood; store 9 wood")
    game.write_text(record.replace("log =", 'box = "box.toml"\nlog ='))
    (reason,) = call("check", game, "--json").json["reasons"]
    assert reason["text"] == "Ana stores 10 cubes and coins on 4 spaces"
    house = call("box", "check", "--game", "cooper-island", "house", "--json").json["missing"]
    assert [line for line in house if "placeholder" not in line] == [
        "values milestones: the four names", "none of 30 cards entered",
    ]  # fmt: skip
    assert refusal("box", "new", "--game", "cooper-island", tmp_path / "box.txt")[0].endswith(
        "name it .toml"
    )
    file.write_text(text.replace('"3 stone"', '"3 stones 1 fish"') + "\nboatz = 1\n")
    (line,) = refusal("box", "check", "--game", "cooper-island", file)
    assert "statue: 'fish' is no kind of goods" in line
    file.write_text(text.replace("[buildings]", "statu = 1\n[buildings]"))
    (line,) = refusal("box", "check", "--game", "cooper-island", file)
    assert line.endswith("statu: this key is not known; did you mean statue?")


def test_a_log_of_the_beginning_beside_the_final_sheets() -> None:
    log = LOG.format("Ana: islet forest d2-e2 gives 1 wood")
    found = score(f"{log}".replace(BEN, f"{SHEET}{BEN}total = 12\n"))
    assert [sheet.total for sheet in found.sheets] == [27, 12]
    assert (found.legal, found.finished) == (True, True)
    assert found.notes[:2] == (
        "the log ends in round 1: the points are as written down",
        "taken on trust: what an islet gives",
    )
    wrong = score(
        log.replace("d2-e2", "d2-d9").replace(
            BEN, f"{SHEET}{BEN}anchors = 17\nships = [{{}}, {{}}]\n"
        )
    )
    codes = [reason.record()["code"] for reason in wrong.reasons]
    assert "box-limit" in codes
    assert len(codes) > 1


def test_an_empty_log_is_no_log() -> None:
    text = f'{HEAD}log = ""\n{ANA}total = 9\n{BEN}total = 8\n'
    assert [sheet.total for sheet in score(text).sheets] == [9, 8]
    assert errors(f'{HEAD}log = ""\n{ANA}{BEN}')[0].startswith(
        "f:5:1: players: there is nothing to"
    )


def test_a_peninsula_and_a_ring_that_fit(tmp_path: Path) -> None:
    log = "Ana: islet forest d2-e2"
    assert not read(LOG.format(log)).warnings
    other = LOG.format(log).replace("log =", 'peninsula = "cooper-3"\nlog =')
    assert read(other).warnings == (
        "f:4:13: peninsula: cooper-3 is for 3 players, 2 play; name cooper-2",
    )
    ring = (
        "{ players = 2, beaches = 8, harbours = [0, 4], before = 3, cutter = [], two_master = [] }"
    )
    short = LOG.format(log).replace(ANA, f"[values]\nrings = [{ring}]\n{ANA}")
    (warning,) = read(short).warnings
    assert "its coasts and bays have 20 beaches, the ring of the record for 2" in warning
    own = (ROOT / "maps/cooper-2.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(own.replace('"cooper-2"', '"mine"'), encoding="utf-8")
    game = tmp_path / "game.toml"
    game.write_text(LOG.format(log).replace("log =", 'peninsula = "mine.toml"\nlog ='))
    assert "mine (placeholder)" in " ".join(call("check", game).out.split())
    game.write_text(game.read_text().replace("mine.toml", "yours.toml"))
    assert "yours.toml" in refusal("check", game)[0]


def test_the_rings_of_the_house_fit_the_peninsulas_of_the_package() -> None:
    for players in (2, 3, 4):
        peninsula, ring = load_peninsula(f"cooper-{players}"), house().ring(players)
        assert ring.beaches == players * (len(peninsula.beaches) + peninsula.bay)
        assert ring.placeholder


def test_the_areas_are_listed() -> None:
    out = call("cooper-island", "areas").out
    assert "B normal  build an income boat\n" in out
    assert "  special build an income boat; it costs 2 less, of any kind\n" in out
    data = call("cooper-island", "areas", "--json").json
    assert list(data) == list("ABCDEFGH")
    assert data["F"]["normal"] == [{"ruin": 1}, {"statue": 1}]
    assert data["F"]["special"] == [{"ruin": 1, "statue": 1}]


KINDS: tuple[Literal["toml", "json"], ...] = ("toml", "json")

EVERYTHING = '''\
format = 1
game = "cooper-island"
rules = "1"
date = 2026-01-02
box = "house"
log = """
round 1
income
Ana: islet forest d2-e2 number 2 # hm
"""

[rulings]
leftovers = "kinds"

[values]
provenance = "transcribed"
storage = 7
feeding = [1, 2]

[values.buildings]
small = "1 wood"

[[values.rings]]
players = 2
beaches = 20
harbours = [0, 10]
before = 3
cutter = [4]
two_master = []

[[values.cards]]
name = "Mill"
kind = "large"
gives = ""

[[players]]
name = "Ana"
ships = [{ distance = 3 }, { }]

[[players]]
name = "Ben"
total = 3
'''


def test_a_record_with_everything_is_written_again_as_it_was_read() -> None:
    record = read(EVERYTHING)
    for kind in KINDS:
        again = GAME.write(record, kind)
        back = record_of(parse_document(again, kind, "again"))
        assert GAME.write(back, kind) == again
        assert back.data == record.data
        assert [line.what for line in back.entries or ()] == [
            line.what for line in record.entries or ()
        ]
    assert record.box.values.storage == 7
    assert record.box.card("Mill") is not None
    assert str(record.box.cost("statue")) == "2 stone"  # of the house
    assert record.box.placeholder
