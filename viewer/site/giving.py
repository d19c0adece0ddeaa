"""Gives out the page without a server: `python -m palace_viewer.site.giving FOLDER`; without a
folder it prints what its demo opens, as JSON."""

from __future__ import annotations

import contextlib
import functools
import json
import sys
import threading
import urllib.request
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from palace.core.errors import InputError
from palace.core.verdict import TAGS
from palace.files.links import check_link, game_link
from palace.files.text_file import shipped
from palace.hosts.pocket import Pocket
from palace.monkey_palace.game.log import read_record, replay

from ..network import address, home_addresses
from ..qr import Code

BROKEN = "b3+b-a3_b-a4_bb-a5+b-b5", "a3+bb-a4_bb-a5_c-b5", "a3+bbb-b3_c-b4_cb"
"""Staircases that *Mend* puts right on the palace of the sample game: the end of an arch hangs in
the air (`support`), a knob is too high (`collision`), the palace is not reached (`attach`)."""

PORTS = range(8000, 8020)


class _Files(SimpleHTTPRequestHandler):
    """Gives out files of a folder, and writes no log."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


def links() -> list[str]:
    """Return what the demo opens, one after the other: staircases to mend, and the game that has
    built the palace they stand at."""
    game = shipped("palace.monkey_palace", "samples/three-player-game.toml")
    palace = replay(read_record(game)).state.palace
    position = f"{palace.ground.name}:{palace.position}"
    broken = [check_link(one, position) for one in BROKEN]
    return [*broken, game_link(game.read_text(encoding="utf-8"))]


def demo() -> dict[str, object]:
    """Return the links of the demo, and what the first of them shows, by language."""
    opens = links()
    begun: dict[str, object] = {"name": "game-1.toml", "link": opens[0], "demo": [1, len(opens)]}
    first = {
        language: json.loads(Pocket().begin(json.dumps({**begun, "language": language})))[-1]
        for language in sorted(set(TAGS.values()))
    }
    return {"links": opens, **{language: told["news"] for language, told in first.items()}}


def give(folder: Path) -> None:
    """Give out a folder until Ctrl-C; without a terminal fetch its first page, and end."""
    files = functools.partial(_Files, directory=str(folder))
    for port in PORTS:
        with contextlib.suppress(OSError):
            server = ThreadingHTTPServer(("", port), files)
            break
    else:
        sys.exit(f"no port from {PORTS[0]} to {PORTS[-1]} is free")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    here = f"http://localhost:{port}/"
    print(f"The page: {here}#demo")
    with contextlib.suppress(InputError):  # on no network
        there = f"http://{address(home_addresses()[0], port)}/#demo"
        print(f"On a phone in the same network: {there}", *Code(there).lines(), sep="\n")
        print(
            "From there the phone needs the network: only https and localhost are kept for later."
        )
    sys.stdout.flush()
    if not sys.stdin.isatty():
        with urllib.request.urlopen(here, timeout=10) as answer:
            print(f"first page: {answer.status}, {len(answer.read())} bytes")
    else:
        print("Ctrl-C ends.")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
        print()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        give(Path(sys.argv[1]))
    else:
        print(json.dumps(demo(), ensure_ascii=False))
