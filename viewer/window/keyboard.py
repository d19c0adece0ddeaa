"""The keys of the window itself, and how people call the keys that VTK names."""

from __future__ import annotations

from collections.abc import Mapping

KEYS = {
    "1 2 3": "the eye: free, straight from above, from the front",
    "0": "look at everything again",
    "drag": "turn; with shift, or the middle button: move",
    "wheel + -": "nearer, farther",
    "Tab": "show or hide the panel",
    "p": "write a picture of this window",
    "h ?": "show or hide the keys",
    "Esc": "back to where you came from",
    "q": "close the window",
}
"""What the window itself does; a mode comes first."""

VIEWS = {"1": "free", "2": "plan", "3": "front"}
NEARER = 1.15
ZOOMS = {
    **dict.fromkeys(("plus", "equal", "KP_Add"), NEARER),
    **dict.fromkeys(("minus", "KP_Subtract"), 1 / NEARER),
}
HELP = ("h", "question")

_NAMES = {
    "Right": "→", "Left": "←", "Up": "↑", "Down": "↓", "Escape": "Esc", "question": "?",
    "plus": "+", "minus": "-", "Return": "Enter", "BackSpace": "⌫", "Prior": "PgUp",
    "Next": "PgDn", "Delete": "Del", "comma": ",", "period": ".", "underscore": "_", "slash": "/",
}  # fmt: skip


def named(keys: Mapping[str, str]) -> dict[str, str]:
    """Keys and what they do, under the names that stand on them."""
    return {_NAMES.get(key, key): what for key, what in keys.items()}
