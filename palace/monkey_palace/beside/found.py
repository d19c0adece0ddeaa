"""A table that is entered as it is, and a staircase that is judged on it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from palace.contract.beside import STAIRCASE, Beside
from palace.contract.taps import Board, Choice, Idea, Mood, Row, Taps, Told
from palace.core.errors import InputError
from palace.core.verdict import Reason, Text
from palace.monkey_palace.beside.columns import ByColumns, piece_text
from palace.monkey_palace.beside.maps import known_map
from palace.monkey_palace.drawing.thumbnail import thumbnail
from palace.monkey_palace.game.board import (
    Marks,
    about_map,
    board_of,
    faults_of,
    icons,
    map_name,
    solids,
)
from palace.monkey_palace.game.corrections import Correction, seek_drift
from palace.monkey_palace.game.log import LoggedRecord, Read, own
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.tapping import Tried, trial_taps
from palace.monkey_palace.kernel.audit import Audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace.monkey_palace.kernel.found import Found, Open
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, column_height
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search.mend import MOST_TRIED, mend_text, seek_mends
from palace.monkey_palace.search.trial import Trial

PIECES = (*WAYS, "b", "c", *COLOURS, *ANIMALS)
"""What can be put on a knob: arches by their way, bricks, columns, decorations, animals."""

_PICTURES = {"b": "brick", "c": "column", **COLOURS, **ANIMALS}

MOST_FIXES = 4
"""Turns that are perhaps written down wrong which are shown."""

_STEPS = {"explain": 0, "less": -1, "next": 1}


def begin(record: Read | None, log: MonkeyLog | None, about: str) -> Entered | Judging:
    """Return the table of a game under way, to enter what is different, or about a STAIRCASE to
    build one there; before one the set-up of a map, by default of the first one, or the table of a
    position behind a `=`, perhaps with the staircase before it to judge; the position of `map-2:`
    alone is its set-up.

    Raises `InputError` or `NotationError`.
    """
    if record is not None and log is not None:
        palace = log.state.palace
        table = Entered(Found.of(palace), record=own(record).with_turns(log.commits))
        return Judging(table, Trial(palace, None, table.rulings)) if about == STAIRCASE else table
    staircase, shown, position = about.partition("=")
    if not shown:
        return Entered(Found.of(Palace.setup(known_map(about))))
    name, _, columns = position.rpartition(":")
    ground = known_map(name)
    of_setup = not columns and bool(staircase or name)
    palace = Palace.setup(ground) if of_setup else Palace.read(columns, ground)
    table = Entered(Found.of(palace))
    if not staircase:
        return table
    return Judging(table, Trial(palace, None, DEFAULT, exact=True), str(Staircase.read(staircase)))


class Fix(NamedTuple):
    """One turn put right, in words; the turns that are not legal then, and the record with it."""

    text: str
    wrong: tuple[str, ...]
    record: str


@dataclass(frozen=True)
class Entered(Beside):
    """The table as far as it is entered.

    `at` is the knob of the next piece, `explained` how many of the staircases that explain the
    table are shown, None for the whole table.  `every` piece is offered, otherwise the usual ones.
    `mend` is the position of a legal table near it, and `sought` says what was found when one was
    looked for.

    `record` is that of a game which should have come to this table, `fixes` are what is perhaps
    written down wrong in it, None before they are looked for, and `fix` is the one chosen.
    """

    found: Found
    at: Knob | None = None
    explained: int | None = None
    every: bool = False
    mend: str = ""
    sought: str = ""
    record: LoggedRecord | None = None
    fixes: tuple[Fix, ...] | None = None
    fix: int | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("found.title")

    @property
    def about(self) -> str:
        """The map, where it is a placeholder."""
        return about_map(self.found.ground)

    @cached_property
    def build(self) -> Build:
        """The pieces, those of arches with one end too."""
        return Build(self.found.ground, (*self.found.elements, *self.found.halves))

    @cached_property
    def audit(self) -> Audit:
        """The verdict on the whole table."""
        return judge_table(self.build, self.rulings)

    @property
    def rulings(self) -> Rulings:
        """The answers to the open questions."""
        return DEFAULT if self.record is None else self.record.rules.setting.rulings

    @property
    def corrected(self) -> str | None:
        """The record of the game with the fix that is chosen, as TOML; None without one."""
        return self.fixes[self.fix].record if self.fixes and self.fix is not None else None

    @property
    def joining(self) -> Mapping[str, object] | None:
        """The map and the palace, if that is one."""
        palace = self.audit.palace
        if palace is None or self.record is not None:
            return None
        return {"map": palace.ground.name, "palace": palace.position}

    @cached_property
    def built(self) -> tuple[Palace, ...]:
        """The set-up, and the palace after each staircase that explains the table."""
        if not self.audit.legal:
            return ()
        after = [found.verdict.palace for found in self.audit.staircases]
        return (Palace.setup(self.found.ground), *filter(None, after))

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped."""
        if self.explained is not None:
            return self._explained(self.explained)
        rows = [*self._fixes(), *self._pieces(), Row("", tuple(self._further()))]
        # The map is chosen before the first piece.
        if (
            self.record is None
            and self.at is None
            and self.found == Found.of(Palace.setup(self.found.ground))
        ):
            here = self.found.ground.name
            shown = ((name, map_name(name), thumbnail(load_map(name))) for name in SHIPPED)
            maps = (Choice(key, text, "", on=key == here, picture=svg) for key, text, svg in shown)
            rows.insert(0, Row(BOOK.text("found.map"), tuple(maps), "grid"))
        main = "" if self.audit.legal else "mend"
        return Taps(
            self._told(), self._board(), tuple(rows), mended=self.mend or None,
            mends=self.sought if self.mend else "", main=main,
        )  # fmt: skip

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        if name == "every":
            return replace(self, every=True)
        plain = replace(self, explained=None, every=False, mend="", sought="", fixes=None, fix=None)
        if name == "mend":
            return replace(plain, found=Found.of(Palace.read(text, self.found.ground)), at=None)
        if name == "judge" and self.audit.palace is not None:
            return Judging(plain, Trial(self.audit.palace, None, self.rulings))
        if name == "columns":
            return ByColumns(plain, self.found.ground, self.rulings)
        if name in _STEPS:
            return replace(plain, explained=(self.explained or 0) + _STEPS[name])
        if name in SHIPPED:
            return begin(None, None, name)
        if name.startswith("fix-"):
            return replace(self, fix=int(name.removeprefix("fix-")))
        if name == "leave":
            return plain
        if self.at is None or name not in (*PIECES, "take"):
            return replace(plain, at=Knob.read(name))
        found = self.found
        after = found.take(self.at) if name == "take" else found.put(self.at, name)
        return replace(plain, found=after)

    def ideas(self, what: str) -> Iterator[Idea]:
        """Yield the nearest legal table, or what of the game is perhaps written down wrong."""
        if what == "drift" and self.record is not None and self.audit.palace is not None:
            return _drifts(self.record, self.audit.palace)
        return self._mends()

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with the mend that was found, or with what is perhaps written down wrong."""
        if not idea.done:
            return self
        if what == "mend":
            return replace(self, mend=idea.text or "", sought=idea.told)
        fixes = tuple(_read_fix(*data) for data in json.loads(idea.text or "[]"))
        return replace(self, fixes=fixes, fix=0 if fixes else None, sought=idea.told)

    def _mends(self) -> Iterator[Idea]:
        for tried, mends, done in seek_mends(self.build, self.rulings):
            if not done:
                yield Idea(share=min(tried / MOST_TRIED[0], 1.0))
            elif not mends:
                yield Idea(told=BOOK.text("found.no-mend"), done=True, share=1.0)
            else:
                gone = {step.before for step in mends[0]}
                pieces = [one for one in self.build.elements if one not in gone]
                pieces += [step.after for step in mends[0] if step.after is not None]
                build = Build(self.found.ground, tuple(pieces))
                palace = judge_table(build, self.rulings).palace
                text = None if palace is None else palace.position
                yield Idea(text, mend_text(self.build, mends[0]), done=True, share=1.0)

    # The verdict.

    def _told(self) -> Told:
        """Return the verdict, and at last what is on the chosen knob."""
        found, audit, palace = self.found, self.audit, self.audit.palace
        lines: list[str] = [self.sought] if self.sought and not self.mend else []
        here: list[str] = []
        if self.at is not None:
            animals = (letter for letter, knob in found.animals.items() if knob == self.at)
            names = [piece_text(letter) for letter in (*found.column(self.at), *animals)]
            pieces = joined(names) if names else BOOK.text("found.empty")
            here.append(BOOK.text("found.knob", knob=str(self.at), pieces=pieces))
        uses, used = icons(self.build.uses), BOOK.text("tap.used")
        if audit.legal:
            if self.at is None and len(self.built) == 1:
                return Told(BOOK.text("found.about"), lines=(*lines, BOOK.text("found.about-more")))
            if staircases := len(audit.staircases):
                one = BOOK.text("found.explained-one")
                many = BOOK.text("found.explained", count=staircases)
                lines.append(many if staircases > 1 else one)
            title = BOOK.text("found.legal", height=0 if palace is None else palace.height)
            return Told(title, "legal", (), (*lines, *audit.notes, *here), uses, used=used)
        waits = [reason for reason in audit.reasons if self._waits(reason)]
        wrong = tuple(reason for reason in audit.reasons if reason not in waits)
        lines += [*map(_half, found.missing)]
        lines += [Text(reason.text_in) for reason in waits if reason.code != "support"]
        mood: Mood = "illegal" if wrong else "unfinished"
        title = BOOK.text("found.wrong" if palace is None else "found.unexplained")
        title = title if wrong else BOOK.text("found.waits")
        return Told(title, mood, wrong, (*lines, *here), uses, used=used)

    def _waits(self, reason: Reason) -> bool:
        """Return whether more pieces may mend it: an open top, an arch's end over too few pieces,
        an arch that leads to no decoration yet."""
        if reason.code != "support":
            return reason.key in ("path.idle-top", "path.of-none")
        return any(
            (str(at.knob), at.level) == (reason.at, reason.level)
            and column_height(self.found.column(at.knob)) < at.level
            for at in self.found.missing
        )

    def _board(self) -> Board:
        found = self.found
        wrong = [reason for reason in self.audit.reasons if not self._waits(reason)]
        if self.mend and wrong:
            mended = Palace.read(self.mend, found.ground).elements()
            bad = {e for e in self.build.elements if e not in mended}
            hints = [e for e in mended if e not in self.build.elements]
            faults = frozenset(knob for e in bad for knob in self._knobs(e))
        else:
            spots, hints = {(reason.at, reason.level) for reason in wrong}, []
            knobs = ((e, knob) for e in found.elements for knob in self._knobs(e))
            bad = {e for e, knob in knobs if (str(knob), e.level) in spots}
            faults = faults_of(wrong) | {knob for e in bad for knob in self._knobs(e)}
        laid = [one for e in found.elements for one in solids((e,), "fault" if e in bad else "")]
        more = (*solids(found.halves, "ghost"), *solids(hints, "hint"))
        marks = Marks(
            chosen=(self.at,), waiting=frozenset(at.knob for at in found.missing), faults=faults,
            places=frozenset(knob for e in hints for knob in self._knobs(e)) - faults,
            placing=hints[0].kind if hints else "",
        )  # fmt: skip
        return board_of(found.draft, marks, laid=laid, more=more, answer=lambda knob: "")

    def _knobs(self, element: Element) -> Iterator[Knob]:
        knobs = (self.found.ground.knob_at(*stud) for stud in element.feet)
        return (knob for knob in knobs if knob is not None)

    # What can be tapped.

    def _fixes(self) -> Iterator[Row]:
        """Yield what is perhaps written down wrong."""
        if self.fixes:
            keys = []
            for number, (text, wrong, _) in enumerate(self.fixes):
                note = BOOK.text("found.fix-wrong", turns=" ".join(wrong)) if wrong else ""
                keys.append(Choice(f"fix-{number}", text, "", note=note, on=number == self.fix))
            yield Row(BOOK.text("found.fixes"), tuple(keys), "list")

    def _pieces(self) -> Iterator[Row]:
        """Yield what can be put on the knob that is chosen, the usual first, or taken off it."""
        at, ground = self.at, self.found.ground
        if at is None:
            return
        top = self.found.column(at)[-1:]
        closed = [way for way in WAYS if at.step(way) not in ground.colours]
        usual = f"NESWbc{'ldg' * (top in WAYS)}"
        keys = []
        for letter in PIECES:
            if letter in closed or not (self.every or letter in usual):
                continue
            coloured = letter in COLOURS
            text = BOOK.text(f"found.colour-{letter}") if coloured else piece_text(letter)
            icons = ((_PICTURES.get(letter, f"arch-{letter.lower()}"), 0),)
            keys.append(Choice(letter, text, "", icons))
        at_top = next((n for n, key in enumerate(keys) if key.name in COLOURS), len(keys))
        further = [*self._take(at)]
        if not self.every:
            further.append(Choice("every", BOOK.text("found.every"), "", (("greater", 0),)))
        yield Row(BOOK.text("found.build", knob=str(at)), tuple(keys[:at_top]), "grid")
        yield Row("", (*keys[at_top:], *further), "grid")

    def _take(self, at: Knob) -> Iterator[Choice]:
        """Yield the key that takes the topmost piece off, where that can be taken."""
        with suppress(InputError):
            self.found.take(at)
            yield Choice("take", BOOK.text("found.take"), "", (("close", 0),))

    def _further(self) -> Iterator[Choice]:
        """Yield what can be done with the table."""
        if not (self.mend or self.audit.legal or self.sought):
            yield Choice("mend", BOOK.text("found.mend"), "", asks="mend")
        if self.record is not None and self.fixes is None and self.audit.palace is not None:
            yield Choice("drift", BOOK.text("found.drift"), asks="drift")
        if len(self.built) > 1:
            yield Choice("explain", BOOK.text("found.explain"), "")
        if self.audit.legal:
            note = BOOK.text("found.judge-note")
            yield Choice("judge", BOOK.text("found.judge"), "", note=note)
        if not self.at:
            note = BOOK.text("found.columns-note")
            yield Choice("columns", BOOK.text("found.columns"), "", note=note)

    def _explained(self, number: int) -> Taps:
        """Return what is shown after so many staircases."""
        count = len(self.built) - 1
        path: tuple[Knob, ...] = ()
        title = BOOK.text("found.setup")
        if number:
            path = self.audit.staircases[number - 1].staircase.knobs
            start, end = str(path[0]), str(path[-1])
            title = BOOK.text("found.step", number=number, count=count, start=start, end=end)
        keys = (
            Choice("leave", BOOK.text("found.leave"), ""),
            Choice("less", "◀", "" if number else None),
            Choice("next", "▶", "" if number < count else None),
        )
        main = "next" if number < count else "leave"
        board = board_of(self.built[number], Marks(path))
        return Taps(Told(title), board, (Row("", keys, "bar"),), main=main)


def _drifts(record: LoggedRecord, table: Palace) -> Iterator[Idea]:
    """Yield nothing while corrections of a record are tried, at last those that explain a table."""
    for found in seek_drift(record, table):
        if found is None:
            yield Idea()
            continue
        fixes = []
        for number, one in enumerate(found.corrections[:MOST_FIXES]):
            wrong = [*dict.fromkeys(str(reason.turn) for reason in one.reasons)]
            own = one.turn, one.player, one.change, one.old, one.new
            fixes.append((wrong, found.mended(number).text(), *own, one.others))
        told = "" if fixes else found.text if found.legal else BOOK.text("found.no-fix")
        yield Idea(json.dumps(fixes), told, done=True, share=1.0)


def _read_fix(
    wrong: list[str], record: str, turn: int, player: str, change: str, old: str, new: str,
    others: list[str],
) -> Fix:  # fmt: skip
    """Return a fix from its plain data."""
    one = Correction(turn, player, change, old, new, (), (), 0, tuple(others))
    return Fix(one.text, tuple(wrong), record)


def _half(at: Open) -> str:
    """Return that an arch has one end only, from the end that it has."""
    other = at.knob.step(at.letter)
    way = BOOK.text(f"found.way-{OPPOSITE[at.letter]}")
    return BOOK.text("found.no-end", start=str(other), way=way, end=str(at.knob))


# A staircase on it.


@dataclass(frozen=True)
class Judging(Beside):
    """A staircase that is judged on the table; `text` is what is entered of it."""

    table: Entered
    start: Trial
    text: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("found.judge")

    @property
    def about(self) -> str:
        """The map, where it is a placeholder."""
        return self.table.about

    @cached_property
    def tried(self) -> Tried:
        """The staircase as far as it is entered."""
        return Tried.read(self.start, self.text)

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped."""
        taps, legal = trial_taps(self.tried), self.tried.trial.legal
        keys = (
            Choice("leave", BOOK.text("found.leave"), ""),
            Choice("add", BOOK.text("found.add"), "" if legal else None),
        )
        rows = (*taps.rows, Row("", keys, "bar"))
        mend = "" if taps.mended is None else self._mend(taps.mended)
        return taps._replace(rows=rows, main="add" if legal else "", mend=mend)

    def _mend(self, text: str) -> str:
        """Return what the key does that mends the staircase; empty where it takes pieces away."""
        trial = self.tried.trial
        mended = Tried.read(replace(self.start, exact=False), text).trial
        more = mended.uses.minus(trial.uses)
        return BOOK.text("found.mends", pieces=more) if any(more) and min(more) >= 0 else ""

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        verdict = self.tried.trial.verdict
        if name == "leave":
            return self.table
        if name == "add" and verdict is not None and verdict.palace is not None:
            return replace(self.table, found=Found.of(verdict.palace), at=None)
        return replace(self, start=replace(self.start, exact=False), text=text)
