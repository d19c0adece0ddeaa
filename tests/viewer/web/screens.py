"""Every screen of the page, as sections that no browser is needed for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from palace.core.errors import Problem
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import By, Sent
from palace.page.show import show
from palace.page.state import PageState
from palace.page.step import step
from palace.page.view import told
from tests.page.rivals import begin, turns
from tests.page.tables import SAMPLE, Table, enter, fresh, main

LEGAL = "d6", "e6", "e5", "f5", "f4"
ILLEGAL = "a1", "a2", "b2"
FULL = Problem("evening.toml", "no space is left on the device", "make room")
NAMES = {"players.0": "Ana", "players.1": "Benedikta", "players.2": "Caro", "players.3": "Dee"}


def begun(game: str = "monkey-palace", count: int = 4, **filled: str) -> Table:
    """Return the table of a new game."""
    table = Table()
    table.send(act.Open("new", game))
    names = dict([*NAMES.items()][:count])
    for name, text in (names | filled).items():
        table.send(act.Fill(name, text))
    table.send(act.Plain("begin"))
    assert table.desk.game is not None, table.notices()
    return table


def form() -> Table:
    """Return the form of a new game, with what each has of their own."""
    table = Table()
    table.send(act.Open("new", "monkey-palace"))
    for name, text in (NAMES | {"box": "own"}).items():
        table.send(act.Fill(name, text))
    return table


def tapped(*names: str, table: Table | None = None) -> Table:
    """Return a table after some taps."""
    table = table or fresh()
    table.tap(*names)
    return table


def pressed(table: Table, *texts: str) -> Table:
    """Return a table after some keys."""
    for text in texts:
        table.press(text)
    return table


def on(table: Table) -> Table:
    """Return a table after its main key."""
    main(table)
    return table


def opponent() -> Table:
    """Return a table on which the program shows its turn."""
    table = Table()
    begin(table)
    next(turns(table))
    return table


def thinking() -> Table:
    """Return a table on which a hint is looked for."""
    table = tapped("c4")
    sent = Sent(act.Think("hint"), table.desk.version, 99)
    desk, _ = step(table.desk, sent, By("a", "2026-11-23", 7))
    return Table(desk)


def unsaved() -> Table:
    """Return a table whose last turn could not be saved."""
    table = fresh()
    table.holds = True
    enter(table, read_record(SAMPLE).written[0].move)
    save = next(effect for effect in reversed(table.effects) if isinstance(effect, act.Save))
    table.settle(act.Unsaved(save.number, FULL))
    return table


def changed() -> Table:
    """Return a table whose file another program has changed."""
    table = fresh()
    table.settle(act.FileChanged("else"))
    return table


def at(screen: Callable[[], Table], *actions: act.Action) -> Callable[[], Table]:
    """Return a screen after some actions."""

    def found() -> Table:
        table = screen()
        for action in actions:
            table.send(action)
        return table

    return found


def typed() -> Table:
    """Return a table on which a card is entered that was not seen before."""
    table = on(tapped(*LEGAL))
    table.tap("pile-5g", "bananas-4", "once-arch-more", "each-arch-more")
    return table


def lesson(number: int) -> Table:
    """Return a table with a lesson, from 1; those before it were shown."""
    table = Table()
    table.send(act.Open("learn"))
    table.tap(*(number - 1) * ("solution", "next"))
    return table


def animals() -> Table:
    """Return a table that asks for the animals."""
    table = on(tapped(*LEGAL))
    table.tap("pile-5g", "bananas-4", "once-arch-more")
    return on(table)


SCREENS: dict[str, Callable[[], Table]] = {
    "start": Table,
    "new game": form,
    "new game, names": at(Table, act.Open("new", "monkey-palace")),
    "first turn": fresh,
    "refused": lambda: tapped("a1"),
    "under way": lambda: tapped("d6", "e6", "e5"),
    "illegal": lambda: tapped("a1", "a2", "b2", "b3"),
    "illegal, mend": lambda: tapped("c4", "d4", "d5", "e5"),
    "legal": lambda: tapped(*LEGAL),
    "by hand": at(lambda: tapped(*LEGAL), act.Tap("e5", held=True)),
    "pass": lambda: tapped("pass"),
    "cards": lambda: on(tapped(*LEGAL)),
    "a card": lambda: tapped("pile-5g", table=on(tapped(*LEGAL))),
    "typed card": typed,
    "animals": animals,
    "frog": at(typed, act.Next(to="frog")),
    "hint": at(fresh, act.Think("hint")),
    "strong hint": at(lambda: begun(cards="dealt"), act.Think("hint")),
    "opponent": opponent,
    "opponent, an arch": at(opponent, *3 * (act.Next(),)),
    "opponent, cards": at(opponent, *5 * (act.Next(),)),
    "opponent, an animal": at(opponent, *8 * (act.Next(),)),
    "opponent, earned": at(opponent, *9 * (act.Next(),)),
    "thinking": thinking,
    "older turn": at(Table.sample, act.Look(turn=7)),
    "set-up": at(Table.sample, act.Look(turn=0)),
    "again": at(Table.sample, act.Replace(5)),
    "end": Table.sample,
    "score": at(Table.sample, act.Look(sheet="score")),
    "settings": at(fresh, act.Look(sheet="settings")),
    "pads": at(fresh, act.Look(sheet="pads")),
    "save as": at(fresh, act.Look(sheet="save-as")),
    "aid": at(fresh, act.Look(sheet="paper:aid")),
    "four players": begun,
    "dealt cards": lambda: on(pressed(begun(cards="dealt"), "Hint", "Use it")),
    "house cards": lambda: on(pressed(begun(cards="house"), "Hint", "Use it")),
    "own pieces": lambda: begun(box="own", boards="unknown"),
    "idea": at(lambda: begun(box="own", boards="unknown"), act.Think("hint")),
    "found": at(Table, act.Open("found")),
    "found, a knob": at(Table, act.Open("found"), act.Tap("c4")),
    "found, open": at(Table, act.Open("found"), *map(act.Tap, ("c4", "b", "E", "d4", "l"))),
    "found, mend": at(Table, act.Open("found"), *map(act.Tap, ("c4", "b", "E", "d4", "l", "mend"))),
    "found, columns": at(Table, act.Open("found"), act.Tap("columns")),
    "found, judge": at(Table, act.Open("found"), *map(act.Tap, ("judge", "c4", "d4"))),
    "differs": at(Table.sample, act.Open("found", "=")),
    "lesson": lambda: lesson(2),
    "lesson, wrong": lambda: lesson(6),
    "lesson, right": at(lambda: lesson(6), act.Tap("solution")),
    "puzzle": at(Table, act.Open("puzzle", "2026-11-27")),
    "join": at(Table, act.Open("found"), act.Open("join")),
    "maps": at(Table, act.Open("maps")),
    "maps, a knob": at(Table, act.Open("maps", "map-2"), act.Tap("e4")),
    "pad": at(Table, act.Open("pad", "monkey-palace")),
    "palm island": lambda: begun("palm-island", 1),
    "palm island, not paid": at(lambda: begun("palm-island", 1), act.Tap("rotate-14")),
    "palm island, speed": at(Table, act.Open("speed"), act.Tap("player-1")),
    "palm island form": at(Table, act.Open("new", "palm-island")),
    "cooper island": lambda: begun("cooper-island", 2),
    "cooper pad": at(Table, act.Open("pad", "cooper-island")),
    "unsaved": unsaved,
    "changed": changed,
    "set to another": at(fresh, act.Look(seat="Caro")),
    "turned": at(lambda: tapped("d6", "e6"), act.Look(side=1)),
}


def spectator() -> PageState:
    """Return what a phone shows that only looks on."""
    table = tapped(*LEGAL)
    return show(table.desk, table.view(), "spectator")


def noticed() -> PageState:
    """Return what a phone shows that was told something."""
    table = tapped(*LEGAL)
    table.views["a"] = told(table.view(), FULL)
    return table.shown()


def states() -> dict[str, Callable[[], PageState]]:
    """Return every screen as the sections that one phone shows."""
    shown = {name: partial(_shown, screen) for name, screen in SCREENS.items()}
    return {**shown, "spectator": spectator, "notice": noticed}


def _shown(screen: Callable[[], Table]) -> PageState:
    return screen().shown()
