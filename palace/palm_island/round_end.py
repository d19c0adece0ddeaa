"""The end of a round as a player enters it: what is paid, taken and chosen, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from palace.contract.game import Question
from palace.contract.screen import Screen, bold
from palace.core.errors import InputError, NotationError, Problem
from palace.palm_island.criteria import criteria_words
from palace.palm_island.moves import Buy, Move
from palace.palm_island.resources import Cost, cost_words
from palace.palm_island.table.options import buys, levels, together, uses
from palace.palm_island.table.seat import Table

HELP = """\
1            the offer with this number; Enter when there is nothing more to do
written out  buy ID pay 4 5, disaster pay 4, use ID; one at a time"""

_HEAD = "round-end "


def round_end(parts: Iterable[Move | None]) -> Move:
    """Return the `round-end` that parts make together."""
    some = [part for part in parts if part is not None]
    return Move(
        "round-end",
        disaster=tuple(card for part in some for card in part.disaster),
        buys=tuple(buy for part in some for buy in part.buys),
        use=tuple(card for part in some for card in part.use),
    )


@dataclass(frozen=True)
class Closing:
    """A player's end of a round as far as it is entered; None is the last of its `parts`.

    `first` says that this player is asked first, and is shown what all have in common.
    """

    table: Table
    seat: int
    parts: tuple[Move | None, ...]
    first: bool = False

    def next(self) -> Question | None:
        """Return the question for the next part; None after the last.

        Whether it is legal is known only when all have answered.
        """
        if self.parts and self.parts[-1] is None:
            return None
        name = self.table.seats[self.seat].name
        return Question(
            f"part-{len(self.parts) + 1}",
            name,
            f"{name}, end of the round> ",
            self.offers,
            self.read,
            default="",
            concerns=lambda reason: False,
            help=HELP,
            shown=self.shown,
        )

    def offers(self) -> Iterator[str]:
        """Yield what the player can do alone, as it is written."""
        draft = round_end(self.parts)
        table, seat = self.table, self.seat
        taken = (*draft.buys, Buy("disaster", draft.disaster)) if draft.disaster else draft.buys
        if not draft.disaster:
            for pay in levels(table, seat, taken):
                yield f"disaster pay {' '.join(map(str, pay))}"
        for buy in buys(table, seat, taken):
            yield f"buy {buy.card}{' pay ' if buy.pay else ''}{' '.join(map(str, buy.pay))}"
        yield from (f"use {name}" for name in uses(table, seat, taken) if name not in draft.use)

    def read(self, text: str) -> Move | None:
        """Return a part, by its number or written out; None for the end.

        Raises `NotationError`, and `InputError` for a number that is not offered.
        """
        word = text.lower()
        if word in ("", "done"):
            return None
        if word.isdecimal() and word.isascii():
            offers = [*self.offers()]
            if len(word) > 3 or not 1 <= int(word) <= len(offers):
                there = f"they are 1 to {len(offers)}" if offers else "there is none"
                raise InputError(Problem("", f"there is no offer {word:.9}; {there}"))
            word = offers[int(word) - 1]
        try:
            part = Move.read(f"{_HEAD}{word.removeprefix(_HEAD.strip()).strip()}")
        except NotationError as error:
            column = max(error.column - len(_HEAD), 1)
            raise NotationError(error.what, text, column, error.expected) from None
        round_end((*self.parts, part))
        return part

    def shown(self, screen: Screen) -> str:
        """Return what is entered so far, what is stored, and what there is to take."""
        lines: list[str] = []
        mine = self.table.seats[self.seat]
        draft = round_end(self.parts)
        if self.parts:
            lines.append(str(draft))
        elif self.first:
            lines += ["", bold(f"End of round {mine.state.round}")]
            lines += [screen.wrapped(line) for line in middle(self.table)]
        spent = {*draft.disaster, *(card for buy in draft.buys for card in buy.pay)}
        state = mine.state
        row = [f"[{p.card} {state.area(p).gives}]" for p in state.stored if p.card not in spent]
        lines.append(screen.wrapped(f"{mine.name} has stored {'  '.join(row) or 'nothing'}", 0, 2))
        offers = [f"{number:>3}  {text}" for number, text in enumerate(self.offers(), 1)]
        return "\n".join([*lines, *(offers or ["nothing to take alone; Enter goes on"])])


def middle(table: Table) -> Iterator[str]:
    """Yield what there is to pay for and to take."""
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


def _due(cost: Cost | None) -> str:
    return "its cost is not transcribed" if cost is None else f"costs {cost_words(cost)}"
