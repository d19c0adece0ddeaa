"""Asking on a terminal: completion of what may come next, history, line editing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from palace.core.errors import NotationError
from palace.monkey_palace.game.session import Session
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace

_TAIL = re.compile(r"(?P<before>(?:[a-z][0-9]+)(?:_[bc]+)?(?:\+[bc]+)?)-(?P<word>[a-z]?[0-9]*)$")


class Terminal:
    """Asks for a line; `words` are what may be said, besides knobs."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.prompt: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def __call__(self, prompt: str, words: Sequence[str]) -> str:
        completer = Knobs(self.session, words)
        return self.prompt.prompt(prompt, completer=completer, complete_while_typing=False).strip()


class Words:
    """Asks for a line and completes nothing but the words that may be said."""

    def __init__(self) -> None:
        self.prompt: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def __call__(self, prompt: str, words: Sequence[str]) -> str:
        completer = WordCompleter(list(words), sentence=True)
        return self.prompt.prompt(prompt, completer=completer, complete_while_typing=False).strip()


class Knobs(Completer):
    """Completes words, the first knob of a staircase, and the neighbours a step can lead to."""

    def __init__(self, session: Session, words: Sequence[str]) -> None:
        self.session = session
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Any]:
        """The completions of the text before the cursor."""
        text = document.text_before_cursor
        for word, begun in completions(self.session.table.palace, self.words, text):
            yield Completion(word, start_position=-begun)


def completions(palace: Palace, words: Sequence[str], text: str) -> Iterable[tuple[str, int]]:
    """What may stand at the end of a text, each with how much of it is typed already."""
    tail = _TAIL.search(text.lower())
    if tail is not None:
        leaves = Knob.read(re.split(r"[_+]", tail["before"])[0])
        back = _before(text.lower()[: tail.start("before")])
        near = [str(k) for k in palace.ground.neighbours(leaves) if k != back]
        yield from ((name, len(tail["word"])) for name in near if name.startswith(tail["word"]))
        return
    begun = text.rsplit(",", 1)[-1].lstrip().lower()
    free = [str(knob) for knob, height in palace.heights.items() if not height]
    for word in [*words, *free]:
        if word.lower().startswith(begun):
            yield word, len(begun)


def _before(text: str) -> Knob | None:
    """The knob before the last one, which a step may not go straight back to."""
    found = re.search(r"([a-z][0-9]+)[_+bc]*-$", text)
    try:
        return Knob.read(found[1]) if found else None
    except NotationError:
        return None
