"""What the program does in a turn, told: its own turns to those who build them, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from palace.contract.game import Command, Thoughts
from palace.contract.players import Limit
from palace.contract.taps import Idea
from palace.core.errors import install_hint
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game import thoughts as game
from palace.monkey_palace.game.log import Read
from palace.monkey_palace.game.play import ASKING as PLAYING
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import PASS
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.players.strong import Judged, Strong
from palace.monkey_palace.players.turns import AnyRules, fast, own
from palace.monkey_palace.search import compiled_already
from palace.monkey_palace.search.searches import seek_best

LIMIT = Limit(nodes=3000)
"""How long a hint is thought about."""

NEXT = 3.0
"""Seconds in which it is looked for what the next player can earn at most."""

SHARE = 0.9
"""The share of a hint that is the choice of the turn."""


def lacks(rules: AnyRules, state: GameState) -> str:
    """Return what a player would have to know of a game and nothing tells, empty for nothing."""
    if not state.known:
        return BOOK.text("opponent.pieces")
    known = own(rules).setting.deck is not None and any(state.piles)
    return "" if known else BOOK.text("opponent.piles")


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
    told = (in_language(line, screen.language) for line in idea(rules, state, turn).lines)
    return "\n".join((
        bold(BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))),
        "", draw_plan(after.palace, turn.build), "",
        BOOK.say(screen.language, "opponent.pieces-used", pieces=turn.build.uses),
        *(screen.wrapped(line, 2, 3) for line in told),
    ))  # fmt: skip


def idea(rules: AnyRules, state: GameState, turn: Turn) -> Idea:
    """Return a turn as it is shown on a page, to be built on the table."""
    if turn.build is None:
        return Idea(PASS, BOOK.text("opponent.passes", name=turn.player), True, 1.0, move=turn)
    lines = tuple(
        Text(partial(_number, *each)) for each in enumerate(_steps(own(rules), state, turn), 1)
    )
    told = BOOK.text("opponent.turn", name=turn.player)
    return Idea(str(turn.build), told, True, 1.0, lines=lines, move=turn)


def _number(number: int, text: Text, language: str) -> str:
    return f"{number}. {in_language(text, language)}"


def _steps(rules: MonkeyRules, state: GameState, turn: Turn) -> Iterator[Text]:
    """Yield what is done with hands in a turn, in order."""
    build = turn.build
    assert build is not None
    for step in [*steps(state.palace, build)][1:]:
        at, one = step.number, build.knobs[step.number - 1]
        under = (one, build.risers[at - 1]), (step.knob, build.unders[at])
        put = tuple((knob, pieces) for knob, pieces in under if pieces)
        yield BOOK.text("opponent.arch", put=put, one=one, other=step.knob, height=step.riser_at)
    _, (report,) = rules.apply(state, turn)
    if report.earned is not None and report.earned.decoration:
        yield BOOK.text("opponent.decorates", colour=report.earned.decoration, knob=build.knobs[-1])
    yield from taken(rules, turn)


def taken(rules: MonkeyRules, turn: Turn) -> Iterator[Text]:
    """Yield which cards a turn takes, and where its animals go."""
    deck = rules.setting.deck
    for card in turn.take:
        known = card if deck is None or card.name is None else deck.cards[card.name]
        values = {"card": card.name, "cost": known.cost, "colour": known.colour}
        if card.slot is None:
            yield BOOK.text("opponent.takes", **values)
        else:
            yield BOOK.text("opponent.covers", **values, slot=card.slot)
    for animal, knob in (("frog", turn.frog), ("monkey", turn.monkey)):
        if knob is not None:
            yield BOOK.text("opponent.moves", animal=animal, knob=knob)


def _ideas(record: Read, log: MonkeyLog, player: str, text: str) -> Iterator[Idea]:
    """Yield how far the strong player is, then its turn; the staircase that earns most in a game of
    which too little is known."""
    rules, state = own(log.rules), log.state
    if text or lacks(rules, state):
        yield from game.thoughts()["hint"].ideas(record, log, player, text)
        return
    judged: list[Judged] = []
    seen, seed = rules.seen(state, player), len(log.commits)
    for share, some in Strong().seek(rules, seen, player, LIMIT, seed):
        judged = some
        yield Idea(share=SHARE * share)
    best, *others = (one.turn for one in judged)
    if best.build is None:
        yield Idea(told=BOOK.text("tap.hint-none"), done=True, share=1.0)
        return
    made = earned, count = brings(rules, state, best)
    why = BOOK.text("hint.brings", earned=earned, count=count)
    after, (report,) = rules.apply(state, best)
    more = [BOOK.text(f"gains.{one}") for one in (*["bonus"] * report.bonus, *report.animals)]
    if more:
        why = BOOK.text("hint.with", gets=why, more=Text(partial(_joined, more)))
    if not after.finished and (other := after.seat(after.due[0])).name != player:
        rulings, most = after.rulings_of(other.name, rules.setting.rulings), None
        for left, _ in seek_best(after.palace, other.pieces, rulings, seconds=NEXT):
            most = sum(verdict.credits or 0 for verdict in left.verdicts) if left.complete else None
            yield Idea(share=SHARE)
        if most is not None:
            key = "hint.leaves" if most else "hint.leaves-none"
            why = BOOK.text(key, gets=why, name=other.name, count=most)
    unlike = (one for one in (brings(rules, state, turn) for turn in others) if one != made)
    less = [BOOK.text("hint.second", earned=earned, count=count) for earned, count in [*unlike][:1]]
    lines = (*taken(rules, best), *less, *notes("strong"))
    yield Idea(str(best.build), why, True, 1.0, lines=lines)


def brings(rules: MonkeyRules, state: GameState, turn: Turn) -> tuple[tuple[int, str], int]:
    """Return the credits that a turn earns with their colour, and the bananas it brings at once."""
    after, (report,) = rules.apply(state, turn)
    before, now = (
        next(sheet.total for sheet in rules.standing(one) if sheet.name == turn.player)
        for one in (state, after)
    )
    verdict = report.verdict
    earned = (0, "") if verdict is None else (verdict.credits or 0, verdict.decoration or "")
    return earned, now - before


def _joined(parts: Sequence[Text], language: str) -> str:
    """Return parts of a sentence as one."""
    return BOOK.language(language).comma.join(in_language(part, language) for part in parts)


def thoughts() -> Thoughts[GameState, Turn]:
    """Return what can be thought of in a turn, by its name."""
    known = game.thoughts()
    return {**known, "hint": known["hint"]._replace(ideas=_ideas)}


def _hint(record: Read, log: MonkeyLog, player: str, screen: Screen) -> str:
    """Return a hint for a terminal."""
    found = Idea()
    first = "".join(in_language(note, screen.language) for note in notes("strong"))
    with screen.bar("looking for the best", first) as progress:
        for found in _ideas(record, log, player, ""):
            progress(found.share)
    lines = (in_language(line, screen.language) for line in (found.told, *found.lines))
    return "\n".join((*[bold(found.text or "")] * bool(found.text), *map(screen.wrapped, lines)))


def _commands(record: Read, log: MonkeyLog) -> Sequence[Command]:
    """Return the commands beside a turn."""
    others = PLAYING.commands(record, log)
    hint = Command("hint", BOOK.text("command.hint"), partial(_hint, record, log))
    return others if log.state.finished else (hint, *others)


ASKING = replace(PLAYING, commands=_commands)
"""Each turn of a game beside the turn that the strong player prefers."""
