"""The aid for a table of Palm Island: one page of moves, rounds, points and rules, `aid.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator

from palace.contract.game import Printable
from palace.core.paper import Band, Block, Page, Row, brief
from palace.files.text_file import shipped
from palace.palm_island.cards import CORE, ORIENTATIONS, SCORING
from palace.palm_island.rules import BOOK
from palace.palm_island.scoring import CHART, DIFFICULTY, EASY, LEAST, TIE_BREAKERS


def aid() -> Page:
    """Return the aid."""
    data = tomllib.loads(shipped(__package__, "aid.toml").read_text(encoding="utf-8"))
    made = {"points": tuple(_points()), "chart": tuple(_chart())}
    blocks = tuple(
        Block(block["title"], made.get(block.get("made")) or tuple(Row(*r) for r in block["rows"]))
        for block in data["blocks"]
    )
    codes = tuple(Row(brief(rule.says, 150), rule.code) for rule in BOOK.rules.values())
    bands = Band(blocks), Band((Block("What a verdict names", codes, run_in=True),))
    return Page("Palm Island", data["subtitle"], bands, (data["note"],))


def _points() -> Iterator[Row]:
    """Yield the points of each kind of card that has any, the best area first."""
    copies = Counter(card.name for card in CORE.values())
    kinds = {card.name: card for card in CORE.values()}
    for name in SCORING:
        areas = zip(kinds[name].areas, ORIENTATIONS, strict=True)
        worth = sorted(((area.points, where) for area, where in areas if area.points), reverse=True)
        text = ", ".join(f"{points} {where}" for points, where in worth)
        yield Row(text, f"{copies[name]} {name}" if copies[name] > 1 else name)


def _chart() -> Iterator[Row]:
    """Yield the bands of the score chart, how hard a game is, and what breaks a tie."""
    for at, comment in enumerate(CHART):
        solo, coop = (_from(LEAST[mode], at) for mode in ("solo", "coop"))
        yield Row(f"solo {solo}, coop {coop}", comment)
    yield Row(f"{'; '.join(DIFFICULTY)}; {EASY} (more feats)", "Solo")
    yield Row("after a solo game: every feat whose criteria are all met, for later games", "Feats")
    yield Row(f"most {', then most '.join(TIE_BREAKERS)}", "Ties")


def _from(least: tuple[int, ...], at: int) -> str:
    """Return a band of a chart: `10 to 19`, `40 or more`."""
    return f"{least[at]} to {least[at + 1] - 1}" if at + 1 < len(least) else f"{least[at]} or more"


SHEETS = {
    "aid": Printable("moves, rounds, points, and the rules by their codes",
                     lambda given: (aid().svg(),), lambda given, record: (aid(),)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
