"""A stand-in for the page, which the real one replaces."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import Event, ui

from .table import Table


def declare(table: Table) -> None:
    """Declare the page of a table."""
    changed: Event[[]] = Event()

    @ui.page("/")
    def page() -> None:
        role = ui.context.client.request.state.role
        verdict = ui.label(table.verdict()).props("role=status data-part=verdict").mark("verdict")
        changed.subscribe(lambda: verdict.set_text(table.verdict()))

        def tapped(name: str) -> Callable[[], None]:
            def tap() -> None:
                table.tap(name)
                changed.emit()

            return tap

        def confirm() -> None:
            error = table.confirm()
            changed.emit()
            if error:
                verdict.set_text(error)

        def clear() -> None:
            table.knobs.clear()
            changed.emit()

        for rank in range(8, 0, -1):
            with ui.row():
                for file in "abcdefgh":
                    name = f"{file}{rank}"
                    props = f'type=button aria-label="{name}, level 0" data-knob={name}'
                    button = ui.element("button").props(props)
                    with button:
                        ui.html(name, sanitize=False, tag="span")
                    if role == "player":
                        button.on("click", tapped(name), args=[])
        if role == "player":
            for act, does in (("confirm", confirm), ("clear", clear)):
                ui.element("button").props(f"data-act={act}").on("click", does, args=[])
