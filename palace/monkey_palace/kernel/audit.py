"""The audit: which staircases made this palace, in which order, or why no legal game can have.

Every decoration ends exactly one staircase, which can be walked back without a choice.  So a palace
is one set of staircases or none; what remains is their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, islice
from typing import TYPE_CHECKING

from palace.core.errors import expect
from palace.core.verdict import Reason, Verdict
from palace.monkey_palace.kernel import reasons
from palace.monkey_palace.kernel import verdict as kernel
from palace.monkey_palace.kernel.elements import COLOURS, Element
from palace.monkey_palace.kernel.knob import TURNS, Knob
from palace.monkey_palace.kernel.orders import NONE, Orders, Placed
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.referee import (
    earned,
    is_legal,
    judge,
    setup_gold_level,
)
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.walking_back import Pieces, Spot, Walk

if TYPE_CHECKING:
    import networkx

SETUP = 0
"""Number of the set-up among what staircases stand on."""

MOST_TRIED = 200
"""Sets of staircases without a decoration that are tried, where a decoration has run out."""

MOST_SHARED = 8
"""Staircases that share pieces, of which every choice is tried for the largest part; of more, the
others are left out of it."""


@dataclass(frozen=True)
class Found:
    """A staircase found in a palace.

    `end` is its last knob, `level` that of its decoration's underside; `decoration` is `l d g`, or
    None where none was left.  `stands_on` holds the numbers of what its pieces stand on, 0 for the
    set-up.  `verdict` judges it in the order of the audit; `other_credits` is what it earns in
    another order, None where it is the same in all.
    """

    number: int
    staircase: Staircase
    end: Knob
    level: int
    decoration: str | None
    stands_on: tuple[int, ...]
    verdict: kernel.Verdict
    other_credits: int | None


@dataclass(frozen=True)
class Audit(Verdict):
    """What is known of a palace that was not recorded; legal if a legal game can have made it.

    `staircases` are those of the largest part that is explained, in one order in which they can
    have been built; `unexplained` are the other pieces.  `notes` say what was not judged.
    """

    palace: Palace | None = None
    staircases: tuple[Found, ...] = ()
    unexplained: tuple[Element, ...] = ()
    notes: tuple[str, ...] = ()
    order: Orders = field(default_factory=lambda: Orders(()))
    audited: bool = True

    @cached_property
    def orders(self) -> tuple[int, bool]:
        """How many orders are legal, and whether the number is exact or a lower bound; 0 if none.

        May take a second where there are many.
        """
        return self.order.count() if self.legal and self.audited else (0, True)

    def graph(self) -> networkx.DiGraph[int]:
        """Return what was built before what: an edge from each number to those that stand on it.

        Nodes are the numbers of the staircases, with the staircase as attribute, and 0.
        """
        import networkx as nx

        graph: networkx.DiGraph[int] = nx.DiGraph()
        graph.add_node(SETUP)
        for found in self.staircases:
            graph.add_node(found.number, staircase=found.staircase)
            graph.add_edges_from((below, found.number) for below in found.stands_on)
        return graph

    def builder_of(self) -> dict[Element, int]:
        """Return the number of the staircase each element is part of; 0 for the set-up."""
        if self.palace is None:
            return {}
        pieces = Pieces(self.palace)
        owners = dict.fromkeys(pieces.setup() or (), SETUP)
        for found in self.staircases:
            spot = pieces.ends[found.end, found.level - 1]
            owners |= dict.fromkeys(pieces.walk(*spot).spots, found.number)
        return {element: owners[spot] for spot, element in pieces.elements() if spot in owners}


def audit(palace: Palace, rulings: Rulings | None = None) -> Audit:
    """Return which staircases made a palace, in which order, or every reason why none can have.

    Takes some milliseconds.  What the animals did before they came to
    where they are is not judged, nor who built what.
    """
    expect(palace, Palace, "write Palace.read(...) or Palace.setup(...)", "palace")
    return _Audit(palace, rulings or DEFAULT).result()


def _by_end(walk: Walk) -> tuple[int, int, int]:
    """Return the key that lists staircases from the lowest end to the highest."""
    return walk.level, walk.end.rank, walk.end.file


class _Audit:
    """One run of `audit`."""

    def __init__(self, palace: Palace, rulings: Rulings) -> None:
        self.palace = palace
        self.rulings = rulings
        self.pieces = Pieces(palace)
        self.bare = Palace.setup(palace.ground)
        self.setup = self.pieces.setup()
        self.why: list[Reason] = []
        self.notes: list[str] = []

    def result(self) -> Audit:
        """Return the first way to explain the palace that is legal, else the first of all."""
        first: Audit | None = None
        for walks in self.choices():
            self.why = []
            found = self.explained(walks)
            if found.legal:
                return found
            first = first or found
        assert first is not None
        return first

    def explained(self, walks: list[Walk]) -> Audit:
        """Return what is explained by some staircases, and everything that is wrong with them."""
        self.no_setup()
        self.of_none(walks)
        faulty = self.judged(walks)
        part = sorted(self.largest(walks, faulty))
        orders, order = self.ordered(walks, part)
        own = [walks[number] for number in part]
        built = set(self.setup or ()).union(*(walk.spots for walk in own))
        left = tuple(e for spot, e in self.pieces.elements() if spot not in built)
        found = self.found(own, orders, order)
        why = reasons.each_once(self.why)
        return Audit(why, self.palace, found, left, tuple(self.notes), orders)

    def choices(self) -> Iterator[list[Walk]]:
        """Yield the staircases of the palace: those that end in a decoration, which are certain,
        with every choice of those that do not; then the certain ones alone.
        """
        pieces = self.pieces
        walks = [
            pieces.walk(knob, index - 1)
            for knob, column in pieces.columns.items()
            for index, (letter, _) in enumerate(column)
            if letter in COLOURS and (self.setup is None or (knob, index) not in self.setup)
        ]
        claimed = set(self.setup or ()).union(*(walk.spots for walk in walks))
        rest = frozenset(pieces.ends.values()) - claimed
        if rest and self.rulings.decoration_out == "bare":
            left = self.palace.decorations_left
            out = {letter for letter in COLOURS if not left(letter)}
            for bare in islice(self.undecorated(rest, out), MOST_TRIED):
                yield sorted((*walks, *bare), key=_by_end)
        yield sorted(walks, key=_by_end)

    def undecorated(self, rest: frozenset[Spot], out: set[str]) -> Iterator[tuple[Walk, ...]]:
        """Yield every set of staircases that some arches form, each begun in a colour that is out.

        The highest arch is the last of its staircase; which way it leads is tried.
        """
        if not rest:
            yield ()
        elif out:
            highest = max(rest, key=lambda spot: (self.pieces.level(spot), spot))
            for knob, index in self.pieces.arch(highest):
                walk = self.pieces.walk(knob, index)
                own = frozenset(spot for spot in walk.spots if self.pieces.is_end(spot))
                colour = self.palace.ground.colours[walk.start]
                if walk.blocked is None and own <= rest and colour in out:
                    for others in self.undecorated(rest - own, out):
                        yield (walk, *others)

    def no_setup(self) -> None:
        """Complain of every knob on which the set-up of the map is not."""
        setup = self.palace.ground.setup
        for knob in setup:
            wanted, there = self.bare.column(knob), self.palace.column(knob)
            if not there.startswith(wanted):
                missing = BOOK.reason(
                    "attach.set-up", knob, "set-up", level=0,
                    knobs=setup, wanted=wanted, there=there,
                )  # fmt: skip
                self.why.append(missing)

    def of_none(self, walks: list[Walk]) -> None:
        """Complain of every arch that is part of no staircase."""
        claimed = set(self.setup or ()).union(*(walk.spots for walk in walks))
        for knob, index in sorted({*self.pieces.ends.values()} - claimed):
            if self.pieces.columns[knob][index][0] in TURNS:
                level = self.pieces.level((knob, index))
                _, (other, _) = self.pieces.arch((knob, index))
                ends = str(knob), str(other)
                self.why.append(
                    BOOK.reason("path.of-none", knob, "decorate", level=level, ends=ends)
                )

    def judged(self, walks: list[Walk]) -> set[int]:
        """Return the numbers of the staircases that break a rule in every order, and say why."""
        faulty: set[int] = set()
        shared = self.shared(walks)
        waiting = self.waiting(walks)
        for number, walk in enumerate(walks):
            found = []
            colour = self.palace.ground.colours[walk.start]
            if walk.blocked is not None:
                found.append(
                    BOOK.reason("start.on-decoration", walk.blocked, "begin-below", end=walk.end)
                )
            elif walk.decoration not in (None, colour):
                found.append(
                    BOOK.reason(
                        "decoration.colour", walk.end, "right-colour", level=walk.level,
                        colour=walk.decoration, start=walk.start, wanted=colour,
                    )
                )  # fmt: skip
            if not walk.blocked and number not in waiting:
                before = self.pieces.before(walk, self.bare)
                if not is_legal(before, walk.staircase, None, self.rulings):
                    faulty.add(number)
                    if number not in shared:
                        found += judge(before, walk.staircase, None, self.rulings).reasons
            self.why += found
            faulty |= {number} if found else set()
        return faulty | waiting

    def owners(self, walks: list[Walk]) -> dict[Spot, list[int]]:
        """Return the staircases each piece is part of; `NONE` is the set-up."""
        owners: dict[Spot, list[int]] = {spot: [NONE] for spot in self.setup or ()}
        for number, walk in enumerate(walks):
            for spot in walk.spots:
                owners.setdefault(spot, []).append(number)
        return owners

    def shared(self, walks: list[Walk]) -> set[int]:
        """Return the staircases that share an arch with another, and name each such arch."""
        found: set[int] = set()
        for (knob, index), numbers in sorted(self.owners(walks).items()):
            if len(numbers) < 2:
                continue
            found.update(number for number in numbers if number >= 0)
            way, level = self.pieces.columns[knob][index]
            if way in TURNS:
                ends = str(knob), str(knob.step(way))
                these = tuple(walks[number].end for number in numbers if number >= 0)
                key = "path.of-set-up" if NONE in numbers else "path.of-two"
                self.why.append(
                    BOOK.reason(key, knob, "one-of-two", level=level, ends=ends, these=these)
                )
        return found

    def waiting(self, walks: list[Walk]) -> set[int]:
        """Return the staircases that stand on each other in a circle, and name each circle."""
        owners = self.owners(walks)
        below: dict[int, set[int]] = {}
        for number, walk in enumerate(walks):
            found = (owners.get(spot, []) for spot in self.pieces.below(walk.spots))
            below[number] = {one[0] for one in found if len(one) == 1} - {number}
        try:
            TopologicalSorter(below).prepare()
        except CycleError:
            return self.circles(walks, below)
        return set()

    def circles(self, walks: list[Walk], below: dict[int, set[int]]) -> set[int]:
        """Return the staircases in circles, and name each; `below` is what they stand on."""
        import networkx as nx

        edges = ((one, number) for number, every in below.items() for one in sorted(every))
        graph: networkx.DiGraph[int] = nx.DiGraph()
        graph.add_edges_from(edges)
        found: set[int] = set()
        for circle in sorted(nx.strongly_connected_components(graph), key=min):
            members = sorted(circle - {NONE})
            if len(circle) > 1:
                found.update(members)
                these = tuple(walks[number].end for number in members)
                lowest = walks[members[0]]
                self.why.append(
                    BOOK.reason(
                        "support.waiting", lowest.end, "one-first", level=lowest.level, these=these
                    )
                )
        return found

    def largest(self, walks: list[Walk], faulty: set[int]) -> set[int]:
        """Return the numbers of the largest set of staircases that are explained."""
        if self.setup is None:
            return set()
        owners = self.owners(walks)
        good = {number for number in range(len(walks)) if number not in faulty}
        good -= {n for numbers in owners.values() if NONE in numbers for n in numbers}
        clashes = {
            pair
            for numbers in owners.values()
            for pair in combinations([n for n in numbers if n in good], 2)
        }
        torn = sorted({number for pair in clashes for number in pair})
        good -= {*torn[MOST_SHARED:]}
        torn = torn[:MOST_SHARED]
        best: set[int] = set()
        most = -1
        for size in range(len(torn) + 1):
            for out in combinations(torn, size):
                kept = good - set(out)
                if any(one in kept and other in kept for one, other in clashes):
                    continue
                kept = self.standing(walks, kept)
                count = sum(len(walks[number].spots) for number in kept)
                if count > most:
                    best, most = kept, count
        return best

    def standing(self, walks: list[Walk], kept: set[int]) -> set[int]:
        """Return those of some staircases that stand on the others and the set-up alone."""
        while True:
            there = set(self.setup or ()).union(*(walks[number].spots for number in kept))
            firm = {n for n in kept if self.pieces.below(walks[n].spots) <= there}
            if firm == kept:
                return kept
            kept = firm

    def ordered(self, walks: list[Walk], part: list[int]) -> tuple[Orders, tuple[int, ...]]:
        """Return all orders of some staircases, by their places in `part`, and one of them.

        Complains where the animals of the palace fit none.
        """
        own = [walks[number] for number in part]
        owners = self.owners(own)
        full = {c: {n for n, walk in enumerate(own) if walk.decoration == c} for c in COLOURS}
        placed = []
        for number, walk in enumerate(own):
            below = {n for spot in self.pieces.below(walk.spots) for n in owners.get(spot, ())}
            if walk.decoration is None:
                below |= full[self.palace.ground.colours[walk.start]]
            before = tuple(sorted(below - {number, NONE}))
            _, top = self.pieces.ends[walk.end, walk.level - 1]
            cover = owners.get((walk.end, top + 2), [NONE])[0]
            placed.append(
                Placed(before, walk.decoration, walk.level, walk.end, walk.staircase.knobs, cover)
            )
        third = self.palace.ground.setup[2]
        level = setup_gold_level(self.palace, third)
        counts = level is not None and self.rulings.setup_gold == "counts"
        gold = (level or 0, owners.get((third, 3), [NONE])[0]) if counts else None
        orders = Orders(tuple(placed), gold, self.rulings.covered_decoration == "counts")
        if len(part) == len(walks) and not self.why:
            orders = self.with_animals(own, owners, orders)
        order, _ = orders.first()
        return orders, order or ()

    def with_animals(
        self, walks: list[Walk], owners: dict[Spot, list[int]], orders: Orders
    ) -> Orders:
        """Return the orders after which the animals are where they are (step 8); complain of each
        that can be there after none.
        """
        palace, rulings = self.palace, self.rulings
        on = {
            letter: owners[knob, len(self.pieces.columns[knob]) - 1][0]
            for letter, knob in palace.animals
        }
        if palace.animal("f") is not None:
            orders = self.with_frog(walks, owners, orders, on["f"])
        if (monkey := palace.animal("m")) is not None:
            gold = any(walk.decoration == "g" for walk in walks)
            key = "monkey.early" if gold else "monkey.unmoved"
            remedy = "on-older" if gold else "take-away"
            wrong = BOOK.reason(key, monkey, remedy, level=palace.heights[monkey])
            orders = self.fitting(orders.with_monkey(on["m"]), orders, wrong)
        if (butterfly := palace.animal("y")) is not None:
            tried = orders.with_butterfly(
                on["y"],
                colours=rulings.butterfly_scope == "colour",
                blocks="y" in rulings.blockers,
            )
            level = palace.heights[butterfly]
            wrong = BOOK.reason("butterfly.place", butterfly, "on-highest", level=level)
            orders = self.fitting(tried, orders, wrong)
        return orders

    def with_frog(
        self, walks: list[Walk], owners: dict[Spot, list[int]], orders: Orders, on: int
    ) -> Orders:
        """Return the orders after which the frog is where it is: on the lowest end of its staircase
        that was free, which the monkey may have left it (ruling `trophy-order`).
        """
        palace, rulings, pieces = self.palace, self.rulings, self.pieces
        frog, monkey = palace.animal("f"), palace.animal("m")
        free = [pieces.free_ends(walk) if walk.decoration == "g" else {} for walk in walks]
        own = pieces.free_ends(walks[on]) if on != NONE else {}
        ends = pieces.lowest(own.values())
        if frog is None or frog in ends:
            return orders
        mend = "frog-on-lowest" if ends else "take-away"
        wrong = BOOK.reason("frog.place", frog, mend, level=palace.heights[frog], ends=ends)
        first = rulings.trophy_order != "frog-first"
        others = [spot for knob, spot in own.items() if knob not in ends]
        if first and on != NONE and free[on] and len(ends) == 1 and frog in pieces.lowest(others):
            knob, index = own[ends[0]]
            tried = orders.with_frog(
                on,
                owners.get((knob, index + 1), [NONE])[0],
                there=monkey == knob,
                stayed=rulings.monkey_stay == "stay",
                blocks=rulings.monkey_blocks == "all",
            )
            return self.fitting(tried, orders, wrong)
        if first and rulings.frog_no_end == "lowest" and any(len(ends) == 1 for ends in free):
            self.undecided(wrong)
        else:
            self.why.append(wrong)
        return orders

    def undecided(self, wrong: Reason) -> None:
        """Note that it is not known whether an animal can be where it is."""
        self.notes.append(f"whether the {wrong.code} can be at {wrong.at} was not decided")

    def fitting(self, tried: Orders, orders: Orders, wrong: Reason) -> Orders:
        """Return the orders tried if there is one; complain if it is certain that there is none."""
        order, certain = tried.first()
        if order is not None:
            return tried
        if certain:
            self.why.append(wrong)
        else:
            self.undecided(wrong)
        return orders

    def found(self, walks: list[Walk], orders: Orders, order: tuple[int, ...]) -> tuple[Found, ...]:
        """Return the staircases in an order, by their places in `walks`, each with what it earns.

        Step 3: the extra credit depends on the decorations of its colour that are as high.
        """
        palace = self.bare
        number_of = {number: place for place, number in enumerate(order, 1)}
        owners = self.owners(walks)
        found = []
        for number in order:
            walk = walks[number]
            verdict = earned(palace, walk.staircase, self.rulings)
            palace = verdict.palace or palace
            below = {n for spot in self.pieces.below(walk.spots) for n in owners.get(spot, ())}
            stands_on = sorted(number_of.get(n, SETUP) for n in below - {number})
            other = self.other_credits(walks, orders, number, verdict)
            one = number_of[number], walk.staircase, walk.end, walk.level, walk.decoration
            found.append(Found(*one, tuple(stands_on), verdict, other))
        return tuple(found)

    def other_credits(
        self, walks: list[Walk], orders: Orders, number: int, verdict: kernel.Verdict
    ) -> int | None:
        """Return what a staircase earns where its decoration is the highest of its colour and it
        is not here, or the other way round; None if that is the same in all orders.
        """
        if walks[number].decoration is None or verdict.credits is None:
            return None
        highest, ties = bool(verdict.highest), self.rulings.highest_tie == "yes"
        if not orders.differs(number, highest=highest, ties=ties):
            return None
        return verdict.credits + (-1 if highest else 1)
