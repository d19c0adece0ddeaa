"""`palace hint`: what the program would do in a game under way, and why."""

from __future__ import annotations

import click

from palace.cli.dialogue import progress_bar
from palace.cli.options import json_option, language_option
from palace.cli.output import echo_json, spoken, width
from palace.contract.entering import asking
from palace.contract.registry import read_game
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem
from palace.core.screen import Screen
from palace.core.verdict import in_language


@click.command("hint", short_help="Show what the program would do in a game, and why.")
@click.option("--game", "record", required=True, metavar="RECORD", help="The game under way.")
@language_option("Language of the hint: en, zh-Hant or zh (Chinese) [en].")
@json_option
def hint_verb(record: str, as_json: bool) -> None:
    """Show the move that the program would make for the player who is due, and why.

    Example:  palace hint --game game.toml
    """
    game, found = read_game(record)
    log = log_of(found)
    if log is None or not log.due:
        what = "it holds points only" if log is None else "the game is over"
        raise InputError(Problem(record, what, "name a game under way"))
    player = log.due[0]
    known = {command.name: command for command in asking(game).commands(found, log)}
    if "hint" not in known or game.thoughts is None:
        raise InputError(Problem(record, f"there are no hints for {game.title}", "play on"))
    if not as_json:
        click.echo(known["hint"].text(player, Screen(width(), progress_bar, spoken())))
        return
    *_, idea = game.thoughts()["hint"].ideas(found, log, player, "")
    told, *lines = (in_language(text, spoken()) for text in (idea.told, *idea.lines))
    echo_json({"player": player, "move": idea.text, "why": told, "lines": lines})
