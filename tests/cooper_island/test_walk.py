"""What is read and drawn while a game of Cooper Island is entered by taps: every key at several
moments of a game, each picture there is, in both languages."""

from __future__ import annotations

import json
import re

import pytest

from palace.core.verdict import Text, in_language
from palace.page.action import Action
from palace.page.show import show
from palace.page.state import written
from palace.page.view import View
from tests.page.tables import Table
from tests.page.walked import told
from tests.paths import GOLDEN
from tests.sentences import Says

RECORDS = GOLDEN / "cooper-island"
MOMENTS = {
    "begin": ("three-players", 0), "income": ("three-players", 2), "workers": ("three-players", 6),
    "later": ("three-players", 12), "clean-up": ("three-players", 14),
    "four-income": ("four-players", 22), "four-workers": ("four-players", 33),
    "four-late": ("four-players", 60), "four-clean-up": ("four-players", 66),
}  # fmt: skip
"""Records, and how many lines of them are entered."""

DEEP = {"four-late", "four-clean-up"}
"""Where two keys are tapped one after the other, in English."""

DRAWN = ("income", "workers", "four-late", "four-clean-up")
"""Where all pictures are looked at."""


def at(moment: str) -> Table:
    """Return the table at a moment of a game."""
    record, count = MOMENTS[moment]
    text = (RECORDS / f"{record}.toml").read_text(encoding="utf-8")
    head, mark, rest = text.partition('log = """\n')
    lines = rest.partition('"""')[0].splitlines(keepends=True)
    after = rest.partition('"""')[2]
    return Table.of(f'{head}{mark}{"".join(lines[:count])}"""{after}')


def lines(table: Table, language: str) -> list[str]:
    """Return what a phone reads of what is entered."""
    state = show(table.desk, View("a", language))
    entry = told("entry", {"title": state.entry.title, **_fields(state.entry)})
    return [*told("heading", {"line": state.heading.line}), *entry, f"plan {state.plan.label}"]


def _fields(value: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(written(value))
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_key_at_a_moment(moment: str, says: Says) -> None:
    """And at some moments each key that comes after it."""
    table = at(moment)
    known = {one: lines(table, one) for one in ("en", "zh")}
    says(Text(lambda language: "\n".join(known[language])))

    def tapped(*names: str) -> None:
        table.send(Action("tap", names[-1]))
        found = {
            one: [f"# {' '.join(names)}", *(new for new in lines(table, one) if new not in old)]
            for one, old in known.items()
            if one == "en" or not names[1:]
        }
        says(Text(lambda language: "\n".join(found.get(language, ()))))

    for name in offered(table):
        tapped(name)
        for other in offered(table) if moment in DEEP and len(table.desk.drafts) > 1 else ():
            tapped(name, other)
            table.send(Action("undo"))
        table.send(Action("undo"))


def offered(table: Table) -> list[str]:
    """Return what can be tapped: keys, and some places of the board."""
    taps = table.desk.taps
    if taps is None or table.desk.beside:
        return []
    found = [one.name for one in taps.choices]
    return list(dict.fromkeys([*found, *([] if taps.board is None else [*taps.board.answers][:8])]))


def drawn(picture: str) -> Text:
    """Return a picture as lines; in Chinese its words alone."""

    def written(language: str) -> str:
        svg = in_language(picture, language).replace("><", ">\n<")
        return svg if language == "en" else "\n".join(re.findall(r"(?<=>)[^<>\n]+(?=</text>)", svg))

    return Text(written)


@pytest.mark.parametrize("moment", DRAWN)
def test_each_picture_at_a_moment(moment: str, says: Says) -> None:
    """That of the board after each key, and those on the keys."""
    table = at(moment)
    seen = set[str]()

    def look(name: str) -> None:
        now = table.desk.taps
        assert now is not None
        found = [] if now.board is None else [now.board.picture]
        for picture in (*found, *(one.picture for one in now.choices if one.picture)):
            if (text := in_language(picture, "en")) not in seen:
                seen.add(text)
                says(f"# {name}", drawn(picture))

    look("begin")
    taps = table.desk.taps
    for name in () if taps is None else dict.fromkeys(one.name for one in taps.choices):
        table.send(Action("tap", name))
        if not table.desk.beside:
            look(name)
        table.send(Action("undo"))
