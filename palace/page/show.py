"""What one phone shows of a table: `show` returns its sections, in the phone's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.entering import Entering, asking, beginning
from palace.contract.game import Question
from palace.contract.rules import Log, M, S
from palace.contract.taps import Board, Icons, Idea, Taps, Told
from palace.core.errors import InputError
from palace.core.terminal import plain
from palace.core.verdict import signed
from palace.page import state as ui
from palace.page.action import Action, Role
from palace.page.desk import Ahead, AnyDesk, Backdrop, past
from palace.page.sheets import Sheets, time_line, turns
from palace.page.state import PageState
from palace.page.view import View
from palace.page.words import BOOK


def show(desk: AnyDesk, view: View, role: Role = "player") -> PageState:
    return _Shown(desk, view, role).state()


class _Shown(Sheets):
    def state(self) -> PageState:
        desk, view = self.desk, self.view
        banners, sheet = tuple(self._banners()), self.sheet()
        menu = () if sheet.name == "start" else tuple(self.menu())  # it covers the menu
        heading = ui.Heading("Palace", menu=menu, language=view.language)
        state = PageState(desk.version, view.count, heading, banners=banners, sheet=sheet)
        if desk.aside is not None:
            return self._beside(state, desk.aside)
        return state if desk.backdrop is None else self._playing(state, desk.backdrop)

    def _beside(self, state: PageState, now: Beside) -> PageState:
        taps, before = now.taps, self.desk.game is None
        main = self._mend(taps) or self._meant(taps)
        bar = [*[self.undo()] * (len(self.desk.under) > 1), *self.bar(taps)]
        if now.corrected is not None:
            main = self.key("put-right", Action("begin"), "main")
        elif now.joining is not None and before:
            looks: ui.KeyLooks = "main" if main is None else ""
            bar.append(self.key("play-on" if main else "join", Action("open", "join"), looks))
        elif main is None and before and (own := now.box("")) is not None:
            back = len(self.desk.under) < len(self.desk.beside)  # to the form it was opened from
            begin = Action("open") if back else Action("open", "new", own.game or "")
            main = self.key("new", begin, "main")
        bar += [] if main is None else [main]
        title, about, board = self.told(now.title), self.told(now.about), taps.board
        verdict, about = self.verdict(taps.told, taps), about.partition("\n")[0]
        above = "" if board is None or verdict.title else title
        entry = ui.Entry(above, verdict, tuple(bar), tuple(self.groups(taps)))
        heading = replace(
            state.heading, title=about or title, line=title if about else "", hand=taps.told.left,
            close=self.does(Action("open")),
        )  # fmt: skip
        state = replace(state, heading=heading, entry=entry)
        return state if board is None else self._on(state, board, self._plan(board), None)

    def _on(self, state: PageState, board: Board, plan: ui.Plan, whole: Board | None) -> PageState:
        """Return the sections of a board; on the `whole` one, pieces are told apart by turns."""
        shown = board.solids if self.view.shows != "plan" else ()
        known = {} if whole is None else {solid.name: solid for solid in whole.solids}
        solids = tuple(known.get(solid.name, solid) for solid in shown)
        told = board.told if whole is None or self.view.picked not in known else whole.told
        picked = next((self.told(told(s)) for s in solids if s.name == self.view.picked), "")
        stage = self.say("scene"), self.view.shows
        scene = ui.Scene(board.ground, board.sheet, solids, board.way, board.tones, picked, *stage)
        return replace(state, picture=self.told(board.picture), plan=plan, scene=scene)

    def _playing(self, state: PageState, now: Backdrop[S, M]) -> PageState:
        turn = self.turn
        back, taps = (now, self.desk.taps) if turn < 0 else (past(now, turn), None)
        board = back.board if taps is None or taps.board is None else taps.board
        if board is not None:
            board, mend = self._hinted(board)
            plan = replace(self._lasting(self._plan(board), back), mend=mend)
            state = self._on(state, board, plan, back.board)
        elif (text := back.drawing.text) is not None:
            state = replace(state, plan=ui.Plan(text=plain(text())))
        at = len(now.whole.commits) if turn < 0 else turn
        time = ui.Time(self.say("time"), at, time_line(now, self.view.language))
        heading, players = self._heading(state.heading, back), self._players(back)
        return replace(state, heading=heading, players=players, entry=self._entry(now), time=time)

    def _heading(self, base: ui.Heading, back: Backdrop[S, M]) -> ui.Heading:
        game, _, log = self.desk.playing
        entry, turn, kept, due = self.desk.entry, self.turn, self.desk.kept, self.due
        if turn >= 0:
            line = self.say("looking-at", number=turns(back.log), count=turns(log))
        elif entry is None or self._over:
            line = self.say("over")
        else:
            line = self.told(back.having.turn) or self.say("turn", number=turns(log) + 1)
            if entry.replaces is not None:
                line = self.say("replacing", number=turns(entry.log) + 1)
            line = f"{line} · {self._called(due)}" if due else line
        about, _, _ = self.told(back.having.about).partition("\n")
        title = " · ".join(filter(None, (game.title, about)))
        return replace(
            base, title=title, line=line, hand=self._hands(back).get(due, ((), ()))[0],
            colour=self.seats.get(due) if turn < 0 else None, safe=kept.how == "saved",
            stock=back.having.stock, saved=self.say(kept.how),
        )  # fmt: skip

    @cached_property
    def _over(self) -> bool:
        return self.desk.over is not None and self.desk.over[0]

    def _hands(self, back: Backdrop[S, M]) -> dict[str, tuple[Icons, Icons]]:
        """Return what the players have in hand with what is entered, and what they get."""
        hands, entry, taps = dict(back.having.hands), self.desk.entry, self.desk.taps
        if self.desk.guide and self.desk.idea is not None and self.desk.idea.at:
            taps = self.desk.guide[self.desk.idea.at]
        if self.turn < 0 and entry is not None and taps is not None and taps.told.left:
            player = entry.players[entry.done] or self.due
            hands[player] = (taps.told.left, hands.get(player, ((), ()))[1])
        return hands

    def _players(self, back: Backdrop[S, M]) -> ui.Players:
        log, hands = back.log, self._hands(back)
        sheets = ((self.turn < 0 and self.desk.built) or back).standing
        heads = tuple(dict.fromkeys(line.category for sheet in sheets for line in sheet.lines))
        leaders = self._winners(log) if self.turn < 0 and (self._over or not back.whole.due) else ()
        due = [one.player for one in log.reports[-1]] if self.turn > 0 else [self.due]
        rows = list[ui.Player]()
        for at, sheet in enumerate(sheets):
            name, held = self._called(sheet.name), hands.get(sheet.name, ((), ()))
            marks = sheet.name in due, sheet.name in leaders
            each = (f"{sheet.subtotal(head) or 0}".replace("-", "\u2212") for head in heads)
            rows.append(ui.Player(name, at, str(sheet.total), *marks, *held, tuple(each)))
        shown = tuple(self.told(back.game.category(head)) for head in heads)
        return ui.Players(tuple(rows), shown, back.having.points or "points")

    def _winners(self, log: Log[S, M]) -> tuple[str, ...]:
        with suppress(InputError):
            return self.desk.written.score(log).winners
        return ()

    def _plan(self, board: Board) -> ui.Plan:
        """Return a board as it is seen from the side of this phone."""
        side, files, ranks = self.view.side, board.files, board.ranks
        east, north = len(files) - 1, len(ranks) - 1
        places, live = [], self.live and self.desk.form is None
        for one in board.places:
            x, y = one.x, one.y
            if not board.picture:
                x, y = ((x, north - y), (y, x), (east - x, y), (north - y, east - x))[side]
            taps, holds = live and one.name in board.answers, live and one.name in board.held
            told = self.told(one.label)
            places.append(replace(one, x=x, y=y, label=told, live=taps, holds=holds))
        columns = (files, ranks, files[::-1], ranks[::-1])[side]
        rows = (ranks[::-1], files, ranks, files[::-1])[side]
        label, ways = self.told(board.label), (board.path, board.bridges, board.rings)
        return ui.Plan(columns, rows, label, side, tuple(places), *ways)

    def _lasting(self, plan: ui.Plan, back: Backdrop[S, M]) -> ui.Plan:
        """Return a plan with the way of the last move, until the first tap of the next one."""
        path = () if back.board is None else back.board.path
        entry = None if self.turn >= 0 or self._over or self.desk.guide else self.desk.entry
        if entry is None or entry.answered or plan.path or not path:
            return plan
        own = dict.fromkeys(path, " lately")
        lately = (replace(one, looks=one.looks + own.get(one.name, "")) for one in plan.places)
        colour = self.seats.get(back.log.reports[-1][0].player)
        return replace(plan, places=tuple(lately), path=path, colour=colour)

    def _hinted(self, board: Board) -> tuple[Board, tuple[str, ...]]:
        """Return a board with what was thought of, or what mends, as a ghost, or as it is at a step
        of the program, or without a way once the game is over; the way of a mend."""
        if self.turn >= 0:
            return board, ()
        if self.desk.entry is None or self._over:
            places = (replace(p, looks=p.looks.replace("last", "")) for p in board.places)
            return board._replace(places=(*places,), path=(), way=()), ()
        guide, idea, ghost = self.desk.guide, self.desk.idea, self.desk.ghost
        if guide and idea is not None:
            return guide[idea.at].board or board, ()
        if ghost is None or (other := ghost.board) is None:
            return board, ()
        there = {solid.name for solid in board.solids}
        ghosts = [replace(s, looks="hint") for s in other.solids if s.name not in there]
        board = board._replace(solids=(*board.solids, *ghosts), way=other.way)
        if idea is None:  # what is entered stays in sight
            return board, other.path
        places = (replace(p, looks=p.looks.replace("draft", "hint")) for p in other.places)
        return board._replace(places=tuple(places), path=other.path, picture=other.picture), ()

    def _entry(self, now: Backdrop[S, M]) -> ui.Entry:
        desk, entry, idea = self.desk, self.desk.entry, self.desk.idea
        if self.turn >= 0:
            return self._past(past(now, self.turn))
        if entry is None or self._over:
            return self._ended(now)
        if entry.question is None or desk.taps is None:
            verdict = ui.Verdict(self.say("illegal"), "illegal", self.against(desk.against))
            return ui.Entry("", verdict, (self.undo(), self._keep()))
        if desk.guide and idea is not None:
            return self._guided(desk.guide, idea)
        if idea is None:
            return self._tapped(entry, desk.taps, self.told(entry.question.title))
        away = self.key("put-away", Action("stop"), when=self.live)
        take = Action("take", text=idea.text or "")
        bar = (self.undo(when=False), away, self.key("take-idea", take, "main"))
        if idea.rest:
            whole = self.key("take-all", replace(take, name="all"), "main")
            bar = (away, self.key("take-part", take), whole)
        told = Told() if desk.ghost is None else desk.ghost.told
        first = int(bool(idea.rows))  # it tells what they show
        lines = (*idea.lines[first:], *idea.lines[:first]) or told.lines
        told = told._replace(title=idea.told, lines=lines)
        verdict = replace(self.verdict(told), why=self.say("why") if idea.lines else "")
        return ui.Entry("", verdict, bar, (*self.groups(Taps(told, rows=idea.rows)),))

    def _guided(self, guide: tuple[Taps, ...], idea: Idea) -> ui.Entry:
        at, last, step = idea.at, len(guide) - 1, guide[idea.at]
        told = step.told._replace(lines=(*step.told.lines, *idea.lines * (not at)))
        does = ("built-it", Action("take")) if at in (0, last) else ("next", Action("next"))
        on = self.key(*does, "main", text=step.ends)
        bar = [self.key("back", Action("undo")), self.key("whole", Action("undo", "whole"))][:at]
        if last and not at:
            bar, on = [replace(on, looks="")], self.key("steps", Action("next"), "main")
        if not at and turns(log := self.desk.playing[2]):
            movers = [reports[0].player for reports in log.reports]
            people = [name for name in movers if self._called(name) == name] or movers
            bar.insert(0, replace(self.take_back(log), note=self.say("turn-of", player=people[-1])))
        title = self.say("step-of", number=at, count=last) if at else ""
        return ui.Entry(title, self.verdict(told), (*bar * bool(last), on), (*self.groups(step),))

    def _tapped(self, entry: Entering[S, M], taps: Taps, title: str) -> ui.Entry:
        desk, ahead = self.desk, self.desk.ahead
        groups = [*self.groups(taps)]
        if entry.taps is None:
            typed = ui.Field(self.say("type-it"), "answer", self.does(Action("fill", "answer")))
            groups.append(ui.Group("", (typed,), "list"))
        asked = () if ahead is None or taps.main else ahead.passed
        passed = [self._asks(one, taps.adds) for one in asked if not one.idle]
        more: list[ui.Item] = [] if taps.cover else [*passed]
        if (taps.keep or taps.told.mood == "illegal") and taps.answer is not None:
            more.append(self._keep(taps.keep))
        if entry.replaces is not None:
            leave, number = Action("replace", text="0"), turns(entry.log) + 1
            more.append(self.key("leave-replacing", leave, when=self.live, number=number))
        elif not entry.answered and not entry.typed and desk.over is not None:
            more.append(self.key("end", Action("end"), "sure"))
        groups += [ui.Group("", tuple(more))] if more else []
        bar = [self.undo(when=len(desk.drafts) > 1)]
        if not entry.answered:
            if taps.clears and not (self._astray(taps) and self._meant(taps) is None):
                bar.append(self.key("clear", Action("clear"), when=bool(entry.typed)))
            for name, thinking in desk.thoughts.items():
                if not thinking.enters and taps.mended is None:
                    bar.append(ui.Key(self.told(thinking.title), self.does(Action("think", name))))
        bar += [*passed * taps.cover, *self.bar(taps), *self._onwards(taps, ahead)]
        if taps.cover and groups and (skip := [key for key in bar if key.looks == "skip"]):
            groups[-1] = replace(groups[-1], items=(*groups[-1].items, *skip))
            bar = [key for key in bar if key not in skip]
        lines = desk.foretold
        if (entry.typed or entry.answered) and desk.player and desk.maker != self.view.phone:
            lines = *lines, self.say("tapped-by", player=desk.player)
        verdict = self.verdict(taps.told._replace(lines=lines), taps)
        due, choice = entry.question, taps.board is not None and len(taps.board.answers) > 1
        if choice and not taps.cover and due and (due.key, entry.typed) in desk.advice[1]:
            verdict = replace(verdict, lines=(self.say("advice"), *verdict.lines))
        return ui.Entry(title * (not verdict.title), verdict, tuple(bar), tuple(groups), taps.cover)

    def _asks(self, asked: Question, adds: str) -> ui.Key:
        title, _, note = self.told(asked.title).partition("\n")
        note = "\n".join(filter(None, (note, self.told(adds).partition("\n")[2])))
        return ui.Key(title, self.does(Action("next", asked.key)), "", ((asked.key, 0),), note)

    def _mend(self, taps: Taps) -> ui.Key | None:
        text, _, note = self.told(taps.mend or BOOK.text("mend")).partition("\n")
        mends = self.does(Action("tap", "mend"))
        return None if taps.mended is None else ui.Key(text, mends, "main", note=note)

    def _meant(self, taps: Taps) -> ui.Key | None:
        for one in taps.choices:
            if one.name == taps.main:
                thought = self.desk.pondering
                sought = thought is not None and not thought.idea.done and thought.what == one.asks
                ready = not sought and (one.answer is not None or bool(one.asks))
                sent = self.does(Action("tap", one.name), when=ready)
                return ui.Key(self.told(one.text), sent, "main", note=self.told(one.note))
        return None

    def _astray(self, taps: Taps) -> bool:
        """Return whether what is entered is wrong, and nothing is known that mends it."""
        wrong = taps.told.mood == "illegal" and taps.mended is None
        return wrong and self.desk.entering.typed != ""

    def _onwards(self, taps: Taps, ahead: Ahead[S, M] | None) -> Iterator[ui.Key]:
        """Yield the main key, last: mend, on to what comes next, or confirm; before it the one that
        goes on with nothing, where both may be meant."""
        meant, entry = self._meant(taps), self.desk.entering
        own, asked = entry.question, None if ahead is None else ahead.after.question
        right = ahead is not None and not ahead.wrong
        text = taps.then if ahead is None else ""
        text = text if asked is None else asked.title or BOOK.text("next")
        name, _, costs = (self.told(text or taps.ends) or self.say("confirm")).partition("\n")
        if mends := self._mend(taps):
            yield mends
        elif ahead and own and own.nothing and (taps.answer, taps.adds) == (own.default, ""):
            nothing, first, lost = [*self.told(own.nothing).split("\n"), "", ""][:3]
            yield ui.Key(nothing, self.does(Action("next"), when=right), "skip", note=lost)
            yield from (meant or ui.Key(name, None, "main", note=first),) if meant or first else ()
        elif meant is not None:
            yield meant
        elif self._astray(taps) and not entry.answered:
            yield self.key("clear", Action("clear"), "main")
        else:
            if ahead and asked and asked.demand and asked.key in self.desk.wanted:  # by a hint
                later = self.desk.passing(ahead.after)[0].question
                if later is not asked:  # it can be left
                    without = self.told(asked.nothing).partition("\n")[0]
                    sent = self.does(Action("next", asked.key), when=right)
                    yield ui.Key(without, sent, note="" if later else self.say("confirm"))
                    if later is not None and later.title:  # the key is called by what comes next
                        costs = f"{name}\n{costs}"
                        name = self.told(later.title).partition("\n")[0]
            waits = self.live and not (right or entry.answered or (taps.ends and ahead is None))
            adds = "" if ahead is None else self.told(taps.adds).partition("\n")[0]
            notes = costs * (not adds), self.told(taps.loses)
            note = self.say("main-waits") if waits else "\n".join(filter(None, notes))
            yield ui.Key(adds or name, self.does(Action("next"), when=right), "main", note=note)

    def _keep(self, text: str = "") -> ui.Key:
        return self.key("keep", Action("keep"), note=self.say("keep-note"), text=text)

    def _lately(self, back: Backdrop[S, M]) -> Iterator[str]:
        """Yield what the turn before brought: pieces, and points or else what the game tells."""
        changed, mover = False, back.log.reports[-1][0].player
        if self.desk.given and self.turn < 0:
            yield self.say("from-box", player=self._called(mover))
        sheets = zip(back.log.rules.standing(back.log.back().state), back.standing, strict=True)
        for was, sheet in sorted(sheets, key=lambda pair: pair[1].name != mover):
            if not (changes := sheet.since(was)):
                continue
            changed, gain = True, signed(sheet.total - was.total)
            each = [(self.told(back.game.category(head)), signed(n)) for head, n in changes.items()]
            what = self.listed(" ".join(one) if len(changes) > 1 else one[0] for one in each)
            yield self.say("last-points", player=self._called(sheet.name), points=gain, what=what)
        for report in () if changed else back.log.reports[-1]:
            gains = self.listed(map(back.game.book.told, report.gains))
            if report.player and gains and self.turn < 0:
                yield self.say("last-turn", player=report.player, what=gains)

    def _ended(self, now: Backdrop[S, M]) -> ui.Entry:
        log = now.log
        why = self.told(now.having.warning or asking(now.game).ending(log.state))
        bar = [self.take_back(log), *[self.key("goes-on", Action("end"))] * self._over]
        bar.append(self.opens("score"))
        if beginning(now.game).again is not None:
            bar.append(self.key("again", Action("again"), "main", note=self.say("again-note")))
        winners = self._winners(log) if len(now.standing) > 1 else ()
        key = "all-win" if len(winners) == len(now.standing) else "wins" if winners else "over"
        title = self.say(key, names=self.listed(map(self._called, winners)))
        told = ui.Verdict(title, lines=(why,) if why else (), picture="trophy")
        return ui.Entry("", told, tuple(bar))

    def _past(self, back: Backdrop[S, M]) -> ui.Entry:
        turn, count = self.turn, len(back.whole.commits)
        bar = (
            self.key("earlier", Action("look", "turn", str(turn - 1)), when=turn > 0),
            self.key("later", Action("look", "turn", str(turn + 1)), when=turn < count),
            self.key("now", Action("look", "turn", "-1"), "main"),
        )
        if not turn:
            return ui.Entry("", ui.Verdict(self.say("setup"), lines=(self.say("setup-note"),)), bar)
        made = [one for one in back.whole.turns if one[0] == turn - 1]
        reasons = self.against(reason for _, _, one in made for reason in one.reasons)
        gains = (self.listed(map(back.game.book.told, report.gains)) for _, _, report in made)
        told = back.game.words or back.game.told
        lines = (self.told(told(*made[0][1:])), *filter(None, gains), *self._lately(back))
        names = self.listed(self._called(one.player) for _, _, one in made if one.player)
        number = turns(back.log)
        title = f"{self.say('turn', number=number)} · {names}" if names else lines[0]
        verdict = ui.Verdict(title, "illegal" if reasons else "legal", reasons, lines[not names :])
        note, sent = self.say("replace-note") * (turn < count), Action("replace", text=str(turn))
        again = self.key("replace", sent, note=note, number=number)
        return ui.Entry("", verdict, bar, (ui.Group("", (again,)),))

    def _banners(self) -> Iterator[ui.Banner]:
        desk, view, thought = self.desk, self.view, self.desk.pondering
        yield from (ui.Banner(self.problem(one), "notice") for one in view.notices)
        yield from self._trouble()
        over = desk.entry is None or self._over  # the verdict tells why
        now = self.turn < 0 and desk.aside is None
        if now and not over and self.having.warning:
            yield ui.Banner(self.told(self.having.warning), "warn")
        if thought is not None and thought.idea.text is None:
            text, end = self.told(thought.idea.told), Action("stop")
            if not thought.idea.done:
                text = f"{text or self.say('working')} {round(100 * thought.idea.share)} %"
                yield ui.Banner(text, "info", (self.key("stop", end),))
            elif text and desk.aside is None:
                yield ui.Banner(text, "info", (self.key("close", end),))
        if self.plays and self.others and self.turn < 0:
            key = self.key("enter-for", Action("look", "enters"), player=self.due)
            yield ui.Banner(self.say("not-yours", player=self.due), "info", (key,))
        if not self.plays:
            yield ui.Banner(self.say("spectator"), "info")
        tip = "" if desk.taps is None or desk.aside or desk.idea else desk.taps.tip
        if self.live and tip and tip not in view.read:
            done = self.key("tip-done", Action("look", "read", tip))
            yield ui.Banner(self.told(tip), "tip", (done,))
        begins = thought is None or (bool(desk.guide) and not thought.idea.at)
        entry, back = desk.entry if now and not over and begins else None, desk.backdrop
        used = desk.taps is not None and bool(desk.taps.told.uses)  # until then pieces are taken
        if entry is None or back is None or entry.answered or (entry.typed and used):
            return
        if not back.log.commits or entry.replaces is not None:  # the turn before is another
            return
        lately, fresh = [*self._lately(back)], desk.idea is None and not entry.typed
        if told := "\n".join(lately if fresh else lately[:1]):
            seat = self.seats.get(back.log.reports[-1][0].player)
            keys = (self.take_back(back.log),) if self.live and fresh else ()
            yield ui.Banner(told, "last", keys, desk.given, seat)

    def _trouble(self) -> Iterator[ui.Banner]:
        """Yield why what was confirmed is not in the file."""
        if (kept := self.desk.kept).how != "unsaved":
            return
        why = "" if kept.problem is None else self.problem(kept.problem)
        text = "file-changed" if kept.changed is not None else "not-saved"
        if kept.gone:
            text = "file-lost" if why else "file-gone"
        keys = [self.opens("save-as"), self.key("download", Action("save-as"))]
        if kept.changed is not None:
            keys.insert(0, self.key("reread", Action("reread"), "sure"))
        told = self.say(text, file=self.desk.name, why=why)
        yield ui.Banner(told, "fault", tuple(keys) if self.plays else ())
