"""Cost of drawing in software: all 231 elements against 231 plain boxes on a plain plate.

Run as a module, in a process of its own; prints one JSON object with the ratios of each measure,
one per round.  Processor time is measured, which other work on the machine hardly changes.

`palace render` of the sample game, start to end, is measured against a script for PyVista that
draws the boxes in a frame of the same size, equally smooth, without any shade, and saves it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyvista

from palace.core.colours import rgb
from palace.core.errors import InputError
from palace.monkey_palace.drawing.shown import tint
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace_viewer.camera import fit_camera
from palace_viewer.offscreen.opengl import need
from palace_viewer.offscreen.raster import set_stage
from palace_viewer.pieces.measures import BRICK, PITCH, PLATE, SHEET
from palace_viewer.scene import scene
from palace_viewer.shade import cast_shade
from tests.full_table import full_table
from tests.paths import SAMPLE

SIZE = (1024, 768)
BUILD, FRAME, ACTORS, SHADE, RENDER = "build", "first frame", "actors", "shade", "render"

SCRIPT = """
import json, sys
import numpy as np
import pyvista
boxes = []
for sides, colour in json.load(open(sys.argv[1])):
    box = pyvista.Box(sides)
    box.cell_data["colour"] = np.tile(np.array(colour, np.uint8), (6, 1))
    boxes.append(box)
plotter = pyvista.Plotter(off_screen=True, window_size=[1200, 900])
plotter.enable_anti_aliasing("ssaa")
plotter.add_mesh(boxes[0].append_polydata(*boxes[1:]), scalars="colour", rgb=True)
plotter.screenshot(sys.argv[2])
"""


def box(element: Element) -> Any:
    """A plain box of its colour, as large as an element's studs."""
    (west, south), (east, north) = min(element.studs), max(element.studs)
    low, high = element.level * BRICK, element.top * BRICK
    return _box(west, east + 1, south, north + 1, low, high, tint(element))


def _box(
    west: float, east: float, south: float, north: float, low: float, high: float, colour: str
) -> Any:
    sides = west * PITCH, east * PITCH, south * PITCH, north * PITCH
    plain = pyvista.Box((*sides, low, high))
    plain.cell_data["colour"] = np.tile(np.array(rgb(colour), np.uint8), (plain.n_cells, 1))
    return plain


def boxes(table: Build) -> Any:
    """A plotter with one merged mesh, seen as the palace is."""
    side = table.ground.plate
    plate = _box(0, side, 0, side, -SHEET - PLATE, -SHEET, "#6f9f58")
    whole = plate.append_polydata(*(box(element) for element in table.elements))
    plotter = pyvista.Plotter(off_screen=True, window_size=list(SIZE))
    plotter.enable_anti_aliasing("ssaa")
    plotter.add_mesh(whole, scalars="colour", rgb=True)
    fit_camera(whole.points, "free", SIZE[0] / SIZE[1]).put(plotter.camera)
    plotter.reset_camera_clipping_range()
    return plotter


def palace(table: Build) -> Any:
    """A plotter with all bodies, edges and writing."""
    return set_stage(scene(table), SIZE, "free")


def taken(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def costs(made: Callable[[Build], Any], table: Build) -> tuple[float, float, int]:
    """Seconds to build and to draw the first frame, and how many actors there are."""
    plotters: list[Any] = []
    building = taken(lambda: plotters.append(made(table)))
    (plotter,) = plotters
    drawing = taken(lambda: plotter.screenshot())
    actors = len(plotter.actors)
    plotter.close()
    return building, drawing, actors


def describe(table: Build) -> str:
    """The boxes and the plate for the script, as JSON."""
    side = table.ground.plate * PITCH
    found = [([0, side, 0, side, -SHEET - PLATE, -SHEET], rgb("#6f9f58"))]
    for one in table.elements:
        (west, south), (east, north) = min(one.studs), max(one.studs)
        sides = [at * PITCH for at in (west, east + 1, south, north + 1)]
        found.append(([*sides, one.level * BRICK, one.top * BRICK], rgb(tint(one))))
    return json.dumps(found)


def ended(compiled: Path, *command: object) -> float:
    """Seconds of the processor that a process takes from start to end, its modules compiled."""
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*map(str, command)], env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rendering(rounds: int, table: Build) -> list[float]:
    """Of `palace render` to the script, after a first round in which all is compiled and found."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        boxes, out, compiled = (
            Path(folder, name) for name in ("boxes.json", "out.png", "compiled")
        )
        boxes.write_text(describe(table))
        render = sys.executable, "-P", "-m", "palace", "render", SAMPLE, "-o", out, "--force"
        for number in range(rounds + 1):
            plain = ended(compiled, sys.executable, "-c", SCRIPT, boxes, Path(folder, "plain.png"))
            whole = ended(compiled, *render)
            if number:
                found.append(whole / plain)
    return found


def ratios(rounds: int) -> dict[str, list[float]]:
    """Of the palace to the boxes, after a first round in which parts and shaders are made."""
    need()
    table = full_table()
    found: dict[str, list[float]] = {BUILD: [], FRAME: [], ACTORS: [], SHADE: []}
    found[RENDER] = rendering(rounds, table)
    for number in range(rounds + 1):
        plain, whole = costs(boxes, table), costs(palace, table)
        if number:
            found[BUILD].append(whole[0] / plain[0])
            found[FRAME].append(whole[1] / plain[1])
            found[ACTORS].append(whole[2])
            shading = taken(lambda: cast_shade(table.ground, table.everything))
            found[SHADE].append(shading / plain[0])
    return found


if __name__ == "__main__":
    try:
        print(json.dumps(ratios(int(sys.argv[1]))))
    except InputError as error:
        sys.exit(str(error))
