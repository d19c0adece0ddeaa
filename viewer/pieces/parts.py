"""Bodies: a closed surface of one colour, and the edges that are drawn on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import trimesh

from .shell import Points

_SHARP = math.radians(35)


@dataclass(frozen=True, eq=False)
class Body:
    """A surface in mm; `colour` is `#rrggbb`, or empty where it is that of the element.

    A `solid` one is closed; writing is not, and is left out of what is printed in plastic.  A
    `rounded` one has no edges and is shaded smoothly.
    """

    name: str
    mesh: trimesh.Trimesh
    colour: str = ""
    solid: bool = True
    rounded: bool = False

    @cached_property
    def edges(self) -> Points:
        """The sharp edges as (n, 2, 3) ends of lines; none on writing or on what is rounded."""
        if self.rounded or not self.solid:
            return np.empty((0, 2, 3))
        sharp = self.mesh.face_adjacency_angles > _SHARP
        ends: Points = self.mesh.vertices[self.mesh.face_adjacency_edges[sharp]]
        return ends
