"""What a page shows of a table, as plain values: the plan of knobs, the verdict, the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from palace.monkey_palace.drawing.text import marks_of
from palace.monkey_palace.game.cards import PILES, Card, Pile
from palace.monkey_palace.game.deck import HOUSE, load_deck
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.search.trial import Trial

from .table import Table
from .words import Words

UNDER_WAY = frozenset({"attach"})
"""Reasons that a staircase can outgrow by further arches."""

DOT, FAULT, PLACE, WAITING = "•", "!", "?", "+"


class Spot(NamedTuple):
    """A knob of the plan: its colour letter (empty where the sheet has no hole), what is written
    on it and beside that, the animal there, how it looks, and all of it in words."""

    knob: str
    zone: str
    text: str
    sign: str
    animal: str
    looks: str
    label: str


@dataclass(frozen=True)
class View:
    """What is marked on a palace.

    `path` are the knobs of a staircase in walking order, `look` whether it is `last`, `draft` or
    `hint`; `heights` are those that differ from the palace's.  `chosen` is the knob that the next
    piece is for; on knobs that are `waiting` an arch has no end yet.
    """

    palace: Palace
    path: tuple[Knob, ...] = ()
    look: str = "last"
    heights: Mapping[Knob, int] = field(default_factory=dict)
    ahead: frozenset[Knob] = frozenset()
    ahead_is: str = "ahead"
    faults: frozenset[Knob] = frozenset()
    places: frozenset[Knob] = frozenset()
    placing: str = ""
    chosen: Knob | None = None
    waiting: frozenset[Knob] = frozenset()
    animals: Mapping[Knob, str] = field(default_factory=dict)


def view_of(table: Table, looking: int | None = None) -> View:
    """Return what is marked now, or after an older turn (0 is the set-up)."""
    played = table.played
    if looking is not None or table.moment is None:
        return _past(played, looking)
    draft, trial = table.draft, table.draft.trial
    if draft.stage != "build":
        path = trial.knobs
        placed = {draft.frog: "frog", draft.monkey: "monkey"}
        return View(
            table.report.palace, path, "draft",
            places=frozenset(table.places), placing=draft.placing or "",
            animals={knob: name for knob, name in placed.items() if knob is not None},
            faults=frozenset(marks_of(table.reasons)),
        )  # fmt: skip
    if trial.knobs:
        return view_of_trial(trial)
    if table.hint is not None:
        hinted = Trial(trial.palace, None, trial.rulings)
        for knob in table.hint.knobs:
            hinted = hinted.on_to(knob)
        return View(trial.palace, hinted.knobs, "hint", _heights(hinted))
    last = _past(table.now.log, None)
    ahead = frozenset() if draft.passes else frozenset(trial.ahead)
    return View(trial.palace, last.path, "last", ahead=ahead, ahead_is="start")


def view_of_trial(trial: Trial) -> View:
    """Return what is marked of a staircase that is tried."""
    if not trial.knobs:
        return View(trial.palace, ahead=frozenset(trial.ahead), ahead_is="start")
    wrong = frozenset() if _is_under_way(trial) else frozenset(marks_of(trial.reasons))
    ahead = frozenset(trial.ahead)
    return View(trial.palace, trial.knobs, "draft", _heights(trial), ahead, faults=wrong)


def _past(played: MonkeyLog, looking: int | None) -> View:
    at = len(played.commits) if looking is None else looking
    staircase = played.commits[at - 1].move.build if at else None
    return View(played.states[at].palace, () if staircase is None else staircase.knobs)


def _is_under_way(trial: Trial) -> bool:
    """Return whether further arches can make a staircase legal that is not."""
    return {reason.code for reason in trial.reasons} <= UNDER_WAY and bool(trial.ahead)


def _heights(trial: Trial) -> dict[Knob, int]:
    """Return the heights of the knobs that a staircase changes."""
    ground = trial.palace.ground
    found = {}
    for knob in trial.knobs:
        if knob in ground.colours:
            stud = ground.stud(knob)
            tops = [element.top for element, _ in trial.pieces if stud in element.feet]
            found[knob] = max(tops, default=trial.palace.height_at(knob))
    return found


def list_spots(view: View, words: Words) -> Iterator[Spot]:
    """Yield the knobs of the grid, north first, from west to east."""
    ground = view.palace.ground
    animals = {knob: ANIMALS[letter] for letter, knob in view.palace.animals}
    placed = set(view.animals.values())
    animals = {knob: name for knob, name in animals.items() if name not in placed}
    animals.update(view.animals)
    for rank in reversed(range(ground.depth)):
        for file in range(ground.width):
            knob = Knob(file, rank)
            zone = ground.colours.get(knob)
            if zone is None:
                told = words.listed((str(knob), words.say("closed")))
                yield Spot(str(knob), "", "", "", "", "closed", told)
            else:
                yield _spot(view, knob, zone, animals.get(knob, ""), words)


def _spot(view: View, knob: Knob, zone: str, animal: str, words: Words) -> Spot:
    height = view.heights.get(knob, view.palace.height_at(knob))
    parts = [str(knob), words.say(zone), words.say("height", height=height)]
    looks = [f"zone-{zone}"]
    sign = ""
    top = view.palace.tops.get(knob, "")
    if top in "ldg" and top and knob not in view.heights:
        parts.append(words.say("decorated", colour=words.say(top)))
        looks.append(f"top-{top}")
    if knob == view.chosen:
        parts.append(words.say("chosen"))
        looks.append("chosen")
    if animal:
        parts.append(words.say(animal))
    if knob in view.path:
        numbers = [number for number, there in enumerate(view.path, 1) if there == knob]
        sign = ",".join(map(str, numbers))
        looks.append(view.look)
        parts += [words.say("step", number=number) for number in numbers]
    if knob in view.places:
        sign, looks = PLACE, [*looks, "place"]
        parts.append(words.say("place", animal=words.say(view.placing)))
    elif knob in view.ahead:
        looks.append("ahead")
        sign = sign if view.look == "draft" and sign else DOT
        parts.append(words.say(view.ahead_is))
    if knob in view.waiting:
        sign, looks = WAITING, [*looks, "ahead"]
        parts.append(words.say("waiting-end"))
    if knob in view.faults:
        sign, looks = FAULT, [*looks, "fault"]
        parts.append(words.say("fault"))
    return Spot(
        str(knob), zone, str(height or ""), sign, animal, " ".join(looks), words.listed(parts)
    )


class Panel(NamedTuple):
    """The verdict in words: a title, `legal`, `illegal` or `open`, lines, reasons, and the legal
    staircase that one tap gives."""

    title: str
    state: str
    lines: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    mended: str = ""


def panel_of(table: Table, words: Words, looking: int | None = None) -> Panel:
    """Return the verdict on what is entered, or on an older turn."""
    if looking is not None:
        return _past_panel(table, looking, words)
    if table.moment is None:
        told = (BOOK.told(one) for one in (table.played.state.ending,) if one is not None)
        return Panel(words.say("over"), "open", (*map(words.told, told),))
    draft = table.draft
    if draft.passes:
        reasons = table.reasons
        known = table.now.seat.pieces is not None
        why = words.say("pass-right" if known else "pass-unknown")
        lines = () if reasons else (why,)
        state = "illegal" if reasons else "legal"
        return Panel(words.say("passes"), state, lines, tuple(map(words.reason, reasons)))
    if draft.stage == "build":
        if draft.trial.knobs:
            return trial_panel(draft.trial, words)
        if table.hint is not None:
            return Panel(words.say("hint-is", staircase=table.hint), "open")
        return trial_panel(draft.trial, words)._replace(lines=tuple(_last(table, words)))
    return _placing_panel(table, words)


def trial_panel(trial: Trial, words: Words) -> Panel:
    """Return the verdict on a staircase that is tried."""
    if not trial.knobs:
        return Panel(words.say("tap-start" if trial.ahead else "no-start"), "open")
    verdict = trial.verdict
    if verdict is None and not trial.reasons and not trial.ahead:
        return Panel(words.say("no-way", knob=trial.knobs[0]), "illegal")
    if verdict is None and not trial.reasons:
        return Panel(words.say("starts", knob=trial.knobs[0]), "open")
    lines = [*_spent(trial, words)]
    if verdict is not None and verdict.legal:
        gains = [words.say("decoration", colour=words.say(verdict.decoration or "l"),
                           knob=trial.knobs[-1])]  # fmt: skip
        gains += [words.say("gold-extra")] * bool(verdict.highest)
        gains += [words.say("bonus")] * bool(verdict.bonus)
        title = words.say("legal", credits=words.count("credit", verdict.credits or 0))
        return Panel(title, "legal", (words.listed(gains), *lines))
    under_way = _is_under_way(trial)
    mended = trial.mended
    return Panel(
        words.say("not-yet" if under_way else "illegal"),
        "open" if under_way else "illegal",
        tuple(lines),
        tuple(map(words.reason, trial.reasons)),
        "" if mended is None else str(mended.staircase),
    )


def _last(table: Table, words: Words) -> Iterator[str]:
    """Yield what the turn before brought."""
    for report in reports(table.now.log)[-1:]:
        gains = words.listed(map(BOOK.told, report.gains)) or words.told(report.text)
        yield words.say("last-turn", player=report.player, what=gains)


def _spent(trial: Trial, words: Words) -> Iterator[str]:
    if trial.staircase is None:
        return
    yield str(trial.staircase)
    left = trial.left
    if min(left) < 0:
        tail = words.say("short", pieces=words.pieces(Supply(*(-min(n, 0) for n in left))))
    else:
        tail = words.say("left", pieces=words.pieces(left))
    uses = words.say("uses", pieces=words.pieces(trial.uses))
    yield f"{uses}{words.say('semicolon')}{tail}"


def _placing_panel(table: Table, words: Words) -> Panel:
    """Return the verdict in the stages after the build."""
    draft, reasons = table.draft, table.reasons
    lines = []
    for name, knob in (("frog", draft.frog), ("monkey", draft.monkey)):
        if knob is not None:
            lines.append(words.say("placed", animal=words.say(name), knob=knob))
    if draft.placing is not None:
        lines.append(words.say("placing", animal=words.say(draft.placing)))
    later = table.later
    if later:
        bad = sum(1 for report in later if report.reasons)
        lines.append(words.say("after-it", count=len(later), bad=bad))
    earned = table.report.earned
    count = words.count("credit", earned.credits if earned is not None else 0)
    title = words.say("illegal") if reasons else words.say("legal", credits=count)
    told = tuple(map(words.reason, reasons))
    return Panel(title, "illegal" if reasons else "legal", tuple(lines), told)


def _past_panel(table: Table, looking: int, words: Words) -> Panel:
    played = table.played
    if not looking:
        return Panel(words.say("setup"), "open", (played.state.palace.ground.title,))
    report = reports(played)[looking - 1]
    title = f"{words.say('turn', number=looking)} · {report.player}"
    state = "legal" if report.legal else "illegal"
    lines = (words.told(report.text), words.listed(map(BOOK.told, report.gains)))
    return Panel(title, state, tuple(filter(None, lines)), tuple(map(words.reason, report.reasons)))


class Offer(NamedTuple):
    """A card that can be taken: as a record writes it, its bananas, and its pieces."""

    text: str
    bananas: int
    once: Supply
    each: Supply


def list_piles(table: Table) -> Iterator[tuple[Pile, tuple[Offer, ...]]]:
    """Yield the piles that the credits left pay for, the dearest first, with their cards.

    Those are the cards of the deck in use that no player has; others can be written out where
    there is no deck, or it is not filled in to its end.
    """
    draft, record = table.draft, table.now.record
    earned = table.report.earned
    colours = ("x", earned.decoration if earned is not None else None)
    chosen = {(card.cost, card.colour) for card in draft.cards}
    taken = {card.name for card in draft.cards}
    offers: dict[Pile, tuple[Offer, ...]] = {}
    if (deck := record.deck) is not None:
        names = (name for name in table.asked.on_offer() if name not in taken)
        for pile, group in groupby(names, lambda name: deck.card(name).pile):
            offers[pile] = tuple(_offer(deck.card(name), f"@{name}") for name in group)
    for pile in reversed(PILES):
        cost, colour = pile
        wanted = cost <= table.credits_left and colour in colours and pile not in chosen
        if wanted and (pile in offers or deck is None or not deck.whole):
            yield pile, offers.get(pile, ())


def known_deliveries(pile: Pile) -> tuple[tuple[Supply, Supply], ...]:
    """Return the pieces that cards of a pile may bring, once and each turn, most usual first.

    They are those of the house deck, which has none from the printed cards.
    """
    deck = load_deck(HOUSE)
    own = [card for card in deck.rows if card.pile == pile]
    found = [(card.once, card.each) for card in (*own, *deck.rows)]
    return tuple(dict.fromkeys([(NOTHING, NOTHING), *found]))


def _offer(card: Card, text: str) -> Offer:
    return Offer(text, card.bananas or 0, card.once, card.each)


def warning_of(state: GameState, words: Words) -> str:
    """Return that the last round has begun, or that the tray may not last this round."""
    if state.ending:
        return words.say("last-round", why=words.told(BOOK.told(state.ending)))
    tray = state.tray
    if tray is None:
        return ""
    due = NOTHING
    for seat in state.seats:
        due = due.plus(seat.income)
    kinds = [kind for kind, left in tray.named().items() if left < due.named()[kind]]
    low = words.listed(words.count(kind, max(tray.named()[kind], 0)) for kind in kinds)
    return words.say("low", what=low) if kinds else ""
