"""Records that begin in the middle of a game: a palace that was found, and what players had."""

from __future__ import annotations

import pytest

from palace import InputError, Palace, build, load_map, score
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.record_writing import record_text, self_contained
from palace.monkey_palace.game.state import BEFORE
from palace.monkey_palace.kernel.supply import Supply
from tests.monkey_palace.game.texts import ending_of, read_text, reasons_of, unchecked
from tests.sentences import Says

FOUND = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbNm,x3/x8/x8"
TOP = f'position = "{FOUND}"\ndue = "Ben"\ntrophies = ["monkey", "frog"]\n'
ANA = (
    'start = "4a3b"\neach = "2a2b"\n[players.found]\n'
    'cards = ["1x 1* each 1a", "3g 2* on 3"]\nbananas = 3\nbonus = 1\n'
)
BEN = 'start = "2a1b"\neach = "2a2b"\n[players.found]\ntrophies = ["monkey"]\n'
TURN = '[[turns]]\nplayer = "Ben"\nbuild = "b4+bb-c4-d4"\n'


def record(top: str = TOP, ana: str = ANA, ben: str = BEN, turns: str = "") -> LoggedRecord:
    return read_text(
        f'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n{top}'
        f'[[players]]\nname = "Ana"\n{ana}[[players]]\nname = "Ben"\n{ben}{turns}'
    )


def refused(**parts: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        record(**parts)
    return [str(problem) for problem in caught.value.problems]


def test_the_table_is_as_it_was_found() -> None:
    table = record().rules.table
    assert table.palace == Palace.read(FOUND, load_map("map-1"))
    assert table.due == ("Ben",)
    assert (table.holder("monkey"), table.holder("frog")) == ("Ben", None)
    ana = table.seat("Ana")
    assert (ana.pieces, ana.income) == (Supply(4, 3, 0), Supply(3, 2, 0))
    assert [taken.turn for taken in ana.cards] == [BEFORE, BEFORE]
    assert ana.free_slots == (2, 4)
    assert (ana.bonus, ana.bananas, table.bonus_left) == ((BEFORE,), 3, 13)


def test_it_goes_on_from_there() -> None:
    played = replay(record(ben=BEN.replace("2a1b", "3a9b"), turns=TURN))
    assert not played.reasons, played.reasons
    assert (
        played.state.palace.columns
        == build(Palace.read(FOUND, load_map("map-1")), "b4+bb-c4-d4").columns
    )
    assert played.due == ("Ana",)
    tray = played.states[0].tray
    assert tray == played.states[0].palace.box.minus(Supply(4, 3, 0)).minus(Supply(3, 9, 0))


def test_what_is_not_known_is_named() -> None:
    notes = unchecked(record(ben='start = "2a1b"\neach = "2a2b"\n'))
    assert notes[:2] == (
        "the record begins in the middle of a game: who built the palace, and what was earned and "
        "taken before, is not known",
        "what Ben had then is not known: found is missing",
    )


def test_what_players_had_counts() -> None:
    sheets = {sheet.name: sheet for sheet in score(record(turns=TURN)).sheets}
    assert [
        (line.category, line.points, line.cause, line.turn) for line in sheets["Ana"].lines
    ] == [
        ("cards", 3, "bananas on cards taken before", None),
        ("cards", 1, "the 1 multicolour card, from before", None),
        ("cards", 2, "the 3 gold card, from before", None),
        ("bonus", 4, "bonus card, from before", None),
    ]
    assert [(line.points, line.cause) for line in sheets["Ben"].lines] == [(2, "holds the monkey")]


def test_a_palace_that_no_game_can_have_made() -> None:
    top = TOP.replace("bE,EWd", "bE,EW")
    wrong = reasons_of(record(top=top))
    assert [(reason.code, reason.turn, reason.line) for reason in wrong] == [("path", None, 5)]
    assert replay(record(top=top, turns=TURN)).reasons
    loose = TOP.replace(FOUND, "x8/x8/x8/x8/x8/x8/x8/bE,bWl,x6")
    found = record(top=loose, ben="[players.found]\n")
    assert not replay(found).reasons
    assert any("whether a game can have made it" in note for note in unchecked(found))


def test_animals_and_their_trophies(says: Says) -> None:
    (reason,) = reasons_of(record(ben="[players.found]\n"))
    assert (reason.code, reason.at, reason.line) == ("monkey", "e3", 5)
    says(reason)
    frog = record(ana=ANA + 'trophies = ["frog"]\n')
    assert not replay(frog).reasons
    says(*unchecked(frog))
    says(*unchecked(record(top=TOP.replace(",bbNm,", ",bbN,"), turns=TURN)))


def test_the_last_round_has_begun() -> None:
    table = record(top=f"{TOP}last_round = true\n").rules.table
    assert (ending_of(table), table.finished) == ("it had begun before the record", False)
    played = replay(record(top=f"{TOP}last_round = true\n", turns=TURN))
    assert played.state.finished
    assert record(top=f"{TOP}last_round = true\n".replace("Ben", "Ana")).rules.table.finished


def test_it_is_written_and_read_again() -> None:
    joined = record(turns=TURN)
    for kind in ("toml", "json"):
        text = record_text(joined, kind)
        again = read_text(text, kind)
        assert again.data == joined.data
        assert again.found == joined.found
        assert record_text(again, kind) == text


def test_cards_of_a_deck_are_written_out() -> None:
    whole = self_contained(
        record(top=f'box = "house"\n{TOP}', ana=ANA.replace('"3g 2* on 3"', '"@x1-1 on 2"'))
    )
    found = whole.data.players[0].found
    assert found is not None
    assert found.cards == ["1x 1* each 1a", "1x 0* each 1a on 2"]
    assert whole.data.provenance == "placeholder"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"top": 'due = "Ben"\n', "ana": "", "ben": ""},
         "record:5:7: due: it is for a record that begins in the middle of a game; "
         "add position, the palace then, or leave it out"),
        ({"top": "last_round = true\n", "ana": "", "ben": ""},
         "record:5:14: last_round: it is for a record that begins in the middle of a game; "
         "add position, the palace then, or leave it out"),
        ({"top": "", "ana": "[players.found]\nbonus = 1\n", "ben": ""},
         "record:7:1: players[1].found: it is for a record that begins in the middle of a game; "
         "add position, the palace then, or leave it out"),
        ({"top": TOP.replace('"Ben"', '"Bne"')},
         "record:6:7: due: no player is called 'Bne'; did you mean Ben?"),
        ({"top": TOP.replace('"Ben"', '"Xaver"')},
         "record:6:7: due: no player is called 'Xaver'; the players are Ana, Ben"),
        ({"ana": '[players.found]\ntrophies = ["monkey"]\n'},
         "record:17:12: players[2].found.trophies: Ana holds the monkey, too; "
         "only one player holds it"),
        ({"top": TOP.replace(FOUND, "x8")},
         "record:5:15: position: it ends here after rank 8; expected / and rank 7"),
        ({"ana": '[players.found]\ncards = ["@x1-1"]\n'},
         'record:11:10: players[1].found.cards[1]: @x1-1 is a card of a deck, and the record names '
         'none; add deck = "house" or your .csv file, or write the card out: 3g 2* each 1a'),
        ({"ana": 'start = "79a"\neach = "1a"\n'},
         "record:10:9: players[1].start: 79 arches, 76 are left in the box; "
         "all players and the palace share one box"),
    ],
)  # fmt: skip
def test_what_does_not_fit(parts: dict[str, str], said: str) -> None:
    assert said in refused(**parts)
