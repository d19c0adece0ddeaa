"""What each condition of a step decides: a table for each, in which each part decides alone."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import palace.page.step
from palace.contract.taps import Choice, Idea, Told
from palace.core.errors import InputError, Problem
from palace.core.provenance import typed_in
from palace.core.verdict import Reason
from palace.files.serialise import data_text
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action, Sent
from palace.page.desk import AnyDesk, Desk
from palace.page.step import step, thoughts

from .boxes import EMPTY, GAME
from .doing import BY, D6, FOUND, NEW, PAD, Stub, after, does, keys
from .tables import SAMPLE, Table, enter, fresh

TEXT = SAMPLE.read_text(encoding="utf-8")
TURN = read_record(SAMPLE).written[0].move
WAY = str(TURN.build)
HERE, TAP = "that cannot be done now", "that cannot be tapped now"
BEGUN = "the game has begun already"


def no(desk: AnyDesk, action: Action, told: str) -> None:
    """Ask for what cannot be done."""
    with pytest.raises(InputError) as caught:
        does(desk, action)
    assert [one.what for one in caught.value.problems] == [told]


def game(key: str, **filled: str) -> Table:
    """Return the table of a new game of Ana and Ben."""
    table = Table()
    table.send(Action("open", "new", key))
    for name, text in {"players.0": "Ana", "players.1": "Ben", **filled}.items():
        table.send(Action("fill", name, text))
    table.send(Action("begin"))
    assert table.desk.game is not None
    return table


def unknown() -> Table:
    """Return the table of a game whose boards and cards are not known: the table ends it."""
    return game("monkey-palace", box="own", boards="unknown")


def found() -> AnyDesk:
    return after(Table(), Action("open", "found"))


# Who may go on.


@pytest.mark.parametrize("do", ["tap", "fill", "undo", "clear", "next", "keep", "stop", "think"])
def test_what_is_done_by_taps_goes_on_from_an_older_table_of_the_same_phone(do: Any) -> None:
    desk = after(fresh(), D6)
    name, text = ("e6", "") if do == "tap" else ("hint", "") if do == "think" else ("", "d6-e6")
    sent = Sent(Action(do, name, text), 0, 1)
    if do in ("tap", "fill", "undo", "clear"):
        now, _ = step(desk, sent, BY)
        assert (now.version, now.since) == (2, 0)
    else:
        with pytest.raises(InputError, match="changed meanwhile"):
            step(desk, sent, BY)


def test_what_is_saved_is_for_no_tap_before_it() -> None:
    """Also where a line that is filled in begins the game."""
    desk, _ = does(Desk("evening.toml", maker="a"), Action("fill", "record", TEXT))
    assert (desk.version, desk.since, desk.maker) == (1, 1, "a")


def test_a_tap_on_another_day_writes_nothing_into_the_box() -> None:
    text = TEXT.partition("[[turns]]")[0]
    whole, record = fresh().desk.game, fresh().desk.record
    assert whole is not None
    assert record is not None
    table = Table(Desk.begun(whole, record, "e.toml", boxes={GAME: EMPTY}), file=text)
    enter(table, TURN)
    boxes = table.desk.boxes
    later, effects = does(table.desk, Action("tap", "b5"), BY._replace(today="2026-11-24"))
    assert later.boxes == boxes
    assert [type(one) for one in effects] == [act.KeepDraft]
    assert typed_in("2026-11-23") in str(boxes)


def test_nothing_is_learned_before_a_game() -> None:
    table = Table(Desk("e.toml", boxes={GAME: EMPTY}))
    for action in (Action("open", "box"), Action("tap", "show-boards"),
                   Action("tap", "board-1-start-arch-more")):  # fmt: skip
        table.send(action)
    assert [type(one) for one in table.effects] == [act.KeepBox]
    assert table.desk.learns is None


# What is done.


def test_a_text_is_at_most_so_long() -> None:
    table = fresh()
    for length, told in ((1_201, HERE), (1_200, "")):
        table.send(Action("fill", "", "x" * length))
        assert (table.told[-1].what == HERE) is bool(told)


@pytest.mark.parametrize(
    ("begin", "do", "told"),
    [
        (lambda: after(fresh(), D6, FOUND), Action("undo"), "nothing is entered"),
        (lambda: after(fresh(), D6, PAD), Action("undo"), "nothing is entered"),
        (lambda: after(fresh(), PAD), D6, TAP),
        (lambda: after(fresh(), Action("think", "hint")), Action("undo"), "nothing is entered"),
        (lambda: after(fresh(), Action("think", "hint")), Action("next"), "nothing is entered yet"),
        (lambda: Desk("x"), Action("again"), "no game has begun"),
        (lambda: Desk("x"), Action("end"), "no game has begun"),
        (lambda: Desk("x"), Action("reread"), "the file is as it was"),
        (lambda: after(unknown()), Action("end"), HERE),
        (lambda: after(unknown(), FOUND), Action("think", "hint"), TAP),
        (lambda: after(fresh(), FOUND), Action("think", "hint"), TAP),
        (lambda: after(fresh(), FOUND), Action("replace", text="0"), HERE),
        (lambda: after(fresh(), PAD), Action("begin"), BEGUN),
        (lambda: replace(fresh().desk, beside=after(Table(), NEW).beside), Action("begin"), BEGUN),
        (lambda: after(Table(), Action("open", "maps")), Action("begin"), HERE),
        (lambda: Desk("x"), Action("open", "join", "cooper-island"), "there is no such form"),
        (lambda: Desk("x"), Action("open", "x", "cooper-island"), "there is no such form"),
    ],
)  # fmt: skip
def test_what_else_is_refused(begin: Any, do: Action, told: str) -> None:
    no(begin(), do, told)


def test_what_is_entered_stays_under_what_is_beside() -> None:
    table = fresh()
    after(table, D6, FOUND, Action("tap", "c4"), Action("undo"))
    assert len(table.desk.beside) == 1
    after(table, Action("open"))
    assert table.desk.entering.typed == "d6"


def test_a_stroke_is_one_step() -> None:
    desk = found()
    for tap, count in (
        (Action("tap", "c4"), 2), (Action("tap", "c5", drawn=True), 2), (Action("tap", "c6"), 3),
    ):  # fmt: skip
        desk, _ = does(desk, tap)
        assert len(desk.beside) == count


def test_what_is_thought_of_is_taken_where_taps_enter_it() -> None:
    """And with it what is meant for later questions, if that very text is taken."""
    idea = Idea("d6-e6", done=True, rest=(("take", "x"),))
    desk = replace(fresh().desk, pondering=act.Ponder(0, "hint", "a", idea=idea))
    for text, rest in (("d6-e6", idea.rest), ("d6", ())):
        now, (kept,) = does(desk, Action("take", text=text))
        assert (now.entering.typed, now.pondering) == (text, None)
        assert isinstance(kept, act.KeepDraft)
        answer = now.taps and now.taps.answer
        assert (now.advice, now.wanted) == ((answer, rest), frozenset(dict(rest)))
    entry = SimpleNamespace(typing=lambda text: SimpleNamespace(taps=None))
    plain = replace(desk, drafts=(entry,))  # type: ignore[arg-type]
    no(plain, Action("take", text="d6-e6"), "nothing is shown to take")


@pytest.mark.parametrize(
    ("begin", "right"),
    [(fresh, False), (Table.sample, True), (unknown, False), (lambda: ended(unknown()), True)],
)
def test_a_game_is_begun_again_once_it_may_be_over(begin: Any, right: bool) -> None:
    desk = begin().desk
    if right:
        now, (save,) = does(desk, Action("again"), BY._replace(seed=5_000_000))
        assert isinstance(save, act.Save)
        assert save.name == "2026-11-23-0.toml"
        assert now.coming is not None
        assert now.coming.version == desk.version
    else:
        no(desk, Action("again"), HERE)


def test_a_new_game_like_another_has_its_own_day_and_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[object] = []

    def again(data: dict[str, object], given: object) -> dict[str, object]:
        seen.append(given)
        return data

    monkeypatch.setattr(palace.page.step, "beginning", lambda game: SimpleNamespace(again=again))
    does(Table.sample().desk, Action("again"), BY._replace(seed=5))
    assert seen == [{"today": "2026-11-23", "seed": 5}]
    monkeypatch.setattr(palace.page.step, "beginning", lambda game: SimpleNamespace(again=None))
    no(Table.sample().desk, Action("again"), HERE)


def ended(table: Table) -> Table:
    """Pass until the table may end the game, and end it."""
    while table.desk.over is None:
        after(table, Action("tap", "pass"), Action("next"))
    after(table, Action("end"))
    return table


def test_while_the_table_may_end_a_game_it_may_be_begun_again() -> None:
    """Whether it has ended it or not."""
    table = ended(unknown())
    for over in (True, False):
        assert table.desk.over is not None
        assert table.desk.over[0] is over
        assert does(table.desk, Action("again"))[0].coming is not None
        after(table, Action("end"))


REASON = fresh().desk.entering.read("a1-a2-a3")[1][0]


@pytest.mark.parametrize(
    ("typed", "answer", "mood", "text", "confirms"),
    [(WAY, WAY, "legal", WAY, True), (WAY, WAY, "open", WAY, False), (WAY, "d6", "legal", WAY,
     False), ("d6-e6", WAY, "legal", WAY, False), ("", "", "legal", "", False)],
)  # fmt: skip
def test_a_second_tap_confirms(
    typed: str, answer: str, mood: Any, text: str, confirms: bool
) -> None:
    desk = fresh().desk
    if typed:
        desk = after(Table(desk), Action("fill", "", typed))
    told = keys(Choice("c", "C", text))._replace(told=Told("", mood), answer=answer)
    vars(desk)["taps"] = told
    now, _ = does(desk, Action("tap", "c"))
    assert bool(now.entering.answered) is confirms


def test_an_answer_against_the_rules_is_kept_if_that_is_insisted_on() -> None:
    desk = after(fresh(), Action("fill", "", "a1-a2-a3"))
    assert desk.taps is not None
    no(desk, Action("next"), desk.entering.read(desk.taps.answer or "")[1][0].text)
    for do in ("keep", "next"):
        way = desk if do == "keep" else after(fresh(), Action("fill", "", WAY))
        now, _ = does(way, Action(do))
        assert [one.insisted for one in now.entering.answered] == [do == "keep"]


def test_what_asked_no_player_is_taken_back_with_the_move_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the first move a second one is made by itself."""
    whole = Table.sample().desk.playing[2]
    first, due = replace(fresh().desk, log=whole.back(16)), Desk.due

    def made(desk: AnyDesk, number: int = 0) -> AnyDesk:
        one = len(desk.playing[2].commits) == 1
        return due(replace(desk, log=first.log) if one else desk, number)

    monkeypatch.setattr(Desk, "due", made)
    for desk, left in ((first, 0), (replace(first, log=whole.back(15)), 2)):
        now, (save,) = does(desk, Action("take-back"))
        assert (len(now.playing[2].commits), type(save)) == (left, act.Save)


def test_a_second_tap_insists_on_nothing() -> None:
    desk = after(fresh(), Action("fill", "", "a1-a2-a3"))
    taps = keys(Choice("c", "C", "a1-a2-a3"), answer="a1-a2-a3")._replace(told=Told("", "legal"))
    vars(desk)["taps"] = taps
    no(desk, Action("tap", "c"), REASON.text)


@pytest.mark.parametrize(
    ("against", "do", "saves"),
    [((), "next", True), ((REASON,), "next", False), ((REASON,), "keep", True), ((), "keep", True)],
)
def test_a_move_against_the_rules_is_saved_if_that_is_insisted_on(
    against: tuple[Reason, ...], do: Any, saves: bool
) -> None:
    table = fresh()
    enter(table, TURN)
    whole, before = table.desk.log, fresh().desk
    vars(before).update(taps=None, against=against, after=whole)
    now, (effect,) = does(before, Action(do))
    assert (now.log is whole, isinstance(effect, act.Save)) == (saves, saves)


# Beside the game.


@pytest.mark.parametrize(
    ("choice", "thinks"),
    [
        (Choice("m", "M", asks="hint"), True), (Choice("o", "M", asks="hint"), False),
        (Choice("m", "M", "text", asks="hint"), False), (Choice("m", "M"), False),
    ],
)  # fmt: skip
def test_what_the_main_key_asks_for_is_thought_of(choice: Choice, thinks: bool) -> None:
    last = Stub(keys(Choice("t", "T", "x"), choice, main="m"))
    now, effects = does(Desk("x", beside=(last,)), Action("tap", "t"))
    ponder = act.Ponder(0, "hint", "a")
    assert (now.pondering, effects) == ((ponder, (ponder,)) if thinks else (None, ()))


def test_only_what_a_key_asks_for_is_thought_of() -> None:
    desk: AnyDesk = Desk("x", beside=(Stub(keys(Choice("m", "M", asks="hint"))),))
    assert does(desk, Action("think", "hint"))[0].pondering is not None
    no(desk, Action("think", "other"), TAP)


def test_a_thought_ends() -> None:
    """With what is wrong, or at once where there is nothing to think of."""
    first, problem = Idea("a"), InputError(Problem("", "wrong"))
    desk: AnyDesk = Desk("x", beside=(Stub(keys(), first, problem),))
    own = [act.Thought(4, first), act.Thought(4, Idea(told="wrong", done=True))]
    assert [*thoughts(desk, 4, "hint")] == own
    nothing = [act.Thought(4, Idea(done=True))]
    for other, what in ((Table.sample().desk, "hint"), (fresh().desk, "x"), (Desk("x"), "hint")):
        assert [*thoughts(other, 4, what)] == nothing
    now, (effect,) = does(Table.sample().desk, Action("think", "hint"))
    assert (now.pondering, effect) == (effect, act.Ponder(0, "hint", "a"))


def test_a_thought_is_told_what_it_needs_to_know() -> None:
    desk = after(unknown())
    asks, effects = does(desk, Action("think", "hint"))
    assert effects == ()
    assert asks.form is not None
    assert (asks.form.what, asks.form.asks, asks.form.game) == ("idea", "hint", "monkey-palace")
    asks, _ = does(asks, Action("fill", asks.form.lines[0].question.key, "3a2b"))
    now, (ponder,) = does(asks, Action("begin"))
    assert isinstance(ponder, act.Ponder)
    assert (ponder.answer, now.beside, now.pondering) == ("3a2b", (), ponder)
    assert [one.idea.text for one in thoughts(now, 4, "hint")][-1]


@pytest.mark.parametrize(
    ("begin", "action", "left"),
    [
        (lambda: after(Table(), NEW), Action("open"), []),
        (found, Action("open"), []),
        (lambda: after(Table(), FOUND, Action("open", "join")), Action("open"), ["Entered"]),
        (lambda: after(Table(), NEW, FOUND), Action("open"), ["Filling"]),
        (lambda: after(Table(), NEW, FOUND), Action("open", "maps"), ["Filling", "Looked"]),
        (found, Action("open", "maps"), ["Looked"]),
        (lambda: after(Table(), FOUND, Action("tap", "c4")), NEW, ["Entered"] * 2 + ["Filling"]),
    ],
)  # fmt: skip
def test_what_is_left_when_something_is_opened_or_left(
    begin: Any, action: Action, left: list[str]
) -> None:
    now, _ = does(begin(), action)
    assert [type(one).__name__ for one in now.beside] == left


def test_a_form_that_is_gone_back_to_is_taken_back_line_by_line() -> None:
    fills = (Action("fill", "players.0", "Ana"), Action("fill", "players.1", "Ben"))
    table = Table()
    after(table, NEW, *fills, FOUND, Action("open"))
    for names in ("Ana, Ben", "Ana, Player 2", "Player 1, Player 2"):
        assert table.desk.form is not None
        assert names in [line.text for line in table.desk.form.lines]
        table.send(Action("undo"))


@pytest.mark.parametrize(
    ("under", "form", "joined"),
    [
        ("found", "join", True),
        ("found", "new", False),
        ("maps", "join", False),
        ("", "join", False),
    ],
)
def test_a_game_that_is_joined_has_the_table_that_is_entered(
    under: str, form: str, joined: bool
) -> None:
    first = (Action("open", under),) if under else ()
    desk = after(Table(), *first, Action("open", form, "monkey-palace"))
    assert desk.form is not None
    assert (desk.form.given.keys() == {"seed", "today"}) is not joined
    assert (desk.form.given["seed"], desk.form.given["today"]) == (7, "2026-11-23")


def test_what_is_opened_is_about_something() -> None:
    """A form about a game, by default the first; what is dated about the day."""
    for about, key in (("", "monkey-palace"), ("palm-island", "palm-island")):
        form = does(Desk("x"), Action("open", "new", about))[0].form
        assert form is not None
        assert (form.what, form.game, form.unnamed.strip()) == ("new", key, "Player")
    for day, by in (("2026-11-27", BY), ("", BY._replace(today="2026-11-27"))):
        (puzzle,) = does(Desk("x"), Action("open", "puzzle", day), by)[0].beside
        assert puzzle.about == does(Desk("x"), Action("open", "puzzle", "2026-11-27"))[0].beside[
            0
        ].about  # fmt: skip
    assert does(Desk("x"), Action("open", "maps"))[0].beside


def test_a_game_without_a_box_is_asked_about_none() -> None:
    desk: AnyDesk = Desk("x", boxes={"palm-island": EMPTY, GAME: EMPTY})
    for key, kept in (("palm-island", False), (GAME, True), ("cooper-island", False)):
        form = does(desk, Action("open", "new", key))[0].form
        assert form is not None
        assert ("kept" in form.given) is kept


def test_a_record_is_read_as_what_it_begins_with() -> None:
    for text, told in (('{"a": }', "broken JSON: "), ("a = =", "broken TOML: ")):
        with pytest.raises(InputError, match=told):
            does(Desk("e.toml"), Action("fill", "record", text))
    data = read_record(SAMPLE).document.data
    for text in (f" \n{data_text(data, 'json')}", f"\n{TEXT}"):
        now, (save,) = does(Desk("e.toml"), Action("fill", "record", text))
        assert isinstance(save, act.Save)
        assert (now.kept.sent, now.kept.saved, save.number) == (2, 1, 2)
        assert len(now.playing[2].commits) == 18
