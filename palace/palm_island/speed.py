"""The rounds of a speed game: a field for each player, who taps it when their tracker is on top.

No moves are entered while all play at once: the order counts, in which they then buy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from palace.contract.beside import Beside
from palace.contract.taps import Amount, Board, Choice, Place, Row, Taps, Told
from palace.core import colours
from palace.core.svg import document, tag, words
from palace.core.verdict import Text, in_language
from palace.palm_island.picture import WIDE
from palace.palm_island.state import ROUNDS
from palace.palm_island.words import WORDS, listed

LEAST, MOST = 2, 4
"""Players."""

_DEEP = 600
"""All fields together, in units of a picture that is `WIDE`."""

_FILLS = ("#c24a15", "#1f63b3", "#86389c", "#0f7560")


@dataclass(frozen=True)
class Rounds(Beside):
    """The number of players, and those who have finished each round, in their order, from 1."""

    players: int = LEAST
    rounds: tuple[tuple[int, ...], ...] = ((),)

    @property
    def title(self) -> str:
        return WORDS.text("speed")

    @property
    def taps(self) -> Taps:
        """The field of each player, and before the first tap their number."""
        now, rows = self.rounds[-1], []
        over = len(now) == self.players
        if over and len(self.rounds) < ROUNDS:
            rows.append(Row(items=(Choice("next", WORDS.text("speed-next"), "next"),)))
        if self.rounds == ((),):
            less, more = self.players - 1, self.players + 1
            count = Amount(
                "players", WORDS.text("speed-players"), self.players,
                str(less) if less >= LEAST else None, str(more) if more <= MOST else None,
            )  # fmt: skip
            rows.append(Row(items=(count,)))

        at = len(self.rounds)
        title = WORDS.text("speed-then", round=at, rounds=ROUNDS)
        if over:
            title = WORDS.text("over", round=at)
        elif not now:
            title = WORDS.text("speed-round", round=at, rounds=ROUNDS)
        names = listed(WORDS.text("speed-player", player=player) for player in now)
        lines = (WORDS.text("speed-buys", names=names),) if over else ()
        return Taps(Told(title, lines=lines), self.board, (*rows,), main="next")

    @property
    def board(self) -> Board:
        left = (at for at in range(1, self.players + 1) if at not in self.rounds[-1])
        answers = {f"player-{at}": str(at) for at in left}

        def picture(speaks: str) -> str:
            fields = (_field(place, self.rounds[-1], speaks) for place in self.places)
            title = in_language(self.title, speaks)
            return document(WIDE, _DEEP, WIDE, "Palm Island", title, fields)

        return Board((), (), self.title, self.places, answers=answers, picture=Text(picture))

    @property
    def places(self) -> tuple[Place, ...]:
        """The fields of the players: two in a row where there are more than two players."""
        deep = _DEEP // 2
        found = []
        for at in range(self.players):
            columns = 2 if self.players == MOST or (self.players > LEAST and at < 2) else 1
            wide = round(WIDE) // columns
            x, y = (at % columns) * wide, (at // 2 if self.players > LEAST else at) * deep
            label = WORDS.text("speed-player", player=at + 1)
            found.append(Place(f"player-{at + 1}", x, y, label=label, wide=wide, deep=deep))
        return (*found,)

    def tapped(self, name: str, text: str) -> Rounds:
        """Return it after a player has finished the round, or with another number of players."""
        if name == "next":
            return replace(self, rounds=(*self.rounds, ()))
        if name.startswith("players"):
            return replace(self, players=int(text))
        done = (*self.rounds[-1], int(text))
        left = [player for player in range(1, self.players + 1) if player not in done]
        done = done if left[1:] else (*done, *left)  # the last one is known
        return replace(self, rounds=(*self.rounds[:-1], done))


def _field(place: Place, done: tuple[int, ...], speaks: str) -> str:
    player, x, y = int(place.name[-1]), place.x + place.wide / 2, place.y + place.deep / 2
    box = {"x": place.x + 4, "y": place.y + 4, "width": place.wide - 8, "height": place.deep - 8}
    inside = tag("rect", fill=_FILLS[player - 1], rx=18, **box)
    inside += words(in_language(place.label, speaks), x, y - 28, 28, colours.PAPER)
    size, says = 20 if place.wide == WIDE else 14, WORDS.say(speaks, "speed-done")
    if player in done:
        size, says = 64, WORDS.say(speaks, "place", place=done.index(player) + 1)
    weight = "bold" if player in done else "normal"
    inside += words(says, x, y + 28, size, colours.PAPER, weight=weight)
    return tag("g", inside, transform=None if place.y else f"rotate(180 {x:g} {y:g})")
