"""The score of a game of Monkey Palace, from what a record holds of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from palace.core.errors import InputError, Problem, nearest
from palace.core.verdict import Located, Reason
from palace.files.problems import fault
from palace.monkey_palace.game.cards import CARDS
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.rules import (
    BONUS_POINTS,
    TROPHY_POINTS,
    MonkeyLog,
    begun_with,
    reports,
    trophy_lines,
)
from palace.monkey_palace.game.schema import Player
from palace.monkey_palace.game.state import BONUS_CARDS, GameState, Turn
from palace.monkey_palace.game.turn import TurnReport
from palace.scoring import Line, Score, Sheet
from palace.scoring.score import counted

CATEGORIES = ("cards", "bonus", "monkey", "butterfly", "frog")
TIE_BREAKERS = ("the monkey",)

WRITTEN = ("cards", "bonus", "trophies", "total")
"""The keys of what a player writes down."""

_HELD = {"monkey": "monkey.held", "butterfly": "butterfly.held", "frog": "frog.held"}
_UNPLAYED = {"butterfly": "butterfly.held-unplayed", "frog": "frog.held-unplayed"}
"""The keys of the reasons against a trophy in two places, and one that was not in the game."""

MOST_POINTS = 1_000_000
"""A total beyond this, in either direction, is a slip."""

SHEET_NOTE = "there are no turns: the points are as written down"


def score_sheet(record: Record) -> Score:
    """Return the score of a record without turns, as its players wrote it down.

    More bonus cards than the box holds, and a trophy in two places or of another game, are reasons
    (`bonus`, `monkey`, `butterfly`, `frog`); the points count all the same.  A total without cards
    is taken as it is; trophies beside it break ties.  Raises `InputError` if
    a player has nothing written down, or a total that is not the sum of its parts.
    """
    problems = [*_problems(record)]
    if problems:
        raise InputError(*problems)
    found = (*_bonus_reasons(record), *_trophy_reasons(record))
    reasons = tuple(reason.placed() for reason in found)
    return _score(record, map(_sheet, record.data.players), reasons, (SHEET_NOTE,), finished=True)


def score_log(record: Record, log: MonkeyLog, reasons: tuple[Located, ...]) -> Score:
    """Return the score of a log with these reasons against it, or the standings so far.

    The bananas of every card, covered ones too, of bonus cards and of trophies; a tie for the
    first place goes to the holder of the monkey (ruling `lower-ties`).
    """
    data, table = record.data, log.state
    sheets = log.rules.standing(table)
    whole = len(log.commits) == len(data.turns or ())
    if whole and (problems := [*_contradictions(record, sheets)]):
        raise InputError(*problems)
    finished = table.finished or (whole and _said_to_be_over(record, table))
    stopped = [BOOK.text("stopped", turn=len(log.commits))] * (log.stopped and not whole)
    score = _score(record, sheets, reasons, (*notes(record, log), *stopped), finished=finished)
    return replace(score, ends="" if finished else _ends(table), start_player=table.names[0])


def _score(
    record: Record,
    sheets: Iterable[Sheet],
    reasons: tuple[Located, ...],
    told: tuple[str, ...],
    *,
    finished: bool,
) -> Score:
    data = record.data
    return Score(
        game=data.game,
        rules=data.rules,
        legal=not reasons,
        finished=finished,
        reasons=reasons,
        sheets=tuple(sheets),
        categories=CATEGORIES,
        tie_breakers=TIE_BREAKERS,
        only_winner=record.rulings.lower_ties == "shared",
        notes=told,
        date=data.date,
        place=data.place,
    )


def notes(record: Record, log: MonkeyLog) -> Iterator[str]:
    """Yield what was not judged, a sentence each."""
    start, done = log.states[0], reports(log)
    if record.found is not None:
        yield BOOK.text("unchecked.found")
        for player in record.data.players:
            if player.found is None:
                yield BOOK.text("unchecked.player", name=player.name)
        yield from begun_with(start, record.rulings)[1]
    absent = {"idle-support", "frog", "butterfly"} - {*record.data.trophies}
    absent |= {"trophy-order"} if "frog" in absent else set()
    without = [one for one in record.rulings.changed() if {one, one.split("-")[0]} & absent]
    if without:
        yield BOOK.text("unchecked.rulings", names=tuple(without))
    if not done:
        yield BOOK.text("unchecked.turns")
        return
    unknown = [seat.name for seat in start.seats if seat.pieces is None]
    if unknown:
        yield BOOK.text("unchecked.pieces", names=tuple(unknown))
    deck = record.deck
    if deck is not None and not deck.whole and any(seat.cards for seat in log.state.seats):
        yield BOOK.text("unchecked.deck", deck=deck.title, filled=len(deck), count=CARDS)
    steps = [*zip(log.states, done, log.commits, strict=False)]

    def turns(which: Callable[[GameState, TurnReport, Turn], bool]) -> tuple[str, ...]:
        return tuple(str(report.number) for before, report, commit in steps
                     if which(before, report, commit.move))  # fmt: skip

    idle = turns(lambda before, report, move: (
        move.frog is not None and before.holder("frog") == report.player
    ))  # fmt: skip
    if idle and record.rulings.frog_again == "nothing":
        yield BOOK.text("unchecked.frog", turns=idle)
    blind = record.piles and turns(lambda before, report, move: any(
        taken.turn == report.number and before.top(taken.card.pile) is None
        for taken in report.table.seat(report.player).cards
    ))  # fmt: skip
    if blind:
        yield BOOK.text("unchecked.piles", turns=blind)
    if passes := turns(lambda before, report, move: (
        report.staircase is None and start.seat(report.player).pieces is None
    )):  # fmt: skip
        yield BOOK.text("unchecked.passes", turns=passes)
    moved = turns(lambda before, report, move: (
        "monkey" in report.animals and report.palace.animal("m") is None
    ))  # fmt: skip
    if moved and record.data.animals == "unknown":
        yield BOOK.text("unchecked.monkey", turns=moved)


def written_down(player: Player) -> bool:
    """Return whether the record holds a player's points, beside turns or instead of them."""
    return any(getattr(player, key) is not None for key in WRITTEN)


def _contradictions(record: Record, sheets: tuple[Sheet, ...]) -> Iterator[Problem]:
    """Yield the points written down that are not those of the turns."""
    for at, (player, sheet) in enumerate(zip(record.data.players, sheets, strict=True)):
        cards = sum(player.cards) if isinstance(player.cards, list) else player.cards
        held = {line.category for line in sheet.lines} & TROPHY_POINTS.keys()
        found = {
            "cards": (cards, sheet.subtotal("cards") or 0),
            "bonus": (player.bonus, (sheet.subtotal("bonus") or 0) // BONUS_POINTS),
            "total": (player.total, sheet.total),
        }
        for key, (written, right) in found.items():
            if written is not None and written != right:
                what = f"{written} written down, the turns make {right}"
                place = ("players", at, key)
                yield fault(record.document, place, what, "correct it, or leave it out")
        if player.trophies is not None and {*player.trophies} != held:
            right_ones = ", ".join(sorted(held)) or "none"
            what = f"the turns leave {player.name} {right_ones}"
            yield fault(record.document, ("players", at, "trophies"), what, "correct them")


def _said_to_be_over(record: Record, table: GameState) -> bool:
    """Return whether the record marks the end, where pieces are not known and all had as many
    turns.
    """
    even = len(record.data.turns or ()) % len(table.seats) == 0
    return bool(record.data.finished) and not table.known and even


def _ends(table: GameState) -> str:
    """Return what would end a game that goes on."""
    if table.ending:
        return BOOK.text("ends.with", name=table.names[-1], ending=table.ending)
    if table.tray is None:
        return BOOK.text("ends.unknown")
    return BOOK.text("ends.tray", tray=str(table.tray))


def _sheet(player: Player) -> Sheet:
    ties = (int("monkey" in (player.trophies or ())),)
    if player.total is not None and player.cards is None:
        return Sheet.of_total(player.name, player.total, "total written down", ties)
    return Sheet(player.name, tuple(_lines(player)), ties)


def _lines(player: Player) -> Iterator[Line]:
    if isinstance(player.cards, list):
        for number, bananas in enumerate(player.cards, 1):
            cause = f"card {number} of {len(player.cards)}: {counted(bananas, 'banana')}"
            yield Line("cards", bananas, cause)
    elif player.cards is not None:
        yield Line("cards", player.cards, f"{counted(player.cards, 'banana')} on cards")
    if player.bonus:
        cause = f"{counted(player.bonus, 'bonus card')}, {BONUS_POINTS} bananas each"
        yield Line("bonus", BONUS_POINTS * player.bonus, cause)
    yield from trophy_lines(player.trophies or ())


def _problems(record: Record) -> Iterator[Problem]:
    """Yield what keeps a sheet from being scored."""
    players = record.data.players
    known = [*map(written_down, players)]
    if not any(known):
        remedy = "add [[turns]], or to each player cards, bonus, trophies or total"
        yield fault(record.document, ("players",), "there is nothing to score", remedy)
        return
    for at, player in enumerate(players):
        if not known[at]:
            what = f"nothing is written down for {player.name}"
            slips = ((nearest(key, player.model_extra), key) for key in WRITTEN)
            remedy = "add cards, bonus, trophies or total"
            remedy = next((f"is {slip!r} a slip for {key}?" for slip, key in slips if slip), remedy)
            yield fault(record.document, ("players", at), what, remedy)
        elif player.total is not None:
            yield from _total_problems(record, at, player)


def _total_problems(record: Record, at: int, player: Player) -> Iterator[Problem]:
    path = ("players", at, "total")
    total = player.total or 0
    if abs(total) > MOST_POINTS:
        yield fault(record.document, path, "no player can have so many points", "correct it")
    elif player.cards is not None:
        parts = sum(line.points for line in _lines(player))
        if parts != total:
            what = f"{total} is written down, but cards, bonus and trophies make {parts}"
            yield fault(record.document, path, what, "correct one of them, or leave the total out")


def _bonus_reasons(record: Record) -> Iterator[Reason]:
    """Where, in seat order, the bonus cards of the box run out."""
    left = BONUS_CARDS
    for at, player in enumerate(record.data.players):
        taken = player.bonus or 0
        if taken > left:
            yield BOOK.reason(
                "bonus.too-many", player.name, "bonus-at-most",
                by=taken - left, taken=taken, left=left, most=BONUS_CARDS,
            ).within("players", at, "bonus")  # fmt: skip
        left = max(0, left - taken)


def _trophy_reasons(record: Record) -> Iterator[Reason]:
    """Trophies in two places, and trophies that are not in the game of the record."""
    holders: dict[str, str] = {}
    data = record.data
    # Where no trophies are named for the game, those the players hold tell which there were.
    named = "trophies" in data.model_fields_set
    for at, player in enumerate(data.players):
        path = ("players", at, "trophies")
        for trophy in player.trophies or ():
            if trophy in holders:
                yield BOOK.reason(
                    _HELD[trophy], player.name, "one-holder",
                    trophy=trophy, holder=holders[trophy],
                ).within(*path)  # fmt: skip
            elif named and trophy != "monkey" and trophy not in data.trophies:
                yield BOOK.reason(
                    _UNPLAYED[trophy], player.name, "add-or-take-trophy", trophy=trophy
                ).within(*path)
            holders.setdefault(trophy, player.name)
