"""What a game is trusted for, because a card does not say it in a form that can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from palace.palm_island.specials import Ability, Disaster, Outpost, Villager
from palace.palm_island.specials.shelf import SINGULAR, Special
from palace.scoring.score import joined

if TYPE_CHECKING:
    from palace.palm_island.record import Record
    from palace.palm_island.replay import Replayed


def on_trust(record: Record, played: Replayed) -> Iterator[str]:
    """A sentence for the placeholders of each kind in this game, and for what is not checked."""
    speed = record.data.mode == "speed"
    cards = [*_in_play(record)]
    for kind, one in SINGULAR.items():
        ours = [c.title for c in cards if c.placeholder and record.shelf.kind(c.id) == kind]
        if len(ours) == 1:
            yield f"the {one} {ours[0]} is a placeholder"
        elif ours:
            yield f"the {kind} {joined(ours)} are placeholders"
    for card in cards:
        yield from (f"{what} {card.title} is not transcribed" for what in _unknown(card, speed))
    for active in dict.fromkeys(_active(record)):
        if active.active:
            yield f"what {active.title} does is not checked: {active.active}"
    ability = played.table.ability
    if ability is not None and played.table.middle.ready:
        says = ability.says or "it is not transcribed"
        yield f"what {ability.title} does is not checked: {says}"
    if not speed:
        for owned in _taken(played):
            outpost = record.shelf.outpost(owned)
            if outpost is not None and outpost.needs is None:
                says = outpost.casual or "it is not transcribed"
                yield f"the criterion of {outpost.title} is taken on trust: {says}"


def _in_play(record: Record) -> Iterator[Special]:
    data = record.data
    names: list[object] = [data.disaster, data.ability, *data.middle]
    for seat, player in enumerate(data.players):
        names += [*record.villagers(seat), *player.owned]
    for name in dict.fromkeys(names):
        card = record.shelf.find(name)
        if card is not None:
            yield card


def _unknown(card: Special, speed: bool) -> Iterator[str]:
    """What of a card would be needed to check this game."""
    if isinstance(card, Disaster) and card.levels is None:
        yield "what each level costs of"
    elif isinstance(card, Ability) and card.cost is None:
        yield "the cost of"
    elif isinstance(card, Outpost):
        if card.points is None:
            yield "the value of"
        if speed and card.speed is None:
            yield "the cost of"
    elif isinstance(card, Villager) and card.cost is None:
        yield "the cost of"


def _active(record: Record) -> Iterator[Villager]:
    for moves in record.moves:
        for line in moves:
            for name in line.move.use:
                villager = record.shelf.villager(name)
                if villager is not None:
                    yield villager


def _taken(played: Replayed) -> list[str]:
    return [owned.card for game in played.games for owned in game.owned]
