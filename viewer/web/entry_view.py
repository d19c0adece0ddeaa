"""A table as it is, on a page: its knobs, the pieces to tap, the verdict, what explains it."""

from __future__ import annotations

from dataclasses import replace

from nicegui import ui

from palace.monkey_palace.kernel.audit import Audit
from palace.monkey_palace.kernel.elements import ANIMALS, COLOUR_WORDS
from palace.monkey_palace.kernel.found import Found, find_pieces, is_under_way
from palace.monkey_palace.kernel.palace import Palace

from ..scene import Instance, Scene, scene
from .entry import PIECES, Entered, Entry
from .forms import question_form
from .layers import glb_of_scene, layers_of_trial, table_file
from .model import Layers, Model, Models
from .parts import KnobGrid, Parts, Taps, fill_panel, paragraph
from .plan import Panel, View, list_spots, trial_panel, view_of_trial
from .table import Table
from .words import Words


class EntryView:
    """The table that is entered, on one phone."""

    def __init__(self, taps: Taps, table: Table, entry: Entry, models: Models) -> None:
        self.taps = taps
        self.words = taps.words
        self.table = table
        self.entry = entry
        self.models = models
        self.parts = Parts()
        say = self.words.say
        with ui.element("div").classes("table"):
            self.head = ui.element("header").classes("head")
            self.model = Model(say("model")).classes("model")
            self.grid = KnobGrid(taps, entry.now.found.ground, entry.tap)
            self.verdict = ui.element("section").classes("verdict")
            self.verdict.props("role=status aria-live=polite data-part=verdict")
            self.bar = ui.element("div").classes("bar keys")
            self.stage = ui.element("section").classes("stage")
        self.refresh()

    def refresh(self) -> None:
        """Show the table as it is entered now."""
        now, show = self.entry.now, self.parts.show
        view = view_of_entry(now)
        self.grid.show(list_spots(view, self.words))
        self.model.show(layers_of_entry(self.models, now, view))
        asks = self.entry.answers is not None
        # The keys stay while pieces are tapped, so that no quick second tap is lost.
        mode = now.explained, None if now.trial is None else now.trial.legal, asks
        keys = *mode, now.at is None, self.entry.begun
        table = *keys, now.palace is None, bool(now.built), self.entry.question
        show("head", self.head, now.found.draft.used, self.fill_head)
        show("verdict", self.verdict, panel_of_entry(now, self.words), self.fill_verdict)
        show("bar", self.bar, keys, self.fill_bar)
        show("stage", self.stage, table, self.fill_stage)

    def fill_head(self) -> None:
        """Add the title and what to do."""
        paragraph(self.words.say("found"), tag="h1")
        paragraph(self.words.say("found-about"), "hand")

    def fill_verdict(self) -> None:
        """Add the verdict on the table, or on the staircase that is judged on it."""
        panel = panel_of_entry(self.entry.now, self.words)
        fill_panel(self.taps, self.verdict, panel, self.entry.mend)

    def fill_bar(self) -> None:
        """Add the pieces to tap, or what is done with the staircase or the explanation."""
        say, entry, button = self.words.say, self.entry, self.taps.button
        now = entry.now
        if entry.answers is not None:
            return
        if now.explained is not None:
            count = len(now.built) - 1
            at = now.explained
            button("found-leave", say("found-leave"), entry.leave)
            button("less", "◀", lambda: entry.explain(at - 1), enabled=at > 0)
            button("next", "▶", lambda: entry.explain(at + 1), "main", enabled=at < count)
            return
        button("undo", say("undo"), entry.undo, enabled=entry.begun)
        if now.trial is not None:
            button("found-leave", say("found-leave"), entry.leave)
            legal = now.trial.legal
            button("add-to-table", say("add-to-table"), entry.build, "main", enabled=legal)
            return
        button("take-top", say("take-top"), entry.take, enabled=now.at is not None)
        for piece in PIECES[:9]:
            text = say(f"{piece}-top" if piece in COLOUR_WORDS else piece)
            self._piece(piece, text)

    def fill_stage(self) -> None:
        """Add the animals, and what can be done with a table that is legal; or the questions."""
        say, entry, button = self.words.say, self.entry, self.taps.button
        now = entry.now
        if not self.taps.plays:
            return
        if entry.answers is not None:
            self._fill_questions()
            return
        if now.trial is not None:
            return
        with ui.element("div").classes("row"):
            for piece in ANIMALS:
                self._piece(piece, say(piece), "small")
        with ui.element("div").classes("row"):
            legal = now.palace is not None
            if now.built and now.explained is None:
                button("explain", say("explain"), lambda: entry.explain(0), "small")
            button("judge", say("judge"), entry.judge, "small", enabled=legal)
            button("begin-here", say("begin-here"), entry.ask, "small", enabled=legal)
            button("new", say("new"), self.table.leave_entry, "small")

    def _piece(self, piece: str, text: str, looks: str = "") -> None:
        chosen = self.entry.now.at is not None
        put = self.entry.put
        self.taps.button(f"piece-{piece}", text, lambda: put(piece), looks, enabled=chosen)

    def _fill_questions(self) -> None:
        question = self.entry.question
        if question is not None:
            question_form(self.taps, question, self.entry.answer, self.entry.unanswer)
            return
        paragraph(self.words.say("all-answered"))
        with ui.element("div").classes("row"):
            self.taps.button("back", self.words.say("back"), self.entry.unanswer)
            text = self.words.say("begin")
            self.taps.button("begin", text, self.table.begin_found, "main")


def view_of_entry(now: Entered) -> View:
    """Return what is marked on the table that is entered."""
    if now.trial is not None:
        return view_of_trial(now.trial)
    if now.explained is not None and now.audit is not None:
        path = now.audit.staircases[now.explained - 1].staircase.knobs if now.explained else ()
        return View(now.built[now.explained], path)
    found = now.found
    wrong = frozenset(fault.knob for fault in found.faults if not is_under_way(found, fault))
    waiting = frozenset(at.knob for at in found.missing)
    return View(found.draft, chosen=now.at, waiting=waiting, faults=wrong)


def panel_of_entry(now: Entered, words: Words) -> Panel:
    """Return the verdict on the table, and what explains it."""
    say, found = words.say, now.found
    if now.trial is not None:
        return trial_panel(now.trial, words)
    if now.explained is not None and now.audit is not None:
        return _explained(now.explained, now.audit, words)
    lines = []
    if now.at is not None:
        pieces = found.column(now.at) or say("found-empty")
        lines.append(say("found-knob", knob=now.at, pieces=pieces))
    palace = now.palace
    if palace is None:
        wrong = any(not is_under_way(found, fault) for fault in found.faults)
        title = say("found-wrong" if wrong else "found-waits")
        told = tuple(fault.error.sentence() for fault in found.faults)
        return Panel(title, "illegal" if wrong else "open", tuple(lines), told)
    used = words.pieces(palace.used)
    title = say("found-legal", height=palace.height, pieces=used)
    audit = now.audit
    if audit is None or audit.legal:
        if audit is not None:
            lines.append(
                say("found-explained", staircases=words.count("staircase", len(audit.staircases)))
            )
            lines += [f"{one.number}. {one.staircase}" for one in audit.staircases]
        return Panel(title, "legal", tuple(lines))
    told = tuple(reason.text_in(words.language) for reason in audit.reasons)
    return Panel(title, "open", tuple(lines), (say("found-unexplained"), *told))


def _explained(number: int, audit: Audit, words: Words) -> Panel:
    count = len(audit.staircases)
    if not number:
        return Panel(words.say("setup"), "open")
    staircase = audit.staircases[number - 1].staircase
    title = words.say("found-step", number=number, count=count, staircase=staircase)
    return Panel(title, "open")


def layers_of_entry(models: Models, now: Entered, view: View) -> Layers:
    """Return the model files that show the table that is entered."""
    if now.trial is not None:
        return layers_of_trial(models, now.trial, view)
    if now.explained is not None:
        return _layers(models, scene(view.palace), f"{view.palace!r}", view.palace)
    whole, faint = scene_of_found(now.found)
    return _layers(models, whole, f"{now.found!r}", view.palace, faint)


def _layers(
    models: Models, whole: Scene, key: str, palace: Palace, faint: tuple[int, ...] = ()
) -> Layers:
    table = table_file(models, palace.ground)
    pieces = models.name(f"found {key}", lambda: glb_of_scene(whole, faint))
    return Layers(table, pieces, "", "")


def scene_of_found(found: Found) -> tuple[Scene, tuple[int, ...]]:
    """Return the pieces of a table, those at fault marked, and the numbers of arches that have one
    end only."""
    wrong = [fault for fault in found.faults if not is_under_way(found, fault)]
    bad = {element for fault in wrong for element in find_pieces(found, fault)}
    base = scene(Palace(found.ground, replace(found, columns={}, animals={}).draft.columns))
    laid = [Instance(0, element, marked=element in bad) for element in found.elements]
    laid += [Instance(0, element) for element in found.halves]
    whole = Scene.of(found.ground, (*base.instances, *laid))
    first = len(whole.instances) - len(found.halves)
    return whole, tuple(range(first, len(whole.instances)))
