"""Write build files: loose elements on a map."""

from __future__ import annotations

from typing import Any

from palace.files.serialise import data_text
from palace.monkey_palace.game.record_writing import ground_table
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import SHIPPED, load_map


def build_text(build: Build) -> str:
    """A build as JSON, complete in itself: a map other than the shipped four is put in whole."""
    ground = build.ground
    data: dict[str, Any] = {"format": 1}
    if ground.name in SHIPPED and ground == load_map(ground.name):
        data["map"] = ground.name
    if build.on is not None:
        data["position"] = build.on.position
    data["build"] = [_plain(element) for element in build.elements]
    if "map" not in data:
        data["ground"] = ground_table(ground)
    return data_text(data, "json")


def _plain(element: Element) -> dict[str, Any]:
    data = element._asdict()
    return data if element.colour else {key: data[key] for key in data if key != "colour"}
