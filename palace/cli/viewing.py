"""What the verbs that draw share: the functions of the viewer that is installed, if one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from palace.core.errors import InputError, Problem, install_hint


def installed(name: str, verb: str = "render", extra: str = "view") -> Callable[..., Any]:
    """Return a function of the viewer by the name of its entry point.

    Raises `InputError` without it, in which the verb and the extra that brings it are named.
    """
    from importlib.metadata import entry_points

    found = entry_points(group="palace.viewer", name=name)
    if not found:
        raise InputError(Problem(verb, "no viewer is installed", install_hint(extra)))
    try:
        function: Callable[..., Any] = next(iter(found)).load()
    except ImportError as error:
        missing = f"{error.name or 'a package'} is missing"
        raise InputError(Problem(verb, missing, install_hint(extra))) from None
    return function


_PRINTED = ("fuse", "scale", "fit")
_FILM = ("by", "fps", "size", "turntable", "view")

OPTIONS = {
    ".svg": ("plan",),
    ".png": ("by", "size", "transparent", "view"),
    ".gif": _FILM,
    ".mp4": _FILM,
    ".pdf": ("by", "view"),
    ".html": ("by", "fps"),
    ".glb": (),
    ".stl": _PRINTED,
    ".3mf": _PRINTED,
    ".ldr": ("by",),
    ".mpd": ("by",),
}
"""What can be written, by the ending of its name, and the options that go with it."""

PRINTED = (".stl", ".3mf")
FILMS = (".gif", ".mp4")
LDRAW = (".ldr", ".mpd")

KINDS = f"{', '.join(list(OPTIONS)[:-1])} or {list(OPTIONS)[-1]}"
VIEWS = ("free", "plan", "front")
PACES = ("turn", "element")

_SIZES, _FILM_SIZES = range(16, 4097), range(240, 2049)
_STEP_SIZE = 240
_FPS = 0.1, 50.0
_SCALE = 0.02, 20.0
_PLATE = 20.0, 2000.0


def wanted(output: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options given, read; raises `InputError` with everything wrong in them."""
    given = {name: value for name, value in options.items() if value}
    suffix = output.suffix.lower()
    found: list[Problem] = []
    if suffix not in OPTIONS:
        found.append(Problem(str(output), "its ending names no kind of file", f"end in {KINDS}"))
    else:
        for name in given.keys() - set(OPTIONS[suffix]):
            kinds = [kind for kind, goes in OPTIONS.items() if name in goes]
            listed = " or ".join(part for part in (", ".join(kinds[:-1]), kinds[-1]) if part)
            found.append(Problem(f"--{name}", f"it goes with {listed}", "leave it out"))
    for name, read in _READERS.items():
        if name in given:
            try:
                given[name] = read(given[name], suffix)
            except InputError as error:
                found += error.problems
    for name in ("turntable", "transparent"):
        if given.get(name) and given.get("by"):
            found.append(Problem("--by", f"it does not go with --{name}", "leave one of them out"))
    if given.get("scale") and given.get("fit"):
        found.append(Problem("--fit", "it does not go with --scale", "leave one of them out"))
    if suffix == ".png" and "by" in given and isinstance(given.get("size"), tuple):
        wide, high = given["size"]
        if min(wide, high) < _STEP_SIZE:
            remedy = f"at least {_STEP_SIZE}x{_STEP_SIZE}"
            found.append(Problem("--size", f"{wide}x{high} is too small for steps", remedy))
    if found:
        raise InputError(*sorted(found))
    return given


def _size(text: str, suffix: str) -> tuple[int, int]:
    sides = _FILM_SIZES if suffix in FILMS else _SIZES
    numbers = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text)
    if numbers and all(int(side) in sides for side in numbers.groups()):
        wide, deep = map(int, numbers.groups())
        if suffix != ".mp4" or not (wide % 2 or deep % 2):
            return wide, deep
        remedy = f"such as {wide + wide % 2}x{deep + deep % 2}"
        raise InputError(Problem("--size", f"{text} has an odd side, MP4 only even ones", remedy))
    remedy = f"two numbers from {sides[0]} to {sides[-1]}, such as 1200x900"
    raise InputError(Problem("--size", f"{text!r:.40} is no size", remedy))


def _fps(text: str, suffix: str) -> float:
    least, most = _FPS
    number = re.fullmatch(r"\d{1,4}(\.\d{1,6})?", text)
    if number and least <= float(text) <= most:
        return float(text)
    what = f"{text!r:.40} is no number of pictures a second"
    raise InputError(Problem("--fps", what, f"{least:g} to {most:g}"))


def _scale(text: str, suffix: str) -> float:
    numbers = re.fullmatch(r"(\d{1,4}(?:\.\d{1,6})?)(?::(\d{1,4}(?:\.\d{1,6})?))?", text)
    least, most = _SCALE
    if numbers:
        one, other = (float(number or 1) for number in numbers.groups())
        if other and least <= one / other <= most:
            return one / other
    remedy = f"{least:g} to {most:g}, such as 0.5 or 1:2"
    raise InputError(Problem("--scale", f"{text!r:.40} is no scale", remedy))


def _fit(text: str, suffix: str) -> tuple[float, float]:
    number = r"(\d{1,4}(?:\.\d{1,3})?)"
    sides = re.fullmatch(rf"{number}[xX×]{number}", text)
    least, most = _PLATE
    if sides and all(least <= float(side) <= most for side in sides.groups()):
        wide, deep = map(float, sides.groups())
        return wide, deep
    remedy = f"two lengths in mm from {least:g} to {most:g}, such as 220x220"
    raise InputError(Problem("--fit", f"{text!r:.40} is no plate", remedy))


def _one_of(name: str, words: tuple[str, ...], what: str) -> Callable[[str, str], str]:
    def read(text: str, suffix: str) -> str:
        if text in words:
            return text
        known = f"{', '.join(words[:-1])} or {words[-1]}".removeprefix(", ")
        raise InputError(Problem(f"--{name}", f"{what} {text!r:.40}", known))

    return read


_READERS: dict[str, Callable[[str, str], Any]] = {
    "size": _size,
    "fps": _fps,
    "scale": _scale,
    "fit": _fit,
    "view": _one_of("view", VIEWS, "there is no view"),
    "by": _one_of("by", PACES, "there are no steps by"),
}
