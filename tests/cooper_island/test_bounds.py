"""Small rules of the log of Cooper Island, each at its bound; its pad and its box as they are
read."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.cooper_island.box import BOX
from palace.cooper_island.game import GAME
from palace.cooper_island.goods import GAINS, KINDS, MOST_PAID, Goods, Payment
from palace.cooper_island.notation import LEADS, quoted
from palace.core.errors import NotationError, either
from palace.core.verdict import Text
from palace.page.action import Action
from palace.page.view import View
from tests.cooper_island.logs import CLEAN, INCOME, WORK, ana, legal, run, seat
from tests.page.tables import Table
from tests.page.walked import Walk
from tests.sentences import Says


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("2 wood@c3", 3),
        ("2 wood@storage", 3),
        ("1 helm", 3),
        ("wood", 1),
        ("", 1),
        ("1 wood 2 wood", 10),
    ],
)
def test_goods_are_amounts_of_kinds_without_a_place(text: str, column: int) -> None:
    with pytest.raises(NotationError) as found:
        Goods.read(text, KINDS)
    assert found.value.column == column


def test_goods_are_read_as_they_are_written() -> None:
    for text in ("nothing", "0 wood", "999 coins"):
        assert Goods.read(text, KINDS).amount == (999 if "999" in text else 0)
    assert str(Goods.read("2 HELM 1 draws 1 wood", GAINS)) == "1 wood 2 helm 1 draw"
    assert (MOST_PAID, str(Payment.read("99 wood"))) == (99, "99 wood")
    for text in ("0 wood", "100 wood", "2 wood@c3", "1 coin@c3", "1 wood@zz", "wood@c3 food@c3"):
        with pytest.raises(NotationError):
            Payment.read(text)


ITEM = "an amount and its kind such as 2 wood, or a cube of the peninsula such as wood@c3"


@pytest.mark.parametrize(
    ("text", "column", "what", "expected"),
    [
        (" ", 1, "the text is empty", f"{ITEM}, or nothing"),
        (" wood", 2, "wood has no amount", "such as 1 wood"),
        ("0 food", 3, "0 cannot be paid", "1 to 99"),
        ("100 food", 5, "100 cannot be paid", "1 to 99"),
        ("1 wood@zz", 8, "'zz' is not a place", "a space such as c3, market or storage"),
        ("2 wood@c3", 3, "a space has one cube", "such as wood@c3"),
        ("1 coin@c3", 3, "a coin is never on the peninsula", "such as wood@c3"),
        ("wood@c3 food@c3", 1, "the cube on c3 is paid twice", "each cube once"),
        (
            "wood@d4 food@c3 food@c3 wood@d4 wood@c3",
            1,
            "the cube on d4 is paid twice",
            "each cube once",
        ),
        ("1 wod", 3, "'wod' is not a kind of goods", either(KINDS)),
    ],
)
def test_a_payment_that_cannot_be_read(text: str, column: int, what: str, expected: str) -> None:
    with pytest.raises(NotationError) as found:
        Payment.read(text)
    assert (found.value.column, found.value.what, found.value.expected) == (column, what, expected)


def test_goods_and_gains_are_not_empty() -> None:
    with pytest.raises(NotationError) as found:
        Goods.read("", GAINS)
    assert found.value.expected == f"an amount and {either(GAINS)}, or nothing"


@pytest.mark.parametrize("name", ["", "House 0", "a;b", 'a"b', "a:b", "a#b", *sorted(LEADS)])
def test_a_name_that_would_be_read_as_something_else_is_quoted(name: str) -> None:
    assert quoted(name) == f'"{name}"'
    assert quoted(f"{name.upper()}") == f'"{name.upper()}"'


def test_any_other_name_is_not_quoted() -> None:
    for name in ("Mill", "House-0", "7", *(f"{lead}s" for lead in sorted(LEADS))):
        assert quoted(name) == name


def test_a_line_that_is_empty_is_told(says: Says) -> None:
    typed = GAME.typed
    for player, text in (("", ""), ("", "# a note")):
        with pytest.raises(NotationError) as found:
            typed(player, text)
        says(found.value.problem("").what, found.value.problem("").remedy)
    assert str(typed("Ana", "worker A")) == "Ana: worker A"
    assert str(typed("", "clean-up")) == "clean-up"


def test_what_a_card_gives_comes_to_the_market() -> None:
    done = ana("worker D; store food@c2; build small c2 gives 2 stone; sail cutter 1")
    assert legal(done)
    assert str(seat(done).market) == "2 stone"


def test_a_worker_that_is_not_left_is_told_with_the_other_kind(says: Says) -> None:
    names = ("one", "two", "three", "four")
    left = seat(run(WORK)).unhired
    kinds = ("worker", "special")
    for at, kind in enumerate(kinds):
        sends = " sends worker to 1" if kind == "special" else ""
        hired = "; ".join(f"milestone {one} takes {kind}{sends}" for one in names[: left[at] + 1])
        found = [one for one in ana(hired).reasons if one.key == "milestone.worker"]
        assert len(found) == (left[at] < len(names)), (kind, left)
        says(*found)


@pytest.mark.parametrize(
    ("hired", "key"),
    [
        ("worker", None),
        ("worker sends worker", "royal-order.normal"),
        ("worker to 1", "royal-order.normal"),
        ("worker sends worker to 1", "royal-order.normal"),
        ("special", "royal-order.none-sent"),
        ("special sends worker", "royal-order.none-sent"),
        ("special to 1", "royal-order.none-sent"),
        ("special sends worker to 1", None),
        ("special sends worker to 7", None),
        ("special sends worker to 8", "royal-order.two"),
    ],
)
def test_a_special_worker_alone_sends_another_to_a_royal_order(hired: str, key: str | None) -> None:
    done = ana(f"milestone one takes {hired}")
    assert [one.key for one in done.reasons] == [key] * bool(key)
    sent = key in (None, "royal-order.two") and hired[-1].isdecimal()
    assert seat(done).on_orders == ((int(hired[-1]),) if sent else ())


@pytest.mark.parametrize(
    ("log", "key"),
    [
        (f"{WORK}Ana: worker B toll 1 coin", "toll.none"),
        (f"{WORK}Ana: worker D; build fortress c2 card Mill", "card.fortress"),
        (f"{WORK}Ana: milestone one takes worker to 1", "royal-order.normal"),
        (f"{WORK}Ana: milestone one takes special", "royal-order.none-sent"),
        (f"{CLEAN}Ana: feed food@c2; feed nothing", "clean-up.twice"),
    ],
)
def test_what_is_one_part_too_many_or_too_few_is_off_by_one(log: str, key: str) -> None:
    assert [one.by for one in run(log).reasons if one.key == key] == [1]


def test_a_crate_taken_twice_is_had_once() -> None:
    done = ana("worker H; crate 1; crate 1")
    assert seat(done).crates == (1,)
    assert len([one for one in done.reasons if one.code == "crate"]) == 1


def test_the_start_player_is_due_when_workers_begin() -> None:
    assert run(INCOME).state.due == run(WORK).state.due == 0
    assert run(f"{WORK}Ana: worker B\n").state.due == 1


def test_the_pad_of_the_final_sheets(says: Says) -> None:
    walk = Walk(Table(), (View("a"), "player"), (View("z", "zh"), "player"))
    walk.send(Action("open", "pad", "cooper-island"))
    walk.send(Action("fill", "players.0", "Ana"), Action("fill", "players.1", "Ben"))
    form = walk.table.desk.form
    assert form is not None
    for line in form.lines:
        if line.text.isdecimal():
            walk.table.send(Action("fill", line.question.key, "3"))
    walk.look("three of each")
    says(Text(lambda language: "\n".join(walk.lines) if language == "en" else ""))


def test_the_file_of_a_box_to_fill_in(says: Says) -> None:
    found = BOX.templates(Path("my-cooper.toml"))
    told = "\n".join(f"# {name}\n{text}" for name, text in found.items())
    says(Text(lambda language: told if language == "en" else ""))
