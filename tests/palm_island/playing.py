"""Games of Palm Island that are played: how they begin, and what is in their files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from palace.files.document import read_document
from palace.palm_island.log import LoggedRecord

ORDER = "4,1,7,10,2,5,8,11,3,6,9,12,13,15,14,16"
PLAY = ("play", "--game", "palm-island")


def read(name: str = "game.toml") -> LoggedRecord:
    return LoggedRecord.read(read_document(name), Path())


def moves(name: str = "game.toml", seat: int = 0) -> list[str]:
    return [str(line.move) for line in read(name).moves[seat]]


def codes(out: str) -> list[str]:
    """The codes of the reasons that are printed."""
    return re.findall(r"^! (\S+)", out, re.MULTILINE)


def begin(played: Iterable[object]) -> None:
    """A solo game with these moves."""
    head = 'format = 1\ngame = "palm-island"\nrules = "1"\n[[players]]\nname = "Ana"\n'
    text = "".join(f"{move}\n" for move in played)
    Path("game.toml").write_text(f'{head}deal = [{ORDER}]\nmoves = """\n{text}"""\n')
