"""Replaying a recorded game: forwards and backwards, by turns or by single pieces."""

from __future__ import annotations

from dataclasses import replace

from palace.core.errors import InputError
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.score import score_replay
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.supply import Supply

from . import aids
from .aids import Aids
from .callouts import fault_labels, step_labels
from .looking import reason_lines
from .mode import ModeContext, Shot, Slider, Spot
from .moments import Moments

_KEYS = {
    "Right": "the next turn",
    "Left": "the turn before",
    "Up": "one piece more",
    "Down": "one piece less",
    "Home": "the set-up",
    "End": "the end of the game",
    "g": "the slider goes by turns, or by single pieces",
    **aids.KEYS,
}
_STEPS = {"Right": 1, "Left": -1, "Up": 1, "Down": -1}


class Replaying:
    """A game at one moment, the last staircase outlined and its steps numbered."""

    title = "replaying"
    keys = _KEYS

    def __init__(
        self, record: Record, *, turn: int | None = None, supply: Supply | None = None
    ) -> None:
        self.record = record
        self.played = replay(record)
        self.moments = Moments(self.played)
        count = len(self.played.turns)
        self.at = self.moments.ends[count if turn is None else turn]
        self.by_pieces = False
        self._supply = supply
        self._aids = Aids(self.here)

    @property
    def turn(self) -> int:
        """The number of the turn that is seen, 0 the set-up."""
        return self.moments.turn_at(self.at)

    def here(self) -> ModeContext:
        """The palace after the turn that is seen, and the pieces of who comes next."""
        table = self._until(self.turn).table
        player = table.due[0]
        pieces = table.seat(player).pieces if self._supply is None else self._supply
        return ModeContext(
            table.palace, pieces, self.record.rulings, player, self.record, self.turn
        )

    def key(self, name: str) -> None:
        """Go to another moment, or show or hide a hint or a heat map."""
        ends, at = self.moments.ends, self.at
        if name in aids.KEYS:
            # A hint is for the table between two turns.
            self._go(ends[self.turn])
            self._aids.key(name)
        elif name == "Right":
            self._go(next((end for end in ends if end > at), at))
        elif name == "Left":
            self._go(next((end for end in reversed(ends) if end < at), at))
        elif name in ("Up", "Down"):
            self._go(at + _STEPS[name])
        elif name in ("Home", "End"):
            self._go(0 if name == "Home" else self.moments.last)
        elif name == "g":
            self.by_pieces = not self.by_pieces

    def pick(self, spot: Spot) -> None:
        """Tell what was clicked."""
        self._aids.pick(spot)

    def slide(self, at: int) -> None:
        """Go to a turn, or to a piece."""
        ends = self.moments.ends
        self._go(at if self.by_pieces else ends[max(0, min(at, len(ends) - 1))])

    def poll(self) -> bool:
        """Whether a search has come further."""
        return self._aids.poll()

    def shot(self) -> Shot:
        """The moment, and whatever was asked for."""
        at, number = self.at, self.turn
        shown = self.moments.scene(at)
        report = self.played.turns[number - 1] if number else None
        whole = self.moments.whole(at)
        before = self._until(number - 1).palace if number else None
        shot = Shot(
            shown, self._panel(report, whole), slider=self._slider(), reach=self.moments.reach
        )
        if report is not None:
            shot = replace(shot, outlined=self.moments.fresh(at))
            labels = fault_labels(shown.ground, report.reasons) if whole else ()
            if report.staircase is not None and before is not None and whole and not labels:
                labels = step_labels(before, report.staircase)
            shot = replace(shot, labels=labels)
            if whole:
                shot = replace(shot, accent="legal" if report.legal else "illegal")
        return self._aids.dressed(shot)

    def _go(self, at: int) -> None:
        at = max(0, min(at, self.moments.last))
        if at != self.at:
            self.at = at
            self._aids.forget()

    def _until(self, number: int) -> Replay:
        return replace(self.played, turns=self.played.turns[:number])

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
        number = report.number if report else 0
        lines = [*_turn_lines(report, len(self.played.turns), whole)]
        if report is None:
            lines.append(self.record.ground.title)
            lines.append(", ".join(self.played.start.names))
        scores = self._scores(number) if whole else ""
        bad = [str(turn.number) for turn in self.played.turns if not turn.legal]
        return (*lines, *[scores] * bool(scores), *self._bad_turns(bad, number))

    def _bad_turns(self, bad: list[str], number: int) -> tuple[str, ...]:
        if not bad or bad == [str(number)]:
            return ()
        return (f"not legal: turn{'s' * (len(bad) > 1)} {', '.join(bad)}",)

    def _scores(self, number: int) -> str:
        try:
            score = score_replay(self.record, self._until(number))
        except InputError:  # points written down that are not those of the turns
            return ""
        return " · ".join(f"{sheet.name} {sheet.total}" for sheet in score.sheets)


def _turn_lines(report: TurnReport | None, turns: int, whole: bool) -> tuple[str, ...]:
    """Who builds what in a turn, and what came of it."""
    if report is None:
        return ("Set-up",)
    title = f"Turn {report.number} of {turns}: {report.player}"
    what = "passes" if report.staircase is None else str(report.staircase)
    if not whole:
        return title, what
    if not report.legal:
        return (title, what, "not legal", *reason_lines(report.reasons))
    return (title, what, *[", ".join(report.gains)] * bool(report.gains))
