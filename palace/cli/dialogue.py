"""The dialogue of `palace play`: what is asked in a turn, and what can be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from palace.cli.asking import Ask
from palace.cli.monkey.palaces import earnings
from palace.cli.monkey.searching import WHOLE_BOX, searching
from palace.cli.output import counted, echo_drawing, reason_lines, wrapped
from palace.core.errors import InputError, NotationError
from palace.core.verdict import Reason
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.animals import free_end
from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.score import score_replay
from palace.monkey_palace.game.session import Session
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search import best
from palace.scoring import table_text

HELP = """\
c4+b-d4      build this staircase; with ! behind it although it is not legal
pass         pass, if nothing can be built
hint         the best staircase from the pieces in hand
show         the palace, with everybody's pieces
undo         take the last turn back
score        the standings so far
quit         leave; everything up to the last turn is saved
back         while cards and animals are asked: begin the turn anew"""

COMMANDS = ("pass", "hint", "show", "undo", "score", "help", "quit")


class Dialogue:
    """A game being entered: asks, answers, and keeps every turn in the session."""

    def __init__(self, session: Session, ask: Ask) -> None:
        self.session = session
        self.ask = ask
        self.said_so = False

    def run(self) -> None:
        """Turn after turn until the game is over or the player leaves."""
        try:
            while not self.session.table.finished or self.over():
                self.headline()
                while not self.said(self.ask("build> ", COMMANDS)):
                    pass
        except (EOFError, KeyboardInterrupt, _Leave):
            click.echo()
        click.echo(f"saved in {self.session.path}: {counted(len(self.session.reports), 'turn')}")

    def over(self) -> bool:
        """After the last round: whether a turn was taken back, so that it goes on."""
        click.secho(wrapped(f"the game is over: {self.session.table.ending}"), bold=True)
        self.score()
        while True:
            said = self.ask("undo or quit> ", ("undo", "quit", "score", "show")).lower()
            if said in ("undo", "quit", "q", "exit", "score", "show"):
                if self.said(said):
                    return True
            else:
                click.echo("no further turn is taken; say undo, quit, score or show")

    def headline(self) -> None:
        """Whose turn it is, his pieces, the tray."""
        table, name = self.session.table, self.session.due
        seat, tray = table.seat(name), table.tray
        hand = "pieces not known" if seat.pieces is None else f"{seat.pieces} in hand"
        left = "" if tray is None else f", tray {tray}"
        last = ", last round" if table.ending else ""
        click.echo()
        lead = click.style(f"Turn {len(self.session.reports) + 1}, {name}", bold=True)
        click.echo(f"{lead}  {hand}{left}{last}")

    def said(self, line: str) -> bool:
        """Do what was said; whether a turn was taken or taken back."""
        word = line.lower()
        if word in ("quit", "exit", "q"):
            raise _Leave
        if word == "undo":
            return self.undo()
        answers = {"hint": self.hint, "show": self.show, "score": self.score}
        try:
            if word in answers:
                answers[word]()
            elif word in ("help", "?", ""):
                click.echo(HELP)
            elif word.rstrip("! ") == "pass":
                return self.pass_(anyway=word.endswith("!"))
            else:
                return self.build(line)
        except _Back:
            click.echo("the turn begins anew")
        return False

    def answer(self, prompt: str, words: Sequence[str]) -> str:
        """What is answered within a turn; `back` begins it anew."""
        while True:
            line = self.ask(prompt, [*words, "back"])
            word = line.lower()
            if word in ("quit", "exit"):
                raise _Leave
            if word in ("back", "undo"):
                raise _Back
            if word == "show":
                self.show()
            elif word in ("help", "?"):
                click.echo("Enter alone for none; with ! behind it although it is wrong")
                click.echo("back begins the turn anew, show draws the palace, quit leaves")
            else:
                return line

    def build(self, line: str) -> bool:
        """A staircase: its verdict, then cards and animals."""
        anyway = line.endswith("!")
        try:
            staircase = Staircase.read(line.rstrip("! "))
        except NotationError as error:
            click.secho(wrapped(f"column {error.column}: {error.sentence()}"), fg="red")
            click.echo("say help for what can be said")
            return False
        turn = Turn(player=self.session.due, build=str(staircase))
        early = self.session.record.rulings.frog_time == "any"
        if early and self.may_take_the_frog():
            turn = self.animal(turn, "frog", "Enter: not taken", must=False)
        report = self.session.attempt(turn)
        verdict = report.verdict
        wrong = [r for r in report.reasons if r.code not in ("monkey", "frog")]
        for text in _lines(wrong):
            click.echo(text)
        if wrong and not anyway:
            click.echo(f"to keep it all the same: {staircase} !")
            return False
        if verdict is not None and verdict.legal:
            click.echo(wrapped(earnings(verdict)))
        turn = self.cards(turn)
        if not early and self.may_take_the_frog():
            turn = self.animal(turn, "frog", "Enter: not taken", must=False)
        if any(reason.code == "monkey" for reason in self.session.attempt(turn).reasons):
            turn = self.animal(turn, "monkey", "gold was placed", must=True)
        return self.keep(turn)

    def may_take_the_frog(self) -> bool:
        """Whether the frog is in the game and not in this player's hands."""
        in_play = "frog" in self.session.record.data.trophies
        return in_play and self.session.table.holder("frog") != self.session.due

    def cards(self, turn: Turn) -> Turn:
        """Step 4: which cards are taken; asked again while something is wrong with them."""
        deck = self.session.record.deck
        words = [f"@{name}" for name in deck.cards] if deck is not None else []
        while True:
            line = self.answer("cards> ", words)
            taken = [text.strip() for text in line.rstrip("! ").split(",") if text.strip()]
            if not taken:
                return turn
            new = turn.model_copy(update={"take": taken})
            try:
                report = self.session.attempt(new)
            except InputError as error:
                for problem in error.problems:
                    click.secho(wrapped(str(problem._replace(where=""))), fg="red")
                continue
            wrong = [r for r in report.reasons if r.code.startswith("card-")]
            for text in _lines(wrong):
                click.echo(text)
            if not wrong or line.endswith("!"):
                return new
            click.echo(f"to keep them all the same: {line} !")

    def animal(self, turn: Turn, name: str, why: str, *, must: bool) -> Turn:
        """Ask where an animal is put until it may stand there."""
        while True:
            palace = self.session.attempt(turn).palace
            words = [str(knob) for knob in palace.tops if free_end(palace, knob, name[0])]
            line = self.answer(f"{name} ({why})> ", words)
            if not line and not must:
                return turn
            try:
                knob = str(Knob.read(line.rstrip("! ")))
            except NotationError as error:
                click.secho(f"{error.what}, expected {error.expected}", fg="red")
                continue
            new = turn.model_copy(update={name: knob})
            wrong = [r for r in self.session.attempt(new).reasons if r.code == name]
            for text in _lines(wrong):
                click.echo(text)
            if not wrong or line.endswith("!"):
                return new

    def pass_(self, *, anyway: bool) -> bool:
        """A pass, if nothing can be built."""
        turn = Turn.model_validate({"player": self.session.due, "pass": True})
        report = self.session.attempt(turn)
        for text in _lines(report.reasons):
            click.echo(text)
        if report.reasons and not anyway:
            click.echo("to keep it all the same: pass !")
            return False
        return self.keep(turn)

    def keep(self, turn: Turn) -> bool:
        """Take the turn, save, and say what came of it."""
        try:
            report = self.session.take(turn)
        except InputError as error:
            click.secho(wrapped(str(error)), fg="red")
            return False
        self.copied()
        click.echo(wrapped(summary(report)))
        return True

    def copied(self) -> None:
        """Say, once, where the file as it was written by hand is kept."""
        if self.session.saved_as is not None and not self.said_so:
            click.echo(wrapped(f"the file as it was, with its comments: {self.session.saved_as}"))
            self.said_so = True

    def undo(self) -> bool:
        """Take the last turn back."""
        try:
            report = self.session.undo()
        except InputError as error:
            click.secho(wrapped(str(error)), fg="red")
            return False
        self.copied()
        if report is None:
            click.echo("there is no turn to take back")
            return False
        click.echo(f"turn {report.number} of {report.player} is taken back")
        return True

    def hint(self) -> None:
        """The best staircase from the hand."""
        table = self.session.table
        hand, rulings = table.seat(self.session.due).pieces, self.session.record.rulings
        with searching("looking for the best") as progress:
            found = best(table.palace, hand, rulings, seconds=WHOLE_BOX, progress=progress)
        if not found.verdicts:
            click.echo("nothing can be built: pass")
            return
        verdict = found.verdicts[0]
        click.secho(str(verdict.staircase), bold=True)
        click.echo(wrapped(earnings(verdict)))

    def show(self) -> None:
        """The palace, and what everybody has."""
        table = self.session.table
        echo_drawing(draw(table.palace))
        for seat in table.seats:
            bananas = sum(taken.card.bananas or 0 for taken in seat.cards)
            hand = "not known" if seat.pieces is None else str(seat.pieces)
            click.echo(
                f"{seat.name}: {hand}, {seat.income} a turn, "
                f"{counted(len(seat.cards), 'card')} with {counted(bananas, 'banana')}"
            )

    def score(self) -> None:
        """The standings so far."""
        played = Replay(self.session.start, tuple(self.session.reports))
        click.echo(table_text(score_replay(self.session.record, played)))


def summary(report: TurnReport) -> str:
    """What came of a turn, in one sentence."""
    verdict = report.verdict
    if report.staircase is None:
        lead = f"{report.player} passes"
    elif verdict is not None and verdict.legal:
        colour = COLOUR_WORDS[verdict.decoration or "l"]
        lead = f"{report.player}: {counted(verdict.credits or 0, 'credit')}, {colour}"
    else:
        lead = f"{report.player}: kept, not legal"
    parts = [lead, f"delivered {report.given}", *["bonus card"] * report.bonus, *report.animals]
    return ", ".join(parts)


def _lines(found: Iterable[Reason]) -> Iterable[str]:
    """Reasons as people read them; that they concern this turn is plain."""
    return reason_lines([reason.placed(turn=None, line=None) for reason in found])


class _Back(Exception):  # noqa: N818
    """The turn begins anew."""


class _Leave(Exception):  # noqa: N818
    """The player leaves."""
