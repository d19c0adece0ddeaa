"""The verbs that draw: the files they write, the pictures they show, the calls they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from palace.core.errors import InputError, Problem, install_hint
from palace_viewer import doctor
from palace_viewer.flat import flat
from palace_viewer.offscreen import opengl as gl
from tests.calls import call, refusal
from tests.paths import GOLDEN, MAPS, ROOT
from tests.viewer.palaces import FAULTY_BUILD, RECORD, SETUP, forget_opengl

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


def test_render_fits_a_plate_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "palace.stl"
    called = call("render", POSITION, "-o", out, "--fit", "200x160.5")
    assert (called.status, called.err) == (0, "")
    told, wrote = called.out.splitlines()
    assert told.startswith("scaled to 0.627 to fit 200x160.5 mm: 160.5 x 160.5 x ")
    assert wrote == f"wrote {out}"
    half = tmp_path / "half.stl"
    assert call("render", POSITION, "-o", half, "--scale", "1:2").out == f"wrote {half}\n"


def test_render_of_a_record_plays_up_to_a_turn(tmp_path: Path) -> None:
    sizes = []
    for turn in (0, 7, 18):
        out = tmp_path / f"{turn}.glb"
        assert call("render", RECORD, "-o", out, "--turn", turn).status == 0
        data = out.read_bytes()
        assert (b'"animations"' in data) == (turn > 0)
        sizes.append(len(data))
    assert sizes == sorted(sizes)


def test_the_help_shows_how_3d_files_are_made() -> None:
    text = " ".join(call("render", "--help").out.split())
    for example in ("palace render game.toml -o game.glb", "--fuse --fit 220x220",
                    "palace render map-2 -o map-2.3mf --scale 1:2"):  # fmt: skip
        assert example in text


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
                "end in .svg, .png, .gif, .mp4, .pdf, .html, .glb, .stl, .3mf, .ldr or .mpd"]),
    ("a.png --size 12", ["--size: '12' is no size; two numbers from 16 to 4096"]),
    ("a.png --size 5000x10", ["--size: '5000x10' is no size"]),
    ("a.png --view side", ["--view: there is no view 'side'; free, plan or front"]),
    ("a.png --plan", ["--plan: it goes with .svg; leave it out"]),
    ("a.png --fuse", ["--fuse: it goes with .stl or .3mf; leave it out"]),
    ("a.svg --size 12x12",
     ["--size: '12x12' is no size", "--size: it goes with .png, .gif or .mp4"]),
    ("a.stl --scale 0", ["--scale: '0' is no scale; 0.02 to 20, such as 0.5 or 1:2"]),
    ("a.3mf --scale 1:0", ["--scale: '1:0' is no scale; 0.02 to 20, such as 0.5 or 1:2"]),
    ("a.stl --fit 220",
     ["--fit: '220' is no plate; two lengths in mm from 20 to 2000, such as 220x220"]),
    ("a.3mf --fit 5x220", ["--fit: '5x220' is no plate; two lengths in mm from 20 to 2000"]),
    ("a.stl --fit 220x220 --scale 0.5",
     ["--fit: it does not go with --scale; leave one of them out"]),
    ("a.glb --scale 0.5 --fit 220x220",
     ["--fit: it does not go with --scale", "--fit: it goes with .stl or .3mf; leave it out",
      "--scale: it goes with .stl or .3mf; leave it out"]),
    ("a.glb --transparent", ["--transparent: it goes with .png; leave it out"]),
    ("a.png --by turn --fps 3 --turntable",
     ["--by: it does not go with --turntable", "--fps: it goes with .gif, .mp4 or .html",
      "--turntable: it goes with .gif or .mp4"]),
    ("a.gif --turntable --by turn",
     ["--by: it does not go with --turntable; leave one of them out"]),
    ("a.gif --turntable --by knob", ["--by: it does not go", "--by: there are no steps by "
                                     "'knob'; turn or element"]),
    ("a.gif --turntable --fps 0",
     ["--fps: '0' is no number of pictures a second; 0.1 to 50"]),
    ("a.gif --turntable --fps 1e1", ["--fps: '1e1' is no number of pictures a second"]),
    ("a.gif --turntable --size 100x100",
     ["--size: '100x100' is no size; two numbers from 240 to 2048"]),
    ("a.mp4 --turntable --size 641x480",
     ["--size: 641x480 has an odd side, MP4 only even ones; such as 642x480"]),
    ("a.gif", ["render: there is no game to film; name a record, or give --turntable"]),
    ("a.png --by element --transparent",
     ["--by: it does not go with --transparent; leave one of them out"]),
    ("a.png --by element --size 300x200",
     ["--size: 300x200 is too small for steps; at least 240x240"]),
    ("a.glb --by turn",
     ["--by: it goes with .png, .gif, .mp4, .pdf, .html, .ldr or .mpd; leave it out"]),
    ("a.pdf --size 300x300", ["--size: it goes with .png, .gif or .mp4; leave it out"]),
    ("a.png --by turn", ["--by: there are no turns to draw; give --by element"]),
    ("a.pdf --by turn", ["--by: there are no turns to draw; give --by element"]),
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


def test_every_error_of_a_call_is_reported(tmp_path: Path) -> None:
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
    forget_opengl()
    yield
    forget_opengl()


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
    assert found["--fuse"]["remedy"] == install_hint("print")
    assert not found["window"]["works"]
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
    missing = ("av", "fpdf2")
    monkeypatch.setattr(doctor, "_version", lambda name: None if name in missing else "1.0")
    found = checks()
    for what, name in (("MP4 films", "av"), ("PDF files", "fpdf2")):
        assert found[what]["found"] == f"{name} is missing"
        assert found[what]["remedy"] == install_hint("view")
    assert found["GIF films"]["found"] == "pillow 1.0"


def test_without_a_viewer_the_rules_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:

    def missing(name: str) -> None:
        raise InputError(Problem("render", "trimesh is missing", install_hint("view")))

    monkeypatch.setattr("palace.cli.doctor.installed", missing)
    found = checks()
    assert found["viewer"]["found"] == "trimesh is missing"
    assert found["viewer"]["remedy"] == install_hint("view")


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    from palace.cli.viewing import installed

    def entries(group: str, name: str) -> list[metadata.EntryPoint]:
        return [metadata.EntryPoint(name, "there_is_no_such:thing", group)]

    monkeypatch.setattr(metadata, "entry_points", entries)
    with pytest.raises(
        InputError,
        match=r"there_is_no_such is missing; .*scripts/setup view",
    ):
        installed("png")
    monkeypatch.setattr(metadata, "entry_points", lambda group, name: [])
    with pytest.raises(InputError, match=r"no viewer is installed; .*scripts/setup view"):
        installed("png")


LOG = GOLDEN / "cooper-island/three-players.toml"
DECK = ROOT / "palace/palm_island/samples/final-decks.toml"


def shot(*arguments: object, folder: Path) -> Image.Image:
    """The picture that a call writes."""
    out = folder / "view.png"
    called = call("view", *arguments, "--screenshot", out, "--size", "400x300", "--force")
    assert called.err == "" or called.err.startswith("warning:"), called.err
    assert called.status == 0
    assert called.out == f"wrote {out}\n"
    image = Image.open(out)
    assert image.size == (400, 300)
    return image


@pytest.mark.parametrize("what", ["cooper-2: c2=m d2=f", LOG, DECK], ids=str)
def test_what_is_drawn_flat_is_shown_flat(what: object, tmp_path: Path) -> None:
    out, plan = tmp_path / "view.png", tmp_path / "plan.svg"
    assert call("view", what, "--screenshot", out, "--size", "400x300").out == f"wrote {out}\n"
    call("render", what, "-o", plan, "--plan")
    assert out.read_bytes() == flat(plan.read_text(), size=(400, 300))


@pytest.fixture
def build_file(tmp_path: Path) -> Path:
    """A build that is not legal."""
    elements = [
        {"kind": e.kind, "x": e.x, "y": e.y, "level": e.level, "turn": e.turn}
        for e in FAULTY_BUILD.elements
    ]
    file = tmp_path / "build.json"
    file.write_text(json.dumps({"format": 1, "map": "map-1", "build": elements}))
    return file


@pytest.mark.usefixtures("opengl")
def test_everything_that_can_be_looked_at(tmp_path: Path, build_file: Path) -> None:
    position = f"map-1:{SETUP.position}"
    same = [
        shot(folder=tmp_path), shot("map-1", folder=tmp_path), shot(position, folder=tmp_path),
        shot(SETUP.position, "--map", "map-1", folder=tmp_path),
        shot("--position", position, folder=tmp_path),
        shot(MAPS / "map-1.toml", folder=tmp_path),
    ]  # fmt: skip
    assert all(one.tobytes() == same[0].tobytes() for one in same[1:])
    others = [
        shot("map-2", folder=tmp_path), shot(RECORD, folder=tmp_path),
        shot(RECORD, "--turn", 3, folder=tmp_path), shot(build_file, folder=tmp_path),
        shot("map-1", "map-2", folder=tmp_path),
    ]  # fmt: skip
    pictures = [one.tobytes() for one in (same[0], *others)]
    assert len(set(pictures)) == len(pictures)
    assert shot("--game", RECORD, "--turn", 3, folder=tmp_path).tobytes() == pictures[3]


@pytest.mark.usefixtures("opengl")
def test_a_picture_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "mine.png"
    out.write_bytes(b"mine")
    (line,) = refusal("view", "--screenshot", out)
    assert line == f"{out}: this file exists; choose another name, or add --force"
    assert out.read_bytes() == b"mine"


@pytest.mark.usefixtures("opengl")
def test_a_map_is_shown_in_the_window(tmp_path: Path) -> None:
    out = tmp_path / "map.png"
    called = call("map", "show", "map-2", "--view", "--screenshot", out)
    assert called.status == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    (line,) = refusal("map", "show", "map-2", "--view", "--screenshot", out)
    assert line.endswith("this file exists; choose another name, or add --force")
    call("map", "show", "map-2", "--view", "--screenshot", out, "--force")
    (line,) = refusal("map", "show", "map-2", "--force")
    assert line == "--force: it goes with --screenshot; leave it out"
    (line,) = refusal("map", "show", "map-2", "--screenshot", out)
    assert line == "--screenshot: it goes with --view; add --view"


def test_without_a_display_it_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert refusal("view") == [
        "view: there is no display to open a window on; "
        "palace view --screenshot OUT.png and palace render need no display"
    ]


@pytest.mark.parametrize(
    ("arguments", "errors"),
    [
        (("map-1", "map-2", "map-3"), ["view: 3 are too many to show; name at most 2"]),
        (("map-9",), ["--map: there is no map 'map-9'; did you mean map-4? name map-1, map-2, "
                      "map-3, map-4 or a .toml file"]),
        (("map-1", "--map", "map-2"), ["--map: map-1 is a map; leave it out"]),
        (("map-1", "--position", "x"), ["--position: it does not go with WHAT; leave it out"]),
        (("map-1", "--turn", "3"), ["--turn: a palace has no turns; leave it out"]),
        (("--turn", "3"), ["--turn: a palace has no turns; leave it out"]),
        ((MAPS / "map-2.toml", "--turn", "3"),
         ["--turn: a map has no turns; leave it out"]),
        ((RECORD, "--turn", "19"),
         ["--turn: 19 is not in the record; it has turns 0 (the set-up) to 18"]),
        ((RECORD, "--map", "map-1"), [f"--map: {RECORD} has its own map; leave it out"]),
        (("--game", RECORD, "--map", "map-1"),
         ["--map: it does not go with --game; leave it out"]),
        (("nix.toml",), ["nix.toml: there is no such file; check the path"]),
        (("--size", "9"), ["--size: '9' is no size; two numbers from 16 to 4096, such as "
                           "1200x900"]),
        (("--supply", "x", "--ruling", "y"), None),
        (("--screenshot", "a.svg"), ["a.svg: a screenshot is written as PNG; name it OUT.png"]),
        (("--force",), ["--force: it goes with --screenshot; leave it out"]),
        (("cooper-2", "map-1"),
         ["view: cooper-2 (placeholder) is drawn flat, and shown alone; name nothing else"]),
        (("cooper-2", "--terrain"),
         ["--terrain: it goes with a map, a position or a record of staircases; leave it out"]),
        (("map-1", "--terrain", "staircases", "--screenshot", "a.png"),
         ["--terrain: there is no terrain of 'staircases'; height or credits"]),
        (("x8/x8",), ["WHAT, column 6: it ends here after rank 7; expected / and rank 6"]),
    ],
    ids=str,
)  # fmt: skip
def test_refusals(arguments: tuple[object, ...], errors: list[str] | None) -> None:
    found = refusal("view", *arguments)
    if errors is None:
        assert [line.split(":")[0].split(",")[0] for line in found] == ["--supply", "--ruling"]
    else:
        assert found == errors


def test_a_terrain_as_a_first_picture(tmp_path: Path, build_file: Path, opengl: None) -> None:
    """Columns change the picture; of two maps both have them, of a build there are none."""
    pictures = []
    for terrain in ((), ("--terrain",), ("--terrain", "credits")):
        out = tmp_path / "terrain.png"
        size = ("--size", "400x300", "--supply", "2a2b", "--force")
        called = call("view", "map-1", *terrain, "--screenshot", out, *size)
        assert (called.status, called.err) == (0, "")
        pictures.append(out.read_bytes())
    assert len({*pictures}) == 3
    assert refusal("view", "map-1", build_file, "--terrain") == [
        "--terrain: it goes with a map, a position or a record of staircases; leave it out"
    ]


@pytest.mark.parametrize("size", ["16x16", "64x48", "16x300", "300x20"])
def test_the_smallest_pictures(size: str, tmp_path: Path, opengl: None) -> None:
    """Where text would cover all of it, one or two palaces are drawn below the text."""
    out = tmp_path / "small.png"
    for what in ((RECORD,), (RECORD, "map-2"), ("map-1", "--terrain")):
        called = call("view", *what, "--screenshot", out, "--size", size, "--force")
        assert (called.status, called.err) == (0, "")
        with Image.open(out) as image:
            assert image.size == tuple(map(int, size.split("x")))


def test_a_build_with_a_turn_is_refused(build_file: Path) -> None:
    assert refusal("view", build_file, "--turn", "3") == [
        "--turn: a build has no turns; leave it out"
    ]


def test_help_shows_examples() -> None:
    assert call("view", "--help").out.count("Example:") == 4


def test_the_doctor_loads_nothing_of_what_it_looks_for() -> None:
    """A missing package is reported, so nothing may fail before."""
    code = "import sys; from palace_viewer.doctor import findings; findings(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"PIL", "av", "matplotlib", "pyvista", "trimesh", "vtkmodules"}
