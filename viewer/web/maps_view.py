"""Maps on a page: what each knob is worth, also as columns in 3D, and the best staircase of a knob
that is tapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from nicegui import run, ui

from palace.core import colours
from palace.core.errors import InputError, Problem
from palace.monkey_palace.drawing.heat import Heat, difference, heat
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.map_stats import (
    FIGURES,
    MORE,
    USUAL,
    MapStats,
    best_at,
    best_by,
    in_time,
    with_arches,
)
from palace.monkey_palace.search.trial import Trial

from .forms import Choice, Field
from .layers import layers_of_map
from .model import Model, Models
from .parts import KnobGrid, Taps, paragraph
from .plan import Spot, View, list_spots, trial_panel
from .words import Words

SECONDS = 10.0
"""Seconds that a map is looked at."""


@dataclass(frozen=True)
class Look:
    """A map with a hand, the figure that is shown of each knob, and the staircase of one knob;
    `other` is the map and hand it is compared with.

    The search for the staircase was `stopped` if it reached its time limit.
    """

    stats: MapStats
    figure: str
    at: Knob | None = None
    best: Verdict | None = None
    other: MapStats | None = None
    stopped: bool = False

    @property
    def heat(self) -> Heat:
        """The figure of every knob; beside another map or hand, how much more there is here."""
        if self.other is None:
            return heat(self.stats, self.figure)
        return difference(self.other, self.stats, self.figure)

    def best_of(self, knob: Knob) -> Look:
        """Return the look at the best staircase that ends on a knob; takes a moment."""
        by = best_by(self.figure)
        found = best_at(self.stats.palace, knob, self.stats.supply, by=by, seconds=SECONDS)
        best = found.verdicts[0] if found.verdicts else None
        return replace(self, at=knob, best=best, stopped=not found.complete)

    @property
    def trial(self) -> Trial | None:
        """The staircase that is shown."""
        if self.best is None or self.best.staircase is None:
            return None
        best, stats = self.best.staircase, self.stats
        return Trial(
            stats.palace, stats.supply, DEFAULT, knobs=best.knobs, unders=best.unders,
            risers=best.risers,
        )  # fmt: skip

    def view(self) -> View:
        """Return the map with the path of the staircase that is shown."""
        path = () if self.trial is None else self.trial.knobs
        return View(self.stats.palace, path, "hint", chosen=self.at)

    def title(self, words: Words) -> tuple[str, str]:
        """Return the map or maps, and the hand or hands."""
        sides = [side for side in (self.stats, self.other) if side is not None]
        titles = dict.fromkeys(side.palace.ground.title for side in sides)
        hands = dict.fromkeys(words.pieces(side.supply) for side in sides)
        maps, pieces = (
            words.say("compare-is", one=one, other=other[0]) if other else one
            for one, *other in (titles, hands)
        )
        return maps, words.say("hand", pieces=pieces)


def look_at(
    name: str, figure: str, supply: Supply, beside: tuple[str, Supply] | None = None
) -> Look:
    """Return a map with what every knob of it is worth, perhaps beside that or another map with
    another hand; takes a moment."""
    stats, *others = (
        in_time(Palace.setup(load_map(ground)), hand, seconds=SECONDS)
        for ground, hand in ((name, supply), *([] if beside is None else [beside]))
    )
    if beside is not None and beside[1] == supply:
        # Fair only with as many arches as there was time for on both.
        fewer = min(side.supply.arch for side in (stats, *others))
        stats, *others = (with_arches(side, fewer) for side in (stats, *others))
    return Look(stats, figure, other=next(iter(others), None))


def list_worth(look: Look, words: Words) -> Iterator[Spot]:
    """Yield the knobs with their figures, in tones, and the steps of the staircase shown."""
    shown = look.heat
    tones, tinted = (colours.TWO_SIDED, "two") if look.other else (colours.TONES, "tone")
    for spot in list_spots(look.view(), words):
        knob = Knob.read(spot.knob)
        if knob not in shown.shown:
            yield spot
            continue
        number = shown.shown[knob]
        shade = tones.index(shown.scale.tone(number))
        worth = f"{spot.label}, {number} {words.say(f'figure-{look.figure}')}"
        looks = spot.looks.replace(f"zone-{spot.zone}", f"{tinted}-{shade}")
        yield spot._replace(text=shown.scale.text(number), looks=looks, label=worth)


class MapsView:
    """The maps on one phone; nothing of it is kept."""

    def __init__(self, taps: Taps, models: Models) -> None:
        self.taps = taps
        self.models = models
        self.look: Look | None = None
        self.asked = object()
        say = taps.words.say
        with ui.element("div").classes("any"):
            paragraph(say("maps"), tag="h1")
            with ui.element("div").classes("begin box"):
                self.name = Choice(say("map"), "map", {name: name for name in SHIPPED})
                shown = {name: say(f"figure-{name}") for name in FIGURES}
                self.figure = Choice(say("figure"), "figure", shown)
                others = {"": say("compare-none")} | {name: name for name in SHIPPED}
                self.other = Choice(say("compare"), "other", others)
                self.hand = Field(say("hand-field"), "hand", str(USUAL))
                self.other_hand = Field(say("hand-other"), "other-hand")
                taps.button("look", say("look"), self.show, "main")
            self.part = ui.element("section")

    async def show(self) -> None:
        """Look at the map that is chosen, with the hand that is typed."""
        supply, written = Supply.read(self.hand.value), self.other_hand.value.strip()
        name, beside = self.name.value, None
        if written or self.other.value:
            beside = self.other.value or name, Supply.read(written) if written else supply
        if not await self._wait(look_at, name, self.figure.value, supply, beside):
            return
        assert self.look is not None
        self.part.clear()
        with self.part:
            self.model = Model(self.taps.words.say("model")).classes("model")
            self.grid = KnobGrid(self.taps, self.look.stats.palace.ground, self.tapped)
            self.verdict = ui.element("section").classes("verdict").props("data-part=verdict")
        self.fill()

    async def tapped(self, knob: Knob) -> None:
        """Show the best staircase of a knob."""
        if self.look is not None and await self._wait(self.look.best_of, knob):
            self.fill()

    async def more(self) -> None:
        """Look again with two more arches in hand, on both sides."""
        look = self.look
        if look is None:
            return
        (name, supply), *others = (
            (side.palace.ground.name, side.supply.plus(MORE))
            for side in (look.stats, look.other) if side is not None
        )  # fmt: skip
        found = await self._wait(look_at, name, look.figure, supply, next(iter(others), None))
        if found and self.look is not None and look.at is not None:
            found = await self._wait(self.look.best_of, look.at)
        if found:
            self.fill()

    async def _wait(self, ask: Callable[..., Look], *given: object) -> bool:
        """Look again; return whether nothing else was asked for in the meantime."""
        asked = self.asked = object()
        told = ui.notification(
            self.taps.words.say("working"), position="top", spinner=True, timeout=None
        )
        try:
            found: Look | None = await run.io_bound(ask, *given)
        finally:
            told.dismiss()
        if found is None:  # the server ends
            raise InputError(Problem("", "the page is closed"))
        if asked is not self.asked:
            return False
        self.look = found
        return True

    def fill(self) -> None:
        """Show the figures, and the staircase."""
        look, words = self.look, self.taps.words
        if look is None:
            return
        self.grid.show(list_worth(look, words))
        self.model.show(layers_of_map(self.models, look.heat, look.trial, look.view()))
        self.verdict.clear()
        with self.verdict:
            for line in look.title(words):
                paragraph(line)
            if look.at is None:
                paragraph(words.say("maps-tap"), tag="h2")
            elif look.trial is None and not look.stopped:
                paragraph(words.say("maps-none", knob=look.at), tag="h2")
            elif look.trial is not None:
                self._fill_best(look.trial)
            if look.stopped:
                paragraph(words.say("maps-stopped"))
            self.taps.button("more", words.say("maps-more"), self.more, "small")

    def _fill_best(self, trial: Trial) -> None:
        panel = trial_panel(trial, self.taps.words)
        paragraph(panel.title, tag="h2")
        for line in panel.lines:
            paragraph(line)
