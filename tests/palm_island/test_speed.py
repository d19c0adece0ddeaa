"""The rounds of a speed game: two to four fields, who finished, in which order they buy."""

from __future__ import annotations

import pytest

from palace.contract.taps import Amount, Choice
from palace.palm_island.speed import Rounds


def told(rounds: Rounds) -> list[str]:
    shown = rounds.taps.told
    return [str(shown.title), *map(str, shown.lines)]


def offered(rounds: Rounds) -> list[str]:
    return [str(item.name) for row in rounds.taps.rows for item in row.items]


def test_a_round_of_three() -> None:
    rounds = Rounds(3)
    assert told(rounds) == ["Round 1 of 8: who is done first?"]
    assert offered(rounds) == ["players"]
    rounds = rounds.tapped("player-2", "2")
    assert rounds.rounds == ((2,),)
    assert told(rounds) == ["Round 1 of 8: who is done next?"]
    assert rounds.board.answers == {"player-1": "1", "player-3": "3"}
    assert offered(rounds) == []
    rounds = rounds.tapped("player-3", "3")
    # The last one is known.
    assert rounds.rounds == ((2, 3, 1),)
    buys = "buying in this order: Player 2, Player 3, Player 1"
    assert told(rounds) == ["Round 1 is over", buys]
    assert rounds.board.answers == {}
    assert [row.items for row in rounds.taps.rows] == [(Choice("next", "Next round", "next"),)]
    assert rounds.taps.main == "next"
    rounds = rounds.tapped("next", "next")
    assert rounds.rounds == ((2, 3, 1), ())
    assert told(rounds) == ["Round 2 of 8: who is done first?"]
    assert offered(rounds) == []


def test_there_are_eight_rounds() -> None:
    done = (1, 2)
    assert Rounds().rounds == ((),)
    assert offered(Rounds(2, (done,) * 7)) == ["next"]
    assert offered(Rounds(2, (done,) * 8)) == []


@pytest.mark.parametrize(
    ("players", "less", "more"), [(2, None, "3"), (3, "2", "4"), (4, "3", None)]
)
def test_two_to_four_players(players: int, less: str | None, more: str | None) -> None:
    (row,) = Rounds(players).taps.rows
    assert row.items == (Amount("players", "Players", players, less, more),)
    assert Rounds(3).tapped("players-less", str(players)) == Rounds(players)


FIELDS = {
    2: [(0, 0, 380), (0, 300, 380)],
    3: [(0, 0, 190), (190, 0, 190), (0, 300, 380)],
    4: [(0, 0, 190), (190, 0, 190), (0, 300, 190), (190, 300, 190)],
}
"""The corner and the width of each."""


@pytest.mark.parametrize("players", FIELDS)
def test_the_fields(players: int) -> None:
    """Each has its colour; those at the far side are the other way up; the place is large."""
    every = FIELDS[players]
    board = Rounds(players, ((2,),)).board
    assert [(p.name, p.x, p.y, p.wide, p.deep, str(p.label)) for p in board.places] == [
        (f"player-{at}", x, y, wide, 300, f"Player {at}")
        for at, (x, y, wide) in enumerate(every, 1)
    ]
    svg = str(board.picture)
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="380" height="600"')
    assert "<title>Palm Island</title>" in svg
    drawn = [line for line in svg.splitlines() if line.startswith("<g")]
    fills = ("#c24a15", "#1f63b3", "#86389c", "#0f7560")
    for at, (line, (x, y, wide)) in enumerate(zip(drawn, every, strict=True), 1):
        middle, size = x + wide // 2, 20 if wide == 380 else 14
        turned = "" if y else f' transform="rotate(180 {middle} 150)"'
        box = f'x="{x + 4}" y="{y + 4}" width="{wide - 8}" height="292"'
        name = f'<text x="{middle}" y="{y + 132.08:g}" font-size="28"'
        big, weight, says = (64, "bold", "1st") if at == 2 else (
            size, "normal", "tap when you are done")  # fmt: skip
        base = y + 178 + 0.36 * big
        assert line == (
            f'<g{turned}><rect fill="{fills[at - 1]}" rx="18" {box}/>{name} fill="#ffffff" '
            f'text-anchor="middle" font-weight="bold">Player {at}</text><text x="{middle}" '
            f'y="{base:g}" font-size="{big}" fill="#ffffff" text-anchor="middle" '
            f'font-weight="{weight}">{says}</text></g>'
        )
