"""Checks of what the viewer can draw on this machine, for `palace doctor`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from palace.core.errors import install_hint

from .offscreen.opengl import REMEDY, display_trouble, find_class

Finding = tuple[str, bool, str, str]
"""Subject, whether it works, what was found, and the remedy if it does not."""


def findings() -> list[Finding]:
    """Return the checks: packages, pictures, films, PDF, window, table page, `--fuse`."""
    return [_packages(), _pixels(), *_films(), _pdf(), _window(), _table(), _fuse()]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _packages() -> Finding:
    names = ("pyvista", "vtk", "trimesh", "shapely", "matplotlib")
    versions = {name: _version(name) for name in names}
    missing = [name for name, found in versions.items() if found is None]
    text = ", ".join(f"{name} {found}" for name, found in versions.items() if found)
    if missing:
        text = f"missing: {', '.join(missing)}"
    return "3D files", not missing, text, install_hint("view")


def _pixels() -> Finding:
    if _version("vtk") is None:
        return "PNG pictures", False, "VTK is missing", install_hint("view")
    name = find_class()
    found = f"OpenGL draws off-screen ({name})" if name else "no OpenGL to draw with"
    return "PNG pictures", name is not None, found, REMEDY


def _films() -> Iterator[Finding]:
    """Yield the checks of film formats: OpenGL draws the pictures, other packages write them."""
    _, drawn, without, remedy = _pixels()
    for what, name in (("GIF films", "pillow"), ("MP4 films", "av")):
        found = _version(name)
        if found is None:
            yield what, False, f"{name} is missing", install_hint("view")
        else:
            yield what, drawn, f"{name} {found}" if drawn else without, remedy


def _pdf() -> Finding:
    found = _version("fpdf2")
    text = "fpdf2 is missing" if found is None else f"fpdf2 {found}"
    return "PDF files", found is not None, text, install_hint("view")


def _window() -> Finding:
    if _version("vtk") is None:
        return "window", False, "VTK is missing", install_hint("view")
    trouble = display_trouble()
    if trouble is not None:
        return "window", False, trouble.what, f"use a desktop; {trouble.remedy}"
    display = os.environ.get("DISPLAY")
    found = f"display {display}" if sys.platform == "linux" else "this system has a display"
    return "window", True, found, ""


def _table() -> Finding:
    names = ("starlette", "uvicorn", "websockets", "ifaddr", "segno")
    versions = {name: _version(name) for name in names}
    missing = [name for name, found in versions.items() if found is None]
    text = f"missing: {', '.join(missing)}" if missing else f"starlette {versions['starlette']}"
    return "table page", not missing, text, install_hint("web")


def _fuse() -> Finding:
    found = _version("manifold3d")
    text = f"manifold3d {found}" if found else "manifold3d is missing"
    return "--fuse", found is not None, text, install_hint("print")
