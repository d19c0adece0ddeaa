"""`palace box`: cards and boards, ours or those of one's own box, and what is still missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, wrapped
from palace.cli.problems import Problems
from palace.monkey_palace.game.boards import SEATS
from palace.monkey_palace.game.box import MAPS, Box, load_box, missing_cards
from palace.monkey_palace.game.box_templates import (
    BOX_FILE,
    DECK_FILE,
    PREPARED,
    SPARE,
    write_templates,
)
from palace.monkey_palace.game.cards import CARDS, COLOURS, PILES, pile_name
from palace.monkey_palace.game.deck import HOUSE, Deck, load_deck


@click.group(
    "box", short_help="Cards and boards; enter those of your box.", invoke_without_command=True
)
@click.pass_context
def box_verb(context: click.Context) -> None:
    """Show the cards and boards in use, or enter those of your own box.

    Example:  palace box show house

    Example:  palace box new my-box
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@box_verb.command("new", short_help="Write the files to enter a box in.")
@click.argument("folder", metavar="FOLDER")
@json_option
def new_box(folder: str, as_json: bool) -> None:
    """Write a box file, a deck to fill in with a spreadsheet, and a map, into a folder.

    Example:  palace box new my-box
    """
    files = write_templates(folder)
    if as_json:
        echo_json({"files": [str(file) for file in files]})
        return
    for file in files:
        click.echo(f"wrote {file}")
    click.echo(
        wrapped(
            f"{DECK_FILE} has a row for each of the {CARDS} cards. How many there are in a pile is "
            f"not known here: {PREPARED} rows are prepared for each, {SPARE} are free."
        )
    )
    click.echo(wrapped(f"next: fill them in, and see palace box check {Path(folder) / BOX_FILE}"))


@box_verb.command("check", short_help="Check a box or deck: what is wrong, what is missing?")
@click.argument("path", metavar="PATH")
@json_option
def check_box(path: str, as_json: bool) -> None:
    """Check a box file, its folder, or a deck, and say what is still missing.

    Example:  palace box check my-box/box.toml

    Example:  palace box check deck.csv
    """
    found = opened(path, "box check")
    deck = found if isinstance(found, Deck) else found.deck
    missing = [*missing_cards(found)] if isinstance(found, Deck) else [*found.missing()]
    if as_json:
        echo_json({
            **_named(found),
            "complete": not missing,
            "missing": missing,
            "cards": len(deck) if deck else 0,
            "piles": _piles(deck) if deck else {},
            **({} if isinstance(found, Deck) else _boards_and_maps(found)),
        })  # fmt: skip
        return
    click.echo(click.style(found.title, bold=True) + ": " + ", ".join(_totals(found)))
    if deck is not None:
        click.echo()
        for name, pile in _piles(deck).items():
            prepared = f", {pile['prepared']} prepared" if pile["prepared"] else ""
            click.echo(f"  {name}  {pile['filled']:>2} filled in{prepared}")
    click.echo()
    for sentence in missing:
        click.secho(wrapped(f"missing: {sentence}", hang=9), fg="yellow")
    if not missing:
        click.echo("nothing is missing")


@box_verb.command("show", short_help="Show the cards by pile, and the boards.")
@click.argument("path", metavar="[house|PATH]", default="house")
@json_option
def show_box(path: str, as_json: bool) -> None:
    """Show the cards of a deck by pile, and the boards: of the house box, or of a file.

    Example:  palace box show

    Example:  palace box show my-box/box.toml
    """
    found = opened(path, "box show")
    deck = found if isinstance(found, Deck) else found.deck
    if as_json:
        echo_json({
            **_named(found),
            "deck": None if deck is None else _deck_record(deck),
            **({} if isinstance(found, Deck) else _boards_and_maps(found)),
        })  # fmt: skip
        return
    click.echo(click.style(found.title, bold=True) + ": " + ", ".join(_totals(found)))
    for line in _card_lines(deck) if deck else ():
        click.echo(line)
    if deck is not None and deck.unfilled:
        click.echo()
        click.echo(f"prepared, not filled in: {counted(len(deck.unfilled), 'row')}")
    if isinstance(found, Box):
        click.echo()
        for board in found.boards.values():
            click.echo(str(board))
        if found.maps:
            click.echo(wrapped(f"maps: {', '.join(ground.title for ground in found.maps)}"))
    if _placeholder(found):
        click.echo()
        click.echo(wrapped("placeholder: of our own design; the printed ones are not known here"))


def opened(path: str, where: str) -> Box | Deck:
    """The house box, a box file, the one in a folder, or a deck; raises `InputError`."""
    problems = Problems()
    found: Box | Deck | None = None
    if path != HOUSE and os.path.isdir(path):
        path = os.path.join(path, BOX_FILE)
    with problems.within(where):
        found = load_deck(path) if path.lower().endswith(".csv") else load_box(path)
    problems.check()
    assert found is not None
    return found


def _placeholder(found: Box | Deck) -> bool:
    """Whether anything shown is one."""
    if isinstance(found, Deck):
        return found.placeholder
    parts = (found, found.deck, *found.boards.values(), *found.maps)
    return any(part is not None and part.placeholder for part in parts)


def _totals(found: Box | Deck) -> Iterator[str]:
    deck = found if isinstance(found, Deck) else found.deck
    yield f"{len(deck) if deck else 0} of {CARDS} cards"
    if isinstance(found, Box):
        yield f"{len(found.boards)} of {len(SEATS)} boards"
        yield f"{len(found.maps)} of {MAPS} maps"


def _piles(deck: Deck) -> dict[str, dict[str, int]]:
    """For each pile how many cards are filled in and how many rows are prepared only."""
    blank = [(card.cost, card.colour) for card in deck.rows if card.bananas is None]
    return {
        pile_name(pile): {"filled": len(deck.piles[pile]), "prepared": blank.count(pile)}
        for pile in PILES
    }


def _card_lines(deck: Deck) -> Iterator[str]:
    """The cards pile by pile."""
    wide = max(map(len, deck.cards), default=0)
    for pile in PILES:
        ids = deck.piles[pile]
        yield ""
        cost, colour = counted(pile[0], "credit"), COLOURS[pile[1]]
        yield click.style(f"{pile_name(pile)}  {cost}, {colour}", bold=True) + (
            f": {counted(len(ids), 'card')}"
        )
        for name in ids:
            yield f"    {name:<{wide}}  {deck.cards[name].values}"


def _named(found: Box | Deck) -> dict[str, Any]:
    return {"name": found.name, "provenance": found.provenance}


def _deck_record(deck: Deck) -> dict[str, Any]:
    cards = [
        {
            "id": name,
            "cost": card.cost,
            "colour": card.colour,
            "bananas": card.bananas,
            "once": card.once.named(),
            "each": card.each.named(),
        }
        for name, card in deck.cards.items()
    ]
    return {**_named(deck), "cards": cards, "unfilled": list(deck.unfilled)}


def _boards_and_maps(box: Box) -> dict[str, Any]:
    boards = [
        {
            "number": board.number,
            "start": board.start.named(),
            "each": board.each.named(),
            "provenance": board.provenance,
        }
        for board in box.boards.values()
    ]
    maps = [{"name": ground.name, "provenance": ground.provenance} for ground in box.maps]
    return {"boards": boards, "maps": maps}
