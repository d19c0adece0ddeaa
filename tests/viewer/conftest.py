"""Tests that need pixels ask for `opengl`; without it they fail with the remedy."""

from __future__ import annotations

import pytest

from palace_viewer.offscreen.opengl import REMEDY, window_class


@pytest.fixture(scope="session")
def opengl() -> None:
    """Draws off-screen on this machine."""
    if window_class() is None:
        pytest.fail(f"no OpenGL; {REMEDY}")
