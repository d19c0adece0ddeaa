"""What is on paper: the score pad, a record to fill in, and an aid for the table on one page."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Pad, Printable, Question
from palace.contract.pad import MOST_POINTS, PLAYERS, choice, number, players, records_head, wrong
from palace.core.errors import shorten
from palace.core.paper import Band, Block, Page, Row, brief
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.palm_island.box import BOX
from palace.palm_island.conflicts import SEVERAL
from palace.palm_island.record import MOST_PLAYERS
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Disaster

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, the mode of several, how far a disaster was averted, each player's total."""
    yield players(1, MOST_PLAYERS)
    names: Sequence[str] = answers[PLAYERS]
    if len(names) > 1:
        yield choice("mode", "", "Mode", SEVERAL, "casual")
    if answers.get("mode") == "coop":
        yield _box()
        found = BOX.load(answers["box"]).card_pool.every(Disaster)
        yield choice("disaster", "", "Disaster", [disaster.id for disaster in found], None)
        disaster = next(one for one in found if one.id == answers["disaster"])
        if disaster.levels:
            what = f"Levels of {disaster.name or disaster.id} completed by all together"
            yield number("level", "", what, len(disaster.levels), 1)
    for seat, name in enumerate(names):
        yield number(f"total {seat}", name, "points", MOST_POINTS, 31)


def _box() -> Question:
    """Return the question for the box that the disaster is from."""

    def read(text: str) -> str:
        if not BOX.load(text).card_pool.every(Disaster):
            raise wrong(f"{shorten(text, 40)} has no disaster", "name another, such as house")
        return text

    title = "Box with the disaster"
    prompt = f"{title} (house or a box file) [house]> "
    return Question("box", "", prompt, lambda: ("house",), read, default="house", title=title)


def record(answers: Given) -> dict[str, object]:
    tables = [{"name": name, "total": answers[f"total {seat}"]}
              for seat, name in enumerate(answers[PLAYERS])]  # fmt: skip
    keys = {key: answers[key] for key in ("box", "disaster", "level") if key in answers}
    head = {**records_head("palm-island"), "mode": answers.get("mode", "solo")}
    return {**head, **keys, "players": tables}


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names; one player plays solo."""
    text = shipped(__package__, "template.toml").read_text(encoding="utf-8")
    head, table, player = text.partition("\n[[players]]")
    written = [data_text({"name": name}).strip() for name in names]
    if len(names) > 1:
        head = head.replace('"solo"', '"casual"')
    head = head.replace('"Ana"', ", ".join(name.removeprefix("name = ") for name in written))
    return head + "".join(table + player.replace('name = "Ana"', name) for name in written)


PAD = Pad(questions, record, template, ("Ana",), "palace.palm_island")


# The aid, `aid.toml`.


def aid() -> Page:
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
