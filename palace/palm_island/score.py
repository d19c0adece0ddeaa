"""What a game is trusted for, because a card does not say it in a form that can be checked.

The score of a game of Palm Island: points of active areas, ties, and the chart's comment.

Feats kept from game to game: what the players of a row of records have earned and used.

What a deal is worth beside what a game of it made: sentences, and the answer to `worth`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from palace.contract.screen import Screen, bold
from palace.core.errors import Problem
from palace.core.verdict import Reason
from palace.palm_island.cards import CORE, ORIENTATIONS, SCORING, TRACKER
from palace.palm_island.record import Record
from palace.palm_island.replay import Played, Replayed, replay, replay_table, set_up
from palace.palm_island.specials import (
    SINGULAR,
    Ability,
    Disaster,
    Outpost,
    Special,
    Villager,
    newly_earned,
)
from palace.palm_island.state import ROUNDS, State
from palace.palm_island.table import Table
from palace.scoring import Line, Score, Sheet, Team
from palace.scoring.score import counted, joined

if TYPE_CHECKING:
    from palace.palm_island.record import Record
    from palace.palm_island.replay import Played, Replayed
    from palace.palm_island.solver import Solution


# ==== trust


def unchecked(record: Record, played: Replayed) -> Iterator[str]:
    """A sentence for the placeholders of each kind in this game, and for what is not checked."""
    speed = record.data.mode == "speed"
    cards = [*_in_play(record)]
    for kind, one in SINGULAR.items():
        ours = [c.title for c in cards if c.placeholder and record.card_pool.kind(c.id) == kind]
        if len(ours) == 1:
            yield f"the {one} {ours[0]} is a placeholder"
        elif ours:
            yield f"the {kind} {joined(ours)} are placeholders"
    for card in cards:
        yield from (f"{what} {card.title} is not transcribed" for what in _unknown(card, speed))
    for active in dict.fromkeys(_active(record)):
        if active.active:
            yield f"what {active.title} does is not checked: {active.active}"
    ability = played.table.ability
    if ability is not None and played.table.middle.ready:
        says = ability.says or "it is not transcribed"
        yield f"what {ability.title} does is not checked: {says}"
    if not speed:
        for owned in _taken(played):
            outpost = record.card_pool.outpost(owned)
            if outpost is not None and outpost.needs is None:
                says = outpost.casual or "it is not transcribed"
                yield f"the criterion of {outpost.title} is taken on trust: {says}"


def _in_play(record: Record) -> Iterator[Special]:
    data = record.data
    names: list[object] = [data.disaster, data.ability, *data.middle]
    for seat, player in enumerate(data.players):
        names += [*record.villagers(seat), *player.owned]
    for name in dict.fromkeys(names):
        card = record.card_pool.find(name)
        if card is not None:
            yield card


def _unknown(card: Special, speed: bool) -> Iterator[str]:
    """What of a card would be needed to check this game."""
    if isinstance(card, Disaster) and card.levels is None:
        yield "what each level costs of"
    elif isinstance(card, Ability) and card.cost is None:
        yield "the cost of"
    elif isinstance(card, Outpost):
        if card.points is None:
            yield "the value of"
        if speed and card.speed is None:
            yield "the cost of"
    elif isinstance(card, Villager) and card.cost is None:
        yield "the cost of"


def _active(record: Record) -> Iterator[Villager]:
    for moves in record.moves:
        for line in moves:
            for name in line.move.use:
                villager = record.card_pool.villager(name)
                if villager is not None:
                    yield villager


def _taken(played: Replayed) -> list[str]:
    return [owned.card for game in played.games for owned in game.owned]


# ==== score

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
    notes += unchecked(record, played)
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
    middle = {record.card_pool.kind(name) for name in record.data.middle}
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


# ==== career


class Entry(NamedTuple):
    """A feat that a player earned or used; `how` is "early" if it was used before it was earned.

    `difficulty` is that of the game: a feat earned on easy is less than one earned on medium.
    """

    file: str
    player: str
    feat: str
    how: Literal["earned", "used", "early"]
    difficulty: str

    def __str__(self) -> str:
        said = {"earned": "earns", "used": "uses", "early": "uses, but has not earned,"}
        return f"{self.file}: {self.player} {said[self.how]} {self.feat}, {self.difficulty}"

    def record(self) -> dict[str, Any]:
        """The entry as plain data."""
        return self._asdict()


def feat_history(records: Iterable[Record]) -> tuple[Entry, ...]:
    """What each game earned and used, in the order of the records, which is that of play.

    Only finished solo games whose moves are all legal earn feats; each feat is earned once.
    """
    return tuple(_entries(records))


def _entries(records: Iterable[Record]) -> Iterator[Entry]:
    held: dict[str, set[str]] = {}
    for record in records:
        if record.data.mode != "solo":
            continue
        file = record.document.file
        for seat, game in enumerate(replay(record)):
            mine = held.setdefault(game.name, set())
            used = [feat.id for feat in record.used(seat)]
            level = difficulty(len(used))
            for feat in used:
                yield Entry(file, game.name, feat, "used" if feat in mine else "early", level)
            if game.finished and game.legal:
                for earned in newly_earned(record.feats, game.state, mine, game.beside):
                    mine.add(earned.id)
                    yield Entry(file, game.name, earned.id, "earned", level)


# ==== worth

SECONDS = 2.0
"""How long `worth` looks, beside what the solver takes to begin."""

UNLIKE = ("payment", "limit-order", "voluntary-reset", "stored-second")
"""Rulings that the solver knows the defaults of only."""


def compared(game: Played, solution: Solution) -> str:
    """Return what a finished game made, and what the best line found of its deal makes."""
    points = game.state.points
    if solution.score < points:
        return f"{game.name}: {points}; no better line was found"
    return f"{game.name}: {points}; the best line found makes {solution.score}"


def proof(solution: Solution, game: Played | None = None) -> str:
    """Return what is proved of the best line known: the one found, or the one that was played."""
    bound = solution.bound
    played = game.state.points if game is not None and game.finished else 0
    if max(solution.score, played) >= bound.points:
        return f"proved best: no line makes more ({bound.how})"
    return f"not proved best: no line makes more than {bound.points} ({bound.how})"


def hindrances(record: Record, game: Played, file: str) -> Iterator[Problem]:
    """Yield why the solver does not know the game of a record."""
    if record.data.mode != "solo":
        what = f"this is a {record.data.mode} game"
        yield Problem(file, what, "the solver knows solo games")
        return
    for name, answer in record.rulings.changed().items():
        if name in UNLIKE:
            what = f"the solver does not know the ruling {name}={answer}"
            yield Problem(file, what, "it plays by the defaults")
    if game.state.extra:
        names = ", ".join(str(card.id) for card in game.state.extra)
        what = f"this game has cards the solver does not know: {names}"
        yield Problem(file, what, "solve a game of the core deck")
    elif game.reasons:
        first = game.reasons[0]
        where = f"{file}:{first.line}" if first.line else file
        what = f"move {first.turn} is not legal: {first.text}"
        yield Problem(where, what, "mend it first: palace check explains")


def worth(record: Record, game: Played, screen: Screen) -> str:
    """Solve the deal of a game that was played, and return how far from it the game was."""
    file = record.document.file
    found = [problem.what for problem in hindrances(record, game, file)]
    if found:
        lead = "what this deal was worth cannot be told"
        return "\n".join(screen.wrapped(f"{lead}: {what}") for what in found)
    from palace.palm_island.solver import compiled_already, solve

    first = "" if compiled_already() else "preparing the solver, once on this machine ..."
    with screen.bar("solving", first) as progress:
        solution = solve(game.start, SECONDS, progress=lambda best, share: progress(share))
    return "\n".join([
        bold(screen.wrapped(compared(game, solution))),
        screen.wrapped(proof(solution, game)),
        screen.wrapped("the line, and what each round left:"),
        *(f"palace palm-island {verb} {file}" for verb in ("solve", "study")),
    ])  # fmt: skip
