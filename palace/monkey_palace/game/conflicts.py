"""What does not fit together in a record although each value may be good for itself.

Works on plain data of any types, so that its findings come with those of the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from palace.core.errors import InputError, NotationError, Problem, gather, nearest
from palace.files.document import Document
from palace.files.models import keys_of
from palace.files.problems import Path as Way
from palace.files.problems import entries, fault, named, names_twice, rulings_of
from palace.monkey_palace.game.cards import Card, pile_name
from palace.monkey_palace.game.deck import Deck, deck_named
from palace.monkey_palace.game.schema import MOST_CARDS, MOST_TURNS, MonkeyRecord, TurnModel
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

if TYPE_CHECKING:
    from palace.monkey_palace.game.box import Box

SEATS = range(2, 5)
"""How many can play."""


def conflicts(document: Document) -> Iterator[Problem]:
    """Yield every conflict in a record, in no order."""
    yield from _seats(document)
    yield from _names(document)
    yield from _turns(document)
    yield from _map(document)
    yield from _found(document)
    yield from rulings_of(document, Rulings)


def _tables(value: object) -> list[tuple[int, dict[str, object]]]:
    """Return the tables in a list, each with its index."""
    found = enumerate(entries(value, MOST_TURNS))
    return [(index, item) for index, item in found if isinstance(item, dict)]


def _seats(document: Document) -> Iterator[Problem]:
    players = document.data.get("players")
    if isinstance(players, list) and len(players) not in SEATS:
        count = f"{len(players)} player{'s' * (len(players) != 1)}"
        yield fault(document, ("players",), count, f"{SEATS[0]} to {SEATS[-1]} can play")


def _names(document: Document) -> Iterator[Problem]:
    """Yield the names given twice, and turns of players who have no seat."""
    players = document.data.get("players")
    yield from names_twice(document)
    names = [name for _, p in _tables(players) if isinstance(name := p.get("name"), str)]
    if not names or not isinstance(players, list) or len(names) < len(players):
        return  # with an unknown name, any finding about a turn's player may be wrong
    for index, turn in _tables(document.data.get("turns")):
        name = turn.get("player")
        if isinstance(name, str) and name not in names:
            yield _no_player(document, ("turns", index, "player"), name, names)


def _no_player(document: Document, path: Way, name: str, names: list[str]) -> Problem:
    near = nearest(name, names)
    hint = f"did you mean {near}?" if near else f"the players are {', '.join(dict.fromkeys(names))}"
    return fault(document, path, f"no player is called {name!r}", hint)


def _turns(document: Document) -> Iterator[Problem]:
    """Yield each turn that has both a build and a pass, or neither."""
    known = keys_of(TurnModel)
    for index, turn in _tables(document.data.get("turns")):
        builds, passes = turn.get("build") is not None, turn.get("pass") not in (None, False)
        if builds and passes:
            path = ("turns", index, "pass")
            yield fault(document, path, "this turn has a build too", "keep one of the two")
        elif not builds and not passes:
            strangers = [key for key in turn if key not in known]
            slips = [(nearest(key, strangers), key) for key in ("build", "pass")]
            hints = [f"is {slip!r} a slip for {key}?" for slip, key in slips if slip]
            both = 'build = "..." or pass = true'
            if document.kind == "json":
                both = '"build": "..." or "pass": true'
            what = "this turn has neither a build nor a pass"
            yield fault(document, ("turns", index), what, hints[0] if hints else f"add {both}")


def _map(document: Document) -> Iterator[Problem]:
    data = document.data
    if data.get("turns") and data.get("map") is None and data.get("ground") is None:
        strangers = [key for key in data if key not in keys_of(MonkeyRecord)]
        slip = nearest("map", strangers) or nearest("ground", strangers)
        example = 'map = "map-1"' if document.kind == "toml" else '"map": "map-1"'
        hint = f"is {slip!r} a slip for it?" if slip else f"add {example}, or a [ground] table"
        yield fault(document, ("map",), "a game with turns needs this key", hint)


def _found(document: Document) -> Iterator[Problem]:
    """Yield what does not fit in a record that begins in the middle of a game."""
    data = document.data
    players = _tables(data.get("players"))
    names = [player.get("name") for _, player in players]
    due = data.get("due")
    if data.get("position") is None:
        remedy = "add position, the palace then, or leave it out"
        what = "it is for a record that begins in the middle of a game"
        given: list[Way] = [(key,) for key in ("due", "last_round") if data.get(key) is not None]
        given += [("players", at, "found") for at, one in players if one.get("found") is not None]
        yield from (fault(document, path, what, remedy) for path in given)
        return
    if isinstance(due, str) and due not in names and all(isinstance(n, str) for n in names):
        yield _no_player(document, ("due",), due, [*map(str, names)])
    held: dict[str, str] = {}
    for index, player in players:
        found = player.get("found")
        trophies = found.get("trophies") if isinstance(found, dict) else None
        for trophy in trophies if isinstance(trophies, list) else ():
            if isinstance(trophy, str):
                if trophy in held:
                    what = f"{held[trophy]} holds the {noun(trophy)}, too"
                    path = ("players", index, "found", "trophies")
                    yield fault(document, path, what, "only one player holds it")
                held[trophy] = str(player.get("name"))


SETUP = Supply(2, 1, 0)
"""Pieces of the set-up."""


def in_use(document: Document, folder: Path) -> tuple[Box | None, Deck | None]:
    """Return the box a document names, and its deck, or that of the box; raises `InputError`.

    Every card named by `@id` is looked up; one that cannot be found is a problem too.
    """
    problems: list[Problem] = []
    box = None
    name = document.data.get("box")
    if isinstance(name, str):
        from palace.monkey_palace.game.box import BOX as BOX_FORMAT

        box = gather(problems, "", lambda: named(name, document, ("box",), folder, BOX_FORMAT.load))
    deck = deck_named(document, folder, problems) or (None if box is None else box.deck)
    if not problems:
        problems += [*_not_in(deck, document), *_pile_faults(deck, document)]
    if problems:
        raise InputError(*problems)
    return box, deck


def _not_in(deck: Deck | None, document: Document) -> Iterator[Problem]:
    """Cards named by an id that no deck in use has."""
    for path, card in _named_cards(document.data):
        if deck is None:
            key = 'deck = "house"' if document.kind == "toml" else '"deck": "house"'
            what = f"@{card.name} is a card of a deck, and the record names none"
            remedy = f"add {key} or your .csv file, or write the card out: 3g 2* each 1a"
            yield fault(document, path, what, remedy)
            continue
        try:
            deck.find(card)
        except InputError as error:
            yield from (fault(document, path, p.what, p.remedy) for p in error.problems)


def _pile_faults(deck: Deck | None, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the order of the piles: it is told by the ids of a deck."""
    piles = document.data.get("piles")
    if not isinstance(piles, dict):
        return
    if deck is None:
        what = "the cards of a pile are told by their ids, and the record names no deck"
        yield fault(document, ("piles",), what, "add deck, or leave piles out")
        return
    names = {pile_name(pile): ids for pile, ids in deck.piles.items()}
    seen: set[str] = set()
    for key, cards in piles.items() if "seed" not in piles else ():
        if key not in names:
            what = f"there is no pile {key!r:.40}"
            yield fault(document, ("piles", key), what, f"they are {' '.join(names)}")
            continue
        for number, card in enumerate(cards[:MOST_CARDS] if isinstance(cards, list) else ()):
            path = ("piles", key, number)
            if isinstance(card, str) and card not in names[key]:
                near = nearest(card, names[key])
                hint = f"did you mean {near}?" if near else f"such as {', '.join(names[key][:3])}"
                what = f"the pile {key} of {deck.title} has no card {card!r:.40}"
                yield fault(document, path, what, hint)
            elif isinstance(card, str) and card in seen:
                yield fault(document, path, f"the card {card} is twice in it", "take one out")
            seen |= {card} if isinstance(card, str) else set()


def _named_cards(data: Mapping[str, object]) -> Iterator[tuple[Way, Card]]:
    """Yield every card written as `@id`, with its path; works on plain data of any types."""
    lists: list[tuple[Way, object]] = [
        (("turns", index, "take"), turn.get("take")) for index, turn in _tables(data.get("turns"))
    ]
    for index, player in _tables(data.get("players")):
        found = player.get("found")
        if isinstance(found, dict):
            lists.append((("players", index, "found", "cards"), found.get("cards")))
    for path, cards in lists:
        for number, text in enumerate(entries(cards, MOST_CARDS)):
            if isinstance(text, str) and text.lstrip().startswith("@"):
                try:
                    yield (*path, number), Card.read(text)
                except NotationError:
                    continue  # the schema reports it


def too_rich(
    document: Document,
    data: MonkeyRecord,
    box: Box | None,
    ground: GroundMap,
    palace: Palace | None = None,
) -> Iterator[Problem]:
    """Yield the pieces in hand beyond what the box holds beside the palace, where it runs out."""
    left = ground.box.minus(SETUP) if palace is None else palace.box
    for index, player in enumerate(data.players):
        board = None if box is None else box.boards.get(index + 1)
        printed = None if board is None else board.start
        start = printed if player.start is None else Supply.read(player.start)
        if start is None:
            continue
        for kind, needed, there in zip(start._fields, start, left, strict=True):
            if needed > there:
                what = f"{needed} {noun(kind, needed)}, {there or 'none'} are left in the box"
                path = ("players", index, "start")
                share = "the set-up" if palace is None else "the palace"
                yield fault(document, path, what, f"all players and {share} share one box")
        left = Supply(*(max(number, 0) for number in left.minus(start)))


def placeholders(
    data: MonkeyRecord, document: Document, box: Box | None, deck: Deck | None
) -> Iterator[str]:
    """Yield one sentence for every value that is not known to be that of the printed game."""
    ours = "not the printed one"
    if deck is not None and deck.placeholder:
        key = "box" if data.deck is None else "deck"
        what = f"the deck in use is {deck.title}"
        yield str(fault(document, (key,), what, f"its cards are {ours}s"))
    if box is not None:
        for index, player in enumerate(data.players):
            board = box.boards.get(index + 1)
            lacks = player.start is None or player.each is None
            if lacks and board is not None and board.placeholder:
                what = f"the boards of {box.name} are placeholder"
                yield str(fault(document, ("box",), what, f"they are {ours}s"))
                break
    if data.provenance == "placeholder":
        what = "the cards and boards written here are placeholder"
        yield str(fault(document, ("provenance",), what, f"they are {ours}s"))


def boardless(data: MonkeyRecord, document: Document, box: Box | None) -> Iterator[str]:
    """Yield one sentence for every player whose pieces are neither written nor in the box named."""
    if box is None:
        return
    for index, player in enumerate(data.players):
        if (player.start is None or player.each is None) and index + 1 not in box.boards:
            what = f"the box has no board {index + 1}"
            so = "the pieces of this player are not checked"
            yield str(fault(document, ("players", index), what, so))
