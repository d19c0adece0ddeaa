"""Aids of looking and replaying: a hint, heat maps, and what is at a clicked spot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from palace.monkey_palace.drawing.heat import TERRAINS
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS, Element
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import Best
from palace.monkey_palace.search.map_stats import FIGURES, MORE, USUAL, best_by

from ..marks import above, label_steps
from ..scene import Scene
from .labels import describe
from .mode import ModeContext, Shot, Spot
from .searches import BEST_SECONDS, Errand, T, Warmth, find_best_at, find_hint, find_warmth

HEATS = (*reversed(FIGURES),)
"""The heat maps in the order of the `m` key: height, credits, staircases."""

KEYS = {
    "i": "hint: show or hide the best staircase",
    "click": "a piece: what it is; a knob: its best staircase",
    "a": "with two more arches, or without them again",
    "m": "heat map: show the next one, or none after the last",
    "t": "heat map as columns, or flat",
    "d": "difference: from the map beside it, or what two more arches add",
}


class Aided(ABC):
    """A mode with a hint, heat maps, and what is at the last clicked spot.

    `beside` is the mode that a heat map is compared with, if two pictures are shown.
    """

    def __init__(self) -> None:
        self.beside: Aided | None = None
        self.waiting = False
        self._clear()

    def _clear(self) -> None:
        self.hint: Errand[Best] | None = None
        self.heat: Errand[Warmth] | None = None
        self.best: Errand[Best] | None = None
        self.spot: Spot | None = None
        self.figure = self.note = ""
        self.terrain = self.more = self.differs = False

    @property
    def errands(self) -> tuple[Errand[Best] | Errand[Warmth], ...]:
        """The searches that are running or have ended."""
        return tuple(one for one in (self.hint, self.heat, self.best) if one is not None)

    @abstractmethod
    def here(self) -> ModeContext | None:
        """Return the position that the aids are about; None if it is not legal."""

    def forget(self) -> None:
        """Drop all aids, because the position has changed; those beside it are compared with it."""
        for mode in (self, self.beside):
            if mode is not None:
                for errand in mode.errands:
                    errand.drop()
                mode._clear()

    def key(self, name: str) -> None:
        """Handle one of `KEYS`."""
        self.note = ""
        if self.here() is None:
            self.note = "not available: the position is not legal"
        elif name == "i":
            shown = self.hint is not None
            self.pick(Spot())
            self.hint = _begin(self.hint, find_hint, None if shown else self._hinted())
        elif name == "a":
            self.more = not self.more
            self._look_again()
        elif name == "m":
            at = HEATS.index(self.figure) + 1 if self.figure else 0
            self.show_heat((*HEATS, "")[at])
        elif name == "t":
            self.terrain = not self.terrain
            if not self.figure:
                self.show_heat(HEATS[0])
            elif self.terrain and (self.differs or self.figure not in TERRAINS):
                self.note = f"columns show {' or '.join(TERRAINS)}, and no difference"
        elif name == "d":
            self.differs = not self.differs
            self.show_heat(self.figure or HEATS[0])
        self.waiting = True

    def show_heat(self, figure: str, *, terrain: bool | None = None) -> None:
        """Show the heat map of one of `map_stats.FIGURES`, perhaps as columns; '' hides it."""
        other, self.figure = best_by(figure) != best_by(self.figure), figure
        self.terrain = self.terrain if terrain is None else terrain
        here = self.asked() if figure else None
        # Both are compared with what is asked here: the other has perhaps not had the key yet.
        beside = None if self.beside is None else self.beside.asked(more=self.more)
        if beside is None and self.differs and here is not None:
            here, beside = self.asked(more=True), self.here()
        work = partial(find_warmth, figure=figure, beside=beside, differs=self.differs)
        self.heat, self.waiting = _begin(self.heat, work, here), True
        if other:
            self._look_at_knob()

    def pick(self, spot: Spot) -> None:
        """Select what was clicked; clicking it again, or the background, clears the selection.

        Of a knob, and not of a piece, the best staircase is searched for.
        """
        self.spot = None if spot in (self.spot, Spot()) else spot
        self._look_at_knob()

    def poll(self) -> bool:
        """Return whether a search is running or has just ended."""
        was = self.waiting
        self.waiting = any(not errand.done for errand in self.errands)
        return was or self.waiting

    def wait(self) -> None:
        """Return when all searches have ended."""
        for errand in self.errands:
            errand.wait()

    def asked(self, *, more: bool | None = None) -> ModeContext | None:
        """Return the position with the hand that the aids are about: with two more arches if they
        are asked for, by the key or by `more`."""
        here = self.here()
        if here is None or not (self.more if more is None else more):
            return here
        return here._replace(supply=(here.supply or USUAL).plus(MORE))

    def dress(self, shot: Shot) -> Shot:
        """Return a shot with the aids added."""
        lines = list(shot.panel)
        if self.spot is not None and (description := describe(shot.scene, self.spot)):
            lines += ["", *description]
            if self.spot.instance is not None:
                shot = replace(shot, outlined=(self.spot.instance,))
        if self.more and not self.errands and (asked := self.asked()) is not None:
            lines += ["", f"with two more arches: {asked.supply}"]
        shot = self._with_best(shot, lines)
        shot = self._with_hint(shot, lines)
        shot = self._with_heat(shot, lines)
        if self.note:
            lines += ["", self.note]
        return replace(shot, panel=tuple(lines))

    def _hinted(self) -> ModeContext | None:
        """Return the position with the hand of the hint, which without one is the whole box."""
        here = self.here()
        return here if here is None or here.supply is None else self.asked()

    def _look_again(self) -> None:
        """Search again for what is shown, because the hand has changed."""
        hinted = self._hinted()
        if self.hint is not None and hinted is not None and hinted.supply is not None:
            self.hint = _begin(self.hint, find_hint, hinted)
        if self.figure:
            self.show_heat(self.figure)
        self._look_at_knob()

    def _look_at_knob(self) -> None:
        knob = None if self.spot is None or self.spot.instance is not None else self.spot.knob
        here = self.asked()
        if here is not None and knob not in here.palace.ground.colours:
            here = None
        work = partial(find_best_at, knob=knob, by=best_by(self.figure))
        self.best, self.waiting = _begin(self.best, work, here), True
        if self.best is not None and self.hint is not None:  # one staircase at a time
            self.hint.drop()
            self.hint = None

    def _with_best(self, shot: Shot, lines: list[str]) -> Shot:
        asked = self.asked()
        if self.best is None or self.spot is None or asked is None:
            return shot
        what = f"the best staircase to {self.spot.knob} with {asked.supply or USUAL}"
        if best_by(self.figure) == "height":
            what = f"the highest staircase on {self.spot.knob} with {asked.supply or USUAL}"
        return self._with_staircase(self.best, shot, lines, "", what)

    def _with_hint(self, shot: Shot, lines: list[str]) -> Shot:
        if self.hint is None:
            return shot
        return self._with_staircase(self.hint, shot, lines, "hint: ", "the best staircase")

    def _with_staircase(
        self, errand: Errand[Best], shot: Shot, lines: list[str], lead: str, what: str
    ) -> Shot:
        """Return a shot with the best staircase that was found as a ghost."""
        if not errand.done:
            lines += ["", f"searching for {what} ... {errand.share:.0%}"]
            return shot
        here, found = self.here(), errand.result
        if errand.error is not None or found is None or here is None:
            lines += ["", f"{lead}the search failed ({errand.error})"]
            return shot
        if not found.verdicts:
            none = "no staircase can be built" if found.complete else "no staircase found in time"
            lines += ["", f"{lead}{none}"]
            return shot
        verdict = found.verdicts[0]
        lines += ["", *([] if lead else [f"{what}:"]), *write_staircase(verdict, lead)]
        if not found.complete:
            lines.append(f"stopped after {BEST_SECONDS:.0f} s: there may be a better staircase")
        assert verdict.staircase is not None
        labels = label_steps(here.palace, verdict.staircase, "hint")
        others = tuple(label for label in shot.labels if label.role != "step")
        return replace(shot, ghosts=list_ghosts(here, verdict), labels=(*others, *labels))

    def _with_heat(self, shot: Shot, lines: list[str]) -> Shot:
        if self.heat is None:
            return shot
        title = FIGURES[self.figure]
        if not self.heat.done:
            lines += ["", f"heat map: {title} ... {self.heat.share:.0%}"]
            return shot
        if self.heat.result is None:
            lines += ["", f"heat map: {title}: the search failed ({self.heat.error})"]
            return shot
        heat, notes = self.heat.result
        lines += ["", *(heat.lines if heat.scale.signed else ()), *notes]
        shot = replace(shot, heat=heat)
        # Columns would hide a staircase.
        if not (self.terrain and heat.rises) or self.best is not None:
            return shot
        ground = shot.scene.ground
        corners = (one for one in shot.scene.instances if one.element.kind == "corner")
        tops = tuple(above(ground, knob, value) for knob, value in heat.shown.items())
        return replace(
            shot, scene=Scene.of(ground, corners), terrain=True, labels=(), ghosts=(), outlined=(),
            reach=(*shot.reach, *tops),
        )  # fmt: skip


def _begin(
    running: Errand[T] | None, work: Callable[..., T], here: ModeContext | None
) -> Errand[T] | None:
    """Drop an errand, and return the next one about a position, if there is one."""
    if running is not None:
        running.drop()
    return None if here is None else Errand(lambda progress: work(here, progress))


def write_staircase(verdict: Verdict, lead: str = "") -> Iterator[str]:
    """Yield the lines about a legal staircase: its text, what it earns, and its pieces."""
    colour = COLOUR_WORDS[verdict.decoration or "l"]
    extra = f"highest {colour}" if verdict.highest else colour
    bonus = ", bonus card" if verdict.bonus else ""
    worth = f"{verdict.credits} credit{'s' * (verdict.credits != 1)}"
    yield f"{lead}{verdict.staircase}"
    yield f"{worth}, {extra}{bonus}, uses {verdict.uses}"


def list_ghosts(here: ModeContext, verdict: Verdict) -> tuple[Element, ...]:
    """Return the pieces of a legal staircase, its decoration last."""
    assert verdict.staircase is not None
    assert verdict.palace is not None
    laid = elements(here.palace, verdict.staircase)
    known = {*chain(laid, here.palace.elements())}
    kinds = {*COLOURS.values()}
    placed = (e for e in verdict.palace.elements() if e not in known and e.kind in kinds)
    return (*laid, *placed)
