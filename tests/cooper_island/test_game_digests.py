"""Whole games, a line for each moment: all that is told, drawn, asked, refused and written then, in
every language, as a digest.

These lines find changes.  What is right is in the other tests: a digest that is not as before asks
for a look at what the change does, and is then written again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from palace.contract.rules import Commit, Log
from palace.contract.taps import Taps
from palace.cooper_island.game import GAME, Asked, Part, questions
from palace.cooper_island.lines import carry_out, perform
from palace.cooper_island.log import LoggedRecord, read
from palace.cooper_island.notation import VERBS, Entry, Heading, Move
from palace.cooper_island.picture import sea_board
from palace.cooper_island.score import Played
from palace.cooper_island.state import PHASES, Table
from palace.cooper_island.tapping import having, taps
from palace.cooper_island.telling import said, told
from palace.cooper_island.turn import Setting, Turn
from palace.core.screen import Screen
from palace.files.document import parse_document
from tests.cooper_island.digests import digest, refused
from tests.cooper_island.games import Game
from tests.cooper_island.odd import odd_lines, odd_step
from tests.cooper_island.test_replay import OTHERWISE
from tests.sentences import Says

assert GAME.asking is not None
assert GAME.drawing is not None
ASKING, DRAWINGS, REPORTING = GAME.asking(), GAME.drawing(), GAME.reporting()

RULED = "\n".join(f'{name} = "{answer}"' for name, answer in OTHERWISE.changed().items())
OWN = """[values]
storage = 3
cartographer = 7
single_tile = [2, 2, 1]
feeding = [1, 3]
milestones = ["stone-1", "stone-2", "sea", "gold"]
statue = "1 any"
cards = [
    { name = "House-0", kind = "large", gives = "1 any 1 helm" },
    { name = "House-1", kind = "large" },
    { name = "Inn", kind = "small", gives = "1 lay" },
    { name = "Mill", kind = "large", gives = "2 food 1 draw" },
]
boats = [
    { number = 1, cost = "1 wood 1 any", gives = "1 any" },
    { number = 3, cost = "2 any", gives = "2 helm" },
    { number = 4, gives = "1 step 1 lay" },
]
crates = [{ number = 1, cost = "1 coin" }, { number = 3, cost = "2 any 1 stone" }]
islets = [
    { number = 1, gives = "1 draw 1 helm" },
    { number = 2, gives = "2 any" },
    { number = 5, gives = "3 step 2 lay" },
]
[values.buildings]
small = "1 any"
fortress = "1 gold 1 any"
"""
NAMES = ("Ana", "Bartholomew-B", "Caroline", "Dan")
PLAYED = {
    "nothing": (4, 2, "", '[rulings]\nmarket-pays = "yes"\nhelm-points = "split"\n'),
    "own": (12, 2, 'box = "house"', OWN),
    "house": (8, 4, 'box = "house"', ""),
    "otherwise": (21, 3, 'box = "house"', f"[rulings]\n{RULED}\n"),
}
"""A seed, the players, and the lines of the record before and after its log."""


def record_of(name: str) -> LoggedRecord:
    """Return the record of a game that begins."""
    _, count, head, tables = PLAYED[name]
    players = "".join(f'[[players]]\nname = "{one}"\n' for one in NAMES[:count])
    text = f'format = 1\ngame = "cooper-island"\nrules = "1"\n{head}\nlog = ""\n{tables}{players}'
    return read(parse_document(text, "toml", "evening.toml"))


class Hasty(Game):
    """A game in which a phase ends whatever is left out."""

    def head(self, heading: Heading) -> None:
        self.table = perform(self.table, self.setting, heading).table
        self.lines.append(heading)


def lines_of(name: str, record: LoggedRecord) -> list[Heading | Entry]:
    """Return the lines of a random game."""
    seed, count, *_ = PLAYED[name]
    game = Hasty(random.Random(seed), count, record.rulings)
    game.names, game.rules = record.names, record.rules
    game.setting, game.table = game.rules.setting, game.rules.table
    return game.play()


def wrong(rng: random.Random, table: Table, move: Move, setting: Setting) -> Iterator[object]:
    """Yield what comes of lines that are wrong."""
    for line in odd_lines(rng, table, move):
        turn = perform(table, setting, line)
        yield str(line), turn.reasons, turn.me, turn.trusted, turn.paid, turn.owing
        yield replace(turn.table, seats=()), [str(seat.market) for seat in turn.table.seats]
    heading = rng.choice(("round 3", "income", "workers", "clean-up", "end"))
    kind, _, number = heading.partition(" ")
    turn = perform(table, setting, Heading(kind, int(number) if number else None))
    yield heading, turn.reasons, turn.table


# What is told, asked and drawn.


def told_of(record: LoggedRecord, log: Played, after: Played) -> Iterator[object]:
    """Yield what is told of a line, and of the table after it."""
    move = after.commits[-1].move
    (report,) = after.reports[-1]
    yield after.state, after.rules.due(after.state), report, move, repr(move), told(move, report)
    yield [*REPORTING.standing(record, after)], REPORTING.data(record, after)
    yield [*ASKING.outcome(record, after, len(log.commits))], GAME.told(move, report)
    for step in move.steps if isinstance(move, Entry) else ():
        yield said(step, "Ben", record.box), step.row.words
    yield after.rules.standing(after.state)


def asked_of(rng: random.Random, record: LoggedRecord, log: Played, move: Move) -> Iterator[object]:
    """Yield what is asked at a moment and within a line, on a terminal."""
    (due,) = log.due or ("",)
    parts: tuple[Part, ...] = ()
    if isinstance(move, Entry) and rng.random() < 0.6:
        count = rng.randint(1, len(move.steps))
        line = Entry(move.player, move.steps[:count])
        turn = carry_out(log.state, record.setting, line)
        parts = (Part(line, turn=turn),)
    asked = Asked(record, log, due, parts)
    question = asked.question()
    yield question.key, question.player, question.prompt, question.default, question.help
    yield question.shown(Screen(60)), [*question.answers()]
    verb = rng.choice([*asked.found] or [(VERBS["sail"], None)])[0].name
    for text in ("", verb, f"{verb} ", f"{verb[:2].upper()}", f"x; {verb} "):
        yield [*islice(asked.complete(text), 12)]
    odd = odd_step(rng, log.state, rng.choice([*VERBS]))
    texts = [
        "",
        "done",
        "end",
        "income",
        f"{odd}",
        f"Ana: {odd}",
        f"Bem: {odd}",
        f"Bartholomew-B: {odd}; sail",
    ]
    for text in rng.sample(texts, 4):
        yield text, (part := refused(question.read, text))
        if isinstance(part, Part):
            yield part.move, part.ends
            yield refused(lambda one: bool(questions(record, log, due, {"a": one})), part)


def seldom(rng: random.Random, found: object) -> object:
    """Return what can be tapped, as a rule without the picture of the board, which takes long."""
    if not isinstance(found, Taps) or found.board is None or rng.random() < 0.05:
        return found
    return found._replace(board=found.board._replace(picture=""))


def tapped_of(
    rng: random.Random, record: LoggedRecord, log: Played, move: Move
) -> Iterator[object]:
    """Yield what can be tapped, on the way to a line and beside it."""
    player = move.player if isinstance(move, Entry) else log.due[0] if log.due else ""
    if not player or log.state.phase not in PHASES:
        yield Asked(record, log, "").taps("")
        return
    start = carry_out(log.state, record.setting, Entry(player, ()))
    whole = "; ".join(map(str, move.steps)) if isinstance(move, Entry) else ""
    cuts = [at for at, sign in enumerate(whole) if sign in " -;"] + [len(whole)]
    texts = [
        rng.choice(("", whole[: rng.choice(cuts)])),
        whole[: rng.choice(cuts)] + rng.choice(("", "; ")),
    ]
    for text in texts:
        yield text, seldom(rng, found := refused(taps, start, text))
        keys = []
        if isinstance(found, Taps):
            keys = [one.answer for one in found.choices if one.answer]
            keys += found.board.answers.values() if found.board else []
        if keys and rng.random() < 0.6:
            yield (key := rng.choice(keys)), seldom(rng, refused(taps, start, key))


def drawn_of(record: LoggedRecord, log: Played, number: int) -> Iterator[object]:
    """Yield pictures of a moment: the land of one who moved, the sea, all lands."""
    drawing = DRAWINGS.draw(record, log, number % (len(log.commits) + 1), {})
    yield drawing.title, drawing.turns
    if not number % 6:
        yield drawing.board and drawing.board()
    if not number % 12:
        yield drawing.svg and drawing.svg(), [*drawing.players]
        found = having(log.state, record.setting)
        yield found._replace(cards=()), found.cards[0].items[number % len(log.state.seats)]
        yield sea_board(Turn(log.state, number % len(log.state.seats), record.setting), {}, "")


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game(name: str, says: Says) -> None:
    record, rng = record_of(name), random.Random(name)
    log: Played = Log.begin(record.rules)
    seen = list[object]()
    for number, line in enumerate(lines_of(name, record)):
        after = log.plus(Commit(line))
        seen += [*told_of(record, log, after), *wrong(rng, log.state, line, record.setting)]
        seen += [*asked_of(rng, record, log, line), *tapped_of(rng, record, log, line)]
        seen += drawn_of(record, log, number)
        if not number % 8 or after.state.finished:
            seen += [record.text(after), record.text(after, "json"), record.score(after)]
            seen += [REPORTING.reasons(record, after), [*REPORTING.notes(record, after)]]
        if isinstance(line, Entry) or after.state.finished:  # headings go with the next line
            says(f"{number} {line!s:.30}: {digest(*seen)}")
            seen.clear()
        log = after
