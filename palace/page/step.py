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
from palace.page.action import Action, By, Effect, Result, Sent, Thought
from palace.page.desk import MOST_TAPS, PLAYS, AnyDesk, Desk, Kept
from palace.page.forms import Filling
from palace.page.words import BOOK, refusal

Stepped = tuple[AnyDesk, tuple[Effect, ...]]
"""A table after something, and what is to be done because of that."""


def step(desk: AnyDesk, sent: Sent, by: By) -> Stepped:
    """Return the table after an action of a player's phone, and what is to be done.  Raises
    `InputError` or `NotationError` for what cannot be done, also for an action made for a table
    that has changed since, but for taps and *Start again* after those of the same phone."""
    action, version = sent.action, sent.version
    taps = action.do in ("tap", "fill", "undo", "clear")
    own = taps and by.phone == desk.maker and desk.since <= version < desk.version
    # What is confirmed is saved, whatever is entered.
    if version != desk.version and not own and action.do != "save-as":
        raise refusal("changed")
    after, effects = _dealt(desk, action, by)
    if after is desk:
        return desk, effects
    after = after.made(by.phone, own=taps and after.log is desk.log)
    after, keeps = _kept(after, by) if after.beside or after.log is not desk.log else (after, ())
    if after.log is not desk.log and after.rival is not None:
        after, ponders = _think(after, PLAYS, by)
        keeps = (*keeps, *ponders)
    return replace(after, player=by.seat), (*effects, *keeps)


def _kept(desk: AnyDesk, by: By) -> Stepped:
    """Return the table with its box as it is by now, and the effect that keeps it."""
    if (data := desk.box(typed_in(by.today))) is None or data == desk.boxes[str(data.game)]:
        return desk, ()
    boxes = MappingProxyType({**desk.boxes, str(data.game): data})
    learns = (data, desk.log) if desk.beside and desk.log is not None else desk.learns
    return replace(desk, boxes=boxes, learns=learns), (act.KeepBox(data),)


def _dealt(desk: AnyDesk, action: Action, by: By) -> Stepped:
    name, text, beside, entry = action.name, action.text, desk.beside, desk.entry
    match action.do:
        case "open":
            return _open(desk, name, text, by)
        case "fill" if beside:
            return _beside(desk, (*beside, beside[-1].filled(name, text)), by)
        case "fill" if desk.game is None:
            return _saved(_table_of(desk, _document(desk, text)))
        case "begin":
            return _begin(desk, by)
        case "stop":
            return replace(desk, pondering=None), ()
        case "think":
            return _think(desk, name, by)
        case "reread" if (changed := desk.kept.changed) is not None:
            document = parse_document(changed, desk.kind, desk.file)
            return _table_of(desk, document), (act.Adopt(changed), act.KeepDraft(""))
        case "reread":
            raise refusal("no-file")
        case "save-as":
            return _save_as(desk, text)
        case "tap":
            return _tap(desk, action, by)
        case "undo" if len(beside) > 1:
            return _beside(desk, beside[:-1], by)
        case ("undo" | "next") as do if desk.guide and (now := desk.pondering) is not None:
            at = min(max(now.idea.at + (1 if do == "next" else -1), 0), len(desk.guide) - 1)
            at = 0 if name == "whole" else at
            return replace(desk, pondering=now._replace(idea=now.idea._replace(at=at))), ()
        case "undo" if beside or len(desk.drafts) < 2:
            raise refusal("no-entry")
        case _ if beside:
            raise refusal("not-here")
        case "undo" | "clear" as do:
            # What can be begun with was looked for once, and is known in the first draft.
            left = desk.drafts[:-1] if do == "undo" else desk.drafts[:1]
            return _drafted(replace(desk, drafts=left, wanted=frozenset(), pondering=None))
        case "fill" if len(text) <= act.LONGEST:
            desk.entering.read(text)
            return _drafted(desk.entered(desk.entering.typing(text)))
        case "next" | "keep":
            return _next(desk, name, insist=action.do == "keep")
        case "replace":
            return _drafted(desk.due(act.number(text)))
        case "take" if desk.idea is not None and desk.idea.move is not None:
            return _saved(replace(desk, log=desk.playing[2].moved(desk.idea.move)))
        case "take":
            taken = desk.entering.typing(text)
            if desk.idea is None or taken.taps is None:
                raise refusal("no-idea")
            rest = desk.idea.rest if text == desk.idea.text else ()
            wanted, advice = frozenset(dict(rest)), (taken.taps.answer, rest)
            after = replace(desk.entered(taken), wanted=wanted, advice=advice)
            # All of it: what is asked later is answered, too, up to what confirms the move.
            while name and (ahead := after.ahead) and ahead.after.question and not ahead.wrong:
                after, _ = _next(after, "", insist=False)
            return _drafted(after)
        case "take-back":
            return _take_back(desk)
        case "again" if entry is None or desk.over is not None:
            return _again(desk, by)
        case "end" if desk.over is not None:
            return _saved(replace(desk, record=desk.over[1]))
    raise refusal("not-here")


def _drafted(desk: AnyDesk) -> Stepped:
    """Return the table with what is entered kept, unless it is for an older turn."""
    if (entry := desk.entry) is None or entry.replaces is not None:
        return desk, ()
    return desk, (act.KeepDraft(entry.draft),)


def _tap(desk: AnyDesk, tap: Action, by: By) -> Stepped:
    """Return the table after a tap on a place or a key; a stroke beside the game is one step."""
    beside, name, taps = desk.beside, tap.name, desk.shown
    if taps is None or desk.form is not None:
        raise refusal("no-tap")
    if asks := next((one.asks for one in taps.choices if one.name == name), ""):
        return _think(desk, asks, by)
    if (text := taps.text_of(name, held=tap.held)) is None:
        raise refusal("no-tap")
    if beside:
        before = beside[:-1] if tap.drawn else beside
        return _beside(desk, (*before, beside[-1].tapped(name, text)), by)
    if text and text == desk.entering.typed and text == taps.answer and taps.told.mood == "legal":
        return _next(desk, "", insist=False)  # a second tap confirms
    return _drafted(desk.entered(desk.entering.typing(text)))


def _next(desk: AnyDesk, wanted: str, *, insist: bool) -> Stepped:
    """Return the table with a question answered, and the move confirmed if it was the last; raises
    `InputError` for an answer against the rules, unless the player insists."""
    if (taps := desk.taps) is not None:
        if taps.answer is None:
            raise refusal("no-answer")
        part, wrong = desk.entering.read(taps.answer)
        if wrong and not insist:
            raise InputError(Problem("", Text(wrong[0].text_in), BOOK.text("insist")))
        desk = desk.entered(desk.entering.kept(taps.answer, part, wrong), wanted)
        if (asked := desk.entering.question) is not None:
            text, only = desk.advised(desk.entering, asked)
            desk = desk if text is None else desk.entered(desk.entering.typing(text))
            if only and (then := desk.ahead) and then.after.question and not then.wrong:
                return _next(desk, "", insist=False)  # there is no choice
            return _drafted(desk)
    if desk.against and not insist:
        return _drafted(desk)
    return _saved(replace(desk, log=desk.after))


def _take_back(desk: AnyDesk) -> Stepped:
    if not (log := desk.playing[2]).commits:
        raise refusal("no-turn")
    # A move of the program, or one that asked no player, is taken back with that of the
    # person before it.
    while (log := log.undone).commits:
        after, effects = _saved(replace(desk, log=log))
        if after.rival is None and len(after.playing[2].commits) == len(log.commits):
            return after, effects
    return _saved(replace(desk, log=log))


def _saved(desk: AnyDesk) -> Stepped:
    """Return the table with the next move due, and the effect that saves what is confirmed."""
    now = replace(desk, kept=replace(desk.kept, sent=desk.kept.sent + 1)).due()
    return now, (now.saving,)


def _again(desk: AnyDesk, by: By) -> Stepped:
    game, _, _ = desk.playing
    if (again := beginning(game).again) is None:
        raise refusal("not-here")
    data = again(desk.written.document.data, {"today": by.today, "seed": by.seed})
    file = PurePath(desk.file).with_stem(f"{by.today}-{by.seed % 1_000_000}")
    named = replace(desk, file=str(file))
    text = data_text(data, desk.kind)
    coming, _ = _saved(_table_of(named, made_document(text, desk.kind, named.file)))
    return replace(desk, coming=coming), (coming.saving._replace(name=coming.name),)


def _beside(desk: AnyDesk, beside: tuple[Beside, ...], by: By) -> Stepped:
    """Return the table with this beside the game, and what its main key asks for thought of."""
    after, taps = replace(desk, beside=beside[-MOST_TAPS:], pondering=None), beside[-1].taps
    for one in taps.choices:
        if one.name == taps.main and one.answer is None and one.asks:
            return _think(after, one.asks, by)
    return after, ()


def _think(desk: AnyDesk, what: str, by: By, answer: str = "") -> Stepped:
    """Return the table with something being thought of, or asked what that needs to know."""
    thinking = desk.thoughts.get(what)
    question = None if desk.entry is None else desk.entry.question
    if thinking is not None and question is not None and not (answer or desk.beside):
        game, record, log = desk.playing
        if (asked := thinking.needs(record, log, question.player)) is not None:
            form = Form(lambda answers, rulings: iter((asked,)), dict)
            return replace(desk, beside=(Filling("idea", game.key, form, asks=what),)), ()
    if desk.beside and what not in {one.asks for one in desk.beside[-1].taps.choices if one.asks}:
        raise refusal("no-tap")
    ponder = act.Ponder(desk.version, what, by.phone, answer)
    return replace(desk, pondering=ponder), (ponder,)


def thoughts(desk: AnyDesk, ticket: int, what: str) -> Iterator[Thought]:
    """Yield what is thought of at a table, in slices of at most 50 ms that a host drives, and may
    stop; the last one is done.  An error ends it with what is wrong."""
    ideas = iter((Idea(done=True),))
    try:
        if desk.beside:
            ideas = desk.beside[-1].ideas(what)
        elif desk.entry is not None and what in desk.thoughts:
            answer = "" if desk.pondering is None else desk.pondering.answer
            ideas = desk.thoughts[what].ideas(desk.playing[1], desk.entry.log, desk.asked, answer)
        for idea in ideas:
            yield Thought(ticket, idea)
    except InputError as error:
        yield Thought(ticket, Idea(told=error.problems[0].what, done=True))


def _open(desk: AnyDesk, what: str, about: str, by: By) -> Stepped:
    """Return the table with a form, or with something beside the game; without one or the other."""
    forms = tuple(one for one in desk.beside if isinstance(one, Filling))
    if not what and desk.form is None and forms:  # the box is as it was entered beside it
        last = replace(forms[-1], given={**forms[-1].given, **_own_box(desk, forms[-1].game)})
        return _beside(desk, (*forms[:-1], last), by)
    if not what:
        under = desk.under if desk.form is not None else ()
        return _beside(desk, under, by) if under else (replace(desk, beside=(), pondering=None), ())
    if (one := desk.besides.get(what)) is not None:
        about = about or (by.today if one.dated else "")
        return _beside(desk, (*forms, one.begin(desk.record, desk.log, about)), by)
    if what != "pad" and desk.game is not None:
        raise refusal("begun")
    game = registry.game(about or registry.default())
    form = {"pad": game.pad, "join": game.joining, "new": partial(beginning, game)}.get(what)
    if form is None:
        raise refusal("no-form")
    given = {"seed": by.seed, "today": by.today, **_own_box(desk, game.key)}
    if what == "join" and desk.aside is not None:
        given |= desk.aside.joining or {}
    unnamed = BOOK.say(by.language, "player", number="")
    return _beside(desk, (*desk.under, Filling(what, game.key, form(), {}, given, unnamed)), by)


def _own_box(desk: AnyDesk, key: str) -> dict[str, object]:
    if key not in desk.boxes or (keeping := registry.game(key).keeping) is None:
        return {}
    return {"kept": keeping().boxes.of(desk.boxes[key])}


def _begin(desk: AnyDesk, by: By) -> Stepped:
    """Return the table of the game that a form makes, with what it asked about thought of, or with
    the record put right."""
    form, right = desk.form, desk.beside[-1].corrected if desk.beside else None
    if right is not None:
        again, before = _table_of(desk, _document(desk, right)), desk.log
        return _saved(replace(again, log=replace(again.playing[2], before=before), kept=desk.kept))
    if form is None:
        raise refusal("not-here")
    answers = form.answers
    if form.asks:
        return _think(replace(desk, beside=()), form.asks, by, form.lines[0].text)
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
    table = desk.besides[TABLE].begin(None, None, f"{link.check}={named}{link.position}")
    return replace(desk, beside=(table,), pondering=None), ()


def _save_as(desk: AnyDesk, name: str) -> Stepped:
    saving = desk.saving
    if not name:
        return desk, (act.Offer(desk.name, saving.text),)
    name = name if name.lower().endswith((".toml", ".json")) else f"{name}.{desk.kind}"
    if name[0] == "." or Path(name).name != name or "\\" in name or not name.isprintable():
        raise refusal("no-name")
    if not name.lower().endswith(desk.kind):
        raise refusal(f"kept-as-{desk.kind}")
    return desk, (saving._replace(name=name),)


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
        case act.Thought(ticket, idea) if (now := desk.pondering) and now.ticket == ticket:
            desk = replace(desk, pondering=now._replace(idea=idea))
            if desk.beside:
                beside = (*desk.beside[:-1], desk.beside[-1].thought(now.what, idea))
                return replace(desk, beside=beside), ()
            enters = now.what in desk.thoughts and desk.thoughts[now.what].enters
            if not enters or not idea.done or idea.text is None or desk.entry is None:
                return desk, ()
            return _drafted(desk.entered(desk.entry.typing(idea.text)).made(now.phone, own=True))
        case act.Thought():  # it comes too late
            return desk, ()
