"""Meshes put together from kept parts are those of the scene."""

from __future__ import annotations

import numpy as np
import pytest

from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.meshes import edges, mesh_piece, mesh_pieces, surfaces
from palace_viewer.scene import scene
from tests.viewer.palaces import ANIMALS, SETUP, game


@pytest.mark.parametrize("palace", [SETUP, ANIMALS, game().palace], ids=["setup", "animals", "end"])
def test_they_are_those_of_the_picture(palace: Palace) -> None:
    whole = scene(palace)
    found = mesh_pieces((one.number, one.element, one.colour) for one in whole.instances)
    flat = surfaces(group for group in whole.pieces if not group.body.rounded)
    rounded = surfaces(group for group in whole.pieces if group.body.rounded)
    lines = edges(whole.pieces)
    pairs = (found.flat, flat), (found.rounded, rounded), (found.edges, lines)
    for one, other in pairs:
        assert len(one.cells) == len(other.cells)
        assert np.sort(one.numbers).tolist() == np.sort(other.numbers).tolist()
        assert np.allclose(
            np.sort(one.points[one.cells].reshape(-1, 3), axis=0),
            np.sort(other.points[other.cells].reshape(-1, 3), axis=0),
            atol=1e-3,
        )
        assert np.sort(one.colours, axis=0).tolist() == np.sort(other.colours, axis=0).tolist()


def test_normals_are_of_length_one_and_look_out() -> None:
    whole = scene(ANIMALS)
    found = mesh_pieces((one.number, one.element, one.colour) for one in whole.instances)
    assert len(found.rounded.normals) == len(found.rounded.points)
    assert np.linalg.norm(found.rounded.normals, axis=1) == pytest.approx(1)
    corners = found.rounded.points[found.rounded.cells]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    mine = found.rounded.normals[found.rounded.cells].mean(axis=1)
    assert (np.einsum("ij,ij->i", across, mine) > 0).mean() > 0.99


def test_a_part_is_made_once() -> None:
    element = SETUP.elements()[0]
    assert mesh_piece(element, "#ffffff") is mesh_piece(element, "#ffffff")
    assert mesh_pieces([]).flat.cells.shape == (0, 3)
