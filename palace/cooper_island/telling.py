"""Steps, goods and areas of Cooper Island in words and as pieces; the printed aid for its table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from palace.contract.game import Printable
from palace.contract.rules import TurnReport
from palace.contract.taps import Icons
from palace.cooper_island.box import Box
from palace.cooper_island.goods import Goods, Payment
from palace.cooper_island.notation import Entry, Move, Step
from palace.cooper_island.referee import cubes
from palace.cooper_island.rules import BOOK, ENGLISH
from palace.cooper_island.score import log_sheets
from palace.cooper_island.tiles import Placement
from palace.cooper_island.turn import Turn
from palace.cooper_island.workers import AREAS, KINDS, START_PLAYER
from palace.core.paper import Band, Block, Page, Row
from palace.core.verdict import Text, in_language

GIVEN = {"boat": "boats", "receive": "boats", "islet": "islets"}
"""Where the box has what the numbered things of a verb give."""


def begins(heading: str) -> str:
    kind, _, number = heading.partition(" ")
    return BOOK.text(f"tap.begin.{kind}", heading=number)


def sentence(*keys: str, **values: object) -> Text:
    """Return the sentence of the first key that there is."""
    return BOOK.text(next(key for key in keys if key in ENGLISH.words), **values)


def word(value: object) -> str:
    return BOOK.text(f"name.{value}") if f"name.{value}" in ENGLISH.words else str(value)


def joined(texts: Iterable[str], between: str = "semicolon") -> str:
    """Return texts as one, in any language."""
    every = (*texts,)

    def say(speaks: str) -> str:
        return BOOK.language(speaks).words[between].join(in_language(t, speaks) for t in every)

    return Text(say)


def icons(goods: Goods | Payment) -> Icons:
    own = {"gold": "gold-cube", "step": "steps", "draw": "tiles", "lay": "tiles"}
    return tuple((own.get(kind, kind), count) for kind, count, *_ in goods.items)


def amounts(goods: Goods | Payment) -> str:
    """Return goods in words, cubes with their spaces."""

    def amount(kind: str, count: int, at: object = None) -> Text:
        key = "amount.from" if at else f"amount.{kind}"
        return sentence(key, "amount", count=count, what=word(kind), at=at)

    return joined((amount(*item) for item in goods.items), "list") if goods else word("nothing")


@dataclass(frozen=True)
class Paid(TurnReport):
    """What came of a line; `to` is the player who was paid for coming to an area."""

    to: str = ""


def said(step: Step, to: str = "", box: Box | None = None) -> str:
    """Return a step in words, as hands do it, with who is paid; with a box also what it gives."""
    own, parts = f"did.{step.verb}", dict[str, object]()
    for name, one in step.parts:
        if isinstance(one, Placement):
            put = [(word(what), at) for at, what in cubes(one)]
            parts["halves"] = _on((word(what), at) for at, what in one.land)
            parts["cubes"] = _on((BOOK.text("amount", count=1, what=what), at) for what, at in put)
            parts["sea"] = one.sea or ""
            if one.level:
                parts["level"] = _on([(word(one.level.terrain), one.level.space)])
        elif isinstance(one, Goods | Payment):
            parts[name] = amounts(one)
        else:
            parts[name] = one if name == "count" else word(one)
    kind, number = GIVEN.get(f"{step.get('what') or step.verb}"), step.get("number")
    if box and kind and step.verb != "boat" and isinstance(number, int):
        parts.setdefault("gives", amounts(box.gives(kind, number) or Goods()))
    texts = [BOOK.text(own, **parts)]
    if step.verb in KINDS and (steps := AREAS[f"{step.get('area')}"][step.verb].steps):
        texts.append(BOOK.text("did.steps", count=steps))
    for name in ("level", "toll", "pay", "to", "gives", "anchor"):
        if name in parts and f"{{{name}}}" not in ENGLISH.words[own]:
            texts.append(BOOK.text(f"did.with.{name}", what=parts[name], other=to))
    return joined(texts, "list")


def _on(things: Iterable[tuple[str, object]]) -> str:
    return joined((BOOK.text("did.on", what=what, at=at) for what, at in things), "and")


def category(name: str) -> str:
    return BOOK.text(f"points.{name}")


def told(move: Move, report: TurnReport) -> str:
    to = getattr(report, "to", "")
    texts = (said(step, to) for step in getattr(move, "steps", ()))
    return joined(texts) if isinstance(move, Entry) else begins(str(move))


def scored(start: Turn, turn: Turn) -> list[str]:
    """Return what a turn changes of the points of its player, where anything."""
    was, now = (log_sheets(one.setting, one.table, ended=False)[one.at] for one in (start, turn))
    changes = [
        BOOK.text(f"tap.change.{'more' if n > 0 else 'less'}", what=category(head), count=abs(n))
        for head, n in now.since(was).items()
    ]
    told = joined(changes, "list")
    return [BOOK.text("tap.scored", what=told, was=was.total, total=now.total)] * bool(changes)


# What areas offer, and the aid: one page of areas, rounds, goods, points and rules.


def area_words(area: str, kind: str, speaks: str = "en") -> str:
    """Return what an area offers a worker of a kind of `KINDS`, in words."""
    here, language = AREAS[area][kind], BOOK.language(speaks)
    parts, words = [language.formats["offers"](here.offers)], language.words
    parts += [words["area.steps"].format(here.steps)] * bool(here.steps)
    parts += [words["area.less"].format(here.discount)] * bool(here.discount)
    parts += [words["area.token"]] * (area == START_PLAYER and kind == KINDS[0])
    return words["semicolon"].join(parts)


def aid() -> tuple[Page, ...]:
    words, told = ENGLISH.words, dict[str, str]()
    for area in AREAS:
        told[area] = words["aid.special"].format(*(area_words(area, kind) for kind in KINDS))
    blocks = [Block(words["aid.areas"], tuple(Row(text, area) for area, text in told.items()))]
    for block in ("points", "round", "clean-up", "goods"):
        lead = f"aid.{block}."
        rows = (Row(t, key.removeprefix(lead)) for key, t in words.items() if key.startswith(lead))
        blocks.append(Block(words[f"aid.{block}"], tuple(rows)))
    named = tuple(Row(rule.title, rule.code) for rule in BOOK.rules.values())
    codes = Band((Block(words["aid.codes"], named, run_in=True),), 3)
    notes = words["aid.known"], words["aid.more"]
    return (Page("Cooper Island", words["aid.title"], (Band(tuple(blocks)), codes), notes),)


SHEETS = {
    "aid": Printable("worker areas, rounds, points, and the rules by their codes",
                     lambda given: tuple(page.svg() for page in aid()),
                     lambda given, record: aid()),
}  # fmt: skip
"""What `palace sheet` prints of this game."""
