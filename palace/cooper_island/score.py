"""The score of a log, or of final sheets as players wrote them down; the score pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, number, players, points, records_head
from palace.contract.rules import Log
from palace.cooper_island.box import SEATS
from palace.cooper_island.goods import COIN
from palace.cooper_island.land import leftover, load_peninsula, uncovered
from palace.cooper_island.notation import Move
from palace.cooper_island.record import LEFTOVER_WORDS, CooperPlayer, LeftoversModel, Record, Voyage
from palace.cooper_island.rules import BOOK, DEFAULT, Rulings
from palace.cooper_island.state import LIMITS, LOGBOOK_POINTS, ROUNDS, SHIPS, Table
from palace.cooper_island.turn import Setting
from palace.core.errors import InputError, Problem
from palace.core.provenance import Sourced
from palace.core.verdict import Located, Reason
from palace.files.models import fields_of
from palace.files.problems import Path as Way
from palace.files.problems import fault
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.scoring import Line, Score, Sheet
from palace.scoring.score import counted

Played = Log[Table, Move]

CATEGORIES = ("ships", "royal orders", "buildings", "leftovers", "anchors")
TIE_BREAKERS = ("fewer uncovered spaces",)
LEFTOVERS_FOR_A_POINT = 5

NOTE = "there is no log: the points are as written down"

CARDS_OF = {"royal_orders": ("royal order", 2), "buildings": ("building card", 4)}
"""The cards with points of their own, by the key in a record: their noun, and the most of a player:
a royal order for each special worker, a card for each small and large building."""


def score_record(record: Record, log: Played | None, reasons: tuple[Located, ...]) -> Score:
    """Return the score of a record and its log, with the reasons against the log.

    A log with `end` makes the score, and raises `InputError` for written values that contradict it;
    an unfinished one only where there are no final sheets.
    """
    if log is None:
        return _score_sheets(record)
    players = record.data.players
    if log.state.finished or any(one.total is None and one.ships is None for one in players):
        return _score_log(record, log, reasons)
    score = _score_sheets(record)
    reasons = (*reasons, *score.reasons)
    number = log.state.round
    end = f"ends in round {number}" if number else "ends before the first round"
    first = f"the log {end}: the points are as written down"
    every = (first, *score.notes[1:], *notes(record, log))
    return replace(score, legal=not reasons, reasons=reasons, notes=every)


def _score(
    record: Record, sheets: tuple[Sheet, ...], reasons: tuple[Located, ...], told: Iterable[str],
    *, finished: bool = True,
) -> Score:  # fmt: skip
    data = record.data
    return Score(
        data.game, data.rules, not reasons, finished, reasons, sheets, CATEGORIES,
        TIE_BREAKERS, notes=(*told,), date=data.date, place=data.place,
    )  # fmt: skip


def sheets_of(players: Sequence[CooperPlayer], rulings: Rulings) -> tuple[Sheet, ...]:
    lines = [tuple(_lines(player, rulings)) for player in players]
    totals = [sum(line.points for line in found) for found in lines]
    broken = ties(totals, [player.uncovered for player in players])
    return tuple(map(Sheet, [player.name for player in players], lines, broken))


def _lines(player: CooperPlayer, rulings: Rulings) -> Iterator[Line]:
    if player.bare:
        yield Line("total", player.total or 0, "total written down")
        return
    for ship, way in zip(SHIPS, player.ships or (), strict=False):
        points = way if isinstance(way, int) else way.points
        told = f"{counted(way)}, as written down" if isinstance(way, int) else way.cause
        yield Line("ships", points, f"{ship}: {told}")
    for key, (card, _) in CARDS_OF.items():
        cards, category = getattr(player, key), key.replace("_", " ")
        noun = card.removesuffix(" card")
        if isinstance(cards, int):
            yield Line(category, cards, f"{noun}s, as written down")
            continue
        for at, count in enumerate(cards or (), 1):
            yield Line(category, count, f"{noun} {at} of {len(cards)}")
    if player.leftovers is not None:
        left = player.leftovers.counts
        parts = [counted(left[key], word) for key, word in LEFTOVER_WORDS.items() if left[key]]
        how = "by five each" if rulings.leftovers == "kinds" else "together by five"
        cause = f"{', '.join(parts)}, {how}" if parts else "nothing is left"
        yield Line("leftovers", leftover_points(left, rulings), cause)
    if player.anchors is not None:
        yield Line("anchors", -player.anchors, f"{counted(player.anchors, 'anchor')} left")


def _score_log(record: Record, log: Played, reasons: tuple[Located, ...]) -> Score:
    table = log.state
    sheets = log_sheets(record.setting, table, record.data.players)
    if table.finished and (
        problems := [*_contradictions(record, table)] or [*_totals(record, sheets, "the log has")]
    ):
        raise InputError(*problems)
    ends = f"it ends with round {ROUNDS}; this is round {table.round}"
    return replace(
        _score(record, sheets, reasons, notes(record, log), finished=table.finished),
        ends="" if table.finished else ends if table.round else "it has not begun",
        start_player=record.names[0],
    )


def final_sheet(setting: Setting, table: Table, at: int) -> CooperPlayer:
    """Return what a table has of the final sheet of a player: all but the points of cards."""
    seat, ring = table.seats[at], setting.ring
    ways = [(at, name, ship.distance) for name, ship in zip(SHIPS, seat.ships, strict=True)]
    coins, cubes = seat.goods[COIN], leftover(seat.land, setting.rulings)
    left = (coins, seat.goods.amount - coins + cubes, seat.steps, seat.doubles)
    return CooperPlayer(
        name=seat.name,
        ships=[
            Voyage(logbooks=ring.logbooks(*way), beaches=ring.since(*way), distance=way[2])
            for way in ways
        ],
        leftovers=LeftoversModel(**dict(zip(LEFTOVER_WORDS, left, strict=True))),
        anchors=seat.anchors,
        uncovered=uncovered(seat.land, setting.rulings),
    )


def log_sheets(
    setting: Setting, table: Table, written: Sequence[CooperPlayer] = (), *, ended: bool = True
) -> tuple[Sheet, ...]:
    """Return the sheets of a table: cards as written down, leftovers if it has `ended` with it."""
    seen = []
    for at in range(len(table.seats)):
        has = {key: getattr(player, key) for player in written[at : at + 1] for key in CARDS_OF}
        has |= {} if ended else {"leftovers": None}
        seen.append(final_sheet(setting, table, at).model_copy(update=has))
    return sheets_of(seen, setting.rulings)


def _contradictions(record: Record, table: Table) -> Iterator[Problem]:
    for at, player in enumerate(record.data.players):
        seat, right = table.seats[at], final_sheet(record.setting, table, at)
        left = record.complete(at).leftovers
        for path, value, found in _pairs(player, left, right):
            if value is not None and value != found:
                yield _not_so(record, at, path, value, f"the log has {found}")
        carded = sum(one != "fortress" for one in seat.buildings)  # the fortress has no card
        for key, most in (("royal_orders", len(seat.on_orders)), ("buildings", carded)):
            cards = getattr(player, key)
            count = min(cards, 1) if isinstance(cards, int) else len(cards or ())
            if count > most:
                what = f"points for {counted(count, CARDS_OF[key][0])}"
                yield _not_so(record, at, (key,), what, f"the log has {most}")
        if record.lands[at] not in (None, seat.land):
            what = "this is not the land that the log leaves"
            remedy = f'correct it, or leave it out: "{seat.land}"'
            yield fault(record.document, ("players", at, "land"), what, remedy)


def _pairs(
    written: CooperPlayer, left: LeftoversModel | None, right: CooperPlayer
) -> Iterator[tuple[Way, object, object]]:
    """Yield each value of a sheet with what it should be, by its path; `left` has cubes too."""
    for at, (way, found) in enumerate(zip(written.ships or (), right.voyages, strict=False)):
        if isinstance(way, Voyage):
            for key in fields_of(Voyage):
                yield ("ships", at, key), getattr(way, key), getattr(found, key)
        else:
            yield ("ships", at), way, found.points
    for key in written.leftovers.model_fields_set if written.leftovers else ():
        yield ("leftovers", key), getattr(left, key), getattr(right.leftovers, key)
    for key in ("anchors", "uncovered"):
        yield (key,), getattr(written, key), getattr(right, key)


def _totals(record: Record, sheets: Sequence[Sheet], others: str) -> Iterator[Problem]:
    for at, (player, sheet) in enumerate(zip(record.data.players, sheets, strict=True)):
        if player.total not in (None, sheet.total):
            yield _not_so(record, at, ("total",), player.total, f"{others} {sheet.total}")


def _not_so(record: Record, seat: int, path: Way, written: object, right: str) -> Problem:
    verb = "are" if isinstance(written, str) else "is"
    what = f"{written} {verb} written down, and {right}"
    return fault(record.document, ("players", seat, *path), what, "correct it, or leave it out")


def trusted(log: Played) -> dict[str, int]:
    """Return what could not be checked for lack of data, and how often."""
    found: Counter[str] = Counter()
    for _, _, report in log.turns:
        found.update(dict(report.trusted))
    return dict(found)


def notes(record: Record, log: Played) -> Iterator[str]:
    """Yield what was trusted, what is a placeholder, and what is not written down."""
    if log.stopped:
        yield f"stopped at {str(log.commits[-1].move)!r}: it is not legal"
    every = sorted(trusted(log).items())
    if told := [f"{what} ({count} times)" if count > 1 else what for what, count in every]:
        yield f"not checked, counted as written: {', '.join(told)}"
    sources: dict[str, Sourced] = {"the peninsula": record.peninsula, "the sea ring": record.ring}
    if record.data.box is not None or record.data.values is not None:
        sources["costs and effects"] = record.box
    ours = [what for what, source in sources.items() if source.placeholder]
    if ours:
        yield f"not from a printed box, made up for trying out: {', '.join(ours)}"
    seats = log.state.seats
    given = {"royal_orders": any(one.on_orders for one in seats),
             "buildings": any(one.buildings for one in seats)}  # fmt: skip
    for key, there in given.items():
        lacks = [p.name for p in record.data.players if getattr(p, key) is None]
        if there and lacks and log.state.finished:
            noun, names = CARDS_OF[key][0], ", ".join(lacks)
            yield f"{noun}s: no points are written down for {names}, so they count 0"


def _score_sheets(record: Record) -> Score:
    """Return the score of a record without a log; more than the box holds is a reason, and counts.
    Raises `InputError` for a total that is not the sum of its parts."""
    players = [record.complete(seat) for seat in range(len(record.names))]
    sheets = sheets_of(players, record.rulings)
    problems = [*_totals(record, sheets, "its parts make")]
    for at, (player, written) in enumerate(zip(players, record.data.players, strict=True)):
        if written.uncovered not in (None, player.uncovered):
            right = f"the land has {player.uncovered}"
            problems.append(_not_so(record, at, ("uncovered",), written.uncovered, right))
    if problems:
        raise InputError(*problems)
    told = tie_note([sheet.total for sheet in sheets], [player.uncovered for player in players])
    return _score(record, sheets, tuple(limit_reasons(record)), (NOTE, *told))


def limit_reasons(record: Record) -> Iterator[Located]:
    left = dict(LIMITS)
    for seat in range(len(record.names)):
        for key, reason in _limits(record, seat, left):
            path = ("players", seat, *key)
            yield reason.placed(turn=None, line=record.document.where(path).line)


def _limits(record: Record, seat: int, left: dict[str, int]) -> Iterator[tuple[Way, Reason]]:
    """Yield the reasons against one sheet, each with its key; what it has is taken from `left`."""
    player, name = record.complete(seat), record.names[seat]
    own = (player.leftovers or LeftoversModel()).counts
    has = {what: own[key] for what in LIMITS if (key := what.replace(" ", "_")) in own}
    has |= {"logbooks": sum(ship.logbooks or 0 for ship in player.voyages)}
    has |= {"anchors": player.anchors or 0}
    for what, most in LIMITS.items():
        count, there = has[what], left[what]
        if count > there:
            key = {"logbooks": "ships", "anchors": "anchors"}.get(what, "leftovers")
            yield (key,), BOOK.reason(
                "box-limit", name, "box.limit", by=count - there,
                count=count, what=what, left=there, most=most,
            )  # fmt: skip
        left[what] = max(0, there - count)
    for at, (ship, voyage) in enumerate(zip(SHIPS, player.voyages, strict=False)):
        logbooks, beaches = voyage.logbooks or 0, voyage.beaches or 0
        near = record.ring.most_since(seat, ship, logbooks)
        if near is not None and beaches > near:
            yield ("ships", at), BOOK.reason(
                "logbook.near", name, "logbook.count", by=beaches - near,
                ship=ship, logbooks=logbooks, beaches=beaches, gap=near + 1, most=near,
            )  # fmt: skip
    spaces, most = record.data.players[seat].uncovered or 0, len(record.peninsula.land)
    if spaces > most:
        yield ("uncovered",), BOOK.reason(
            "box-limit.uncovered", name, "box.land", by=spaces - most,
            count=spaces, layout=record.peninsula.name, most=most,
        )  # fmt: skip
    for key, (noun, most) in CARDS_OF.items():
        cards = getattr(player, key)
        if isinstance(cards, list) and (count := len(cards)) > most:
            by = count - most
            sentence = f"box-limit.{noun.replace(' ', '-')}s"
            yield (key,), BOOK.reason(sentence, name, "box.most", by=by, count=count, most=most)


# Leftovers and ties.


def leftover_points(left: Mapping[str, int], rulings: Rulings = DEFAULT) -> int:
    """Return one point for every five leftovers of all kinds together (ruling leftovers)."""
    if rulings.leftovers == "kinds":
        return sum(count // LEFTOVERS_FOR_A_POINT for count in left.values())
    return sum(left.values()) // LEFTOVERS_FOR_A_POINT


def ties(totals: Sequence[int], uncovered: Sequence[int | None]) -> list[tuple[int]]:
    """Return the tie-break of each player, fewer uncovered spaces; 0 where not all are known."""
    pairs = [*zip(totals, uncovered, strict=True)]
    unknown = {total for total, spaces in pairs if spaces is None}
    return [(0,) if total in unknown else (-(spaces or 0),) for total, spaces in pairs]


def tie_note(totals: Sequence[int], uncovered: Sequence[int | None]) -> Iterator[str]:
    """Yield a note for each tie that stays unbroken because `uncovered` is missing."""
    for total in dict.fromkeys(totals):
        tied = [spaces for other, spaces in zip(totals, uncovered, strict=True) if other == total]
        if len(tied) > 1 and None in tied:
            yield f"tie at {counted(total)}: uncovered spaces are not known of all, so it is shared"


# The score pad: what is asked of a finished game, and a record to fill in.

Given = Mapping[str, Any]  # answers by the keys of their questions, each as its question reads it
MOST_STEPS = 20  # most cartographer steps that can be answered; the printed track is not known
MOST_BEACHES = 99


def _questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    yield players(SEATS[0], SEATS[-1])
    names: Sequence[str] = answers[PLAYERS]
    ruled, layout = Rulings.of(rulings), load_peninsula(f"cooper-{len(names)}")
    ruins = "without those of ruins" if ruled.tie_ruins == "covered" else "those of ruins too"
    cubes = "by their value" if ruled.leftover_cubes == "value" else "one each"
    left, most = dict(LIMITS), {"cartographer": MOST_STEPS, "uncovered": len(layout.land)}
    way = f", {LOGBOOK_POINTS} a logbook and 1 a beach since the last"
    ships = [(ship, f"points of the {ship}", 11, way) for ship in SHIPS]
    rest = (
        ("coins", "coins left", 2, ""),
        ("resources", "resources left, on the land too", 3, f", {cubes}"),
        ("cartographer", "cartographer steps left", 2, ""),
        ("double_tiles", "double tiles left", 1, ""),
        ("anchors", "anchors under ships", 1, ""),
        ("uncovered", "land spaces without a tile", 4, f", {ruins}"),
    )

    def asked(seat: int, key: str, title: str, example: int, more: str) -> Question:
        kind = key.replace("_", " ")
        has, limit = LIMITS.get(kind, 0), left.get(kind, most.get(key, MOST_BEACHES))
        why = f"the box has {has} {kind}" + f", and {has - limit} of them are taken" * (has > limit)
        text, why = f"{title}{more}", why * bool(has)
        return number(f"{key} {seat}", names[seat], text, limit, example, why, title)

    for seat, name in enumerate(names):
        yield from (asked(seat, *row) for row in ships)
        for (key, (noun, cards)), example in zip(CARDS_OF.items(), ("3+1", "2+1"), strict=True):
            what, one = f"{noun}s", noun.rpartition(" ")[2]
            yield points(f"{key} {seat}", name, what, example, cards, one, f"points of {what}")
        yield from (asked(seat, *row) for row in rest)
        for kind in left.keys() - {"logbooks"}:
            left[kind] -= answers[f"{kind.replace(' ', '_')} {seat}"]


def _record(answers: Given) -> dict[str, object]:
    players = []
    for seat, name in enumerate(answers[PLAYERS]):
        ships = [answers[f"{ship} {seat}"] for ship in SHIPS]
        own = {key: answers[f"{key} {seat}"] for key in (*CARDS_OF, "anchors", "uncovered")}
        left = {key: answers[f"{key} {seat}"] for key in LEFTOVER_WORDS}
        players.append({"name": name, "ships": ships, "leftovers": left, **own})
    return {**records_head("cooper-island"), "players": players}


_FILLED = shipped("palace.cooper_island", "template.toml")


def _template(names: Sequence[str], known: Given) -> str:
    seats = max(SEATS[0], min(len(names), SEATS[-1]))
    head, table, player = _FILLED.read_text(encoding="utf-8").partition("\n[[players]]")
    player = player.replace("cooper-2", f"cooper-{seats}")
    written = (data_text({"name": name}).strip() for name in names)
    return head + "".join(table + player.replace('name = "Ana"', name) for name in written)


PAD = Pad(_questions, _record, _template, ("Ana", "Ben"), "palace.cooper_island")
