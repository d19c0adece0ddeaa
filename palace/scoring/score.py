"""The score of a game: sheets in seat order, who has won, and what was wrong."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason
from palace.scoring.sheet import TOTAL, Sheet
from palace.scoring.standings import Standing, standings


@dataclass(frozen=True, slots=True)
class Team:
    """The result of players who win or lose together; `won` is None as long as it is open.

    `points` are the group's score, `cause` says in a sentence why it was won or lost, or what is
    open, and `comment` what a score chart says about the points.
    """

    won: bool | None
    points: int
    cause: str
    comment: str = ""

    def record(self) -> dict[str, Any]:
        """The result as plain data."""
        data: dict[str, Any] = {"won": self.won, "points": self.points, "cause": self.cause}
        return data | {"comment": self.comment} if self.comment else data


@dataclass(frozen=True)
class Score:
    """A game's score under version `rules` of its rules, or the standings so far.

    `game` is the key of records, such as "monkey-palace"; `categories` in the order of the score
    pad; `tie_breakers` names the values of every sheet's `ties`.  `ends` says what would end a game
    that is not `finished`.  `start_player` is the name of who began, None if it is not known.
    `team` is the result of a game played together: its players all win, or nobody does.
    Raises `InputError` if sheets, categories and tie-breakers do not fit together.
    """

    game: str
    rules: str
    legal: bool
    finished: bool
    reasons: tuple[Reason, ...]
    sheets: tuple[Sheet, ...]
    categories: tuple[str, ...]
    tie_breakers: tuple[str, ...] = ()
    ends: str = ""
    notes: tuple[str, ...] = ()
    date: datetime.date | str | None = None
    place: str | None = None
    start_player: str | None = None
    team: Team | None = None

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
        return self.game.replace("-", " ").title()

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every player's place, in seat order."""
        return standings(self.sheets, self.tie_breakers)

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
        """Who has won; nobody as long as the game is not finished, nor when a team has lost."""
        if self.team is not None and self.finished:
            return tuple(sheet.name for sheet in self.sheets) if self.team.won else ()
        return self.leaders if self.finished else ()

    @property
    def outcome(self) -> tuple[str, ...]:
        """Sentences: who wins, which tie-breaker decided, and what would end the game."""
        return tuple(_outcome(self))

    def record(self) -> dict[str, Any]:
        """The score as plain data, keys as in the contract; `date` and `place` where known.

        Players are in seat order, as in the record, so that one game's entries can be compared
        from turn to turn; their `rank` orders them.
        """
        players = [
            sheet.record(standing.rank)
            | ({"tie_break": standing.ahead_by} if standing.ahead_by else {})
            for standing, sheet in zip(self.standings, self.sheets, strict=True)
        ]
        data: dict[str, Any] = {
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
    """The score as one JSON object."""
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
    """Whether a team has won, why, and its score; its players are not compared."""
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
    """A number and its noun."""
    return f"{count} {noun}{'s' * (abs(count) != 1)}"


def joined(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `Ana, Ben and Caro`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
