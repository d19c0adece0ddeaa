"""`palace pass`: may the player pass here, or must he build?"""

from __future__ import annotations

from typing import Any

import click

from palace.cli.monkey.searching import pieces, searching, setting, setting_record
from palace.cli.options import Asked, json_option, situation_options
from palace.cli.output import echo_drawing, echo_json, headline, reason_lines, wrapped
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.situation import situation
from palace.monkey_palace.kernel.reasons import must_build
from palace.monkey_palace.search import exists


@click.command("pass", short_help="May a player pass here, or can he build?")
@situation_options
@json_option
def pass_verb(
    asked: Asked,
    as_json: bool,
) -> None:
    """Tell whether a pass is legal: only if no staircase can be built; exit status 1 if one can.

    Example:  palace pass --supply 1a2b

    Example:  palace pass --game game.toml --turn 7 --supply 2a

    Every path is looked at, so "legal" is a proof. With the ruling must-build=may a pass is always
    legal.
    """
    here = situation(*asked)
    with searching("looking for a staircase"):
        found = exists(here.palace, here.supply, here.rulings)
    legal = found is None or here.rulings.must_build == "may"
    reason = None if legal or found is None else must_build(here.player or "the player", found)
    if as_json:
        data: dict[str, Any] = {
            "legal": legal,
            "reasons": [] if reason is None else [reason.record()],
            "staircase": None if found is None else str(found),
        }
        echo_json(data | setting_record(here))
    else:
        click.echo(headline(legal, f"to pass  {setting(here)}"))
        if found is None:
            click.echo(wrapped(f"no legal staircase can be built from {pieces(here)}"))
        elif reason is None:
            click.echo(wrapped(f"{found} could be built, but nobody must (ruling must-build)"))
        else:
            for line in reason_lines([reason]):
                click.echo(line)
        if found is not None:
            click.echo()
            echo_drawing(draw(here.palace, found, {}))
        for note in here.notes:
            click.secho(wrapped(f"note: {note}"), dim=True)
    if not legal:
        raise click.exceptions.Exit(1)
