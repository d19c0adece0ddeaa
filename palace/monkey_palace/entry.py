"""Monkey Palace as one of the games of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from palace.contract.game import (
    Asking,
    Drawings,
    Example,
    Examples,
    Form,
    Game,
    Given,
    Keeping,
    Pad,
    Printable,
    Reporting,
    Thoughts,
)
from palace.contract.rules import TurnReport
from palace.monkey_palace.game.log import read
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.rulings import Rulings

if TYPE_CHECKING:
    from palace.contract.analysis import Analysing
    from palace.contract.players import Opponents
    from palace.contract.puzzles import Puzzles
    from palace.monkey_palace.game.box import Box, BoxModel, MonkeyFormat


def _reporting() -> Reporting[GameState, Turn]:
    from palace.monkey_palace.paper.report import REPORTING

    return REPORTING


def _asking() -> Asking[GameState, Turn]:
    from palace.monkey_palace.players.advice import ASKING

    return ASKING


def _drawing() -> Drawings[GameState, Turn]:
    from palace.monkey_palace.paper.report import DRAWINGS

    return DRAWINGS


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


def _keeping() -> Keeping[GameState, Turn, BoxModel, Box]:
    from palace.monkey_palace.game import learning

    return Keeping(
        _box(), learning.entered, learning.added, learning.learned, learning.answered,
        lambda data: data.rulings, _pictures, learning.beside, learning.furnished,
    )  # fmt: skip


def _pictures(name: str) -> Sequence[Example]:
    from palace.monkey_palace.game.questions import pictures

    return pictures(name)


def _pad() -> Pad:
    from palace.monkey_palace.paper.pad import PAD

    return PAD


def _joining() -> Form:
    from palace.monkey_palace.game.joining import JOINING

    return JOINING


def _beginning() -> Form:
    from palace.monkey_palace.game.beginning import BEGINNING

    return BEGINNING


def _thoughts() -> Thoughts[GameState, Turn]:
    from palace.monkey_palace.players.advice import thoughts

    return thoughts()


def _players() -> Opponents[GameState, Turn]:
    from palace.monkey_palace.players.playing import OPPONENTS

    return OPPONENTS


def _puzzles() -> Puzzles:
    from palace.monkey_palace.players.puzzles import PUZZLES

    return PUZZLES


def _analysing() -> Analysing[GameState, Turn]:
    from palace.monkey_palace.players.analysis import ANALYSING

    return ANALYSING


def _typed(player: str, text: str) -> Turn:
    from palace.monkey_palace.game.asking import built

    return Turn(player, built(text))


def _told(turn: Turn, report: TurnReport) -> str:
    return BOOK.text("passes") if turn.build is None else str(turn.build)


def _words(turn: Turn, report: TurnReport) -> str:
    """Return what a turn built, as one tells it."""
    if (build := turn.build) is None:
        return BOOK.text("passes")
    return BOOK.text("turn.words", start=build.knobs[0], end=build.knobs[-1], pieces=build.uses)


def _category(name: str) -> str:
    if name in ANIMALS.values():
        return BOOK.text(f"gains.{name}")
    return BOOK.text("category.cards" if name == "cards" else "category.bonus")


def _new(players: Sequence[Mapping[str, object]], path: Path, given: Given) -> dict[str, object]:
    from palace.monkey_palace.game.play import new_game

    return new_game(players, path, given)


def _player(text: str) -> Mapping[str, object]:
    from palace.monkey_palace.game.play import new_player

    return new_player(text)


def _findings() -> Iterator[tuple[str, bool, str, str]]:
    yield "maps", True, ", ".join(load_map(name).title for name in SHIPPED), ""


def _kernels() -> object:
    from palace.monkey_palace.search import kernel, tables

    return kernel, tables


GAME: Game[GameState, Turn] = Game(
    key="monkey-palace",
    title="Monkey Palace",
    book=BOOK,
    read=read,
    typed=_typed,
    new=_new,
    rulings=Rulings,
    noun="turn",
    options=("map", "box", "trophies", "seed"),
    player=_player,
    told=_told,
    words=_words,
    category=_category,
    reporting=_reporting,
    asking=_asking,
    drawing=_drawing,
    examples=_examples,
    printables=_printables,
    box=_box,
    keeping=_keeping,
    pad=_pad,
    joining=_joining,
    beginning=_beginning,
    thoughts=_thoughts,
    players=_players,
    puzzles=_puzzles,
    analysing=_analysing,
    findings=_findings,
    kernels=_kernels,
)
