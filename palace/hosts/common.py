"""What every host does, with or without a server: it deals with what phones send, tells them what
changed, and drives what takes longer than a tap."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from os import urandom

from palace.contract.taps import Idea
from palace.core.errors import InputError, NotationError, Problem
from palace.page import action as act
from palace.page.action import Action, By, Effect, Result, Role, Sent, Thought
from palace.page.desk import AnyDesk
from palace.page.show import show
from palace.page.state import Banner, PageState, changes, written
from palace.page.step import settle, step, thoughts
from palace.page.view import View, heard, look, told
from palace.page.words import BOOK, problem_of, refusal

PROGRESS = 0.2
"""Seconds between two notices of how far a thought is."""


def _log(failed: str) -> None:
    """Log an exception, as what failed."""
    import logging  # a first visit does without

    logging.getLogger(__name__).exception(failed)


@dataclass(eq=False)
class Phone:
    """A page as its host knows it, also while it is away."""

    role: Role
    view: View


class Host(ABC):
    """One game for its phones; what becomes of it is in `desk`."""

    def __init__(self, desk: AnyDesk) -> None:
        self.desk = desk

    @abstractmethod
    def do(self, effect: Effect, phone: Phone | None) -> None:
        """Do what a step wants done, or begin it; `phone` is the one whose action that was."""

    @abstractmethod
    def wake(self, phone: Phone | None = None) -> None:
        """Notice that a phone, otherwise that every one may show something else."""

    def furnished(self, state: PageState) -> PageState:
        """Return what is shown with what a host has of its own."""
        return state

    def tell(self, phone: Phone, problem: Problem) -> None:
        phone.view = told(phone.view, problem)
        self.wake(phone)

    @contextmanager
    def telling(self, phone: Phone | None) -> Iterator[None]:
        """Tell a phone of what cannot be done, and of what fails, which is logged."""
        try:
            yield
        except (InputError, NotationError) as error:
            if phone is None:
                _log("what is done beside the actions failed")
            else:
                self.tell(phone, problem_of(error))
        except Exception:
            _log("an action failed")
            if phone is not None:
                self.tell(phone, problem_of(refusal("failed")))

    def deal(self, phone: Phone, sent: Sent) -> None:
        """Deal with an action of a phone, once however often it is sent."""
        self.wake(phone)
        if (view := heard(phone.view, sent.count)) is None:
            return
        phone.view = view
        with self.telling(phone):
            if sent.action.do == "look":
                phone.view = look(view, sent.action, self.desk)
            elif phone.role == "player":
                seed = int.from_bytes(urandom(4))
                by = By(view.phone, date.today().isoformat(), seed, view.seat, view.language)
                self.go_on(*step(self.desk, sent, by), phone)

    def fill(self, phone: Phone, name: str, version: int, body: bytes | memoryview) -> None:
        """Deal with a file that a phone sends, as with a line filled in."""
        try:
            text = bytes(body).decode("latin-1" if name == act.PHOTO else "utf-8")
        except UnicodeDecodeError:
            self.tell(phone, refusal("no-text").problems[0])
        else:
            self.deal(phone, Sent(Action("fill", name, text.removeprefix("\ufeff")), version, 0))

    def settle(self, result: Result) -> None:
        """Tell the table what came of an effect."""
        self.go_on(*settle(self.desk, result))

    def go_on(self, desk: AnyDesk, effects: tuple[Effect, ...], phone: Phone | None = None) -> None:
        """Go on with a table, and do what is to be done."""
        if desk is not self.desk:
            self.desk = desk
            self.wake()
        for effect in effects:
            self.do(effect, phone)

    def news(self, phone: Phone, before: PageState | None) -> tuple[PageState | None, str]:
        """Return what a phone shows, and the sections of it that differ from `before` as JSON,
        empty where none does; where nothing can be shown, that, on what was shown before."""
        try:
            state = self.furnished(show(self.desk, phone.view, phone.role))
            return state, changes(state, before)
        except Exception:
            _log("the page cannot be shown")
            banner = Banner(BOOK.say(phone.view.language, "failed"), "fault")
            return None, written({"count": phone.view.count, "banners": (banner,)})


class Slices:
    """What is thought of at the table of a host, for as long as it is pondered there."""

    def __init__(self, host: Host, ponder: act.Ponder) -> None:
        self.host, self.ticket = host, ponder.ticket
        self._slices = thoughts(host.desk, ponder.ticket, ponder.what)
        self._at, self._told = 0.0, Idea()

    def think(self) -> Thought | None:
        """Return what is thought of after one slice more, None after the last one; this alone may
        be called in a thread.  What fails is logged, and ends it."""
        try:
            return next(self._slices, None) if self._wanted else None
        except Exception:
            _log("a thought failed")
            return Thought(self.ticket, Idea(told=BOOK.text("failed"), done=True))

    @property
    def _wanted(self) -> bool:
        now = self.host.desk.pondering
        return now is not None and now.ticket == self.ticket

    def hear(self, thought: Thought | None) -> bool:
        """Tell the table of a thought, of those that found nothing one in `PROGRESS`; return
        whether another one is wanted."""
        if thought is None or not self._wanted:
            return False
        idea, at = thought.idea, time.monotonic()
        found = idea.done or idea.text != self._told.text
        if found or at >= self._at + PROGRESS:
            self._at, self._told = at, idea
            self.host.settle(thought)
        return not idea.done
