"""`--ruling NAME=VALUE` where the game is not known yet: a ruling of any game."""

from __future__ import annotations

from collections.abc import Iterable

from palace.cli.problems import Problems
from palace.core.rulings import Answers
from palace.monkey_palace.kernel.rulings import Rulings


def answers_of_any_game(pairs: Iterable[str]) -> dict[str, str]:
    """The answers that `NAME=VALUE` texts give; raises `InputError` with every wrong one."""
    from palace.cooper_island.rulings import Rulings as CooperRulings
    from palace.palm_island.rulings import Rulings as PalmRulings

    pairs = [*pairs]
    palm = [pair for pair in pairs if _name(pair) in PalmRulings.table]
    cooper = [pair for pair in pairs if _name(pair) in CooperRulings.table]
    # A name that two games have is that of the game whose answer it is.
    cooper = [
        pair for pair in cooper if _name(pair) not in Rulings.table or _fits(pair, CooperRulings)
    ]
    found: dict[str, str] = {}
    problems = Problems()
    with problems.within("--ruling"):
        found |= Rulings.pairs(pair for pair in pairs if pair not in (*palm, *cooper))
    with problems.within("--ruling"):
        found |= PalmRulings.pairs(palm)
    with problems.within("--ruling"):
        found |= CooperRulings.pairs(cooper)
    problems.check()
    return found


def _name(pair: str) -> str:
    return pair.partition("=")[0].strip()


def _fits(pair: str, rulings: type[Answers]) -> bool:
    name, _, value = (part.strip() for part in pair.partition("="))
    return rulings.problem(name, value) is None
