"""The page without a server: one game of one phone, driven by messages as JSON.  Its caller, a
worker of a browser, keeps texts by their names, and drives what takes longer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from palace.contract import registry
from palace.contract.beside import Beside
from palace.contract.kept import MINE, KeptBox, kept_path
from palace.core.errors import InputError, Problem
from palace.core.verdict import TAGS
from palace.files.document import parse_document
from palace.files.links import read_link
from palace.hosts.common import Host, Phone, Slices
from palace.hosts.demo import BUILD, building, ended, host_key, led
from palace.page import action as act
from palace.page import state as ui
from palace.page.action import Action, Effect, Sent, read_sent
from palace.page.desk import AnyDesk, Desk, Kept
from palace.page.show import show
from palace.page.state import PageState, changes
from palace.page.step import opened
from palace.page.view import View
from palace.page.words import BOOK, refusal

PHONE = "pocket"


class Pocket(Host):
    """A game in the memory of a browser, the boxes of its owner, and the names of other games.

    Methods return the messages that came of them, objects with one key: `news` are sections for the
    page, `save`, `draft`, `box`, `piece` (a link) and `shown` (before Python answers) are to be
    kept, `offer` is a file.  `keeps` is whether anything can be kept at all, `demo` which staircase
    of how many is shown; `behind` is whether `rest` is to be called once there are no taps."""

    def __init__(self) -> None:
        super().__init__(Desk(""))
        self.phone = Phone("player", View(phone=PHONE))
        self.games: list[tuple[str, str]] = []
        self.gone = ""
        self.keeps, self.behind = True, False
        self.demo = 0, 0
        self._first: Beside | None = None  # the staircase that the demo opened
        self._boxes: dict[str, KeptBox] = {}
        self._shown: PageState | None = None
        self._out: list[dict[str, object]] = []
        self._slices: Slices | None = None
        self._rounds = -1  # that were downloaded

    def begin(self, text: str) -> str:
        """Begin with what is kept: the `name` of a game, its `text` and `draft`, the texts of
        `boxes` and of all `games`, the name of the one that is `gone`; the `link` that was opened,
        `pieces` of links that came before, which of how many links of the `demo` it is, and the
        `count` of the message that asked for it."""
        given = json.loads(text)
        games = given.get("games", {}).items()
        self.games = [(name, self._title(name, kept)) for name, kept in games]
        self.gone, self.keeps = given.get("gone", ""), given.get("keeps", True)
        self.phone.role = given.get("role", "player")
        self.demo, self._first = given.get("demo", (0, 0)), None
        view, (at, count) = self.phone.view, self.demo
        self.phone.view = replace(
            view, language=TAGS.get(given.get("language", ""), "en"), notices=(),
            address=given.get("address", ""), count=given.get("count", view.count),
        )  # fmt: skip
        if count:
            shows: ui.Shows = "palace" if at <= count else "plan"
            self.phone.view = replace(self.phone.view, shows=shows)
        self._take_boxes(given.get("boxes", {}))
        boxes = {key: box.data for key, box in self._boxes.items()}
        name, kept = given["name"], given.get("text", "")
        version = self.desk.version  # an action for the table before is refused
        self.desk = Desk(name, boxes=boxes, version=version)
        with self.telling(self.phone):
            if kept:
                game, record = registry.game_in(parse_document(kept, "toml", name))
                self.desk = Desk.begun(game, record, name, given.get("draft", ""), boxes)
        if given.get("link"):
            self._open(given["link"], given.get("pieces", ()))
        elif self.demo[0] > self.demo[1]:  # the demo is over
            count = self.phone.view.count + 1
            self.deal(self.phone, Sent(Action("open", "new"), self.desk.version, count))
        self._shown = None
        return self._told()

    def _open(self, link: str, before: Sequence[str]) -> None:
        """Show what a link holds: a game to go on with, or a staircase and its verdict."""
        with self.telling(self.phone):
            found = read_link(link, before)
            if found.missing:
                self._out.append({"piece": link})
                codes = BOOK.text("codes-missing", codes=", ".join(map(str, found.missing)))
                raise InputError(Problem("", codes))
            empty: AnyDesk = Desk(self.desk.file, boxes=self.desk.boxes, version=self.desk.version)
            desk, effects = opened(empty, found)
            if self.demo[1]:  # it is kept once it is played
                desk, effects = replace(desk, kept=Kept()), ()
                self._first = desk.aside
            self.go_on(desk, effects)

    def _title(self, name: str, text: str) -> str:
        """Return what a game is called in a list: its players, its day and how far it is."""
        try:
            data = parse_document(text, "toml", name).data
            who = ", ".join(str(one["name"]) for one in data["players"])
            number = BOOK.say(self.phone.view.language, "turn", number=len(data.get("turns", ())))
        except (InputError, KeyError, TypeError):
            return name
        return " · ".join(filter(None, (who, str(data.get("date", "")), number)))

    def _take_boxes(self, texts: Mapping[str, str]) -> None:
        for key in (key for key, entry in registry.REGISTRY.items() if entry.keeps):
            keeping, path = registry.game(key).keeping, kept_path(key, MINE)
            assert keeping is not None
            if key in texts:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(texts[key].encode())
            with self.telling(self.phone):
                self._boxes[key] = KeptBox(keeping())

    # What comes.

    def hear(self, text: str) -> str:
        if (sent := read_sent(text)) is not None:
            self.deal(self.phone, sent)
            if sent.action == BUILD:
                self._first = self.desk.aside
        return self._told()

    def upload(self, name: str, version: int, body: bytes | memoryview) -> str:
        """Take a file that the page sends, as an action."""
        if len(body) > act.most_of(name):
            self.tell(self.phone, refusal("too-large").problems[0])
        else:
            self.fill(self.phone, name, version, body)
        return self._told()

    def saved(self, number: int, name: str) -> str:
        """Tell the table that a save was kept, or without a number that all else was."""
        self.settle(act.Saved(number or self.desk.kept.saved, name))
        return self._told()

    def unsaved(self, why: str) -> str:
        """Tell the table that something cannot be kept: a save, a draft or a box."""
        key = "no-room" if why == "QuotaExceededError" else "not-kept"
        problem = Problem("", BOOK.text(key, why=why))
        self.settle(act.Unsaved(self.desk.kept.saved + 1, problem))
        return self._told()

    # What is to be done.

    def wake(self, phone: Phone | None = None) -> None:
        """Nothing is to be noticed: each call returns what the page shows."""

    def do(self, effect: Effect, phone: Phone | None) -> None:
        """Ask for what a step wants done; nothing else writes what is kept, so none is adopted."""
        match effect:
            case act.Save(number, text, _, name):
                kept = {"number": number, "text": text, "name": name or self.desk.name}
                self._out.append({"save": kept})
            case act.KeepDraft(text):
                self._out.append({"draft": text})
            case act.KeepBox(data):
                box = self._boxes[str(data.game)]
                with self.telling(self.phone):
                    box.keep(data)
                    text = box.path.read_bytes().decode()
                    self._out.append({"box": {"game": data.game, "text": text}})
            case act.Ponder():
                self._slices = Slices(self, effect)
            case act.Offer():
                self._rounds = self._round
                self._out.append({"offer": effect._asdict()})

    @property
    def thinks(self) -> bool:
        """Whether something is being thought of: `think` is to be called."""
        return self._slices is not None

    def think(self) -> str:
        slices = self._slices
        if slices is not None and not slices.hear(slices.think()) and slices is self._slices:
            self._slices = None
        return self._told()

    # What is shown.

    def _told(self) -> str:
        """Return the messages, with what the page shows otherwise now."""
        self._shown, text = self.news(self.phone, self._shown)
        out, self._out = self._out, []
        if any("save" in one or "draft" in one for one in out):
            self.behind = self.keeps
        parts = [json.dumps(one, ensure_ascii=False) for one in out]
        if text:
            parts.append(f'{{"news":{text}}}')
        return f"[{','.join(parts)}]"

    def rest(self) -> str:
        """Keep what is shown of the game as it is kept, when it is begun with again."""
        self.behind = False
        desk = replace(self.desk, kept=Kept(), version=0, beside=(), pondering=None)
        view = View(PHONE, self.phone.view.language, address=self.phone.view.address)
        return json.dumps([{"shown": changes(self.furnished(show(desk, view)))}])

    @property
    def _round(self) -> int:
        """How many rounds were played; a part of one is one when the game is over."""
        back, over = self.desk.backdrop, self.desk.entry is None
        if back is None:
            return 0
        seats = len(back.seats)
        return (len(back.whole.commits) + (seats - 1) * over) // seats

    def furnished(self, state: PageState) -> PageState:
        """Return what is shown with the games that are kept here, and whether they can be."""
        desk, view = self.desk, self.phone.view
        say, key = partial(BOOK.say, view.language), host_key
        if not self.keeps and self._rounds < self._round:
            down = ui.Key(say("download"), act.do(Action("save-as")))
            told = say("round-over" if self._round else "keeps-nothing")
            banner = ui.Banner(told, "warn", (down,) if desk.game is not None else ())
            state = replace(state, banners=(banner, *state.banners))
        if desk.game is not None:
            other = ui.Group("", (key(say("other-games"), "go"),))
            heading = replace(state.heading, menu=(*state.heading.menu, other))
            state = replace(state, heading=heading)
        if self.demo[1] and desk.kept == Kept() and not state.sheet.name:
            (at, count), first, aside = self.demo, self._first, desk.aside
            opens = first is not None and any(one is first for one in desk.beside)
            if first is not None and aside is not None and opens and aside.title == first.title:
                if at < count:
                    return led(state, first, at, count, view.language)
                return building(state, at, view.language)
            if aside is None and desk.game is not None and desk.entry is None and view.turn < 0:
                return ended(state, view.language)
        if desk.game is not None or state.sheet.name != "start":
            return state
        kept: list[ui.Item] = []
        for name, title in self.games:
            kept.append(key(title, "go", name, "main"))
            kept.append(key(say("copy"), "copy", name, "quiet"))
            kept.append(key(say("delete"), "delete", name, "sure"))
        none = () if self.keeps else (ui.Says(say("keeps-nothing"), "fault"),)
        back = (key(say("bring-back"), "bring-back", self.gone),) if self.gone else ()
        groups = ui.Group(say("go-on"), tuple(kept), "list"), ui.Group("", none), ui.Group("", back)
        shown = tuple(one for one in groups if one.items)
        return replace(state, sheet=replace(state.sheet, groups=(*shown, *state.sheet.groups)))
