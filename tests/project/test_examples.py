"""Which runs try all examples: those that let slow tests in."""

from __future__ import annotations

import pytest

from tests.examples import lets_slow_in


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("not slow", False),
        ("not slow and asyncio", False),
        ("asyncio and not (slow or usefixtures)", False),
        ("", True),
        ("slow", True),
        ("slow or not slow", True),
        ("asyncio", True),
        ("not asyncio", True),
        ("not slow or asyncio", True),
        ("not (slow and asyncio)", True),
        ("slow and", True),
    ],
)
def test_slow_tests_are_let_in(expression: str, expected: bool) -> None:
    assert lets_slow_in(expression) is expected
