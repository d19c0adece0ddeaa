"""What a page shows of a turn, knob by knob and key by key, in both languages."""

from __future__ import annotations

from functools import partial

import pytest

from palace import read_record, replay
from palace.contract.taps import Row
from palace.core.screen import Screen
from palace.core.terminal import plain
from palace.core.verdict import Text
from palace.monkey_palace.game.board import having
from palace.monkey_palace.game.card_taps import cards_seen
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.play import ASKING
from tests.monkey_palace.game.shown import having_lines, row_lines, walk
from tests.monkey_palace.game.texts import ALL, DARK, GOLD, HIGH_GOLD, game
from tests.paths import GOLDEN, SAMPLE
from tests.sentences import Says

GAME = read_record(SAMPLE)
DEALT = read_record(GOLDEN / "monkey-palace" / "piles-seed.toml")
LATE = read_record(GOLDEN / "monkey-palace" / "four-players.toml")
UNCOUNTED = game(DARK, HIGH_GOLD)
HOUSE = game(top=f'{ALL}deck = "house"\n')
EARLY = game(
    DARK, top=ALL + 'rulings = { frog-time = "any" }\n', players='start = "1a"\neach = "1a"\n'
)
POOR = game(DARK, GOLD, players='start = "1a1b"\neach = "1b"\n')

WALKS: dict[str, tuple[LoggedRecord, int, tuple[str, ...]]] = {
    "the first turn": (GAME, 0, (
        "", "d3", "c4-d4", "c4-d4-d5", "a1", "d4", "c4-h8", "c4-d4-h8", "b4-b5", "pass",
        "b4-b5-b6-b7", "c3-c4-d4", "e5-f5-f4", "c4+bbb-d4", "c4-b4-c4",
    )),
    "pieces chosen by hand": (GAME, 3, (
        "c4 c4", "c3-d3 c3-d3", "c3-d3 d3", "c3-d3-d4 c3-d3", "c3-d3-d4 d3-d4", "c3-d3-d4 d3",
        "c3-d3-d4 d4", "e8-e7+b-e6-f6_c-f5", "e8-e7+b-e6-f6_c-f5 e6-f6", "e8-e7-e6-f6-f5 e6-f6",
        "c3+bbb-d3_bc-d4 d3", "c3+bbb c3",
    )),
    "cards that are typed": (GAME, 6, (
        "=b5-c5+b-d5_bb-e5+bb-f5", "", "|3l", "|3l 2*", "|3l 2* once 1a each 2b", "3l 2*|1x",
        "3l 2* on 4|1x 1* once 1c", "5l 0*", "6x 3*", "3d 2*", "3l 2*, 3l 4*",
        "=3l 4* once 2b on 4, 1x 1* once 1a",
    )),
    "cards on a full board": (GAME, 13, (
        "=a8-b8-c8_b-c7_bb-b7_b-a7_bbb", "", "|3l 3*", "3l 3* on 2", "3l 3* on 2|2x 3*", "3l 3*",
        "=3l3,2x3",
    )),
    "cards of dealt piles": (DEALT, 5, (
        "=b1+bbb-b2-c2-c3-d3", "", "@d5-1", "@d4-3", "@x1-8", "@d3-2,@x2-1", "=1",
    )),
    "cards of dealt piles on a full board": (DEALT, 11, (
        "=f1-f2-e2+cbb-e3-e4-d4-d3", "", "@g5-3", "@g5-3 on 3", "=1", "", "f1", "c3", "a8",
        "=c3",
    )),
    "cards of a printed deck": (HOUSE, 0, (
        "=c4-d4-d5-d6", "", "|1x", "@d3-1", "|3d", "@d3-1|1x", "=@d3-1, 1x2",
    )),
    "the frog, which costs, and the monkey, which is due": (GAME, 0, (
        "=d6-e6-e5_b-f5_bb-f4", "=5g1oae1a1b", "", "d6", "c1", "=d6", "", "e6", "f4", "=2",
    )),
    "no frog, and a monkey": (LATE, 11, (
        "=h6+b-h5-h4-g4-g3+bbbbb-g2", "=6x 10* on 4", "=", "", "e5", "=e5",
    )),
    "an early frog": (EARLY, 1, (
        "", "f3-f4", "d3-d4", "d2-d3-d4", "=d3+b-d4_b", "", "d3", "=", "", "=",
    )),
    "pieces that are not counted": (UNCOUNTED, 2, (
        "", "a1-a2-a3-b3", "a1-a2-b2-b3-c3", "pass", "=c3-c4-d4", "", "|1x", "=1x1",
    )),
    "few pieces": (POOR, 2, ("", "pass", "c3-c4", "c5-d5-e5-f5", "=pass")),
    "the last round": (LATE, 19, (
        "", "g5+bbbbb-g6-h6-h5", "f8-f7", "a8", "a8-a7-a6", "h4", "=g5+bbbbb-g6-h6-h5", "",
        "=3g1", "", "h6", "=h6",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", WALKS)
def test_a_walk(name: str, says: Says) -> None:
    record, turns, texts = WALKS[name]
    says(*walk(record, turns, *texts, everywhere=name == "few pieces"))


GAMES = {"sample": GAME, "dealt": DEALT, "late": LATE, "uncounted": UNCOUNTED, "poor": POOR}


@pytest.mark.parametrize("name", GAMES)
def test_what_became_of_each_turn(name: str, says: Says) -> None:
    record = GAMES[name]
    log = replay(record)
    for number in range(len(log.commits)):
        says(*ASKING.outcome(record, log, number))


def _rows(row: Row, language: str) -> str:
    return "\n".join(row_lines(row, language))


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("sample", 0), ("sample", 15), ("sample", 17), ("sample", 18), ("dealt", 8), ("late", 19),
        ("uncounted", 1),
    ],
)  # fmt: skip
def test_what_everyone_has(name: str, turns: int, says: Says) -> None:
    record = GAMES[name]
    log = replay(record, turns=turns)
    says(having_lines(having(log)))
    for row in cards_seen(log.state, record.deck):
        says(Text(partial(_rows, row)))
    (show,) = ASKING.commands(record, log)
    says(Text(lambda language: plain(show.text(log.state.due[0], Screen(language=language)))))
