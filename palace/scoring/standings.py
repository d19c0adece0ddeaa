"""Standings: who is before whom, by points, then by a chain of tie-breakers; ranks are shared.

Ranks are those of sports: a player's rank is 1 and how many are before him, so 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from palace.scoring.sheet import Sheet


class Standing(NamedTuple):
    """A player's place: `shared` if others have the same rank.

    `ahead_by` is the tie-breaker that puts him before the next player of as many points, or None.
    """

    name: str
    total: int
    rank: int
    shared: bool = False
    ahead_by: str | None = None


def standings(sheets: Sequence[Sheet], tie_breakers: Sequence[str] = ()) -> tuple[Standing, ...]:
    """The standing of each sheet, in the order of the sheets.

    `tie_breakers` names the values of `Sheet.ties`, the first first; players equal in all of them
    share their rank.
    """
    keys = [(sheet.total, sheet.ties) for sheet in sheets]
    return tuple(
        Standing(
            sheet.name,
            sheet.total,
            1 + sum(other > key for other in keys),
            keys.count(key) > 1,
            _ahead_by(key, keys, tie_breakers),
        )
        for sheet, key in zip(sheets, keys, strict=True)
    )


_Key = tuple[int, tuple[int, ...]]


def _ahead_by(key: _Key, keys: Sequence[_Key], tie_breakers: Sequence[str]) -> str | None:
    behind = [ties for total, ties in keys if total == key[0] and ties < key[1]]
    if not behind:
        return None
    pairs = zip(tie_breakers, key[1], max(behind), strict=True)
    return next(name for name, mine, theirs in pairs if mine != theirs)
