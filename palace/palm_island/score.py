"""The score of a game of Palm Island: points of active areas, ties, and the chart's comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from palace.core.verdict import Reason
from palace.palm_island.cards import CORE, ORIENTATIONS, SCORING, TRACKER
from palace.palm_island.feats import newly_earned
from palace.palm_island.replay import Played, Replayed, replay_table
from palace.palm_island.setup import set_up
from palace.palm_island.state import ROUNDS, State
from palace.palm_island.table.seat import Table
from palace.palm_island.trust import on_trust
from palace.scoring import Line, Score, Sheet, Team
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.palm_island.record import Record

CATEGORIES = tuple(name.lower() for name in SCORING)
FEATS = "feats"
"""Category of points on feats, in games that have some."""

TIE_BREAKERS = ("upgrades", "stored resources")

CHART = ("Needs work", "Respectable", "Exceptional", "Astounding")
"""The comments of the score chart, each for ten points more."""

LEAST = {"solo": (10, 20, 30, 40), "coop": (1, 10, 20, 30)}
"""From how many points each comment holds; the chart of coop is for one player's points."""

NO_OUTPOSTS = "no outposts and no villagers: what their cards say is not transcribed"

DIFFICULTY = ("hard (no feats)", "medium (one feat)")
EASY = "easy"


def comment(points: int, mode: str = "solo") -> str:
    """What the score chart says; empty below it, and for competitive games, which have no chart."""
    reached = sum(points >= least for least in LEAST.get(mode, ()))
    return CHART[reached - 1] if reached else ""


def difficulty(feats: int) -> str:
    """The difficulty of a solo game by the number of feats in use."""
    return DIFFICULTY[feats] if feats < len(DIFFICULTY) else f"{EASY} ({feats} feats)"


def score_record(record: Record, *, strict: bool = False) -> Score:
    """Replay a record and score it; of a game that is not finished, the standings so far."""
    return score_replay(record, replay_table(record, strict=strict))


def score_replay(record: Record, played: Replayed) -> Score:
    """The score of a record that is replayed already."""
    games, data = played.games, record.data
    reasons = (*set_up(record), *reasons_of(games))
    finished = all(game.finished for game in games)
    notes = [_note(game, data.mode, len(record.used(seat))) for seat, game in enumerate(games)]
    for seat, game in enumerate(games):
        notes += _feats(record, game, seat)
    notes += on_trust(record, played)
    if data.mode == "casual" and not data.middle:
        notes.append(NO_OUTPOSTS)
    for game, moves in zip(games, record.moves, strict=True):
        if len(game.steps) < len(moves):
            notes.append(f"{game.name}: stopped at move {len(game.steps)}, which is not legal")
    return Score(
        game=data.game,
        rules=data.rules,
        legal=not reasons,
        finished=finished,
        reasons=reasons,
        sheets=tuple(_sheet(game, record.rulings.tie_stored) for game in games),
        categories=_categories(record, games),
        tie_breakers=TIE_BREAKERS,
        ends="" if finished else _ends(games),
        notes=tuple(notes),
        date=data.date,
        place=data.place,
        team=_team(played.table, games) if data.mode == "coop" else None,
    )


def _categories(record: Record, games: Sequence[Played]) -> tuple[str, ...]:
    """The core deck's, and those of the other cards that this game has."""
    more = [FEATS] * any(record.used(seat) or record.data.feats for seat in range(len(games)))
    taken = {owned.kind for game in games for owned in game.owned}
    middle = {record.shelf.kind(name) for name in record.data.middle}
    dealt = {"villagers" for seat in range(len(games)) if record.villagers(seat)}
    more += [kind for kind in ("outposts", "villagers") if kind in taken | middle | dealt]
    return (*CATEGORIES, *more)


def _team(table: Table, games: Sequence[Played]) -> Team:
    """Whether the disaster is dealt with, and the group's score: that of whoever has least."""
    points = min(game.points for game in games)
    said = comment(points, "coop") if table.finished else ""
    if table.disaster is None or table.disaster.levels is None:
        cause = "the levels of the disaster are not transcribed"
        return Team(None, points, cause, said)
    title, level, count = table.disaster.title, table.middle.level, len(table.disaster.levels)
    if table.complete:
        return Team(True, points, f"{title} is completed", said)
    cause = f"{level} of {count} levels of {title} are completed"
    return Team(False if table.finished else None, points, cause, said)


def reasons_of(games: Sequence[Played]) -> tuple[Reason, ...]:
    """Return every reason of every player, with their name where there are several."""
    return tuple(
        replace(reason, player=game.name) if len(games) > 1 else reason
        for game in games
        for reason in game.reasons
    )


def stored_count(state: State, what: str = "resources") -> int:
    """The second tie-breaker: resources on stored cards, or the cards (ruling tie-stored)."""
    return state.resources.amount if what == "resources" else len(state.stored)


def _sheet(game: Played, tie_stored: str) -> Sheet:
    state = game.state
    ties = (state.upgrades, stored_count(state, tie_stored))
    return Sheet(game.name, tuple(_lines(game)), ties)


def _lines(game: Played) -> Iterator[Line]:
    state = game.state
    for placed in sorted(state.deck, key=lambda placed: str(placed.card).rjust(2)):
        points = state.area(placed).points
        if points and placed.card != TRACKER:
            card = state.card(placed.card)
            cause = f"{card.title}, {ORIENTATIONS[placed.area]}"
            category = card.name.lower() if placed.card in CORE else FEATS
            yield Line(category, points, cause, game.since(placed))
    for owned in game.owned:
        yield Line(owned.kind, owned.points, owned.title, owned.turn)


def _feats(record: Record, game: Played, seat: int) -> Iterator[str]:
    """The feats a finished solo game earns, and what is not known of those in the record."""
    used = [feat.id for feat in record.used(seat)]
    if game.finished and game.legal and record.data.mode == "solo":
        for feat in newly_earned(record.feats, game.state, used, game.beside):
            yield f"{game.name} earns the feat {feat.id} {feat.name}"
    shown = {feat.id for feat in record.data.feats} | {*used}
    for feat in record.feats:
        if feat.id not in shown:
            continue
        if feat.needs is None:
            yield f"what earns the feat {feat.id} {feat.name} is not transcribed"
        if feat.areas is None and feat.id in used:
            yield f"what the feat {feat.id} {feat.name} does is not transcribed: it does nothing"
        elif feat.placeholder and feat.id in used:
            yield f"the feat {feat.id} {feat.name} is a placeholder"


def _note(game: Played, mode: str, feats: int) -> str:
    """Points, upgrades, what is stored, the chart's comment and the difficulty."""
    state = game.state
    on = f" on {counted(len(state.stored), 'card')}" if state.stored else ""
    stored = f"{state.resources} stored{on}"
    parts = [counted(game.points), counted(state.upgrades, "upgrade"), stored]
    if game.finished and mode in LEAST:
        parts += [comment(game.points, mode) or "below the score chart"]
    if mode == "solo":
        parts.append(difficulty(feats))
    return f"{game.name}: {', '.join(parts)}"


def _ends(games: Sequence[Played]) -> str:
    """Where everybody stands in a game that goes on."""
    where = [
        f"{game.name} is in round {begun.round}, {counted(begun.left, 'card')} before the tracker"
        for game in games
        if not (begun := game.state.begun).finished
    ]
    return f"it ends with round {ROUNDS}; {'; '.join(where)}"
