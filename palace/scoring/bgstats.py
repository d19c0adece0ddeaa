"""A score for BG Stats: the play that its link `createPlay.html` takes, as JSON.

The app publishes no description; the keys are those that several independent programs send. What
is not known here is left out, above all the game's number at BoardGameGeek: the app then asks.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from typing import Any
from urllib.parse import quote

from palace.scoring.cells import seen
from palace.scoring.score import Score
from palace.scoring.sheet import Sheet

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def bgstats_text(score: Score) -> str:
    """The play as JSON. Of a game that is not finished it has neither ranks nor winners."""
    return json.dumps(_play(score), indent=2, ensure_ascii=False) + "\n"


def bgstats_link(score: Score) -> str:
    """The link that opens the play in the app, on a device where it is installed."""
    data = json.dumps(_play(score), ensure_ascii=False, separators=(",", ":"))
    return f"{LINK}{quote(data, safe='')}\n"


def _play(score: Score) -> dict[str, Any]:
    data: dict[str, Any] = {"sourceName": "palace", "sourcePlayId": _identity(score)}
    if isinstance(score.date, datetime.date):
        # The app wants a time of day; a date alone is written as its beginning.
        data["playDate"] = f"{score.date:%Y-%m-%d %H:%M:%S}"
    if score.place:
        data["location"] = seen(score.place)
    doubts = [*["not finished"] * (not score.finished), *["not legal"] * (not score.legal)]
    comments = [*doubts, *map(_points, score.sheets)]
    data["comments"] = "; ".join(map(seen, comments))
    data["game"] = {
        "name": score.title,
        "sourceGameId": score.game,
        "highestWins": True,
        "noPoints": False,
    }
    data["players"] = [_player(score, at) for at in range(len(score.sheets))]
    return data


def _player(score: Score, at: int) -> dict[str, Any]:
    sheet, standing = score.sheets[at], score.standings[at]
    name = seen(sheet.name)
    data: dict[str, Any] = {"name": name, "sourcePlayerId": name, "score": sheet.total}
    if score.finished:
        data |= {"rank": standing.rank, "winner": sheet.name in score.winners}
    if score.start_player is not None:
        data["startPlayer"] = sheet.name == score.start_player
    return data


def _points(sheet: Sheet) -> str:
    """A player's points by category, such as `Ana 29: fish 30, stones -1`."""
    total = f"{sheet.name} {sheet.total}"
    if not sheet.itemised:
        return total
    categories = dict.fromkeys(line.category for line in sheet.lines)
    parts = [f"{category} {sheet.subtotal(category)}" for category in categories]
    return f"{total}: {', '.join(parts)}" if parts else total


def _identity(score: Score) -> str:
    """The same for the same game and result, so that the app notices what it has already."""
    result = [[sheet.name, sheet.total] for sheet in score.sheets]
    text = json.dumps([score.game, score.day, score.place, result])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
