"""What one phone shows of a table: `show` returns its sections, in the phone's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice

from palace.contract.entering import Entering, asking, beginning
from palace.contract.game import Question
from palace.contract.players import called
from palace.contract.rules import Log, M, S
from palace.contract.taps import Board, Icons, Idea, Taps
from palace.core.errors import InputError
from palace.core.terminal import plain
from palace.core.verdict import in_language
from palace.page import action as act
from palace.page import state as ui
from palace.page.action import Role
from palace.page.desk import Ahead, AnyDesk, Backdrop, past
from palace.page.sheets import Sheets, turns
from palace.page.state import PageState
from palace.page.view import View
from palace.page.words import BOOK
from palace.players.match import seat_of

MOST_ANSWERS = 40
"""Answers that are keys."""


def show(desk: AnyDesk, view: View, role: Role = "player") -> PageState:
    """Return what a phone shows."""
    return _Shown(desk, view, role).state()


class _Shown(Sheets):
    """One phone's page being put together."""

    def state(self) -> PageState:
        desk, view = self.desk, self.view
        heading = ui.Heading("Palace", menu=tuple(self.menu()), language=view.language)
        banners, sheet = tuple(self._banners()), self.sheet()
        state = PageState(desk.version, view.count, heading, banners=banners, sheet=sheet)
        if desk.beside:
            return self._beside(state)
        return state if desk.backdrop is None else self._playing(state, desk.backdrop)

    def _beside(self, state: PageState) -> PageState:
        """Return the sections of a table or a map that is entered beside the game."""
        now = self.desk.beside[-1]
        taps = now.taps
        bar = [self._undo(when=len(self.desk.beside) > 1)]
        rows = (self.group(row, taps.main) for row in taps.rows if row.looks == "bar")
        bar += [item for row in rows for item in row.items if isinstance(item, ui.Key)]
        if now.corrected is not None:
            bar.append(self.key("put-right", act.Plain("begin"), "main"))
        elif (main := self._meant(taps)) is not None:
            bar.append(main)
        elif (own := now.box("")) is not None and self.desk.game is None:
            bar.append(self.key("new", act.Open("new", own.game or ""), "main"))
        groups = tuple(self.groups(taps))
        if now.corrected is None and now.joining is not None and self.desk.game is None:
            action = act.Open("join")
            join = self.key("play-on", action) if main else self.key("join", action, "main")
            bar.insert(1, join)  # before another main key
        title = self.told(now.title)
        above = "" if taps.board is None else title
        entry = ui.Entry(above, self.verdict(taps.told, taps.mends), tuple(bar), groups)
        about = self.told(now.about).partition("\n")[0]
        heading = replace(
            state.heading, title=about or title, line=title if about else "", hand=taps.told.left,
            close=self.does(act.Open("")),
        )  # fmt: skip
        state = replace(state, heading=heading, entry=entry)
        if taps.board is None:
            return state
        picture, plan = self.told(taps.board.picture), self._plan(taps.board)
        return replace(state, picture=picture, plan=plan, scene=self._scene(taps.board))

    def _playing(self, state: PageState, now: Backdrop[S, M]) -> PageState:
        turn = self.turn
        back, taps = (now, self.desk.taps) if turn < 0 else (past(now, turn), None)
        board = back.board if taps is None or taps.board is None else taps.board
        if board is None:
            svg, text = back.drawing.svg, back.drawing.text
            picture, scene = "" if svg is None else svg(), ui.Scene()
            plan = ui.Plan(text="" if picture or text is None else plain(text()))
        else:
            board = self._hinted(board)
            picture = self.told(board.picture)
            plan, scene = self._lasting(self._plan(board), back), self._scene(board, back.board)
            if turn < 0 and (guide := self.desk.guide) and (idea := self.desk.idea) is not None:
                board = guide[idea.at].board or board
                plan, scene = self._plan(board), self._scene(board, back.board)
        return replace(
            state, picture=picture, plan=plan, scene=scene,
            heading=self._heading(state.heading, back),
            players=self._players(back, over=(not now.whole.due or self._over) and turn < 0),
            entry=self._entry(now), time=self._time(now),
        )  # fmt: skip

    # Heading and players.

    def _heading(self, base: ui.Heading, back: Backdrop[S, M]) -> ui.Heading:
        game, _, log = self.desk.playing
        entry, turn, kept = self.desk.entry, self.turn, self.desk.kept
        count, due = turns(log), self.due
        if turn >= 0:
            line = self.say("looking-at", number=turn, count=len(log.commits))
        elif entry is None or self._over:
            line = self.say("over")
        else:
            key = "turn" if entry.replaces is None else "replacing"
            line = self.say(key, number=entry.replaces or count + 1)
            line = f"{line} · {self._called(due)}" if due else line
        away = self.does(act.Think("", stop=True)) if self.desk.guide and turn < 0 else None
        about = self.told(back.having.about).partition("\n")[0]
        title = " · ".join((game.title, *filter(None, (about,))))
        return replace(
            base, title=title, line=line, close=away, hand=self._hands(back).get(due, ((), ()))[0],
            colour=self.seats.get(due) if turn < 0 else None, safe=kept.how == "saved",
            stock=back.having.stock, saved=self.say(kept.how),
        )  # fmt: skip

    def _called(self, name: str) -> str:
        """Return the name of a seat, as people say that of the program."""
        players = None if self.desk.game is None else self.desk.game.players
        return called(name) if players is not None and seat_of(players(), name) else name

    @cached_property
    def _over(self) -> bool:
        return self.desk.over is not None and self.desk.over[0]

    def _hands(self, back: Backdrop[S, M]) -> dict[str, tuple[Icons, Icons]]:
        """Return what the players have in hand with what is entered, and what they get."""
        hands, entry, taps = dict(back.having.hands), self.desk.entry, self.desk.taps
        if self.turn < 0 and entry is not None and taps is not None and taps.told.left:
            player = entry.players[entry.done]
            hands[player] = (taps.told.left, hands.get(player, ((), ()))[1])
        return hands

    def _players(self, back: Backdrop[S, M], *, over: bool) -> ui.Players:
        log, sheets, hands = back.log, back.standing, self._hands(back)
        heads = tuple(dict.fromkeys(line.category for sheet in sheets for line in sheet.lines))
        leaders = self._winners(log) if over else ()
        due = [one.player for one in log.reports[-1]] if self.turn > 0 else log.due
        rows = tuple(
            ui.Player(
                self._called(sheet.name), at, str(sheet.total), sheet.name in due,
                sheet.name in leaders, *hands.get(sheet.name, ((), ())),
                tuple(str(sheet.subtotal(head) or 0) for head in heads),
            )
            for at, sheet in enumerate(sheets)
        )  # fmt: skip
        shown = tuple(self.told(back.game.category(head)) for head in heads)
        return ui.Players(rows, shown, back.having.points or "points")

    def _winners(self, log: Log[S, M]) -> tuple[str, ...]:
        with suppress(InputError):
            return self.desk.written.score(log).winners
        return ()

    # Plan and scene.

    def _plan(self, board: Board) -> ui.Plan:
        """Return a board as it is seen from the side of this phone."""
        side, files, ranks = self.view.side, board.files, board.ranks
        east, north = len(files) - 1, len(ranks) - 1
        places = []
        for one in board.places:
            x, y = one.x, one.y
            if not board.picture:
                x, y = ((x, north - y), (y, x), (east - x, y), (north - y, east - x))[side]
            live = self.live and one.name in board.answers
            holds = self.live and one.name in board.held
            places.append(
                replace(one, x=x, y=y, label=self.told(one.label), live=live, holds=holds)
            )
        columns = (files, ranks, files[::-1], ranks[::-1])[side]
        rows = (ranks[::-1], files, ranks, files[::-1])[side]
        return ui.Plan(
            columns, rows, self.told(board.label), side, tuple(places), board.path, board.bridges,
            board.rings, board.focus,
        )  # fmt: skip

    def _lasting(self, plan: ui.Plan, back: Backdrop[S, M]) -> ui.Plan:
        """Return a plan with the way of the last move, until the first tap of the next one."""
        path = () if back.board is None else back.board.path
        if self.turn >= 0 or self._over or self.desk.entry is None or plan.path or not path:
            return plan
        lately = (
            replace(one, looks=f"{one.looks} lately") if one.name in path else one
            for one in plan.places
        )
        colour = self.seats.get(back.log.reports[-1][0].player)
        return replace(plan, places=tuple(lately), path=path, colour=colour)

    def _hinted(self, board: Board) -> Board:
        """Return a board with what was thought of, or what mends, as a ghost."""
        ghost = None if self.turn >= 0 else self.desk.ghost
        other = None if ghost is None else ghost.board
        if other is None:
            return board
        there = {solid.name for solid in board.solids}
        ghosts = [replace(s, looks="hint") for s in other.solids if s.name not in there]
        solids = (*board.solids, *ghosts)
        board = board._replace(solids=solids, way=other.way, picture=other.picture)
        if self.desk.idea is None:  # what is entered stays in sight
            return board
        places = (replace(p, looks=p.looks.replace("draft", "hint")) for p in other.places)
        return board._replace(places=tuple(places), path=other.path)

    def _scene(self, board: Board, whole: Board | None = None) -> ui.Scene:
        """Return a board in the round; on the `whole` one, pieces are told apart by turns."""
        shown = board.solids if self.view.shows != "plan" else ()
        known = {} if whole is None else {solid.name: solid for solid in whole.solids}
        solids = tuple(known.get(solid.name, solid) for solid in shown)
        told = board.told if whole is None or self.view.picked not in known else whole.told
        picked = (self.told(told(s)) for s in solids if s.name == self.view.picked)
        return ui.Scene(
            board.ground, board.sheet, solids, board.way, board.tones, next(picked, ""),
            self.say("scene"), self.view.shows,
        )  # fmt: skip

    # The move being entered.

    def _entry(self, now: Backdrop[S, M]) -> ui.Entry:
        """Return the move being entered, or the turn that is looked at."""
        entry, idea, taps = self.desk.entry, self.desk.idea, self.desk.taps
        if self.turn >= 0:
            return self._past(now)
        if entry is None or self._over:
            return self._ended(now)
        question = entry.question
        if question is None:
            return ui.Entry("", self._illegal(), (self._undo(), self._keep))
        if self.desk.guide and idea is not None:
            return self._guided(self.desk.guide, idea)
        if idea is not None:
            away = self.key("put-away", act.Think("", stop=True), when=self.live)
            take = self.key("take-idea", act.Take(idea.text or ""), "main")
            bar = self._undo(when=False), away, take
            verdict, lines = ui.Verdict(self.told(idea.told)), tuple(map(self.told, idea.lines))
            if (ghost := self.desk.ghost) is not None:
                verdict = replace(self.verdict(ghost.told), title=verdict.title)
            verdict = replace(verdict, lines=lines or verdict.lines)
            verdict = replace(verdict, picture="credit" if lines else "")
            return ui.Entry("", verdict, bar)
        if taps is None:
            return self._asked(entry, question)
        return self._tapped(entry, taps, self.told(question.title))

    def _guided(self, guide: tuple[Taps, ...], idea: Idea) -> ui.Entry:
        """Return a step of the move of the program, which is made on the table."""
        step, last = guide[idea.at], idea.at + 1 == len(guide)
        on = self.key("built-it" if last else "next", act.Take("") if last else act.Next(), "main")
        verdict = self.verdict(step.told)
        picture = verdict.uses[0][0] if verdict.uses and not last else ""
        lines = (*verdict.lines, *map(self.told, () if idea.at else idea.lines))
        title = self.say("step-of", number=idea.at + 1, count=len(guide))
        uses = verdict.uses if sum(count for _, count in verdict.uses) > 1 else ()
        verdict = replace(verdict, lines=lines, uses=uses, picture=picture)
        bar = self._undo(when=idea.at > 0), on
        return ui.Entry(title, verdict, bar, tuple(self.groups(step)))

    def _tapped(self, entry: Entering[S, M], taps: Taps, title: str) -> ui.Entry:
        """Return a question that is answered by taps."""
        desk, ahead = self.desk, self.desk.ahead
        groups = [*self.groups(taps)]
        more: list[ui.Item] = [
            ui.Key(self.told(name), self.does(act.Next(to=key)), icons=((key, 0),))
            for key, name in (() if ahead is None or taps.main else ahead.demand)
        ]
        if taps.told.mood == "illegal" and taps.answer is not None:
            more.append(self._keep)
        elif not entry.answered and desk.backdrop is not None:
            having = desk.backdrop.having
            if having.cards and not (having.look and entry.typed):  # they are in the menu, too
                more.append(self.see_cards("quiet"))
        more += self._around(entry)
        groups += [ui.Group("", tuple(more))] if more else []
        bar = [self._undo(when=len(desk.drafts) > 1)]
        if not entry.answered:
            if not self._astray(taps):
                bar.append(self.key("clear", act.Plain("clear"), when=bool(entry.typed)))
            for name, thinking in desk.thoughts.items():
                if not thinking.enters:
                    bar.append(ui.Key(self.told(thinking.title), self.does(act.Think(name))))
        bar += self._onwards(taps, ahead)
        verdict = self.verdict(taps.told, taps.mends)
        lines = [*verdict.lines]
        if (entry.typed or entry.answered) and desk.player and desk.maker != self.view.phone:
            lines.append(self.say("tapped-by", player=desk.player))
        if ahead is not None and ahead.later is not None and ahead.later[0]:
            count, bad = ahead.later
            lines.append(self.say("after-it", count=count, bad=bad))
        verdict = replace(verdict, lines=tuple(lines))
        return ui.Entry(title, verdict, tuple(bar), tuple(groups), taps.cover)

    def _meant(self, taps: Taps) -> ui.Key | None:
        """Return the main key that taps have: mend, or the one they name."""
        if taps.mended is not None:
            return self.key("mend", act.Tap("mend"), "main")
        for one in taps.choices:
            if one.name == taps.main:
                thought = self.desk.pondering
                sought = thought is not None and not thought.idea.done and thought.what == one.asks
                sent = self.does(act.Tap(one.name), when=not sought)
                return ui.Key(self.told(one.text), sent, "main", note=self.told(one.note))
        return None

    def _astray(self, taps: Taps) -> bool:
        """Return whether what is entered is wrong, and nothing is known that mends it."""
        entry = self.desk.entering
        return bool(taps.told.mood == "illegal" and taps.mended is None and entry.typed)

    def _onwards(self, taps: Taps, ahead: Ahead | None) -> Iterator[ui.Key]:
        """Yield the main key, last: mend, on to what comes next, or confirm; before it the one that
        goes on with nothing, where both may be meant."""
        meant, entry = self._meant(taps), self.desk.entering
        ends = self.told(taps.ends) or self.say("confirm")
        nothing = entry.question.nothing if entry.question is not None and ahead is not None else ""
        if nothing and entry.question is not None and taps.answer == entry.question.default:
            sent = self.does(act.Next(), when=ahead is not None and not ahead.wrong)
            yield ui.Key(self.told(nothing), sent, "skip")
            yield from () if meant is None else (meant,)
        elif meant is not None:
            yield meant
        elif self._astray(taps) and not entry.answered:
            yield self.key("start-again", act.Plain("clear"), "main")
        elif ahead is None:
            waits = self.live and not (entry.answered or taps.ends)
            note = self.say("main-waits") if waits else ""
            yield ui.Key(self.told(taps.then) or ends, looks="main", note=note)
        else:
            text = ends if ahead.title is None else self.told(ahead.title)
            sent = self.does(act.Next(), when=not ahead.wrong)
            waits = ahead.wrong and self.live and not entry.answered
            note = self.say("main-waits") if waits else text if taps.adds else ""
            yield ui.Key(self.told(taps.adds) or text or self.say("next"), sent, "main", note=note)

    def _undo(self, *, when: bool = True) -> ui.Key:
        return self.key("undo", act.Plain("undo"), when=when, icons=(("undo", 0),))

    @property
    def _keep(self) -> ui.Key:
        """The key that keeps an answer against the rules."""
        return self.key("keep", act.Next(insist=True), "warn", note=self.say("keep-note"))

    def _around(self, entry: Entering[S, M]) -> Iterator[ui.Key]:
        """Yield the keys beside a move: what leaves an older one, what ends the game."""
        if entry.replaces is not None:
            number = entry.replaces
            yield self.key("leave-replacing", act.Replace(0), when=self.live, number=number)
        elif not entry.answered and not entry.typed and self.desk.over is not None:
            yield self.key("end", act.Plain("end"), "sure")

    def _lately(self, back: Backdrop[S, M]) -> Iterator[str]:
        """Yield what the turn before brought: pieces, and points or else what the game tells."""
        log = back.log
        if back.having.given:
            yield self.say("from-box", player=log.reports[-1][0].player)
        changed, given = False, log.reports[-1][0].player if back.having.given else None
        for was, sheet in zip(log.rules.standing(log.back().state), back.standing, strict=True):
            if not (gain := sheet.total - was.total):
                continue
            changed = True
            heads = dict.fromkeys(line.category for line in (*sheet.lines, *was.lines))
            more = {head: (sheet.subtotal(head) or 0) - (was.subtotal(head) or 0) for head in heads}
            told = {self.told(back.game.category(head)): n for head, n in more.items() if n}
            what = self.listed(f"{name} {n}" for name, n in told.items())
            key = "last-own" if sheet.name == given else "last-points"
            yield self.say(key, player=sheet.name, points=f"{gain:+}", what=what)
        for report in () if changed else log.reports[-1]:
            gains = self.listed(map(back.game.book.told, report.gains))
            if report.player and gains:
                yield self.say("last-turn", player=report.player, what=gains)

    def _asked(self, entry: Entering[S, M], question: Question) -> ui.Entry:
        """Return a question whose answers are keys, or a line to type."""
        desk = self.desk
        prompt = "" if question.title else self.told(question.prompt).rstrip("> ")
        answers = islice(question.answers(), MOST_ANSWERS)
        keys = [ui.Key(text, self.does(act.Fill("answer", text))) for text in answers]
        field = ui.Field(self.say("type-it"), "answer", self.does(act.Fill("answer")))
        typed, around = ui.Group("", (field,), "list"), ui.Group("", tuple(self._around(entry)))
        bar = [self._undo(when=len(desk.drafts) > 1)]
        verdict = ui.Verdict(prompt)
        if desk.wrong:
            verdict = self._illegal()
            bar.append(self._keep)
        elif question.default is not None:
            bar.append(self.key("enter", act.Fill("answer"), "main"))
        groups = ui.Group("", tuple(keys)), typed, around
        shown = tuple(one for one in groups if one.items)
        return ui.Entry(self.told(question.title), verdict, tuple(bar), shown)

    def _illegal(self) -> ui.Verdict:
        """Return the verdict on what was typed last."""
        return ui.Verdict(self.say("illegal"), "illegal", self.against(self.desk.wrong))

    def _ended(self, now: Backdrop[S, M]) -> ui.Entry:
        log = now.log
        why = self.told(now.having.warning or asking(now.game).ending(log.state))
        bar = [self.take_back(log, turns(log))]
        bar += [self.key("goes-on", act.Plain("end"))] * self._over
        bar.append(self.key("score", act.Look(sheet="score")))
        if beginning(now.game).again is not None:
            bar.append(self.key("again", act.Plain("again"), "main", note=self.say("again-note")))
        winners = self._winners(log) if len(now.standing) > 1 else ()
        title = self.say("wins", names=self.listed(winners)) if winners else self.say("over")
        return ui.Entry("", ui.Verdict(title, lines=(why,) if why else ()), tuple(bar))

    def _past(self, back: Backdrop[S, M]) -> ui.Entry:
        """Return the turn that is looked at."""
        turn, count = self.turn, len(back.whole.commits)
        bar = (
            self.key("earlier", act.Look(turn=turn - 1), when=turn > 0),
            self.key("later", act.Look(turn=turn + 1), when=turn < count),
            self.key("now", act.Look(turn=-1), "main"),
        )
        if not turn:
            return ui.Entry("", ui.Verdict(self.say("setup")), bar)
        made = [one for one in back.whole.turns if one[0] == turn - 1]
        reasons = self.against(reason for _, _, one in made for reason in one.reasons)
        gains = (self.listed(map(back.game.book.told, report.gains)) for _, _, report in made)
        told = back.game.words or back.game.told
        lines = (self.told(told(*made[0][1:])), *filter(None, gains))
        names = self.listed(one.player for _, _, one in made if one.player)
        title = f"{self.say('turn', number=turn)} · {names}"
        verdict = ui.Verdict(title, "illegal" if reasons else "legal", reasons, lines)
        again = self.key("replace", act.Replace(turn), number=turn)
        return ui.Entry("", verdict, bar, (ui.Group("", (again,)),))

    # Turns and banners.

    def _time(self, now: Backdrop[S, M]) -> ui.Time:
        count = len(now.whole.commits)
        at = count if self.turn < 0 else self.turn
        return ui.Time(self.say("time"), at, count, _line(now, self.view.language))

    def _banners(self) -> Iterator[ui.Banner]:
        """Yield what everyone must know, and what this phone is told."""
        desk, view, thought = self.desk, self.view, self.desk.pondering
        for problem in view.notices:
            yield ui.Banner(self.problem(problem), "notice")
        yield from self._trouble()
        back = desk.backdrop
        over = desk.entry is None or self._over  # the verdict tells why
        if back is not None and self.turn < 0 and not (over or desk.beside) and back.having.warning:
            yield ui.Banner(self.told(back.having.warning), "warn")
        if thought is not None and thought.idea.text is None:
            text, end = self.told(thought.idea.told), act.Think("", stop=True)
            if not thought.idea.done:
                text = f"{text or self.say('working')} {round(100 * thought.idea.share)} %"
                yield ui.Banner(text, "info", (self.key("stop", end),))
            elif text and not desk.beside:
                yield ui.Banner(text, "info", (self.key("close", end),))
        if self.plays and self.others and self.turn < 0:
            key = self.key("enter-for", act.Look(enters=True), player=self.due)
            yield ui.Banner(self.say("not-yours", player=self.due), "info", (key,))
        if not self.plays:
            yield ui.Banner(self.say("spectator"), "info")
        tip = "" if desk.taps is None or desk.beside or desk.idea else desk.taps.tip
        if self.live and tip and tip not in view.read:
            yield ui.Banner(self.told(tip), "tip", (self.key("tip-done", act.Look(read=tip)),))
        entry = None if over or desk.beside or desk.idea or self.turn >= 0 else desk.entry
        if entry is None or entry.typed or entry.answered or back is None or not back.log.commits:
            return
        if told := "\n".join(self._lately(back)):
            seat = self.seats.get(back.log.reports[-1][0].player)
            keys = (self.take_back(back.log),) if self.live else ()
            yield ui.Banner(told, "last", keys, back.having.given, seat)

    def _trouble(self) -> Iterator[ui.Banner]:
        """Yield why what was confirmed is not in the file."""
        kept = self.desk.kept
        if kept.how != "unsaved":
            return
        why = "" if kept.problem is None else self.problem(kept.problem)
        text = "file-changed" if kept.changed is not None else "not-saved"
        if kept.gone:
            text = "file-lost" if why else "file-gone"
        keys = [self.key("save-as", act.Look(sheet="save-as")), self.key("download", act.SaveAs())]
        if kept.changed is not None:
            keys.insert(0, self.key("reread", act.Plain("reread"), "sure"))
        told = self.say(text, file=self.desk.name, why=why)
        yield ui.Banner(told, "fault", tuple(keys) if self.plays else ())


@lru_cache(maxsize=8)
def _line(now: Backdrop[S, M], language: str) -> tuple[ui.Turn, ...]:
    """Return the turns of a game, which are the same on all phones of a language."""
    game, words = now.game, BOOK.language(language)
    found = [ui.Turn(0, BOOK.say(language, "setup"))]
    for index, move, report in now.whole.turns:
        told = in_language(game.told(move, report), language)
        gains = words.comma.join(in_language(game.book.told(g), language) for g in report.gains)
        colour, legal = now.seats.get(report.player), not report.reasons
        found.append(ui.Turn(index + 1, told, report.player, colour, gains, legal))
    return tuple(found)
