"""How much is tried in a run: all of it among the slow tests, a part in every other run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

ALL = 100
"""How many examples hypothesis tries of its own accord."""

# A shared two-core machine stalls now and then; how long an example takes is not what is tested.
settings.register_profile("every run", deadline=None, max_examples=25)
settings.register_profile("slow runs", deadline=None, max_examples=ALL)


def choose(*, slow: bool) -> None:
    """Settle which of the two is run; before a test module is read."""
    settings.load_profile("slow runs" if slow else "every run")


def examples(count: int) -> int:
    """Return how many examples to try of a test that has `count` of them in a slow run."""
    return min(count, max(12, count * settings().max_examples // ALL))


def parts(count: int, always: int = 1) -> list[Any]:
    """Return the numbers of the parts of a test: the first ones in every run, the others in slow
    runs.
    """
    others = [pytest.param(number, marks=pytest.mark.slow) for number in range(always, count)]
    return [*range(always), *others]
