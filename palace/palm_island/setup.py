"""How a game begins: equal deals, and what lies in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from palace.core.verdict import Reason
from palace.palm_island.dealing import DRAWN
from palace.palm_island.reasons import BOOK
from palace.palm_island.record import Record
from palace.palm_island.specials.outpost import TERRAINS, Outpost

COMPETITIVE = ("casual", "speed")
"""The modes that begin with equal deals."""


def set_up(record: Record) -> tuple[Reason, ...]:
    """Every reason why a game does not begin as its mode asks."""
    return (*unequal_deals(record), *_middle(record), *_villagers(record))


def unequal_deals(record: Record) -> tuple[Reason, ...]:
    """Whose deal is not that of the first player, in a competitive game."""
    if record.data.mode not in COMPETITIVE:
        return ()
    first, *others = record.data.players
    found = []
    for seat, player in enumerate(others, 1):
        if first.deal is None or player.deal is None:
            continue
        pairs = zip(_core(first.deal), _core(player.deal), strict=False)
        places = [at for at, (wanted, dealt) in enumerate(pairs, 1) if wanted != dealt]
        line = record.document.where(("players", seat, "deal")).line
        if places:
            reason = BOOK.reason(
                "equal-deals",
                player.name,
                "deal",
                by=len(places),
                first=first.name,
                place=places[0],
                deal=tuple(_core(first.deal)),
            )
            found.append(reason.placed(turn=None, line=line))
        elif {*first.deal} != {*player.deal}:
            reason = BOOK.reason(
                "equal-deals.villagers",
                player.name,
                "deal",
                first=first.name,
                villagers=record.villagers(seat),
                deal=record.villagers(0),
            )
            found.append(reason.placed(turn=None, line=line))
    return tuple(found)


def _core(deal: Sequence[int | str]) -> list[int]:
    return [card for card in deal if isinstance(card, int)]


def _middle(record: Record) -> Iterator[Reason]:
    """One outpost of each kind in a casual game; a pile that counts down in a speed game."""
    outposts = [_outpost(record, name) for name in record.data.middle]
    there = [outpost for outpost in outposts if outpost is not None]
    resumed = any(player.position is not None for player in record.data.players)
    if not there or resumed:
        return
    line = record.document.where(("middle",)).line
    if record.data.mode == "casual":
        if any(outpost.terrain is None for outpost in there):
            return  # it is not known what lies there
        kinds = [outpost.terrain for outpost in there]
        for terrain in TERRAINS:
            count = kinds.count(terrain)
            if count != 1:
                reason = BOOK.reason(
                    "setup.outposts",
                    "the middle",
                    "draw-outposts",
                    by=abs(count - 1),
                    count=count,
                    terrain=terrain,
                )
                yield reason.placed(turn=None, line=line)
    else:
        known = [(outpost, outpost.points) for outpost in there if outpost.points is not None]
        for (above, more), (below, less) in pairwise(known):
            if more < less:
                reason = BOOK.reason(
                    "setup.pile",
                    below.title,
                    "pile",
                    by=less - more,
                    less=less,
                    above=above.title,
                    more=more,
                )
                yield reason.placed(turn=None, line=line)


def _outpost(record: Record, name: str) -> Outpost | None:
    return record.shelf.outpost(name)


def _villagers(record: Record) -> Iterator[Reason]:
    """Three villagers, or as many as there are players and one more; none of the outposts'."""
    data = record.data
    outposts = [o for name in data.middle if (o := _outpost(record, name)) is not None]
    backs = {outpost.villager: outpost for outpost in outposts if outpost.villager is not None}
    resumed = any(player.position is not None for player in data.players)
    if data.mode == "speed":
        drawn = [name for name in data.middle if record.shelf.villager(name) is not None]
        wanted = len(data.players) + 1
        yield from _count(record, drawn, wanted, ("middle",)) if drawn and not resumed else ()
        return
    for seat in range(len(data.players)):
        mine = record.villagers(seat)
        path = ("players", seat, "deal")
        yield from _count(record, mine, DRAWN, path) if mine and not resumed else ()
        line = record.document.where(path).line
        for name in mine:
            if name in backs:
                outpost = backs[name].title
                reason = BOOK.reason("setup.back", name, "draw-another", outpost=outpost)
                yield reason.placed(turn=None, line=line)


def _count(
    record: Record, drawn: Sequence[str], wanted: int, path: tuple[str | int, ...]
) -> Iterator[Reason]:
    if len(drawn) != wanted:
        reason = BOOK.reason(
            "setup.villagers",
            "villagers",
            "draw-villagers",
            by=abs(len(drawn) - wanted),
            count=len(drawn),
            drawn=tuple(drawn),
            wanted=wanted,
        )
        yield reason.placed(turn=None, line=record.document.where(path).line)
