"""Reading SVG back."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree; it takes nothing from elsewhere and runs nothing."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"<(script|image|foreignObject|use|style)\b|href|url\(|\bon\w+=", svg)
    assert svg.count("http") == 1  # the name of the format
    for key in ("width", "height"):
        assert float(root.attrib[key]) > 0
    assert root.attrib["role"] == "img"
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert about is not None
    assert title.text
    assert about.text
    return root


def view(root: ElementTree.Element) -> tuple[float, float]:
    """Width and height of the picture in its own units; its corner is at 0, 0."""
    west, top, wide, deep = map(float, root.attrib["viewBox"].split())
    assert west == top == 0
    return wide, deep


def texts(root: ElementTree.Element) -> list[str]:
    """Everything written in the picture."""
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def of(root: ElementTree.Element, name: str, **attributes: str) -> list[ElementTree.Element]:
    """The elements of a kind with these attributes."""
    wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
    return [
        element
        for element in root.iter(f"{SVG}{name}")
        if all(element.get(key) == value for key, value in wanted.items())
    ]
