"""The sheets over the table: what begins a game, forms, the score, rules, settings of a phone."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby, islice

from palace import scoring
from palace.contract import registry
from palace.contract.entering import asking
from palace.contract.game import Printable, Question
from palace.contract.pad import LONGEST_NAME, MOST_POINTS, PLAYERS, RIVAL
from palace.contract.players import called
from palace.contract.rules import Log, M, S
from palace.contract.taps import Choice
from palace.core.errors import InputError
from palace.core.svg import NAMESPACE
from palace.core.verdict import LANGUAGES, in_language, signed
from palace.files.document import made_document
from palace.files.links import check_link, code_parts, game_link
from palace.files.serialise import data_text
from palace.page import state as ui
from palace.page.action import Action, do
from palace.page.desk import Backdrop, past
from palace.page.forms import Filling, Line
from palace.page.view import Writer
from palace.page.words import BOOK, problem_of
from palace.players.match import seat_of

MOST_CHIPS = 12

BITS = 4_712
"""What a code of version 16 holds, which cameras read well; larger ones are read by few."""


class Sheets(Writer):
    """The menu of one phone, and the sheet that it shows."""

    def menu(self) -> Iterator[ui.Group]:
        """Yield the keys of the menu: those of the game, or of a new one, and all others."""
        desk, aside, keys = self.desk, self.desk.aside, list[ui.Item]()
        if note := self.told((self.having if aside is None else aside).about).partition("\n")[2]:
            yield ui.Group("", (ui.Says(note, "quiet"),))
        if desk.game is not None:
            keys.append(self.opens("score"))
            for name in self._papers:
                keys.append(self.key(f"sheet-{name}", Action("look", "sheet", f"paper:{name}")))
            if self.having.cards:
                keys.append(self.opens("cards", text=self.having.look))
            if self.plays:
                keys += self._besides("this-game")
                keys += [self.key("other-move", Action("stop"))] * bool(desk.guide)
                keys.append(self.key("download", Action("save-as")))
                keys += [self.opens("share")] * bool(self.view.address)
                if aside is None and self.turn < 0 and (back := desk.backdrop) and back.log.commits:
                    keys.append(self.take_back(back.log))
            yield ui.Group(self.say("this-game"), tuple(keys))
        elif self.plays:
            yield ui.Group(self.say("new"), tuple(self._games("new", registry.REGISTRY)))
            yield ui.Group(self.say("trying"), tuple(self._besides("trying")))
        keys = []
        looks: ui.KeyLooks = "" if desk.game is None else "quiet"
        if self.plays:
            keys += (replace(one, looks=looks) for one in self._besides("beside"))
            keys.append(self.opens("pads", looks))
            if desk.game is None:
                keys.insert(0, self.key("load", Action("fill", "record"), "upload"))
                if self.view.address and desk.shown is not None and desk.shown.argued:
                    keys.append(self.opens("share"))
        yield ui.Group(self.say("beside"), (*keys, self.opens("settings", looks)))

    def opens(self, sheet: str, looks: ui.KeyLooks = "", text: str = "") -> ui.Key:
        return self.key(sheet, Action("look", "sheet", sheet), looks, text=text)

    def take_back(self, log: Log[S, M]) -> ui.Key:
        return self.key("take-back", Action("take-back"), "sure", when=bool(log.commits))

    def sheet(self) -> ui.Sheet:
        """Return the sheet that is shown; one without a name where there is none."""
        desk, form = self.desk, self.desk.form
        if self.view.sheet and not (form is not None and self.view.sheet == "pads"):
            return self._named(self.view.sheet)
        if form is not None and self.plays:
            return self._form(form)
        if desk.game is None and desk.aside is None:
            menu = ("Palace", tuple(self.menu())) if self.plays else (self.say("waiting"),)
            return ui.Sheet("start", *menu)
        return ui.Sheet()

    def _named(self, name: str) -> ui.Sheet:
        pads = (game.key for game in registry.games() if game.pad)
        file = self.say("save-as-name"), "name", self.does(Action("save-as"))
        known: dict[str, Callable[[], Iterable[ui.Group]]] = {
            "score": self._score_now, "share": self._shared, "settings": self._settings,
            "cards": lambda: map(self.group, self.having.cards),
            "pads": lambda: [ui.Group("", (*self._games("pad", pads),))],
            "save-as": lambda: [ui.Group("", (ui.Field(*file),))],
        }  # fmt: skip
        known |= {f"paper:{key}": partial(self._paper, one) for key, one in self._papers.items()}
        if name not in known:
            return ui.Sheet()
        try:
            groups = (*known[name](),)
        except InputError as error:
            groups = (ui.Group("", (ui.Says(self.problem(problem_of(error)), "fault"),)),)
        look = self.told(self.having.look) if name == "cards" else ""
        title = look or self.say(name.replace("paper:", "sheet-"))
        return ui.Sheet(name, title, groups, (), do(Action("look", "sheet")))

    @property
    def _papers(self) -> dict[str, Printable]:
        game = self.desk.game
        known = {} if game is None or game.printables is None else game.printables()
        return {name: sheet for name, sheet in known.items() if sheet.blocks is not None}

    def _games(self, what: str, keys: Iterable[str]) -> Iterator[ui.Key]:
        for at, key in enumerate(keys):
            looks: ui.KeyLooks = "main" if what == "new" and not at else ""
            game = registry.REGISTRY[key]
            sign = ((game.sign, 0),) if game.sign else ()
            yield ui.Key(game.title, self.does(Action("open", what, key)), looks, sign)

    def _besides(self, group: str) -> Iterator[ui.Key]:
        """Yield the keys of what can be begun beside the game, in its group of the menu: what is
        played, before a game; during one, what has a title of its own then; all others."""
        before = self.desk.game is None
        for name, one in self.desk.besides.items():
            own = "trying" if before and one.plays else "beside"
            own = "this-game" if not before and one.title != one.within else own
            if own == group:
                sign = ((one.sign, 0),) if one.sign else ()
                title = one.title if before else one.within
                yield self.key(name, Action("open", name), icons=sign, text=title)

    def _form(self, form: Filling) -> ui.Sheet:
        """Return a form as far as it can be asked, all lines on one page; a pad with its points.
        What is beside it and answers a question is the main key where the help of that tells so."""
        about, what = registry.game(form.game), form.what
        totals, points = dict[str, str](), tuple[ui.Group, ...]()
        texts = ((one.question.taps, one.text) for one in form.lines if one.problem is None)
        told = (taps(text).told for taps, text in texts if taps)
        half = [one.title for one in told if one.mood == "unfinished"]
        sought = self.desk.thoughts[form.asks].title if form.asks in self.desk.thoughts else ""
        begin = self.key("begin", Action("begin"), "main", when=not half, text=[*half, sought][0])
        keys: tuple[ui.Key, ...] = () if what == "pad" else (begin,)
        if what == "pad":
            with suppress(InputError):
                text = data_text(form.form.record(form.answers))
                score = registry.score(about.read(made_document(text, "toml", form.game)))
                points = (*self._score(score),)
                leads = score.winners if len(score.winners) < len(score.sheets) else ()
                for one in score.sheets:
                    totals[one.name] = f" · {one.total}{' ★' * (one.name in leads)}"
        groups = list[ui.Group]()
        for _, own in groupby(form.lines, lambda one: one.question.player or one.question.key):
            asked = (*own,)
            player = asked[0].question.player
            for line in asked:
                beside, why = line.question.beside, self.told(line.question.help)
                if (link := self.desk.besides.get(beside)) is None:
                    continue
                opens = ui.Key(self.told(link.title), do(Action("open", beside)))
                if why and line.text in line.question.answers():  # it comes first, with both notes
                    note, _, other = why.partition("\n")
                    opens = replace(opens, looks="main", note=note)
                    keys = replace(begin, looks="", note=other), opens
                else:
                    groups.append(ui.Group("", (opens,), "list"))
            if items := (*(item for line in asked for item in self._line(form, line)),):
                groups.append(ui.Group(f"{player}{totals.get(player, '')}", items, "list"))
            groups += (group for line in asked for group in self._keys(line))
        titles = {"new": "new-of", "join": "join", "pad": "score-game"}
        title = self.told(sought) or about.title
        title = self.say(titles[what], title=title) if what in titles else title
        back = [ui.Group("", (self.undo(),))] * (len(self.desk.beside) > len(self.desk.under) + 1)
        return ui.Sheet(what, title, (*groups, *points, *back), keys, do(Action("open")))

    def _names(self, form: Filling, asked: Question) -> Iterator[ui.Item]:
        names = form.seats(asked.least)
        yield _stepper(asked, self.say("players"), len(names), lambda n: ",".join([*names, ""][:n]))
        rival = any(line.question.key == RIVAL for line in form.lines)
        for at, name in enumerate(names):
            key, label = f"{PLAYERS}.{at}", self.say("player", number=at + 1)
            fill: ui.Do = do(Action("fill", key))
            if rival and at + 1 == len(names):
                name, fill = self.say("program"), None
            yield ui.Field(label, key, fill, name, LONGEST_NAME, hint=label)

    def _line(self, form: Filling, line: Line) -> Iterator[ui.Item]:
        """Yield what answers a question of a form: keys, numbers to raise, or a line to type."""
        question, text = line.question, line.text
        title = self.told(question.title or question.prompt).rstrip("> ")
        fill = partial(_fill, question)
        answers = [*islice(question.answers(), MOST_CHIPS + 1)]
        if question.key == PLAYERS:
            yield from self._names(form, question)
        elif question.taps is not None:
            amounts = [*question.taps("" if line.problem is not None else text).amounts]
            yield from (ui.Says(title, "quiet") for _ in amounts[:1])
            for one in amounts:
                yield ui.Stepper("", str(one.value), fill(one.less), fill(one.more), one.icons)
        elif question.most is not None and text.isdecimal() and line.problem is None:
            yield _stepper(question, title, int(text), str, typed=fill(""))
        elif 0 < len(answers) <= MOST_CHIPS:
            yield ui.Says(title, "quiet" if question.player else "head")
            if question.default == "":
                answers.insert(0, "")
            if question.file and text not in answers and line.problem is None:
                answers.append(text)
            for answer in answers:
                shown = question.shown_as(answer) if answer else question.nothing
                label, _, note = self.told(shown).partition("\n")
                picture = "" if question.picture is None else question.picture(answer)
                yield ui.Key(label, fill(answer), note=note, on=text == answer, picture=picture)
            if question.picture is not None and not question.beside:
                yield ui.Says(self.told(question.help), "quiet")
        else:
            yield ui.Field(title, question.key, fill(""), text)
        if question.file:
            yield ui.Key(self.say("from-file"), fill(""), "upload")
        if line.problem is not None:
            yield ui.Says(self.problem(line.problem), "fault")

    def _keys(self, line: Line) -> Iterator[ui.Group]:
        """Yield the small keys that answer a question of a form one after the other."""
        fill, taps = partial(_fill, line.question), line.question.taps
        for row in () if taps is None or line.problem is not None else taps(line.text).rows:
            keys = [
                ui.Key(self.told(one.text), fill(one.answer), "", (), self.told(one.note), one.on,
                       one.tint)
                for one in row.items if isinstance(one, Choice)
            ]  # fmt: skip
            if keys and row.looks in ("grid", "list"):
                yield ui.Group(self.told(row.title), (*keys,), row.looks)

    def _called(self, name: str) -> str:
        """Return the name of a seat, as people say that of the program."""
        back = self.desk.backdrop
        return name if back is None else named(back, self.view.language).get(name, name)

    def _score_now(self) -> Iterator[ui.Group]:
        """Yield where the points come from, after the turn that is looked at."""
        game, _, log = self.desk.playing
        if self.turn >= 0:
            log = log.back(len(log.commits) - self.turn)
        elif (back := self.desk.backdrop) is not None and not log.due:
            why = past(back, len(log.commits)).having.warning or asking(game).ending(log.state)
            yield from self._notes(filter(None, [why]))
        yield from self._score(self.desk.written.score(log))

    def _score(self, found: scoring.Score) -> Iterator[ui.Group]:
        for sheet in found.sheets:
            if text := "\n".join(self._points(line) for line in sheet.lines if line.points):
                title = self.say("lines", name=self._called(sheet.name))
                yield ui.Group(title, (ui.Says(text),))
        yield from self._notes(found.notes)

    def _points(self, line: scoring.Line) -> str:
        when = f" ({self.say('turn', number=line.turn)})" if line.turn else ""
        return f"{signed(line.points)}: {self.told(line.cause)}{when}"

    def _notes(self, notes: Iterable[str]) -> Iterator[ui.Group]:
        if quiet := tuple(ui.Says(self.told(note), "quiet") for note in notes):
            yield ui.Group("", quiet, "list")

    def _shared(self) -> Iterator[ui.Group]:
        desk, address = self.desk, self.view.address
        if not (address and self.plays):
            return
        staircase, position = (desk.shown and desk.shown.argued) or ("", "")
        if staircase and position:
            link = check_link(staircase, position)
            yield self._link("staircase", link, [(address, link)])
        if desk.game is not None:
            text, tried = desk.saving.text, "" if desk.aside else staircase
            most = most_of(f"{address}#game32=99.99.")
            codes = ((f"{address}{key}", data) for key, data in code_parts(text, most))
            yield self._link("game", game_link(text, tried), [*codes])

    def _link(self, what: str, link: str, codes: Sequence[tuple[str, str]]) -> ui.Group:
        items: list[ui.Item] = [ui.Says(self.say(f"share-{what}-note"), "quiet")]
        for at, parts in enumerate(codes, 1):
            if len(codes) > 1:
                items.append(ui.Says(self.say("code", number=at, count=len(codes)), "head"))
            items += [ui.Says(svg, "svg") for svg in (code_svg(parts),) if svg]
        items.append(ui.Says(f"{self.view.address}{link}", "link"))
        return ui.Group(self.say(f"share-{what}"), tuple(items), "list")

    def _paper(self, sheet: Printable) -> Iterator[ui.Group]:
        _, record, _ = self.desk.playing
        assert sheet.blocks is not None
        named = {key: one for key, one in record.document.data.items() if isinstance(one, str)}
        given = {option: named.get(option) for option in sheet.options}
        for page in sheet.blocks(given, record):
            head = ui.Says(self.told(page.title), "head"), ui.Says(self.told(page.subtitle))
            yield ui.Group("", head, "list")
            for block in (block for band in page.bands for block in band.blocks):
                figure, items = block.figure, list[ui.Item]()
                if figure is not None:
                    box = f'xmlns="{NAMESPACE}" viewBox="0 0 {figure.wide:g} {figure.deep:g}"'
                    items.append(ui.Says(f"<svg {box}>{''.join(figure.parts)}</svg>", "svg"))
                for row in block.rows:
                    items.append(ui.Says(f"{self.told(row.label)}\t{self.told(row.text)}", "loud"))
                yield ui.Group(self.told(block.title), tuple(items), "list")
            yield from self._notes(page.notes)

    def _settings(self) -> Iterator[ui.Group]:
        view = self.view
        names = ("", *self.seats) if self.seats and self.plays else ()
        seat = view.seat if view.seat in self.seats else ""
        chosen = {
            "language": [(own, Action("look", "language", name), name == view.language)
                         for name, own in LANGUAGES.items()],
            "phone-of": [(name or self.say("everybody"), Action("look", "seat", name), name == seat)
                         for name in names],
            "side": [(self.say(f"side-{at}"), Action("look", "side", str(at)), at == view.side)
                     for at in range(4)],
        }  # fmt: skip
        for title, keys in chosen.items():
            if items := tuple(ui.Key(text, do(action), on=on) for text, action, on in keys):
                yield ui.Group(self.say(title), items)
        yield from self._notes((self.say("open-network"),))


def turns(log: Log[S, M]) -> int:
    """Return how many turns were taken, as the game counts them."""
    return max((r.number or 0 for each in log.reports for r in each), default=len(log.commits))


def _fill(asked: Question, text: str | None) -> ui.Do:
    return None if text is None else do(Action("fill", asked.key, text))


def _stepper(
    asked: Question, title: str, n: int, write: Callable[[int], str], typed: ui.Do = None
) -> ui.Stepper:
    """Return a number that can be lowered and raised; `write` returns the answer for another."""
    least, most = asked.least, MOST_POINTS if asked.most is None else asked.most
    texts = (write(new) if least <= new <= most else None for new in (n - 1, n + 1))
    less, more = (_fill(asked, text) for text in texts)
    return ui.Stepper(title, str(n), less, more, do=typed)


def most_of(start: str) -> int:
    """Return how many capitals and digits a code of version 16 holds behind the start of a link."""
    heads = 4 + 8 + 4 + 13 + 8 * 2  # of two parts: their kinds and lengths, a little to spare
    return max(2 * (BITS - heads - 16 - 8 * len(start.encode())) // 11, 1)


@lru_cache(maxsize=16)
def code_svg(parts: tuple[str, ...]) -> str:
    """Return the code of a text in parts as SVG; empty where segno, which draws it, is not there,
    or where no code holds so much."""
    try:
        import segno
    except ImportError:
        return ""
    stream = io.BytesIO()
    try:
        texts = [*filter(None, parts)]  # its types know one part only
        code = segno.make(texts, error="l", micro=False, boost_error=False)  # type: ignore[arg-type]
    except segno.DataOverflowError:
        return ""
    code.save(stream, kind="svg", xmldecl=False, omitsize=True, nl=False, dark="#000", light="#fff")
    return stream.getvalue().decode()


@lru_cache(maxsize=8)
def named(now: Backdrop[S, M], language: str) -> Mapping[str, str]:
    """Return what the seats of the program are called."""
    players = now.game.players
    own = [] if players is None else [one for one in now.seats if seat_of(players(), one)]
    return {one: called(one) if own[1:] else BOOK.say(language, "program") for one in own}


@lru_cache(maxsize=8)
def time_line(now: Backdrop[S, M], language: str) -> tuple[ui.Turn, ...]:
    """Return the turns of a game, which are the same on all phones of a language."""
    game, words, names = now.game, BOOK.language(language), named(now, language)
    found = [ui.Turn(0, BOOK.say(language, "setup"))]
    for index, move, report in now.whole.turns:
        say = game.told if report.gains else game.words or game.told
        told, colour = in_language(say(move, report), language), now.seats.get(report.player)
        gains = words.comma.join(in_language(game.book.told(g), language) for g in report.gains)
        player, number = names.get(report.player, report.player), report.number or 0
        found.append(ui.Turn(index + 1, told, player, colour, gains, not report.reasons, number))
    return tuple(found)
