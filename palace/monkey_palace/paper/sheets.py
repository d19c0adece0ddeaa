"""What is printed for the table: names of the knobs, maps, an aid of one page, the set-up."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from palace.contract.game import Printable
from palace.core import colours
from palace.core.errors import locate
from palace.core.paper import Band, Block, Figure, Page, Row, brief, measured, placed
from palace.core.svg import MONO, words
from palace.core.verdict import ENGLISH, Rule, Text
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.knob_sheet import knob_pages
from palace.monkey_palace.drawing.map_sheet import map_pages
from palace.monkey_palace.drawing.setup import (
    plan_scale,
    setup_plan,
    setup_rows,
    setup_side,
)
from palace.monkey_palace.drawing.side import side_view
from palace.monkey_palace.drawing.signs import box
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.box import SEATS, Box, load_box
from palace.monkey_palace.game.cards import CARDS, COLOURS, PILES, SLOTS, Pile, pile_name
from palace.monkey_palace.game.conflicts import SETUP
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.rules import BONUS_POINTS, TROPHY_POINTS
from palace.monkey_palace.game.state import BONUS_CARDS
from palace.monkey_palace.game.turn import FROG_BRINGS
from palace.monkey_palace.kernel.elements import PIECES, noun
from palace.monkey_palace.kernel.ground import GroundMap, load_map, open_map
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply

TITLE = "Monkey Palace"

EXAMPLE = "a4-b4+c-c4_cb-d4_cb"
"""A staircase in one line to the set-up of map-1, with every sign of the notation."""

_COLUMN = 91.0
"""Millimetres of a column, for figures."""

_TEXT = 3.1
"""Height of writing in figures, in mm."""


def _ground(name: str | None) -> GroundMap:
    return locate("--map", lambda: open_map(name or "map-1"))


# The aid.

_VALUES = {
    "slots": SLOTS, "columns": FROG_BRINGS.column, "bonus": BONUS_POINTS,
    "bonus_cards": BONUS_CARDS, "piles": len(PILES), **TROPHY_POINTS,
}  # fmt: skip


@cache
def _says(language: str) -> dict[str, Any]:
    """Return what is said in a language; only the aid is said in others than English."""
    name = "aid.toml" if language == ENGLISH else f"aid-{language}.toml"
    return tomllib.loads(shipped(__package__, name).read_text(encoding="utf-8"))


def _text(table: str, key: str | int) -> Text:
    """Return a text of a list or table."""
    return Text(lambda language: _says(language)[table][key].format(**_VALUES))


def _listed(name: str, first: int = 1, **values: str) -> tuple[Row, ...]:
    """Return a list of `aid.toml` with numbers, or a table of it with its keys."""
    says = _says(ENGLISH)[name]
    if values:
        texts = (text.format(**_VALUES, **values) for text in says)
        return tuple(Row(text, str(at)) for at, text in enumerate(texts, first))
    if isinstance(says, list):
        return tuple(Row(_text(name, at), str(at + first)) for at in range(len(says)))
    named = _says(ENGLISH)["labels"]
    return tuple(
        Row(_text(name, key), _text("labels", key) if key in named else key) for key in says
    )


def aid(rules: Iterable[Rule]) -> Page:
    """Return the aid: the turn, the score, the notation with an example, the rules by code."""
    return Page(
        TITLE,
        _text("titles", "about"),
        (
            Band((
                Block(_text("titles", "turn"), _listed("turn")),
                Block(_text("titles", "score"), _listed("score")),
                Block(_text("titles", "signs"), _listed("signs"), _example(), mono=True),
            )),
            Band((Block(_text("titles", "rules"), tuple(_reasons(rules)), run_in=True),)),
        ),
        (_text("titles", "more"),),
    )  # fmt: skip


def _reasons(rules: Iterable[Rule]) -> Iterator[Row]:
    for rule in rules:
        yield Row(Text(partial(_reason, rule)), rule.code)


def _reason(rule: Rule, language: str) -> str:
    _, says = BOOK.language(language).rules.get(rule.code, ("", rule.says))
    return f"({rule.rule}) {brief(says, 125)}" if rule.rule else brief(says, 125)


def _example() -> Figure:
    """Return the example from its side, on the set-up of map-1."""
    palace, staircase = Palace.setup(load_map("map-1")), Staircase.read(EXAMPLE)
    old, new = palace.elements(), elements(palace, staircase)
    beyond = [knob for knob in palace.ground.setup if knob not in staircase.knobs]
    arches = itertools.count(1)
    names = [PIECES[piece.kind].letter for piece in old]
    names += (PIECES[piece.kind].letter or str(next(arches)) for piece in new)
    side = side_view(
        palace.ground, [*staircase.knobs, *beyond], [*old, *new], wide=_COLUMN, size=_TEXT,
        labels=[*EXAMPLE.split("-"), *map(str, beyond)], old=old, names=names,
    )  # fmt: skip
    line = words(EXAMPLE, _COLUMN / 2, 2.5, 1.2 * _TEXT, colours.INK, family=MONO)
    parts = (line, placed(side.parts, 0, 6))
    return Figure(_COLUMN, side.deep + 6, parts, f"{EXAMPLE}\n")


# The set-up.

_PILE_WIDE, _PILE_DEEP = 29.0, 14.0


def setup(map_name: str | None = None, box_name: str | None = None, record: object = None) -> Page:
    """Return where everything goes before a game; what only a box knows is that of `box_name`.

    The map and the box of a record come before both.
    """
    if isinstance(record, Record):
        ground, owned = record.ground, record.box
    else:
        owned = None if box_name is None else locate("--box", lambda: load_box(box_name))
        ground = owned.maps[0] if owned and owned.maps and not map_name else _ground(map_name)
        ground = replace(ground, pieces=owned.pieces) if owned else ground
    in_use = f", box {owned.title}" if owned else ""
    boards = Block("Boards, in the order of play", tuple(_boards(owned)))
    on_map = (Row(_says(ENGLISH)["sheet"]), *setup_rows(ground))
    steps = _listed("set-up", 5, tray=_spelled(ground.box.minus(SETUP)))
    return Page(
        TITLE,
        f"set-up on {ground.title}{in_use}",
        (
            Band((Block("On the map", on_map, _map_figure(ground)),), 1),
            Band((Block("Beside it", steps), boards)),
            Band((Block(f"{len(PILES)} piles of cards", (), _piles(owned)),), 1),
        ),
        tuple(_notes(ground, owned)),
    )


def _boards(box: Box | None) -> Iterator[Row]:
    known = box.boards if box else {}
    for seat, board in known.items():
        sign = " (placeholder)" if board.placeholder else ""
        start = f"start with {_spelled(board.start)} ({board.start})"
        each = f"every turn {_spelled(board.each)} ({board.each})"
        yield Row(f"{start}; {each}{sign}", str(seat))
    if len(known) < len(SEATS):
        others = "others " if known else ""
        yield Row(f"{others}as printed: the start on the back, the delivery of each turn in front")


def _spelled(supply: Supply) -> str:
    """Return a supply in words: `4 arches, 3 bricks`."""
    parts = [f"{count} {noun(kind, count)}" for kind, count in supply.named().items() if count]
    return ", ".join(parts) or "nothing"


def _notes(ground: GroundMap, box: Box | None) -> Iterator[str]:
    yield from ground.warnings()
    if ground.placeholder:
        yield f"{ground.title}: a layout of our own; the printed one is not known here."
    if box is None:
        yield "Palace does not know your cards and boards; palace sheet setup --box BOX adds a box."
        return
    deck = box.deck
    if deck is None:
        yield f"The box {box.title} names no deck."
    elif deck.placeholder:
        yield f"The deck {deck.title} has {len(deck)} cards of our own design; the printed ones " \
            "are not known here."  # fmt: skip
    if any(board.placeholder for board in box.board_list):
        yield "Boards marked placeholder are of our own design: take what yours say."


def _map_figure(ground: GroundMap) -> Figure:
    """Return the plan with numbered pieces, and beside it the set-up from its side."""
    wide, deep, beside = 190.0, 110.0, 66.0
    scale = plan_scale(ground, wide - beside - 8, deep)
    plan, across, down = setup_plan(ground, scale, numbered=True)
    side = setup_side(ground, beside, 1.1 * _TEXT)
    left = across + 8 + (wide - across - 8 - side.wide) / 2
    parts = (plan, placed(side.parts, left, (down - side.deep) / 2))
    return Figure(wide, down, parts, draw(Palace.setup(ground)))


def _piles(box: Box | None) -> Figure:
    """Return the piles as cards on the table: a column for each cost, a row for each colour."""
    deck = box.deck if box else None
    costs = sorted({cost for cost, _ in PILES})
    step = 190.0 / len(costs)
    parts: list[str] = []
    lines: list[str] = []
    for pile in PILES:
        cost, colour = pile
        count = None if deck is None else len(deck.piles[pile])
        row = "ldg".index(colour) if colour in "ldg" else 1
        x, y = costs.index(cost) * step, row * (_PILE_DEEP + 2)
        parts.append(placed(_card(pile, count), x + (step - _PILE_WIDE) / 2, y))
        many = "" if count is None else f"  {count} cards"
        lines.append(f"{pile_name(pile)}  {cost} credit{'s' * (cost > 1)}, {COLOURS[colour]}{many}")
    every = f"{CARDS} cards in all" if deck is None else f"{len(deck)} cards in all"
    return Figure(190.0, 3 * (_PILE_DEEP + 2), tuple(parts), "\n".join([*lines, every]))


def _card(pile: Pile, count: int | None) -> Iterator[str]:
    colour = pile[1]
    fill = colours.ZONES.get(colour, colours.PAPER)
    ink = colours.ON_ZONES.get(colour, colours.INK)
    yield box(0, 0, _PILE_WIDE, _PILE_DEEP, fill, 0.3, 1.5)
    if colour not in colours.ZONES:
        wide = (_PILE_WIDE - 3) / 3
        for at, zone in enumerate(colours.ZONES.values()):
            yield box(1.5 + at * wide, 11.6, wide, 1.2, zone, 0.15)
    yield words(pile_name(pile), 2, 4, 5.2, ink, "start", family=MONO)
    if count is not None:
        yield words(f"{count} cards", _PILE_WIDE - 2, 4, _TEXT, ink, "end", "normal")
    name = COLOURS[colour]
    size = min(_TEXT + 0.2, (_PILE_WIDE - 4) / measured(name, 1))
    yield words(name, 2, 9.4, size, ink, "start", "normal")


def sheets(rules: Iterable[Rule]) -> Mapping[str, Printable]:
    """Return what `palace sheet` prints of this game; `rules` are those of the aid."""
    return {
        "knobs": Printable("strips with the names of files and ranks, to lay beside the board",
                           lambda given: knob_pages(_ground(given["map"])), options=("map",)),
        "map": Printable("a map at true size, in parts to join, with a hole for each knob",
                         lambda given: map_pages(_ground(given["map"])), options=("map",)),
        "aid": Printable("a turn, the score, the notation, and the rules by their codes",
                         lambda given: (aid(rules).svg(),), lambda given, record: (aid(rules),)),
        "setup": Printable("where everything goes before a game",
                           lambda given: (setup(given["map"], given["box"]).svg(),),
                           lambda given, record: (setup(given["map"], given["box"], record),),
                           ("map", "box")),
    }  # fmt: skip
