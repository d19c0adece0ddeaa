"""Records of Palm Island, read from a document with the place of every error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from palace.document import Document
from palace.errors import InputError, NotationError, Problem, dotted
from palace.palm_island.cards import NUMBERS
from palace.palm_island.feats import Feat
from palace.palm_island.moves import Move
from palace.palm_island.rulings import Rulings
from palace.palm_island.schema import MOST_MOVES, PalmRecord
from palace.palm_island.state import Placed, State
from palace.records.problems import fault, in_order, problems_of, unknown_keys, unreadable

READY = ("solo", "casual")
"""The modes that can be replayed."""

Path = tuple[str | int, ...]


class Line(NamedTuple):
    """A move of a record and the line of the file where it stands, from 1."""

    move: Move
    line: int


@dataclass(frozen=True)
class Record:
    """A game as recorded; `moves` has the moves of every player in seat order."""

    data: PalmRecord
    moves: tuple[tuple[Line, ...], ...]
    rulings: Rulings
    document: Document
    warnings: tuple[str, ...] = ()

    @property
    def feats(self) -> tuple[Feat, ...]:
        """The feats the record brings, in use or not."""
        return tuple(model.feat for model in self.data.feats)

    def used(self, seat: int) -> tuple[Feat, ...]:
        """The feats that a player uses, in the order of his deal; seats from 0."""
        known = {feat.id: feat for feat in self.feats}
        return tuple(known[card] for card in self.data.players[seat].deal if isinstance(card, str))

    def start(self, seat: int) -> State:
        """The deck of a player as the game begins, seats from 0; feats show their unlock marker."""
        order = [card for card in self.data.players[seat].deal if isinstance(card, int)]
        feats = self.used(seat)
        placed = [Placed(feat.id, feat.unlock) for feat in feats]
        extra = tuple(feat.card for feat in feats)
        if self.rulings.feat_place == "before":
            return State.deal([*order, *placed], extra)
        return State.deal(order, extra, placed)


def record_of(document: Document) -> Record:
    """The record a document holds; raises `InputError` with every problem."""
    problems: list[Problem] = []
    data = None
    try:
        data = PalmRecord.model_validate(document.data)
    except ValidationError as error:
        problems += problems_of(error, document, PalmRecord)
    problems += _conflicts(document)
    moves: list[tuple[Line, ...]] = []
    for seat, player in enumerate(_tables(document.data.get("players"))):
        found, deal = player.get("moves"), player.get("deal")
        ids = [card for card in deal if isinstance(card, str)] if isinstance(deal, list) else []
        if isinstance(found, str | list):
            path = ("players", seat, "moves")
            moves.append(tuple(_moves(document, path, found, ids, problems)))
    if problems or data is None:
        raise InputError(*in_order(problems, document.file))
    warnings = tuple(unknown_keys(data, document))
    return Record(data, tuple(moves), Rulings.of(data.rulings), document, warnings)


def _tables(value: Any) -> list[dict[str, Any]]:
    """The tables of a list; what is none counts as an empty one, so that places stay right."""
    items = value if isinstance(value, list) else []
    return [item if isinstance(item, dict) else {} for item in items[:100]]


def _moves(
    document: Document,
    path: Path,
    found: str | list[Any],
    ids: list[str],
    problems: list[Problem],
) -> Iterator[Line]:
    """Every move that can be read; a problem for every one that cannot."""
    if isinstance(found, list):
        texts = [((*path, at), 0, text) for at, text in enumerate(found[:MOST_MOVES])]
    else:
        texts, at = [], 0
        for text in found.split("\n"):
            if text.strip():
                texts.append((path, at, text))
            at += len(text) + 1
        if len(texts) > MOST_MOVES:
            what = f"{len(texts)} moves are too many"
            problems.append(fault(document, path, what, f"at most {MOST_MOVES}"))
            return
    for where, start, text in texts:
        if not isinstance(text, str):
            continue  # the schema has said so
        try:
            move = Move.read(text)
        except NotationError as error:
            column = start + error.column
            again = NotationError(error.what, error.text, column, error.expected)
            problems.append(unreadable(document, where, again))
            continue
        first = start + len(text) - len(text.lstrip())
        place = document.where(where, offset=first)
        strange = next((c for c in move.cards if isinstance(c, str) and c not in ids), None)
        if strange is None:
            yield Line(move, place.line)
        else:
            what = f"{dotted(where)}: there is no card {strange!r} in this game"
            known = ", ".join(["the numbers 1 to 16", *ids])
            problems.append(Problem(str(place), what, f"its cards are {known}"))


def _conflicts(document: Document) -> Iterator[Problem]:
    """What does not fit together although each value may be good for itself."""
    data = document.data
    players = data.get("players")
    mode = data.get("mode", "solo")
    if mode not in READY and isinstance(mode, str) and mode in ("coop", "casual", "speed"):
        what = f"{mode} games cannot be replayed yet"
        yield fault(document, ("mode",), what, f"{', '.join(READY)} games can")
    if mode == "solo" and isinstance(players, list) and len(players) != 1:
        what = f"{len(players)} players in a solo game"
        yield fault(document, ("players",), what, "a solo game has one player")
    if mode == "casual" and isinstance(players, list) and len(players) < 2:
        what = "one player" if players else "no players"
        yield fault(document, ("players",), f"{what} in a casual game", "two or more can play it")
    if mode == "casual" and data.get("feats"):
        yield fault(document, ("feats",), "feats are for solo games", "leave them out", key=True)
    feats: list[Any] = []
    for index, feat in enumerate(_tables(data.get("feats"))):
        name = feat.get("id")
        if isinstance(name, str) and name in feats:
            what = f"two feats have the id {name!r:.40}"
            yield fault(document, ("feats", index, "id"), what, "give each an id of its own")
        feats.append(name)
    names: list[str] = []
    for seat, player in enumerate(_tables(players)):
        name = player.get("name")
        if isinstance(name, str) and name in names:
            what = f"two players are called {name!r}"
            yield fault(document, ("players", seat, "name"), what, "give each a name of their own")
        elif isinstance(name, str):
            names.append(name)
        if isinstance(player.get("deal"), list):
            yield from _deal(document, ("players", seat, "deal"), player["deal"], feats)
    answers = data.get("rulings")
    for name, value in answers.items() if isinstance(answers, dict) else ():
        if isinstance(value, str) and (wrong := Rulings.problem(name, value)):
            yield fault(document, ("rulings", name), *wrong)


def _deal(document: Document, path: Path, deal: list[Any], feats: list[Any]) -> Iterator[Problem]:
    """A deal names each of the core cards once, then the feats in use."""
    seen: set[Any] = set()
    for at, card in enumerate(deal[:100]):
        if isinstance(card, bool) or not isinstance(card, int | str):
            continue  # the schema has said so
        if isinstance(card, str) and card in feats and card not in seen:
            if any(isinstance(later, int) for later in deal[at:100]):
                what = f"the feat {card} is dealt among the cards"
                yield fault(document, (*path, at), what, "feats stand last")
        elif isinstance(card, str) and card not in feats:
            what = f"{card!r:.40} is not transcribed"
            hint = "enter it: [[feats]] with id, name, unlock, needs and areas"
            yield fault(document, (*path, at), what, hint)
        elif card not in NUMBERS and card not in seen:
            what = f"there is no card {card!r:.40}"
            hint = "the tracker is not dealt" if card == 17 else "cards 1 to 16"
            yield fault(document, (*path, at), what, hint)
        elif card in seen:
            yield fault(document, (*path, at), f"card {card} is dealt twice", "each card once")
        seen.add(card)
    missing = [str(number) for number in NUMBERS if number not in seen]
    if missing:
        names = f"card{'s' * (len(missing) > 1)} {', '.join(missing)}"
        what = f"{names} {'is' if len(missing) == 1 else 'are'} missing"
        yield fault(document, path, what, "deal every card from 1 to 16, top first")
