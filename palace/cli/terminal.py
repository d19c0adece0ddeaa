"""Asking on a terminal: completion of what may come next, history, line editing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import create_output

from palace.contract.game import Complete

SAME_LINE = 0.5
"""Seconds in which an Enter belongs to a line that needed none."""


class Terminal:
    """Asks for a line, and remembers those before it; with `err` on standard error."""

    def __init__(self, *, err: bool = False) -> None:
        output = create_output(stdout=sys.stderr) if err else None
        self.prompt: PromptSession[str] = PromptSession(history=InMemoryHistory(), output=output)
        self.needed_none = False

    def __call__(self, prompt: str, complete: Complete, /, at_once: Sequence[str] = ()) -> str:
        bindings = self._without_enter(at_once)
        self.needed_none = False
        return self.prompt.prompt(
            prompt, completer=Answers(complete), complete_while_typing=False, key_bindings=bindings
        ).strip()

    def _without_enter(self, lines: Sequence[str]) -> KeyBindings:
        """Return what ends each of some lines as soon as it is typed, if no other begins with it;
        an Enter that is typed behind one before is none for this line."""
        bindings = KeyBindings()
        end = time.monotonic() + SAME_LINE

        def typed(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            buffer.insert_text(event.data)
            if [line for line in lines if line.startswith(buffer.text)] == [buffer.text]:
                self.needed_none = True
                buffer.validate_and_handle()

        def late() -> bool:
            return time.monotonic() < end and not get_app().current_buffer.text

        for key in {*"".join(lines)}:
            bindings.add(key)(typed)
        if self.needed_none:
            bindings.add("enter", filter=Condition(late))(lambda event: None)
        return bindings


class Answers(Completer):
    """Completes what may be answered."""

    def __init__(self, complete: Complete) -> None:
        self.complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Any]:
        """Yield the completions of the text before the cursor."""
        for word, begun in self.complete(document.text_before_cursor):
            yield Completion(word, start_position=-begun)
