"""What a player reads and can tap, as lines: for the golden file, in each of its languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from palace.contract.game import Question
from palace.contract.taps import Amount, Board, Choice, Having, Icons, Row, Taps, Told
from palace.core.screen import Screen
from palace.core.terminal import plain
from palace.core.verdict import Text, in_language
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.log import LoggedRecord, replay
from tests.sentences import lines_of


def walk(record: LoggedRecord, turns: int, *texts: str, everywhere: bool = False) -> Iterator[Text]:
    """Yield what is asked and shown in the turn after so many turns, for each text that is typed.

    A text behind `=` is entered, and the next question is asked; `everywhere` is every knob shown.
    """
    log = replay(record, turns=turns)
    asked = Asked(record, log.state, log.state.due[0], {})
    question = asked.next()
    assert question is not None
    yield Text(partial(_question, question))
    for text in texts:
        assert question is not None
        if text.startswith("="):
            answers = {**asked.answers, question.key: question.read(text[1:])}
            asked = Asked(record, log.state, asked.player, answers)
            question = asked.next()
            told = "nothing more" if question is None else partial(_question, question)
            yield Text(told if callable(told) else partial(str.format, told))
            continue
        assert question.taps is not None
        yield Text(partial(_taps, text, question.taps(text), everywhere))


def having_lines(having: Having) -> Text:
    return Text(partial(_having, having))


def _question(question: Question, language: str) -> str:
    def said(text: str) -> str:
        return in_language(text, language).replace("\n", " / ")

    screen = Screen(language=language)
    listing = "" if question.listing is None else question.listing(screen)
    facts = (
        said(question.prompt), said(question.title), said(question.nothing), said(question.help),
        plain(question.shown(screen)), listing,
    )  # fmt: skip
    return "\n".join((
        f"ASKED {question.key} of {question.player}, Enter: {question.default!r}, "
        f"{' '.join(question.at_once)}{' on demand' * question.demand}{' idle' * question.idle}",
        *filter(None, facts),
    ))  # fmt: skip


def _taps(text: str, taps: Taps, everywhere: bool, language: str) -> str:
    def said(name: str) -> str:
        value = getattr(taps, name)
        return f"{name}: {in_language(value, language)!s}" if value not in ("", None, True) else ""

    names = ("answer", "then", "ends", "mended", "mends", "mend", "keep", "cover", "main", "adds",
             "tip", "argued", "clears")  # fmt: skip
    lines = chain(
        [f"TYPED {text!r}"],
        _told(taps.told, language),
        map(said, names),
        *(row_lines(row, language) for row in taps.rows),
        [] if taps.board is None else board_lines(taps.board, language, everywhere=everywhere),
    )
    return "\n".join(filter(None, lines))


def _told(told: Told, language: str) -> Iterator[str]:
    yield f"{told.mood} {told.picture}: {in_language(told.title, language)}"
    yield from lines_of(told.reasons, language)
    yield from (in_language(line, language) for line in told.lines)
    if told.uses or told.left:
        used = in_language(told.used, language)
        yield f"{used}: {icons(told.uses)}; left: {icons(told.left)}"


def row_lines(row: Row, language: str) -> Iterator[str]:
    yield f"ROW {row.looks} {in_language(row.title, language)}"
    for one in row.items:
        text = in_language(one.text, language)
        if isinstance(one, Amount):
            yield f"  {one.name}: {text} {one.value}, {one.less!r} {one.more!r} {icons(one.icons)}"
        elif isinstance(one, Choice):
            note = f" ({in_language(one.note, language)})" if one.note else ""
            ways = (
                f"{' on' * one.on}{one.tint and f' {one.tint}'}{one.asks and f' asks {one.asks}'}"
            )
            yield f"  {one.name}: {text}{note}{ways}, {one.answer!r} {icons(one.icons)}"


def board_lines(board: Board, language: str, *, everywhere: bool = False) -> Iterator[str]:
    """Yield the knobs that are marked, or all of them, with what a tap and a long one make."""
    if board.path:
        yield f"path {' '.join(board.path)}"
    for place in board.places:
        if everywhere or place.looks not in ("", "closed", "ahead", "place"):
            label = in_language(place.label, language)
            made = f"{board.answers.get(place.name)!r} {board.held.get(place.name)!r}"
            signs = f"{place.text}{place.sign} {place.icon}"
            yield f"  [{place.looks}] {signs}: {label}; {made}"
    ahead = [place.name for place in board.places if place.looks in ("ahead", "place")]
    if ahead and not everywhere:
        yield f"  can come: {' '.join(ahead)}, {board.answers.get(ahead[0])!r}"
    seen = (solid for solid in board.solids if solid.looks)
    pieces = ", ".join(f"{one.looks} {one.name}{one.tint}" for one in seen)
    if pieces:
        yield f"  pieces: {pieces}"


def _having(having: Having, language: str) -> str:
    hands = (
        f"{who} {icons(hand)} and {icons(income)}" for who, (hand, income) in having.hands.items()
    )
    return "\n".join(filter(None, (
        f"HAVING {'; '.join(hands)}", f"box {icons(having.stock)}, given {icons(having.given)}",
        in_language(having.warning, language), in_language(having.about, language),
    )))  # fmt: skip


def icons(found: Icons) -> str:
    return " ".join(f"{kind}{count}" for kind, count in found)
