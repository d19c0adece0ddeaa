"""How much is tried in a run: all of it among the slow tests, a part in every other run."""

from __future__ import annotations

import ast
from itertools import product
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


def lets_slow_in(expression: str) -> bool:
    """Return whether pytest's `-m EXPRESSION` selects tests marked slow, at least some of them.

    Of an expression that is none pytest itself tells.
    """
    try:
        return not expression or True in _values(ast.parse(expression, mode="eval").body)
    except SyntaxError:
        return True


def _values(part: ast.expr) -> set[bool]:
    """Return what a part of an expression may be of slow tests; they may have any other mark."""
    match part:
        case ast.Name(id="slow"):
            return {True}
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return {not value for value in _values(inner)}
        case ast.BoolOp(op=joint, values=inners):
            join = all if isinstance(joint, ast.And) else any
            return {join(values) for values in product(*map(_values, inners))}
    return {True, False}


def examples(count: int) -> int:
    """Return how many examples to try of a test that has `count` of them in a slow run."""
    return min(count, max(12, count * settings().max_examples // ALL))


def at_most(count: int) -> int | None:
    """Return how much of something long to take: `count`, or all of it (None) in a slow run."""
    return count if settings().max_examples < ALL else None


def parts(count: int, always: int = 1) -> list[Any]:
    """Return the numbers of the parts of a test: the first ones in every run, the others in slow
    runs.
    """
    others = [pytest.param(number, marks=pytest.mark.slow) for number in range(always, count)]
    return [*range(always), *others]
