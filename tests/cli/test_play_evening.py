"""`palace play` of Monkey Palace as a family uses it: what is asked, listed, mended and shown."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import sys
import time
from pathlib import Path

import pytest

from palace import load_deck, read_record, replay
from tests.calls import Called, call, refusal
from tests.cli.texts import write
from tests.conftest import Start

NEW = ("--player", "Ana", "--player", "Ben", "--box", "house")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> object:
    """Call `palace play` on a new game and type some lines."""

    def say(lines: str, *arguments: str) -> Called:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return call("play", "game.toml", *(arguments or NEW))

    return say


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def taken() -> list[list[str]]:
    return [turn.take or [] for turn in read_record("game.toml").data.turns or ()]


def builds() -> list[str | None]:
    return [turn.build for turn in read_record("game.toml").data.turns or ()]


# What is asked.


def test_each_prompt_says_what_it_wants(said) -> None:  # type: ignore[no-untyped-def]
    out = said("d3+b-d4\n\n").out
    assert (
        "\nbuild (first and last knob, as c4 d4, or pass; hint, list, show, help)> d3+b-d4\n"
    ) in out
    assert (
        "\ncards (1 credit, gold or multicolour; list; a number, 3g 2* each 1b, or 2eb in 1x; "
        "Enter none)> \n"
    ) in out
    assert "\nWhere does the monkey go? 1 d3, 2 e4> " in out


def test_the_frog_is_asked_for_with_its_place(said) -> None:  # type: ignore[no-untyped-def]
    options = (*NEW, "--trophies", "monkey,frog")
    out = said("c4+b-d4\n\n", *options).out
    assert ("Do you take the frog, one column, 3 bananas less? It goes to 1 c4; Enter no> ") in out


def test_each_question_has_help_of_its_own(said) -> None:  # type: ignore[no-untyped-def]
    out = said("h\nd3+b-d4\nhelp\n\n?\n").out
    for line in (
        "c4 d4, c4d4  the same without hyphens; supports that it lacks are added",
        "_cb          under the end of an arch, as in c4-d4_b",
        "@17          the card with this id in the deck in use; on 2 behind it: on slot",
        "d4           the knob of a free arch end",
        "undo         take the last turn back; undo 2 takes two",
        "list         what there is to answer",
    ):
        assert line in out, line


def test_what_there_is_to_answer_is_listed(said) -> None:  # type: ignore[no-untyped-def]
    out = said("list\nd3+b-d4\nlist\n\nlist\n").out
    assert "a staircase begins on one of a1 b1 c1" in flat(out)
    assert "only the card that is on top of its pile:" in out
    deck = load_deck("house")
    shown = set(re.findall(r"@([\w-]+) [0-9][ldgx] ", flat(out)))
    assert shown == {n for n, c in deck.cards.items() if (c.cost, c.colour) == (1, "x")}
    assert "1 d3, 2 e4> list\nd3 e4\n" in out


def test_piles_are_listed_without_a_deck(said) -> None:  # type: ignore[no-untyped-def]
    out = said("d3+b-d4\nlist\n", "--player", "Ana", "--player", "Ben").out
    assert "multicolour; list; 3g 2* each 1b, or 2eb in 1x; Enter none" in out
    assert "\nthe top card of 1x\n" in out


# What is understood.


@pytest.mark.parametrize("typed", ["c4 d4", "C4  D4", "c4-d4", "c4 -d4", "c4d4", "C4D4"])
def test_missing_supports_are_added(said, typed: str) -> None:  # type: ignore[no-untyped-def]
    out = said(f"{typed}\n\n").out
    assert f"{typed}: c4+b-d4 is taken; undo takes it back\n" in out
    assert "! collision" not in out
    assert builds() == ["c4+b-d4"]


def test_one_of_several_staircases_is_chosen(said) -> None:  # type: ignore[no-untyped-def]
    out = said("d3 e4\n2\n\nd3\n").out
    assert "Enter alone: d3+b-d4-e4\n2: d3-e3+b-e4\n3: d3-c3-c4_b-d4_b-e4_b\n" in out
    assert builds() == ["d3-e3+b-e4"]


def test_what_is_taken_at_once_is_taken_back(said) -> None:  # type: ignore[no-untyped-def]
    said("c4 d4\nundo\nb4 d4\n\n")
    assert builds() == ["b4-c4-d4"]


def test_nothing_is_offered_that_is_not_legal(said) -> None:  # type: ignore[no-untyped-def]
    out = said("a1-b1\n\nquit\n").out
    assert "! attach" in out
    assert "Enter alone" not in out
    assert "taken" not in out
    assert builds() == []


@pytest.mark.parametrize("typed", ["@x1-1 @x2-1", "@x1-1,@x2-1", " @x1-1 ,  @x2-1"])
def test_cards_with_commas_or_blanks(said, typed: str) -> None:  # type: ignore[no-untyped-def]
    out = said(f"a4-b4-c4_b-d4_b\n{typed}\n").out
    assert taken() == [["@x1-1", "@x2-1"]]
    assert (
        "Ana: 4 credits, light green, takes @x1-1 (1x 0* each 1a), @x2-1 (2x 0* each 1a1b), "
        "delivered 4a3b"
    ) in flat(out)


def test_cards_written_out_with_blanks(said) -> None:  # type: ignore[no-untyped-def]
    said("a4-b4-c4_b-d4_b\n1x 0* each 1a on 2 2x 0* each 1a1b 1x 2*\n2x 0* each 1a1b\n")
    assert taken() == [["2x 0* each 1a1b"]]  # two of one pile are asked again


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("2", ["@l4-2"]),
        ("1x2", ["1x 2*"]),
        ("2*", ["4l 2*"]),
        ("2 EABB", ["4l 2* each 1a2b"]),
        ("2x0o2be1c, 1x 3aab", ["2x 0* once 2b each 1c", "1x 3* once 2a1b"]),
    ],
)
def test_cards_in_short(said, typed: str, cards: list[str]) -> None:  # type: ignore[no-untyped-def]
    """By their numbers, or of the dearest pile that 4 credits in light green pay."""
    said(f"a4-b4-c4_b-d4_b\n{typed} !\nq\n")
    assert taken() == [cards]


def test_a_card_that_cannot_be_read_has_its_column(said) -> None:  # type: ignore[no-untyped-def]
    out = flat(said("d3+b-d4\n@x1-1 1x 2 each 1b\n").out)
    assert "column 10: '2' is not a number of bananas" in out


def test_a_card_the_deck_does_not_hold(said) -> None:  # type: ignore[no-untyped-def]
    out = flat(said("d3+b-d4\n1x 77* each 9a\n1x 77* each 9a !\nd3\n").out)
    assert "! card-pile house (placeholder) holds no card 1x 77* each 9a" in out
    assert "to keep it all the same: 1x 77* each 9a !" in out
    assert taken() == [["1x 77* each 9a"]]


def test_show_has_the_staircase_just_typed(said) -> None:  # type: ignore[no-untyped-def]
    out = said("show\nc4+b-d4\nshow\n").out
    before, after = out.split("> show\n")[1:]
    assert " 4  .l    .l    .g    3-----2-----3g" not in after
    assert "2~~~~~3d" in after
    assert "(1)   (2)" in after
    assert "2~~~~~3d" not in before.split("build (")[0]
    assert "3d: 3 bricks high, a dark green decoration on top" in flat(before)
    assert " 1  .d    .d    .d    .g    .g    .l    .l    .l\n" in before


def test_undo_two_turns(said) -> None:  # type: ignore[no-untyped-def]
    out = said("c4+b-d4\n\ne3+bb-e4\n\nc4\nundo 2\nundo 3\nq\n").out
    assert "Ben: e3+bb-e4 is taken back\nAna: c4+b-d4 is taken back\n" in out
    assert "there is no turn to take back" in out
    assert builds() == []


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_words_to_leave(said, word: str) -> None:  # type: ignore[no-untyped-def]
    assert said(f"{word}\n").out.endswith("saved in game.toml: 0 turns\n")


def test_placeholders_are_named_once_for_a_record(  # type: ignore[no-untyped-def]
    said, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = flat(said("q\n").out)
    assert "the deck in use is house (placeholder)" in first
    assert "the boards of house are placeholder" in first
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    again = flat(call("play", "game.toml").out)
    assert "Turn 1, Ana" in again
    assert "house" not in again


@pytest.mark.parametrize(
    ("arguments", "errors"),
    [
        (["--player", "Ana"], ["--player: 1 player; 2 to 4 can play"]),
        (["--player", "Ana", "--player", "Ana"],
         ["--player: two players are called 'Ana'; give each another name"]),
        ([*NEW, "--map", "9"],
         ["--map: there is no map '9'; name map-1, map-2, map-3, map-4 or a .toml file"]),
        ([*NEW, "--trophies", "frg, dog"],
         ["--trophies: there is no animal 'frg'; did you mean frog?",
          "--trophies: there is no animal 'dog'; they are monkey, frog, butterfly"]),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_as_a_call(arguments: list[str], errors: list[str]) -> None:
    assert refusal("play", "game.toml", *arguments) == errors
    assert not Path("game.toml").exists()


def test_a_map_by_its_number(said) -> None:  # type: ignore[no-untyped-def]
    said("q\n", *NEW, "--map", "3")
    assert read_record("game.toml").ground.name == "map-3"


# An evening at a terminal.


class Terminal:
    """A program at a pseudo-terminal: what it shows, and keys that are typed."""

    def __init__(self, start: Start, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = start(
            [sys.executable, "-P", "-m", "palace", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self.keys = 0

    def until(self, wanted: str, seconds: float = 40.0) -> str:
        """Read until a text is shown; return everything shown since the last call."""
        end, new = time.monotonic() + seconds, ""
        while wanted not in plain(new):
            assert time.monotonic() < end, f"{wanted!r} does not come: {plain(new)[-2000:]}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    data = os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    data = ""
                if not data:
                    break
                if "\x1b[6n" in data:  # where is the cursor?
                    os.write(self.master, b"\x1b[1;1R")
                new += data
        assert wanted in plain(new), plain(new)[-2000:]
        return plain(new)

    def type(self, text: str) -> None:
        """Type a line."""
        self.keys += len(text) + 1
        os.write(self.master, f"{text}\r".encode())

    def answer(self, prompt: str, text: str) -> None:
        """Wait for a prompt and type an answer."""
        self.until(prompt)
        self.type(text)

    def press(self, key: str) -> None:
        """Press a key."""
        self.keys += 1
        os.write(self.master, key.encode())

    def tab(self, text: str) -> None:
        """Type the beginning of a word and the key that completes it."""
        self.keys += len(text) + 1
        os.write(self.master, f"{text}\t".encode())


def plain(text: str) -> str:
    """A text without the codes that move the cursor and set colours."""
    return re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>])", "", text)


def test_an_evening_of_two_players_at_a_terminal(start: Start) -> None:
    """Mistakes, cards, an undo, an older turn replaced, and a game that goes on another day."""
    at = Terminal(start, "play", "game.toml", *NEW)
    at.answer("build (first", "c4 d4 x9")  # no knob of the map
    at.until("off-knob")
    at.answer("help)>", "c4 d4")  # d4 is one brick higher
    at.until("c4+b-d4 is taken")
    at.answer("Enter none)>", "5g 3*")  # too dear, and of another colour
    shown = at.until("to keep it all the same: 5g 3* !")
    assert "card-cost" in shown
    at.answer("Enter none)>", "@x1-1")
    at.until("Turn 2, Ben")
    at.answer("help)>", "e3 e4")
    at.until("e3+bb-e4 is taken")
    at.answer("Enter none)>", "")
    at.answer("Where does the monkey go? 1 e3, 2 c4", "a1")  # no arch end
    assert "no free arch end" in at.until("to keep it all the same")
    at.until("2 c4")
    at.press("2")
    at.until("Turn 3, Ana")
    at.answer("help)>", "undo")
    at.until("Ben: e3+bb-e4 is taken back")
    at.until("help)>")
    at.tab("e3+bb-e")  # completed: the neighbour e4
    at.type("4")
    at.answer("Enter none)>", "")
    at.answer("Where does the monkey go?", "e3")
    at.until("Turn 3, Ana")
    at.answer("help)>", "replace 1")
    at.answer("help)>", "c3 d4")
    at.until("Enter alone: c3-c4-d4")
    at.answer("help)>", "1")  # the Enter behind it does not answer what is asked next
    at.answer("Enter none)>", "@x2-1")
    shown = at.until("keep it? (yes or no)>")
    assert "1 turn after it: all legal" in shown
    at.type("yes")
    at.until("Turn 3, Ana")
    at.answer("help)>", "q")
    at.until("saved in game.toml: 2 turns")
    assert at.process.wait(20) == 0
    record = read_record("game.toml")
    played = replay(record)
    assert not played.reasons, played.reasons
    assert builds() == ["c3-c4-d4", "e3+bb-e4"]
    assert taken() == [["@x2-1"], []]
    assert [turn.monkey for turn in record.data.turns or ()] == [None, "e3"]
    again = Terminal(start, "play", "game.toml")
    shown = again.until("help)>")
    assert "Turn 3, Ana" in shown
    assert "placeholder;" not in shown
    again.type("q")
    assert again.process.wait(20) == 0


def test_files_are_written_by_the_terminal_alone() -> None:
    write("game.toml", "mine")
    assert refusal("play", "game.toml", "--player", "Ana", "--player", "Ben")
    assert Path("game.toml").read_text() == "mine"
