"""Texts that the calls are given, and what they answer."""

from __future__ import annotations

from pathlib import Path

SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"
LINES = "x8\n x8 \n\nx8\nx8\n x3  E WE, bWg x2/\nx8\nx8\r\nx8\n"
HEAD = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
SEATS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
TURN = '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n'
BAD_TURN = '[[turns]]\nplayer = "Ben"\nbuild = "e5-e4"\n'
BRICK = '{"kind": "brick", "x": 11, "y": 14}'
ARCH = '{"kind": "arch", "x": 11, "y": 14, "level": 1}'

VERDICT = {
    "legal", "reasons", "staircase", "arches", "credits", "decoration", "bonus", "uses", "position"
}  # fmt: skip
REASON = {"code", "rule", "at", "level", "by", "remedy", "text"}


def write(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name
