"""`palace render` beyond SVG, and `palace doctor`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.core.errors import InputError, Problem
from palace_viewer import doctor
from palace_viewer.offscreen import opengl as gl
from tests.calls import call, refusal
from tests.paths import MAPS
from tests.viewer.palaces import RECORD, SETUP

POSITION = f"map-1:{SETUP.position}"
MAGIC = {"png": b"\x89PNG", "glb": b"glTF", "3mf": b"PK", "stl": b""}


@pytest.mark.parametrize("kind", MAGIC)
def test_render_writes_every_kind_and_overwrites_none(
    kind: str, tmp_path: Path, opengl: None
) -> None:
    out = tmp_path / f"palace.{kind.upper()}"
    called = call("render", RECORD, "-o", out)
    assert (called.status, called.out, called.err) == (0, f"wrote {out}\n", "")
    written = out.read_bytes()
    assert written.startswith(MAGIC[kind])
    assert len(written) > 20_000
    (problem,) = refusal("render", POSITION, "-o", out)
    assert "this file exists" in problem
    assert out.read_bytes() == written
    assert call("render", POSITION, "-o", out, "--force").status == 0
    assert out.read_bytes() != written
    assert [*tmp_path.iterdir()] == [out]


def test_render_draws_the_setup_of_a_map(tmp_path: Path) -> None:
    drawn = []
    for number, what in enumerate((POSITION, "map-1", MAPS / "map-1.toml")):
        out = tmp_path / f"{number}.svg"
        assert call("render", what, "-o", out).status == 0
        drawn.append(out.read_text())
    assert drawn[0] == drawn[1] == drawn[2]
    out = tmp_path / "none.svg"
    (line,) = refusal("render", "map-9", "-o", out)
    assert line.startswith("there is no map 'map-9'; did you mean map-4?")
    (line,) = refusal("render", MAPS / "map-1.toml", "--turn", 2, "-o", out)
    assert line == "--turn: a map has no turns; leave it out"
    (line,) = refusal("render", "x8/q", "-o", out)
    assert line.startswith("POSITION, column 4: 'q'; expected")
    assert not out.exists()


def test_render_sizes_and_views(tmp_path: Path, opengl: None) -> None:
    from PIL import Image

    shots = set()
    for view in ("free", "plan", "front"):
        out = tmp_path / f"{view}.png"
        options = ("--size", "160x90", "--view", view, "--transparent")
        assert call("render", POSITION, "-o", out, *options).status == 0
        with Image.open(out) as image:
            assert image.size == (160, 90)
            assert image.mode == "RGBA"
            shots.add(image.tobytes())
    assert len(shots) == 3


# fmt: off
CALLS: list[tuple[str, list[str]]] = [
    ("a.jpg", ["its ending names no kind of file; "
                "end in .svg, .png, .gif, .mp4, .glb, .stl or .3mf"]),
    ("a.png --size 12", ["--size: '12' is no size; two numbers from 16 to 4096"]),
    ("a.png --size 5000x10", ["--size: '5000x10' is no size"]),
    ("a.png --view side", ["--view: there is no view 'side'; free, plan or front"]),
    ("a.png --plan", ["--plan: it goes with .svg; leave it out"]),
    ("a.png --fuse", ["--fuse: it goes with .stl or .3mf; leave it out"]),
    ("a.svg --size 12x12",
     ["--size: '12x12' is no size", "--size: it goes with .png, .gif or .mp4"]),
    ("a.glb --transparent", ["--transparent: it goes with .png; leave it out"]),
    ("a.png --by turn --fps 3 --turntable",
     ["--by: it does not go", "--by: it goes with .gif or .mp4; leave it out",
      "--fps: it goes with .gif or .mp4", "--turntable: it goes with .gif or .mp4"]),
    ("a.gif --turntable --by turn",
     ["--by: it does not go with --turntable; leave one of them out"]),
    ("a.gif --turntable --by knob", ["--by: it does not go", "--by: nothing is filmed by "
                                     "'knob'; turn or element"]),
    ("a.gif --turntable --fps 0",
     ["--fps: '0' is no number of pictures a second; 0.1 to 50"]),
    ("a.gif --turntable --fps 1e1", ["--fps: '1e1' is no number of pictures a second"]),
    ("a.gif --turntable --size 100x100",
     ["--size: '100x100' is no size; two numbers from 240 to 2048"]),
    ("a.mp4 --turntable --size 641x480",
     ["--size: 641x480 has an odd side, MP4 only even ones; such as 642x480"]),
    ("a.gif", ["render: there is no game to film; name a record, or give --turntable"]),
    ("a.glb --turn 3", ["--turn: it goes with a record; leave it out"]),
]
# fmt: on


@pytest.mark.parametrize(("options", "problems"), CALLS)
def test_what_does_not_go_together(options: str, problems: list[str], tmp_path: Path) -> None:
    name, *rest = options.split()
    lines = refusal("render", POSITION, "-o", tmp_path / name, *rest)
    assert len(lines) == len(problems)
    assert all(part in line for part, line in zip(problems, lines, strict=True))
    assert not [*tmp_path.iterdir()]


def test_every_error_of_a_call_is_told(tmp_path: Path) -> None:
    lines = refusal("render", "map-1:x8/q", "-o", tmp_path / "a.png", "--size", "x")
    assert len(lines) == 2


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without OpenGL, display or manifold3d."""
    monkeypatch.setattr(gl, "_PROBE", "import os; os.abort()")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    real = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda name: None if name[0] == "m" else real(name))
    gl.window_class.cache_clear()
    yield
    gl.window_class.cache_clear()


@pytest.mark.usefixtures("bare")
def test_render_says_what_to_install(tmp_path: Path) -> None:
    (line,) = refusal("render", POSITION, "-o", tmp_path / "a.png")
    assert line.startswith("render: this machine has no OpenGL to draw with; on Debian or Ubuntu:")
    assert "apt-get install --no-install-recommends libegl1 libgl1-mesa-dri" in line
    assert not [*tmp_path.iterdir()]
    assert call("render", POSITION, "-o", tmp_path / "a.svg").status == 0


def checks() -> dict[str, dict[str, Any]]:
    called = call("doctor", "--json")
    assert called.status == 0
    assert called.err == ""
    found = called.json
    assert found["works"] is True
    assert found["complete"] is all(check["works"] for check in found["checks"])
    return {check["what"]: check for check in found["checks"]}


def test_the_doctor_finds_what_works(opengl: None) -> None:
    found = checks()
    for what in ("palace", "maps", "search", "terminal", "3D files", "PNG pictures",
                 "GIF films", "MP4 films"):  # fmt: skip
        assert found[what]["works"], found[what]
        assert found[what]["remedy"] is None
    assert "placeholder" in found["maps"]["found"]
    assert "trimesh" in found["3D files"]["found"]
    text = call("doctor").out
    assert all(what in text for what in found)


@pytest.mark.usefixtures("bare")
def test_the_doctor_says_what_to_do() -> None:
    found = checks()
    for what in ("PNG pictures", "GIF films", "MP4 films"):
        assert not found[what]["works"]
        assert found[what]["found"] == "no OpenGL to draw with"
        assert "apt-get install" in found[what]["remedy"]
    assert found["3D files"]["found"] == "missing: matplotlib"
    assert found["--fuse"]["remedy"] == "pip install 'palace-referee[print]'"
    assert not found["window"]["works"]
    assert not found["clipboard"]["works"], "there is no display to have one"
    assert "xclip" in found["clipboard"]["remedy"]
    called = call("doctor")
    assert called.status == 0
    assert "-> on Debian or Ubuntu: apt-get install" in called.out


@pytest.mark.skipif(sys.platform != "linux", reason="only X has a display to lack")
def test_the_doctor_tries_the_display(opengl: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    found = checks()["window"]
    assert not found["works"]
    assert found["found"] == "the display :987 cannot be opened"
    assert "palace view --screenshot OUT.png" in found["remedy"]


def test_the_doctor_misses_what_films_are_written_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "av" else "1.0")
    found = checks()
    assert found["MP4 films"]["found"] == "av is missing"
    assert found["MP4 films"]["remedy"] == "pip install 'palace-referee[view]'"
    assert found["GIF films"]["found"] == "pillow 1.0"


def test_without_a_viewer_the_rules_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from palace.cli import viewing

    def missing(name: str) -> None:
        raise InputError(Problem("render", "trimesh is missing", viewing.INSTALL))

    monkeypatch.setattr("palace.cli.doctor.installed", missing)
    found = checks()
    assert found["viewer"]["found"] == "trimesh is missing"
    assert found["viewer"]["remedy"] == "pip install 'palace-referee[view]'"


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    from palace.cli.viewing import installed

    def entries(group: str, name: str) -> list[metadata.EntryPoint]:
        return [metadata.EntryPoint(name, "there_is_no_such:thing", group)]

    monkeypatch.setattr(metadata, "entry_points", entries)
    with pytest.raises(InputError, match="there_is_no_such is missing; pip install"):
        installed("png")
    monkeypatch.setattr(metadata, "entry_points", lambda group, name: [])
    with pytest.raises(InputError, match="no viewer is installed; pip install"):
        installed("png")
