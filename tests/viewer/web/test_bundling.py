"""The bundle of the page's client: what is in it, how heavy it is, and that nothing else comes."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from dataclasses import asdict
from pathlib import Path

from palace.core import colours
from palace.core.verdict import LANGUAGES
from palace.page.state import PageState
from palace_viewer.web import bundling
from tests.paths import ROOT

CLIENT = ROOT / "viewer" / "web" / "client"
BUNDLE = ROOT / "viewer" / "web" / "bundle"
PACKED = 200_000
"""Bytes of the script, compressed."""

ALL = 411_300
"""Bytes of everything that a phone loads first, compressed."""


def test_the_parts_are_written(tmp_path: Path) -> None:
    bundling.write_parts(tmp_path)
    css = (tmp_path / "colours.css").read_text()
    for letter, tint in colours.ZONES.items():
        assert f"  --zone-{letter}: {tint};\n" in css
    said = json.loads((tmp_path / "src" / "strings.json").read_text())
    assert [*said] == [*LANGUAGES]
    english, *others = (
        tomllib.loads((ROOT / "viewer" / "web" / f"words-client-{name}.toml").read_text("utf-8"))
        for name in LANGUAGES
    )
    assert said["en"] == english
    for other in others:
        assert other.keys() == english.keys()
        for key, text in english.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", other[key])), key
    assert (tmp_path / "pieces.glb").read_bytes().startswith(b"glTF")
    forms = (tmp_path / "src" / "forms.ts").read_text()
    assert "\n  icons: ([string, number])[];\n" in forms
    assert "\n  colour: number | null;\n" in forms
    assert "\n  items: (Key | Stepper | Field | Says)[];\n" in forms
    (data,) = re.findall(r"FORMS: .*? = (.*);", forms)
    found = json.loads(data)
    assert found["pagestate"][0] == json.loads(json.dumps(asdict(PageState())))
    assert found["entry"][1] == {"verdict": "verdict", "bar": "key", "groups": "group"}
    assert found["group"] == [{"title": "", "items": [], "looks": "row"}, {"items": ""}]


def test_the_bundle_is_there_and_light() -> None:
    files = {file.name: file for file in BUNDLE.iterdir()}
    assert {*files} == {
        "client.css", "client.js", "index.html", "licences.txt", "pieces.glb", "sources",
        "worker.js", "keeper.js",
        "nunito-latin-ext-wght-normal.woff2", "nunito-latin-wght-normal.woff2",
    }  # fmt: skip
    packed = {name: len(gzip.compress(file.read_bytes())) for name, file in files.items()}
    assert packed["client.js"] <= PACKED
    assert sum(packed.values()) - packed["licences.txt"] - packed["sources"] <= ALL
    licences = files["licences.txt"].read_text()
    wanted = json.loads((CLIENT / "package.json").read_text())["dependencies"]
    assert [name for name in wanted if f"{name}\n\n" not in licences] == []
    assert "SIL Open Font License, Version 1.1" in " ".join(licences.split())
    assert re.findall(r"(?:src|href)=\"(?!data:)([^\"]+)\"", files["index.html"].read_text()) == [
        "client.css", "client.js",
    ]  # fmt: skip


def test_packages_are_pinned_without_a_host() -> None:
    wanted = json.loads((CLIENT / "package.json").read_text())
    lock = (CLIENT / "package-lock.json").read_text()
    assert "resolved" not in lock
    locked = json.loads(lock)["packages"]
    asked = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert {name: locked[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert all("integrity" in one for name, one in locked.items() if name)


def test_the_client_is_thin() -> None:
    files = [file for file in (CLIENT / "src").glob("*.ts*") if file.name != "forms.ts"]
    files += [CLIENT / "build.mjs", ROOT / "viewer" / "site" / "pack.mjs"]
    lines = {file.name: len(file.read_text("utf-8").splitlines()) for file in files}
    alone = sum(lines.pop(name) for name in ("worker.ts", "pocket.ts", "keeper.ts", "pack.mjs"))
    # What is kept at once or not at all, versions whole, tabs that take over (140); packs (25);
    # what waits until the page is there (11).
    assert alone <= 563, "Python on the device"
    assert sum(lines.values()) <= 2_000
