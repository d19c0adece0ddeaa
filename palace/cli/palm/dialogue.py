"""The dialogue of `palace palm-island play`: what is asked, and what can be said."""

from __future__ import annotations

import click

from palace.cli.asking import Ask
from palace.cli.output import counted, width, wrapped
from palace.cli.palm.board import LeaveError, dividers, numbered, show, show_fault, show_reasons
from palace.cli.palm.closing import enter_round_end
from palace.cli.palm.worth import offered, show_worth
from palace.core.errors import InputError, NotationError
from palace.palm_island.engine import legal_moves
from palace.palm_island.moves import Move
from palace.palm_island.score import score_replay
from palace.palm_island.session import PalmSession
from palace.palm_island.table.seat import Seat
from palace.scoring import table_text

HELP = """\
the board    > the active area; VP points, up upgrades; [4 1L] a stored card and what it gives
3            the move with this number
store 4      the move written out: store 10 pay 1, rotate 7 pay 4 5, flip 2 pay 4, discard; with ! \
behind it although it is not legal
all          every legal move, where only the first are listed
undo         take the last move back
order        the order of the whole deck: before the first move, or with --memory
score        the points so far
pause        how to put the deck away with dividers
quit         leave; everything up to the last move is saved"""

COMMANDS = ("all", "undo", "order", "score", "pause", "show", "help", "quit")

LISTED = 12
"""Moves listed unasked."""


class PalmDialogue:
    """A game being played: asks, answers, and keeps every move in the session.

    `memory` lets the whole deck be looked through at any time.
    """

    def __init__(self, session: PalmSession, ask: Ask, *, memory: bool = False) -> None:
        self.session = session
        self.ask = ask
        self.memory = memory
        self.said_so = False

    def run(self) -> None:
        """Move after move until the game is over or the player leaves."""
        try:
            while (due := self.session.due) is not None or self.over():
                if due is None:
                    continue
                if due.closing:
                    enter_round_end(self)
                    continue
                self.board()
                while not self.said(self.ask(self.prompt, COMMANDS)):
                    pass
        except (EOFError, KeyboardInterrupt, LeaveError):
            click.echo()
        click.echo(f"saved in {self.session.path}: {counted(self.session.count, 'move')}")

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        due = self.session.due
        return self.session.table.seats[due.seat if due is not None else 0]

    @property
    def several(self) -> bool:
        """Whether there are several players."""
        return len(self.session.table.seats) > 1

    @property
    def prompt(self) -> str:
        """What stands before the answer."""
        return f"{self.seat.name}> " if self.several else "move> "

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        return legal_moves(self.seat.state, self.session.record.rulings)

    def board(self, most: int = LISTED) -> None:
        """The cards, and what can be done with them."""
        show(self.seat, several=self.several)
        every = [*numbered(self.seat.state, self.moves)]
        for line in every[:most]:
            click.echo(wrapped(line, hang=5))
        if len(every) > most:
            click.echo(f"     and {len(every) - most} more: say all")

    def said(self, line: str) -> bool:
        """Do what was said; whether a move was made or taken back."""
        word = line.lower()
        if word in ("quit", "exit", "q"):
            raise LeaveError
        if word == "undo":
            return self.undo()
        if word == "all":
            self.board(len(self.moves))
        elif word == "show":
            self.board()
        elif word == "score":
            self.score()
        elif word == "pause":
            self.pause()
        elif word == "order":
            self.order()
        elif word in ("help", "?", ""):
            for text in HELP.splitlines():
                click.echo(wrapped(text, hang=13))
        elif word.isdecimal() and word.isascii():
            return self.number(word)
        else:
            return self.move(line)
        return False

    def number(self, word: str) -> bool:
        """A legal move by its number."""
        moves = self.moves
        if not 1 <= int(word[:4]) <= len(moves) or len(word) > 4:
            click.secho(f"there is no move {word:.9}; they are 1 to {len(moves)}", fg="red")
            return False
        return self.keep(moves[int(word) - 1])

    def move(self, line: str) -> bool:
        """A move written out."""
        anyway = line.endswith("!")
        try:
            move = Move.read(line.rstrip("! "))
        except NotationError as error:
            click.secho(wrapped(f"column {error.column}: {error.sentence()}"), fg="red")
            click.echo("say help for what can be said")
            return False
        if move.kind == "round-end":
            click.echo("the round ends by itself when the tracker is on top")
            return False
        try:
            (step,) = self.session.attempt({self.index: move})
        except InputError as error:
            show_fault(error)
            return False
        show_reasons([step], deep=self.memory)
        if step.reasons and not anyway:
            click.echo(f"to keep it all the same: {move} !")
            return False
        return self.keep(move)

    @property
    def index(self) -> int:
        """The seat that is to move."""
        due = self.session.due
        return due.seat if due is not None else 0

    def keep(self, move: Move) -> bool:
        """Make the move and save."""
        before = self.seat
        try:
            self.session.take({self.index: move})
        except InputError as error:
            click.secho(wrapped(str(error)), fg="red")
            return False
        self.copied()
        click.echo(wrapped(f"{before.name + ': ' if self.several else ''}{move}"))
        return True

    def undo(self) -> bool:
        """Take the last move back."""
        try:
            gone = self.session.undo()
        except InputError as error:
            click.secho(wrapped(str(error)), fg="red")
            return False
        self.copied()
        if not gone:
            click.echo("there is no move to take back")
            return False
        for name, move in gone:
            who = f"{name}: " if self.several else ""
            click.echo(f"{who}{move} is taken back")
        return True

    def order(self) -> None:
        """The whole deck, where the rules let the player know it."""
        if not self.memory and self.session.game(self.index).steps:
            click.echo(
                wrapped(
                    "during play only the top three cards may be looked at; before the first move, "
                    "or with --memory, the whole order"
                )
            )
            return
        state = self.seat.state.begun
        click.echo(wrapped(f"top first: {str(state).split(': ')[1]}"))
        click.echo(wrapped("7 Quarry as 7, its areas .1 .2 .3, * stored, 17 the round tracker"))

    def pause(self) -> None:
        """How to put the decks away."""
        for seat in self.session.table.seats:
            lead = f"{seat.name}: " if self.several else ""
            stored = [str(placed.card) for placed in seat.state.begun.stored]
            if stored:
                what = f"put a divider before {', '.join(stored)}, straighten, put the deck away"
            else:
                what = "nothing is stored: put the deck away as it is"
            click.echo(wrapped(f"{lead}{what}"))
            if self.memory:
                for line in dividers(seat.state):
                    click.echo(wrapped(line, 2, 2))
        click.echo(wrapped(f"to go on: palace palm-island play {self.session.path}"))

    def over(self) -> bool:
        """After the end: whether a move was taken back, so that it goes on."""
        click.echo()
        click.secho("the game is over", bold=True)
        self.score()
        can = offered(self.session)
        words = ("undo", "worth", "score", "quit") if can else ("undo", "score", "quit")
        if can:
            click.echo("say worth to see what this deal was worth")
        while True:
            said = self.ask(f"{', '.join(words[:-1])} or quit> ", words).lower()
            if said in ("quit", "q", "exit"):
                raise LeaveError
            if said == "undo":
                if self.undo():
                    return True
            elif said == "score":
                self.score()
            elif said == "worth":
                show_worth(self.session)
            else:
                click.echo(f"no further move is made; say {', '.join(words[:-1])} or quit")

    def score(self) -> None:
        """The points so far, what the score chart says, feats that are earned."""
        score = score_replay(self.session.record, self.session.played)
        click.echo(table_text(score, width()), nl=False)
        for note in score.notes:
            click.echo(wrapped(note, hang=2))

    def copied(self) -> None:
        """Say, once, where the file as it was written by hand is kept."""
        if self.session.file.saved_as is not None and not self.said_so:
            saved = self.session.file.saved_as
            click.echo(wrapped(f"the file as it was, with its comments: {saved}"))
            self.said_so = True
