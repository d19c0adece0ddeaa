"""A record that drifted from the table: the corrections of one turn that explain what lies there.

The table is right.  Its audit names its staircases, so a turn with another one is found without a
search; of animals and cards every likely one is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from palace.contract.rules import Commit, Commits, every_reason, placed
from palace.core.verdict import Located, Text
from palace.monkey_palace.game.cards import SLOTS, Card
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.game.turn import play
from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase

_MOST_PLACES = 8
"""Arch ends that are tried for an animal, the nearest to where it was recorded."""

_FAR = 2
"""How far an animal that was put somewhere is from one that was not, in knobs; likewise a card of
another pile in credits."""

_SLOTS = tuple(range(1, SLOTS + 1))


@dataclass(frozen=True)
class Correction:
    """One turn put right, with which a record explains a table.

    `turn` counts from 1 and `change` is what of it: build, pass, missing, extra, frog, monkey or
    take; `old` and `new` are as in a record, empty for nothing, `others` cards of the pile of `new`
    that explain as much.  `turns` are those of the mended record, `reasons` all that is not legal
    in it; `far` is how much is changed, in knobs or credits.
    """

    turn: int
    player: str
    change: str
    old: str
    new: str
    turns: Commits[Turn]
    reasons: tuple[Located, ...]
    far: int
    others: tuple[str, ...] = ()

    @property
    def text(self) -> Text:
        """What is put right, in words."""
        turn, player, old = self.turn, self.player, self.old
        new = " / ".join((self.new, *self.others))
        if self.change == "missing":
            return BOOK.text("correct.missing", turn=turn, player=player, new=new)
        if self.change == "extra":
            return BOOK.text("correct.extra", turn=turn, player=player, old=old)
        if not new:
            return BOOK.text("correct.less", turn=turn, player=player, old=old)
        if not old:
            return BOOK.text("correct.more", turn=turn, player=player, new=new)
        return BOOK.text("correct.other", turn=turn, player=player, old=old, new=new)

    @property
    def outcome(self) -> Text:
        """What becomes of the turns then, in words."""
        if not self.reasons:
            return BOOK.text("correct.legal")
        numbers = dict.fromkeys(str(reason.turn) for reason in self.reasons)
        first = Text(self.reasons[0].text_in)
        return BOOK.text("correct.illegal", turns=tuple(numbers), first=first)

    def plain(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "turn": self.turn, "player": self.player, "change": self.change, "from": self.old,
            "to": self.new, "or": list(self.others), "text": self.text,
            "legal": not self.reasons, "reasons": [reason.record() for reason in self.reasons],
        }  # fmt: skip


@dataclass(frozen=True)
class Drift:
    """How far a record is from a table: whether it ends in it, what is not legal in it, and the
    corrections of one turn with which it does and less is not legal, the nearest first.
    """

    record: LoggedRecord
    explained: bool
    reasons: tuple[Located, ...]
    corrections: tuple[Correction, ...]

    @property
    def legal(self) -> bool:
        """Whether the record is legal and ends in the table."""
        return self.explained and not self.reasons

    @property
    def text(self) -> Text:
        """How far it is, in words."""
        if self.legal:
            return BOOK.text("drift.none")
        found = BOOK.text("drift.found" if self.corrections else "drift.lost")
        return BOOK.text("drift.illegal" if self.explained else "drift.other", found=found)

    def mended(self, number: int = 0) -> LoggedRecord:
        """Return the record with one of the corrections, from 0."""
        return self.record.with_turns(self.corrections[number].turns)

    def plain(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "legal": self.legal,
            "explained": self.explained,
            "reasons": [reason.record() for reason in self.reasons],
            "corrections": [each.plain() for each in self.corrections],
        }


def drift(record: LoggedRecord, table: Palace) -> Drift:
    """Return how far a record is from a table, which is right.

    The nearest correction is that after which the least is not legal, then that which changes the
    least.  Without any animal on the table only its pieces are compared.
    """
    *_, last = seek_drift(record, table)
    assert last is not None
    return last


def seek_drift(record: LoggedRecord, table: Palace) -> Iterator[Drift | None]:
    """Yield None for each correction that is tried, at last how far a record is from a table."""
    yield None
    search = _Search(record, table)
    every: list[Correction] = []
    for tried in search.found():
        if tried is None:
            yield None
        else:
            every.append(tried)
    found: dict[tuple[object, ...], Correction] = {}
    for each in sorted(every, key=lambda each: (len(each.reasons), each.far, -each.turn)):
        card = search.card(Card.read(each.new)) if each.change == "take" and each.new else None
        pile = (card.cost, card.colour) if card else each.new
        key = (each.turn, each.change, each.old, pile, len(each.reasons))
        first = found.setdefault(key, each)
        if card and each.new not in (first.new, *first.others):
            found[key] = replace(first, others=(*first.others, each.new))
    yield Drift(record, search.explained, search.reasons, tuple(found.values()))


class _Search:
    """The search for corrections of one record.

    `last` is the first turn that is not legal, from 0.  `new` are the staircases that are on the
    table and not in the record, `gone` those of the record that are not on the table.
    """

    def __init__(self, record: LoggedRecord, table: Palace) -> None:
        self.setting, self.table = record.rules.setting, table
        self.card, self.deck = self.setting.card, self.setting.deck
        log = replay(record)
        self.turns, self.states, self.reports = log.commits, log.states, reports(log)
        self.reasons = every_reason(record, log)
        self.explained = self.explains(log.state.palace)
        wrong = (number for number, report in enumerate(self.reports) if report.reasons)
        self.last = next(wrong, len(self.turns))
        recorded = (commit.move.build for commit in self.turns)
        built = Counter(filter(None, recorded)) + self.staircases(self.states[0].palace)
        there = self.staircases(table)
        self.new, self.gone = there - built, built - there

    def staircases(self, palace: Palace) -> Counter[Staircase]:
        """Return the staircases of a palace, as far as it can be explained."""
        return Counter(each.staircase for each in audit(palace, self.setting.rulings).staircases)

    def explains(self, palace: Palace) -> bool:
        """Return whether a palace is the table; animals are compared where it has any."""
        table = self.table
        return palace.columns == table.columns and table.animals in ((), palace.animals)

    def found(self) -> Iterator[Correction | None]:
        """Yield every correction, and None before each that is tried."""
        if self.new or self.gone:
            yield from self.builds()
            yield from self.missing()
        elif not self.explained or self.reasons:
            yield from self.animals()
            if self.last < len(self.turns):
                yield from self.cards()

    def tried(
        self, index: int, turns: Commits[Turn], change: str, old: object, new: object, far: int,
        *, sure: bool = False,
    ) -> Iterator[Correction | None]:  # fmt: skip
        """Yield the correction of a turn, from 0, if the turns then explain the table; where it is
        `sure`, what could not be paid for need not be there.
        """
        yield None
        state = self.states[index]
        reasons = [reason for reason in self.reasons if (reason.turn or 0) <= index]
        for number, commit in enumerate(turns[index:], index):
            report = play(self.setting, state, commit.move)
            state = report.table
            reasons += placed(report.reasons, None, number, report)
            one = change in ("frog", "monkey", "take") and number <= self.last < len(turns)
            if one and len(report.reasons) >= max(len(self.reports[number].reasons), 1):
                return  # it mends nothing, or something is wrong earlier instead
        better = not self.explained or len(reasons) < len(self.reasons)
        if better and (sure or self.explains(state.palace)):
            player = (self.turns if change == "extra" else turns)[index].move.player
            texts = str(old or ""), str(new or "")
            yield Correction(index + 1, player, change, *texts, turns, tuple(reasons), far)

    def with_turn(self, index: int, **changed: Any) -> Commits[Turn]:
        """Return the turns with some keys of one changed."""
        commit = self.turns[index]
        spelt = {key: value for key, value in commit.spelt.items() if key not in changed}
        one = replace(commit, move=replace(commit.move, **changed), spelt=spelt)
        return (*self.turns[:index], one, *self.turns[index + 1 :])

    def builds(self) -> Iterator[Correction | None]:
        """Yield other staircases of a turn, builds that were no pass, and turns too many."""
        for index, commit in enumerate(self.turns):
            old = commit.move.build
            if old is None:
                for new in self.new:
                    yield from self.inserted(index, new, "pass")
            elif old in self.gone:
                for new in self.new:
                    turns, far = self.with_turn(index, build=new), {*new.knobs} ^ {*old.knobs}
                    yield from self.tried(index, turns, "build", old, new, len(far))
                rest = self.turns[:index] + self.turns[index + 1 :]
                yield from self.tried(index, rest, "extra", old, None, len(old.knobs))

    def missing(self) -> Iterator[Correction | None]:
        """Yield turns that are missing where the order of play breaks, or at the end."""
        for index, state in enumerate(self.states):
            if index == len(self.turns) or self.turns[index].move.player not in state.due:
                for new in self.new:
                    yield from self.inserted(index, new, "missing")

    def inserted(self, index: int, new: Staircase, change: str) -> Iterator[Correction | None]:
        """Yield a turn that is missing, or was no pass, with the animals that it can have moved: to
        where they are, or where that explains nothing, the monkey to any arch end.
        """
        before, frog = self.states[index].palace, self.table.animal("f")
        ends = [k for k, top in before.tops.items() if top in tuple(WAYS) or k in new.knobs]
        gold = before.ground.colours.get(new.knobs[0]) == "g"
        old = "pass = true" if change == "pass" else None
        explained = False

        def turns(frog: Knob | None = None, monkey: Knob | None = None) -> Commits[Turn]:
            turn = Turn(self.states[index].due[0], new, frog=frog, monkey=monkey)
            return (*self.turns[:index], Commit(turn), *self.turns[index + bool(old) :])

        for monkey in dict.fromkeys((None, *((self.table.animal("m"), *ends) if gold else ()))):
            for here in (None, frog) if frog in new.knobs else (None,):
                put = {"frog": here, "monkey": monkey}
                told = [str(new), *(f"{name} = {knob}" for name, knob in put.items() if knob)]
                far = len(new.knobs) + len(told)
                for each in self.tried(index, turns(**put), change, old, ", ".join(told), far):
                    explained = explained or each is not None
                    yield each
            if explained and monkey:
                return
        if not explained and len(self.new) == 1 and not self.gone:
            # Its cards, which pay for later turns, are lost.
            yield from self.tried(index, turns(), change, old, new, len(new.knobs), sure=True)

    def animals(self) -> Iterator[Correction | None]:
        """Yield other places of the frog and the monkey."""
        for index, commit in enumerate(self.turns):
            for letter, name in (("f", "frog"), ("m", "monkey")):
                old: Knob | None = getattr(commit.move, name)
                for new in self.places(letter, index, old):
                    before, after = (knob and f"{name} = {knob}" for knob in (old, new))
                    far = old.distance(new) if old and new else _FAR
                    turns = self.with_turn(index, **{name: new})
                    yield from self.tried(index, turns, name, before, after, far)

    def places(self, letter: str, index: int, old: Knob | None) -> Iterator[Knob | None]:
        """Yield where an animal may have been put in a turn; None for nowhere."""
        there, tops = self.table.animal(letter), self.states[index + 1].palace.tops.items()
        if there not in (None, old) and self.turns[index].move.build is not None:
            yield there
        if old is not None and self.last < len(self.turns):
            yield None
            ends = (k for k, top in tops if top in tuple(WAYS) and k not in (old, there))
            yield from sorted(ends, key=old.distance)[:_MOST_PLACES]

    def cards(self) -> Iterator[Correction | None]:
        """Yield cards that were forgotten, others, or too many, up to the first turn that is not
        legal.
        """
        taken = {card.name for commit in self.turns for card in commit.move.take}
        deck = self.deck.cards.values() if self.deck else ()
        free = [card for card in deck if card.name not in taken]
        for index, commit in enumerate(self.turns[: self.last + 1]):
            take, earned = commit.move.take, self.reports[index].earns[0]
            full = not self.states[index].seat(commit.move.player).free_slots[len(take) :]
            places = [(place, place + 1) for place in range(len(take))]
            ends = dict.fromkeys(((len(take), len(take)), (0, 0)))  # one more, behind or before
            for begin, end in (*places, *ends):
                old = self.card(take[begin]) if begin < end else None
                for new in _other_cards(old, free, full=full):
                    cards = (*take[:begin], *([new] if new else []), *take[end:])
                    known = filter(None, map(self.card, cards))
                    left = earned - sum(card.cost or 0 for card in known)
                    if left < 0 or not self.pays(index, old, new):
                        continue
                    same = old and new and (old.cost, old.colour) == (new.cost, new.colour)
                    far = left + (old is not None) + _FAR * (old is not None and not same)
                    turns = self.with_turn(index, take=cards)
                    yield from self.tried(index, turns, "take", old, new, far)

    def pays(self, index: int, old: Card | None, new: Card | None) -> bool:
        """Return whether a card instead of another can pay for the first turn that is not legal."""
        move = self.turns[self.last].move
        hand = self.states[self.last].seat(move.player).pieces
        if hand is None or not move.build or all(n >= 0 for n in hand.minus(move.build.uses)):
            return True
        turns = sum(each.move.player == move.player for each in self.turns[index : self.last])
        more, less = ((card.once, *(card.each,) * turns) if card else () for card in (new, old))
        got = [sum(each) for each in zip(hand, *more, strict=True)]
        lost = [sum(each) for each in zip(move.build.uses, *less, strict=True)]
        return turns > 0 and all(a >= b for a, b in zip(got, lost, strict=True))


def _other_cards(old: Card | None, free: list[Card], *, full: bool) -> Iterator[Card | None]:
    """Yield what may have been taken for a card, or as one more: it elsewhere, others, none."""
    if old is not None:
        yield None
        yield from (replace(old, slot=slot) for slot in _SLOTS if old.slot not in (None, slot))
    slots = (old.slot,) if old else _SLOTS if full else (None,)
    yield from (replace(card, slot=slot) for card in free for slot in slots)
