"""The rules of Monkey Palace: those of building, and those of the game round it."""

from __future__ import annotations

from palace.core.verdict import Language, Reason, Rule, Rulebook
from palace.monkey_palace.game.sentences import ENGLISH
from palace.monkey_palace.kernel.reasons import BUILDING, TROPHIES, place
from palace.monkey_palace.kernel.staircase import Staircase

_TURNS = (
    Rule(
        "turn-order", "", "turn order",
        "Players take their turns clockwise, in the order of their boards.",
    ),
    Rule(
        "game-over", "", "end of the game",
        "After a player could not be given all they were due, the round is finished and the game "
        "ends; no further turn is taken.",
    ),
    Rule(
        "pass", "E", "passing",
        "A player passes only if no legal staircase can be built from their pieces. They still "
        "take their recurring delivery.",
    ),
    Rule(
        "card-colour", "4", "colour of the cards",
        "Cards taken have the colour of the decoration just placed, or are multicoloured.",
    ),
    Rule(
        "card-cost", "4", "cost of the cards",
        "All cards of a turn together cost at most the credits of its staircase.",
    ),
    Rule(
        "card-pile", "4", "one card of a pile",
        "Only the top card of a pile can be taken, one of each pile in a turn.",
    ),
    Rule(
        "card-slot", "6", "slots of the board",
        "A board has four slots. A new card goes to a free one; once all are taken it covers a "
        "card.",
    ),
)  # fmt: skip

_EARNINGS = (
    Rule(
        "bonus", "7", "bonus card",
        "A staircase with bricks and columns five bricks high in one unbroken run earns one "
        "bonus card; a column counts three, arches do not count.",
    ),
    Rule(
        "credits", "3", "credits",
        "Every arch laid in the turn is one credit, and one more if the decoration is now the "
        "highest of its colour.",
    ),
)  # fmt: skip


def _chinese() -> Language:
    """Return the Chinese sentences, which few calls need."""
    from palace.monkey_palace.game.chinese import CHINESE

    return CHINESE


BOOK = Rulebook(
    f"{__name__}.BOOK",
    (*BUILDING, *_TURNS, *TROPHIES, *_EARNINGS),
    {"en": ENGLISH, "zh": _chinese},
    place,
)
"""Every rule, in the order of the contract."""


def must_build(player: str, staircase: Staircase) -> Reason:
    """Return the reason against a pass where a staircase could be built."""
    return BOOK.reason("pass", player, "build", staircase=str(staircase))
