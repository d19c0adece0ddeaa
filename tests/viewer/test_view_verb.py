"""`palace view`: what it opens, what it refuses; its pictures need no display."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.calls import call, refusal
from tests.paths import GOLDEN, MAPS
from tests.viewer.palaces import RECORD, SETUP
from tests.viewer.window.records import FAULTY

LOG = GOLDEN / "cooper-island/three-players.toml"


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


@pytest.fixture
def build_file(tmp_path: Path) -> Path:
    """A build that is not legal."""
    elements = [
        {"kind": e.kind, "x": e.x, "y": e.y, "level": e.level, "turn": e.turn}
        for e in FAULTY.elements
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


def test_without_a_display_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert refusal("view") == [
        "view: there is no display to open a window on; "
        "palace view --screenshot OUT.png and palace render need none"
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
        ((RECORD, "--map", "map-1"), [f"--map: {RECORD} says itself which map; leave it out"]),
        (("--game", RECORD, "--map", "map-1"),
         ["--map: it does not go with --game; leave it out"]),
        (("nix.toml",), ["nix.toml: there is no such file; check the path"]),
        (("--size", "9"), ["--size: '9' is no size; two numbers from 16 to 4096, such as "
                           "1200x900"]),
        (("--supply", "x", "--ruling", "y"), None),
        (("--screenshot", "a.svg"), ["a.svg: a screenshot is written as PNG; name it OUT.png"]),
        (("--force",), ["--force: it goes with --screenshot; leave it out"]),
        (("cooper-2: c2=m d2=f",),
         ['view: the window does not show Cooper Island; palace render "cooper-2: c2=m d2=f" -o '
          "picture.png draws it"]),
        (("cooper-2", "map-1"),
         ["view: the window does not show Cooper Island; palace render cooper-2 -o picture.png "
          "draws it"]),
        (("--game", LOG),
         [f"view: the window does not show Cooper Island; palace render {LOG} -o picture.png "
          "draws it"]),
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


def test_a_build_with_a_turn_is_refused(build_file: Path) -> None:
    assert refusal("view", build_file, "--turn", "3") == [
        "--turn: a build has no turns; leave it out"
    ]


def test_help_shows_examples() -> None:
    assert call("view", "--help").out.count("Example:") == 3
