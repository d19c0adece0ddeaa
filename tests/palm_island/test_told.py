"""What the terminal tells of a game, and what it refuses, by situations, in the golden files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from palace.contract.game import OTHERS, Question
from palace.contract.pad import PLAYERS
from palace.contract.players import Limit
from palace.contract.registry import game
from palace.contract.rules import Commit
from palace.core.errors import InputError, NotationError
from palace.core.screen import Screen
from palace.core.verdict import Text, in_language
from palace.files.document import parse_document
from palace.palm_island import Move, State, advice, deals, legal_moves, pad, play
from palace.palm_island.game import GAME
from palace.palm_island.log import LoggedRecord
from palace.palm_island.table import Owned, Seat, Table
from palace.palm_island.tapping import LAID
from palace.palm_island.telling import news
from palace.palm_island.turns import PalmLog, PalmRules, RoundEnd, turn_of
from tests.palm_island.tables import BOXED, FORCED, HEAD, ORDER, log_of, player, record, table
from tests.palm_island.test_shown import BEYOND, ENDS, FULL, GOATS, beside, deck
from tests.sentences import Says

DEAL = f"deal = {ORDER}"
EVERY = ["forest-2", "sea-2", "mountain-3", "forest-4", "weaver", "cook", "elder", "scout", "monk"]
FOUR = record("".join([BOXED, 'mode = "coop"\ndisaster = "spring-tide"\nability = "ferry"\n', *(
    f'[[players]]\nname = "{name}"\nposition = "{FULL}"\nowned = {EVERY}\nmoves = ""\n'
    for name in ("Ana", "Ben", "Caro", "Dan")),
    '[[villagers]]\nid = "monk"\n']))  # fmt: skip
"""A record of four players, of which questions ask for nothing but the mode."""


def begin(known: Table) -> PalmLog:
    return PalmLog.begin(PalmRules(known))


def asked(one: Question) -> Text:
    """All that a question tells."""

    def told(say: str) -> str:
        head = f"{one.key} {one.player} {one.default!r} demand {one.demand} idle {one.idle}"
        texts = [in_language(text, say) for text in (one.prompt, one.title, one.nothing, one.help)]
        shown = one.shown(Screen(80, language=say)).replace("\x1b[1m", "<").replace("\x1b[0m", ">")
        keys = f"answers {' | '.join(one.answers())} at once {' '.join(one.at_once)}"
        return "\n".join([head, *texts, keys, shown])

    return Text(told)


@pytest.mark.parametrize("name", ENDS)
def test_the_question_at_the_end_of_a_round(name: str, says: Says) -> None:
    known, _, others = ENDS[name]
    joint = RoundEnd(tuple((who, Move.read(text)) for who, text in others.items()))
    (one,) = play.questions(FOUR, begin(known), "Ana", {OTHERS: joint})
    says(asked(one))
    if parts := [part for part in map(one.read, one.answers()) if isinstance(part, Move)]:
        (more,) = play.questions(FOUR, begin(known), "Ana", {OTHERS: joint, "part-1": parts[0]})
        says(asked(more))
        assert one.read("1") == parts[0]
        assert play.questions(FOUR, begin(known), "Ana", {"part-1": parts[0], "part-2": None}) == ()
    assert one.read("") is one.read("Done") is None
    for text in ("0", str(len(parts) + 1), "1234", "jump", "buy zebra", "use weaver weaver"):
        with pytest.raises((InputError, NotationError)) as caught:
            one.read(text)
        says(f"{text}: {caught.value}")


def test_the_second_player_is_asked_without_the_head(says: Says) -> None:
    says(*map(asked, play.questions(FOUR, begin(ENDS["both must pay"][0]), "Ben", {})))
    for mode in ("casual", "coop"):
        says(*map(asked, play.questions(FOUR, begin(beside(mode)[0]), "Ana", {})))


@pytest.mark.parametrize(
    "position",
    [FULL, FORCED, GOATS, str(State.deal(ORDER)),
     "round 8: 9.1 17 4.3* 5* 1* 16 15 2 3 6 7 8 10 11 12 13 14",
     "round 5: 16 13.2 17 4.3* 9.3* 14.1 15.2 2 6.1 7.2 8.3 10.1 11.2 12.3 1 5 3",
     "round 5: 3 4* 1* 17 16 13.2 9.3 14.1 15.2 2 6.1 7.2 8.3 10.1 11.2 12.3 5"],
)  # fmt: skip
def test_the_question_for_a_move(position: str, says: Says) -> None:
    known, seat = deck(position, owned=(Owned("x", "Weaver", "villagers", 4),), active=("elder",))
    (one,) = play.questions(FOUR, begin(known), "Ana", {})
    says(asked(one))
    assert play.questions(FOUR, begin(known), "Ana", {"move": Move("discard")}) == ()
    two = replace(known, seats=(seat, Seat("Ben", seat.state)))
    says(*(in_language(one.title, say) for one in play.questions(FOUR, begin(two), "Ben", {})
           for say in ("en", "zh")))  # fmt: skip
    count = len(legal_moves(known.seats[0].state))
    assert one.read("1") == legal_moves(seat.state)[0]
    assert one.read(str(count)) == Move("discard")
    for text in ("0", str(count + 1), "1000", "round-end", "store zebra"):
        with pytest.raises((InputError, NotationError)) as caught:
            one.read(text)
        says(f"{text}: {caught.value}")


def test_a_narrow_screen_hangs_what_is_long(says: Says) -> None:
    known, seat = deck(FULL, owned=(Owned("x", "Weaver of the Long Shore", "villagers", 4),))
    for mine in (known, ENDS["villagers alone"][0]):
        (one,) = play.questions(FOUR, begin(mine), seat.name, {})
        says(one.shown(Screen(22)))


@pytest.mark.parametrize(("laid", "moves", "lays"), [("", [], True), ("laid = true\n", [], False),
                                                     ("", ["store 4"], False)])  # fmt: skip
def test_a_deck_that_the_program_has_dealt_is_laid_first(
    laid: str, moves: list[str], lays: bool
) -> None:
    known = record(HEAD + laid + player("Ana", moves))
    (one,) = play.questions(known, log_of(known), "Ana", {})
    assert one.taps is not None
    assert (one.taps("").main == LAID) is lays


def test_a_part_joins_those_of_the_others() -> None:
    """Parts of one player are one end of a round; those of others stand before it."""
    parts = {"part-1": Move.read("round-end buy weaver pay 4"), "part-2": None,
             OTHERS: Move.read("round-end use scout")}  # fmt: skip
    mine = Move.read("round-end buy weaver pay 4 use scout")
    ana = ("Ana", Move.read("round-end disaster pay 1"))
    assert play.move_of("Ben", parts, RoundEnd((ana,))) == RoundEnd((ana, ("Ben", mine)))
    assert play.move_of("Ben", parts) == RoundEnd((("Ben", mine),))
    assert play.move_of("Ben", {"move": Move("discard")}) == turn_of("Ben", Move("discard"))


def test_a_speed_game_is_not_asked_for() -> None:
    speed = record(BOXED + 'mode = "speed"\n' + player("Ana", []) + player("Ben", []))
    with pytest.raises(InputError) as caught:
        play.questions(speed, log_of(speed), "Ana", {})
    assert str(caught.value) == (
        "f: in a speed game all players move at once, so it cannot be entered move by move; write "
        "its record, then: palace check f"
    )


def outcomes(known: Table, *moves: tuple[str, str]) -> Iterator[str]:
    """What is told after each move."""
    log = begin(known)
    for who, text in moves:
        log = log.played((Commit(turn_of(who, Move.read(text))),))
        yield from play.outcome(log, len(log.commits) - 1)


def test_what_follows_from_a_move(says: Says) -> None:
    lasts = deck("round 2: 3 4* 1* 17 16 13 9 14 15 2 6 7 8 10 11 12 5")
    says(*outcomes(lasts[0], ("Ana", "discard"), ("Ana", "store 16"), ("Ana", "discard")))
    says(*outcomes(lasts[0], ("Ana", "rotate 3 pay 1")))
    says(*outcomes(deck(FULL)[0], ("Ana", "store 3 reset 4"), ("Ana", "discard")))
    says(*outcomes(deck("round 8: 3 17 4* 1 16 13 9 14 15 2 6 7 8 10 11 12 5")[0],
                   ("Ana", "discard")))  # fmt: skip
    villagers = ENDS["villagers alone"][0]
    says(*outcomes(villagers, ("Ana", "round-end buy weaver pay 4 1 use scout")))
    late = replace(villagers, seats=(replace(villagers.seats[0], state=State.read(
        "round 8: 17 4.1* 1* 2* 3 5 6 7 8 9 10 11 12 13 14 15 16")),))  # fmt: skip
    says(*outcomes(late, ("Ana", "round-end buy weaver pay 4 1")))
    group = table("coop", "4* 1*", "5* 2*", disaster="spring-tide")
    log = begin(group).played(tuple(
        Commit(turn_of(who, Move.read(f"round-end disaster pay {cards}")))
        for who, cards in (("Ana", "4 1"), ("Ben", "5 2"))))  # fmt: skip
    says(*(line for at in range(len(log.commits)) for line in play.outcome(log, at)))
    assert [command.name for command in play.commands(FOUR, log)] == ["hint"]
    says(play.commands(FOUR, log)[0].help)


def test_the_news_after_a_round(says: Says) -> None:
    """Of the last round and the hands, until the player moves."""
    group = table("coop", "4* 1*", "5* 2*", disaster="spring-tide")
    alone = deck("round 2: 3 17 4* 1* 16 13 9 14 15 2 6 7 8 10 11 12 5")[0]
    for known, moves in (
        (group, [("Ana", "round-end disaster pay 4 1"), ("Ben", "round-end disaster pay 5 2"),
                 ("Ana", "discard")]),
        (replace(group, disaster=None), [("Ana", "round-end"), ("Ben", "round-end")]),
        (alone, [("Ana", "flip 3 pay 1"), ("Ana", "discard")]),
        (ENDS["villagers alone"][0], [("Ana", "round-end buy weaver pay 4 1"), ("Ana", "discard")]),
    ):  # fmt: skip
        turns = tuple(Commit(turn_of(who, Move.read(text))) for who, text in moves)
        for count in range(len(turns) + 1):
            log = begin(known).played(turns[:count])
            says(f"# after {count}", *news(log, "Ana"))


# Refusals.

ANA = f'[[players]]\nname = "Ana"\n{DEAL}\nmoves = ""\n'
BEN = ANA.replace("Ana", "Ben")


def mode(name: str, more: str = "", players: str = ANA + BEN, box: bool = True) -> str:
    return f'{BOXED if box else HEAD}mode = "{name}"\n{more}{players}'


def extra(*cards: str) -> str:
    return ANA.replace(str(ORDER), repr([*ORDER, *cards]).replace("'", '"'))


REFUSED = [
    *(mode(name, players=players) for name in ("solo", "coop", "casual", "speed")
      for players in ("players = []\n", ANA, ANA + BEN, ANA + BEN + BEN.replace("Ben", "Caro"))),
    *(mode(name, 'disaster = "spring-tide"\nability = "ferry"\nlevel = 1\nupgraded = true\n'
           'middle = ["forest-2", "sea-2", "mountain-3"]\nfinish = [["Ana", "Ben"]]\n'
           + '[[feats]]\nid = "goats"\n') for name in ("solo", "coop", "casual", "speed")),
    mode("coop", 'disaster = "ferry"\nability = "spring-tide"\n'),
    mode("coop", 'disaster = "zebra"\nability = "zebra"\n'),
    *(mode("coop", f'disaster = "spring-tide"\nlevel = {level}\n') for level in (3, 4)),
    mode("casual", 'middle = ["weaver", "forest-2", "forest-2", "zebra"]\n'),
    mode("speed", 'middle = ["weaver", "forest-2"]\n'),
    mode("speed", 'middle = ["ferry"]\nfinish = [["Ana"], ["Ana", "Ben"], [],'
         ' ["Ben", "Ana", "X"]]\n'),
    *(f"{HEAD}{ANA.replace(DEAL, deal)}" for deal in (
        "deal = [1]", f"deal = {ORDER[:15]}", f"deal = {ORDER[:14]}", f"deal = {[*ORDER, 16]}",
        f"deal = {[*ORDER, 17, 18, 0]}", f'{DEAL}\nposition = "{FULL}"\nowned = ["weaver"]\n'
        'villagers = ["weaver"]', 'position = "round 2: 1"\ndeal = []', 'position = "x"',
        f'position = "{FULL}"\nowned = ["weaver", "ferry"]\nvillagers = ["forest-2"]', "",
    )),
    *(mode(name, 'disaster = "spring-tide"\n' * (name == "coop"),
           extra("weaver", "cook", "drying-rack") + extra("weaver", "cook").replace("Ana", "Ben")
           * (name != "solo")) for name in ("solo", "coop", "casual", "speed")),
    mode("solo", players=ANA.replace(str(ORDER), '["weaver", ' + str(ORDER)[1:])),
    mode("solo", players=ANA.replace(str(ORDER), '["drying-rack", ' + str(ORDER)[1:])),
    mode("casual", players=extra("zebra") + BEN),
    mode("solo", players=extra("zebra", "ferry")),
    mode("casual", players=ANA + ANA),
    f'{HEAD}[[players]]\nname = "Ana"\ntotal = 3\n[[players]]\nname = "Ben"\n',
    f'{HEAD}{ANA}total = 4\n',
    f'{HEAD}mode = "casual"\n{ANA}[[players]]\nname = "Ben"\nposition = "{FULL}"\nmoves = ""\n',
    *(f"{HEAD}{ANA.replace('moves = ' + chr(34) * 2, 'moves = ' + moves)}" for moves in (
        '"store 4\\n  store zebra"', '["store 4", "jump"]', '"discard by monk"',
        '[3, "store 99"]')),
    mode("solo", players=extra("weaver", "cook", "elder").replace(
        'moves = ""', 'moves = "round-end buy weever"')),
    f'{HEAD}rulings = {{ payment = "maybe", stored-second = "yes" }}\n{ANA}',
    '[[villagers]]\nid = "x"\n[[feats]]\nid = "x"\n',
    *(f'{HEAD}{ANA}[[{kind}]]\nid = "{name}"\n{more}\n' for kind, name, more in (
        ("feats", "Big", ""), ("feats", "goats", "areas = []"), ("feats", "goats", "unlock = 4"),
        ("feats", "goats", "needs = { buildings = { Tempel = 1, X = 2 } }"),
        ("villagers", "x", 'cost = "1X"'), ("villagers", "x", f'active = "{"a" * 1001}"'),
        ("villagers", "x", 'active = "a\\u0007"'), ("villagers", "x", 'name = "a\\nb"'),
        ("villagers", "x", f'name = "{"a" * 60}\\u007f"'), ("outposts", "x", 'terrain = "desert"'),
        ("disasters", "x", 'levels = ["1L", "free", "x"]'), ("abilities", "x", "points = -1"),
    )),
]  # fmt: skip


def told_of(what: Callable[..., object], *given: object) -> Sequence[str]:
    try:
        return [f"good: {what(*given)!r:.0}"]
    except InputError as error:
        return [str(problem) for problem in error.problems]


def test_records_that_are_refused(says: Says) -> None:
    for text in REFUSED:
        says(*told_of(record, text))
    for text in ('{"players": [{"name": "Ana"}]}', '{"mode": "coop", "disaster": "x"}'):
        says(*told_of(LoggedRecord.read, parse_document(text, "json", "f")))


def test_moves_that_bring_a_card_which_is_not_there(says: Says) -> None:
    known = record(mode("solo", players=extra("weaver", "cook", "elder")))
    for text in (
        "store zebra",
        "store 4 by wever",
        "store 4 by weaver",
        "round-end buy elda pay 1",
    ):
        says(*told_of(known.check, 0, Move.read(text)))
    bare = record(HEAD + ANA)
    for text in ("store zebra", "store 4 by monk"):
        says(*told_of(bare.check, 0, Move.read(text)))


def test_new_games_that_are_refused(says: Says, tmp_path: Path) -> None:
    two = [{"name": "Ana"}, {"name": "Ben"}]
    box = {"box": "house"}
    for players_, given in (
        ([], {"mode": "quick"}), ([{"name": ""}], {}), ([], {"deal": "1,2"}), ([], {"deal": "x"}),
        ([], {"deal": ",".join(["1"] * 16)}), ([], {"box": "none"}), ([], {"feat": ["x"]}),
        ([], {**box, "feat": ["x", "drying-rack"]}), (two, {**box, "mode": "casual", "feat":
        ["drying-rack"]}), (two, {"mode": "coop"}), (two, {**box, "mode": "coop", "disaster": "x",
        "ability": "y"}), ([], {"disaster": "x", "ability": "y"}), (two, {"mode": "casual"}),
        ([], {"villagers": True}), ([], {**box, "deal": "1000"}),
    ):  # fmt: skip
        says(*told_of(deals.new_game, players_, tmp_path, {"seed": 1, **given}))


def test_new_games_of_a_seed(says: Says, tmp_path: Path) -> None:
    for mode_, names, given in (
        ("solo", ("Ana",), {"feat": ["drying-rack"], "villagers": True}), ("solo", (), {}),
        ("coop", ("Ana", "Ben"), {"ability": "ferry"}), ("casual", ("Ana", "Ben"),
        {"villagers": True}), ("coop", ("Ana", "Ben"), {"disaster": "rock-slide"}),
    ):  # fmt: skip
        every = [{"name": name} for name in names]
        data = deals.new_game(every, tmp_path, {"box": "house", "mode": mode_, "seed": 7, **given})
        says(*(f"{key}: {value}" for key, value in data.items()))
        again = deals.again({**data, "laid": True, "level": 2, "notes": "x", "place": "y"},
                            {"seed": 8, "today": "2026-01-31"})  # fmt: skip
        says(*(f"{key}: {value}" for key, value in again.items() if key in ("players", "date")))
        assert again.keys().isdisjoint(("laid", "level", "notes", "place"))
    for answers in ({"mode": "villagers", "deal": ""}, {"mode": "solo", "deal": " ".join(map(str,
                    ORDER)), "today": "2026-01-31"}):  # fmt: skip
        data = deals.begun({PLAYERS: ["Ana"], "seed": 7, **answers})
        says(
            *(f"{key}: {value}" for key, value in data.items() if key not in ("villagers", "feats"))
        )


# Totals, paper, advice.


def test_the_pad_asks_and_writes(says: Says) -> None:
    for answers in (
        {PLAYERS: ["Ana"]}, {PLAYERS: ["Ana", "Ben"], "mode": "casual"},
        {PLAYERS: ["Ana", "Ben"], "mode": "coop", "box": "house", "disaster": "spring-tide",
         "level": 2, "total 0": 3, "total 1": 40},
    ):  # fmt: skip
        for one in pad.questions(answers, {}):
            says(f"{one.key} | {one.player} | {one.prompt} | {one.title} | {one.default} | "
                 f"{one.least} {one.most}", *one.answers())  # fmt: skip
            if one.key == "box":
                says(*told_of(one.read, "none"))
        says(pad.record({"total 0": 1, "total 1": 2, **answers}))
    says(pad.template(["Ana"], {}), pad.template(["Ben", "Caro"], {}))
    page = pad.aid()
    says(page)
    says(*(sheet.about for sheet in pad.SHEETS.values()))


def test_what_is_proved(says: Says) -> None:
    from palace.palm_island.solver.bound import Bound

    says(*(advice.proof(points, Bound(30, "by counting")) for points in (29, 30, 31)))


def test_what_the_solver_does_not_play(says: Says) -> None:
    for text in (
        HEAD + ANA, mode("casual"), f'{HEAD}[[players]]\nname = "Ana"\ntotal = 3\n',
        f'{HEAD}rulings = {{ payment = "any" }}\n{ANA}', mode("solo", players=extra("drying-rack")),
        HEAD + ANA.replace('""', '"store 7"'), HEAD + ANA.replace('""', '"store 4 by 4"'),
        mode("solo", players=extra("weaver", "cook", "elder").replace('""', '"store 7 by elder"')),
    ):  # fmt: skip
        found = told_of(record, text)
        if found[0].startswith("good"):
            known = record(text)
            found = [str(one) for one in advice.hindrances(known, log_of(known), "f")]
        says(*found or ["none"])


def test_what_is_told_of_a_game_as_plain_data(says: Says) -> None:
    assert GAME.reporting is not None
    assert GAME.drawing is not None
    tell, draw = GAME.reporting(), GAME.drawing().draw
    assert game("palm-island") is GAME
    coop = mode("coop", 'disaster = "spring-tide"\nlevel = 1\n')
    for text in (
        HEAD + ANA.replace('""', '"store 4\\nstore 7"'), coop, mode("casual", box=False),
        f'{HEAD}mode = "casual"\n[[players]]\nname = "Ana"\ntotal = 3\n[[players]]\nname = "Ben"\n'
        "total = 3\n", f'{HEAD}[[players]]\nname = "Ana"\ntotal = 50\n',
        f'{HEAD}[[players]]\nname = "Ana"\nposition = "round 8: 17 4.3* 1* 2* 16.2 15.3 5 3.3 6.1 '
        '7.2 8 9 10 11 12.2 13 14"\nmoves = ""\n',
    ):  # fmt: skip
        known = record(text)
        log = log_of(known)
        says(tell.about(known, log), tell.data(known, log), *tell.standing(known, log),
             *tell.notes(known, log))  # fmt: skip
        if "total" in text:
            says(*told_of(draw, known, log, None, {}))
        says(*told_of(draw, known, log, 3, {}))


def test_cards_of_a_box_have_a_name_or_their_id() -> None:
    goats, hens = BEYOND
    assert (goats.title, hens.title) == ("goats Goats", "hens")


@pytest.mark.parametrize("name", ["greedy", "random", "solver"])
def test_a_game_of_a_player_of_the_program(name: str, says: Says) -> None:
    """The greedy one takes most points, then most upgrades, then what is stored."""
    assert GAME.players is not None
    seats = GAME.players()
    rules = seats.table(("Ana",), 7)
    log = PalmLog.begin(rules)
    for at in range(3 if name == "solver" else 200):
        if log.state.finished:
            break
        turn = seats.known[name].move(rules, log.state, "Ana", Limit(nodes=3), at)
        says(seats.shown(rules, log.state, turn, Screen()))
        log = log.played((Commit(turn),))
    says(seats.figures(log), seats.lacks(rules, log.state) or "lacks nothing")
    says(seats.lacks(rules, replace(log.state, mode="coop")))
