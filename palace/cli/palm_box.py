"""`palace palm-island box`: the cards beside the core deck, ours or those of one's own box."""

from __future__ import annotations

from collections.abc import Iterator

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, wrapped
from palace.cli.problems import Problems
from palace.palm_island.cards import ACTIONS, ORIENTATIONS
from palace.palm_island.criteria import criteria_words
from palace.palm_island.feats import Feat
from palace.palm_island.resources import Cost, cost_text
from palace.palm_island.specials import Ability, Disaster, Outpost, Villager
from palace.palm_island.specials.box import HOUSE, Box
from palace.palm_island.specials.shelf import KINDS, SINGULAR, Special
from palace.palm_island.specials.template import write_template
from palace.palm_island.specials.writing import card_table


@click.group(
    "box", short_help="The cards beside the deck; enter yours.", invoke_without_command=True
)
@click.pass_context
def box_verb(context: click.Context) -> None:
    """Feats, disasters, abilities, outposts, villagers: what is printed on them is not known here.

    Example:  palace palm-island box show house

    Example:  palace palm-island box new my-palm.toml
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@box_verb.command("new", short_help="Write the file to enter your cards in.")
@click.argument("file", metavar="FILE.toml")
@json_option
def new_box(file: str, as_json: bool) -> None:
    """Write a box file with an entry prepared for every card.

    Example:  palace palm-island box new my-palm.toml
    """
    path = write_template(file)
    if as_json:
        echo_json({"files": [str(path)]})
        return
    click.echo(f"wrote {path}")
    click.echo(wrapped(f"next: fill it in, and see palace palm-island box check {path}"))


@box_verb.command("check", short_help="What is wrong in a box file, what is missing?")
@click.argument("file", metavar="FILE.toml")
@json_option
def check_box(file: str, as_json: bool) -> None:
    """Check a box file, and say what is still missing.

    Example:  palace palm-island box check my-palm.toml
    """
    box = _opened(file)
    missing = box.missing()
    if as_json:
        echo_json({**_head(box), "complete": not missing, "missing": list(missing)})
        return
    click.echo(f"{click.style(box.title, bold=True)}: {_totals(box)}")
    for sentence in missing:
        click.secho(wrapped(f"missing: {sentence}", hang=9), fg="yellow")
    if not missing:
        click.echo("nothing is missing")


@box_verb.command("show", short_help="Show the cards.")
@click.argument("file", metavar="[house|FILE.toml]", default=HOUSE)
@json_option
def show_box(file: str, as_json: bool) -> None:
    """Show the cards of a box: the house box, or a file.

    Example:  palace palm-island box show
    """
    box = _opened(file)
    if as_json:
        cards = {kind: [card_table(card) for card in box.shelf.of(kind)] for kind in KINDS}
        echo_json({**_head(box), **cards})
        return
    click.echo(f"{click.style(box.title, bold=True)}: {_totals(box)}")
    for kind in KINDS:
        cards_of_kind = box.shelf.of(kind)
        if cards_of_kind:
            click.echo()
            click.secho(kind, bold=True)
        for card in cards_of_kind:
            for line in _lines(card):
                click.echo(line)
    if any(card.placeholder for card in box.shelf):
        click.echo()
        click.echo(wrapped("placeholder: of our own design; the printed ones are not known here"))


def _opened(file: str) -> Box:
    from palace.palm_island.specials.box_file import load_box

    problems = Problems()
    box: Box | None = None
    with problems.within("box"):
        box = load_box(file)
    problems.check()
    assert box is not None
    return box


def _head(box: Box) -> dict[str, object]:
    counts = {kind: len(box.shelf.of(kind)) for kind in KINDS}
    return {"name": box.name, "provenance": box.provenance, "cards": counts}


def _totals(box: Box) -> str:
    counts = {kind: len(box.shelf.of(kind)) for kind in KINDS}
    parts = [f"{n} {SINGULAR[kind] if n == 1 else kind}" for kind, n in counts.items() if n]
    return ", ".join(parts) or "no cards"


def _lines(card: Special) -> Iterator[str]:
    """A card: its title, and what it says."""
    parts = [*_says(card)]
    yield wrapped(f"{card.title}: {'; '.join(parts) or 'not transcribed'}", 2, 2)
    if isinstance(card, Feat) and card.areas is not None:
        for area, lies in zip(card.areas, ORIENTATIONS, strict=True):
            said = [f"gives {area.gives}"] if area.gives.amount else []
            costs = ((kind, area.cost(kind)) for kind in ACTIONS)
            said += [f"{kind} {cost_text(cost)}" for kind, cost in costs if cost is not None]
            said += [f"{area.points} VP"] if area.points else []
            if said:
                yield wrapped(f"{lies:<14} {', '.join(said)}", 4, 15)


def _says(card: Special) -> Iterator[str]:
    if isinstance(card, Feat):
        if card.needs is not None:
            yield f"earned by {criteria_words(card.needs)}"
        yield from [card.says] * bool(card.says)
    elif isinstance(card, Disaster):
        costs = ", then ".join(cost_text(level) for level in card.levels or ())
        yield from [f"{counted(len(card.levels or ()), 'level')} per player: {costs}"] * bool(costs)
    elif isinstance(card, Ability):
        yield from _costs("costs", card.cost)
        yield from [f"needs {criteria_words(card.needs)}"] * bool(card.needs)
        yield from [card.says] * bool(card.says)
    elif isinstance(card, Outpost):
        yield from [card.terrain] if card.terrain else []
        yield from [f"{card.points} VP"] * (card.points is not None)
        asks = card.casual or criteria_words(card.needs or ())
        yield from [f"casual: {asks}"] * bool(asks)
        yield from _costs("speed:", card.speed)
        yield from [f"back: {card.villager}"] * (card.villager is not None)
    elif isinstance(card, Villager):
        yield from _costs("costs", card.cost)
        yield from [f"{card.points} VP"] * bool(card.points)
        yield from [f"Active: {card.active}"] * bool(card.active)


def _costs(word: str, cost: Cost | None) -> Iterator[str]:
    if cost is not None:
        yield f"{word} {cost_text(cost)}"
