"""LeoCAD reads what is written, and finds every piece where the table has it.

Only numbers count: LeoCAD ends with status 0 and a picture whatever it is given.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from palace import load_map
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.parts import BRICK, STUD, part_name, quarter
from palace.monkey_palace.ldraw.writing import ldraw_text
from tests.monkey_palace.ldraw.models import turned
from tests.random_play import random_palace

Box = npt.NDArray[np.float64]
"""Least and greatest x, y, z in LDU: east, north, up."""

WHERE = (os.environ.get("LDRAWDIR"), f"{sys.prefix}/ldraw/usr/share/ldraw", "/usr/share/ldraw")

ANIMALS = ("monkey", "frog", "butterfly")


@pytest.fixture(scope="module")
def library() -> Path:
    """The parts of LDraw, and LeoCAD with a display to run on."""
    for program in ("leocad", "xvfb-run"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: run scripts/setup test")
    found = parts_folder()
    if found is None:
        pytest.skip("there are no parts of LDraw (package ldraw-parts): run scripts/setup test")
    return found


def parts_folder() -> Path | None:
    """Return the folder of the parts of LDraw, if they are on this machine."""
    folders = (Path(name) for name in WHERE if name)
    return next((one for one in folders if (one / "parts" / "3005.dat").is_file()), None)


def boxes(model: str, library: Path, folder: Path) -> list[Box]:
    """Return the box of every part of a model, in the order of the file, as LeoCAD exports it."""
    (folder / "model.ldr").write_bytes(model.encode())
    command = ["xvfb-run", "-a", "leocad", "-l", str(library), "-obj", "out.obj", "model.ldr"]
    env = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    folder.chmod(0o700)
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, timeout=120)
    found: list[Box] = []
    points: list[list[str]] = []
    groups: list[set[int]] = []
    for line in (folder / "out.obj").read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "v":
            points.append(rest.split()[:3])
        elif kind == "g":
            groups.append(set())
        elif kind == "f":
            groups[-1].update(int(corner.partition("/")[0]) for corner in rest.split())
    where = np.array(points, dtype=float)
    for group in groups:
        corners = where[np.fromiter(group, int) - 1]
        found.append(np.array((corners.min(axis=0), corners.max(axis=0))))
    return found


def expected(element: Element, plate: int) -> Box:
    """Return the box of a piece with its knobs, in the frame whose 0 is the middle of the plate."""
    studs = np.array(element.studs)
    (west, south), (east, north) = studs.min(axis=0), studs.max(axis=0) + 1
    half = plate / 2
    low = (STUD * (west - half), STUD * (south - half), BRICK * element.level)
    high = (STUD * (east - half), STUD * (north - half), BRICK * element.top + 4)
    return np.array((low, high), dtype=float)


def around(box: Box, turn: int) -> Box:
    """Return a box turned about the vertical."""
    corners = np.array([(*quarter(turn, x, y), z) for x, y, z in box])
    return np.array((corners.min(axis=0), corners.max(axis=0)))


def every_turn() -> Build:
    """Return a palace of random play, and beside it a piece of every kind at every turn."""
    ground = load_map("map-1")
    palace = random_palace(Palace.setup(ground), 6, random.Random(2))
    assert {element.turn for element in palace.elements() if element.kind == "arch"} == {0, 1}
    kinds = enumerate(PIECES)
    more = [
        Element(kind, 1 + 5 * turn, 1 + 3 * number, 20 + turn, turn)
        for number, kind in kinds
        for turn in range(4)
    ]
    return Build(ground, (*palace.elements(), *corner_pieces(ground), *more))


def close(one: Box, other: Box) -> bool:
    return bool(np.abs(one - other).max() <= 0.1)


@pytest.mark.parametrize("turn", range(4))
def test_every_piece_has_its_box(turn: int, library: Path, tmp_path: Path) -> None:
    """Arch, brick, column, gold and corner to 0.1 LDU; a bamboo's body; where an animal stands."""
    build = every_turn()
    model = turned(ldraw_text(build, "ldr", "element"), 90 * turn, (0, 0, 0))
    plate, *found = boxes(model, library, tmp_path)
    side = STUD * build.ground.plate / 2
    assert close(plate, np.array(((-side, -side, -4), (side, side, 4))))
    assert len(found) == len(build)
    checked = set()
    for element, box in zip(build.elements, found, strict=True):
        if not (library / "parts" / part_name(element.kind)).is_file():
            continue
        checked.add(element.kind)
        wanted = around(expected(element, build.ground.plate), turn)
        if element.kind in ("light", "dark"):
            # Leaves hang out at three sides; the fourth, west at turn 0, is that of the body.
            bare = ((0, 0), (0, 1), (1, 0), (1, 1))[(element.turn + turn) % 4]
            assert abs(box[bare] - wanted[bare]) <= 0.1
            assert np.abs(box[:, 2] - wanted[:, 2]).max() <= 0.1
        elif element.kind in ANIMALS:
            assert abs(box[0, 2] - wanted[0, 2]) <= 1
            middle = (box[0] + box[1]) / 2 - (wanted[0] + wanted[1]) / 2
            assert np.abs(middle[:2]).max() <= 6
        else:
            assert close(box, wanted), element
    assert checked >= {*PIECES} - {"butterfly"}


def test_submodels(library: Path, tmp_path: Path) -> None:
    """As .mpd, with one submodel, LeoCAD finds the same pieces in the same places."""
    build = every_turn()
    flat = boxes(ldraw_text(build, "ldr"), library, tmp_path)
    nested = boxes(ldraw_text(build, "mpd", "element"), library, tmp_path)
    assert len(flat) == len(nested)
    assert all(map(close, flat, nested))


def test_a_missing_part_would_be_seen(library: Path, tmp_path: Path) -> None:
    """LeoCAD shows a part it does not know as a small box, and says nothing."""
    model = ldraw_text(Build(load_map("map-1"), (Element("arch", 5, 5),))).replace(
        "3659.", "x3659."
    )
    plate, arch = boxes(model, library, tmp_path)
    assert not close(arch, expected(Element("arch", 5, 5), 32))
    assert close(plate, np.array(((-320, -320, -4), (320, 320, 4))))
