"""What takes longer than a tap, in slices of at most 50 ms that a host drives, and may stop."""

from __future__ import annotations

from collections.abc import Iterator

from palace.contract.entering import asking
from palace.contract.taps import Idea
from palace.core.errors import InputError
from palace.core.screen import Screen
from palace.core.terminal import plain
from palace.page.action import Thought
from palace.page.desk import AnyDesk

COLUMNS = 46
"""Characters in a line of what a game answers in letters, on a phone."""


def thoughts(desk: AnyDesk, ticket: int, what: str) -> Iterator[Thought]:
    """Yield what is thought of at a table; the last one is done.

    An error ends it with what is wrong.
    """
    try:
        for idea in _ideas(desk, what):
            yield Thought(ticket, idea)
    except InputError as error:
        yield Thought(ticket, Idea(told=error.problems[0].what, done=True))


def _ideas(desk: AnyDesk, what: str) -> Iterator[Idea]:
    if desk.beside:
        yield from desk.beside[-1].ideas(what)
        return
    (game, record, log), entry, player = desk.playing, desk.entry, desk.asked
    if what in desk.thoughts and entry is not None:
        answer = "" if desk.pondering is None else desk.pondering.answer
        yield from desk.thoughts[what].ideas(record, entry.log, player, answer)
        return
    for command in asking(game).commands(record, log):
        if command.name == what:
            yield Idea(paper=plain(command.text(player, Screen(COLUMNS))), done=True)
            return
    yield Idea(done=True)
