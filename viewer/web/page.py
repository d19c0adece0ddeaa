"""The page for the table: what it shows at which time, and the files it loads."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, cast

from fastapi import Response
from nicegui import Event, app, run, ui
from nicegui.element import Element as Widget

from palace.contract.registry import REGISTRY, game, games
from palace.core.verdict import LANGUAGES, TAGS
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.search import exists

from .any_table import AnyTable
from .forms import begin_form
from .model import FILES, Models
from .parts import Taps, add_styles
from .sheet_view import SHEETS, sheet_html, sheet_of
from .table import Table
from .words import HTML, Words, asked_for

if TYPE_CHECKING:
    from .any_view import AnyView
    from .entry_view import EntryView
    from .table_view import TableView

PLAYER = "player"
"""The role that may change the table."""

WAITS = 20
"""Seconds in which a page is made."""


def declare(table: Table | AnyTable, language: str | None = None) -> None:
    """Declare the page of a table and the files it loads, on NiceGUI's app.

    Without a language each page is in the one that its browser asks for.
    """
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

    @ui.page("/", title="Palace", response_timeout=WAITS)
    def index() -> None:
        page = Page(table, models, _words(language), plays=is_player())
        client = ui.context.client
        # A phone that is away is kept for a while; it is shown everything when it comes back.
        changed.subscribe(lambda: page.refresh() if client.has_socket_connection else None)
        client.on_connect(page.refresh)

    @ui.page("/score/{key}", title="Palace", response_timeout=WAITS)
    def score(key: str) -> None:
        from .any_view import PadView

        taps = Taps(_words(language), plays=is_player())
        with _beside(taps.words):
            found = game(key) if key in REGISTRY else None
            if found is not None and found.pad is not None:
                PadView(taps, found, found.pad())

    @ui.page("/maps", title="Palace", response_timeout=WAITS)
    def maps() -> None:
        from .maps_view import MapsView

        taps = Taps(_words(language), plays=is_player())
        with _beside(taps.words):
            MapsView(taps, models)

    @ui.page("/sheet/{name}", title="Palace", response_timeout=WAITS)
    def sheet(name: str) -> None:
        with _beside(_words(language)):
            known = name in SHEETS
            own = table if isinstance(table, Table) else None
            ui.html(sheet_html(sheet_of(own, name)) if known else "", sanitize=False)


def is_player() -> bool:
    """Return whether the page that is made was opened by someone who may play."""
    return getattr(ui.context.client.request.state, "role", PLAYER) == PLAYER


def _beside(words: Words) -> Widget:
    """Return the part to fill of a page beside the table, which has the way back above it."""
    add_styles()
    ui.dark_mode(None)
    whole = ui.element("main").classes("sheet")
    with whole:
        home = _in(words.language)
        ui.link(words.say("back-to-table"), home).classes("act small")
    return whole


def _in(language: str, path: str = "/") -> str:
    """Return the address of a page in a language."""
    return f"{path}?lang={language}"


def _words(language: str | None) -> Words:
    """Return the words of the page that is opened, and tell browser and NiceGUI their language.

    The address goes before the `language` of the call, and that before what the browser asks for.
    """
    client = ui.context.client
    wanted = TAGS.get(client.request.query_params.get("lang", ""), language)
    wanted = wanted or asked_for(client.request.headers.get("accept-language", ""))
    # A page of NiceGUI has one language: this client gets a page of its own.
    client.page = copy(client.page)
    client.page.language = cast(Any, HTML[wanted])
    return Words(wanted)


async def prepare() -> None:
    """Load what draws the models, and compile the searches, which is done once on each machine, so
    that no tap waits for it."""

    def load() -> None:
        from . import entry_view, table_view  # noqa: F401

        exists(Palace.setup(load_map("map-1")))

    await run.io_bound(load)


class Page:
    """One phone's page: the form of a new game, then the game."""

    def __init__(
        self, table: Table | AnyTable, models: Models, words: Words, *, plays: bool
    ) -> None:
        self.table = table
        self.models = models
        self.taps = Taps(words, plays=plays)
        self.view: TableView | EntryView | AnyView | None = None
        self.kind: object = None
        add_styles()
        self.dark = ui.dark_mode(None)
        self.root = ui.element("main").style("width: 100%")
        say = self.taps.words.say
        with ui.element("footer").classes("foot"):
            with ui.element("div").classes("row"):
                for name in SHEETS if isinstance(table, Table) else ():
                    path = _in(words.language, f"/sheet/{name}")
                    ui.link(say(f"sheet-{name}"), path).classes("act small")
                if isinstance(table, Table):
                    ui.link(say("maps"), _in(words.language, "/maps")).classes("act small")
                self.taps.button("light", say("light"), self.dark.toggle, "small", always=True)
                for language, own in LANGUAGES.items():
                    if language != words.language:
                        link = ui.link(own, _in(language)).classes("act small")
                        link.props(f"lang={HTML[language]} data-language={language}")
            ui.label(say("open-network"))
        self.build()

    def build(self) -> None:
        """Lay out what is there now."""
        # With them the libraries that make models are loaded.
        from .any_view import AnyView
        from .entry_view import EntryView
        from .table_view import TableView

        self.kind = self.kind_now()
        self.view = None
        self.root.clear()
        table = self.table
        with self.root:
            if isinstance(table, AnyTable):
                self.view = AnyView(self.taps, table)
                return
            entry = table.entry
            if table.session is not None:
                self.view = TableView(self.taps, table, self.models)
            elif entry is not None and table.entering:
                self.view = EntryView(self.taps, table, entry, self.models)
            elif self.taps.plays:
                begin_form(self.taps, table)
                with ui.element("div").classes("row begin"):
                    for found in (one for one in games() if one.pad is not None):
                        text = self.taps.words.say("score-game", title=found.title)
                        path = _in(self.taps.words.language, f"/score/{found.key}")
                        ui.link(text, path).classes("act small")
            else:
                ui.label(self.taps.words.say("waiting"))

    def kind_now(self) -> object:
        """Return what the page has to show: a game, a table that is entered, or neither."""
        table = self.table
        if isinstance(table, AnyTable):
            return True
        return table.session is not None, table.entry if table.entering else None

    def refresh(self) -> None:
        """Show what has changed."""
        if self.kind != self.kind_now():
            self.build()
        elif self.view is not None:
            self.view.refresh()
