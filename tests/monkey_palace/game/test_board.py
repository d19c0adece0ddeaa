"""What a page shows of the board, and why a game ended."""

from __future__ import annotations

from palace import read_record, replay
from palace.core.verdict import in_language
from palace.monkey_palace.game.board import board_of, having
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from tests.paths import SAMPLE


def test_the_two_knobs_of_each_arch_are_joined() -> None:
    assert board_of(Palace.setup(load_map("map-1"))).bridges == (("d4", "e4"), ("e4", "f4"))


def test_why_a_game_ended_and_what_is_left() -> None:
    own = having(replay(read_record(SAMPLE)))
    why = "The box had too few arches for Ben on turn 17, so turn 18 was the last."
    assert in_language(own.warning, "en") == why
    assert [kind for kind, _ in own.stock] == ["arch", "brick", "column"]
