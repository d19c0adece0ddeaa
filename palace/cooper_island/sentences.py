"""The English sentences of reasons and remedies, by key.

`{at}` is a space, or the player if no other place is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from palace.cooper_island.peninsula import OFF, SIGNS
from palace.core.errors import either
from palace.core.verdict import Language
from palace.scoring.score import counted

_STEPS = {
    "draw": ("draw a double tile", "draws", "double tile", ""),
    "lay": ("lay a double tile", "lays", "double tile", ""),
    "boat": ("build an income boat", "builds", "boat", ""),
    "build": ("put up a building", "puts up", "building", ""),
    "take": ("take one resource or coin", "takes", "resource or coin", ""),
    "ruin": ("take a ruin into the workshop", "takes", "ruin", ""),
    "statue": ("put up a statue", "puts up", "statue", ""),
    "crate": ("take a crate", "takes", "crate", ""),
    "islet again": (
        "have the effect of an islet", "has the effect of", "islet", " that no ship passes",
    ),
    "boat again": ("have the effect of a boat", "has the effect of", "boat", ""),
    "islet": ("lay an islet", "lays", "islet", ""),
}  # fmt: skip
"""Kinds of steps: in an offer; then, for steps done, the verb, the noun and an addition."""

_CAUSES = {
    "boat": "boat {}",
    "islet": "islet {}",
    "crate": "crate {}",
    "small": "a small building",
    "large": "a large building",
    "fortress": "the fortress",
    "statue": "a statue",
    "new-boat": "building a boat",
    "new-statue": "putting up a statue",
    "new-crate": "taking a crate",
    "card": "the card {}",
    "drawn-card": "the card of a building",
    "cover": "a crate",
    "logbook": "a logbook",
    "reactivation": "reactivating a {}",
    "exchange": "the exchange",
    "area": "area {}",
    "written": "the entry",
}
"""Sources of goods and costs by kind; the name of the source replaces the braces."""

_KINDS = {"boat": "a boat", "islet": "an islet", "crate": "a crate"}
"""Sources with numbers, named without their number."""

_WORKERS = {"worker": "normal", "special": "special"}


def offer_words(offered: Iterable[Mapping[str, int]]) -> str:
    """Return offers in words."""
    texts = []
    for offer in offered:
        parts = [
            _STEPS[kind][0]
            if count == 1
            else f"{kind} {count} double tiles"
            if kind in ("draw", "lay")
            else f"{_STEPS[kind][0]}, {count} times"
            for kind, count in offer.items()
        ]
        texts.append(" and ".join(parts))
    return ", or ".join(texts) or "nothing"


def cause_words(cause: tuple[str, int | str]) -> str:
    """Return a source of goods or costs in words: `boat 3`."""
    kind, name = cause
    return _CAUSES[kind].format(name)


def kind_words(cause: tuple[str, int | str]) -> str:
    """Return the words of a note: `a boat` for `boat 3`, so that all boats are counted together."""
    return _KINDS.get(cause[0]) or cause_words(cause)


def _joining(between: str, nothing: str = "") -> Callable[[Iterable[object]], str]:
    return lambda values: between.join(map(str, values)) or nothing


def _counting(noun: str) -> Callable[[int], str]:
    return lambda count: counted(count, noun)


def _whose_words(whose: tuple[str, object] | None) -> str:
    if whose is None:
        return ""
    name, what = whose
    return f"{what} of {name}: " if isinstance(what, str) else f"{name}, {what}: "


def _done_words(done: tuple[tuple[str, int], ...]) -> str:
    parts = []
    for kind, count in done:
        _, verb, noun, rest = _STEPS[kind]
        parts.append(f"{verb} {counted(count, noun)}{rest}")
    return " and ".join(parts)


def _where_words(where: Iterable[tuple[str, str]]) -> str:
    parts = [
        ("the rest of the income phase" if kind else "the income phase")
        if place == "income"
        else f"{place} for a {_WORKERS[kind]} worker"
        for place, kind in where
    ]
    return f"{' and '.join(parts) or 'this entry'} offer{'s' * (len(parts) < 2)}"


def _moment_words(moment: tuple[str, int]) -> str:
    phase, number = moment
    if phase == "over":
        return "the end"
    if phase == "setup":
        return f"round {number}" if number else "the set-up"
    return f"{phase} of round {number}"


FORMATS: Mapping[str, Callable[[Any], str]] = MappingProxyType({
    "and": _joining(" and "),
    "or": _joining(" or "),
    "list": _joining(", ", "none"),
    "spaced": _joining(" "),
    "either": either,
    "doubles": _joining(", ", "no double tile"),
    "ruins": _joining(", ", "no space"),
    "points": _counting("helm point"),
    "anchors": _counting("anchor"),
    "crates": _counting("crate"),
    "logbooks": _counting("logbook"),
    "idle": _counting("idle worker"),
    "statues": _counting("statue"),
    "sign": lambda sign: SIGNS.get(sign, OFF),
    "whose": _whose_words,
    "worker": _WORKERS.__getitem__,
    "cause": cause_words,
    "offers": lambda offers: offer_words(map(dict, offers)),
    "done": _done_words,
    "where": _where_words,
    "moment": _moment_words,
})  # fmt: skip
"""The formats of this language: the words after a colon in a sentence."""

_LAYING = {
    # how a tile is laid
    "shape.same": "no double tile has two halves of {terrain}",
    "shape.apart": "{at} is {away} steps from {other}, not one",
    "shape.one": "both halves would lie on {at}",
    "space": "{at} is {sign:sign}, not land",
    "sea": "{at} is {sign:sign}, not water along the coast",
    "sea.taken": "{at} already has an islet tile",
    "stock.double": "no double tile at hand has this side: the player has {doubles:doubles}",
    "stock.singles": "no single tile is left",
    "stock.islets": "all islet tiles of the player have been laid",
    "cartographer": "levelling costs {cost} step, and the cartographer has none left",
    "ruin": "a ruin lies on {at}",
    "building": "a {piece} stands on {at}",
    "cube": "a cube of {cube} lies on {at}",
    "levelling": "{terrain} cannot be laid on the single {below} under it at {at}",
    "levelling.aside": "the single tile at {at} is under neither half",
    "terrain": "{terrain} cannot be laid on {below}, the terrain of {at}",
    "level": "{at} is at level {lower}, {other} at level {higher}",
    "connection": "no tile is beside or under {spaces:or}",
    "beach": "the tile would cover the rest of beach {number} ({beach:spaced})",
    "gold.none": "{tile} has no mountain to give gold",
    "gold.low": "gold needs a mountain of {least} tiles, and {at} would have {height}",
    "gold.always": "a mountain of {height} tiles always gives gold, and {at} would have one",
    # where a building or statue is put
    "space.standing": "{at} is {sign:sign}, not land",
    "free.piece": "a {piece} stands on {at}",
    "free.cube": "a cube of {cube} lies on {at}",
    "free.bare": "no tile lies on {at}",
    "highest": "{at} is at level {height}, and {other} is free at level {higher}",
}
"""Sentences about a placement, which say first whose it is."""

_TEXTS = {
    **{key: f"{{whose:whose}}{text}" for key, text in _LAYING.items()},
    # rounds and phases
    "round-order": "{heading} cannot follow {now:moment}",
    "phase": "{who}: {at} belongs to the phase {phase}, and the phase is {now}",
    "phase.over": "{who}: {at} is written after the end of the game",
    "phase.none": "{who}: {at} is written before a phase has begun",
    # income
    "income.boats": "{at} does not take the income of boat {boats:and}",
    "income.islet": "{at} lays no islet in this round",
    # workers
    "worker-order.many": "{at} places {count} workers in one turn",
    "worker-order.turn": "{at} places a worker in the turn of {due}",
    "worker-order.left": "{at} has {count:idle} left",
    "worker": "{at} has no idle {kind:worker} worker",
    "worker-order.free": "{at} writes {verb} in the turn of {due}",
    "area": "{at} already has a worker in {area}",
    "area-action": "{at} {done:done}; {where:where}: {offers:offers}",
    "toll.none": "{at} pays a toll in {area}, where no other player has a worker",
    "toll.both": "{at} pays the toll and also takes an anchor",
    "toll.owed": "{at} owes {other} one resource or coin",
    "toll.pieces": "{at} pays {payment}, and the toll is one resource or coin",
    # what is built, taken and hired
    "boat.built": "{at} has already built boat {number}",
    "boat.none": "there is no boat {number}",
    "boat.not-built": "{owner} has not built boat {number}",
    "boat.received": "{at} has already had the income of boat {number} in this round",
    "buildings": "{at} has already built {has} of {most} {kind} buildings",
    "card.fortress": "the fortress of {at} has no card",
    "card.unknown": "{at} draws {card}, which is not a card of {box}",
    "card.deck": "{at} draws {card} for a {kind} building, and it is a card for {deck} ones",
    "card.used": "{at} has already used {card}",
    "card.none": "{at} has no large building with the card {card}",
    "workshop.full": "the workshop of {at} is full",
    "workshop.empty": "the workshop of {at} is empty",
    "workshop.slot": "{at} puts a ruin into slot {slot} of the workshop, which has one",
    "workshop.no-slot": "there is no slot {slot} in the workshop of {at}",
    "workshop.ruin": "{who} takes a ruin from {at}, where there is none",
    "crate.taken": "{at} has already taken crate {number}",
    "crate.none": "there is no crate {number}",
    "crate.turned": "{at} turns cargo card {number}, which is already turned",
    "crate.round": "{at} turns cargo card {number}, which is not the card of this round",
    "crate.no": "{at} covers {effect} without a crate",
    "crate.not-free": "{at} covers {effect} and has {count:crates}, none of them free",
    "crate.covered": "a crate of {at} already covers {effect}",
    "crate.with": "{at} covers {effect} and names goods",
    "crate.without": "{at} covers {effect} and names no resources",
    "crate.goods": "{at} takes {goods} from a crate that gives two resources",
    "milestone.flipped": "{at} has already flipped this milestone",
    "milestone.all": "{at} has already flipped all {most} milestones",
    "milestone.unknown": "{at} flips {name}, which is not a milestone of {box}",
    "milestone.worker": "no {kind:worker} worker of {at} is left to hire",
    "royal-order.normal": "{at} hires a normal worker and sends one to a royal order",
    "royal-order.none-sent": "{at} hires a special worker and sends none to a royal order",
    "royal-order.idle": "{at} has no idle {kind:worker} worker to send",
    "royal-order.two": "royal order {number} is not used with two players",
    "royal-order.taken": "royal order {number} is taken by {holder}",
    # tiles of a log
    "hand": "{at} has no double tile in hand",
    "stock.laid": "{at} has already laid islet {number}",
    "stock.beyond": "there is no islet {number}: a player has {most}",
    "cartographer-steps": "the cartographer of {at} needs {cost} steps and has {has}",
    "cartographer-uses": "{at} uses the cartographer a second time in this {each}",
    # goods
    "goods.place": "{at} has {there} of {amount} {kind} in the {place}",
    "goods.stores": "{at} has {there} of {amount} {kind} in {stores:and}",
    "goods.other-cube": "the cube of {who} on {at} is {cube}, not {kind}",
    "goods.no-cube": "{who} has no cube of {kind} on {at}",
    "goods.stored": "the {kind} of {at} is already in the storage",
    "cost": "{cause:cause} costs {cost}; {at} pays {paid}",
    "cost.less": "{cause:cause} costs {cost}, {less} less; {at} pays {paid}",
    "storage": "{at} stores {count} cubes and coins, and the storage has {spaces} spaces",
    "exchange": "{at} exchanges {goods} for {wanted}: there is no such rate",
    "effect": "{cause:cause} gives {known}, and {written} is written down",
    "effect.any": "{cause:cause} gives {count} of any kind, and the kind is not written down",
    "effect.single": "a single tile at level {height} costs {known} steps, and {written} are "
    "written down",
    "effect.food": "{count} workers of {at} need {known} food, and {written} is written down",
    # the sea
    "helm-points.few": "{at} sails {count} and has {has:points}",
    "helm-points.split": "{at} sails {count} of gains of {gains:and}: all points of a gain move "
    "one ship",
    "helm-points.left": "{at} has {has:points} left to sail",
    "anchors.uneven": "{at} puts an anchor under the {ship}, which already has {more} more",
    "anchors.due": "{at} has {count:anchors} to put under the ships",
    "anchors.none": "{at} has no anchor to put under a ship",
    "harbour.unpaid": "{at} passes the harbour of {other} and pays nothing",
    "harbour.none": "no ship of {at} passes the harbour of {other} in this entry",
    "harbour.both": "{at} pays for the harbour and also takes an anchor",
    "harbour.owed": "{at} owes {other} one resource or coin",
    "harbour.pieces": "{at} pays {payment}, and the harbour costs one resource or coin",
    "logbook": "no ship of {at} comes to a logbook in this entry",
    "logbook.near": "the {ship} of {at} has {logbooks:logbooks} and {beaches} beaches after that, "
    "and the next logbook is on beach {gap}",
    "islet-passed": "{owner} has laid no islet {number}",
    # the clean-up
    "clean-up.order": "{at}: {verb} comes before {later}",
    "clean-up.twice": "{at}: {verb} is done a second time",
    "clean-up.no-statue": "{at} has no statue on the peninsula",
    "clean-up.no-road": "the road of {at} is not complete: no tile lies on {bare:list}",
    "clean-up.statues": "{at} takes no helm points for {count:statues}",
    "clean-up.road": "{at} takes no helm points for the road",
    "feeding.goods": "{at} feeds workers with {goods}",
    "feeding.none": "{at} does not feed the workers",
    "reactivation": "{at} reactivates {what} {name}, which is not used",
    # what the box holds
    "box-limit": "{at} has {count} {what}, and the box has {left} left",
    "box-limit.uncovered": "{at} has {count} uncovered spaces, and {layout} has {most} spaces of "
    "land",
    "box-limit.royal-orders": "{at} has points for {count} royal orders",
    "box-limit.building-cards": "{at} has points for {count} building cards",
}

_REMEDIES = {
    # tiles
    "tile.other": "lay another kind of tile",
    "tile.at-hand": "at hand: {tiles:list}",
    "tile.draw": "draw a double tile first",
    "tile.terrains": "combine {one} with {others:either}",
    "elsewhere": "{near:or}",
    "nowhere": "this tile cannot be laid anywhere",
    "first.ruin": "take the ruin to the workshop first",
    "first.cube": "spend or store the cube first",
    "first.step": "gain a step first",
    "first-or.ruin": "take the ruin to the workshop first, or {near:or}",
    "first-or.cube": "spend or store the cube first, or {near:or}",
    "first-or.step": "gain a step first, or {near:or}",
    "standing.on": "put it on {spaces:or}",
    "standing.none": "take the cube from a tile first",
    # leave out, or write something else
    "leave-out": "leave it out",
    "leave-out.some": "leave {more} out",
    "leave-out.card": "leave the card out",
    "leave-out.statues": "leave statues out",
    "leave-out.road": "leave road out",
    "next": "write {following} next",
    "next.nothing": "leave it out",
    "below.phase": "write it below {phase}",
    "below.any": "write it below income, workers or clean-up",
    "order": "change the order",
    "once": "take it once in each round",
    "write.which": "write the kind, such as gives 1 wood",
    "write.gives": "write gives {known}, or correct the box",
    "write.for": "write for {known}, or correct the box",
    "write.of": "write of {known}, or correct the box",
    # what there is
    "free": "free: {free:list}",
    "left": "left: {left:list}",
    "built": "built: {built:list}",
    "to-build": "to be built: {left:list}",
    "laid": "laid: {laid:list}",
    "flipped": "flipped: {flipped:list}",
    "ready": "ready: {ready:list}",
    "used": "used: {used:list}",
    "ruins": "ruins are on {ruins:ruins}",
    "milestones": "the milestones are {names:list}",
    # workers, and what they build, take and hire
    "worker.one": "place one worker in a turn",
    "worker.due": "{due} places one first",
    "free.own": "write it in a turn of {at}",
    "worker.all": "place all before the clean-up",
    "worker.first": "place a worker first, in the same entry",
    "worker.other": "place a {other:worker} worker",
    "worker.hire": "hire one first",
    "takes": "write takes {other}",
    "none-left": "all workers are hired",
    "sends.add": "add sends worker to 1",
    "sends.other": "write sends {other}",
    "sends.none": "leave sends out, or write takes special",
    "card.near": "did you mean {near}?",
    "card.correct": "correct it, or the box",
    "card.deck": "name a card for this kind of building",
    "statue.first": "put up a statue first",
    "ruin.first": "take a ruin into it first",
    "crate.take": "take a crate in H, or reactivate one",
    "crate.cover": "name goods only in cover resources, such as cover resources 1 wood 1 food",
    "crate.two": "take two resources; coins are another effect",
    # tiles of a log
    "hand.draw": "draw one first",
    "steps.win": "gain steps in A, E or G first",
    "wait": "wait for the next {each}",
    # goods
    "pay.nothing": "pay nothing",
    "pay.one": "pay one of them",
    "pay.one-of-them": "leave one of the two out",
    "pay.whole": "pay the whole cost",
    "pay.add": "add {part} 1 coin, or anchor cutter",
    "pay.more": "pay {short} more",
    "pay.some": "pay {missing} of {short} more",
    "goods.there": "at hand: {has}",
    "goods.no-cube": "at hand: {has}, and no cube of {kind} on the peninsula",
    "goods.cubes": "pay with cubes: {cubes:or}",
    "goods.market": "store it first, or pay with cubes: the market pays only for exchanges "
    "(ruling market-pays)",
    "cubes.on": "cubes of {kind} are on {spaces:or}",
    "cubes.none": "no space has a cube of {kind}",
    "store.from": "store from the market or the peninsula",
    "store.use": "use {more} first, or do not store them",
    "exchanges": "rates: 2 cloth for 1 coin, 2 {rare} for 1 resource, 4 of any kind for 1",
    # the sea
    "sail.some": "sail {has}",
    "sail.none": "do not sail",
    "sail.whole": "use all points of a gain for one ship",
    "sail.add": "add sail cutter {has} or sail two-master {has}",
    "anchor.other": "put it under the {other}",
    "anchor.add": "add anchor cutter or anchor two-master",
    "harbour.add": "add harbour {other} pay 1 coin, or harbour {other} anchor cutter",
    "logbook.count": "write at most {most} beaches, or count the logbook",
    "logbook.sail": "sail to one first, or leave it out",
    # the clean-up
    "feed.food": "pay food",
    "feed.add": "add feed with a payment, or feed nothing",
    "receive.add": "add receive with the number of each",
    "islet.add": "add an islet, such as {near}",
    "statues.add": "add statues; sail cutter {count}",
    "road.add": "add road; sail cutter {count}",
    # final sheets
    "box.limit": "all players together have at most {most}",
    "box.land": "write at most {most}, or name the layout of your box: peninsula",
    "box.most": "a player can have {most}",
}

ENGLISH = Language(_TEXTS, _REMEDIES, FORMATS)
"""The sentences of all reasons of this game."""
