"""What everyone at the table shares: the game, the move being entered, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, cast

from palace.contract import registry
from palace.contract.beside import Beside
from palace.contract.entering import Entering, asking
from palace.contract.game import Drawing, Game, Question, Thinking, Thoughts
from palace.contract.rules import Log, M, Record, S
from palace.contract.taps import Board, Choice, Having, Icons, Idea, Row, Taps, Told
from palace.core.errors import InputError, NotationError, Problem
from palace.core.verdict import Reason
from palace.files.document import made_document
from palace.page.action import Ponder, Save
from palace.page.forms import Filling
from palace.page.words import BOOK, refusal
from palace.players.match import seat_of, thinking
from palace.scoring import Sheet

if TYPE_CHECKING:
    from palace.contract.box import BoxHead

PLAYS = "plays"
"""The name of the thought that is the move of a player of the program."""

MOST_TAPS, MOST_ANSWERS = 500, 40  # of a move that can be taken back, and answers that are keys


@dataclass(frozen=True)
class Kept:
    """What is known of the record's file: `sent` is the number of the last save, `saved` of the
    last that is in it, `problem` why one is not; `ours` is how this program would have written the
    file as it was opened, `changed` what another one wrote into it; it is `gone` if the file is."""

    sent: int = 0
    saved: int = 0
    ours: str = ""
    problem: Problem | None = None
    changed: str | None = None
    gone: bool = False

    @property
    def how(self) -> Literal["saved", "saving", "unsaved"]:
        """Whether everything confirmed is in the file, or will be; the key of a sentence."""
        if self.gone or self.changed is not None or self.problem is not None:
            return "unsaved"
        return "saved" if self.sent == self.saved else "saving"


@dataclass(frozen=True, eq=False)
class Backdrop(Generic[S, M]):
    """What is shown of a game after the first moves of a log, so many as `count`; each part is made
    once, when it is asked for."""

    game: Game[S, M]
    record: Record[S, M]
    whole: Log[S, M]
    count: int

    @cached_property
    def log(self) -> Log[S, M]:
        return self.whole.back(len(self.whole.commits) - self.count)

    @cached_property
    def drawing(self) -> Drawing:
        drawing = self.game.drawing
        return Drawing("") if drawing is None else drawing().draw(self.record, self.log, None, {})

    @cached_property
    def board(self) -> Board | None:
        return None if self.drawing.board is None else self.drawing.board()

    @cached_property
    def having(self) -> Having:
        return self.drawing.having()

    @cached_property
    def standing(self) -> tuple[Sheet, ...]:
        """The points of the players, in seat order."""
        return self.log.rules.standing(self.log.state)

    @cached_property
    def seats(self) -> Mapping[str, int]:
        """The places of the players, from 0, by their names."""
        return {sheet.name: at for at, sheet in enumerate(self.standing)}


@lru_cache(maxsize=8)
def past(back: Backdrop[S, M], count: int) -> Backdrop[S, M]:
    """Return what is shown of the same game after so many moves."""
    return Backdrop(back.game, back.record, back.whole, count)


class Ahead(NamedTuple, Generic[S, M]):
    """The move with the answer that is entered, at what comes `after` it: `passed` are questions
    that were answered by default on the way, `wrong` is whether the answer is not legal."""

    after: Entering[S, M]
    passed: tuple[Question, ...]
    wrong: bool


@dataclass(frozen=True)
class Desk(Generic[S, M]):
    """The table: immutable; `palace.page.step` returns the next one.

    `file` is the record's path.  `record` has the set-up of the `game`, `log` what is confirmed.
    `drafts` are the move being entered after each tap, `beside` what is entered, filled in or
    looked at beside the game, `advice` is an answer taken from a thought, and those meant for later
    questions.  `maker` is the phone that made the last version, and all `since` this one by taps;
    `player` is whose phone it is.  `boxes` are the data of kept boxes by their games, `learns`
    those of the game's and the log before it learned of the moves since.  `coming` is the table of
    a new game, until that is saved.
    """

    file: str
    game: Game[S, M] | None = None
    record: Record[S, M] | None = None
    log: Log[S, M] | None = None
    drafts: tuple[Entering[S, M], ...] = ()
    wanted: frozenset[str] = frozenset()
    advice: tuple[str | None, tuple[tuple[str, str], ...]] = None, ()
    beside: tuple[Beside, ...] = ()
    pondering: Ponder | None = None
    kept: Kept = field(default_factory=Kept)
    backdrop: Backdrop[S, M] | None = field(default=None, compare=False)
    version: int = 0
    maker: str = ""
    since: int = 0
    player: str = ""
    boxes: Mapping[str, BoxHead] = field(default_factory=dict)
    learns: tuple[BoxHead, Log[S, M]] | None = None
    coming: AnyDesk | None = None

    @classmethod
    def begun(
        cls, game: Game[S, M], record: Record[S, M], file: str, draft: str = "",
        boxes: Mapping[str, BoxHead] = MappingProxyType({}),
    ) -> Desk[S, M]:  # fmt: skip
        """Return the table of a game under way; `draft` is the move that was being entered.  Raises
        `InputError` for a record that has points and no moves."""
        if record.sheet:
            raise refusal("no-moves")
        own = boxes.get(game.key)
        if own is not None and game.keeping is not None:
            keeping = game.keeping()
            record = keeping.beside(record, keeping.boxes.of(own))
        log = Log.begin(record.rules).played(record.written)
        learns = None if own is None else (own, log)
        desk = cls(file, game, record, log, boxes=boxes, learns=learns)
        desk = replace(desk, kept=Kept(ours=record.text(None, desk.kind))).due()
        if desk.entry is None or (gone_on := desk.entry.resumed(draft)) == desk.entry:
            return desk
        asked = gone_on.question
        wanted = frozenset([asked.key] if asked is not None and asked.demand else [])
        return replace(desk, drafts=(*desk.drafts, gone_on), wanted=wanted)

    @property
    def name(self) -> str:
        return PurePath(self.file).name

    @property
    def kind(self) -> Literal["json", "toml"]:
        return "json" if self.file.lower().endswith(".json") else "toml"

    @property
    def playing(self) -> tuple[Game[S, M], Record[S, M], Log[S, M]]:
        """The game with its record and log; raises `InputError` before it begins."""
        if self.game is None or self.record is None or self.log is None:
            raise refusal("not-begun")
        return self.game, self.record, self.log

    @cached_property
    def written(self) -> Record[S, M]:
        """The record with all that is confirmed, as it is in the file."""
        game, record, log = self.playing
        return game.read(made_document(record.text(log, self.kind), self.kind, self.file))

    @property
    def saving(self) -> Save:
        return Save(self.kept.sent, self.playing[1].text(self.log, self.kind), self.kept.ours)

    @property
    def entry(self) -> Entering[S, M] | None:
        """The move as far as it is entered; None after the end."""
        return self.drafts[-1] if self.drafts else None

    @property
    def entering(self) -> Entering[S, M]:
        """The move as far as it is entered; raises `InputError` where there is none."""
        if self.entry is None:
            raise refusal("not-begun" if self.game is None else "game-over")
        return self.entry

    @property
    def asked(self) -> str:
        """The player who is asked, otherwise the one who is due; empty without one."""
        question = None if self.entry is None else self.entry.question
        due = next(iter(self.log.due), "") if self.log is not None else ""
        return due if question is None else question.player or due

    @cached_property
    def taps(self) -> Taps | None:
        """What can be tapped of the move, its answers where the game does not tell; None where
        nothing is asked."""
        if (entry := self.entry) is None or (asked := entry.question) is None or entry.taps:
            return None if entry is None else entry.taps
        text = entry.typed or asked.default
        wrong = () if text is None else entry.read(text)[1]
        prompt = "" if asked.title else asked.prompt.rstrip("> ")
        keys = (Choice(one, one, one, on=one == text) for one in asked.answers())
        rows = (Row(items=tuple(islice(keys, MOST_ANSWERS))),)
        return Taps(Told(prompt, "illegal" if wrong else "open", wrong), None, rows, text)

    @property
    def shown(self) -> Taps | None:
        """What can be tapped beside the game, otherwise of the move."""
        return self.taps if self.aside is None else self.aside.taps

    @property
    def form(self) -> Filling | None:
        last = self.beside[-1] if self.beside else None
        return last if isinstance(last, Filling) else None

    @property
    def under(self) -> tuple[Beside, ...]:
        """What is beside the game, without forms."""
        return tuple(one for one in self.beside if not isinstance(one, Filling))

    @property
    def aside(self) -> Beside | None:
        """What is beside the game, under a form."""
        return self.under[-1] if self.under else None

    @cached_property
    def against(self) -> tuple[Reason, ...]:
        """What is wrong with the move when all is answered, and was not seen before."""
        entry, after = self.entering, self.after
        at = after.shared(entry.whole) if entry.replaces is None else entry.replaces - 1
        return tuple(reason for _, reason in entry.wrong(after.reports[at]))

    @cached_property
    def after(self) -> Log[S, M]:
        """The game with the move that is entered."""
        if (entry := self.entering).move is None:
            raise refusal("no-answer")
        return entry.whole.moved(entry.move, entry.replaces)

    @property
    def idea(self) -> Idea | None:
        """What was thought of, and is shown to be taken."""
        idea = Idea() if self.pondering is None else self.pondering.idea
        return None if idea.text is None else idea

    @cached_property
    def guide(self) -> tuple[Taps, ...]:
        """The move of the program that is shown, and its steps; none where none is."""
        if (idea := self.idea) is None or idea.move is None:
            return ()
        game, _, log = self.playing
        assert game.players is not None  # it thought of the move
        return game.players().guide(log.rules, log.state, cast("M", idea.move))

    @cached_property
    def given(self) -> Icons:
        """What the player before takes; the move of the program has told what it gets."""
        if (back := self.backdrop) is None or not back.log.commits:
            return ()
        own = back.game.players and seat_of(back.game.players(), back.log.reports[-1][0].player)
        return () if own else back.having.given

    @cached_property
    def built(self) -> Backdrop[S, M] | None:
        """The game with that move, at its last step."""
        if self.idea is None or self.idea.at + 1 != len(self.guide):
            return None
        game, record, log = self.playing
        return Backdrop(game, record, log.moved(cast("M", self.idea.move)), len(log.commits) + 1)

    @cached_property
    def thoughts(self) -> Thoughts[S, M]:
        """What the game can think of, by its name; first the move that the program plays."""
        game, record = self.game, self.record
        every = {} if game is None or game.thoughts is None else game.thoughts()
        own = {name: one for name, one in every.items() if record is not None and one.fit(record)}
        return own if self.rival is None else {PLAYS: self.rival, **own}

    @cached_property
    def rival(self) -> Thinking[S, M] | None:
        """How the program plays the move that is due; None where a person does."""
        game, entry = self.game, self.entry
        if game is None or game.players is None or entry is None or entry.replaces is not None:
            return None
        return thinking(game.players(), self.asked, BOOK.text("plays", name=self.asked))

    @cached_property
    def besides(self) -> Mapping[str, registry.BeginAnyBeside]:
        """What can be begun beside the game, before one beside every game, by its name."""
        keys = registry.REGISTRY if self.game is None else (self.game.key,)
        known = (registry.beside(key, self.boxes.get(key)) for key in keys)
        return {name: one for every in known for name, one in every.items()}

    @cached_property
    def over(self) -> tuple[bool, Record[S, M]] | None:
        """Whether the table says that the game is over, and the record that says the opposite; None
        where the rules tell."""
        game, record, log = self.playing
        return asking(game).over(record, log)

    def box(self, source: str) -> BoxHead | None:
        """Return the data of the box that is kept as they are by now; None without one.  `source`
        is the provenance of what it learns of the game, and of what is typed."""
        if self.beside:
            return self.beside[-1].box(source)
        if self.learns is None or self.game is None or self.game.keeping is None:
            return None
        data, before = self.learns
        _, record, log = self.playing
        learned: BoxHead = self.game.keeping().learned(data, record, log, before, source)
        return learned

    def due(self, number: int = 0) -> Desk[S, M]:
        """Return it with the move that is due, or an older one, from 1, and nothing entered."""
        game, record, log = self.playing
        if not 0 <= number <= len(log.commits):
            raise refusal("no-turn")
        entry = Entering.due(game, record, log) if log.due else None
        if number:
            entry = Entering.again(game, record, log, number)
        back = Backdrop(game, record, log, number - 1 if number else len(log.commits))
        fresh = replace(self, drafts=(), wanted=frozenset(), pondering=None, backdrop=back)
        if entry is None:
            return fresh
        asks = fresh.entered(entry)
        if asks.entering.question is not None or asks.against:
            return asks
        # No player has anything to answer: the move is made, unless it is an older one.
        return replace(fresh, drafts=(entry,)) if number else replace(self, log=asks.after).due()

    def entered(self, entry: Entering[S, M], wanted: str = "") -> Desk[S, M]:
        """Return it with the move entered further; what is asked on demand only if wanted, so what
        is `wanted` already no longer is."""
        want = self.wanted ^ ({wanted} if wanted else set())
        drafts = (*self.drafts[:1], *self.drafts[1:][2 - MOST_TAPS :], self.passing(entry, want)[0])
        return replace(self, drafts=drafts, wanted=want, pondering=None)

    @staticmethod
    def passing(
        entry: Entering[S, M], wanted: frozenset[str] = frozenset()
    ) -> tuple[Entering[S, M], tuple[Question, ...]]:
        """Return a move at the next question that is not answered by default, and those that
        are."""
        passed: tuple[Question, ...] = ()
        while (asked := entry.question) is not None and asked.demand and asked.key not in wanted:
            try:
                part, wrong = entry.read("")
            except (InputError, NotationError):
                break
            if wrong:
                break
            entry, passed = entry.kept("", part), (*passed, asked)
        return entry, passed

    @cached_property
    def ahead(self) -> Ahead[S, M] | None:
        """What comes after the answer that is entered; None where it is no answer yet."""
        entry, taps = self.entry, self.taps
        if entry is None or taps is None or taps.answer is None:
            return None
        try:
            part, bad = entry.read(taps.answer)
            return Ahead(*self.passing(entry.kept(taps.answer, part, bad), self.wanted), bool(bad))
        except (InputError, NotationError):
            return None

    def advised(self, entry: Entering[S, M], asked: Question) -> tuple[str | None, bool]:
        """Return the answer to what is asked next by the advice that was taken, or that is the one
        there is; whether there is no other."""
        answer, rest = self.advice
        meant = any(answer == one.text for one in entry.answered)
        text = dict(rest).get(asked.key) if meant else None
        every = [*asked.answers()] if asked.demand else []  # it is wanted
        text = every[0] if text is None and len(every) == 1 else text
        return text, every == [text]

    @cached_property
    def foretold(self) -> tuple[str, ...]:
        """What is told of the answer, in the last line with what is wanted next by the advice."""
        taps, ahead = self.taps, self.ahead
        lines = () if taps is None else taps.told.lines
        asked = None if ahead is None or ahead.wrong else ahead.after.question
        if ahead and asked and asked.demand and asked.key in self.wanted and taps and taps.answer:
            text, _ = self.advised(ahead.after, asked)
            then = None if text is None else ahead.after.typing(text).taps
            if lines and then is not None and not then.told.reasons:
                return *lines[:-1], *then.told.lines[:1]
        return lines

    @cached_property
    def ghost(self) -> Taps | None:
        """What was thought of, or what mends, as if it were entered; None for neither."""
        entry, taps, idea = self.entry, self.taps, self.idea
        if entry is None or taps is None or self.guide:
            return None
        text = taps.mended if idea is None else idea.text
        try:
            return None if text is None else entry.typing(text).taps
        except (InputError, NotationError):
            return None

    def made(self, phone: str, *, own: bool) -> Desk[S, M]:
        """Return it as the next version, which a phone has made; `own`, by a tap."""
        version = self.version + 1
        since = self.since if phone == self.maker else self.version
        return replace(self, version=version, maker=phone, since=since if own else version)


AnyDesk = Desk[Any, Any]  # type: ignore[explicit-any]
"""A table, of which only the record tells the game."""
