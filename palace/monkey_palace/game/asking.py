"""What a player is asked in a turn of Monkey Palace: the build, the cards, the animals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from typing import Any

from palace.contract.game import Completions, Question
from palace.contract.taps import Choice, Row, Taps, Told
from palace.core.errors import InputError, NotationError, Problem
from palace.core.screen import Screen, bold
from palace.core.verdict import Reason, in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.card_taps import (
    NONE,
    PICTURES,
    CardDesk,
    Hand,
    animal_taps,
    brought,
)  # fmt: skip
from palace.monkey_palace.game.cards import PILES, Card, Pile, pile_name
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import TROPHY_POINTS, on_offer
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import PASS, PASSING, Tried, pass_taps, remaining, trial_taps
from palace.monkey_palace.game.turn import FROG_BRINGS, TurnReport
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.trial import Trial

MOST_NAMED = 9
"""Answers that a question numbers, each of one digit; `list` prints them all."""

MOST_WAYS = 9
"""Staircases that are offered for some of their knobs."""


@dataclass(frozen=True)
class Asked:
    """A turn as far as a player has answered: `answers` are parts of a `Turn` by their names.

    `record` has the set-up, and `table` is what is there before the turn.
    """

    record: LoggedRecord
    table: GameState
    player: str
    answers: Mapping[str, Any]

    def next(self) -> Question | None:
        """Return what is asked next; None after the last answer.

        The frog is asked for before the cards where it may be taken before the build.
        """
        answers = self.answers
        if "build" not in answers:
            return self.build()
        if answers["build"] is None:
            return None
        frog = "frog" not in answers and self.may_take_the_frog
        if frog and (self.early or "take" in answers):
            return self.animal("frog", must=False)
        if "take" not in answers:
            return self.cards()
        if "monkey" not in answers and any(r.code == "monkey" for r in self.report.reasons):
            return self.animal("monkey", must=True)
        return None

    @property
    def early(self) -> bool:
        """Whether the frog may be taken before the build (ruling `frog-time`)."""
        return self.record.rulings.frog_time == "any"

    @property
    def may_take_the_frog(self) -> bool:
        """Whether the frog is in the game, and taking it changes anything (ruling `frog-again`)."""
        if "frog" not in self.record.data.trophies:
            return False
        again = self.record.rulings.frog_again == "move"
        return again or self.table.holder("frog") != self.player

    @cached_property
    def report(self) -> TurnReport:
        """The turn with the answers so far."""
        _, (report,) = self.record.rules.apply(self.table, turn_of(self.player, self.answers))
        return report

    def build(self) -> Question:
        """Return steps 1 to 3, or a pass; that the frog may still bring a column is waited for."""
        later = {"monkey", "frog"} | (
            {"supply"} if self.early and self.may_take_the_frog else set()
        )
        return Question(
            "build", self.player, BOOK.text("ask.build"), self.buildable, built,
            concerns=lambda reason: reason.code not in later, help=BOOK.text("help.build"),
            shown=self.headline, listing=self.beginnings, mended=self.near,
            taps=self.build_taps,
            complete=lambda text: knobs_after(self.table.palace, text),
        )  # fmt: skip

    @cached_property
    def start(self) -> Trial:
        """A staircase without a knob, from the pieces in hand and what the frog may bring."""
        pieces = self.table.seat(self.player).pieces
        if pieces is not None and self.early and self.may_take_the_frog:
            pieces = pieces.plus(FROG_BRINGS)
        rulings = self.table.rulings_of(self.player, self.record.rulings)
        return Trial(self.table.palace, pieces, rulings)

    def build_taps(self, text: str) -> Taps:
        """Return what can be tapped for the build, in the first turn with what helps; raises
        `NotationError`."""
        taps = self._build_taps(text)
        if self.table.turn or text == PASS or " " in text:  # no tip over pieces by hand
            return taps
        arches = text.count("-")
        if arches > 2 or taps.main or taps.told.mood not in {"open", "legal"}:
            return taps
        number = 1 if not text else 2 if not arches else 3
        return taps._replace(tip=BOOK.text(f"tap.tip-{number}"))

    def _build_taps(self, text: str) -> Taps:
        pieces = self.table.seat(self.player).pieces
        if text == PASS:
            passes = replace(self, answers={"build": None})
            return pass_taps(self.start, passes.report.reasons, known=pieces is not None)
        tried = Tried.read(self.start, text)
        taps = trial_taps(tried)
        trial = tried.trial
        if not trial.knobs:
            must = not trial.ahead
            if pieces is None:
                told = taps.told._replace(lines=(BOOK.text("tap.unknown"),))
                taps = taps._replace(told=told)
            text = BOOK.text("tap.must-pass" if must else "tap.pass")
            rows = (Row("", (Choice(PASSING, text, asks=PASSING),)),)
            return taps._replace(rows=rows, main=PASSING if must else "")
        if trial.legal and pieces is not None and not pieces.covers(trial.uses):
            lines = (*taps.told.lines, BOOK.text("tap.needs-frog"))
            return taps._replace(told=taps.told._replace(lines=lines))
        if trial.legal and trial.ahead and not tried.rows:
            lines = (*taps.told.lines, BOOK.text("tap.or-on"))
            return taps._replace(told=taps.told._replace(lines=lines))
        return taps

    def buildable(self) -> Iterator[str]:
        """Yield every legal staircase; a pass where there is none."""
        turns = self.record.rules.parts(self.table, None, self.player)
        yield from (PASS if turn.build is None else str(turn.build) for turn in turns)

    def headline(self, screen: Screen) -> str:
        """Return whose turn it is, their pieces, and the tray."""
        table, name = self.table, self.player
        number = table.turn + 1
        pieces, tray = table.seat(name).pieces, table.tray
        parts = [BOOK.text("turn.hand", pieces=str(pieces))]
        if pieces is None:
            parts = [BOOK.text("turn.hand-unknown")]
        if tray is not None:
            parts.append(BOOK.text("turn.tray", pieces=str(tray)))
        if table.ending:
            parts.append(BOOK.text("turn.last"))
        told = in_language(joined(parts), screen.language)
        first = ""
        if number == 1 and self.record.found is None:
            first = BOOK.say(screen.language, "turn.first", name=name) + "\n"
        title = BOOK.say(screen.language, "turn.title", number=number, name=name)
        return f"{first}\n{bold(title)}  {told}"

    def near(self, build: object) -> Sequence[str]:
        """Return a staircase with the supports it lacks; where that is not legal, and where it has
        some of its knobs alone, those through these, with the fewest arches first."""
        if not isinstance(build, Staircase):
            return ()
        own = replace(self.start, **{k: getattr(build, k) for k in ("knobs", "unders", "risers")})
        found = [trial for trial in islice(own.ways(), MOST_WAYS) if trial.staircase is not None]
        whole = [trial for trial in found[:1] if trial.knobs == own.knobs]
        return [str(trial.staircase) for trial in whole or found]

    def beginnings(self, screen: Screen) -> str:
        """Return the knobs on which a staircase can begin."""
        free = [str(knob) for knob, height in self.table.palace.heights.items() if not height]
        return screen.wrapped(BOOK.say(screen.language, "list.begin", knobs=" ".join(free)), hang=2)

    def cards(self) -> Question:
        """Step 4: which cards are taken."""
        count, colour = self.report.earns
        prompt = BOOK.text(
            "ask.cards" if self.record.deck is None else "ask.cards-of-deck",
            count=count, colour=colour, pile=self.dearest,
        )  # fmt: skip
        return Question(
            "take", self.player, prompt, lambda: (f"@{name}" for name in self.desk.names),
            self.read_cards,
            default="", concerns=lambda reason: reason.code.startswith("card-"),
            help=BOOK.text("help.cards"), shown=self.earned, listing=self.offers,
            doubts=self.strangers, title=BOOK.text("tap.cards"),
            nothing=BOOK.text("tap.no-card", count=count), taps=self.card_taps,
            demand=not self.desk.payable, idle=not self.desk.payable,
        )  # fmt: skip

    @cached_property
    def desk(self) -> CardDesk:
        """The cards that can be taken."""
        seat = self.table.seat(self.player)
        offered = on_offer(self.record.rules.setting, self.table, self.report)
        names = [name for name, _ in offered]
        deck = self.record.deck
        if deck is not None:
            names.sort(key=lambda name: PILES[::-1].index(deck.card(name).pile))
        return CardDesk(self.table, seat, self.report, deck, (*names,))

    @property
    def dearest(self) -> Pile:
        """The dearest pile that can be paid."""
        return next(iter(self.desk.payable), PILES[0])

    def card_taps(self, text: str) -> Taps:
        """Return what can be tapped for the cards; raises `NotationError`."""
        hand = Hand.read(text)
        for card in hand.cards:
            self.record.card(card)
        taken = hand.whole(self.table.seat(self.player)).cards
        told = self._told({"take": taken}, lambda reason: reason.code.startswith("card-"))
        return self.desk.taps(hand, told)

    def _told(self, answers: Mapping[str, Any], about: Callable[[Reason], bool]) -> Told:
        """Return the verdict on the turn with some answers more, and what is about these."""
        rules, turn = self.record.rules, turn_of(self.player, {**self.answers, **answers})
        after, (report,) = rules.apply(self.table, turn)
        was, now = (
            next(sheet for sheet in rules.standing(state) if sheet.name == self.player)
            for state in (self.table, after)
        )
        count, parts = now.total - was.total, tuple(now.since(was).items())
        sums = BOOK.text("tap.total", count=count, parts=parts) if parts else BOOK.text("tap.none")
        lines = (sums,) * bool(answers.get("take", True))
        reasons = tuple(filter(about, report.reasons))
        legal = report.verdict is not None and report.verdict.legal and not reasons
        title = BOOK.text("tap.legal", earned=report.earns) if legal else BOOK.text("tap.illegal")
        hand, build = self.table.seat(self.player).pieces, self.answers["build"]
        left = () if build is None else remaining(hand, build.uses)
        return Told(title, "legal" if legal else "illegal", reasons, lines, left=left)

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text, or those on offer with some numbers, each with its slot on a
        full board; raises `InputError` for an id that no deck in use has."""
        words, names = text.replace(",", " ").split(), self.desk.names
        numbers = [int(word) if word.isdecimal() else 0 for word in words]
        if numbers and all(0 < number <= len(names) for number in numbers):
            text = ", ".join(f"@{names[number - 1]}" for number in numbers)
        hand, seat = Hand(), self.table.seat(self.player)
        for card in read_cards(text, self.dearest):
            hand = hand.taking(self.record.taken(card), seat)
        return hand.cards

    def earned(self, screen: Screen) -> str:
        """Return what the staircase earns, if it is legal, and the palace with it."""
        verdict = self.report.verdict
        if verdict is None or not verdict.legal:
            return ""
        plan = draw_plan(self.report.palace, self.report.staircase)
        legend = screen.wrapped(BOOK.say(screen.language, "legend"), 2)
        lines = [screen.wrapped(earnings_text(verdict, screen.language)), "", plan, "", legend]
        if self.desk.names:
            lines += ["", self.offers(screen, MOST_NAMED)]
        if slot := Hand().taking(Card(), self.table.seat(self.player)).cards[0].slot:
            top = self.table.seat(self.player).slots[slot - 1][-1].card
            lines += [screen.wrapped(BOOK.say(screen.language, "list.full", slot=slot, card=top))]
        return "\n".join(lines)

    def offers(self, screen: Screen, most: int | None = None) -> str:
        """Return the cards on offer with their numbers, pile by pile, the dearest first; only the
        top card of a pile can be taken."""
        deck = self.record.deck
        if deck is None:
            piles = tuple(map(pile_name, reversed(self.desk.payable)))
            return screen.wrapped(BOOK.say(screen.language, "list.piles", piles=piles), hang=2)
        lines = [BOOK.say(screen.language, "list.cards")]
        numbered = [*enumerate(map(deck.card, self.desk.names), 1)][:most]
        for _, cards in groupby(numbered, lambda one: one[1].pile):
            texts = [f"{number} @{card.name} {card.values}" for number, card in cards]
            lines.append(screen.wrapped(",  ".join(texts), 2, 4))
        return "\n".join([*lines, "  ..., list"] if len(numbered) < len(self.desk.names) else lines)

    def strangers(self, cards: Any) -> Iterator[Reason]:
        """Yield the cards written out that the deck in use does not hold, if it is whole."""
        deck = self.record.deck
        if deck is None or not deck.whole:
            return
        known = {card.values for card in deck.cards.values()}
        for card in cards:
            if card.name is None and card.values not in known:
                yield BOOK.reason("card-pile.stranger", card, "known-card", deck=deck.title)

    def animal(self, name: str, *, must: bool) -> Question:
        """Step 8: where an animal is put."""
        codes = {name} | ({"supply"} if name == "frog" and self.early else set())
        ends = [*map(str, self.places(name))]
        only = ends[0] if len(ends) == 1 else None
        named = ", ".join(f"{number} {end}" for number, end in enumerate(ends[:MOST_NAMED], 1))
        named += " ..., list" if len(ends) > MOST_NAMED else ""
        prompt = BOOK.text("ask.animal", animal=name, ends=named)
        if not must:
            less = -TROPHY_POINTS[name]
            named = named or BOOK.text("ask.no-place")
            prompt = BOOK.text("ask.take-animal", animal=name, less=less, ends=named)
        return Question(
            name, self.player, prompt, lambda: ends,
            lambda text: _placed(name, text, ends) if must or text not in ("", NONE) else None,
            default=only if must else "", concerns=lambda reason: reason.code in codes,
            help=BOOK.text("help.animal"), listing=lambda screen: screen.wrapped(" ".join(ends)),
            at_once=(*ends, *map(str, range(1, min(len(ends), MOST_NAMED) + 1))),
            title=BOOK.text("tap.animal" if must else "tap.take-animal", animal=name),
            nothing="" if must else BOOK.text("tap.no-frog"),
            taps=lambda text: self.animal_taps(name, text, must=must), demand=not must,
        )  # fmt: skip

    def animal_taps(self, name: str, text: str, *, must: bool) -> Taps:
        """Return what can be tapped for an animal, chosen where there is one place only; raises
        `NotationError`."""
        places = self.places(name)
        text = text or (str(places[0]) if len(places) == 1 else "")
        answer = {name: Knob.read(text)} if text and (must or text != NONE) else {}
        told = self._told(answer, lambda reason: bool(answer) and reason.code in (name, "supply"))
        cards = [*map(self.desk.whole, self.answers.get("take", ()))]
        if len(cards) > PICTURES and not text:
            told = told._replace(uses=brought(cards), used=BOOK.text("tap.bought"))
        return animal_taps(self.report, name, places, text, told, must=must)

    def places(self, name: str) -> list[Knob]:
        """Return the knobs where an animal may be put."""
        return self.record.rules.places(self.table, self.report, name)


def _placed(name: str, text: str, ends: Sequence[str]) -> Knob:
    """Return the knob for an animal, or the one with a number; raise `InputError` for any other
    text."""
    number = int(text) if text.isdecimal() else 0
    try:
        return Knob.read(ends[number - 1] if 0 < number <= min(len(ends), MOST_NAMED) else text)
    except NotationError:
        what = BOOK.text("ask.where", animal=name)
        raise InputError(Problem("", what, BOOK.text("ask.type", ends=" ".join(ends)))) from None


def turn_of(player: str, answers: Mapping[str, Any], others: Turn | None = None) -> Turn:
    """Return the turn that answers make."""
    return Turn(player, **answers)


def built(text: str) -> Staircase | None:
    """Return a staircase, or None for a pass."""
    return None if text.lower() == PASS else Staircase.read(text)


_CARD = re.compile(r"(?<!\S)(?:@\S+|[0-9]{1,2}[ldgx](?!\S))", re.IGNORECASE)
"""How a card begins."""


_PIECES = r"((?:[0-9]{0,2}[abc])+)"
_SHORT = re.compile(
    rf"(?:([0-9]{{1,2}}[ldgx])\s*)?([0-9]{{1,3}})(\*?)\s*(?:o?\s*{_PIECES})?\s*(?:e\s*{_PIECES})?"
    r"\s*(on\s*[0-9])?",
    re.IGNORECASE,
)
"""A card in short: `3g2aabeb` is `3g 2* once 2a1b each 1b`; a letter alone is one piece."""


def written_out(text: str, pile: Pile) -> str:
    """Return a card that is typed in short, by default one of a pile, as it is written; any other
    text as it is."""
    short = _SHORT.fullmatch(text)
    if short is None or not any(short.groups()[:1] + short.groups()[2:]):
        return text
    head, bananas, _, *brings, slot = short.groups()
    words = [head or pile_name(pile), f"{bananas}*"]
    for when, pieces in zip(("once", "each"), brings, strict=True):
        counts = Counter[str]()
        for number, letter in re.findall(r"([0-9]*)([abc])", (pieces or "").lower()):
            counts[letter] += int(number or 1)
        words += [f"{when} {Supply(*map(counts.__getitem__, 'abc'))}"] * bool(pieces)
    return " ".join([*words, slot or ""]).strip()


def read_cards(text: str, pile: Pile = PILES[0]) -> list[str]:
    """Return the cards of a text, with commas or blanks between them; one that is typed in short is
    by default of a pile.

    Raises `NotationError` with the column in the whole text.
    """
    found = []
    for part in re.finditer(r"[^,]+", text):
        begins = [card.start() for card in _CARD.finditer(part[0])]
        starts = [0, *(begin for begin in begins if part[0][:begin].strip())]
        for start, end in zip(starts, [*starts[1:], len(part[0])], strict=True):
            piece = part[0][start:end]
            if card := piece.strip():
                try:
                    found.append(str(Card.read(written_out(card, pile))))
                except NotationError as error:
                    column = part.start() + start + piece.index(card) + error.column
                    raise NotationError(error.what, text, column, error.expected) from None
    return found


def knobs_after(palace: Palace, text: str) -> Completions:
    """Yield the first knobs of a staircase, or the neighbours that a step can lead to."""
    head, hyphen, word = text.lower().rpartition("-")
    if not hyphen:
        begun = word.lstrip()
        free = (str(knob) for knob, height in palace.heights.items() if not height)
        yield from ((name, len(begun)) for name in (PASS, *free) if name.startswith(begun))
        return
    try:
        *before, leaves, _ = Staircase.read(f"{head}-a1").knobs
    except NotationError:
        return
    for knob in palace.ground.neighbours(leaves):
        if [knob] != before[-1:] and str(knob).startswith(word):
            yield str(knob), len(word)
