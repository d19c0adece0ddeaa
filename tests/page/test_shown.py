"""What is shown of a move, of what is beside a game, and of the file, one case at a time: the game
tells what it would, and no move is made for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract import registry
from palace.contract.taps import Board, Choice, Idea, Place, Row, Solid, Taps, Told
from palace.core.errors import Problem
from palace.page import action as act
from palace.page.action import Action, do
from palace.page.desk import Ahead, AnyDesk, Kept, past
from palace.page.show import _Shown, show
from palace.page.state import Banner, Entry, Group, Key, Says
from palace.page.view import View

from .tables import SAMPLE, Table, enter, fresh

VIEW = View("p")
CLEAR, UNDO = do(Action("clear")), Key("Undo", None, "", (("undo", 0),))
LEGAL, WRONG = Told("t", "legal"), Told("t", "illegal")


@cache
def started() -> AnyDesk:
    """Return the table of the sample game before its first turn."""
    return fresh().desk


def asked(**about: Any) -> Any:
    """Return a question."""
    usual = {"key": "q", "title": "", "prompt": "", "nothing": "", "default": None, "player": "Ana"}
    return SimpleNamespace(**usual | {"idle": False, "demand": False} | about)


def crafted(taps: Taps | None, ahead: Ahead[Any, Any] | None = None, /, **about: Any) -> AnyDesk:
    """Return the table with a question that is answered by these taps, and with what comes next."""
    log = started().playing[2]
    usual: dict[str, Any] = {
        "question": asked(), "typed": "", "answered": (), "replaces": None, "log": log,
        "whole": log, "taps": taps, "players": ("Ana",), "done": 0,
    }  # fmt: skip
    thoughts, over = about.pop("thoughts", {}), about.pop("over", None)
    entry: Any = SimpleNamespace(**usual | about)
    desk = replace(started(), drafts=(entry,))
    vars(desk).update(taps=taps, ahead=ahead, thoughts=thoughts, over=over, ghost=None, guide=())
    return desk


def next_is(question: Any = None, *passed: Any, wrong: bool = False) -> Ahead[Any, Any]:
    after: Any = SimpleNamespace(question=question)
    return Ahead(after, passed, wrong)


def entry_of(taps: Taps, ahead: Ahead[Any, Any] | None = None, /, **about: Any) -> Entry:
    return show(crafted(taps, ahead, **about), VIEW).entry


NEXT = do(Action("next"))
MEND = do(Action("tap", "mend"))
MAIN = Row(items=(Choice("m", "Meant", "x", note="note"), Choice("k", "Other", "y")))
CARD = asked(nothing="No card\nfirst\ncosts", default="")


@pytest.mark.parametrize(
    ("taps", "ahead", "about", "keys"),
    [
        (Taps(LEGAL, answer="x", ends="Done"), next_is(), {}, [("Done", NEXT, "main", "")]),
        (Taps(LEGAL, answer="x"), next_is(), {}, [("End turn", NEXT, "main", "")]),
        (Taps(LEGAL, answer="x"), next_is(asked(title="Cards\nmore")), {},
         [("Cards", NEXT, "main", "more")]),
        (Taps(Told("t"), rows=(Row(items=(Choice("m", "Meant", note="note"),)),), main="m"), None,
         {}, [("Meant", None, "main", "note")]),
        (Taps(LEGAL, answer="x"), next_is(asked()), {}, [("Next", NEXT, "main", "")]),
        (Taps(LEGAL, answer="x", then="Later", adds="Add"), next_is(), {},
         [("Add", NEXT, "main", "")]),
        (Taps(LEGAL, answer="x", adds="Add"), next_is(asked(title="Cards\nmore")), {},
         [("Add", NEXT, "main", "")]),
        (Taps(LEGAL, answer="x", then="Later", adds="Add"), None, {},
         [("Later", None, "main", "after a legal move")]),
        (Taps(Told("t"), ends="Done"), None, {}, [("Done", None, "main", "")]),
        (Taps(Told("t")), None, {"answered": ("x",)}, [("End turn", None, "main", "")]),
        (Taps(WRONG, answer="x"), next_is(wrong=True), {},
         [("End turn", None, "main", "after a legal move")]),
        (Taps(WRONG, answer="x"), next_is(wrong=True), {"typed": "x"},
         [("Start again", CLEAR, "main", "")]),
        (Taps(WRONG, answer="x", mended="y"), next_is(wrong=True), {"typed": "x"},
         [("Start again", CLEAR, "", ""), ("Mend", MEND, "main", "")]),
        (Taps(WRONG, mended="y", mend="Mend\nso"), next_is(wrong=True), {"question": CARD},
         [("Mend", MEND, "main", "so")]),
        (Taps(WRONG, answer="x"), next_is(wrong=True), {"typed": "x", "answered": ("x",)},
         [("End turn", None, "main", "")]),
        (Taps(LEGAL, rows=(MAIN,), main="m", answer="x"), next_is(), {},
         [("Meant", do(Action("tap", "m")), "main", "note")]),
        (Taps(LEGAL, answer=""), next_is(), {"question": CARD},
         [("No card", NEXT, "skip", "costs"), ("End turn", None, "main", "first")]),
        (Taps(LEGAL, answer=""), next_is(), {"question": asked(nothing="None", default="")},
         [("None", NEXT, "skip", "")]),
        (Taps(LEGAL, rows=(MAIN,), main="m", answer=""), next_is(wrong=True), {"question": CARD},
         [("No card", None, "skip", "costs"),
          ("Meant", do(Action("tap", "m")), "main", "note")]),
        (Taps(LEGAL, answer="x"), next_is(), {"question": CARD}, [("End turn", NEXT, "main", "")]),
        (Taps(LEGAL, answer="", adds="Add"), next_is(), {"question": CARD},
         [("Add", NEXT, "main", "")]),
        (Taps(LEGAL, answer=""), None, {"question": CARD},
         [("End turn", None, "main", "after a legal move")]),
        (Taps(LEGAL, answer="", ends="E"), next_is(asked(title="T")), {"question": asked()},
         [("T", NEXT, "main", "")]),
    ],
)  # fmt: skip
def test_the_main_key(
    taps: Taps, ahead: Ahead[Any, Any] | None, about: dict[str, Any], keys: list[Any]
) -> None:
    """Its text, what it sends, its note; before it one that goes on with nothing, or begins again;
    where none of these is the main key, one begins again."""
    bar = entry_of(taps, ahead, **about).bar
    assert bar[0] == UNDO
    found = [(key.text, key.do, key.looks, key.note) for key in bar[1:]]
    if not about.get("answered") and not any(key[0] == "Start again" for key in keys):
        assert found.pop(0) == ("Start again", None, "", "")
    assert found == keys


def test_a_question_that_is_passed_is_a_key_until_a_choice_is_meant() -> None:
    """It is in the bar where keys cover the board; one that is idle is none."""
    frog, idle = asked(key="frog", title="Take the frog\n-3"), asked(key="i", title="I", idle=True)
    ahead, key = next_is(None, frog, idle), ("Take the frog", do(Action("next", "frog")), "-3")
    for taps, bar, group in (
        (Taps(LEGAL, answer="x"), [], [key]), (Taps(LEGAL, answer="x", cover=True), [key], []),
        (Taps(LEGAL, answer="x", main="m"), [], []),
    ):  # fmt: skip
        entry = entry_of(taps, ahead)
        for found, own in ((entry.bar, bar), ([i for g in entry.groups for i in g.items], group)):
            keys = [one for one in found if isinstance(one, Key) and one.icons == (("frog", 0),)]
            assert [(one.text, one.do, one.note) for one in keys] == own
        assert entry.cover is taps.cover


@pytest.mark.parametrize(
    ("taps", "about", "texts"),
    [
        (Taps(WRONG, answer="x"), {}, ["Keep it anyway"]), (Taps(WRONG), {}, []),
        (Taps(LEGAL, answer="x"), {}, []), (Taps(LEGAL, answer="x", keep="Pass"), {}, ["Pass"]),
        (Taps(WRONG, answer="x", keep="Pass"), {}, ["Pass"]), (Taps(LEGAL, keep="Pass"), {}, []),
        (Taps(LEGAL), {"replaces": 1}, ["Leave turn 1 as it was"]),
        (Taps(LEGAL), {"over": (False, None)}, ["End of game"]),
        (Taps(LEGAL), {"over": (False, None), "typed": "x"}, []),
        (Taps(LEGAL), {"over": (False, None), "answered": ("x",)}, []),
    ],
)  # fmt: skip
def test_what_else_can_be_done(taps: Taps, about: dict[str, Any], texts: list[str]) -> None:
    keys = [one for group in entry_of(taps, **about).groups for one in group.items]
    assert [key.text for key in keys] == texts
    does = {"Keep it anyway": Action("keep"), "Pass": Action("keep"), "End of game": Action("end"),
            "Leave turn 1 as it was": Action("replace", text="0")}  # fmt: skip
    for key in keys:
        assert isinstance(key, Key)
        assert key.do == do(does[key.text])
        note = "marked not legal" if key.do == {"do": "keep"} else ""
        assert (key.note, key.looks) == (note, "sure" if key.text == "End of game" else "")


def test_a_key_that_goes_on_with_nothing_is_among_the_cards_that_cover_the_board() -> None:
    rows = (Row("one", MAIN.items), Row("two", MAIN.items, "cards"))
    taps = Taps(LEGAL, rows=rows, answer="", cover=True)
    entry = entry_of(taps, next_is(), question=CARD)
    assert [len(group.items) for group in entry.groups] == [2, 3]
    assert "No card" not in [key.text for key in entry.bar]
    entry = entry_of(taps._replace(rows=rows[1:]), next_is(), question=CARD)
    assert [one.text for one in entry.groups[-1].items][-1] == "No card"
    entry = entry_of(taps._replace(cover=False), next_is(), question=CARD)
    assert "No card" in [key.text for key in entry.bar]


def test_a_question_without_taps_has_a_line_to_type() -> None:
    taps = Taps(Told("", "open"), answer="x")
    entry = entry_of(taps, taps=None, question=asked(title="Which?"))
    (field,) = entry.groups[0].items
    assert (field.text, entry.groups[0].looks, entry.title) == ("Or type it", "list", "Which?")
    assert getattr(field, "do", None) == do(Action("fill", "answer"))
    assert getattr(field, "name", None) == "answer"
    assert entry_of(taps._replace(told=LEGAL), question=asked(title="Which?")).title == ""


def test_thoughts_that_enter_by_themselves_are_no_keys() -> None:
    """Nor is any after the first answer, or one that begins again where there is none."""
    two = {name: SimpleNamespace(title=name, enters=name == "b") for name in "ab"}
    texts = [key.text for key in entry_of(Taps(LEGAL), thoughts=two, typed="x").bar]
    assert texts == ["Undo", "Start again", "a", "End turn"]
    texts = [key.text for key in entry_of(Taps(LEGAL, clears=False), thoughts=two).bar]
    assert texts == ["Undo", "a", "End turn"]
    texts = [key.text for key in entry_of(Taps(LEGAL), thoughts=two, answered=("x",)).bar]
    assert texts == ["Undo", "End turn"]


@pytest.mark.parametrize(
    ("idea", "looks"),
    [(Idea(share=0.256), "12"), (Idea(told="So far", share=1.0), "12"), (Idea(done=True), ""),
     (Idea(told="None", done=True), "12"), (Idea("d6", told="x"), "")],
)  # fmt: skip
def test_how_far_a_thought_is(idea: Idea, looks: str) -> None:
    desk = replace(started(), pondering=act.Ponder(1, "hint", "p", idea=idea))
    found = [one for one in show(desk, VIEW).banners if one.looks == "info"]
    stop = "Close" if idea.done else "Stop"
    text = "None" if idea.done else f"{idea.told or 'Working …'} {round(idea.share * 100)} %"
    wanted = [Banner(text, "info", (Key(stop, do(Action("stop"))),))]
    assert found == (wanted if looks else [])


def test_what_a_thought_found_is_not_told_over_something_beside_the_game() -> None:
    idea = Idea(told="None", done=True)
    desk = replace(started(), pondering=act.Ponder(1, "hint", "p", idea=idea))
    box = Table()
    box.press("Maps")
    told = [[one.text for one in show(each, VIEW).banners if one.looks == "info"]
            for each in (desk, replace(desk, beside=box.desk.beside))]  # fmt: skip
    assert told == [["None"], []]


FULL = Problem("", "the disk is full")
SAVES = ["Save as …", "Download the record"]


@pytest.mark.parametrize(
    ("kept", "text", "keys"),
    [
        (Kept(), "", []), (Kept(sent=2), "", []),
        (Kept(problem=FULL), "Not saved: the disk is full", SAVES),
        (Kept(changed="x"), "evening.toml was changed by another program. What is entered here is"
         " not saved.", ["Read the file again", *SAVES]),
        (Kept(gone=True), "evening.toml is gone. The next turn writes it again, or save it"
         " elsewhere.", SAVES),
        (Kept(gone=True, problem=FULL), "evening.toml is gone, and what is entered here is not"
         " saved: the disk is full", SAVES),
    ],
)  # fmt: skip
def test_why_the_file_is_not_as_the_table(kept: Kept, text: str, keys: list[str]) -> None:
    desk = replace(started(), kept=kept)
    faults = [one for one in show(desk, VIEW).banners if one.looks == "fault"]
    assert [one.text for one in faults] == [text] * bool(text)
    does = {"Read the file again": ("sure", do(Action("reread"))),
            "Save as …": ("", do(Action("look", "sheet", "save-as"))),
            "Download the record": ("", do(Action("save-as")))}  # fmt: skip
    for one in faults:
        assert [(key.text, key.looks, key.do) for key in one.keys] == [
            (name, *does[name]) for name in keys
        ]
    looks_on = [one for one in show(desk, VIEW, "spectator").banners if one.looks == "fault"]
    assert [one.keys for one in looks_on] == [()] * bool(text)
    assert show(desk, VIEW).heading.safe is (kept == Kept())


class Shown:
    """Something beside the game that tells what it is given."""

    def __init__(self, taps: Taps, title: str = "T", about: str = "", **more: Any) -> None:
        self.taps, self.title, self.about = taps, title, about
        self.corrected, self.joining, self.own = None, None, None
        vars(self).update(more)

    def box(self, source: str) -> Any:
        return self.own


BOX = SimpleNamespace(game="monkey-palace")


@pytest.mark.parametrize(
    ("taps", "more", "game", "key"),
    [
        (Taps(LEGAL), {}, False, None),
        (Taps(LEGAL), {"corrected": "x"}, True, ("Put the record right", "begin", "", "main")),
        (Taps(LEGAL), {"joining": {}}, True, None),
        (Taps(LEGAL), {"joining": {}}, False, ("Play on from here", "open", "join", "main")),
        (Taps(LEGAL, mended="x"), {}, False, ("Mend", "tap", "mend", "main")),
        (Taps(LEGAL, rows=(MAIN,), main="m"), {}, False, ("Meant", "tap", "m", "main")),
        (Taps(LEGAL), {"own": BOX}, False, ("New game", "open", "new", "main")),
        (Taps(LEGAL), {"own": BOX}, True, None),
        (Taps(LEGAL, mended="x"), {"own": BOX}, False, ("Mend", "tap", "mend", "main")),
    ],
)  # fmt: skip
def test_the_main_key_beside_a_game(taps: Taps, more: dict[str, Any], game: bool, key: Any) -> None:
    base = started() if game else Table().desk
    one: Any = Shown(taps, **more)
    bar = show(replace(base, beside=(one,)), VIEW).entry.bar
    found = [(k.text, (k.do or {}).get("do"), (k.do or {}).get("name", ""), k.looks) for k in bar]
    assert found == ([key] if key else [])
    twice = show(replace(base, beside=(one, one)), VIEW).entry.bar
    assert [k.text for k in twice] == ["Undo", *(k.text for k in bar)]


def test_a_table_with_a_main_key_is_joined_by_one_before_it() -> None:
    one: Any = Shown(Taps(LEGAL, mended="x"), joining={})
    bar = show(replace(Table().desk, beside=(one,)), VIEW).entry.bar
    assert [(key.text, key.looks) for key in bar] == [("Play on", ""), ("Mend", "main")]


BOARD = Board(("a", "b", "c"), ("1", "2"), "L", (Place("a1", 0, 0), Place("c2", 2, 1)),
              answers={"a1": "a1"}, held={"c2": "c2"})  # fmt: skip


@pytest.mark.parametrize(
    ("side", "columns", "rows", "places"),
    [
        (0, "abc", "21", [(0, 1), (2, 0)]), (1, "12", "abc", [(0, 0), (1, 2)]),
        (2, "cba", "12", [(2, 0), (0, 1)]), (3, "21", "cba", [(1, 2), (0, 0)]),
    ],
)  # fmt: skip
def test_a_plan_is_seen_from_each_side(side: int, columns: str, rows: str, places: object) -> None:
    """A picture is not turned."""
    one: Any = Shown(Taps(LEGAL, BOARD))
    desk, view = replace(Table().desk, beside=(one,)), replace(VIEW, side=side)
    plan = show(desk, view).plan
    assert ("".join(plan.columns), "".join(plan.rows), plan.turned) == (columns, rows, side)
    assert [(place.x, place.y) for place in plan.places] == places
    assert [(place.live, place.holds) for place in plan.places] == [(True, False), (False, True)]
    other: Any = Shown(Taps(LEGAL, BOARD._replace(picture="<svg/>")))
    state = show(replace(desk, beside=(other,)), view)
    assert [(place.x, place.y) for place in state.plan.places] == [(0, 0), (2, 1)]
    assert state.picture == "<svg/>"


@pytest.mark.parametrize(
    ("about", "board", "says", "title", "line", "above"),
    [("", None, "", "T", "", ""), ("A\nmore", None, "", "A", "T", ""),
     ("A", BOARD, "", "A", "T", "T"), ("", BOARD, "", "T", "", "T"),
     ("", BOARD, "Right", "T", "", "")],
)  # fmt: skip
def test_the_titles_beside_a_game(
    about: str, board: Board | None, says: str, title: str, line: str, above: str
) -> None:
    """A question's title stands over its keys where nothing else is said of it."""
    told = LEGAL._replace(left=(("arch", 2),), title=says)
    one: Any = Shown(Taps(told, board), about=about)
    state = show(replace(Table().desk, beside=(one,)), VIEW)
    heading = state.heading
    assert (heading.title, heading.line, state.entry.title) == (title, line, above)
    assert (heading.hand, heading.close) == ((("arch", 2),), do(Action("open")))
    notes = [g.items[0].text for g in heading.menu if getattr(g.items[0], "looks", "") == "quiet"]
    assert notes == ["more"] * ("\n" in about)


def test_a_scene_has_pieces_where_it_is_shown_and_tells_the_picked_one() -> None:
    solids = Solid("x", "arch", 0, 0, 1), Solid("y", "brick", 0, 0, 2)
    one: Any = Shown(Taps(LEGAL, BOARD._replace(solids=solids, told=lambda s: f"a {s.kind}")))
    desk = replace(Table().desk, beside=(one,))
    for shows, there in (("plan", ()), ("both", solids), ("palace", solids)):
        scene = show(desk, replace(VIEW, shows=shows, picked="y")).scene  # type: ignore[arg-type]
        assert (scene.solids, scene.picked, scene.shows) == (there, "a brick" * bool(there), shows)
    assert show(desk, replace(VIEW, shows="both", picked="z")).scene.picked == ""


def test_turns_are_looked_at_from_the_first_to_the_last() -> None:
    """Whose they are has no colour in the heading then; what is due is marked now alone."""
    table = fresh()
    enter(table, Table.of(SAMPLE.read_text(encoding="utf-8")).desk.playing[2].commits[0].move)
    now = show(table.desk, VIEW)
    assert (now.heading.line, now.heading.colour, now.time.at) == ("Turn 2 · Ben", 1, 1)
    assert [row.due for row in now.players.rows] == [False, True, False]
    past = show(table.desk, replace(VIEW, turn=0))
    assert (past.heading.line, past.heading.colour, past.time.at) == ("After turn 0 of 1", None, 0)
    assert [(key.text, key.do is not None) for key in past.entry.bar] == [
        ("Earlier", False), ("Later", True), ("Now", True)
    ]  # fmt: skip
    assert (past.entry.verdict.title, past.entry.groups) == ("Set-up", ())
    assert "last" not in [one.looks for one in past.banners]


@pytest.mark.parametrize(
    ("winners", "title"),
    [((), "The game is over"), (("Ana",), "Winner: Ana"), (("Ana", "Caro"), "Winner: Ana, Caro"),
     (("Ana", "Ben", "Caro"), "All players win")],
)  # fmt: skip
def test_who_has_won(winners: tuple[str, ...], title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Shown, "_winners", lambda self, log: winners)
    state = show(over(), VIEW)
    assert state.entry.verdict.title == title
    assert [row.leads for row in state.players.rows] == [
        name in winners for name in ("Ana", "Ben", "Caro")
    ]
    assert not any(row.leads for row in show(over(), replace(VIEW, turn=17)).players.rows)


@cache
def over() -> AnyDesk:
    """Return the table of the sample game, at its end."""
    return Table.sample().desk


def test_who_is_asked_is_the_player_of_the_question_or_who_is_due() -> None:
    assert crafted(Taps(LEGAL), question=asked(player="Ben")).asked == "Ben"
    assert crafted(Taps(LEGAL), question=asked(player="")).asked == "Ana"
    assert crafted(Taps(LEGAL), question=None).asked == "Ana"
    assert (over().asked, Table().desk.asked) == ("", "")


@pytest.mark.parametrize(
    ("what", "done", "lit"), [("way", False, False), ("way", True, True), ("hint", False, True)]
)
def test_a_main_key_waits_while_what_it_asks_for_is_thought_of(
    what: str, done: bool, lit: bool
) -> None:
    row = Row(items=(Choice("m", "Meant", None, asks="way"),))
    desk = crafted(Taps(Told("t", "open"), rows=(row,), main="m"))

    def main() -> Key:
        return next(key for key in show(desk, VIEW).entry.bar if key.looks == "main")

    assert main().do == do(Action("tap", "m"))
    vars(desk).update(pondering=act.Ponder(1, what, "p", idea=Idea(done=done)))
    assert (main().do is not None) is lit


def test_the_score_begins_with_how_the_game_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Table.sample().desk
    assert desk.backdrop is not None
    back = past(desk.backdrop, len(desk.playing[2].commits))
    vars(back)["having"] = back.having._replace(warning="")
    shown = {}
    for ends in ("The group has won", ""):
        told = SimpleNamespace(ending=lambda state, ends=ends: ends)
        monkeypatch.setattr("palace.page.sheets.asking", lambda game, told=told: told)
        shown[ends] = show(desk, replace(VIEW, sheet="score")).sheet.groups
    first, *rest = shown["The group has won"]
    assert first == Group("", (Says("The group has won", "quiet"),), "list")
    assert (*rest,) == shown[""]


def test_cards_to_look_at_have_the_word_of_their_game() -> None:
    cards = replace(VIEW, sheet="cards")
    assert show(Table().desk, cards).sheet.title == "See the cards"
    desk = started()
    assert desk.backdrop is not None
    for look, title in (("See the lands", "See the lands"), ("", "See the cards")):
        back, there = replace(desk.backdrop), replace(desk)
        vars(back)["having"] = desk.backdrop.having._replace(look=look)
        vars(there)["backdrop"] = back
        assert show(there, cards).sheet.title == title


def test_a_game_without_a_sign_has_a_key_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {key: entry._replace(sign="") for key, entry in registry.REGISTRY.items()}
    signs = [key.icons for key in new_games()]
    assert signs == [((entry.sign, 0),) for entry in registry.REGISTRY.values()]
    monkeypatch.setattr(registry, "REGISTRY", known)
    assert [key.icons for key in new_games()] == [()] * len(known)


def new_games() -> list[Key]:
    (group,) = (one for one in show(Table().desk, VIEW).sheet.groups if one.title == "New game")
    return [key for key in group.items if isinstance(key, Key)]


def test_a_question_without_a_board_is_asked_beside_that_of_its_game() -> None:
    usual = show(started(), VIEW)
    shown = show(crafted(Taps(LEGAL)), VIEW)
    assert shown.plan.places
    assert (shown.picture, len(shown.plan.places)) == (usual.picture, len(usual.plan.places))


def test_the_way_of_the_last_move_lasts_until_the_first_tap() -> None:
    table = Table.sample()
    table.send(Action("take-back"))
    plan, back = table.shown().plan, table.desk.backdrop
    assert back is not None
    assert back.board is not None
    assert plan.path == back.board.path != ()
    assert {one.name for one in plan.places if "lately" in one.looks} == {*plan.path}
    table.tap("c3")
    assert not any("lately" in one.looks for one in table.shown().plan.places)
