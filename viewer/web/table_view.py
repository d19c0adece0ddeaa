"""The game on a page: whose turn it is, the palace in 3D, the plan, the verdict, scores, turns."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from .around import players_html, write_piece
from .layers import layers_of
from .model import Model, Models
from .parts import KnobGrid, Parts, Taps, fill_panel, paragraph
from .plan import list_spots, panel_of, view_of, warning_of
from .table import Table
from .turn_desk import TurnDesk


class TableView:
    """The game on one phone; `looking` is the older turn it shows, None for the game now."""

    def __init__(self, taps: Taps, table: Table, models: Models) -> None:
        self.taps = taps
        self.words = taps.words
        self.table = table
        self.models = models
        self.desk = TurnDesk(taps, table)
        self.parts = Parts()
        self.looking: int | None = None
        self.build()
        self.refresh()

    def build(self) -> None:
        """Lay out the page; `refresh` fills it in."""
        say = self.words.say
        with ui.element("div").classes("table"):
            self.head = ui.element("header").classes("head")
            self.model = Model(say("model"))
            self.model.classes("model").on("pick", lambda event: self.pick(event.args))
            self.piece = ui.label().classes("piece").props("aria-live=polite data-part=piece")
            ground = self.table.played.state.palace.ground
            self.grid = KnobGrid(self.taps, ground, self.table.tap, self.desk.hold)
            self.verdict = ui.element("section").classes("verdict")
            self.verdict.props("role=status aria-live=polite data-part=verdict")
            self.bar = ui.element("div").classes("bar")
            self.stage = ui.element("section").classes("stage")
            self.players = ui.element("section").classes("players box").props("data-part=score")
            self.time = ui.element("section").classes("time box").props("data-part=time")
            with ui.element("footer").classes("foot"):
                if not self.taps.plays:
                    ui.label(say("spectator"))
                ui.label(say("saved", file=self.table.game.path.name))
        self.desk.top, self.desk.below = self.head, self.verdict

    def refresh(self) -> None:
        """Show the table as it is now; what has not changed is not sent again."""
        table, show = self.table, self.parts.show
        count = len(table.played.commits)
        if self.looking is not None and self.looking > count:
            self.looking = None
        view = view_of(table, self.looking)
        self.grid.show(list_spots(view, self.words))
        self.model.show(layers_of(self.models, table, view, self.looking))
        panel = panel_of(table, self.words, self.looking)
        show("verdict", self.verdict, panel, self.fill_verdict)
        show("head", self.head, self.head_facts(), self.fill_head)
        show("bar", self.bar, (self.looking, self.desk.bar_facts()), self.fill_bar)
        show("stage", self.stage, (self.looking, table.version), self.fill_stage)
        game = (count, table.game.record, self.looking)
        show("players", self.players, game, self.fill_players)
        show("time", self.time, game, self.fill_time)

    def head_facts(self) -> tuple[str, ...]:
        """Return whose turn it is, what they have, and what the end of the game is near to."""
        say, table = self.words.say, self.table
        if self.looking is not None:
            count = len(table.played.commits)
            return (say("looking-at", number=self.looking, count=count), "", "", "")
        if table.moment is None:
            return (say("over"), "", "", "")
        now = table.moment
        key = "turn" if now.replaces is None else "replacing"
        hand = say("hand-unknown")
        if now.seat.pieces is not None:
            hand = say("hand", pieces=self.words.pieces(now.seat.pieces))
        tray = now.state.tray
        left = "" if tray is None else say("tray", pieces=tray)
        title = f"{say(key, number=now.number)} · {now.player}"
        return title, hand, left, warning_of(table.game.log.state, self.words)

    def fill_head(self) -> None:
        """Add the title, the tray, what the end is near to, and the hand."""
        title, hand, tray, warning = self.head_facts()
        with ui.element("h1").props("data-part=title"):
            ui.label(title)
        for text, looks in ((tray, "tray"), (warning, "warning"), (hand, "hand")):
            if text:
                paragraph(text, looks)

    def fill_verdict(self) -> None:
        """Add the verdict, the reasons, and the button that mends."""
        panel = panel_of(self.table, self.words, self.looking)
        fill_panel(self.taps, self.verdict, panel, self.table.mend)

    def fill_bar(self) -> None:
        """Add the buttons of the turn, or of the older turn that is looked at."""
        if self.looking is None:
            self.desk.fill_bar()
            return
        say, button = self.words.say, self.taps.button
        button("now", say("now"), self.look_now, "main", always=True)
        if self.looking and self.taps.plays:
            button("replace", say("replace", number=self.looking), self.replace_turn)

    def fill_stage(self) -> None:
        """Add what the stage of the turn needs; nothing beside an older turn."""
        if self.looking is None:
            self.desk.fill_stage()

    def fill_players(self) -> None:
        """Add the scoreboard."""
        paragraph(self.words.say("score"), tag="h2")
        ui.html(players_html(self.table, self.words, self.looking), sanitize=False)

    def fill_time(self) -> None:
        """Add the time line, and what takes the last turn back."""
        say, count = self.words.say, len(self.table.played.commits)
        at = count if self.looking is None else self.looking
        paragraph(f"{say('time')}{say('colon')}{at} / {count}", tag="h2")
        slider = ui.slider(min=0, max=max(count, 1), step=1, value=at)
        slider.props(f'aria-label="{say("time")}"')
        slider.on("change", lambda: self.look_at(int(slider.value)))
        with ui.element("div").classes("row"):
            self.taps.button(
                "earlier", f"◀ {say('earlier')}", lambda: self.look_at(at - 1), "small",
                enabled=at > 0, always=True,
            )  # fmt: skip
            self.taps.button(
                "later", f"{say('later')} ▶", lambda: self.look_at(at + 1), "small",
                enabled=at < count, always=True,
            )  # fmt: skip

    def pick(self, piece: Any) -> None:
        """Tell what a piece of the model is."""
        known = piece if isinstance(piece, dict) else {}
        self.piece.set_text(write_piece(known, self.words))

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
        count = len(self.table.played.commits)
        self.looking = turn if 0 <= turn < count else None
        self.refresh()
