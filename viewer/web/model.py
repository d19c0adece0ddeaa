"""The palace in 3D on a page: GLB files, each made when it is asked for, and what shows them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from nicegui.element import Element as Widget

KEPT = 48
"""GLB files that are kept, the oldest is the first to go."""

FILES = "/model"
"""Where the files are on the server: `/model/NAME.glb`."""


class Models:
    """GLB files by their names, each made once, on the first request."""

    def __init__(self) -> None:
        self._makers: OrderedDict[str, Callable[[], bytes]] = OrderedDict()
        self._files: dict[str, bytes] = {}

    def name(self, key: str, make: Callable[[], bytes]) -> str:
        """Return the name of the file that `make` returns; equal keys share a file."""
        name = hashlib.sha256(key.encode()).hexdigest()[:24]
        self._makers.setdefault(name, make)
        self._makers.move_to_end(name)
        while len(self._makers) > KEPT:
            old, _ = self._makers.popitem(last=False)
            self._files.pop(old, None)
        return name

    def file(self, name: str) -> bytes | None:
        """Return a file; None if there is none of this name."""
        make = self._makers.get(name)
        if make is None:
            return None
        if name not in self._files:
            self._files[name] = make()
        return self._files[name]


class Layers(NamedTuple):
    """The names of the GLB files that are shown together; empty where there is nothing."""

    table: str
    palace: str
    draft: str
    mark: str


class Model(Widget, component="model.js"):
    """The element that shows layers; a tap on a piece is its event `pick`."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._props["label"] = label

    def show(self, layers: Layers) -> None:
        """Show layers; those that are shown already stay."""
        for name, file in layers._asdict().items():
            url = f"{FILES}/{file}.glb" if file else ""
            if self._props.get(name, "") != url:
                self._props[name] = url
                self.update()
