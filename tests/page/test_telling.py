"""Sentences of the page: why a knob is refused, which pieces a step puts, what a turn was."""

from __future__ import annotations

import pytest

from palace.contract.taps import Place
from palace.files.document import parse_document
from palace.page import action as act
from palace.page.action import Action
from palace.page.state import Key, PageState, Stepper
from tests.page.tables import SAMPLE, Table, choices, due, fresh, last_cards, main
from tests.page.test_forms import begun


def places(shown: PageState, look: str) -> dict[str, Place]:
    """Return the places that look so, by their names."""
    return {one.name: one for one in shown.plan.places if look in one.looks.split()}


@pytest.mark.parametrize(
    ("knobs", "told"),
    [
        # The set-up stands on d4, e4 and f4; Ana has 4 arches and 3 bricks.
        (("a1",), "a1 is too far: 6 arches to the palace, and you have 4"),
        (("a3",), "a3 is out of reach: your pieces do not lead up to the palace"),
        (("d4",), "Not legal: begin on an empty knob, not d4"),
        (("d6", "e6", "h8"), "h8 is not beside e6; a corner does not count"),
        (("c4", "d4", "c4"), "Not legal: straight back to c4"),
        (
            ("a4", "a3", "a2", "b2"),
            "Not legal: from b2 it takes 4 arches to the palace, and you have 1",
        ),
    ],
)
def test_a_refused_knob_is_told_by_its_rule(knobs: tuple[str, ...], told: str) -> None:
    table = fresh()
    table.tap(*knobs)
    verdict = table.shown().entry.verdict
    assert verdict.title == told
    right = any(word in told for word in ("reach", "far", "corner"))  # another knob mends it
    assert (verdict.mood == "illegal") != right
    assert knobs[-1] in places(table.shown(), "fault")


@pytest.mark.parametrize(
    ("taps", "note", "count", "way"),
    [
        # b2 has one arch left, and the palace is four away: another way is, with all four.
        (("a4", "a3", "a2", "b2"), "takes back 3 arches\n", 4, "a4 b4 c4 d4"),
        (("d6", "e6", "e5", "f5", "f4", "g4"), "", 5, "d6 e6 e5 f5 f4"),
        (("pass",), "d1 to d4, ", 4, "d1 d2 d3 d4"),
    ],
)
def test_the_mend_tells_what_it_earns_and_is_drawn_on_the_plan(
    taps: tuple[str, ...], note: str, count: int, way: str
) -> None:
    """It tells what it drops; no other end is promised: what the hand does not reach."""
    table = fresh()
    table.send(Action("look", "shows", "both"))
    for one in taps:
        table.tap(one)
    shown = table.shown()
    *others, mend = shown.entry.bar
    assert (mend.looks, mend.note) == ("main", f"{note}earns {count} credits")
    told = [one.text for one in others]
    assert "Hint" not in told, "the mend is one"
    assert ("Start again" in told) == (taps != ("pass",))
    assert shown.plan.mend == tuple(way.split())
    assert not any(remedy for _, remedy in shown.entry.verdict.reasons)
    assert mend.text == ("Take back f4–g4" if taps[-1] == "g4" else "Build the dotted way")
    table.press(mend.text)
    assert table.shown().entry.verdict.title.startswith(f"Legal: {count} ")
    assert table.shown().plan.path == tuple(way.split())
    assert not table.shown().plan.mend


def by_hand(table: Table) -> tuple[str, list[tuple[str, str, bool, bool]]]:
    """Return what is told of the pieces by hand, and each number with whether it can be less or
    more."""
    (group, *_) = table.shown().entry.groups
    numbers = [one for one in group.items if isinstance(one, Stepper)]
    assert [one.text for one in group.items if isinstance(one, Key)] == ["Done"]
    return group.title, [
        (one.text, one.value, one.less is not None, one.more is not None) for one in numbers
    ]


def test_a_held_knob_shows_what_stands_there_and_what_is_left() -> None:
    """Ana has four arches and three bricks, no column: none is offered.  Own pieces are taken off,
    those that an arch needs stay."""
    table = fresh()
    table.tap("c4")
    table.send(Action("tap", "c4", held=True))
    assert by_hand(table) == ("At c4: 3 bricks left in hand", [("brick on c4", "0", False, True)])
    table.tap("on-b-more")
    assert by_hand(table) == ("At c4: 2 bricks left in hand", [("brick on c4", "1", True, True)])
    table.tap("on-b-less")
    assert by_hand(table) == ("At c4: 3 bricks left in hand", [("brick on c4", "0", False, True)])
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    table.send(Action("tap", "e5", held=True))
    assert by_hand(table) == ("At e5: all pieces are needed, and none is left in hand", [])


def test_the_frog_has_its_sign_and_tells_what_it_costs() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    (frog,) = [key for key in table.shown().entry.bar if key.icons == (("frog", 0),)]
    assert (frog.text, frog.note) == ("Take the frog", "+1 column, \N{MINUS SIGN}3 bananas")
    table.press(frog.text)
    table.press("Undo")  # of the place, which is the only one
    verdict = table.shown().entry.verdict
    assert verdict.picture == "frog"
    assert "Frog: +1 column, \u22123 bananas while you hold it" in verdict.lines


def test_starts_stay_lit_after_a_wrong_one() -> None:
    table = fresh()
    starts = {*places(table.shown(), "ahead")}
    table.tap("d4")
    assert {*places(table.shown(), "ahead")} == starts
    table.tap("d5")  # beside it, and no arch is laid from where none can be
    assert table.desk.entering.typed == "d5"
    table.tap("a1", "a2")
    assert table.desk.entering.typed == "a2"


def test_a_legal_staircase_shows_what_each_arch_needs_and_a_tap_chooses_it() -> None:
    table = fresh()
    table.tap("d6", "e6")
    assert [item.text for item in table.shown().entry.groups[0].items] == ["d6\N{EN DASH}e6"]
    table.tap("e5", "f5", "f4")
    steps = table.shown().entry.groups[0]
    each = [key for key in steps.items if isinstance(key, Key)]
    # Each arch is one higher than the one before: 0, 1, 2, 3 from the ground, on f4 as high as it.
    assert [(key.text.split("\N{EN DASH}"), key.icons) for key in each] == [
        (["d6", "e6"], (("arch", 0),)),
        (["e6", "e5"], (("brick", 0), ("arch", 0))),
        (["e5", "f5"], (("brick", 2), ("arch", 0))),
        (["f5", "f4"], (("arch", 0), ("gold", 0))),
    ]
    assert [key.do for key in each] == [None] * 4  # all three bricks are needed where they are
    for _ in range(2):
        table.send(Action("undo"))
    table.tap("by-hand-2")
    assert places(table.shown(), "chosen").keys() == {"e6", "e5"}
    assert by_hand(table)[0] == "At e6\N{EN DASH}e5: 2 bricks left in hand"


def test_a_card_that_is_typed_tells_its_price_and_none_is_a_key_among_the_piles() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    (row,) = table.shown().entry.groups
    assert [item.text for item in row.items][-2:] == ["multicolour 1", "No card"]
    assert [item.note for item in row.items if isinstance(item, Key)][-1] == "5 credits are lost"
    table.tap("pile-4g")
    assert [len(group.items) for group in table.shown().entry.groups] == [10]
    assert table.shown().entry.verdict.lines == ("gold, costs 4 of your 5 credits",)
    table.tap("bananas-2")
    shown = table.shown()
    total = "+6 bananas: cards 2, monkey 2, butterfly 2"  # the monkey is placed later
    assert [one.replace("\N{NO-BREAK SPACE}", " ") for one in shown.entry.verdict.lines] == [total]
    rows = [(group.title, len(group.items)) for group in shown.entry.groups]
    assert rows == [("", 2), ("Once", 3), ("Each turn", 3), ("", 1)]
    table.tap("once-arch-more", "bananas-more", "bananas-more", "bananas-less")
    assert table.shown().entry.verdict.title == "Tap the card's pieces, or add it"
    assert dict(table.shown().entry.verdict.uses) == {}
    table.tap("add")
    assert dict(table.shown().entry.verdict.uses) == {"banana": 3, "arch": 1}


def test_an_older_turn_is_told_in_words_and_has_one_way_back() -> None:
    table = Table.sample()
    table.send(Action("look", "turn", "7"))
    shown = table.shown()
    assert shown.heading.line == "After turn 7 of 18"
    assert shown.entry.verdict.title == "Turn 7 · Ana"
    assert shown.entry.verdict.lines[0] == "from b5 up to f5: 4 arches, 5 bricks"
    assert [key.text for key in shown.entry.bar] == ["Earlier", "Later", "Now"]
    assert shown.time.turns[7].text == "b5-c5+b-d5_bb-e5+bb-f5"  # its small print


def test_a_game_is_played_again_in_a_file_of_its_own() -> None:
    table = Table.sample()
    table.holds = True
    table.press("Play again")
    save = table.effects[-1]
    assert isinstance(save, act.Save)
    assert save.name not in ("", "evening.toml")
    assert table.shown().entry.verdict.title == "Winner: Ana"  # until it is saved
    table.settle(act.Saved(save.number, save.name))
    assert table.desk.name == save.name
    assert table.shown().heading.line == "Turn 1 · Ana"
    before, after = (
        parse_document(text, "toml", "f").data for text in (table.file or "", save.text)
    )
    kept = ("game", "map", "trophies", "players")
    assert [before[key] for key in kept] == [after[key] for key in kept]
    assert (after["turns"], str(after["date"])) == ([], "2026-11-23")


def lines(table: Table) -> tuple[str, ...]:
    return table.shown().entry.verdict.lines


def test_the_frog_may_be_left_where_it_is() -> None:
    """As without asking for it: no frog is in the turn."""
    for leaves in (True, False):
        table = fresh()
        table.tap("d6", "e6", "e5", "f5", "f4")
        main(table)
        table.press("Take the frog")  # it has one place, and the monkey has several
        assert due(table) == "monkey"
        assert "frog to d6, butterfly to f4" in lines(table)
        if leaves:
            table.press("Undo")
            verdict = table.shown().entry.verdict
            assert (verdict.title, verdict.picture) == ("The frog goes to d6", "frog")
            table.press("Without the frog")
            assert due(table) == "monkey"
        assert str(table.desk.entering.answers["frog"]) == ("None" if leaves else "d6")


def bar(table: Table) -> list[str]:
    return [key.text for key in table.shown().entry.bar]


def test_the_frog_of_a_hint_is_taken_or_left_at_the_cards() -> None:
    for leaves in (True, False):
        table = begun(cards="dealt")
        table.press("Hint")
        assert "frog on" in table.shown().entry.verdict.lines[0]
        table.press("Step by step")
        main(table)
        assert bar(table)[-2:] == ["Without the frog", "Place the monkey"]
        assert table.shown().entry.bar[-1].note == "Take the frog\n+1 column, \u22123 bananas"
        total = lines(table)[-1]
        assert total.endswith("frog\xa0\u22123")
        table.press("Without the frog" if leaves else "Place the monkey")
        assert due(table) == "monkey"
        assert (table.desk.entering.answers["frog"] is None) == leaves
        # What was foretold at the cards is what the turn brings.
        assert (total in lines(table)) == (not leaves)


def test_cards_that_are_left_tell_no_sum_with_the_frog_of_a_hint() -> None:
    table = begun(cards="dealt")
    table.press("Hint")
    table.press("Step by step")
    main(table)
    for card in table.desk.entering.typed.split(", "):
        table.tap(f"card-{card[1:].split()[0]}")
    assert lines(table) == ("A card costs its number and lies on a free slot of yours",)


def test_a_frog_that_was_asked_for_is_asked_again_by_its_draft() -> None:
    table = fresh()
    table.tap("c4", "d4", "d5")  # not gold: no other animal is asked for
    main(table)
    table.press("Take the frog")
    assert due(table) == "frog"
    again = Table.of(SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0], table.draft)
    assert again.desk.wanted == {"frog"}
    assert again.shown().entry == table.shown().entry


def test_a_hint_is_used_as_a_whole_up_to_the_key_that_ends_the_turn() -> None:
    """As step by step; it is taken back so, too."""
    by_step, whole = begun(cards="dealt"), begun(cards="dealt")
    for table in (by_step, whole):
        table.press("Hint")
        assert bar(table) == ["Close", "Step by step", "Use the whole turn"]
    by_step.press("Step by step")
    for _ in range(2):
        main(by_step)
    assert bar(by_step)[-1] == "End turn"
    whole.press("Use the whole turn")
    assert whole.desk.playing[2].commits == ()
    assert [one.draft for one in whole.desk.drafts] == [one.draft for one in by_step.desk.drafts]
    assert whole.shown().entry == by_step.shown().entry
    for table in (by_step, whole):
        main(table)
    assert whole.file == by_step.file
    assert len(whole.desk.playing[2].commits) == 1


def test_the_palace_is_named_while_it_is_small() -> None:
    assert lines(fresh())[-1] == "The palace stands on d4, e4, f4"
    assert not any("palace stands" in line for line in lines(Table.sample()))


def test_credits_that_pay_for_more_are_told() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    assert table.shown().entry.verdict.title == "Tap cards for 5 credits"
    table.tap("pile-4g", "bananas-1", "add")
    assert table.shown().entry.verdict.title == "1 card, 1 credit left for more"
    table.tap("pile-1x", "bananas-1")
    main(table)
    assert table.desk.entering.answers["take"] is not None


def test_a_tap_on_another_card_takes_it_in_place_of_the_last() -> None:
    """What can be paid besides is added; else cards go back from the last on."""
    table = begun(cards="dealt")
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    cards = [one for one in choices(table).values() if one.name.startswith("card-")]
    costs = {one.name: int(one.text.split()[-1]) for one in cards}
    dear, cheap = max(costs, key=costs.__getitem__), min(costs, key=costs.__getitem__)
    table.tap(dear)
    assert choices(table)[dear].note == "slot 1"
    assert table.shown().entry.bar[-1].note == "", "nothing more can be paid"
    table.tap(cheap)
    assert table.shown().entry.bar[-1].note == f"gives up {5 - costs[cheap]} credits"
    table.tap(dear)
    left = 5 - costs[dear]
    for one in choices(table).values():
        if one.name in costs and not one.on:
            assert bool(one.note) == (costs[one.name] > left)
    table.tap(cheap)
    taken = {one.name for one in choices(table).values() if one.on and one.name in costs}
    assert taken == ({dear, cheap} if costs[cheap] <= left else {cheap})
    assert choices(table)[cheap].note == f"slot {len(taken)}"


def test_a_slot_tells_what_its_card_brings_or_that_it_is_free() -> None:
    table = last_cards()
    found = choices(table)
    assert not any(name.startswith("slot") for name in found)
    table.tap(next(name for name, one in found.items() if name.startswith("pile") and one.answer))
    table.tap("bananas-1", "add")
    assert sum(name.startswith("slot-") for name in choices(table)) == 4
    (seat,) = [one for one in table.desk.playing[2].state.seats if one.name == table.desk.asked]
    for slot, pile in enumerate(seat.slots, 1):
        for name, one in choices(table).items():
            if name.startswith("slot-") and name.endswith(f"-{slot}"):
                lost = sum(count for _, count in one.icons)
                assert lost == (sum(pile[-1].card.each) if pile else 0)
                assert one.note == ("" if lost else "free" if not pile else "used")


def test_a_decoration_that_is_built_upon_stays() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    assert "The old decoration on f4 stays below it" in lines(table)
    table = fresh()
    table.tap("d6", "e6", "e5", "f5")
    assert not any("old decoration" in line for line in lines(table))


def test_a_legal_staircase_tells_that_it_can_go_on_where_a_knob_is_ringed() -> None:
    table = fresh()
    for knob in ("d6", "e6", "e5", "f5", "f4"):
        table.tap(knob)
        shown = table.shown()
        goes_on = shown.entry.verdict.mood == "legal" and any(
            "ahead" in place.looks for place in shown.plan.places
        )
        assert ("Or go on to a ringed knob" in lines(table)) == goes_on
    assert "Or go on to a ringed knob" not in lines(table)
    table = fresh()
    table.tap("d5", "d4")
    assert "Or go on to a ringed knob" in lines(table)


def test_no_tip_is_shown_where_nothing_can_be_built() -> None:
    text = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0]
    table = Table.of(text.replace('start = "4a3b"', 'start = "0a3b"'))
    shown = table.shown()
    assert shown.entry.bar[-1].text == "Pass: nothing can be built"
    assert not any(banner.looks == "tip" for banner in shown.banners)


def test_many_pieces_on_one_card_are_asked_about_and_the_typed_card_is_told_again() -> None:
    """More than five of a kind are likely a slip of a finger."""
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    table.tap("pile-4g", "bananas-2", *["once-brick-more"] * 5)
    verdict = table.shown().entry.verdict
    assert (verdict.title, verdict.mood) == ("Tap the card's pieces, or add it", "open")
    table.tap("once-brick-more")
    verdict = table.shown().entry.verdict
    assert (verdict.title, verdict.mood) == ("6 bricks on one card: is that right?", "unfinished")
    table.tap("once-brick-less", "add")
    main(table)
    shown = table.shown().entry
    (cards,) = [group for group in shown.groups if group.looks == "cards"]
    (card,) = cards.items
    assert isinstance(card, Key)
    assert (card.icons, card.note, card.do) == ((("banana", 2), ("brick", 5)), "slot 1", None)
    assert shown.verdict.used == ""


def test_a_game_that_is_over_shows_no_way() -> None:
    over, before = Table.sample(), Table.sample()
    before.send(Action("take-back"))
    shown = over.shown()
    assert (shown.plan.path, shown.scene.way, places(shown, "last")) == ((), (), {})
    assert before.shown().plan.path != ()


def test_free_slots_are_all_alike_and_none_is_asked() -> None:
    table = begun(cards="dealt")
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    costs = [name for name in choices(table) if name.startswith("card-")]
    cheap, dear = costs[-1], next(name for name in costs if name.startswith("card-g4"))
    table.tap(cheap, dear)
    found = choices(table)
    assert not any(name.startswith("slot-") for name in found)
    assert (found[cheap].note, found[dear].note) == ("slot 1", "slot 2")


def test_slots_of_cards_that_cover_are_asked_the_dearer_card_first() -> None:
    table = last_cards()
    table.tap("pile-1x", "bananas-1", "add")
    dear = next(name for name in choices(table) if name.startswith("pile-"))
    table.tap(dear, "bananas-2", "add")
    rows = [name for name in choices(table) if name.startswith("slot-")]
    assert rows == [f"slot-{at}-{slot}" for at in (1, 0) for slot in (1, 2, 3, 4)]
    assert choices(table)["drop-0"].note != choices(table)["drop-1"].note


def test_tips_of_the_first_turn_end_with_what_they_tell() -> None:
    table, tips = fresh(), []
    for knob in ("", "d6", "e6", "e5", "f5", "f4"):
        if knob:
            table.tap(knob)
        tips += [[str(one.text)[:1] for one in table.shown().banners if one.looks == "tip"]]
    assert tips == [["1"], ["2"], ["3"], ["3"], [], []]
