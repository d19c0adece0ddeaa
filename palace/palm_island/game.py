"""Palm Island as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from palace.contract.game import Asking, Drawing, Drawings, Game, Given, Reporting
from palace.contract.rules import Log, Record, TurnReport
from palace.core.errors import InputError, Problem, install_hint
from palace.palm_island import play
from palace.palm_island.aid import SHEETS
from palace.palm_island.board import drawing
from palace.palm_island.box import BOX
from palace.palm_island.commands import commands
from palace.palm_island.deals import OPTIONS, new_game
from palace.palm_island.log import Turn, moves_in, own, read, replayed, turn_of
from palace.palm_island.pad import PAD
from palace.palm_island.replay import Replayed
from palace.palm_island.rules import BOOK, Rulings
from palace.palm_island.score import notes_of, reasons_of, score_replay, team_of
from palace.palm_island.state import Move
from palace.palm_island.table import Table
from palace.scoring.score import counted

Read = Record[Table, Turn]
Played = Log[Table, Turn]


def _replay(record: Read, log: Played | None) -> Replayed:
    """Return the log, which every record of this game has, as a replay."""
    assert log is not None
    return replayed(log, own(record))


def _told(turn: Turn, report: TurnReport) -> str:
    """Return the move of a player; of the table, what happened between two rounds."""
    move = dict(moves_in(turn)).get(report.player)
    return "".join(map(BOOK.told, report.gains)) if move is None else str(move)


def _about(record: Read, log: Played | None) -> str:
    """Return the mode and the number of moves."""
    mode, games = own(record).data.mode, _replay(record, log).games
    if all(game.total is not None for game in games):
        return f"Palm Island, {mode}, totals only"
    return f"Palm Island, {mode}, {counted(sum(game.made for game in games), 'move')}"


def _standing(record: Read, log: Played | None) -> Iterator[tuple[str, str]]:
    """Yield the points and upgrades of every player, and the result of a cooperative game."""
    mine, played = own(record), _replay(record, log)
    for game in played.games:
        parts = [counted(game.points)]
        parts += [counted(game.state.upgrades, "upgrade")] if game.total is None else []
        parts += [] if game.state.finished else ["not finished"]
        yield f"{game.name}: {', '.join(parts)}", ""
    if mine.data.mode == "coop":
        yield "", " ".join(score_replay(mine, played).outcome)


def _data(record: Read, log: Played | None) -> dict[str, object]:
    """Return the players and the events as plain data."""
    mine, played = own(record), _replay(record, log)
    team = team_of(mine, played)
    return {
        "mode": mine.data.mode,
        "players": [
            {
                "name": game.name,
                "legal": not game.reasons,
                "finished": game.state.finished,
                "points": game.points,
                "upgrades": game.state.upgrades if game.total is None else None,
                "stored": str(game.state.resources) if game.total is None else None,
                "moves": game.made,
                "position": str(game.state) if game.total is None else None,
                "owned": [owned.card for owned in game.owned],
            }
            for game in played.games
        ],
        "events": [
            {"round": int(turn.group), "text": turn.text}
            for turn in played.turns
            if not turn.player
        ],
        **({} if team is None else {"team": team.record()}),
    }


def _draw(record: Read, log: Played | None, turn: int | None, options: Given) -> Drawing:
    """Return the decks of all players after the last move; raises `InputError` for totals."""
    if turn is not None:
        what = "moves of Palm Island are not counted over all players"
        raise InputError(Problem("--turn", what, "leave it out"))
    played = _replay(record, log)
    if all(game.total is not None for game in played.games):
        what = "there is no deck to draw: only totals are known"
        raise InputError(Problem(record.document.file, what, "name a record with moves"))
    return drawing(played)


def _findings() -> Iterator[tuple[str, bool, str, str]]:
    """Yield whether scipy is installed, for better bounds of unfinished games."""
    try:
        yield "bounds", True, f"scipy {version('scipy')}, for palm-island solve", ""
    except PackageNotFoundError:
        found = "no scipy: palm-island solve proves less from the middle of a game"
        yield "bounds", False, found, install_hint("solve")


GAME: Game[Table, Turn] = Game(
    key="palm-island",
    title="Palm Island",
    book=BOOK,
    read=read,
    typed=lambda player, text: turn_of(player, Move.read(text)),
    new=new_game,
    rulings=Rulings,
    options=OPTIONS,
    told=_told,
    reporting=lambda: Reporting(
        _about,
        lambda record, log: reasons_of(_replay(record, log)),
        lambda record, log: notes_of(own(record), _replay(record, log)),
        _standing,
        _data,
    ),
    asking=lambda: Asking(
        lambda record, log, *asked: play.questions(own(record), log, *asked),
        play.move_of,
        lambda record, log: commands(own(record), _replay(record, log)),
        lambda record, log, at: play.outcome(log, at),
    ),
    drawing=lambda: Drawings(_draw),
    printables=lambda: SHEETS,
    box=lambda: BOX,
    pad=lambda: PAD,
    findings=_findings,
)
