"""Open questions about the rules (`rulings.toml`), and one answer to each.

The first answer is the default; `basis` is the evidence for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.files.text_file import shipped

_QUESTIONS = tomllib.loads(shipped(__package__, "rulings.toml").read_text(encoding="utf-8"))

RULINGS = {name: Ruling(name, **asked) for name, asked in _QUESTIONS["open"].items()}
SETTLED: dict[str, dict[str, str]] = _QUESTIONS["settled"]
"""Decided questions: the answer that `holds`, and `why`."""


@dataclass(frozen=True, repr=False)
class Rulings(Answers):
    """One answer per ruling. Raises `InputError` listing every unknown name and answer."""

    verb: ClassVar[str] = "palace rulings --game cooper-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {name: one["holds"] for name, one in SETTLED.items()}

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
    fed_helm: str = RULINGS["fed-helm"].default
    leftovers: str = RULINGS["leftovers"].default
    leftover_cubes: str = RULINGS["leftover-cubes"].default

    @classmethod
    def problem(cls, name: str, value: object) -> tuple[str, str] | None:
        """Return what is wrong with an answer, with the reason if the question is decided."""
        wrong = super().problem(name, value)
        if wrong is None or name not in SETTLED:
            return wrong
        return f"{wrong[0]}: {SETTLED[name]['why']}", wrong[1]


DEFAULT = Rulings()
