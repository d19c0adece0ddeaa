"""Cost of turn changes in the window, drawn in software, and memory growth over a thousand.

Run as a module, in a process of its own; prints one JSON object.  A full plate of 231 elements is
shown with more and with fewer of them, as in a replay; processor time is measured, which other work
on the machine hardly changes.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from palace.core.errors import InputError
from palace_viewer.callouts import Label
from palace_viewer.offscreen.opengl import need
from palace_viewer.scene import Scene, scene
from palace_viewer.window.mode import Shot, Slider, Spot
from palace_viewer.window.window import Window
from tests.full_table import full_table

SIZE, SMALL = (1200, 900), (160, 120)
TURNS, LAID = 19, 11
MOVES, WARMING, SAMPLES = 1000, 200, 9
CHANGE, RENDER, GROWTH, ACTORS, KEYS = "turn change", "re-render", "growth", "actors", "ten keys"


class Turns:
    """The table after each of some turns, the last pieces outlined, with panel, labels, slider."""

    keys: dict[str, str]

    def __init__(self) -> None:
        whole = scene(full_table())
        count = len(whole.instances)
        self.keys = {"Left": "the turn before"}
        self.at = TURNS
        self.shots = [self._shot(whole, count, turn) for turn in range(TURNS + 1)]

    def _shot(self, whole: Scene, count: int, turn: int) -> Shot:
        laid = count - (TURNS - turn) * LAID
        pieces = whole.instances[:laid]
        last = range(laid - LAID, laid)
        labels = tuple(
            Label(str(n), (8.0 * pieces[at].element.x, 8.0 * pieces[at].element.y, 40.0), "step")
            for n, at in enumerate(last)
        )
        return Shot(
            replace(whole, instances=pieces), (f"Turn {turn}", "5 credits"), "legal", labels,
            slider=Slider(turn, TURNS, f"turn {turn} of {TURNS}"), outlined=tuple(last),
        )  # fmt: skip

    def shot(self) -> Shot:
        return self.shots[self.at]

    def key(self, name: str) -> None:
        self.at -= 1

    def pick(self, spot: Spot) -> None:
        """Nor does a click."""

    def slide(self, at: int) -> None:
        self.at = at


def taken(work: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def to(window: Window, mode: Turns, turn: int) -> None:
    """Go to a turn, as the slider does."""
    mode.slide(turn)
    window.refresh()
    window.render()


def press_ten(window: Window) -> None:
    """Press ten keys while the window is busy, and wait until it is drawn smoothly."""
    window.looping = True
    for _ in range(10):
        window.press_key("Left")
        window.draw_soon()
    window.tick()
    window.changed = 0.0
    window.tick()
    window.looping = False
    assert window.smooth
    assert not window.stale


def draw_ten(window: Window, mode: Turns) -> None:
    """Draw ten turns smoothly, one after the other."""
    for turn in reversed(range(TURNS - 10, TURNS)):
        to(window, mode, turn)


def costs(rounds: int) -> dict[str, list[float]]:
    """In each round the milliseconds that a turn change takes more than a re-render, and those."""
    mode = Turns()
    window = Window(mode, size=SIZE, off_screen=True)
    for turn in range(TURNS + 1):
        to(window, mode, turn)
    found: dict[str, list[float]] = {CHANGE: [], RENDER: [], ACTORS: [], KEYS: []}
    for _ in range(rounds):
        pairs = []
        for number in range(SAMPLES):
            again = taken(window.render)
            change = taken(partial(to, window, mode, TURNS - 1 + number % 2))
            pairs.append((change - again, again))
        found[CHANGE].append(statistics.median(change for change, _ in pairs))
        found[RENDER].append(statistics.median(again for _, again in pairs))
        found[ACTORS].append(window.panes[0].renderer.VisibleActorCount())
        to(window, mode, TURNS)
        pressing = taken(partial(press_ten, window))
        assert mode.at == TURNS - 10
        found[KEYS].append(pressing / taken(partial(draw_ten, window, mode)))
    window.close()
    return found


def growth() -> float:
    """Megabytes that a thousand moves of the slider add to the most that was ever held."""
    mode = Turns()
    window = Window(mode, size=SMALL, off_screen=True)
    window.set_smooth(False)
    held = []
    for move in range(WARMING + MOVES):
        to(window, mode, move % (TURNS + 1))
        if move in (WARMING - 1, WARMING + MOVES - 1):
            held.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    window.close()
    return held[1] - held[0]


if __name__ == "__main__":
    try:
        need()
        measured = costs(int(sys.argv[1]))
        print(json.dumps({**measured, GROWTH: [growth()]}))
    except InputError as error:
        sys.exit(str(error))
