"""How values are written in the Chinese sentences of reasons, `sentences-zh.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from palace.core.verdict import Formats
from palace.files.sentences import language
from palace.palm_island.cards import TRACKER, Cost, Resources

_GOODS = ("木", "魚", "石")
_DOING = {
    "store": "儲存", "rotate": "旋轉", "flip": "翻面", "buy": "購買", "recruit": "招募",
}  # fmt: skip
_SIDES = ("正面", "正面轉半圈", "背面", "背面轉半圈")
_COUNTED = {
    "points": "分", "upgrades": "次升級", "stored": "個儲存的資源", "logs": "個儲存的木",
    "fish": "個儲存的魚", "stone": "個儲存的石", "cards": "張儲存的牌",
}  # fmt: skip


def _resources(some: Resources) -> str:
    parts = [f"{count}{name}" for count, name in zip(some, _GOODS, strict=True) if count]
    return "".join(parts) or "不用支付"


def _cost(cost: Cost) -> str:
    return "或".join(map(_resources, cost))


def _cards(cards: Iterable[tuple[object, ...]]) -> str:
    found = []
    for card, gives, *name in cards:
        whose = f"{name[0]}的" if name and name[0] else ""
        found.append(f"{whose}{card}（{_resources(cast('Resources', gives))}）")
    return "、".join(found) or "沒有"


def _counted(what: str) -> str:
    return _COUNTED.get(what, f"次{what}的升級")


FORMATS: Formats = {
    "actions": lambda actions: "、".join(
        f"{_DOING[kind]}（{_cost(cost)}）" for kind, cost in actions
    ),
    "card": lambda card: "輪次卡" if card == TRACKER else str(card),
    "cards": _cards,
    "cards_are": lambda count: f"{count}張牌",
    "cost": _cost,
    "could": lambda cards: "可以" if len(cards) == 1 else "各自可以",
    "counted": _counted,
    "criteria": lambda needs: "、".join(f"{least}{_counted(what)}" for what, least in needs),
    "doing": _DOING.__getitem__,
    "levels": lambda ends: f"等級{ends[1]}" if ends[0] == ends[1] else f"等級{ends[0]}到{ends[1]}",
    "names": "、".join,
    "list": lambda entries: "、".join(map(str, entries)),
    "nth": lambda place: f"第{place}張",
    "or": lambda entries: "或".join(map(str, entries)),
    "or_no": lambda count: str(count or "沒有"),
    "or_none": lambda entries: "、".join(map(str, entries)) or "沒有",
    "or_nothing": lambda entries: "、".join(map(str, entries)) or "沒有",
    "outposts": lambda count: "前哨",
    "pay": lambda paid: f"{_cards(paid)}付得太少" if paid else "什麼也沒付",
    "payers": lambda cards: _cards(cards) if cards else "支付的牌",
    "payments": lambda ways: "，或".join(f"支付{'、'.join(map(str, cards))}" for cards in ways),
    "points": lambda count: f"{count}分",
    "resets": lambda cards: "或".join(f"扶正{card}" for card in cards),
    "resources": _resources,
    "s": lambda names: "",
    "side": _SIDES.__getitem__,
    "villagers": lambda count: "村民",
    "words": lambda cards: "、".join(map(str, cards)),
}

CHINESE = language(__package__, "sentences-zh.toml", FORMATS, comma="\N{FULLWIDTH COMMA}")
