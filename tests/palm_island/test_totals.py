"""Players known only by a total, and final decks alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.palm_island.advice import hindrances
from palace.palm_island.log import LoggedRecord
from palace.palm_island.scoring import unchecked
from palace.palm_island.table import due
from tests.calls import call, refusal
from tests.palm_island.tables import BOXED, HEAD, ORDER, log_of, player, record, score_record

CASUAL = f'{HEAD}mode = "casual"\n'
END = "round 8: 17 16.2 4.3* 1.3 7.3 10.3 2.3 5.2 8.3* 11.1 3.3 6.2 9.3 12.1 13.2 15.3 14.1"
"""Worth 45 points, with 35 upgrades."""


def of_total(name: str, total: object) -> str:
    return f'[[players]]\nname = "{name}"\ntotal = {total}\n'


def of_deck(name: str, more: str = "") -> str:
    return f'[[players]]\nname = "{name}"\nposition = "{END}"\n{more}'


def test_a_total_is_scored() -> None:
    score = score_record(record(HEAD + of_total("Ana", 33)))
    assert (score.legal, score.finished, score.sheets[0].total) == (True, True, 33)
    (line,) = score.sheets[0].lines
    assert (line.category, line.points, line.cause) == ("total", 33, "total written down")
    assert score.notes == (
        "Ana: 33 points, Exceptional; nothing else is known, and nothing is checked",
    )


def test_totals_are_ranked_and_ties_are_shared() -> None:
    text = CASUAL + of_total("Ana", 20) + of_total("Ben", 33) + of_total("Caro", 20)
    score = score_record(record(text))
    assert [standing.rank for standing in score.standings] == [2, 1, 2]
    tied = "a tie with a player known only by the total is shared: their upgrades are not known"
    assert tied in score.notes
    assert tied not in score_record(record(CASUAL + of_total("Ana", 1) + of_total("Ben", 2))).notes


def test_one_total_beside_a_game_that_was_played() -> None:
    moves = ["store 4", *["discard"] * 126]
    found = record(CASUAL + of_total("Ben", 33) + player("Ana", moves))
    score = score_record(found)
    assert (score.legal, score.finished) == (True, True)
    assert [sheet.total for sheet in score.sheets] == [33, 0]
    begun = log_of(record(CASUAL + of_total("Ben", 33) + player("Ana", moves[:20])))
    assert due(begun.state) == ("Ana",)
    assert not begun.state.finished


def test_what_others_paid_is_not_known() -> None:
    """One of two players pays half of the first level."""
    text = BOXED + 'mode = "coop"\ndisaster = "spring-tide"\n'
    moves = ["store 4", "store 1", *["discard"] * 14, "round-end disaster pay 4 1"]
    found = log_of(record(text + player("Ana", moves) + of_total("Ben", 12)))
    assert (found.reasons, found.state.middle.level) == ((), 1)
    both = log_of(record(text + player("Ana", moves) + player("Ben", ["discard"] * 16)))
    assert both.reasons


def test_a_group_known_by_totals() -> None:
    text = BOXED + 'mode = "coop"\ndisaster = "spring-tide"\n{}' + of_total("Ana", 9)
    text += of_total("Ben", 12)
    for more, won in (("", None), ("level = 1\n", False), ("level = 3\n", True)):
        team = score_record(record(text.format(more))).team
        assert team is not None
        assert (team.won, team.points) == (won, 9)


def test_a_total_is_checked_against_the_cards() -> None:
    assert score_record(record(HEAD + of_deck("Ana", "total = 45\n"))).sheets[0].total == 45
    with pytest.raises(InputError) as caught:
        score_record(record(HEAD + of_deck("Ana", "total = 44\n")))
    assert str(caught.value) == (
        "f:7:9: players[1].total: 44 is written down, but the cards make 45; correct it, or leave "
        "it out"
    )
    with pytest.raises(InputError, match="33 is written down, but the cards make 0"):
        score_record(record(HEAD + player("Ana", ["discard"] * 128) + "total = 33\n"))


def test_a_final_deck_alone_is_scored() -> None:
    for more in ("", 'moves = ""\n'):
        score = score_record(record(HEAD + of_deck("Ana", more)))
        assert (score.legal, score.finished, score.sheets[0].total) == (True, True, 45)
        assert score.notes[0].startswith(
            "Ana: 45 points, Astounding; 35 upgrades; 2 logs, 2 stone stored"
        )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("total = -1\n", "f:6:9: players[1].total: -1 is too small; at least 0"),
        ('total = "33"\n', "f:6:9: players[1].total: '33' does not fit; expected a whole number"),
        ("totl = 3\n",
         "f:4:1: players[1].moves: this key is missing; add moves = ...\n"
         "f:4:1: players[1].deal: this key is missing; add deal = ..."),
        ('total = 3\nmoves = ""\n', "f:4:1: players[1].deal: this key is missing; add deal = ..."),
        (f"deal = {ORDER}\n", "f:4:1: players[1].moves: this key is missing; add moves = ..."),
        (f'deal = {ORDER}\nmovs = ""\n',
         "f:4:1: players[1].moves: this key is missing; is 'movs' a slip for it?"),
    ],
)  # fmt: skip
def test_refusals(more: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(f'{HEAD}[[players]]\nname = "Ana"\n{more}')
    assert sorted(str(caught.value).splitlines()) == sorted(said.splitlines())


def test_null_is_no_total() -> None:
    text = '{"format": 1, "game": "palm-island", "rules": "1", "players": [{"name": "Ana",'
    with pytest.raises(InputError, match="total: null does not fit"):
        LoggedRecord.read(parse_document(text + '"total": null}]}', "json", "f"))


def test_totals_are_written_and_read() -> None:
    text = CASUAL + "\n" + of_total("Ana", 33) + "\n" + of_deck("Ben")
    assert record(text).text() == text


def test_the_verbs(tmp_path: Path) -> None:
    file = tmp_path / "totals.toml"
    file.write_text(HEAD + of_total("Ana", 33), encoding="utf-8")
    assert "Palm Island, solo, totals only" in " ".join(call("check", file).out.split())
    (data,) = call("check", file, "--json").json["players"]
    assert (data["points"], data["upgrades"], data["position"]) == (33, None, None)
    assert refusal("render", file, "-o", tmp_path / "a.svg") == [
        f"{file}: there is no deck to draw: only totals are known; name a record with moves"
    ]
    found = record(HEAD + of_total("Ana", 33))
    problems = hindrances(found, log_of(found), "f")
    assert [problem.what for problem in problems] == ["only the total of Ana is known"]


CARDS = """
[[outposts]]
id = "hill"
provenance = "transcribed"
points = 1
needs = { logs = 1 }
[[outposts]]
id = "hut"
provenance = "transcribed"
points = 2
casual = "Have a goat."
[[outposts]]
id = "well"
provenance = "transcribed"
terrain = "sea"
[[villagers]]
id = "monk"
provenance = "transcribed"
cost = "1L"
points = 0
[[villagers]]
id = "nun"
provenance = "transcribed"
points = 3
[[disasters]]
id = "storm"
provenance = "transcribed"
"""
"""Cards of which each lacks something, or nothing that is checked."""

NOT_CHECKED = {
    "casual": [
        "the value of well is not transcribed",
        "the cost of nun is not transcribed",
        "the criterion of hut is not checked: Have a goat.",
        "the criterion of well is not checked: it is not transcribed",
    ],
    # An outpost has a price in speed games alone, and no criterion there.
    "speed": [
        "the cost of hill is not transcribed",
        "the cost of hut is not transcribed",
        "the value of well is not transcribed",
        "the cost of well is not transcribed",
        "the cost of nun is not transcribed",
    ],
    "coop": [
        "the cost of the levels of storm is not transcribed",
        "the value of well is not transcribed",
        "the cost of nun is not transcribed",
        "the criterion of hut is not checked: Have a goat.",
        "the criterion of well is not checked: it is not transcribed",
    ],
}


@pytest.mark.parametrize("mode", NOT_CHECKED)
def test_what_is_not_transcribed_is_not_checked(mode: str) -> None:
    owned = 'owned = ["hill", "hut", "well", "monk", "nun"]\nmoves = ""\n'
    head = f'{HEAD}mode = "{mode}"\n' + 'disaster = "storm"\n' * (mode == "coop")
    text = head + of_deck("Ana", owned) + of_deck("Ben", 'moves = ""\n') + CARDS
    known = record(text)
    assert [*unchecked(known, log_of(known))] == NOT_CHECKED[mode]
