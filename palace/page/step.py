"""What a tap does: `step` returns the next table and what the host is to do, `settle` what becomes
of the table when the host tells how that went.  Neither reads a file, a clock or chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from palace.contract import registry
from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, players
from palace.contract.rules import Log
from palace.contract.taps import Choice, Idea, Taps
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.page import action as act
from palace.page.action import By, Effect, Result, Sent
from palace.page.desk import MOST_TAPS, AnyDesk, Desk, Kept, Pondering
from palace.page.filling import Filling
from palace.page.words import forbidden, refusal

Effects = tuple[Effect, ...]

MOST_PLAYERS = 8

_OWN = (act.Tap, act.Fill, act.Undo, act.Load)
"""What a phone may do although it has not yet seen its own last change."""


def step(desk: AnyDesk, sent: Sent, by: By) -> tuple[AnyDesk, Effects]:
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
        return desk, (act.Tell(by.phone, _problem(error)),)
    if after is desk:
        return desk, effects
    return replace(after.made(by.phone), lately=by.seat), effects


def _problem(error: InputError | NotationError) -> Problem:
    return error.problems[0] if isinstance(error, InputError) else error.problem("")


def _do(desk: AnyDesk, action: act.Action, by: By) -> tuple[AnyDesk, Effects]:
    match action:
        case act.Open() | act.Fill() | act.Load() | act.Begin():
            return _fill(desk, action, by)
        case act.Think(what=what, stop=stop):
            return _stop(desk) if stop else _think(desk, what, by)
        case act.Reread():
            return _reread(desk)
        case act.SaveAs(text=name):
            return _save_as(desk, name, by)
    if desk.beside:
        return _beside(desk, action, by)
    if isinstance(action, act.TakeBack):
        return _take_back(desk)
    if isinstance(action, act.Next):
        return _next(desk, action)
    if isinstance(action, act.End):
        return _end(desk)
    after = _entered(desk, action, by)
    if isinstance(after, tuple):
        return after
    return after, _draft(after)


def _draft(desk: AnyDesk) -> Effects:
    """Return the effect that keeps what is entered; an older turn is not kept."""
    entry = desk.entry
    if entry is None or entry.replaces is not None:
        return ()
    return (act.KeepDraft(entry.draft),)


def _entered(desk: AnyDesk, action: act.Action, by: By) -> AnyDesk | tuple[AnyDesk, Effects]:
    """Return the table with the move entered further, or less far."""
    match action:
        case act.Tap(name=name, held=held):
            return _tap(desk, name, by, held=held)
        case act.Answer(text=text):
            return _answer(desk, text)
        case act.Undo():
            if len(desk.drafts) < 2:
                raise refusal("no-entry")
            return replace(desk, drafts=desk.drafts[:-1], answered="", wrong=(), pondering=None)
        case act.Clear():
            # What can be begun with was looked for once, and is known there.
            return replace(
                desk, drafts=desk.drafts[:1], wanted=frozenset(), answered="", wrong=(),
                pondering=None,
            )  # fmt: skip
        case act.Replace(number=number):
            return desk.again(number) if number else desk.due()
        case act.Take(yes=yes):
            idea = desk.idea
            if idea is None or idea.answer is None:
                raise refusal("no-idea")
            put_away = replace(desk, pondering=None)
            return put_away.entered(desk.entering.typing(idea.answer)) if yes else put_away
    raise refusal("not-here")


def _tap(desk: AnyDesk, name: str, by: By, *, held: bool) -> AnyDesk | tuple[AnyDesk, Effects]:
    """Return the table after a tap on a place or a key, by its name."""
    entry, taps = desk.entering, desk.taps
    if taps is None:
        return _answer(desk, name)
    text = _text(taps, name, held=held)
    if isinstance(text, Choice):
        return _think(desk, text.asks, by)
    return desk.entered(entry.typing(text))


def _text(taps: Taps, name: str, *, held: bool) -> str | Choice:
    """Return the text that a tap makes, or the key that asks for it; raises `InputError`."""
    asked = next((one for one in taps.choices if one.name == name and one.asks), None)
    text = taps.text_of(name, held=held)
    if asked is None and text is None:
        raise refusal("no-tap")
    return asked or text or ""


def _answer(desk: AnyDesk, text: str) -> AnyDesk | tuple[AnyDesk, Effects]:
    """Return the table with a question answered in a line, or with the reasons against that."""
    entry = desk.entering
    part, wrong = entry.read(text)
    if wrong:
        return replace(desk, answered=text, wrong=wrong)
    return _on(desk, entry.kept(text, part))


def _next(desk: AnyDesk, action: act.Next) -> tuple[AnyDesk, Effects]:
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
    return _on(desk, entry.kept(text, part, wrong), action.to, insist=action.insist)


def _on(
    desk: AnyDesk, entry: object, wanted: str = "", *, insist: bool = False
) -> tuple[AnyDesk, Effects]:
    """Return the table with a question answered, and with the move confirmed if it was the last."""
    after = desk.entered(entry, wanted)  # type: ignore[arg-type]
    if after.entering.question is None:
        return _confirm(after, insist=insist)
    return after, _draft(after)


def _confirm(desk: AnyDesk, *, insist: bool) -> tuple[AnyDesk, Effects]:
    """Return the table with the move confirmed, or with the reasons against it."""
    entry = desk.entering
    _, _, log = desk.playing
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


def _take_back(desk: AnyDesk) -> tuple[AnyDesk, Effects]:
    _, _, log = desk.playing
    if not log.commits:
        raise refusal("no-turn")
    if desk.before:
        return _saved(replace(desk, log=desk.before[-1], before=desk.before[:-1]))
    return _saved(replace(desk, log=log.back()))


def _end(desk: AnyDesk) -> tuple[AnyDesk, Effects]:
    """Return the table of a game that is over because the table says so, or that goes on."""
    over = desk.over
    if over is None:
        raise refusal("not-here")
    return _saved(replace(desk, record=over[1]))


def _saved(desk: AnyDesk, name: str = "") -> tuple[AnyDesk, Effects]:
    """Return the table with the next move due, and the effect that saves what is confirmed."""
    _, record, log = desk.playing
    text = record.text(log, desk.kind)
    kept = desk.kept
    waits = kept.problem is None and kept.writing is not None
    expected = kept.writing if waits else kept.text
    ours = kept.writing if waits and kept.writing is not None else kept.ours
    after = replace(desk, kept=replace(kept, writing=text), pondering=None)
    return after.due(), (act.Save(text, expected, ours, name),)


# Beside the game.


def _open_beside(desk: AnyDesk, what: str, about: str, by: By) -> tuple[AnyDesk, Effects]:
    """Return the table with a table or a map to enter beside the game."""
    begun = desk.besides[what].begin(desk.record, desk.log, about)
    return _asked(replace(desk, beside=(begun,), pondering=None), by)


def _beside(desk: AnyDesk, action: act.Action, by: By) -> tuple[AnyDesk, Effects]:
    """Return the table after a tap on what is beside the game."""
    now = desk.beside[-1]
    match action:
        case act.Undo():
            if len(desk.beside) < 2:
                raise refusal("no-entry")
            return _asked(replace(desk, beside=desk.beside[:-1], pondering=None), by)
        case act.Tap(name=name, held=held):
            text = _text(now.taps, name, held=held)
            if isinstance(text, Choice):
                return _think(desk, text.asks, by)
            beside = (*desk.beside, now.tapped(name, text))[-MOST_TAPS:]
            return _asked(replace(desk, beside=beside, pondering=None), by)
    raise refusal("not-here")


def _asked(desk: AnyDesk, by: By) -> tuple[AnyDesk, Effects]:
    """Return the table with what its main key asks for being thought of."""
    taps = desk.beside[-1].taps
    main = next((one.asks for one in taps.choices if one.name == taps.main), "")
    return _think(desk, main, by) if main else (desk, ())


# Thinking.


def _think(desk: AnyDesk, what: str, by: By, about: str = "") -> tuple[AnyDesk, Effects]:
    """Return the table with something being thought of, or asked what that needs to know."""
    if not about and (asked := _needed(desk, what)) is not None:
        game, _, _ = desk.playing
        form = Form(lambda answers, rulings: iter((asked,)), dict)
        return replace(desk, form=Filling(f"idea:{what}", game.key, form)), ()
    if desk.beside and what not in {one.asks for one in desk.beside[-1].taps.choices}:
        raise refusal("no-tap")
    ticket = desk.tickets + 1
    pondering = Pondering(ticket, what, by.phone, desk.version + 1, about)
    stopped, effects = _stop(desk)
    after = replace(stopped, pondering=pondering, tickets=ticket)
    return after, (*effects, act.Ponder(ticket, what))


def _needed(desk: AnyDesk, what: str) -> Question | None:
    """Return the question that has to be answered before something is thought of."""
    known = desk.thoughts
    if desk.beside or what not in known or desk.entry is None or desk.entry.question is None:
        return None
    _, record, log = desk.playing
    return known[what].needs(record, log, desk.entry.question.player)


def _stop(desk: AnyDesk) -> tuple[AnyDesk, Effects]:
    thought = desk.pondering
    if thought is None:
        return desk, ()
    effects = () if thought.done else (act.Stop(thought.ticket),)
    return replace(desk, pondering=None), effects


# Forms.


def form_of(what: str, key: str) -> Form:
    """Return the form of this name for a game; raises `InputError` where there is none."""
    game = registry.game(key)
    if what == "pad" and game.pad is not None:
        return game.pad()
    if what == "join" and game.joining is not None:
        return game.joining()
    if what == "new":
        return game.beginning() if game.beginning is not None else _plain(key)
    raise refusal("no-form")


def _plain(key: str) -> Form:
    """Return the form of a new game that tells none of its own: who plays."""
    game = registry.game(key)

    def questions(answers: object, rulings: object) -> Iterator[Question]:
        yield players(1, MOST_PLAYERS)

    def record(answers: Mapping[str, object]) -> dict[str, object]:
        names = cast("tuple[str, ...]", answers[PLAYERS])
        return game.new([game.player(name) for name in names], Path("game.toml"), {})

    return Form(questions, record)


def _fill(desk: AnyDesk, action: act.Action, by: By) -> tuple[AnyDesk, Effects]:
    match action:
        case act.Open(what="") if desk.form is not None:
            return replace(desk, form=None), ()
        case act.Open(what=""):
            stopped, effects = _stop(desk)
            return replace(stopped, beside=()), effects
        case act.Open(what=what, about=about) if what in desk.besides:
            return _open_beside(desk, what, about, by)
        case act.Open(what=what, about=about):
            if what != "pad" and desk.game is not None:
                raise refusal("begun")
            key = about or registry.default()
            given: dict[str, object] = {"seed": by.seed, "today": by.today}
            if what == "join" and desk.beside:
                given |= desk.beside[-1].joining or {}
            return replace(desk, form=Filling(what, key, form_of(what, key), given=given)), ()
        case act.Fill(name=name, text=text) if desk.form is not None:
            return replace(desk, form=desk.form.filled(name, text)), ()
        case act.Load(name=name, text=text) if desk.form is not None:
            return replace(desk, form=desk.form.filled(name, text)), ()
        case act.Load(text=text) if desk.game is None:
            return _begun(desk, text)
        case act.Begin() if desk.form is not None:
            return _begin(desk, desk.form, by)
        case act.Begin() if desk.beside and desk.beside[-1].corrected is not None:
            return _put_right(desk, desk.beside[-1].corrected)
    raise refusal("not-here")


def _begin(desk: AnyDesk, form: Filling, by: By) -> tuple[AnyDesk, Effects]:
    """Return the table of the game that a form makes, or with what it asked about thought of."""
    lines, answers = form.lines()
    if answers is None:
        line = next(line for line in lines if line.problem is not None)
        assert line.problem is not None
        raise InputError(line.problem)
    if form.what.startswith("idea:"):
        closed = replace(desk, form=None)
        return _think(closed, form.what.removeprefix("idea:"), by, lines[0].text)
    if form.what == "pad" or desk.game is not None:
        raise refusal("begun")
    return _begun(desk, data_text(form.form.record(answers), desk.kind))


def _begun(desk: AnyDesk, text: str) -> tuple[AnyDesk, Effects]:
    """Return the table with the game of a record, which is saved."""
    document = parse_document(text, desk.kind, desk.name)
    game = registry.game_of(document)
    record = game.read(document)
    begun = Desk.begun(game, record, text, desk.name)
    begun = replace(
        begun, version=desk.version, makers=desk.makers, counts=desk.counts, tickets=desk.tickets
    )
    text = record.text(None, desk.kind)
    return replace(begun, kept=Kept(writing=text)), (act.Save(text, None),)


def _put_right(desk: AnyDesk, text: str) -> tuple[AnyDesk, Effects]:
    """Return the table of the game whose record was put right, which is saved."""
    game, _, log = desk.playing
    record = game.read(parse_document(text, "toml", desk.name))
    again = Log.begin(record.rules).played(record.written)
    return _saved(replace(desk, record=record, log=again, before=(*desk.before, log), beside=()))


# The file.


def _reread(desk: AnyDesk) -> tuple[AnyDesk, Effects]:
    """Return the table of the game that is in the file."""
    text = desk.kept.changed
    if text is None:
        raise refusal("no-file")
    document = parse_document(text, desk.kind, desk.name)
    game = registry.game_of(document)
    begun = Desk.begun(game, game.read(document), text, desk.name)
    after = replace(
        begun, version=desk.version, makers=desk.makers, counts=desk.counts, tickets=desk.tickets
    )
    return after, (act.ReadFile(),)


def _save_as(desk: AnyDesk, name: str, by: By) -> tuple[AnyDesk, Effects]:
    """Return the table whose game goes on in another file, or offer its record."""
    _, record, log = desk.playing
    if not name:
        return desk, (act.Offer(by.phone, desk.name, record.text(log, desk.kind)),)
    ending = ".json" if desk.kind == "json" else ".toml"
    if name.removesuffix(ending) in ("", ".", "..") or not name.isprintable() or "/" in name:
        raise refusal("no-name")
    name = name if name.lower().endswith((".toml", ".json")) else name + ending
    if Path(name).name != name or "\\" in name:
        raise refusal("no-name")
    moved = replace(desk, name=name)
    text = record.text(log, moved.kind)
    return replace(desk, kept=replace(desk.kept, writing=text)), (act.Save(text, None, "", name),)


def settle(desk: AnyDesk, result: Result) -> tuple[AnyDesk, Effects]:
    """Return the table after something was done, and what is to be done because of that."""
    kept = desk.kept
    match result:
        case act.Saved(text=text, name=name):
            writing = None if kept.writing == text else kept.writing
            return replace(desk, name=name, kept=Kept(text, text, writing)), ()
        case act.Unsaved(text=text, problem=problem):
            return replace(desk, kept=replace(kept, problem=problem)), ()
        case act.FileChanged(text=text):
            if text is not None and text in (kept.text, kept.writing):
                return replace(desk, kept=replace(kept, changed=None, gone=False)), ()
            return replace(desk, kept=replace(kept, changed=text, gone=text is None)), ()
        case act.Thought():
            return _thought(desk, result)


def _thought(desk: AnyDesk, thought: act.Thought) -> tuple[AnyDesk, Effects]:
    """Return the table with what was thought of; one that comes too late changes nothing."""
    now = desk.pondering
    if now is None or now.ticket != thought.ticket:
        return desk, ()
    found = replace(
        now, answer=thought.answer, told=thought.told, share=thought.share, done=thought.done
    )
    if desk.beside:
        idea = Idea(thought.answer, thought.told, thought.done, thought.share)
        beside = (*desk.beside[:-1], desk.beside[-1].thought(found.what, idea))
        return replace(desk, pondering=found, beside=beside), ()
    enters = now.what in desk.thoughts and desk.thoughts[now.what].enters
    if not enters or not thought.done or thought.answer is None or desk.entry is None:
        return replace(desk, pondering=found), ()
    after = desk.entered(desk.entering.typing(thought.answer)).made(now.phone)
    return after, _draft(after)
