"""The page without a server, as the demo gives it out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from palace.files.links import read_link
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace_viewer.web.giving import BROKEN, links


def test_without_a_terminal_it_fetches_its_first_page_and_ends(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Palace</p>", encoding="utf-8")
    call = [sys.executable, "-P", "-m", "palace_viewer.web.giving", str(tmp_path)]
    told = subprocess.run(
        call, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True
    )
    assert told.stdout.startswith("The page: http://localhost:")
    assert told.stdout.endswith("first page: 200, 13 bytes\n")
    assert told.stderr == ""


def test_its_links_are_a_game_and_what_is_to_be_mended() -> None:
    (_, game), *broken = links("http://localhost/")
    assert read_link(game).text.count("[[turns]]") == 18
    assert [read_link(link).check for _, link in broken] == [one for one, _ in BROKEN]
    palace = Palace.setup(load_map("map-1"))
    assert not any(judge(palace, one).legal for one, _ in BROKEN)
