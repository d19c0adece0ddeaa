"""The aid for a table of Palm Island: one page of moves, rounds, points and rules, `aid.toml`."""

from __future__ import annotations

import tomllib

from palace.contract.game import Printable
from palace.core.paper import Band, Block, Page, Row, brief
from palace.files.text_file import shipped
from palace.palm_island.rules import BOOK


def aid() -> Page:
    """Return the aid."""
    data = tomllib.loads(shipped(__package__, "aid.toml").read_text(encoding="utf-8"))
    blocks = tuple(
        Block(block["title"], tuple(Row(*row) for row in block["rows"])) for block in data["blocks"]
    )
    codes = tuple(Row(brief(rule.says, 150), rule.code) for rule in BOOK.rules.values())
    bands = Band(blocks), Band((Block("What a verdict names", codes, run_in=True),))
    return Page("Palm Island", data["subtitle"], bands, (data["note"],))


SHEETS = {
    "aid": Printable("moves, rounds, points, and the rules by their codes",
                     lambda given: (aid().svg(),), lambda given, record: (aid(),)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
