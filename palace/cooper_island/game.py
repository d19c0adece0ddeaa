"""Cooper Island as a game of the registry, and a log of it being entered.

A line is entered step by step, or whole as it is written in a log.  In the income phase and the
clean-up all players enter lines, in any order; a heading ends the phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import takewhile
from pathlib import Path

from palace.contract.game import Asking, Drawing, Drawings, Game, Given, Question, Reporting
from palace.contract.pad import records_head, wrong
from palace.contract.rules import Record as AnyRecord
from palace.contract.rules import TurnReport
from palace.contract.taps import Taps
from palace.cooper_island.box import BOX
from palace.cooper_island.drawing import TablePlan, plan_svg
from palace.cooper_island.land import Land, cubes_of
from palace.cooper_island.lines import carry_out, go_on, next_heading
from palace.cooper_island.log import own, read
from palace.cooper_island.notation import (
    HEADINGS,
    LONGEST,
    NAMED,
    VERBS,
    Entry,
    Heading,
    Move,
    Step,
    Verb,
    read_line,
    read_steps,
    strangers,
)
from palace.cooper_island.picture import heading_taps, land_board
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.rules import BOOK, Rulings
from palace.cooper_island.score import PAD, Played
from palace.cooper_island.state import CLEAN_UP, INCOME, PHASES, SHIPS, WORKERS, Seat, Table
from palace.cooper_island.tapping import having, taps
from palace.cooper_island.telling import SHEETS, category, told
from palace.cooper_island.turn import Turn
from palace.cooper_island.values import MADE, examples
from palace.core.errors import InputError, NotationError, Problem, check_length
from palace.core.screen import Screen, bold
from palace.files.document import Document, made_document
from palace.files.serialise import data_text
from palace.scoring.score import counted, joined

Read = AnyRecord[Table, Move]


def _typed(player: str, text: str) -> Move:
    line = read_line(f"{player}: {text}" if player else text)
    if line is None:
        raise NotationError("there is nothing", text, 1, "a line such as Ana: worker A")
    return line


def _told(move: Move, report: TurnReport) -> str:
    return "; ".join(map(str, move.steps)) if isinstance(move, Entry) else str(move)


def _about(record: Read, log: Played | None) -> str:
    if log is None:
        return "Cooper Island, final sheets"
    lines = counted(len(record.written), "line")
    return f"Cooper Island, a log of {lines}  on {own(record).peninsula.title}"


def _standing(record: Read, log: Played | None) -> Iterator[tuple[str, str]]:
    for at, sheet in enumerate(record.score(log).sheets):
        state = "" if log is None else "; ".join(holdings(log.state.seats[at]))
        yield f"{sheet.name}: {counted(sheet.total)}", state


def _data(record: Read, log: Played | None) -> dict[str, object]:
    lands = own(record).lands if log is None else tuple(seat.land for seat in log.state.seats)
    players = [
        {"name": sheet.name, "points": sheet.total, "land": str(land or "")}
        for sheet, land in zip(record.score(log).sheets, lands, strict=True)
    ]
    return {"provenance": own(record).box.provenance, "players": players}


def _draw(record: Read, log: Played | None, turn: int | None, options: Given) -> Drawing:
    """Return the lands after a line of the log (0 is the set-up), or those that are written."""
    mine, count = own(record), len(log.commits) if log else 0
    if turn is not None and not (log and 0 <= turn <= count):
        remedy = f"use 0 (the set-up) to {count}, the lines of its log" if log else "leave it out"
        raise InputError(Problem("--turn", f"there is no line {turn} in the log", remedy))
    if log:
        shown = count if turn is None else turn
        table = log.states[shown]
        lands = tuple((seat.name, seat.land) for seat in table.seats)
        moved = log.commits[shown - 1].move.player if shown else ""
        seen = next((at for at, seat in enumerate(table.seats) if seat.name == moved), table.start)
        return replace(
            _drawing(TablePlan(lands)), turns=count, having=partial(having, table, mine.setting),
            board=partial(land_board, table, seen, mine.setting),
        )  # fmt: skip
    pairs = zip(mine.names, mine.lands, strict=True)
    lands = tuple((name, land) for name, land in pairs if land is not None)
    if not lands:
        remedy = "name a record with a log, or write the land of a player"
        raise InputError(Problem(mine.document.file, "the record has no lands", remedy))
    drawn = _drawing(TablePlan(lands))
    # A land alone is that of one player among others.
    return replace(drawn, players=drawn.players or {lands[0][0]: drawn})


def _show(what: str | Document, options: Given) -> Drawing | None:
    """Return the land of a text such as `cooper-2: c2=m`, or the set-up of a layout."""
    if isinstance(what, Document):
        return None
    try:
        return _drawing(TablePlan.of(Land.read(what) if ":" in what else Land.start(what)))
    except NotationError as error:
        raise InputError(error.problem("land")) from None


def _drawing(plan: TablePlan) -> Drawing:
    alone = {name: TablePlan(((name, land),)) for name, land in plan.named if len(plan.named) > 1}
    return Drawing(
        ", ".join(TablePlan.title(name, land) for name, land in plan.named),
        svg=lambda: plan_svg(plan),
        scene=plan,
        players={name: _drawing(part) for name, part in alone.items()},
    )


OPTIONS = ("map", "box")  # the keys of a new game
DONE = "done"  # ends a line with something still owed
_COLUMN = 12


def new_game(players: Sequence[Given], path: Path, given: Given) -> dict[str, object]:
    """Return the data of a new game with an empty log; raises `InputError`."""
    if not players:
        what = f"there is no {path}, and a new game needs its players"
        raise InputError(Problem("--player", what, "--player Ana --player Ben"))
    if not all(str(player["name"]).strip() for player in players):
        raise InputError(Problem("--player", "the name is empty", "give everyone a name"))
    keys = {"players": "--player", "peninsula": "--map", "box": "--box"}
    named = {key: way for key, option in keys.items() if (way := given.get(option[2:]))}
    data = {**records_head("cooper-island"), **named, "log": "", "players": [*map(dict, players)]}
    try:
        record_of(made_document(data_text(data), "toml", str(path)), path.parent, Record)
    except InputError as error:
        # The record is not yet a file: each problem is one with an option of the call.
        told = ((*problem.what.partition(": "), problem.remedy) for problem in error.problems)
        raise InputError(*(
            Problem(keys.get(re.split(r"\W", key)[0], ""), what, remedy)
            for key, _, what, remedy in told
        )) from None  # fmt: skip
    return data


@dataclass(frozen=True)
class Part:
    """An answer: the line as far as it is entered (whole if it `ends`), and the turn after it."""

    move: Move
    ends: bool = False
    turn: Turn | None = field(default=None, compare=False, repr=False)


def _parts(answers: Given) -> tuple[Part, ...]:
    return tuple(part for part in answers.values() if isinstance(part, Part))


def move_of(player: str, answers: Given, others: object = None) -> Move:
    return _parts(answers)[-1].move


def questions(record: Read, log: Played, player: str, answers: Given) -> tuple[Question, ...]:
    """Return the question for the next step of a line; empty when the line is complete."""
    parts = _parts(answers)
    if parts and parts[-1].ends:
        return ()
    return (Asked(own(record), log, player, parts).question(),)


@dataclass(frozen=True)
class Asked:
    """A line as far as it is entered; `player` is the one who is due, if there is only one."""

    record: Record
    log: Played
    player: str
    parts: tuple[Part, ...] = ()

    @property
    def table(self) -> Table:
        return self.log.state

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The players without a line in this phase, if all players enter one."""
        if self.table.phase not in (INCOME, CLEAN_UP):
            return ()
        lines = (commit.move for commit in reversed(self.log.commits))
        wrote = {line.player for line in takewhile(lambda line: isinstance(line, Entry), lines)}
        return tuple(seat.name for seat in self.table.seats if seat.name not in wrote)

    @cached_property
    def name(self) -> str:
        """Whose line it is if no name is written; empty if only a heading can follow."""
        if self.parts:
            return self.parts[-1].move.player
        return self.player or next(iter(self.missing), "")

    @cached_property
    def turn(self) -> Turn:
        return self._after(self.parts)

    def _after(self, parts: tuple[Part, ...]) -> Turn:
        last = parts[-1] if parts else Part(Entry(self.name, ()))
        assert isinstance(last.move, Entry)
        return last.turn or carry_out(self.table, self.record.setting, last.move)

    @cached_property
    def default(self) -> str | None:
        """What Enter alone gives: the end of the line, or the heading if nothing else is left."""
        if self.parts:
            return None if self.turn.owing else ""
        return None if self.name else next_heading(self.table)

    def question(self) -> Question:
        return Question(
            f"step-{len(self.parts) + 1}", self.name, self.prompt, self.answers, self.read,
            default=self.default, help=self.help, shown=self.shown, complete=self.complete,
            taps=self.taps,
        )  # fmt: skip

    @property
    def prompt(self) -> str:
        heading = next_heading(self.table)
        if not self.name:
            more = f", or a line such as {self._sample()}" if self.table.phase in PHASES else ""
            return f"The log goes on with {heading}: Enter{more}> "
        if self.parts and (owed := self.turn.owing):
            steps = [str(step) for verb, step in self.found if step and verb.name in owed]
            told = f"{joined(steps)}, or " if steps else ""
            return f"{self.name}, next: {told}{DONE} to leave it out> "
        verbs = ", ".join([verb.name for verb, _ in self.found]) or "none"
        if self.parts:
            return f"{self.name}, what else? One of {verbs}; Enter ends the line> "
        ends = f"; {heading} ends the phase" if self.table.phase != WORKERS else ""
        return f"{self.name}'s line ({self.moment})? One of {verbs}{ends}> "

    @property
    def moment(self) -> str:
        return f"round {self.table.round}, {self.table.phase}"

    def _sample(self) -> str:
        return f"{self.table.seats[self.table.active or 0].name}: store 1 wood"

    @cached_property
    def found(self) -> tuple[tuple[Verb, Step | None], ...]:
        """The verbs there are now, each with an example; what cannot be paid is shown, too."""
        here = examples(self.turn) if self.name and self.table.phase in PHASES else ()
        found = [(verb, next(ways, None)) for verb, ways in here]
        return tuple([(verb, step) for verb, step in found if step or verb.name in MADE])

    @property
    def help(self) -> str:
        heading, phases = next_heading(self.table) or "end", ("", self.table.phase)
        here = [verb for verb in VERBS.values() if verb.phase in phases]
        lines = [f"{verb.name:<13}{verb.words}: {verb.example}" for verb in here]
        return "\n".join([BOOK.text("play.help", heading=f"{heading:<13}"), *lines])

    def answers(self) -> Iterator[str]:
        return (str(step) for _, step in self.found if step)

    def complete(self, text: str) -> Iterable[tuple[str, int]]:
        begun = text.rsplit(";", 1)[-1].lstrip().lower()
        verb, blank, _ = begun.partition(" ")
        words: Iterable[str] = [row.name for row, _ in self.found]
        if self.name and (blank or verb in words):
            every = (ways for row, ways in examples(self.turn) if row.name == verb)
            words = (str(step) for ways in every for step in ways)
        return ((word, len(begun)) for word in words if word.lower().startswith(begun))

    def taps(self, text: str) -> Taps:
        """Return what can be tapped; the answer is a whole line, which is ended by it."""
        if not self.name or self.table.phase not in PHASES:
            return heading_taps(self.table, self.record.setting)
        tapped = taps(self.turn, text)
        ends = self.parts and not (text or self.turn.owing)
        return tapped._replace(answer="") if ends else tapped

    # What is typed.

    def read(self, text: str) -> Part:
        """Return the part of the line in a text; raises `NotationError` and `InputError`."""
        word = text.lower().strip()
        if word in ("", DONE):
            if not self.parts:
                raise wrong("no step is entered", "type a step such as worker A, or a heading")
            return replace(self.parts[-1], ends=True)
        heading = ":" not in text and word.split()[0] in HEADINGS
        if heading and self.parts:
            raise wrong(f"the line of {self.name} is not finished", "Enter ends it")
        whole = heading or bool(NAMED.match(text))
        if not (whole or self.name):
            raise wrong("it is not known whose step this is", f"write {self._sample()}")
        line = read_line(text) if whole else Entry(self.name, read_steps(text))
        if isinstance(line, Heading):
            return Part(line, ends=True)
        assert line is not None
        if problems := [*strangers(line, self.record.names)]:
            raise InputError(*problems)
        if self.parts and line.player != self.name:
            what = f"this is a line of {line.player}, and that of {self.name} is not finished"
            raise wrong(what, "Enter ends it")
        own = line.player == self.name
        turn = (self.turn if own else self._after((Part(Entry(line.player, ())),))).copy()
        entered = [step for part in self.parts[-1:] for step in getattr(part.move, "steps", ())]
        entry = Entry(line.player, (*entered, *line.steps))
        check_length(str(entry), LONGEST)
        go_on(turn, line.steps)
        return Part(entry, ends=whole and not self.parts and not turn.owing, turn=turn)

    # What is shown.

    def shown(self, screen: Screen) -> str:
        """Return what came of the last step, or what the player has; then what can be written."""
        lines: list[str] = []
        if self.parts:
            known, turn = self._after(self.parts[:-1]).trusted, self.turn
            fresh = [what for what, n in turn.trusted.items() if n > known.get(what, 0)]
            lines = [*holdings(turn.me)]
            if fresh:
                lines.append(f"taken on trust, not known: {joined(fresh)}")
            lines = [screen.wrapped(f"  {line}", hang=4) for line in lines]
        elif self.name:
            lines += ["", bold(f"{self.moment}: {self.name}")]
            if len(self.missing) > 1 and not self.player:
                lines.append(screen.wrapped(f"still without a line: {joined(self.missing)}"))
            seat = next(seat for seat in self.table.seats if seat.name == self.name)
            lines += [screen.wrapped(line, hang=2) for line in holdings(seat)]
        for verb, example in self.found:
            text = f"  {verb.name:<{_COLUMN}}{verb.words}: {example or 'not possible now'}"
            lines.append(screen.wrapped(text, hang=_COLUMN + 2))
        return "\n".join(lines)


# What came of a line, and what players have.


def outcome(record: Read, log: Played, at: int) -> Iterator[str]:
    move = log.commits[at].move
    yield str(move)
    for seat in log.states[at + 1].seats:
        yield from (f"  {line}" for line in holdings(seat) if seat.name == move.player)


def holdings(seat: Seat) -> Iterator[str]:
    """Yield what a player has, in two lines; what is none is left out."""
    land, special = seat.land, f" and {seat.idle[1]} special"
    yield (
        f"storage {seat.storage}; market {seat.market}; cartographer at {seat.steps}; "
        f"double tiles {seat.doubles}; idle workers {seat.idle[0]}{special * bool(seat.idle[1])}"
    )
    has = [
        f"{name} at {one.distance}" + f" with {counted(one.anchors, 'anchor')}" * bool(one.anchors)
        for name, one in zip(SHIPS, seat.ships, strict=True)
    ]
    cubes = " ".join(f"{land[at].cube}@{at}" for at in cubes_of(land))
    yield "; ".join([*has, *[f"cubes {cubes}"] * bool(cubes)])


GAME: Game[Table, Move] = Game(
    key="cooper-island",
    title="Cooper Island",
    book=BOOK,
    read=read,
    typed=_typed,
    new=new_game,
    rulings=Rulings,
    noun="line",
    options=OPTIONS,
    told=_told,
    words=told,
    category=category,
    reporting=lambda: Reporting(
        _about,
        lambda record, log: record.score(log).reasons,
        lambda record, log: record.score(log).notes,
        _standing,
        _data,
    ),
    asking=lambda: Asking(questions, move_of, outcome=outcome),
    drawing=lambda: Drawings(_draw, _show),
    printables=lambda: SHEETS,
    box=lambda: BOX,
    pad=lambda: PAD,
)
