"""Scores for other programs: CSV, a Markdown table, a play for BG Stats."""

from __future__ import annotations

import datetime
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from palace.core.errors import InputError, Problem
from palace.core.terminal import one_line
from palace.scoring.score import TOTAL, Score, Sheet

Row = Sequence[str | int | None]

LINE_HEADS = ("player", "turn", "category", "points", "cause")

# Wide forms too: spreadsheets of some languages take them for the same signs.
_WIDE = (
    "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}"
    "\N{FULLWIDTH COMMERCIAL AT}\N{MINUS SIGN}"
)
_FORMULA = re.compile(f"[=+@|%{_WIDE}-]")


def csv_text(score: Score) -> str:
    """Return a row for each player in seat order: rank, name, points by category, total."""
    heads = ["rank", "player", *score.categories, "total"]
    rows: list[Row] = [heads]
    for standing, sheet in zip(score.standings, score.sheets, strict=True):
        points = [sheet.subtotal(category) for category in score.categories]
        rows.append([standing.rank, sheet.name, *points, sheet.total])
    return rows_text(rows)


def csv_lines(score: Score) -> str:
    """Return a row for each line of each sheet: player, turn, category, points, cause."""
    return rows_text([LINE_HEADS, *line_rows(score)])


def line_rows(score: Score) -> list[Row]:
    """Return the rows of `csv_lines` without their heads."""
    return [row for sheet in score.sheets for row in _sheet_rows(sheet)]


def _sheet_rows(sheet: Sheet) -> list[Row]:
    return [(sheet.name, line.turn, line.category, line.points, line.cause) for line in sheet.lines]


PLAYER_HEADS = ("game", "date", "place", "player", "rank", "total", "winner", "legal", "finished")


def player_rows(score: Score) -> list[dict[str, str | int | None]]:
    """Return a row for each player in seat order, by column: `PLAYER_HEADS`, then categories.

    `winner`, `legal` and `finished` are yes or no; a category without a line is None.
    """
    yes = {True: "yes", False: "no"}
    return [
        {
            "game": score.game, "date": score.day, "place": score.place or "",
            "player": sheet.name, "rank": standing.rank, "total": sheet.total,
            "winner": yes[sheet.name in score.winners], "legal": yes[score.legal],
            "finished": yes[score.finished],
            **{category: sheet.subtotal(category) for category in score.categories},
        }
        for standing, sheet in zip(score.standings, score.sheets, strict=True)
    ]  # fmt: skip


def total_rows(score: Score) -> list[Row]:
    """Return the rows of `line_rows`, and after those of each player one of the total.

    A player known by the total alone has that row already.
    """
    found: list[Row] = []
    for sheet in score.sheets:
        found += _sheet_rows(sheet)
        if sheet.itemised:
            found.append((sheet.name, None, TOTAL, sheet.total, "sum of the lines above"))
    return found


def rows_text(rows: Iterable[Row]) -> str:
    """Rows as CSV, RFC 4180 but for the line ends, which are `\\n`; None is an empty cell."""
    import csv

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _safe(cell: str | int | None) -> str | int | None:
    if not isinstance(cell, str):
        return cell
    text = one_line(cell)
    # A spreadsheet may take a sign without width for nothing.
    seen = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    return f"'{text}" if _FORMULA.match(seen) else text


def markdown_text(score: Score) -> str:
    """Return a heading, a table with the best player first (winners bold), and the outcome."""
    about = ", ".join(escaped(part) for part in (score.day, score.place or "") if part)
    rows = []
    for standing, sheet in score.ranking:
        name = escaped(sheet.name)
        name = f"**{name}**" if sheet.name in score.winners else name
        points = [sheet.subtotal(category) for category in score.categories]
        cells = ["" if value is None else str(value) for value in points]
        rows.append([f"{standing.rank}", name, *cells, str(sheet.total)])
    heads = ["rank", "player", *map(escaped, score.categories), "total"]
    sentences = [f"{escaped(sentence)}." for sentence in score.outcome]
    if not score.legal:
        count = len(score.reasons)
        sentences.append(f"Not legal: {count} {'reason' if count == 1 else 'reasons'}.")
    parts = [f"## {escaped(score.title)}", about, table(heads, rows), "  \n".join(sentences)]
    return "\n\n".join(part for part in parts if part) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int] = (1,)) -> str:
    """Return a Markdown table of cells that are escaped already.

    `texts` are columns not of numbers.
    """
    rules = ["---" if at in texts else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rules, *rows))


def escaped(text: str) -> str:
    """`text` on one line, signs that mean something to Markdown or HTML marked as plain."""
    return re.sub(r"([\\`*_{}\[\]<>()#|~&!])", r"\\\1", one_line(text))


LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def bgstats_text(score: Score, source: object = None) -> str:
    """Return the play as JSON; see `bgstats_play`."""
    return json.dumps(bgstats_play(score, source), indent=2, ensure_ascii=False) + "\n"


def bgstats_link(score: Score, source: object = None) -> str:
    """Return the link that opens the play in the app, on a device where it is installed."""
    data = json.dumps(bgstats_play(score, source), ensure_ascii=False, separators=(",", ":"))
    from urllib.parse import quote  # only here: what shows a game need not load it

    return f"{LINK}{quote(data, safe='')}\n"


def bgstats_lacks(score: Score) -> Iterator[str]:
    """Yield what a play lacks that the app then fills in itself."""
    if not isinstance(score.date, datetime.date):
        yield "no date is known, so BG Stats takes the day of the import; add date to the record"


def bgstats_play(score: Score, source: object = None) -> dict[str, object]:
    """Return the play as plain data; its id is that of `source`, the record as plain data.

    Players who win or lose together have the score of the group; their own is in the comments.
    Raises `InputError` for a game whose outcome is not known: the app would count it as lost.
    """
    if not score.finished or (score.team is not None and score.team.won is None):
        what = f"the outcome is not known: {score.outcome[0]}"
        raise InputError(Problem("BG Stats", what, "export the game when it is known"))
    import hashlib

    told = json.dumps(score.record() if source is None else source, sort_keys=True, default=str)
    identity = hashlib.sha256(told.encode()).hexdigest()[:16]
    data: dict[str, object] = {"sourceName": "palace", "sourcePlayId": identity}
    if isinstance(score.date, datetime.date):
        # The app wants a time of day: noon, which is the same day in most time zones.
        hour = "%H:%M:%S" if isinstance(score.date, datetime.datetime) else "12:00:00"
        data["playDate"] = f"{score.date:%Y-%m-%d {hour}}"
    if score.place:
        data["location"] = one_line(score.place)
    comments = [*["not legal"] * (not score.legal), *map(_points, score.sheets)]
    data["comments"] = "; ".join(map(one_line, comments))
    data["game"] = {
        "name": score.title,
        "sourceGameId": score.game,
        "highestWins": True,
        "noPoints": False,
    }
    data["players"] = [_player(score, at) for at in range(len(score.sheets))]
    return data


def _player(score: Score, at: int) -> dict[str, object]:
    sheet, standing = score.sheets[at], score.standings[at]
    name = one_line(sheet.name)
    points, rank = sheet.total, standing.rank
    if score.team is not None:
        points, rank = score.team.points, 1
    return {
        "name": name, "sourcePlayerId": name, "score": points, "rank": rank,
        "winner": sheet.name in score.winners, "startPlayer": sheet.name == score.start_player,
    }  # fmt: skip


def _points(sheet: Sheet) -> str:
    """Return a player's points by category, such as `Ana 29: fish 30, stones -1`."""
    total = f"{sheet.name} {sheet.total}"
    if not sheet.itemised:
        return total
    categories = dict.fromkeys(line.category for line in sheet.lines)
    parts = [f"{category} {sheet.subtotal(category)}" for category in categories]
    return f"{total}: {', '.join(parts)}" if parts else total
