"""The aid for a table of Palm Island: one page of moves, rounds, points and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from palace.contract.game import Printable
from palace.core.paper import Band, Block, Page, Row, brief
from palace.palm_island.cards import ACTIONS, CORE, LETTERS, ORIENTATIONS, SCORING, TRACKER
from palace.palm_island.rules import BOOK
from palace.palm_island.scoring import CHART, DIFFICULTY, EASY, LEAST, TIE_BREAKERS
from palace.palm_island.specials import DRAWN, TERRAINS
from palace.palm_island.state import LIMIT, ROUNDS

_DOES = {
    "store": "a quarter turn to the right, so that its resources stick out",
    "rotate": "a half turn: the lower end comes up, the same side stays in front",
    "flip": "turn it over: the other side comes to the front, the upper end stays up",
}

_GOODS = dict(zip(LETTERS, ("log", "fish", "stone"), strict=True))

_PAY = (
    f"{', '.join(f'{letter} {name}' for letter, name in _GOODS.items())}; / means or.",
    "Straighten stored cards where they are in the deck. What they hold beyond the cost is lost.",
    f"At most {LIMIT} cards are stored. Before a fifth, straighten one of them for nothing.",
    "A stored card that comes to the top is straightened and goes to the back at once; that is no "
    "move.",
)

_SETUP = (
    f"Sun marks in front, upper left. Shuffle the {len(CORE)} cards; the round tracker ({TRACKER}) "
    "goes last, at 1.",
    "Look through the deck before you begin. In play look at the first three cards, and to decide "
    "at the back of one of the first two.",
)

_ROUND = (
    f"A round ends when the tracker is on top. Turn it to the next number, after "
    f"{ROUNDS // 2} to the small ones, and put it at the back; stored cards stay stored.",
    f"After round {ROUNDS} count the stars on the active areas of all cards, stored ones too.",
)

_TOGETHER = (
    Row("at the end of a round the players can pay the level of the disaster, as much for each as "
        f"it says. All win if the last level is paid by the end of round {ROUNDS}; the group has "
        "the points of its lowest player.", "coop"),
    Row(f"equal decks. One outpost of each of {', '.join(TERRAINS)}; the one player who meets its "
        "criterion at the end of a round takes it.", "casual"),
    Row("equal decks. In the order in which players end a round they buy outposts, one at a time.",
        "speed"),
    Row(f"{DRAWN} of them before the tracker, in speed games in the middle; recruited for their "
        "cost at the end of a round.", "villagers"),
)  # fmt: skip


def aid() -> Page:
    """Return the aid."""
    moves = [Row(f"{_DOES[kind]}; to the back.", kind) for kind in ACTIONS]
    moves.append(Row("the first card only: to the back as it is.", "discard"))
    return Page(
        "Palm Island",
        "moves, rounds, points, and why a move is refused",
        (
            Band((
                Block("Set-up", tuple(map(Row, _SETUP))),
                Block("A move: one of the first two cards", tuple(moves)),
                Block("Paying", tuple(map(Row, _PAY))),
                Block("Rounds", tuple(map(Row, _ROUND))),
                Block("Points by area", tuple(_points())),
                Block("How good is it?", tuple(_chart())),
                Block("With others", _TOGETHER),
            )),
            Band((Block("What a verdict names", tuple(_reasons()), run_in=True),)),
        ),
        ("A rule in full: palace explain CODE. What feats, outposts and disasters ask for is on "
         "their cards.",),
    )  # fmt: skip


def _reasons() -> Iterator[Row]:
    for rule in BOOK.rules.values():
        yield Row(brief(rule.says, 150), rule.code)


def _points() -> Iterator[Row]:
    """Yield the points of each kind of card that has any, the best area first."""
    copies = Counter(card.name for card in CORE.values())
    kinds = {card.name: card for card in CORE.values()}
    for name in SCORING:
        areas = zip(kinds[name].areas, ORIENTATIONS, strict=True)
        worth = sorted(((area.points, where) for area, where in areas if area.points), reverse=True)
        text = ", ".join(f"{points} {where}" for points, where in worth)
        yield Row(text, f"{copies[name]} {name}" if copies[name] > 1 else name)


def _chart() -> Iterator[Row]:
    """Yield the bands of the score chart, how hard a game is, and what breaks a tie."""
    for at, comment in enumerate(CHART):
        solo, coop = (_from(LEAST[mode], at) for mode in ("solo", "coop"))
        yield Row(f"solo {solo}, coop {coop}", comment)
    yield Row(f"{'; '.join(DIFFICULTY)}; {EASY} (more feats)", "Solo")
    yield Row("after a solo game: every feat whose criteria are all met, for later games", "Feats")
    yield Row(f"most {', then most '.join(TIE_BREAKERS)}", "Ties")


def _from(least: tuple[int, ...], at: int) -> str:
    """Return a band of a chart: `10 to 19`, `40 or more`."""
    return f"{least[at]} to {least[at + 1] - 1}" if at + 1 < len(least) else f"{least[at]} or more"


SHEETS = {
    "aid": Printable("moves, rounds, points, and the rules by their codes",
                     lambda given: (aid().svg(),), lambda given, record: (aid(),)),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
