"""The demo of the page without a server, as its host tells it."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from palace.files.links import game_link
from palace.page.action import Action
from palace.page.words import BOOK
from tests.page.tables import of
from tests.page.test_pocket import NAME, TEXT, Device, own_folder, turn

__all__ = ["own_folder"]


def test_the_demo_is_staircases_and_a_game_that_is_kept_once_it_is_played() -> None:
    device = Device(link="#check=d6-e6-e5", demo=[1, 2])
    assert device.state["scene"]["shows"] == "palace"
    assert device.state["entry"]["verdict"]["mood"] == "illegal"
    looks = {one.get("looks", "") for one in device.state["scene"]["solids"]}
    assert looks == {"", "fault", "hint"}  # what mends it is seen through
    device.send(Action("tap", "mend"))
    assert {one.get("looks", "") for one in device.state["scene"]["solids"]} == {""}
    assert device.state["entry"]["bar"][-1]["do"] == {"do": "demo", "name": "2"}
    begun = {"name": NAME, "link": game_link(TEXT.partition("\n[[turns]]")[0]), "demo": [2, 2]}
    device.hear(device.pocket.begin(json.dumps(begun)))
    assert not any(key.startswith("game/") for key in device.kept)
    turn(device)
    assert device.kept[f"game/{NAME}"].count("[[turns]]") == 1
    assert "demo" not in [one["looks"] for one in device.state["banners"]]
    device.hear(device.pocket.begin(json.dumps(begun | {"link": game_link(TEXT)})))
    assert device.state["banners"][-1]["looks"] == "demo"
    assert not device.state["players"]
    assert not any(one.get("turn") for one in device.state["scene"]["solids"])
    assert device.state["heading"]["menu"][-1]["items"][0]["text"] == "Other games"
    turns, build = device.state["entry"]["bar"]
    assert build["do"] == {"do": "open", "name": "found", "text": "staircase"}
    assert build["looks"] == "main"
    assert device.state["entry"]["verdict"]["title"] == "Now it is your turn"
    device.send(of(turns["do"]))
    assert len(device.state["players"]["rows"]) == 3
    assert device.state["time"]["turns"]
    assert "demo" not in [one["looks"] for one in device.state["banners"]]
    device.send(of(device.state["entry"]["bar"][-1]["do"]))
    assert device.state["entry"]["bar"][-1] == build
    device.send(of(build["do"]))
    assert device.state["heading"]["line"] == build["text"]
    assert [one["looks"] for one in device.state["banners"]] == ["demo"]
    form = {"do": "demo", "name": "3"}
    assert [key["do"] for key in device.state["entry"]["bar"]] == [form]
    told = [device.state["banners"][-1]["text"]]
    for knob in ("a4", "a3", "a2"):
        device.send(Action("tap", knob))
        told.append(device.state["banners"][-1]["text"])
    assert [text[:7] for text in told] == ["Tap a r", "Go on: ", "Go on: ", "You did"]
    assert device.state["entry"]["verdict"]["mood"] == "legal"
    solids = device.state["scene"]["solids"]
    assert not any("looks" in one for one in solids)
    assert [one["kind"] for one in solids if one.get("turn")] == ["arch", "arch", "light"]
    assert device.state["entry"]["verdict"]["uses"] == [["credit", 2]]
    assert not any("ahead" in one.get("looks", "") for one in device.state["plan"]["places"])
    another, play = device.state["entry"]["bar"]
    assert (another["do"], play["do"], play["looks"]) == (build["do"], form, "main")
    for _ in range(3):
        device.send(Action("undo"))
    device.send(of(device.state["heading"]["close"]))
    assert device.state["entry"]["bar"][-1] == build


def spot(solid: dict[str, Any]) -> tuple[object, ...]:
    """Return where a piece is, whatever it is called."""
    return tuple(solid.get(key, 0) for key in ("kind", "x", "y", "level", "turned"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_the_demo_teaches_a_rule_and_goes_on(at: int, language: str) -> None:
    """Each staircase has its own rule, one key on, and tells what mended it and what that earns."""
    say = partial(BOOK.say, language)
    link = f"#check={('c4+bb-d4', 'c4-d4', 'b4+b-c4_b')[at - 1]}"
    device = Device(link=link, demo=[at, 4], language=language)
    shown = device.state
    assert shown["heading"]["title"].startswith("Monkey Palace")
    assert shown["heading"]["line"] == say("demo-line", number=at, count=3)
    assert shown["entry"]["verdict"]["lines"] == [say(f"demo-rule-{at}")]
    assert "uses" not in shown["entry"]["verdict"]
    assert shown["banners"] == [{"text": say(f"demo-tip-{at}"), "looks": "demo"}]
    on, mends = shown["entry"]["bar"]
    assert (on["do"], "looks" in on) == ({"do": "demo", "name": str(at + 1)}, False)
    assert (mends["do"], mends["looks"]) == ({"do": "tap", "name": "mend"}, "main")
    assert (on["text"], "note" in on) == (say("demo-skip"), False)
    assert not any("ahead" in one.get("looks", "") for one in shown["plan"]["places"])
    assert device.pocket.phone.view.shows == "palace"
    assert not Device(link=link).state.get("banners")
    assert Device(link=link).pocket.phone.view.shows == "plan"
    assert "close" not in shown["heading"]
    looks = {spot(one): one.get("looks", "") for one in shown["scene"]["solids"]}
    mends = {one for one, look in looks.items() if look == "hint"}
    assert set(looks.values()) == {"", "fault", "hint"}
    other = Device(link=link)
    other.send(Action("look", "shows", "palace"))
    plain = {one["name"]: one for one in other.state["scene"]["solids"] if "looks" not in one}
    shown_as = {one["name"]: one for one in shown["scene"]["solids"]}
    paler = [name for name, one in plain.items() if one.get("tint")]
    assert paler
    assert all(shown_as[name]["tint"] != plain[name]["tint"] for name in paler)
    device.send(Action("tap", "mend"))
    shown = device.state
    assert shown["entry"]["verdict"]["lines"] == [say(f"demo-mended-{at}")]
    assert shown["banners"] == [{"text": say(f"demo-earns-{at}"), "looks": "demo"}]
    (on,) = shown["entry"]["bar"]
    assert on["text"] == say("demo-next" if at < 3 else "demo-game")
    assert on.get("note", "") == (say("demo-of", number=at + 1, count=3) if at < 3 else "")
    assert (on["do"], on["looks"]) == ({"do": "demo", "name": str(at + 1)}, "main")
    solids = shown["scene"]["solids"]
    put = {spot(one) for one in solids if one.get("turn", 0) > 0}
    assert put == mends
    assert shown["entry"]["verdict"]["used"] == say("demo-earned")
    arches = sum(one["kind"] == "arch" and one.get("turn", 0) != 0 for one in solids)
    assert shown["entry"]["verdict"]["uses"] == [["credit", arches]]
    assert not any("looks" in one for one in solids)
    assert {one["name"] for one in solids} > plain.keys()


def test_an_arch_of_the_demo_is_shown_where_it_has_to_lie() -> None:
    """With the brick below it that mends it."""
    wrong = Device(link="#check=c4-d4")
    wrong.send(Action("look", "shows", "palace"))
    (low,) = [one for one in wrong.state["scene"]["solids"] if one.get("looks") == "fault"]
    solids = Device(link="#check=c4-d4", demo=[1, 4]).state["scene"]["solids"]
    (arch,) = [one for one in solids if one.get("looks") == "fault"]
    (brick,) = [one for one in solids if one.get("looks") == "hint"]
    assert (arch["kind"], brick["kind"]) == ("arch", "brick")
    assert (arch["x"], arch["y"], arch["level"]) == (low["x"], low["y"], low["level"] + 1)
    assert (brick["x"], brick["y"], brick["level"]) == (low["x"], low["y"], low["level"])


def test_a_staircase_of_the_demo_can_be_built_on_by_taps() -> None:
    device = Device(link="#check=b4+b-c4_b", demo=[3, 4])
    device.send(Action("tap", "c5"))
    assert device.state["entry"]["verdict"].get("mood") != "legal"
    assert {"do": "undo"} in [key["do"] for key in device.state["entry"]["bar"]]
    device.send(Action("undo"))
    device.send(Action("tap", "d4"))
    assert device.state["entry"]["verdict"]["mood"] == "legal"


def test_what_is_opened_from_the_menu_of_the_demo_is_not_led() -> None:
    device = Device(link="#check=c4-d4", demo=[1, 4])
    assert [one["looks"] for one in device.state["banners"]] == ["demo"]
    device.send(Action("open", "maps"))
    assert device.state["heading"]["line"] == "Maps"
    assert "demo" not in [one.get("looks") for one in device.state["banners"]]
    device = Device(link="#check=c4-d4", demo=[1, 4])
    device.send(Action("look", "sheet", "settings"))
    assert not device.state["banners"]


def test_a_table_that_is_asked_for_answers_the_message() -> None:
    """A page holds back what it sends until all before it is answered."""
    assert Device(demo=[2, 4], link="#check=c4-d4", count=7).state["count"] == 7


def test_what_is_told_of_a_mend_is_told_of_no_other_one() -> None:
    device = Device(link="#check=c3+b-c4", demo=[1, 4])
    for knob in ("c5", "d5", "d4"):
        device.send(Action("tap", knob))
    assert device.state["entry"]["verdict"]["mood"] == "legal"
    assert "lines" not in device.state["entry"]["verdict"]


def test_another_table_that_is_opened_from_the_menu_of_the_demo_is_judged_as_ever() -> None:
    device = Device(link="#check=c4-d4", demo=[1, 4])
    device.send(Action("open", "found"))
    device.send(Action("tap", "judge"))
    assert device.state["heading"]["line"] == "Check a staircase"
    assert not device.state["banners"]


def test_an_action_for_the_staircase_before_is_refused() -> None:
    device = Device(link="#check=c4-d4", demo=[1, 4])
    before = device.state["version"]
    given = {"name": NAME, "link": "#check=c4-d4", "demo": [2, 4]}
    device.hear(device.pocket.begin(json.dumps(given)))
    assert device.state["version"] > before
    device.state["version"] = before
    device.send(Action("tap", "mend"))
    assert device.state["entry"]["verdict"]["mood"] == "illegal"


def test_a_piece_that_mends_is_shown_once_it_is_not_there() -> None:
    """A knob that is tapped adds what its arch needs, where the mend would put it, too."""
    device = Device(link="#check=c4-d4", demo=[1, 4])
    device.send(Action("tap", "d4"))
    spots = [spot(one) for one in device.state["scene"]["solids"]]
    assert len(spots) == len(set(spots))


def test_after_the_demo_a_game_is_begun() -> None:
    device = Device(demo=[5, 4])
    assert device.pocket.phone.view.shows == "plan"
    assert device.state["sheet"]["name"] == "new"
    assert device.state["sheet"]["title"] == "New game: Monkey Palace"
    device.count = device.state["count"]
    device.send(Action("open"))
    assert device.state["sheet"]["name"] == "start"


def test_a_demo_is_told_until_a_move_is_kept() -> None:
    """On the table, not on the first page."""
    text = TEXT.partition("[[turns]]")[0]
    for given, tells in (
        ({"demo": [1, 2], "link": "#check=c4-d4"}, True), ({"demo": [1, 2]}, False),
        ({"demo": [0, 0], "link": "#check=c4-d4"}, False), ({"demo": [1, 2], "text": text}, False),
        ({"demo": [2, 2], "link": game_link(text)}, False),
        ({"demo": [2, 2], "link": game_link(TEXT)}, True),
    ):  # fmt: skip
        banners = Device(**given).state.get("banners", ())
        assert any(one["looks"] == "demo" for one in banners) is tells
