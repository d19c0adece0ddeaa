"""Records of Cooper Island: the place of every error, and the verbs that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from palace.contract.registry import score as score_of
from palace.cooper_island.box import BOX
from palace.cooper_island.land import load_peninsula
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.log import read as read_log
from palace.cooper_island.rules import RULINGS
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.scoring import Score
from tests.calls import call, refusal
from tests.paths import ROOT

HEAD = 'format = 1\ngame = "cooper-island"\nrules = "1"\n'
ANA, BEN = '[[players]]\nname = "Ana"\n', '[[players]]\nname = "Ben"\n'
GOLDEN = ROOT / "tests" / "golden" / "cooper-island"
LOG = f'{HEAD}log = """\nround 1\nincome\n{{}}\n"""\n{ANA}{BEN}'


def read(text: str) -> LoggedRecord:
    return read_log(parse_document(text, "toml", "f"))


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def score(text: str, **rulings: str) -> Score:
    return score_of(read(text).ruled(rulings))


KEYS = "total, ships, royal_orders, buildings, leftovers, anchors"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, ["f:1:1: players: this key is missing; add [[players]]"]),
        (f"{HEAD}{ANA}total = 9",
         ["f:4:1: players: 1 player in a game; enter 2 to 4; in the solo game Cooper is "
          "the second player"]),
        (f"{HEAD}{ANA}{BEN}",
         [f"f:4:1: players: the record has nothing to score; add a log, or to each player {KEYS}"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}anchor = 2",
         ["f:7:1: players[2]: no values for Ben; is 'anchor' a slip for anchors?"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}uncovered = 2",
         [f"f:7:1: players[2]: no values for Ben; add {KEYS}"]),
        (f"{HEAD}{ANA}total = 9\n{ANA}total = 9",
         ["f:8:8: players[2].name: two players are called 'Ana'; give each a name of their own"]),
        (f"{HEAD}{ANA}total = 9\n{BEN}ships = [{{ distance = 4 }}]",
         ["f:9:9: players[2].ships: 1 ship; write two, the cutter first: [11, 7], or "
          "{ logbooks = 2 } of both"]),
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
          f"f:12:1: rulings.spiral: there is no ruling 'spiral'; one of: {', '.join(RULINGS)}; "
          "see: palace rulings --game cooper-island"]),
        (f"{HEAD}[values]\nstatue = '2 wod'\nboats = [{{number = 1}}, {{number = 1}}]\n"
         f"{ANA}total = 9\n{BEN}total = 9",
         ["f:5:13: values.statue: 'wod' is not a kind of goods; expected wood, food, stone, gold, "
          "cloth, coin or any",
          "f:6:34: values.boats[2].number: two boats have the number 1; give each another"]),
        (f"{HEAD}[[values.rings]]\nplayers = 2\nbeaches = 9\nharbours = [0, 9, 3]\nbefore = 0\n"
         f"cutter = [3, 3]\ntwo_master = []\n{ANA}total = 9\n{BEN}total = 9",
         ["f:7:12: values.rings[1].harbours: 3 harbours for 2 players; give one for each, in "
          "seat order",
          "f:7:16: values.rings[1].harbours[2]: there is no beach 9; use 0 to 8",
          "f:9:14: values.rings[1].cutter[2]: beach 3 is named twice; name each once"]),
        (f'{HEAD}log = """\nround 1\nAna: worker Z\nCaro: worker A\n"""\n{ANA}{BEN}',
         ["f:6:13: log: 'Z' is not expected here; expected A, B, C, D, E, F, G or H",
          "f:7:1: log: no player is called 'Caro'; the players are Ana and Ben"]),
        (f'{HEAD}log = ["round 1", "incom"]\n{ANA}{BEN}',
         ["f:4:20: log[2]: 'incom' is not a line of a log; expected round, income, workers, "
          "clean-up, "
          "end, or a player's name and a colon; did you mean income?"]),
        (f'{HEAD}log = ["round 1", 3]\n{ANA}{BEN}',
         ["f:4:19: log[2]: 3 does not fit; expected a text in quotes"]),
        (f'{HEAD}log = """\nAna: harbour Bem pay 1 coin; sail cutter"""\n{ANA}{BEN}',
         ["f:5:41: log: the text ends here; expected a number from 1 to 99"]),
        (f'{HEAD}log = """\nAna: harbour Bem pay 1 coin"""\n{ANA}{BEN}',
         ["f:5:1: log: no player is called 'Bem'; did you mean Ben?"]),
    ],
)  # fmt: skip
def test_every_error_has_its_place(text: str, said: list[str]) -> None:
    assert errors(text) == said


def test_unknown_keys_are_kept_and_named() -> None:
    found = read(f'{HEAD}plaec = "home"\n{ANA}total = 1\n{BEN}total = 2\n')
    assert found.warnings == (
        "f:4:1: plaec: this key is not known and is kept as it is; did you mean place?",
    )
    assert 'plaec = "home"' in found.text()


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
    stopped = call("check", GOLDEN / "faulty.toml", "--strict")
    assert "stopped at " in " ".join(stopped.out.split())
    sheet = call("check", GOLDEN / "sheet.toml")
    assert sheet.status == 0
    assert "final sheets" in " ".join(sheet.out.split())
    assert "Dan: 22 points" in sheet.out


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
        "--supply: a record holds what the players have; leave it out",
    ]
    assert refusal("score", file, "--ruling", "leftovers=x") == [
        "--ruling: leftovers cannot be 'x'; it is one of: pooled, kinds",
    ]


def test_codes_are_explained() -> None:
    from palace.cooper_island.rules import BOOK
    from palace.monkey_palace.game.reasons import BOOK as MONKEY
    from palace.palm_island.rules import BOOK as PALM

    assert not BOOK.rules.keys() & {*MONKEY.rules, *PALM.rules}
    for code, rule in BOOK.rules.items():
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
    assert (reason["code"], reason["by"]) == ("storage", 6)
    house = call("box", "check", "--game", "cooper-island", "house", "--json").json["missing"]
    assert [line for line in house if "placeholder" not in line] == [
        "values milestones: the four names", "none of 30 cards entered",
    ]  # fmt: skip
    assert refusal("box", "new", "--game", "cooper-island", tmp_path / "box.txt")[0].endswith(
        "name it .toml"
    )
    file.write_text(text.replace('"3 stone"', '"3 stones 1 fish"') + "\nboatz = 1\n")
    (line,) = refusal("box", "check", "--game", "cooper-island", file)
    assert "statue: 'fish' is not a kind of goods" in line
    file.write_text(text.replace("[buildings]", "statu = 1\n[buildings]"))
    (line,) = refusal("box", "check", "--game", "cooper-island", file)
    assert line.endswith("statu: this key is not known; did you mean statue?")


def test_a_peninsula_and_a_ring_that_fit(tmp_path: Path) -> None:
    log = "Ana: islet forest d2-e2"
    assert not read(LOG.format(log)).warnings
    other = LOG.format(log).replace("log =", 'peninsula = "cooper-3"\nlog =')
    assert read(other).warnings == (
        "f:4:13: peninsula: cooper-3 is for 3 players, and the game has 2; use cooper-2",
    )
    ring = (
        "{ players = 2, beaches = 8, harbours = [0, 4], before = 3, cutter = [], two_master = [] }"
    )
    short = LOG.format(log).replace(ANA, f"[values]\nrings = [{ring}]\n{ANA}")
    (warning,) = read(short).warnings
    assert "coasts and bays have 20 beaches, and the ring of the record for 2" in warning
    assert warning.endswith("; enter a ring that fits: [[values.rings]]")
    own = (ROOT / "maps/cooper-2.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(own.replace('"cooper-2"', '"mine"'), encoding="utf-8")
    game = tmp_path / "game.toml"
    game.write_text(LOG.format(log).replace("log =", 'peninsula = "mine.toml"\nlog ='))
    assert "mine (placeholder)" in " ".join(call("check", game).out.split())
    game.write_text(game.read_text().replace("mine.toml", "yours.toml"))
    assert "yours.toml" in refusal("check", game)[0]


def test_the_rings_of_the_house_fit_the_peninsulas_of_the_package() -> None:
    for players in (2, 3, 4):
        peninsula, ring = load_peninsula(f"cooper-{players}"), BOX.house.ring(players)
        assert ring.beaches == players * (len(peninsula.beaches) + peninsula.bay)
        assert ring.placeholder


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
        again = record.text(None, kind)
        back = read_log(parse_document(again, kind, "again"))
        assert back.text(None, kind) == again
        assert back.data == record.data
        assert [line.what for line in back.entries or ()] == [
            line.what for line in record.entries or ()
        ]
    assert record.box.values.storage == 7
    assert record.box.card("Mill") is not None
    assert str(record.box.cost("statue")) == "2 stone"  # of the house
    assert record.box.placeholder


def test_lines_of_players_who_are_nobody() -> None:
    text = (
        'format = 1\ngame = "cooper-island"\nrules = "1"\nplayers = []\n'
        'log = """\nround 1\nworkers\nAna: worker A\n"""\n'
    )
    assert errors(text) == ["f:4:11: players: 0 players in a game; enter 2 to 4"]
