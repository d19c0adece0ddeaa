"""What the command line says in Chinese; how values are written in `dialogue-zh.toml`."""

from __future__ import annotations

from palace.files.sentences import language

OUTPUT = language(__package__, "output-zh.toml")

_NOUNS = {"turn": "回合", "move": "動作"}


def _noun(noun: str) -> str:
    return _NOUNS.get(noun, noun)


DIALOGUE = language(
    __package__,
    "dialogue-zh.toml",
    {
        "bad": lambda bad: f"{bad}個不合規定" if bad else "全部合規",
        "counted": lambda moves: f"{moves[0]}個{_noun(moves[1])}",
        "noun": _noun,
    },
)
