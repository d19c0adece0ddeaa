"""Scenes and their meshes: every element once, in its place, with its turn and player."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from palace.cli.viewing import VIEWS
from palace.core import colours
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.camera import fit_camera
from palace_viewer.meshes import edges, mesh_piece, mesh_pieces, surfaces
from palace_viewer.pieces.parts import place_element
from palace_viewer.scene import Scene, scene
from tests.grounds import ALL
from tests.random_play import random_palace
from tests.viewer.palaces import ANIMALS, SETUP, game

RNG = random.Random(7)
PALACES = [SETUP, ANIMALS, *(random_palace(Palace.setup(ground), 12, RNG) for ground in ALL)]


def shown(whole: Scene) -> Counter[Element]:
    """The elements in a scene, without the corner pieces."""
    found = Counter(instance.element for instance in whole.instances)
    return Counter({element: n for element, n in found.items() if element.kind != "corner"})


@pytest.mark.parametrize("palace", PALACES, ids=lambda palace: palace.ground.name)
def test_the_elements_of_a_palace(palace: Palace) -> None:
    whole = scene(palace)
    assert shown(whole) == Counter(palace.elements())
    assert [instance.number for instance in whole.instances] == [*range(len(whole.instances))]
    assert sum(instance.element.kind == "corner" for instance in whole.instances) == 4
    assert not any(instance.marked for instance in whole.instances)
    first = [group for group in whole.pieces if not group.body.colour]
    numbers = np.concatenate([group.numbers for group in first])
    assert {*numbers.tolist()} == {*range(len(whole.instances))}


def test_places_and_colours_of_groups() -> None:
    whole = scene(ANIMALS)
    for group in whole.pieces:
        for number, matrix in zip(group.numbers.tolist(), group.transforms, strict=True):
            instance = whole.instances[number]
            assert (matrix == place_element(instance.element)).all()
            assert group.colour == (group.body.colour or instance.colour)
        assert group.vertices().shape == (len(group.numbers), len(group.body.mesh.vertices), 3)
    kinds = {(group.body.name, group.colour) for group in whole.pieces}
    assert len(kinds) == len(whole.pieces)


def test_a_build_shows_what_lies_there_and_what_clashes() -> None:
    clash = Element("arch", 11, 11), Element("brick", 14, 11), Element("brick", 5, 5)
    whole = scene(Build(ALL[0], clash))
    assert shown(whole) == Counter(clash)
    assert len(whole.instances) == 3, "a build has its own corner pieces"
    assert [instance.marked for instance in whole.instances] == [True, True, False]
    assert whole.instances[0].colour == whole.instances[1].colour == colours.FAULT
    twice = Build(ALL[0], (Element("brick", 5, 5), Element("brick", 5, 5)))
    assert shown(scene(twice)) == Counter(twice.elements)


def test_what_hangs_or_lies_wrongly_is_marked() -> None:
    stands, hangs = Element("brick", 5, 5), Element("brick", 8, 5, 2)
    between, beside = Element("brick", 12, 11, 1), Element("column", 6, 8)
    under = Element("arch", 11, 11)
    whole = scene(Build(ALL[0], (stands, hangs, under, between, beside)))
    marked = [instance.element for instance in whole.instances if instance.marked]
    assert marked == [hangs, between, beside]


def test_what_is_marked_has_the_colour_of_faults() -> None:
    arch = next(element for element in SETUP.elements() if element.kind == "arch")
    whole = scene(SETUP, marked=[arch])
    assert [i.element for i in whole.instances if i.colour == colours.FAULT] == [arch]


def test_a_game_tells_turn_and_player() -> None:
    played = game()
    whole = scene(played)
    assert shown(whole) == Counter(played.state.palace.elements())
    names = {report.number: report.player for report in reports(played)}
    for instance in whole.instances:
        if instance.element.kind == "corner":
            assert instance.turn is None
        else:
            assert instance.turn is not None
            assert instance.player == names.get(instance.turn)
    laid = [i.turn for i in whole.instances if i.turn is not None]
    assert laid == sorted(laid), "the scene after a turn is a part from the front"
    setup = {i.element for i in whole.instances if i.turn == 0}
    assert setup == set(played.states[0].palace.elements())


@pytest.mark.parametrize("aspect", [0.4, 1, 16 / 9])
@pytest.mark.parametrize("view", VIEWS)
def test_the_camera_sees_all_and_fills_the_frame(view: str, aspect: float) -> None:
    for palace in (SETUP, ANIMALS):
        points = scene(palace).corners(view)
        camera = fit_camera(points, view, aspect)
        away = np.subtract(camera.eye, camera.aim)
        away /= np.linalg.norm(away)
        over = np.asarray(camera.up)
        right = np.cross(over, away)
        seen = (points - camera.eye) @ np.stack([right, over, -away], axis=1)
        assert (seen[:, 2] > 0).all(), "before the eye"
        if camera.angle:
            half = np.tan(np.radians(camera.angle) / 2) * seen[:, 2]
        else:
            half = np.full(len(seen), camera.half)
        across, up = seen[:, 0] / (half * aspect), seen[:, 1] / half
        assert max(np.abs(across).max(), np.abs(up).max()) <= 1
        assert max(np.ptp(across), np.ptp(up)) > 1.8
        assert across.min() == pytest.approx(-across.max(), abs=0.05), "in the middle"
        assert up.min() == pytest.approx(-up.max(), abs=0.05)


def test_the_scene_and_the_files_need_no_vtk() -> None:
    code = "import sys, palace_viewer.export; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"vtk", "vtkmodules", "pyvista"} & set(run.stdout.split())


@pytest.mark.parametrize("verb", [["check", "a4-b4"], ["--help"], ["render", "--help"]])
def test_the_rules_load_no_drawing(verb: list[str]) -> None:
    code = (
        "import sys; from palace.cli import run; run(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *verb], capture_output=True, text=True, check=True
    )
    drawing = {"vtk", "vtkmodules", "pyvista", "trimesh", "matplotlib", "palace_viewer"}
    assert not drawing & set(run.stderr.split())


@pytest.mark.parametrize(
    "palace", [SETUP, ANIMALS, game().state.palace], ids=["setup", "animals", "end"]
)
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
