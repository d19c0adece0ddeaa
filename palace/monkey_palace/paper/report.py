"""What is printed and drawn of a record, a build or a position of Monkey Palace."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from palace.contract.game import Drawing, Drawings, Example, Feat, Reporting
from palace.contract.rules import Log
from palace.core.errors import InputError, Problem, gather, locate
from palace.core.provenance import NAME
from palace.files.document import Document
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.text import draw, draw_build, marks_of
from palace.monkey_palace.game.log import Read, own, replay
from palace.monkey_palace.game.record import Record, map_warnings
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.score import notes
from palace.monkey_palace.game.situation import check_turn, situation
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.ground import SHIPPED, is_map, load_map, read_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.sentences import number_of
from palace.monkey_palace.kernel.supply import Supply
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.contract.taps import Board, Having
    from palace.monkey_palace.drawing.gallery import Situation as Case
    from palace.monkey_palace.drawing.heat import Relief
    from palace.monkey_palace.ldraw.writing import By, Kind, Turns


def _about(record: Read, log: MonkeyLog | None) -> str:
    """Return how many turns there are, where a strict replay stopped, and on which map."""
    every = len(record.written)
    done = every if log is None or not log.stopped else len(log.commits)
    stopped = f", stopped after turn {done}" if done < every else ""
    return f"{counted(every, 'turn')}{stopped}  on {own(record).ground.title}"


def _data(record: Read, log: MonkeyLog | None) -> dict[str, object]:
    """Return a replay as plain data."""
    ground = own(record).ground
    found: dict[str, object] = {"map": ground.name, "provenance": ground.provenance}
    if log is None:
        return found
    done, palace = reports(log), log.state.palace
    legal = [*takewhile(lambda report: report.legal, done)]
    return found | {
        "elements": len(palace.elements()),
        "turns": [*map(_turn, done)],
        "position": palace.position,
        "last_good": log.states[len(legal)].palace.position,
        "unchecked": [*notes(own(record), log)],
    }


def _unjudged(record: Read, log: MonkeyLog | None) -> Iterable[str]:
    """Return what was not judged."""
    return record.score(log).notes if log is None else notes(own(record), log)


def _feats(record: Read, log: MonkeyLog | None) -> Iterable[Feat]:
    """Yield the map, and the staircase and the credits of each legal turn."""
    yield Feat("favourite map", own(record).ground.title)
    for report in () if log is None else reports(log):
        if report.legal and report.staircase is not None and report.verdict is not None:
            arches, earned = report.staircase.arches, report.verdict.credits or 0
            told = f"{number_of('arch')(arches)}, {report.staircase}"
            yield Feat("longest staircase", told, report.player, arches)
            yield Feat("most credits in a turn", str(earned), report.player, earned)


REPORTING: Reporting[GameState, Turn] = Reporting(_about, notes=_unjudged, data=_data, feats=_feats)


def _turn(report: TurnReport) -> dict[str, object]:
    verdict = report.verdict
    return {
        "turn": report.number,
        "player": report.player,
        "staircase": None if report.staircase is None else str(report.staircase),
        "legal": report.legal,
        "credits": verdict.credits if verdict else None,
        "decoration": verdict.decoration if verdict else None,
        "bonus": verdict.bonus if verdict else None,
        "butterfly": "butterfly" in report.animals,
        "animals": list(report.animals),
        "given": str(report.given),
        "tray": None if report.table.tray is None else str(report.table.tray),
        "position": report.palace.position,
    }


def _drawing_of_record(
    read: Read, log: MonkeyLog | None, turn: int | None, options: Mapping[str, Any]
) -> Drawing:
    """Return the palace of a record after a turn, and the turns up to it as a film."""
    record = own(read)
    check_turn(record, turn)
    if log is None or (turn is not None and len(log.commits) != turn):
        log = replay(record, turns=turn)
    warnings = tuple(f"warning: {warning}" for warning in record.warnings)
    palace = log.state.palace
    window = {**_hand(options), "turn": turn} if options else {}
    return replace(
        drawn(palace, warnings, window),
        ldraw=partial(_ldraw, log),
        film=log,
        window=record,
        turns=len(record.data.turns or ()),
        terrain=partial(_terrain, palace, record.rulings),
        board=partial(_board, log),
        having=partial(_having, record, log),
    )


def _board(log: MonkeyLog) -> Board:
    from palace.monkey_palace.game.board import log_board

    return log_board(log)


def _having(record: Record, log: MonkeyLog) -> Having:
    from palace.monkey_palace.game.board import having
    from palace.monkey_palace.game.card_taps import cards_seen

    return having(log)._replace(cards=(*cards_seen(log.state, record.deck),))


def _drawing_of(what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
    """Return what can be shown of a position, the name of a map, or a document with a map or a
    build.
    """
    window = _hand(options) if options else {}
    if isinstance(what, Document):
        if is_map(what):
            palace = Palace.setup(read_map(what))
            return drawn(palace, tuple(map_warnings(palace.ground)), window)
        if "build" not in what.data:
            return None
        from palace.monkey_palace.game.build_file import build_of

        build, warnings = build_of(what, what.folder)
        return _drawn_build(build, warnings, (), window)
    from palace.files.ldraw import is_model

    position, ground = what or options.get("position"), options.get("map_name")
    if is_model(what):
        from palace.monkey_palace.ldraw.reading import read_ldraw

        on = None if ground is None else locate("--map", lambda: load_map(ground))
        read = read_ldraw(what, on)
        return _drawn_build(read.build, read.warnings, read.notes, window)
    if what and re.fullmatch(NAME, what) and (what in SHIPPED or (ground is None and "-" in what)):
        if ground is not None:
            raise InputError(Problem("--map", f"{what} is a map", "leave it out"))
        palace = Palace.setup(locate("--map" if options else "", lambda: load_map(what)))
        return drawn(palace, tuple(map_warnings(palace.ground)) if options else (), window)
    here = situation(position, ground, None, None, None, (), where=options.get("where", "POSITION"))
    return drawn(here.palace, here.notes, window)


DRAWINGS: Drawings[GameState, Turn] = Drawings(_drawing_of_record, _drawing_of)


def _drawn_build(
    build: Build, warnings: Sequence[str], notes: Sequence[str], window: Mapping[str, Any]
) -> Drawing:
    """Return what can be shown of a build that was read."""
    return Drawing(
        build.ground.title,
        text=lambda: draw_build(build),
        scene=build,
        window=build,
        isometric=True,
        ldraw=partial(_ldraw, build),
        notes=(*(f"warning: {warning}" for warning in warnings), *notes),
        window_options=window,
    )


def _ldraw(what: Palace | Build | MonkeyLog, kind: Kind, by: By) -> str:
    from palace.monkey_palace.ldraw.writing import ldraw_text

    return ldraw_text(turns_of(what) if isinstance(what, Log) else what, kind, by)


def turns_of(log: MonkeyLog) -> Turns:
    """Return the elements that are on the map after a replay, by the turn that put them there.

    An animal belongs to the turn that put it where it is.
    """
    from palace.monkey_palace.ldraw.writing import Turn, Turns

    palaces = [state.palace for state in log.states]
    since = dict.fromkeys(palaces[-1].elements(), 0)
    for number, palace in enumerate(palaces[:-1], 1):
        there = {*palace.elements()}
        since |= {element: number for element in since if element not in there}
    told = [(f"{one.number} {one.player}", str(one.staircase or "")) for one in reports(log)]
    return Turns(
        log.state.palace.ground,
        tuple(
            Turn(name, text, tuple(element for element in since if since[element] == number))
            for number, (name, text) in enumerate([("0 set-up", ""), *told])
        ),
    )


def _hand(options: Mapping[str, Any]) -> dict[str, object]:
    """Return the pieces and the rulings that a window judges with; raises `InputError`."""
    found: list[Problem] = []
    text, pairs = options.get("supply"), options.get("ruling", ())
    supply = None if text is None else gather(found, "--supply", lambda: Supply.read(text))
    rulings = gather(found, "--ruling", lambda: Rulings.read(pairs))
    if rulings is None or found:
        raise InputError(*found)
    return {"supply": supply, "rulings": rulings}


def drawn(
    palace: Palace, notes: tuple[str, ...] = (), window: Mapping[str, Any] = MappingProxyType({})
) -> Drawing:
    """Return what can be shown of a palace."""
    return Drawing(
        palace.ground.title,
        text=lambda: draw(palace),
        svg=lambda: svg(palace),
        ldraw=partial(_ldraw, palace),
        scene=palace,
        window=palace,
        isometric=True,
        notes=notes,
        window_options=window,
        position=palace.full_position,
        terrain=partial(_terrain, palace, DEFAULT),
    )


def _terrain(palace: Palace, rulings: Rulings, figure: str, supply: str) -> Relief:
    """Return a palace as a terrain of the figure; raises `InputError`."""
    from palace.monkey_palace.drawing.heat import check_terrain, terrain
    from palace.monkey_palace.search.map_stats import USUAL

    check_terrain(figure)
    hand = locate("--supply", lambda: Supply.read(supply)) if supply else USUAL
    return terrain(palace, figure, hand, rulings)


def example(name: str, build: Case) -> Example:
    """Return a build of the gallery, with its verdict."""
    verdict = build.verdict()
    staircase = build.staircase or str(verdict.staircase or "")
    heading = f"{staircase}  on {build.palace.ground.title}" if staircase else ""
    marks = marks_of(verdict.reasons)
    return Example(
        name, build.caption, verdict, heading, lambda: draw_build(build.build, marks),
        verdict.record(),
    )  # fmt: skip
