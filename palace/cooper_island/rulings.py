"""Open questions about the rules, each with a name, its answers and a default.

The first answer is the default; `basis` is the evidence for it.
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
        {"any": "on any terrain", "same": "on settlements only, like every other terrain"},
        "likely: stated in one description of the rules",
    ),
    Ruling(
        "gold",
        "A mountain of three tiles or more: stone or gold?",
        {"choice": "the player chooses", "automatic": "always gold"},
        "likely: in three sources it can give gold",
    ),
    Ruling(
        "road",
        "What does the road earn in a clean-up phase?",
        {
            "all": "one helm point if all three top spaces carry a landscape tile",
            "each": "one helm point for each top space that carries one",
        },
        "likely: all three, in one description of the rules",
    ),
    Ruling(
        "tie-ruins",
        "Does a space with a ruin count as uncovered in the tie-break?",
        {"uncovered": "yes: no tile lies on it", "covered": "no"},
        "guess",
    ),
)
"""Rulings about tiles, cubes and the peninsula."""

GAME: tuple[Ruling, ...] = (
    Ruling(
        "helm-points",
        "May the points of one gain be split between the two ships?",
        {"one": "no: one ship takes them all", "split": "yes"},
        "likely: choose one of your ships and move it that far",
    ),
    Ruling(
        "anchor-ship",
        "Which anchors does a helm point remove?",
        {
            "own": "those under the ship that would move",
            "any": "any of the player's; no ship moves while an anchor is left",
        },
        "guess: implied, not stated",
    ),
    Ruling(
        "anchor-removal",
        "What does a gain of helm points do to a ship with anchors?",
        {
            "gain": "the gain removes one anchor, and the ship does not move",
            "point": "each point removes one anchor, further points move the ship",
        },
        "rules: 每次獲得航行點數準備進行移動船隻時,改為抵銷一個船錨指示物, each time helm points "
        "are gained to move a ship, one anchor is removed instead",
    ),
    Ruling(
        "cartographer-uses",
        "How often may the cartographer be used?",
        {
            "phase": "once in each phase of a round",
            "turn": "once in the income and the clean-up phase, once in every turn of workers",
        },
        "likely: once each in the income, worker and clean-up phases",
    ),
    Ruling(
        "market-pays",
        "May the market pay ordinary costs?",
        {"no": "no: only peninsula and storage; it pays for exchanges", "yes": "yes"},
        "rules: 你可以從島嶼上或是儲存區消耗方塊進行支付, costs are paid from the island or the "
        "storage; for exchanges alone the market (市場區) is a third payer",
    ),
    Ruling(
        "gold-exchange",
        "What buys any one resource at two for one?",
        {"gold": "two gold", "coins": "two coins"},
        "rules: gold, though it is the rarest; coins may be meant",
    ),
    Ruling(
        "workshop-points",
        "Slots 2 and 3 of the statue workshop give 1 point. Which kind?",
        {"helm": "one helm point", "score": "one point of the final score"},
        "likely: every other gain of the turn is in helm points",
    ),
    Ruling(
        "fed-helm",
        "From the third hired worker on, feeding all workers earns extra helm points. How many?",
        {"one": "one", "each": "one for each worker hired from the third on"},
        "likely: one, in one description of the rules",
    ),
    Ruling(
        "leftovers",
        "How are leftover coins, resources, cartographer steps and double tiles divided by five?",
        {"pooled": "all kinds together", "kinds": "each kind by itself"},
        "guess: one sentence lists all kinds and gives a point for every five",
    ),
    Ruling(
        "leftover-cubes",
        "What does a cube on the map count among the leftovers?",
        {"piece": "one", "value": "the height of its stack"},
        "guess",
    ),
)
"""Rulings about workers, ships, goods and the score."""

RULINGS: dict[str, Ruling] = {ruling.name: ruling for ruling in (*MAP, *GAME)}

SETTLED: dict[str, tuple[str, str]] = {
    "worker-areas": ("eight", "the rules and other sources list eight, A to H"),
    "area-f": ("or", "a special worker turns the or into an and"),
    "exact-double": ("legal", "no rule of laying tiles forbids it"),
    "levelling-cube": ("none", "the tile is covered at once, and cubes come from the top tiles"),
    "gold-value": ("height", "a cube is worth the height of its stack, and gold is a cube"),
    "highest-tie": ("free", "the rules require the highest space and nothing else"),
    "start-meadow": ("counted", "the box holds no other single tiles"),
    "anchors-out": ("none", "there is no seventeenth anchor to take"),
    "store-limit": ("free", "the free spaces are the only limit in the rules"),
    "unnamed-helm": ("recorded", "reviews mention points, and no source their number"),
    "reactivations": ("any", "each is paid for, and no source names a limit"),
}
"""Decided questions: the answer that holds, and why; see docs/cooper-island-decided.md."""


@dataclass(frozen=True, repr=False)
class Rulings(Answers):
    """One answer per ruling. Raises `InputError` listing every unknown name and answer."""

    verb: ClassVar[str] = "palace rulings --game cooper-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {name: holds for name, (holds, _) in SETTLED.items()}

    settlement: str = RULINGS["settlement"].default
    gold: str = RULINGS["gold"].default
    road: str = RULINGS["road"].default
    tie_ruins: str = RULINGS["tie-ruins"].default
    helm_points: str = RULINGS["helm-points"].default
    anchor_ship: str = RULINGS["anchor-ship"].default
    anchor_removal: str = RULINGS["anchor-removal"].default
    cartographer_uses: str = RULINGS["cartographer-uses"].default
    market_pays: str = RULINGS["market-pays"].default
    gold_exchange: str = RULINGS["gold-exchange"].default
    workshop_points: str = RULINGS["workshop-points"].default
    fed_helm: str = RULINGS["fed-helm"].default
    leftovers: str = RULINGS["leftovers"].default
    leftover_cubes: str = RULINGS["leftover-cubes"].default

    @classmethod
    def problem(cls, name: str, value: object) -> tuple[str, str] | None:
        """Return what is wrong with an answer, with the reason if the question is decided."""
        wrong = super().problem(name, value)
        if wrong is None or name not in SETTLED:
            return wrong
        return f"{wrong[0]}: {SETTLED[name][1]}", wrong[1]


DEFAULT = Rulings()
