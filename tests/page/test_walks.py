"""What phones read from the form of a new game to the end: each text, each key with what it sends,
in both languages."""

from __future__ import annotations

from palace.core.errors import Problem
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action, Role
from palace.page.view import View
from tests.sentences import Says

from .tables import SAMPLE, Table, enter, fresh, main
from .walked import Walk

TURN = read_record(SAMPLE).written[0].move
ADDRESS = "http://127.0.0.1:8123/"
PHONES: tuple[tuple[View, Role], ...] = (
    (View("a", address=ADDRESS), "player"),
    (View("z", "zh", address=ADDRESS), "player"),
    (View("s"), "spectator"),
)


def test_a_new_game_is_begun_and_played(says: Says) -> None:
    walk = Walk(Table(), *PHONES)
    for sheet in ("pads", "settings", "share", "score", "nothing", ""):
        walk.send(Action("look", "sheet", sheet))
    walk.send(Action("begin"), Action("next"), Action("open", "other"))
    walk.send(Action("open", "new", "monkey-palace"))
    walk.send(Action("fill", "players.0", "Ana"), Action("fill", "players.1", "Ben"))
    walk.send(Action("fill", "players.9", "x"), Action("fill", "other", "x"))
    walk.send(Action("fill", "map", "y" * 1201), Action("tap", "d6"))
    walk.send(Action("undo"))
    walk.send(Action("fill", "players.1", "Ben"), Action("begin"))
    walk.send(Action("next"), Action("keep"), Action("think", "nothing"))
    walk.tap("d6")
    walk.tap("e6", "e5")
    walk.tap("zz")
    walk.tap("f5", "f4")
    walk.send(Action("undo"))
    walk.send(Action("clear"))
    walk.send(Action("undo"), Action("take-back"), Action("take"), Action("open", "new"))
    walk.press("Hint")
    walk.press("Step by step")
    main(walk.table)
    walk.look("main")
    for sheet in ("score", "settings", "share", "save-as", "cards", "paper:aid", "paper:x", ""):
        walk.send(Action("look", "sheet", sheet))
    walk.send(Action("look", "seat", "Ben"), phone="z")
    walk.send(Action("look", "enters"), phone="z")
    says(*walk.lines)


def test_taps_of_two_phones(says: Says) -> None:
    """Of one phone they are all meant, behind that of another one none."""
    table = fresh()
    walk = Walk(table, *PHONES[:2])
    for phone, version in (("a", 0), ("a", 0), ("z", 0), ("z", 2), ("a", 2), ("z", 2), ("z", 3)):
        table.send(Action("tap", "d6"), phone, version)
        kept = table.desk
        walk.look(f"{phone} {version}: {kept.version} {kept.maker} {kept.since} {kept.asked}")
    says(*walk.lines)


def test_a_game_that_is_over(says: Says) -> None:
    walk = Walk(Table.sample(), *PHONES)
    count = len(walk.table.desk.playing[2].commits)
    for at in (0, 1, count - 1, count, -1):
        walk.send(Action("look", "turn", str(at)), Action("look", "shows", "both"))
    for side in ("1", "2", "3", "5", "0"):
        walk.send(Action("look", "side", side), phone="s")
    walk.send(Action("look", "sheet", "score"))
    walk.send(Action("look", "sheet", "share"), phone="z")
    walk.send(Action("look", "sheet", ""), Action("next"), Action("end"))
    walk.send(Action("replace", text="2"))
    walk.send(Action("replace", text="0"))
    walk.send(Action("replace", text="99"))
    walk.send(Action("take-back"))
    walk.send(Action("again"))
    says(*walk.lines)


def test_a_turn_against_the_rules(says: Says) -> None:
    walk = Walk(fresh(), *PHONES)
    walk.send(Action("fill", "", "a1-a2-a3"))
    walk.send(Action("next"))
    walk.send(Action("keep"))
    walk.send(Action("fill", "", "no staircase"))
    walk.send(Action("clear"), Action("tap", "pass"))
    walk.send(Action("next"))
    walk.send(Action("take-back"))
    says(*walk.lines)


def test_trouble_with_the_file(says: Says) -> None:
    table = fresh()
    table.holds = True
    walk = Walk(table, *PHONES)
    enter(table, TURN)
    walk.look("a turn")
    full = Problem("evening.toml", "no space is left on the device", "make room")
    save = next(one for one in reversed(table.effects) if isinstance(one, act.Save))
    told: tuple[act.Result, ...] = (
        act.Unsaved(save.number, full), act.FileChanged(gone=True),
        act.Saved(save.number, "b.toml"),
        act.FileChanged(gone=True), act.FileChanged("knobs = 3\n"),
        act.FileChanged(SAMPLE.read_text(encoding="utf-8")),
    )  # fmt: skip
    for one in told:
        table.settle(one)
        walk.look(type(one).__name__)
    walk.send(Action("reread"))
    walk.send(Action("save-as", text="../x"), Action("save-as", text="x.json"))
    says(*walk.lines)


def test_pads_of_every_game(says: Says) -> None:
    for key in ("monkey-palace", "palm-island", "cooper-island"):
        walk = Walk(Table(), *PHONES[:2])
        walk.send(Action("open", "pad", key))
        walk.send(Action("fill", "players.0", "Ana"), Action("fill", "players.1", "Ben"))
        walk.send(Action("open"))
        says(*walk.lines)
