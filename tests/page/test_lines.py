"""Forms by their questions, a move of the program by its steps, and what players have by the turn
that is looked at."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from palace.contract.beside import Beside
from palace.contract.game import Form, Question
from palace.contract.taps import Amount, Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.page import action as act
from palace.page import state
from palace.page.action import LONGEST, Action, By, do
from palace.page.desk import AnyDesk, Desk
from palace.page.forms import Filling
from palace.page.sheets import MOST_CHIPS, named
from palace.page.show import show
from palace.page.state import Field, Item, Key, Says, Sheet, Stepper, written
from palace.page.step import thoughts
from palace.page.view import View

from .rivals import begin, turns
from .tables import Table, fresh

VIEW = View("p")


def ask(*answers: str, **about: Any) -> Question:
    return Question("k", about.pop("player", ""), "Which? > ", lambda: answers, read, **about)


def read(text: str) -> str:
    if text == "bad":
        raise InputError(Problem("", "this is bad"))
    return text


def form_of(
    *questions: Question, what: str = "new", asks: str = "", **texts: str
) -> tuple[AnyDesk, Filling]:
    form = Form(lambda answers, rulings: iter(questions), dict)
    filling = Filling(what, "monkey-palace", form, texts, asks=asks)
    return replace(Table().desk, beside=(filling,)), filling


def sheet_of(*questions: Question, **about: Any) -> Sheet:
    return show(form_of(*questions, **about)[0], VIEW).sheet


def lines_of(*questions: Question, **about: Any) -> list[Item]:
    return [item for group in sheet_of(*questions, **about).groups for item in group.items]


def fill(text: str) -> dict[str, object]:
    return do(Action("fill", "k", text))


def chip(text: str, on: bool = False, label: str = "") -> Key:
    return Key(label or text, fill(text), on=on)


FILE = Key("From a file", fill(""), "upload")
HEAD = Says("Which?", "head")


@pytest.mark.parametrize(
    ("question", "text", "lines"),
    [
        (ask("a", "b", default="a"), "", [HEAD, chip("a", on=True), chip("b")]),
        (ask("a", "b", default="a"), "b", [HEAD, chip("a"), chip("b", on=True)]),
        (ask("a", player="Ana"), "a", [Says("Which?", "quiet"), chip("a", on=True)]),
        (ask("a", title="Title"), "a", [Says("Title", "head"), chip("a", on=True)]),
        (ask("a", default="", nothing="None"), "",
         [HEAD, chip("", on=True, label="None"), chip("a")]),
        (ask("a", file=True), "own", [HEAD, chip("a"), chip("own", on=True), FILE]),
        (ask("a", file=True), "a", [HEAD, chip("a", on=True), FILE]),
        (ask("a", file=True), "bad", [HEAD, chip("a"), FILE, Says("this is bad", "fault")]),
        (ask("a", shown_as=lambda one: f"{one}!\nmore"), "a",
         [HEAD, Key("a!", fill("a"), note="more", on=True)]),
        (ask("a", picture=lambda one: f"<{one}>", help="H"), "a",
         [HEAD, Key("a", fill("a"), on=True, picture="<a>"), Says("H", "quiet")]),
        (ask(), "x", [Field("Which?", "k", fill(""), "x")]),
        (ask(), "bad", [Field("Which?", "k", fill(""), "bad"), Says("this is bad", "fault")]),
        (ask(most=3), "2", [Stepper("Which?", "2", fill("1"), fill("3"), do=fill(""))]),
        (ask(most=3), "x", [Field("Which?", "k", fill(""), "x")]),
        (ask(most=3, least=2), "2", [Stepper("Which?", "2", None, fill("3"), do=fill(""))]),
        (ask(*map(str, range(MOST_CHIPS)), file=True), "0",
         [HEAD, *(chip(str(at), on=not at) for at in range(MOST_CHIPS)), FILE]),
        (ask(*map(str, range(MOST_CHIPS + 1))), "0", [Field("Which?", "k", fill(""), "0")]),
    ],
)  # fmt: skip
def test_how_a_line_is_filled_in(question: Question, text: str, lines: list[Item]) -> None:
    assert lines_of(question, k=text) == lines
    assert MOST_CHIPS == 12


@pytest.mark.parametrize("told", ["", "H\nL"])
def test_what_is_beside_a_form_comes_before_its_question(told: str) -> None:
    """As the main key of the form, where the question tells why; that is not told again."""
    sheet = sheet_of(ask("a", picture=str, help=told, beside="found"), k="a")
    assert sheet.groups[-1].items == (HEAD, Key("a", fill("a"), on=True, picture="a"))
    opens, begins = do(Action("open", "found")), do(Action("begin"))
    keys = [(key.do, key.note, key.looks) for key in sheet.keys]
    if told:
        assert keys == [(begins, "L", ""), (opens, "H", "main")]
        assert len(sheet.groups) == 1
    else:
        ((key,), _) = (group.items for group in sheet.groups)
        assert isinstance(key, Key)
        assert [*keys, (key.do, key.note, key.looks)] == [(begins, "", "main"), (opens, "", "")]


CARDS = Row("Cards", (Choice("c", "C", "x", note="n", on=True, tint="#abc"), Choice("d", "D")))


def test_numbers_and_small_keys_of_a_line() -> None:
    """Those of a grid or a list; other rows have numbers alone."""
    rows = (
        Row("", (Amount("n", "", 2, "1", None, (("arch", 0),)), Amount("m", "", 0, None, "1"))),
        CARDS._replace(looks="grid"), CARDS._replace(looks="list"), CARDS, Row("", (), "grid"),
    )  # fmt: skip
    sheet = sheet_of(ask(taps=lambda text: Taps(Told(), rows=rows)))
    first, *others = sheet.groups
    assert first.items == (
        Says("Which?", "quiet"), Stepper("", "2", fill("1"), None, (("arch", 0),)),
        Stepper("", "0", None, fill("1")),
    )  # fmt: skip
    keys = Key("C", fill("x"), note="n", on=True, tint="#abc"), Key("D")
    assert [(one.title, one.items, one.looks) for one in others] == [
        ("Cards", keys, "grid"), ("Cards", keys, "list")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "asks", "text", "can"),
    [
        (Told(), "", "Begin", True), (Told(), "hint", "Begin", True),
        (Told("More", "unfinished"), "hint", "More", False),
        (Told("", "unfinished"), "", "Begin", False), (Told("More", "illegal"), "", "Begin", True),
    ],
)  # fmt: skip
def test_the_key_of_a_form(told: Told, asks: str, text: str, can: bool) -> None:
    (key,) = sheet_of(ask(taps=lambda _: Taps(told)), asks=asks).keys
    assert (key.text, key.do, key.looks) == (text, do(Action("begin")) if can else None, "main")


@pytest.mark.parametrize(
    ("what", "title"),
    [("new", "New game: Monkey Palace"), ("join", "Play on from here"), ("idea", "Monkey Palace")],
)  # fmt: skip
def test_the_title_of_a_form_and_the_way_back(what: str, title: str) -> None:
    desk, filling = form_of(ask("a"), what=what)
    sheet = show(desk, VIEW).sheet
    assert (sheet.name, sheet.title, sheet.close) == (what, title, do(Action("open")))
    assert bool(sheet.keys) is (what != "pad")
    assert sheet.groups[0].looks == "list"
    twice = show(replace(desk, beside=(filling, filling)), VIEW).sheet
    assert [key.text for key in twice.groups[-1].items] == ["Undo"]
    assert len(twice.groups) == len(sheet.groups) + 1


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [("k", "x" * LONGEST, True), ("k", "x" * (LONGEST + 1), False), ("f", "x" * 2_000, True),
     ("k.0", "x", False), ("z", "x", False), ("players.2", "x", True), ("players.3", "x", False),
     ("players.x", "x", False), ("players.-1", "x", False), ("k.1", "x", False)],
)  # fmt: skip
def test_what_a_form_is_filled_in_with(name: str, text: str, right: bool) -> None:
    names = Question("players", "", "Who? > ", tuple, str, default="", most=3)
    own = ask(), replace(ask(), key="f", file=True), names
    _, filling = form_of(*own)
    if right:
        key = name.partition(".")[0]
        assert filling.filled(name, text).texts == {key: ",," + text if "." in name else text}
    else:
        with pytest.raises(InputError, match="that cannot be done now"):
            filling.filled(name, text)


def test_names_are_seats_and_have_no_comma() -> None:
    names = Question("players", "", "Who? > ", tuple, str, default="", least=2, most=3)
    _, filling = form_of(names)
    filling = replace(filling, unnamed="P", given={"given": 1})
    (line,) = filling.lines
    assert line.text == "P1, P2"
    filling = filling.filled("players.1", " A, B ")
    assert filling.seats(3) == ["", "A  B", ""]
    assert filling.lines[0].text == "P1, A  B"
    assert filling.answers == {"given": 1, "players": "P1, A  B"}
    desk, _ = form_of(ask())
    count, *rest = show(replace(desk, beside=(filling,)), VIEW).sheet.groups[0].items
    assert isinstance(count, Stepper)
    assert (count.value, count.less, count.more) == (
        "2", None, do(Action("fill", "players", ",A  B,"))
    )  # fmt: skip
    fields = [one for one in rest if isinstance(one, Field)]
    assert [(one.text, one.name, one.value, one.hint) for one in fields] == [
        ("Player 1", "players.0", "", "Player 1"), ("Player 2", "players.1", "A  B", "Player 2")
    ]  # fmt: skip


def test_what_is_asked_next_waits_for_an_answer_that_is_needed() -> None:
    """A wrong answer that has a default stops nothing."""
    needed, usual = ask(), ask("a", "b", default="a")
    other = replace(ask(), key="o")
    assert [one.question.key for one in form_of(needed, other, k="bad")[1].lines] == ["k", "o"]
    stops = replace(needed, default="bad")
    assert [one.question.key for one in form_of(stops, other, k="bad")[1].lines] == ["k"]
    lines = form_of(usual, other, k="z")[1].lines
    assert [one.problem is None for one in lines] == [False, True]
    with pytest.raises(InputError, match="that cannot be tapped now"):
        _ = form_of(usual, other, k="z")[1].answers


@cache
def answered() -> AnyDesk:
    """Return the table on which the program has shown its first move."""
    table = Table()
    begin(table, "greedy")
    next(turns(table))
    return table.desk


def test_the_move_of_the_program_is_shown_step_by_step() -> None:
    desk = answered()
    last = len(desk.guide) - 1
    assert desk.pondering is not None
    ways = {
        0: (
            "",
            [
                ("Take back", "take-back", "sure"),
                ("It is built", "take", ""),
                ("Show the steps", "next", "main"),
            ],
        ),
        1: (f"Step 1 of {last}", [("Back", "undo", ""), ("Next", "next", "main")]),
        last: (
            f"Step {last} of {last}",
            [
                ("Back", "undo", ""),
                ("Overview", "undo", ""),
                ("It is built", "take", "main"),
            ],
        ),
    }
    for at, (title, keys) in ways.items():
        now = desk.pondering._replace(idea=desk.pondering.idea._replace(at=at))
        there = replace(desk, pondering=now)
        shown = show(there, VIEW)
        bar = [(key.text, (key.do or {}).get("do"), key.looks) for key in shown.entry.bar]
        if desk.guide[at].ends:
            bar[-1] = (keys[-1][0], *bar[-1][1:])
        assert (shown.entry.title, bar) == (title, keys)
        assert (there.built is not None) is (at == last)
        board = desk.guide[at].board
        assert board is not None
        assert (shown.plan.path, shown.picture) == (board.path, board.picture)
        told = [one for one in shown.banners if one.looks == "last"]
        assert [(len(one.text.splitlines()), one.keys) for one in told] == [(1, ())] * (not at)
        menu = [key for group in shown.heading.menu for key in group.items]
        (other,) = [key for key in menu if key.text == "Enter this turn yourself"]
        assert getattr(other, "do", None) == do(Action("stop"))
        past = show(there, replace(VIEW, turn=0))
        assert [row.total for row in past.players.rows] == ["0", "0"]
        assert past.entry.verdict.title == "Set-up"
        assert past.entry.verdict.lines == ("The table before turn 1",)
        assert [dict(row.icons) for row in past.players.rows] == [
            dict(row.icons) for row in show(desk, replace(VIEW, turn=0)).players.rows
        ]


def test_the_seat_of_the_program_has_its_name() -> None:
    """Two of them keep their own."""
    desk = answered()
    back = desk.backdrop
    assert back is not None
    assert named(back, "en") == {"greedy": "Program"}
    assert [row.name for row in show(desk, VIEW).players.rows] == ["Ana", "Program"]
    assert show(desk, VIEW).heading.line == "Turn 2 · Program"
    assert [one.player for one in show(desk, VIEW).time.turns] == ["", "Ana"]
    both: Any = SimpleNamespace(game=back.game, seats={"greedy": 0, "strong": 1, "Ana": 2})
    assert {*named.__wrapped__(both, "en").values()} == {"Greedy", "Strong"}
    assert named(fresh().desk.backdrop, "en") == {}


def test_a_game_that_the_table_calls_over_is_over() -> None:
    """Nothing is entered, and its last key goes on; no way of a move is shown."""
    desk = answered()
    desk = replace(desk, pondering=None)
    _, record, _ = desk.playing
    vars(desk)["over"] = (True, record)
    shown = show(desk, VIEW)
    assert shown.heading.line == "The game is over"
    assert [(key.text, (key.do or {})["do"]) for key in shown.entry.bar] == [
        ("Take back", "take-back"), ("The game goes on", "end"), ("Score", "look"),
        ("Play again", "again"),
    ]  # fmt: skip
    assert "last" not in [one.looks for one in shown.banners]
    assert shown.plan.colour is None
    vars(desk)["over"] = (False, record)
    going = show(replace(desk), VIEW)
    assert (going.plan.colour, going.plan.path != ()) == (0, True)
    assert any("lately" in place.looks.split() for place in going.plan.places)
    assert "last" in [one.looks for one in going.banners]


class Thinks(Beside):
    """What is thought of beside a game; a name that is not known is told."""

    title, taps = "", Taps(Told())

    def ideas(self, what: str) -> Any:
        if what != "known":
            raise InputError(Problem("", "not known"))
        return iter((Idea("x"), Idea("y", done=True)))

    def tapped(self, name: str, text: str) -> Beside:
        return self


def test_thoughts_are_told_with_their_ticket_and_end_with_what_is_wrong() -> None:
    desk = replace(Table().desk, beside=(Thinks(),))
    assert [*thoughts(desk, 3, "known")] == [
        act.Thought(3, Idea("x")), act.Thought(3, Idea("y", done=True))
    ]  # fmt: skip
    assert [*thoughts(desk, 3, "z")] == [act.Thought(3, Idea(told="not known", done=True))]
    for other in (Desk(""), fresh().desk):
        assert [*thoughts(other, 3, "nothing")] == [act.Thought(3, Idea(done=True))]


def test_the_sections_have_the_words_of_their_descriptions() -> None:
    looks = "main skip quiet sure upload photo"
    assert get_args(state.KeyLooks) == ("", *looks.split())
    assert get_args(state.Shows) == ("plan", "palace", "both")
    plain: list[Item] = [Key("t"), Stepper("t", "1"), Field("t", "n"), Says("t")]
    assert [one.kind for one in plain] == ["key", "stepper", "field", "says"]
    assert written(plain[0]) == '{"text":"t","kind":"key"}'
    assert (Field("t", "n").longest, By("a", "", 0).language) == (400, "en")
    page = state.PageState()
    assert (page.version, page.count, page.time.at, page.plan.turned) == (0, 0, 0, 0)
    assert (page.heading.safe, page.heading.language, page.heading.title) == (True, "en", "")
    assert (page.entry.cover, page.entry.verdict.mood, page.scene.shows) == (False, "open", "plan")
    player, turn = state.Player("n", 0, "1"), state.Turn(1, "t")
    assert (player.due, player.leads, turn.legal, turn.count) == (False, False, True, 0)
    assert (Key("t").on, state.Banner("t").looks, state.Group().looks) == (False, "info", "row")
    assert isinstance(state.changes(page), str)
    assert state.changes(page, page) == ""
