"""A game of Monkey Palace being played: how it begins, what is asked in a turn, what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palace.contract.game import Attempt, Command, Completions, Moves, Question
from palace.contract.screen import Screen, bold
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import KeptFile
from palace.monkey_palace.drawing.text import draw, earnings
from palace.monkey_palace.game.animals import free_end
from palace.monkey_palace.game.box import BOX_FILE
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.game.turn import TurnReport, play
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import best, compiled_already, staircases
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.files.document import Kind

OPTIONS = ("map", "box", "trophies")

PASS = "pass"

SEARCHED = 10.0
"""Seconds that `hint` looks."""

BUILD_HELP = """\
c4+b-d4      build this staircase; with ! behind it although it is not legal
pass         pass, if nothing can be built"""

PART_HELP = "Enter alone for none; with ! behind it although it is wrong"

_TAIL = re.compile(r"(?P<before>(?:[a-z][0-9]+)(?:_[bc]+)?(?:\+[bc]+)?)-(?P<word>[a-z]?[0-9]*)$")


def new_player(text: str) -> dict[str, str]:
    """Return the table of a player written `NAME` or `NAME:START:EACH`; raises `InputError`."""
    name, *supplies = (part.strip() for part in text.split(":"))
    if len(supplies) not in (0, 2):
        what = f"{text!r} is no player"
        raise InputError(
            Problem("--player", what, "write NAME or NAME:START:EACH, as Ana:4a3b:2a2b")
        )
    for supply in supplies:
        try:
            Supply.read(supply)
        except NotationError as error:
            what, expected = f"{supply!r}: {error.what}", f"expected {error.expected}"
            raise InputError(Problem("--player", what, expected)) from None
    return {"name": name} | dict(zip(("start", "each"), supplies, strict=False))


def new_game(players: Sequence[Mapping[str, Any]], path: Path, given: Mapping[str, Any]) -> Record:
    """Return the record of a new game; its box may be named by its folder.

    Raises `InputError`.
    """
    if not players:
        what = f"there is no {path}, and a new game needs its players"
        raise InputError(Problem("--player", what, "--player Ana --player Ben"))
    data: dict[str, Any] = {"format": 1, "game": "monkey-palace", "rules": "1"}
    data["map"] = given.get("map") or "map-1"
    if trophies := given.get("trophies"):
        data["trophies"] = [word.strip() for word in trophies.split(",") if word.strip()]
    if box := given.get("box"):
        folder = Path(box)
        data["box"] = str(folder / BOX_FILE) if (folder / BOX_FILE).is_file() else box
    data |= {"turns": [], "players": [dict(player) for player in players]}
    kind = KeptFile(path).kind
    return record_of(parse_document(data_text(data, kind), kind, str(path)), path.parent)


def with_turns(record: Record, turns: Sequence[Turn], kind: Kind = "toml") -> Record:
    """Return the record with other turns, read again, so that every line is right.

    Raises `InputError`.
    """
    data = record.data.model_copy(update={"turns": list(turns)})
    text = record_text(replace(record, data=data), kind)
    return record_of(parse_document(text, kind, record.document.file), record.folder)


def moves_of(record: Record) -> tuple[Moves, ...]:
    """Return the turns of a record, each confirmed by itself."""
    return tuple(((turn.player, turn),) for turn in record.data.turns or ())


def with_moves(record: Record, moves: Sequence[Moves]) -> Record:
    """Return the record with these turns; raises `InputError`."""
    turns = [turn for confirmed in moves for _, turn in confirmed]
    return with_turns(record, turns, record.document.kind)


def due(table: GameState) -> tuple[str, ...]:
    """Return whose turn it is; empty after the last round."""
    return () if table.finished else table.due[:1]


def turn_of(player: str, answers: Mapping[str, Any]) -> Turn:
    """Return the turn that answers make."""
    if answers["build"] == PASS:
        return Turn.model_validate({"player": player, "pass": True})
    parts = {key: part for key, part in answers.items() if part}
    return Turn.model_validate({"player": player, **parts})


@dataclass(frozen=True)
class Asked:
    """A turn as far as a player has answered; `record` holds the turns before it."""

    record: Record
    table: GameState
    player: str
    answers: Mapping[str, Any]

    def next(self) -> Question | None:
        """Return what is asked next; None after the last answer.

        The frog is asked for before the cards where it may be taken before the build.
        """
        answers = self.answers
        if "build" not in answers:
            return self.build()
        if answers["build"] == PASS:
            return None
        frog = "frog" not in answers and self.may_take_the_frog
        if frog and self.early:
            return self.animal("frog", "Enter: not taken", must=False)
        if "take" not in answers:
            return self.cards()
        if frog:
            return self.animal("frog", "Enter: not taken", must=False)
        if "monkey" not in answers and any(r.code == "monkey" for r in self.report.reasons):
            return self.animal("monkey", "gold was placed", must=True)
        return None

    @property
    def early(self) -> bool:
        """Whether the frog may be taken before the build (ruling `frog-time`)."""
        return self.record.rulings.frog_time == "any"

    @property
    def may_take_the_frog(self) -> bool:
        """Whether the frog is in the game and not in this player's hands."""
        in_play = "frog" in self.record.data.trophies
        return in_play and self.table.holder("frog") != self.player

    @cached_property
    def report(self) -> TurnReport:
        """The turn with the answers so far."""
        turns = [*(self.record.data.turns or ()), turn_of(self.player, self.answers)]
        record = with_turns(self.record, turns, self.record.document.kind)
        return play(record, self.table, len(turns) - 1)

    def build(self) -> Question:
        """Return steps 1 to 3, or a pass; that the frog may still bring a column is waited for."""
        later = {"monkey", "frog"} | (
            {"supply"} if self.early and self.may_take_the_frog else set()
        )
        return Question(
            "build",
            self.player,
            "build> ",
            self.buildable,
            _built,
            concerns=lambda reason: reason.code not in later,
            help=BUILD_HELP,
            shown=self.headline,
            complete=lambda text: knobs_after(self.table.palace, text),
        )

    def buildable(self) -> Iterator[str]:
        """Yield every legal staircase; a pass where there is none."""
        hand = self.table.palace.at_hand(self.table.seat(self.player).pieces)
        found = None
        rulings = self.table.rulings_of(self.player, self.record.rulings)
        for found in staircases(self.table.palace, hand, rulings):
            yield str(found)
        if found is None:
            yield PASS

    def headline(self, screen: Screen) -> str:
        """Return whose turn it is, their pieces, and the tray."""
        table = self.table
        seat, tray = table.seat(self.player), table.tray
        hand = "pieces not known" if seat.pieces is None else f"{seat.pieces} in hand"
        left = "" if tray is None else f", tray {tray}"
        last = ", last round" if table.ending else ""
        number = len(self.record.data.turns or ()) + 1
        begins = f"{self.player} has seat 1 and begins (seat 1 goes to whoever last ate a banana)."
        first = f"{begins}\n" if number == 1 else ""
        return f"{first}\n{bold(f'Turn {number}, {self.player}')}  {hand}{left}{last}"

    def cards(self) -> Question:
        """Step 4: which cards are taken."""
        deck = self.record.deck
        words = [f"@{name}" for name in deck.cards] if deck is not None else []
        return Question(
            "take",
            self.player,
            "cards> ",
            lambda: words,
            _cards,
            default="",
            concerns=lambda reason: reason.code.startswith("card-"),
            help=PART_HELP,
            shown=self.earned,
        )

    def earned(self, screen: Screen) -> str:
        """Return what the staircase earns, if it is legal."""
        verdict = self.report.verdict
        legal = verdict is not None and verdict.legal
        return screen.wrapped(earnings(verdict)) if verdict is not None and legal else ""

    def animal(self, name: str, why: str, *, must: bool) -> Question:
        """Step 8: where an animal is put."""
        palace = self.report.palace
        codes = {name} | ({"supply"} if name == "frog" and self.early else set())
        return Question(
            name,
            self.player,
            f"{name} ({why})> ",
            lambda: [str(knob) for knob in palace.tops if free_end(palace, knob, name[0])],
            lambda text: _placed(name, text, palace) if text or must else None,
            default=None if must else "",
            concerns=lambda reason: reason.code in codes,
            help=PART_HELP,
        )


def _placed(name: str, text: str, palace: Palace) -> str:
    """Return the knob for an animal; raise `InputError` for any other text."""
    try:
        return str(Knob.read(text))
    except NotationError:
        ends = " ".join(str(knob) for knob in palace.tops if free_end(palace, knob, name[0]))
        what = f"where does the {name} go?"
        raise InputError(Problem("", what, f"type one of {ends}")) from None


def _built(text: str) -> str:
    return PASS if text.lower() == PASS else str(Staircase.read(text))


def _cards(text: str) -> list[str]:
    """Return the cards of a text, which commas separate; raises `NotationError`."""
    found, start = [], 0
    for part in text.split(","):
        if card := part.strip():
            try:
                Card.read(card)
            except NotationError as error:
                column = start + part.index(card) + error.column
                raise NotationError(error.what, text, column, error.expected) from None
            found.append(card)
        start += len(part) + 1
    return found


def knobs_after(palace: Palace, text: str) -> Completions:
    """Yield the first knobs of a staircase, or the neighbours that a step can lead to."""
    tail = _TAIL.search(text.lower())
    if tail is not None:
        leaves = Knob.read(re.split(r"[_+]", tail["before"])[0])
        back = _before(text.lower()[: tail.start("before")])
        near = [str(k) for k in palace.ground.neighbours(leaves) if k != back]
        yield from ((name, len(tail["word"])) for name in near if name.startswith(tail["word"]))
        return
    begun = text.lstrip().lower()
    for word in (PASS, *(str(knob) for knob, height in palace.heights.items() if not height)):
        if word.startswith(begun):
            yield word, len(begun)


def _before(text: str) -> Knob | None:
    """Return the knob before the last one, which a step may not go straight back to."""
    found = re.search(r"([a-z][0-9]+)[_+bc]*-$", text)
    try:
        return Knob.read(found[1]) if found else None
    except NotationError:
        return None


def outcome(attempt: Attempt[Record]) -> Iterator[str]:
    """Yield what came of each turn, in one sentence."""
    reports: Any = attempt.reports
    for report in reports:
        verdict = report.verdict
        if report.staircase is None:
            lead = f"{report.player} passes"
        elif verdict is not None and verdict.legal:
            colour = COLOUR_WORDS[verdict.decoration or "l"]
            lead = f"{report.player}: {counted(verdict.credits or 0, 'credit')}, {colour}"
        else:
            lead = f"{report.player}: kept, not legal"
        bonus = ["bonus card"] * report.bonus
        yield ", ".join([lead, f"delivered {report.given}", *bonus, *report.animals])


def commands(replay: Replay) -> tuple[Command[Record], ...]:
    """Return the commands beside a turn."""
    shown = Command[Record]("show", "the palace, and the pieces of all players", _show)
    hint = Command[Record]("hint", "the best staircase from the pieces in hand", _hint)
    return (shown,) if replay.finished else (hint, shown)


def _hint(record: Record, replay: Any, player: str, screen: Screen) -> str:
    """Return the best staircase from the hand."""
    table: GameState = replay.state
    hand = table.seat(player).pieces
    from palace.core.jit import preparing

    first = "" if compiled_already() else preparing("the search")
    with screen.bar("looking for the best", first) as progress:
        rulings = table.rulings_of(player, record.rulings)
        found = best(table.palace, hand, rulings, seconds=SEARCHED, progress=progress)
    if not found.verdicts:
        return "nothing can be built: pass"
    verdict = found.verdicts[0]
    return f"{bold(str(verdict.staircase))}\n{screen.wrapped(earnings(verdict))}"


def _show(record: Record, replay: Any, player: str, screen: Screen) -> str:
    """Return the palace, and what each player has."""
    table: GameState = replay.state
    lines = [draw(table.palace).rstrip("\n")]
    for seat in table.seats:
        bananas = sum(taken.card.bananas or 0 for taken in seat.cards)
        hand = "not known" if seat.pieces is None else str(seat.pieces)
        cards = f"{counted(len(seat.cards), 'card')} with {counted(bananas, 'banana')}"
        lines.append(f"{seat.name}: {hand}, {seat.income} a turn, {cards}")
    return "\n".join(lines)
