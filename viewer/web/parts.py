"""What all pages are made of: words, buttons that are tapped, the plan of knobs, marked parts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

from nicegui import ui
from nicegui.element import Element as Widget

from palace.core import colours
from palace.core.errors import InputError, NotationError
from palace.monkey_palace.drawing.signs import animal_sign
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob

from .plan import Panel, Spot
from .words import Words

SIGNS = {"legal": "✓ ", "illegal": "✗ "}
"""Before a verdict, so that no colour is needed to see what it is."""

NOTICE = 6000
"""Milliseconds that a notice stays."""

_TAP = """(e) => { const knob = e.currentTarget;
  if (knob.dataset.held) { delete knob.dataset.held; return; } emit(); }"""
"""A tap on a knob; the click that ends a long press is none."""

_MENU = """(e) => { e.preventDefault(); const knob = e.target.closest('[data-knob]');
  if (knob) emit(knob.dataset.knob); }"""
_PRESS = """(e) => { const knob = e.target.closest('[data-knob]'); if (!knob) return;
  const timer = setTimeout(() => { knob.dataset.held = 1; emit(knob.dataset.knob); }, 550);
  for (const name of ['touchend', 'touchmove', 'touchcancel'])
    addEventListener(name, () => clearTimeout(timer), { once: true, passive: true }); }"""
"""A long press: the menu key or gesture of the system, or a finger that stays."""

_VERSION = "(e) => emit(e.currentTarget.dataset.v)"
"""What the phone showed when it was tapped, which may be older than what the server sent last."""


def add_styles() -> None:
    """Add the style sheet to the page, with the colours of the zones as in all pictures."""
    own = {f"--zone-{letter}": tint for letter, tint in colours.ZONES.items()}
    own |= {f"--on-{letter}": tint for letter, tint in colours.ON_ZONES.items()}
    own |= {f"--tone-{number}": tint for number, tint in enumerate(colours.TONES)}
    own |= {f"--two-{number}": tint for number, tint in enumerate(colours.TWO_SIDED)}
    own |= {f"--on-tone-{number}": tint for number, tint in enumerate(colours.ON_TONES)}
    own |= {f"--top-{kind[0]}": tint for kind, tint in colours.DECORATIONS.items()}
    ui.add_head_html('<meta name="viewport" content="width=device-width, initial-scale=1">')
    ui.add_css(f":root {{ {' '.join(f'{name}: {tint};' for name, tint in own.items())} }}")
    ui.add_css(Path(__file__).with_name("page.css"))


class Taps:
    """The buttons of one phone's page, in its words; one that does not play has none that act."""

    def __init__(self, words: Words, *, plays: bool) -> None:
        self.words = words
        self.plays = plays

    def act(self, action: Callable[[], object]) -> Callable[[], Any]:
        """Return a handler that does what a tap asks for, or shows what kept it from being done."""
        told = self.told(lambda said: action())
        return lambda: told(None)

    def told(self, action: Callable[[Any], object]) -> Callable[[Any], Any]:
        """Return a handler like those of `act` for an action that is given what the phone tells."""

        async def handle(event: Any) -> None:
            if not self.plays:
                return
            try:
                done = action(event.args if event is not None else None)
                if asyncio.iscoroutine(done):
                    await done
            except InputError as error:
                parts = map(self.words.problem, error.problems)
                ui.notify("; ".join(parts), type="warning", position="top", timeout=NOTICE)
            except NotationError as error:
                ui.notify(error.sentence(), type="warning", position="top", timeout=NOTICE)

        return handle

    def button(
        self,
        name: str,
        text: str,
        action: Callable[[], object],
        looks: str = "",
        *,
        enabled: bool = True,
        always: bool = False,
    ) -> Widget:
        """Add a button; one that is there `always` can be tapped by those who look, too."""
        made = self._made(name, text, looks)
        if not enabled or not (self.plays or always):
            made.props("disabled")
        elif always:
            made.on("click", lambda: action(), args=[])
        else:
            made.on("click", self.act(action), args=[])
        return made

    def versioned(
        self,
        name: str,
        text: str,
        action: Callable[[object], object],
        version: int,
        looks: str = "",
        *,
        enabled: bool = True,
    ) -> None:
        """Add a button whose action is given the version that the phone showed."""
        made = self._made(name, text, looks).props(f"data-v={version}")
        if enabled and self.plays:
            made.on("click", self.told(action), js_handler=_VERSION)
        else:
            made.props("disabled")

    def _made(self, name: str, text: str, looks: str) -> Widget:
        made = ui.element("button").classes(f"act {looks}").mark(name)
        made.props(f"type=button data-act={name}")
        with made:
            ui.label(text)
        return made


class KnobGrid:
    """The plan: a button for each knob, and what is written on it."""

    def __init__(
        self,
        taps: Taps,
        ground: GroundMap,
        tapped: Callable[[Knob], object],
        held: Callable[[Knob], object] | None = None,
    ) -> None:
        self._shown: dict[str, Spot] = {}
        self._knobs: dict[str, ui.html] = {}
        self._taps = taps
        plan = ui.element("div").classes("plan").style(f"--wide: {ground.width}")
        plan.props(f'role=group aria-label="{taps.words.say("plan")}" data-part=plan')
        if taps.plays and held is not None:
            handler = taps.told(lambda name: held(Knob.read(str(name))))
            plan.on("contextmenu", handler, js_handler=_MENU)
            plan.on("touchstart.passive", handler, js_handler=_PRESS)
        with plan:
            for rank in reversed(range(ground.depth)):
                ui.label(str(rank + 1)).classes("name")
                for file in range(ground.width):
                    self._add(Knob(file, rank), ground, tapped)
            ui.label("")
            for file in range(ground.width):
                ui.label(FILES[file]).classes("name")

    def _add(self, knob: Knob, ground: GroundMap, tapped: Callable[[Knob], object]) -> None:
        button = ui.html("", sanitize=False, tag="button").mark(str(knob))
        button.props(f"type=button data-knob={knob}").classes("knob")
        if knob in ground.colours and self._taps.plays:
            button.on("click", self._taps.act(lambda: tapped(knob)), args=[], js_handler=_TAP)
        else:
            button.props("disabled")
        self._knobs[str(knob)] = button

    def show(self, spots: Iterable[Spot]) -> None:
        """Show the knobs; those that look as before are not sent again."""
        for spot in spots:
            if self._shown.get(spot.knob) != spot:
                self._shown[spot.knob] = spot
                self._show(spot)

    def _show(self, spot: Spot) -> None:
        button = self._knobs[spot.knob]
        animal = ""
        if spot.animal:
            sign = animal_sign(spot.animal, 12, 12, 11)
            animal = f'<span class="animal"><svg viewBox="0 0 24 24">{sign}</svg></span>'
        if spot.zone:
            button.set_content(
                f'<span class="zone">{spot.zone}</span>{spot.text}'
                f'<span class="sign">{spot.sign}</span>{animal}'
            )
        button.classes(replace=f"knob {spot.looks}")
        button.props["aria-label"] = spot.label
        button.update()


class Parts:
    """Parts of a page that are filled again when the facts they show have changed."""

    def __init__(self) -> None:
        self._known: dict[str, Hashable] = {}

    def show(self, name: str, part: Widget, facts: Hashable, fill: Callable[[], None]) -> None:
        """Empty and fill a part, unless it shows these facts already."""
        if name in self._known and self._known[name] == facts:
            return
        self._known[name] = facts
        part.clear()
        with part:
            fill()


def scroll_to(part: Widget) -> None:
    """Bring a part of the page to the top of the screen."""
    ui.run_javascript(f"getHtmlElement({part.id}).scrollIntoView()")


def paragraph(text: str, looks: str = "", tag: str = "p") -> None:
    """Add a paragraph, or another element with text."""
    with ui.element(tag).classes(looks):
        ui.label(text)


def fill_panel(taps: Taps, part: Widget, panel: Panel, mend: Callable[[], object]) -> None:
    """Show a verdict in a part of the page: its reasons, the button that mends, what it earns."""
    part.classes(replace=f"verdict {panel.state}")
    paragraph(f"{SIGNS.get(panel.state, '')}{panel.title}", tag="h2")
    for reason in panel.reasons:
        paragraph(reason, "reason" if panel.state == "illegal" else "")
    if panel.mended and taps.plays:
        taps.button("mend", taps.words.say("mend", staircase=panel.mended), mend, "small")
    for line in panel.lines:
        paragraph(line)
