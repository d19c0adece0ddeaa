"""Asking for a line: on a terminal with completion, from anything else line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

Ask = Callable[[str, Sequence[str]], str]
"""Asks for a line, given the prompt and the words that may be said; EOFError when none comes."""


def plain(prompt: str, words: Sequence[str]) -> str:
    """A line of standard input, which is shown behind its prompt."""
    del words
    click.echo(prompt, nl=False)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    click.echo(line.strip())
    return line.strip()


def on_terminal() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()
