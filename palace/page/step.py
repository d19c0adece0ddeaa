"""What a tap does: `step` returns the next table and what the host is to do, `settle` what becomes
of the table when the host tells how that went.  Neither reads a file, a clock or chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from palace.contract import registry
from palace.contract.beside import Beside
from palace.contract.entering import Entering
from palace.contract.game import Form, Given, Question
from palace.contract.pad import PLAYERS, players
from palace.contract.rules import Log, M, S
from palace.contract.taps import Choice, Taps
from palace.core.errors import InputError, NotationError
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.page import action as act
from palace.page.action import By, Effect, Result, Sent
from palace.page.desk import MOST_TAPS, AnyDesk, Desk, Kept, Pondering
from palace.page.filling import Filling
from palace.page.words import forbidden, problem_of, refusal

Stepped = tuple[AnyDesk, tuple[Effect, ...]]
"""A table after something, and what is to be done because of that."""

MOST_PLAYERS = 8

_OWN = (act.Tap, act.Fill, act.Undo, act.Load)
"""What a phone may do although it has not yet seen its own last change."""


def step(desk: AnyDesk, sent: Sent, by: By) -> Stepped:
    """Return the table after an action of a phone, and what is to be done.

    An action that was dealt with before changes nothing; one made for a table that another phone
    has changed is refused, and the phone told.
    """
    if by.role != "player" or sent.count <= desk.counts.get(by.phone, 0):
        return desk, ()
    desk = desk.counted(by.phone, sent.count)
    if not desk.fits(sent.version, by.phone, exactly=not isinstance(sent.action, _OWN)):
        return desk, (act.Tell(by.phone, refusal("changed").problems[0]),)
    try:
        after, effects = _do(desk, sent.action, by)
    except (InputError, NotationError) as error:
        return desk, (act.Tell(by.phone, problem_of(error)),)
    if after is desk:
        return desk, effects
    return replace(after.made(by.phone), lately=by.seat), effects


def _do(desk: AnyDesk, action: act.Action, by: By) -> Stepped:
    match action:
        case act.Open():
            return _open(desk, action, by)
        case act.Fill(name=name, text=text) | act.Load(name=name, text=text) if desk.form:
            return replace(desk, form=desk.form.filled(name, text)), ()
        case act.Load(text=text) if desk.game is None:
            return _begun(desk, text)
        case act.Begin():
            return _begin(desk, by)
        case act.Think(what=what, stop=stop):
            return _stop(desk) if stop else _think(desk, what, by)
        case act.Reread():
            return _reread(desk)
        case act.SaveAs(text=name):
            return _save_as(desk, name, by)
        case _ if desk.beside:
            return _beside(desk, action, by)
        case act.Tap(name=name, held=held):
            return _tap(desk, name, by, held=held)
        case act.Answer(text=text):
            return _answer(desk, text)
        case act.Next():
            return _next(desk, action)
        case act.Undo() if len(desk.drafts) > 1:
            return _drafted(replace(desk.quiet, drafts=desk.drafts[:-1]))
        case act.Undo():
            raise refusal("no-entry")
        case act.Clear():
            # What can be begun with was looked for once, and is known there.
            return _drafted(replace(desk.quiet, drafts=desk.drafts[:1], wanted=frozenset()))
        case act.Replace(number=number):
            return _drafted(desk.again(number) if number else desk.due())
        case act.Take(yes=yes):
            if (idea := desk.idea) is None or idea.text is None:
                raise refusal("no-idea")
            away = replace(desk, pondering=None)
            return _drafted(away.entered(desk.entering.typing(idea.text)) if yes else away)
        case act.TakeBack():
            return _take_back(desk)
        case act.End() if desk.over is not None:
            return _saved(replace(desk, record=desk.over[1]))
    raise refusal("not-here")


def _drafted(desk: AnyDesk) -> Stepped:
    """Return the table with what is entered kept, unless it is for an older turn."""
    entry = desk.entry
    kept = entry is not None and entry.replaces is None
    return desk, (act.KeepDraft(entry.draft),) if entry is not None and kept else ()


def _tap(desk: AnyDesk, name: str, by: By, *, held: bool) -> Stepped:
    """Return the table after a tap on a place or a key, by its name."""
    entry, taps = desk.entering, desk.taps
    if taps is None:
        return _answer(desk, name)
    text = _text(taps, name, held=held)
    if isinstance(text, Choice):
        return _think(desk, text.asks, by)
    return _drafted(desk.entered(entry.typing(text)))


def _text(taps: Taps, name: str, *, held: bool) -> str | Choice:
    """Return the text that a tap makes, or the key that asks for it; raises `InputError`."""
    asked = next((one for one in taps.choices if one.name == name and one.asks), None)
    text = asked or taps.text_of(name, held=held)
    if text is None:
        raise refusal("no-tap")
    return text


def _answer(desk: AnyDesk, text: str) -> Stepped:
    """Return the table with a question answered in a line, or with the reasons against that."""
    entry = desk.entering
    part, wrong = entry.read(text)
    if wrong:
        return _drafted(replace(desk, answered=text, wrong=wrong))
    return _on(desk, entry.kept(text, part))


def _next(desk: AnyDesk, action: act.Next) -> Stepped:
    """Return the table at the next question, or with the move confirmed."""
    entry, taps = desk.entering, desk.taps
    if entry.question is None:
        return _confirm(desk, insist=action.insist)
    text = desk.answered if taps is None else taps.answer
    if text is None or (taps is None and not desk.wrong):
        raise refusal("no-answer")
    part, wrong = entry.read(text)
    if wrong and not action.insist:
        raise forbidden(wrong[0])
    return _on(desk, entry.kept(text, part, wrong), action)


def _on(desk: Desk[S, M], entry: Entering[S, M], action: act.Next | None = None) -> Stepped:
    """Return the table with a question answered, and with the move confirmed if it was the last."""
    action = action or act.Next()
    after = desk.entered(entry, action.to)
    if after.entering.question is None:
        return _confirm(after, insist=action.insist)
    return _drafted(after)


def _confirm(desk: AnyDesk, *, insist: bool) -> Stepped:
    """Return the table with the move confirmed, or with the reasons against it."""
    entry, (_, _, log) = desk.entering, desk.playing
    assert entry.move is not None
    after = entry.whole.moved(entry.move, entry.replaces)
    pairs = zip(after.commits, log.commits, strict=False)
    first = next((at for at, (new, old) in enumerate(pairs) if new != old), len(log.commits))
    at = first if entry.replaces is None else entry.replaces - 1
    reports = after.reports[at] if at < len(after.reports) else ()
    wrong = tuple(reason for _, reason in entry.wrong(reports))
    if wrong and not insist:
        return replace(desk, wrong=wrong), ()
    # A replaced move has changed what came before the later ones.
    before = (*desk.before, log) if entry.replaces is None else ()
    return _saved(replace(desk, log=after, before=before))


def _take_back(desk: AnyDesk) -> Stepped:
    _, _, log = desk.playing
    if not log.commits:
        raise refusal("no-turn")
    back = desk.before[-1] if desk.before else log.back()
    return _saved(replace(desk, log=back, before=desk.before[:-1]))


def _saved(desk: AnyDesk) -> Stepped:
    """Return the table with the next move due, and the effect that saves what is confirmed."""
    _, record, log = desk.playing
    text, kept = record.text(log, desk.kind), desk.kept
    waits = kept.writing if kept.problem is None else None
    expected, ours = (kept.text, kept.ours) if waits is None else (waits, waits)
    after = replace(desk, kept=replace(kept, writing=text))
    return after.due(), (act.Save(text, expected, ours),)


# Beside the game.


def _beside(desk: AnyDesk, action: act.Action, by: By) -> Stepped:
    """Return the table after a tap on what is beside the game."""
    now, before = desk.beside[-1], desk.beside[:-1]
    match action:
        case act.Undo() if before:
            return _at(desk, before, by)
        case act.Undo():
            raise refusal("no-entry")
        case act.Tap(name=name, held=held):
            text = _text(now.taps, name, held=held)
            if isinstance(text, Choice):
                return _think(desk, text.asks, by)
            return _at(desk, (*desk.beside, now.tapped(name, text))[-MOST_TAPS:], by)
    raise refusal("not-here")


def _at(desk: AnyDesk, beside: tuple[Beside, ...], by: By) -> Stepped:
    """Return the table with this beside the game, and what its main key asks for thought of."""
    after, taps = replace(desk, beside=beside, pondering=None), beside[-1].taps
    main = next((one.asks for one in taps.choices if one.name == taps.main), "")
    return _think(after, main, by) if main else (after, ())


# Thinking.


def _think(desk: AnyDesk, what: str, by: By, about: str = "") -> Stepped:
    """Return the table with something being thought of, or asked what that needs to know."""
    if not about and (asked := _needed(desk, what)) is not None:
        game, _, _ = desk.playing
        form = Form(lambda answers, rulings: iter((asked,)), dict)
        return replace(desk, form=Filling(f"idea:{what}", game.key, form)), ()
    if desk.beside and what not in {one.asks for one in desk.beside[-1].taps.choices}:
        raise refusal("no-tap")
    ticket = desk.tickets + 1
    stopped, effects = _stop(desk)
    pondering = Pondering(ticket, what, by.phone, about)
    after = replace(stopped, pondering=pondering, tickets=ticket)
    return after, (*effects, act.Ponder(ticket, what))


def _needed(desk: AnyDesk, what: str) -> Question | None:
    """Return the question that has to be answered before something is thought of."""
    known, entry = desk.thoughts, desk.entry
    if desk.beside or what not in known or entry is None or entry.question is None:
        return None
    _, record, log = desk.playing
    return known[what].needs(record, log, entry.question.player)


def _stop(desk: AnyDesk) -> Stepped:
    thought = desk.pondering
    if thought is None:
        return desk, ()
    return replace(desk, pondering=None), () if thought.idea.done else (act.Stop(thought.ticket),)


# Forms.


def form_of(what: str, key: str) -> Form:
    """Return the form of this name for a game; raises `InputError` where there is none."""
    game = registry.game(key)
    known = {"pad": game.pad, "join": game.joining, "new": game.beginning or (lambda: _plain(key))}
    form = known.get(what)
    if form is None:
        raise refusal("no-form")
    return form()


def _plain(key: str) -> Form:
    """Return the form of a new game that tells none of its own: who plays, as its pad asks."""
    game = registry.game(key)

    def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
        asked = iter(()) if game.pad is None else iter(game.pad().questions(answers, rulings))
        yield next(asked, players(1, MOST_PLAYERS))

    def record(answers: Mapping[str, object]) -> dict[str, object]:
        names = cast("tuple[str, ...]", answers[PLAYERS])
        return game.new([game.player(name) for name in names], Path("game.toml"), {})

    return Form(questions, record)


def _open(desk: AnyDesk, action: act.Open, by: By) -> Stepped:
    """Return the table with a form, or with something beside the game; without one or the other."""
    what, about = action.what, action.about
    if not what:
        stopped, effects = (desk, ()) if desk.form is not None else _stop(desk)
        beside = desk.beside if desk.form is not None else ()
        return replace(stopped, form=None, beside=beside), effects
    if what in desk.besides:
        return _at(desk, (desk.besides[what].begin(desk.record, desk.log, about),), by)
    if what != "pad" and desk.game is not None:
        raise refusal("begun")
    key = about or registry.default()
    given: dict[str, object] = {"seed": by.seed, "today": by.today}
    if what == "join" and desk.beside:
        given |= desk.beside[-1].joining or {}
    form = Filling(what, key, form_of(what, key), given=given, unnamed=action.unnamed)
    return replace(desk, form=form), ()


def _begin(desk: AnyDesk, by: By) -> Stepped:
    """Return the table of the game that a form makes, with what it asked about thought of, or with
    the record put right."""
    form, right = desk.form, desk.beside[-1].corrected if desk.beside else None
    if form is None and right is not None:
        return _put_right(desk, right)
    if form is None:
        raise refusal("not-here")
    lines, answers = form.lines()
    if answers is None:
        raise InputError(*(line.problem for line in lines if line.problem is not None))
    if form.what.startswith("idea:"):
        closed = replace(desk, form=None)
        return _think(closed, form.what.removeprefix("idea:"), by, lines[0].text)
    if form.what == "pad" or desk.game is not None:
        raise refusal("begun")
    return _begun(desk, data_text(form.form.record(answers), desk.kind))


def _begun(desk: AnyDesk, text: str) -> Stepped:
    begun = _of(desk, text)
    ours = begun.kept.ours
    return replace(begun, kept=Kept(writing=ours)), (act.Save(ours, None),)


def _of(desk: AnyDesk, text: str) -> AnyDesk:
    """Return the table with the game of a record, for the phones that there are."""
    game, record = registry.game_in(parse_document(text, desk.kind, desk.name))
    return replace(
        Desk.begun(game, record, text, desk.name),
        version=desk.version, makers=desk.makers, counts=desk.counts, tickets=desk.tickets,
    )  # fmt: skip


def _put_right(desk: AnyDesk, text: str) -> Stepped:
    """Return the table of the game whose record was put right, which is saved."""
    game, _, log = desk.playing
    record = game.read(parse_document(text, "toml", desk.name))
    again = Log.begin(record.rules).played(record.written)
    return _saved(replace(desk, record=record, log=again, before=(*desk.before, log), beside=()))


# The file.


def _reread(desk: AnyDesk) -> Stepped:
    if desk.kept.changed is None:
        raise refusal("no-file")
    return _of(desk, desk.kept.changed), (act.ReadFile(),)


def _save_as(desk: AnyDesk, name: str, by: By) -> Stepped:
    """Return the table whose game goes on in another file, or offer its record."""
    _, record, log = desk.playing
    if not name:
        return desk, (act.Offer(by.phone, desk.name, record.text(log, desk.kind)),)
    name = name if name.lower().endswith((".toml", ".json")) else f"{name}.{desk.kind}"
    if name[0] == "." or Path(name).name != name or "\\" in name or not name.isprintable():
        raise refusal("no-name")
    text = record.text(log, replace(desk, name=name).kind)
    return replace(desk, kept=replace(desk.kept, writing=text)), (act.Save(text, None, "", name),)


# What the host tells.


def settle(desk: AnyDesk, result: Result) -> Stepped:
    """Return the table after something was done, and what is to be done because of that."""
    kept = desk.kept
    match result:
        case act.Saved(text=text, name=name):
            writing = None if kept.writing == text else kept.writing
            return replace(desk, name=name, kept=Kept(text, text, writing)), ()
        case act.Unsaved(problem=problem):
            return replace(desk, kept=replace(kept, problem=problem)), ()
        case act.FileChanged(text=text):
            ours = text is not None and text in (kept.text, kept.writing)
            changed, gone = None if ours else text, text is None
            return replace(desk, kept=replace(kept, changed=changed, gone=gone)), ()
        case act.Thought():
            return _thought(desk, result)


def _thought(desk: AnyDesk, thought: act.Thought) -> Stepped:
    """Return the table with what was thought of; one that comes too late changes nothing."""
    now = desk.pondering
    if now is None or now.ticket != thought.ticket:
        return desk, ()
    desk = replace(desk, pondering=replace(now, idea=thought.idea))
    if desk.beside:
        beside = (*desk.beside[:-1], desk.beside[-1].thought(now.what, thought.idea))
        return replace(desk, beside=beside), ()
    enters = now.what in desk.thoughts and desk.thoughts[now.what].enters
    text = thought.idea.text
    if not enters or not thought.idea.done or text is None or desk.entry is None:
        return desk, ()
    return _drafted(desk.entered(desk.entering.typing(text)).made(now.phone))
