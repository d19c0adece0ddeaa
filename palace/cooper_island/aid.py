"""The aid for a table of Cooper Island: one page of areas, rounds, goods, points and rules."""

from __future__ import annotations

from palace.contract.game import Printable
from palace.cooper_island.box import BOX
from palace.cooper_island.rules import BOOK, ENGLISH
from palace.cooper_island.workers import AREAS, KINDS, START_PLAYER
from palace.core.errors import locate
from palace.core.paper import Band, Block, Page, Row
from palace.core.verdict import Language


def area_words(area: str, kind: str, speaks: Language = ENGLISH) -> str:
    """Return what an area offers a worker of a kind of `KINDS`, in words."""
    here, words = AREAS[area][kind], speaks.words
    parts = [speaks.formats["offers"](here.offers)]
    parts += [words["area.steps"].format(here.steps)] * bool(here.steps)
    parts += [words["area.less"].format(here.discount)] * bool(here.discount)
    parts += [words["area.token"]] * (area == START_PLAYER and kind == KINDS[0])
    return words["semicolon"].join(parts)


def aid(box_name: str | None = None) -> tuple[Page, ...]:
    """Return the aid, with the food of a box if one is named."""
    owned = None if box_name is None else locate("--box", lambda: BOX.load(box_name))
    words, rates = ENGLISH.words, owned.values.feeding if owned else []
    fed = [words["aid.food"].format(workers, count) for workers, count in enumerate(rates, 2)]
    fed += [words["aid.placeholder"]] * bool(rates and owned and owned.placeholder)
    food = words["list"].join(fed) or words["aid.as-printed"]
    told = {a: words["aid.special"].format(*(area_words(a, kind) for kind in KINDS)) for a in AREAS}
    areas = tuple(Row(text, area) for area, text in told.items())
    blocks = [Block(words["aid.areas"], areas)]
    for block in ("points", "round", "clean-up", "goods"):
        lead = f"aid.{block}."
        rows = (
            Row(text.format(food=food), key.removeprefix(lead))
            for key, text in words.items() if key.startswith(lead)
        )  # fmt: skip
        blocks.append(Block(words[f"aid.{block}"], tuple(rows)))
    named = tuple(Row(rule.title, rule.code) for rule in BOOK.rules.values())
    codes = Band((Block(words["aid.codes"], named, run_in=True),), 3)
    note = words["aid.known"] if owned is None else words["aid.of-box"].format(owned.title)
    bands = (Band(tuple(blocks)), codes)
    return (Page("Cooper Island", words["aid.title"], bands, (note, words["aid.more"])),)


SHEETS = {
    "aid": Printable("worker areas, rounds, points, and the rules by their codes",
                     lambda given: tuple(page.svg() for page in aid(given["box"])),
                     lambda given, record: aid(given["box"]),
                     ("box",)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
