"""What helps in looking and in replaying alike: a hint, heat maps, a click that asks what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS, Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import Best, best

from .callouts import step_labels
from .errand import Errand, Progress
from .inspecting import about
from .mode import ModeContext, Shot, Spot
from .registry import HEATS, Heat

SECONDS = 10.0
"""After which a search for a hint stops with what is found."""

KEYS = {
    "i": "hint: show or hide the best staircase",
    "m": "heat map: the next one, none after the last",
}


class Aids:
    """The hint, the heat map and the spot last clicked, for a mode that says where one stands."""

    def __init__(self, here: Callable[[], ModeContext | None]) -> None:
        self.here = here
        self.hint: Errand[Best] | None = None
        self.heat: Errand[Heat] | None = None
        self.heat_number = 0
        self.spot: Spot | None = None
        self.note = ""
        self.waiting = False

    def forget(self) -> None:
        """Something else is to be seen now: nothing of the aids holds for it."""
        for errand in (self.hint, self.heat):
            if errand is not None:
                errand.drop()
        self.hint = self.heat = self.spot = None
        self.heat_number, self.note = 0, ""

    def key(self, name: str) -> None:
        """One of `KEYS` was pressed."""
        self.note = ""
        here = self.here()
        if here is None:
            self.note = "not here: what stands is not legal"
        elif name == "i":
            self._hint(here)
        elif name == "m":
            self._heat(here)

    def pick(self, spot: Spot) -> None:
        """Something was clicked; the same again, or nothing, and it is let go."""
        self.spot = None if spot in (self.spot, Spot()) else spot

    def poll(self) -> bool:
        """Whether a search has ended, or goes on and shows how far it is."""
        was, self.waiting = self.waiting, any(not errand.done for errand in self._errands())
        return was or self.waiting

    def dressed(self, shot: Shot) -> Shot:
        """A shot with the aids in it."""
        lines = list(shot.panel)
        if self.spot is not None and (said := about(shot.scene, self.spot)):
            lines += ["", *said]
            if self.spot.instance is not None:
                shot = replace(shot, outlined=(self.spot.instance,))
        shot = self._with_hint(shot, lines)
        shot = self._with_heat(shot, lines)
        if self.note:
            lines += ["", self.note]
        return replace(shot, panel=tuple(lines))

    def _errands(self) -> list[Errand[Best] | Errand[Heat]]:
        return [errand for errand in (self.hint, self.heat) if errand is not None]

    def _hint(self, here: ModeContext) -> None:
        if self.hint is not None:
            self.hint.drop()
            self.hint = None
            return

        def work(progress: Progress) -> Best:
            return best(here.palace, here.supply, here.rulings, seconds=SECONDS, progress=progress)

        self.hint, self.waiting = Errand(work), True

    def _heat(self, here: ModeContext) -> None:
        if self.heat is not None:
            self.heat.drop()
        if not HEATS:
            self.note = "no heat map is installed"
            return
        self.heat_number = (self.heat_number + 1) % (len(HEATS) + 1)
        self.heat = None
        if self.heat_number:
            paint = [*HEATS.values()][self.heat_number - 1]
            self.heat, self.waiting = Errand(lambda progress: paint(here, progress)), True

    def _with_hint(self, shot: Shot, lines: list[str]) -> Shot:
        if self.hint is None:
            return shot
        if not self.hint.done:
            lines += ["", f"looking for the best staircase ... {self.hint.share:.0%}"]
            return shot
        here, found = self.here(), self.hint.result
        if self.hint.error is not None or found is None or here is None:
            lines += ["", f"hint: it cannot be found ({self.hint.error})"]
            return shot
        if not found.verdicts:
            none = "no staircase can be built" if found.complete else "no staircase found in time"
            lines += ["", f"hint: {none}"]
            return shot
        verdict = found.verdicts[0]
        lines += ["", *hint_lines(verdict)]
        if not found.complete:
            lines.append(f"stopped after {SECONDS:.0f} s: there may be better ones")
        assert verdict.staircase is not None
        labels = step_labels(here.palace, verdict.staircase, "hint")
        others = tuple(label for label in shot.labels if label.role != "step")
        return replace(shot, ghosts=ghosts(here, verdict), labels=(*others, *labels))

    def _with_heat(self, shot: Shot, lines: list[str]) -> Shot:
        if self.heat is None:
            return shot
        title = [*HEATS][self.heat_number - 1]
        if not self.heat.done:
            lines += ["", f"heat map: {title} ... {self.heat.share:.0%}"]
            return shot
        if self.heat.result is None:
            lines += ["", f"heat map: {title}: it cannot be made ({self.heat.error})"]
            return shot
        heat = self.heat.result
        lines += ["", f"heat map: {title}", *heat.notes]
        return replace(shot, heat=heat.warmth, legend=heat.legend)


def hint_lines(verdict: Verdict) -> tuple[str, ...]:
    """The best staircase in words."""
    colour = COLOUR_WORDS[verdict.decoration or "l"]
    extra = f"highest {colour}" if verdict.highest else colour
    bonus = ", bonus card" if verdict.bonus else ""
    worth = f"{verdict.credits} credit{'s' * (verdict.credits != 1)}"
    return (f"hint: {verdict.staircase}", f"{worth}, {extra}{bonus}, uses {verdict.uses}")


def ghosts(here: ModeContext, verdict: Verdict) -> tuple[Element, ...]:
    """The pieces of a legal staircase, its decoration last."""
    assert verdict.staircase is not None
    assert verdict.palace is not None
    laid = elements(here.palace, verdict.staircase)
    known = {*chain(laid, here.palace.elements())}
    kinds = {*COLOURS.values()}
    placed = (e for e in verdict.palace.elements() if e not in known and e.kind in kinds)
    return (*laid, *placed)
