"""The score of totals, of final sheets and of logs."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from palace.contract.game import Question
from palace.contract.pad import PLAYERS
from palace.contract.registry import score as score_of
from palace.contract.rules import log_of
from palace.cooper_island import log
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.score import PAD, score_record
from palace.cooper_island.state import Table
from palace.core.errors import InputError
from palace.scoring import Score
from tests.calls import call
from tests.cooper_island.test_record import ANA, BEN, GOLDEN, HEAD, LOG, errors, read, score
from tests.sentences import Says

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
    assert kinds.sheets[0].lines[5].cause.endswith("1 double tile, by five each")


def test_a_total_that_is_not_its_parts() -> None:
    with pytest.raises(InputError) as caught:
        score(f"{HEAD}{ANA}{SHEET}total = 28\n{BEN}total = 2\n")
    assert str(caught.value) == (
        "f:11:9: players[1].total: 28 is written down, and its parts make 27; correct it, or leave "
        "it out"
    )


def test_both_ways_to_score_a_ship() -> None:
    ships = "ships = [{ logbooks = 1, beaches = 2, distance = 8 }, { distance = 3 }]\n"
    found = read(f"{HEAD}{ANA}{ships}{BEN}total = 2\n")
    sheet = score_of(found).sheets[0]
    assert [line.points for line in sheet.lines] == [7, 3]
    assert sheet.lines[1].cause == "two-master: sailed 3 beaches"


@pytest.mark.parametrize(
    ("key", "sentence", "most"),
    [
        ("anchors = 17", "box-limit", 16),
        ("leftovers = { coins = 25 }", "box-limit", 24),
        ("leftovers = { resources = 101 }", "box-limit", 100),
        ("leftovers = { double_tiles = 61 }", "box-limit", 60),
        ("ships = [{ logbooks = 31 }, {}]", "box-limit", 30),
        ("royal_orders = [1, 1, 1]", "box-limit.royal-orders", 2),
        ("buildings = [1, 1, 1, 1, 1]", "box-limit.building-cards", 4),
    ],
)
def test_more_than_the_box_holds(key: str, sentence: str, most: int, says: Says) -> None:
    found = score(f"{HEAD}{ANA}{key}\n{BEN}total = 2\n")
    (reason,) = found.reasons
    assert not found.legal
    data = reason.record()
    assert (data["code"], data["at"], data["by"], data["line"]) == ("box-limit", "Ana", 1, 6)
    assert (reason.key, dict(reason.values)["most"]) == (sentence, most)
    says(reason)


def test_what_one_player_has_is_left_to_no_other() -> None:
    sheets = [f"leftovers = {{ coins = {coins} }}\n" for coins in (20, 5)]
    (reason,) = score(f"{HEAD}{ANA}{sheets[0]}{BEN}{sheets[1]}").reasons
    assert (reason.at, reason.by) == ("Ben", 1)
    assert {"count": 5, "left": 4, "most": 24}.items() <= dict(reason.values).items()
    assert not score(f"{HEAD}{ANA}{sheets[0]}{BEN}{sheets[1].replace('5', '4')}").reasons


# The pad of the final sheets.


def asked(**rulings: str) -> list[Question]:
    """Return what the pad asks of two players, each of whom has one of everything."""
    answers: dict[str, Any] = {PLAYERS: ("Ana", "Ben")}
    found = []
    for question in PAD.questions(answers, rulings):
        found.append(question)
        answers.setdefault(question.key, 1)
    return found[1:]


def test_what_the_pad_asks() -> None:
    found = asked()
    way = "5 a logbook and 1 a beach since the last"
    assert [question.prompt for question in found[:10]] == [
        f"Ana, {what}) [0]> " for what in (
            f"points of the cutter, {way} (0 to 99, such as 11",
            f"points of the two-master, {way} (0 to 99, such as 11",
            "royal orders (0 to 999, such as 3+1 or 4",
            "building cards (0 to 999, such as 2+1 or 3",
            "coins left (0 to 24, such as 2",
            "resources left, on the land too, one each (0 to 100, such as 3",
            "cartographer steps left (0 to 20, such as 2", "double tiles left (0 to 60, such as 1",
            "anchors under ships (0 to 16, such as 1",
            "land spaces without a tile, those of ruins too (0 to 21, such as 4",
        )
    ]  # fmt: skip
    other = [question.prompt for question in asked(**{"tie-ruins": "covered",
                                                      "leftover-cubes": "value"})]  # fmt: skip
    assert ", on the land too, by their value (" in other[5]
    assert "a tile, without those of ruins (" in other[9]
    # What Ana has is not left for Ben; steps and spaces are their own.
    assert [question.most for question in found[14:]] == [23, 99, 20, 59, 15, 21]


@pytest.mark.parametrize(
    ("at", "text", "said"),
    [
        (2, "1+1+1", "3 orders; at most 2, or write their total"),
        (3, "1 1 1 1 1", "5 cards; at most 4, or write their total"),
        (4, "25", "25 is too many; the box has 24 coins"),
        (14, "24", "24 is too many; the box has 24 coins, and 1 of them are taken"),
        (6, "21", "21 is too many; at most 20"),
        (9, "22", "22 is too many; at most 21"),
    ],
)
def test_what_the_pad_refuses(at: int, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        asked()[at].read(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("names", "layout"),
    [(("Eva",), 2), (("Eva", 'F"'), 2), (("Eva", "Fay", "Gil"), 3), (("E", "F", "G", "H"), 4),
     (("E", "F", "G", "H", "I"), 4)],
)  # fmt: skip
def test_the_record_to_fill_in(names: tuple[str, ...], layout: int) -> None:
    text = PAD.template(names, {})
    assert text.startswith("# A game of Cooper Island, to fill in.")
    data = tomllib.loads(text)
    assert [player["name"] for player in data["players"]] == [*names]
    assert all(player["ships"] == [0, 0] for player in data["players"])
    # A land is on the layout of so many players; the key of the game names one of its own.
    assert text.count(f'# land = "cooper-{layout}: ') == len(names)
    assert '# peninsula = "cooper-2"' in text
    assert (PAD.names, PAD.samples) == (("Ana", "Ben"), "palace.cooper_island")


# A log.


def table_of(record: LoggedRecord) -> Table:
    played = log_of(record)
    assert played is not None
    return played.state


def whole(extra: str = "", name: str = "three-players") -> str:
    text = (GOLDEN / f"{name}.toml").read_text(encoding="utf-8")
    return text.replace('name = "Ana"\n', f'name = "Ana"\n{extra}', 1)


def test_a_log_makes_the_sheet() -> None:
    found = read(whole())
    game = score_of(found)
    assert (game.legal, game.finished, game.start_player) == (True, True, "Ana")
    table = table_of(found)
    for at, sheet in enumerate(game.sheets):
        ships = [line.points for line in sheet.lines if line.category == "ships"]
        assert ships == [ship.distance for ship in table.seats[at].ships]
        assert sheet.lines[-1].points == -table.seats[at].anchors


def test_what_is_written_beside_a_log_must_agree_with_it() -> None:
    seat = table_of(read(whole())).seats[0]
    right = f"anchors = {seat.anchors}\n"
    assert score(whole(right)).legal
    with pytest.raises(InputError) as caught:
        score(whole(f"anchors = {seat.anchors + 1}\nuncovered = 99\ntotal = 1\n"))
    said = [str(problem) for problem in caught.value.problems]
    assert [line.split(": ", 1)[1] for line in said] == [
        f"players[1].anchors: {seat.anchors + 1} is written down, and the log has {seat.anchors}; "
        "correct it, or leave it out",
        said[1].split(": ", 1)[1],
    ]
    assert "players[1].uncovered: 99 is written down, and the log has " in said[1]
    with pytest.raises(InputError, match="total: 1 is written down, and the log has"):
        score(whole("total = 1\n"))
    ships = "ships = [{ logbooks = 30 }, { distance = 50 }]\n"
    with pytest.raises(InputError, match=r"ships\[1\]\.logbooks: 30 is written down") as caught:
        score(whole(f"{ships}leftovers = {{ coins = 99 }}\n"))
    assert len(caught.value.problems) == 3


def test_the_values_of_a_record_go_before_those_of_its_box() -> None:
    text = LOG.format("Ana: islet forest d2-e2 number 2")
    with_box = text.replace("log =", 'box = "house"\nlog =')
    own = with_box.replace(ANA, '[values]\nislets = [{ number = 2, gives = "2 gold" }]\n' + ANA)
    for record, market in ((text, "nothing"), (with_box, "1 food"), (own, "2 gold")):
        assert str(table_of(read(record)).seats[0].market) == market


def test_a_running_game_says_what_is_on_trust() -> None:
    found = score(LOG.format("Ana: islet forest d2-e2 gives 1 wood"))
    assert not found.finished
    assert found.ends == "it ends with round 5; this is round 1"
    assert found.notes == (
        "not checked, counted as written: what an islet gives",
        "not from a printed box, made up for trying out: the peninsula, the sea ring",
    )


def test_how_far_a_log_is() -> None:
    assert score(f'{HEAD}log = ""\n{ANA}{BEN}').ends == "it has not begun"
    assert score(whole()).ends == ""
    twice = "Ana: islet forest d2-e2 gives 1 wood\nBen: islet forest d2-e2 gives 1 food"
    (told, _) = score(LOG.format(twice)).notes
    assert told == "not checked, counted as written: what an islet gives (2 times)"
    early = f'{HEAD}log = "Ana: spends nothing"\n{ANA}total = 9\n{BEN}total = 8\n'
    assert score(early).notes[0] == (
        "the log ends before the first round: the points are as written down"
    )


def test_reasons_have_entry_and_line(says: Says) -> None:
    (reason,) = score(LOG.format("Ana: store 1 coin@storage # a slip")).reasons
    assert reason.record() == {
        "code": "goods", "rule": "Payment", "at": "Ana", "level": None, "by": 1,
        "remedy": reason.remedy, "text": reason.text, "turn": 1, "line": 7,
    }  # fmt: skip
    says(reason)


def test_strict_stops_at_the_first_illegal_entry() -> None:
    text = LOG.format("Ana: store 1 wood\nBen: store 1 wood")
    assert len(score(text).reasons) == 2
    found = score_of(read(text), strict=True)
    assert len(found.reasons) == 1
    assert found.notes[0] == "stopped at 'Ana: store 1 wood': it is not legal"


def test_a_log_of_the_beginning_beside_the_final_sheets() -> None:
    log = LOG.format("Ana: islet forest d2-e2 gives 1 wood")
    found = score(f"{log}".replace(BEN, f"{SHEET}{BEN}total = 12\n"))
    assert [sheet.total for sheet in found.sheets] == [27, 12]
    assert (found.legal, found.finished) == (True, True)
    assert found.notes[:2] == (
        "the log ends in round 1: the points are as written down",
        "not checked, counted as written: what an islet gives",
    )
    wrong = score(
        log.replace("d2-e2", "d2-d9").replace(
            BEN, f"{SHEET}{BEN}anchors = 17\nships = [{{}}, {{}}]\n"
        )
    )
    codes = [reason.record()["code"] for reason in wrong.reasons]
    assert "box-limit" in codes
    assert len(codes) > 1


def test_an_empty_log_is_that_of_a_game_that_begins_but_none_beside_sheets() -> None:
    text = f'{HEAD}log = ""\n{ANA}total = 9\n{BEN}total = 8\n'
    assert [sheet.total for sheet in score(text).sheets] == [9, 8]
    # A coin, three steps and two double tiles are left: six, divided by five.
    begun = score(f'{HEAD}log = ""\n{ANA}{BEN}')
    assert ([sheet.total for sheet in begun.sheets], begun.finished) == ([1, 1], False)
    assert errors(f"{HEAD}{ANA}{BEN}")[0].startswith("f:4:1: players: the record has nothing to")


@pytest.mark.parametrize("name", ["three-players", "faulty", "sheet"])
def test_a_check_goes_through_the_score_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = []

    def counted(record: LoggedRecord, *more: Any) -> Score:
        scored.append(record)
        return score_record(record, *more)

    monkeypatch.setattr(log, "score_record", counted)
    for count, form in enumerate(((), ("--json",)), 1):
        call("check", GOLDEN / f"{name}.toml", *form)
        assert len(scored) == count
