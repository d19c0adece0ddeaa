"""What the strong player would do for a person, and why; what players of the program must know."""

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
from palace.monkey_palace.game import thoughts as game
from palace.monkey_palace.game.card_taps import laid_row
from palace.monkey_palace.game.log import Read
from palace.monkey_palace.game.play import ASKING as PLAYING
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import MonkeyLog, MonkeyRules, sheet_of
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.turns import AnyRules, fast, own
from palace.monkey_palace.search import compiled_already
from palace.monkey_palace.search.searches import seek_best

Parts = tuple[tuple[str, int], ...]  # bananas by what they are for
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


def _ideas(record: Read, log: MonkeyLog, player: str, text: str) -> Iterator[Idea]:
    """Yield how far the strong player is, then its turn; the staircase that earns most in a game of
    which too little is known."""
    rules, state = own(log.rules), log.state
    if text or lacks(rules, state):
        yield from game.thoughts()["hint"].ideas(record, log, player, text)
        return
    seen, seed = rules.seen(state, player), len(log.commits)
    for share, judged in Strong().seek(rules, seen, player, LIMIT, seed):  # noqa: B007
        yield Idea(share=SHARE * share)
    best, *others = (one.turn for one in judged)
    if best.build is None:
        yield Idea(told=BOOK.text("tap.hint-none"), done=True, share=1.0)
        return
    made, most = brings(rules, state, best), None
    after, (report,) = rules.apply(state, best)
    if not after.finished and (other := after.seat(after.due[0])).name != player:
        rulings = after.rulings_of(other.name, rules.setting.rulings)
        for left, _ in seek_best(after.palace, other.pieces, rulings, seconds=NEXT):
            most = sum(verdict.credits or 0 for verdict in left.verdicts) if left.complete else None
            yield Idea(share=SHARE)
    more = after.seat(player).income.minus(state.seat(player).income)
    rows, found = laid_row(report), list[Text]()
    if cards := tuple(((rules.setting.card(one) or one).pile, one.slot) for one in best.take):
        found.append(BOOK.text("hint.takes", cards=cards))
    moved = {"frog": best.frog, "monkey": best.monkey}
    to = [BOOK.text("hint.animal", animal=one, knob=knob) for one, knob in moved.items() if knob]
    found += [joined(to)] * bool(to)
    found += [BOOK.text("hint.each", pieces=more)] * (any(more) and min(more) >= 0)
    found.append(BOOK.text("hint.parts", parts=made[1]))
    if most is not None:
        name = after.due[0]
        leaves = BOOK.text("hint.leaves", name=name, count=most)
        found.append(leaves if most else BOOK.text("hint.leaves-none", name=name))
    unlike = (one for one in (brings(rules, state, turn) for turn in others) if one != made)
    for earned, parts in [*unlike][:1]:
        found.append(BOOK.text("hint.second", earned=earned, count=sum(dict(parts).values())))
    (start, *_, end), (earned, parts) = best.build.knobs, made
    count = sum(dict(parts).values())
    told = BOOK.text("hint.brings", start=start, end=end, earned=earned, count=count)
    answers = {"take": ", ".join(map(str, best.take)), **moved}
    rest = tuple((key, str(one)) for key, one in answers.items() if one)
    yield Idea(str(best.build), told, True, 1.0, (*found, *notes("strong")), rest, rows)


def brings(rules: MonkeyRules, state: GameState, turn: Turn) -> tuple[tuple[int, str], Parts]:
    """Return the credits that a turn earns with their colour, and the bananas it brings at once."""
    after, (report,) = rules.apply(state, turn)
    before, now = (sheet_of(one.seat(turn.player), one) for one in (state, after))
    verdict = report.verdict
    earned = (0, "") if verdict is None else (verdict.credits or 0, verdict.decoration or "")
    return earned, tuple(now.since(before).items())


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
    return "\n".join((*([bold(found.text)] if found.text else ()), *map(screen.wrapped, lines)))


def _commands(record: Read, log: MonkeyLog) -> Sequence[Command]:
    """Return the commands beside a turn."""
    others = PLAYING.commands(record, log)
    hint = Command("hint", BOOK.text("command.hint"), partial(_hint, record, log))
    return others if log.state.finished else (hint, *others)


ASKING = replace(PLAYING, commands=_commands)
"""Each turn of a game beside the turn that the strong player prefers."""
