"""The set-up of new games of Palm Island.

The same seed gives the same cards on every machine and Python.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, choice, players
from palace.core.errors import InputError, Problem, gather
from palace.core.provenance import HOUSE
from palace.palm_island.box import BOX
from palace.palm_island.cards import NUMBERS, Id
from palace.palm_island.specials import (
    DRAWN,
    NO_CARDS,
    TERRAINS,
    Ability,
    Disaster,
    Feat,
    Outpost,
    Special,
    Villager,
)
from palace.palm_island.state import State
from palace.palm_island.words import WORDS

MOST_PLAYERS = 4

T = TypeVar("T")

_HOUSE = "name a box that has more: --box house"


def shuffled(things: Sequence[T], seed: int, what: str = "deal") -> list[T]:
    """Return the things in an order that depends only on the seed and on `what`.

    They are sorted by hashes, so that no release of Python can change the order.
    """

    def key(at: int) -> bytes:
        return hashlib.sha256(f"palm-island {what} {seed} {at}".encode()).digest()

    return [things[at] for at in sorted(range(len(things)), key=key)]


def deal(seed: int, player: int = 1) -> list[int]:
    """Return the sixteen core cards, top first; in cooperative games each player has their own."""
    return shuffled(NUMBERS, seed, "deal" if player == 1 else f"deal {player}")


def read_deal(text: str) -> State:
    """Return the start of a game from a text such as `5,3,14`; raises `InputError`."""
    words = text.replace(",", " ").split()
    strange = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < 4)]
    if strange or len(words) != len(NUMBERS):
        what = f"{strange[0]!r:.40} is not a card" if strange else f"{len(words)} cards, not 16"
        raise InputError(Problem("--deal", what, "sixteen numbers, top card first: 5,3,14 ..."))
    try:
        return State.deal(map(int, words))
    except InputError as error:
        every = [problem._replace(where="--deal") for problem in error.problems]
        raise InputError(*every) from None


OPTIONS = ("seed", "deal", "mode", "box", "feat", "villagers", "disaster", "ability")

MODES = ("solo", "coop", "casual")


def new_game(
    players: Sequence[Mapping[str, object]], path: Path, given: Mapping[str, Any]
) -> dict[str, object]:
    """Return the data of a new game.

    Raises `InputError` with every problem, each with its option of `palace play`.
    """
    tables, keys = _Beginning([str(player["name"]) for player in players], given).made()
    return {"format": 1, "game": "palm-island", "rules": "1", **keys, "players": tables}


class _Beginning:
    """The options of a new game, and the problems with them."""

    def __init__(self, names: Sequence[str], given: Mapping[str, Any]) -> None:
        self.given = given
        self.problems: list[Problem] = []
        self.mode: str = given.get("mode") or MODES[0]
        self.names = list(names) or (["Player"] if self.mode == "solo" else [])
        self.seed: int = secrets.randbelow(10**9) if given.get("seed") is None else given["seed"]
        self.pool = NO_CARDS

    def made(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Return the tables of the players and the other keys of the record."""
        given, mode = self.given, self.mode
        if mode not in MODES:
            what = f"{mode!r:.40} is not a mode"
            raise InputError(Problem("--mode", what, f"it is one of {', '.join(MODES)}"))
        if given.get("box"):
            box = gather(self.problems, "--box", lambda: BOX.load(given["box"]))
            self.pool = NO_CARDS if box is None else box.card_pool
        dealt = given.get("deal")
        if dealt is not None and given.get("seed") is not None:
            self.wrong("--deal", "--seed deals too", "leave one of them out")
        cards: Sequence[Id] = deal(self.seed)
        if dealt is not None:
            start = gather(self.problems, "--deal", lambda: read_deal(dealt))
            cards = [placed.card for placed in start.deck[:-1]] if start is not None else cards
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
            used += keys.setdefault("middle", self.drawn_outposts())
        if given.get("villagers"):
            more += self.drawn_villagers(used)
        for name in more:
            if self.pool.kind(name) not in ("feats", "villagers"):
                self.wrong("--feat", f"there is no feat {name!r}", self.there(Feat))
        if self.problems:
            raise InputError(*self.problems)
        # A solo game can earn every feat of the box.
        feats = self.ids(Feat) if mode == "solo" else []
        keys |= self.pool.tables([*used, *more, *feats])
        decks: list[Sequence[Id]] = [cards for _ in self.names]
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

    def ids(self, kind: type[Special]) -> list[str]:
        """Return the ids of a kind in the box."""
        return [card.id for card in self.pool.every(kind)]

    def there(self, kind: type[Special]) -> str:
        """Return the ids of a kind as a remedy names them."""
        known = ", ".join(self.ids(kind))
        return f"name one of {known}" if known else "add --box with a box that has it"

    def drawn_outposts(self) -> list[str]:
        """Return one outpost of each terrain for a casual game."""
        drawn = shuffled(self.pool.every(Outpost), self.seed, "outposts")
        found = {o.terrain: o.id for o in reversed(drawn)}
        for terrain in TERRAINS:
            if terrain not in found:
                self.wrong("--box", f"a casual game needs a {terrain} outpost", _HOUSE)
        return [found[terrain] for terrain in TERRAINS if terrain in found]

    def drawn_villagers(self, used: Sequence[str]) -> list[str]:
        """Return three villagers that are not on the back of a card in use."""
        backs = {o.villager for o in self.pool.every(Outpost) if o.id in used}
        names = [name for name in self.ids(Villager) if name not in backs]
        if len(names) < DRAWN:
            what = f"{DRAWN} villagers are needed, and the box has {len(names)}"
            self.wrong("--villagers", what, _HOUSE)
        return shuffled(names, self.seed, "villagers")[:DRAWN]

    def check_names(self) -> None:
        """Note problems with the number and the names of the players."""
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

    def coop(self, keys: dict[str, Any]) -> list[str]:
        """Add the disaster and the ability of a cooperative game to the keys; return their ids."""
        known = self.ids(Disaster)
        name = self.given.get("disaster")
        name = name or next(iter(shuffled(known, self.seed, "disaster")), None)
        if name not in known:
            nothing = "a cooperative game needs a disaster"
            what = nothing if name is None else f"there is no disaster {name!r}"
            self.wrong("--disaster", what, self.there(Disaster))
            return []
        keys["disaster"] = name
        ability = self.given.get("ability")
        if ability is None:
            return [name]
        if self.pool.one(Ability, ability) is None:
            self.wrong("--ability", f"there is no ability {ability!r}", self.there(Ability))
            return []
        keys["ability"] = ability
        return [name, ability]


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


def begun(answers: Mapping[str, Any]) -> dict[str, Any]:
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


BEGINNING = Form(questions, begun)
