"""What every host does, with or without a server: deal with an action, and tell what changed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from os import urandom
from typing import NamedTuple

from palace.contract.taps import Idea
from palace.core.errors import InputError, NotationError
from palace.page import action as act
from palace.page.action import By, Effect, Role, Sent, Thought
from palace.page.desk import AnyDesk
from palace.page.show import show
from palace.page.state import Banner, PageState, sections, written
from palace.page.step import step
from palace.page.view import View, heard, look, told
from palace.page.words import BOOK, problem_of, refusal

PROGRESS = 0.2
"""Seconds between two notices of how far a thought is."""

_log = logging.getLogger(__name__)


class Dealt(NamedTuple):
    """A table and the view of one phone after an action of that phone; what is to be done."""

    desk: AnyDesk
    view: View
    effects: tuple[Effect, ...] = ()


def deal(desk: AnyDesk, view: View, role: Role, sent: Sent) -> Dealt:
    """Deal with an action of a phone, once however often it is sent; one that fails is logged, and
    the phone told."""
    after = heard(view, sent.count)
    if after is None:
        return Dealt(desk, view)
    try:
        if isinstance(sent.action, act.Look):
            return Dealt(desk, look(after, sent.action, desk))
        if role != "player":
            return Dealt(desk, after)
        seed = int.from_bytes(urandom(4))
        by = By(after.phone, date.today().isoformat(), seed, after.seat, after.language)
        desk, effects = step(desk, sent, by)
    except (InputError, NotationError) as error:
        return Dealt(desk, told(after, problem_of(error)))
    except Exception:
        _log.exception("an action failed")
        return Dealt(desk, told(after, refusal("failed").problems[0]))
    return Dealt(desk, after, effects)


def news(
    desk: AnyDesk, view: View, role: Role, before: PageState | None,
    furnished: Callable[[PageState], PageState] | None = None,
) -> tuple[PageState, str]:  # fmt: skip
    """Return what a phone shows, and as one JSON object the sections that differ from `before`;
    empty where none does.

    `furnished` adds what a host has of its own.
    """
    state = show(desk, view, role)
    state = state if furnished is None else furnished(state)
    changed = [f'"{name}":{text}' for name, text in sections(state, before)]
    return state, f"{{{','.join(changed)}}}" if changed else ""


def fault(view: View) -> str:
    """Return what is shown where nothing can be: that it cannot, on what was shown before."""
    banner = Banner(BOOK.say(view.language, "failed"), "fault")
    return f'{{"count":{view.count},"banners":{written((banner,))}}}'


def failed(ticket: int) -> Thought:
    """Return the thought that ends one in which something failed."""
    return Thought(ticket, Idea(told=BOOK.text("failed"), done=True))


def ponders(desk: AnyDesk, ticket: int) -> bool:
    """Return whether a table still ponders this ticket."""
    return desk.pondering is not None and desk.pondering.ticket == ticket


@dataclass
class Telling:
    """Which of the thoughts that follow each other are told: the last one, one that found something
    else, and otherwise as often as `PROGRESS`."""

    at: float = 0.0
    last: Thought | None = None

    def worth(self, thought: Thought, now: float) -> bool:
        """Return whether a thought is told at a time in seconds, and take it for told if so."""
        last, idea = self.last, thought.idea
        found = idea.done or (last is not None and idea.text != last.idea.text)
        if not found and now < self.at + PROGRESS:
            return False
        self.at, self.last = now, thought
        return True
