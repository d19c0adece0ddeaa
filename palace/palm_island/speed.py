"""The rounds of a speed game: a key for each player, who taps it when their tracker is on top.

No moves are entered while all play at once: the order counts, in which they then buy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from palace.contract.beside import BeginBeside, Beside
from palace.contract.taps import Amount, Choice, Row, Taps, Told
from palace.core.verdict import Text, in_language
from palace.palm_island.picture import WORDS
from palace.palm_island.state import ROUNDS
from palace.palm_island.table import Table
from palace.palm_island.turns import Turn

LEAST, MOST = 2, 4
"""Players."""


@dataclass(frozen=True)
class Rounds(Beside):
    """The number of players, and those who have finished each round, in their order, from 1."""

    players: int = LEAST
    rounds: tuple[tuple[int, ...], ...] = ((),)

    @property
    def title(self) -> str:
        """What it is called."""
        return WORDS.text("speed")

    @property
    def taps(self) -> Taps:
        """A key for each player, and before the first tap their number."""
        now = self.rounds[-1]
        over = len(now) == self.players
        keys = [
            Choice(
                f"player-{player}", WORDS.text("speed-player", player=player),
                None if player in now else str(player), on=player in now,
                note=WORDS.text("speed-place", place=now.index(player) + 1)
                if player in now else WORDS.text("speed-done"),
            )
            for player in range(1, self.players + 1)
        ]  # fmt: skip
        rows = [Row(items=(*keys,), looks="list")]
        if over and len(self.rounds) < ROUNDS:
            rows.append(Row(items=(Choice("next", WORDS.text("speed-next"), "next"),)))
        if self.rounds == ((),):
            less, more = self.players - 1, self.players + 1
            count = Amount(
                "players", WORDS.text("speed-players"), self.players,
                str(less) if less >= LEAST else None, str(more) if more <= MOST else None,
            )  # fmt: skip
            rows.insert(0, Row(items=(count,)))
        told = WORDS.text("speed-round", round=len(self.rounds), rounds=ROUNDS)
        lines = (WORDS.text("speed-buys", names=_names(now)),) if over else ()
        return Taps(Told(told, lines=lines), rows=(*rows,), main="next")

    def tapped(self, name: str, text: str) -> Rounds:
        """Return it after a player has finished the round, or with another number of players."""
        if name == "next":
            return replace(self, rounds=(*self.rounds, ()))
        if name.startswith("players"):
            return replace(self, players=int(text))
        return replace(self, rounds=(*self.rounds[:-1], (*self.rounds[-1], int(text))))


def _names(players: tuple[int, ...]) -> Text:
    every = [WORDS.text("speed-player", player=player) for player in players]
    return Text(lambda speaks: ", ".join(in_language(one, speaks) for one in every))


def beside() -> Mapping[str, BeginBeside[Table, Turn]]:
    """Return what can be begun beside a game, by its name."""
    title = WORDS.text("speed")
    return {"speed": BeginBeside(title, title, lambda record, log, about: Rounds())}
