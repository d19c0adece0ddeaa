"""`palace rulings`: the open questions of the rule book, and how they are answered."""

from __future__ import annotations

import click

from palace.cli.options import json_option
from palace.cli.output import echo_rulings
from palace.monkey_palace.kernel.rulings import RULINGS


@click.command("rulings", short_help="The open questions and their answers.")
@json_option
def rulings_verb(as_json: bool) -> None:
    """List the named rulings, their answers and their defaults.

    Example:  palace rulings

    Use one:  palace check d3-d4+b-d3_bb --ruling double-back=legal
    """
    echo_rulings(RULINGS, as_json=as_json)
