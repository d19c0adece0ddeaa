"""The buttons of the turn that is entered: the bar below the verdict, and the stage below it."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from nicegui import run, ui
from nicegui.element import Element as Widget

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.search import exists

from .cards import CardDesk
from .draft import Stage
from .parts import Taps, scroll_to
from .table import Table

KEPT = 1500
"""Milliseconds that the notice of a turn that is kept stays."""


class TurnDesk:
    """The buttons of a turn, on one phone.

    `top` and `below` are the parts of the page that a stage brings to the top of the screen.
    """

    def __init__(self, taps: Taps, table: Table) -> None:
        self.taps = taps
        self.words = taps.words
        self.table = table
        self.top: Widget | None = None
        self.below: Widget | None = None

    def bar_facts(self) -> Hashable:
        """Return what the bar depends on; it stays while knobs are tapped, so that no quick second
        tap on a button is lost."""
        table = self.table
        if table.moment is None or table.hint is not None:
            return table.version
        draft = table.draft
        if draft.stage != "build" or draft.passes:
            return table.version
        return draft.begun, draft.trial.legal, draft.begun or bool(draft.trial.ahead)

    def fill_bar(self) -> None:
        """Add the buttons that are needed all the time."""
        say, table, taps = self.words.say, self.table, self.taps
        if table.moment is None:
            text = say("take-back", number=table.game.count)
            taps.versioned("take-back", text, self.take_back, table.version)
            return
        if table.hint is not None:
            taps.button("leave-hint", say("leave-hint"), lambda: table.show_hint(None))
            taps.button("take-hint", say("take-hint"), table.take_hint, "main")
            return
        draft = table.draft
        taps.button("undo", say("undo"), table.undo, enabled=draft.begun or draft.stage != "build")
        if draft.passes:
            self._confirm_button()
        elif draft.stage == "build":
            taps.button("clear", say("clear"), table.clear, enabled=draft.begun)
            taps.button("hint", say("hint"), self.hint)
            if not draft.begun and not draft.trial.ahead:
                taps.button("pass", say("pass"), self.pass_turn, "main")
            else:
                taps.button(
                    "cards", say("next-cards"), lambda: self.go_to("cards"), "main",
                    enabled=draft.trial.legal,
                )  # fmt: skip
        else:
            back: Stage = "build" if draft.stage == "cards" else "cards"
            taps.button(f"to-{back}", say(f"stage-{back}"), lambda: self.go_to(back))
            waits = table.must_place
            if draft.stage == "cards" and waits is not None:
                text = say("next-animal", animal=say(waits))
                taps.button("animals", text, lambda: self.go_to("animals"), "main")
            else:
                self._confirm_button()

    def _confirm_button(self) -> None:
        """Add the button that keeps the turn; what is not legal is kept only with the other one."""
        table = self.table
        if table.reasons:
            text = self.words.say("keep")
            self.taps.versioned("keep", text, self.keep, table.version)
            return
        waits = table.draft.stage == "animals" and table.must_place is not None
        text = self.words.say("confirm")
        self.taps.versioned("confirm", text, self.confirm, table.version, "main", enabled=not waits)

    def fill_stage(self) -> None:
        """Add what the stage of the turn needs: pieces to put by hand, cards, the frog."""
        say, table, taps = self.words.say, self.table, self.taps
        if table.moment is None or not taps.plays:
            return
        draft = table.draft
        if draft.stage == "build" and draft.trial.knobs and not draft.passes:
            self._fill_pieces()
        if draft.stage == "cards":
            CardDesk(taps, table).fill()
        with ui.element("div").classes("row"):
            if draft.stage != "build":
                self._frog_button("frog-take")
            elif not draft.passes:
                if draft.trial.staircase is not None and draft.trial.reasons:
                    taps.button("insist", say("keep"), self.insist, "small")
                if not draft.begun:
                    taps.button("pass", say("pass"), self.pass_turn, "small")
                    if table.game.count:
                        text = say("take-back", number=table.game.count)
                        taps.versioned("take-back", text, self.take_back, table.version, "small")
                self._frog_button("frog-early")
        if table.moment.replaces is not None:
            text = say("leave-replacing", number=table.moment.replaces)
            taps.button("leave-replacing", text, table.leave_replacing, "small")

    def _frog_button(self, key: str) -> None:
        """Add the button that takes the frog or leaves it, if the rules let the player."""
        table, draft = self.table, self.table.draft
        if draft.frog is not None or draft.early or draft.placing == "frog":
            key = "frog-leave"
        elif not table.may_take_the_frog:
            return
        self.taps.button("frog", self.words.say(key), table.take_the_frog, "small")

    def _fill_pieces(self) -> None:
        """Add the buttons that put pieces on the chosen knob, or under the arch that ends there."""
        say, table = self.words.say, self.table
        draft = table.draft
        knob = draft.trial.knobs[draft.at]
        first = draft.at + len(draft.trial.knobs) == 0
        ui.label(say("pieces-at", knob=knob))
        self._row("on", draft.trial.risers[draft.at], lambda piece: table.put(piece, "on"))
        if not first:
            under = draft.trial.unders[draft.at]
            self._row("under", under, lambda piece: table.put(piece, "under"))

    def _row(self, where: str, own: str, put: Callable[[str], None]) -> None:
        say, button = self.words.say, self.taps.button
        with ui.element("div").classes("row"):
            ui.label(f"{say(where)} {own}").style("min-width: 7em")
            button(f"{where}-b", f"+ {say('brick-more')}", lambda: put("b"), "small")
            button(f"{where}-c", f"+ {say('column-more')}", lambda: put("c"), "small")
            button(f"{where}-off", say("take-off"), lambda: put(""), "small", enabled=bool(own))

    # What a tap does.

    def go_to(self, stage: Stage, *, insist: bool = False) -> None:
        """Go to a stage of the turn, and to where it is on the page."""
        self.table.go_to(stage, insist=insist)
        self._scroll(self.below if stage == "cards" else self.top)

    def insist(self) -> None:
        """Go on with a staircase that is not legal."""
        self.go_to("cards", insist=True)

    def hold(self, knob: Knob) -> None:
        """Choose a knob for further pieces; one that is not on the staircase is added first."""
        draft = self.table.draft
        if draft.stage == "build" and knob not in draft.trial.knobs:
            self.table.tap(knob)
        self.table.choose(knob)
        self._scroll(self.below)

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
        trial = self.table.now.trial
        if trial.supply is not None:
            await run.io_bound(exists, trial.palace, trial.supply, trial.rulings)
        self.table.pass_turn()

    def confirm(self, version: object) -> None:
        """Keep the turn."""
        self.table.confirm(version_of(version))
        self._kept()

    def keep(self, version: object) -> None:
        """Keep the turn although something is wrong with it."""
        self.table.confirm(version_of(version), insist=True)
        self._kept()

    def _kept(self) -> None:
        text = self.words.say("kept", number=self.table.game.count)
        ui.notify(text, type="positive", position="top", timeout=KEPT)
        self._scroll(self.top)

    def take_back(self, version: object) -> None:
        """Take the last turn back."""
        self.table.take_back(version_of(version))

    def _scroll(self, part: Widget | None) -> None:
        if part is not None:
            scroll_to(part)


def version_of(said: object) -> int:
    """Return the version that a phone tells; 0, which no table has, for anything else."""
    return int(said) if isinstance(said, str) and said.isdigit() else 0
