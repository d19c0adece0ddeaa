"""The rules of Palm Island by their codes, and its open questions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Rulebook
from palace.files.sentences import rules
from palace.files.text_file import shipped
from palace.palm_island.wording import ENGLISH, spoken

_OPEN = tomllib.loads(shipped(__package__, "rulings.toml").read_text(encoding="utf-8"))

RULINGS = {name: Ruling(name, **asked) for name, asked in _OPEN.items()}
"""The open questions, `rulings.toml`; the first answer is the default."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Answers):
    """One answer to every ruling; `Rulings(payment="any")` changes a single one."""

    verb: ClassVar[str] = "palace rulings --game palm-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {
        "villager-place": "aside", "limit-order": "pay-first", "voluntary-reset": "no",
        "stored-second": "no", "tie-stored": "resources",
    }  # fmt: skip

    payment: str = RULINGS["payment"].default
    feat_place: str = RULINGS["feat-place"].default
    outpost_claim: str = RULINGS["outpost-claim"].default
    criterion_points: str = RULINGS["criterion-points"].default
    disaster_levels: str = RULINGS["disaster-levels"].default
    ability_upgrades: str = RULINGS["ability-upgrades"].default
    ability_cost: str = RULINGS["ability-cost"].default
    speed_pile: str = RULINGS["speed-pile"].default
    speed_stop: str = RULINGS["speed-stop"].default


DEFAULT = Rulings()


BOOK = Rulebook(
    f"{__name__}.BOOK",
    rules(__package__, "sentences-en.toml", "rules"),
    {"en": ENGLISH, "zh": lambda: spoken("sentences-zh.toml", "\N{FULLWIDTH COMMA}")},
)
"""The rules and the sentences of every reason of this game."""
