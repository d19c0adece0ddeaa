"""Reasons of Cooper Island: every code with its rule, and what a verdict says of one fault."""

from __future__ import annotations

from typing import Any, NamedTuple

from palace.cooper_island.game_rules import GAME_RULES
from palace.cooper_island.tile_rules import TILE_RULES
from palace.core.verdict import Rule

RULES: dict[str, Rule] = {rule.code: rule for rule in (*TILE_RULES, *GAME_RULES)}
"""Every reason code of this game."""


class Reason(NamedTuple):
    """One reason why something is not legal.

    `at` is a space, such as `c3`, or a player; `by` says how far it misses, `remedy` what would be
    legal.  `turn` counts the entries of a log from 1, `line` those of a record's file.
    """

    code: str
    at: str
    by: int | None
    remedy: str
    text: str
    turn: int | None = None
    line: int | None = None
    level: int | None = None

    @property
    def rule(self) -> str:
        """The heading in the rules."""
        return RULES[self.code].rule

    @property
    def title(self) -> str:
        """The heading and the name of the rule: `Income phase, not on a ruin`."""
        return f"{self.rule}, {RULES[self.code].title}"

    def __str__(self) -> str:
        return f"{self.code} at {self.at}: {self.text}"

    def record(self) -> dict[str, Any]:
        """The reason as plain data, keys as in the contract."""
        data: dict[str, Any] = {
            "code": self.code,
            "rule": self.rule,
            "at": self.at,
            "level": self.level,
            "by": self.by,
            "remedy": self.remedy,
            "text": self.text,
        }
        if self.turn is not None:
            data["turn"] = self.turn
        return data if self.line is None else data | {"line": self.line}
