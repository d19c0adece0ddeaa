"""What every host does, driven by a host that only notes what it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.taps import Idea
from palace.core.errors import Problem
from palace.hosts import common
from palace.hosts.common import PROGRESS, Host, Phone, Slices
from palace.page import action as act
from palace.page.action import Action, Effect, Sent, Thought
from palace.page.desk import AnyDesk, Desk
from palace.page.view import View
from palace.page.words import BOOK, refusal

from .tables import fresh

FAILED = BOOK.text("failed")


class Noting(Host):
    """A host that notes what is to be done, and who is woken."""

    def __init__(self, desk: AnyDesk | None = None) -> None:
        super().__init__(fresh().desk if desk is None else desk)
        self.done: list[tuple[Effect, Phone | None]] = []
        self.woken: list[Phone | None] = []

    def do(self, effect: Effect, phone: Phone | None) -> None:
        self.done.append((effect, phone))

    def wake(self, phone: Phone | None = None) -> None:
        self.woken.append(phone)


def fails(host: Host, phone: Phone | None, error: Exception) -> None:
    """Do what fails on a phone."""
    with host.telling(phone):
        raise error


def told(phone: Phone) -> list[str]:
    return [one.what for one in phone.view.notices]


def test_an_action_is_dealt_with_once() -> None:
    host, phone = Noting(), Phone("player", View("a"))
    for _ in range(2):
        host.deal(phone, Sent(Action("tap", "d6"), 0, 1))
    assert host.desk.entering.typed == "d6"
    assert (phone.view.count, host.desk.maker) == (1, "a")
    assert host.woken == [phone, None, phone]
    ((effect, who),) = host.done
    assert isinstance(effect, act.KeepDraft)
    assert who is phone


def test_what_is_looked_at_is_the_phones_alone() -> None:
    """Who looks on looks, and enters nothing."""
    host, phone = Noting(), Phone("spectator", View("a"))
    before = host.desk
    host.deal(phone, Sent(Action("look", "side", "2"), 0, 1))
    host.deal(phone, Sent(Action("tap", "d6"), 0, 2))
    assert (phone.view.side, phone.view.count, told(phone)) == (2, 2, [])
    assert host.desk is before
    assert None not in host.woken
    assert not host.done


def test_an_action_comes_from_its_seat_and_language() -> None:
    host, phone = Noting(), Phone("player", View("a", "zh", seat="Ana"))
    host.deal(phone, Sent(Action("tap", "d6"), 0, 1))
    assert host.desk.player == "Ana"
    host = Noting(Desk("evening.toml"))
    host.deal(phone, Sent(Action("open", "new", "monkey-palace"), 0, 2))
    form = host.desk.form
    assert form is not None
    assert form.unnamed == BOOK.say("zh", "player", number="")
    assert len(str(form.given["today"])) == len("2026-11-23")
    assert 2**16 < int(str(form.given["seed"])) < 2**32


def test_what_cannot_be_done_is_told_the_phone_alone() -> None:
    host, phone = Noting(), Phone("player", View("a"))
    host.deal(phone, Sent(Action("tap", "zz"), 0, 1))
    assert told(phone) == [refusal("no-tap").problems[0].what]
    assert host.woken == [phone, phone]
    fails(host, None, refusal("no-tap"))
    assert host.woken == [phone, phone]


def test_what_fails_is_logged_and_told(caplog: pytest.LogCaptureFixture) -> None:
    host, phone = Noting(), Phone("player", View("a"))
    fails(host, phone, ZeroDivisionError())
    assert told(phone) == [FAILED]
    assert [one.getMessage() for one in caplog.records] == ["an action failed"]
    assert caplog.records[0].exc_info is not None


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        ("record", "\ufeffé".encode(), "é"), ("record", memoryview(b"a"), "a"),
        (act.PHOTO, b"\xff\xe9", "\xff\xe9"),
    ],
)  # fmt: skip
def test_a_file_fills_in_a_line(
    name: str, body: bytes, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, phone, sent = Noting(), Phone("player", View("a", count=5)), list[Sent]()
    monkeypatch.setattr(host, "deal", lambda phone, one: sent.append(one))
    host.fill(phone, name, 3, body)
    assert sent == [Sent(Action("fill", name, text), 3, 0)]


def test_a_file_that_is_no_text_is_told() -> None:
    host, phone = Noting(), Phone("player", View("a"))
    host.fill(phone, "record", 0, b"\xff\xfe")
    assert told(phone) == [BOOK.text("no-text")]
    assert host.woken == [phone]
    host.fill(phone, "record", 0, b"a1-a2")  # it has no number, and is dealt with
    assert phone.view.count == 0
    assert host.desk.entering.typed == "a1-a2"


def test_a_host_goes_on_and_wakes_everyone_once_the_table_changed() -> None:
    host, phone = Noting(), Phone("player", View("a"))
    effects = act.KeepDraft("x"), act.Offer("y", "z")
    host.go_on(host.desk, effects, phone)
    assert host.woken == []
    assert host.done == [(effect, phone) for effect in effects]
    host.settle(act.Unsaved(host.desk.kept.saved + 1, Problem("", "full")))
    assert host.woken == [None]
    assert host.desk.kept.how == "unsaved"


def test_what_is_new_is_sent_and_a_page_that_fails_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    host, phone = Noting(), Phone("player", View("a", count=7))
    state, text = host.news(phone, None)
    assert state is not None
    assert '"heading"' in text
    assert host.news(phone, state) == (state, "")
    host.desk = None  # type: ignore[assignment]
    assert host.news(phone, state) == (
        None, f'{{"count":7,"banners":[{{"text":"{FAILED}","looks":"fault"}}]}}'
    )  # fmt: skip
    assert [one.getMessage() for one in caplog.records] == ["the page cannot be shown"]


def slices(monkeypatch: pytest.MonkeyPatch, *ideas: Idea) -> tuple[Slices, list[Thought]]:
    """Return a thought of these ideas that is pondered, and what the table was told of it."""

    def thoughts(desk: object, ticket: int, what: str) -> Iterator[Thought]:
        assert what == "hint"
        yield from (Thought(ticket, idea) for idea in ideas)
        raise ZeroDivisionError

    monkeypatch.setattr(common, "thoughts", thoughts)
    heard: list[Thought] = []
    pondering = act.Ponder(4, "hint", "a")
    host: Any = SimpleNamespace(desk=SimpleNamespace(pondering=pondering), settle=heard.append)
    return Slices(host, pondering), heard


def test_how_far_a_thought_is_is_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is told at once, as is the end; progress at most once in `PROGRESS`."""
    now = [1.0]
    monkeypatch.setattr(common, "time", SimpleNamespace(monotonic=lambda: now[0]))
    assert PROGRESS == 0.2  # five times a second
    near, far = 0.5 * PROGRESS, PROGRESS
    table = [
        (0.0, Idea(share=0.1), True), (near, Idea(share=0.2), False),
        (far - near, Idea(share=0.3), True), (near, Idea("a1", share=0.4), True),
        (near, Idea("a1", share=0.5), False), (near, Idea("a1", share=0.6), True),
        (0.0, Idea("a1", share=1.0, done=True), True),
    ]  # fmt: skip
    own, heard = slices(monkeypatch, *(idea for _, idea, _ in table))
    for later, idea, tells in table:
        now[0] += later
        count = len(heard)
        assert own.hear(own.think()) is not idea.done
        assert (len(heard) > count, heard[-1].idea == idea) == (tells, tells)
    assert {one.ticket for one in heard} == {4}


def test_a_thought_that_fails_ends_and_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    own, heard = slices(monkeypatch)
    assert own.hear(own.think()) is False
    assert heard == [Thought(4, Idea(told=FAILED, done=True))]
    assert [one.getMessage() for one in caplog.records] == ["a thought failed"]
    assert own.think() is None  # there is no slice more
    assert own.hear(None) is False


@pytest.mark.parametrize("now", [None, act.Ponder(5, "hint", "a")])
def test_a_thought_that_is_not_wanted_any_more_is_left(
    now: act.Ponder | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, heard = slices(monkeypatch, Idea("a1"), Idea("a2"))
    first = own.think()
    own.host.desk.pondering = now  # type: ignore[misc]
    assert own.think() is None
    assert own.hear(first) is False
    assert heard == []
