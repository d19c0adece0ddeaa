"""The score of a game of Palm Island, and what was not checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace.core.errors import InputError
from palace.core.verdict import Located
from palace.files.problems import fault
from palace.palm_island.cards import SCORING
from palace.palm_island.record import Record
from palace.palm_island.rules import ENGLISH
from palace.palm_island.specials import Ability, CardPool, Disaster, Feat, Outpost, Villager
from palace.palm_island.state import ROUNDS, Move
from palace.palm_island.table import Seat, Table
from palace.palm_island.turns import FEATS, PalmLog, moves_of, sheets_of
from palace.scoring import Score, Team
from palace.scoring.score import counted, joined

CATEGORIES = tuple(name.lower() for name in SCORING)
TIE_BREAKERS = ("upgrades", "stored resources")

CHART = ("Needs work", "Respectable", "Exceptional", "Astounding")
"""The comments of the score chart, each for ten points more."""

LEAST = {"solo": (10, 20, 30, 40), "coop": (1, 10, 20, 30)}
"""The least points of each comment; the chart of coop is for the points of one player."""

NO_OUTPOSTS = "no outposts and no villagers: what their cards say is not transcribed"


def comment(points: int, mode: str = "solo") -> str:
    """Return the comment of the score chart; empty below it and for competitive games."""
    reached = sum(points >= least for least in LEAST.get(mode, ()))
    return CHART[reached - 1] if reached else ""


def score(record: Record, log: PalmLog, faults: tuple[Located, ...]) -> Score:
    """Return the score of a log with these faults; the standings so far if it is not finished.

    Raises `InputError` for totals that are not those of the moves.
    """
    data, table = record.data, log.state
    if wrong := [
        fault(record.document, ("players", at, "total"),
              f"{player.total} is written down, but the cards make {seat.points}",
              "correct it, or leave it out")
        for at, (player, seat) in enumerate(zip(data.players, table.seats, strict=True))
        if "total" in player.model_fields_set and player.total != seat.points
    ]:  # fmt: skip
        raise InputError(*wrong)
    return Score(
        game=data.game, rules=data.rules, date=data.date, place=data.place,
        legal=not faults, reasons=faults, notes=tuple(notes_of(record, log)),
        finished=table.finished, ends="" if table.finished else _ends(table),
        sheets=tuple(sheets_of(table)), categories=_categories(record, table),
        tie_breakers=TIE_BREAKERS, team=team_of(record, table),
    )  # fmt: skip


def team_of(record: Record, table: Table) -> Team | None:
    """Return whether a group averted the disaster, and its score; None for another game."""
    if table.mode != "coop":
        return None
    points = min(seat.points for seat in table.seats)
    written = "level" in record.data.model_fields_set or table.middle.level > 0
    unknown = not written and all(seat.total is not None for seat in table.seats)
    chart = comment(points, "coop") if table.finished and table.complete is not False else ""
    if table.disaster is None or table.complete is None:
        return Team(None, points, "the levels of the disaster are not transcribed", chart)
    title, level, count = table.disaster.label, table.middle.level, len(table.disaster.levels)
    if unknown:
        return Team(None, points, f"no level of {title} is recorded", chart)
    if table.complete:
        return Team(True, points, f"{title} is completed", chart)
    cause = f"{level} of {count} levels of {title} are completed"
    return Team(False if table.finished else None, points, cause, chart)


def notes_of(record: Record, log: PalmLog) -> Iterator[str]:
    """Yield the notes on a game: results, feats, placeholders, and what was not checked."""
    data, seats, wrong = record.data, log.state.seats, faulty(log)
    yield from (_note(seat, data.mode) for seat in seats)
    for at, seat in enumerate(seats):
        yield from _feats(record, seat, at, legal=seat.name not in wrong)
    yield from unchecked(record, log)
    if data.mode == "casual" and not data.middle and not any(seat.owned for seat in seats):
        yield NO_OUTPOSTS
    if data.mode != "coop" and any(
        seat is not other and seat.total is not None and seat.points == other.points
        for seat in seats
        for other in seats
    ):
        yield "a tie with a player known only by the total is shared: their upgrades are not known"
    short = sum(seat.made for seat in seats) < sum(map(len, record.moves))
    for seat in seats:
        if short and seat.name in wrong:
            yield f"{seat.name}: stopped at move {seat.made}, which is not legal"


def faulty(log: PalmLog) -> set[str]:
    return {report.player for _, _, report in log.turns if report.reasons}


def _categories(record: Record, table: Table) -> tuple[str, ...]:
    seats = range(len(table.seats))
    more = [FEATS] * any(record.used(seat) or record.data.feats for seat in seats)
    kinds = {owned.kind for seat in table.seats for owned in seat.owned}
    kinds |= {record.card_pool.kind(name) or "" for name in record.data.middle}
    kinds |= {"villagers" for seat in seats if record.villagers(seat)}
    return (*CATEGORIES, *more, *(kind for kind in ("outposts", "villagers") if kind in kinds))


def _feats(record: Record, seat: Seat, at: int, *, legal: bool) -> Iterator[str]:
    used, ends = [feat.id for feat in record.used(at)], seat.state.finished and seat.total is None
    beside = seat.beside * (record.rulings.criterion_points != "neither")
    ends = ends and legal and record.data.mode == "solo"
    for feat in record.card_pool.every(Feat) if ends else ():
        if feat.id not in used and feat.earned(seat.state, beside):
            yield f"{seat.name} earns the feat {feat.label}"
    shown = {feat.id for feat in record.data.feats} | {*used}
    for feat in (feat for feat in record.card_pool.every(Feat) if feat.id in shown):
        if feat.needs is None:
            yield f"the criteria of the feat {feat.label} are not transcribed"
        if feat.areas is None and feat.id in used:
            yield f"the areas of the feat {feat.label} are not transcribed: they are not checked"


def _note(game: Seat, mode: str) -> str:
    if game.total is not None:
        rated = comment(game.total, mode) if mode in LEAST else ""
        points = f"{counted(game.total)}, {rated}" if rated else counted(game.total)
        return f"{game.name}: {points}; nothing else is known, and nothing is checked"
    state, points = game.state, counted(game.points)
    if state.finished and mode == "solo":
        points += f", {comment(game.points, mode) or 'below the score chart'}"
    stored = ENGLISH.formats["resources"](state.resources)
    return f"{game.name}: {points}; {counted(state.upgrades, 'upgrade')}; {stored} stored"


def _ends(table: Table) -> str:
    where = [
        f"{seat.name} is in round {begun.round}, {counted(begun.left, 'card')} before the tracker"
        for seat in table.seats
        if not (begun := seat.state.begun).finished
    ]
    return f"it ends with round {ROUNDS}; {'; '.join(where)}"


def unchecked(record: Record, log: PalmLog) -> Iterator[str]:
    data, pool, table = record.data, record.card_pool, log.state
    names: list[object] = [data.disaster, data.ability, *data.middle]
    for at, mine in enumerate(data.players):
        names += [*record.villagers(at), *mine.owned, *(feat.id for feat in record.used(at))]
    cards = [card for card in map(pool.find, dict.fromkeys(names)) if card is not None]
    if ours := [card.label for card in cards if card.placeholder]:
        yield f"cards of this program, not the printed ones: {joined(ours)}"
    speed = data.mode == "speed"
    for card in cards:
        if isinstance(card, Disaster) and not card.levels:
            yield f"the cost of the levels of {card.label} is not transcribed"
        if isinstance(card, Outpost) and card.points is None:
            yield f"the value of {card.label} is not transcribed"
        paid = isinstance(card, Ability | Villager) or (isinstance(card, Outpost) and speed)
        if paid and card.price is None:
            yield f"the cost of {card.label} is not transcribed"
    moves = [line.move for lines in record.moves for line in lines]
    does = [name for move in moves for name in (*move.use, move.by)]
    for name in dict.fromkeys([*does, data.ability if table.middle.ready else None]):
        found = pool.one(Villager, name) or pool.one(Ability, name)
        if found is not None and (found.effect or not found.value):
            says = found.effect or "it is not transcribed"
            yield f"what {found.label} does is not checked: {says}"
    for player in table.seats:
        for number, (_, move, _) in enumerate(moves_of(log, player.name), 1):
            if move.by is not None:
                yield _trusted(player, number, move, pool)
    taken = [owned.card for player in table.seats for owned in player.owned]
    for outpost in pool.among(Outpost, taken):
        if outpost.needs is None and not speed:
            says = outpost.casual or "it is not transcribed"
            yield f"the criterion of {outpost.label} is not checked: {says}"


def _trusted(seat: Seat, number: int, move: Move, pool: CardPool) -> str:
    name, what, card = move.by, replace(move, by=None), pool.find(move.by)
    there = any(owned.card == name and (owned.turn or 0) < number for owned in seat.owned)
    stranger = pool.one(Villager, name) is not None and not there
    more = f", which {seat.name} has not recruited" if stranger else ""
    return (f"{seat.name}, move {number}: {what} is taken on trust, allowed by "
            f"{name if card is None else card.label}{more}")  # fmt: skip
