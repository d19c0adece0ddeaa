"""What one phone shows of a table: `show` returns its sections, in the phone's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from palace.contract.game import Command, Drawing
from palace.contract.registry import AnyGame
from palace.contract.rules import Log, M, S
from palace.contract.taps import Amount, Board, Choice, Row, Solid, Told
from palace.core.errors import InputError
from palace.core.terminal import plain
from palace.core.verdict import Message, Phrasebook, in_language
from palace.page import action as act
from palace.page.action import Action, Role, do
from palace.page.desk import Ahead, AnyDesk, Backdrop
from palace.page.sheets import menu, sheet_of
from palace.page.state import (
    Banner,
    Do,
    Entry,
    Field,
    Group,
    Heading,
    Item,
    Key,
    KeyLooks,
    PageState,
    Place,
    Plan,
    Player,
    Players,
    Scene,
    Stepper,
    Time,
    Turn,
    Verdict,
)
from palace.page.state import Solid as Piece
from palace.page.think import COMMAND
from palace.page.view import View
from palace.page.words import BOOK, against, told

MOST_ANSWERS = 40
"""Answers that are keys."""

TIPS = ("tip-1", "tip-2", "tip-3")


def show(desk: AnyDesk, view: View, role: Role = "player") -> PageState:
    """Return what a phone shows."""
    return _Shown(desk, view, role).state()


class _Shown:
    """One phone's page being put together."""

    def __init__(self, desk: AnyDesk, view: View, role: Role) -> None:
        self.desk, self.view = desk, view
        self.plays = role == "player"
        due = "" if desk.log is None else next(iter(desk.log.due), "")
        self.live = self.plays and view.may_tap(due) and view.turn < 0
        """Whether keys that change the table can be tapped."""

    # Texts and keys.

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of the page."""
        return BOOK.say(self.view.language, key, **values)

    def told(self, text: str) -> str:
        """Return a text of the game."""
        return in_language(text, self.view.language)

    def listed(self, texts: Iterator[str] | tuple[str, ...]) -> str:
        """Return texts with commas between them."""
        return BOOK.language(self.view.language).comma.join(map(self.told, texts))

    def does(self, action: Action, *, when: bool = True) -> Do:
        """Return what a key sends back; None where it cannot be tapped."""
        looks = isinstance(action, act.Looking)
        return do(action) if when and (self.live or looks) else None

    def key(self, text: str, action: Action, looks: KeyLooks = "", *, when: bool = True) -> Key:
        """Return a key."""
        return Key(text, self.does(action, when=when), looks)

    # All sections.

    def state(self) -> PageState:
        """Return all sections."""
        desk, view = self.desk, self.view
        if desk.beside:
            self.live = self.plays
        count = max(view.count, desk.counts.get(view.phone, 0))
        sheet = sheet_of(desk, view, plays=self.plays)
        state = PageState(
            desk.version, count, banners=tuple(self.banners()),
            heading=Heading("Palace", menu=menu(desk, view, plays=self.plays),
                            language=view.language), sheet=sheet,
        )  # fmt: skip
        if desk.beside:
            return self.beside(state)
        return state if desk.game is None else self.playing(state)

    def beside(self, state: PageState) -> PageState:
        """Return the sections of a table or a map that is entered beside the game."""
        now = self.desk.beside[-1]
        taps = now.taps
        main = next((one for one in taps.choices if one.name == taps.main), None)
        bar = [
            self.key(self.say("leave"), act.Open("")),
            self.key(self.say("undo"), act.Undo(), when=len(self.desk.beside) > 1),
        ]
        if now.corrected is not None:
            bar.append(self.key(self.say("put-right"), act.Begin(), "main"))
        elif taps.mended is not None:
            bar.append(self.key(self.say("mend"), act.Tap("mend"), "main"))
        elif main is not None and not main.asks:
            bar.append(self.key(self.told(main.text), act.Tap(main.name), "main"))
        elif now.joining is not None and self.desk.game is None:
            bar.append(self.key(self.say("join"), act.Open("join"), "main"))
        groups = tuple(self.group(row, taps.main) for row in taps.rows)
        entry = Entry(self.told(now.title), self.verdict(taps.told), tuple(bar), groups)
        state = replace(state, heading=replace(state.heading, title=self.told(now.title)))
        if taps.board is None:
            return replace(state, entry=entry)
        plan, scene = self.plan(taps.board, live=self.live), self.scene(taps.board, {})
        return replace(state, entry=entry, plan=plan, scene=scene)

    def playing(self, state: PageState) -> PageState:
        """Return the sections of a game."""
        game, record, whole = self.desk.playing
        turn = self.view.turn
        back = self.desk.backdrop
        if turn >= 0 or back is None:
            back = Backdrop(game, record, whole.back(len(whole.commits) - turn))
        taps = None if turn >= 0 else self.desk.taps
        board = back.board if taps is None or taps.board is None else taps.board
        if board is not None:
            board = self.hinted(board)
            plan, scene = self.plan(board, live=self.live), self.scene(board, back.pieces)
        else:
            plan, scene = self.picture(back.drawing), Scene()
        return replace(
            state, plan=plan, scene=scene,
            heading=self.heading(state.heading, game, whole, back),
            players=self.players(back, over=(not whole.due or self.said_over) and turn < 0),
            entry=self.entry(back.log), time=self.time(game, whole),
        )  # fmt: skip

    # Heading and players.

    def heading(
        self, base: Heading, game: AnyGame, log: Log[S, M], back: Backdrop[S, M]
    ) -> Heading:
        """Return the line above everything."""
        entry, turn = self.desk.entry, self.view.turn
        kept = self.desk.kept
        count = _turns(log)
        due = "" if entry is None or entry.question is None else entry.question.player
        due = due or next(iter(log.due), "")
        if turn >= 0:
            line = self.say("looking-at", number=turn, count=count)
        elif entry is None or self.said_over:
            line = self.say("over")
        elif entry.replaces is not None:
            line = self.say("replacing", number=entry.replaces)
        else:
            line = self.say("turn", number=count + 1)
        line = f"{line} · {due}" if due and turn < 0 and not self.said_over else line
        having = back.having
        saved = "unsaved" if kept.problem or kept.astray else "saving"
        return replace(
            base, title=game.title, line=line, hand=having.hands.get(due, ((), ()))[0],
            colour=self.seats.get(due) if turn < 0 else None, safe=kept.safe,
            stock=self.say("tray") if having.stock else "", stock_icons=having.stock,
            saved=self.say("saved" if kept.safe else saved, file=self.desk.name),
        )  # fmt: skip

    @cached_property
    def seats(self) -> Mapping[str, int]:
        """The colours of the players, in seat order."""
        back = self.desk.backdrop
        return {} if back is None else {one.name: at for at, one in enumerate(back.standing)}

    @cached_property
    def said_over(self) -> bool:
        """Whether the table says that the game is over."""
        return self.desk.over is not None and self.desk.over[0]

    def players(self, back: Backdrop[S, M], *, over: bool) -> Players:
        """Return what everyone has and scores."""
        log, sheets, hands = back.log, back.standing, back.having.hands
        heads = tuple(dict.fromkeys(line.category for sheet in sheets for line in sheet.lines))
        leaders: tuple[str, ...] = ()
        if over:
            try:
                leaders = self.desk.written.score(log).winners
            except InputError:
                leaders = ()
        rows = tuple(
            Player(
                sheet.name, at, str(sheet.total), sheet.name in log.due, sheet.name in leaders,
                *hands.get(sheet.name, ((), ())),
                tuple(str(sheet.subtotal(head) or 0) for head in heads),
            )
            for at, sheet in enumerate(sheets)
        )  # fmt: skip
        return Players(rows, tuple(self.category(head) for head in heads))

    def category(self, name: str) -> str:
        """Return what points of a category are called."""
        known = BOOK.language("en").words
        return self.say(f"points-{name}") if f"points-{name}" in known else name

    # Plan and scene.

    def picture(self, drawing: Drawing | None) -> Plan:
        """Return what a game without a board draws: a picture, or letters."""
        if drawing is not None and drawing.svg is not None:
            return Plan(picture=drawing.svg())
        text = "" if drawing is None or drawing.text is None else drawing.text()
        return Plan(text=plain(text))

    def plan(self, board: Board, *, live: bool) -> Plan:
        """Return a board as a plan."""
        places = tuple(
            Place(
                place.name, place.x, place.y, place.zone, place.text, place.sign, place.icon,
                place.looks, self.label(board, place.label), not live or place.answer is None,
                live and place.held is not None,
            )
            for place in board.places
        )  # fmt: skip
        return Plan(
            len(board.files), len(board.ranks), board.files, board.ranks, self.told(board.label),
            self.view.side, places,
        )  # fmt: skip

    def label(self, board: Board, parts: tuple[str | Message, ...]) -> str:
        """Return what is said of a place."""
        language = self.view.language
        book = board.book or BOOK
        texts = (p if isinstance(p, str) else _said(book, language, p) for p in parts)
        return BOOK.language(language).comma.join(texts)

    def hinted(self, board: Board) -> Board:
        """Return a board with what was thought of, or what mends, as a ghost."""
        other = None if self.view.turn >= 0 else self.desk.ghost
        if other is None:
            return board
        there = {solid.name for solid in board.solids}
        ghosts = [s._replace(looks="hint") for s in other.solids if s.name not in there]
        board = board._replace(solids=(*board.solids, *ghosts), way=other.way)
        if self.desk.idea is None:  # what is entered stays in sight
            return board
        own = {place.name: place for place in board.places}
        places = tuple(
            place._replace(
                looks=place.looks.replace("draft", "hint"),
                answer=own[place.name].answer, held=own[place.name].held,
            )
            for place in other.places
        )  # fmt: skip
        return board._replace(places=places)

    def scene(self, board: Board, known: Mapping[str, Solid]) -> Scene:
        """Return a board in the round; `known` are the pieces that are told apart by turns."""
        shown = board.solids if self.view.shows != "plan" else ()
        solids = [known.get(solid.name, solid) for solid in shown]
        picked = next((solid for solid in solids if solid.name == self.view.picked), None)
        return Scene(
            board.ground, board.sheet, tuple(Piece(*solid[:9]) for solid in solids), board.way,
            board.tones, self.label(board, (picked.told,)) if picked and picked.told else "",
            self.say("scene"),
            self.view.shows,
        )  # fmt: skip

    # The move being entered.

    def entry(self, log: Log[S, M]) -> Entry:
        """Return the move being entered, or the turn that is looked at."""
        if self.view.turn >= 0:
            return self.past(log)
        entry = self.desk.entry
        if entry is None or self.said_over:
            return self.ended()
        if entry.question is None:
            return self.whole()
        idea = self.desk.idea
        if idea is not None:
            bar = (
                self.key(self.say("undo"), act.Undo(), when=False),
                self.key(self.say("put-away"), act.Take(yes=False)),
                self.key(self.say("take-idea"), act.Take(), "main"),
            )
            return Entry(self.told(entry.question.title), Verdict(self.told(idea.told)), bar)
        return self.tapped() if self.desk.taps is not None else self.asked()

    def tapped(self) -> Entry:
        """Return a question that is answered by taps."""
        entry, taps = self.desk.entering, self.desk.taps
        assert taps is not None
        assert entry.question is not None
        ahead = self.desk.ahead
        groups = [self.group(row, taps.main) for row in taps.rows]
        more: list[Item] = []
        if ahead is not None:
            more += [self.key(self.told(name), act.Next(to=key)) for key, name in ahead.demand]
        if taps.told.mood == "illegal" and taps.answer is not None:
            more.append(self.key(self.say("keep"), act.Next(insist=True), "warn"))
        more += self.around(entry.answered or entry.typed)
        groups += [Group("", tuple(more))] if more else []
        bar = [*self.keys(), self.main(ahead)]
        verdict = self.verdict(taps.told)
        if not entry.typed and not entry.answered:
            verdict = replace(verdict, lines=(*verdict.lines, *self.lately()))
        elif self.desk.makers and self.desk.makers[-1] != self.view.phone:
            whose = self.say("tapped-by", player=self.desk.lately) if self.desk.lately else ""
            line = whose or self.say("tapped-elsewhere")
            verdict = replace(verdict, lines=(*verdict.lines, line))
        if ahead is not None and ahead.later is not None and ahead.later[0]:
            count, bad = ahead.later
            line = self.say("after-it", count=count, bad=bad)
            verdict = replace(verdict, lines=(*verdict.lines, line))
        title = self.told(entry.question.title)
        return Entry(title, verdict, tuple(bar), tuple(groups), taps.cover)

    def keys(self) -> Iterator[Key]:
        """Yield the keys that are always there while a move is entered."""
        desk, entry = self.desk, self.desk.entering
        begun = bool(entry.answered or entry.typed)
        yield self.key(self.say("undo"), act.Undo(), when=len(desk.drafts) > 1)
        if not entry.answered:
            yield self.key(self.say("clear"), act.Clear(), when=begun)
        if not entry.answered:
            for name, thinking in desk.thoughts.items():
                if not thinking.enters:
                    yield self.key(self.told(thinking.title), act.Think(name))

    def main(self, ahead: Ahead | None) -> Key:
        """Return the main key: mend, on to what comes next, or confirm."""
        taps = self.desk.taps
        assert taps is not None
        if taps.mended is not None:
            return self.key(self.say("mend"), act.Tap("mend"), "main")
        if taps.main:
            named = next(one for one in taps.choices if one.name == taps.main)
            return self.key(self.told(named.text), act.Tap(named.name), "main")
        if ahead is None:
            return self.key(self.say("next"), act.Next(), "main", when=False)
        text = self.say("confirm") if ahead.title is None else self.told(ahead.title)
        text = text or self.say("next")
        return self.key(text, act.Next(), "main", when=not ahead.wrong)

    def around(self, begun: object) -> Iterator[Key]:
        """Yield the keys beside a move: what takes the last one back, what leaves an older one."""
        entry, log = self.desk.entering, self.desk.log
        if entry.replaces is not None:
            text = self.say("leave-replacing", number=entry.replaces)
            yield self.key(text, act.Replace(0))
        elif not begun and log is not None and log.commits:
            if self.desk.over is not None:
                yield self.key(self.say("end"), act.End(), "sure")
            yield self.key(self.say("take-back", number=_turns(log)), act.TakeBack(), "sure")

    def lately(self) -> Iterator[str]:
        """Yield what the turn before brought."""
        game, _, log = self.desk.playing
        if not log.reports:
            return
        for report in log.reports[-1]:
            gains = self.listed(tuple(game.book.told(gain) for gain in report.gains))
            if report.player and gains:
                yield self.say("last-turn", player=report.player, what=gains)

    def asked(self) -> Entry:
        """Return a question whose answers are keys, or a line to type."""
        desk, entry = self.desk, self.desk.entering
        question = entry.question
        assert question is not None
        answers = [text for text, _ in zip(question.answers(), range(MOST_ANSWERS), strict=False)]
        keys = tuple(self.key(text, act.Answer(text)) for text in answers)
        prompt = self.told(question.prompt).rstrip("> ")
        field = Field(prompt, "answer", self.does(act.Answer("")))
        groups = [Group("", keys)] if keys else []
        groups.append(Group("", (field,), "list"))
        verdict = Verdict(prompt, lines=tuple(self.lately()))
        bar = [self.key(self.say("undo"), act.Undo(), when=len(desk.drafts) > 1)]
        bar += [
            self.key(command.name, act.Think(f"{COMMAND}{command.name}"))
            for command in self.commands()
        ]
        if desk.wrong:
            reasons = tuple(against(reason, self.view.language) for reason in desk.wrong)
            verdict = Verdict(self.say("illegal"), "illegal", reasons)
            bar.append(self.key(self.say("keep"), act.Next(insist=True), "warn"))
        more = tuple(self.around(entry.answered))
        groups += [Group("", more)] if more else []
        return Entry(self.told(question.title), verdict, tuple(bar), tuple(groups))

    def commands(self) -> Iterator[Command]:
        """Yield the commands of a game that are listed, as far as they are no ideas."""
        from palace.contract.entering import asking

        game, record, log = self.desk.playing
        for command in asking(game).commands(record, log):
            if command.listed:
                yield command

    def whole(self) -> Entry:
        """Return a move that is whole, and not legal."""
        reasons = tuple(against(reason, self.view.language) for reason in self.desk.wrong)
        bar = (
            self.key(self.say("undo"), act.Undo()),
            self.key(self.say("keep"), act.Next(insist=True), "warn"),
        )
        return Entry("", Verdict(self.say("illegal"), "illegal", reasons), bar)

    def ended(self) -> Entry:
        """Return the end of a game."""
        from palace.contract.entering import asking

        game, _, log = self.desk.playing
        why = self.told(asking(game).ending(log.state))
        text = self.say("take-back", number=_turns(log))
        bar = [self.key(text, act.TakeBack(), "sure", when=bool(log.commits))]
        bar += [self.key(self.say("goes-on"), act.End())] * self.said_over
        return Entry("", Verdict(self.say("over"), lines=(why,) if why else ()), tuple(bar))

    def past(self, log: Log[S, M]) -> Entry:
        """Return a turn that is looked at."""
        game = self.desk.playing[0]
        turn = self.view.turn
        now = self.key(self.say("now"), act.Look(), "main")
        if not turn:
            return Entry("", Verdict(self.say("setup")), (now,))
        reports = log.reports[turn - 1]
        reasons = tuple(
            against(reason, self.view.language) for one in reports for reason in one.reasons
        )
        gains = (self.listed(tuple(game.book.told(g) for g in one.gains)) for one in reports)
        move = log.commits[turn - 1].move
        lines = (self.told(game.told(move, reports[0])), *filter(None, gains))
        names = self.listed(tuple(one.player for one in reports if one.player))
        title = f"{self.say('turn', number=turn)} · {names}"
        verdict = Verdict(title, "illegal" if reasons else "legal", reasons, lines)
        again = Key(self.say("replace", number=turn), do(act.Replace(turn)) if self.plays else None)
        return Entry("", verdict, (again, now))

    def verdict(self, found: Told) -> Verdict:
        """Return what the referee says."""
        reasons = tuple(against(reason, self.view.language) for reason in found.reasons)
        lines = tuple(map(self.told, found.lines))
        title = self.told(found.title)
        return Verdict(title, found.mood, reasons, lines, found.uses, found.left)

    def group(self, row: Row, main: str = "") -> Group:
        """Return keys and numbers that belong together; the `main` key is in the bar."""
        items = tuple(self.item(item) for item in row.items if item.name != main)
        return Group(self.told(row.title), items, row.looks)

    def item(self, item: Choice | Amount) -> Item:
        """Return a key or a number."""
        text = self.told(item.text)
        if isinstance(item, Amount):
            less = self.does(act.Tap(f"{item.name}-less"), when=item.less is not None)
            more = self.does(act.Tap(f"{item.name}-more"), when=item.more is not None)
            return Stepper(text, str(item.value), less, more, item.icons)
        when = item.answer is not None or bool(item.asks)
        do_ = self.does(act.Tap(item.name), when=when)
        note = self.told(item.note)
        return Key(text, do_, "", item.icons, note, item.on, item.tint)

    # Turns and banners.

    def time(self, game: AnyGame, log: Log[S, M]) -> Time:
        """Return the turns so far."""
        count = len(log.commits)
        at = count if self.view.turn < 0 else self.view.turn
        seats = self.seats
        turns = [Turn(0, self.say("setup"), do=do(act.Look(0)))]
        for index, move, report in log.turns:
            gains = self.listed(tuple(game.book.told(gain) for gain in report.gains))
            turns.append(
                Turn(
                    index + 1, self.told(game.told(move, report)), report.player,
                    seats.get(report.player), gains, not report.reasons, do(act.Look(index + 1)),
                )
            )  # fmt: skip
        keys = (
            Key(self.say("earlier"), do(act.Look(at - 1)) if at > 0 else None),
            Key(self.say("later"), do(act.Look(at + 1)) if at < count else None),
            Key(self.say("now"), do(act.Look()) if self.view.turn >= 0 else None),
        )
        return Time(self.say("time"), at, count, tuple(turns), keys)

    def banners(self) -> Iterator[Banner]:
        """Yield what everyone must know, and what this phone is told."""
        desk, view = self.desk, self.view
        for problem in view.notices:
            yield Banner(told(problem, view.language), "notice")
        yield from self.trouble()
        thought = desk.pondering
        if thought is not None and not thought.done and thought.answer is None:
            share = f"{round(100 * thought.share)} %"
            stop = Key(self.say("stop"), do(act.Think("", stop=True)) if self.plays else None)
            text = self.told(thought.told) or self.say("working")
            yield Banner(f"{text} {share}", "info", (stop,))
        elif thought is not None and thought.answer is None and thought.told:
            close = Key(self.say("close"), do(act.Think("", stop=True)) if self.plays else None)
            if not thought.what.startswith(COMMAND):
                yield Banner(self.told(thought.told), "info", (close,))
        due = "" if desk.log is None else next(iter(desk.log.due), "")
        if self.plays and not view.may_tap(due) and view.turn < 0:
            key = Key(self.say("enter-for", player=due), do(act.Enter()))
            yield Banner(self.say("not-yours", player=due), "info", (key,))
        if not self.plays:
            yield Banner(self.say("spectator"), "info")
        yield from self.tips()

    def trouble(self) -> Iterator[Banner]:
        """Yield why what was confirmed is not in the file."""
        kept = self.desk.kept
        if kept.problem is None and not kept.astray:
            return
        keys = []
        if self.plays:
            if kept.changed is not None:
                keys.append(Key(self.say("reread"), do(act.Reread()), "sure"))
            keys.append(Key(self.say("save-as"), do(act.Sheet("save-as"))))
            keys.append(Key(self.say("download"), do(act.SaveAs())))
        if kept.gone:
            text = self.say("file-gone", file=self.desk.name)
        elif kept.changed is not None:
            text = self.say("file-changed", file=self.desk.name)
        else:
            assert kept.problem is not None
            text = self.say("not-saved", why=told(kept.problem, self.view.language))
        yield Banner(text, "fault", tuple(keys))

    def tips(self) -> Iterator[Banner]:
        """Yield what helps in the first turn, one step at a time, until it is put away."""
        entry, log, taps = self.desk.entry, self.desk.log, self.desk.taps
        first = log is not None and not log.commits and entry is not None and not entry.answered
        if not first or not self.live or taps is None or entry is None or taps.board is None:
            return
        step = 2 if taps.told.mood == "legal" else 1 if entry.typed else 0
        if TIPS[step] not in self.view.read and TIPS[0] not in self.view.read:
            key = Key(self.say("tip-done"), do(act.Dismiss(TIPS[step])))
            never = Key(self.say("tip-never"), do(act.Dismiss(TIPS[0])))
            keys = (key, never) if step else (key,)
            yield Banner(self.say(TIPS[step]), "tip", keys)


def _turns(log: Log[S, M]) -> int:
    """Return how many turns were taken, as the game counts them."""
    return max((r.number or 0 for each in log.reports for r in each), default=len(log.commits))


@lru_cache(maxsize=4096)
def _said(book: Phrasebook, language: str, message: Message) -> str:
    """Return a message in a language; plans say the same again and again."""
    return book.say(language, message.key, **dict(message.values))
