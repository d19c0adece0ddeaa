"""What takes longer than a tap in a turn: the best staircase, and the proof that one may pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace.contract.game import Question, Thinking, Thoughts
from palace.contract.taps import Idea
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.card_taps import piece_taps
from palace.monkey_palace.game.log import Read, own
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import PASS, PASSING
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.searches import seek_best

SECONDS = 10.0
"""Seconds that a hint is looked for."""

PROVING = 60.0
"""Seconds that a staircase is looked for when a player passes."""


def _hints(record: Read, log: MonkeyLog, player: str, text: str) -> Iterator[Idea]:
    """Yield the best staircase so far."""
    start = Asked(own(record), log.state, player, {}).start
    start = replace(start, supply=Supply.read(text)) if text else start
    idea = Idea(told=BOOK.text("tap.hint-none"))
    for best, share in seek_best(start.palace, start.supply, start.rulings, seconds=SECONDS):
        if best.verdicts:
            verdict = best.verdicts[0]
            earned = (verdict.credits or 0, verdict.decoration or "")
            told = BOOK.text("tap.hint-is" if best.complete else "tap.hint-so-far", earned=earned)
            idea = Idea(str(verdict.staircase), told)
        yield idea._replace(share=share)
    yield idea._replace(done=True, share=1.0)


def _hand(record: Read, log: MonkeyLog, player: str) -> Question | None:
    """Return the question for the pieces in hand, where they are not known."""
    if log.state.seat(player).pieces is not None:
        return None
    what = BOOK.text("tap.which-hand")
    return Question("hand", player, what, lambda: (), Supply.read, default="5a5b1c", title=what,
                    taps=piece_taps)  # fmt: skip


def _proof(record: Read, log: MonkeyLog, player: str, text: str) -> Iterator[Idea]:
    """Yield nothing until a staircase was found, or none; the rules judge the pass itself."""
    start = Asked(own(record), log.state, player, {}).start
    told = BOOK.text("tap.proving")
    for best, share in seek_best(start.palace, start.supply, start.rulings, seconds=PROVING):
        if best.verdicts:
            break
        yield Idea(None, told, share=share)
    yield Idea(PASS, done=True)


def thoughts() -> Thoughts[GameState, Turn]:
    """Return what can be thought of in a turn, by its name."""
    return {
        "hint": Thinking(BOOK.text("tap.hint"), _hints, needs=_hand),
        PASSING: Thinking(BOOK.text("tap.pass"), _proof, enters=True),
    }
