"""What happened and what is wrong, in stills and films: every mark in the frame, nothing hidden."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace.contract.rules import Log
from palace.cooper_island.land import Land
from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace_viewer import callouts
from palace_viewer.board import ASIDE, FLAT, LETTERS, SMALL, board
from palace_viewer.callouts import Box, Label, Pill, find_boxes, place_labels, project, text_size
from palace_viewer.camera import Camera, fit_camera
from palace_viewer.isometric.picture import isometric_svg
from palace_viewer.marks import find_sight, label_turn
from palace_viewer.moments import cut_film, cut_turns
from palace_viewer.offscreen.film import GameFilm, Turntable, _bound, follow, write_gif
from palace_viewer.offscreen.raster import Stage, png, set_stage
from palace_viewer.offscreen.still import place_pills, split
from palace_viewer.pieces.shell import Points
from palace_viewer.scene import Scene, find_scene, scene, sign_heights
from tests.calls import call
from tests.monkey_palace.game.texts import read_text
from tests.viewer.palaces import FAULTY, MAP, RECORD, SETUP, TWO_TURNS, game, overlap

STILL, PHONE, FILM = (1200, 900), (390, 844), (640, 480)

LITTER = Build(
    MAP,
    tuple(
        Element(kind, x, y, level)
        for kind, x, y, level in (
            ("arch", 11, 11, 2), ("brick", 5, 5, 0), ("brick", 5, 5, 0), ("arch", 2, 2, 4),
            ("arch", 17, 17, 3), ("brick", 20, 20, 5), ("brick", 23, 8, 3), ("column", 8, 20, 1),
            ("arch", 8, 23, 2), ("brick", 12, 6, 0), ("brick", 13, 7, 2), ("gold", 2, 20, 2),
        )
    ),
)  # fmt: skip
"""Pieces of which nearly all are at fault."""


@cache
def faulty() -> MonkeyLog:
    return replay(read_record(FAULTY), turns=4)


def test_what_a_mend_puts_elsewhere_is_a_ghost() -> None:
    right = Build.of(SETUP)
    gold = next(e for e in right.elements if e.kind == "gold")
    wrong = Build(right.ground, tuple(e for e in right.elements if e != gold))
    sight = find_sight(wrong)
    assert isinstance(sight.scene, Scene)
    assert [one.element for one in sight.scene.instances if one.ghost] == [gold]
    assert sight.caption is not None
    assert sight.caption.lines[0].startswith("Nearest mend: add a gold decoration on ")
    assert 'opacity="0.6"' in isometric_svg(wrong)
    assert 'opacity="0.6"' not in isometric_svg(right)
    whole = find_sight(right).scene
    assert isinstance(whole, Scene)
    assert not whole.ghosts


def picture(data: bytes) -> NDArray[np.int64]:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB")).astype(np.int64)


def placed(
    shown: MonkeyLog | Build, size: tuple[int, int], view: str
) -> tuple[list[Pill], list[Box]]:
    """The labels of a still, and the boxes of the pieces at fault."""
    sight = find_sight(shown)
    plotter = set_stage(sight.scene, size, view, corners=sight.corners(view), quick=True)
    frame = Box(0, 0, *size)
    pills = place_pills(frame, plotter.camera, sight.scene, sight.labels, text_size(frame))
    assert isinstance(sight.scene, Scene)
    boxes = find_boxes(sight.scene.outline_marked(), plotter.camera, frame)
    plotter.close()
    return list(pills), boxes


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("size", [STILL, PHONE, FILM], ids=str)
@pytest.mark.parametrize("shown", [LITTER, faulty(), game()], ids=["litter", "turn", "game"])
def test_every_mark_is_in_the_frame_and_no_callout_covers_a_faulty_piece(
    shown: MonkeyLog | Build, size: tuple[int, int]
) -> None:
    pills, boxes = placed(shown, size, "free")
    sight = find_sight(shown)
    assert pills
    frame = Box(0, 0, *size)
    counted = sum(pill.at == pill.box.middle and pill.lines[0].endswith(" more") for pill in pills)
    assert len(pills) == len(sight.labels) or counted == 1, "all of them, or how many more"
    for pill in pills:
        assert frame.holds(*pill.at)
        assert frame.holds(*pill.box[:2])
        assert frame.holds(pill.box.right, pill.box.low)
        if pill.role == "fault":
            assert not any(overlap(pill.box, box) for box in boxes)
    sentences = [pill.box for pill in pills if pill.role == "fault"]
    assert not any(overlap(one, other) for one, other in combinations(sentences, 2))


def test_faults_without_room_are_counted() -> None:
    labels = [Label(f"support: {n} hangs\npath: {n}", (0.0, 0.0, 0.0), "fault") for n in range(40)]
    pills = [*place_labels(Box(0, 0, 200, 120), labels, [(100.0, 60.0)] * 40, 10.0)]
    shown = sum(not pill.lines[0].endswith(" more") for pill in pills)
    assert 0 < shown < 40
    assert pills[-1].lines == (f"and {2 * (40 - shown)} more",)


def test_a_crossing_of_leaders_costs_more_than_a_step_aside() -> None:
    leaders = np.array([[[0.0, 0.0], [10.0, 0.0]]])
    ends = np.array([[5.0, 5.0], [20.0, 5.0]])
    assert callouts._cross(ends, np.array([5.0, -5.0]), leaders).tolist() == [[True], [False]]


@pytest.mark.usefixtures("opengl")
def test_the_last_staircase_is_outlined_and_numbered_in_a_still_of_a_record(tmp_path: Path) -> None:
    turn, bare = tmp_path / "turn.png", tmp_path / "bare.png"
    size = ("--size", "600x450")
    assert call("render", RECORD, "--turn", 7, "-o", turn, *size).status == 0
    now = reports(game())[6].palace.position
    assert call("render", f"map-1:{now}", "-o", bare, *size).status == 0
    path = np.array(rgb(colours.PATH))
    marked, plain = (
        (np.abs(picture(out.read_bytes()) - path).max(axis=2) < 25).sum() for out in (turn, bare)
    )
    assert marked > 600 > 4 * plain
    report = reports(game())[6]
    assert report.staircase is not None
    labels = label_turn(game(), 7)
    assert [label.text for label in labels] == [str(n + 1) for n in range(len(labels))]
    assert len(labels) == len(report.staircase.knobs)


def test_a_still_shows_what_a_film_shows_last() -> None:
    for played in (game(), faulty(), replay(read_text(TWO_TURNS))):
        sight, step = find_sight(played), cut_film(played).steps[-1]
        assert sight.caption == step.caption
        assert isinstance(sight.scene, Scene)
        assert len(sight.scene.instances) == len(step.numbers)
        fresh = [one for one in sight.scene.instances if one.fresh]
        assert len(fresh) == len(step.laid)
    assert find_sight(SETUP).labels == ()
    assert find_sight(SETUP).caption is None


def test_a_moved_animal_leaves_a_ghost_where_it_was() -> None:
    reel = cut_film(game())
    moved = 0
    before = {e for e in game().states[0].palace.elements() if e.kind in ANIMALS.values()}
    for step, report in zip(reel.steps[1:], reports(game()), strict=True):
        now = {e for e in report.palace.elements() if e.kind in ANIMALS.values()}
        shown = [reel.scene.instances[n] for n in step.numbers]
        ghosts = {one.element for one in shown if one.ghost}
        free = {e for e in before - now if e.studs[0] not in {o.studs[0] for o in now}}
        assert free >= ghosts
        assert ghosts >= {e for e in free if _is_free(e, report.palace.elements())}
        moved += len(ghosts)
        before = now
    assert moved >= 5
    by_one = cut_film(game(), "element")
    assert all(
        not any(by_one.scene.instances[n].ghost for n in step.numbers)
        for step in by_one.steps
        if not step.whole
    )
    assert [turn.ghosts for turn in cut_turns(faulty()) if not turn.sound] == [()] * sum(
        not turn.sound for turn in cut_turns(faulty())
    )


def _is_free(animal: Element, there: tuple[Element, ...]) -> bool:
    return all(one.top <= animal.level for one in there if animal.studs[0] in one.studs)


@pytest.mark.usefixtures("opengl")
def test_a_ghost_is_seen_and_is_paler_than_the_animal() -> None:
    reel = cut_film(game())
    number, step = next(
        (n, s) for n, s in enumerate(reel.steps)
        if any(reel.scene.instances[k].ghost for k in s.numbers)
    )  # fmt: skip
    stage = Stage(reel.scene, (400, 300), "free", quick=True)
    stage.show(step.numbers)
    here = np.asarray(stage.picture()).astype(int)
    stage.show(np.array([n for n in step.numbers if not reel.scene.instances[n].ghost]))
    gone = np.asarray(stage.picture()).astype(int)
    stage.close()
    differ = np.abs(here - gone).max(axis=2)
    assert number
    assert (differ > 12).sum() > 20
    assert differ.max() < 200, "one looks through it"


FILMED = (640, 480)


@cache
def frames() -> tuple[list[Image.Image], bytes]:
    """The pictures of the sample game after the animals came, and the GIF file of them."""
    film = GameFilm(game(), FILMED, "free", "turn")
    shown = [film.picture(index) for index in (1, 9, 18)]
    data = write_gif([(each, 1) for each in shown], 1, shown)
    film.close()
    return shown, data


@pytest.mark.usefixtures("opengl")
def test_every_animal_has_its_hue_in_the_film() -> None:
    """In the GIF after its palette: as many pixels of a hue as before, give or take a third."""
    shown, data = frames()
    with Image.open(io.BytesIO(data)) as image:
        for index, before in enumerate(shown):
            image.seek(index)
            after = np.asarray(image.convert("RGB")).astype(int)
            for kind, colour in colours.ANIMALS.items():
                had, has = (
                    _count(np.asarray(each).astype(int), colour) for each in (before, after)
                )
                assert has > 0.6 * had, (kind, index, had, has)
                assert had > 15 or kind == "frog", (kind, index)
            assert _count(np.asarray(before).astype(int), colours.ANIMALS["frog"]) > 8


def _count(pixels: NDArray[np.int64], colour: str) -> int:
    """How many pixels have the hue of a colour, lighter or darker, and as strong."""
    hue = np.array(rgb(colour), float)
    hue -= hue.mean()
    mine = pixels - pixels.mean(axis=2, keepdims=True)
    length = np.linalg.norm(mine, axis=2)
    alike = (mine @ hue) / np.maximum(length * np.linalg.norm(hue), 1e-9)
    return int(((alike > 0.97) & (length > 0.45 * np.linalg.norm(hue))).sum())


def reached(camera: Camera, points: Points, aspect: float) -> float:
    return float(np.abs(camera.see(points, aspect)).max())


@pytest.mark.parametrize("by", ["turn", "element"])
def test_the_camera_follows_the_palace(by: str) -> None:
    aspect = 640 / 370
    reel = cut_film(game(), "turn" if by == "turn" else "element")
    cameras = follow(reel, "free", aspect)
    whole = reel.scene.corners("free")
    for step, camera in zip(reel.steps, cameras, strict=True):
        assert reached(camera, _bound(reel.scene, step), aspect) <= 1.0001, "the palace is in it"
    away = [np.linalg.norm(np.subtract(camera.eye, camera.aim)) for camera in cameras]
    for one, other in pairwise(away):
        assert 0.999 < other / one < (1.1 if by == "turn" else 1.03), "smoothly, and only back"
    assert away[-1] / away[0] > 1.3
    assert 0.93 < reached(cameras[-1], whole, aspect) < 1
    near, far = cameras[0].find_depths(whole)
    assert near > far / 10, "depths are told apart, and edges behind faces are hidden"
    assert reached(cameras[0], whole, aspect) > 1


@pytest.mark.usefixtures("opengl")
def test_a_picture_is_drawn_between_the_depths_of_its_camera() -> None:
    """The table reaches behind the near camera, so a box around it says nothing about depth."""
    reel = cut_film(game())
    stage = Stage(reel.scene, (160, 120), "free", quick=True)
    camera = follow(reel, "free", 4 / 3)[0]
    stage.aim(camera)
    stage.picture()
    drawn = stage.plotter.camera.GetClippingRange()
    stage.close()
    assert drawn == pytest.approx(camera.find_depths(reel.scene.corners("free")))


def test_a_camera_sees_points_where_vtk_draws_them() -> None:
    for view, size in (("free", STILL), ("plan", STILL), ("front", (300, 400)), ("west", PHONE)):
        shown = scene(SETUP)
        points = shown.corners(view)
        camera = fit_camera(points, view, size[0] / size[1])
        plotter = set_stage(shown, size, view, quick=True)
        pixels = project(plotter.camera, Box(0, 0, *size), points)
        seen = (camera.see(points, size[0] / size[1]) * (1, -1) + 1) / 2 * size
        assert np.abs(pixels - seen).max() < 0.01
        plotter.close()


def test_the_score_is_held_and_all_of_it_is_in_the_frame() -> None:
    for by in ("turn", "element"):
        steps = cut_film(game(), "turn" if by == "turn" else "element").steps
        assert steps[-1].caption.lines[-1] == "Ana 29 · Ben 25 · Caro 24"
        assert steps[-1].beats >= 5 * max(step.beats for step in steps[:-1])


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("shown", [game(), SETUP], ids=["game", "set-up"])
def test_a_tall_still_is_filled(shown: MonkeyLog) -> None:
    """At least 70 % of the rows have something of the table, the palace or a name in them."""
    apart, rooms = split(find_sight(shown), PHONE, "free")
    assert [*rooms] == ["south", "west"]
    data = png(find_scene(shown), size=PHONE, transparent=True)
    with Image.open(io.BytesIO(data)) as image:
        shown_at = np.asarray(image)[..., 3] > 0
    for room in rooms.values():
        shown_at[round(room.low) - 22 : round(room.low), :150] = False  # which side it is
    assert shown_at.any(axis=1).mean() >= 0.70
    assert shown_at.any(axis=0).mean() >= 0.95
    assert apart is isinstance(shown, Log)


def names_of(groups: tuple[object, ...]) -> set[str]:
    return {group.body.name for group in groups}  # type: ignore[attr-defined]


def test_letters_of_zones_are_in_the_plan_alone() -> None:
    whole = scene(SETUP)
    assert LETTERS in names_of(whole.groups("plan"))
    for view in ("free", "front", "south", "west"):
        assert LETTERS not in names_of(whole.groups(view))
    assert SMALL in names_of(whole.groups("free"))


@pytest.mark.parametrize("quarter", range(4))
def test_text_is_upright_from_every_side(quarter: int) -> None:
    """Files and ranks are along the near and the right edge; turned back they are upright."""
    angle = np.radians(90 * quarter)
    back = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = MAP.plate * 8 / 2
    for kind, edge in ((FLAT, 1), (ASIDE, 0)):
        for body in board(MAP, quarter):
            if body.name != kind:
                continue
            flat = (body.mesh.vertices[:, :2] - middle) @ back.T
            outside = -middle - 4 if edge else middle + 4
            assert (flat[:, edge] < outside).all() if edge else (flat[:, edge] > outside).all()
    letters = {0: "abcdefgh", 1: "87654321", 2: "hgfedcba", 3: "12345678"}[quarter]
    near = [body for body in board(MAP, quarter) if body.name == FLAT]
    across = [((b.mesh.vertices[:, :2] - middle) @ back.T)[:, 0].mean() for b in near]
    south = [body for body in board(MAP, 0) if body.name in (FLAT if quarter % 2 == 0 else ASIDE,)]
    sizes = [np.ptp(b.mesh.vertices[:, 0]) for b in south]
    mine = [np.ptp(((b.mesh.vertices[:, :2] - middle) @ back.T)[:, 0]) for b in near]
    assert mine == pytest.approx(sizes), "the same letters, not on their side"
    order = np.argsort(across)
    names = "abcdefgh" if quarter % 2 == 0 else "12345678"
    assert "".join(names[n] for n in order) == letters


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("name", ["palace", "land"])
def test_names_are_upright_through_a_turntable(name: str) -> None:
    """The table's turn and that of the text never differ by more than 45 degrees for the camera."""
    shown = scene(SETUP) if name == "palace" else find_scene(Land.start("cooper-3"))
    film = Turntable(shown, (240, 180), "free")
    stage = film.stage
    azimuth = stage.camera.eye[0] - stage.camera.aim[0], stage.camera.aim[1] - stage.camera.eye[1]
    seen = set()
    for turn in range(0, 36, 3):
        stage.turn(-10 * turn)
        side = np.degrees(np.arctan2(-azimuth[0], azimuth[1])) - 10 * turn
        off = (side - 90 * stage.quarter + 180) % 360 - 180
        assert abs(off) <= 45.001
        seen.add(stage.quarter)
        drawn = stage.plotter.meshes["ink"].cells
        ink = stage.shown.groups("free", stage.quarter)
        every = sum(len(g.body.mesh.faces) * len(g.numbers) for g in ink if not g.body.solid)
        assert 0 < len(drawn) <= every
    film.close()
    assert seen == {0, 1, 2, 3}


def test_the_plan_has_the_heights_of_the_palace() -> None:
    palace = game().state.palace
    groups = [*sign_heights(MAP, palace.elements())]
    heights = {knob: high for knob, high in palace.heights.items() if high}
    assert len(groups) == 2 * len(heights)
    found: dict[tuple[float, float], object] = {}
    for group in groups:
        x, y = group.transforms[0, :2, 3]
        found[x, y] = group
    tops = {knob: f"{high}{palace.tops[knob] if palace.tops[knob] in COLOURS else ''}"
            for knob, high in heights.items()}  # fmt: skip
    from palace_viewer.board import height_sign

    for knob, text in tops.items():
        x, y = ((stud + 0.5) * 8 for stud in MAP.stud(knob))
        animal = any(at == knob for _, at in palace.animals)
        place = (x + 8.5, y - 8.5) if animal else (x, y)
        assert found[place].body in height_sign(text)  # type: ignore[attr-defined]


def test_the_front_view_has_a_line_for_every_level() -> None:
    whole = scene(game())
    high = max(one.element.top for one in whole.instances)
    lines, numbers = whole.groups("front")[-len(whole.pieces) - 2 : -len(whole.pieces)]
    levels = np.unique(np.round(lines.vertices()[0, :, 2] / 9.6).astype(int))
    assert levels.tolist() == [*range(high + 1)]
    assert numbers.vertices()[0, :, 0].max() < 0, "beside the plate"
    camera = fit_camera(whole.corners("front"), "front", 4 / 3)
    level = camera.see(np.array([[0, 0, 9.6], [200, 250, 9.6]]), 4 / 3)
    assert level[0, 1] == pytest.approx(level[1, 1]), "true for near and far pieces"
