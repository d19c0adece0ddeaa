"""The score of a game of Palm Island, and what was not checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason
from palace.files.problems import fault
from palace.palm_island.cards import CORE, ORIENTATIONS, SCORING, TRACKER
from palace.palm_island.record import Record
from palace.palm_island.replay import Played, Replayed, Step
from palace.palm_island.rules import Rulings
from palace.palm_island.specials import (
    KINDS,
    CardPool,
    Disaster,
    Feat,
    Outpost,
    Special,
    Villager,
)
from palace.palm_island.state import ROUNDS
from palace.palm_island.table import Seat
from palace.scoring import Line, Score, Sheet, Team
from palace.scoring.score import counted, joined

CATEGORIES = tuple(name.lower() for name in SCORING)
FEATS = "feats"
"""The category of points on feats."""

TIE_BREAKERS = ("upgrades", "stored resources")

CHART = ("Needs work", "Respectable", "Exceptional", "Astounding")
"""The comments of the score chart, each for ten points more."""

LEAST = {"solo": (10, 20, 30, 40), "coop": (1, 10, 20, 30)}
"""The least points of each comment; the chart of coop is for the points of one player."""

NO_OUTPOSTS = "no outposts and no villagers: what their cards say is not transcribed"

DIFFICULTY = ("hard (no feats)", "medium (one feat)")
EASY = "easy"


def comment(points: int, mode: str = "solo") -> str:
    """Return the comment of the score chart; empty below it and for competitive games."""
    reached = sum(points >= least for least in LEAST.get(mode, ()))
    return CHART[reached - 1] if reached else ""


def difficulty(feats: int) -> str:
    """Return the difficulty of a solo game by the number of feats in use."""
    return DIFFICULTY[feats] if feats < len(DIFFICULTY) else f"{EASY} ({feats} feats)"


def score_replay(record: Record, played: Replayed) -> Score:
    """Return the score of a replayed record; the standings so far if it is not finished."""
    data = record.data
    if wrong := [*_wrong_totals(record, played)]:
        raise InputError(*wrong)
    return Score(
        game=data.game,
        rules=data.rules,
        legal=played.legal,
        finished=played.finished,
        reasons=reasons_of(played),
        sheets=tuple(sheets_of(played.games, record.rulings)),
        categories=_categories(record, played),
        tie_breakers=TIE_BREAKERS,
        ends="" if played.finished else _ends(played),
        notes=tuple(notes_of(record, played)),
        date=data.date,
        place=data.place,
        team=team_of(record, played),
    )


def _wrong_totals(record: Record, played: Replayed) -> Iterator[Problem]:
    """Yield the totals that are not those of the moves."""
    for seat, (player, game) in enumerate(zip(record.data.players, played.games, strict=True)):
        if "total" in player.model_fields_set and player.total != game.points:
            what = f"{player.total} is written down, but the cards make {game.points}"
            path = ("players", seat, "total")
            yield fault(record.document, path, what, "correct it, or leave it out")


def sheets_of(games: Sequence[Seat], rulings: Rulings) -> Iterator[Sheet]:
    """Yield the sheet of each player; a tie with a player known only by the total is shared."""
    cards = rulings.tie_stored == "cards"
    shared = {game.total for game in games}
    for game in games:
        state = game.state
        stored = len(state.stored) if cards else state.resources.amount
        ties = (0, 0) if game.points in shared else (state.upgrades, stored)
        if game.total is None:
            yield Sheet(game.name, tuple(_lines(game)), ties)
        else:
            yield Sheet.of_total(game.name, game.total, "total written down", ties)


def reasons_of(played: Replayed) -> tuple[Reason, ...]:
    """Return every reason of the set-up and the moves, with the player if there are several."""
    several = len(played.games) > 1
    moves = (
        replace(reason, player=game.name) if several else reason
        for game in played.games
        for reason in game.reasons
    )
    return (*played.setup, *moves)


def team_of(record: Record, played: Replayed) -> Team | None:
    """Return whether the group averted the disaster, and its score, that of the lowest player.

    None if the game is not cooperative.
    """
    table = played.state
    if table.mode != "coop":
        return None
    points = min(game.points for game in played.games)
    written = "level" in record.data.model_fields_set or table.middle.level > 0
    unknown = not written and all(game.total is not None for game in played.games)
    chart = comment(points, "coop") if table.finished else ""
    if table.disaster is None or table.complete is None:
        return Team(None, points, "the levels of the disaster are not transcribed", chart)
    title, level, count = table.disaster.title, table.middle.level, len(table.disaster.levels)
    if unknown:
        return Team(None, points, f"no level of {title} is recorded", chart)
    if table.complete:
        return Team(True, points, f"{title} is completed", chart)
    cause = f"{level} of {count} levels of {title} are completed"
    return Team(False if table.finished else None, points, cause, chart)


def notes_of(record: Record, played: Replayed) -> Iterator[str]:
    """Yield the notes on a game: results, feats, placeholders, and what was not checked."""
    data = record.data
    for seat, game in enumerate(played.games):
        yield _note(game, data.mode, len(record.used(seat)))
    for seat, game in enumerate(played.games):
        yield from _feats(record, game, seat)
    yield from unchecked(record, played)
    if data.mode == "casual" and not data.middle and not any(game.owned for game in played.games):
        yield NO_OUTPOSTS
    if data.mode != "coop" and any(
        game is not other and game.total is not None and game.points == other.points
        for game in played.games
        for other in played.games
    ):
        yield "a tie with a player known only by the total is shared: their upgrades are not known"
    short = sum(game.made for game in played.games) < sum(map(len, record.moves))
    for game in played.games:
        if short and game.reasons:
            yield f"{game.name}: stopped at move {game.made}, which is not legal"


def _categories(record: Record, played: Replayed) -> tuple[str, ...]:
    """Return the categories of the core deck and of the other cards in this game."""
    seats = range(len(played.games))
    more = [FEATS] * any(record.used(seat) or record.data.feats for seat in seats)
    kinds = {owned.kind for game in played.games for owned in game.owned}
    kinds |= {record.card_pool.kind(name) or "" for name in record.data.middle}
    kinds |= {"villagers" for seat in seats if record.villagers(seat)}
    return (*CATEGORIES, *more, *(kind for kind in ("outposts", "villagers") if kind in kinds))


def _lines(game: Seat) -> Iterator[Line]:
    state = game.state
    for placed in sorted(state.deck, key=lambda placed: str(placed.card).rjust(2)):
        points = state.area(placed).points
        if points and placed.card != TRACKER:
            card = state.card(placed.card)
            cause = f"{card.title}, {ORIENTATIONS[placed.area]}"
            category = card.name.lower() if placed.card in CORE else FEATS
            since = game.since(placed) if isinstance(game, Played) else None
            yield Line(category, points, cause, since)
    for owned in game.owned:
        yield Line(owned.kind, owned.points, owned.title, owned.turn)


def _feats(record: Record, game: Played, seat: int) -> Iterator[str]:
    """Yield the feats a finished solo game earns, and what is not transcribed of the others."""
    used = [feat.id for feat in record.used(seat)]
    if record.data.mode == "solo":
        yield from (
            f"{game.name} earns the feat {feat.title}" for feat in _earned(record, game, used)
        )
    shown = {feat.id for feat in record.data.feats} | {*used}
    for feat in record.card_pool.every(Feat):
        if feat.id not in shown:
            continue
        if feat.needs is None:
            yield f"the criteria of the feat {feat.title} are not transcribed"
        if feat.areas is None and feat.id in used:
            yield f"the areas of the feat {feat.title} are not transcribed: they are not checked"
        elif feat.placeholder and feat.id in used:
            yield f"the feat {feat.title} is a placeholder"


def _earned(record: Record, game: Played, held: Iterable[str]) -> Iterator[Feat]:
    """Yield the feats that a legal finished game earns beside those held before."""
    if game.state.finished and not game.reasons and game.total is None:
        for feat in record.card_pool.every(Feat):
            if feat.id not in held and feat.earned(game.state, game.beside):
                yield feat


def _note(game: Seat, mode: str, feats: int) -> str:
    """Return the points, upgrades, stored resources, comment and difficulty of a game."""
    if game.total is not None:
        rated = comment(game.total, mode) if mode in LEAST else ""
        points = f"{counted(game.total)}, {rated}" if rated else counted(game.total)
        return f"{game.name}: {points}; nothing else is known, and nothing is checked"
    state = game.state
    on = f" on {counted(len(state.stored), 'card')}" if state.stored else ""
    stored = f"{state.resources} stored{on}"
    parts = [counted(game.points), counted(state.upgrades, "upgrade"), stored]
    if game.state.finished and mode in LEAST:
        parts += [comment(game.points, mode) or "below the score chart"]
    if mode == "solo":
        parts.append(difficulty(feats))
    return f"{game.name}: {', '.join(parts)}"


def _ends(played: Replayed) -> str:
    """Return the round of each player in an unfinished game."""
    where = [
        f"{game.name} is in round {begun.round}, {counted(begun.left, 'card')} before the tracker"
        for game in played.games
        if not (begun := game.state.begun).finished
    ]
    return f"it ends with round {ROUNDS}; {'; '.join(where)}"


def unchecked(record: Record, played: Replayed) -> Iterator[str]:
    """Yield the placeholders of each kind in this game, and what was not checked."""
    data, pool = record.data, record.card_pool
    names: list[object] = [data.disaster, data.ability, *data.middle]
    for seat, player in enumerate(data.players):
        names += [*record.villagers(seat), *player.owned]
    found = (pool.find(name) for name in dict.fromkeys(names))
    cards = [card for card in found if card is not None]
    for kind, cls in KINDS.items():
        ours = [card.title for card in cards if card.placeholder and card.kind == kind]
        if len(ours) == 1:
            yield f"the {cls.noun} {ours[0]} is a placeholder"
        elif ours:
            yield f"the {kind} {joined(ours)} are placeholders"
    speed = data.mode == "speed"
    for card in cards:
        yield from (f"{what} of {card.title} is not transcribed" for what in _unknown(card, speed))
    moves = [line.move for lines in record.moves for line in lines]
    for name in dict.fromkeys(name for move in moves for name in (*move.use, move.by)):
        villager = pool.one(Villager, name)
        if villager is not None and (villager.active or villager.points is None):
            says = villager.active or "it is not transcribed"
            yield f"what {villager.title} does is not checked: {says}"
    for game in played.games:
        for step in (step for step in game.steps if step.move.by is not None):
            yield _trusted(game, step, pool)
    ability = played.state.ability
    if ability is not None and played.state.middle.ready:
        says = ability.says or "it is not transcribed"
        yield f"what {ability.title} does is not checked: {says}"
    for owned in (owned for game in played.games for owned in game.owned):
        outpost = pool.one(Outpost, owned.card)
        if outpost is not None and outpost.needs is None and not speed:
            says = outpost.casual or "it is not transcribed"
            yield f"the criterion of {outpost.title} is not checked: {says}"


def _trusted(game: Played, step: Step, pool: CardPool) -> str:
    """Return the note on a move that a card allows."""
    name, what = step.move.by, replace(step.move, by=None)
    there = any(owned.card == name and (owned.turn or 0) < step.number for owned in game.owned)
    missing = pool.one(Villager, name) is not None and not there
    more = f", which {game.name} has not recruited" if missing else ""
    return (f"{game.name}, move {step.number}: {what} is taken on trust, allowed by "
            f"{pool.title(name)}{more}")  # fmt: skip


def _unknown(card: Special, speed: bool) -> Iterator[str]:
    """Yield what of a card is missing to check this game."""
    if isinstance(card, Disaster):
        yield from ["the cost of the levels"] * (not card.levels)
        return
    if isinstance(card, Outpost) and card.points is None:
        yield "the value"
    if (
        card.price is None
        and not isinstance(card, Feat)
        and (speed or not isinstance(card, Outpost))
    ):
        yield "the cost"


class Entry(NamedTuple):
    """A feat earned or used by a player; `how` is "early" if it was used before it was earned.

    `difficulty` is that of the game.
    """

    file: str
    player: str
    feat: str
    how: Literal["earned", "used", "early"]
    difficulty: str

    def __str__(self) -> str:
        before = " before earning it" if self.how == "early" else ""
        act = f"{'earns' if self.how == 'earned' else 'uses'} {self.feat}{before}"
        return f"{self.file}: {self.player} {act}, {self.difficulty}"


def feat_history(played: Iterable[tuple[Record, Replayed]]) -> Iterator[Entry]:
    """Yield the feats each game earned and used; the records are in the order of play.

    Only finished solo games whose moves are all legal earn feats; each feat is earned once.
    """
    held: dict[str, set[str]] = {}
    for record, replayed in played:
        if record.data.mode != "solo":
            continue
        file = record.document.file
        for seat, game in enumerate(replayed.games):
            mine = held.setdefault(game.name, set())
            used = [feat.id for feat in record.used(seat)]
            level = difficulty(len(used))
            for feat in used:
                yield Entry(file, game.name, feat, "used" if feat in mine else "early", level)
            for earned in [*_earned(record, game, mine)]:
                mine.add(earned.id)
                yield Entry(file, game.name, earned.id, "earned", level)
