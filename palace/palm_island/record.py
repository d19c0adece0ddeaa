"""Records of Palm Island: their schema, and reading them with the place of every error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Annotated, Literal, NamedTuple, Self

from palace.core.errors import InputError, NotationError, Problem, dotted, gather, nearest
from palace.files.document import Document
from palace.files.fields import Date, Format, Name, RulesOne
from palace.files.models import Discriminator, Field, Model, Tag
from palace.files.problems import (
    Path,
    entries,
    fault,
    fits,
    fitted,
    in_order,
    missing_key,
    named,
    tables_in,
    unknown_keys,
    unreadable,
)
from palace.palm_island.box import BOX
from palace.palm_island.cards import NUMBERS, TRACKER
from palace.palm_island.conflicts import conflicts
from palace.palm_island.rules import Rulings
from palace.palm_island.specials import (
    AT_MOST,
    KINDS,
    NO_CARDS,
    NONE,
    Ability,
    CardName,
    CardPool,
    CardPoolModel,
    Count,
    Disaster,
    Feat,
    Villager,
    doubles,
)
from palace.palm_island.state import ROUNDS, Move, Placed, State, is_card
from palace.palm_island.table import Middle, Owned, Seat, Table

MOST_MOVES = 2_000
MOST_PLAYERS = 8
SEATS = Field(max_length=MOST_PLAYERS)

Moves = Annotated[
    Annotated[str, Tag("text")] | Annotated[list[str], Field(max_length=MOST_MOVES), Tag("list")],
    Discriminator(lambda value: "list" if isinstance(value, list) else "text"),
]
"""One move on each line of a text, or a list of moves."""

CardId = Annotated[
    Annotated[int, Tag("int")] | Annotated[str, Tag("str")],
    Discriminator(lambda value: "str" if isinstance(value, str) else "int"),
]


class PalmPlayer(Model):
    """One player: the deal, top card first without the tracker, and the moves.

    A game resumed from a pause has `position` instead of `deal`: the round and the deck with its
    stored cards; `owned` are the cards taken by then, `villagers` those still to be recruited.
    Without moves and position a player has a `total` only; otherwise it is checked.
    """

    name: Name
    total: Count = 0
    deal: Annotated[list[CardId], AT_MOST] | None = None
    position: str | None = None
    owned: Annotated[list[str], AT_MOST] = NONE
    villagers: Annotated[list[str], AT_MOST] = NONE
    moves: Moves = ""

    @property
    def known_total(self) -> int | None:
        """The points of a player of whom nothing else is known, otherwise None."""
        given = self.model_fields_set & {"total", "moves", "position"}
        return self.total if given == {"total"} else None


class PalmRecord(CardPoolModel):
    """A recorded game of Palm Island; cards beside the core deck are in it or in its box.

    `middle` are the outposts or villagers on the table, the pile of a speed game top first;
    `level` the levels of the disaster completed before the record begins, `upgraded` whether the
    ability was upgraded; `finish` the names in their order of finish, a list for each round.  With
    `laid` the players have dealt their cards, which need not be put in order.
    """

    format: Format
    game: Literal["palm-island"]
    rules: RulesOne
    mode: Literal["solo", "coop", "casual", "speed"] = "solo"
    date: Date = None
    place: str | None = None
    laid: bool = False
    notes: str | None = None
    box: str | None = None
    disaster: CardName | None = None
    level: Count = 0
    ability: CardName | None = None
    upgraded: bool = False
    middle: Annotated[list[CardName], AT_MOST] = NONE
    finish: Annotated[list[Annotated[list[str], SEATS]], Field(max_length=ROUNDS)] = NONE
    rulings: dict[str, str] = Field(default_factory=dict)
    players: Annotated[list[PalmPlayer], SEATS]


class Line(NamedTuple):
    """A move of a record, and where it is: a value of the file, and the offset in it."""

    move: Move
    path: Path
    offset: int


@dataclass(frozen=True)
class Record:
    """A game as recorded; `moves` holds the moves of each player in seat order.

    `card_pool` are the cards beside the core deck: those of the record, then those of its box.
    """

    data: PalmRecord
    moves: tuple[tuple[Line, ...], ...]
    rulings: Rulings
    document: Document
    warnings: tuple[str, ...] = ()
    card_pool: CardPool = NO_CARDS

    @classmethod
    def read(cls, document: Document, folder: FilePath = FilePath()) -> Self:
        """Return the record in a document; `folder` is where the path of its box starts.

        Raises `InputError` with every problem.
        """
        if "players" not in document.data and document.data.keys() & KINDS.keys():
            what, check = "this is a box, not the record of a game", "palace box check"
            raise InputError(Problem(document.file, what, f"{check} {document.file}"))
        problems: list[Problem] = []
        data = fitted(PalmRecord, document, problems)
        problems += doubles(document)
        card_pool = _card_pool(document, folder, problems)
        problems += conflicts(document, card_pool)
        problems += _positions(document, card_pool)
        moves: list[tuple[Line, ...]] = []
        for seat, player in enumerate(entries(document.data.get("players"))):
            if not isinstance(player, dict):
                continue  # reported by the schema
            moves.append(tuple(_moves(document, seat, player, problems)))
            if player.keys().isdisjoint(("moves", "position", "total")):
                problems.append(missing_key(document, ("players", seat, "moves"), PalmRecord))
        if problems or data is None:
            raise InputError(*in_order(problems, document.file))
        warnings = tuple(unknown_keys(data, document))
        return cls(data, tuple(moves), Rulings.of(data.rulings), document, warnings, card_pool)

    def used(self, seat: int) -> tuple[Feat, ...]:
        player = self.data.players[seat]
        names = _words(player.position or "") if player.deal is None else player.deal
        return self.card_pool.among(Feat, names)

    def villagers(self, seat: int) -> tuple[str, ...]:
        player = self.data.players[seat]
        cards = player.villagers if player.deal is None else player.deal
        return tuple(villager.id for villager in self.card_pool.among(Villager, cards))

    def check(self, seat: int, move: Move) -> Move:
        """Return a move of a seat, from 0; raises `InputError` for a card not in the game."""
        data = self.document.data
        strange = _stranger(move, _ids(data, data["players"][seat]))
        if strange is not None:
            raise InputError(strange)
        return move

    def start(self, seat: int) -> State:
        """Return the deck of a player, seats from 0, as the record begins, with feats marked."""
        player = self.data.players[seat]
        if player.position is not None:
            return resumed(player.position, self.card_pool)
        if player.known_total is not None:
            return _UNKNOWN
        order = [card for card in player.deal or () if isinstance(card, int)]
        feats = self.used(seat)
        placed = [Placed(feat.id, feat.unlock) for feat in feats]
        extra = tuple(feat.card for feat in feats)
        if self.rulings.feat_place == "before":
            return State.deal([*order, *placed], extra)
        return State.deal(order, extra, placed)

    def table(self) -> Table:
        data, pool = self.data, self.card_pool
        seats = []
        for at, player in enumerate(data.players):
            owned = tuple(Owned.of(pool, name) for name in player.owned)
            total = player.known_total
            closed = 0 if total is None else ROUNDS
            mine = self.start(at), self.villagers(at), owned
            seats.append(Seat(player.name, *mine, closed=closed, total=total))
        middle = Middle(data.level, data.upgraded, tuple(data.middle))
        disaster, ability = pool.one(Disaster, data.disaster), pool.one(Ability, data.ability)
        return Table(data.mode, tuple(seats), middle, pool, disaster, ability, self.rulings)


_UNKNOWN = State.read(f"round {ROUNDS}: {TRACKER} {' '.join(map(str, NUMBERS))}")
"""The deck of a player of whom only the total is known: the game is over, and nothing is stored."""


def _words(position: str) -> list[str]:
    return [word.rstrip("*").split(".")[0].lower() for word in position.split()]


def resumed(text: str, card_pool: CardPool) -> State:
    """Return the state of a position, with feats; raises as `State.read`."""
    words = _words(text)
    return State.read(text, [feat.card for feat in card_pool.every(Feat) if feat.id in words])


def _card_pool(document: Document, folder: FilePath, problems: list[Problem]) -> CardPool:
    """Return the cards of a record, as far as they can be read, and those of its box."""
    cards = {kind: document.data[kind] for kind in KINDS if kind in document.data}
    if not document.made and not fits(CardPoolModel, cards):
        # The schema reports the errors; a readable id must not be reported as unknown, too.
        cards = {
            kind: [{"id": name} for entry in tables_in(cards[kind])
                   if isinstance(name := entry.get("id"), str) and is_card(name)]
            for kind in cards
        }  # fmt: skip
    own = CardPool.of(CardPoolModel.of(cards))
    name = document.data.get("box")
    if not isinstance(name, str):
        return own
    box = gather(problems, "", lambda: named(name, document, ("box",), folder, BOX.load))
    more = () if box is None else box.card_pool.cards
    return CardPool((*own.cards, *(card for card in more if own.find(card.id) is None)))


def _positions(document: Document, card_pool: CardPool) -> Iterator[Problem]:
    """Yield problems with positions: each can be read, and all are in one round."""
    rounds: list[int] = []
    for seat, player in enumerate(tables_in(document.data.get("players"))):
        text = player.get("position")
        if not isinstance(text, str) or player.get("deal") is not None:
            rounds += [1] if "deal" in player else []
            continue
        path: Path = ("players", seat, "position")
        try:
            rounds.append(resumed(text, card_pool).round)
        except NotationError as error:
            yield unreadable(document, path, error)
        except InputError as error:
            yield from (fault(document, path, p.what, p.remedy) for p in error.problems)
        if len({*rounds}) > 1:
            what = f"it is in round {rounds[-1]}, another player in round {rounds[0]}"
            yield fault(document, path, what, "a game pauses in one round")
            rounds.pop()


def _ids(data: dict[str, object], player: dict[str, object]) -> list[str]:
    lists = [player.get("deal"), player.get("owned"), player.get("villagers")]
    lists += [data.get("middle"), [data.get("ability")]]
    position = player.get("position")
    if isinstance(position, str):
        lists.append(_words(position)[2:])
    found = (name for some in lists for name in entries(some))
    return [*dict.fromkeys(n for n in found if isinstance(n, str) and not n.isdigit())]


def _moves(
    document: Document, seat: int, player: dict[str, object], problems: list[Problem]
) -> Iterator[Line]:
    path: Path = ("players", seat, "moves")
    found = player.get("moves")
    if not found or not isinstance(found, str | list):
        return  # nothing, or reported by the schema
    ids = _ids(document.data, player)
    if isinstance(found, list):  # what is no text is reported by the schema
        several = enumerate(found[:MOST_MOVES])
        texts = [((*path, at), 0, text) for at, text in several if isinstance(text, str)]
    else:
        lines = (one for one in re.finditer(r"[^\n]+", found) if one[0].strip())
        texts = [(path, one.start(), one[0]) for one in lines]
        if len(texts) > MOST_MOVES:
            what = f"{len(texts)} moves are too many"
            problems.append(fault(document, path, what, f"at most {MOST_MOVES}"))
            return
    for where, start, text in texts:
        try:
            move = Move.read(text)
        except NotationError as error:
            again = NotationError(error.what, error.text, start + error.column, error.expected)
            problems.append(unreadable(document, where, again))
            continue
        first = start + len(text) - len(text.lstrip())
        strange = _stranger(move, ids)
        if strange is None:
            yield Line(move, where, first)
        else:
            place = document.where(where, offset=first)
            what = f"{dotted(where)}: {strange.what}"
            problems.append(Problem(str(place), what, strange.remedy))


def _stranger(move: Move, ids: Sequence[str]) -> Problem | None:
    """Return the problem with the first card of a move that is not in the game; None if all are."""
    named = [c for c in (*move.cards, move.by) if isinstance(c, str)]
    strange = next((name for name in named if name not in ids), None)
    if strange is None:
        return None
    numbers = ["the numbers 1 to 16"] if strange in move.cards else []
    known = ", ".join([*numbers, *ids]) or "numbers only"
    near = nearest(strange, ids)
    hint = f"did you mean {near}? " if near else ""
    what = f"there is no card {strange!r} in this game"
    return Problem("", what, f"{hint}its cards are {known}")
