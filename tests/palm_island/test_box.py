"""Boxes: the cards beside the core deck, entered by their owner, checked, shown and used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.files.serialise import toml_text
from palace.palm_island.box import BOX
from palace.palm_island.box import BOX as FORMAT
from palace.palm_island.log import LoggedRecord
from palace.palm_island.specials import KINDS, Disaster, Feat, Outpost, Villager
from tests.calls import call, refusal
from tests.palm_island.tables import score_record

PALM = ("--game", "palm-island")

HEAD = 'format = 1\ngame = "palm-island"\nname = "mine"\nprovenance = "transcribed"\n'

pytestmark = pytest.mark.usefixtures("folder")


def test_a_new_box_is_read_and_says_what_is_missing() -> None:
    assert call("box", "new", *PALM, "mine.toml").out.startswith("wrote mine.toml\n")
    checked = call("box", "check", *PALM, "mine.toml")
    assert (checked.status, checked.err) == (0, "")
    lead = "my box: 6 feats, 3 disasters, 2 abilities, 14 outposts, 14 villagers\n"
    assert checked.out.startswith(lead)
    missing = call("box", "check", *PALM, "mine.toml", "--json").json["missing"]
    feats = ", ".join(f"feat-{number}" for number in range(1, 7))
    assert missing[0] == f"feats {feats}: its name, what earns it (needs), its areas"
    assert [line.split()[0] for line in missing] == [*KINDS]
    assert refusal("box", "new", *PALM, "mine.toml")[0].startswith("mine.toml: this file exists")
    assert refusal("box", "new", *PALM, "mine.csv") == [
        "mine.csv: box files are TOML; name it .toml"
    ]


def test_every_line_of_the_template_that_is_commented_out_can_be_used() -> None:
    text = re.sub(
        r"^# (needs|areas|points) = ", r"\1 = ", FORMAT.text("x.toml"), flags=re.MULTILINE
    )
    box = FORMAT.read(parse_document(text, "toml", "f"))
    assert box.card_pool.one(Feat, "feat-1") is not None
    outpost = box.card_pool.one(Outpost, "outpost-14")
    assert outpost is not None
    assert (outpost.points, outpost.criteria, outpost.villager) == (
        4,
        (("logs", 3),),
        "villager-14",
    )


FULL = (
    HEAD
    + """
[[disasters]]
id = "storm"
name = "Storm"
levels = ["1L 2F 1S", "free"]
[[outposts]]
id = "hill"
name = "Hill"
terrain = "mountain"
points = 3
casual = "Have 2 upgraded temples."
needs = { buildings = { Temple = 4 } }
speed = "2L/2F"
villager = "monk"
[[villagers]]
id = "monk"
name = "Monk"
provenance = "placeholder"
cost = "1S"
points = 2
"""
)


def test_a_box_is_no_record_and_no_box_of_another_game() -> None:
    Path("mine.toml").write_text(FULL)
    said = "mine.toml: this is a box, not the record of a game; "
    said += "palace box check mine.toml"
    assert refusal("check", "mine.toml") == refusal("score", "mine.toml") == [said]
    assert call("box", "check", "mine.toml").out == call("box", "check", *PALM, "mine.toml").out
    for other in ("monkey-palace", "cooper-island"):
        assert refusal("box", "check", "mine.toml", "--game", other) == [
            "mine.toml:2:8: game: this is a box of palm-island; palace box check mine.toml"
        ]


def test_what_is_entered() -> None:
    box = FORMAT.read(parse_document(FULL, "toml", "f"))
    storm, hill, monk = box.card_pool.cards
    assert isinstance(storm, Disaster)
    assert isinstance(hill, Outpost)
    assert isinstance(monk, Villager)
    assert [storm.due(level, 1) for level in (0, 1)] == [((1, 2, 1),), ((0, 0, 0),)]
    assert storm.due(0, 3) == ((3, 6, 3),)
    assert hill.criteria == (("Temple", 4),)
    assert (hill.price, monk.price) == (((2, 0, 0), (0, 2, 0)), ((0, 0, 1),))
    assert (storm.placeholder, hill.placeholder, monk.placeholder) == (False, False, True)
    assert FORMAT.missing(box) == ("villagers that are placeholder: monk",)


def test_a_box_is_used_by_a_record_beside_it() -> None:
    Path("mine.toml").write_text(FULL)
    order = "4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16"
    players = "".join(
        f'[[players]]\nname = "{name}"\ndeal = [{order}]\nmoves = ""\n' for name in ("Ana", "Ben")
    )
    head = 'format = 1\ngame = "palm-island"\nrules = "1"\nmode = "coop"\n'
    Path("games").mkdir()
    Path("games/one.toml").write_text(f'{head}box = "../mine.toml"\ndisaster = "storm"\n{players}')
    data = call("score", "games/one.toml", "--json").json
    assert data["team"]["cause"] == "0 of 2 levels of Storm are completed"
    assert not [note for note in data["notes"] if "placeholder" in note]
    assert call("check", "games/one.toml", "--json").json["team"]["won"] is None
    # Cards in the record go before those of the box.
    own = '[[disasters]]\nid = "storm"\nname = "Gale"\nlevels = ["1L"]\n'
    text = f'{head}box = "mine.toml"\ndisaster = "storm"\n{own}{players}'
    score = score_record(LoggedRecord.read(parse_document(text, "toml", "f")))
    assert score.team is not None
    assert score.team.cause == "0 of 1 levels of Gale are completed"


def test_the_box_of_a_record_is_missing_or_wrong() -> None:
    Path("bad.toml").write_text(HEAD + '[[outposts]]\nid = "hill"\nterrain = "moor"\n')
    head = 'format = 1\ngame = "palm-island"\nrules = "1"\n'
    deal = "deal = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]\n"
    for box, said in (
        ("none.toml", ["one.toml:4:7: box: none.toml: there is no such file"]),
        ("hous", ["one.toml:4:7: box: there is no box 'hous'; did you mean house? "]),
        ("bad.toml", ["bad.toml:7:11: outposts[1].terrain: 'moor' is not known; expected"]),
    ):
        Path("one.toml").write_text(
            f'{head}box = "{box}"\n[[players]]\nname = "Ana"\n{deal}moves = ""\n'
        )
        for line, lead in zip(refusal("score", "one.toml"), said, strict=True):
            assert line.startswith(lead), line


def test_the_house_box_is_ours_and_complete() -> None:
    box = BOX.load("house")
    assert all(card.placeholder for card in box.card_pool.cards)
    assert [line for line in FORMAT.missing(box) if "placeholder" not in line] == []
    out = call("box", "show", *PALM).out
    assert out.startswith("house (placeholder): 2 feats, 2 disasters, 1 ability")
    assert "forest-2 Tree House (placeholder): terrain forest; points 2; needs 3 stored" in out
    assert "placeholder: of our own design" in out
    data = call("box", "show", *PALM, "house", "--json").json
    assert [len(data[kind]) for kind in KINDS] == [2, 2, 1, 6, 6]


def test_cards_are_read_as_they_are_written() -> None:
    box = BOX.load("house")
    tables = {kind: [card.table for card in box.card_pool.every(KINDS[kind])] for kind in KINDS}
    head = {"format": 1, "game": "palm-island", "name": "house", "provenance": "placeholder"}
    again = FORMAT.read(parse_document(toml_text({**head, **tables}), "toml", "f"))
    assert again.card_pool == box.card_pool


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "f:1:1: format: this key is missing; add format = 1"),
        (HEAD + '[[villagers]]\nid = "monk"\ncots = "1L"\n',
         "f:7:1: villagers[1].cots: this key is not known; did you mean cost?"),
        (HEAD + '[[villagers]]\nid = "monk"\ncost = "1X"\n',
         "f:7:9: villagers[1].cost: '1X' does not fit; expected free, or numbers with L log, F "
         "fish, S stone in this order, such as 1L 2F"),
        (HEAD + '[[villagers]]\nid = "monk"\n[[outposts]]\nid = "monk"\n',
         "f:6:6: villagers[1].id: two cards have the id 'monk'; give each an id of its own"),
        (HEAD + '[[outposts]]\nid = "hill"\nneeds = { buildings = { Tempel = 2 } }\n',
         "f:7:23: outposts[1].needs.buildings: there is no building 'Tempel'; did you mean "
         "Temple?"),
        (HEAD + '[[outposts]]\nid = "hill"\nneeds = { pionts = 2 }\n',
         "f:7:11: outposts[1].needs.pionts: this key is not known; did you mean points?"),
        (HEAD + '[[outposts]]\nid = "hill"\nname = "A\\nB"\n',
         "f:7:8: outposts[1].name: the name has several lines; write it on one line"),
        (HEAD + '[[disasters]]\nid = "d"\nlevels = ["1L", ""]\n',
         "f:7:18: disasters[1].levels[2]: no resources; expected free, or resources such as "
         "1L 2F"),
    ],
)  # fmt: skip
def test_every_error_has_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        FORMAT.read(parse_document(text, "toml", "f"))
    assert str(caught.value.problems[0]) == said
