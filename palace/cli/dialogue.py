"""The dialogue of `palace play`: a game's questions, and commands in place of answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Generic, Protocol

import click

from palace.cli.against import Rival
from palace.cli.output import bar, reason_lines, spoken, width, wrapped
from palace.cli.session import learn
from palace.cli.words import say
from palace.contract.entering import Entering, asking
from palace.contract.game import Complete, Completions, Question
from palace.contract.kept import KeptBox
from palace.contract.rules import Log, M, Record, S
from palace.contract.session import Attempt, Session
from palace.core.errors import InputError, NotationError
from palace.core.screen import Progress, Screen
from palace.core.verdict import Reason, in_language
from palace.scoring import table_text


class Ask(Protocol):
    """Asks for a line, given the prompt and what completes it; on a terminal those `at_once` need
    no Enter.  EOFError when none comes."""

    def __call__(self, prompt: str, complete: Complete, /, at_once: Sequence[str] = ()) -> str: ...


Said = Callable[[str], str]
"""What a command answers to a player."""


def plain(
    prompt: str, complete: Complete, /, at_once: Sequence[str] = (), *, err: bool = False
) -> str:
    """Return a line of standard input, which is shown behind its prompt."""
    del complete, at_once
    click.echo(prompt, nl=False, err=err)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    click.echo(line.strip(), err=err)
    return line.strip()


def asker(*, err: bool = False) -> Ask:
    """Return how to ask: with completion on a terminal, line by line from anything else.

    With `err` the prompts go to standard error.
    """
    if on_terminal():
        from palace.cli.terminal import Terminal

        return Terminal(err=err)
    return partial(plain, err=err)


def on_terminal() -> bool:
    """Return whether the answers are typed on a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


_HANG = 13
"""Columns of a word before what it does."""


class Dialogue(Generic[S, M]):
    """A game being entered: asks, answers, and keeps every move in the session.

    `own` is the box that learns, `rival` the seat that the program plays.
    """

    def __init__(
        self, session: Session[S, M], ask: Ask, own: KeptBox | None = None,
        rival: Rival | None = None,
    ) -> None:  # fmt: skip
        self.rival = rival
        self.session = session
        self.game = session.game
        self.asking = asking(session.game)
        self.noun = session.game.noun
        self.ask = ask
        self.own = own
        self.said_so = False

    @property
    def screen(self) -> Screen:
        """What the game writes on."""
        return Screen(width(), progress_bar, spoken())

    def run(self) -> None:
        """Ask for move after move until the game is over or the player leaves."""
        number = None
        try:
            while True:
                try:
                    if number is not None:
                        self.replace(number)
                    elif self.session.log.due:
                        self.turn()
                    else:
                        self.over()
                    number = None
                except _Back:
                    if number is None:
                        self.session.file.keep_draft("")
                    number = None
                    click.echo(say("again", noun=self.noun))
                except _Undo as said:
                    number = None
                    self.undo(said.count)
                except _Replace as said:
                    number = said.number
        except (EOFError, KeyboardInterrupt, _Leave):
            click.echo()
            for command in self.asking.commands(self.session.record, self.session.log):
                if command.on_leaving:
                    click.echo(command.text("", self.screen))
        learn(self.session, self.own)
        count = (self.session.count, self.noun)
        if not self.session.file.intact:
            what = say("gone", file=self.session.path, moves=count)
            click.secho(wrapped(what), fg="red")
            if not self.moved(None):
                click.echo(say("not-saved"))
                return
        click.echo(say("saved", file=self.session.path, moves=count))

    def turn(self) -> None:
        """Enter the moves that are due."""
        session = self.session
        if self.rival is not None and self.rival.seat == session.log.due[0]:
            self.answered(self.rival)
            return
        entry = Entering.due(self.game, session.setup, session.log)
        entry = entry.resumed(session.file.draft)
        if entry.answered:
            texts = ", ".join(answer.text or "Enter" for answer in entry.answered)
            click.echo(wrapped(say("resumed", answers=texts)))
        attempt = self.entered(entry)
        if attempt is None:
            session.file.keep_draft("")
        if attempt is not None and self.keep(attempt):
            self.tell(attempt)

    def answered(self, rival: Rival) -> None:
        """Show how the move of the program is made on the table, and keep it."""
        log = self.session.log
        with self.screen.bar(say("thinks", seat=rival.seat), ""):
            move = rival.move(self.session)
        click.echo()
        click.echo(rival.opponents.shown(log.rules, log.state, move, self.screen))
        attempt = self.session.attempt(move)
        if not self.keep(attempt):
            raise _Leave
        self.tell(attempt)

    def tell(self, attempt: Attempt[S, M]) -> None:
        """Print what came of a move that is kept."""
        for line in self.asking.outcome(self.session.setup, attempt.log, attempt.at):
            click.echo(wrapped(in_language(line, spoken())))

    def entered(self, entry: Entering[S, M]) -> Attempt[S, M] | None:
        """Return the moves when all players have answered; None if they are not to be kept."""
        while (question := entry.question) is not None:
            entry = self.answer(question, entry)
            if entry.replaces is None and entry.question is not None:
                self.session.file.keep_draft(entry.draft)
        assert entry.move is not None
        attempt = self.session.attempt(entry.move, entry.replaces)
        wrong = entry.wrong(attempt.reports)
        if not wrong:
            return attempt
        _echo(_bare(reason, player) for player, reason in wrong)
        return attempt if self.agreed(say("keep-it-all")) else None

    def answer(self, question: Question, entry: Entering[S, M]) -> Entering[S, M]:
        """Enter a part of a move: asked until it can be kept, or the player insists; the only
        answer there is, and the only one that is meant, are taken at once."""
        if text := question.shown(self.screen):
            click.echo(text)
        commands = self.commands(entry.record, entry.log, entry)
        words = (*commands, "show", "list", "undo", "score", "back", "help", "quit")
        prompt = in_language(question.prompt, spoken())
        if question.default and [*islice(question.answers(), 2)] == [question.default]:
            click.echo(say("only", asked=prompt, answer=question.default))
            return entry.kept(question.default, *entry.read(question.default))
        offered: Sequence[str] = ()
        while True:
            numbers = [str(number) for number in range(1, len(offered) + 1)]
            line = self.ask(prompt, completing(words, question), numbers or question.at_once)
            if offered and (not line or line in numbers):
                line = offered[int(line or 1) - 1]
            elif self.said(line, question, entry, commands):
                continue
            text = line.rstrip("! ")
            try:
                part, wrong = entry.read(text)
            except (NotationError, InputError) as error:
                _echo_fault(error)
                continue
            offered = question.mended(part) if wrong and not line.endswith("!") else ()
            if len(offered) == 1:
                click.echo(wrapped(say("taken-as", typed=text, answer=offered[0])))
                return entry.kept(offered[0], *entry.read(offered[0]))
            _echo(_bare(question.told(reason)) for reason in wrong)
            if not wrong or line.endswith("!"):
                return entry.kept(text, part, wrong)
            if offered:
                click.echo(say("offered", answer=offered[0]))
            for number, answer in enumerate(offered[1:], 2):
                click.echo(say("offered-too", number=number, answer=answer))
            click.echo(say("insist", answer=text or question.default or ""))

    def said(
        self, line: str, question: Question, entry: Entering[S, M], commands: Mapping[str, Said]
    ) -> bool:
        """Run a command that is typed in place of an answer; return whether it was one."""
        word = line.lower()
        if word == "back" or (word == "undo" and entry.answered):
            raise _Back
        if not word and question.default is None:
            click.echo(say("type-help"))
        elif word in ("help", "h", "?"):
            self.help(question, entry)
        elif word == "list" and question.listing is not None:
            click.echo(question.listing(self.screen))
        elif word in commands:
            click.echo(commands[word](question.player))
        elif word == "show":
            click.echo(question.shown(self.screen))
        else:
            return self.common(word)
        return True

    def common(self, word: str) -> bool:
        """Run a command that can be typed at any time; return whether it was one."""
        if word in ("quit", "exit", "q"):
            raise _Leave
        if found := re.fullmatch(r"undo(\s+[0-9]{1,6})?", word):
            raise _Undo(int(found[1] or 1))
        if found := re.fullmatch(r"replace\s+([0-9]{1,6})", word):
            raise _Replace(int(found[1]))
        if word == "score":
            self.score()
        return word == "score"

    def commands(
        self, record: Record[S, M], log: Log[S, M], entry: Entering[S, M] | None = None
    ) -> dict[str, Said]:
        """Return what the game answers beside moves, by name; each is given the player."""

        def said(name: str, player: str) -> str:
            now = {command.name: command for command in self.asking.commands(record, log)}
            if entry is not None and now[name].with_move:
                so_far = self.asking.commands(record, entry.so_far(player))
                now |= {command.name: command for command in so_far}
            return now[name].text(player, self.screen)

        names = (command.name for command in self.asking.commands(record, log))
        return {name: partial(said, name) for name in names}

    def help(self, question: Question, entry: Entering[S, M]) -> None:
        """Print the commands."""
        noun = self.noun
        lines = in_language(question.help, spoken()).splitlines()
        if question.listing is not None:
            lines.append(f"{'list':<{_HANG}}{say('help.list')}")
        for command in self.asking.commands(entry.record, entry.log):
            lines.append(f"{command.name:<{_HANG}}{in_language(command.help, spoken())}")
        lines += [
            f"{'undo':<{_HANG}}{say('help.undo', noun=noun)}",
            f"{'replace 3':<{_HANG}}{say('help.replace', noun=noun)}",
            f"{'score':<{_HANG}}{say('help.score')}",
            f"{'quit, q':<{_HANG}}{say('help.quit', noun=noun)}",
        ]
        for line in lines:
            click.echo(wrapped(line, hang=_HANG))
        if entry.answered:
            click.echo(say("help.back", noun=noun))

    def over(self) -> None:
        """Print how the game ended, and ask until a move is taken back or the player leaves."""
        ending = self.asking.ending(self.session.log.state)
        click.echo()
        click.secho(wrapped(say("over-by", ending=ending) if ending else say("over")), bold=True)
        self.score()
        now = self.session.record, self.session.log
        commands = self.commands(*now)
        listed = [c for c in self.asking.commands(*now) if c.listed]
        for command in listed:
            click.echo(wrapped(say("to-see", name=command.name, help=command.help)))
        words = ("undo", *(command.name for command in listed), "score", "quit")
        offered = say("or", words=", ".join(words[:-1]), last=words[-1])
        while True:
            word = self.ask(f"{offered}> ", completing(words)).lower()
            if word in commands:
                click.echo(commands[word](""))
            elif not self.common(word):
                click.echo(say("no-further", noun=self.noun, offered=offered))

    def undo(self, count: int) -> None:
        """Take back what was confirmed last, so many times; what the program made goes with it."""
        while count > 0:
            try:
                attempt = self.session.attempt_undo()
            except InputError as error:
                _echo_fault(error)
                return
            if attempt is None:
                click.echo(say("none-back", noun=self.noun))
                return
            if not self.keep(attempt):
                return
            for report in attempt.reports:
                if report.number is not None or not report.gains:
                    move = self.game.told(attempt.move, report)
                    click.echo(wrapped(say("taken-back", player=report.player, move=move)))
            due = self.session.log.due
            count -= self.rival is None or not due or due[0] != self.rival.seat

    def replace(self, number: int) -> None:
        """Enter an older confirm again, and show what becomes of all after it before it is kept."""
        session = self.session
        try:
            session.index(number)
        except InputError as error:
            _echo_fault(error)
            return
        entry = Entering.again(self.game, session.setup, session.log, number)
        attempt = self.entered(entry)
        if attempt is None:
            return
        later = attempt.later
        wrong = [reason for report in later for reason in report.reasons]
        bad = sum(1 for report in later if report.reasons)
        _echo(wrong)
        click.echo(say("after-it", moves=(len(later), self.noun), bad=bad))
        if self.agreed(say("keep-it")) and self.keep(attempt):
            self.tell(attempt)

    def agreed(self, question: str) -> bool:
        """Return whether the player answers yes."""
        line = self.ask(say("yes-no", question=question), completing(("yes", "no")))
        return line.lower() in ("yes", "y")

    def keep(self, attempt: Attempt[S, M]) -> bool:
        """Keep what was attempted, and save; return whether it could be."""
        try:
            if self.session.confirm(attempt):
                click.echo(wrapped(say("written-again", file=self.session.path)))
        except InputError as error:
            click.secho(wrapped(str(error)), fg="red")
            return self.moved(attempt)
        if self.session.file.saved_as is not None and not self.said_so:
            click.echo(wrapped(say("as-it-was", file=self.session.file.saved_as)))
            self.said_so = True
        return True

    def moved(self, attempt: Attempt[S, M] | None) -> bool:
        """Ask for another file for the game until one can be written; return whether one was."""
        while True:
            try:
                name = self.ask(say("save-in"), completing(()))
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return False
            if not name:
                return False
            try:
                self.session.move_to(name, attempt)
            except InputError as error:
                click.secho(wrapped(str(error)), fg="red")
            else:
                click.echo(say("goes-on", file=name))
                return True

    def score(self) -> None:
        """Print the standings so far, and the notes on them."""
        score = self.session.record.score(self.session.log)
        click.echo(table_text(score, width()), nl=False)
        for note in score.notes:
            click.echo(wrapped(in_language(note, spoken()), hang=2))


def completing(words: Iterable[str], question: Question | None = None) -> Complete:
    """Return what completes a line: words, and the answers to a question."""

    def complete(text: str) -> Completions:
        begun = text.rsplit(",", 1)[-1].lstrip().lower()
        own = question is not None and question.complete is not None
        answers = question.answers() if question is not None and not own else ()
        for word in (*words, *answers):
            if word.lower().startswith(begun):
                yield word, len(begun)
        if question is not None and question.complete is not None:
            yield from question.complete(text)

    return complete


def _bare(reason: Reason, player: str = "") -> Reason:
    """Return a reason without its place in the record, which is plain; with whose it is."""
    return reason.placed(player=player)


def _echo(found: Iterable[Reason]) -> None:
    """Print reasons as people read them."""
    for text in reason_lines(found):
        click.echo(text)


def _echo_fault(error: NotationError | InputError) -> None:
    """Print what is wrong with an answer, without its place in the record."""
    if isinstance(error, NotationError):
        click.secho(wrapped(say("column", column=error.column, what=error.sentence())), fg="red")
        click.echo(say("type-help"))
        return
    for problem in error.problems:
        click.secho(wrapped(in_language(problem.what, spoken())), fg="red")
        if problem.remedy:
            click.echo(wrapped(f"-> {in_language(problem.remedy, spoken())}", 0, 3))


@contextmanager
def progress_bar(what: str, first: str = "") -> Iterator[Progress]:
    """Show a bar once something takes long; print `first` before it begins."""
    if first:
        click.secho(first, dim=True, err=True)
    with bar(what) as shown:
        yield shown


class _Back(Exception):  # noqa: N818
    """The move begins again."""


class _Undo(Exception):  # noqa: N818
    """The last moves are taken back."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(count)


class _Replace(Exception):  # noqa: N818
    """An older move is entered again."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


class _Leave(Exception):  # noqa: N818
    """The player leaves."""
