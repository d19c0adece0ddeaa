"""The sentences of reasons in English: what is wrong, and what would be legal, by their keys.

`{at}` is a space, or the player where no other place is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from palace.cooper_island.peninsula import OFF, SIGNS
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
        "have the effect of an islet", "has the effect of", "islet", ", which no ship passes",
    ),
    "boat again": ("have the effect of a boat", "has the effect of", "boat", ""),
    "islet": ("lay an islet", "lays", "islet", ""),
}  # fmt: skip
"""Kinds of steps that are offered; and done: the verb, what is counted, and what follows."""

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
    "written": "what is written down",
}
"""What gives goods or costs them, by the kind of a cause; its name goes between the braces."""

_KINDS = {"boat": "a boat", "islet": "an islet", "crate": "a crate"}
"""What has numbers, without its number."""

_WORKERS = {"worker": "normal", "special": "special"}


def offer_words(offered: Iterable[Mapping[str, int]]) -> str:
    """Return offers as a sentence names them."""
    texts = []
    for offer in offered:
        parts = [
            _STEPS[kind][0] if count == 1 else f"{kind} {count} double tiles"
            for kind, count in offer.items()
        ]
        texts.append(" and ".join(parts))
    return ", or ".join(texts) or "nothing"


def cause_words(cause: tuple[str, int | str]) -> str:
    """Return what gives goods or costs them: `boat 3`."""
    kind, name = cause
    return _CAUSES[kind].format(name)


def kind_words(cause: tuple[str, int | str]) -> str:
    """Return what a note names: `a boat` for `boat 3`, so that all are counted together."""
    return _KINDS.get(cause[0]) or cause_words(cause)


def _joining(between: str, nothing: str = "") -> Callable[[Iterable[object]], str]:
    return lambda values: between.join(map(str, values)) or nothing


def _counting(noun: str) -> Callable[[int], str]:
    return lambda count: counted(count, noun)


def _either_words(values: tuple[str, ...]) -> str:
    return f"{', '.join(values[:-1])} or {values[-1]}"


def _whose_words(whose: tuple[()] | tuple[str, str]) -> str:
    return f"{' of '.join(whose)}: " if whose else ""


def _done_words(done: tuple[tuple[str, int], ...]) -> str:
    parts = []
    for kind, count in done:
        _, verb, noun, rest = _STEPS[kind]
        parts.append(f"{verb} {counted(count, noun)}{rest}")
    return " and ".join(parts)


def _where_words(where: tuple[str, str]) -> str:
    place, kind = where
    if place == "income":
        return "what is left of the income phase" if kind else "the income phase"
    return f"{place} for a {_WORKERS[kind]} worker" if place else "this entry"


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
    "either": _either_words,
    "doubles": _joining(", ", "no double tile"),
    "ruins": _joining(", ", "nowhere any more"),
    "points": _counting("helm point"),
    "anchors": _counting("anchor"),
    "crates": _counting("crate"),
    "idle": _counting("idle worker"),
    "statues": _counting("statue"),
    "them": lambda count: "it" if count == 1 else "them",
    "sign": lambda sign: SIGNS.get(sign, OFF),
    "whose": _whose_words,
    "worker": _WORKERS.__getitem__,
    "cause": cause_words,
    "offers": lambda offers: offer_words(map(dict, offers)),
    "done": _done_words,
    "where": _where_words,
    "moment": _moment_words,
})  # fmt: skip
"""The formats of this language: what may follow the colon in a sentence."""

_TEXTS = {
    # how a tile is laid
    "shape.same": "no double tile shows two halves of {terrain}",
    "shape.apart": "{at} is {away} steps from {other}, not one",
    "shape.one": "both halves would lie on {at}",
    "space": "{at} is {sign:sign}, not land",
    "sea": "{at} is {sign:sign}, not water along the coast",
    "sea.taken": "an islet tile lies on {at} already",
    "stock.double": "no double tile at hand shows it: there is {doubles:doubles}",
    "stock.singles": "no single tile is left",
    "stock.islets": "all islet tiles of the player have been laid",
    "cartographer": "levelling costs {cost} step, and the cartographer has none left",
    "ruin": "a ruin lies on {at}",
    "building": "a {piece} stands on {at}",
    "cube": "a cube of {cube} lies on {at}",
    "levelling": "{terrain} does not lie on the single {below} put under it at {at}",
    "levelling.aside": "the single tile at {at} is under neither half",
    "terrain": "{terrain} does not lie on {below}, which {at} shows",
    "level": "{at} lies at level {lower}, {other} at level {higher}",
    "connection": "no tile lies beside or under {spaces:or}",
    "beach": "beach {number} ({beach:spaced}) would be covered whole",
    "gold.none": "{tile} has no mountain to give gold",
    "gold.low": "{at} would be {height} high, and gold comes from level {least}",
    "gold.always": "{at} would be {height} high, and there a mountain always gives gold",
    # where a building or statue is put
    "space.standing": "{whose:whose}{at} is {sign:sign}, not land",
    "free.piece": "{whose:whose}a {piece} stands on {at}",
    "free.cube": "{whose:whose}a cube of {cube} lies on {at}",
    "free.bare": "{whose:whose}no tile lies on {at}",
    "highest": "{whose:whose}{at} has level {height}, and {other} is free at {higher}",
    # rounds and phases
    "round-order": "{heading} stands after {now:moment}",
    "phase": "{who}: {at} belongs to the phase {phase}, and this is {now}",
    "phase.over": "{who}: {at} stands where the game is over",
    "phase.none": "{who}: {at} stands where no phase has begun",
    # workers
    "worker-order.many": "{at} places {count} workers in one turn",
    "worker-order.turn": "{at} places a worker, and it is the turn of {due}",
    "worker-order.left": "{at} has {count:idle} left",
    "worker": "{at} has no idle {kind:worker} worker",
    "area": "{at} places a worker in {area}: a worker stands there already",
    "area-action": "{at} {done:done}; {where:where} offers: {offers:offers}",
    "toll.none": "{at} pays to come to {area}, where nobody else stands",
    "toll.both": "{at} pays and takes an anchor",
    "toll.owed": "{at} owes {other} one resource or coin",
    "toll.pieces": "{at} pays {payment} where one resource or coin is due",
    # what is built, taken and hired
    "boat.built": "boat {number} of {at} is built already",
    "boat.none": "boat {number} of {at} does not exist",
    "boat.not-built": "{owner} has not built boat {number}",
    "boat.received": "{at} has had the income of boat {number} in this round",
    "buildings": "{at} has built {has} of {most} {kind} buildings already",
    "card.fortress": "the fortress of {at} has no card",
    "card.unknown": "{at} draws {card}, which is no card of {box}",
    "card.deck": "{at} draws {card} for a {kind} building, a card of {deck} ones",
    "card.used": "{at} uses {card} and has used it already",
    "card.none": "{at} uses {card} and has no large building of this name",
    "workshop.full": "the workshop of {at} is full",
    "workshop.empty": "the workshop of {at} is empty",
    "workshop.ruin": "{who} takes a ruin from {at}: no ruin lies there",
    "crate.taken": "crate {number} of {at} is taken already",
    "crate.none": "crate {number} of {at} does not exist",
    "crate.turned": "{at} turns cargo card {number}, which is turned already",
    "crate.round": "{at} turns cargo card {number}, which is not that of the round",
    "crate.no": "{at} covers {effect} and has no crate",
    "crate.not-free": "{at} covers {effect} and has {count:crates}, none of them free",
    "crate.covered": "the effect {effect} of {at} is covered already",
    "crate.with": "{at} covers {effect} with resources",
    "crate.without": "{at} covers {effect} and names no resources",
    "crate.goods": "{at} covers resources for {goods}",
    "milestone.flipped": "{at} has flipped this one already",
    "milestone.all": "{at} has flipped all {most}",
    "milestone.unknown": "{name} of {at} is no milestone of {box}",
    "milestone.worker": "no {kind:worker} worker of {at} is left to hire",
    "royal-order.normal": "{at} hires a normal worker and sends one to a royal order",
    "royal-order.nobody": "{at} hires a special worker and sends nobody to a royal order",
    "royal-order.idle": "{at} has no idle {kind:worker} worker to send",
    "royal-order.two": "royal order {number} is not used by two players",
    "royal-order.taken": "royal order {number} is taken by {holder}",
    # tiles of a log
    "hand": "{at} has no double tile in hand",
    "stock.laid": "islet {number} of {at} is laid already",
    "stock.beyond": "islet {number} of {at} is beyond the {most} a player has",
    "cartographer-steps": "the cartographer of {at} goes back {cost} steps and has {has}",
    "cartographer-uses": "{at} uses the cartographer a second time in this {each}",
    # goods
    "goods.place": "{at} has {there} of {amount} {kind} in the {place}",
    "goods.stores": "{at} has {there} of {amount} {kind} in {stores:and}",
    "goods.other-cube": "a cube of {cube} of {who} lies on {at}, not one of {kind}",
    "goods.no-cube": "no cube of {who} lies on {at}, not one of {kind}",
    "goods.stored": "the {kind} of {at} lies in the storage already",
    "cost": "{cause:cause} costs {cost}; {at} pays {paid}",
    "cost.less": "{cause:cause} costs {cost}, {less} less; {at} pays {paid}",
    "storage": "{at} stores {count} cubes and coins on {spaces} spaces",
    "exchange": "{at} exchanges {goods} for {wanted}",
    "effect": "{cause:cause} gives {known}, and {written} is written down",
    "effect.any": "{cause:cause} gives {count} of any kind",
    "effect.single": "a single tile at level {height} costs {known} steps, and {written} are "
    "written down",
    "effect.food": "{count} workers of {at} need {known} food, and {written} is written down",
    # the sea
    "helm-points.few": "{at} sails {count} and has {has:points}",
    "helm-points.split": "{at} sails {count} of gains of {gains:and}: a gain moves one ship",
    "helm-points.left": "{at} has {has:points} that no ship sails",
    "anchors.uneven": "{at} puts an anchor under the {ship}, which has {more} more already",
    "anchors.due": "{at} has {count:anchors} to put under the ships",
    "anchors.none": "{at} has no anchor to put under a ship",
    "harbour.unpaid": "{at} passes the harbour of {other} and pays nothing",
    "harbour.none": "no ship of {at} passes the harbour of {other} in this entry",
    "harbour.both": "{at} pays and takes an anchor",
    "harbour.owed": "{at} owes {other} one resource or coin",
    "harbour.pieces": "{at} pays {payment} where one resource or coin is due",
    "logbook": "no ship of {at} comes to a logbook in this entry",
    "islet-passed": "{owner} has laid no islet {number}",
    # the clean-up
    "clean-up.order": "{at}: {verb} comes before {later}",
    "clean-up.twice": "{at}: {verb} a second time",
    "clean-up.no-statue": "no statue stands on the peninsula of {at}",
    "clean-up.no-road": "the road of {at} is not whole: nothing lies on {bare:list}",
    "clean-up.statues": "{at} has {count:statues} and no helm points for {count:them}",
    "clean-up.road": "{at} has a whole road and no helm point for it",
    "feeding.goods": "{at} feeds workers with {goods}",
    "feeding.none": "{at} does not feed the workers",
    "reactivation": "{at} reactivates {what} {name}, which is not used",
    # final sheets
    "box-limit": "{at} has {count} {what}, {left} were left in the box",
    "box-limit.royal-orders": "{at} has points of {count} royal orders",
    "box-limit.building-cards": "{at} has points of {count} building cards",
}

_REMEDIES = {
    # tiles
    "tile.other": "lay another kind of tile",
    "tile.at-hand": "at hand: {tiles:list}",
    "tile.draw": "draw a double tile first",
    "tile.terrains": "with {one} goes {others:either}",
    "elsewhere": "{near:or}",
    "nowhere": "this tile cannot be laid anywhere",
    "first.ruin": "take the ruin to the workshop first",
    "first.cube": "spend or store the cube first",
    "first.step": "win a step first",
    "first-or.ruin": "take the ruin to the workshop first, or {near:or}",
    "first-or.cube": "spend or store the cube first, or {near:or}",
    "first-or.step": "win a step first, or {near:or}",
    "standing.on": "on {spaces:or}",
    "standing.none": "free a tile of its cube first",
    # leave out, or write something else
    "leave-out": "leave it out",
    "leave-out.some": "leave {more} out",
    "leave-out.card": "leave the card out",
    "leave-out.statues": "leave statues out",
    "leave-out.road": "leave road out",
    "next": "{following} comes next",
    "next.nothing": "nothing comes next",
    "below.phase": "write it below {phase}",
    "below.any": "write it below income, workers or clean-up",
    "order": "change the order",
    "once": "once in each round",
    "write.which": "write which: gives 1 wood",
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
    "ruins": "ruins lie on {ruins:ruins}",
    "milestones": "there are {names:list}",
    # workers, and what they build, take and hire
    "worker.one": "one worker in a turn",
    "worker.due": "{due} places one first",
    "worker.all": "place all before the clean-up",
    "worker.first": "place a worker first, in the same entry",
    "worker.other": "place a {other:worker} one",
    "worker.hire": "hire one first",
    "takes": "takes {other}",
    "nobody-left": "nobody is left",
    "sends.add": "add sends worker to 1",
    "sends.other": "sends {other}",
    "sends.nobody": "only who hires a special worker sends one",
    "card.near": "did you mean {near}?",
    "card.correct": "correct it, or the box",
    "card.deck": "name a card of its deck",
    "statue.first": "put up a statue first",
    "ruin.first": "take a ruin into it first",
    "crate.take": "take one in H, or reactivate one",
    "crate.cover": "cover resources 1 wood 1 food",
    "crate.two": "two resources, coins are another effect",
    # tiles of a log
    "hand.draw": "draw one first",
    "steps.win": "win steps in A, E or G first",
    "wait": "wait for the next {each}",
    # goods
    "pay.nothing": "pay nothing",
    "pay.one": "pay one",
    "pay.one-of-them": "one of them is enough",
    "pay.whole": "pay the whole cost",
    "pay.add": "add {part} 1 coin, or anchor cutter",
    "pay.more": "pay {short} more",
    "pay.some": "pay {missing} of {short} more",
    "goods.there": "there is {has}",
    "goods.no-cube": "there is {has}; no cube of {kind} lies on the peninsula",
    "goods.cubes": "pay with cubes: {cubes:or}",
    "goods.market": "the market pays for exchanges only (ruling market-pays)",
    "cubes.on": "{kind} lies on {spaces:or}",
    "cubes.none": "{kind} lies on no space",
    "store.from": "store from the market or the peninsula",
    "store.use": "use {more} first, or leave them",
    "exchanges": "2 cloth for 1 coin, 2 {rare} for 1 resource, 4 of any kind for 1",
    # the sea
    "sail.some": "sail {has}",
    "sail.none": "do not sail",
    "sail.whole": "sail each gain whole",
    "sail.add": "add sail cutter {has} or sail two-master {has}",
    "anchor.other": "put it under the {other}",
    "anchor.add": "add anchor cutter or anchor two-master",
    "harbour.add": "add harbour {other} pay 1 coin, or harbour {other} anchor cutter",
    "logbook.sail": "sail to one first, or leave it out",
    # the clean-up
    "feed.food": "workers eat food",
    "feed.add": "add feed and what is paid, or feed nothing",
    "statues.add": "add statues; sail cutter {count}",
    "road.add": "add road; sail cutter {count}",
    # final sheets
    "box.limit": "all players together have at most {most}",
    "box.most": "a player can have {most}",
}

ENGLISH = Language(_TEXTS, _REMEDIES, FORMATS)
"""Every sentence of this game's reasons."""
