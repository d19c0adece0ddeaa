"""The end of a round in `palace palm-island play`: what is paid, taken and chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import click

from palace.cli.asking import Ask
from palace.cli.output import wrapped
from palace.cli.palm.board import LeaveError, show_fault, show_reasons
from palace.core.errors import InputError, NotationError
from palace.palm_island.criteria import criteria_words
from palace.palm_island.moves import Buy, Move
from palace.palm_island.resources import cost_words
from palace.palm_island.session import PalmSession
from palace.palm_island.table.options import buys, levels, together, uses

HELP = """\
1            the offer with this number; Enter when there is nothing more to do
written out  buy ID pay 4 5, disaster pay 4, use ID; one at a time
back         begin this round's end anew
undo         take the last move of the round back
show         what is stored, and what there is to take
quit         leave; everything up to the last move is saved"""

COMMANDS = ("back", "undo", "show", "help", "quit")


class Table(Protocol):
    """What the end of a round needs of the dialogue it is part of."""

    session: PalmSession
    ask: Ask

    @property
    def several(self) -> bool:
        """Whether more than one player is at the table."""

    def copied(self) -> None:
        """Tell where the file was copied to before it was first written over."""

    def undo(self) -> bool:
        """Take the last move back; whether there was one."""


class Draft(NamedTuple):
    """A `round-end` as far as it is entered."""

    disaster: tuple[int | str, ...] = ()
    buys: tuple[Buy, ...] = ()
    use: tuple[str, ...] = ()

    @property
    def move(self) -> Move:
        """The move itself."""
        return Move("round-end", disaster=self.disaster, buys=self.buys, use=self.use)


def enter_round_end(dialogue: Table) -> None:
    """Ask every player in turn; the whole table is judged together, and asked again if wrong."""
    session = dialogue.session
    seats = session.closing
    number = session.table.seats[seats[0]].state.round
    click.echo()
    click.secho(f"End of round {number}", bold=True)
    for line in _middle(dialogue):
        click.echo(wrapped(line))
    drafts: dict[int, Move] = {}
    for seat in seats:
        draft = _ask(dialogue, seat)
        if draft is None:
            return
        drafts[seat] = draft.move
    if _keep(dialogue, drafts):
        return
    line = dialogue.ask("keep it all the same? (yes or no)> ", ("yes", "no")).lower()
    if line in ("yes", "y"):
        _take(dialogue, drafts)


def _keep(dialogue: Table, drafts: dict[int, Move]) -> bool:
    """Take the round's end if it is legal."""
    steps = dialogue.session.attempt(drafts)
    if any(step.reasons for step in steps):
        names = [dialogue.session.table.seats[seat].name for seat in drafts]
        show_reasons(steps, names if dialogue.several else ())
        return False
    _take(dialogue, drafts)
    return True


def _take(dialogue: Table, drafts: dict[int, Move]) -> None:
    before = len(dialogue.session.played.news)
    try:
        dialogue.session.take(drafts)
    except InputError as error:
        click.secho(wrapped(str(error)), fg="red")
        return
    dialogue.copied()
    for news in dialogue.session.played.news[before:]:
        click.echo(wrapped(news.text, 2, 2))


def _ask(dialogue: Table, seat: int) -> Draft | None:
    """One player's part; None if it was begun anew or a move was taken back."""
    draft = Draft()
    name = dialogue.session.table.seats[seat].name
    _show(dialogue, seat, draft)
    while True:
        line = dialogue.ask(f"{name}, end of the round> ", COMMANDS)
        word = line.lower()
        if word in ("quit", "exit", "q"):
            raise LeaveError
        if word in ("", "done"):
            return draft
        if word == "undo":
            dialogue.undo()
            return None
        if word == "back":
            return None
        if word in ("help", "?"):
            for text in HELP.splitlines():
                click.echo(wrapped(text, hang=13))
        elif word == "show":
            _show(dialogue, seat, draft)
        else:
            new = _said(dialogue, seat, draft, word)
            if new is not None:
                draft = new
                click.echo(str(draft.move))
                _show(dialogue, seat, draft)


def _said(dialogue: Table, seat: int, draft: Draft, word: str) -> Draft | None:
    """The draft with what was said; None if it cannot be read."""
    offers = [*_offers(dialogue, seat, draft)]
    if word.isdecimal() and word.isascii():
        if len(word) > 3 or not 1 <= int(word) <= len(offers):
            there = f"they are 1 to {len(offers)}" if offers else "there is none"
            click.secho(f"there is no offer {word:.9}; {there}", fg="red")
            return None
        word = offers[int(word) - 1]
    try:
        part = Move.read(f"round-end {word.removeprefix('round-end').strip()}")
        whole = Draft(
            (*draft.disaster, *part.disaster),
            (*draft.buys, *part.buys),
            (*draft.use, *map(str, part.use)),
        )
        dialogue.session.attempt({seat: whole.move})
    except NotationError as error:
        what = f"column {max(error.column - len('round-end '), 1)}: {error.sentence()}"
        click.secho(wrapped(what), fg="red")
        return None
    except InputError as error:
        show_fault(error)
        return None
    return whole


def _offers(dialogue: Table, seat: int, draft: Draft) -> Iterator[str]:
    """What one player can do by himself, as it is written."""
    table = dialogue.session.table
    taken = (*draft.buys, Buy("disaster", draft.disaster)) if draft.disaster else draft.buys
    if not draft.disaster:
        yield from (f"disaster pay {' '.join(map(str, pay))}" for pay in levels(table, seat, taken))
    for buy in buys(table, seat, taken):
        yield f"buy {buy.card}{' pay ' if buy.pay else ''}{' '.join(map(str, buy.pay))}"
    yield from (f"use {name}" for name in uses(table, seat, taken) if name not in draft.use)


def _show(dialogue: Table, seat: int, draft: Draft) -> None:
    mine = dialogue.session.table.seats[seat]
    state = mine.state
    spent = {*draft.disaster, *(card for buy in draft.buys for card in buy.pay)}
    row = [f"[{p.card} {state.area(p).gives}]" for p in state.stored if p.card not in spent]
    click.echo(wrapped(f"{mine.name} has stored {'  '.join(row) or 'nothing'}", hang=2))
    offers = [*_offers(dialogue, seat, draft)]
    for number, text in enumerate(offers, 1):
        click.echo(f"{number:>3}  {text}")
    if not offers:
        click.echo("nothing to take alone; Enter goes on")


def _middle(dialogue: Table) -> Iterator[str]:
    """What there is to pay for and to take."""
    table = dialogue.session.table
    disaster, level = table.disaster, table.middle.level
    if disaster is not None and disaster.levels is None:
        yield f"disaster {disaster.title}: its levels are not transcribed"
    elif disaster is not None and table.complete:
        yield f"disaster {disaster.title}: completed"
    elif disaster is not None:
        count = len(disaster.levels or ())
        cost = cost_words(disaster.cost(level, 1, len(table.seats)))
        yield f"disaster {disaster.title}: level {level + 1} of {count} costs {cost} together"
        for seat, pay in together(table).items():
            cards = " ".join(map(str, pay))
            yield f"for example {table.seats[seat].name}: disaster pay {cards}"
    ability = table.ability
    if ability is not None:
        says = f": {ability.says}" if ability.says else ""
        state = "all players can use it" if table.middle.ready else _due(ability.due(1))
        yield f"ability {ability.title}, {state}{says}"
    for name in table.middle.left:
        outpost = table.shelf.outpost(name)
        if outpost is not None:
            asks = outpost.casual or criteria_words(outpost.needs or ()) or "not transcribed"
            points = "?" if outpost.points is None else outpost.points
            yield f"outpost {outpost.title}: {points} VP for {asks}"
    people = {name for seat in table.seats for name in seat.waiting}
    for name in sorted(people):
        villager = table.shelf.villager(name)
        if villager is not None:
            worth = f", {villager.points} VP" if villager.points else ""
            says = f": {villager.active}" if villager.active else ""
            yield f"villager {villager.title}, {_due(villager.cost)}{worth}{says}"


def _due(cost: object) -> str:
    return "its cost is not transcribed" if cost is None else f"costs {cost_words(cost)}"  # type: ignore[arg-type]
