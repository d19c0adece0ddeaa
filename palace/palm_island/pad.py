"""The score pad of Palm Island: what is asked of a finished game, and a record to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Pad, Question
from palace.contract.pad import (
    MOST_POINTS,
    PLAYERS,
    choice,
    number,
    players,
    records_head,
    wrong,
)
from palace.core.errors import InputError, NotationError, shorten
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.palm_island.box import BOX
from palace.palm_island.cards import TRACKER
from palace.palm_island.conflicts import SEVERAL
from palace.palm_island.record import MOST_PLAYERS, resumed
from palace.palm_island.specials import NO_CARDS, CardPool, Disaster, Outpost, Villager
from palace.palm_island.state import ROUNDS

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""

_HEAD_OF_DECK = re.compile(r"round\s+([0-9]{1,3})\s*:\s*", re.IGNORECASE)


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, the mode, the box, and each player's total or final deck.

    One player plays solo, and only several can play the other modes, so that solo is not asked for.
    """
    yield players(1, MOST_PLAYERS)
    names: Sequence[str] = answers[PLAYERS]
    mode = "solo"
    if len(names) > 1:
        yield choice("mode", "", "Mode", SEVERAL, "casual")
        mode = answers["mode"]
    coop = mode == "coop"
    yield _box("disaster" if coop else "feats, outposts or villagers", needed=coop)
    pool = _pool(answers["box"])
    if coop:
        found = [disaster.id for disaster in pool.every(Disaster)]
        yield choice("disaster", "", "Disaster", found, None)
        disaster = pool.one(Disaster, answers["disaster"])
        if disaster is not None and disaster.levels:
            what = f"Levels of {disaster.name or disaster.id} completed by all together"
            yield number("level", "", what, len(disaster.levels), 1)
    owned = [card.id for kind in (Outpost, Villager) for card in pool.every(kind)]
    for seat, name in enumerate(names):
        yield _deck(f"deck {seat}", name, pool)
        if owned and not coop and isinstance(answers[f"deck {seat}"], str):
            yield _cards(f"owned {seat}", name, owned)


def _pool(box: str | None) -> CardPool:
    return NO_CARDS if box is None else BOX.load(box).card_pool


def _box(what: str, *, needed: bool) -> Question:
    """Return the question for the box that cards beside the core deck are from."""

    def read(text: str) -> str | None:
        if not text and not needed:
            return None
        pool = _pool(text)
        if needed and not pool.every(Disaster):
            raise wrong(f"{shorten(text, 40)} has no disaster", "name another, such as house")
        return text

    hint = "house or a box file" if needed else "house or a box file; Enter for none"
    shown = " [house]" if needed else ""
    default = "house" if needed else ""
    prompt = f"Box with the {what} ({hint}){shown}> "
    return Question(
        "box", "", prompt, lambda: ("house",), read, default=default, title=f"Box with the {what}",
        nothing="none",
    )  # fmt: skip


def _deck(key: str, player: str, pool: CardPool) -> Question:
    """Return the question for a player's points: a number, or the deck they are counted from."""

    def read(text: str) -> int | str:
        if text.isdecimal() and text.isascii():
            if int(text) > MOST_POINTS:
                raise wrong(f"{shorten(text, 20)} is too many", f"at most {MOST_POINTS}")
            return int(text)
        head = _HEAD_OF_DECK.match(text)
        if head is not None and int(head[1]) != ROUNDS:
            raise wrong(f"this is a deck of round {head[1]}", f"a game ends in round {ROUNDS}")
        cards = text[head.end() if head else 0 :].replace(",", " ").lower().split()
        if not any(character.isdigit() for character in text):
            what = f"{shorten(text, 30)!r} is neither a total nor a deck"
            raise wrong(what, "a number such as 31, or all cards from the top")
        tracker = str(TRACKER)
        if tracker in cards and cards[0] != tracker:
            raise wrong(f"the tracker {TRACKER} is not on top", "begin with it, or leave it out")
        cards = cards if tracker in cards else [tracker, *cards]
        position = f"round {ROUNDS}: {' '.join(cards)}"
        try:
            return str(resumed(position, pool))
        except NotationError as error:
            raise wrong(error.what, f"expected {error.expected}") from None
        except InputError as error:
            raise InputError(*(p._replace(where="") for p in error.problems)) from None

    hint = f"total, 0 to {MOST_POINTS}, such as 31; or the final deck, such as 16.2 4.3* 1 ..."
    return Question(key, player, f"{player}, {hint} [0]> ", lambda: (), read, default="0",
                    help=_DECK_HELP, title="points", most=MOST_POINTS)  # fmt: skip


_DECK_HELP = """\
The final deck has all sixteen cards from the top, with blanks between them: the number of a card,
.1 .2 .3 for its area (rotated, back up, back rotated), * if it is stored; feats by their ids."""


def _cards(key: str, player: str, known: Sequence[str]) -> Question:
    """Return the question for the outposts and villagers of a player, by their ids."""

    def read(text: str) -> list[str]:
        found = text.replace(",", " ").lower().split()
        for name in found:
            if name not in known:
                raise wrong(f"there is no {shorten(name, 30)!r} in the box", " ".join(known))
            if found.count(name) > 1:
                raise wrong(f"{name} is named twice", "name each once")
        return found

    title = "outposts and villagers taken"
    prompt = f"{player}, {title} (ids such as {known[0]}; Enter for none)> "
    return Question(key, player, prompt, lambda: known, read, default="", title=title, several=True)


def record(answers: Given) -> dict[str, object]:
    """Return the record of totals and final decks that answers make."""
    tables = []
    for seat, name in enumerate(answers[PLAYERS]):
        found = answers[f"deck {seat}"]
        table: dict[str, object] = {"name": name}
        table["position" if isinstance(found, str) else "total"] = found
        if owned := answers.get(f"owned {seat}"):
            table["owned"] = owned
        tables.append(table)
    named = {key: answers.get(key) for key in ("box", "disaster", "level")}
    keys = {key: value for key, value in named.items() if value is not None}
    return {
        **records_head("palm-island"), "mode": answers.get("mode", "solo"), **keys,
        "players": tables,
    }  # fmt: skip


_TEMPLATE = shipped("palace.palm_island", "template.toml")


def template(names: Sequence[str], known: Given) -> str:
    """Return a record to fill in, for players of these names; one player plays solo."""
    head, table, player = _TEMPLATE.read_text(encoding="utf-8").partition("\n[[players]]")
    written = [data_text({"name": name}).strip() for name in names]
    if len(names) > 1:
        head = head.replace('"solo"', '"casual"')
    head = head.replace('"Ana"', ", ".join(name.removeprefix("name = ") for name in written))
    return head + "".join(table + player.replace('name = "Ana"', name) for name in written)


PAD = Pad(questions, record, template, ("Ana",), "palace.palm_island")
