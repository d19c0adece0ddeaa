"""`palace count`, `best`, `pass` and `map stats`: what they print, and what they refuse."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from palace import Palace, Rulings, Staircase, Supply, build, judge, load_map
from palace.core.scale import short_number
from palace.monkey_palace.search import exists
from palace.monkey_palace.search.map_stats import map_stats
from palace.monkey_palace.search.plain import staircases
from tests.calls import call, refusal
from tests.cli.texts import SETUP
from tests.paths import SAMPLE

PALACE = Palace.setup(load_map("map-1"))
ONE_ARCH = ["--supply", "1a1b"]
NO_STAIRCASE = ["--supply", "1a"]


def test_count_by_arches() -> None:
    called = call("count", "--supply", "2a2b", "--json")
    data = called.json
    assert called.status == 0
    assert data["staircases"] == 49
    assert data["by_arches"] == {"1": 5, "2": 44}
    assert data["complete"] is True
    assert (data["map"], data["provenance"]) == ("map-1", "placeholder")
    assert (data["position"], data["supply"]) == (SETUP, "2a2b")
    assert "divide" not in data


def test_nothing_to_count() -> None:
    data = call("count", *NO_STAIRCASE, "--json").json
    assert (data["staircases"], data["by_arches"]) == (0, {})
    assert call("count", *NO_STAIRCASE).out.startswith("0 staircases  on map-1 (placeholder)")


def test_count_on_the_terminal() -> None:
    lines = call("count", "--supply", "2a2b").out.splitlines()
    assert lines[0] == "49 staircases  on map-1 (placeholder) with 2a2b"
    assert lines[1].split() == ["arches", "staircases"]
    assert re.fullmatch(r" +1 +5  =+", lines[3])
    assert re.fullmatch(r" +2 +44  =+", lines[4])
    assert lines[3].count("=") < lines[4].count("=")
    assert call("count", *ONE_ARCH, "--position", SETUP).out.startswith("3 staircases")


def test_divide_names_every_first_step() -> None:
    steps = call("count", "--supply", "2a2b", "--divide", "--json").json["divide"]
    expected: dict[str, int] = {}
    for staircase in staircases(PALACE, Supply(2, 2, 0)):
        step = f"{staircase.knobs[0]}-{staircase.knobs[1]}"
        expected[step] = expected.get(step, 0) + 1
    assert list(steps.items()) == list(expected.items())
    assert re.search(r"(?m)^d2-d3 +2$", call("count", "--supply", "2a2b", "--divide").out)


def test_count_in_a_running_game() -> None:
    arguments = ["--game", SAMPLE, "--turn", 7, "--supply", "4a4b1c"]
    data = call("count", *arguments, "--json").json
    assert data["staircases"] == 3306
    assert data["player"] == "Ben"
    assert "for Ben" in call("count", *arguments).out


def test_a_running_game_is_searched_with_the_next_players_own_pieces() -> None:
    data = call("best", "--game", SAMPLE, "--turn", 7, "--json").json
    assert (data["player"], data["supply"]) == ("Ben", "3a8b")
    assert data["complete"] is True
    assert data["best"][0]["uses"]["arch"] <= 3
    assert call("pass", "--game", SAMPLE, "--turn", 7, "--json").json["supply"] == "3a8b"


def test_a_count_that_takes_too_long_says_so() -> None:
    called = call("count", "--seconds", "0.2", "--json")
    assert called.json["complete"] is False
    assert called.json["staircases"] > 1000
    text = call("count", "--seconds", "0.2").out
    assert text.startswith("at least ")
    assert "(all the box holds)" in " ".join(text.split())
    assert "not complete" in text


@pytest.mark.slow
def test_all_the_box_holds_is_searched_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palace.monkey_palace.search.searches.WHOLE_BOX", 0.2)
    for arguments in (["count", "--divide"], ["best"], ["best", "--front"]):
        called = call(*arguments)
        assert called.status == 0
        assert "give --supply or --seconds" in " ".join(called.out.split())
    assert call("best", "--json").json["complete"] is False
    assert call("count", "--supply", "2a2b", "--json").json["complete"] is True


def test_best() -> None:
    data = call("best", "--supply", "4a4b1c", "--json").json
    (best,) = data["best"]
    assert data["complete"] is True
    verdicts = [judge(PALACE, one) for one in staircases(PALACE, Supply(4, 4, 1))]
    ranks = [(-(v.credits or 0), not v.bonus, sum(v.uses or ())) for v in verdicts]
    first = verdicts[ranks.index(min(ranks))]
    assert best["staircase"] == str(first.staircase)
    assert (best["arches"], best["credits"], best["bonus"]) == (4, 5, True)
    assert best["uses"] == {"arch": 4, "brick": 4, "column": 1}
    assert best["position"] == build(PALACE, Staircase.read(best["staircase"])).position


def test_the_three_best_and_what_each_piece_is_worth() -> None:
    three = call("best", "--supply", "4a4b1c", "--top", 3, "--json").json["best"]
    assert len({one["staircase"] for one in three}) == 3
    assert [one["credits"] for one in three] == sorted((o["credits"] for o in three), reverse=True)
    table = call("best", "--supply", "4a4b1c", "--top", 3).out.splitlines()
    assert [line.split()[-1] for line in table[3:6]] == [one["staircase"] for one in three]
    front = call("best", "--supply", "6a6b1c", "--front", "--json").json
    pairs = [(one["pieces"], one["credits"]) for one in front["front"]]
    assert "best" not in front
    assert pairs == [(2, 3), (3, 4), (4, 5), (7, 6), (11, 7)]
    assert "every number of pieces" in call("best", "--supply", "6a6b1c", "--front").out


def test_one_best_is_drawn() -> None:
    text = call("best", "--supply", "4a4b1c").out
    assert "\nd2-d3-d4-e4+bb-e5_cbb\n" in text
    assert "5 credits: 4 arches + 1, now the highest gold" in text
    assert "map-1 (placeholder), from above" in text


def test_best_of_nothing() -> None:
    assert call("best", *NO_STAIRCASE, "--json").json["best"] == []
    called = call("best", *NO_STAIRCASE)
    assert called.status == 0
    assert called.out.startswith("no staircase can be built  on map-1")


def test_a_pass_is_legal_only_if_nothing_can_be_built() -> None:
    called = call("pass", *NO_STAIRCASE, "--json")
    assert called.status == 0
    assert (called.json["legal"], called.json["staircase"]) == (True, None)
    called = call("pass", *ONE_ARCH, "--json")
    assert called.status == 1
    staircase = Staircase.read(called.json["staircase"])
    assert judge(PALACE, staircase, Supply(1, 1, 0)).legal
    (reason,) = called.json["reasons"]
    assert (reason["code"], reason["rule"], reason["at"]) == ("pass", "E", "the player")
    assert str(staircase) in reason["remedy"]


def test_a_pass_where_only_coming_back_to_a_knob_helps() -> None:
    """Columns alone reach no level that leaves 2 over 3 but by an arch back over the same knobs."""
    from tests.grounds import plain

    palace = Palace.read("x2,bE,bW", plain(4, 1, "b1 c1 d1"))
    supply = Supply(3, 0, 3)
    assert exists(palace, supply) is None
    assert list(staircases(palace, supply)) == []
    back = Rulings(double_back="legal")
    assert str(exists(palace, supply, back)) == "b1-a1+c-b1_c-c1_c"
    assert len(list(staircases(palace, supply, back))) == 1


def test_a_pass_on_the_terminal() -> None:
    assert call("pass", *NO_STAIRCASE).out.splitlines()[:2] == [
        " LEGAL  to pass  on map-1 (placeholder) with 1a",
        "no legal staircase can be built from 1a",
    ]
    text = call("pass", *ONE_ARCH).out
    assert text.startswith(" NOT LEGAL  to pass  on map-1 (placeholder) with 1a1b\n! pass ")
    assert "from above" in text


def test_the_ruling_lets_anybody_pass() -> None:
    called = call("pass", *ONE_ARCH, "--ruling", "must-build=may", "--json")
    assert called.status == 0
    assert called.json["legal"] is True
    assert called.json["staircase"] is not None
    assert "but it is not compulsory" in call("pass", *ONE_ARCH, "--ruling", "must-build=may").out


@pytest.mark.parametrize("verb", ["count", "best", "pass"])
def test_wrong_calls(verb: str) -> None:
    (line,) = refusal(verb, "--supply", "4x")
    assert (
        line == "--supply, column 2: no piece after 4; expected a (arch), b (brick) or c (column)"
    )
    assert len(refusal(verb, "--map", "map-9", "--supply", "a", "--ruling", "x=y")) == 3


def test_wrong_numbers() -> None:
    assert "0" in refusal("best", "--top", 0)[0]
    assert "--seconds" in refusal("count", "--seconds", "-1")[0]
    assert "--seconds" in refusal("count", "--seconds", "soon")[0]


def test_map_stats_are_those_of_the_plain_list() -> None:
    data = call("map", "stats", "map-3", "--supply", "3a3b1c", "--json").json
    palace = Palace.setup(load_map("map-3"))
    found: dict[str, list[tuple[int, int]]] = {}
    for staircase in staircases(palace, Supply(3, 3, 1)):
        verdict = judge(palace, staircase)
        pair = verdict.credits or 0, verdict.height or 0
        found.setdefault(str(staircase.knobs[0]), []).append(pair)
    assert data["staircases"] == sum(map(len, found.values())) == 166
    for knob, entry in data["knobs"].items():
        pairs = found.get(knob, [])
        assert entry["staircases"] == len(pairs)
        assert entry["credits"] == max((earned for earned, _ in pairs), default=0)
        assert entry["height"] == max((height for _, height in pairs), default=0)
    assert sum(share["knobs"] for share in data["colours"].values()) == len(palace.ground.colours)
    assert sum(share["staircases"] for share in data["colours"].values()) == 166
    assert data["provenance"] == "placeholder"


def test_map_stats_on_the_terminal() -> None:
    lines = call("map", "stats", "map-3", "--supply", "3a3b1c").out.splitlines()
    assert lines[0] == "map-3 (placeholder): 166 staircases from 3a3b1c"
    ranks = [line for line in lines if re.match(r" [1-8]  ", line)]
    assert len(ranks) == 8
    assert ranks[4].split()[4:6] == ["[1]l", "[2]l"]
    assert any(line.startswith("g gold ") for line in lines)
    assert lines[-1].endswith("more: --json lists them all")


def test_map_stats_by_another_figure() -> None:
    shown = {}
    for by in ("staircases", "credits", "height"):
        lines = call("map", "stats", "map-3", "--supply", "3a3b1c", "--by", by).out.splitlines()
        shown[by] = [re.findall(r"[-.]|[0-9]+(?=[ldg])", line) for line in lines
                     if re.match(r" [1-8]  ", line)]  # fmt: skip
        assert "on each knob the " in lines[1]
    data = call("map", "stats", "map-3", "--supply", "3a3b1c", "--json").json
    for by in ("credits", "height"):
        numbers = [int(figure) for rank in shown[by] for figure in rank if figure.isdigit()]
        assert sorted(numbers) == sorted(n for end in data["ends"].values() if (n := end[by]))
    assert shown["credits"] != shown["height"] != shown["staircases"]
    assert "height" in refusal("map", "stats", "--by", "width")[0]


def test_map_stats_of_a_position_and_of_none() -> None:
    data = call("map", "stats", "--position", f"map-1:{SETUP}", "--supply", "1a1b", "--json").json
    assert data["staircases"] == 3
    text = call("map", "stats", "--supply", "0a").out
    assert text.splitlines()[-1] == "no staircase can be built"


def test_the_plan_of_the_numbers_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "plan.svg"
    called = call("map", "stats", "map-2", "--supply", "3a3b1c", "-o", target)
    assert f"wrote {target}" in called.out
    root = ET.fromstring(target.read_text())
    words = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    stats = map_stats(Palace.setup(load_map("map-2")), Supply(3, 3, 1))
    for start in stats.starts:
        if start.staircases:
            assert short_number(start.staircases) in words
            assert f"{start.credits} / {start.height}" in words
    title = "map-2 (placeholder): 554 staircases from 3a3b1c"
    assert title in words
    large = next(float(e.attrib["font-size"]) for e in root.iter() if e.text == title)
    _, _, wide, _ = map(float, root.attrib["viewBox"].split())
    # DejaVu Sans Bold, the widest of the fonts named, takes 0.69 of its size for a letter.
    assert 14 + 0.69 * large * len(title) <= wide
    (line,) = refusal("map", "stats", "-o", target)
    assert str(target) in line
    assert call("map", "stats", "--supply", "1a1b", "-o", target, "--force").status == 0
    (line,) = refusal("map", "stats", "-o", "plan.pdf")
    assert line == "plan.pdf: a heat map is SVG, PNG or GLB; end in .svg or .png or .glb"


def test_short_numbers_are_cut_and_at_most_four_characters() -> None:
    numbers = {0: "0", 999: "999", 1000: "1.0k", 1999: "1.9k", 27_117: "27k", 999_999: "999k",
               3_456_789: "3.4M", 10**12: "1.0T", 10**15: "many"}  # fmt: skip
    assert {number: short_number(number) for number in numbers} == numbers


def test_other_verbs_do_not_pay_for_the_compiler() -> None:
    code = (
        "import sys; from palace.cli import run; "
        "run(['check', 'c4+b-d4']); run(['count', '--help']); run(['map', 'list']); "
        "print('LOADED', [m for m in ('numba', 'numpy', 'rich') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LOADED []" in out.stdout
