"""The sheets over the table: what begins a game, forms, the score, rules, settings of a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from html import escape
from itertools import islice

from palace.contract import registry
from palace.contract.pad import PLAYERS
from palace.core.errors import InputError, Problem
from palace.core.paper import Figure
from palace.core.verdict import LANGUAGES
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.page import action as act
from palace.page import state as ui
from palace.page.action import do
from palace.page.filling import Filling, Line, counted, counts
from palace.page.writing import Writer
from palace.scoring import Score

MOST_CHIPS = 12
MOST_NAMES = 8
LEAST_NAMES = 2

_OF_FORMS = {"new": "new-of", "join": "join", "pad": "score-game"}


class Sheets(Writer):
    """The menu of one phone, and the sheet that it shows."""

    def menu(self) -> Iterator[ui.Key]:
        """Yield the keys of the menu."""
        game = self.desk.game
        if game is not None:
            yield self.key("score", act.Look(sheet="score"))
            for name in _papers(game.key):
                yield self.key(f"sheet-{name}", act.Look(sheet=f"paper:{name}"))
        if self.plays:
            yield from self._besides()
        yield self.key("settings", act.Look(sheet="settings"))
        if game is not None and self.plays:
            yield self.key("download", act.SaveAs())

    def sheet(self) -> ui.Sheet:
        """Return the sheet that is shown; one without a name where there is none."""
        desk, thought = self.desk, self.desk.pondering
        if self.view.sheet and not (desk.form is not None and self.view.sheet == "pads"):
            return self._named(self.view.sheet)
        if desk.form is not None and self.plays:
            return self._form(desk.form)
        phone = self.view.phone if self.plays else None
        if thought is not None and thought.phone == phone and thought.idea.paper:
            close = self.key("close", act.Think("", stop=True))
            text = ui.Group("", (ui.Says(thought.idea.paper, "mono"),))
            return ui.Sheet("told", "", (text,), (close,), close.do)
        if desk.game is None and not desk.beside:
            return self._start() if self.plays else ui.Sheet("start", self.say("waiting"))
        return ui.Sheet()

    def _named(self, name: str) -> ui.Sheet:
        kind, _, rest = name.partition(":")
        known = {
            "score": self._score_now, "paper": lambda: self._paper(rest), "pads": self._pads,
            "settings": self._settings, "save-as": self._save_as,
        }  # fmt: skip
        if kind not in known:
            return ui.Sheet()
        title = "" if kind == "paper" else self.say(kind)
        close = self.key("close", act.Look(sheet=""))
        return ui.Sheet(name, title, self._or_fault(known[kind]), (close,), close.do)

    def _or_fault(self, groups: Callable[[], Iterator[ui.Group]]) -> tuple[ui.Group, ...]:
        try:
            return tuple(groups())
        except InputError as error:
            return (ui.Group("", (self._fault(error.problems[0]),)),)

    def _fault(self, problem: Problem) -> ui.Says:
        return ui.Says(self.problem(problem), "fault")

    # Before a game.

    def _start(self) -> ui.Sheet:
        games = [
            self.key("new-of", act.Open("new", game.key), "" if at else "main", title=game.title)
            for at, game in enumerate(registry.games())
        ]
        load = self.key("load", act.Fill("record"), "upload")
        groups = (
            ui.Group(self.say("new"), tuple(games), "list"),
            ui.Group(self.say("beside"), (*self._besides(), load), "list"),
        )
        settings = self.key("settings", act.Look(sheet="settings"))
        return ui.Sheet("start", self.say("welcome"), groups, (settings,))

    def _besides(self) -> Iterator[ui.Key]:
        """Yield the keys of what can be begun beside the game, and of the score pads."""
        for name, one in self.desk.besides.items():
            title = one.title if self.desk.game is None else one.within
            yield ui.Key(self.told(title), self.does(act.Open(name)))
        yield self.key("pads", act.Look(sheet="pads"))

    def _pads(self) -> Iterator[ui.Group]:
        games = [game for game in registry.games() if game.pad is not None]
        keys = (self.key("score-game", act.Open("pad", one.key), title=one.title) for one in games)
        yield ui.Group("", tuple(keys), "list")

    # Forms.

    def _form(self, form: Filling) -> ui.Sheet:
        """Return a form as far as it can be asked, all lines on one page."""
        lines, answers = form.lines()
        groups: list[ui.Group] = []
        for line in lines:
            player = line.question.player
            if line.question.key == PLAYERS:
                groups.append(ui.Group(self.say("players"), tuple(self._names(form, line)), "list"))
            elif groups and player and groups[-1].title == player:
                groups[-1] = ui.Group(player, (*groups[-1].items, *self._line(line)), "list")
            else:
                groups.append(ui.Group(player, tuple(self._line(line)), "list"))
        leave = self.key("leave", act.Open(""))
        looks: ui.KeyLooks = "main" if answers is not None else ""
        if form.what.startswith("idea:"):
            keys = leave, self.key("go", act.Begin(), looks)
            return ui.Sheet("idea", "", tuple(groups), keys, leave.do)
        title = self.say(_OF_FORMS[form.what], title=registry.game(form.game).title)
        if form.what != "pad":
            keys = leave, self.key("begin", act.Begin(), looks)
            return ui.Sheet(form.what, title, tuple(groups), keys, leave.do)
        if answers is not None:
            groups += self._or_fault(lambda: self._score(_score_of(form, answers)))
        return ui.Sheet(form.what, title, tuple(groups), (leave,), leave.do)

    def _names(self, form: Filling, line: Line) -> Iterator[ui.Item]:
        """Yield a field for each name, one more than there are."""
        names = [*form.names, ""] if form.names != [""] else ["", ""]
        for at, name in enumerate(names[: line.question.most or MOST_NAMES]):
            key = f"{PLAYERS}.{at}"
            called = "player" if at < LEAST_NAMES else "player-more"
            yield ui.Field(self.say(called, number=at + 1), key, do(act.Fill(key)), name, 40)
        if line.problem is not None and len([*filter(None, names)]) > 1:
            yield self._fault(line.problem)

    def _line(self, line: Line) -> Iterator[ui.Item]:
        """Yield what answers a question of a form: keys, numbers to raise, or a line to type."""
        question, text = line.question, line.text
        title = self.told(question.title or question.prompt).rstrip("> ")

        def fill(value: str) -> ui.Do:
            return do(act.Fill(question.key, value))

        answers = [*islice(question.answers(), MOST_CHIPS + 1)]
        if question.pieces:
            numbers = counts(text, question.pieces)
            for kind, n in numbers.items():
                less = fill(counted({**numbers, kind: n - 1})) if n else None
                more = fill(counted({**numbers, kind: n + 1}))
                yield ui.Stepper(title, str(n), less, more, ((kind, 0),))
        elif question.most is not None and text.isdigit():
            n = int(text)
            more = fill(str(n + 1)) if n < question.most else None
            yield ui.Stepper(title, str(n), fill(str(n - 1)) if n else None, more)
        elif 0 < len(answers) <= MOST_CHIPS:
            yield ui.Says(title, "quiet")
            for answer in answers:
                on = text == answer or (not text and question.default == answer)
                yield ui.Key(self.told(question.shown_as(answer)), fill(answer), on=on)
        else:
            offers = tuple((answer, answer) for answer in answers[:MOST_CHIPS])
            yield ui.Field(title, question.key, fill(""), text, offers=offers)
        if question.picture is not None and line.problem is None:
            yield ui.Says(question.picture(text), "svg")
        if question.file:
            yield ui.Key(self.say("from-file"), fill(""), "upload")
        if line.problem is not None and text:
            yield self._fault(line.problem)

    # The score.

    def _score_now(self) -> Iterator[ui.Group]:
        """Yield the score of the game, or of the turn that is looked at."""
        _, _, log = self.desk.playing
        if self.turn >= 0:
            log = log.back(len(log.commits) - self.turn)
        return self._score(self.desk.written.score(log))

    def _score(self, found: Score) -> Iterator[ui.Group]:
        """Yield a score: a table, then where the points come from."""
        rows = [("", *map(self.category, found.categories), self.say("total"))]
        for sheet in found.sheets:
            star = " ★" if sheet.name in found.winners else ""
            cells = (str(sheet.subtotal(category) or 0) for category in found.categories)
            rows.append((f"{sheet.name}{star}", *cells, str(sheet.total)))
        yield ui.Group("", (ui.Says(table=tuple(rows)),))
        for sheet in found.sheets:
            lines = []
            for line in sheet.lines:
                when = f" ({self.say('turn', number=line.turn)})" if line.turn else ""
                lines.append(f"{line.points:+}: {self.told(line.cause)}{when}")
            if lines:
                fold = self.say("lines", name=sheet.name)
                yield ui.Group("", (ui.Says("\n".join(lines), fold=fold),))
        yield from self._notes(found.notes)

    def _notes(self, notes: Iterable[str]) -> Iterator[ui.Group]:
        if quiet := tuple(ui.Says(self.told(note), "quiet") for note in notes):
            yield ui.Group("", quiet, "list")

    # Papers and settings.

    def _paper(self, name: str) -> Iterator[ui.Group]:
        """Yield a sheet of the game: headings, drawings, numbered lines."""
        game, record, _ = self.desk.playing
        sheet = game.printables().get(name) if game.printables is not None else None
        if sheet is None or sheet.blocks is None:
            return
        data = record.document.data
        named = {key: str(value) for key, value in data.items() if isinstance(value, str)}
        given = {option: named.get(option) for option in sheet.options}
        for page in sheet.blocks(given, record):
            head = ui.Says(self.told(page.title), "head"), ui.Says(self.told(page.subtitle))
            yield ui.Group("", head, "list")
            for block in (block for band in page.bands for block in band.blocks):
                items = [] if block.figure is None else [_svg(block.figure)]
                for row in block.rows:
                    items.append(ui.Says(f"{self.told(row.label)}\t{self.told(row.text)}", "loud"))
                yield ui.Group(self.told(block.title), tuple(items), "list")
            yield from self._notes(page.notes)

    def _settings(self) -> Iterator[ui.Group]:
        view = self.view
        languages = (
            ui.Key(own, do(act.Look(language=name)), on=name == view.language)
            for name, own in LANGUAGES.items()
        )
        yield ui.Group(self.say("language"), tuple(languages))
        if self.seats and self.plays:
            keys = ((name, do(act.Look(seat=name))) for name in self.seats)
            own = (ui.Key(name, sent, on=name == view.seat) for name, sent in keys)
            yield ui.Group(self.say("phone-of"), (self.key("everybody", act.Look(seat="")), *own))
        sides = (
            ui.Key(self.say(f"side-{at}"), do(act.Look(side=at)), on=at == view.side)
            for at in range(4)
        )
        yield ui.Group(self.say("side"), tuple(sides))
        yield ui.Group("", (ui.Says(self.say("open-network"), "quiet"),))

    def _save_as(self) -> Iterator[ui.Group]:
        yield ui.Group("", (ui.Field(self.say("save-as-name"), "name", self.does(act.SaveAs())),))


@cache
def _papers(key: str) -> tuple[str, ...]:
    """Return the names of the sheets of a game that can be shown."""
    printables = registry.game(key).printables
    known = {} if printables is None else printables()
    return tuple(name for name, sheet in known.items() if sheet.blocks is not None)


def _score_of(form: Filling, answers: Mapping[str, object]) -> Score:
    """Return the score of a pad that is filled in; raises `InputError`."""
    text = data_text(form.form.record(answers))
    return registry.score(registry.game(form.game).read(parse_document(text, "toml", form.game)))


def _svg(figure: Figure) -> ui.Says:
    label = escape(figure.text.strip().partition("\n")[0], quote=True)
    svg = f'<svg viewBox="0 0 {figure.wide:g} {figure.deep:g}" role="img" aria-label="{label}">'
    return ui.Says(f"{svg}{''.join(figure.parts)}</svg>", "svg")
