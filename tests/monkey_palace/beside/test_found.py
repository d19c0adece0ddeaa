"""A table that is entered as it is, tap by tap."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.contract.beside import Beside
from palace.contract.taps import Amount, Taps
from palace.core.errors import InputError
from palace.core.verdict import in_language
from palace.files.document import parse_document
from palace.monkey_palace.beside import found
from palace.monkey_palace.beside.found import PIECES, Entered, Judging
from palace.monkey_palace.game.log import read as read_log
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.columns import judge_columns, read_columns
from palace.monkey_palace.kernel.found import Found
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from tests.drifted import drifted_records
from tests.random_play import random_palace

GROUND = load_map("map-1")
SETUP = Palace.setup(GROUND)


def palace_after(*staircases: str) -> Palace:
    """Return the palace after some staircases."""
    palace = SETUP
    for staircase in staircases:
        verdict = judge(palace, fill(palace, staircase))
        assert verdict.palace is not None, verdict.reasons
        palace = verdict.palace
    return palace


LEGAL = palace_after("c4+b-d4-d5")


def begin(about: str = "") -> Entered:
    """Return the table before a game."""
    table = found.begin(None, None, about)
    assert isinstance(table, Entered)
    return table


def tapped(now: Beside, name: str, *, held: bool = False) -> Beside:
    """Return it after a tap that is offered, also among all pieces."""
    text = now.taps.text_of(name, held=held)
    if text is None and name in PIECES and now.taps.text_of("every") is not None:
        return tapped(now.tapped("every", ""), name)
    assert text is not None, name
    return now.tapped(name, text)


def after(*names: str, now: Beside | None = None) -> Beside:
    """Return what is entered after some taps."""
    now = now or begin()
    for name in names:
        now = tapped(now, name)
    return now


def entered(*names: str, now: Beside | None = None) -> Entered:
    """Return the table after some taps."""
    now = after(*names, now=now)
    assert isinstance(now, Entered)
    return now


def keys(taps: Taps) -> Iterator[tuple[str, bool, bool]]:
    """Yield what can be tapped by its name, whether held, and whether that does anything."""
    board = taps.board
    for place in board.places if board else ():
        yield place.name, False, board is not None and place.name in board.answers
        yield place.name, True, board is not None and place.name in board.held
    for row in taps.rows:
        for item in row.items:
            if isinstance(item, Amount):
                yield f"{item.name}-less", False, item.less is not None
                yield f"{item.name}-more", False, item.more is not None
            elif not item.asks:
                yield item.name, False, item.answer is not None
    if taps.mended is not None:
        yield "mend", False, True


def told(now: Beside) -> list[str]:
    """Return all that is said."""
    told = now.taps.told
    return [told.title, *(reason.text for reason in told.reasons), *told.lines]


def test_the_set_up_explains_what_to_do() -> None:
    """Nothing is wrong before anything is entered."""
    now = begin()
    assert now.taps.told.mood == "open"
    assert "Tap a knob" in now.taps.told.title
    assert now.joining == {"map": "map-1", "palace": SETUP.position}
    assert begin("map-3").found.ground.name == "map-3"
    with pytest.raises(InputError, match="no map"):
        begin("../secret")


def test_an_arch_without_an_end_is_told_in_plain_words() -> None:
    """Neither codes nor columns of a text; the half arch can be seen through."""
    now = entered("c2", "b", "E")
    assert "the arch from c2 to the east has no end on d2" in told(now)
    assert now.taps.told.mood == "unfinished"
    assert not now.taps.told.reasons
    assert now.taps.board is not None
    assert [one.kind for one in now.taps.board.solids if one.looks == "ghost"] == ["arch"]
    assert "ahead" in next(p.looks for p in now.taps.board.places if p.name == "d2")
    assert "the arch from d2 to the west has no end on c2" in told(entered("d2", "b", "W"))
    assert not any("support" in text or "column " in text for text in told(now))


def test_pieces_at_fault_are_marked() -> None:
    """A monkey on the ground is wrong, and what is above is not."""
    now = entered("a1", "m")
    assert now.taps.told.mood == "illegal"
    assert now.joining is None
    assert now.taps.board is not None
    assert [one.kind for one in now.taps.board.solids if one.looks == "fault"] == ["monkey"]
    assert "fault" in next(p.looks for p in now.taps.board.places if p.name == "a1")


def test_a_table_is_entered_with_a_tap_a_piece_and_one_a_knob() -> None:
    """The far end of an arch needs no tap."""
    colour = LEGAL.tops[Knob.read("d5")]
    now = entered("c4", "b", "E", "d5", "b", "b", "S", colour)
    assert now.found.palace == LEGAL
    assert now.taps.told.mood == "legal"


def test_a_table_of_sixty_pieces_takes_at_most_105_taps() -> None:
    """In any order of the knobs, with what is under it entered before each piece."""
    rng = random.Random(5)
    palace = SETUP
    while len(palace.elements()) < 60:
        palace = random_palace(SETUP, 12, rng)
    now, count = begin(), 0
    for knob in palace.ground.colours:
        column = palace.column(knob)
        wanted = column + "".join(letter for letter, at in palace.animals if at == knob)
        if now.found.column(knob) != wanted:
            now, count = entered(str(knob), now=now), count + 1
        while (there := len(now.found.column(knob))) < len(wanted):
            count += now.taps.text_of(wanted[there]) is None  # it is behind all pieces
            now, count = entered(wanted[there], now=now), count + 1
            if wanted[there] in "mfy":
                break
    assert now.found.palace == palace
    assert count <= 105 * len(palace.elements()) / 60


@pytest.mark.parametrize("seed", range(6))
def test_the_verdict_is_that_of_the_table(seed: int) -> None:
    """Whatever is entered is legal as the referee has it."""
    chance, now = random.Random(seed), begin()
    for _ in range(60):
        names = [name for name, held, on in keys(now.taps) if on and not held]
        names = [name for name in names if name in "NESWbcldgmfy" or name[0] in "cde"]
        after = tapped(now, chance.choice([n for n in names if n not in ("columns", "explain")]))
        if isinstance(after, Entered):
            now = after
        audit = judge_table(Build(GROUND, (*now.found.elements, *now.found.halves)))
        mood = now.taps.told.mood
        assert mood != "legal" or audit.legal
        assert mood != "illegal" or not audit.legal
        palace = None if audit.palace is None else audit.palace.position
        assert (now.joining or {}).get("palace") == palace


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_tap_that_is_offered_works(data: st.DataObject) -> None:
    """And every other is refused, in all that is beside the game."""
    now: Beside = begin()
    for _ in range(data.draw(st.integers(1, 25))):
        every = list(keys(now.taps))
        for name, held, on in every:
            if not on and (not held or (name, False, False) in every):
                assert now.taps.text_of(name, held=held) is None
        name, held = data.draw(st.sampled_from([(name, held) for name, held, on in every if on]))
        now = tapped(now, name, held=held)
        assert now.title
        assert now.taps.told.title
    assert now.taps.text_of("z99") is None


def test_taking_off_and_going_on() -> None:
    """An arch goes as a whole, and not from under a piece."""
    now = entered("c2", "E", "d2", "b", "c2")
    assert now.taps.text_of("take") is None
    assert entered("c2", "E", "take").found == begin().found
    assert after("a2", "every").taps.text_of("W") is None  # it would leave the map


def test_the_staircases_of_a_table_one_by_one() -> None:
    """From the set-up to the whole."""
    now = begin(f"={LEGAL.full_position}")
    assert now.taps.told.mood == "legal"
    assert "1 staircase explains it" in told(now)
    shown = after("explain", now=now)
    assert told(shown) == ["The set-up"]
    assert shown.taps.main == "next"
    shown = after("next", now=shown)
    assert "Staircase 1 of 1: from c4 to d5" in told(shown)
    assert ("next", False, False) in list(keys(shown.taps))
    assert after("leave", now=shown) == now


def test_a_staircase_is_judged_on_the_table_and_put_there() -> None:
    """With its mend, and its decoration."""
    now = after("judge", "c4", "d4", "d5")
    assert isinstance(now, Judging)
    assert now.taps.told.mood == "legal"
    done = after("add", now=now)
    assert isinstance(done, Entered)
    assert done.taps.told.mood == "legal"
    assert done.found.palace is not None
    assert done.found.palace.tops
    wrong = after("judge", "a1", "a2", "a3")
    assert ("add", False, False) in list(keys(wrong.taps))
    assert after("leave", now=wrong) == begin()


def test_the_nearest_mend_is_shown_and_done() -> None:
    """A decoration a knob too far is moved, in slices; before that nothing changes."""
    palace = LEGAL
    column = palace.column(Knob.read("d5"))
    now = after("d5", "take", "d6", column[-1], now=begin(f"={palace.full_position}"))
    assert now.taps.told.mood != "legal"
    assert now.taps.mended is None
    assert any(getattr(item, "asks", "") == "mend" for row in now.taps.rows for item in row.items)
    ideas = list(now.ideas("mend"))
    assert len(ideas) > 10
    assert ideas[-1].done
    assert all(not idea.done for idea in ideas[:-1])
    assert now.thought("mend", ideas[0]) == now
    shown = now.thought("mend", ideas[-1])
    assert shown.taps.mended
    assert "d6" in shown.taps.mends
    assert shown.taps.board is not None
    looks = {one.looks for one in shown.taps.board.solids}
    assert {"hint", "fault"} <= looks
    mended = after("mend", now=shown)
    assert isinstance(mended, Entered)
    assert mended.audit.legal
    assert now.taps.text_of("mend") is None


def test_every_mend_leads_to_a_legal_table() -> None:
    """Of legal tables on which one tap more was made, and of those without a piece."""
    rng, count = random.Random(3), 0
    for _ in range(20):
        palace = replace(random_palace(SETUP, 4, rng), animals=())
        assert Entered(Found.of(palace)).audit.legal
        knob = rng.choice([str(k) for k, top in palace.tops.items() if top])
        piece = rng.choice(["take", "b", "l", "d", "g", "f"])
        now = entered(knob, piece, now=Entered(Found.of(palace)))
        if now.audit.legal:
            continue
        *_, last = now.ideas("mend")
        shown = now.thought("mend", last)
        if last.text is not None:
            assert entered("mend", now=shown).audit.legal
            count += 1
    assert count > 10


def test_a_quarrel_takes_at_most_twenty_taps() -> None:
    """Five columns and a staircase; tapped knob by knob with its height, it is as many."""
    names = ["columns", "c3", "c4", "d4", "e4", "f4"]
    now = after(*names)
    count = len(names)
    for height in "01222":
        now, count = tapped(now, height), count + 1
    assert count <= 20
    assert now.taps.told.mood in ("legal", "illegal")
    columns = read_columns("c3=0 c4=1 d4=2 e4=2 f4=2", GROUND)
    trial = now.tried.trial  # type: ignore[attr-defined]
    judged = judge_columns(GROUND, columns, trial.staircase)
    assert judged.legal is (now.taps.told.mood == "legal")
    turns = zip(names[1:], "01222", strict=True)
    mixed = after("columns", *(name for pair in turns for name in pair))
    assert mixed == now


def test_heights_can_be_told_again_be_unknown_and_be_above_nine() -> None:
    """And have an animal on them."""
    now = after("columns", "c3", "d3", "0", "tens", "m", "4")
    assert "d3: 14, monkey" in [item.text for row in now.taps.rows for item in row.items]
    assert now.taps.told.mood == "illegal"
    now = after("again-d3", "?", now=now)
    assert now.taps.told.mood != "legal"
    assert any("d3" in line for line in now.taps.told.lines)
    assert isinstance(after("leave", now=now), Entered)


def test_what_is_written_down_wrong_in_a_game_is_found_from_its_table() -> None:
    """With the record put right, which ends in the table."""
    right = 0
    for drifted in drifted_records(6, 5, 6):
        if drifted.kind not in ("knob", "staircase", "missing"):
            continue
        table = replay(drifted.right).state.palace
        now = found.begin(drifted.wrong, replay(drifted.wrong), "")
        assert isinstance(now, Entered)
        assert now.joining is None
        now = replace(now, found=Found.of(table))
        assert any(
            getattr(one, "asks", "") == "drift" for row in now.taps.rows for one in row.items
        )
        *tried, last = now.ideas("drift")
        assert tried
        shown = now.thought("drift", last)
        assert isinstance(shown, Entered)
        if not shown.fixes:
            assert "No single turn" in told(shown)[1]
            continue
        right += 1
        assert f"turn {drifted.place + 1}" in shown.fixes[0].text or drifted.kind == "missing"
        assert shown.corrected is not None
        record = read_log(parse_document(shown.corrected, "toml", "game.toml"))
        assert replay(record).state.palace.columns == table.columns
        other = entered(f"fix-{len(shown.fixes) - 1}", now=shown)
        assert other.corrected == shown.fixes[-1].record
        assert entered("c2", now=shown).fixes is None
    assert right >= 2


def test_the_verdict_is_told_in_both_languages() -> None:
    """Also where values are words."""
    now = after("c2", "b", "E")
    assert in_language(now.taps.told.lines[0], "zh") == "從c2往東的拱樑在d2沒有另一端"
