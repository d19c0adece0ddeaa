"""The table of the page: turns are entered by taps, and the record holds what was tapped."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from palace.contract.session import Session
from palace.core.errors import InputError
from palace.core.verdict import LANGUAGES
from palace.monkey_palace.game.cards import pile_name
from palace.monkey_palace.game.deck import Deck, deck_text, load_deck
from palace.monkey_palace.game.log import LoggedRecord, read_record, replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search.trial import Trial
from palace_viewer.web.around import players_html, score_html
from palace_viewer.web.plan import list_piles
from palace_viewer.web.table import Table
from palace_viewer.web.words import Words
from tests.calls import call
from tests.paths import GOLDEN
from tests.random_game import random_game
from tests.viewer.palaces import game, sample, two_turns
from tests.viewer.web.taps import enter, make_tap, table_at


def at(path: Path, turns: int, record: LoggedRecord | None = None) -> Table:
    """The sample game after some turns."""
    return table_at(record or sample(), turns, path / "game.toml")


def knobs(text: str) -> tuple[Knob, ...]:
    return tuple(map(Knob.read, text.split()))


def tap(table: Table, text: str) -> None:
    for knob in knobs(text):
        table.tap(knob)


def refusal(action: object, *given: object, **keys: object) -> str:
    with pytest.raises(InputError) as refused:
        action(*given, **keys)  # type: ignore[operator]
    return "; ".join(problem.what for problem in refused.value.problems)


def what_counts(record: LoggedRecord) -> object:
    """The staircases, and what is on the table at the end; a slot may be written down or not."""
    played = replay(record)
    seats = [
        (seat.pieces, seat.bonus, [[taken.card.values for taken in slot] for slot in seat.slots])
        for seat in played.state.seats
    ]
    builds = [turn.build for turn in record.data.turns or ()]
    return builds, played.state.palace, seats, played.state.trophies


def test_the_sample_game_entered_by_taps_is_the_same_record(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    turns = sample().data.turns or []
    taps = [len(enter(table, turn)) for turn in turns]
    assert what_counts(read_record(table.path)) == what_counts(sample())
    assert table.moment is None
    assert sum(taps) / len(taps) < 16, "cards are typed in this game, three taps each"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_entered_by_taps_are_the_same_records(tmp_path: Path, seed: int) -> None:
    record = random_game(seed, players=3, most=24)
    table = at(tmp_path, 0, record)
    for turn in record.data.turns or []:
        enter(table, turn)
    assert what_counts(read_record(table.path)) == what_counts(record)


def test_a_turn_of_four_arches_two_cards_and_the_monkey_takes_twelve_taps_with_a_deck(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path / "new.toml")
    with table.hold:
        table.begin(["Ana", "Ben"], "map-1", "house", "monkey")
        made = "knob d6,knob e6,knob e5,knob f5,knob f4,act cards,card @g3-1,card @x2-1,"
        made += "act animals,knob d6,act confirm"
        taps = [tuple(tap.split(" ")) for tap in made.split(",")]
        for kind, name in taps:
            make_tap(table, (kind, name))
        assert len(taps) <= 12
        (turn,) = read_record(table.path).data.turns or []
    assert (turn.build, turn.monkey) == ("d6-e6-e5_b-f5_bb-f4", "d6")
    assert turn.take == ["@g3-1", "@x2-1"]


def test_a_second_tap_on_the_last_knob_takes_it_out_and_a_lone_start_moves(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    tap(table, "c4 a1 a2 a2")
    assert table.draft.trial.knobs == knobs("a1")
    table.undo()
    assert table.draft.trial.knobs == knobs("a1 a2")
    table.clear()
    assert not table.draft.begun
    table.undo()
    assert table.draft.trial.knobs == knobs("a1 a2")


def test_pieces_put_by_hand(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    assert refusal(table.put, "b", "on") == "there is no knob yet"
    tap(table, "c4 d4")
    table.choose(Knob.read("c4"))
    assert refusal(table.put, "b", "under") == "no arch ends on the first knob"
    table.put("b", "on")
    assert str(table.draft.trial.staircase) == "c4+b-d4"
    table.choose(Knob.read("d4"))
    table.put("b", "under")
    table.put("c", "under")
    assert str(table.draft.trial.staircase) == "c4+bbbbb-d4_bc", "the hand has no column"
    table.put("", "under")
    assert str(table.draft.trial.staircase) == "c4+bb-d4_b"
    assert refusal(table.choose, Knob.read("h8")) == "h8 is not on the staircase"
    table.put("", "under")
    assert refusal(table.put, "", "under") == "no piece was put under d4 by hand"


def test_a_staircase_that_is_not_legal_is_not_kept_unless_the_player_insists(
    tmp_path: Path,
) -> None:
    table = at(tmp_path, 0)
    tap(table, "a1 b1")
    assert "no new piece stands on the palace" in refusal(table.go_to, "cards")
    assert refusal(Table(tmp_path / "x.toml").confirm, 0) == "no game has begun"
    table.go_to("cards", insist=True)
    assert {reason.code for reason in table.reasons} == {"attach"}
    assert "no new piece" in refusal(table.confirm, table.version)
    assert not read_record(table.path).data.turns
    table.confirm(table.version, insist=True)
    (turn,) = read_record(table.path).data.turns or []
    assert turn.build == "a1-b1"


def test_mending_gives_a_legal_staircase_that_begins_alike(tmp_path: Path) -> None:
    table = at(tmp_path, 8)
    tap(table, "c6 c5 d5 h1")
    table.mend()
    assert table.draft.trial.legal
    assert table.draft.trial.knobs[:3] == knobs("c6 c5 d5")
    assert refusal(table.mend) == "no legal staircase begins there"


def test_mended_trials_are_legal_and_share_the_first_knob() -> None:
    rng = random.Random(19)
    found = 0
    for report in reports(game())[:6]:
        palace = report.palace
        empty = [knob for knob, height in palace.heights.items() if not height]
        for start in rng.sample(empty, 5):
            trial = Trial(
                palace, None, reports(game())[0].table.rulings_of("Ana", sample().rulings)
            )
            for knob in (start, *rng.sample([*palace.ground.colours], 2)):
                trial = trial.on_to(knob)
            mended = trial.mended
            if mended is None:
                continue
            found += 1
            assert mended.staircase is not None
            assert judge(palace, mended.staircase).legal
            assert mended.knobs[0] == start
    assert found > 10


def test_a_confirm_of_an_older_screen_is_refused(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    tap(table, "c4")
    table.put("b", "on")
    tap(table, "d4")
    table.go_to("cards")
    shown = table.version
    table.confirm(shown)
    assert refusal(table.confirm, shown) == "the table was changed on another screen"
    assert refusal(table.take_back, shown) == "the table was changed on another screen"
    assert len(read_record(table.path).data.turns or []) == 1


def test_turns_are_taken_back_and_replaced(tmp_path: Path) -> None:
    table = at(tmp_path, 6)
    table.take_back(table.version)
    assert len(read_record(table.path).data.turns or []) == 5
    table.replace_turn(5)
    assert (table.now.player, table.now.number) == ("Ben", 5)
    tap(table, "f3 g3")
    table.leave_replacing()
    assert table.now.replaces is None
    table.replace_turn(3)
    tap(table, "g2 f2 f1 e1")
    table.go_to("cards")
    assert [report.number for report in table.later] == [4, 5]
    table.confirm(table.version)
    turns = read_record(table.path).data.turns or []
    assert [turn.build for turn in turns][2] == "g2-f2-f1_b-e1_b"
    assert len(turns) == 5


def test_a_pass_is_judged_by_what_can_be_built(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    table.pass_turn()
    assert {reason.code for reason in table.reasons} == {"pass"}
    table.undo()
    assert not table.draft.passes
    last = table_at(two_turns(), 2, tmp_path / "unknown.toml")
    last.pass_turn()
    assert not last.reasons, "pieces that are not known cannot forbid a pass"
    last.confirm(last.version)
    assert reports(last.played)[-1].text == "passes"


def test_the_frog_is_asked_for_and_can_be_left(tmp_path: Path) -> None:
    table = at(tmp_path, 0)
    tap(table, "d6 e6 e5 f5 f4")
    before = table.may_take_the_frog
    table.go_to("cards")
    assert (before, table.may_take_the_frog) == (False, True), "step 8 comes after the build"
    table.take_the_frog()
    assert Knob.read("d6") in table.places
    tap(table, "d6")
    assert table.draft == replace(table.draft, placing="monkey", frog=Knob.read("d6"))
    table.take_the_frog()
    assert table.draft == replace(table.draft, placing="monkey", frog=None)
    assert table.must_place == "monkey"
    assert refusal(table.confirm, table.version) == "the monkey has no knob yet"


def test_the_hint_is_legal_and_can_be_taken(tmp_path: Path) -> None:
    table = at(tmp_path, 3)
    hint = table.look_for_hint()
    table.show_hint(hint)
    table.take_hint()
    assert table.draft.trial.staircase == hint
    assert table.draft.trial.legal
    assert refusal(table.take_hint) == "no hint is shown"


def test_a_game_begins_once_and_its_file_is_held(tmp_path: Path) -> None:
    table = Table(tmp_path / "new.toml")
    changes: list[int] = []
    table.watch(lambda: changes.append(table.version))
    assert "2 to 4 can play" in refusal_text(table, ["Ana"])
    assert not table.path.exists()
    with table.hold:
        table.begin(["Ana", "Ben"], "map-2", "", "monkey")
        assert changes
        assert refusal(table.begin, ["A", "B"], "map-1", "", "") == "the game has begun already"
        with pytest.raises(InputError), Session.open(table.path).held():
            pass
    with Session.open(table.path).held():
        assert read_record(table.path).ground.name == "map-2"


def refusal_text(table: Table, names: list[str]) -> str:
    with pytest.raises(InputError) as refused:
        table.begin(names, "map-1", "", "monkey")
    return str(refused.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["three-players", "four-players", "faulty"])
def test_looking_back_says_of_no_turn_that_the_game_stopped(
    name: str, language: str, tmp_path: Path
) -> None:
    file = GOLDEN / "monkey-palace" / f"{name}.toml"
    record, words = read_record(file), Words(language)
    table = Table(tmp_path / "game.toml", Session.open(file))
    for turn in range(len(record.data.turns or [])):
        part = replay(record, turns=turn)
        assert not part.stopped
        assert players_html(table, words, turn) == score_html(record.score(part), words, part)


@pytest.mark.parametrize(("count", "piles"), [(0, "1x"), (66, "1x"), (67, "")])
def test_a_card_can_be_written_out_until_the_deck_is_filled_in_to_its_end(
    count: int, piles: str, tmp_path: Path
) -> None:
    """The deck has no card of the pile 1x, which the staircase pays for."""
    cards = [replace(card, cost=6, colour="x") for card in load_deck("house").rows[:count]]
    (tmp_path / "deck.csv").write_text(
        deck_text(Deck("deck", "transcribed", tuple(cards))), "utf-8"
    )
    box = tmp_path / "box.toml"
    box.write_text('format = 1\nname = "mine"\nprovenance = "transcribed"\ndeck = "deck.csv"\n')
    table = Table(tmp_path / "new.toml")
    with table.hold:
        table.begin(["Ana", "Ben"], "map-1", str(box), "monkey")
        tap(table, "d3 d4")
        table.go_to("cards")
        assert " ".join(pile_name(pile) for pile, _ in list_piles(table)) == piles


def draft_of(table: Table) -> Path:
    return table.path.with_name("game.toml.draft")


def test_a_turn_under_way_is_kept_beside_the_record(tmp_path: Path) -> None:
    """Another process goes on where this one was stopped; no reader of records looks at it."""
    table = at(tmp_path, 3)
    before = table.path.read_text("utf-8")
    assert not draft_of(table).exists()
    enter_begun(table)
    kept = json.loads(draft_of(table).read_text("utf-8"))
    assert (kept["player"], kept["turn"], kept["stage"]) == (table.now.player, 4, "cards")
    assert table.path.read_text("utf-8") == before
    assert call("score", table.path).status == 0
    again = Table(table.path, Session.open(table.path))
    same = replace(again.draft, moment=table.draft.moment)
    assert same == table.draft
    assert again.report.reasons == table.report.reasons
    again.confirm(again.version, insist=True)
    assert not draft_of(table).exists()
    assert len(read_record(table.path).data.turns or ()) == 4


def enter_begun(table: Table) -> None:
    """Enter the build of the next turn of the sample, and go on to its cards."""
    turn = (sample().data.turns or [])[table.now.number - 1]
    staircase = Staircase.read(turn.build or "")
    for knob in staircase.knobs:
        table.tap(knob)
    for index, (under, riser) in enumerate(zip(staircase.unders, staircase.risers, strict=True)):
        table.choose(staircase.knobs[index])
        for where, pieces in (("under", under), ("on", riser)):
            for piece in pieces:
                table.put(piece, where)  # type: ignore[arg-type]
    table.go_to("cards", insist=True)


def test_undo_clear_and_the_frog_are_kept_too(tmp_path: Path) -> None:
    table = at(tmp_path, 3)
    enter_begun(table)
    table.undo()
    again = Table(table.path, Session.open(table.path))
    assert again.draft.stage == "build"
    assert again.draft.trial == table.draft.trial
    table.clear()
    assert not Table(table.path, Session.open(table.path)).draft.begun
    table.pass_turn()
    assert Table(table.path, Session.open(table.path)).draft.passes


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"player": "Zoe"}', "\udcff"],
    ids=["empty", "half", "list", "other", "no text"],
)
def test_what_is_no_draft_of_this_turn_is_left_alone(tmp_path: Path, text: str) -> None:
    table = at(tmp_path, 3)
    draft_of(table).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert not Table(table.path, Session.open(table.path)).draft.begun
    enter_begun(table)
    kept = json.loads(draft_of(table).read_text("utf-8"))
    changes: list[dict[str, object]] = [
        {"turn": 9}, {"player": "Zoe"}, {"risers": []}, {"take": ["@no-such"]},
    ]  # fmt: skip
    for change in changes:
        draft_of(table).write_text(json.dumps({**kept, **change}), "utf-8")
        assert not Table(table.path, Session.open(table.path)).draft.begun
