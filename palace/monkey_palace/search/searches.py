"""The searches for staircases: list them, count them, find the best, weigh every start."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from palace.core.jit import needed
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import earned
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.plain import Progress, Search

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.kernel.rulings import Rulings


@dataclass(frozen=True)
class Count:
    """How many staircases there are: all, and by arches (no zero entries)."""

    total: int
    by_arches: Mapping[int, int]
    complete: bool = True
    """False if the time limit came first."""


@dataclass(frozen=True)
class Best:
    """The verdicts on the best staircases, best first."""

    verdicts: tuple[Verdict, ...]
    complete: bool = True
    """False if the time limit came first; the verdicts are then the best found so far."""


@dataclass(frozen=True)
class Start:
    """An open, empty knob: the staircases that begin there, their most credits, greatest height.

    The height is the level above the last arch, in bricks; 0 without a staircase.
    """

    knob: Knob
    staircases: int
    credits: int
    height: int


@dataclass(frozen=True)
class End:
    """An open knob: the staircases that end there, their most credits, and how high it may grow.

    The height is the greatest above the end of an arch there, first, middle or last of any
    staircase, in bricks; 0 where none comes.
    """

    knob: Knob
    staircases: int
    credits: int
    height: int


@dataclass(frozen=True)
class Starts:
    """Every knob a staircase may begin on, and every open one as the end of some, both from a1
    along the files, rank by rank."""

    starts: tuple[Start, ...]
    ends: tuple[End, ...]
    complete: bool = True
    """False if the time limit came first."""


WHOLE_BOX = 10.0
"""Seconds for a search with all the box holds where no limit is given: it would not end."""

BATCH = 256
"""Staircases written at a time."""


SMALL = 20
"""Arches and levels of a hand from which the best is found sooner than numba is loaded."""


def searcher(supply: Supply | str | None = None) -> type[Search]:
    """Return what searches: compiled where numba is installed, otherwise in plain Python.

    With a supply, what searches for the best from it: in plain Python too, if it is small.
    """
    small = supply is not None and _small(Supply.of(supply))
    if small or find_spec("numba") is None:
        return Search
    from palace.monkey_palace.search import compiled

    return compiled.Search


def _small(hand: Supply) -> bool:
    return hand.arch + hand.brick + 3 * hand.column <= SMALL


def compiled_already(supply: Supply | str | None = None, *, counting: bool = False) -> bool:
    """Return whether the searches are compiled; if not, the next one takes some seconds longer.

    `supply` asks for the best from it, `counting` for `count` and `divide`, which are compiled
    apart from the others.
    """
    return searcher(supply).cached(counting=counting)


def staircases(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None
) -> Iterator[Staircase]:
    """Yield every legal staircase from a supply (by default the box), lazily."""
    search = searcher()(palace, supply, rulings)
    yield from map(search.read, search.lines(BATCH))


def exists(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None
) -> Staircase | None:
    """Return a legal staircase, or None: the proof that a player may pass (rule E)."""
    search = searcher(supply)(palace, supply, rulings, ranked=True)
    return next(map(search.read, search.lines()), None)


def count(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Count:
    """Return the number of legal staircases; at least that many if the time limit comes first."""
    search = searcher()(palace, supply, rulings, seconds=seconds, progress=progress)
    by_arches: Counter[int] = Counter()
    for (*_, arches), number in search.counts().items():
        by_arches[arches] += number
    each = MappingProxyType(dict(sorted(by_arches.items())))
    return Count(by_arches.total(), each, search.complete)


def divide(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
) -> dict[str, int]:
    """Return the number of legal staircases by their first step, such as `d2-d3`, in the pinned
    order.
    """
    search = searcher()(palace, supply, rulings, seconds=seconds)
    by_step: Counter[tuple[Knob, str]] = Counter()
    for (start, way, _), number in search.counts().items():
        by_step[start, way] += number
    return {f"{start}-{start.step(way)}": number for (start, way), number in by_step.items()}


def by_start(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Starts:
    """Return what every knob is worth as the first of a staircase, and as its last: looks at them
    all.

    Raises `InputError` for a large supply without numba, unless the time is limited.
    """
    if seconds is None and not _small(palace.at_hand(supply)):
        needed("map stats", "looking at every staircase from so many pieces")
    search = searcher()(palace, supply, rulings, seconds=seconds, progress=progress)
    search.tallies()
    return _starts(search)


def seek_starts(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None,
    *, seconds: float | None = None,
) -> Iterator[tuple[Starts | None, float]]:  # fmt: skip
    """Yield the share of the search that is done, slice by slice; with the last one, the same."""
    search = searcher()(palace, supply, rulings, seconds=seconds)
    for _ in search.tallying():
        yield None, search.share
    yield _starts(search), search.share


def _starts(search: Search) -> Starts:
    begun, ended = search.tallied
    return Starts(
        tuple(Start(knob, *found) for knob, found in zip(search.starts, begun, strict=True)),
        tuple(End(knob, *found) for knob, found in zip(search.knobs, ended, strict=True)),
        search.complete,
    )


class _Found(NamedTuple):
    """A staircase and its rank: what sorts first is better, ties in the order of the search."""

    minus_credits: int
    minus_bonus: int
    pieces: int
    order: int
    staircase: Staircase


def best(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    top: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Best:
    """Return the `top` best legal staircases, best first.

    Most credits, then the bonus, then fewest pieces, then first in the order of the search.  With
    neither a supply nor `seconds` it stops after `WHOLE_BOX`.
    """
    seconds = WHOLE_BOX if seconds is None and supply is None else seconds
    search = searcher(supply)(
        palace, supply, rulings, ranked=True, seconds=seconds, progress=progress
    )
    found: list[_Found] = []
    for _ in _seek(search, found, top):
        pass
    return Best(_verdicts(search, found), search.complete)


def seek_best(
    palace: Palace, supply: Supply | str | None = None, rulings: Rulings | None = None,
    *, seconds: float = WHOLE_BOX,
) -> Iterator[tuple[Best, float]]:  # fmt: skip
    """Yield the best staircase so far, and the share of the search that is done, slice by slice."""
    search = searcher(supply)(palace, supply, rulings, ranked=True, seconds=seconds)
    found: list[_Found] = []
    for _ in _seek(search, found, 1):
        yield Best(_verdicts(search, found), search.complete), search.share
    yield Best(_verdicts(search, found), search.complete), search.share


def _seek(search: Search, found: list[_Found], top: int) -> Iterator[None]:
    """Put the `top` best staircases in a list, one slice of a ranked search after the other."""
    order = 0
    for lines in search.slices(search.room(1)) if top > 0 else ():
        for line in lines:
            one = _Found(*search.rank(line), order, search.read(line))
            order += 1
            insort(found, one, key=lambda one: one[:4])
            del found[top:]
            if len(found) == top:
                _limit(search, found[-1])
        yield


def _verdicts(search: Search, found: list[_Found]) -> tuple[Verdict, ...]:
    return tuple(earned(search.palace, one.staircase, search.rulings) for one in found)


def _limit(search: Search, last: _Found) -> None:
    """Let a ranked search yield only what is better than the last of those kept."""
    for less in range(-last.minus_credits):
        search.limits[less][0] = search.limits[less][1] = 0
    equal = search.limits[-last.minus_credits]
    equal[0] = 0 if last.minus_bonus else last.pieces
    if last.minus_bonus:
        equal[1] = last.pieces


def front(
    palace: Palace,
    supply: Supply | str | None = None,
    rulings: Rulings | None = None,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Best:
    """For every number of pieces worth it the staircase of most credits, fewest pieces first.

    A number of pieces is worth it if none that is less brings as many credits; of several
    staircases the first in the order of the search.  The time is limited as in `best`.
    """
    seconds = WHOLE_BOX if seconds is None and supply is None else seconds
    search = searcher(supply)(
        palace, supply, rulings, ranked=True, seconds=seconds, progress=progress
    )
    found: dict[int, _Found] = {}
    for line in search.lines():
        one = _Found(*search.rank(line), 0, search.read(line))
        found[-one.minus_credits] = one
        for limits in search.limits[: 1 - one.minus_credits]:
            limits[0], limits[1] = min(limits[0], one.pieces), min(limits[1], one.pieces)
    worth_it: list[_Found] = []
    for one in sorted(found.values()):
        if not worth_it or one.pieces < worth_it[-1].pieces:
            worth_it.append(one)
    return Best(
        tuple(earned(palace, one.staircase, search.rulings) for one in reversed(worth_it)),
        search.complete,
    )
