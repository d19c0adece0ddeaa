"""The page without a server, as the worker of a browser drives it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from palace.files.links import code_parts
from palace.hosts.pocket import Pocket
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action, do
from palace.page.desk import Kept
from tests.page.tables import SAMPLE, of

NAME = "game-1.toml"
TEXT = SAMPLE.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("XDG_DATA_HOME", "HOME"):  # the second one in a browser
        monkeypatch.setenv(place, str(tmp_path))


class Device:
    """A browser that keeps what it is told to keep, unless it is `full`."""

    def __init__(self, kept: dict[str, str] | None = None, **given: object) -> None:
        self.kept = {} if kept is None else kept
        self.full = False
        self.state: dict[str, Any] = {}
        self.offered: list[dict[str, str]] = []
        self.count = 0
        self.pocket = Pocket()
        of = {
            kind: {key.removeprefix(f"{kind}/"): text for key, text in self.kept.items()
                   if key.startswith(f"{kind}/")}
            for kind in ("game", "draft", "box", "piece")
        }  # fmt: skip
        name = str(given.get("name", NAME))
        begun = {
            "name": name, "text": of["game"].get(name, ""), "draft": of["draft"].get(name, ""),
            "boxes": of["box"], "games": of["game"], "pieces": [*of["piece"]],
        }  # fmt: skip
        self.hear(self.pocket.begin(json.dumps(begun | given)))

    def hear(self, text: str) -> None:
        """Do what Python asks for; what is to be kept comes last, as it takes longest."""
        for message in sorted(json.loads(text), key=lambda one: "news" not in one):
            ((kind, value),) = message.items()
            if kind == "news":
                self.state |= value
            elif kind != "offer" and self.full:
                self.hear(self.pocket.unsaved("QuotaExceededError"))
            elif kind == "save":
                self.kept[f"game/{value['name']}"] = value["text"]
                self.hear(self.pocket.saved(value["number"], value["name"]))
            elif kind == "offer":
                self.offered.append(value)
            else:
                name, text = (value["game"], value["text"]) if kind == "box" else (NAME, value)
                self.kept[f"{kind}/{name}"] = text
        if self.pocket.behind and not self.full:
            self.hear(self.pocket.rest())

    def send(self, action: Action) -> None:
        self.count += 1
        sent = do(action) | {"version": self.state.get("version", 0), "count": self.count}
        self.hear(self.pocket.hear(json.dumps(sent)))

    def think(self) -> int:
        """Think to the end; return in how many slices."""
        slices = 0
        while self.pocket.thinks:
            slices += 1
            self.hear(self.pocket.think())
        return slices

    @property
    def text(self) -> str:
        """All that is shown, as JSON."""
        return json.dumps(self.state, ensure_ascii=False)


def begun() -> Device:
    device = Device()
    device.send(Action("open", "new", "monkey-palace"))
    device.send(Action("begin"))
    return device


def turn(device: Device) -> None:
    """Enter the best staircase, no card, and the first place of each animal."""
    count = len(device.pocket.desk.playing[2].commits)
    device.send(Action("think", "hint"))
    assert device.think() > 0
    idea = device.pocket.desk.idea
    assert idea is not None
    device.send(Action("take", text=idea.text or ""))
    while len(device.pocket.desk.playing[2].commits) == count:
        entry = device.state["entry"]
        items = [item for group in entry.get("groups", ()) for item in group["items"]]
        keys = [entry["bar"][-1], *(one for one in items if one.get("looks") == "skip")]
        places = (one["name"] for one in device.state["plan"]["places"] if one.get("live"))
        taps = ({"do": "tap", "name": name} for name in places)
        device.send(of(next((key["do"] for key in keys if key.get("do")), None) or next(taps)))


def test_a_game_is_kept_turn_by_turn_and_gone_on_with(tmp_path: Path) -> None:
    device = begun()
    turn(device)
    turn(device)
    text = device.kept[f"game/{NAME}"]
    file = tmp_path / "kept.toml"
    file.write_text(text, encoding="utf-8")
    record = read_record(file)
    assert len(record.written) == 2
    assert record.text() == text
    device.send(Action("tap", "a1"))
    again = Device(device.kept)
    assert again.pocket.desk.log == device.pocket.desk.log
    assert again.pocket.desk.entering.typed == "a1"
    assert "Saved" in again.state["heading"]["saved"]


def test_what_cannot_be_kept_is_told() -> None:
    device = begun()
    device.full = True
    turn(device)
    assert "no room" in device.text
    assert device.state["heading"]["safe"] is False
    device.full = False
    device.hear(device.pocket.saved(device.pocket.desk.kept.sent, NAME))
    assert "no room" not in device.text
    assert device.state["heading"].get("safe", True)


@pytest.mark.parametrize("beside", [False, True], ids=["a draft", "a box"])
def test_what_is_no_turn_and_cannot_be_kept_is_told_as_well(beside: bool) -> None:
    device = begun()
    device.full = True
    if beside:
        device.send(Action("open", "box"))
        device.send(Action("tap", "show-boards"))
        device.send(Action("tap", "board-1-start-arch-more"))
    else:
        device.send(Action("tap", "a1"))
    assert "no room" in device.text
    assert device.pocket.desk.kept.how == "unsaved"
    device.full = False
    device.hear(device.pocket.saved(0, NAME))
    assert "no room" not in device.text


def test_what_is_shown_before_python_answers_is_what_it_begins_with() -> None:
    device = begun()
    turn(device)
    for knob in ("d6", "e6", "e5"):
        device.send(Action("tap", knob))
    device.send(Action("look", "sheet", "settings"))
    again = Device(device.kept)
    assert json.loads(device.kept[f"shown/{NAME}"]) == again.state
    assert [place["name"] for place in again.state["plan"]["places"]]


def test_where_nothing_is_kept_the_download_is_asked_for_after_each_round() -> None:
    nothing = Device(keeps=False)
    assert "keeps nothing" in nothing.text
    nothing.send(Action("open", "new", "monkey-palace"))
    nothing.send(Action("begin"))
    (banner,) = (one for one in nothing.state["banners"] if "keeps nothing" in one["text"])
    assert banner["keys"][0]["do"] == do(Action("save-as"))
    nothing.send(Action("save-as"))
    assert nothing.offered[0]["text"].startswith("format = 1")
    seats = len(nothing.state["players"]["rows"])
    for _ in range(2):
        for _ in range(seats):
            assert "keeps nothing" not in nothing.text
            turn(nothing)
        assert "A round is over" in nothing.text
        nothing.send(Action("save-as"))
        nothing.send(Action("look"))
    assert nothing.offered[-1]["text"].count("[[turns]]") == 2 * seats


def test_games_are_listed_with_what_can_be_done_with_them() -> None:
    device = Device({f"game/{NAME}": TEXT, "game/game-2.toml": "no game"}, name="game-3.toml")
    keys = device.state["sheet"]["groups"][0]["items"]
    assert [(key["text"], key["do"]["do"]) for key in keys] == [
        ("Ana, Ben, Caro · Turn 18", "go"), ("Copy", "copy"), ("Delete", "delete"),
        ("game-2.toml", "go"), ("Copy", "copy"), ("Delete", "delete"),
    ]  # fmt: skip
    assert "Bring back" not in device.text
    assert "Bring back" in Device(gone=NAME).text
    assert "Other games" in Device({f"game/{NAME}": TEXT}).text


def test_a_record_that_is_none_is_told_and_kept() -> None:
    kept = {f"game/{NAME}": 'format = 1\ngame = "chess"\n'}
    device = Device(kept)
    assert "this key is missing" in device.text
    assert kept == {f"game/{NAME}": 'format = 1\ngame = "chess"\n'}


def test_a_spectator_enters_nothing() -> None:
    device = Device({f"game/{NAME}": TEXT.partition("[[turns]]")[0]}, role="spectator")
    device.send(Action("tap", "d6"))
    assert not device.pocket.desk.entering.typed


def test_files_that_are_sent() -> None:
    device = Device()
    device.hear(device.pocket.upload("record", 0, memoryview(TEXT.encode())))  # as from a browser
    assert device.kept[f"game/{NAME}"].count("[[turns]]") == 18
    other = Device()
    other.hear(other.pocket.upload("record", 0, b"\xff\xfe"))
    assert "UTF-8" in other.text
    other.hear(other.pocket.upload("record", 0, b" " * (act.MOST_FILE + 1)))
    assert "too large" in other.text


def test_a_box_is_kept() -> None:
    device = Device()
    device.send(Action("open", "box"))
    device.send(Action("tap", "show-boards"))
    device.send(Action("tap", "board-1-start-arch-more"))
    assert 'start = "1a"' in device.kept["box/monkey-palace"]
    again = Device(device.kept)
    again.send(Action("open", "box"))
    again.send(Action("tap", "show-boards"))
    device.send(Action("look"))
    assert again.state["entry"]["groups"] == device.state["entry"]["groups"]


def test_links_are_opened() -> None:
    given: dict[str, Any] = {"address": "https://palace.test/play/"}
    device = Device({f"game/{NAME}": TEXT}, **given)
    device.send(Action("look", "sheet", "share"))
    texts = [item["text"] for group in device.state["sheet"]["groups"] for item in group["items"]]
    link = next(text for text in texts if "#game=" in text)
    assert link.startswith("https://palace.test/play/#game=")
    other = Device(link=link[link.index("#") :])
    assert other.pocket.desk.log == device.pocket.desk.log
    assert f"game/{NAME}" in other.kept
    shown = Device(link="#check=c4-d4")
    assert "collision" not in shown.text
    assert shown.state["entry"]["verdict"]["mood"] == "illegal"
    assert "cut off or damaged" in Device(link="#game=9AAAA").text


def test_what_is_not_told_at_the_beginning_is_as_ever() -> None:
    pocket = Pocket()
    (message,) = json.loads(pocket.begin(json.dumps({"name": NAME})))
    assert message["news"]["heading"]["title"] == "Palace"
    assert (pocket.gone, pocket.keeps, pocket.games, tuple(pocket.demo)) == ("", True, [], (0, 0))
    view = pocket.phone.view
    assert (view.phone, view.language, view.address, view.shows) == ("pocket", "en", "", "plan")
    assert (pocket.phone.role, pocket.desk.name, pocket.thinks) == ("player", NAME, False)
    assert Device(language="zh-Hant").state["heading"]["language"] == "zh"
    assert pocket.hear("what is no action") == "[]"
    assert pocket.think() == "[]"


DAYS = {
    "ours.toml": TEXT.replace("[[players]]", "date = 2026-11-23\n\n[[players]]", 1),
    "no.toml": "= =", "bare.toml": "players = [1]", "short.toml": '[[players]]\nname = "Ana"\n',
}  # fmt: skip


def test_the_first_page_lists_what_is_kept_and_whether_anything_can_be() -> None:
    kept = {f"game/{name}": text for name, text in DAYS.items()}
    device = Device(kept, name="new.toml", gone="old.toml", keeps=False)
    first, none, back = device.state["sheet"]["groups"][:3]
    assert (first["title"], first["looks"]) == ("Go on with", "list")
    keys = [(key["text"], key["do"], key["looks"]) for key in first["items"]]
    titles = ["Ana, Ben, Caro · 2026-11-23 · Turn 18", "no.toml", "bare.toml", "Ana · Turn 0"]
    assert keys == [
        found
        for name, title in zip(DAYS, titles, strict=True)
        for found in (
            (title, {"do": "go", "name": name}, "main"),
            ("Copy", {"do": "copy", "name": name}, "quiet"),
            ("Delete", {"do": "delete", "name": name}, "sure"),
        )
    ]
    says = "This browser keeps nothing: download the record before you close it."
    assert none["items"] == [{"text": says, "looks": "fault", "kind": "says"}]
    (key,) = back["items"]
    assert (key["text"], key["do"]) == (
        "Bring back the game that was deleted", {"do": "bring-back", "name": "old.toml"}
    )  # fmt: skip
    (banner,) = device.state["banners"]
    assert (banner["text"], banner["looks"], banner.get("keys")) == (says, "warn", None)
    plain = [group.get("title") for group in Device().state["sheet"]["groups"]]
    assert plain == [group.get("title") for group in device.state["sheet"]["groups"][3:]]


def test_other_games_are_a_key_at_the_end_of_the_menu_of_a_game() -> None:
    (key,) = begun().state["heading"]["menu"][-1]["items"]
    assert key == {"text": "Other games", "do": {"do": "go", "name": ""}, "kind": "key"}
    device = Device({f"game/{NAME}": TEXT}, name="game-2.toml")
    device.send(Action("look", "sheet", "settings"))  # over the first page
    assert device.state["sheet"]["name"] == "settings"
    assert "Go on with" not in device.text


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("QuotaExceededError", "there is no room for it on this device"),
        ("AbortError", "the browser does not keep it (AbortError)"),
    ],
)
def test_why_nothing_is_kept_is_told(why: str, told: str) -> None:
    device = begun()
    device.hear(device.pocket.unsaved(why))
    assert device.pocket.desk.kept.problem is not None
    assert device.pocket.desk.kept.problem.what == told
    assert told in device.text


def test_a_link_in_pieces_waits_for_all_of_them() -> None:
    parts = ["".join(part) for part in code_parts(TEXT, 250)]
    assert len(parts) > 2
    device = Device(link=parts[0])
    assert device.kept == {f"piece/{NAME}": parts[0]}
    numbers = ", ".join(str(at) for at in range(2, len(parts) + 1))
    assert [one["text"] for one in device.state["banners"]] == [
        f"scan these codes as well: {numbers}"
    ]
    assert device.pocket.desk.game is None
    whole = Device(link=parts[0], pieces=parts[1:])
    assert whole.kept[f"game/{NAME}"].count("[[turns]]") == 18


def test_a_part_of_a_round_is_one_when_the_game_is_over() -> None:
    """Three players: after 0 to 3 turns there is no round, or one; the last two make one more."""
    records = [TEXT.partition("[[turns]]")[0]]
    records += [f"{records[0]}[[turns]]{'[[turns]]'.join(TEXT.split('[[turns]]')[1 : n + 1])}"
                for n in (1, 2, 3, 4)]  # fmt: skip
    rounds = [Device({f"game/{NAME}": text}).pocket._round for text in (*records, TEXT)]
    assert rounds == [0, 0, 0, 1, 1, 6]
    device = Device({f"game/{NAME}": records[4]})
    pocket = device.pocket
    assert Pocket()._round == 0
    pocket.desk = replace(pocket.desk, drafts=())
    assert pocket._round == 2
    device = Device({f"game/{NAME}": records[3]}, keeps=False)
    (banner,) = (one for one in device.state["banners"] if one["looks"] == "warn")
    assert banner["text"] == "A round is over, and this browser keeps nothing: download the record."
    assert [key["text"] for key in banner["keys"]] == ["Download the record"]
    device.send(Action("save-as"))
    assert device.offered == [{"name": NAME, "text": device.pocket.desk.saving.text}]
    assert not [one for one in device.state["banners"] if one["looks"] == "warn"]


@pytest.mark.parametrize(("size", "fits"), [(0, True), (1, False)])
def test_a_file_has_as_many_bytes_as_are_taken(size: int, fits: bool) -> None:
    for name, most in (("record", 1_000_000), (act.PHOTO, 9_000_000)):
        device = Device()
        device.hear(device.pocket.upload(name, 0, b" " * (most + size)))
        assert ("the file is too large" not in device.text) is fits


def test_a_pocket_has_nothing_at_first() -> None:
    pocket = Pocket()
    assert (pocket.games, pocket.gone, pocket.keeps, pocket.demo) == ([], "", True, (0, 0))
    assert (pocket.phone.role, pocket.phone.view.phone) == ("player", "pocket")
    assert (pocket.desk.name, pocket.thinks, pocket.behind) == ("", False, False)
    assert (pocket._rounds, pocket._out, pocket._shown) == (-1, [], None)


def test_what_goes_on_in_another_file_is_kept_there() -> None:
    device = begun()
    text = device.kept[f"game/{NAME}"]
    device.send(Action("save-as", text="other"))
    assert device.kept["game/other.toml"] == text
    assert device.pocket.desk.name == "other.toml"


def test_what_cannot_be_kept_is_what_comes_after_what_is() -> None:
    pocket, told = Pocket(), list[act.Result]()
    pocket.desk = replace(pocket.desk, kept=Kept(9, 4))
    pocket.settle = told.append  # type: ignore[assignment, method-assign]
    pocket.unsaved("x")
    for number in (3, 0):
        pocket.saved(number, "n.toml")
    (problem, three, last) = told
    assert isinstance(problem, act.Unsaved)
    assert problem.number == 5
    assert (three, last) == (act.Saved(3, "n.toml"), act.Saved(4, "n.toml"))


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize(
    ("message", "shows"),
    [({"save": {}}, True), ({"draft": "x"}, True), ({"box": {}}, False), ({"offer": {}}, False)],
)
def test_what_is_shown_at_the_beginning_is_kept_with_a_game(
    message: dict[str, object], shows: bool, keeps: bool
) -> None:
    pocket = Device(keeps=keeps).pocket
    pocket._out = [{"piece": "\u4e00"}, message]
    text = pocket._told()
    assert "\u4e00" in text
    assert [next(iter(one)) for one in json.loads(text)] == ["piece", *message]
    assert pocket.behind is (shows and keeps)
    assert [[*one] for one in json.loads(pocket.rest())] == [["shown"]]
    assert (pocket.behind, json.loads(pocket._told())) == (False, [])


@pytest.mark.parametrize(
    ("more", "other", "left"),
    [(True, False, True), (False, False, False), (False, True, True), (True, True, True)],
)
def test_a_thought_is_over_after_its_last_slice(more: bool, other: bool, left: bool) -> None:
    """Not one that was begun because of it."""
    pocket: Any = Pocket()

    def hear(thought: object) -> bool:
        assert thought == "a slice"
        if other:
            pocket._slices = SimpleNamespace()
        return more

    pocket._slices = SimpleNamespace(think=lambda: "a slice", hear=hear)
    pocket.think()
    assert pocket.thinks is left


def test_a_box_is_written_where_it_is_read(tmp_path: Path) -> None:
    """Again and again, in characters of every language; of a game that keeps none, nothing."""
    box = 'format = 1\ngame = "monkey-palace"\nname = "mine"\nprovenance = "transcribed" # \u4e00\n'
    for _ in range(2):
        device = Device({"box/monkey-palace": box, "box/palm-island": "x = 1\n"})
        assert device.pocket.desk.boxes["monkey-palace"].name == "mine"
    (file,) = tmp_path.rglob("*.toml")
    assert file.read_bytes() == box.encode()
    assert "mine" in str(file)
    assert [*device.pocket._boxes] == ["monkey-palace"]
