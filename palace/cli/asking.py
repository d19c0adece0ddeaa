"""Asking for a line: on a terminal with completion, from anything else line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from palace.contract.game import Complete

Ask = Callable[[str, Complete], str]
"""Asks for a line, given the prompt and what completes it; EOFError when none comes."""


def plain(prompt: str, complete: Complete) -> str:
    """Return a line of standard input, which is shown behind its prompt."""
    del complete
    click.echo(prompt, nl=False)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    click.echo(line.strip())
    return line.strip()


def asker() -> Ask:
    """Return how to ask: with completion on a terminal, line by line from anything else."""
    if sys.stdin is not None and sys.stdin.isatty():
        from palace.cli.terminal import Terminal

        return Terminal()
    return plain
