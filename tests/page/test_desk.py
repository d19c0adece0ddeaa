"""What each condition of a table decides, each part of it alone."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import palace.page.desk
from palace.contract.game import Drawing, Form, Question, Thinking
from palace.contract.taps import Having, Idea, Taps, Told
from palace.core.errors import InputError, NotationError, Problem
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import AnyDesk, Backdrop, Desk, Kept
from palace.page.forms import Filling
from palace.page.words import refusal

from .boxes import EMPTY, GAME
from .tables import SAMPLE, Table, enter, fresh

TURN = read_record(SAMPLE).written[0].move
FULL = Problem("", "full")


def stub(**own: Any) -> Any:
    return SimpleNamespace(**own)


# What is kept.


@pytest.mark.parametrize(
    ("kept", "how"),
    [
        (Kept(), "saved"), (Kept(2, 2), "saved"), (Kept(2, 1), "saving"), (Kept(gone=True),
         "unsaved"), (Kept(changed=""), "unsaved"), (Kept(changed="x"), "unsaved"),
        (Kept(problem=FULL), "unsaved"), (Kept(2, 1, problem=FULL), "unsaved"),
        (Kept(2, 2, ours="x"), "saved"),
    ],
)  # fmt: skip
def test_whether_it_is_saved(kept: Kept, how: str) -> None:
    assert kept.how == how


def test_a_game_that_draws_nothing_shows_nothing() -> None:
    back: Any = Backdrop(stub(drawing=None), stub(), fresh().desk.playing[2], 0)
    assert (back.drawing, back.board, back.having) == (Drawing(""), None, Having())
    drawn = Drawing("x", board=lambda: "a board")  # type: ignore[arg-type, return-value]
    seen: list[object] = []

    def draw(*given: object) -> Drawing:
        seen.extend(given)
        return drawn

    back = Backdrop(stub(drawing=lambda: stub(draw=draw)), back.record, back.whole, 0)
    assert (back.drawing, back.board) == (drawn, "a board")
    assert seen == [back.record, back.log, None, {}]


def test_what_is_shown_of_a_game_is_of_its_first_moves() -> None:
    whole = Table.sample().desk.playing
    for count in (0, 1, 17, 18):
        back = Backdrop(*whole, count)
        assert (len(back.log.commits), back.seats) == (count, {"Ana": 0, "Ben": 1, "Caro": 2})
        assert [sheet.name for sheet in back.standing] == ["Ana", "Ben", "Caro"]


# The table.


@pytest.mark.parametrize(
    ("draft", "count"),
    [("", 1), ("no draft", 1), ("d6", 2), ("old", 1)],
)
def test_a_draft_that_fits_is_gone_on_with(draft: str, count: int) -> None:
    table = fresh()
    table.tap("d6")
    fits = {"d6": table.draft, "old": table.draft.replace('"moves": 0', '"moves": 1')}
    game, record, _ = table.desk.playing
    desk = Desk.begun(game, record, "e.toml", fits.get(draft, draft))
    assert len(desk.drafts) == count
    over, record, _ = Table.sample().desk.playing
    assert Desk.begun(over, record, "e.toml", table.draft).drafts == ()


def test_a_game_learns_only_into_its_own_box() -> None:
    game, record, _ = fresh().desk.playing
    none = replace(game, keeping=None)
    for one, boxes, learns in (
        (game, {GAME: EMPTY}, True), (game, {}, False), (game, {"palm-island": EMPTY}, False),
        (none, {GAME: EMPTY}, True),
    ):  # fmt: skip
        desk = Desk.begun(one, record, "e.toml", boxes=boxes)
        assert (desk.learns is not None) is learns
        assert (desk.box("typed in") is not None) is (learns and one is game)
        assert desk.kept == Kept(ours=record.text(None, "toml"))
    desk = Desk.begun(game, record, "e.toml", boxes={GAME: EMPTY})
    for other in (replace(desk, game=None), replace(desk, learns=None)):
        assert other.box("typed in") is None


def test_a_table_without_all_of_a_game_has_none() -> None:
    desk = fresh().desk
    assert desk.playing == (desk.game, desk.record, desk.log)
    for none in ({"game": None}, {"record": None}, {"log": None}):
        with pytest.raises(InputError, match="no game has begun"):
            _ = replace(desk, **none).playing  # type: ignore[arg-type]
    with pytest.raises(InputError, match="nothing is entered yet"):
        _ = desk.after
    with pytest.raises(InputError, match="no moves"):
        Desk.begun(desk.playing[0], stub(sheet=True), "e.toml")
    assert replace(desk, record=None).thoughts == {}
    assert replace(desk, backdrop=None) == desk  # which is what is made of it
    assert Desk("x").thoughts == {}
    assert replace(desk, game=replace(desk.playing[0], thoughts=None)).thoughts == {}
    assert [*desk.thoughts] == ["hint", "pass"]


@pytest.mark.parametrize(
    ("due", "player", "asked"),
    [
        (("Ana", "Ben"), None, "Ana"), (("Ana", "Ben"), "", "Ana"), (("Ana", "Ben"), "Ben", "Ben"),
        ((), None, ""), ((), "Ben", "Ben"), (None, None, ""), (None, "Ben", "Ben"),
    ],
)  # fmt: skip
def test_who_is_asked(due: tuple[str, ...] | None, player: str | None, asked: str) -> None:
    """The one whom the question is for, otherwise the one who is due."""
    log = None if due is None else stub(due=due)
    entry = stub(question=None if player is None else stub(player=player))
    assert Desk("x", log=log, drafts=(entry,)).asked == asked
    if player is None:
        assert Desk("x", log=log).asked == asked


def entry_of(
    *answers: str,
    typed: str = "",
    wrong: tuple[str, ...] = (),
    taps: Taps | None = None,
    **more: Any,
) -> Any:
    """Return what is entered of a question with these answers, of which some are wrong."""
    asked = Question("k", "Ana", "Which? > ", lambda: answers, str, **more)

    def read(text: str) -> tuple[str, tuple[str, ...]]:
        assert isinstance(text, str)
        return text, ("why",) if text in wrong else ()

    return stub(question=asked, typed=typed, taps=taps, read=read)


def taps_of(entry: Any) -> Taps | None:
    return Desk("x", drafts=(entry,)).taps


def test_answers_are_keys_where_a_game_does_not_tell() -> None:
    taps = taps_of(entry_of("a", "b"))
    assert taps is not None
    assert (taps.told, taps.answer) == (Told("Which?", "open"), None)
    assert [(one.name, one.text, one.answer, one.on) for one in taps.choices] == [
        ("a", "a", "a", False), ("b", "b", "b", False)
    ]  # fmt: skip
    for typed, default, text in (("a", "b", "a"), ("", "b", "b"), ("a", None, "a")):
        taps = taps_of(entry_of("a", "b", typed=typed, default=default, title="T"))
        assert taps is not None
        assert (taps.told, taps.answer) == (Told("", "open"), text)
        assert [one.on for one in taps.choices] == [text == "a", text == "b"]
    taps = taps_of(entry_of("a", "b", typed="a", wrong=("a",)))
    assert taps is not None
    assert taps.told == Told("Which?", "illegal", ("why",))  # type: ignore[arg-type]


def test_keys_are_at_most_forty() -> None:
    for count, shown in ((39, 39), (40, 40), (41, 40)):
        taps = taps_of(entry_of(*map(str, range(count))))
        assert taps is not None
        assert len([*taps.choices]) == shown


def test_what_a_game_tells_is_tapped() -> None:
    own = Taps(Told("own"))
    assert taps_of(entry_of("a", taps=own)) is own
    assert taps_of(stub(question=None, taps=own)) is own
    assert taps_of(stub(question=None, taps=None)) is None
    assert Desk("x").taps is None


FORM = Filling("new", GAME, Form(lambda answers, rulings: iter(()), dict))


def test_what_is_beside_the_game_is_under_a_form() -> None:
    desk = fresh().desk
    one, last = stub(taps=Taps(Told("one"))), stub(taps=Taps(Told("last")))
    for beside, form, under in (
        ((), None, ()), ((one,), None, (one,)), ((one, last), None, (one, last)),
        ((FORM,), FORM, ()), ((one, FORM), FORM, (one,)), ((FORM, one), None, (one,)),
    ):  # fmt: skip
        now = replace(desk, beside=beside)
        aside = under[-1] if under else None
        assert (now.form, now.under, now.aside) == (form, under, aside)
        assert now.shown == (desk.taps if aside is None else aside.taps)


@pytest.mark.parametrize(("replaces", "at"), [(None, 1), (1, 0), (2, 1), (3, 2)])
def test_reasons_against_a_move_are_of_that_move(replaces: int | None, at: int) -> None:
    """Which is behind the moves that were there before, or an older one."""
    entry = stub(
        whole="whole", replaces=replaces, wrong=lambda reports: [("Ana", one) for one in reports]
    )
    desk: Any = Desk("x", drafts=(entry,))
    shared = {"whole": 1}
    vars(desk)["after"] = stub(shared=shared.get, reports=("ab", "cd", "ef"))
    assert desk.against == tuple(("ab", "cd", "ef")[at])


def test_what_is_thought_of_is_shown_if_it_can_be_taken() -> None:
    desk = fresh().desk
    for idea, shown in ((None, False), (Idea(), False), (Idea(""), True), (Idea("d6"), True)):
        ponder = None if idea is None else act.Ponder(0, "hint", "a", idea=idea)
        now = replace(desk, pondering=ponder)
        assert now.idea == (idea if shown else None)
        assert (now.guide, now.built) == ((), None)


GHOSTS: list[tuple[str | None, Idea | None, str | None]] = [
    (None, None, None), ("d6", None, "d6"), ("d6", Idea("e6"), "e6"), (None, Idea("e6"), "e6"),
    (None, Idea("no staircase"), None), ("d6", Idea(), "d6"),
]  # fmt: skip


@pytest.mark.parametrize(("mended", "idea", "ghost"), GHOSTS)
def test_a_ghost_is_what_was_thought_of_or_what_mends(
    mended: str | None, idea: Idea | None, ghost: str | None
) -> None:
    def typing(text: str) -> Any:
        if text == "no staircase":
            raise NotationError("x", text, 1, "y")
        return stub(taps=f"taps of {text}")

    entry = stub(typing=typing)
    ponder = None if idea is None else act.Ponder(0, "hint", "a", idea=idea)
    taps = Taps(Told(), mended=mended)
    for drafts, more, shown in (
        ((entry,), {}, ghost), ((), {}, None), ((entry,), {"taps": None}, None),
        ((entry,), {"guide": (taps,)}, None),
    ):  # fmt: skip
        desk: Any = Desk("x", drafts=drafts, pondering=ponder)
        vars(desk).update({"taps": taps, **more})
        assert desk.ghost == (None if shown is None else f"taps of {shown}")


@pytest.mark.parametrize("number", [-1, 0, 1, 18, 19])
def test_which_moves_can_be_due(number: int) -> None:
    desk = Table.sample().desk
    if number in (-1, 19):
        with pytest.raises(InputError, match="no turn was taken"):
            desk.due(number)
        return
    now = desk.due(number)
    assert (now.entry is None) is (number == 0)
    assert now.backdrop is not None
    assert now.backdrop.count == (number - 1 if number else 18)
    assert now.rival is None
    assert len(now.drafts) == bool(number)


@pytest.mark.parametrize(
    ("number", "asks", "wrong", "goes_on"),
    [(0, True, False, False), (0, False, True, False), (0, False, False, True),
     (1, True, False, False), (1, False, True, False), (1, False, False, False)],
)  # fmt: skip
def test_a_move_that_asks_no_player_is_made(
    number: int, asks: bool, wrong: bool, goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is against the rules, or an older one."""
    table = fresh()
    enter(table, TURN)
    desk, after = table.desk, Table.sample().desk.playing[2].back()
    own = stub(
        question="asked" if asks else None, move="a move", replaces=number or None,
        whole=stub(commits=()),
        wrong=lambda reports: [("", "why")] if wrong else [],
    )  # fmt: skip
    own.whole.moved = lambda *move: {("a move", number or None): after}[move]
    monkeypatch.setattr(Desk, "passing", staticmethod(lambda entry, wanted: (entry, ())))
    following = stub(question="asked")
    found = iter((following, own) if number else (own, following))
    begin = stub(due=lambda *given: next(found), again=lambda *given: own)
    monkeypatch.setattr(palace.page.desk, "Entering", begin)
    now = desk.due(number)
    assert now.log is (after if goes_on else desk.log)
    assert now.drafts == ((following,) if goes_on else (own,))
    assert now.backdrop is not None
    assert now.backdrop.count == (0 if number else 17 if goes_on else 1)


def test_an_answer_leads_to_what_is_not_wanted_by_default() -> None:
    """What is wanted is asked."""
    table = fresh()
    table.send(Action("fill", "", str(TURN.build)))
    table.send(Action("next"))
    assert (table.desk.wanted, table.desk.entering.typed) == (frozenset(), "")
    ahead = table.desk.ahead
    assert ahead is not None
    assert ([one.key for one in ahead.passed], ahead.wrong) == (["frog"], False)
    table.send(Action("next", "frog"))
    assert table.desk.wanted == {"frog"}
    assert str(table.desk.entering.answers["frog"]) == "d6"  # it has one place
    assert [one.key for one in [table.desk.entering.question] if one is not None] == ["monkey"]
    wrong = fresh()
    wrong.send(Action("fill", "", "a1-a2-a3"))
    assert wrong.desk.ahead is not None
    assert wrong.desk.ahead.wrong is True
    assert fresh().desk.ahead is None
    assert Table.sample().desk.ahead is None
    for taps in (None, Taps(Told()), Taps(Told(), answer="no staircase")):
        desk = fresh().desk
        vars(desk)["taps"] = taps
        assert desk.ahead is None


class Asks:
    """A move of which these questions are asked on demand, or not, and answered or not."""

    def __init__(self, *asked: tuple[str, bool, object]) -> None:
        self.asked = asked

    @property
    def question(self) -> Any:
        return stub(key=self.asked[0][0], demand=self.asked[0][1]) if self.asked else None

    def read(self, text: str) -> tuple[str, tuple[str, ...]]:
        assert text == ""
        found = self.asked[0][2]
        if isinstance(found, Exception):
            raise found
        return "part", ("why",) if found else ()

    def kept(self, text: str, part: str) -> Asks:
        assert (text, part) == ("", "part")
        return Asks(*self.asked[1:])


@pytest.mark.parametrize(
    ("asked", "wanted", "left"),
    [
        ([("a", True, 0), ("b", True, 0), ("c", False, 0)], "", 1),
        ([("a", True, 0), ("b", True, 0)], "", 0), ([("a", True, 0), ("b", True, 0)], "b", 1),
        ([("a", True, 1)], "", 1), ([("a", False, 0)], "", 1),
        ([("a", True, refusal("no-tap"))], "", 1),
        ([("a", True, NotationError("x", "a", 1, "y"))], "", 1),
    ],
)  # fmt: skip
def test_what_is_asked_on_demand_is_answered_by_default(asked: Any, wanted: str, left: int) -> None:
    entry: Any = Asks(*asked)
    now, passed = Desk.passing(entry, frozenset(wanted))
    assert len(now.asked) == left  # type: ignore[attr-defined]
    assert [one.key for one in passed] == [key for key, _, _ in asked[: len(asked) - left]]


def test_many_taps_are_few_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of them all, and the last ones."""
    monkeypatch.setattr(palace.page.desk, "MOST_TAPS", 4)
    desk = fresh().desk
    own = [desk.entering]
    for knob in ("d6", "d6-e6", "d6-e6-e5", "d6-e6-e5-f5", "d6-e6-e5-f5-f4"):
        desk = desk.entered(desk.entering.typing(knob))
        own.append(desk.entering)
        assert [*desk.drafts] == (own if len(own) <= 4 else [own[0], *own[-3:]])


def test_a_thought_of_the_table_is_offered_where_it_fits() -> None:
    game, record, _ = fresh().desk.playing
    for fits in (True, False):
        one: Any = Thinking("x", lambda *given: iter(()), fit=[record].__contains__)
        if not fits:
            one = one._replace(fit=[None].__contains__)
        own = replace(game, thoughts={"x": one}.copy)
        desk: AnyDesk = Desk.begun(own, record, "e.toml")
        assert [*desk.thoughts] == ["x"] * fits


def test_who_made_a_table() -> None:
    """Taps of one phone go on from its own first one."""
    desk = replace(fresh().desk, version=5, since=3, maker="a")
    for phone, own, since in (("a", True, 3), ("b", True, 5), ("a", False, 6), ("b", False, 6)):
        now = desk.made(phone, own=own)
        assert (now.version, now.maker, now.since) == (6, phone, since)


def test_the_program_plays_only_the_move_that_is_due() -> None:
    table = fresh()
    enter(table, TURN)
    assert table.desk.rival is None
    assert replace(table.desk, game=None).rival is None
    game = replace(table.desk.playing[0], players=None)
    assert replace(table.desk, game=game).rival is None
