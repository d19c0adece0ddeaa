"""Palm Island as a game of the registry, and the set-up of new games.

The same seed gives the same cards on every machine and Python.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from palace.contract.game import Drawing, Example, Printable
from palace.contract.rules import Log, placed
from palace.core.errors import InputError, Problem, install_hint
from palace.core.rulings import Answers
from palace.core.verdict import Reason
from palace.files.document import Document, parse_document
from palace.files.serialise import data_text, ordered
from palace.files.writing import KeptFile
from palace.palm_island import play
from palace.palm_island.aid import SHEETS
from palace.palm_island.board import drawing
from palace.palm_island.box import BOX, PalmFormat
from palace.palm_island.cards import NUMBERS, Id
from palace.palm_island.commands import commands
from palace.palm_island.log import LoggedRecord, read
from palace.palm_island.pad import PAD
from palace.palm_island.record import Record
from palace.palm_island.rules import BOOK, Rulings
from palace.palm_island.scoring import faulty, notes_of, team_of
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
from palace.palm_island.table import Table, due
from palace.palm_island.turns import Turn, moves_in
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.files.document import Kind

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


OPTIONS = ("seed", "deal", "mode", "box", "feat", "villagers", "disaster", "ability", "memory")

MODES = ("solo", "coop", "casual")


def new_game(
    players: Sequence[Mapping[str, Any]], path: Path, given: Mapping[str, Any]
) -> LoggedRecord:
    """Return the record of a new game that will be saved in `path`.

    Raises `InputError` with every problem, each with its option of `palace play`.
    """
    tables, keys = _Beginning([player["name"] for player in players], given).made()
    data = {"format": 1, "game": "palm-island", "rules": "1", **keys, "players": tables}
    kind = KeptFile(path).kind
    record = read(parse_document(data_text(data, kind), kind, str(path)), path.parent)
    # Read from the text that is saved, so that every line is right.
    text = data_text(ordered(record.data), kind)
    return read(parse_document(text, kind, str(path)), path.parent)


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
        with self.within("--box"):
            self.pool = NO_CARDS if not given.get("box") else BOX.load(given["box"]).card_pool
        dealt = given.get("deal")
        if dealt is not None and given.get("seed") is not None:
            self.wrong("--deal", "--seed deals too", "leave one of them out")
        cards: Sequence[Id] = deal(self.seed)
        with self.within("--deal"):
            cards = cards if dealt is None else [p.card for p in read_deal(dealt).deck[:-1]]
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

    @contextmanager
    def within(self, where: str) -> Iterator[None]:
        """Note the problems raised inside; those without a place get `where`."""
        try:
            yield
        except InputError as error:
            self.problems += [p if p.where else p._replace(where=where) for p in error.problems]

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


class Bridge:
    def __init__(self, record, log):
        self.record, self.log = record, log
        self.state, self.reasons = log.state, record.faults(log)
        self.legal, self.finished = not log.reasons, log.state.finished

    @property
    def turns(self):
        return [*self._turns()]

    def _turns(self):
        for at, (commit, reports) in enumerate(zip(self.log.commits, self.log.reports)):
            for report in reports:
                text = "".join(map(BOOK.told, report.gains))
                if report.number is not None:
                    text = str(dict(moves_in(commit.move))[report.player])
                yield BridgeTurn(
                    report.number,
                    report.player,
                    text,
                    report.group,
                    self.log.states[at + 1],
                    placed(report.reasons, self.record, at, report),
                    (),
                )


BridgeTurn = namedtuple("BridgeTurn", "number player text group state reasons gains")


class PalmIsland:
    """See `palace.contract.game.Game`."""

    key = "palm-island"
    title = "Palm Island"
    versions = ("1",)
    book = BOOK
    noun = "move"
    options = OPTIONS
    pad = PAD
    joining = None
    rulings: type[Answers] = Rulings

    read = staticmethod(read)
    score = staticmethod(lambda record, played: record.score(played.log))
    due = staticmethod(due)
    questions = staticmethod(play.questions)
    move = staticmethod(play.move_of)
    commands = staticmethod(
        lambda record, played: tuple(
            replace(c, text=lambda r, p, player, screen, c=c: c.text(player, screen))
            for c in commands(record, played.log)
        )
    )

    def examples(self, code: str) -> Sequence[Example]:
        """Return none: the rules are about single moves, which have no gallery."""
        return ()

    def in_records(self, code: str) -> str | None:
        """Return None: every rule is broken in a record."""
        return None

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """Return the record as text that reads back as the same record."""
        return data_text(ordered(record.data), kind)

    def ruled(self, record: Record, answers: Mapping[str, str]) -> Record:
        """Return the record with answers to rulings, which override its own."""
        return replace(record, rulings=Rulings.of({**record.data.rulings, **answers}))

    def replay(self, record: Record, *, strict: bool = False, turns: int | None = None) -> Any:
        """Return the replay of all players' moves; `turns` is refused."""
        if turns is not None:
            what = "moves of Palm Island are not counted over all players"
            raise InputError(Problem("--turn", what, "leave it out"))
        return self.replayed(record, Log.begin(record.rules).played(record.written, strict=strict))

    def faults(self, record: Record, played: Any) -> Sequence[Reason]:
        """Return every reason of the set-up and of every move."""
        return record.faults(played.log)

    def about(self, record: Record, played: Any) -> str:
        """Return the mode and the number of moves."""
        if all(game.total is not None for game in played.state.seats):
            return f"Palm Island, {record.data.mode}, totals only"
        count = sum(game.made for game in played.state.seats)
        return f"Palm Island, {record.data.mode}, {counted(count, 'move')}"

    def notes(self, record: Record, played: Any) -> Sequence[str]:
        """Return the notes of the score: results, placeholders, what was not checked."""
        return tuple(notes_of(record, played.log))

    def standing(self, record: Record, played: Any) -> Iterator[tuple[str, str]]:
        """Yield the points and upgrades of every player, and the result of a cooperative game."""
        for game in played.state.seats:
            parts = [counted(game.points)]
            parts += [counted(game.state.upgrades, "upgrade")] if game.total is None else []
            parts += [] if game.state.finished else ["not finished"]
            yield f"{game.name}: {', '.join(parts)}", ""
        if record.data.mode == "coop":
            yield "", " ".join(record.score(played.log).outcome)

    def data(self, record: Record, played: Any) -> dict[str, Any]:
        """Return the players and the events as plain data."""
        team = team_of(record, played.state)
        return {
            "mode": record.data.mode,
            "players": [
                {
                    "name": game.name,
                    "legal": game.name not in faulty(played.log),
                    "finished": game.state.finished,
                    "points": game.points,
                    "upgrades": game.state.upgrades if game.total is None else None,
                    "stored": str(game.state.resources) if game.total is None else None,
                    "moves": game.made,
                    "position": str(game.state) if game.total is None else None,
                    "owned": [owned.card for owned in game.owned],
                }
                for game in played.state.seats
            ],
            "events": [
                {"round": int(turn.group), "text": turn.text}
                for turn in played.turns
                if not turn.player
            ],
            **({} if team is None else {"team": team.record()}),
        }

    def draw(
        self,
        record: Record,
        played: Any,
        turn: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Drawing:
        """Return the decks of all players after the last move; raises `InputError` for totals."""
        if all(game.total is not None for game in played.state.seats):
            what = "there is no deck to draw: only totals are known"
            raise InputError(Problem(record.document.file, what, "name a record with moves"))
        return drawing(played.state, len([*played.turns]))

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """Return None: a deck is drawn from a record."""
        return None

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player."""
        return {"name": text}

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game."""
        return new_game(players, path, keys)

    def replayed(self, record: LoggedRecord, log: Log[Table, Turn]) -> Any:
        """Return a log as a replay."""
        return Bridge(record, log)

    def outcome(self, record: LoggedRecord, log: Log[Table, Turn], at: int) -> Sequence[str]:
        """Return a move and what followed from it."""
        return play.outcome(log, at)

    def ending(self, replay: Any) -> str:
        """Return an empty text: every game ends with round 8."""
        return ""

    def findings(self) -> Iterator[tuple[str, bool, str, str]]:
        """Yield whether scipy is installed, for better bounds of unfinished games."""
        try:
            yield "bounds", True, f"scipy {version('scipy')}, for palm-island solve", ""
        except PackageNotFoundError:
            found = "no scipy: palm-island solve proves less from the middle of a game"
            yield "bounds", False, found, install_hint("solve")

    def box(self) -> PalmFormat:
        """Return the format of its boxes."""
        return BOX

    def sheets(self) -> Mapping[str, Printable]:
        """Return the aid."""
        return SHEETS


GAME = PalmIsland()
