"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from palace.contract.taps import Idea
from palace.core.errors import install_hint
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import PASS
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.players.turns import AnyRules, fast, own
from palace.monkey_palace.search import compiled_already


def lacks(rules: AnyRules, state: GameState) -> str:
    """Return what a player would have to know of a game and nothing tells, empty for nothing."""
    if not state.known:
        return BOOK.text("opponent.pieces")
    deck = own(rules).setting.deck
    if deck is None or not any(state.piles):
        return BOOK.text("opponent.piles")
    return ""


def notes(name: str) -> Iterator[str]:
    """Yield what is to be known of a player before it plays."""
    if not fast() and name.startswith("strong"):
        yield BOOK.text("opponent.slow", remedy=install_hint("fast"))
    elif not compiled_already():
        yield BOOK.text("opponent.preparing")


def shown(rules: AnyRules, state: GameState, turn: Turn, screen: Screen) -> str:
    """Return how a turn is built on the table: a picture, the pieces, numbered steps."""
    if turn.build is None:
        return screen.wrapped(BOOK.say(screen.language, "opponent.passes", name=turn.player))
    after, _ = own(rules).apply(state, turn)
    lines = [
        bold(BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))),
        "", draw_plan(after.palace, turn.build), "",
        BOOK.say(screen.language, "opponent.pieces-used", pieces=turn.build.uses),
        *(
            screen.wrapped(in_language(line, screen.language), 2, 3)
            for line in idea(rules, state, turn).lines
        ),
    ]  # fmt: skip
    return "\n".join(lines)


def idea(rules: AnyRules, state: GameState, turn: Turn) -> Idea:
    """Return a turn as it is shown on a page, to be built on the table."""
    if turn.build is None:
        return Idea(PASS, BOOK.text("opponent.passes", name=turn.player), True, 1.0, move=turn)
    told = BOOK.text("opponent.turn", name=turn.player)
    lines = tuple(
        Text(partial(_number, *each)) for each in enumerate(_steps(own(rules), state, turn), 1)
    )
    return Idea(str(turn.build), told, True, 1.0, lines=lines, move=turn)


def _number(number: int, text: Text, language: str) -> str:
    return f"{number}. {in_language(text, language)}"


def _steps(rules: MonkeyRules, state: GameState, turn: Turn) -> Iterator[Text]:
    """Yield what is done with hands in a turn, in order."""
    build = turn.build
    assert build is not None
    for step in steps(state.palace, build):
        at = step.number
        if not at:
            continue
        under = (build.knobs[at - 1], build.risers[at - 1]), (step.knob, build.unders[at])
        put = tuple((knob, pieces) for knob, pieces in under if pieces)
        yield BOOK.text("opponent.arch", put=put, one=build.knobs[at - 1], other=step.knob,
                        height=step.riser_at)  # fmt: skip
    _, (report,) = rules.apply(state, turn)
    if report.earned is not None and report.earned.decoration:
        yield BOOK.text("opponent.decorates", colour=report.earned.decoration, knob=build.knobs[-1])
    yield from taken(rules, turn)


def taken(rules: MonkeyRules, turn: Turn) -> Iterator[Text]:
    """Yield which cards a turn takes, and where its animals go."""
    deck = rules.setting.deck
    for card in turn.take:
        known = card if deck is None or card.name is None else deck.cards[card.name]
        name, cost, colour = card.name, known.cost, known.colour
        if card.slot is None:
            yield BOOK.text("opponent.takes", card=name, cost=cost, colour=colour)
        else:
            yield BOOK.text(
                "opponent.covers", card=name, cost=cost, colour=colour, slot=card.slot
            )  # fmt: skip
    for animal in ("frog", "monkey"):
        if (knob := getattr(turn, animal)) is not None:
            yield BOOK.text("opponent.moves", animal=animal, knob=knob)
