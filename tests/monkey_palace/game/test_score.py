"""Scores of Monkey Palace: what everything is worth, who wins a tie, and a part of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from palace.contract.registry import score as score_of
from palace.core.errors import InputError
from palace.monkey_palace.game.log import LoggedRecord, read_record, replay
from palace.scoring import Score
from tests.monkey_palace.game import texts
from tests.monkey_palace.game.texts import read_text
from tests.paths import GOLDEN, SAMPLE

HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\n'


def sheets(*players: str, top: str = "") -> Score:
    """The score of a sheet; each player is the lines of a table without the name."""
    return read_text(text_of(*players, top=top), file="f").score(None)


def text_of(*players: str, top: str = "") -> str:
    names = ("Ana", "Ben", "Caro", "Dora")
    seats = (
        f'[[players]]\nname = "{name}"\n{p}\n' for name, p in zip(names, players, strict=False)
    )
    return f"{HEAD}{top}{''.join(seats)}"


def totals(score: Score) -> list[int]:
    return [sheet.total for sheet in score.sheets]


def faults(*players: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        sheets(*players)
    return str(caught.value).split("\n")


@pytest.mark.parametrize(
    ("player", "total"),
    [
        ("cards = [2, 3, 0]", 5),
        ("cards = 5", 5),
        ("cards = []", 0),
        ("cards = 0\nbonus = 1", 4),
        ("bonus = 3", 12),
        ('trophies = ["monkey"]', 2),
        ('trophies = ["butterfly"]', 2),
        ('trophies = ["frog"]', -3),
        ('cards = [2, 3, 0]\nbonus = 1\ntrophies = ["monkey", "frog", "butterfly"]', 10),
        ("total = 15", 15),
        ("total = -3", -3),
        ("cards = 0\ntotal = 0", 0),
        (f"total = {10**6}", 10**6),
        ('total = 15\ntrophies = ["monkey"]', 15),
        ("cards = 11\nbonus = 1\ntotal = 15", 15),
    ],
)
def test_what_it_is_worth(player: str, total: int) -> None:
    score = sheets(player, "cards = 1")
    assert totals(score) == [total, 1]
    assert (score.legal, score.finished, score.ends) == (True, True, "")


def test_every_line_has_its_cause() -> None:
    ana = sheets('cards = [2, 1]\nbonus = 2\ntrophies = ["frog", "monkey"]', "cards = 7").sheets[0]
    assert [(line.category, line.points, line.cause) for line in ana.lines] == [
        ("cards", 2, "card 1 of 2: 2 bananas"),
        ("cards", 1, "card 2 of 2: 1 banana"),
        ("bonus", 8, "2 bonus cards, 4 bananas each"),
        ("monkey", 2, "holds the monkey"),
        ("frog", -3, "holds the frog"),
    ]
    assert not ana.subtotal("butterfly")


def test_the_monkey_breaks_a_tie() -> None:
    score = sheets("cards = 9", 'cards = 7\ntrophies = ["monkey"]', "total = 9")
    assert [standing.rank for standing in score.standings] == [2, 1, 2]
    assert score.winners == ("Ben",)
    assert score.outcome[1] == "tie at 9 points: Ben is before Ana and Caro by the monkey"
    score = sheets("total = 9", 'total = 9\ntrophies = ["monkey"]')
    assert score.winners == ("Ben",)


def test_a_tie_without_the_monkey_is_shared() -> None:
    score = sheets("cards = 9", "cards = 9", 'cards = 3\ntrophies = ["monkey"]', "cards = 5")
    assert score.outcome[0] == "Ana and Ben share the victory with 9 points each"


@pytest.mark.parametrize(
    ("rulings", "ranks"),
    [("", [1, 2, 2, 4]), ('rulings = { lower-ties = "monkey" }\n', [1, 3, 2, 4])],
)
def test_ties_below_the_first_place(rulings: str, ranks: list[int]) -> None:
    """Ben and Caro have as many points, and Caro the monkey, which decides only who wins."""
    parts = ("cards = 9", "cards = 5", 'cards = 3\ntrophies = ["monkey"]', "cards = 1")
    score = sheets(*parts, top=rulings)
    assert [standing.rank for standing in score.standings] == ranks
    assert any("before" in line for line in score.outcome) is bool(rulings)


def reasons_of(score: Score) -> list[tuple[str, str, int | None, int | None]]:
    assert not score.legal
    return [(reason.code, reason.at, reason.by, reason.line) for reason in score.reasons]


def test_more_bonus_cards_than_there_are() -> None:
    assert sheets("bonus = 14", "bonus = 0").legal
    score = sheets("bonus = 9", "bonus = 6", "bonus = 2")
    assert totals(score) == [36, 24, 8]
    assert reasons_of(score) == [("bonus", "Ben", 1, 9), ("bonus", "Caro", 2, 12)]


def test_trophies_in_two_places() -> None:
    score = sheets('trophies = ["monkey"]', 'trophies = ["monkey", "frog"]')
    assert totals(score) == [2, -1]
    assert reasons_of(score) == [("monkey", "Ben", None, 9)]
    score = sheets('trophies = ["frog", "frog"]', "cards = 1")
    assert totals(score) == [-3, 1]
    assert reasons_of(score) == [("frog", "Ana", None, 6)]
    held = 'trophies = ["butterfly"]'
    (twice,) = sheets("cards = 1", held, held).reasons
    assert (twice.key, twice.at, dict(twice.values)["holder"]) == ("butterfly.held", "Caro", "Ben")


def test_trophies_that_were_not_in_the_game() -> None:
    top = 'trophies = ["frog"]\n'
    assert sheets('trophies = ["monkey", "frog"]', "cards = 1", top=top).legal
    score = sheets('trophies = ["butterfly"]', "cards = 1", top=top)
    assert reasons_of(score) == [("butterfly", "Ana", None, 7)]
    assert score.reasons[0].key == "butterfly.held-unplayed"
    (frog,) = sheets('trophies = ["frog"]', "cards = 1", top='trophies = ["butterfly"]\n').reasons
    assert (frog.key, dict(frog.values)["trophy"]) == ("frog.held-unplayed", "frog")


def test_nothing_to_score() -> None:
    remedy = "cards, bonus, trophies or total"
    assert faults("", "") == [
        f"f:4:1: players: there is nothing to score; add [[turns]], or to each player {remedy}"
    ]
    assert faults("cards = 1", "") == [
        f"f:7:1: players[2]: nothing is written down for Ben; add {remedy}"
    ]
    assert faults("cards = 1", "crads = 1") == [
        "f:7:1: players[2]: nothing is written down for Ben; is 'crads' a slip for cards?"
    ]


def test_totals_that_are_not_the_sum() -> None:
    assert faults("cards = 10\nbonus = 1\ntotal = 15", f"total = {10**7}") == [
        "f:8:9: players[1].total: 15 is written down, but cards, bonus and trophies make 14; "
        "correct one of them, or leave the total out",
        "f:11:9: players[2].total: no player can have so many points; correct it",
    ]


def test_rulings_change_no_sheet() -> None:
    record = read_text(text_of("cards = 1", "cards = 2"))
    assert score_of(record.ruled({"spiral": "turn"})) == score_of(record)
    assert score_of(record, strict=True) == score_of(record)


# A part of a game.

RECORDS = [SAMPLE, *sorted((GOLDEN / "monkey-palace").glob("*.toml"))]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_part_of_a_game_is_scored_as_a_record_of_so_many_turns(file: Path) -> None:
    record = read_record(file)
    turns = record.data.turns or []
    played = replay(record)
    for count in range(len(turns)):
        data = record.data.model_copy(update={"turns": turns[:count], "finished": None})
        part = replace(record, data=data)
        score = part.score(replay(part))
        assert record.score(replay(record, turns=count)) == score
        assert record.score(played.back(len(turns) - count)) == score
        assert not any("stopped" in note for note in score.notes)


def test_only_the_whole_of_a_record_marked_as_finished_is_finished() -> None:
    record = texts.game(texts.DARK, "pass = true", *["pass = true"] * 4, top="finished = true\n")
    played = replay(record)
    assert record.score(played).finished
    for count in range(6):
        assert not record.score(replay(record, turns=count)).finished, count


def test_a_strict_score_names_the_turn_it_stopped_at() -> None:
    record = texts.game(texts.DARK, texts.TOO_LOW, texts.LIGHT)
    sentence = "stopped at turn 2, which is not legal"
    assert sentence in score_of(record, strict=True).notes
    assert sentence not in score_of(record).notes
    assert sentence not in record.score(replay(record, turns=2)).notes
    whole = texts.game(texts.DARK, texts.TOO_LOW)
    assert score_of(whole, strict=True) == score_of(whole)


def test_what_would_end_a_game_is_told() -> None:
    unknown = score_of(texts.game("pass = true"))
    assert unknown.ends == (
        "it is not known when it ends: write start and each for all, or finished = true"
    )
    known = texts.game(players='start = "3a"\neach = "1b"\n')
    tray = known.rules.table.tray
    assert record_ends(known) == (
        f"it ends when a player cannot be given all the pieces they are due; the tray holds {tray}"
    )


def record_ends(record: LoggedRecord) -> str:
    return record.score(replay(record)).ends


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("cards = 0\nbonus = 0\ntotal = 0\ntrophies = []", ""),
        ("cards = []", ""),
        ("cards = 1", "cards: 1 written down, the turns make 0; correct it, or leave it out"),
        ("cards = [1, 1]", "cards: 2 written down, the turns make 0; correct it, or leave it out"),
        ("bonus = 1", "bonus: 1 written down, the turns make 0; correct it, or leave it out"),
        ("total = 1", "total: 1 written down, the turns make 0; correct it, or leave it out"),
        ('trophies = ["frog"]', "trophies: the turns leave Ana none; correct them"),
    ],
)
def test_what_is_written_beside_turns_is_what_they_make(written: str, fault: str) -> None:
    record = texts.game("pass = true", "pass = true", players=f"{written}\n")
    if not fault:
        assert totals(score_of(record)) == [0, 0]
        return
    with pytest.raises(InputError) as caught:
        score_of(record)
    (ana, ben) = (str(problem).partition(": ")[2] for problem in caught.value.problems)
    assert ana == f"players[1].{fault}"
    assert ben == f"players[2].{fault}".replace("Ana", "Ben")


def test_bonus_cards_and_trophies_written_beside_turns() -> None:
    turn = f'{texts.BONUS}\nmonkey = "d4"\ntake = ["1x 2*"]'
    head = texts.game(turn, "pass = true", players='start = "9a9b6c"\neach = "1a"\n')
    for bonus, total, fits in ((1, 10, True), (0, 10, False), (2, 10, False), (1, 11, False)):
        trophies = ["monkey", "butterfly"]
        ana = head.data.players[0].model_copy(
            update={"cards": 2, "bonus": bonus, "total": total, "trophies": trophies}
        )
        players = [ana, head.data.players[1]]
        record = replace(head, data=head.data.model_copy(update={"players": players}))
        if fits:
            assert totals(score_of(record)) == [10, 0]
        else:
            with pytest.raises(InputError, match="written down, the turns make"):
                score_of(record)


def test_a_game_is_not_over_before_all_had_as_many_turns() -> None:
    for count, over in ((1, False), (2, True), (3, False)):
        record = texts.game(*["pass = true"] * count, top="finished = true\n")
        assert score_of(record).finished is over, count


@pytest.mark.parametrize(
    ("trophies", "named"),
    [
        ('["monkey", "butterfly", "frog"]', ["idle-support"]),
        ('["monkey", "butterfly"]', ["idle-support", "trophy-order", "frog-time"]),
        ('["monkey", "frog"]', ["idle-support", "butterfly-scope"]),
        ('["monkey"]', ["idle-support", "trophy-order", "frog-time", "butterfly-scope"]),
    ],
)
def test_rulings_about_what_is_not_in_the_game_are_named(trophies: str, named: list[str]) -> None:
    given = {"trophy-order": "frog-first", "frog-time": "any", "butterfly-scope": "colour",
             "spiral": "turn", "idle-support": "returned"}  # fmt: skip
    top = f"trophies = {trophies}\nrulings = {{ "
    top += ", ".join(f'{key} = "{value}"' for key, value in given.items()) + " }\n"
    (note,) = (note for note in texts.unchecked(texts.game("pass = true", top=top))
               if "idle-support" in note)  # fmt: skip
    assert {name for name in given if name in note} == {*named}
