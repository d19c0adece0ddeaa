"""Joining a game of Monkey Palace that began without a record: what is asked of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS, choice, number, players, records_head
from palace.core.errors import InputError, Problem, locate
from palace.core.verdict import place_of
from palace.files.document import read_document
from palace.files.ldraw import is_model
from palace.monkey_palace.game.asking import read_cards
from palace.monkey_palace.game.build_file import build_of
from palace.monkey_palace.game.card_taps import supply
from palace.monkey_palace.game.conflicts import SEATS
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.situation import palace_at
from palace.monkey_palace.game.state import BONUS_CARDS
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, ground_table, map_name, open_map
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.reading import read_ldraw

Given = Mapping[str, Any]
"""The answers by the keys of their questions, each as its question reads it."""

MOST_BANANAS = 999

TABLE_HELP = """\
a palace string, such as x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8, or @FILE with one
a file of the pieces: a build (.json) or an LDraw model (.ldr, .mpd)"""


def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
    """Yield the names, the map, the table, what each player has, the animals, and who is next."""
    del rulings
    yield players(SEATS[0], SEATS[-1])
    names: Sequence[str] = answers[PLAYERS]
    prompt = f"Map ({SHIPPED[0]} to {SHIPPED[-1]}, or a map file) [{SHIPPED[0]}]> "
    yield Question("map", "", prompt, lambda: SHIPPED, read_map_name, default=SHIPPED[0])
    ground = open_map(answers["map"])
    prompt = "The palace (a palace string, or a build or LDraw file of it; Enter: the set-up)> "
    yield Question(
        "palace", "", prompt, lambda: (), lambda text: str(read_palace(text, ground)),
        default="", help=TABLE_HELP,
    )  # fmt: skip
    left = BONUS_CARDS
    for seat, name in enumerate(names):
        yield supply(f"start {seat}", name, "pieces in hand", "4a3b1c")
        yield supply(f"each {seat}", name, "pieces the player board delivers each turn", "2a2b")
        prompt = f"{name}, cards with their values (such as 3g 2* each 1b on 1; Enter none)> "
        yield Question(f"cards {seat}", name, prompt, lambda: (), read_cards, default="",
                       title=BOOK.text("category.cards"))  # fmt: skip
        what = "bananas on other cards"
        yield number(f"bananas {seat}", name, what, MOST_BANANAS, 5)
        why = f"the box has {BONUS_CARDS} bonus cards"
        yield number(f"bonus {seat}", name, "bonus cards", left, 1, why)
        left -= answers[f"bonus {seat}"]
    for trophy in ("monkey", "butterfly", "frog"):
        on_table = ("table",) if trophy != "monkey" else ()
        none = "not in the game" if on_table else "on the table"
        what = f"Who holds the {trophy}?"
        yield choice(f"trophy {trophy}", "", what, (*names, *on_table), None, none)
    for letter, animal in ANIMALS.items():
        palace, tops = _table(answers, ground), COLOURS if letter == "y" else WAYS
        taken = palace.blocking()
        free = [str(k) for k, top in palace.tops.items() if top in tops and k not in taken]
        if free and answers[f"trophy {animal}"] in names and palace.animal(letter) is None:
            yield choice(f"at {animal}", "", f"Where is the {animal}?", free, None, "not known")
    yield choice("due", "", "Whose turn is next?", names, names[0])
    yield choice("last", "", "Has the last round begun?", ("no", "yes"), "no")


def _table(answers: Given, ground: GroundMap) -> Palace:
    """Return the palace with the animals that were placed so far."""
    palace = Palace.read(answers["palace"], ground)
    for letter, animal in ANIMALS.items():
        if knob := answers.get(f"at {animal}"):
            palace = palace.with_animal(letter, Knob.read(knob))
    return palace


def read_map_name(text: str) -> str:
    """Return the name or the file of a map; raises `InputError` if it cannot be read."""
    name = map_name(text)
    locate("", lambda: open_map(name))
    return name


def read_palace(text: str, ground: GroundMap) -> Palace:
    """Return the palace of a palace string, or of a file of its pieces; raises `InputError`.

    No text is the set-up.
    """
    if not text:
        return Palace.setup(ground)
    model = is_model(text)
    if model or text.lower().endswith((".json", ".toml")):
        build = read_ldraw(text, ground).build if model else build_of(read_document(text))[0]
        if build.ground != ground:
            what = f"its pieces are on {build.ground.name}, not on {ground.name}"
            raise InputError(Problem(text, what, "both are on one map"))
        verdict = judge_build(build)
        if verdict.palace is None:
            found = [
                Problem(f"{text}:{place_of(reason)[1]}", reason.text, reason.remedy)
                for reason in verdict.reasons
            ]
            raise InputError(*found)
        return verdict.palace
    return palace_at(text, ground, ground, "")


def record(answers: Given) -> dict[str, object]:
    """Return the record that begins with the table of all answers."""
    ground = open_map(answers["map"])
    trophies = {name: answers[f"trophy {name}"] for name in ("monkey", "butterfly", "frog")}
    data = records_head("monkey-palace")
    if ground.shipped:
        data["map"] = ground.name
    data["position"], data["due"] = str(_table(answers, ground)), answers["due"]
    if answers["last"] == "yes":
        data["last_round"] = True
    data["trophies"] = [name for name, at in trophies.items() if at or name == "monkey"]
    if not ground.shipped:
        data["ground"] = ground_table(ground)
    data["players"] = [_player(answers, seat, trophies) for seat in range(len(answers[PLAYERS]))]
    data["turns"] = []
    return data


def _player(answers: Given, seat: int, trophies: Mapping[str, str | None]) -> dict[str, object]:
    name = answers[PLAYERS][seat]
    known = {key: answers[f"{key} {seat}"] for key in ("start", "each")}
    found = {key: answers[f"{key} {seat}"] for key in ("cards", "bananas", "bonus")}
    found["trophies"] = [trophy for trophy, at in trophies.items() if at == name]
    return {"name": name} | {key: value for key, value in known.items() if value} | {"found": found}


JOINING = Form(questions, record)
"""What is asked to go on with a game that began without a record."""
