"""The aid for a table of Cooper Island: one page of areas, rounds, goods, points and rules."""

from __future__ import annotations

from collections.abc import Iterator

from palace.contract.game import Printable
from palace.cooper_island.box import BOX, Box
from palace.cooper_island.free_actions import COVER_AMOUNT, EXCHANGES
from palace.cooper_island.rules import BOOK, offer_words
from palace.cooper_island.score import LEFTOVERS_FOR_A_POINT
from palace.cooper_island.state import (
    BUILDINGS,
    LOGBOOK_POINTS,
    MILESTONES,
    ROUNDS,
    START_DOUBLES,
    START_STEPS,
    START_WORKERS,
)
from palace.cooper_island.tiles import GIVES, GOLD, GOLD_HEIGHT
from palace.cooper_island.workers import (
    AREAS,
    BUILDING_POINTS,
    EXTRA_FOOD_FROM,
    PRICES,
    START_PLAYER,
)
from palace.core.errors import locate
from palace.core.paper import Band, Block, Page, Row

TITLE = "Cooper Island"

_KNOWN = "Food and costs are printed on your boards."
_OF_BOX = "The food for the workers is that of the box"
_MORE = "One of the rules in full: palace explain CODE."
_OWN = "Placeholder: of our own design; the printed ones are not known here."


def area_words(name: str, kind: str) -> str:
    """Return what an area offers a worker of a kind, `normal` or `special`, in words."""
    area, special = AREAS[name], kind == "special"
    steps = area.special_steps if special else area.steps
    parts = [offer_words(area.special if special else area.offers)]
    parts += [f"cartographer +{steps}"] * bool(steps)
    parts += [f"the cost is {area.discount} less, of any kind"] * bool(special and area.discount)
    if name == START_PLAYER and not special:
        parts.append("the first one takes the start player's token")
    return "; ".join(parts)


def aid(box_name: str | None = None) -> tuple[Page, ...]:
    """Return the aid, and with a box a second page of what it knows: costs and effects."""
    owned = None if box_name is None else locate("--box", lambda: BOX.load(box_name))
    named = tuple(Row(rule.title, rule.code) for rule in BOOK.rules.values())
    first = Page(
        TITLE,
        "areas, rounds, points, and why a step is refused",
        (
            Band((
                Block("Worker areas", tuple(
                    Row(f"{area_words(a, 'normal')}. Special: {area_words(a, 'special')}", a)
                    for a in AREAS
                )),
                Block("Points", tuple(_points())),
                Block(f"A round, {ROUNDS} of them", tuple(_round())),
                Block("Clean-up, in this order", tuple(_clean_up(owned))),
                Block("Goods", tuple(_goods())),
            )),
            Band((Block("What a verdict names", named, run_in=True),), 3),
        ),
        (_KNOWN if owned is None else f"{_OF_BOX} {owned.title}.", _MORE),
    )  # fmt: skip
    return (first,) if owned is None else (first, _values(owned))


def _values(box: Box) -> Page:
    """Return what is entered in a box, as one page."""
    parts = [part for part in BOX.parts(box) if part.filled]
    blocks = tuple(
        Block(part.many.capitalize(), tuple(
            Row(f"{row.text} (placeholder)" if row.placeholder else row.text, row.label)
            for row in part.rows if row.text
        ))
        for part in parts
    )  # fmt: skip
    notes = (_OWN,) if any(row.placeholder for part in parts for row in part.rows) else ()
    return Page(TITLE, f"what box {box.title} knows", (Band(blocks),), notes)


def _round() -> Iterator[Row]:
    steps = " ".join(map(str, START_STEPS))
    yield Row(f"{START_WORKERS} workers, {START_DOUBLES} double tiles, 1 coin; cartographer at "
              f"{steps} by seat", "start")  # fmt: skip
    yield Row("lay an islet tile; take the income of every boat. In round 1 also a double tile",
              "income")  # fmt: skip
    yield Row("one worker each in turn; where others are, pay the last to come 1 resource or coin, "
              "or take an anchor", "workers")  # fmt: skip
    yield Row("store, exchange, cartographer, large building; for a crate one of: draw or lay a "
              f"double tile, cartographer +{COVER_AMOUNT}, {COVER_AMOUNT} coins or resources",
              "anytime")  # fmt: skip
    yield Row(f"{MILESTONES} milestones, a worker for each; for a special worker one idle worker "
              "goes to a royal order", "hiring")  # fmt: skip


def _clean_up(box: Box | None) -> Iterator[Row]:
    rates = [] if box is None else box.values.feeding
    food = "as your board says"
    if rates:
        food = ", ".join(f"{count} for {workers}" for workers, count in enumerate(rates, 2))
        food += ", placeholder" * (box is not None and box.placeholder)
    rows = (
        f"Feed the workers ({food}); an anchor for each missing food, a helm point if all are fed "
        f"and {EXTRA_FOOD_FROM} or more were hired.",
        f"Turn a large building back for {PRICES['card']} coins, free a crate for "
        f"{PRICES['crate']}; with the fortress for nothing.",
        "A helm point for each statue on the peninsula.",
        "A helm point for the road: tiles on all three top spaces.",
        "Workers come home, markets are emptied, the round moves on.",
    )
    for at, text in enumerate(rows, 1):
        yield Row(text, str(at))


def _goods() -> Iterator[Row]:
    gives = ", ".join(f"{terrain} {resource}" for terrain, resource in GIVES.items())
    yield Row(f"{gives}; a mountain of {GOLD_HEIGHT} or more also {GOLD}", "tiles")
    yield Row("on the peninsula worth the height of its stack, elsewhere 1; no change", "cube")
    cloth, gold, any_kind = EXCHANGES["cloth"], EXCHANGES["gold"], EXCHANGES["any"]
    yield Row(f"{cloth} cloth for a coin, {gold} gold for any resource, {any_kind} of any kind for "
              "any resource or coin", "rates")  # fmt: skip
    points = ", ".join(f"{kind} {BUILDING_POINTS[kind]}" for kind in BUILDINGS)
    yield Row(f"{points}; 1 more on a settlement", "helm")


def _points() -> Iterator[Row]:
    yield Row(f"{LOGBOOK_POINTS} for each logbook, 1 for each beach since the last", "ship")
    yield Row("royal orders and building cards, as printed", "cards")
    yield Row(f"1 for every {LEFTOVERS_FOR_A_POINT} of coins, resources, cartographer steps and "
              "double tiles together", "leftovers")  # fmt: skip
    yield Row("1 less for each", "anchors")
    yield Row("fewer uncovered spaces", "tie")


SHEETS = {
    "aid": Printable("worker areas, rounds, points, and the rules by their codes",
                     lambda given: tuple(page.svg() for page in aid(given["box"])),
                     lambda given, record: aid(given["box"]),
                     ("box",)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
