"""The aid for a table of Cooper Island: one page of areas, rounds, goods, points and rules."""

from __future__ import annotations

from palace.contract.game import Printable
from palace.cooper_island.box import BOX, Box
from palace.cooper_island.free_actions import COVER_AMOUNT, EXCHANGES
from palace.cooper_island.rules import BOOK, ENGLISH
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
from palace.cooper_island.tiles import GIVES, GOLD_HEIGHT
from palace.cooper_island.workers import (
    AREAS,
    BUILDING_POINTS,
    EXTRA_FOOD_FROM,
    PRICES,
    START_PLAYER,
)
from palace.core.errors import locate
from palace.core.paper import Band, Block, Page, Row
from palace.core.verdict import Language

TITLE = "Cooper Island"


def area_words(name: str, kind: str, speaks: Language = ENGLISH) -> str:
    """Return what an area offers a worker of a kind, `normal` or `special`, in words."""
    area, special, words = AREAS[name], kind == "special", speaks.words
    steps = area.special_steps if special else area.steps
    parts = [speaks.formats["offers"](area.special if special else area.offers)]
    parts += [words["area.steps"].format(steps)] * bool(steps)
    parts += [words["area.less"].format(area.discount)] * bool(special and area.discount)
    parts += [words["area.token"]] * (name == START_PLAYER and not special)
    return words["semicolon"].join(parts)


def aid(box_name: str | None = None) -> tuple[Page, ...]:
    """Return the aid, and with a box a second page of what it knows: costs and effects."""
    owned = None if box_name is None else locate("--box", lambda: BOX.load(box_name))
    words, values = ENGLISH.words, _values(owned)
    blocks = [
        Block(words["aid.areas"], tuple(
            Row(words["aid.special"].format(area_words(a, "normal"), area_words(a, "special")), a)
            for a in AREAS
        )),
    ]  # fmt: skip
    for block in ("points", "round", "clean-up", "goods"):
        lead = f"aid.{block}."
        rows = (
            Row(text.format(**values), key.removeprefix(lead))
            for key, text in words.items() if key.startswith(lead)
        )  # fmt: skip
        blocks.append(Block(words[f"aid.{block}"].format(**values), tuple(rows)))
    named = tuple(Row(rule.title, rule.code) for rule in BOOK.rules.values())
    codes = Band((Block(words["aid.codes"], named, run_in=True),), 3)
    note = words["aid.known"] if owned is None else words["aid.of-box"].format(owned.title)
    notes = (note, words["aid.more"])
    first = Page(TITLE, words["aid.title"], (Band(tuple(blocks)), codes), notes)
    return (first,) if owned is None else (first, _known(owned))


def _values(box: Box | None) -> dict[str, object]:
    """Return the numbers of the rules that the rows of the aid name."""
    words, rates = ENGLISH.words, [] if box is None else box.values.feeding
    food = [words["aid.food"].format(workers, count) for workers, count in enumerate(rates, 2)]
    food += [words["aid.placeholder"]] * bool(rates and box and box.placeholder)
    return {
        "rounds": ROUNDS, "logbook_points": LOGBOOK_POINTS, "for_one": LEFTOVERS_FOR_A_POINT,
        "workers": START_WORKERS, "doubles": START_DOUBLES,
        "steps": " ".join(map(str, START_STEPS)),
        "cover": COVER_AMOUNT, "milestones": MILESTONES, "extra": EXTRA_FOOD_FROM,
        "food": words["list"].join(food) or words["aid.as-printed"], **PRICES, **EXCHANGES,
        "gives": words["list"].join(map(" ".join, GIVES.items())), "high": GOLD_HEIGHT,
        "buildings": words["list"].join(f"{kind} {BUILDING_POINTS[kind]}" for kind in BUILDINGS),
    }  # fmt: skip


def _known(box: Box) -> Page:
    """Return what is entered in a box, as one page."""
    words, parts = ENGLISH.words, [part for part in BOX.parts(box) if part.filled]
    blocks = tuple(
        Block(part.many.capitalize(), tuple(
            Row(f"{row.text} ({words['aid.placeholder']})" * row.placeholder or row.text, row.label)
            for row in part.rows if row.text
        ))
        for part in parts
    )  # fmt: skip
    ours = any(row.placeholder for part in parts for row in part.rows)
    title = words["aid.box"].format(box.title)
    return Page(TITLE, title, (Band(blocks),), (words["aid.own"],) * ours)


SHEETS = {
    "aid": Printable("worker areas, rounds, points, and the rules by their codes",
                     lambda given: tuple(page.svg() for page in aid(given["box"])),
                     lambda given, record: aid(given["box"]),
                     ("box",)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
