"""The page without a server, as the demo gives it out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from palace.files.links import read_link
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.page.desk import Desk
from palace.page.step import opened
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


def test_the_demo_is_what_is_to_be_mended_and_the_game_it_stands_in() -> None:
    *broken, game = map(read_link, links())
    assert game.text.count("[[turns]]") == 18
    assert [link.check for link in broken] == [*BROKEN]
    for link in broken:
        palace = Palace.read(link.position)
        assert not judge(palace, link.check).legal
        desk, _ = opened(Desk("game.toml"), link)
        assert desk.shown is not None
        mended = desk.beside[-1].tapped("mend", str(desk.shown.mended))
        assert mended.taps.told.mood == "legal"
