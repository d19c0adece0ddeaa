"""A rule that a verdict can name."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A reason code, the rule's letter, number or heading in the rule book, its name, and what it
    says in our words."""

    code: str
    rule: str
    title: str
    says: str
