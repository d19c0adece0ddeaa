"""Monkey Palace as one of the games of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from palace.contract.game import (
    Asking,
    Command,
    Drawing,
    Drawings,
    Examples,
    Form,
    Game,
    Given,
    Pad,
    Printable,
    Question,
    Reporting,
)
from palace.contract.rules import Record, TurnReport
from palace.monkey_palace.game.log import own, read
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.rulings import Rulings

if TYPE_CHECKING:
    from palace.monkey_palace.game.box import MonkeyFormat

Read = Record[GameState, Turn]


def _reporting() -> Reporting[GameState, Turn]:
    from palace.monkey_palace.game.score import notes
    from palace.monkey_palace.paper.report import about, data

    def told(record: Read, log: MonkeyLog | None) -> Iterable[str]:
        return record.score(log).notes if log is None else notes(own(record), log)

    return Reporting(
        lambda record, log: about(own(record), log),
        notes=told,
        data=lambda record, log: data(own(record), log),
    )


def _asking() -> Asking[GameState, Turn]:
    from palace.monkey_palace.game import play
    from palace.monkey_palace.game.asking import Asked, turn_of

    def questions(record: Read, log: MonkeyLog, player: str, answers: Given) -> Sequence[Question]:
        question = Asked(own(record), log.state, player, answers).next()
        return () if question is None else (question,)

    def commands(record: Read, log: MonkeyLog) -> Sequence[Command]:
        return play.commands(own(record), log)

    def ending(state: GameState) -> str:
        return "" if state.ending is None else BOOK.told(state.ending)

    return Asking(
        questions,
        lambda player, answers, others: turn_of(player, answers),
        commands,
        lambda record, log, at: play.outcome(own(record), log, at),
        ending,
    )


def _drawing() -> Drawings[GameState, Turn]:
    from palace.monkey_palace.paper.report import drawing_of, drawing_of_record

    def draw(record: Read, log: MonkeyLog | None, turn: int | None, options: Given) -> Drawing:
        return drawing_of_record(own(record), log, turn, options)

    return Drawings(draw, drawing_of)


def _examples(code: str) -> Examples:
    from palace.monkey_palace.drawing.gallery import EXAMPLES, IN_RECORDS
    from palace.monkey_palace.paper.report import example

    cases = EXAMPLES[code]._asdict() if code in EXAMPLES else {}
    return Examples([example(*case) for case in cases.items()], IN_RECORDS.get(code))


def _printables() -> Mapping[str, Printable]:
    from palace.monkey_palace.paper.sheets import sheets

    return sheets(GAME.book.rules.values())


def _box() -> MonkeyFormat:
    from palace.monkey_palace.game.box import BOX

    return BOX


def _pad() -> Pad:
    from palace.monkey_palace.paper.pad import PAD

    return PAD


def _joining() -> Form:
    from palace.monkey_palace.game.joining import JOINING

    return JOINING


def _typed(player: str, text: str) -> Turn:
    from palace.monkey_palace.game.asking import built

    return Turn(player, built(text))


def _told(turn: Turn, report: TurnReport) -> str:
    return BOOK.text("passes") if turn.build is None else str(turn.build)


def _new(players: Sequence[Mapping[str, object]], path: Path, given: Given) -> dict[str, object]:
    from palace.monkey_palace.game.play import new_game

    return new_game(players, path, given)


def _player(text: str) -> Mapping[str, object]:
    from palace.monkey_palace.game.play import new_player

    return new_player(text)


def _findings() -> Iterator[tuple[str, bool, str, str]]:
    yield "maps", True, ", ".join(load_map(name).title for name in SHIPPED), ""


GAME: Game[GameState, Turn] = Game(
    key="monkey-palace",
    title="Monkey Palace",
    book=BOOK,
    read=read,
    typed=_typed,
    new=_new,
    rulings=Rulings,
    noun="turn",
    options=("map", "box", "trophies"),
    player=_player,
    told=_told,
    reporting=_reporting,
    asking=_asking,
    drawing=_drawing,
    examples=_examples,
    printables=_printables,
    box=_box,
    pad=_pad,
    joining=_joining,
    findings=_findings,
)
