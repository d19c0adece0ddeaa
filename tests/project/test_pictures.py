"""The pictures of the README are those that scripts/pictures makes.

Each says in itself what it shows: a fingerprint of ground, elements, colours, view and frame, which
must be that of today.  That it was drawn so is seen by drawing it again: nearly every pixel is the
same, as far as another version of OpenGL allows.
"""

from __future__ import annotations

import io
import runpy
from contextlib import closing
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace_viewer.offscreen.film import GameFilm
from palace_viewer.offscreen.opengl import REMEDY, window_class
from tests.paths import ROOT
from tests.viewer.palaces import game, see_numbers

FOLDER = ROOT / ".pictures"
SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "pictures"))
NAMES = sorted(SCRIPT["PICTURES"])
STILLS = [name for name in NAMES if name.endswith(".png") and not name.startswith(("step", "box"))]


@cache
def made(name: str) -> Any:
    """What the script would draw."""
    return SCRIPT["PICTURES"][name]()


def pixels(data: bytes, frame: int = 0) -> NDArray[np.int64]:
    """A picture as (height, width, 3)."""
    with Image.open(io.BytesIO(data)) as image:
        image.seek(frame)
        return np.asarray(image.convert("RGB")).astype(np.int64)


def test_there_are_no_others_and_all_are_shown() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == NAMES
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert all(f".pictures/{name}" in text for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_pictures_say_what_they_show(name: str) -> None:
    file = FOLDER / name
    with Image.open(file) as image:
        told = image.info.get(SCRIPT["KEY"]) or image.info["comment"].decode().split(": ")[1]
        assert image.size == made(name).size
    assert told == made(name).content, "run scripts/pictures"
    assert file.stat().st_size < (1_000_000 if name.endswith(".gif") else 300_000)


def test_fingerprints_differ_for_all_that_is_seen() -> None:
    fingerprint, shown = SCRIPT["fingerprint"], made("palace.png").scene
    assert len({made(name).content for name in NAMES}) == len(NAMES)
    fewer = type(shown)(shown.ground, shown.instances[:-1])
    red = type(shown)(
        shown.ground, (shown.instances[0]._replace(marked=True), *shown.instances[1:])
    )
    every = [
        fingerprint(whole, view, size)
        for whole in (shown, fewer, red)
        for view in ("free", "plan")
        for size in ((400, 300), (300, 400))
    ]
    assert len(set(every)) == len(every)


def same(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    """The share of pixels that look alike."""
    return float(np.mean(np.abs(one - other).max(axis=2) < 40))


@pytest.mark.parametrize("name", STILLS)
def test_stills_are_drawn_as_they_would_be_now(name: str) -> None:
    assert window_class() is not None, REMEDY
    drawn, kept = pixels(made(name).drawn()), pixels((FOLDER / name).read_bytes())
    assert same(drawn, kept) > 0.985
    # A piece of which much is seen is there for itself, however small its share of the picture.
    whole = made(name).scene
    who = see_numbers(whole, size=made(name).size, view=made(name).view)
    looked = 0
    for instance in whole.instances:
        mine = who == instance.number
        if mine.sum() > 200:
            assert np.abs(np.median(drawn[mine], axis=0) - np.median(kept[mine], axis=0)).max() < 40
            looked += 1
    assert looked >= 4


def test_the_building_step_is_drawn_as_it_would_be_now() -> None:
    assert window_class() is not None, REMEDY
    kept = (FOLDER / "step-7.png").read_bytes()
    assert same(pixels(made("step-7.png").drawn()), pixels(kept)) > 0.985


def test_the_film_is_drawn_as_it_would_be_now() -> None:
    assert window_class() is not None, REMEDY
    kept = (FOLDER / "game.gif").read_bytes()
    with closing(GameFilm(game(), made("game.gif").size, "free", "turn")) as film:
        for frame in (0, 7, 18):
            again = np.asarray(film.picture(frame)).astype(np.int64)
            assert same(pixels(kept, frame), again) > 0.985
