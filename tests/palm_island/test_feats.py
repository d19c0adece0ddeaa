"""Feats: entered by their owner, used from the back of the deck, earned at the end of a game."""

from __future__ import annotations

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import replay
from palace.palm_island.score import feat_history
from tests.calls import call, refusal
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN as ALL_GOLDEN

GOLDEN = ALL_GOLDEN / "palm-island"
HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\n'
RACK = """
[[feats]]
id = "rack"
name = "Rack"
unlock = 1
needs = { points = 1 }
areas = [{}, { gives = "1F", store = "free", flip = "1L" }, {}, { points = 3, upgrades = 1 }]
"""
DEAL = "4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16"


def text(moves: list[str], feats: str = RACK, used: str = ', "rack"', more: str = "") -> str:
    player = f'[[players]]\nname = "Ana"\ndeal = [{DEAL}{used}]\nmoves = {moves!r}\n'
    return f"{HEAD}{more}{feats}{player}"


def record(source: str, file: str = "f") -> Record:
    return record_of(parse_document(source, "toml", file))


def test_a_feat_shows_its_unlock_marker_behind_the_tracker() -> None:
    found = record(text([]))
    assert str(found.start(0)).endswith(" 16 17 rack.1")
    before = record(text([], more='[rulings]\nfeat-place = "before"\n'))
    assert str(before.start(0)).endswith(" 16 rack.1 17")


def test_a_feat_acts_like_a_building() -> None:
    # Round 2 begins with the feat on top, the stored log behind it.
    moves = ["store 4", *["discard"] * 15, "flip rack pay 4"]
    (game,) = replay(record(text(moves)))
    assert game.legal
    assert [reason.code for reason in replay(record(text([*moves[:-1], "flip rack"])))[0].reasons
            ] == ["too-little"]  # fmt: skip
    (line,) = score_record(record(text(moves))).sheets[0].lines
    assert (line.category, line.points, line.turn) == ("feats", 3, 17)
    assert line.cause == "rack Rack, back rotated"


def test_a_round_with_a_feat_has_seventeen_card_moves() -> None:
    (game,) = replay(record(text(["discard"] * (16 + 7 * 17))))
    assert (game.legal, game.finished) == (True, True)


def test_what_is_not_transcribed_is_said() -> None:
    bare = '\n[[feats]]\nid = "rack"\nname = "Rack"\n'
    notes = score_record(record(text([], bare))).notes
    assert notes[0].endswith("medium (one feat)")
    assert notes[1:] == (
        "what earns the feat rack Rack is not transcribed",
        "what the feat rack Rack does is not transcribed: it does nothing",
    )
    assert score_record(record(text([]))).notes[1:] == ("the feat rack Rack is a placeholder",)
    known = RACK.replace('"Rack"\n', '"Rack"\nprovenance = "transcribed"\n')
    assert len(score_record(record(text([], known))).notes) == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (text([], feats=""),
         ["f:6:64: players[1].deal[17]: 'rack' is not transcribed; enter it: [[feats]] with id, "
          "name, unlock, needs and areas"]),
        (text([], used=', "rack", "rack"'),
         ["f:13:72: players[1].deal[18]: card rack is dealt twice; each card once"]),
        (text([]).replace("deal = [4", 'deal = ["rack", 4').replace('16, "rack"', "16"),
         ["f:13:9: players[1].deal[1]: the feat rack is dealt among the cards; feats stand last"]),
        (text([], feats=RACK + RACK),
         ["f:13:6: feats[2].id: two cards have the id 'rack'; give each an id of its own"]),
        (text([], feats=RACK.replace('"rack"', '"My Rack"'), used=""),
         ["f:6:6: feats[1].id: 'My Rack' is no id; small letters, digits and -, such as "
          "honour-1"]),
        (text([], feats=RACK.replace("1L", "1X")),
         ["f:10:54: feats[1].areas[2].flip: '1X' does not fit; expected free, or numbers with L "
          "log, F fish, S stone in this order, such as 1L 2F"]),
        (text([], feats=RACK.replace("unlock = 1", "unlock = 4")),
         ["f:8:10: feats[1].unlock: 4 is too large; at most 3"]),
        (text(["store rack", "store hut"], used=""),
         ["f:14:11: players[1].moves[1]: there is no card 'rack' in this game; its cards are the "
          "numbers 1 to 16",
          "f:14:25: players[1].moves[2]: there is no card 'hut' in this game; its cards are the "
          "numbers 1 to 16"]),
    ],
)  # fmt: skip
def test_every_error_has_its_place(source: str, said: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        record(source)
    assert [str(problem) for problem in caught.value.problems] == said


# Earning: all criteria, at the end of a finished legal game.


def earning(needs: str) -> str:
    return RACK.replace("points = 1 }", f"{needs} }}")


PLAYED = ["store 4", "store 1", *["discard"] * 7, "rotate 6 pay 4 1", *["discard"] * 118]
"""Ends with one point and one upgrade, nothing stored."""


@pytest.mark.parametrize(
    ("needs", "earned"),
    [("points = 1", True), ("points = 2", False), ("points = 1, upgrades = 1", True),
     ("points = 1, upgrades = 2", False), ("stored = 0", True), ("stored = 1", False)],
)  # fmt: skip
def test_criteria(needs: str, earned: bool) -> None:
    found = record(text(PLAYED, earning(needs), used=""))
    assert replay(found)[0].finished
    assert ("Ana earns the feat rack Rack" in score_record(found).notes) == earned


def test_only_a_finished_legal_game_earns() -> None:
    for moves in (PLAYED[:-1], ["store 10", *PLAYED[1:]]):
        found = record(text(moves, earning("stored = 0"), used=""))
        assert "Ana earns the feat rack Rack" not in score_record(found).notes


def test_feats_are_kept_from_game_to_game() -> None:
    first = record(text(PLAYED, used=""), "a.toml")
    second = record(text(["discard"]), "b.toml")
    hard, medium = "hard (no feats)", "medium (one feat)"
    assert tuple(feat_history([first, second])) == (
        ("a.toml", "Ana", "rack", "earned", hard), ("b.toml", "Ana", "rack", "used", medium),
    )  # fmt: skip
    assert [entry.how for entry in feat_history([second, first, first])] == ["early", "earned"]


def test_the_verb() -> None:
    file = GOLDEN / "feat.toml"
    line = "feat.toml: Ana earns full-barns, medium (one feat)"
    assert line in " ".join(call("palm-island", "feats", file).out.split())
    data = call("palm-island", "feats", file, "--json").json["feats"]
    assert [(entry["feat"], entry["how"]) for entry in data] == [
        ("drying-rack", "early"), ("drying-rack", "earned"), ("full-barns", "earned"),
    ]  # fmt: skip
    other = GOLDEN.parent / "monkey-palace" / "tie.toml"
    assert refusal("palm-island", "feats", other) == [
        f"{other}: this is no record of palm-island; leave it out"
    ]
