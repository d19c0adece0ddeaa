"""Fields to fill in, and the form of a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from typing import Any

from nicegui import ui

from palace.contract.game import Question
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED

from .parts import Taps, paragraph
from .table import Table

SEATS = 4
LONGEST = 40
"""Characters of a name."""

LONGEST_ANSWER = 400
MOST_OFFERS = 40
"""Answers that are buttons."""

_VALUE = "(e) => emit(e.target.value)"


class Field:
    """A field of text with its label; `value` is what the phone has in it."""

    def __init__(self, label: str, name: str, value: str = "", *, longest: int = LONGEST) -> None:
        self.value = value
        with ui.element("label"):
            ui.label(label)
            self.box = ui.element("input").mark(name)
            self.box.props(f"name={name} maxlength={longest} autocomplete=off")
            # As an attribute (^), or each change of the page would put it back in place of what is
            # typed.
            self.box.props["^value"] = value
            self.box.on("input", self._set, js_handler=_VALUE)

    def _set(self, event: Any) -> None:
        self.value = str(event.args)


class Choice:
    """A list of values to choose from, each with what it is called; the first is chosen."""

    def __init__(self, label: str, name: str, options: Mapping[str, str]) -> None:
        self.value = next(iter(options))
        with ui.element("label"):
            ui.label(label)
            with ui.element("select").props(f"name={name}").mark(name) as box:
                for value, text in options.items():
                    with ui.element("option").props(f'value="{value}"'):
                        ui.label(text)
            box.on("change", self._set, js_handler=_VALUE)

    def _set(self, event: Any) -> None:
        self.value = str(event.args)


def question_form(
    taps: Taps, question: Question, answer: Callable[[str], None], back: Callable[[], None]
) -> None:
    """Add a question with the answers there are to tap, and a field for another one."""
    say = taps.words.say
    with ui.element("form").classes("begin box").props("onsubmit='return false'"):
        paragraph(taps.words.told(question.prompt).rstrip("> "), tag="h2")
        offers = [*islice(question.answers(), MOST_OFFERS)]
        with ui.element("div").classes("row"):
            for number, offer in enumerate(offers):
                taps.button(f"offer-{number}", offer, partial(answer, offer), "small")
        field = Field(say("answer-field"), "answer-field", longest=LONGEST_ANSWER)
        with ui.element("div").classes("row"):
            taps.button("back", say("back"), back)
            taps.button("answer", say("answer"), lambda: answer(field.value), "main")


def begin_form(taps: Taps, table: Table) -> None:
    """Add the form of a new game: its players, map, cards and animals."""
    say = taps.words.say
    with ui.element("form").classes("begin box").props("onsubmit='return false'"):
        paragraph(f"{table.title}{say('colon')}{say('new')}", tag="h2")
        ui.label(say("new-file", file=table.path.name))
        ui.label(say("players-hint"))
        seats = range(1, SEATS + 1)
        names = [Field(say("player", number=seat), f"player-{seat}") for seat in seats]
        ground = Choice(say("map"), "map", {name: name for name in SHIPPED})
        deck = Choice(say("deck"), "deck", {"house": say("deck-house"), "": say("deck-none")})
        every = taps.words.listed(say(name) for name in ANIMALS.values())
        animals = Choice(
            say("animals"), "animals",
            {",".join(ANIMALS.values()): every, "monkey": say("monkey")},
        )  # fmt: skip

        def begin() -> None:
            given = [name.value.strip() for name in names if name.value.strip()]
            table.begin(given, ground.value, deck.value, animals.value)

        taps.button("begin", say("begin"), begin, "main")
        enter = say("found-enter")
        taps.button("enter", enter, lambda: table.enter(ground.value))
