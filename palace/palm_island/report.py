"""What is told and shown of a record of Palm Island: what players have, and their decks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from palace.contract.game import Drawing
from palace.core import colours
from palace.core.svg import MONO, document, width, words
from palace.palm_island.board import board
from palace.palm_island.record import Record
from palace.palm_island.replay import Replayed
from palace.palm_island.score import score_replay
from palace.palm_island.table.seat import Seat

COLUMNS = 80
"""Letters of a deck from left to right; two cards are side by side on them."""

_LETTER, _LINE, _MARGIN = 13.0, 17.0, 18.0
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def about(record: Record, played: Replayed) -> str:
    """The mode, and how many moves there are."""
    count = sum(len(game.steps) for game in played.games)
    return f"Palm Island, {record.data.mode}, {count} move{'s' * (count != 1)}"


def standing(record: Record, played: Replayed) -> Iterator[tuple[str, str]]:
    """The points and upgrades of every player; of a cooperative game, how it ended."""
    for game in played.games:
        parts = [_count(game.points, "point"), _count(game.state.upgrades, "upgrade")]
        parts += [] if game.finished else ["not finished"]
        yield f"{game.name}: {', '.join(parts)}", ""
    score = score_replay(record, played)
    if score.team is not None:
        yield "", " ".join(score.outcome)


def data(record: Record, played: Replayed) -> dict[str, Any]:
    """A replay as plain data."""
    score = score_replay(record, played)
    found: dict[str, Any] = {
        "mode": record.data.mode,
        "players": [
            {
                "name": game.name,
                "legal": game.legal,
                "finished": game.finished,
                "points": game.points,
                "upgrades": game.state.upgrades,
                "stored": str(game.state.resources),
                "moves": len(game.steps),
                "position": str(game.state),
                "owned": [owned.card for owned in game.owned],
            }
            for game in played.games
        ],
        "events": [news._asdict() for news in played.news],
    }
    return found if score.team is None else found | {"team": score.team.record()}


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def drawing(played: Replayed) -> Drawing:
    """The decks at the end of a replay: the top cards and the stored row of every player."""
    seats = played.table.seats
    return Drawing(
        "Palm Island",
        svg=partial(_svg, seats),
        players={seat.name: Drawing(seat.name, svg=partial(_svg, [seat])) for seat in seats},
        turns=len(played.turns),
    )


def _svg(seats: Sequence[Seat]) -> str:
    """The boards of some players below each other, in letters of one width."""
    texts = [_STYLE.sub("", board(seat, COLUMNS, several=len(seats) > 1)) for seat in seats]
    lines = [line.rstrip() for text in texts for line in text.splitlines()]
    wide = width("x" * COLUMNS, _LETTER) + 2 * _MARGIN
    deep = len(lines) * _LINE + 2 * _MARGIN
    parts = [f'<rect width="{wide:g}" height="{deep:g}" fill="{colours.PAPER}"/>']
    for number, line in enumerate(lines):
        # Blanks at the begin of a text and several of them would be drawn as none or one.
        kept = line.replace(" ", "\N{NO-BREAK SPACE}")
        y = _MARGIN + (number + 0.5) * _LINE
        parts.append(words(kept, _MARGIN, y, _LETTER, colours.INK, "start", "normal", MONO))
    names = ", ".join(seat.name for seat in seats)
    return document(wide, deep, wide, "Palm Island", f"The decks of {names}", parts)
