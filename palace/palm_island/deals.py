"""The set-up of new games: the same seed gives the same cards on every machine and Python."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, choice, players, records_head
from palace.contract.taps import Choice, Mood, Row, Taps, Told
from palace.core.errors import InputError, Problem, gather
from palace.core.provenance import HOUSE
from palace.palm_island import specials
from palace.palm_island.box import BOX
from palace.palm_island.cards import CORE, NUMBERS
from palace.palm_island.picture import BANDS
from palace.palm_island.state import State
from palace.palm_island.words import WORDS, called

MOST_PLAYERS = 4

T = TypeVar("T")

_HOUSE = "name a box that has it, such as --box house"


def shuffled(things: Sequence[T], seed: int, what: str) -> list[T]:
    """Return the things in an order that depends only on the seed and on `what`."""
    texts = [f"palm-island {what} {seed} {at}" for at in range(len(things))]
    order = sorted(range(len(things)), key=lambda at: hashlib.sha256(texts[at].encode()).digest())
    return [things[at] for at in order]


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
        raise InputError(*(one._replace(where="--deal") for one in error.problems)) from None


OPTIONS = ("seed", "deal", "mode", "box", "feat", "villagers", "disaster", "ability")

MODES = ("solo", "coop", "casual")


def new_game(
    players: Sequence[Mapping[str, object]], path: Path, given: Mapping[str, Any]
) -> dict[str, object]:
    """Return the data of a new game; whether its parts fit together is told where it is read.

    Raises `InputError` with every problem, each with its option of `palace play`.
    """
    problems: list[Problem] = []
    mode: str = given.get("mode") or MODES[0]
    if mode not in MODES:
        what = f"{mode!r:.40} is not a mode"
        raise InputError(Problem("--mode", what, f"it is one of {', '.join(MODES)}"))
    names = [str(player["name"]) for player in players] or ["Player"] * (mode == "solo")
    if not all(names):
        problems.append(Problem("--player", "the name is empty", "write one: --player Ana"))
    seed: int = secrets.randbelow(10**9) if given.get("seed") is None else given["seed"]
    name, dealt = given.get("box"), given.get("deal")
    box = gather(problems, "--box", lambda: BOX.load(name)) if name else None
    pool = specials.NO_CARDS if box is None else box.card_pool
    decks = [deal(seed, seat * (mode == "coop") + 1) for seat in range(len(names))]
    if dealt is not None and (start := gather(problems, "", lambda: read_deal(dealt))):
        decks = [[int(placed.card) for placed in start.deck[:-1]]] * len(names)

    def there(option: str, kind: type[specials.Special], *wanted: str) -> list[str]:
        """Return the ids that are wanted, shuffled all of the kind; note those that are not."""
        ids = [card.id for card in pool.every(kind)]
        known = f"name one of {', '.join(ids)}" if ids else _HOUSE
        what = f"there is no {kind.noun}"
        problems.extend(
            Problem(option, f"{what} {one!r}", known) for one in wanted if one not in ids
        )
        return [*wanted] or shuffled(ids, seed, kind.noun)

    more = there("--feat", specials.Feat, *feats) if (feats := given.get("feat")) else []
    if more and mode != "solo":
        problems.append(Problem("--feat", "feats are for solo games", "leave it out"))
    keys: dict[str, Any] = {"mode": mode}
    keys |= {key: given[key] for key in ("disaster", "ability") if given.get(key)}
    if mode == "coop":
        disasters = there("--disaster", specials.Disaster, *filter(None, [keys.get("disaster")]))
        if disasters:
            keys["disaster"] = disasters[0]
        else:
            problems.append(Problem("--disaster", "a cooperative game needs a disaster", _HOUSE))
        there("--ability", specials.Ability, *filter(None, [keys.get("ability")]))
    elif alien := [key for key in ("disaster", "ability") if key in keys]:
        what, remedy = f"a {mode} game has none", "leave it out, or add --mode coop"
        problems += [Problem(f"--{key}", what, remedy) for key in alien]
    if mode == "casual":
        outposts = shuffled(pool.every(specials.Outpost), seed, "outposts")
        first = {outpost.terrain: outpost.id for outpost in reversed(outposts)}
        keys["middle"] = [first[terrain] for terrain in specials.TERRAINS if terrain in first]
        problems += [
            Problem("--box", f"a casual game needs a {terrain} outpost", _HOUSE)
            for terrain in specials.TERRAINS if terrain not in first
        ]  # fmt: skip
    used = [*filter(None, (keys.get("disaster"), keys.get("ability"))), *keys.get("middle", ())]
    if given.get("villagers"):
        backs = {o.villager for o in pool.every(specials.Outpost) if o.id in used}
        free = [card.id for card in pool.every(specials.Villager) if card.id not in backs]
        more += shuffled(free, seed, "villagers")[: specials.DRAWN]
        if len(free) < specials.DRAWN:
            what = f"{specials.DRAWN} villagers are needed, and the box has {len(free)}"
            problems.append(Problem("--villagers", what, _HOUSE))
    if problems:
        raise InputError(*problems)
    # A solo game can earn every feat of the box.
    earned = [card.id for card in pool.every(specials.Feat)] if mode == "solo" else []
    tables = [{"name": name, "deal": [*deck, *more], "moves": ""}
              for name, deck in zip(names, decks, strict=True)]  # fmt: skip
    head = records_head("palm-island")
    return {**head, **keys, **pool.tables([*used, *more, *earned]), "players": tables}


def questions(answers: Mapping[str, Any], rulings: Mapping[str, str]) -> Iterator[Question]:
    yield players(1, MOST_PLAYERS)
    solo = len(answers[PLAYERS]) == 1
    words = {"solo": WORDS.text("new-solo"), "villagers": WORDS.text("new-villagers")}
    if not solo:
        words = {"coop": WORDS.text("new-coop"), "casual": WORDS.text("new-casual")}
    asked = choice("mode", "", WORDS.text("new-mode"), (*words,), next(iter(words)))
    yield replace(asked, shown_as=lambda word: words.get(word, word))

    title = WORDS.text("new-deal")
    yield Question("deal", "", title, lambda: (), str, default="", title=title, taps=_dealing)


def _dealing(text: str) -> Taps:
    """Return a key for each card, until it is dealt; the last one is dealt by itself."""
    dealt = text.split()
    left = [str(card) for card in NUMBERS if str(card) not in dealt]
    keys = []
    for card in map(str, NUMBERS):
        then = [card, *left] if len(left) == 2 else [card]
        answer = " ".join(dict.fromkeys([*dealt, *then])) if card in left else None
        name = CORE[int(card)].name
        text = called(name) if answer else str(dealt.index(card) + 1)
        note = WORDS.text("number", card=card)
        keys.append(Choice(f"card-{card}", text, answer, note=note, tint=BANDS[name]))
    told = WORDS.text("deal-so-far", count=len(dealt)) if dealt else WORDS.text("deal-own")
    mood: Mood = "unfinished" if dealt and left else "open"
    to_go, note = WORDS.text("deal-to-go", count=len(left)), WORDS.text("deal-order")
    draw = Choice("draw", WORDS.text("deal-draw"), "", note=note, on=not dealt)
    rows = Row(WORDS.text("new-deal"), (draw,), "list"), Row(told, (*keys,), "grid")
    return Taps(Told(to_go, mood), None, rows, " ".join(dealt))


def begun(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a game that begins so; `seed` among the answers shuffles the cards, and
    `today` is its date."""
    mode, alone = answers["mode"], len(answers[PLAYERS]) == 1
    given = {"mode": "solo" if alone else mode, "villagers": mode == "villagers",
             "seed": answers["seed"], "deal": answers["deal"] or None}  # fmt: skip
    given |= {} if mode == "solo" else {"box": HOUSE}
    data = new_game([{"name": name} for name in answers[PLAYERS]], Path("game.toml"), given)
    data |= {"laid": True} if answers["deal"] else {}
    return data | ({"date": date.fromisoformat(answers["today"])} if answers.get("today") else {})


def again(data: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    old, tables = ("laid", "level", "upgraded", "finish", "place", "notes"), []
    for seat, player in enumerate(data["players"], 1):
        more = [card for card in player.get("deal") or () if isinstance(card, str)]
        dealt = deal(given["seed"], seat if data.get("mode") == "coop" else 1)
        tables.append({"name": player["name"], "deal": [*dealt, *more], "moves": ""})
    kept = {key: value for key, value in data.items() if key not in old}
    return {**kept, "players": tables, "date": date.fromisoformat(given["today"])}


BEGINNING = Form(questions, begun, again=again)
