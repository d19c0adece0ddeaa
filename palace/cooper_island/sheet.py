"""The final sheet as people write it down: its lines, and where it does not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.scoring import Line
from palace.scoring.score import counted

CATEGORIES = ("ships", "royal orders", "buildings", "leftovers", "anchors")
TIE_BREAKERS = ("fewer uncovered spaces",)

SHIPS = ("cutter", "two-master")
"""The ships of a player: the cutter sails clockwise, the two-master counter-clockwise."""

LOGBOOK_POINTS = 5
LEFTOVERS_FOR_A_POINT = 5

LEFTOVERS = ("coins", "resources", "cartographer", "double_tiles")
LEFTOVER_WORDS = {
    "coins": "coin",
    "resources": "resource",
    "cartographer": "cartographer step",
    "double_tiles": "double tile",
}


class Voyage(NamedTuple):
    """How far a ship came: logbooks and beaches since the last, or beaches from its harbour.

    A number is None where it is not known.
    """

    logbooks: int | None = None
    beaches: int | None = None
    distance: int | None = None

    @property
    def by_logbooks(self) -> int | None:
        """Five points for each logbook and one for each beach since the last (rule 1A, 1B)."""
        if self.logbooks is None and self.beaches is None:
            return None
        return LOGBOOK_POINTS * (self.logbooks or 0) + (self.beaches or 0)

    @property
    def points(self) -> int:
        """What the ship is worth: by its logbooks if they are known, else by its distance."""
        found = self.by_logbooks
        return (self.distance or 0) if found is None else found

    @property
    def agrees(self) -> bool:
        """Whether both ways of counting give the same, or only one is known."""
        return None in (self.by_logbooks, self.distance) or self.by_logbooks == self.distance

    @property
    def cause(self) -> str:
        """What was counted, in words."""
        if self.by_logbooks is None:
            return f"sailed {counted(self.distance or 0, 'beach')}".replace("beachs", "beaches")
        since = f"{self.beaches or 0} beach{'es' * (self.beaches != 1)}"
        return f"{counted(self.logbooks or 0, 'logbook')}, {since} since the last"


def ship_lines(voyages: Sequence[Voyage]) -> Iterator[Line]:
    """A line for each ship, the cutter first."""
    for ship, voyage in zip(SHIPS, voyages, strict=False):
        yield Line("ships", voyage.points, f"{ship}: {voyage.cause}")


def card_lines(category: str, points: int | Sequence[int] | None, noun: str) -> Iterator[Line]:
    """The lines of royal orders or buildings: one number, or card by card; none if not known."""
    if points is None:
        return
    if isinstance(points, int):
        yield Line(category, points, f"{noun}s, as written down")
        return
    for at, number in enumerate(points, 1):
        yield Line(category, number, f"{noun} {at} of {len(points)}")


def leftover_points(left: Mapping[str, int], rulings: Rulings = DEFAULT) -> int:
    """A point for every five, all kinds together (ruling leftovers)."""
    if rulings.leftovers == "kinds":
        return sum(count // LEFTOVERS_FOR_A_POINT for count in left.values())
    return sum(left.values()) // LEFTOVERS_FOR_A_POINT


def leftover_line(left: Mapping[str, int], rulings: Rulings = DEFAULT) -> Line:
    """The line of what is left, also where it is worth nothing."""
    parts = [counted(left[key], word) for key, word in LEFTOVER_WORDS.items() if left.get(key)]
    how = "by five each" if rulings.leftovers == "kinds" else "together by five"
    cause = f"{', '.join(parts)}, {how}" if parts else "nothing is left"
    return Line("leftovers", leftover_points(left, rulings), cause)


def anchor_line(anchors: int) -> Line:
    """A point less for every anchor that is left."""
    return Line("anchors", -anchors, f"{counted(anchors, 'anchor')} left")


def ties(totals: Sequence[int], uncovered: Sequence[int | None]) -> list[tuple[int]]:
    """The tie-break of each player: fewer uncovered spaces are better.

    Among players of one total it decides only if the spaces of all of them are known.
    """
    unknown = {total for total, spaces in zip(totals, uncovered, strict=True) if spaces is None}
    return [
        (0,) if total in unknown else (-(spaces or 0),)
        for total, spaces in zip(totals, uncovered, strict=True)
    ]


def tie_note(totals: Sequence[int], uncovered: Sequence[int | None]) -> Iterator[str]:
    """A note for every tie that is not broken because somebody's spaces are not written down."""
    for total in dict.fromkeys(totals):
        tied = [spaces for other, spaces in zip(totals, uncovered, strict=True) if other == total]
        if len(tied) > 1 and None in tied:
            yield f"tie at {counted(total)}: uncovered spaces are not known of all, so it is shared"
