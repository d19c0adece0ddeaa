"""Looking at a palace, at the set-up of a map, or at loose elements with what is wrong in them."""

from __future__ import annotations

from palace.core.verdict import Reason
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..scene import scene
from .aids import KEYS, Aids
from .callouts import at_fault, fault_labels, step_labels
from .mode import ModeContext, Shot, Spot

MOST_REASONS = 6
"""Reasons said in full in the panel."""


class Looking:
    """A palace or a build from all sides; a click tells what is there."""

    title = "looking"
    keys = KEYS

    def __init__(
        self,
        shown: Palace | Build,
        supply: Supply | None = None,
        rulings: Rulings = DEFAULT,
        *,
        player: str | None = None,
    ) -> None:
        if isinstance(shown, Build):
            self._shot, palace = _build_shot(shown, supply, rulings)
        else:
            self._shot, palace = _palace_shot(shown), shown
        self._here = None if palace is None else ModeContext(palace, supply, rulings, player)
        self._aids = Aids(self.here)

    def here(self) -> ModeContext | None:
        """The palace, or that of a build; None if the build is not legal."""
        return self._here

    def shot(self) -> Shot:
        """What is there, with whatever was asked for."""
        return self._aids.dressed(self._shot)

    def key(self, name: str) -> None:
        """Show or hide a hint or a heat map."""
        self._aids.key(name)

    def pick(self, spot: Spot) -> None:
        """Tell what was clicked."""
        self._aids.pick(spot)

    def slide(self, at: int) -> None:
        """There is no slider to move."""

    def poll(self) -> bool:
        """Whether a search has come further."""
        return self._aids.poll()


def _palace_shot(palace: Palace) -> Shot:
    panel = (palace.ground.title, f"{palace.height} bricks high", f"built of {palace.used}")
    return Shot(scene(palace), panel)


def _build_shot(
    build: Build, supply: Supply | None, rulings: Rulings
) -> tuple[Shot, Palace | None]:
    """What a build looks like, and the palace it makes if it is legal."""
    verdict = judge_build(build, supply, rulings)
    what = "a whole table" if build.on is None else "one turn"
    count = f"{len(build)} element{'s' * (len(build) != 1)}, {what}"
    lines = [f"{'legal' if verdict.legal else 'not legal'}", build.ground.title, count]
    if verdict.staircase is not None:
        lines.append(str(verdict.staircase))
    labels = fault_labels(build.ground, verdict.reasons)
    if build.on is not None and verdict.staircase is not None and verdict.legal:
        labels = step_labels(build.on, verdict.staircase)
    shown = scene(build, marked=at_fault(build, verdict.reasons))
    shot = Shot(
        shown,
        (*lines, *reason_lines(verdict.reasons)),
        "legal" if verdict.legal else "illegal",
        labels,
        outlined=() if build.on is None else tuple(range(len(build.elements))),
    )
    return shot, verdict.palace


def reason_lines(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """Every reason with what would be legal, the first of them in full."""
    lines = [f"! {reason.text}; {reason.remedy}" for reason in reasons[:MOST_REASONS]]
    if len(reasons) > MOST_REASONS:
        lines.append(f"and {len(reasons) - MOST_REASONS} more: see palace check")
    return tuple(lines)
