"""Values of a record, plain data of any type, that are good by themselves and do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palace.core.errors import Problem, either
from palace.files.document import Document
from palace.files.models import keys_of
from palace.files.problems import Path, entries, fault, names_twice, rulings_of, tables_in
from palace.palm_island.cards import NUMBERS, TRACKER
from palace.palm_island.rules import Rulings
from palace.palm_island.specials import KINDS, CardPool, Disaster

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


def conflicts(document: Document, pool: CardPool) -> Iterator[Problem]:
    """Yield every conflict; `pool` holds the cards of the record and its box."""
    yield from _Check(document, pool, document.data.get("mode", "solo")).all()


@dataclass(frozen=True)
class _Check:
    document: Document
    pool: CardPool
    mode: object

    def fault(self, path: Path, what: str, remedy: str, *, key: bool = False) -> Problem:
        return fault(self.document, path, what, remedy, key=key)

    def all(self) -> Iterator[Problem]:
        data = self.document.data
        if self.mode in ("solo", *SEVERAL):
            yield from self.keys_of_mode()
        yield from self.middle()
        players = tables_in(data.get("players"))
        yield from names_twice(self.document)
        for seat, player in enumerate(players):
            yield from self.player(("players", seat), player)
        if self.mode == "speed":
            names = (player.get("name") for player in players)
            yield from self.finish([*dict.fromkeys(n for n in names if isinstance(n, str))])
        yield from rulings_of(self.document, Rulings)

    def keys_of_mode(self) -> Iterator[Problem]:
        """Yield problems with the number of players, and with keys of other modes."""
        data, mode = self.document.data, self.mode
        players = data.get("players")
        count = len(players) if isinstance(players, list) else None
        if count is not None and (count != 1 if mode == "solo" else count < 2):
            many = {0: "no players", 1: "one player"}.get(count, f"{count} players")
            remedy = "two or more can play it"
            if mode == "solo":
                remedy = f"one plays solo, several {either(SEVERAL)}"
            yield self.fault(("players",), f"{many} in a {mode} game", remedy)
        for key, modes in OWN_KEYS.items():
            if data.get(key) and mode not in modes:
                verb, them = ("are", "them") if key == "feats" else ("is", "it")
                what = f"{key} {verb} for {' and '.join(modes)} games"
                yield self.fault((key,), what, f"leave {them} out", key=True)
        if mode == "coop" and data.get("disaster") is None:
            remedy = 'add disaster = "..." with the id of a disaster'
            yield self.fault(("disaster",), "this key is missing", remedy)

    def of_kind(self, path: Path, name: object, *kinds: str) -> Iterator[Problem]:
        """Yield the problem if a name is not that of a card of some kinds."""
        if not isinstance(name, str):
            return  # reported by the schema
        found = self.pool.kind(name)
        if found is None:
            table = kinds[0] if self.document.kind == "json" else f"[[{kinds[0]}]]"
            keys = ", ".join(key for key in keys_of(KINDS[kinds[0]]) if key != "provenance")
            hint = f"enter it: {table} with {keys}"
            yield self.fault(path, f"{name!r:.40} is not transcribed", hint)
        elif found not in kinds:
            nouns = " or ".join(_a(KINDS[kind].noun) for kind in kinds)
            yield self.fault(path, f"{name} is {_a(KINDS[found].noun)}", f"name {nouns}")

    def middle(self) -> Iterator[Problem]:
        data = self.document.data
        yield from self.of_kind(("disaster",), data.get("disaster"), "disasters")
        yield from self.of_kind(("ability",), data.get("ability"), "abilities")
        disaster, level = self.pool.one(Disaster, data.get("disaster")), data.get("level")
        count = 0 if disaster is None else len(disaster.levels)
        if disaster is not None and isinstance(level, int) and level > count > 0:
            what = f"{disaster.title} has {count} levels, not {level}"
            yield self.fault(("level",), what, f"at most {count}")
        kinds = ("outposts", "villagers") if self.mode == "speed" else ("outposts",)
        found: list[object] = []
        for at, name in enumerate(entries(data.get("middle"))):
            if isinstance(name, str) and name in found:
                yield self.fault(("middle", at), f"{name} is named twice", "each card once")
            else:
                yield from self.of_kind(("middle", at), name, *kinds)
            found.append(name)
        if {self.pool.kind(name) for name in found} >= {"outposts", "villagers"}:
            what = "outposts and villagers are mixed"
            yield self.fault(("middle",), what, "name only outposts, or only villagers")

    def player(self, path: Path, player: dict[str, object]) -> Iterator[Problem]:
        bare = player.get("deal") is None and player.get("position") is None
        if isinstance(deal := player.get("deal"), list):
            yield from self.deal((*path, "deal"), deal)
            for key in ("position", "owned", "villagers"):
                if player.get(key):
                    what = f"a player with a deal has no {key}"
                    yield self.fault((*path, key), what, "leave it out, or the deal", key=True)
        elif player and bare and ("total" not in player or "moves" in player):
            add = "deal = ..." if self.document.kind == "toml" else '"deal": ...'
            yield self.fault((*path, "deal"), "this key is missing", f"add {add}")
        for at, name in enumerate(entries(player.get("owned"))):
            yield from self.of_kind((*path, "owned", at), name, "villagers", "outposts")
        for at, name in enumerate(entries(player.get("villagers"))):
            yield from self.of_kind((*path, "villagers", at), name, "villagers")

    def finish(self, names: list[str]) -> Iterator[Problem]:
        for at, order in enumerate(entries(self.document.data.get("finish"))):
            if not isinstance(order, list):
                continue  # reported by the schema
            texts = [name for name in order if isinstance(name, str)]
            if sorted(texts) != sorted(names):
                what = f"round {at + 1} names {', '.join(texts) or 'no player'}"
                yield self.fault(("finish", at), what, f"each once: {', '.join(names)}")

    def deal(self, path: Path, deal: list[object]) -> Iterator[Problem]:
        seen: set[object] = set()
        for at, card in enumerate(entries(deal)):
            where = (*path, at)
            if isinstance(card, bool) or not isinstance(card, int | str):
                continue  # reported by the schema
            if card in seen:
                yield self.fault(where, f"card {card} is dealt twice", "each card once")
                continue
            seen.add(card)
            if isinstance(card, str):
                last = not any(isinstance(later, int) for later in entries(deal)[at:])
                yield from self.dealt_by_id(where, card, last)
            elif card not in NUMBERS:
                hint = "the tracker is not dealt" if card == TRACKER else "the cards are 1 to 16"
                yield self.fault(where, f"there is no card {card!r:.40}", hint)
        missing = [str(number) for number in NUMBERS if number not in seen]
        if missing:
            is_are = "is" if len(missing) == 1 else "are"
            what = f"card{'s' * (len(missing) > 1)} {', '.join(missing)} {is_are} missing"
            yield self.fault(path, what, "deal every card from 1 to 16, top first")

    def dealt_by_id(self, path: Path, name: str, last: bool) -> Iterator[Problem]:
        """Yield problems with a feat or a villager in a deal; `last` if no core card follows."""
        kind, mode = self.pool.kind(name), self.mode
        if kind is None:
            yield from self.of_kind(path, name, "villagers" if mode == "casual" else "feats")
        elif kind not in ("feats", "villagers"):
            yield from self.of_kind(path, name, "feats", "villagers")
        elif not last:
            what = f"the {KINDS[kind].noun} {name} is dealt among the cards"
            yield self.fault(path, what, f"put {kind} last")
        elif kind == "villagers" and mode in ("coop", "speed"):
            hint = "they are for solo and casual games"
            hint += "; name them in middle" if mode == "speed" else ""
            yield self.fault(path, f"the villager {name} is dealt in a {mode} game", hint)
        elif kind == "feats" and mode in SEVERAL:
            what = f"the feat {name} is dealt in a {mode} game"
            yield self.fault(path, what, "feats are for solo games")


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'ao' else 'a'} {noun}"
