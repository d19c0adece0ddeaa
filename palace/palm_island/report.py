"""What is told of a record of Palm Island: its moves in order, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palace.palm_island.record import Record
from palace.palm_island.replay import Replayed
from palace.palm_island.score import score_replay


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
