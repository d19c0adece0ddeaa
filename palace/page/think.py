"""What takes longer than a tap, in slices of at most 50 ms that a host drives, and may stop."""

from __future__ import annotations

from collections.abc import Iterator

from palace.contract.entering import asking
from palace.core.errors import InputError
from palace.core.screen import Screen
from palace.core.terminal import plain
from palace.page.action import Thought
from palace.page.desk import AnyDesk

COLUMNS = 46
"""Characters in a line of what a game answers in letters, on a phone."""

COMMAND = "command:"
"""Before the name of a command of the game, whose answer is a text."""


def thoughts(desk: AnyDesk, ticket: int, what: str) -> Iterator[Thought]:
    """Yield what is thought of at a table; the last one is done.

    An error ends it with what is wrong.
    """
    try:
        yield from _thoughts(desk, ticket, what)
    except InputError as error:
        yield Thought(ticket, None, error.problems[0].what, done=True)


def _thoughts(desk: AnyDesk, ticket: int, what: str) -> Iterator[Thought]:
    if desk.beside:
        for idea in desk.beside[-1].ideas(what):
            yield Thought(ticket, idea.text, idea.told, idea.done, idea.share)
        return
    game, record, log = desk.playing
    entry = desk.entry
    player = "" if entry is None or entry.question is None else entry.question.player
    if what.startswith(COMMAND):
        name = what.removeprefix(COMMAND)
        for command in asking(game).commands(record, log):
            if command.name == name:
                text = plain(command.text(player, Screen(COLUMNS)))
                yield Thought(ticket, None, text, done=True)
                return
    if what not in desk.thoughts or entry is None:
        yield Thought(ticket, done=True)
        return
    about = "" if desk.pondering is None else desk.pondering.about
    for idea in desk.thoughts[what].ideas(record, entry.log, player, about):
        yield Thought(ticket, idea.text, idea.told, idea.done, idea.share)
