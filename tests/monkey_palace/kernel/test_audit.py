"""The audit: the staircases that made a palace, against play and against brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from palace import Palace, PalaceError, build, is_legal, load_map
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.audit import Audit, audit
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from tests.grounds import ALL, plain
from tests.random_game import random_game
from tests.random_play import legal_walk
from tests.sentences import Says


def played(
    start: Palace, turns: int, rng: random.Random, tries: int = 1
) -> tuple[Palace, list[Staircase]]:
    """A palace after some random legal turns, without animals, and its staircases: of several
    tries, that of the fewest pieces.
    """
    palace, built = start, []
    for _ in range(turns):
        staircase = min((legal_walk(palace, rng) for _ in range(tries)), key=lambda s: sum(s.uses))
        verdict = judge(palace, staircase)
        if verdict.palace is not None:
            palace = verdict.palace
            built.append(staircase)
    return palace, built


def rebuilt(found: Audit) -> Palace:
    """The palace of the staircases of an audit, built in their order."""
    assert found.palace is not None
    palace = Palace.setup(found.palace.ground)
    for each in found.staircases:
        verdict = judge(palace, each.staircase)
        assert verdict.palace is not None, verdict
        assert verdict == each.verdict
        palace = verdict.palace
    return palace


def earned(found: Audit) -> dict[str, set[int]]:
    """The credits of each staircase in all orders."""
    every = ((str(each.staircase), each.verdict.credits, each.other_credits)
             for each in found.staircases)  # fmt: skip
    return {name: {n for n in (now, other) if n is not None} for name, now, other in every}


def names(found: Audit) -> list[str]:
    return sorted(str(each.staircase) for each in found.staircases)


def play_and_audit(count: int, seed: int) -> int:
    """Audit every prefix of some random games; return how many there were."""
    rng = random.Random(seed)
    prefixes = 0
    for _ in range(count):
        palace = Palace.setup(rng.choice(ALL))
        built: list[str] = []
        for _ in range(rng.choice((2, 6, 15))):
            verdict = judge(palace, legal_walk(palace, rng))
            if verdict.palace is None or verdict.staircase is None:
                continue
            palace, built = verdict.palace, [*built, str(verdict.staircase)]
            found = audit(palace)
            assert found.legal, found.reasons
            assert names(found) == sorted(built)
            assert found.unexplained == ()
            assert rebuilt(found) == palace
            prefixes += 1
    return prefixes


def test_every_prefix_of_a_game_is_explained_by_its_own_staircases() -> None:
    assert play_and_audit(40, 1) > 150


@pytest.mark.slow
def test_every_prefix_of_a_thousand_games() -> None:
    assert play_and_audit(1000, 2) > 4000


# Brute force: every staircase that can be laid on a part of the palace, in every sequence.


def ways(part: Palace, whole: Palace) -> Iterator[tuple[Staircase, Palace]]:
    """Every legal staircase whose pieces are the next ones of `whole` at each of its knobs."""
    for start in whole.ground.colours:
        knobs, unders, risers = [start], [""], [""]
        height = {knob: len(part.column(knob)) for knob in whole.ground.colours}
        if height[start]:
            continue
        while True:
            here = knobs[-1]
            column = whole.column(here)[height[here] :]
            riser = column[: len(column) - len(column.lstrip("bc"))]
            way = column[len(riser) : len(riser) + 1]
            if way not in WAYS or not way:
                break
            there = here.step(way)
            if there is None:
                break
            next_column = whole.column(there)[height[there] :]
            under = next_column[: len(next_column) - len(next_column.lstrip("bc"))]
            if next_column[len(under) : len(under) + 1] != OPPOSITE[way]:
                break
            risers[-1] = riser
            height[here] += len(riser) + 1
            height[there] += len(under) + 1
            knobs.append(there)
            unders.append(under)
            risers.append("")
            staircase = Staircase(tuple(knobs), tuple(unders), tuple(risers))
            if is_legal(part, staircase):
                after = build(part, staircase)
                columns = zip(after.columns, whole.columns, strict=True)
                if all(wanted.startswith(column) for column, wanted in columns):
                    yield staircase, after
            if whole.column(there)[height[there] :][:1] in ("l", "d", "g"):
                break


def by_force(
    whole: Palace, rulings: Rulings = DEFAULT
) -> tuple[int, set[frozenset[str]], dict[str, set[int]]]:
    """How many sequences of legal staircases make a palace, the sets of staircases, and the
    credits that each earns in some sequence.
    """
    known: dict[Palace, tuple[int, set[frozenset[str]]]] = {}
    every: dict[str, set[int]] = {}

    def search(part: Palace) -> tuple[int, set[frozenset[str]]]:
        if part == whole:
            return 1, {frozenset()}
        if part not in known:
            number, sets = 0, set()
            for staircase, after in ways(part, whole):
                more, others = search(after)
                number += more
                earns = judge(part, staircase, None, rulings).credits
                if more and earns is not None:
                    every.setdefault(str(staircase), set()).add(earns)
                sets |= {other | {str(staircase)} for other in others}
            known[part] = number, sets
        return known[part]

    return *search(Palace.setup(whole.ground)), every


def spoiled(palace: Palace, rng: random.Random) -> Palace | None:
    """The palace with one thing changed; None where that is no palace."""
    columns = {knob: palace.column(knob) for knob in palace.ground.colours if palace.column(knob)}
    knob = rng.choice([*columns])
    column = columns[knob]
    at = rng.randrange(len(column))
    what = rng.randrange(7)
    if what == 0:  # a piece is taken out, and the rest lowered
        columns[knob] = column[:at] + column[at + 1 :]
    elif what == 1:  # a decoration of another colour
        columns[knob] = column[:at] + rng.choice("ldg") + column[at + 1 :]
    elif what == 2:  # a decoration moved to another column
        there = rng.choice([*columns])
        columns[knob] = column.rstrip("ldg")
        columns[there] += column[-1] if column[-1] in "ldg" else "l"
    elif what == 3:  # the highest arch of a column turned
        at = max(index for index, letter in enumerate(column) if letter in WAYS)
        level = sum(3 if letter == "c" else 1 for letter in column[:at])
        partner = knob.step(column[at])
        way = rng.choice("NESW")
        other = knob.step(way)
        if other is None or other not in palace.ground.colours or partner is None:
            return None
        letters = columns[partner]
        ends = [i for i, letter in enumerate(letters) if letter == OPPOSITE[column[at]]]
        columns[partner] = letters[: ends[-1]] + letters[ends[-1] + 1 :]
        height = palace.height_at(other)
        columns[knob] = column[:at] + way + column[at + 1 :]
        columns[other] = columns.get(other, "") + "b" * (level - height) + OPPOSITE[way]
    elif what == 4:  # an arch and a decoration added
        way = rng.choice("NESW")
        other = knob.step(way)
        if other is None or other not in palace.ground.colours:
            return None
        lower, upper = sorted((knob, other), key=palace.height_at)
        lack = palace.height_at(upper) - palace.height_at(lower)
        columns[lower] = columns.get(lower, "") + "b" * lack
        columns[knob] += way
        columns[other] = columns.get(other, "") + OPPOSITE[way]
        columns[rng.choice((knob, other))] += rng.choice(("", "l", palace.ground.colours[lower]))
    elif what == 5:  # two staircases merged: the decoration between them is gone
        decorated = [k for k, c in columns.items() if any(letter in c for letter in "ldg")]
        knob = rng.choice(decorated)
        at = min(i for i, letter in enumerate(columns[knob]) if letter in "ldg")
        columns[knob] = columns[knob][:at] + rng.choice(("", "b")) + columns[knob][at + 1 :]
    else:  # a support more at both ends of an arch
        columns[knob] = column[:at] + "b" + column[at:]
    try:
        return Palace.of_columns(palace.ground, columns)
    except PalaceError:
        return None


def spoil_and_compare(count: int, seed: int) -> Counter[bool]:
    """Compare audits of spoiled palaces with brute force; return how many were legal."""
    rng = random.Random(seed)
    seen: Counter[bool] = Counter()
    while seen.total() < count:
        palace, _ = played(Palace.setup(rng.choice(ALL)), rng.randint(1, 6), rng)
        for _ in range(12):
            other = spoiled(palace, rng)
            if other is None or other == palace:
                continue
            found = audit(other)
            number, sets, earns = by_force(other)
            assert found.legal == bool(number), (other, found.reasons)
            if number:
                assert sets == {frozenset(names(found))}
                assert found.orders == (number, True)
                assert earned(found) == earns
            else:
                assert found.unexplained, other
            assert bool(found.reasons) != found.legal
            seen[found.legal] += 1
    return seen


@pytest.mark.parametrize("covered", ["counts", "ignored"])
def test_orders_and_credits_against_brute_force(covered: str) -> None:
    rng = random.Random(5)
    varying = 0
    for _ in range(25):
        palace, _ = played(Palace.setup(rng.choice(ALL)), rng.randint(2, 9), rng)
        tie, gold = rng.choice(("no", "yes")), rng.choice(("counts", "ignored"))
        rulings = Rulings(covered_decoration=covered, highest_tie=tie, setup_gold=gold)
        found = audit(palace, rulings)
        number, sets, earns = by_force(palace, rulings)
        assert found.orders == (number, True)
        assert sets == {frozenset(names(found))}
        assert earned(found) == earns
        varying += any(each.other_credits is not None for each in found.staircases)
    assert varying > 5


def test_spoiled_palaces_against_brute_force() -> None:
    seen = spoil_and_compare(60, 3)
    assert seen[True] >= 1
    assert seen[False] > 30


@pytest.mark.slow
def test_a_thousand_spoiled_palaces_against_brute_force() -> None:
    spoil_and_compare(1500, 4)


# Staircases without a decoration (ruling decoration-out).


def test_staircases_that_end_bare() -> None:
    rng = random.Random(7)
    bare = 0
    for _ in range(3):
        palace, built = played(Palace.setup(plain(8, 8, "c3 d3 d4")), 30, rng, tries=9)
        found = audit(palace)
        assert found.legal, (palace, found.reasons)
        assert rebuilt(found) == palace
        none_left = [each for each in found.staircases if each.decoration is None]
        green = [s for s in built if palace.ground.colours[s.knobs[0]] == "l"]
        assert len(none_left) == max(len(green) - 16, 0)
        bare += len(none_left)
        if none_left:
            strict = audit(palace, Rulings(decoration_out="illegal"))
            assert "path" in strict.codes
    assert bare > 5


def test_a_bare_end_is_no_staircase_while_decorations_are_left() -> None:
    start = Palace.setup(load_map("map-1"))
    after = build(start, "c4+b-d4")
    palace = after.with_columns({Knob.read("d4"): after.column(Knob.read("d4"))[:-1]})
    found = audit(palace)
    assert [(reason.code, reason.at) for reason in found.reasons] == [("path", "c4")]
    assert [element.kind for element in found.unexplained] == ["brick", "arch"]


# Animals: of whole games, played by the rules with all three trophies.


def test_the_animals_of_whole_games() -> None:
    for seed in range(3):
        record = random_game(seed, most=24)
        for turn in reports(replay(record)):
            found = audit(turn.palace)
            assert found.legal, (turn.palace, found.reasons)
            assert rebuilt(found).columns == turn.palace.columns


def with_animals(**knobs: str) -> Palace:
    """Two staircases, the second with a gold decoration on its end, and some animals."""
    palace = build(build(Palace.setup(load_map("map-1")), "c4+b-d4"), "e3+bb-e4")
    for letter, knob in knobs.items():
        palace = palace.with_animal(letter, Knob.read(knob))
    return palace


ANIMALS = {
    "the monkey on an older end": {"m": "c4"},
    "the monkey on the end of its turn": {"m": "e3"},
    "the frog on a lowest end": {"f": "c4"},
    "the frog on an end of the set-up": {"f": "e4"},
    "the butterfly on the highest": {"y": "e4"},
    "the butterfly on a lower one": {"y": "d4"},
}


@pytest.mark.parametrize("name", ANIMALS)
def test_where_animals_can_have_been_put(name: str, says: Says) -> None:
    palace = with_animals(**ANIMALS[name])
    says(*audit(palace).reasons or [f"legal: {palace}"])


def test_no_gold_no_monkey(says: Says) -> None:
    palace = build(Palace.setup(load_map("map-1")), "c4+b-d4")
    says(*audit(palace.with_animal("m", Knob.read("c4"))).reasons)


def test_the_frog_takes_no_end_of_the_set_up() -> None:
    """No turn put the set-up there, whatever ends the last staircase has left free."""
    palace = build(Palace.setup(load_map("map-1")), "e3+bb-e4").with_animal("f", Knob.read("d4"))
    (reason,) = audit(palace).reasons
    assert (reason.code, reason.at, reason.remedy) == ("frog", "d4", "take it away")


def test_the_monkey_moves_for_gold_alone(says: Says) -> None:
    """The only gold decoration is older than the staircase that carries the monkey."""
    palace = build(build(Palace.setup(load_map("map-1")), "d3+b-d4"), "c3+bb-d3")
    (reason,) = audit(palace.with_animal("m", Knob.read("c3"))).reasons
    says(reason)
    assert (reason.code, reason.at, reason.key) == ("monkey", "c3", "monkey.early")
    assert audit(palace.with_animal("m", Knob.read("e4"))).legal


def test_animals_are_judged_only_where_all_staircases_are_known() -> None:
    palace = case("no decoration")
    assert audit(palace.with_animal("f", Knob.read("e4"))).codes == audit(palace).codes == ("path",)


def test_a_staircase_that_begins_nowhere_is_not_walked() -> None:
    """Where it begins is wrong: that it meets that knob again is told of no walk."""
    columns = {"d4": "E", "e4": "WEbEN", "e5": "cbSE", "f5": "cbbWS", "f4": "bWgWbbNd"}
    ground = load_map("map-1")
    palace = Palace.of_columns(ground, {Knob.read(k): column for k, column in columns.items()})
    (reason,) = audit(palace, Rulings(spiral="turn")).reasons
    assert (reason.code, reason.at) == ("start", "f4")


# Reasons, one by one.

CASES = {
    "legal": ("map-1", {}),
    "empty table": ("map-1", {"d4": "", "e4": "", "f4": ""}),
    "another colour": ("map-1", {"c4": "bE", "d4": "EWl"}),
    "one arch, two decorations": ("map-1", {"c4": "bEl", "d4": "EWd"}),
    "an arch of the set-up": ("map-1", {"d4": "El"}),
    "no decoration": ("map-1", {"c4": "bE", "d4": "EW"}),
    "beside the palace": ("map-1", {"a1": "E", "b1": "Wl"}),
    "two that stand on each other": (
        "map-1",
        {"a2": "E", "b2": "WESg", "c2": "bWS", "c1": "EWNd", "d1": "W", "b1": "bEN"},
    ),
    "begun on a decoration": ("map-1", {"f4": "bWgW", "e4": "WEbEl"}),
}


def case(name: str) -> Palace:
    ground, changed = CASES[name]
    start = Palace.setup(load_map(ground))
    columns = {knob: start.column(knob) for knob in start.ground.colours if start.column(knob)}
    columns |= {Knob.read(knob): column for knob, column in changed.items()}
    return Palace.of_columns(start.ground, {k: c for k, c in columns.items() if c})


@pytest.mark.parametrize("name", CASES)
def test_reasons_of_an_audit(name: str, says: Says) -> None:
    says(*audit(case(name)).reasons or ["legal"])
