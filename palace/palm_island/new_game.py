"""Random deals and draws: the same seed, the same cards, on every machine with every Python.

A new game of Palm Island: its deal, what lies in the middle, and what does not go together."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from palace.core.errors import InputError, Problem
from palace.files.document import parse_document
from palace.files.kept_file import KeptFile
from palace.files.serialise import data_text, ordered
from palace.palm_island.box import load_box
from palace.palm_island.cards import NUMBERS
from palace.palm_island.record import Record, record_of
from palace.palm_island.specials import NO_CARDS, TERRAINS, CardPool, card_tables
from palace.palm_island.state import State

# ==== dealing

T = TypeVar("T")

DRAWN = 3
"""Villagers that are drawn; in speed games one more for each player after the second."""

_HOUSE = "name a box that has more: --box house"


def shuffled(things: Sequence[T], seed: int, what: str = "deal") -> list[T]:
    """The things in an order that depends on the seed and on `what` is shuffled.

    They are sorted by a hash each, so that no release of Python can change an order.
    """

    def key(at: int) -> bytes:
        return hashlib.sha256(f"palm-island {what} {seed} {at}".encode()).digest()

    return [things[at] for at in sorted(range(len(things)), key=key)]


def deal(seed: int, player: int = 1) -> list[int]:
    """The sixteen core cards, top first; players of a cooperative game shuffle for themselves."""
    return shuffled(NUMBERS, seed, "deal" if player == 1 else f"deal {player}")


def drawn_outposts(card_pool: CardPool, seed: int) -> list[str]:
    """One outpost of each terrain for a casual game; raises `InputError` if there is none."""
    drawn = shuffled(card_pool.of("outposts"), seed, "outposts")
    found: list[str] = []
    problems: list[Problem] = []
    for terrain in TERRAINS:
        named = (card.id for card in drawn if getattr(card, "terrain", None) == terrain)
        name = next(named, None)
        if name is None:
            problems.append(Problem("", f"a casual game needs a {terrain} outpost", _HOUSE))
        else:
            found.append(name)
    if problems:
        raise InputError(*problems)
    return found


def drawn_villagers(card_pool: CardPool, used: Sequence[str], seed: int) -> list[str]:
    """Three villagers that are on the back of none of the cards used; raises `InputError`."""
    backs = {outpost.villager for name in used if (outpost := card_pool.outpost(name)) is not None}
    names = [card.id for card in card_pool.of("villagers") if card.id not in backs]
    if len(names) < DRAWN:
        what = f"{DRAWN} villagers are drawn, and {len(names)} can be"
        raise InputError(Problem("", what, _HOUSE))
    return shuffled(names, seed, "villagers")[:DRAWN]


# ==== beginning

OPTIONS = ("seed", "deal", "mode", "box", "feat", "villagers", "disaster", "ability", "memory")

MODES = ("solo", "coop", "casual")


def new_game(players: Sequence[Mapping[str, Any]], path: Path, given: Mapping[str, Any]) -> Record:
    """Return the record of a new game that is to be kept in `path`.

    Raises `InputError` with every problem, each with the option of `palace play` it concerns.
    """
    tables, keys = _Beginning([player["name"] for player in players], given).made()
    data = {"format": 1, "game": "palm-island", "rules": "1", **keys, "players": tables}
    kind = KeptFile(path).kind
    record = record_of(parse_document(data_text(data, kind), kind, str(path)), path.parent)
    # Read again from what it is written as, so that every line is right.
    text = data_text(ordered(record.data), kind)
    return record_of(parse_document(text, kind, str(path)), path.parent)


class _Beginning:
    """What is given for a new game, and what is wrong with it."""

    def __init__(self, names: Sequence[str], given: Mapping[str, Any]) -> None:
        self.given = given
        self.problems: list[Problem] = []
        self.mode: str = given.get("mode") or MODES[0]
        self.names = list(names) or (["Player"] if self.mode == "solo" else [])
        self.seed: int = secrets.randbelow(10**9) if given.get("seed") is None else given["seed"]
        self.card_pool: CardPool = NO_CARDS

    def made(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Return the tables of the players and the other keys of the record."""
        given, mode = self.given, self.mode
        if mode not in MODES:
            what = f"{mode!r:.40} is no mode"
            raise InputError(Problem("--mode", what, f"it is one of {', '.join(MODES)}"))
        with self.within("--box"):
            self.card_pool = NO_CARDS if not given.get("box") else load_box(given["box"]).card_pool
        dealt = given.get("deal")
        if dealt is not None and given.get("seed") is not None:
            self.wrong("--deal", "--seed deals too", "leave one of them out")
        cards = deal(self.seed) if dealt is None else self.cards(dealt)
        self.check_names()
        keys: dict[str, Any] = {"mode": mode}
        used: list[str] = []
        more: list[str] = [*(given.get("feat") or ())]
        if mode != "solo" and more:
            self.wrong("--feat", "feats are for solo games", "leave it out")
        if mode == "coop":
            used += self.coop(keys)
        elif given.get("disaster") or given.get("ability"):
            what = "disasters and abilities are for cooperative games"
            where = "--disaster" if given.get("disaster") else "--ability"
            self.wrong(where, what, "add --mode coop")
        if mode == "casual":
            with self.within("--box"):
                used += keys.setdefault("middle", drawn_outposts(self.card_pool, self.seed))
        if given.get("villagers"):
            with self.within("--villagers"):
                more += drawn_villagers(self.card_pool, used, self.seed)
        for name in more:
            if self.card_pool.feat(name) is None and self.card_pool.villager(name) is None:
                self.wrong("--feat", f"there is no feat {name!r}", self.there("feats"))
        if self.problems:
            raise InputError(*self.problems)
        # A solo game can earn every feat of the box.
        feats = [card.id for card in self.card_pool.of("feats")] if mode == "solo" else []
        keys |= card_tables(self.card_pool, [*used, *more, *feats])
        decks = [cards for _ in self.names]
        if mode == "coop" and dealt is None:
            decks = [deal(self.seed, player) for player in range(1, len(self.names) + 1)]
        tables = [
            {"name": name, "deal": [*deck, *more], "moves": ""}
            for name, deck in zip(self.names, decks, strict=True)
        ]
        return tables, keys

    def wrong(self, where: str, what: str, remedy: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(where, what, remedy))

    @contextmanager
    def within(self, where: str) -> Iterator[None]:
        """Note what goes wrong inside; `where` stands before what has no place of its own."""
        try:
            yield
        except InputError as error:
            self.problems += [p if p.where else p._replace(where=where) for p in error.problems]

    def there(self, kind: str) -> str:
        """Return the cards of a kind that the box has."""
        return ", ".join(card.id for card in self.card_pool.of(kind)) or "none: add --box"

    def check_names(self) -> None:
        """Note what is wrong with the players: how many, and what they are called."""
        mode, names = self.mode, self.names
        if mode != "solo" and len(names) < 2:
            what = f"a {mode} game needs two players or more"
            self.wrong("--player", what, "--player Ana --player Ben")
        if mode == "solo" and len(names) > 1:
            what = f"{len(names)} players in a solo game"
            self.wrong("--player", what, "add --mode coop or --mode casual")
        if not all(name.strip() for name in names):
            self.wrong("--player", "the name is empty", "--player Ana")
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            what = f"two players are called {name!r:.40}"
            self.wrong("--player", what, "give each a name of their own")

    def cards(self, dealt: str) -> list[int]:
        """Return the sixteen cards of a deal that is written out."""
        words = dealt.replace(",", " ").split()
        strange = next((word for word in words if not (word.isascii() and word.isdigit())), None)
        if strange is not None:
            what = f"{strange:.20} is no card"
            self.wrong("--deal", what, "numbers from 1 to 16, as 5,3,12,...")
            return []
        cards = [int(word[:4]) for word in words]
        try:
            State.deal(cards)
        except InputError as error:
            self.problems += [problem._replace(where="--deal") for problem in error.problems]
        return cards

    def coop(self, keys: dict[str, Any]) -> list[str]:
        """Put the disaster and the ability of a cooperative game into the keys; return both."""
        known = [card.id for card in self.card_pool.of("disasters")]
        name = self.given.get("disaster")
        name = name or next(iter(shuffled(known, self.seed, "disaster")), None)
        if name not in known:
            nothing = "a cooperative game needs a disaster"
            what = nothing if name is None else f"no disaster {name!r}"
            self.wrong("--disaster", what, f"there are {self.there('disasters')}")
            return []
        keys["disaster"] = name
        ability = self.given.get("ability")
        if ability is None:
            return [name]
        if self.card_pool.ability(ability) is None:
            self.wrong("--ability", f"no ability {ability!r}", self.there("abilities"))
            return []
        keys["ability"] = ability
        return [name, ability]
