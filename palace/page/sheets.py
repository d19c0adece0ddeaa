"""The sheets over the table: what begins a game, forms, the score, rules, settings of a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape

from palace.contract import registry
from palace.contract.pad import PLAYERS
from palace.core.errors import InputError
from palace.core.paper import Page
from palace.core.verdict import LANGUAGES, in_language
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.page import action as act
from palace.page.action import Action, do
from palace.page.desk import AnyDesk
from palace.page.filling import Filling, Line, counted, counts
from palace.page.state import Field, Group, Item, Key, KeyLooks, Says, Sheet, Stepper
from palace.page.think import COMMAND
from palace.page.view import View
from palace.page.words import BOOK, told
from palace.scoring import Score

MOST_CHIPS = 12
MOST_NAMES = 8


def menu(desk: AnyDesk, view: View, *, plays: bool) -> tuple[Key, ...]:
    """Return the keys of the menu."""
    sheets = _Sheets(desk, view, plays=plays)
    keys = []
    if desk.game is not None:
        keys.append(sheets.key("score", act.Sheet("score")))
        keys += [sheets.key(f"sheet-{n}", act.Sheet(f"paper:{n}")) for n in _papers(desk.game.key)]
    if plays:
        keys += sheets.besides()
        keys.append(sheets.key("pads", act.Sheet("pads")))
    keys.append(sheets.key("settings", act.Sheet("settings")))
    if desk.game is not None and plays:
        keys.append(sheets.key("download", act.SaveAs()))
    return tuple(keys)


@cache
def _papers(key: str) -> tuple[str, ...]:
    """Return the names of the sheets of a game that can be shown."""
    printables = registry.game(key).printables
    known = {} if printables is None else printables()
    return tuple(name for name, sheet in known.items() if sheet.blocks is not None)


def sheet_of(desk: AnyDesk, view: View, *, plays: bool) -> Sheet:
    """Return the sheet that a phone shows; one without a name where it shows none."""
    sheets = _Sheets(desk, view, plays=plays)
    thought = desk.pondering
    if view.sheet:
        return sheets.named(view.sheet)
    if desk.form is not None and plays:
        return sheets.form(desk.form)
    if thought is not None and thought.done and thought.what.startswith(COMMAND):
        close = sheets.key("close", act.Think("", stop=True))
        text = Group("", (Says(thought.told, "mono"),))
        return Sheet("told", "", (text,), (close,), close.do)
    if desk.game is None and not desk.beside:
        return sheets.start() if plays else Sheet("start", sheets.say("waiting"))
    return Sheet()


class _Sheets:
    """The sheets of one phone."""

    def __init__(self, desk: AnyDesk, view: View, *, plays: bool) -> None:
        self.desk, self.view, self.plays = desk, view, plays

    def say(self, key: str, **values: object) -> str:
        return BOOK.say(self.view.language, key, **values)

    def told(self, text: str) -> str:
        return in_language(text, self.view.language)

    def key(self, key: str, action: Action, looks: KeyLooks = "", **values: object) -> Key:
        """Return a key with a sentence of the page."""
        looking = isinstance(action, act.Looking)
        return Key(self.say(key, **values), do(action) if self.plays or looking else None, looks)

    def named(self, name: str) -> Sheet:
        """Return a sheet by its name; an empty one for a name there is none of."""
        kind, _, rest = name.partition(":")
        close = (self.key("close", act.Sheet()),)
        away = do(act.Sheet())
        if kind == "score" and self.desk.record is not None:
            return Sheet(name, self.say("score"), tuple(self.score_now()), close, away)
        if kind == "paper":
            return Sheet(name, "", tuple(self.paper(rest)), close, away)
        if kind == "pads":
            pads = Group("", tuple(self.pads()), "list")
            return Sheet(name, self.say("pads"), (pads,), close, away)
        if kind == "settings":
            return Sheet(name, self.say("settings"), tuple(self.settings()), close, away)
        if kind == "save-as":
            field = Field(self.say("save-as-name"), "name", do(act.SaveAs()))
            return Sheet(name, self.say("save-as"), (Group("", (field,)),), close, away)
        return Sheet()

    # Before a game.

    def start(self) -> Sheet:
        """Return what can be begun."""
        games = [
            self.key("new-of", act.Open("new", game.key), "" if at else "main", title=game.title)
            for at, game in enumerate(registry.games())
        ]
        beside = (
            *self.besides(),
            self.key("pads", act.Sheet("pads")),
            self.key("load", act.Fill("record"), "upload"),
        )
        groups = (
            Group(self.say("new"), tuple(games), "list"),
            Group(self.say("beside"), beside, "list"),
        )
        keys = (self.key("settings", act.Sheet("settings")),)
        return Sheet("start", self.say("welcome"), groups, keys)

    def besides(self) -> Iterator[Key]:
        """Yield the keys of what can be begun beside the game."""
        for name, one in self.desk.besides.items():
            title = one.title if self.desk.game is None else one.within
            yield Key(self.told(title), do(act.Open(name)) if self.plays else None)

    def pads(self) -> Iterator[Key]:
        """Yield a key for the score pad of each game."""
        for game in registry.games():
            if game.pad is not None:
                yield self.key("score-game", act.Open("pad", game.key), title=game.title)

    # Forms.

    def form(self, form: Filling) -> Sheet:
        """Return a form as far as it can be asked, all lines on one page."""
        title = registry.game(form.game).title
        lines, answers = form.lines()
        groups: list[Group] = []
        for line in lines:
            if line.question.key == PLAYERS:
                groups.append(Group(self.say("players"), tuple(self.names(form, line)), "list"))
                continue
            items = tuple(self.line(line))
            if groups and groups[-1].title == line.question.player and line.question.player:
                groups[-1] = Group(line.question.player, (*groups[-1].items, *items), "list")
            else:
                groups.append(Group(line.question.player, items, "list"))
        keys = [self.key("leave", act.Open(""))]
        if form.what.startswith("idea:"):
            keys.append(self.key("go", act.Begin(), "main" if answers is not None else ""))
            return Sheet("idea", "", tuple(groups), tuple(keys), do(act.Open("")))
        if form.what == "pad":
            groups += self.score_of(form, answers)
        else:
            keys.append(self.key("begin", act.Begin(), "main" if answers is not None else ""))
        said = {"new": "new-of", "join": "join", "pad": "score-game"}[form.what]
        away = do(act.Open(""))
        return Sheet(form.what, self.say(said, title=title), tuple(groups), tuple(keys), away)

    def names(self, form: Filling, line: Line) -> Iterator[Item]:
        """Yield a field for each name, one more than there are."""
        most = line.question.most or MOST_NAMES
        names = [*form.names, ""] if form.names != [""] else ["", ""]
        for at, name in enumerate(names[:most]):
            key = f"{PLAYERS}.{at}"
            yield Field(self.say("player", number=at + 1), key, do(act.Fill(key)), name, 40)
        if line.problem is not None and len([*filter(None, names)]) > 1:
            yield Says(told(line.problem, self.view.language), "fault")

    def line(self, line: Line) -> Iterator[Item]:
        """Yield what answers a question of a form: keys, numbers to raise, or a line to type."""
        question, text = line.question, line.text
        title = self.told(question.title or question.prompt).rstrip("> ")

        def fill(value: str) -> Mapping[str, object]:
            return do(act.Fill(question.key, value))

        answers = [answer for answer, _ in zip(question.answers(), range(MOST_CHIPS + 1))]  # noqa: B905
        if question.pieces:
            numbers = counts(text, question.pieces)
            for kind, n in numbers.items():
                less = fill(counted({**numbers, kind: n - 1})) if n else None
                more = fill(counted({**numbers, kind: n + 1}))
                yield Stepper(title, str(n), less, more, ((kind, 0),))
        elif question.most is not None and text.isdigit():
            n = int(text)
            less = fill(str(n - 1)) if n else None
            yield Stepper(title, str(n), less, fill(str(n + 1)) if n < question.most else None)
        elif answers and len(answers) <= MOST_CHIPS:
            yield Says(title, "quiet")
            for answer in answers:
                on = text == answer or (not text and question.default == answer)
                yield Key(self.told(question.shown_as(answer)), fill(answer), on=on)
        else:
            offers = tuple((answer, answer) for answer in answers[:MOST_CHIPS])
            yield Field(title, question.key, fill(""), text, offers=offers)
        if question.picture is not None and line.problem is None:
            yield Says(question.picture(text), "svg")
        if question.file:
            yield Key(self.say("from-file"), fill(""), "upload")
        if line.problem is not None and text:
            yield Says(told(line.problem, self.view.language), "fault")

    def score_of(self, form: Filling, answers: Mapping[str, object] | None) -> Iterator[Group]:
        """Yield the score of a pad as far as it is filled in."""
        if answers is None:
            return
        game = registry.game(form.game)
        try:
            text = data_text(form.form.record(answers))
            found = registry.score(game.read(parse_document(text, "toml", form.game)))
        except InputError as error:
            fault = Says(told(error.problems[0], self.view.language), "fault")
            yield Group(self.say("score"), (fault,))
            return
        yield from self.score(found)

    # The score.

    def score_now(self) -> Iterator[Group]:
        """Yield the score of the game, or of the turn that is looked at."""
        _, _, log = self.desk.playing
        if self.view.turn >= 0:
            log = log.back(len(log.commits) - self.view.turn)
        try:
            yield from self.score(self.desk.written.score(log))
        except InputError as error:
            yield Group("", (Says(told(error.problems[0], self.view.language), "fault"),))

    def score(self, found: Score) -> Iterator[Group]:
        """Yield a score: a table, then where the points come from."""
        known = BOOK.language("en").words
        heads = ["", *(
            self.say(f"points-{name}") if f"points-{name}" in known else name
            for name in found.categories
        ), self.say("total")]  # fmt: skip
        rows = [tuple(heads)]
        for sheet in found.sheets:
            star = " ★" if sheet.name in found.winners else ""
            cells = [str(sheet.subtotal(category) or 0) for category in found.categories]
            rows.append((f"{sheet.name}{star}", *cells, str(sheet.total)))
        yield Group("", (Says(table=tuple(rows)),))
        for sheet in found.sheets:
            lines = [
                f"{line.points:+}: {self.told(line.cause)}"
                + (f" ({self.say('turn', number=line.turn)})" if line.turn else "")
                for line in sheet.lines
            ]
            if lines:
                text = Says("\n".join(lines), fold=self.say("lines", name=sheet.name))
                yield Group("", (text,))
        notes = tuple(Says(self.told(note), "quiet") for note in found.notes)
        if notes:
            yield Group("", notes, "list")

    # Papers and settings.

    def paper(self, name: str) -> Iterator[Group]:
        """Yield a sheet of the game: headings, drawings, numbered lines."""
        game, record = self.desk.game, self.desk.record
        printables = {} if game is None or game.printables is None else game.printables()
        sheet = printables.get(name)
        if sheet is None or sheet.blocks is None or record is None:
            return
        data = record.document.data
        given = {
            option: value if isinstance(value := data.get(option), str) else None
            for option in sheet.options
        }
        try:
            pages = sheet.blocks(given)
        except InputError as error:
            yield Group("", (Says(told(error.problems[0], self.view.language), "fault"),))
            return
        for page in pages:
            yield from self.blocks(page)

    def blocks(self, page: Page) -> Iterator[Group]:
        """Yield what is on a page."""
        yield Group(
            "", (Says(self.told(page.title), "head"), Says(self.told(page.subtitle))), "list"
        )
        for band in page.bands:
            for block in band.blocks:
                items: list[Says] = []
                if (figure := block.figure) is not None:
                    view = f"0 0 {figure.wide:g} {figure.deep:g}"
                    label = escape(figure.text.strip().partition("\n")[0], quote=True)
                    svg = f'<svg viewBox="{view}" role="img" aria-label="{label}">'
                    items.append(Says(f"{svg}{''.join(figure.parts)}</svg>", "svg"))
                items += [
                    Says(f"{self.told(row.label)}\t{self.told(row.text)}", "loud")
                    for row in block.rows
                ]
                yield Group(self.told(block.title), tuple(items), "list")
        notes = tuple(Says(self.told(note), "quiet") for note in page.notes)
        if notes:
            yield Group("", notes, "list")

    def settings(self) -> Iterator[Group]:
        """Yield the language, the player and the side of the table of this phone."""
        view = self.view
        languages = tuple(
            Key(own, do(act.Speak(name)), on=name == view.language)
            for name, own in LANGUAGES.items()
        )
        yield Group(self.say("language"), languages)
        log = self.desk.log
        if log is not None and self.plays:
            names = [sheet.name for sheet in log.rules.standing(log.state)]
            keys = (
                self.key("everybody", act.Sit()),
                *(Key(name, do(act.Sit(name)), on=name == view.seat) for name in names),
            )
            yield Group(self.say("phone-of"), keys)
        sides = tuple(
            Key(self.say(f"side-{at}"), do(act.Turned(at)), on=at == view.side) for at in range(4)
        )
        yield Group(self.say("side"), sides)
        yield Group("", (Says(self.say("open-network"), "quiet"),))
