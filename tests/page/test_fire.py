"""What strangers make of links, kept games and messages: it is refused, and the page stays."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from palace.files.links import packed
from palace.page import action as act
from palace.page.action import Action, read_sent
from palace.page.words import BOOK
from tests.page.test_pocket import NAME, TEXT, Device, begun
from tests.page.test_pocket import own_folder as own_folder

FAILED = BOOK.text("failed")


def flipped(data: bytes, every: int = 1) -> Iterator[bytes]:
    """Yield the bytes with one of them changed, each in turn, by a bit drawn by lot."""
    chance = random.Random(len(data))
    for at in range(chance.randrange(every), len(data), every):
        yield data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def link(data: bytes) -> str:
    return "#game=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def sound(device: Device) -> None:
    """The page is whole, nothing failed within it, and what is told is short."""
    assert {"heading", "entry", "sheet", "banners"} <= device.state.keys()
    assert FAILED not in device.text
    assert all(len(one["text"]) < 2_000 for one in device.state["banners"])
    device.send(Action("look", "language", "zh"))
    assert device.pocket.phone.view.language == "zh"
    assert device.state["count"] == device.count
    assert BOOK.say("zh", "failed") not in device.text


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_every_byte_of_a_link_in_turn(step: int) -> None:
    for data in flipped(packed(TEXT), step):
        sound(Device(link=link(data)))


@pytest.mark.parametrize("step", [60, pytest.param(1, marks=pytest.mark.slow)])
def test_every_byte_of_a_kept_game_and_of_its_draft_in_turn(step: int) -> None:
    device = begun()
    device.send(Action("tap", "c4"))
    del device.kept[f"shown/{NAME}"]
    assert device.kept.keys() == {f"game/{NAME}", f"draft/{NAME}"}
    for key, text in device.kept.items():
        for data in flipped(text.encode(), step):
            sound(Device(device.kept | {key: data.decode("utf-8", "replace")}))


@pytest.mark.parametrize(
    "draft",
    [
        "[" * 100_000,
        "null",
        "{}",
        '{"commands": 1}',
        '{"commands": ["' + "c4" * 500_000 + '"]}',
        "\x00",
    ],
    ids=len,
)
def test_a_draft_of_another_making(draft: str) -> None:
    sound(Device({f"game/{NAME}": TEXT, f"draft/{NAME}": draft}))


@pytest.mark.parametrize("version", [0, 2, 127, 255])
def test_a_link_of_an_unknown_version(version: int) -> None:
    device = Device(link=link(bytes([version]) + packed(TEXT)[1:]))
    assert f"its version is {version}" in device.text
    sound(device)


def test_a_link_of_ten_megabytes() -> None:
    device = Device(link="#game=" + "A" * 10_000_000)
    assert "it has 10,000,006 characters" in device.text
    sound(device)


def test_a_record_of_ten_thousand_turns() -> None:
    """It is refused, or shown; a step of it does not read it again."""
    head = TEXT.partition("[[turns]]")[0]
    long = head + '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\n' * 10_000
    sound(Device({f"game/{NAME}": long}))


RESULTS = [*get_args(act.Effect), *get_args(act.Result)]


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
def test_no_phone_sends_what_a_step_or_a_host_tells(kind: Any) -> None:
    """The results of effects are the host's: a message that looks like one is no action."""
    device = begun()
    before = device.pocket.desk
    for name in {kind.__name__, kind.__name__.lower(), "keep-draft", "file-changed"}:
        fields = dict.fromkeys(kind._fields, 1)
        sent = json.dumps({"do": name, "version": 0, "count": 1, **fields})
        assert read_sent(sent) is None
        device.hear(device.pocket.hear(sent))
    assert device.pocket.desk == before


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</script>", "&lt;b&gt;", "\u202eanA", "%s{0}"]
)
def test_names_that_are_markup_are_texts(name: str, tmp_path: Path) -> None:
    """They reach the page as they are, in texts, or are refused; never in a drawing's markup."""
    device = Device({f"game/{NAME}": TEXT.replace('"Ana"', json.dumps(name))})
    sound(device)
    drawings = json.dumps([device.state.get("picture"), device.state.get("plan")])
    assert "<img" not in drawings
    assert "</script" not in drawings
