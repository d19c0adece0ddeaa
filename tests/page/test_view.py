"""What a phone alone sees, and how keys and verdicts are written for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple, cast

import pytest

from palace.contract.taps import Amount, Choice, Row, Taps, Told
from palace.core.errors import Problem
from palace.core.verdict import Reason
from palace.page.action import PHOTO, Action, Role, do
from palace.page.desk import AnyDesk, Desk
from palace.page.state import Key, Stepper
from palace.page.view import MOST_NOTICES, MOST_READ, View, Writer, heard, look, told

from .tables import Table, fresh

VIEW = View("p")


@cache
def over() -> AnyDesk:
    """Return the table of the sample game, at its end, after 18 turns."""
    return Table.sample().desk


@pytest.mark.parametrize(
    ("name", "text", "changed"),
    [
        ("turn", "0", {"turn": 0}), ("turn", "17", {"turn": 17}), ("turn", "18", {"turn": -1}),
        ("turn", "19", {"turn": -1}), ("turn", "x", {"turn": -1}), ("language", "zh",
         {"language": "zh"}), ("language", "fr", {}), ("shows", "plan", {"shows": "plan"}),
        ("shows", "palace", {"shows": "palace"}), ("shows", "both", {"shows": "both"}),
        ("shows", "none", {}), ("seat", "Ben", {"seat": "Ben", "enters": ""}),
        ("enters", "x", {"enters": ""}), ("side", "3", {"side": 3}),
        ("side", "4", {"side": 0}), ("side", "5", {"side": 1}), ("sheet", "score",
         {"sheet": "score"}), ("picked", "a1", {"picked": "a1"}), ("other", "x", {}),
    ],
)  # fmt: skip
def test_a_look_changes_one_thing(name: str, text: str, changed: dict[str, object]) -> None:
    view = replace(VIEW, turn=5, enters="Ana", sheet="s", picked="b2")
    if name == "turn":
        changed |= {"picked": "", "sheet": ""}
    after = look(view, Action("look", name, text), over())
    assert after == replace(view, **changed)  # type: ignore[arg-type]


def test_without_a_game_no_turn_is_looked_at() -> None:
    assert look(replace(VIEW, turn=3), Action("look", "turn", "0"), Desk("")).turn == -1
    assert Writer(Desk(""), replace(VIEW, turn=0), "player").turn == -1


def test_notices_and_tips_are_few() -> None:
    view, problems = VIEW, [Problem("", str(at)) for at in range(MOST_NOTICES + 1)]
    for problem in problems:
        view = told(view, problem)
    assert (MOST_NOTICES, view.notices) == (3, tuple(problems[1:]))
    for at in range(MOST_READ + 5):
        view = look(view, Action("look", "read", str(at)), over())
    assert (MOST_READ, len(view.read)) == (20, 20)
    assert str(MOST_READ + 4) in view.read


@pytest.mark.parametrize(
    ("count", "known", "after"), [(1, 0, 1), (1, 1, None), (1, 2, None), (3, 2, 3), (0, 2, 2)]
)
def test_an_action_is_heard_once(count: int, known: int, after: int | None) -> None:
    view = heard(replace(VIEW, count=known, notices=(Problem("", "x"),)), count)
    assert view == (None if after is None else replace(VIEW, count=after))


@pytest.mark.parametrize(
    ("view", "role", "others", "live"),
    [
        (VIEW, "player", False, True), (VIEW, "spectator", False, False),
        (replace(VIEW, seat="Ana"), "player", False, True),
        (replace(VIEW, seat="Ben"), "player", True, False),
        (replace(VIEW, seat="Ben", enters="Ana"), "player", False, True),
        (replace(VIEW, seat="Dora"), "player", False, True),
    ],
)  # fmt: skip
def test_who_may_enter(view: View, role: Role, others: bool, live: bool) -> None:
    """Beside the game, every player; no one in a turn that is looked at."""
    writer = Writer(fresh().desk, view, role)
    assert (writer.due, writer.others, writer.live) == ("Ana", others, live)
    table = fresh()
    table.send(Action("open", "found"))
    assert Writer(table.desk, view, role).live is (role == "player")
    past = Writer(over(), replace(view, turn=3), role)
    assert (past.turn, past.live) == (3, False)


def test_a_turn_that_is_there_is_looked_at() -> None:
    turns = [Writer(over(), replace(VIEW, turn=at), "player").turn for at in (16, 17, 18)]
    assert turns == [16, 17, -1]


def writer(language: str = "en") -> Writer:
    return Writer(fresh().desk, View("p", language), "player")


def test_texts_are_joined_as_the_language_does() -> None:
    assert writer().listed(["a", "b"]) == "a, b"
    assert writer("zh").listed(["a", "b"]) == "a，b"  # noqa: RUF001
    assert writer().problem(Problem("", "a", "b")) == "a: b"
    assert writer().problem(Problem("", "a")) == "a"


class Why(NamedTuple):
    """A reason with its remedy, the same in every language."""

    why: str

    def text_in(self, language: str) -> str:
        return self.why

    def remedy_in(self, language: str) -> str:
        return f"mend {self.why}"


REASONS = cast("tuple[Reason, ...]", (Why("x"), Why("y")))
TABLE: list[tuple[tuple[Reason, ...], Taps | None, object, object]] = [
    (REASONS, None, (("x", "mend x"), ("y", "mend y")), ("l",)),
    (REASONS, Taps(Told()), (("x", "mend x"), ("y", "mend y")), ("l",)),
    (REASONS, Taps(Told(), mends="so"), (("x", "so"), ("y", "")), ("l",)),
    (REASONS, Taps(Told(), mended="d4"), (("x", ""), ("y", "")), ("l",)),
    ((), Taps(Told(), mends="so"), (), ("so", "l")),
    ((), Taps(Told(), mended="d4"), (), ("l",)),
]  # fmt: skip


@pytest.mark.parametrize(("reasons", "taps", "why", "lines"), TABLE)
def test_what_mends_is_told_once(
    reasons: tuple[Reason, ...], taps: Taps | None, why: object, lines: object
) -> None:
    found = Told("t", "illegal", reasons, ("l",), uses=(("arch", 1),), picture="p", used="u")
    own = writer().verdict(found, taps)
    assert (own.reasons, own.lines) == (why, lines)
    assert (own.title, own.mood, own.uses, own.picture, own.used) == (
        "t", "illegal", (("arch", 1),), "p", "u"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("item", "key"),
    [
        (Choice("n", "t", "a"), Key("t", do(Action("tap", "n")))),
        (Choice("n", "t", None), Key("t")),
        (Choice("n", "t", None, asks="h"), Key("t", do(Action("tap", "n")), "quiet")),
        (Choice("n", "t", "a", asks="h"), Key("t", do(Action("tap", "n")))),
        (Choice("n", "t", "a", photo=True), Key("t", do(Action("fill", PHOTO)), "photo")),
        (Amount("n", "t", 2, "a", "b"), Stepper("t", "2", do(Action("tap", "n-less")),
         do(Action("tap", "n-more")))),
        (Amount("n", "t", 2, None, "b"), Stepper("t", "2", None, do(Action("tap", "n-more")))),
        (Amount("n", "t", 2, "a", None), Stepper("t", "2", do(Action("tap", "n-less")), None)),
    ],
)  # fmt: skip
def test_keys_are_written(item: Choice | Amount, key: Key | Stepper) -> None:
    assert writer().item(item) == key


def test_rows_are_groups_or_keys_of_the_bar_without_the_main_key() -> None:
    keys = [Choice(name, name, name) for name in "abcd"]
    rows = (
        Row("one", (keys[0], keys[1])), Row("", (keys[2], Amount("n", "t", 2, "a", "b")), "bar"),
        Row("two", (keys[0],), "grid"), Row("", (keys[3],), "list"),
    )  # fmt: skip
    taps = Taps(Told(), rows=rows, main="a")
    groups = [(one.title, [i.text for i in one.items], one.looks) for one in writer().groups(taps)]
    assert groups == [("one", ["b"], "row"), ("", ["d"], "list")]
    assert [key.text for key in writer().bar(taps)] == ["c"]
    assert writer().group(rows[1]).looks == "row"
    assert len(writer().group(rows[0]).items) == 2
    undo = writer().undo()
    assert (undo.icons, undo.do) == ((("undo", 0),), {"do": "undo"})
    assert writer().undo(when=False).do is None
