"""The path in a heap of arches: which of them form one ascending staircase, and which do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from palace.elements import Stud


class Arch(NamedTuple):
    """An arch laid: its number, its two feet, the level it was put at."""

    number: int
    feet: tuple[Stud, Stud]
    level: int


class Chain(NamedTuple):
    """Arches in walking order and the studs they lead over, one more than there are arches."""

    arches: tuple[Arch, ...]
    studs: tuple[Stud, ...]


def longest_chain(
    arches: Sequence[Arch], good_start: Callable[[Stud], bool], good_end: Callable[[Stud], bool]
) -> Chain:
    """The longest run of arches, each higher than the one before and leaving where that one ends.

    Among runs of one length those with a good end, then those with a good start, then the first.
    """

    def from_start(chain: Chain) -> tuple[int, bool]:
        return len(chain.arches), good_start(chain.studs[0])

    ending: dict[Stud, list[Chain]] = {}
    every: list[Chain] = [Chain((), ((0, 0),))]
    for arch in sorted(arches, key=lambda arch: (arch.level, arch.number)):
        found = []
        for near, far in (arch.feet, arch.feet[::-1]):
            below = (c for c in ending.get(near, ()) if c.arches[-1].level < arch.level)
            before = max(below, key=from_start, default=Chain((), (near,)))
            found.append(Chain((*before.arches, arch), (*before.studs, far)))
        for chain in found:
            ending.setdefault(chain.studs[-1], []).append(chain)
        every += found
    # A path over a single edge can be walked both ways: its decoration tells which end is the last.
    return max(
        every,
        key=lambda chain: (
            len(chain.arches),
            bool(chain.arches) and good_end(chain.studs[-1]),
            good_start(chain.studs[0]),
        ),
    )


def one_stroke(arches: Sequence[Arch]) -> bool:
    """Whether all arches together could be drawn in one stroke, whatever their levels."""
    degree: dict[Stud, int] = {}
    for arch in arches:
        for stud in arch.feet:
            degree[stud] = degree.get(stud, 0) + 1
    odd = sum(count % 2 for count in degree.values())
    return odd <= 2 and len(list(groups(arches))) <= 1


def groups(arches: Sequence[Arch]) -> Iterator[list[Arch]]:
    """The arches in groups that touch each other at their feet, in the order given."""
    left = list(arches)
    while left:
        group = [left.pop(0)]
        studs = set(group[0].feet)
        grown = True
        while grown:
            near = [arch for arch in left if studs & set(arch.feet)]
            left = [arch for arch in left if arch not in near]
            group += near
            studs.update(stud for arch in near for stud in arch.feet)
            grown = bool(near)
        yield group
