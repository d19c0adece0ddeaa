"""Everything that phones show, and everything that is asked of the host, on walks through games, as
one digest for each step.  These lines find changes; what is right is in the other tests."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from palace.core.errors import Problem
from palace.files.links import read_link
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action, Effect, Role
from palace.page.desk import AnyDesk, Desk
from palace.page.show import show
from palace.page.state import written
from palace.page.step import opened
from palace.page.view import View
from tests.page import boxes, rivals
from tests.page.tables import SAMPLE, Table, actions, enter, fresh
from tests.page.test_cooper import HEAD, ROUND
from tests.sentences import Says

TURNS = [one.move for one in read_record(SAMPLE).written]
MONKEY, PALM, COOPER = GAMES = "monkey-palace", "palm-island", "cooper-island"
SAMPLES = {key: SAMPLE.parents[2] / key.replace("-", "_") / "samples" for key in GAMES}
ADDRESS = "http://127.0.0.1:8123/"
SHEETS = (
    "score", "settings", "share", "save-as", "cards", "pads", "paper:aid", "paper:setup",
    "paper:all", "paper:", "nothing",
)  # fmt: skip
PACKED = re.compile(r"<svg[^>]*segno.*?</svg>|#game[^\"&]*")
"""Codes, and links to games: another compressor writes them otherwise."""


def digest(text: str) -> str:
    return hashlib.sha256(PACKED.sub("", text).encode()).hexdigest()[:10]


class Told(Table):
    """A table that notes each step with the digest of what is shown after it, and of its effects.

    With `thinks` nothing that is thought of is found.
    """

    def __init__(self, desk: AnyDesk | None = None, *, file: str | None = None) -> None:
        super().__init__(desk, file=file)
        self.lines: list[str] = []
        self.asked: list[Effect] = []
        self.thinks = False
        self.views = {
            "a": View("a", address=ADDRESS, shows="both"),
            "z": View("z", "zh", seat="Ana", side=1, shows="palace"),
        }

    def send(
        self, action: Action, phone: str = "a", version: int | None = None, count: int | None = None
    ) -> tuple[Effect, ...]:
        found = super().send(action, phone, version, count)
        flags = "held" * action.held, "drawn" * action.drawn
        self.note(" ".join(filter(None, (action.do, action.name, action.text[:20], *flags))))
        return found

    def do(self, effects: tuple[Effect, ...]) -> None:
        self.asked += effects
        super().do([e for e in effects if not (self.thinks and isinstance(e, act.Ponder))])  # type: ignore[arg-type]

    def phones(self) -> Iterator[tuple[View, Role]]:
        """Yield what is looked at after this step: the two phones, and in turn one of a spectator
        and one that looks at a turn and at a piece."""
        at = len(self.lines)
        yield from ((view, "player") for view in self.views.values())
        if not at % 3:
            yield View("s", side=3), "spectator"
        elif at % 3 == 1 and self.desk.log is not None:
            board = None if self.desk.backdrop is None else self.desk.backdrop.board
            solids = () if board is None else board.solids
            picked = solids[at % len(solids)].name if solids else ""
            turn = at % (len(self.desk.log.commits) + 1)
            yield View("t", "zh" if at % 2 else "en", turn, "both", side=2, picked=picked), "player"

    def note(self, what: str, *views: tuple[View, Role]) -> None:
        """Add the digest of what is shown, and of what was asked for since the one before."""
        seen = [written(show(self.desk, *one)) for one in views or self.phones()]
        told = "\n".join([*seen, repr(self.asked)])
        self.lines.append(f"{what.splitlines()[0]}: {digest(told)}")
        self.asked = []

    def moments(self) -> Iterator[str]:
        """Yield what was noted, some steps in a line."""
        for at in range(0, len(self.lines), 4):
            yield ", ".join(self.lines[at : at + 4])

    def sheets(self) -> None:
        """Note every sheet, for a player and who looks on, and how it looks from each side."""
        for sheet in SHEETS:
            view = View("a", address=ADDRESS, sheet=sheet)
            other = replace(view, language="zh", turn=len(self.lines) % 3, seat="Ben")
            self.note(f"sheet {sheet}", (view, "player"), (other, "player"), (view, "spectator"))
        sides = [View("a", side=side, seat="Ben", enters="Ana") for side in range(4)]
        self.note("sides", *((view, "player") for view in sides))

    def past(self) -> None:
        """Note every turn that is looked at."""
        assert self.desk.log is not None
        for turn in range(len(self.desk.log.commits) + 1):
            view = View("a", turn=turn, shows="both", sheet="score" * (turn % 2))
            self.note(f"turn {turn}", (view, "player"), (replace(view, language="zh"), "spectator"))

    def wander(self, seed: int, taps: int) -> None:
        """Tap at random what two phones show."""
        rng = random.Random(seed)
        for _ in range(taps):
            phone = rng.choice("aaz")
            found = actions(show(self.desk, self.view(phone)))
            self.send(rng.choice(sorted(found, key=repr)), phone)


def begun(key: str, *fills: tuple[str, str]) -> Told:
    """Return a table on which a form of a new game was filled in, which is begun."""
    table = Told()
    table.send(Action("open", "new", key))
    for name, text in (("players.0", "Ana"), ("players.1", "Ben"), *fills):
        table.send(Action("fill", name, text))
    table.send(Action("begin"))
    return table


FILLS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "dealt": (MONKEY, (("map", "map-3"), ("animals", "monkey"), ("animals", ""), ("x", "y"))),
    "house": (MONKEY, (("players.2", "Caro"), ("cards", "house"), ("cards", "z"), ("map", "a=b"))),
    "own": (MONKEY, (("box", "own"), ("boards", "unknown"), ("map", "map-2"), ("boards", "house"))),
    "program": (MONKEY, (("players", "Ana"), ("players.1", ""), ("last", "program"))),
    "coop": (PALM, (("mode", "casual"), ("mode", "coop"), ("deal", "1 2 3"), ("deal", ""))),
    "solo": (PALM, (("players", "Ana"), ("mode", "solo"), ("deal", "5 12"), ("deal", ""))),
    "cooper": (COOPER, (("players.2", "Caro"), ("players.3", "Dan"), ("players.3", ""))),
}  # fmt: skip


@pytest.mark.parametrize("name", FILLS)
def test_a_new_game_begins(name: str, says: Says) -> None:
    key, fills = FILLS[name]
    table = begun(key, *fills)
    table.sheets()
    table.wander(len(name), 16)
    table.sheets()
    says(*table.moments())


def test_turns_of_monkey_palace(says: Says) -> None:
    table = Told(fresh().desk)
    for turn in TURNS[:3]:
        enter(table, turn)
    for phone in "za":
        table.send(Action("tap", "c3"), phone)
    table.send(Action("tap", "c4"), "a", 0)
    table.send(Action("next"), "z", 3)
    for what in ("undo", "clear", "keep"):
        table.send(Action(what))  # type: ignore[arg-type]
    table.send(Action("think", "hint"))
    table.send(Action("take", text="nothing"))
    assert table.desk.idea is not None
    table.send(Action("take", text=table.desk.idea.text or ""))
    for what in ("next", "next", "next", "undo"):
        table.send(Action(what))  # type: ignore[arg-type]
    table.send(Action("look", "seat", "Ana"))
    table.send(Action("look", "enters"))
    table.sheets()
    table.past()
    says(*table.moments())


def test_what_is_wrong_is_kept_and_taken_back(says: Says) -> None:
    table = Told(fresh().desk)
    table.tap("a4", "a3", "a2", "b2", "zz", "mend")
    table.send(Action("clear"))
    table.tap("d4", "pass")
    for what in ("next", "keep", "take-back", "take-back", "reread", "end", "again"):
        table.send(Action(what))  # type: ignore[arg-type]
    for text in ("a1-a2-a3", "c4-d4-c4", "no staircase", "d6-e6", ""):
        table.send(Action("fill", "", text))
        table.send(Action("next"))
    table.send(Action("fill", "", "a1-a2-a3"))
    table.send(Action("keep"))
    table.sheets()
    table.thinks = True
    for what in ("hint", "pass", "hint"):
        table.send(Action("think", what))
    table.send(Action("stop"))
    table.holds = True
    table.send(Action("fill", "", "d1-d2-d3-d4"))
    table.send(Action("next"))
    table.send(Action("keep"))
    full = Problem("evening.toml", "no space is left on the device", "make room")
    sent = table.desk.kept.sent
    told: tuple[act.Result, ...] = (
        act.Unsaved(sent, full), act.FileChanged(gone=True), act.Saved(sent, "b.toml"),
        act.FileChanged(gone=True), act.FileChanged("knobs = 3\n"),
    )  # fmt: skip
    for one in told:
        table.settle(one)
        table.note(type(one).__name__)
    table.sheets()
    says(*table.moments())


@pytest.mark.parametrize("name", ["three-player-game", "palm-island", "final-decks", COOPER])
def test_a_sample_game(name: str, says: Says) -> None:
    (path,) = (one for folder in SAMPLES.values() for one in folder.glob(f"{name}.toml"))
    table = Told()
    table.send(Action("fill", "record", path.read_text(encoding="utf-8")))
    table.sheets()
    if table.desk.log is not None:
        count = len(table.desk.log.commits)
        for at in (0, count // 3, count // 2, count - 1):
            view = View("a", turn=at, shows="both")
            other = replace(view, language="zh", sheet="score")
            table.note(f"turn {at}", (view, "player"), (other, "spectator"))
    for do, text in (("replace", "2"), ("replace", "0"), ("replace", "999"), ("take-back", ""),
                     ("next", ""), ("end", ""), ("end", ""), ("save-as", "x"), ("save-as", ""),
                     ("save-as", "../x"), ("again", ""), ("begin", "")):  # fmt: skip
        table.send(Action(do, text=text))  # type: ignore[arg-type]
    table.wander(7, 16)
    says(*table.moments())


def test_a_round_of_cooper_island(says: Says) -> None:
    table = Told()
    table.send(Action("fill", "record", HEAD))
    for line in ROUND:
        table.send(Action("fill", "", line))
        table.send(Action("next"))
    table.past()
    table.wander(3, 20)
    says(*table.moments())


def test_a_game_against_the_program(says: Says) -> None:
    table = Told()
    rivals.begin(table)
    for _ in islice(rivals.turns(table), 2):
        table.send(Action("next"))
        for what in ("undo", "undo", "next", "next", "next", "undo"):
            table.send(Action(what))  # type: ignore[arg-type]
        table.sheets()
    table.send(Action("take-back"))
    table.send(Action("stop"))
    table.past()
    says(*table.moments())


def test_a_game_with_an_own_box(says: Says) -> None:
    rng, table = random.Random(5), Told(boxes.table_with().desk)
    cards = boxes.drawn_cards(rng)
    boxes.begin(table)
    table.sheets()
    for _ in range(2):
        boxes.play_turn(table, cards, rng)
    table.send(Action("take-back"))
    table.sheets()
    says(*table.moments())


BESIDE: dict[str, tuple[str, ...]] = {
    "found": ("c4", "b", "E", "d4", "l", "mend", "mend", "e4", "take"),
    "maps map-2": ("e4", "arch-more", "d4", "arch-less"), "maps": ("paint", "paint-d", "a1", "done"),
    "learn": ("next", "d4", "c4", "back"), "puzzle 2026-11-27": ("c4", "d4", "check", "solution"),
    "speed": ("more", "1", "next"), "found =": ("c4", "every"), "box": ("show-boards", "back"),
}  # fmt: skip


@pytest.mark.parametrize("game", ["", MONKEY])
def test_what_is_beside_a_game(game: str, says: Says) -> None:
    for name, taps in BESIDE.items():
        table = Told(fresh().desk) if game else Told()
        what, _, about = name.partition(" ")
        table.send(Action("open", what, about))
        table.tap(*taps)
        table.wander(len(name), 5)
        table.send(Action("open", "join"))
        table.send(Action("fill", "players", "Ana, Ben"))
        table.send(Action("begin"))
        says(*table.moments())


@pytest.mark.parametrize("key", GAMES)
def test_a_pad(key: str, says: Says) -> None:
    table = Told()
    table.send(Action("open", "pad", key))
    lines = table.desk.form.lines if table.desk.form is not None else ()
    for at, name in enumerate(("players.0", "players.1", *(one.question.key for one in lines[1:]))):
        table.send(Action("fill", name, ("Ana", "Ben", "7", "x", "3", "")[at % 6]))
    table.sheets()
    says(*table.moments())


def test_links(says: Says) -> None:
    for text in ("#check=c4+b-d4", "#check=c4-d4", "#check=c4+b-d4&map=map-1"):
        for desk in (Desk("evening.toml"), fresh().desk):
            after: Any = opened(desk, read_link(text))[0]
            table = Told(after)
            table.sheets()
            table.tap("mend")
            table.send(Action("undo"))
            table.send(Action("open"))
            says(*table.moments())
