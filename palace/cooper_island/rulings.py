"""The questions the sources of Cooper Island leave open, each with a name, its answers, a default.

The first answer of a ruling is its default; `basis` says what it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling

MAP: tuple[Ruling, ...] = (
    Ruling(
        "settlement",
        "On which terrain may a settlement be laid?",
        {"any": "on any terrain", "same": "on settlements only, as every other terrain"},
        "likely: one description of the rules says so",
    ),
    Ruling(
        "exact-double",
        "May a double tile lie exactly on one double tile?",
        {
            "legal": "yes",
            "bridge": "no: it lies over two different tiles",
        },
        "guess: no source forbids it",
    ),
    Ruling(
        "levelling-cube",
        "Does the single tile that levels a double tile bring a cube?",
        {"none": "no: it is covered at once", "cube": "yes, one of its terrain, to the storage"},
        "guess: the sources are silent",
    ),
    Ruling(
        "gold",
        "A mountain of three tiles or more: stone or gold?",
        {
            "choice": "as the player likes",
            "automatic": "always gold",
        },
        "likely: it can give gold, say three sources",
    ),
    Ruling(
        "gold-value",
        "What is a gold cube on the map worth?",
        {"height": "the height of its stack, as every other cube", "one": "one"},
        "guess: no source makes an exception",
    ),
    Ruling(
        "highest-tie",
        "Several free spaces are equally high: where does a building or statue go?",
        {
            "free": "the owner chooses among them",
            "nearest": "on the one nearest to the start space; still equal, the owner chooses",
        },
        "guess: the sources are silent",
    ),
    Ruling(
        "road",
        "What does the road earn in a clean-up phase?",
        {
            "all": "one helm point if all three top spaces carry a landscape tile",
            "each": "one helm point for each top space that carries one",
        },
        "likely: one description of the rules says all three",
    ),
    Ruling(
        "tie-ruins",
        "Does a space with a ruin count as uncovered in the tie-break?",
        {"uncovered": "yes: no tile lies on it", "covered": "no"},
        "guess",
    ),
    Ruling(
        "start-meadow",
        "Is the meadow on the start space one of the 56 single tiles?",
        {"counted": "yes", "extra": "no: it comes on top of them"},
        "guess: the lists of contents name no other",
    ),
)
"""What concerns tiles, cubes and the peninsula."""


GAME: tuple[Ruling, ...] = (
    Ruling(
        "helm-points",
        "May the points of one gain be split between the two ships?",
        {"one": "no: one ship takes them all", "split": "yes"},
        "likely: choose one of your ships and move it so many steps",
    ),
    Ruling(
        "anchor-ship",
        "Which anchors does a helm point remove?",
        {
            "own": "those under the ship that would move",
            "any": "any of the player's; no ship moves while one is left",
        },
        "guess: implied, not stated",
    ),
    Ruling(
        "anchor-removal",
        "What does a gain of helm points do to a ship with anchors?",
        {
            "point": "each point removes one anchor, what is left of them moves the ship",
            "gain": "it removes one anchor, and the ship does not move",
        },
        "likely: a point that would move the ship removes an anchor instead",
    ),
    Ruling(
        "anchors-out",
        "What if an anchor is to be taken and all 16 lie under ships?",
        {"none": "none is taken", "more": "something else stands for it"},
        "guess: the rules are silent",
    ),
    Ruling(
        "store-limit",
        "How much may be stored at a time?",
        {"free": "as much as there is room for", "two": "two cubes or coins in a turn"},
        "rules: no limit; the preview of a prototype says two",
    ),
    Ruling(
        "cartographer-uses",
        "How often may the cartographer be used?",
        {
            "phase": "once in each phase of a round",
            "turn": "once in the income and the clean-up phase, once in every turn of workers",
        },
        "likely: once each in the income, worker and clean-up phase",
    ),
    Ruling(
        "market-pays",
        "May the market pay ordinary costs?",
        {"yes": "yes", "no": "no: only peninsula and storage; it pays for exchanges"},
        "guess: it is named as a payer for exchanges only",
    ),
    Ruling(
        "gold-exchange",
        "What are two of exchanged for any one resource?",
        {"gold": "two gold", "coins": "two coins"},
        "rules: gold, though it is the rarest; coins may be meant",
    ),
    Ruling(
        "worker-areas",
        "Six kinds of areas, say the rules, and list eight. How many are there?",
        {"eight": "eight, A to H, as listed", "six": "six, A to F"},
        "certain: other sources count eight",
    ),
    Ruling(
        "area-f",
        "Area F, normal worker: take a ruin, build a statue, or both?",
        {"or": "one of them; both with a special worker", "and": "both with either worker"},
        "likely: the rules print a gap, and the special worker turns or into and",
    ),
    Ruling(
        "workshop-points",
        "Slots 2 and 3 of the statue workshop give 1 point. Of which kind?",
        {"helm": "one helm point", "score": "one point of the final score"},
        "likely: every other gain of the turn is in helm points",
    ),
    Ruling(
        "unnamed-helm",
        "Boats, statues and crates: do they earn helm points when they are made?",
        {
            "recorded": "as many as the record says, taken on trust",
            "none": "none: the rules name none",
        },
        "reviews say they do, none says how many",
    ),
    Ruling(
        "fed-helm",
        "From the third hired worker on, feeding everybody earns extra helm points. How many?",
        {"one": "one", "each": "one for each worker hired from the third on"},
        "likely: one, says one description of the rules",
    ),
    Ruling(
        "reactivations",
        "How much may be reactivated in a clean-up phase?",
        {"any": "as much as is paid for", "one": "one card or one crate"},
        "guess: a card or a crate, say the rules, and not how often",
    ),
    Ruling(
        "leftovers",
        "Leftover coins, resources, cartographer steps and double tiles: divided how?",
        {"pooled": "all together by five", "kinds": "each kind by five"},
        "guess: every five give a point, says the rule in one breath",
    ),
    Ruling(
        "leftover-cubes",
        "What does a cube that is left on the map count among the leftovers?",
        {"piece": "one", "value": "the height it stands on"},
        "guess",
    ),
)
"""What concerns workers, ships, goods and the score."""


RULINGS: dict[str, Ruling] = {ruling.name: ruling for ruling in (*MAP, *GAME)}


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; raises `InputError` with every answer that is none."""

    verb: ClassVar[str] = "palace rulings --game cooper-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS

    settlement: str = RULINGS["settlement"].default
    exact_double: str = RULINGS["exact-double"].default
    levelling_cube: str = RULINGS["levelling-cube"].default
    gold: str = RULINGS["gold"].default
    gold_value: str = RULINGS["gold-value"].default
    highest_tie: str = RULINGS["highest-tie"].default
    road: str = RULINGS["road"].default
    tie_ruins: str = RULINGS["tie-ruins"].default
    start_meadow: str = RULINGS["start-meadow"].default
    helm_points: str = RULINGS["helm-points"].default
    anchor_ship: str = RULINGS["anchor-ship"].default
    anchor_removal: str = RULINGS["anchor-removal"].default
    anchors_out: str = RULINGS["anchors-out"].default
    store_limit: str = RULINGS["store-limit"].default
    cartographer_uses: str = RULINGS["cartographer-uses"].default
    market_pays: str = RULINGS["market-pays"].default
    gold_exchange: str = RULINGS["gold-exchange"].default
    worker_areas: str = RULINGS["worker-areas"].default
    area_f: str = RULINGS["area-f"].default
    workshop_points: str = RULINGS["workshop-points"].default
    unnamed_helm: str = RULINGS["unnamed-helm"].default
    fed_helm: str = RULINGS["fed-helm"].default
    reactivations: str = RULINGS["reactivations"].default
    leftovers: str = RULINGS["leftovers"].default
    leftover_cubes: str = RULINGS["leftover-cubes"].default


DEFAULT = Rulings()
