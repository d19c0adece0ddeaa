"""Maps on a page: what each knob is worth, and the best staircase of a knob that is tapped."""

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
from palace.monkey_palace.search.map_stats import FIGURES, USUAL, MapStats, best_at, map_stats

from ..trial import Trial
from .forms import Choice, Field
from .parts import KnobGrid, Taps, paragraph
from .plan import Spot, View, list_spots, trial_panel
from .words import Words

SECONDS = 10.0
"""Seconds that a map is looked at."""

MORE = Supply(arch=2)
"""What `two more` adds to the hand."""


@dataclass(frozen=True)
class Look:
    """A map with a hand, the figure that is shown of each knob, and the staircase of one knob;
    `other` is the map it is compared with."""

    stats: MapStats
    figure: str
    at: Knob | None = None
    best: Verdict | None = None
    other: MapStats | None = None

    @property
    def heat(self) -> Heat:
        """The figure of every knob; beside another map, how much more this one has."""
        if self.other is None:
            return heat(self.stats, self.figure)
        return difference(self.other, self.stats, self.figure)

    def best_of(self, knob: Knob) -> Look:
        """Return the look at the best staircase that ends on a knob; takes a moment."""
        by = "height" if self.figure == "height" else "credits"
        found = best_at(self.stats.palace, knob, self.stats.supply, by=by, seconds=SECONDS)
        return replace(self, at=knob, best=found.verdicts[0] if found.verdicts else None)


def look_at(name: str, figure: str, supply: Supply, other: str = "") -> Look:
    """Return a map with what every knob of it is worth, perhaps beside `other`; takes a moment."""
    stats, beside = (
        map_stats(Palace.setup(load_map(each)), supply, seconds=SECONDS) if each else None
        for each in (name, other)
    )
    assert stats is not None
    return Look(stats, figure, other=beside)


def list_worth(look: Look, words: Words) -> Iterator[Spot]:
    """Yield the knobs with their figures, in tones, and the steps of the staircase shown."""
    shown = look.heat
    tones, tinted = (colours.TWO_SIDED, "two") if look.other else (colours.TONES, "tone")
    path: tuple[Knob, ...] = ()
    if look.best is not None and look.best.staircase is not None:
        path = look.best.staircase.knobs
    view = View(look.stats.palace, path, "hint", chosen=look.at)
    for spot in list_spots(view, words):
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

    def __init__(self, taps: Taps) -> None:
        self.taps = taps
        self.look: Look | None = None
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
                taps.button("look", say("look"), self.show, "main")
            self.part = ui.element("section")

    async def show(self) -> None:
        """Look at the map that is chosen, with the hand that is typed."""
        supply = Supply.read(self.hand.value)
        self.look = await self._waits(
            look_at, self.name.value, self.figure.value, supply, self.other.value
        )
        self.part.clear()
        with self.part:
            self.grid = KnobGrid(self.taps, self.look.stats.palace.ground, self.tapped)
            self.verdict = ui.element("section").classes("verdict").props("data-part=verdict")
        self.fill()

    async def tapped(self, knob: Knob) -> None:
        """Show the best staircase of a knob."""
        if self.look is not None:
            self.look = await self._waits(self.look.best_of, knob)
            self.fill()

    async def more(self) -> None:
        """Look again with two more arches in hand."""
        look = self.look
        if look is None:
            return
        supply = look.stats.supply.plus(MORE)
        name = look.stats.palace.ground.name
        other = "" if look.other is None else look.other.palace.ground.name
        self.look = await self._waits(look_at, name, look.figure, supply, other)
        if look.at is not None:
            self.look = await self._waits(self.look.best_of, look.at)
        self.fill()

    async def _waits(self, ask: Callable[..., Look], *given: object) -> Look:
        told = ui.notification(
            self.taps.words.say("working"), position="top", spinner=True, timeout=None
        )
        try:
            found: Look | None = await run.io_bound(ask, *given)
        finally:
            told.dismiss()
        if found is None:  # the server ends
            raise InputError(Problem("", "the page is closed"))
        return found

    def fill(self) -> None:
        """Show the figures, and the staircase."""
        look, words = self.look, self.taps.words
        if look is None:
            return
        self.grid.show(list_worth(look, words))
        self.verdict.clear()
        with self.verdict:
            hand = words.say("hand", pieces=words.pieces(look.stats.supply))
            title = look.stats.palace.ground.title
            if look.other is not None:
                title = words.say("compare-is", one=title, other=look.other.palace.ground.title)
            paragraph(f"{title}, {hand}")
            if look.at is None:
                paragraph(words.say("maps-tap"), tag="h2")
            elif look.best is None or look.best.staircase is None:
                paragraph(words.say("maps-none", knob=look.at), tag="h2")
            else:
                self._fill_best(look, look.best)
            self.taps.button("more", words.say("maps-more"), self.more, "small")

    def _fill_best(self, look: Look, best: Verdict) -> None:
        staircase = best.staircase
        assert staircase is not None
        trial = Trial(
            look.stats.palace, look.stats.supply, DEFAULT, knobs=staircase.knobs,
            unders=staircase.unders, risers=staircase.risers,
        )  # fmt: skip
        panel = trial_panel(trial, self.taps.words)
        paragraph(panel.title, tag="h2")
        for line in panel.lines:
            paragraph(line)
