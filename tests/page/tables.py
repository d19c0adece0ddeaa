"""A table that is tapped without a browser: what a phone does, and what the host does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from palace.contract.registry import game_in
from palace.contract.taps import Choice
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import parse_document
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase
from palace.page import action as act
from palace.page.action import Action, By, Effect, Sent
from palace.page.desk import AnyDesk, Desk
from palace.page.show import show
from palace.page.state import Item, Key, PageState, Stepper
from palace.page.step import settle, step, thoughts
from palace.page.view import View, heard, look, told
from palace.page.words import problem_of

SAMPLE = Path(__file__).parents[2] / "palace/monkey_palace/samples/three-player-game.toml"


class Table:
    """A desk with a host that does every effect at once, and phones that tap what they are shown.

    `file` is what is kept, None before there is one; `effects` are all that were asked for, `told`
    all that phones were told.  With `holds` nothing is saved.
    """

    def __init__(self, desk: AnyDesk | None = None, *, file: str | None = None) -> None:
        self.desk: AnyDesk = Desk("evening.toml") if desk is None else desk
        self.file = file
        self.draft = ""
        self.holds = False
        self.views: dict[str, View] = {}
        self.counts: dict[str, int] = {}
        self.effects: list[Effect] = []
        self.offered: list[act.Offer] = []
        self.told: list[Problem] = []

    @classmethod
    def of(cls, text: str, draft: str = "") -> Table:
        """Return the table of a record."""
        game, record = game_in(parse_document(text, "toml", "evening.toml"))
        return cls(Desk.begun(game, record, "evening.toml", draft), file=text)

    @classmethod
    def sample(cls) -> Table:
        """Return the table of the sample game, at its end."""
        return cls.of(SAMPLE.read_text(encoding="utf-8"))

    def view(self, phone: str = "a") -> View:
        """Return what a phone alone sees."""
        return self.views.setdefault(phone, View(phone))

    def shown(self, phone: str = "a") -> PageState:
        """Return what a phone shows."""
        return show(self.desk, self.view(phone))

    def send(
        self, action: Action, phone: str = "a", version: int | None = None, count: int | None = None
    ) -> tuple[Effect, ...]:
        """Do what a phone sends; return what was asked of the host because of it."""
        if action.do == "look":
            self.views[phone] = look(self.view(phone), action, self.desk)
            return ()
        number = self.counts.get(phone, 0) + 1 if count is None else count
        self.counts[phone] = max(number, self.counts.get(phone, 0))
        view = self.view(phone)
        if (after := heard(view, number)) is None:
            return ()
        self.views[phone] = replace(after, notices=view.notices)
        sent = Sent(action, self.desk.version if version is None else version, number)
        by = By(phone, "2026-11-23", 7, view.seat, view.language)
        try:
            self.desk, effects = step(self.desk, sent, by)
        except (InputError, NotationError) as error:
            self.told.append(problem_of(error))
            self.views[phone] = told(self.view(phone), self.told[-1])
            return ()
        self.do(effects)
        return effects

    def do(self, effects: tuple[Effect, ...]) -> None:
        """Do what a step asks for."""
        for effect in effects:
            self.effects.append(effect)
            match effect:
                case act.Save() if not self.holds:
                    self.file = effect.text
                    self.settle(act.Saved(effect.number, effect.name or self.desk.name))
                case act.KeepDraft(text=text):
                    self.draft = text
                case act.Ponder(ticket=ticket, what=what):
                    for thought in thoughts(self.desk, ticket, what):
                        self.settle(thought)
                case act.Offer():
                    self.offered.append(effect)

    def settle(self, result: act.Result) -> None:
        """Tell the table how something went."""
        self.desk, effects = settle(self.desk, result)
        self.do(effects)

    def tap(self, *names: str, phone: str = "a") -> None:
        """Tap places or keys of the move by their names."""
        for name in names:
            self.send(Action("tap", name), phone)

    def press(self, text: str, phone: str = "a") -> None:
        """Tap the key with this text that the phone shows, and fail where it shows none."""
        for key in keys(self.shown(phone)):
            if key.text == text and key.do is not None:
                self.send(of(key.do), phone)
                return
        raise AssertionError(f"no key {text!r} among {[k.text for k in keys(self.shown(phone))]}")

    def notices(self, phone: str = "a") -> list[str]:
        """Return what a phone was told."""
        return [problem.what for problem in self.view(phone).notices]


def of(data: object) -> Action:
    """Return the action that a key sends."""
    from palace.page.action import read_sent
    from palace.page.state import written

    text = written(data)
    sent = read_sent(f'{text[:-1]},"version":0,"count":1}}')
    assert sent is not None, text
    return sent.action


def items(state: PageState) -> list[Item]:
    """Return everything in groups that a phone shows."""
    groups = (*state.entry.groups, *state.sheet.groups, *state.heading.menu)
    return [item for group in groups for item in group.items]


def keys(state: PageState) -> list[Key]:
    """Return every key that a phone shows."""
    found = [*state.entry.bar, *state.sheet.keys]
    found += [key for banner in state.banners for key in banner.keys]
    return found + [item for item in items(state) if isinstance(item, Key)]


def actions(state: PageState) -> list[Action]:
    """Return everything that can be tapped on a phone."""
    found = [of(key.do) for key in keys(state) if key.do is not None and key.looks != "upload"]
    for item in items(state):
        if isinstance(item, Stepper):
            found += [of(do) for do in (item.less, item.more) if do is not None]
    found += [Action("tap", place.name) for place in state.plan.places if place.live]
    found += [Action("tap", place.name, held=True) for place in state.plan.places if place.holds]
    return found


def play_at_random(seed: int, taps: int) -> Table:
    """Return a table after random taps of two phones on what they show, from the form of a new game
    on, while a third one looks at turns."""
    rng = random.Random(seed)
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    for at, name in enumerate(("Ana", "Ben", "Caro")[: rng.randint(2, 3)]):
        table.send(Action("fill", f"players.{at}", name))
    own = rng.choice(["house", "own"])
    table.send(Action("fill", "box", own))
    asked = {"house": ("cards", ["dealt", "house"]), "own": ("boards", ["house", "unknown"])}[own]
    table.send(Action("fill", asked[0], rng.choice(asked[1])))
    table.send(Action("begin"))
    for at in range(taps):
        phone = rng.choice("ab")
        table.send(rng.choice(actions(table.shown(phone))), phone)
        if not at % 5:
            table.shown("c")
            table.send(Action("look", "turn", str(rng.randrange(-1, 9))), "c")
    return table


# A turn entered by taps alone.

Take = Callable[[Table, Card], None]
"""Taps a card, and its slot."""


def fresh() -> Table:
    """Return the table of the sample game before its first turn."""
    return Table.of(SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0])


def choices(table: Table) -> dict[str, Choice]:
    """Return the keys of the move by their names."""
    taps = table.desk.taps
    assert taps is not None
    return {one.name: one for row in taps.rows for one in row.items if isinstance(one, Choice)}


def main(table: Table) -> None:
    """Tap the main key."""
    shown = keys(table.shown())
    (key,) = [key for key in shown if key.looks in ("main", "skip") and key.do is not None]
    table.send(of(key.do))


def typed_card(table: Table, card: Card) -> None:
    """Type the bananas and the pieces of a card whose pile is chosen, and take it."""
    table.tap(f"bananas-{card.bananas}")
    for when, supply in (("once", card.once), ("each", card.each)):
        for kind, count in supply.named().items():
            table.tap(*[f"{when}-{kind}-more"] * count)
    if "add" in choices(table):
        table.tap("add")


def put(table: Table, card: Card) -> None:
    """Tap the slot of the card that was taken last, where it covers another than is offered."""
    names = [name for name in choices(table) if name.startswith("slot-")]
    if table.desk.taps is not None and table.desk.taps.adds:  # it gets the first free slot
        return
    if not names:  # a free slot is told on the card
        notes = {one.note for one in choices(table).values()}
        assert f"slot {card.slot}" in notes, (card, notes)
        return
    last = max(int(name.split("-")[1]) for name in names)
    if not choices(table)[f"slot-{last}-{card.slot}"].on:
        table.tap(f"slot-{last}-{card.slot}")


def last_cards() -> Table:
    """Return the sample game at the cards of its last turn, where no slot is free."""
    table = Table.sample()
    table.send(Action("take-back"))
    table.send(Action("think", "hint"))
    table.press("Use it")
    main(table)
    return table


def take_typed(table: Table, card: Card) -> None:
    """Take a card by its pile, its bananas and its pieces."""
    table.tap(f"pile-{card.cost}{card.colour}")
    typed_card(table, card)
    put(table, card)


def enter(table: Table, turn: Turn, take: Take = take_typed) -> int:
    """Enter a turn; return how many taps it takes."""
    before = table.counts.get("a", 0)
    if turn.build is None:
        table.tap("pass")
        main(table)
        return table.counts["a"] - before
    lay(table, turn.build)
    main(table)
    for card in turn.take:
        take(table, card)
    if turn.frog is not None:
        table.send(Action("next", "frog"))
        if due(table) == "frog":  # with one place it is put there
            settled(table, str(turn.frog))
    if turn.monkey is not None:
        if due(table) != "monkey":
            main(table)
        settled(table, str(turn.monkey))
    main(table)
    return table.counts["a"] - before


def due(table: Table) -> str:
    """Return the key of the question that is asked."""
    question = table.desk.entering.question
    return "" if question is None else question.key


def lay(table: Table, build: Staircase) -> None:
    """Tap a staircase, with the supports that are not added by themselves."""

    def there(where: str, at: int) -> str:
        return (answered(table).unders if where == "under" else answered(table).risers)[at]

    table.tap(*map(str, build.knobs))
    for at, knob in enumerate(build.knobs):
        for where, wanted in (("under", build.unders[at]), ("on", build.risers[at])):
            if there(where, at) != wanted:
                table.send(Action("tap", str(knob), held=True))
            for number, letter in enumerate(wanted, 1):
                if there(where, at).count(letter) < wanted[:number].count(letter):
                    table.tap(f"{where}-{letter}-more")
    assert answered(table) == build


def settled(table: Table, knob: str) -> None:
    """Tap the knob of an animal, where it is not the only one and chosen."""
    taps = table.desk.taps
    if taps is not None and taps.answer != knob:
        table.tap(knob)


def answered(table: Table) -> Staircase:
    """Return the staircase that is entered, with the supports that were added to it."""
    taps = table.desk.taps
    assert taps is not None
    assert taps.answer is not None
    return Staircase.read(taps.answer)
