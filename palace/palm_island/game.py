"""Palm Island as one of the games of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from palace.contract.game import Attempt, Command, Drawing, Example, Moves, Question
from palace.core.errors import InputError, Problem
from palace.core.extras import install_hint
from palace.core.rulings import Answers
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.palm_island import new_game, play
from palace.palm_island.board import drawing
from palace.palm_island.box import BOX, PalmFormat
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import Replayed, replay_table
from palace.palm_island.rules import BOOK, Rulings
from palace.palm_island.score import notes_of, reasons_of, score_replay, team_of
from palace.palm_island.state import Move
from palace.palm_island.table import Table
from palace.scoring import Score
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.files.document import Kind


class PalmIsland:
    """See `palace.contract.game.Game`."""

    key = "palm-island"
    title = "Palm Island"
    versions = ("1",)
    book = BOOK
    noun = "move"
    options = new_game.OPTIONS
    rulings: type[Answers] = Rulings

    def examples(self, code: str) -> Sequence[Example]:
        """None: a rule is about single moves."""
        return ()

    def in_records(self, code: str) -> str | None:
        """None: every rule is broken in a record."""
        return None

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """Return the record a document holds; `folder` is where the path of its box starts."""
        return record_of(document, folder)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """Return the record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def ruled(self, record: Record, answers: Mapping[str, str]) -> Record:
        """Return the record with answers to rulings that go before its own."""
        return replace(record, rulings=Rulings.of({**record.data.rulings, **answers}))

    def replay(self, record: Record, *, strict: bool = False, turns: int | None = None) -> Replayed:
        """Return the moves of all players, played over."""
        if turns is not None:
            what = "moves of Palm Island are not counted over all players"
            raise InputError(Problem("--turn", what, "leave it out"))
        return replay_table(record, strict=strict)

    def faults(self, record: Record, played: Replayed) -> Sequence[Reason]:
        """Every reason of the set-up and of every move, with the player where there are several."""
        return reasons_of(played)

    def score(self, record: Record, played: Replayed) -> Score:
        """Return the score of the moves."""
        return score_replay(record, played)

    def about(self, record: Record, played: Replayed) -> str:
        """Return the mode, and how many moves there are."""
        count = sum(len(game.steps) for game in played.games)
        return f"Palm Island, {record.data.mode}, {counted(count, 'move')}"

    def notes(self, record: Record, played: Replayed) -> Sequence[str]:
        """Return what the score says of the game, and of cards that are not transcribed."""
        return tuple(notes_of(record, played))

    def standing(self, record: Record, played: Replayed) -> Iterator[tuple[str, str]]:
        """Yield the points and upgrades of every player; of a cooperative game, how it ended."""
        for game in played.games:
            parts = [counted(game.points), counted(game.state.upgrades, "upgrade")]
            parts += [] if game.finished else ["not finished"]
            yield f"{game.name}: {', '.join(parts)}", ""
        if record.data.mode == "coop":
            yield "", " ".join(score_replay(record, played).outcome)

    def data(self, record: Record, played: Replayed) -> dict[str, Any]:
        """Return the players and what happened, as plain data."""
        team = team_of(played)
        return {
            "mode": record.data.mode,
            "players": [
                {
                    "name": game.name,
                    "legal": game.legal,
                    "finished": game.finished,
                    "points": game.points,
                    "upgrades": game.state.upgrades,
                    "stored": str(game.state.resources),
                    "moves": len(game.steps),
                    "position": str(game.state),
                    "owned": [owned.card for owned in game.owned],
                }
                for game in played.games
            ],
            "events": [news._asdict() for news in played.news],
            **({} if team is None else {"team": team.record()}),
        }

    def draw(
        self,
        record: Record,
        played: Replayed,
        turn: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Drawing:
        """Return the decks of all players after the last move."""
        return drawing(played)

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """None: a deck is drawn from a record."""
        return None

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player."""
        return {"name": text}

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game."""
        return new_game.new_game(players, path, keys)

    def due(self, state: Table) -> tuple[str, ...]:
        """Return whose move it is; at the end of a round that of several."""
        return play.due(state)

    def questions(
        self, record: Record, replay: Replayed, player: str, answers: Mapping[str, Any]
    ) -> Sequence[Question]:
        """Return what is asked next: a move, or the next part of the end of a round."""
        question = play.question(record, replay.table, player, answers)
        return () if question is None else (question,)

    def move(self, player: str, answers: Mapping[str, Any]) -> Move:
        """Return the move that answers make."""
        return play.move_of(answers)

    def moves(self, record: Record) -> Sequence[Moves]:
        """Return the moves of all players in the order of play."""
        return play.moves_of(record)

    def with_moves(self, record: Record, moves: Sequence[Moves]) -> Record:
        """Return the record with other moves."""
        return play.with_moves(record, moves)

    def outcome(self, attempt: Attempt[Record]) -> Sequence[str]:
        """Return what came of moves."""
        return tuple(play.outcome(attempt))

    def ending(self, replay: Replayed) -> str:
        """Return nothing: every game ends with round 8."""
        return ""

    def commands(self, record: Record, replay: Replayed) -> Sequence[Command[Record]]:
        """Return what can be said beside a move."""
        return play.commands(record, replay)

    def findings(self) -> Iterator[tuple[str, bool, str, str]]:
        """Whether the best line of a running game can be bounded well."""
        try:
            yield "bounds", True, f"scipy {version('scipy')}, for palm-island solve", ""
        except PackageNotFoundError:
            found = "no scipy: palm-island solve proves less from the middle of a game"
            yield "bounds", False, found, install_hint("solve")

    def box(self) -> PalmFormat:
        """Return what an owner can enter of its box."""
        return BOX


GAME = PalmIsland()
