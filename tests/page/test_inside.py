"""The tests of the rules inside Pyodide, with palace as the page without a server has it, in Node;
and what is told of whole games, there and here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_random_records import MAKERS
from tests.page import inside
from tests.paths import GOLDEN, ROOT
from tests.sentences import GAMES, file_of, read

TOOLS = Path(sys.prefix) / "inside"

ROOMS = {
    "files": ("core", "files", "scoring"),
    "contract": ("contract",),
    "kernel": ("monkey_palace/kernel",),
    "search": ("monkey_palace/search",),
    "game": ("monkey_palace/game",),
    "drawing": tuple(f"monkey_palace/{room}" for room in ("beside", "drawing", "ldraw", "paper")),
    "palm_island": ("palm_island",),
    "cooper_island": ("cooper_island",),
    "page": ("page",),
}

NUMPY = "numpy, shapely, matplotlib or Pillow reads what it draws"
SOLVER = "it needs the solver, which is compiled"
FILES = "files in memory have no hard links, rights, pipes or devices, and no thread writes them"
SLICES = "it counts slices of the compiled search"
SHORT = "the program tells that it looks no further without numba"
PROCESSES, SOURCES = "there are no processes", "the page has no sources, which are read"

OUTSIDE = {
    "tests/contract/test_session.py::test_two_writers_lose_nothing": PROCESSES,
    "tests/core/test_colours.py": NUMPY,
    "tests/core/test_jit.py": NUMPY,
    "tests/core/test_paper.py": NUMPY,
    "tests/files/test_anything.py::test_a_good_document_loads_no_scanner": PROCESSES,
    "tests/files/test_files.py::test_a_file_that_appears": FILES,
    "tests/files/test_files.py::test_devices": FILES,
    "tests/files/test_files.py::test_links": FILES,
    "tests/files/test_files.py::test_no_file_can_be_there": FILES,
    "tests/files/test_files.py::test_only_one_of_many_writers_wins": FILES,
    "tests/files/test_files.py::test_permissions": FILES,
    "tests/files/test_files.py::test_without_links": FILES,
    "tests/files/test_ldraw.py": NUMPY,
    "tests/files/test_reading.py::test_a_pipe": FILES,
    "tests/files/test_reading.py::test_devices": FILES,
    "tests/files/test_secrets.py::test_a_killed_process": PROCESSES,
    "tests/files/test_secrets.py::test_a_link_is_not_followed": FILES,
    "tests/files/test_secrets.py::test_a_secret_of_another_user": FILES,
    "tests/files/test_secrets.py::test_another_process": PROCESSES,
    "tests/monkey_palace/drawing/test_knob_sheet.py": NUMPY,
    "tests/monkey_palace/drawing/test_labels.py": NUMPY,
    "tests/monkey_palace/drawing/test_map_sheet.py": NUMPY,
    "tests/monkey_palace/drawing/test_plan.py::test_it_loads_no_geometry": PROCESSES,
    "tests/monkey_palace/game/test_sentences.py::test_every_key_has_a_sentence": SOURCES,
    "tests/monkey_palace/game/test_sentences.py::test_every_other_word": SOURCES,
    "tests/monkey_palace/game/test_sentences.py::test_every_sentence_is_used": SOURCES,
    "tests/monkey_palace/game/test_sentences.py::test_the_source_is_read": SOURCES,
    "tests/monkey_palace/game/test_sheet_figures.py": NUMPY,
    "tests/monkey_palace/game/test_sheet_parts.py": NUMPY,
    "tests/monkey_palace/game/test_sheet_photo.py": NUMPY,
    "tests/monkey_palace/ldraw/test_leocad.py": NUMPY,
    "tests/monkey_palace/paper/test_sheets.py": NUMPY,
    "tests/monkey_palace/search/test_best.py::test_best_is_complete_and_soon": SLICES,
    "tests/monkey_palace/search/test_best.py::test_palaces_out_of_reach": SLICES,
    "tests/monkey_palace/search/test_best_at.py": NUMPY,
    "tests/monkey_palace/search/test_late_hands.py": "it compares with the compiled search",
    "tests/monkey_palace/search/test_search_kernel.py": NUMPY,
    "tests/palm_island/solver/": SOLVER,
    "tests/palm_island/test_play.py::test_a_hint": SOLVER,
    "tests/palm_island/test_play.py::test_no_hint_where": SOLVER,
    "tests/palm_island/test_play.py::test_nothing_is_searched": SOLVER,
    "tests/palm_island/test_records.py::test_decks_are_drawn": NUMPY,
    "tests/palm_island/test_records.py::test_view_shows": NUMPY,
    "tests/palm_island/test_sentences.py::test_every_reason_of_the_source": SOURCES,
    "tests/palm_island/test_sentences.py::test_the_keys_in_the_source": SOURCES,
    "tests/palm_island/test_advice.py": SOLVER,
    "tests/palm_island/test_picture.py::test_sentences_are_used": SOURCES,
    "tests/palm_island/test_told.py::test_a_game_of_a_player_of_the_program[solver]": SOLVER,
    "tests/palm_island/test_told.py::test_what_is_proved": SOLVER,
    "tests/palm_island/test_told.py::test_what_the_solver_does_not_play": SOLVER,
    "tests/palm_island/test_totals.py::test_the_verbs": SOLVER,
    "tests/palm_island/test_trust.py::test_the_solver_leaves": SOLVER,
    "tests/cooper_island/test_drawing.py": NUMPY,
    "tests/cooper_island/test_rules.py::test_a_call_gives_what_its_sentences_hold": SOURCES,
    "tests/cooper_island/test_rules.py::test_every_key_has_a_sentence_and_every_sentence": SOURCES,
    "tests/page/test_digests.py::test_a_game_against_the_program": SHORT,
    "tests/page/test_digests.py::test_a_new_game_begins[program]": SHORT,
    "tests/page/test_opponent.py::test_the_whole_move_is_shown_first": SHORT,
    "tests/page/test_photo.py": NUMPY,
    "tests/page/test_room.py": PROCESSES,
    "tests/page/test_walks.py::test_a_new_game_is_begun_and_played": SHORT,
}
"""The only tests that do not pass inside, by how their names begin, and why."""


def called(*call: str) -> Any:
    """Return what a function of inside.py returns in Pyodide."""
    from playwright._impl._driver import compute_driver_executable

    node = compute_driver_executable()[0]
    script = Path(__file__).with_name("inside.mjs")
    done = subprocess.run(
        [node, script, ROOT, ROOT / "site", TOOLS, *call],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def asking(folder: str) -> set[str]:
    """Return the tests of a folder whose sentences are golden, in any language."""
    found = {f"tests/{name}" for game in GAMES.values() for name in read(file_of(game))}
    return {name for name in found if name.startswith(f"tests/{folder}/")}


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_inside(room: str) -> None:
    """All pass but those that are named; every golden sentence is raised; no module is missing."""
    folders = ROOMS[room]
    found = called("tested", *(f"tests/{folder}" for folder in folders))
    outcomes = found["outcomes"]
    failed = {name for name, outcome in outcomes.items() if outcome != "passed"}
    named = [one for one in OUTSIDE if one.startswith(tuple(f"tests/{n}/" for n in folders))]
    assert [name for name in sorted(failed) if not name.startswith(tuple(named))] == []
    assert [one for one in named if not any(name.startswith(one) for name in failed)] == []
    golden = set().union(*map(asking, folders))
    assert sorted(golden - outcomes.keys()) == []
    assert found["refused"] == []
    print(f"{room}: {len(outcomes) - len(failed)} of {len(outcomes)} pass inside")


@pytest.mark.slow
def test_games_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The golden games and drawn ones; what is printed of a set has an order that no hash has."""
    monkeypatch.chdir(ROOT)
    files = [path for game in MAKERS for path in sorted((GOLDEN / game).glob("*.toml"))]
    names = [str(path.relative_to(ROOT)) for path in files]
    names += [f"{game}:{seed}" for game in MAKERS for seed in range(4)]
    there = called("told", *names)
    for name in names:
        assert there[name] == inside.told(name)[name], name
