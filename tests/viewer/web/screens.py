"""Every screen of the page, as sections that no browser is needed for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from palace.core.errors import Problem
from palace.hosts.demo import BUILD
from palace.hosts.pocket import Pocket
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action, By, Sent
from palace.page.show import show
from palace.page.state import PageState
from palace.page.step import step
from palace.page.view import told
from palace_viewer.site.giving import links
from tests.page.boxes import table_with
from tests.page.rivals import begin, turns
from tests.page.tables import SAMPLE, Table, choices, enter, fresh, last_cards, main

LEGAL = "d6", "e6", "e5", "f5", "f4"
ILLEGAL = "a4", "a3", "a2"
FULL = Problem("evening.toml", "no space is left on the device", "make room")
NAMES = {"players.0": "Ana", "players.1": "Benedikta", "players.2": "Caro", "players.3": "Dee"}


def begun(game: str = "monkey-palace", count: int = 4, **filled: str) -> Table:
    """Return the table of a new game."""
    table = Table()
    table.send(Action("open", "new", game))
    names = dict([*NAMES.items()][:count])
    for name, text in (names | filled).items():
        table.send(Action("fill", name, text))
    table.send(Action("begin"))
    assert table.desk.game is not None, table.notices()
    return table


def dealt() -> Table:
    """Return a game whose first hint tells all that a hint can tell."""
    players = "".join(
        f'[[players]]\nname = "Player {number}"\nstart = "4a3b"\neach = "2a2b"\n'
        for number in (1, 2)
    )
    head = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\ndeck = "house"\n'
    rest = 'date = 2026-12-01\ntrophies = ["frog", "monkey", "butterfly"]\nturns = []\n'
    return Table.of(f"{head}{rest}[piles]\nseed = 0\n{players}")


def form() -> Table:
    """Return the form of a new game, with what each has of their own."""
    table = table_with()
    table.send(Action("open", "new", "monkey-palace"))
    for name, text in (NAMES | {"box": "own"}).items():
        table.send(Action("fill", name, text))
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
    sent = Sent(Action("think", "hint"), table.desk.version, 99)
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


def taps(names: str) -> Iterator[Action]:
    """Return taps on places and keys, one after the other."""
    return (Action("tap", name) for name in names.split())


def at(screen: Callable[[], Table], *actions: Action) -> Callable[[], Table]:
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


def typing() -> Table:
    """Return a table on which a card is typed beside cards that were seen, and covers one."""
    return tapped("pile-2x", "bananas-2", table=last_cards())


def covering() -> Table:
    """Return a table on which two cards cover others."""
    table = typing()
    table.tap("add")
    dear = next(name for name in choices(table) if name.startswith("pile-"))
    table.tap(dear, "bananas-2", "add")
    return table


def lesson(number: int) -> Table:
    """Return a table with a lesson, from 1; those before it were shown."""
    table = Table()
    table.send(Action("open", "learn"))
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
    "new game, names": at(Table, Action("open", "new", "monkey-palace")),
    "first turn": fresh,
    "refused": lambda: tapped("a1"),
    "under way": lambda: tapped("d6", "e6", "e5"),
    "illegal": lambda: tapped(*ILLEGAL, "b2"),
    "illegal, mend": lambda: tapped("c4", "d4", "d5", "e5"),
    "legal": lambda: tapped(*LEGAL),
    "by hand": at(lambda: tapped(*LEGAL), Action("tap", "e5", held=True)),
    "pass": lambda: tapped("pass"),
    "cards": lambda: on(tapped(*LEGAL)),
    "a card": lambda: tapped("pile-5g", table=on(tapped(*LEGAL))),
    "typed card": typed,
    "typed beside others": typing,
    "cards that cover": covering,
    "animals": animals,
    "frog": at(typed, Action("next", "frog"), Action("undo")),
    "hint": at(fresh, Action("think", "hint")),
    "strong hint": at(lambda: begun(cards="dealt"), Action("think", "hint")),
    "long hint": at(dealt, Action("think", "hint")),
    "opponent": opponent,
    "opponent, arches": at(opponent, Action("next")),
    "opponent, an arch": at(opponent, *2 * (Action("next"),)),
    "opponent, a decoration": at(opponent, *3 * (Action("next"),)),
    "opponent, cards": at(opponent, *4 * (Action("next"),)),
    "opponent, animals": at(opponent, *5 * (Action("next"),)),
    "thinking": thinking,
    "older turn": at(Table.sample, Action("look", "turn", "7")),
    "set-up": at(Table.sample, Action("look", "turn", "0")),
    "again": at(Table.sample, Action("replace", text="5")),
    "end": Table.sample,
    "score": at(Table.sample, Action("look", "sheet", "score")),
    "settings": at(fresh, Action("look", "sheet", "settings")),
    "pads": at(fresh, Action("look", "sheet", "pads")),
    "save as": at(fresh, Action("look", "sheet", "save-as")),
    "aid": at(fresh, Action("look", "sheet", "paper:aid")),
    "four players": begun,
    "dealt cards": lambda: on(pressed(begun(cards="dealt"), "Hint", "Step by step")),
    "house cards": lambda: on(pressed(begun(cards="house"), "Hint", "Use it")),
    "own pieces": lambda: begun(box="own", boards="unknown"),
    "idea": at(lambda: begun(box="own", boards="unknown"), Action("think", "hint")),
    "found": at(Table, Action("open", "found")),
    "found, a knob": at(Table, Action("open", "found"), Action("tap", "c4")),
    "found, open": at(Table, Action("open", "found"), *taps("c4 b E d4 l")),
    "found, mend": at(Table, Action("open", "found"), *taps("c4 b E d4 l mend")),
    "found, columns": at(Table, Action("open", "found"), Action("tap", "columns")),
    "found, judge": at(Table, Action("open", "found"), *taps("judge c4 d4")),
    "differs": at(Table.sample, Action("open", "found", "=")),
    "lesson": lambda: lesson(2),
    "lesson, wrong": lambda: lesson(6),
    "lesson, right": at(lambda: lesson(6), Action("tap", "solution")),
    "puzzle": at(Table, Action("open", "puzzle", "2026-11-27")),
    "join": at(Table, Action("open", "found"), Action("open", "join")),
    "maps": at(Table, Action("open", "maps")),
    "maps, a knob": at(Table, Action("open", "maps", "map-2"), Action("tap", "e4")),
    "pad": at(Table, Action("open", "pad", "monkey-palace")),
    "palm island, to lay": lambda: begun("palm-island", 1),
    "palm island": lambda: tapped("laid", table=begun("palm-island", 1)),
    "palm island, not paid": lambda: tapped("laid", "rotate-14", table=begun("palm-island", 1)),
    "palm island, speed": at(Table, Action("open", "speed"), Action("tap", "player-1")),
    "palm island form": at(Table, Action("open", "new", "palm-island")),
    "cooper island": lambda: begun("cooper-island", 2),
    "cooper pad": at(Table, Action("open", "pad", "cooper-island")),
    "unsaved": unsaved,
    "changed": changed,
    "set to another": at(fresh, Action("look", "seat", "Caro")),
    "turned": at(lambda: tapped("d6", "e6"), Action("look", "side", "1")),
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


def led(at: int, *actions: Action) -> PageState:
    """Return what the demo shows, after some actions."""
    opens = links()
    given = {"name": "game-1.toml", "link": opens[at - 1], "demo": [at, len(opens)]}
    pocket = Pocket()
    pocket.begin(json.dumps(given))
    for count, action in enumerate(actions, 1):
        sent = act.do(action) | {"version": pocket.desk.version, "count": count}
        pocket.hear(json.dumps(sent))
    return pocket.furnished(show(pocket.desk, pocket.phone.view))


def states() -> dict[str, Callable[[], PageState]]:
    """Return every screen as the sections that one phone shows."""
    shown = {name: partial(_shown, screen) for name, screen in SCREENS.items()}
    built = [Action("tap", knob) for knob in ("a4", "a5", "a6", "b6")]
    demo = {
        **{f"demo {at}": partial(led, at) for at in (1, 2, 3, 4)},
        **{f"demo {at} mended": partial(led, at, Action("tap", "mend")) for at in (1, 2, 3)},
        "demo, one to build": partial(led, 4, BUILD),
        "demo, one that is built": partial(led, 4, BUILD, *built),
    }
    return {**shown, **demo, "spectator": spectator, "notice": noticed}


def _shown(screen: Callable[[], Table]) -> PageState:
    return screen().shown()
