"""What phones show on a walk through a game, as lines that can be read: one for each thing with a
text, and what is tapped sends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from palace.page.action import Action, Role
from palace.page.show import show
from palace.page.state import PageState, changes
from palace.page.view import View

from .tables import Table

DRAWN = {"solids", "ground", "sheet", "tones", "way", "rings", "places", "bridges"}
"""What is drawn, of which only the number is told, and for places which can be tapped."""


class Walk:
    """A table with phones that are looked at after each step, and the lines of what changed."""

    def __init__(self, table: Table, *phones: tuple[View, Role]) -> None:
        self.table = table
        self.roles = {view.phone: role for view, role in phones}
        table.views |= {view.phone: view for view, _ in phones}
        self.before: dict[str, PageState] = {}
        self.known: dict[tuple[str, str], list[str]] = {}
        self.lines: list[str] = []
        self.look("begin")

    def send(self, *actions: Action, phone: str = "a") -> None:
        """Send actions of a phone, and look at every phone after the last one."""
        for action in actions:
            self.table.send(action, phone)
        self.look(" ".join(map(_sent, actions)))

    def tap(self, *names: str, phone: str = "a") -> None:
        """Tap places or keys by their names."""
        self.send(*(Action("tap", name) for name in names), phone=phone)

    def press(self, text: str, phone: str = "a") -> None:
        """Tap the key with this text that a phone shows."""
        self.table.press(text, phone)
        self.look(f"press {text}")

    def look(self, what: str) -> None:
        """Add what the phones show by now, of each section the lines that are new."""
        self.lines.append(f"# {what}")
        for phone, role in self.roles.items():
            state = show(self.table.desk, self.table.view(phone), role)
            changed = json.loads(changes(state, self.before.get(phone)) or "{}")
            self.before[phone] = state
            for name, section in changed.items():
                if name not in ("version", "count"):
                    found, old = [*told(name, section)], self.known.get((phone, name), [])
                    self.known[phone, name] = found
                    self.lines += (f"{phone} {line}" for line in found if line not in old)


def _sent(action: Action) -> str:
    return " ".join(filter(None, (action.do, action.name, action.text[:40])))


def told(name: str, value: Any, depth: int = 0) -> Iterator[str]:
    """Yield a value with a name as lines, what is inside it one step further right."""
    indent = "  " * depth
    if name == "places":
        live = [one["name"] for one in value if one.get("live")]
        holds = sum(bool(one.get("holds")) for one in value)
        yield f"{indent}places {len(value)}, {holds} held, live: {' '.join(live)[:200]}"
    elif name in DRAWN and isinstance(value, list):
        yield f"{indent}{name}: {len(value)}"
    elif name == "turns":  # what is known of the first ones is told by the last
        for one in value[-2:]:
            yield from told(f"turn of {len(value)}", one, depth)
    elif isinstance(value, dict):
        plain = {key: one for key, one in value.items() if _plain(key, one)}
        words = ", ".join(f"{key}={_short(one)}" for key, one in plain.items() if key != "kind")
        yield f"{indent}{name}: {words}"
        for key, one in value.items():
            if key not in plain:
                yield from told(key, one, depth + 1)
    elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
        for one in value:
            yield from told(name.removesuffix("s"), one, depth)
    else:
        yield f"{indent}{name}: {_short(value)}"


def _plain(key: str, value: Any) -> bool:
    if key in ("do", "less", "more", "close"):
        return True
    deep = isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(one, dict) for one in value)
    )
    return not deep and not (key in DRAWN and isinstance(value, list))


def _short(value: Any) -> str:
    if isinstance(value, str) and "<svg" in value:
        return "a picture"
    if isinstance(value, str) and value.startswith("http"):
        return f"{value.partition('=')[0]}=..."  # another compressor writes the rest otherwise
    return json.dumps(value, ensure_ascii=False)
