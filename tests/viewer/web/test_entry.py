"""A table entered as it is: piece by piece, judged, explained, the beginning of a record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from palace.core.errors import InputError, NotationError
from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import OPPOSITE, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.web.entry import Entry
from palace_viewer.web.entry_view import layers_of_entry, panel_of_entry, view_of_entry
from palace_viewer.web.model import Models
from palace_viewer.web.plan import list_spots
from palace_viewer.web.table import Table
from palace_viewer.web.words import Words
from tests.viewer.palaces import game

WORDS = Words("en")


def entry_taps(palace: Palace) -> Iterator[tuple[str, str]]:
    """Yield the taps that enter a palace on the set-up: `knob c4`, `piece b`.

    One end of each arch is enough.
    """
    setup = Palace.setup(palace.ground)
    laid: set[tuple[Knob, int]] = set()
    for knob in palace.ground.colours:
        own, known = palace.column(knob), setup.column(knob)
        chosen = False
        level = len(known)
        for index, piece in enumerate(own):
            if index < level:
                continue
            other = knob.step(piece) if piece in WAYS else None
            if other is not None and (other, index_of(palace, other, knob, index)) in laid:
                continue
            if not chosen:
                yield "knob", str(knob)
                chosen = True
            yield "piece", piece
            laid.add((knob, index))
    for letter, knob in palace.animals:
        yield "knob", str(knob)
        yield "piece", letter


def index_of(palace: Palace, other: Knob, knob: Knob, index: int) -> int:
    """Return where the other end of an arch is in its column: ends meet at the same height."""
    height = sum(3 if piece == "c" else 1 for piece in palace.column(knob)[:index])
    column, way = palace.column(other), OPPOSITE[palace.column(knob)[index]]
    level = 0
    for at, piece in enumerate(column):
        if level == height and piece == way:
            return at
        level += 3 if piece == "c" else 1
    return -1


def enter(entry: Entry, palace: Palace) -> int:
    """Enter a palace; return how many taps it took."""
    count = 0
    for kind, name in entry_taps(palace):
        entry.tap(Knob.read(name)) if kind == "knob" else entry.put(name)
        count += 1
    return count


def begun() -> Entry:
    return Entry(load_map("map-1"), lambda: None)


@pytest.mark.parametrize("turn", [3, 8, 18])
def test_every_palace_of_the_sample_game_can_be_entered(turn: int) -> None:
    palace = reports(game())[turn - 1].palace
    entry = begun()
    taps = enter(entry, palace)
    assert entry.now.palace == palace
    pieces = sum(palace.used) - sum(Palace.setup(palace.ground).used)
    assert taps <= 2.5 * pieces
    assert entry.now.audit == audit(palace)
    assert entry.now.built[-1].columns == palace.columns
    for _ in range(taps):
        entry.undo()
    assert not entry.begun
    assert entry.now.palace == Palace.setup(palace.ground)


def test_the_verdict_grows_with_the_pieces() -> None:
    entry = begun()
    with pytest.raises(InputError, match="no knob is chosen"):
        entry.put("b")
    entry.tap(Knob.read("e5"))
    entry.put("b")
    entry.put("E")
    told = panel_of_entry(entry.now, WORDS)
    assert (told.title, told.state) == ("Not complete yet", "open")
    spots = {spot.knob: spot for spot in list_spots(view_of_entry(entry.now), WORDS)}
    assert spots["f5"].label.endswith("an arch has no end here yet")
    assert spots["e5"].label.endswith("chosen")
    entry.tap(Knob.read("f5"))
    entry.put("b")
    told = panel_of_entry(entry.now, WORDS)
    assert told.state == "open"
    assert told.reasons[0] == "No legal game can have made it:"
    entry.put("l")
    assert panel_of_entry(entry.now, WORDS).title == "A legal palace, 3 high, 3 arches, 3 bricks"
    entry.tap(Knob.read("h8"))
    entry.put("m")
    told = panel_of_entry(entry.now, WORDS)
    assert told.state == "illegal"
    assert "h8" in told.reasons[0]


def test_a_staircase_is_judged_on_the_table_and_laid_on_it() -> None:
    entry = begun()
    entry.judge()
    for knob in ("c4", "d4"):
        entry.tap(Knob.read(knob))
    assert panel_of_entry(entry.now, WORDS).title == "Legal: 2 credits"
    entry.build()
    assert entry.now.trial is None
    assert entry.now.palace is not None
    assert entry.now.palace.height_at(Knob.read("d4")) == 3, "an arch on one arch, decorated"
    entry.undo()
    assert panel_of_entry(entry.now, WORDS).title == "Legal: 2 credits", "undo goes across modes"
    entry.tap(Knob.read("d4"))
    entry.tap(Knob.read("h8"))
    with pytest.raises(InputError, match="not legal"):
        entry.build()
    entry.mend()
    assert panel_of_entry(entry.now, WORDS).state == "legal"
    entry.leave()
    assert panel_of_entry(entry.now, WORDS).title.startswith("A legal palace")


def test_what_explains_the_table_is_shown_one_by_one() -> None:
    palace = reports(game())[3].palace
    entry = begun()
    enter(entry, palace)
    for number, after in enumerate(entry.now.built):
        entry.explain(number)
        assert view_of_entry(entry.now).palace == after
    assert "After staircase 4 of 4: " in panel_of_entry(entry.now, WORDS).title
    with pytest.raises(InputError, match="no further staircase"):
        entry.explain(5)


def test_the_models_of_a_table_that_is_entered() -> None:
    entry, models = begun(), Models()
    entry.tap(Knob.read("c6"))
    entry.put("E")
    for _ in range(2):
        layers = layers_of_entry(models, entry.now, view_of_entry(entry.now))
        for name in filter(None, layers):
            file = models.file(name)
            assert file is not None
            assert file[:4] == b"glTF"
        entry.tap(Knob.read("d6"))
        entry.put("b")


ANSWERS = (
    "Ana, Ben",
    "4a3b",
    "2a2b",
    "3g 2* each 1b",
    "",
    "1",
    "",
    "",
    "",
    "5",
    "",
    "Ben",
    "",
    "",
    "Ben",
)
"""Names; each player's pieces, delivery, cards, bananas, bonus cards; animals; who is next."""


def test_a_record_begins_with_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path / "found.toml")
    table.enter("map-1")
    assert table.entry is not None
    palace = reports(game())[5].palace
    bare = Palace.read(palace.position, palace.ground)
    for letter in ANIMALS:
        bare = bare.with_animal(letter, None)
    enter(table.entry, bare)
    table.leave_entry()
    table.enter("map-1")
    assert table.entry.now.palace == bare, "what was entered is still there"
    table.entry.ask()
    with pytest.raises(InputError, match="not everything is answered"):
        table.begin_found()
    for answer in ANSWERS:
        question = table.entry.question
        while question is not None and question.key.startswith("at "):
            table.entry.answer("")
            question = table.entry.question
        if question is None:
            break
        table.entry.answer(answer)
    table.entry.unanswer()
    assert table.entry.question is not None
    with pytest.raises((InputError, NotationError)):
        table.entry.answer("Caro")
    table.entry.answer("Ben")
    table.entry.answer("no")
    with table.hold:
        table.begin_found()
        assert table.now.player == "Ben"
        assert table.played.state.palace == bare
    record = read_record(table.path)
    assert record.data.due == "Ben"
    assert [player.name for player in record.data.players] == ["Ana", "Ben"]
