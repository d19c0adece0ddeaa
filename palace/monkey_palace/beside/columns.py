"""A staircase judged by the heights of the columns it touches: a quarrel without a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from palace.contract.beside import Beside
from palace.contract.taps import Choice, Row, Taps, Told
from palace.core.verdict import Text
from palace.monkey_palace.game.board import Marks, board_of, faults_of, icons, solids
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.tapping import Tried, illegal
from palace.monkey_palace.kernel.columns import Judged, judge_columns
from palace.monkey_palace.kernel.elements import ANIMALS, KINDS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, arranged
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.search.trial import Trial

UNKNOWN = "?"
TENS = 10


def piece_text(letter: str) -> Text:
    """Return what a piece is called; arches by their way."""
    if letter in WAYS:
        return BOOK.text("found.arch", way="↑→↓←"["NESW".index(letter)])
    kind = KINDS.get(letter) or ANIMALS[letter]
    return BOOK.text("tap.kind", kind=kind)


def _column_text(knob: Knob, told: str) -> Text:
    """Return what is told of a column in words."""
    height = BOOK.text("found.unknown") if told == UNKNOWN else told.rstrip("mfy")
    if told[-1] not in ANIMALS:
        return BOOK.text("found.knob", knob=str(knob), pieces=height)
    animal = piece_text(told[-1])
    return BOOK.text("found.carries", knob=str(knob), height=height, animal=animal)


@dataclass(frozen=True)
class ByColumns(Beside):
    """A staircase judged by what is told of the columns it touches.

    `told` are the columns as `kernel.columns` reads them; `tens` and `animal` belong to the one
    that is told next.  What is on top of a column is not asked: it matters to rule G
    alone, which a staircase that is legal otherwise never breaks.
    """

    table: Beside
    ground: GroundMap
    rulings: Rulings = DEFAULT
    text: str = ""
    told: Mapping[Knob, str] = field(default_factory=lambda: MappingProxyType({}))
    tens: int = 0
    animal: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("found.columns")

    @cached_property
    def tried(self) -> Tried:
        """The staircase on what is known of the table."""
        pieces = {k: "b" * int(told.rstrip("mfy?") or 0) for k, told in self.told.items()}
        animals = sorted((told[-1], k) for k, told in self.told.items() if told[-1] in ANIMALS)
        palace = Palace(self.ground, arranged(self.ground, pieces), tuple(animals))
        return Tried.read(Trial(palace, None, self.rulings), self.text)

    @property
    def asked(self) -> Knob | None:
        """The knob of which the height is asked."""
        return next((knob for knob in self.tried.trial.knobs if knob not in self.told), None)

    @cached_property
    def judged(self) -> Judged | None:
        """The verdict; None before everything is told."""
        staircase = self.tried.trial.staircase
        if staircase is None or self.asked is not None:
            return None
        return judge_columns(self.ground, self.told, staircase, None, self.rulings)

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped."""
        trial, asked, judged = self.tried.trial, self.asked, self.judged
        reasons = () if judged is None else judged.verdict.reasons
        chosen = self.tried.chosen or (asked,)
        marks = Marks(trial.knobs, "draft", faults=faults_of(reasons), chosen=chosen)
        laid = () if judged is None else solids((e for e, _ in trial.pieces), "ghost")
        board = board_of(
            trial.palace, marks, more=laid, answer=self._after,
            held=lambda knob: self.tried.holding(knob) if knob in trial.knobs else None,
        )  # fmt: skip
        by_hand = Tried(trial, trial.knobs[-1:]).text if trial.knobs else None
        keys = (
            Choice("leave", BOOK.text("found.leave"), ""),
            Choice("by-hand", BOOK.text("tap.by-hand"), by_hand),
        )
        again = tuple(
            Choice(f"again-{k}", _column_text(k, told), "") for k, told in self.told.items()
        )
        told_row = (Row(BOOK.text("found.told"), again),) if again else ()
        return Taps(self._told(), board, (*self._asking(), *told_row, Row("", keys)))

    def _after(self, knob: Knob) -> str | None:
        """Return the text after a tap on a knob; None for one that no arch leads to."""
        knobs = self.tried.trial.knobs
        near = len(knobs) < 2 or knob == knobs[-1] or knobs[-1].way_to(knob) is not None
        return self.tried.after(knob) if near else None

    def _asking(self) -> tuple[Row, ...]:
        """Return the keys that answer what is asked."""
        asked = self.asked
        if self.tried.chosen or asked is None:
            return self.tried.rows
        heights = [Choice(str(n), str(self.tens + n), "") for n in range(10)]
        heights.append(Choice(UNKNOWN, BOOK.text("found.unknown"), ""))
        more = [Choice("tens", f"+{TENS}", "", on=self.tens > 0)]
        more += (
            Choice(letter, piece_text(letter), "", on=self.animal == letter) for letter in ANIMALS
        )
        title = BOOK.text("found.how-high", knob=str(asked))
        return Row(title, tuple(heights)), Row(BOOK.text("found.how-more"), tuple(more))

    def _told(self) -> Told:
        trial, asked, judged = self.tried.trial, self.asked, self.judged
        if asked is not None:
            return Told(BOOK.text("found.how-high", knob=str(asked)))
        if judged is None:
            return Told(BOOK.text("found.columns-next" if trial.knobs else "found.columns-about"))
        lines = [BOOK.text("found.columns-only")]
        if unknown := tuple(str(knob) for knob, told in self.told.items() if told == UNKNOWN):
            lines.append(BOOK.text("found.columns-unknown", knobs=" ".join(unknown)))
        uses = icons(trial.uses)
        if judged.legal is None:
            return Told(BOOK.text("found.columns-open"), "open", (), tuple(lines), uses)
        if judged.legal:
            return Told(BOOK.text("found.columns-legal"), "legal", (), tuple(lines), uses)
        reasons = judged.verdict.reasons
        return Told(illegal(reasons), "illegal", reasons, tuple(lines), uses)

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        asked, head, _, knob = self.asked, *name.partition("-")
        if name == "leave":
            return self.table
        if name == "tens":
            return replace(self, tens=(self.tens + TENS) % 100)
        if name in ANIMALS:
            return replace(self, animal="" if self.animal == name else name)
        if head == "again":
            at = Knob.read(knob)
            told = {one: column for one, column in self.told.items() if one != at}
            return replace(self, told=MappingProxyType(told))
        if asked is not None and (name == UNKNOWN or name.isdigit()):
            height = UNKNOWN if name == UNKNOWN else str(self.tens + int(name))
            column = height + (self.animal if height not in ("0", UNKNOWN) else "")
            told = {**self.told, asked: column}
            return replace(self, told=MappingProxyType(told), tens=0, animal="")
        return replace(self, text=text)
