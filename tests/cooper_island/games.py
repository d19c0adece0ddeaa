"""Random whole games, legal by construction: a step is tried and kept if it has no reason."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import permutations, product

from palace.contract.rules import Commit, Log
from palace.cooper_island.free_actions import COVERS
from palace.cooper_island.goods import ANY, KINDS, RESOURCES, Goods
from palace.cooper_island.land import cubes_of, road_points, value
from palace.cooper_island.lines import perform
from palace.cooper_island.log import CooperRules
from palace.cooper_island.notation import Entry, Heading, read_step
from palace.cooper_island.referee import highest_free, legal_placements
from palace.cooper_island.rules import DEFAULT, Rulings
from palace.cooper_island.score import Played
from palace.cooper_island.state import SHIPS, Seat
from palace.cooper_island.tiles import TERRAINS, Hand, Tile
from palace.cooper_island.turn import Turn
from palace.cooper_island.workers import AREAS

NAMES = ("Ana", "Ben", "Caro", "Dan")


class Game:
    """A game in progress; `lines` is its log."""

    def __init__(self, rng: random.Random, players: int, rulings: Rulings = DEFAULT) -> None:
        self.rng = rng
        self.names = NAMES[:players]
        self.rules = CooperRules.new(*self.names, rulings=rulings)
        self.setting, self.table = self.rules.setting, self.rules.table
        self.lines: list[Heading | Entry] = []

    def log(self, lines: Iterable[Heading | Entry]) -> Played:
        """Return the log of lines, from the set-up of this game."""
        return Log.begin(self.rules).played(tuple(map(Commit, lines)))

    def play(self) -> list[Heading | Entry]:
        """Return the log of a whole game."""
        for number in range(1, 6):
            self.head(Heading("round", number))
            self.head(Heading("income"))
            for at in range(len(self.names)):
                self.write(at, self.income(at))
            self.head(Heading("workers"))
            while any(any(seat.idle) for seat in self.table.seats):
                self.write(self.table.due, self.work(self.table.due))
            self.head(Heading("clean-up"))
            for at in range(len(self.names)):
                self.write(at, self.clean_up(at))
        self.head(Heading("end"))
        return self.lines

    def head(self, heading: Heading) -> None:
        turn = perform(self.table, self.setting, heading)
        assert not turn.reasons, turn.reasons
        self.table = turn.table
        self.lines.append(heading)

    def write(self, at: int, steps: list[str]) -> None:
        if not steps:
            return
        entry = Entry(self.names[at], tuple(map(read_step, steps)))
        turn = perform(self.table, self.setting, entry)
        assert not turn.reasons, (str(entry), turn.reasons)
        self.table = turn.table
        self.lines.append(entry)

    def after(self, at: int, steps: list[str]) -> Turn:
        """Return the turn after these steps."""
        entry = Entry(self.names[at], tuple(map(read_step, steps)))
        return perform(self.table, self.setting, entry)

    def keep(self, at: int, steps: list[str], more: str) -> list[str]:
        """Return the steps with one more and what it owes, if legal; otherwise without it."""
        longer = self.settled(at, [*steps, more])
        return steps if self.after(at, longer).reasons else longer

    def settled(self, at: int, steps: list[str]) -> list[str]:
        """Return the steps with those they call for: anchors, ships, harbours, logbooks."""
        for _ in range(40):
            turn = self.after(at, steps)
            if turn.helm:
                steps = [*steps, f"sail {self.rng.choice(SHIPS)} {turn.helm[0]}"]
            elif turn.anchors_due:
                # The turn has put them evenly when it closed; so many, one after the other.
                steps = [*steps, *self.anchors(at, steps, turn.anchors_due)]
            elif turn.harbours:
                owner = self.names[turn.harbours[0]]
                steps = [*steps, f"harbour {owner} {self.due(turn.me, 'pay')}"]
            elif turn.logbooks:
                steps = [*steps, f"logbook gives 1 {self.rng.choice(RESOURCES)}"]
            elif turn.passed:
                islet = turn.passed[0]
                steps = [*steps, f"again islet {self.names[islet.owner]} {islet.number}"]
            else:
                return steps
        raise AssertionError(steps)

    def anchors(self, at: int, steps: list[str], count: int) -> Iterator[str]:
        """Yield anchors one by one, each under the ship with fewer."""
        before = self.table.seats[at]
        has = {ship: before.ship(ship).anchors for ship in SHIPS}
        for _ in range(count):
            ship = min(SHIPS, key=has.__getitem__)
            has[ship] += 1
            yield f"anchor {ship}"

    def goods(self, seat: Seat) -> Goods:
        """Return the goods that pay costs, besides cubes of the peninsula."""
        return seat.goods if self.setting.rulings.market_pays == "yes" else seat.storage

    def due(self, seat: Seat, word: str) -> str:
        """Return a payment of one coin or resource, or an anchor."""
        goods = [kind for kind, count in self.goods(seat).items if count]
        if goods and self.rng.random() < 0.8:
            return f"{word} 1 {self.rng.choice(goods)}"
        return f"anchor {min(SHIPS, key=lambda ship: seat.ship(ship).anchors)}"

    # What a player does.

    def income(self, at: int) -> list[str]:
        seat = self.table.seats[at]
        steps: list[str] = []
        left = [n for n in range(1, 7) if n not in seat.islets]
        found = self.tile(at, [Tile("islet", (terrain,)) for terrain in TERRAINS])
        if found:
            steps = self.keep(at, steps, f"{found} number {self.rng.choice(left)}")
        steps = self.lay(at, steps)
        for boat in seat.boats:
            steps = self.keep(at, steps, f"receive {boat}")
        return self.freely(at, steps)

    def work(self, at: int) -> list[str]:
        seat = self.table.seats[at]
        kinds = zip(("worker", "special"), seat.idle, strict=True)
        kind = self.rng.choice([kind for kind, count in kinds if count])
        own = {area for area, _ in seat.placed}
        areas = [area for area in AREAS if area not in own]
        self.rng.shuffle(areas)
        areas.sort(key=lambda area: area not in "BDFH" or self.rng.random() < 0.3)
        for area in areas:
            toll = f" {self.due(seat, 'toll')}" if self.table.standing(area) else ""
            first = [f"{kind} {area}{toll}"]
            steps = self.act(at, first, area)
            if steps != first:
                return self.freely(at, steps)
        return first

    def act(self, at: int, steps: list[str], area: str) -> list[str]:
        seat = self.table.seats[at]
        special = steps[0].startswith("special")
        less = AREAS[area]["special" if special else "worker"].discount
        box = self.setting.box
        crates = [n for n in range(1, 6) if n not in seat.crates]
        if area in "AC" or (area == "H" and special and self.rng.random() < 0.5):
            steps = self.keep(at, steps, "draw 1")
            steps = self.lay(at, steps)
        if area == "G":
            steps = self.keep(at, steps, "draw 2")
        if area == "E":
            steps = self.keep(at, steps, f"take 1 {self.rng.choice(('food', 'food', *KINDS))}")
        tries = {
            "B": [(f"boat {n}", box.cost("boats", n)) for n in range(1, 7) if n not in seat.boats],
            "D": [
                (f"build {kind} {space}{card}", box.cost("buildings", kind))
                for kind, space in product(("fortress", "large", "small"), highest_free(seat.land))
                for card in ([f" card House-{len(seat.cards)}"] if kind == "large" else [""])
            ],
            "F": [(f"statue {space}", box.cost("statue")) for space in highest_free(seat.land)]
            + [(f"ruin {space}", None) for space in seat.land.pieces("ruin")],
            "H": [(f"crate {n}", box.cost("crates", n)) for n in crates],
        }  # fmt: skip
        options = tries.get(area, [])
        self.rng.shuffle(options)
        for text, cost in options[:4]:
            turned = " turned" if text == f"crate {self.table.round}" else ""
            turned = "" if self.table.round in self.table.turned else turned
            paid = "" if cost is None else self.payment(seat, cost, less + bool(turned))
            if paid is not None:
                helm = "" if area == "D" or text.startswith("ruin") else self.helm()
                longer = self.keep(at, steps, f"{text}{turned}{paid and f' pay {paid}'}{helm}")
                if longer != steps:
                    return longer
        if special and area == "C" and self.table.islets:
            islet = self.rng.choice(self.table.islets)
            steps = self.keep(at, steps, f"again islet {self.names[islet.owner]} {islet.number}")
        return steps

    def helm(self) -> str:
        """Return a random number of helm points that the rules do not name."""
        points = self.rng.choice([0, 1, 2, 3, 4])
        return f" gives {points} helm" if points else ""

    def freely(self, at: int, steps: list[str]) -> list[str]:
        """Return the steps, sometimes with one of those that are allowed at any time."""
        chance = self.rng.random
        seat = self.after(at, steps).me if steps else self.table.seats[at]
        if chance() < 0.2 and len(seat.milestones) < 4:
            name = f"stone-{len(seat.milestones) + 1}"
            takes = "special" if len(seat.milestones) % 2 else "worker"
            order = 1 + len([n for other in self.table.seats for n in other.on_orders])
            send = f" sends worker to {order}" if takes == "special" else ""
            steps = self.keep(at, steps, f"milestone {name} takes {takes}{send}")
        for kind, count in self.after(at, steps).me.market.items if steps else ():
            if chance() < 0.6:
                steps = self.keep(at, steps, f"store {count} {kind}")
        for space in cubes_of(seat.land):
            if value(seat.land, space) == 1 and chance() < 0.3 and steps:
                steps = self.keep(at, steps, f"store {seat.land[space].cube}@{space}")
        if steps and seat.crates and chance() < 0.6:
            effect = self.rng.choice([*COVERS])
            more = " 1 wood 1 stone" if effect == "resources" else ""
            steps = self.keep(at, steps, f"cover {effect}{more}")
            if steps[-1] == "cover double":
                steps = self.lay(at, steps)
        if steps and self.goods(seat)["cloth"] > 1 and chance() < 0.5:
            steps = self.keep(at, steps, "exchange 2 cloth for 1 coin")
        if steps and seat.steps and chance() < 0.3:
            found = self.tile(at, [Tile("single", (terrain,)) for terrain in TERRAINS])
            steps = self.keep(at, steps, str(found)) if found else steps
        ready = [card.name for card in seat.cards if not card.used]
        if steps and ready and chance() < 0.5:
            steps = self.keep(at, steps, f"use {ready[0]} gives 1 food")
        return steps

    def clean_up(self, at: int) -> list[str]:
        seat = self.table.seats[at]
        needed = self.setting.box.feeding(seat.workers) or 0
        paid, worth = [], 0
        for kind, count in self.goods(seat).items:
            if kind == "food" and needed:
                paid, worth = [f"{min(count, needed)} food"], min(count, needed)
        for space in cubes_of(seat.land, "food"):
            if worth < needed:
                paid.append(f"food@{space}")
                worth += value(seat.land, space)
        steps = self.settled(at, [f"feed {' '.join(paid) or 'nothing'}"])
        price = "" if "fortress" in seat.buildings else " pay 1 coin"
        for effect in seat.covers[:1]:
            steps = self.keep(at, steps, f"reactivate crate {effect}{price}")
        price = "" if "fortress" in seat.buildings else " pay 2 coin"
        for card in [card.name for card in seat.cards if card.used][:1]:
            steps = self.keep(at, steps, f"reactivate card {card}{price}")
        if seat.land.pieces("statue"):
            steps = self.settled(at, [*steps, "statues"])
        if road_points(seat.land, self.setting.rulings):
            steps = self.settled(at, [*steps, "road"])
        return steps

    def lay(self, at: int, steps: list[str]) -> list[str]:
        """Return the steps with a double tile, if one is in hand and has room."""
        pairs = [Tile("double", pair) for pair in permutations(TERRAINS, 2)]
        found = self.tile(at, pairs)
        return self.keep(at, steps, str(found)) if found else steps

    def tile(self, at: int, tiles: list[Tile]) -> object | None:
        """Return a legal placement of one of these tiles, in random order."""
        seat = self.table.seats[at]
        hand = Hand(self.table.singles, 6 - len(seat.islets), seat.steps)
        for tile in self.rng.sample(tiles, len(tiles)):
            found = legal_placements(seat.land, tile, self.setting.rulings, hand)
            if found:
                return self.rng.choice(found)
        return None

    def payment(self, seat: Seat, cost: Goods, less: int) -> str | None:
        """Return goods and cubes worth a cost; None if there are not enough."""
        has = dict(self.goods(seat).items)
        spaces = [*cubes_of(seat.land)]
        paid: list[str] = []
        wanted = [(kind, n) for kind, n in cost.items if kind != ANY] + [(ANY, cost[ANY])]
        for kind, count in wanted:
            for other in KINDS if kind == ANY else (kind,):
                while count > 0 and has.get(other, 0):
                    has[other] -= 1
                    count -= 1
                    paid.append(f"1 {other}")
                for space in [s for s in spaces if seat.land[s].cube == other]:
                    if count > 0:
                        spaces.remove(space)
                        count -= value(seat.land, space)
                        paid.append(f"{other}@{space}")
            less -= max(0, count)
        return None if less < 0 else " ".join(paid)


def played(seed: int, players: int = 3, rulings: Rulings = DEFAULT) -> tuple[Game, Played]:
    """Return a random game of a seed, and its log."""
    game = Game(random.Random(seed), players, rulings)
    game.play()
    return game, game.log(game.lines)
