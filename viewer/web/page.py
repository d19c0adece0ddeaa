"""The page of the table: what a phone shows, and what each tap on it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from fastapi import Response
from nicegui import Event, app, run, ui
from nicegui.element import Element as Widget

from palace.core import colours
from palace.core.errors import InputError, NotationError
from palace.monkey_palace.drawing.signs import animal_sign
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import FILES as FILE_LETTERS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.search import exists

from .around import players_html, write_piece
from .model import FILES, Model, Models, layers_of
from .plan import Spot, list_spots, panel_of, view_of, warning_of
from .stage import CardDesk, begin_form
from .table import Stage, Table
from .words import Words

PLAYER, SPECTATOR = "player", "spectator"

_TAP = """(e) => { const knob = e.currentTarget;
  if (knob.dataset.held) { delete knob.dataset.held; return; } emit(); }"""
"""A tap on a knob; the click that ends a long press is none."""

_MENU = """(e) => { e.preventDefault(); const knob = e.target.closest('[data-knob]');
  if (knob) emit(knob.dataset.knob); }"""
_PRESS = """(e) => { const knob = e.target.closest('[data-knob]'); if (!knob) return;
  const timer = setTimeout(() => { knob.dataset.held = 1; emit(knob.dataset.knob); }, 550);
  for (const name of ['touchend', 'touchmove', 'touchcancel'])
    addEventListener(name, () => clearTimeout(timer), { once: true, passive: true }); }"""
_VERSION = "(e) => emit(e.currentTarget.dataset.v)"
"""What the phone showed when it was tapped, which may be older than what the server sent last."""


def declare(table: Table) -> None:
    """Declare the page of a table and the files it loads, on NiceGUI's app."""
    changed: Event[[]] = Event()
    models = Models()
    table.watch(changed.emit)

    @app.get(f"{FILES}/{{name}}.glb")
    def model_file(name: str) -> Response:
        file = models.file(name)
        if file is None:
            return Response(status_code=404)
        keep = {"cache-control": "private, max-age=86400, immutable"}
        return Response(file, media_type="model/gltf-binary", headers=keep)

    @ui.page("/", title="Palace", response_timeout=20)
    def index() -> None:
        request = ui.context.client.request
        role = getattr(request.state, "role", PLAYER)
        Page(table, models, changed, plays=role == PLAYER)


async def prepare() -> None:
    """Compile the searches, which is done once on each machine, so that no tap waits for it."""
    await run.io_bound(exists, Palace.setup(load_map("map-1")))


def colour_variables() -> str:
    """Return the colours of the zones as CSS variables, the same as in all pictures."""
    own = {f"--zone-{letter}": tint for letter, tint in colours.ZONES.items()}
    own |= {f"--on-{letter}": tint for letter, tint in colours.ON_ZONES.items()}
    return f":root {{ {' '.join(f'{name}: {tint};' for name, tint in own.items())} }}"


class Page:
    """One phone's page.

    `looking` is the older turn it shows, None for the game now; a page that does not play has no
    taps.
    """

    def __init__(self, table: Table, models: Models, changed: Event[[]], *, plays: bool) -> None:
        self.table = table
        self.models = models
        self.plays = plays
        self.words = Words("en")
        self.looking: int | None = None
        self.shown = -1
        self._known: dict[str, Hashable] = {}
        self._spots: dict[str, Spot] = {}
        ui.add_head_html('<meta name="viewport" content="width=device-width, initial-scale=1">')
        ui.add_css(colour_variables())
        ui.add_css(Path(__file__).with_name("page.css"))
        self.dark = ui.dark_mode(None)
        self.root = ui.element("main").style("width: 100%")
        self.build()
        changed.subscribe(self.refresh)

    def build(self) -> None:
        """Show the form of a new game, or the table."""
        self.root.clear()
        with self.root:
            if self.table.session is not None:
                self.build_table()
            elif self.plays:
                begin_form(self.words, self.table, self.act)
            else:
                ui.label(self.words.say("waiting"))

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
                text = "; ".join(
                    ": ".join(filter(None, (p.what, p.remedy))) for p in error.problems
                )
                ui.notify(text, type="warning", position="top", timeout=6000)
            except NotationError as error:
                ui.notify(error.sentence(), type="warning", position="top", timeout=6000)

        return handle

    def build_table(self) -> None:
        """Lay out the page; `refresh` fills it in."""
        say = self.words.say
        self._known.clear()
        self._spots.clear()
        with ui.element("div").classes("table"):
            self.head = ui.element("header").classes("head")
            self.model = Model(say("plan"))
            self.model.classes("model").on("pick", lambda event: self.pick(event.args))
            self.piece = ui.label().classes("piece").props("aria-live=polite data-part=piece")
            self.build_plan()
            self.verdict = ui.element("section").classes("verdict")
            self.verdict.props("role=status aria-live=polite data-part=verdict")
            self.bar = ui.element("div").classes("bar")
            self.stage = ui.element("section").classes("stage")
            self.players = ui.element("section").classes("players box").props("data-part=score")
            self.time = ui.element("section").classes("time box").props("data-part=time")
            with ui.element("footer").classes("foot"):
                if not self.plays:
                    ui.label(say("spectator"))
                ui.label(say("saved", file=self.table.game.path.name))
                ui.label(say("open-network"))
                self.button("light", say("light"), self.dark.toggle, "small", always=True)
        self.refresh()

    def build_plan(self) -> None:
        """Lay out a button for each knob."""
        ground = self.table.played.palace.ground
        self.knobs: dict[str, ui.html] = {}
        self.plan = ui.element("div").classes("plan").style(f"--wide: {ground.width}")
        self.plan.props(f'role=group aria-label="{self.words.say("plan")}" data-part=plan')
        if self.plays:
            self.plan.on("contextmenu", self.told(self.hold), js_handler=_MENU)
            self.plan.on("touchstart.passive", self.told(self.hold), js_handler=_PRESS)
        with self.plan:
            for rank in reversed(range(ground.depth)):
                ui.label(str(rank + 1)).classes("name")
                for file in range(ground.width):
                    self.build_knob(Knob(file, rank), closed=Knob(file, rank) not in ground.colours)
            ui.label("")
            for file in range(ground.width):
                ui.label(FILE_LETTERS[file]).classes("name")

    def build_knob(self, knob: Knob, *, closed: bool) -> None:
        button = ui.html("", sanitize=False, tag="button").mark(str(knob))
        button.props(f"type=button data-knob={knob}").classes("knob")
        if closed or not self.plays:
            button.props("disabled")
        else:
            button.on("click", self.act(lambda: self.table.tap(knob)), args=[], js_handler=_TAP)
        self.knobs[str(knob)] = button

    def button(
        self,
        name: str,
        text: str,
        action: Callable[..., object],
        looks: str = "",
        *,
        enabled: bool = True,
        versioned: bool = False,
        always: bool = False,
    ) -> Widget:
        """Add a button; one that is `versioned` tells what the phone showed when it was tapped."""
        made = ui.element("button").classes(f"act {looks}").mark(name)
        made.props(f"type=button data-act={name}")
        with made:
            ui.label(text)
        if versioned:
            made.props(f"data-v={self.table.version}")
        if not enabled or not (self.plays or always):
            made.props("disabled")
        elif always:
            made.on("click", lambda: action(), args=[])
        elif versioned:
            made.on("click", self.told(action), js_handler=_VERSION)
        else:
            made.on("click", self.act(action), args=[])
        return made

    # What changes.

    def refresh(self) -> None:
        """Show the table as it is now; what has not changed is not sent again."""
        if self.table.session is None:
            return
        if not hasattr(self, "head") or self.head.is_deleted:
            self.build()
            return
        self.shown = self.table.version
        count = len(self.table.played.turns)
        if self.looking is not None and self.looking > count:
            self.looking = None
        view = view_of(self.table, self.looking)
        for spot in list_spots(view, self.words):
            if self._spots.get(spot.knob) != spot:
                self._spots[spot.knob] = spot
                self.show_spot(spot)
        self.model.show(layers_of(self.models, self.table, view, self.looking))
        panel = panel_of(self.table, self.words, self.looking)
        self.show_part("verdict", self.verdict, panel, self.fill_verdict)
        self.show_part("head", self.head, self.head_facts(), self.fill_head)
        self.show_part("bar", self.bar, (self.looking, self.table.version), self.fill_bar)
        self.show_part("stage", self.stage, (self.looking, self.table.version), self.fill_stage)
        game = (count, self.table.game.record, self.looking)
        self.show_part("players", self.players, game, self.fill_players)
        self.show_part("time", self.time, game, self.fill_time)

    def show_part(self, name: str, part: Widget, facts: Hashable, fill: Callable[[], None]) -> None:
        """Fill a part of the page again if the facts it shows have changed."""
        if name in self._known and self._known[name] == facts:
            return
        self._known[name] = facts
        part.clear()
        with part:
            fill()

    def show_spot(self, spot: Spot) -> None:
        """Show a knob: zone letter, height, sign, animal."""
        button = self.knobs[spot.knob]
        animal = ""
        if spot.animal:
            sign = animal_sign(spot.animal, 12, 12, 11)
            animal = f'<span class="animal"><svg viewBox="0 0 24 24">{sign}</svg></span>'
        if spot.zone:
            button.set_content(
                f'<span class="zone">{spot.zone}</span>{spot.height or ""}'
                f'<span class="sign">{spot.sign}</span>{animal}'
            )
        button.classes(replace=f"knob {spot.looks}")
        button.props["aria-label"] = spot.label
        button.update()

    def head_facts(self) -> tuple[str, ...]:
        """Return whose turn it is, what they have, and what the end of the game is near to."""
        say, table = self.words.say, self.table
        state = table.game.state
        if self.looking is not None:
            count = len(table.played.turns)
            return (say("looking-at", number=self.looking, count=count), "", "", "")
        if table.moment is None:
            return (say("over"), "", "", "")
        now = table.moment
        key = "turn" if now.replaces is None else "replacing"
        pieces = now.seat.pieces
        hand = (
            say("hand-unknown") if pieces is None
            else say("hand", pieces=self.words.pieces(pieces))
        )  # fmt: skip
        tray = now.state.tray
        left = "" if tray is None else say("tray", pieces=tray)
        title = f"{say(key, number=now.number)} · {now.player}"
        return title, hand, left, warning_of(state, self.words)

    def fill_head(self) -> None:
        title, hand, tray, warning = self.head_facts()
        with ui.element("h1").props("data-part=title"):
            ui.label(title)
        for text, looks in ((tray, "tray"), (warning, "warning"), (hand, "hand")):
            if text:
                with ui.element("p").classes(looks):
                    ui.label(text)

    def fill_verdict(self) -> None:
        panel = panel_of(self.table, self.words, self.looking)
        self.verdict.classes(replace=f"verdict {panel.state}")
        sign = {"legal": "✓ ", "illegal": "✗ "}.get(panel.state, "")
        with ui.element("h2"):
            ui.label(f"{sign}{panel.title}")
        for reason in panel.reasons:
            with ui.element("p").classes("reason" if panel.state == "illegal" else ""):
                ui.label(reason)
        if panel.mended and self.plays:
            text = self.words.say("mend", staircase=panel.mended)
            self.button("mend", text, self.table.mend, "small")
        for line in panel.lines:
            with ui.element("p"):
                ui.label(line)

    def fill_bar(self) -> None:
        say, table = self.words.say, self.table
        if self.looking is not None:
            self.button("now", say("now"), self.look_now, "main", always=True)
            if self.looking and self.plays:
                text = say("replace", number=self.looking)
                self.button("replace", text, self.replace_turn)
            return
        if table.moment is None:
            text = say("take-back", number=len(table.game.moves))
            self.button("take-back", text, self.take_back, versioned=True)
            return
        if table.hint is not None:
            self.button("leave-hint", say("leave-hint"), lambda: table.show_hint(None))
            self.button("take-hint", say("take-hint"), table.take_hint, "main")
            return
        draft = table.draft
        self.button("undo", say("undo"), table.undo, enabled=draft.begun or draft.stage != "build")
        if draft.passes:
            self.confirm_button()
        elif draft.stage == "build":
            self.button("clear", say("clear"), table.clear, enabled=draft.begun)
            self.button("hint", say("hint"), self.hint)
            if not draft.begun and not draft.trial.ahead:
                self.button("pass", say("pass"), self.pass_turn, "main")
            else:
                self.button(
                    "cards", say("next-cards"), lambda: self.go_to("cards"), "main",
                    enabled=draft.trial.legal,
                )  # fmt: skip
        else:
            back: Stage = "build" if draft.stage == "cards" else "cards"
            self.button(f"to-{back}", say(f"stage-{back}"), lambda: self.go_to(back))
            waits = table.must_place
            if draft.stage == "cards" and waits is not None:
                text = say("next-animal", animal=say(waits))
                self.button("animals", text, lambda: self.go_to("animals"), "main")
            else:
                self.confirm_button()

    def confirm_button(self) -> None:
        """Add the button that keeps the turn; what is not legal is kept only with the other one."""
        wrong = bool(self.table.reasons)
        waits = self.table.draft.stage == "animals" and self.table.must_place is not None
        if not wrong:
            self.button(
                "confirm", self.words.say("confirm"), self.confirm, "main",
                enabled=not waits, versioned=True,
            )  # fmt: skip
        else:
            self.button("keep", self.words.say("keep"), self.keep, versioned=True)

    def fill_stage(self) -> None:
        say, table = self.words.say, self.table
        if self.looking is not None or table.moment is None or not self.plays:
            return
        draft = table.draft
        if draft.stage == "build" and not draft.passes:
            if draft.trial.knobs:
                self.fill_pieces()
            with ui.element("div").classes("row"):
                if draft.trial.staircase is not None and draft.trial.reasons:
                    insist = lambda: self.go_to("cards", insist=True)  # noqa: E731
                    self.button("insist", say("keep"), insist, "small")
                if not draft.begun:
                    self.button("pass", say("pass"), self.pass_turn, "small")
                self.frog_button("frog-early")
        elif draft.stage == "cards":
            CardDesk(self.words, table, self.act).fill()
            with ui.element("div").classes("row"):
                self.frog_button("frog-take")
        else:
            with ui.element("div").classes("row"):
                self.frog_button("frog-take")
        if table.moment.replaces is not None:
            text = say("leave-replacing", number=table.moment.replaces)
            self.button("leave-replacing", text, table.leave_replacing, "small")

    def frog_button(self, key: str) -> None:
        """Add the button that takes the frog or leaves it, if the rules let the player."""
        table, draft = self.table, self.table.draft
        if draft.frog is not None or draft.early or draft.placing == "frog":
            key = "frog-leave"
        elif not table.may_take_the_frog:
            return
        self.button("frog", self.words.say(key), table.take_the_frog, "small")

    def fill_pieces(self) -> None:
        """Add the buttons that put pieces on the chosen knob, or under the arch that ends there."""
        say, table = self.words.say, self.table
        draft = table.draft
        knob = draft.trial.knobs[draft.at]
        first = draft.at + len(draft.trial.knobs) == 0
        with ui.element("div").classes("row"):
            ui.label(f"{say('pieces-at', knob=knob)}:")
        for where in ("on",) if first else ("on", "under"):
            own = (draft.trial.risers if where == "on" else draft.trial.unders)[draft.at]
            with ui.element("div").classes("row"):
                ui.label(f"{say(where)} {own}").style("min-width: 7em")
                for piece, key in (("b", "brick-more"), ("c", "column-more")):
                    put = lambda p=piece, w=where: table.put(p, w)  # noqa: E731
                    self.button(f"{where}-{piece}", f"+ {say(key)}", put, "small")
                off = lambda w=where: table.put("", w)  # noqa: E731
                self.button(f"{where}-off", say("take-off"), off, "small", enabled=bool(own))

    def fill_players(self) -> None:
        with ui.element("h2"):
            ui.label(self.words.say("score"))
        ui.html(players_html(self.table, self.words, self.looking), sanitize=False)

    def fill_time(self) -> None:
        say, count = self.words.say, len(self.table.played.turns)
        at = count if self.looking is None else self.looking
        with ui.element("h2"):
            ui.label(f"{say('time')}: {at} / {count}")
        slider = ui.slider(min=0, max=max(count, 1), step=1, value=at)
        slider.props(f'aria-label="{say("time")}"').on(
            "change", lambda: self.look_at(int(slider.value))
        )
        with ui.element("div").classes("row"):
            self.button(
                "earlier", f"◀ {say('earlier')}", lambda: self.look_at(at - 1), "small",
                enabled=at > 0, always=True,
            )  # fmt: skip
            self.button(
                "later", f"{say('later')} ▶", lambda: self.look_at(at + 1), "small",
                enabled=at < count, always=True,
            )  # fmt: skip
            if self.table.game.moves and self.table.moment is not None and self.plays:
                text = say("take-back", number=len(self.table.game.moves))
                self.button("take-back", text, self.take_back, "small", versioned=True)

    # What a tap does.

    def hold(self, name: str) -> None:
        """Choose a knob for further pieces; one that is not on the staircase is added first."""
        knob = Knob.read(name)
        draft = self.table.draft
        if draft.stage == "build" and knob not in draft.trial.knobs:
            self.table.tap(knob)
        self.table.choose(knob)
        self.scroll_to(self.verdict)

    def pick(self, piece: Any) -> None:
        """Tell what a piece of the 3D model is."""
        known = piece if isinstance(piece, dict) else {}
        self.piece.set_text(write_piece(known, self.words))

    async def hint(self) -> None:
        """Look for the best staircase, and show it on all pages."""
        version = self.table.version
        told = ui.notification(
            self.words.say("looking"), position="top", spinner=True, timeout=None
        )
        try:
            found = await run.io_bound(self.table.look_for_hint)
        finally:
            told.dismiss()
        if self.table.version != version:
            return
        if found is None:
            ui.notify(self.words.say("hint-none"), position="top")
        else:
            self.table.clear()
            self.table.show_hint(found)

    async def pass_turn(self) -> None:
        """Pass, after it was looked for what can be built."""
        trial = self.table.now.trial()
        if trial.supply is not None:
            await run.io_bound(exists, trial.palace, trial.supply, trial.rulings)
        self.table.pass_turn()

    def go_to(self, stage: Stage, *, insist: bool = False) -> None:
        """Go to a stage of the turn, and to where it is on the page."""
        self.table.go_to(stage, insist=insist)
        self.scroll_to(self.verdict if stage == "cards" else self.head)

    def scroll_to(self, part: Widget) -> None:
        """Bring a part of the page to the top of the screen."""
        ui.run_javascript(f"getHtmlElement({part.id}).scrollIntoView()")

    def confirm(self, version: object) -> None:
        """Keep the turn."""
        self.table.confirm(self._version(version))
        self._kept()

    def keep(self, version: object) -> None:
        """Keep the turn although something is wrong with it."""
        self.table.confirm(self._version(version), insist=True)
        self._kept()

    def _kept(self) -> None:
        text = self.words.say("kept", number=len(self.table.game.moves))
        ui.notify(text, type="positive", position="top", timeout=1500)
        self.scroll_to(self.head)

    def take_back(self, version: object) -> None:
        """Take the last turn back."""
        self.table.take_back(self._version(version))

    def _version(self, said: object) -> int:
        """Return the version that the phone showed; a client without a screen shows the last."""
        return int(said) if isinstance(said, str) and said.isdigit() else self.shown

    def replace_turn(self) -> None:
        """Enter the turn that is looked at again."""
        number, self.looking = self.looking, None
        if number:
            self.table.replace_turn(number)

    def look_now(self) -> None:
        """Show the game as it is now."""
        self.looking = None
        self.refresh()

    def look_at(self, turn: int) -> None:
        """Show the game after a turn; after the last one, as it is now."""
        count = len(self.table.played.turns)
        self.looking = turn if 0 <= turn < count else None
        self.refresh()
