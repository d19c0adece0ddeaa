"""Films as files, read back: as many pictures as turns, steady, in the right colours."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace.cooper_island.drawing import TablePlan
from palace.cooper_island.land import Land
from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError, install_hint
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace_viewer.marks import label_turn
from palace_viewer.moments import cut_film
from palace_viewer.offscreen import film
from palace_viewer.offscreen import film as animation
from palace_viewer.offscreen.film import TURNS, gif, mp4
from palace_viewer.offscreen.raster import NOTHING, TABLE, Stage, read_numbers
from palace_viewer.peninsula import PeninsulaGroups
from palace_viewer.scene import Scene, find_scene
from tests.calls import call, refusal
from tests.monkey_palace.game.texts import read_text
from tests.viewer.palaces import FAULTY, RECORD, SETUP, game, sample

pytestmark = pytest.mark.usefixtures("opengl")


@cache
def few(turns: int = 5) -> MonkeyLog:
    """The first turns of a game; the fourth cannot be built."""
    text = FAULTY.read_text(encoding="utf-8")
    # Its trophy would bring the column that the fourth turn lacks.
    return replay(read_text(text.replace('frog = "f4"\n', "", 1)), turns=turns)


def pictures(data: bytes) -> tuple[list[NDArray[np.int64]], list[int]]:
    """Return the pictures of a GIF file and their durations in ms."""
    found, stands = [], []
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        for number in range(image.n_frames):
            image.seek(number)
            found.append(np.asarray(image.convert("RGB")).astype(np.int64))
            stands.append(image.info["duration"])
    return found, stands


def local_palettes(data: bytes) -> int:
    """How many pictures of a GIF file have a palette of their own."""
    found, at = 0, 13 + (3 << (data[10] & 7) + 1)
    while data[at] != 0x3B:
        if data[at] == 0x21:
            at += 2
        else:
            assert data[at] == 0x2C
            own = data[at + 9]
            found += own >> 7
            at += 11 + ((3 << (own & 7) + 1) if own >> 7 else 0)
        while data[at]:
            at += data[at] + 1
        at += 1
    return found


@pytest.mark.parametrize("turns", [5, pytest.param(18, marks=pytest.mark.slow)])
def test_the_sample_game_as_gif(turns: int) -> None:
    told: list[float] = []
    shown = replay(sample(), turns=turns)
    data = gif(shown, told=told.append)
    assert len(data) < 2_000_000
    found, stands = pictures(data)
    assert len(found) == len(shown.commits) + 1 == turns + 1
    assert stands == [1000] * (len(found) - 1) + [5000]
    assert told == sorted(told)
    assert told[0] == 0
    assert 1 - 1 / turns < told[-1] <= 1, "before the last picture"
    assert all(picture.shape == (480, 640, 3) for picture in found)
    assert local_palettes(data) == 0
    for before, after in pairwise(found):
        assert (before != after).any()


def test_pictures_show_the_pieces_of_their_turn_and_no_others() -> None:
    """Each equals a scene of only these pieces, seen by the same camera."""
    whole = cut_film(game())
    stage = Stage(whole.scene, (640, 480), "free", plain=True)
    for step in (whole.steps[0], whole.steps[6], whole.steps[-1]):
        stage.show(step.numbers)
        alone = Scene(whole.scene.ground, tuple(whole.scene.instances[n] for n in step.numbers))
        other = Stage(alone, (640, 480), "free", plain=True)
        other.plotter.renderer.SetActiveCamera(stage.plotter.camera)
        one, two = (read_numbers(np.asarray(each.picture())) for each in (stage, other))
        assert (one == two).all()
        assert {*np.unique(one).tolist()} <= {NOTHING, TABLE, *step.numbers.tolist()}
        other.close()
    stage.close()


def test_an_illegal_turn_is_red_and_says_so() -> None:
    found, stands = pictures(gif(few(), size=(480, 360), fps=2))
    assert stands == [500] * 5 + [2500]
    fault = np.array(rgb(colours.FAULT))
    signed = [(np.abs(picture[-20:, 2:6] - fault).max(axis=2) == 0).all() for picture in found]
    assert signed == [False, *(not report.legal for report in reports(few()))]
    above = [picture[:225] for picture in found]
    red = [int(((p[..., 0] > 130) & (p[..., 1] < 45) & (p[..., 2] < 70)).sum()) for p in above]
    assert red[4] > 100
    # Labels of what has a place are red, too.
    bare = [n for n in range(6) if n != 4 and not (n and label_turn(few(), n)[:1] and
            label_turn(few(), n)[0].role == "fault")]  # fmt: skip
    assert len(bare) >= 3
    assert all(red[n] < 30 for n in bare)


def test_element_by_element() -> None:
    found, stands = pictures(gif(few(2), size=(240, 240), by="element", fps=10))
    steps = cut_film(few(2), "element").steps
    assert len(found) == len(steps) > 15
    assert stands == [600, *(100 * step.beats for step in steps[1:])]
    assert stands[-1] == 3000


def test_a_full_turn_crops_nothing_and_ends_where_it_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(film, "TURNS", 9)
    found, stands = pictures(gif(game().state.palace, size=(240, 240), turntable=True))
    assert len(found) == 9
    assert set(stands) == {110}
    for before, after in pairwise([*found, found[0]]):
        assert (before != after).any()
        for border in (after[0], after[-1], after[:, 0], after[:, -1]):
            assert (border == 255).all()
    inked = np.array([(picture != 255).any(axis=2) for picture in found]).any(axis=0)
    assert np.ptp(np.argwhere(inked), axis=0).max() > 0.85 * 240, "as large as the frame takes it"


def film_of(data: bytes) -> Any:
    """An MP4 file opened with PyAV."""
    import av

    return av.open(io.BytesIO(data))


def test_mp4() -> None:
    data = mp4(few(2), size=(320, 240), fps=1)
    with film_of(data) as file:
        (track,) = file.streams.video
        assert not file.streams.audio
        assert track.codec_context.name == "h264"
        assert track.pix_fmt == "yuv420p", "what browsers and phones play"
        assert (track.width, track.height) == (320, 240)
        assert float(track.duration * track.time_base) == pytest.approx(7, abs=0.05)
        frames = [frame.to_ndarray(format="rgb24") for frame in file.decode(track)]
    assert len(frames) == 12 * 7
    stills, _ = pictures(gif(few(2), size=(320, 240), fps=1))
    for number, still in ((5, stills[0]), (18, stills[1]), (50, stills[2])):
        assert np.abs(frames[number].astype(int) - still).mean() < 6
    assert data.find(b"moov") < data.find(b"mdat"), "it plays while it loads"


def test_mp4_without_pyav(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "find_spec", lambda name: None)
    with pytest.raises(InputError) as caught:
        mp4(few(1), size=(240, 240))
    (problem,) = caught.value.problems
    assert str(problem) == (
        f"render: MP4 is written by PyAV, which is missing; {install_hint('view')}"
    )


@pytest.mark.parametrize("count", [8, pytest.param(TURNS, marks=pytest.mark.slow)])
def test_a_full_turn_round_lands(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start space goes from the near side to the far one, and nothing leaves the picture."""
    land = Land.start("cooper-3")
    start = PeninsulaGroups(land, "").numbers[land.peninsula.start]
    stage = Stage(find_scene(land), (240, 180), "free", turns=TURNS, plain=True)
    rows = []
    for turn in range(0, TURNS, TURNS // 4):
        stage.turn(-360 * turn / TURNS)
        found = read_numbers(np.asarray(stage.picture()))
        edge = np.concatenate([found[0], found[-1], found[:, 0], found[:, -1]])
        assert (edge == NOTHING).all()
        rows.append(np.nonzero(found == start)[0].mean())
    stage.close()
    assert rows[0] == max(rows)
    assert rows[2] == min(rows)
    both = TablePlan((("Ana", land), ("Ben", land)))
    monkeypatch.setattr(film, "TURNS", count)
    shots, stands = pictures(gif(both, size=(240, 240), turntable=True))
    assert (len(shots), {*stands}) == (count, {110})
    assert all((one != two).any() for one, two in pairwise(shots))
    with pytest.raises(InputError, match="no game to film"):
        gif(both)


def test_render_writes_films(tmp_path: Path) -> None:
    out = tmp_path / "game.GIF"
    done = call("render", RECORD, "-o", out, "--size", "240x240", "--turn", 2, "--fps", 4)
    assert (done.status, done.out, done.err) == (0, f"wrote {out}\n", "")
    found, stands = pictures(out.read_bytes())
    assert len(found) == 3
    assert stands == [250, 250, 1250]
    out = tmp_path / "turn.mp4"
    options = ("--size", "240x240", "--turntable", "--view", "front")
    assert call("render", f"map-1:{SETUP.position}", "-o", out, *options).status == 0
    with film_of(out.read_bytes()) as file:
        assert file.streams.video[0].frames == TURNS * 2


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--turn 19", "--turn: 19 is not in the record; it has turns 0 (the set-up) to 18"),
        ("--turn 0", "render: the game has no turns to film; give --turntable, or write a picture"),
    ],
)  # fmt: skip
def test_what_cannot_be_filmed(options: str, problem: str, tmp_path: Path) -> None:
    (line,) = refusal("render", RECORD, "-o", tmp_path / "a.gif", *options.split())
    assert line.startswith(problem)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", ["svg", "stl", "3mf"])
def test_every_kind_of_output_after_any_turn(kind: str, tmp_path: Path) -> None:
    turn, setup, end = (tmp_path / f"{name}.{kind}" for name in ("turn", "setup", "end"))
    for out, options in ((turn, ("--turn", 7)), (setup, ("--turn", 0)), (end, ())):
        assert call("render", RECORD, "-o", out, *options).status == 0
    now, fresh = reports(game())[6].palace.position, tmp_path / f"fresh.{kind}"
    assert call("render", f"map-1:{now}", "-o", fresh).status == 0
    assert turn.read_bytes() == fresh.read_bytes()
    assert len({turn.read_bytes(), setup.read_bytes(), end.read_bytes()}) == 3
