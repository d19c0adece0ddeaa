"""A game of any kind on a page: what is shown of it, the question, its answers; and score pads."""

from __future__ import annotations

import re
from functools import partial
from html import escape
from typing import Generic

from nicegui import run, ui

from palace.contract.game import Game, Pad
from palace.contract.registry import score
from palace.contract.rules import M, S
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.scoring import Score

from .any_table import AnyTable, ScorePad
from .around import score_html
from .forms import question_form
from .parts import Parts, Taps, paragraph

_CODES = re.compile(r"\x1b\[[0-9;]*m")
"""What a terminal takes for bold and colours."""


class AnyView:
    """A game of any kind, on one phone."""

    def __init__(self, taps: Taps, table: AnyTable) -> None:
        self.taps = taps
        self.table = table
        self.parts = Parts()
        with ui.element("div").classes("any"):
            self.head = ui.element("header").classes("head")
            self.asked = ui.element("section").props("data-part=question")
            self.verdict = ui.element("section").classes("verdict illegal")
            self.verdict.props("role=status aria-live=polite data-part=verdict")
            self.told = ui.element("section").classes("box").props("data-part=told")
            self.commands = ui.element("div").classes("row")
            self.drawing = ui.html("", sanitize=False).classes("drawing")
            self.score = ui.element("section").classes("box").props("data-part=score")
        self.refresh()

    def refresh(self) -> None:
        """Show the game as it is now."""
        table, show = self.table, self.parts.show
        drawing = table.drawing
        svg = None if drawing is None else drawing.svg
        self.drawing.set_content("" if svg is None else svg())
        self.verdict.set_visibility(bool(table.wrong))
        self.told.set_visibility(bool(table.told))
        show("head", self.head, table.version, self.fill_head)
        show("asked", self.asked, table.version, self.fill_question)
        show("verdict", self.verdict, table.wrong, self.fill_verdict)
        show("told", self.told, table.told, self.fill_told)
        show("commands", self.commands, tuple(table.commands), self.fill_commands)
        show("score", self.score, table.session.count, self.fill_score)

    def fill_head(self) -> None:
        """Add the title of the game, and how it ended."""
        table, words = self.table, self.taps.words
        session = table.session
        paragraph(session.game.title, tag="h1")
        if table.question is None:
            ending = words.told(table.asking.ending(session.log.state))
            paragraph(words.say("colon").join(filter(None, (words.say("over"), ending))), "hand")

    def fill_question(self) -> None:
        """Add what is shown before the question, and its answers."""
        table, question = self.table, self.table.question
        if question is None:
            text = self.taps.words.say("back")
            self.taps.button("back", text, table.back, "small")
            return
        text = plain(question.shown(table.screen))
        if text:
            ui.html(f"<pre>{escape(text)}</pre>", sanitize=False)
        if self.taps.plays:
            question_form(self.taps, question, table.answer, table.back)

    def fill_verdict(self) -> None:
        """Add what is wrong with the answer, and the button that keeps it all the same."""
        table, screen = self.table, self.table.screen
        question = table.question
        for reason in table.wrong:
            told = reason if question is None else question.told(reason, screen)
            paragraph(f"✗ {self.taps.words.reason(told)}", "reason")
        if table.wrong and self.taps.plays:
            keep = partial(table.answer, table.answered, insist=True)
            self.taps.button("keep", self.taps.words.say("keep"), keep, "small")

    def fill_told(self) -> None:
        """Add the answer to a command."""
        ui.html(f"<pre>{escape(plain(self.table.told))}</pre>", sanitize=False)

    def fill_commands(self) -> None:
        """Add the commands of the game."""
        for name, help_ in self.table.commands.items():
            button = self.taps.button(f"command-{name}", name, partial(self.run, name), "small")
            button.props["title"] = help_

    async def run(self, name: str) -> None:
        """Show the answer to a command on all pages; one that takes long does not stop them."""
        version = self.table.version
        told = ui.notification(
            self.taps.words.say("working"), position="top", spinner=True, timeout=None
        )
        try:
            text = await run.io_bound(self.table.command, name)
        finally:
            told.dismiss()
        if self.table.version == version:
            self.table.tell(text or "")

    def fill_score(self) -> None:
        """Add the standings."""
        paragraph(self.taps.words.say("score"), tag="h2")
        ui.html(score_html(self.table.score, self.taps.words), sanitize=False)


class PadView(Generic[S, M]):
    """The score pad of a game, on one phone; nothing of it is kept."""

    def __init__(self, taps: Taps, game: Game[S, M], pad: Pad) -> None:
        self.taps = taps
        self.game = game
        self.pad = ScorePad(pad, self._made)
        with ui.element("div").classes("any"):
            paragraph(f"{game.title}{taps.words.say('colon')}{taps.words.say('score')}", tag="h1")
            self.part = ui.element("section").props("data-part=score")
        self.refresh()

    def _made(self, data: dict[str, object]) -> Score:
        document = parse_document(data_text(data), "toml", self.game.key)
        return score(self.game.read(document))

    def refresh(self) -> None:
        """Show the next question, or the score."""
        self.part.clear()
        with self.part:
            question = self.pad.question
            if question is not None:
                question_form(self.taps, question, self._answer, self._back)
                return
            with ui.element("div").classes("box"):
                ui.html(score_html(self.pad.score, self.taps.words), sanitize=False)
            self.taps.button("back", self.taps.words.say("back"), self._back, "small")

    def _answer(self, text: str) -> None:
        self.pad.answer(text)
        self.refresh()

    def _back(self) -> None:
        self.pad.back()
        self.refresh()


def plain(text: str) -> str:
    """Return a text without the codes of a terminal."""
    return _CODES.sub("", text).strip("\n")
