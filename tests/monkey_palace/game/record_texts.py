"""Texts of records and builds, and what is wrong with them."""

from __future__ import annotations

from typing import Literal

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.monkey_palace.game.build_file import build_of
from tests.monkey_palace.game.texts import read_text

Kind = Literal["toml", "json"]


# Lines 1 to 4, 5 to 8, 9 to 11 of a record.
HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
SEATS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
TURN = '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n'
GOOD = HEAD + SEATS + TURN

SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"


def record_faults(text: str, kind: Kind = "toml", file: str = "f") -> list[str]:
    with pytest.raises(InputError) as caught:
        read_text(text, kind, file)
    return str(caught.value).split("\n")


def build_faults(text: str, kind: Kind = "json") -> list[str]:
    with pytest.raises(InputError) as caught:
        build_of(parse_document(text, kind, "f"))
    return str(caught.value).split("\n")


JSON_HEAD = '{"format": 1, "game": "monkey-palace", "rules": "1",\n'
JSON_SEATS = ' "players": [{"name": "Ana"}, {"name": "Ben"}],\n'
