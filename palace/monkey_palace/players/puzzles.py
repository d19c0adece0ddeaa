"""Puzzles: a palace and some pieces, and one staircase that earns the most, or the only one."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from palace.contract.players import Limit
from palace.contract.puzzles import Answered, Puzzles
from palace.contract.rules import Commit, Log
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.ground import SHIPPED
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.players.tables import table
from palace.monkey_palace.players.turns import Greedy
from palace.monkey_palace.search import best, count

LEVELS = ("easy", "hard")

HANDS: Mapping[str, tuple[tuple[Supply, Supply], ...]] = {
    "easy": ((Supply(2), Supply(3, 3, 1)),),
    "hard": ((Supply(4, 2), Supply(6, 5, 2)), (Supply(5), Supply(8, 3, 1))),
}
"""The smallest and the largest hands of a level; many arches and few supports make spirals."""

LEAST: Mapping[str, int] = {"easy": 2, "hard": 4}
AMONG = 20
"""Arches of the staircase that is looked for, and legal staircases among which it is, at least."""

STRAIGHT = Rulings(spiral="turn")
"""The rulings under which no staircase meets a knob again."""

TRIES = 4  # hands that are tried in a turn


@dataclass(frozen=True)
class StaircasePuzzle:
    """A palace, a hand, and what a staircase on it has to earn: `credits` at least.

    `kind` is what makes it one: `most`, exactly one staircase earns so many and none more;
    `only`, exactly one is legal; `spiral`, only those that meet a knob again earn so many; a rule's
    code in a lesson, whose `wrong` staircase breaks that rule, if there is one.  `legal` counts the
    legal staircases; `second` is what the second best earns, or the best that is no spiral, None
    where there is none.
    """

    name: str
    level: str
    kind: str
    palace: Palace
    hand: Supply
    solution: str
    credits: int
    legal: int = 0
    second: int | None = None
    wrong: str = ""

    @classmethod
    def of(cls, data: Mapping[str, object]) -> StaircasePuzzle:
        """Return the puzzle that a table of a file describes."""
        known = {"level": "", **data}
        palace, hand = Palace.read(str(known.pop("position"))), Supply.read(str(known.pop("hand")))
        return cls(palace=palace, hand=hand, **known)  # type: ignore[arg-type]

    @property
    def task(self) -> str:
        """The question."""
        if self.level:
            return BOOK.text(f"puzzle-task.{self.kind}")
        return BOOK.text("lesson.mend" if self.wrong else "lesson.find", least=self.credits)

    @property
    def about(self) -> str:
        """The rule that a lesson teaches; empty for a puzzle."""
        return "" if self.level else BOOK.text(f"lesson-rule.{self.kind}")

    def shown(self, screen: Screen) -> str:
        """Return the table, the pieces and the rule, without the question."""
        lines = [screen.wrapped(in_language(self.about, screen.language)), ""] if self.about else []
        wrong = Staircase.read(self.wrong) if self.wrong else None
        pieces = BOOK.say(screen.language, "puzzle.hand", pieces=self.hand)
        lines += [draw(self.palace, wrong), "", pieces]
        if wrong is not None:
            reasons = judge(self.palace, wrong, self.hand, DEFAULT).reasons
            why = "; ".join(reason.text_in(screen.language) for reason in reasons)
            told = BOOK.say(screen.language, "lesson.wrong", staircase=self.wrong, why=why)
            lines.append(screen.wrapped(told))
        return "\n".join(lines)

    def answered(self, text: str) -> Answered:
        """Return what is told of a staircase; raises `NotationError`."""
        verdict = judge(self.palace, text, self.hand, DEFAULT)
        if not verdict.legal:
            return Answered(False, str(verdict.staircase), verdict.reasons)
        earned = verdict.credits or 0
        if earned < self.credits:
            return Answered(False, BOOK.text("puzzle.less", earned=earned))
        kind, second = self.kind if self.level else "lesson", self.second or 0
        told = BOOK.text("puzzle.most-right", earned=earned, legal=self.legal, second=second)
        if kind == "spiral":
            told = BOOK.text("puzzle.spiral-right", earned=earned, second=second)
        elif kind != "most":
            told = BOOK.text(f"puzzle-right.{kind}", earned=earned)
        return Answered(True, told)

    def record(self) -> dict[str, object]:
        """Return the table and the question as plain data for JSON, without the solution."""
        ground = self.palace.ground
        return {
            "name": self.name, "level": self.level or None, "kind": self.kind, "task": self.task,
            "map": ground.name, "provenance": ground.provenance,
            "position": self.palace.position, "supply": str(self.hand),
            **({"wrong": self.wrong} if self.wrong else {}),
        }  # fmt: skip


def proved(name: str, level: str, palace: Palace, hand: Supply) -> StaircasePuzzle | None:
    """Return the puzzle that a palace and a hand make, proved by the search; None for none."""
    found = best(palace, hand, DEFAULT, top=2)
    if not found.verdicts or not found.complete:
        return None
    (staircase, earned), *rest = ((one.staircase, one.credits or 0) for one in found.verdicts)
    if staircase is None or staircase.arches < LEAST[level]:
        return None
    second = rest[0][1] if rest else None
    kind = "only" if second is None else "most"
    if second == earned or len({*staircase.knobs}) < len(staircase.knobs):
        without = best(palace, hand, STRAIGHT).verdicts
        kind, second = "spiral", without[0].credits if without else None
        if level == "easy" or second == earned:
            return None
    legal = count(palace, hand, DEFAULT).total
    if kind == "most" and legal < AMONG:
        return None
    return StaircasePuzzle(name, level, kind, palace, hand, str(staircase), earned, legal, second)


def seek(seed: int, level: str) -> Iterator[StaircasePuzzle]:
    """Yield puzzles from the turns of a game that greedy players play on a shipped map."""
    chance = random.Random(f"puzzle/{seed}")
    log = Log.begin(table(("Ana", "Ben"), seed, chance.choice(SHIPPED)))
    while log.due:
        name, state = log.due[0], log.state
        for _ in range(TRIES):
            bounds = zip(*chance.choice(HANDS[level]), strict=True)
            hand = state.palace.at_hand(Supply(*(chance.randint(*pair) for pair in bounds)))
            if one := proved(str(seed), level, state.palace, hand):
                yield one
        log = log.plus(Commit(Greedy().move(log.rules, state, name, Limit(), seed)))


def drawn(seed: int, level: str) -> StaircasePuzzle:
    """Return the puzzle of a seed and a level, any level where it is empty."""
    chance = random.Random(f"{seed}/{level}")
    level = level or chance.choice(LEVELS)
    for lot in range(seed, seed + 1000):
        if found := [*seek(lot, level)]:
            return replace(chance.choice(found), name=str(seed))
    raise ValueError(f"no game near seed {seed} makes a puzzle")


@lru_cache(maxsize=4)
def _read(name: str) -> tuple[StaircasePuzzle, ...]:
    text = shipped(__package__, f"{name}.toml").read_text(encoding="utf-8")
    return tuple(StaircasePuzzle.of(one) for one in tomllib.loads(text)[name])


def kept(level: str = "") -> tuple[StaircasePuzzle, ...]:
    """Return the puzzles of `puzzles.toml`, those of a level alone."""
    return tuple(one for one in _read("puzzles") if level in ("", one.level))


def lessons() -> tuple[StaircasePuzzle, ...]:
    """Return the lessons of `lessons.toml`: rules A to I, and the order of a turn."""
    return _read("lessons")


PUZZLES = Puzzles(LEVELS, kept, drawn, lessons)
