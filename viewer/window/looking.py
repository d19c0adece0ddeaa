"""Modes for looking at a palace, a map or loose pieces, and for replaying a recorded game."""

from __future__ import annotations

from dataclasses import replace

from palace.core.errors import InputError
from palace.core.verdict import Reason
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply

from ..callouts import Accent
from ..marks import label_build, label_turn, mark_build
from ..moments import Moments, write_caption
from ..scene import scene
from . import aids
from .aids import KEYS, Aided
from .mode import ModeContext, Shot, Slider, Spot

MOST_REASONS = 6
"""Number of reasons shown in full in the panel."""


class Looking(Aided):
    """Mode that shows a palace or a build; a click describes the piece."""

    keys = KEYS

    def __init__(
        self,
        shown: Palace | Build,
        supply: Supply | None = None,
        rulings: Rulings = DEFAULT,
    ) -> None:
        if isinstance(shown, Build):
            self._shot, palace = _show_build(shown, supply, rulings)
        else:
            title, palace = shown.ground.title, shown
            panel = (title, f"{palace.height} bricks high", f"built of {palace.used}")
            self._shot = Shot(scene(palace), panel)
        self._here = None if palace is None else ModeContext(palace, supply, rulings)
        super().__init__()

    def here(self) -> ModeContext | None:
        return self._here

    def shot(self) -> Shot:
        """Return the picture with the aids in use."""
        return self.dress(self._shot)

    def slide(self, at: int) -> None:
        """Do nothing: there is no slider."""


def _show_build(
    build: Build, supply: Supply | None, rulings: Rulings
) -> tuple[Shot, Palace | None]:
    """Return the picture of a build, and the palace it makes if it is legal."""
    verdict = judge_build(build, supply, rulings)
    what = "a whole table" if build.on is None else "one turn"
    count = f"{len(build)} element{'s' * (len(build) != 1)}, {what}"
    lines = [f"{'legal' if verdict.legal else 'not legal'}", build.ground.title, count]
    if verdict.staircase is not None:
        lines.append(str(verdict.staircase))
    shown = mark_build(build, verdict)
    shot = Shot(
        shown,
        (*lines, *list_reasons(verdict.reasons)),
        "legal" if verdict.legal else "illegal",
        label_build(build, verdict),
        outlined=tuple(one.number for one in shown.instances if one.fresh),
    )
    return shot, verdict.palace


def list_reasons(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """Return the reasons with their remedies; the number of the rest if there are many."""
    lines = [f"! {reason.text}; {reason.remedy}" for reason in reasons[:MOST_REASONS]]
    if len(reasons) > MOST_REASONS:
        lines.append(f"and {len(reasons) - MOST_REASONS} more: run palace check")
    return tuple(lines)


_KEYS = {
    "Right": "next turn",
    "Left": "previous turn",
    "Up": "next piece",
    "Down": "previous piece",
    "Home": "set-up",
    "End": "end of the game",
    "g": "move the slider by turns or by pieces",
    **aids.KEYS,
}


class Replaying(Aided):
    """Mode that shows a game at one moment, with the last staircase outlined and numbered."""

    keys = _KEYS

    def __init__(
        self, record: LoggedRecord, *, turn: int | None = None, supply: Supply | None = None
    ) -> None:
        self.record = record
        self.played = replay(record)
        self.moments = Moments(self.played)
        count = len(self.played.commits)
        self.at = self.moments.ends[count if turn is None else turn]
        self.by_pieces = False
        self._supply = supply
        super().__init__()

    @property
    def turn(self) -> int:
        """Number of the turn shown, 0 for the set-up."""
        return self.moments.turn_at(self.at)

    def here(self) -> ModeContext:
        """Return the palace after the turn shown, and the pieces of the next player."""
        table = self.played.states[self.turn]
        pieces = table.seat(table.due[0]).pieces if self._supply is None else self._supply
        rulings = table.rulings_of(table.due[0], self.record.rulings)
        return ModeContext(table.palace, pieces, rulings)

    def key(self, name: str) -> None:
        """Go to another moment, or show or hide a hint or a heat map."""
        ends, at = self.moments.ends, self.at
        if name in aids.KEYS:
            # A hint is about the position between two turns.
            self._go(ends[self.turn])
            super().key(name)
        elif name == "Right":
            self._go(next((end for end in ends if end > at), at))
        elif name == "Left":
            self._go(next((end for end in reversed(ends) if end < at), at))
        elif name in ("Up", "Down"):
            self._go(at + (1 if name == "Up" else -1))
        elif name in ("Home", "End"):
            self._go(0 if name == "Home" else self.moments.last)
        elif name == "g":
            self.by_pieces = not self.by_pieces

    def pick(self, spot: Spot) -> None:
        """Select what was clicked; a knob's best staircase is about the end of the turn shown."""
        if spot.knob is not None and spot.instance is None:
            self._go(self.moments.ends[self.turn])
        super().pick(spot)

    def slide(self, at: int) -> None:
        """Go to a turn, or to a piece."""
        ends = self.moments.ends
        self._go(at if self.by_pieces else ends[max(0, min(at, len(ends) - 1))])

    def shot(self) -> Shot:
        """Return the picture of the moment with the aids in use."""
        at, number = self.at, self.turn
        shown = self.moments.scene(at)
        report = reports(self.played)[number - 1] if number else None
        whole = self.moments.whole(at)
        panel = self._panel(report, whole)
        shot = Shot(shown, panel, slider=self._slider(), reach=self.moments.reach)
        if report is None:
            return self.dress(shot)
        shot = replace(shot, outlined=self.moments.fresh(at))
        if whole:
            accent: Accent = "legal" if report.legal else "illegal"
            labels, ghosts = label_turn(self.played, number), self.moments.ghosts(at)
            shot = replace(shot, labels=labels, ghosts=ghosts, accent=accent)
        return self.dress(shot)

    def _go(self, at: int) -> None:
        at = max(0, min(at, self.moments.last))
        if at != self.at:
            self.at = at
            self.forget()

    def _slider(self) -> Slider:
        ends, number = self.moments.ends, self.turn
        turns = f"turn {number} of {len(ends) - 1}" if number else "set-up"
        if not self.moments.whole(self.at):
            laid = len(self.moments.turns[number].laid)
            turns += f", piece {self.moments.laid_at(self.at)} of {laid}"
        if self.by_pieces:
            return Slider(self.at, self.moments.last, turns)
        return Slider(number, len(ends) - 1, turns)

    def _panel(self, report: TurnReport | None, whole: bool) -> tuple[str, ...]:
        """Return the lines about a turn: player, staircase, result, and scores."""
        number = report.number if report else 0
        title, lines, _ = write_caption(self.played, number)
        if not whole:
            lines = lines[:1]
        elif report and not report.legal:
            lines = (lines[0], "not legal", *list_reasons(report.reasons))
        scores = self._scores(number) if whole else ""
        bad = [str(turn.number) for turn in reports(self.played) if not turn.legal]
        others: tuple[str, ...] = ()
        if bad and bad != [str(number)]:
            others = (f"not legal: turn{'s' * (len(bad) > 1)} {', '.join(bad)}",)
        return (title, *lines, *[scores] * bool(scores), *others)

    def _scores(self, number: int) -> str:
        try:
            score = self.record.score(self.played.back(len(self.played.commits) - number))
        except InputError:  # recorded points that contradict the turns
            return ""
        return " · ".join(f"{sheet.name} {sheet.total}" for sheet in score.sheets)
