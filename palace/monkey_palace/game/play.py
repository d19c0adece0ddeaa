"""A game of Monkey Palace being played: how it begins, its turns, what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from palace.contract.game import Asking, Command, Question
from palace.core.errors import InputError, NotationError, Problem, gather, nearest
from palace.core.screen import Screen
from palace.monkey_palace.drawing.text import draw_front, draw_plan
from palace.monkey_palace.game.asking import Asked, turn_of
from palace.monkey_palace.game.conflicts import SEATS
from palace.monkey_palace.game.learning import furnished
from palace.monkey_palace.game.log import Read, own
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED, map_name, open_map
from palace.monkey_palace.kernel.supply import Supply
from palace.scoring.score import counted


def new_player(text: str) -> dict[str, str]:
    """Return the table of a player written `NAME` or `NAME:START:EACH`; raises `InputError`."""
    name, *supplies = (part.strip() for part in text.split(":"))
    if len(supplies) not in (0, 2):
        what = f"{text!r} is no player"
        raise InputError(
            Problem("--player", what, "write NAME or NAME:START:EACH, as Ana:4a3b:2a2b")
        )
    for supply in supplies:
        try:
            Supply.read(supply)
        except NotationError as error:
            what, expected = f"{supply!r}: {error.what}", f"expected {error.expected}"
            raise InputError(Problem("--player", what, expected)) from None
    return {"name": name} | dict(zip(("start", "each"), supplies, strict=False))


def new_game(
    players: Sequence[Mapping[str, object]], path: Path, given: Mapping[str, Any]
) -> dict[str, object]:
    """Return the data of a new game; its box may be one that is `kept`.

    Raises `InputError`.
    """
    found = [*_wrong_call(players, path, given)]
    if found:
        raise InputError(*found)
    data: dict[str, object] = {"format": 1, "game": "monkey-palace", "rules": "1"}
    data |= {"map": map_name(ground)} if (ground := given.get("map")) else {}
    if trophies := given.get("trophies"):
        data["trophies"] = [word.strip() for word in trophies.split(",") if word.strip()]
    data |= {"box": box} if (box := given.get("box")) else {}
    data |= {"piles": {"seed": given["seed"]}} if given.get("seed") is not None else {}
    data |= {"turns": [], "players": [dict(player) for player in players]}
    if kept := given.get("kept"):
        data = furnished(data, kept)
    return {"map": SHIPPED[0], **data}


def _wrong_call(
    players: Sequence[Mapping[str, object]], path: Path, given: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield what is wrong in the call for a new game, before there is a file to name."""
    names = [str(player["name"]) for player in players]
    example = "--player Ana --player Ben"
    if not names:
        yield Problem("--player", f"there is no {path}, and a new game needs its players", example)
    elif len(names) not in SEATS:
        yield Problem(
            "--player", counted(len(names), "player"), f"{SEATS[0]} to {SEATS[-1]} can play"
        )
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Problem("--player", f"two players are called {name!r}", "give each another name")
    ground = given.get("map")
    if ground and ground not in {own.name for own in getattr(given.get("kept"), "maps", ())}:
        found: list[Problem] = []
        gather(found, "--map", lambda: open_map(ground))
        yield from (problem._replace(where="--map") for problem in found)
    if given.get("seed") is not None and not (given.get("box") or given.get("kept")):
        yield Problem("--seed", "without a box there are no cards to deal", "--box house")
    known = ANIMALS.values()
    for word in filter(None, map(str.strip, (given.get("trophies") or "").split(","))):
        if word not in known:
            near = nearest(word, known)
            hint = f"did you mean {near}?" if near else f"they are {', '.join(known)}"
            yield Problem("--trophies", f"there is no animal {word!r:.40}", hint)


def came_of(record: Read, log: MonkeyLog, at: int) -> Iterator[str]:
    """Yield what came of a turn, in one sentence."""
    report = reports(log)[at]
    verdict, name = report.verdict, report.player
    if report.staircase is None:
        parts = [BOOK.text("outcome.passes", name=name)]
    elif verdict is not None and verdict.legal:
        colour, count = verdict.decoration or "l", verdict.credits or 0
        parts = [BOOK.text("outcome.legal", name=name, count=count, colour=colour)]
    else:
        parts = [BOOK.text("outcome.illegal", name=name)]
    if cards := [own(record).card(card) for card in log.commits[at].move.take]:
        told = (f"@{card.name} ({card.values})" if card.name else card.values for card in cards)
        parts.append(BOOK.text("outcome.takes", cards=", ".join(told)))
    parts.append(BOOK.text("outcome.given", pieces=str(report.given)))
    parts += [BOOK.text("gains.bonus")] * report.bonus
    parts += [BOOK.text(f"gains.{animal}") for animal in report.animals]
    yield joined(parts)


def _commands(record: Read, log: MonkeyLog) -> tuple[Command, ...]:
    """Return the commands beside a turn."""
    return (Command("show", BOOK.text("command.show"), partial(_show, log), with_move=True),)


def _show(log: MonkeyLog, player: str, screen: Screen) -> str:
    """Return the palace, and what each player has."""
    table = log.state
    last = log.commits[-1].move.build if log.commits else None
    plan, front = draw_plan(table.palace, last), draw_front(table.palace)
    title = f"{table.palace.ground.title}, from above, north on top"
    legend = screen.wrapped(BOOK.say(screen.language, "legend"), 2)
    lines = [title, "", plan, "", legend, "", front, ""]
    for seat in table.seats:
        bananas = sum(taken.card.bananas or 0 for taken in seat.cards)
        hand = "not known" if seat.pieces is None else str(seat.pieces)
        cards = f"{counted(len(seat.cards), 'card')} with {counted(bananas, 'banana')}"
        lines.append(f"{seat.name}: {hand}, {seat.income} a turn, {cards}")
    return "\n".join(lines)


def _questions(
    record: Read, log: MonkeyLog, player: str, answers: Mapping[str, Any]
) -> Sequence[Question]:
    question = Asked(own(record), log.state, player, answers).next()
    return () if question is None else (question,)


def _ending(state: GameState) -> str:
    return "" if state.ending is None else BOOK.told(state.ending)


def _over(record: Read, log: MonkeyLog) -> tuple[bool, Read] | None:
    """Return whether the table says that the game is over, which nothing else tells where pieces
    are not known; None before every player has had as many turns."""
    mine, state = own(record), log.state
    if state.known or not log.commits or len(log.commits) % len(state.seats):
        return None
    said = bool(mine.data.finished)
    data = mine.data.model_copy(update={"finished": None if said else True})
    return said, replace(mine, data=data)


ASKING: Asking[GameState, Turn] = Asking(_questions, turn_of, _commands, came_of, _ending, _over)
