"""Servers that several tests ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.viewer.web.servers import Server, new_record, serving


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the home network."""
    folder = tmp_path_factory.mktemp("keyed")
    new_record(folder / "game.toml")
    with serving(folder, "game.toml", "--port", "0", "--lan") as server:
        yield server


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on this machine alone."""
    folder = tmp_path_factory.mktemp("plain")
    new_record(folder / "game.toml")
    with serving(folder, "game.toml", "--port", "0") as server:
        yield server
