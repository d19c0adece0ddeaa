"""A log of Cooper Island being entered: whose line it is, the questions, what came of each step.

A line is entered step by step, or whole as it is written in a log.  In the income phase and the
clean-up all players enter lines, in any order; a heading ends the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from palace.contract.game import Completions, Question
from palace.contract.rules import Log
from palace.contract.taps import Taps
from palace.cooper_island.goods import KINDS
from palace.cooper_island.lines import carry_out, go_on, next_heading
from palace.cooper_island.notation import (
    HEADINGS,
    LONGEST,
    NAMED,
    Entry,
    Heading,
    Move,
    players_of,
    read_line,
    read_steps,
)
from palace.cooper_island.peninsula import load_peninsula
from palace.cooper_island.record import SEATS, Record
from palace.cooper_island.rules import BOOK
from palace.cooper_island.state import OVER, SHIPS, WORKERS, Seat, Table
from palace.cooper_island.tapping import taps
from palace.cooper_island.turn import Turn
from palace.cooper_island.values import MADE, examples, told
from palace.cooper_island.verbs import VERBS, Step, Verb
from palace.core.errors import InputError, Problem, check_length, nearest
from palace.core.screen import Screen, bold
from palace.files.problems import DOCUMENTS
from palace.scoring.score import counted, joined

OPTIONS = ("map", "box")
"""The keys of a new game."""

DONE = "done"
"""The word that ends a line with something still owed."""

_COLUMN = 12
_MORE = BOOK.text("ask.more")


def new_game(
    players: Sequence[Mapping[str, object]], path: Path, given: Mapping[str, object]
) -> dict[str, object]:
    """Return the data of a new game with an empty log; raises `InputError`."""
    names = [str(player["name"]) for player in players]
    problems = []
    if not names:
        what = f"there is no {path}, and a new game needs its players"
        problems.append(Problem("--player", what, "--player Ana --player Ben"))
    elif len(names) not in SEATS:
        remedy = "name 2 to 4; in the solo game Cooper is the second player"
        problems.append(Problem("--player", f"{counted(len(names), 'player')} in a game", remedy))
    if not all(name.strip() for name in names):
        problems.append(Problem("--player", "the name is empty", "--player Ana"))
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        what = f"two players are called {name!r:.40}"
        problems.append(Problem("--player", what, "give each a name of their own"))
    data: dict[str, object] = {"format": 1, "game": "cooper-island", "rules": "1"}
    for option, key in (("map", "peninsula"), ("box", "box")):
        if given.get(option):
            data[key] = given[option]
    layout = given.get("map")
    if isinstance(layout, str) and not layout.lower().endswith(DOCUMENTS):
        try:
            load_peninsula(layout)
        except InputError as error:
            problems += [problem._replace(where="--map") for problem in error.problems]
    if problems:
        raise InputError(*problems)
    return {**data, "log": "", "players": [dict(player) for player in players]}


@dataclass(frozen=True)
class Part:
    """An answer: the line as far as it is entered; `ends` is true if it is complete.

    `turn` is the turn after its steps: the next question goes on from it.
    """

    move: Move
    ends: bool = False
    turn: Turn | None = field(default=None, compare=False, repr=False)


def _parts(answers: Mapping[str, object]) -> tuple[Part, ...]:
    return tuple(part for part in answers.values() if isinstance(part, Part))


def move_of(player: str, answers: Mapping[str, object], others: object = None) -> Move:
    """Return the line that answers make."""
    return _parts(answers)[-1].move


def questions(
    record: Record, log: Log[Table, Move], player: str, answers: Mapping[str, object]
) -> tuple[Question, ...]:
    """Return the question for the next step of a line; empty when the line is complete."""
    parts = _parts(answers)
    if parts and parts[-1].ends:
        return ()
    return (Asked(record, log, player, parts).question(),)


@dataclass(frozen=True)
class Asked:
    """A line as far as it is entered; `player` is the one who is due, if there is only one."""

    record: Record
    log: Log[Table, Move]
    player: str
    parts: tuple[Part, ...] = ()

    @property
    def table(self) -> Table:
        """The table before the line."""
        return self.log.state

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The players without a line in this phase, if all players enter one."""
        return missing(self.log)

    @cached_property
    def name(self) -> str:
        """Whose line it is if no name is written; empty if only a heading can follow."""
        if self.parts:
            return self.parts[-1].move.player
        return self.player or next(iter(self.missing), "")

    @cached_property
    def turn(self) -> Turn:
        """The turn after the steps entered so far, with what is still owed."""
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
        """Return the question for the next step."""
        return Question(
            f"step-{len(self.parts) + 1}", self.name, self.prompt, self.answers, self.read,
            default=self.default, help=self.help, shown=self.shown, complete=self.complete,
            title=self.title, taps=self.taps if self.name and _in_phase(self.table) else None,
        )  # fmt: skip

    @property
    def title(self) -> str:
        """What is wanted, in a few words."""
        if not self.name:
            return BOOK.text("ask.heading", heading=next_heading(self.table))
        if self.parts:
            return BOOK.text("ask.next", owed=self.owed or DONE) if self.turn.owing else _MORE
        phase = BOOK.text(f"name.{self.table.phase}")
        return BOOK.text("ask.line", round=self.table.round, phase=phase)

    @property
    def prompt(self) -> str:
        """What is wanted, with the verbs there are."""
        heading = next_heading(self.table)
        if not self.name:
            more = f", or a line such as {self._sample()}" if _in_phase(self.table) else ""
            return f"The log goes on with {heading}: Enter{more}> "
        if self.parts and self.turn.owing:
            owed = f"{self.owed}, or " if self.owed else ""
            return f"{self.name}, next: {owed}{DONE} to leave it out> "
        verbs = ", ".join([verb.name for verb, _ in self.found]) or "none"
        count = len([step for _, step in self.found if step])
        verbs += f", or {f'1 to {count}' if count > 1 else '1'}" if count else ""
        if self.parts:
            return f"{self.name}, what else? One of {verbs}; Enter ends the line> "
        if self.player:
            return f"{self.name}'s turn ({self.moment})? One of {verbs}> "
        ends = f"; {heading} ends the phase" if self.table.phase != WORKERS else ""
        return f"{self.name}'s line ({self.moment})? One of {verbs}{ends}> "

    @property
    def moment(self) -> str:
        """The round and the phase in words."""
        return f"round {self.table.round}, {self.table.phase}"

    def _sample(self) -> str:
        return f"{self.table.seats[self.table.active or 0].name}: store 1 wood"

    @cached_property
    def owed(self) -> str:
        """The steps that must follow, with an example of each; empty where there is none."""
        turn = self.turn
        owed = {"sail": turn.helm, "harbour": turn.harbours, "anchor": turn.anchors_due}
        steps = [str(step) for verb, step in self.found if step and owed.get(verb.name)]
        return joined(steps) if steps else ""

    @cached_property
    def found(self) -> tuple[tuple[Verb, Step | None], ...]:
        """The verbs there are now, each with an example."""
        if not self.name or not _in_phase(self.table):
            return ()
        # What cannot be paid is shown, too.
        return tuple([
            (verb, step) for verb, ways in examples(self.turn)
            if (step := next(ways, None)) or verb.name in MADE
        ])  # fmt: skip

    @property
    def help(self) -> str:
        """The ways to answer, and every verb of this phase with an example."""
        lines = [
            f"{'a step':<13}a verb and what belongs to it; several with ; between them",
            f"{'1':<13}the step behind the colon of choice 1",
            f"{'Enter':<13}ends the line; it is kept with all its steps",
            f"{'NAME: step':<13}a whole line of a log, of any player: Ben: worker A; draw 1",
            f"{next_heading(self.table) or 'end':<13}a heading: begins the next phase or round",
            f"{'!':<13}after what is not legal, to keep it all the same: worker A !",
        ]
        phases = ("", self.table.phase)
        for verb in VERBS.values():
            if verb.phase in phases:
                lines.append(f"{verb.name:<13}{verb.words}: {verb.example}")
        return "\n".join(lines)

    def answers(self) -> Iterator[str]:
        """Yield a legal example of each choice."""
        return (str(step) for _, step in self.found if step)

    def complete(self, text: str) -> Completions:
        """Yield the verbs there are; once one is written, its legal steps."""
        begun = text.rsplit(";", 1)[-1].lstrip().lower()
        verb, blank, _ = begun.partition(" ")
        words: Iterable[str] = [row.name for row, _ in self.found]
        if self.name and (blank or verb in words):
            words = (str(step) for row, ways in examples(self.turn) if row.name == verb
                     for step in ways)  # fmt: skip
        for word in words:
            if word.lower().startswith(begun):
                yield word, len(begun)

    def taps(self, text: str) -> Taps:
        """Return what can be tapped; the answer is a whole line, which is ended by it."""
        tapped = taps(self.turn, text)
        if tapped.answer is not None:
            return tapped._replace(answer=str(Entry(self.name, read_steps(tapped.answer))))
        return (
            tapped._replace(answer="") if self.parts and not (text or self.turn.owing) else tapped
        )

    # What is typed.

    def read(self, text: str) -> Part:
        """Return the part of the line in a text; raises `NotationError` and `InputError`."""
        word = text.lower().strip()
        if word in ("", DONE):
            if not self.parts:
                raise _wrong("no step is entered", "type a step such as worker A, or a heading")
            return replace(self.parts[-1], ends=True)
        if word.split()[0] in HEADINGS and ":" not in text:
            if self.parts:
                raise _wrong(f"the line of {self.name} is not finished", "Enter ends it")
            found = read_line(text)
            assert isinstance(found, Heading)
            return Part(found, ends=True)
        if whole := bool(NAMED.match(text)):
            line = read_line(text)
            assert isinstance(line, Entry)
        elif self.name:
            numbered = word.isdecimal() and word.isascii()
            line = Entry(self.name, read_steps(self._numbered(word) if numbered else text))
        else:
            raise _wrong("it is not known whose step this is", f"write {self._sample()}")
        self._check(line)
        if self.parts and line.player != self.name:
            what = f"this is a line of {line.player}, and that of {self.name} is not finished"
            raise _wrong(what, "Enter ends it")
        own = line.player == self.name
        turn = (self.turn if own else self._after((Part(Entry(line.player, ())),))).copy()
        entered = [step for part in self.parts[-1:] for step in getattr(part.move, "steps", ())]
        entry = Entry(line.player, (*entered, *line.steps))
        check_length(str(entry), LONGEST)
        go_on(turn, line.steps)
        return Part(entry, ends=whole and not self.parts and not turn.owing, turn=turn)

    def _numbered(self, word: str) -> str:
        """Return the example with a number; raises `InputError` if there is none."""
        every = [*self.answers()]
        if len(word) > 3 or not 1 <= int(word) <= len(every):
            there = f"they are 1 to {len(every)}" if every else "there is none now"
            raise _wrong(f"there is no choice {word:.9}", there)
        return every[int(word) - 1]

    def _check(self, entry: Entry) -> None:
        """Raise `InputError` for a name that no player has."""
        names = self.record.names
        for name in players_of(entry):
            if name not in names:
                near = nearest(name, names)
                remedy = f"did you mean {near}?" if near else f"the players are {joined(names)}"
                raise _wrong(f"no player is called {name!r:.40}", remedy)

    # What is shown.

    def shown(self, screen: Screen) -> str:
        """Return what came of the last step, or what the player has; then what can be written."""
        lines: list[str] = []
        if self.parts:
            earlier, turn = self._after(self.parts[:-1]), self.turn
            lines += changes(earlier.table, turn.table)
            fresh = [k for k, n in turn.trusted.items() if n > earlier.trusted.get(k, 0)]
            if fresh:
                lines.append(f"taken on trust, not known: {joined(fresh)}")
            lines = [screen.wrapped(f"  {line}", hang=4) for line in lines]
        elif self.name:
            lines += ["", bold(f"{self.moment}: {self.name}")]
            if len(self.missing) > 1 and not self.player:
                lines.append(screen.wrapped(f"still without a line: {joined(self.missing)}"))
            seat = next(seat for seat in self.table.seats if seat.name == self.name)
            lines += [screen.wrapped(line, hang=2) for line in holdings(seat)]
        number = 0
        for verb, example in self.found:
            number += bool(example)
            lead = f"{number:>3}  " if example else " " * 5
            end = f": {example}" if example else "; it cannot be paid now"
            text = f"{lead}{verb.name:<{_COLUMN}}{told(self.turn, verb)}{end}"
            lines.append(screen.wrapped(text, hang=_COLUMN + 5))
        return "\n".join(lines)


def _wrong(what: str, remedy: str) -> InputError:
    return InputError(Problem("", what, remedy))


def _in_phase(table: Table) -> bool:
    return table.phase not in ("setup", OVER)


def missing(log: Log[Table, Move]) -> tuple[str, ...]:
    """Return the players without a line in this phase, if all players enter one."""
    table = log.state
    if table.phase == WORKERS or not _in_phase(table):
        return ()
    lines = (commit.move for commit in reversed(log.commits))
    wrote = {line.player for line in takewhile(lambda line: isinstance(line, Entry), lines)}
    return tuple(seat.name for seat in table.seats if seat.name not in wrote)


# What came of a line, and what players have.


def outcome(log: Log[Table, Move], at: int) -> Iterator[str]:
    """Yield a line with what it changed."""
    move = log.commits[at].move
    yield str(move)
    if isinstance(move, Entry):
        for line in changes(log.states[at], log.states[at + 1]):
            yield f"  {line}"


def changes(before: Table, after: Table) -> Iterator[str]:
    """Yield what changed for each player, one line each."""
    for one, other in zip(before.seats, after.seats, strict=True):
        if one is not other and (parts := [*_changes(one, other)]):
            yield f"{one.name}: {'; '.join(parts)}"


_NUMBERS: tuple[tuple[Callable[[int], str], Callable[[Seat], int]], ...] = (
    *((f"{ship} at {{}}".format, lambda seat, ship=ship: seat.ship(ship).distance)
      for ship in SHIPS),
    *((lambda n, ship=ship: f"{counted(n, 'anchor')} under the {ship}",
       lambda seat, ship=ship: seat.ship(ship).anchors) for ship in SHIPS),
    ("cartographer at {}".format, lambda seat: seat.steps),
    (lambda n: counted(n, "double tile"), lambda seat: seat.doubles),
    (lambda n: f"{counted(n, 'ruin')} in the workshop", lambda seat: seat.workshop),
)  # fmt: skip
"""What is counted of a player: in words, and how many there are."""


def _changes(one: Seat, other: Seat) -> Iterator[str]:
    for store in ("storage", "market"):
        had, has = getattr(one, store), getattr(other, store)
        moved = [f"{has[k] - had[k]:+d} {k}" for k in KINDS if has[k] != had[k]]
        if moved:
            yield f"{store} {' '.join(moved)}"
    cubes = []
    for space, holds in other.land.items():
        had, has = one.land[space].cube, holds.cube
        cubes += [f"-{had}@{space}"] * (bool(had) and had != has)
        cubes += [f"+{has}@{space}"] * (bool(has) and had != has)
        if holds.piece and holds.piece != one.land[space].piece:
            yield f"a {holds.piece} on {space}"
    if cubes:
        yield f"cubes {' '.join(cubes)}"
    for words, number in _NUMBERS:
        was, now = number(one), number(other)
        if was != now:
            yield f"{words(now)}, {was} before"
    for noun, key in (("boat", "boats"), ("crate", "crates"), ("milestone", "milestones")):
        for name in getattr(other, key)[len(getattr(one, key)) :]:
            yield f"{noun} {name}"
    if sum(one.unhired) != sum(other.unhired):
        yield "a worker is hired"


def holdings(seat: Seat) -> Iterator[str]:
    """Yield what a player has, in two lines."""
    idle = (f"{n} {kind}" for n, kind in zip(seat.idle, ("normal", "special"), strict=True) if n)
    yield (
        f"storage {seat.storage}; market {seat.market}; cartographer at {seat.steps}; "
        f"{counted(seat.doubles, 'double tile')}; idle workers {' '.join(idle) or 'none'}"
    )
    ships = (
        f"{name} at {ship.distance}"
        + (f" with {counted(ship.anchors, 'anchor')}" if ship.anchors else "")
        for name, ship in zip(SHIPS, seat.ships, strict=True)
    )
    made = [f"boat {n}" for n in seat.boats] + [f"crate {n}" for n in seat.crates]
    made += [*seat.buildings, *(f"statue on {space}" for space in seat.land.pieces("statue"))]
    yield f"{'; '.join(ships)}; made {', '.join(made) or 'nothing'}"
