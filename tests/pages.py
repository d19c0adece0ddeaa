"""What is on a printed page: its texts with their places and sizes in mm, all moves applied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np

from palace.contract.game import Printable
from palace.contract.registry import game
from palace.core.paper import measured

SVG = "{http://www.w3.org/2000/svg}"


class Text(NamedTuple):
    """A text as shown: its corners in mm of the page, and the size of its letters in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float


def texts(svg: str) -> list[Text]:
    """Return every text of a page."""
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 210 297"
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    return [*_texts(root, np.eye(3))]


def elements(svg: str, name: str) -> Iterator[tuple[ElementTree.Element, np.ndarray]]:
    """Yield the elements of a name, each with the matrix from its coordinates to mm."""

    def walk(node: ElementTree.Element, here: np.ndarray) -> Iterator[
        tuple[ElementTree.Element, np.ndarray]
    ]:  # fmt: skip
        here = here @ _matrix(node.get("transform", ""))
        if node.tag == SVG + name:
            yield node, here
        for child in node:
            yield from walk(child, here)

    yield from walk(ElementTree.fromstring(svg), np.eye(3))


def _texts(root: ElementTree.Element, here: np.ndarray) -> Iterator[Text]:
    for node, matrix in elements(ElementTree.tostring(root, encoding="unicode"), "text"):
        size, x, y = (float(node.get(key, "0")) for key in ("font-size", "x", "y"))
        mono = "Mono" in node.get("font-family", "")
        strong = node.get("font-weight") == "bold"
        wide = measured(node.text or "", size, strong=strong, mono=mono)
        for part in node:
            bold = part.get("font-weight") == "bold"
            wide += float(part.get("dx", "0")) + measured(part.text or "", size, strong=bold)
        shift = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
        box = [(x - shift * wide, y - 0.76 * size), (x + (1 - shift) * wide, y + 0.24 * size)]
        corners = np.array([matrix @ (*corner, 1) for corner in box])[:, :2]
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        scale = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
        text = "".join(node.itertext())
        yield Text(text, float(left), float(top), float(right), float(bottom), scale * size)


def _matrix(text: str) -> np.ndarray:
    """Return the matrix of a `transform`."""
    made = np.eye(3)
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(word) for word in inside.split()]
        if name == "translate":
            made = made @ np.array([[1, 0, numbers[0]], [0, 1, numbers[1]], [0, 0, 1]])
        elif name == "scale":
            made = made @ np.diag([numbers[0], numbers[0], 1])
        else:
            assert name == "rotate"
            turn = np.radians(numbers[0])
            cos, sin = np.cos(turn), np.sin(turn)
            spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
            x, y = numbers[1:] or (0, 0)
            there = np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
            made = made @ there @ spin @ np.linalg.inv(there)
    return made


def sheets_of(key: str) -> Mapping[str, Printable]:
    printables = game(key).printables
    assert printables is not None
    return printables()
