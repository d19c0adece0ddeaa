"""What a tap does: `step` returns the next table and what the host is to do, `settle` what becomes
of the table when the host tells how that went, `thoughts` what takes longer than a tap.  None reads
a file, a clock or chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from types import MappingProxyType

from palace.contract import registry
from palace.contract.beside import TABLE, Beside
from palace.contract.entering import beginning
from palace.contract.game import Form
from palace.contract.taps import Idea
from palace.core.errors import InputError, Problem
from palace.core.provenance import typed_in
from palace.core.verdict import Text
from palace.files.document import Document, made_document, parse_document
from palace.files.links import Link
from palace.files.serialise import data_text
from palace.page import action as act
from palace.page.action import By, Effect, Result, Sent, Thought
from palace.page.desk import MOST_TAPS, PLAYS, AnyDesk, Desk, Filling, Kept
from palace.page.words import BOOK, refusal

Stepped = tuple[AnyDesk, tuple[Effect, ...]]
"""A table after something, and what is to be done because of that."""


def step(desk: AnyDesk, sent: Sent, by: By) -> Stepped:
    """Return the table after an action of a player's phone, and what is to be done.

    Raises `InputError` or `NotationError` for what cannot be done: also for an action made for a
    table that has changed since, but for a tap after taps of the same phone.
    """
    action, version = sent.action, sent.version
    taps = isinstance(action, act.Tap | act.Fill) or action == act.Plain("undo")
    own = taps and by.phone == desk.maker and desk.since <= version < desk.version
    # What is confirmed is saved, whatever is entered.
    if version != desk.version and not own and not isinstance(action, act.SaveAs):
        raise refusal("changed")
    after, effects = _dealt(desk, action, by)
    if after is desk:
        return desk, effects
    answers = isinstance(action, act.Fill) and desk.form is None and not desk.beside
    after = after.made(by.phone, own=taps and not answers)
    after, keeps = _kept(after, by) if after.beside or after.log is not desk.log else (after, ())
    if after.log is not desk.log and after.rival is not None and not after.beside:
        after, ponders = _think(after, PLAYS, by)
        keeps = (*keeps, *ponders)
    return replace(after, player=by.seat), (*effects, *keeps)


def _kept(desk: AnyDesk, by: By) -> Stepped:
    """Return the table with its box as it is by now, and the effect that keeps it."""
    data = desk.box(typed_in(by.today))
    if data is None or data == desk.boxes[data.game or ""]:
        return desk, ()
    boxes = MappingProxyType({**desk.boxes, data.game or "": data})
    learns = (data, desk.log) if desk.beside and desk.log is not None else desk.learns
    return replace(desk, boxes=boxes, learns=learns), (act.KeepBox(data),)


def _dealt(desk: AnyDesk, action: act.Action, by: By) -> Stepped:
    match action:
        case act.Open(what, about):
            return _open(desk, what, about, by)
        case act.Fill(name, text) if desk.form is not None:
            return replace(desk, form=desk.form.filled(name, text)), ()
        case act.Fill(name, text) if desk.beside:
            return _beside(desk, (*desk.beside, desk.beside[-1].filled(name, text)), by)
        case act.Fill(_, text) if desk.game is None:
            return _saved(_table_of(desk, _document(desk, text)))
        case act.Plain("begin"):
            return _begin(desk, by)
        case act.Think(_, stop=True):
            return replace(desk, pondering=None), ()
        case act.Think(what):
            return _think(desk, what, by)
        case act.Plain("reread"):
            return _reread(desk)
        case act.SaveAs(name):
            return _save_as(desk, name)
        case act.Tap():
            return _tap(desk, action, by)
        case act.Plain("undo") if len(desk.beside) > 1:
            return _beside(desk, desk.beside[:-1], by)
        case act.Plain("undo") if desk.guide and desk.at > 0:
            return _guided(desk, desk.at - 1)
        case act.Next() if desk.guide and desk.at + 1 < len(desk.guide):
            return _guided(desk, desk.at + 1)
        case act.Plain("undo") if not desk.beside and len(desk.drafts) > 1:
            return _drafted(replace(desk.quiet, drafts=desk.drafts[:-1]))
        case act.Plain("undo"):
            raise refusal("no-entry")
        case _ if desk.beside:
            raise refusal("not-here")
        case act.Fill(_, text) if len(text) <= act.LONGEST:
            return _answer(desk, text, act.Next())
        case act.Next():
            return _next(desk, action)
        case act.Plain("clear"):
            # What can be begun with was looked for once, and is known there.
            return _drafted(replace(desk.quiet, drafts=desk.drafts[:1], wanted=frozenset()))
        case act.Replace(number):
            return _drafted(desk.due(number))
        case act.Take() if desk.idea is not None and desk.idea.move is not None:
            return _saved(replace(desk, log=desk.playing[2].moved(desk.idea.move)))
        case act.Take(text):
            taken = desk.entering.typing(text)
            if desk.idea is None or taken.taps is None:
                raise refusal("no-idea")
            return _drafted(desk.entered(taken))
        case act.Plain("take-back"):
            return _take_back(desk)
        case act.Plain("again") if desk.entry is None or desk.over is not None:
            return _again(desk, by)
        case act.Plain("end") if desk.over is not None:
            return _saved(replace(desk, record=desk.over[1]))
    raise refusal("not-here")


def _guided(desk: AnyDesk, at: int) -> Stepped:
    """Return the table at another step of the move of the program."""
    now = desk.pondering
    return replace(desk, pondering=now and now._replace(idea=now.idea._replace(at=at))), ()


def _drafted(desk: AnyDesk) -> Stepped:
    """Return the table with what is entered kept, unless it is for an older turn."""
    entry = desk.entry
    kept = entry is not None and entry.replaces is None
    return desk, (act.KeepDraft(entry.draft),) if entry is not None and kept else ()


def _tap(desk: AnyDesk, tap: act.Tap, by: By) -> Stepped:
    """Return the table after a tap on a place or a key; a stroke beside the game is one step."""
    beside, name = desk.beside, tap.name
    taps = beside[-1].taps if beside else desk.entering.taps
    choices = () if taps is None else taps.choices
    if asks := next((one.asks for one in choices if one.name == name), ""):
        return _think(desk, asks, by)
    text = None if taps is None else taps.text_of(name, held=tap.held)
    if text is None:
        raise refusal("no-tap")
    if beside:
        before = beside[:-1] if tap.drawn else beside
        return _beside(desk, (*before, beside[-1].tapped(name, text)), by)
    return _drafted(desk.entered(desk.entering.typing(text)))


def _next(desk: AnyDesk, action: act.Next) -> Stepped:
    """Return the table at the next question, or with the move confirmed."""
    entry, taps = desk.entering, desk.taps
    if entry.question is None:
        return _confirm(desk, insist=action.insist)
    text = desk.answered if taps is None else taps.answer
    if text is None or (taps is None and not desk.wrong):
        raise refusal("no-answer")
    return _answer(desk, text, action)


def _answer(desk: AnyDesk, text: str, action: act.Next) -> Stepped:
    """Return the table with a question answered, and with the move confirmed if it was the last; or
    with the reasons against the answer, where they were not shown."""
    part, wrong = desk.entering.read(text)
    if wrong and not action.insist:
        if desk.taps is not None:
            raise InputError(Problem("", Text(wrong[0].text_in), BOOK.text("insist")))
        return _drafted(replace(desk, answered=text, wrong=wrong))
    after = desk.entered(desk.entering.kept(text, part, wrong), action.to)
    if after.entering.question is None:
        return _confirm(after, insist=action.insist)
    return _drafted(after)


def _confirm(desk: AnyDesk, *, insist: bool) -> Stepped:
    """Return the table with the move confirmed, or with the reasons against it."""
    entry, (_, _, log) = desk.entering, desk.playing
    assert entry.move is not None
    after = entry.whole.moved(entry.move, entry.replaces)
    at = after.shared(log) if entry.replaces is None else entry.replaces - 1
    reports = after.reports[at] if at < len(after.reports) else ()
    wrong = tuple(reason for _, reason in entry.wrong(reports))
    if wrong and not insist:
        return replace(desk, wrong=wrong), ()
    return _saved(replace(desk, log=after))


def _take_back(desk: AnyDesk) -> Stepped:
    if not (log := desk.playing[2]).commits:
        raise refusal("no-turn")
    after, effects = _saved(replace(desk, log=log.undone))
    # A move of the program is taken back with that of the person before it.
    back = after.rival is None or not log.undone.commits
    return (after, effects) if back else _take_back(after)


def _saved(desk: AnyDesk) -> Stepped:
    """Return the table with the next move due, and the effect that saves what is confirmed."""
    after = replace(desk, kept=replace(desk.kept, sent=desk.kept.sent + 1))
    return after.due(), (after.saving,)


def _again(desk: AnyDesk, by: By) -> Stepped:
    """Return the table with a new game like its own coming, and the effect that saves that."""
    game, _, _ = desk.playing
    if (again := beginning(game).again) is None:
        raise refusal("not-here")
    data = parse_document(desk.saving.text, desk.kind, desk.file).data
    text = data_text(again(data, {"today": by.today, "seed": by.seed}), desk.kind)
    file = PurePath(desk.file).with_stem(f"{by.today}-{by.seed % 1_000_000}")
    named = replace(desk, file=str(file))
    coming, _ = _saved(_table_of(named, made_document(text, desk.kind, named.file)))
    return replace(desk, coming=coming), (coming.saving._replace(name=coming.name),)


# Beside the game.


def _beside(desk: AnyDesk, beside: tuple[Beside, ...], by: By) -> Stepped:
    """Return the table with this beside the game, and what its main key asks for thought of."""
    after, taps = replace(desk, beside=beside[-MOST_TAPS:], pondering=None), beside[-1].taps
    for one in taps.choices:
        if one.name == taps.main and one.answer is None and one.asks:
            return _think(after, one.asks, by)
    return after, ()


# Thinking.


def _think(desk: AnyDesk, what: str, by: By, answer: str = "") -> Stepped:
    """Return the table with something being thought of, or asked what that needs to know."""
    thinking = desk.thoughts.get(what)
    question = None if desk.entry is None else desk.entry.question
    if thinking is not None and question is not None and not (answer or desk.beside):
        game, record, log = desk.playing
        if (asked := thinking.needs(record, log, question.player)) is not None:
            form = Form(lambda answers, rulings: iter((asked,)), dict)
            return replace(desk, form=Filling(f"idea:{what}", game.key, form)), ()
    if desk.beside and what not in {one.asks for one in desk.beside[-1].taps.choices if one.asks}:
        raise refusal("no-tap")
    ponder = act.Ponder(desk.version, what, by.phone, answer)
    return replace(desk, pondering=ponder), (ponder,)


def thoughts(desk: AnyDesk, ticket: int, what: str) -> Iterator[Thought]:
    """Yield what is thought of at a table, in slices of at most 50 ms that a host drives, and may
    stop; the last one is done.  An error ends it with what is wrong."""
    try:
        for idea in _ideas(desk, what):
            yield Thought(ticket, idea)
    except InputError as error:
        yield Thought(ticket, Idea(told=error.problems[0].what, done=True))


def _ideas(desk: AnyDesk, what: str) -> Iterator[Idea]:
    if desk.beside:
        yield from desk.beside[-1].ideas(what)
        return
    (_, record, _), entry, player = desk.playing, desk.entry, desk.asked
    if what in desk.thoughts and entry is not None:
        answer = "" if desk.pondering is None else desk.pondering.answer
        yield from desk.thoughts[what].ideas(record, entry.log, player, answer)
        return
    yield Idea(done=True)


# Forms.


def _open(desk: AnyDesk, what: str, about: str, by: By) -> Stepped:
    """Return the table with a form, or with something beside the game; without one or the other."""
    if not what and desk.form is not None:
        return replace(desk, form=None), ()
    if not what:
        return replace(desk, beside=(), pondering=None), ()
    if (one := desk.besides.get(what)) is not None:
        about = about or (by.today if one.dated else "")
        return _beside(desk, (one.begin(desk.record, desk.log, about),), by)
    if what != "pad" and desk.game is not None:
        raise refusal("begun")
    game = registry.game(about or registry.default())
    form = {"pad": game.pad, "join": game.joining, "new": partial(beginning, game)}.get(what)
    if form is None:
        raise refusal("no-form")
    given: dict[str, object] = {"seed": by.seed, "today": by.today}
    if game.key in desk.boxes and game.keeping is not None:
        given["kept"] = game.keeping().boxes.of(desk.boxes[game.key])
    if what == "join" and desk.beside:
        given |= desk.beside[-1].joining or {}
    unnamed = BOOK.say(by.language, "player", number="")
    return replace(desk, form=Filling(what, game.key, form(), given=given, unnamed=unnamed)), ()


def _begin(desk: AnyDesk, by: By) -> Stepped:
    """Return the table of the game that a form makes, with what it asked about thought of, or with
    the record put right."""
    form, right = desk.form, desk.beside[-1].corrected if desk.beside else None
    if form is None and right is not None:
        again, before = _table_of(desk, _document(desk, right)), desk.log
        return _saved(replace(again, log=replace(again.playing[2], before=before), kept=desk.kept))
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
    text = data_text(form.form.record(answers), desk.kind)
    return _saved(_table_of(desk, made_document(text, desk.kind, desk.file)))


def _document(desk: AnyDesk, text: str) -> Document:
    """Return a record that a file or a link holds, TOML or JSON; raises `InputError`."""
    return parse_document(text, "json" if text.lstrip()[:1] == "{" else "toml", desk.file)


def _table_of(desk: AnyDesk, document: Document) -> AnyDesk:
    """Return the table with the game of a record, which no save before it is newer than."""
    game, record = registry.game_in(document)
    begun, number = Desk.begun(game, record, desk.file, boxes=desk.boxes), desk.kept.sent + 1
    kept = replace(begun.kept, sent=number, saved=number)
    return replace(begun, kept=kept, version=desk.version)


# Links.


def opened(desk: AnyDesk, link: Link) -> Stepped:
    """Return the table that a whole link shows: its game to go on with, or its staircase beside a
    game.  Raises `InputError` or `NotationError`."""
    desk = replace(desk, version=desk.version + 1)
    if link.text:
        begun = _table_of(desk, _document(desk, link.text))
        after, effects = _saved(replace(begun, kept=replace(begun.kept, ours="")))
        if link.check:
            after = after.entered(after.entering.typing(link.check))
            if after.taps is None or after.taps.argued is None:
                raise refusal("no-argument")
        return after, effects
    named = f"{link.map}:" if link.map and ":" not in link.position else ""
    about = f"{link.check}={named}{link.position}"
    key = registry.default()
    begin = registry.beside(key, desk.boxes.get(key))[TABLE].begin
    return replace(desk, beside=(begin(None, None, about),), pondering=None), ()


# The file.


def _reread(desk: AnyDesk) -> Stepped:
    if (changed := desk.kept.changed) is None:
        raise refusal("no-file")
    document = parse_document(changed, desk.kind, desk.file)
    return _table_of(desk, document), (act.Adopt(changed), act.KeepDraft(""))


def _save_as(desk: AnyDesk, name: str) -> Stepped:
    """Return the table whose game goes on in another file, or offer its record."""
    saving = desk.saving
    if not name:
        return desk, (act.Offer(desk.name, saving.text),)
    name = name if name.lower().endswith((".toml", ".json")) else f"{name}.{desk.kind}"
    if name[0] == "." or Path(name).name != name or "\\" in name or not name.isprintable():
        raise refusal("no-name")
    if not name.lower().endswith(desk.kind):
        raise refusal(f"kept-as-{desk.kind}")
    return desk, (saving._replace(name=name),)


# What the host tells.


def settle(desk: AnyDesk, result: Result) -> Stepped:
    """Return the table after something was done, and what is to be done because of that."""
    if isinstance(result, act.Saved) and desk.coming and desk.coming.name == result.name:
        desk = replace(desk.coming, version=desk.version + 1)
    kept = desk.kept
    match result:
        case act.Saved(number, name):
            file = str(PurePath(desk.file).with_name(name))
            after = replace(desk, file=file, kept=Kept(kept.sent, number, kept.ours))
            drafts = _drafted(after)[1] if name != desk.name else ()
            # A file that is older than the game that was read again meanwhile is written again.
            return after, (*drafts, after.saving) if number < kept.saved else drafts
        case act.Unsaved(number) if number <= kept.saved:
            return desk, ()
        case act.Unsaved(_, problem):
            return replace(desk, kept=replace(kept, problem=problem)), ()
        case act.FileChanged(text, gone):
            return replace(desk, kept=replace(kept, changed=text, gone=gone)), ()
        case act.Thought():
            return _thought(desk, result)


def _thought(desk: AnyDesk, thought: act.Thought) -> Stepped:
    """Return the table with what was thought of; one that comes too late changes nothing."""
    now = desk.pondering
    if now is None or now.ticket != thought.ticket:
        return desk, ()
    desk = replace(desk, pondering=now._replace(idea=thought.idea))
    if desk.beside:
        beside = (*desk.beside[:-1], desk.beside[-1].thought(now.what, thought.idea))
        return replace(desk, beside=beside), ()
    enters = now.what in desk.thoughts and desk.thoughts[now.what].enters
    text = thought.idea.text
    if not enters or not thought.idea.done or text is None or desk.entry is None:
        return desk, ()
    return _drafted(desk.entered(desk.entering.typing(text)).made(now.phone, own=True))
