"""The GLB files of a page: the palace, a staircase that is tried, the mark along a staircase."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

import trimesh

from palace.core import colours
from palace.monkey_palace.drawing.heat import Heat, Relief
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.search.trial import Trial

from ..export import glb
from ..gltf import GlbFile, shade
from ..pieces.measures import BRICK, middle_of
from ..scene import Instance, Scene, scene
from .model import Layers, Models
from .plan import View
from .table import Table

_METRE = 0.001
_TUBE, _BALL, _ABOVE = 1.6, 4.0, 0.5
"""Radii in mm of the mark along a staircase and of the ball on its end; bricks above the knobs."""


def table_file(models: Models, ground: GroundMap) -> str:
    """Return the name of the file of a map's plate and sheet."""
    return models.name(f"table {ground!r}", lambda: glb(Scene.of(ground, ())))


def layers_of(models: Models, table: Table, view: View, looking: int | None) -> Layers:
    """Return the files that show a view of a table."""
    played = _played(table, looking)
    ground = view.palace.ground
    position = f"{ground.name}:{view.palace.position}"
    trial = table.draft.trial if table.moment is not None and looking is None else None
    draft = ""
    if trial is not None and view.look != "last" and table.draft.stage == "build":
        shown = trial if view.look == "draft" else _hinted(table, trial)
        draft = _draft(models, shown, hint=view.look == "hint")
    return Layers(
        table_file(models, ground),
        models.name(
            f"palace {len(played.commits)} {position}", lambda: glb(scene(played), table=False)
        ),
        draft,
        _mark(models, view),
    )


def layers_of_trial(models: Models, trial: Trial, view: View) -> Layers:
    """Return the files that show a staircase that is tried on a palace."""
    palace = trial.palace
    name = models.name(f"palace {palace!r}", lambda: glb(scene(palace), table=False))
    draft = _draft(models, trial, hint=False)
    return Layers(table_file(models, palace.ground), name, draft, _mark(models, view))


def layers_of_map(models: Models, worth: Heat, trial: Trial | None, view: View) -> Layers:
    """Return the files that show a map: the staircase of the knob that is tapped, else the columns
    of what each knob is worth, as far as columns can show it."""
    palace = view.palace
    name = models.name(f"palace {palace!r}", lambda: glb(scene(palace), table=False))
    draft = ""
    if trial is not None:
        draft = _draft(models, trial, hint=True)
    elif worth.rises:
        relief = Relief((worth,), terrain=True)
        key = f"terrain {palace!r} {worth.figure} {worth.values}"
        draft = models.name(key, lambda: glb(relief, table=False))
    return Layers(table_file(models, palace.ground), name, draft, _mark(models, view))


def _draft(models: Models, trial: Trial, *, hint: bool) -> str:
    """Return the file with the pieces of a staircase that is tried; empty without any."""
    if not trial.pieces:
        return ""
    key = f"draft {trial.palace!r} {trial.knobs} {trial.unders} {trial.risers} {hint}"
    return models.name(key, lambda: glb_of_trial(trial, hint=hint))


def _mark(models: Models, view: View) -> str:
    """Return the file with the mark along a staircase; empty without one."""
    ground = view.palace.ground
    points = [
        middle_of(*ground.stud(knob), view.heights.get(knob, view.palace.height_at(knob)))
        for knob in view.path
        if knob in ground.colours
    ]
    return models.name(f"mark {points}", lambda: glb_of_path(points)) if len(points) > 1 else ""


def _played(table: Table, looking: int | None) -> MonkeyLog:
    """Return the game up to what is shown."""
    played = table.played
    if looking is not None:
        return played.back(len(played.commits) - looking)
    if table.moment is None:
        return played
    if table.draft.stage == "build":
        return table.moment.log
    after = table.attempt.log
    return after.back(len(after.commits) - table.moment.number)


def _hinted(table: Table, trial: Trial) -> Trial:
    hint = table.hint
    assert hint is not None
    return replace(trial, knobs=hint.knobs, unders=hint.unders, risers=hint.risers)


def glb_of_trial(trial: Trial, *, hint: bool) -> bytes:
    """Return the pieces of a staircase that is tried; supports that were added, the decoration and
    all of a hint can be seen through.
    """
    pieces = [*trial.pieces]
    if trial.decoration is not None:
        pieces.append((trial.decoration, True))
    laid = [Instance(0, element) for element, _ in pieces]
    faint = [number for number, (_, added) in enumerate(pieces) if added or hint]
    return glb(Scene.of(trial.palace.ground, laid), table=False, faint=faint)


def glb_of_scene(whole: Scene, faint: Collection[int] = ()) -> bytes:
    """Return the pieces of a scene without plate and sheet; the `faint` can be seen through."""
    return glb(whole, table=False, faint=faint)


def glb_of_path(points: list[tuple[float, float, float]]) -> bytes:
    """Return a tube from knob to knob above a staircase, with a ball on its end; points in mm."""
    high = [(x, y, z + _ABOVE * BRICK) for x, y, z in points]
    parts = [
        trimesh.creation.cylinder(_TUBE, segment=pair, sections=10)
        for pair in pairwise(high)
        if pair[0] != pair[1]
    ]
    for radius, ends in ((_TUBE, high[:-1]), (_BALL, high[-1:])):
        for end in ends:
            ball = trimesh.creation.icosphere(2, radius)
            ball.apply_translation(end)
            parts.append(ball)
    file = GlbFile()
    half = 0.5**0.5
    root = file.add_node(name="mark", rotation=[-half, 0, 0, half], scale=[_METRE] * 3)
    whole = trimesh.util.concatenate(parts)
    mesh = file.add_mesh("mark", {colours.PATH: shade(whole, rounded=True)})
    file.add_node(root, name="path", mesh=mesh)
    return file.pack()
