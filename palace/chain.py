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
    arches: Sequence[Arch],
    good_start: Callable[[Stud], bool],
    good_end: Callable[[Stud], bool],
    attached: Callable[[Stud], bool],
) -> Chain:
    """The longest run of arches, each higher than the one before and leaving where that one ends.

    Among runs of one length those with a good start, then those with a good end, then those over
    an attached stud, then the first.
    """

    def from_start(chain: Chain) -> tuple[int, bool]:
        return len(chain.arches), good_start(chain.studs[0])

    ending: dict[Stud, list[Chain]] = {}
    every: list[Chain] = [Chain((), ((0, 0),))]
    for arch in sorted(arches, key=lambda arch: (arch.level, arch.feet)):
        found = []
        for near, far in (arch.feet, arch.feet[::-1]):
            below = (c for c in ending.get(near, ()) if c.arches[-1].level < arch.level)
            before = max(below, key=from_start, default=Chain((), (near,)))
            found.append(Chain((*before.arches, arch), (*before.studs, far)))
        for chain in found:
            ending.setdefault(chain.studs[-1], []).append(chain)
        every += found
    return max(
        every,
        key=lambda chain: (
            *from_start(chain), good_end(chain.studs[-1]), any(map(attached, chain.studs))
        ),
    )  # fmt: skip


def one_stroke(arches: Sequence[Arch], start: Stud) -> Chain | None:
    """All arches drawn in one stroke, whatever their levels, from `start` if it can begin there."""
    import networkx as nx

    graph: nx.MultiGraph[Stud] = nx.MultiGraph()
    for arch in sorted(arches, key=lambda arch: (arch.level, arch.feet)):
        graph.add_edge(*arch.feet, key=arch.number)
    if not nx.has_eulerian_path(graph):
        return None
    source = start if nx.has_eulerian_path(graph, start) else None
    by_number = {arch.number: arch for arch in arches}
    edges = list(nx.eulerian_path(graph, source, keys=True))
    studs = [edges[0][0], *(far for _, far, _ in edges)]
    return Chain(tuple(by_number[key] for _, _, key in edges), tuple(studs))


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
