"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core.errors import install_hint
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, Turn
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
    after, (report,) = own(rules).apply(state, turn)
    lines = [
        bold(BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))),
        "", draw_plan(after.palace, turn.build), "",
        BOOK.say(screen.language, "opponent.pieces-used", pieces=turn.build.uses),
    ]  # fmt: skip
    colour = None if report.earned is None else report.earned.decoration
    for number, text in enumerate(_steps(state, turn, colour), 1):
        lines.append(screen.wrapped(f"{number}. {in_language(text, screen.language)}", 2, 3))
    return "\n".join(lines)


def _steps(state: GameState, turn: Turn, colour: str | None) -> Iterator[Text]:
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
    if colour is not None:
        yield BOOK.text("opponent.decorates", colour=colour, knob=build.knobs[-1])
    for card in turn.take:
        if card.slot is None:
            yield BOOK.text("opponent.takes", card=card.name)
        else:
            yield BOOK.text("opponent.covers", card=card.name, slot=card.slot)
    for animal in ("frog", "monkey"):
        if (knob := getattr(turn, animal)) is not None:
            yield BOOK.text("opponent.moves", animal=animal, knob=knob)
