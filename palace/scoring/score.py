"""The score of a game: sheets in seat order, who has won, and what was wrong."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from palace.core.errors import InputError, Problem
from palace.core.verdict import Located

TOTAL = "total"
"""Category of the one line of a sheet of which nothing is known but its total."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points (which may be negative or 0) of one category, and where they come from.

    `cause` is a sentence for people; `turn` counts the turns of the game from 1, None where the
    points belong to no turn or the turn is not known.
    """

    category: str
    points: int
    cause: str
    turn: int | None = None

    def record(self) -> dict[str, object]:
        """Return the line as plain data, keys as in the contract; `turn` only where it is known."""
        data: dict[str, object] = {
            "category": self.category,
            "points": self.points,
            "cause": self.cause,
        }
        return data if self.turn is None else data | {"turn": self.turn}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's lines; `ties` has a value for each tie-breaker of the game, higher is better."""

    name: str
    lines: tuple[Line, ...] = ()
    ties: tuple[int, ...] = ()

    @classmethod
    def of_total(cls, name: str, total: int, cause: str, ties: tuple[int, ...] = ()) -> Sheet:
        """Return the sheet of a player of whom nothing but the total is known."""
        return cls(name, (Line(TOTAL, total, cause),), ties)

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)

    @property
    def itemised(self) -> bool:
        """Whether the points are known by category, not by their total only."""
        return all(line.category != TOTAL for line in self.lines)

    def subtotal(self, category: str) -> int | None:
        """Return the sum of one category; None if there is no line of it."""
        points = [line.points for line in self.lines if line.category == category]
        return sum(points) if points else None

    def since(self, before: Sheet) -> dict[str, int]:
        """Return the points that an earlier sheet lacks, by category; none that are 0."""
        heads = dict.fromkeys(line.category for line in (*self.lines, *before.lines))
        more = {head: (self.subtotal(head) or 0) - (before.subtotal(head) or 0) for head in heads}
        return {head: count for head, count in more.items() if count}

    def record(self, rank: int) -> dict[str, object]:
        """Return the sheet as plain data, keys as in the contract."""
        return {
            "name": self.name,
            "total": self.total,
            "rank": rank,
            "lines": [line.record() for line in self.lines],
        }


class Standing(NamedTuple):
    """A player's place: `shared` if others have the same rank.

    `ahead_by` is the tie-breaker that puts them before the next player of as many points, or None.
    """

    name: str
    total: int
    rank: int
    shared: bool = False
    ahead_by: str | None = None


def standings(
    sheets: Sequence[Sheet], tie_breakers: Sequence[str] = (), *, only_winner: bool = False
) -> tuple[Standing, ...]:
    """Return the standing of each sheet, in the order of the sheets.

    `tie_breakers` names the values of `Sheet.ties`, the first first; players equal in all of them
    share their rank.  With `only_winner` they decide nothing below the first place.
    """
    most = max((sheet.total for sheet in sheets), default=0)
    keys = [
        (sheet.total, () if only_winner and sheet.total < most else sheet.ties) for sheet in sheets
    ]
    return tuple(
        Standing(
            sheet.name,
            sheet.total,
            1 + sum(other > key for other in keys),
            keys.count(key) > 1,
            _ahead_by(key, keys, tie_breakers),
        )
        for sheet, key in zip(sheets, keys, strict=True)
    )


_Key = tuple[int, tuple[int, ...]]


def _ahead_by(key: _Key, keys: Sequence[_Key], tie_breakers: Sequence[str]) -> str | None:
    behind = [ties for total, ties in keys if total == key[0] and ties < key[1]]
    if not behind:
        return None
    pairs = zip(tie_breakers, key[1], max(behind), strict=True)
    return next(name for name, mine, theirs in pairs if mine != theirs)


@dataclass(frozen=True, slots=True)
class Team:
    """The result of players who win or lose together; `won` is None as long as it is open.

    `points` are the group's score, `cause` is a sentence: why it was won or lost, or what is
    open; `comment` is what the score chart prints beside the points.
    """

    won: bool | None
    points: int
    cause: str
    comment: str = ""

    def record(self) -> dict[str, object]:
        """Return the result as plain data."""
        data: dict[str, object] = {"won": self.won, "points": self.points, "cause": self.cause}
        return data | {"comment": self.comment} if self.comment else data


@dataclass(frozen=True)
class Score:
    """A game's score under version `rules` of its rules, or the standings so far.

    `game` is the key of records, such as "monkey-palace"; `categories` in the order of the score
    pad; `tie_breakers` names the values of every sheet's `ties`, which decide `only_winner` or
    every place.  `ends` is what would end a game that is not `finished`.  `start_player` is the
    name of who began, None if it is not known.
    `team` is the result of a game played together: its players all win, or all lose.
    Raises `InputError` if sheets, categories and tie-breakers do not fit together.
    """

    game: str
    rules: str
    legal: bool
    finished: bool
    reasons: tuple[Located, ...]
    sheets: tuple[Sheet, ...]
    categories: tuple[str, ...]
    tie_breakers: tuple[str, ...] = ()
    ends: str = ""
    notes: tuple[str, ...] = ()
    date: datetime.date | str | None = None
    place: str | None = None
    start_player: str | None = None
    team: Team | None = None
    only_winner: bool = False
    named: str = ""

    def __post_init__(self) -> None:
        problems = [Problem(self.game, *problem) for problem in self._misfits()]
        if problems:
            raise InputError(*problems)

    def _misfits(self) -> Iterator[tuple[str, str]]:
        names = [sheet.name for sheet in self.sheets]
        if not names:
            yield "a score without sheets", "give one for each player"
        if len(set(names)) < len(names):
            yield "two sheets have one name", "give each player a name of their own"
        if self.start_player is not None and self.start_player not in names:
            yield f"{self.start_player!r} began, who has no sheet", "name one of the players"
        known = {*self.categories, TOTAL}
        for sheet in self.sheets:
            if len(sheet.ties) != len(self.tie_breakers):
                what = f"{sheet.name} has {len(sheet.ties)} values for ties"
                yield what, f"give one for each of {len(self.tie_breakers)}"
            for category in sorted({line.category for line in sheet.lines} - known):
                yield f"{sheet.name} has points of unknown category {category!r}", "list it"

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return self.named or self.game.replace("-", " ").title()

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every player's place, in seat order."""
        return standings(self.sheets, self.tie_breakers, only_winner=self.only_winner)

    @property
    def ranking(self) -> list[tuple[Standing, Sheet]]:
        """Standings and sheets, best first; those who share a rank in seat order."""
        pairs = zip(self.standings, self.sheets, strict=True)
        return sorted(pairs, key=lambda pair: pair[0].rank)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has rank 1: the winners, once the game is finished."""
        return tuple(standing.name for standing in self.standings if standing.rank == 1)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; none while the game is not finished, and none when a team has lost."""
        if self.team is not None and self.finished:
            return tuple(sheet.name for sheet in self.sheets) if self.team.won else ()
        return self.leaders if self.finished else ()

    @property
    def outcome(self) -> tuple[str, ...]:
        """Sentences: who wins, which tie-breaker decided, and what would end the game."""
        return tuple(_outcome(self))

    def record(self) -> dict[str, object]:
        """Return the score as plain data, keys as in the contract; `date` and `place` where known.

        Players are in seat order, as in the record, so that one game's entries can be compared
        from turn to turn; their `rank` orders them.
        """
        players = [
            sheet.record(standing.rank)
            | ({"tie_break": standing.ahead_by} if standing.ahead_by else {})
            for standing, sheet in zip(self.standings, self.sheets, strict=True)
        ]
        data: dict[str, object] = {
            "game": self.game,
            "rules": self.rules,
            "legal": self.legal,
            "finished": self.finished,
            "reasons": [reason.record() for reason in self.reasons],
            "players": players,
            "ends": self.ends,
            "notes": list(self.notes),
        }
        if self.team is not None:
            data["team"] = self.team.record()
        if self.date is not None:
            data["date"] = self.day
        if self.place is not None:
            data["place"] = self.place
        return data

    @property
    def day(self) -> str:
        """The date as ISO 8601, or as it was written down; empty if not known."""
        if isinstance(self.date, datetime.date):
            return self.date.isoformat()
        return self.date or ""


def json_text(score: Score) -> str:
    """Return the score as one JSON object."""
    return json.dumps(score.record(), indent=2, ensure_ascii=False) + "\n"


def _outcome(score: Score) -> Iterator[str]:
    if score.team is not None:
        yield from _together(score, score.team)
        return
    first = score.ranking[0][0]
    points = counted(first.total)
    who = joined(score.leaders)
    several = len(score.leaders) > 1
    if len(score.sheets) == 1:
        yield f"{who} has {points}{'' if score.finished else ' so far'}"
    elif score.finished and several:
        yield f"{who} share the victory with {points} each"
    elif score.finished:
        yield f"{who} wins with {points}"
    elif several:
        yield f"not finished: so far {who} lead with {points} each"
    else:
        yield f"not finished: so far {who} leads with {points}"
    for standing in score.standings:
        if standing.ahead_by is not None:
            tied = [other for other in score.standings if other.total == standing.total]
            after = min(other.rank for other in tied if other.rank > standing.rank)
            behind = joined([other.name for other in tied if other.rank == after])
            points = counted(standing.total)
            yield f"tie at {points}: {standing.name} is before {behind} by {standing.ahead_by}"
    if score.ends and not score.finished:
        yield score.ends


def _together(score: Score, team: Team) -> Iterator[str]:
    """Yield sentences: whether a team has won, why, and its score; its players are not compared."""
    who = joined([sheet.name for sheet in score.sheets])
    result = {True: "win together", False: "lose together", None: "end together"}[team.won]
    if not score.finished:
        result = "play together"
    yield f"{who} {result}: {team.cause}"
    lead = "the group's score is" if score.finished else "the group's score so far is"
    said = f", {team.comment}" if team.comment else ""
    yield f"{lead} {counted(team.points)}, the least of its players{said}"
    if score.ends and not score.finished:
        yield score.ends


def counted(count: int, noun: str = "point") -> str:
    """Return a number and its noun."""
    return f"{count} {noun}{'s' * (abs(count) != 1)}"


def joined(names: Sequence[str]) -> str:
    """Return the names as a sentence lists them: `Ana, Ben and Caro`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
