"""What a page shows around the turn: the scoreboard, and what a piece is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from palace.core.errors import InputError
from palace.monkey_palace.game.rules import MonkeyLog
from palace.scoring import Score

from .table import Table
from .words import ENGLISH, Words


def players_html(table: Table, words: Words, looking: int | None) -> str:
    """Return what every player has and scores, as an HTML table, then each line of their score."""
    played = table.played
    if looking is not None:
        played = played.back(len(played.commits) - looking)
    try:
        score = table.game.record.score(played)
    except InputError as error:
        return f"<p>{escape('; '.join(map(words.problem, error.problems)))}</p>"
    return score_html(score, words, played)


def score_html(score: Score, words: Words, played: MonkeyLog | None = None) -> str:
    """Return the points of all players by category, and each line of them, as HTML.

    Of a game of Monkey Palace that was `played`, what every player has, too.
    """
    return "".join((*_rows(played, score, words), *_lines(score, words), *_notes(score, words)))


def _rows(played: MonkeyLog | None, score: Score, words: Words) -> Iterator[str]:
    heads = ["", *map(words.category, score.categories), words.say("total")]
    yield "<table><tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    over = played is None or played.state.finished
    due = "" if played is None or over else played.due
    leaders = score.winners if over else ()
    for sheet in score.sheets:
        seat = None if played is None else played.state.seat(sheet.name)
        star = " ★" if sheet.name in leaders else ""
        cells = [str(sheet.subtotal(category) or 0) for category in score.categories]
        cells.append(f"<b>{sheet.total}</b>")
        own = "".join(f"<td>{cell}</td>" for cell in cells)
        looks = "due" * (sheet.name == due)
        yield f'<tr class="{looks}"><td>{escape(sheet.name)}{star}</td>{own}</tr>'
        if seat is not None and seat.pieces is not None:
            has = words.say(
                "has", pieces=words.pieces(seat.pieces), income=words.pieces(seat.income)
            )
            yield f'<tr class="has"><td colspan="{len(heads)}">{escape(has)}</td></tr>'
    yield "</table>"


def _lines(score: Score, words: Words) -> Iterator[str]:
    for sheet in score.sheets:
        lines = [
            f"<li>{line.points:+}: {escape(words.told(line.cause))}"
            + (f" ({escape(words.say('turn', number=line.turn))})" if line.turn else "")
            + "</li>"
            for line in sheet.lines
        ]
        if lines:
            head = escape(words.say("lines", name=sheet.name))
            yield f"<details><summary>{head}</summary><ul>{''.join(lines)}</ul></details>"


def _notes(score: Score, words: Words) -> Iterator[str]:
    for note in score.notes:
        yield f"<p><small>{escape(words.told(note))}</small></p>"


def write_piece(known: Mapping[str, Any], words: Words) -> str:
    """Return what a piece of the model is: its kind, knobs and level, since when, and whose."""
    kind, knobs = known.get("kind"), known.get("knobs")
    if not isinstance(kind, str) or not isinstance(knobs, list):
        return ""
    place = "–".join(str(knob)[:3] for knob in knobs[:2])
    own_word = f"kind-{kind}"
    named = words.say(own_word) if own_word in ENGLISH else kind[:20]
    text = words.say("piece", kind=named, knobs=place, level=known.get("level", 0))
    if known.get("player"):
        own = words.say("by", player=known["player"], turn=known.get("turn"))
        return f"{text} · {own}"
    return f"{text} · {words.say('by-setup')}" if known.get("turn") == 0 else text
