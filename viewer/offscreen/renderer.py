"""A scene laid out once in a window that is never seen, of which any part can be shown.

The meshes stay; a picture takes the cells of what is seen in it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..drawn import Drawn
from ..pieces.shell import Points
from .opengl import need
from .raster import staged


class Stage:
    """A scene in a frame of `size` pixels, seen by one eye that is fitted to all of it."""

    def __init__(
        self,
        scene: Drawn,
        size: tuple[int, int],
        view: str,
        *,
        turns: int = 1,
        plain: bool = False,
    ) -> None:
        """With `turns` the eye is fitted to the scene in so many positions of a full turn; `plain`
        paints numbers, not colours.

        Raises `InputError` where OpenGL is missing.
        """
        need()
        self.middle = scene.middle
        corners = scene.corners(view)
        positions = [self._turn(360 * turn / turns) for turn in range(turns)]
        everywhere = np.concatenate([corners @ way[:3, :3].T + way[:3, 3] for way in positions])
        self.plotter: Any = staged(scene, size, view, plain=plain, corners=everywhere)
        self.whole = {name: actor.mapper.dataset for name, actor in self.plotter.actors.items()}

    def show(self, numbers: NDArray[np.int64]) -> None:
        """Show the instances of these numbers, and the table, alone."""
        for name, mesh in self.whole.items():
            actor = self.plotter.actors[name]
            kept = (mesh.cell_data["number"] < 0) | np.isin(mesh.cell_data["number"], numbers)
            actor.visibility = bool(kept.any())  # a mesh without cells cannot be
            if actor.visibility:
                actor.mapper.dataset = cells_of(mesh, kept)

    def turn(self, degrees: float) -> None:
        """Turn everything about its middle, anticlockwise as seen from above."""
        for actor in self.plotter.actors.values():
            actor.user_matrix = self._turn(degrees)

    def picture(self) -> Image.Image:
        """What is seen now."""
        self.plotter.render()
        return Image.fromarray(np.asarray(self.plotter.screenshot(None, return_img=True)))

    def close(self) -> None:
        """Free what it holds."""
        self.plotter.close()

    def _turn(self, degrees: float) -> Points:
        angle = math.radians(degrees)
        matrix = np.eye(4)
        matrix[:2, :2] = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
        matrix[:3, 3] = self.middle - matrix[:3, :3] @ self.middle
        return matrix


def cells_of(mesh: Any, kept: NDArray[np.bool_]) -> Any:
    """A mesh of pyvista with some of its cells, which are all lines or all triangles."""
    import pyvista

    if mesh.n_lines:
        part = pyvista.PolyData(mesh.points, lines=mesh.lines.reshape(-1, 3)[kept].ravel())
    else:
        part = pyvista.PolyData(mesh.points, faces=mesh.faces.reshape(-1, 4)[kept].ravel())
    for name, values in mesh.cell_data.items():
        part.cell_data[name] = values[kept]
    for name, values in mesh.point_data.items():
        part.point_data[name] = values
    part.set_active_scalars("colour", preference="cell")
    if "Normals" in mesh.point_data:
        part.point_data.active_normals_name = "Normals"
    return part
