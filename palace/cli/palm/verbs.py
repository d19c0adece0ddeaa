"""`palace palm-island`: its cards, the feats of its players, the open questions of its rules."""

from __future__ import annotations

from pathlib import Path

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.cli.palm.deals import deal_verb, pause_verb
from palace.cli.palm.solve import solve_verb
from palace.cli.palm.study import study_verb
from palace.cli.problems import Problems
from palace.core.errors import InputError, Problem
from palace.files.document import read_document
from palace.palm_island.cards import ACTIONS, CORE, KINDS, ORIENTATIONS, action_words
from palace.palm_island.resources import cost_text


@click.group(
    "palm-island", short_help="Palm Island: its cards, feats, best lines.",
    invoke_without_command=True,
)  # fmt: skip
@click.pass_context
def palm_island_verb(context: click.Context) -> None:
    """Palm Island: its cards, the feats players have earned, what a deal is worth.

    Example:  palace palm-island cards

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    It is played, checked and scored like every game: palace play tonight.toml --game palm-island
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@palm_island_verb.command("cards", short_help="What the cards of the core deck say.")
@json_option
def cards_verb(as_json: bool) -> None:
    """List the sixteen cards of a core deck with their four areas.

    Example:  palace palm-island cards
    """
    if as_json:
        echo_json({
            "provenance": "transcribed",
            "cards": [
                {
                    "id": card.id,
                    "name": card.name,
                    "areas": [
                        {
                            "gives": area.gives._asdict(),
                            **{kind: None if (cost := area.cost(kind)) is None else cost_text(cost)
                               for kind in ACTIONS},
                            "points": area.points,
                            "upgrades": area.upgrades,
                        }
                        for area in card.areas
                    ],
                }
                for card in CORE.values()
            ],
        })  # fmt: skip
        return
    for name in KINDS:
        cards = [card for card in CORE.values() if card.name == name]
        click.secho(f"{name}  ({', '.join(str(card.id) for card in cards)})", bold=True)
        for area, lies in zip(cards[0].areas, ORIENTATIONS, strict=True):
            parts = [
                f"gives {area.gives}" if area.gives.amount else "",
                action_words(area.actions),
                f"{area.points} VP" if area.points else "",
                f"upgrades {area.upgrades}" if area.upgrades else "",
            ]
            text = "; ".join(part for part in parts if part) or "nothing"
            click.echo(wrapped(f"{lies:<14} {text}", 2, 15))


@palm_island_verb.command("feats", short_help="The feats a player has earned, game by game.")
@click.argument("files", nargs=-1, required=True, metavar="RECORD...")
@json_option
def feats_verb(files: tuple[str, ...], as_json: bool) -> None:
    """Who has earned which feat, over records in the order they were played.

    Example:  palace palm-island feats first.toml second.toml

    A feat used before it was earned is named.
    """
    from palace.palm_island.career import career
    from palace.palm_island.game import GAME

    records = []
    problems = Problems()
    for file in files:
        with problems.within(""):
            document = read_document(file)
            if document.data.get("game") != GAME.key:
                what = "this is no record of palm-island"
                raise InputError(Problem(file, what, "leave it out"))
            records.append(GAME.read(document, Path(file).parent))
    problems.check()
    entries = career(records)
    if as_json:
        echo_json({"feats": [entry.record() for entry in entries]})
        return
    for entry in entries:
        click.echo(wrapped(str(entry), 0, 2))
    if not entries:
        click.echo("no feat was used or earned")


for _verb in (deal_verb, pause_verb, solve_verb, study_verb):
    palm_island_verb.add_command(_verb)
