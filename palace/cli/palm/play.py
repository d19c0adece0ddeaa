"""`palace palm-island play`, `deal` and `pause`: a game in the terminal, from deal to dividers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palace.cli.asking import on_terminal, plain
from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.cli.problems import Problems
from palace.core.errors import InputError, Problem
from palace.palm_island.dealing import deal, drawn_outposts, drawn_villagers, shuffled
from palace.palm_island.specials.shelf import NO_CARDS
from palace.palm_island.specials.writing import card_tables
from palace.palm_island.state import State

if TYPE_CHECKING:
    from palace.cli.asking import Ask
    from palace.palm_island.specials.shelf import Shelf

MODES = ("solo", "coop", "casual")
ENDINGS = (".toml", ".json")
HIGHEST = 10**9
"""The highest seed; any number would do."""


@click.command("play", short_help="Play a game in the terminal; saved after every move.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option("--player", "players", multiple=True, metavar="NAME", help="Who plays a new game.")
@click.option("--seed", type=click.IntRange(0, HIGHEST), metavar="N", help="Deal by this number.")
@click.option("--deal", "dealt", metavar="5,3,...", help="This deal: 16 card numbers, top first.")
@click.option("--mode", type=click.Choice(MODES), help="Of a new game; solo by default.")
@click.option("--box", metavar="BOX", help="Cards beside the deck: house, or a box file.")
@click.option("--feat", "feats", multiple=True, metavar="ID", help="A feat of the box to use.")
@click.option("--villagers", is_flag=True, help="Draw three villagers of the box.")
@click.option("--disaster", metavar="ID", help="The disaster of a cooperative game.")
@click.option("--ability", metavar="ID", help="The ability of a cooperative game.")
@click.option("--memory", is_flag=True, help="Let the whole deck be looked through at any time.")
def play_verb(record: Path, memory: bool, **given: Any) -> None:
    """Begin a game, or go on with one. Type help for what can be said.

    Example:  palace palm-island play tonight.toml --seed 7

    Example:  palace palm-island play tonight.toml

    Example:  palace palm-island play flood.toml --mode coop --player Ana --player Ben --box house
    --disaster spring-tide

    The record is saved whole after every move. Several players take their rounds one after the
    other. Speed games are played at a table, and recorded.
    """
    from palace.cli.palm.dialogue import PalmDialogue
    from palace.palm_island.session import PalmSession

    if record.exists():
        _alone(record, given)
        session = PalmSession.open(record)
        if session.record.data.mode == "speed":
            what = "a speed game is played at a table, all at once"
            raise InputError(Problem(str(record), what, f"palace check {record}"))
    else:
        if record.suffix.lower() not in ENDINGS:
            raise InputError(
                Problem(str(record), "records are TOML or JSON", "name it .toml or .json")
            )
        players, keys = _new(given)
        session = PalmSession.new(record, players, **keys)
        click.echo(f"wrote {record}")
    for warning in session.record.warnings:
        click.secho(wrapped(f"note: {warning}"), dim=True)
    PalmDialogue(session, _asker(), memory=memory).run()


@click.command("deal", short_help="Deal sixteen cards by a number.")
@click.option(
    "--seed", type=click.IntRange(0, HIGHEST), metavar="N", help="The same number, the same deal."
)
@json_option
def deal_verb(seed: int | None, as_json: bool) -> None:
    """Print a random deal, top card first, as records and other verbs take it.

    Example:  palace palm-island deal --seed 7
    """
    number = _random() if seed is None else seed
    cards = deal(number)
    if as_json:
        echo_json({"seed": number, "deal": cards})
        return
    click.echo(",".join(map(str, cards)))


@click.command("pause", short_help="How to put a game away with dividers, and go on later.")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD.toml")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="OUT.toml",
    help="Write a record that goes on from here.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@json_option
def pause_verb(record: Path, output: Path | None, force: bool, as_json: bool) -> None:
    """Show every deck with a divider (|) before each stored card, as it is put into the box.

    Example:  palace palm-island pause tonight.toml

    Example:  palace palm-island pause tonight.toml -o later.toml

    The record itself needs no such thing: play goes on with it whenever you like.
    """
    from palace.cli.palm.board import dividers
    from palace.palm_island.pausing import check_closed, paused, write_paused
    from palace.palm_island.session import PalmSession

    session = PalmSession.open(record)
    seats = session.table.seats
    check_closed(session.record, session.table)
    if output is not None:
        write_paused(session.record, session.table, output, overwrite=force)
    if as_json:
        data = paused(session.record, session.table)
        players = [
            {**player, "stored": [placed.card for placed in seat.state.begun.stored]}
            for player, seat in zip(data["players"], seats, strict=True)
        ]
        echo_json({**data, "players": players})
        return
    if output is not None:
        click.echo(f"wrote {output}")
    for seat in seats:
        click.secho(seat.name, bold=True)
        for line in dividers(seat.state):
            click.echo(wrapped(line, 2, 2))
        if seat.owned:
            click.echo(wrapped(f"taken: {', '.join(card.title for card in seat.owned)}", 2, 2))
        if seat.waiting:
            click.echo(wrapped(f"before the tracker: {', '.join(seat.waiting)}", 2, 2))
    middle = session.table.middle
    if session.table.disaster is not None:
        click.echo(f"levels of the disaster done: {middle.level}")
    if middle.left:
        click.echo(wrapped(f"in the middle: {', '.join(middle.left)}", 0, 2))
    text = "| is a divider: straighten the card after it, turn it again when you go on"
    click.echo(wrapped(text))


def _alone(record: Path, given: dict[str, Any]) -> None:
    """A record that exists says everything itself."""
    names = {"players": "--player", "dealt": "--deal", "feats": "--feat"}
    problems = [
        Problem(names.get(name, f"--{name}"), f"{record} exists, and says so itself",
                "leave it out, or name a new file")
        for name, value in given.items()
        if value not in (None, (), False)
    ]  # fmt: skip
    if problems:
        raise InputError(*problems)


def _new(given: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The players and the other keys of a new record; raises `InputError` with every problem."""
    problems = Problems()
    mode = given["mode"] or "solo"
    shelf = _shelf(given["box"], problems)
    if given["dealt"] is not None and given["seed"] is not None:
        problems.found.append(Problem("--deal", "--seed deals too", "leave one of them out"))
    seed = _random() if given["seed"] is None else given["seed"]
    cards = _cards(given["dealt"], seed, problems)
    names = list(given["players"]) or (["Player"] if mode == "solo" else [])
    if mode != "solo" and len(names) < 2:
        what = f"a {mode} game needs two players or more"
        problems.found.append(Problem("--player", what, "--player Ana --player Ben"))
    if mode == "solo" and len(names) > 1:
        what = f"{len(names)} players in a solo game"
        problems.found.append(Problem("--player", what, "add --mode coop or --mode casual"))
    if not all(name.strip() for name in names):
        problems.found.append(Problem("--player", "the name is empty", "--player Ana"))
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        what = f"two players are called {name!r:.40}"
        problems.found.append(Problem("--player", what, "give each a name of their own"))
    keys: dict[str, Any] = {"mode": mode}
    more: list[str] = []
    used: list[str] = []
    more += given["feats"]
    if mode != "solo" and more:
        problems.found.append(Problem("--feat", "feats are for solo games", "leave it out"))
    if mode == "coop":
        used += _coop(given, shelf, seed, keys, problems)
    elif given["disaster"] or given["ability"]:
        what = "disasters and abilities are for cooperative games"
        where = "--disaster" if given["disaster"] else "--ability"
        problems.found.append(Problem(where, what, "add --mode coop"))
    if mode == "casual":
        with problems.within("--box"):
            used += keys.setdefault("middle", drawn_outposts(shelf, seed))
    if given["villagers"]:
        with problems.within("--villagers"):
            more += drawn_villagers(shelf, used, seed)
    for name in more:
        if shelf.feat(name) is None and shelf.villager(name) is None:
            known = ", ".join(card.id for card in shelf.of("feats")) or "none: add --box"
            problems.found.append(Problem("--feat", f"there is no feat {name!r}", known))
    problems.check()
    # A solo game can earn every feat of the box.
    feats = [card.id for card in shelf.of("feats")] if mode == "solo" else []
    keys |= card_tables(shelf, [*used, *more, *feats])
    decks = [cards for _ in names]
    if mode == "coop" and given["dealt"] is None:
        decks = [deal(seed, player) for player in range(1, len(names) + 1)]
    players = [
        {"name": name, "deal": [*deck, *more]} for name, deck in zip(names, decks, strict=True)
    ]
    return players, keys


def _shelf(box: str | None, problems: Problems) -> Shelf:
    from palace.palm_island.specials.box import load_box

    with problems.within("--box"):
        return NO_CARDS if box is None else load_box(box).shelf
    return NO_CARDS


def _cards(dealt: str | None, seed: int, problems: Problems) -> list[int]:
    """The sixteen cards that are dealt."""
    if dealt is None:
        return deal(seed)
    words = dealt.replace(",", " ").split()
    strange = next((word for word in words if not (word.isascii() and word.isdigit())), None)
    if strange is not None:
        what = f"{strange:.20} is no card"
        problems.found.append(Problem("--deal", what, "numbers from 1 to 16, as 5,3,12,..."))
        return []
    cards = [int(word[:4]) for word in words]
    with problems.within("--deal"):
        try:
            State.deal(cards)
        except InputError as error:
            raise InputError(*(p._replace(where="") for p in error.problems)) from None
    return cards


def _coop(
    given: dict[str, Any], shelf: Shelf, seed: int, keys: dict[str, Any], problems: Problems
) -> list[str]:
    """The disaster and the ability of a cooperative game."""
    known = [card.id for card in shelf.of("disasters")]
    name = given["disaster"] or next(iter(shuffled(known, seed, "disaster")), None)
    if name not in known:
        there = ", ".join(known) or "none: add --box"
        what = "a cooperative game needs a disaster" if name is None else f"no disaster {name!r}"
        problems.found.append(Problem("--disaster", what, f"there are {there}"))
        return []
    keys["disaster"] = name
    if given["ability"] is None:
        return [name]
    if shelf.ability(given["ability"]) is None:
        there = ", ".join(card.id for card in shelf.of("abilities")) or "none: add --box"
        what = f"no ability {given['ability']!r}"
        problems.found.append(Problem("--ability", what, f"there are {there}"))
        return []
    keys["ability"] = given["ability"]
    return [name, given["ability"]]


def _random() -> int:
    import secrets

    return secrets.randbelow(HIGHEST)


def _asker() -> Ask:
    """How to ask: with completion on a terminal, line by line from anything else."""
    if on_terminal():
        from palace.cli.terminal import Words

        return Words()
    return plain
