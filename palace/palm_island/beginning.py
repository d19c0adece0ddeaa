"""What a new game of Palm Island is asked: who plays, how, and the order of the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, choice, players
from palace.core.provenance import HOUSE
from palace.palm_island.deals import new_game, read_deal
from palace.palm_island.words import WORDS

MOST_PLAYERS = 4


def questions(answers: Mapping[str, Any], rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the questions of a new game."""
    yield players(1, MOST_PLAYERS)
    solo = len(answers[PLAYERS]) == 1
    words = {"solo": WORDS.text("new-solo"), "villagers": WORDS.text("new-villagers")}
    if not solo:
        words = {"coop": WORDS.text("new-coop"), "casual": WORDS.text("new-casual")}
    asked = choice("mode", "", WORDS.text("new-mode"), (*words,), next(iter(words)))
    yield replace(asked, shown_as=lambda word: words.get(word, word))

    def read(text: str) -> str:
        if text:
            read_deal(text)
        return text

    title = WORDS.text("new-deal")
    yield Question("deal", "", title, lambda: (), read, default="", title=title)


def record(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a game that begins so; `seed` among the answers shuffles the cards, and
    `today` is its date."""
    mode, alone = answers["mode"], len(answers[PLAYERS]) == 1
    given = {"mode": "solo" if alone else mode, "villagers": mode == "villagers"}
    given |= {"seed": answers["seed"]} | ({} if mode == "solo" else {"box": HOUSE})
    data: dict[str, Any] = new_game(
        [{"name": name} for name in answers[PLAYERS]], Path("game.toml"), given
    )
    if answers["deal"]:
        own = [placed.card for placed in read_deal(answers["deal"]).deck[:-1]]
        for table in data["players"]:
            table["deal"][: len(own)] = own
    return data | ({"date": date.fromisoformat(answers["today"])} if answers.get("today") else {})


BEGINNING = Form(questions, record)
