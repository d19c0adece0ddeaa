"""The path in a heap of arches: which of them form one ascending staircase, and which do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from palace.monkey_palace.kernel.elements import Stud


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
    """Return the longest run of arches, each higher than the one before and leaving where that one
    ends.

    Among runs of one length those with a good start, then those with a good end, then those over an
    attached stud, then the first.
    """

    good: dict[Stud, tuple[bool, bool]] = {}

    def quality(stud: Stud) -> tuple[bool, bool]:
        if stud not in good:
            good[stud] = good_end(stud), attached(stud)
        return good[stud]

    best: _Run | None = None
    ending: dict[Stud, list[tuple[int, _Run]]] = {}  # by stud: the best run up to each level
    for arch in sorted(arches, key=lambda arch: (arch.level, arch.feet)):
        found = []
        for near, far in (arch.feet, arch.feet[::-1]):
            lower = (run for level, run in reversed(ending.get(near, ())) if level < arch.level)
            before = next(lower, None)
            if before is None:
                start = good_start(near), quality(near)[1]
                found.append(_Run(arch, near, far, None, 1, start[0], start[1] or quality(far)[1]))
            else:
                over = before.attached or quality(far)[1]
                length = before.length + 1
                found.append(_Run(arch, near, far, before, length, before.good_start, over))
        for run in found:
            runs = ending.setdefault(run.far, [])
            if not runs or run.key > runs[-1][1].key:
                runs.append((arch.level, run))
            end = (*run.key, quality(run.far)[0], run.attached)
            if best is None or end > (*best.key, quality(best.far)[0], best.attached):
                best = run
    return Chain((), ((0, 0),)) if best is None else best.chain()


class _Run(NamedTuple):
    """A chain by its last arch, from `near` to `far`, and the run before it."""

    arch: Arch
    near: Stud
    far: Stud
    before: _Run | None
    length: int
    good_start: bool
    attached: bool

    @property
    def key(self) -> tuple[int, bool]:
        return self.length, self.good_start

    def chain(self) -> Chain:
        """Return the arches and studs of the whole run, in walking order."""
        arches, studs, run = [self.arch], [self.far, self.near], self.before
        while run is not None:
            arches.append(run.arch)
            studs.append(run.near)
            run = run.before
        return Chain(tuple(reversed(arches)), tuple(reversed(studs)))


def one_stroke(arches: Sequence[Arch], start: Stud) -> Chain | None:
    """Return all arches drawn in one stroke, whatever their levels, from `start` if it can begin
    there.
    """
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
    """Yield the arches in groups that touch each other at their feet, in the order given."""
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
