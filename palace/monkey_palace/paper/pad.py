"""The score pad of Monkey Palace: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import PLAYERS, choice, number, players, points, records_head
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import TROPHY_POINTS
from palace.monkey_palace.game.schema import MOST_CARDS
from palace.monkey_palace.game.state import BONUS_CARDS

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""

SEATS = 2, 4


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, each player's cards and bonus cards, and who holds each trophy."""
    yield players(*SEATS)
    names: Sequence[str] = answers[PLAYERS]
    left = BONUS_CARDS
    for seat, name in enumerate(names):
        what, title = "bananas on monkey cards", BOOK.text("pad.cards")
        yield points(f"cards {seat}", name, what, "2+3+3", MOST_CARDS, title=title)
        taken = "" if left == BONUS_CARDS else f", and {BONUS_CARDS - left} of them are taken"
        why = f"the box has {BONUS_CARDS} bonus cards{taken}"
        title = BOOK.text("pad.bonus")
        yield number(f"bonus {seat}", name, "bonus cards", left, 1, why, title)
        left -= answers[f"bonus {seat}"]
    for trophy, worth in TROPHY_POINTS.items():
        what = f"Who holds the {trophy}, {worth:+} points?"
        title = BOOK.text("pad.trophy", trophy=trophy, points=f"{worth:+}")
        asked = choice(f"trophy {trophy}", "", what, names, None, "no player", title)
        yield replace(asked, nothing=BOOK.text("pad.no-player"))


def record(answers: Given) -> dict[str, object]:
    """Return the score sheet that answers make."""
    tables = []
    for seat, name in enumerate(answers[PLAYERS]):
        held = [trophy for trophy in TROPHY_POINTS if answers[f"trophy {trophy}"] == name]
        tables.append({
            "name": name, "cards": answers[f"cards {seat}"], "bonus": answers[f"bonus {seat}"],
            "trophies": held,
        })  # fmt: skip
    return {**records_head("monkey-palace"), "players": tables}


_EXAMPLES = {"pieces": r"# pieces = .*\n", "rulings": r"# \[rulings\]\n# .*\n"}
"""Lines of the template that a table takes the place of."""


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names, with what is known of it."""
    text = shipped(__package__, "record.toml").read_text(encoding="utf-8")
    head, player, turns = re.split(r"^(?=\n\[\[players|\n# Turns)", text, flags=re.MULTILINE)
    head = _filled(head, {"map": known["map"]} if "map" in known else {})
    for key in known.keys() & _EXAMPLES.keys():
        before, after = re.split(f"^{_EXAMPLES[key]}", head, flags=re.MULTILINE)
        head = before + after
    tables = {key: known[key] for key in (*_EXAMPLES, "ground") if key in known}
    head += f"\n{data_text(tables)}" if tables else ""
    written = [data_text({"name": name}).removeprefix("name = ").strip() for name in names]
    for name, board in zip(written, known.get("players") or [{}] * len(names), strict=True):
        head += _filled(player, board).replace("{name}", name)
    return (head + turns).replace("{name}", next(iter(written), '"Ana"'))


def _filled(text: str, known: Mapping[str, str]) -> str:
    """Return a part of the template with the texts that are known; comments beside them stay in
    their columns."""
    for key, value in known.items():
        line = rf'^((?:# )?{key} = ".*?" *)(?= #)'
        before, old, after = re.split(line, text, flags=re.MULTILINE)
        new = f'{key} = "{value}"'
        text = f"{before}{new:<{len(old)}}{after}"
    return text


PAD = Pad(questions, record, template, ("Ana", "Ben"), "palace.monkey_palace")
