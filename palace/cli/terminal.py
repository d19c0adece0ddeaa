"""Asking on a terminal: completion of what may come next, history, line editing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import create_output

from palace.contract.game import Complete


class Terminal:
    """Asks for a line, and remembers those before it; with `err` on standard error."""

    def __init__(self, *, err: bool = False) -> None:
        output = create_output(stdout=sys.stderr) if err else None
        self.prompt: PromptSession[str] = PromptSession(history=InMemoryHistory(), output=output)

    def __call__(self, prompt: str, complete: Complete) -> str:
        completer = Answers(complete)
        return self.prompt.prompt(prompt, completer=completer, complete_while_typing=False).strip()


class Answers(Completer):
    """Completes what may be answered."""

    def __init__(self, complete: Complete) -> None:
        self.complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Any]:
        """Yield the completions of the text before the cursor."""
        for word, begun in self.complete(document.text_before_cursor):
            yield Completion(word, start_position=-begun)
