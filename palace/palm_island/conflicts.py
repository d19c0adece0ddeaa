"""Values of a Palm Island record that are good by themselves and do not fit together.

Works on the plain data of a document, which may be of any type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palace.core.errors import Problem
from palace.files.document import Document
from palace.files.problems import fault
from palace.palm_island.cards import NUMBERS, TRACKER
from palace.palm_island.rules import Rulings
from palace.palm_island.specials import KINDS, CardPool, Disaster, entries, tables_in

Path = tuple[str | int, ...]

SEVERAL = ("coop", "casual", "speed")
"""The modes for two players and more."""

OWN_KEYS = {
    "feats": ("solo",),
    "disaster": ("coop",),
    "level": ("coop",),
    "ability": ("coop",),
    "upgraded": ("coop",),
    "middle": ("casual", "speed"),
    "finish": ("speed",),
}
"""The modes of the keys that not all modes have."""

_ENTER = {
    "feats": "id, name, unlock, needs and areas",
    "disasters": "id, name and levels",
    "abilities": "id, name, cost, needs and says",
    "outposts": "id, name, terrain, points, needs and speed",
    "villagers": "id, name, cost, points and active",
}


def conflicts(document: Document, card_pool: CardPool) -> Iterator[Problem]:
    """Yield every conflict; `card_pool` holds the cards of the record and its box."""
    data = document.data
    mode = data.get("mode", "solo")
    if mode == "solo" or mode in SEVERAL:
        yield from _modes(document, str(mode))
    yield from _middle(document, mode, card_pool)
    names: list[str] = []
    for seat, player in enumerate(tables_in(data.get("players"))):
        name = player.get("name")
        if isinstance(name, str) and name in names:
            what = f"two players are called {name!r}"
            yield fault(document, ("players", seat, "name"), what, "give each a name of their own")
        elif isinstance(name, str):
            names.append(name)
        yield from _player(document, seat, player, card_pool, mode)
    if mode == "speed":
        yield from _finish(document, names)
    answers = data.get("rulings")
    for name, value in answers.items() if isinstance(answers, dict) else ():
        if isinstance(value, str) and (wrong := Rulings.problem(name, value)):
            yield fault(document, ("rulings", name), *wrong)


def _modes(document: Document, mode: str) -> Iterator[Problem]:
    """Yield problems with the number of players, and with keys of other modes."""
    data = document.data
    players = data.get("players")
    if mode == "solo" and isinstance(players, list) and len(players) != 1:
        what = f"{len(players)} players in a solo game"
        yield fault(document, ("players",), what, "a solo game has one player")
    if mode in SEVERAL and isinstance(players, list) and len(players) < 2:
        what = "one player" if players else "no players"
        yield fault(document, ("players",), f"{what} in a {mode} game", "two or more can play it")
    for key, modes in OWN_KEYS.items():
        if data.get(key) and mode not in modes:
            verb = "are" if key == "feats" else "is"
            what = f"{key} {verb} for {' and '.join(modes)} games"
            yield fault(document, (key,), what, "leave them out" if key == "feats" else
                        "leave it out", key=True)  # fmt: skip
    if mode == "coop" and data.get("disaster") is None:
        remedy = 'add disaster = "..." with the id of a disaster'
        yield fault(document, ("disaster",), "this key is missing", remedy)


def unknown(document: Document, path: Path, name: str, kind: str) -> Problem:
    """Return the problem of a card that is neither in the record nor in its box."""
    what = f"{name!r:.40} is not transcribed"
    hint = f"enter it: [[{kind}]] with {_ENTER[kind]}"
    if document.kind == "json":
        hint = f"enter it: {kind} with {_ENTER[kind]}"
    return fault(document, path, what, hint)


def _of_kind(
    document: Document, path: Path, name: Any, kinds: tuple[str, ...], card_pool: CardPool
) -> Iterator[Problem]:
    if not isinstance(name, str):
        return  # reported by the schema
    found = card_pool.kind(name)
    if found is None:
        yield unknown(document, path, name, kinds[0])
    elif found not in kinds:
        what = f"{name} is {_a(KINDS[found].noun)}"
        yield fault(document, path, what, f"name {' or '.join(_a(KINDS[k].noun) for k in kinds)}")


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'ao' else 'a'} {noun}"


def _middle(document: Document, mode: Any, card_pool: CardPool) -> Iterator[Problem]:
    """Yield problems with the disaster, the ability and the cards in the middle."""
    data = document.data
    yield from _of_kind(document, ("disaster",), data.get("disaster"), ("disasters",), card_pool)
    yield from _of_kind(document, ("ability",), data.get("ability"), ("abilities",), card_pool)
    disaster, level = card_pool.one(Disaster, data.get("disaster")), data.get("level")
    if disaster is not None and disaster.levels and isinstance(level, int):
        count = len(disaster.levels)
        if level > count:
            what = f"{disaster.title} has {count} levels, not {level}"
            yield fault(document, ("level",), what, f"at most {count}")
    kinds = ("outposts", "villagers") if mode == "speed" else ("outposts",)
    found: list[Any] = []
    for at, name in enumerate(entries(data.get("middle"))):
        if isinstance(name, str) and name in found:
            what = f"{name} is named twice"
            yield fault(document, ("middle", at), what, "each card once")
        else:
            yield from _of_kind(document, ("middle", at), name, kinds, card_pool)
        found.append(name)
    lie = {card_pool.kind(name) for name in found if isinstance(name, str)}
    if lie >= {"outposts", "villagers"}:
        what = "outposts and villagers are mixed"
        yield fault(document, ("middle",), what, "name only outposts, or only villagers")


def _player(
    document: Document, seat: int, player: dict[str, Any], card_pool: CardPool, mode: Any
) -> Iterator[Problem]:
    """Yield problems with a deal, or with the position a game goes on from."""
    path: Path = ("players", seat)
    if isinstance(player.get("deal"), list):
        yield from _deal(document, (*path, "deal"), player["deal"], card_pool, mode)
        for key in ("position", "owned", "villagers"):
            if player.get(key):
                what = f"a player with a deal has no {key}"
                yield fault(document, (*path, key), what, "leave it out, or the deal", key=True)
    elif player and player.get("deal") is None and player.get("position") is None:
        add = "deal = ..." if document.kind == "toml" else '"deal": ...'
        yield fault(document, (*path, "deal"), "this key is missing", f"add {add}")
    for key, kinds in (("owned", ("villagers", "outposts")), ("villagers", ("villagers",))):
        for at, name in enumerate(entries(player.get(key))):
            yield from _of_kind(document, (*path, key, at), name, kinds, card_pool)


def _finish(document: Document, names: list[str]) -> Iterator[Problem]:
    """Yield problems with the order of finish, which names every player once a round."""
    for at, order in enumerate(entries(document.data.get("finish"))):
        if not isinstance(order, list):
            continue  # reported by the schema
        texts = [name for name in order if isinstance(name, str)]
        if sorted(texts) != sorted(names):
            what = f"round {at + 1} names {', '.join(texts) or 'no player'}"
            yield fault(document, ("finish", at), what, f"each once: {', '.join(names)}")


def _deal(
    document: Document, path: Path, deal: list[Any], card_pool: CardPool, mode: Any
) -> Iterator[Problem]:
    """Yield problems with a deal: each core card once, then the feats in use and the villagers."""
    seen: set[Any] = set()
    for at, card in enumerate(deal[:100]):
        where = (*path, at)
        if isinstance(card, bool) or not isinstance(card, int | str):
            continue  # reported by the schema
        if card in seen:
            yield fault(document, where, f"card {card} is dealt twice", "each card once")
            continue
        seen.add(card)
        if isinstance(card, str):
            before = any(isinstance(later, int) for later in deal[at:100])
            yield from _special(document, where, card, card_pool, mode, before)
        elif card not in NUMBERS:
            hint = "the tracker is not dealt" if card == TRACKER else "the cards are 1 to 16"
            yield fault(document, where, f"there is no card {card!r:.40}", hint)
    missing = [str(number) for number in NUMBERS if number not in seen]
    if missing:
        names = f"card{'s' * (len(missing) > 1)} {', '.join(missing)}"
        what = f"{names} {'is' if len(missing) == 1 else 'are'} missing"
        yield fault(document, path, what, "deal every card from 1 to 16, top first")


def _special(
    document: Document, path: Path, name: str, card_pool: CardPool, mode: Any, before: bool
) -> Iterator[Problem]:
    """Yield problems with a feat or a villager in a deal; `before` is true if cards follow it."""
    kind = card_pool.kind(name)
    if kind is None:
        yield unknown(document, path, name, "villagers" if mode == "casual" else "feats")
    elif kind not in ("feats", "villagers"):
        yield from _of_kind(document, path, name, ("feats", "villagers"), card_pool)
    elif before:
        yield fault(document, path, f"the {KINDS[kind].noun} {name} is dealt among the cards",
                    f"put {kind} last")  # fmt: skip
    elif kind == "villagers" and mode in ("coop", "speed"):
        hint = "they are for solo and casual games"
        hint += "; name them in middle" if mode == "speed" else ""
        yield fault(document, path, f"the villager {name} is dealt in a {mode} game", hint)
    elif kind == "feats" and mode in SEVERAL:
        what = f"the feat {name} is dealt in a {mode} game"
        yield fault(document, path, what, "feats are for solo games")
