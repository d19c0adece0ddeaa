"""Working in a mode as a user does: names of knobs are clicked, names of keys pressed."""

from __future__ import annotations

from typing import Any

from palace import Knob
from palace_viewer.window.mode import Mode, Shot, Spot


def clicked(mode: Mode, knobs: str) -> Shot:
    """What is shown after some knobs were clicked."""
    for name in knobs.split():
        mode.pick(Spot(Knob.read(name)))
    return mode.shot()


def pressed(mode: Mode, keys: str) -> Shot:
    """What is shown after some keys were pressed, which are keys of the mode."""
    for name in keys.split():
        assert name in mode.keys, name
        mode.key(name)
    return mode.shot()


def seen(shot: Shot) -> tuple[Any, ...]:
    """All that is to be seen, in values that can be compared."""
    return (
        shot.scene.ground, shot.scene.instances, shot.panel, shot.accent, shot.labels, shot.ghosts,
        shot.dots, dict(shot.heat), shot.slider,
    )  # fmt: skip


def note(shot: Shot) -> str:
    """What came of the last key or click, in words; empty if nothing was said."""
    return next((line[2:] for line in shot.panel if line.startswith("> ")), "")


def fault_texts(shot: Shot) -> list[str]:
    """What the labels say is wrong."""
    return [label.text for label in shot.labels if label.role == "fault"]


def names(knobs: tuple[Knob, ...]) -> str:
    """Knobs as they are written."""
    return " ".join(map(str, knobs))
