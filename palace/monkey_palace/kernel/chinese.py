"""The Chinese sentences of the referees, as `sentences` has the English ones.

The words are those of the publisher's Chinese rule book, in traditional characters.
"""

from __future__ import annotations

from collections.abc import Callable

from palace.core.verdict import Formats, Language, Rule
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.sentences import LONG_PILE, NAMED

TEXTS = {
    "start.covered": "{at}已有{height:bricks}高；樓梯必須從空的凸點開始",
    "start.on-decoration": "在{end}結束的樓梯從{at}的裝飾積木上開始；樓梯必須從地圖開始",
    "start.closed": "{at}{state:where}；樓梯必須從開放的凸點開始",
    "end": "一個拱樑也沒有",
    "end.riser": "最後一個拱樑上（{at}）還有{count:pieces}；樓梯必須以拱樑結束",
    "middle-knob": "{at}的{kind:noun}放在拱樑中間的凸點上",
    "attach": "沒有任何新積木蓋在宮殿上",
    "attach.far": (
        "沒有任何新積木蓋在宮殿上；宮殿離{at}最近的凸點是{nearest}，相距{distance:arches}"
    ),
    "attach.set-up": (
        "{at}沒有起始擺設，那裡是{there:column}；有起始擺設的話，以{wanted:column}開頭"
    ),
    "support.waiting": "在{these:both}結束的樓梯互相疊在對方上面：沒有一座能最先蓋成",
    "support.arch": "拱樑的一端懸空，在{at}上方{gap:bricks}",
    "support.piece": "{kind:noun}懸空，在{at}上方{gap:bricks}",
    "stacked": "拱樑{leaves}-{at}直接疊在相同兩個凸點之間的拱樑上",
    "stacked.above": "拱樑{leaves}-{at}位於相同兩個凸點之間的拱樑上方",
    "turn.far": "從{leaves}走到{at}，相距{distance}個拱樑；一個拱樑只能到相鄰的凸點",
    "turn.nowhere": "從{leaves}走到同一個凸點；拱樑必須到相鄰的凸點",
    "turn.back": "從{leaves}直接折返{at}",
    "turn.again": "又回到{at}",
    "path.idle": "{at}的{kind:noun}沒有支撐任何積木",
    "path.idle-top": "{at}頂上的{kind:noun}沒有支撐任何積木",
    "path.second": "拱樑{ends:dashed}屬於第二座樓梯",
    "path.side": "拱樑{ends:dashed}不在路徑上，卻用來支撐路徑",
    "path.of-none": "拱樑{ends:dashed}沒有通往任何裝飾積木",
    "path.of-two": "拱樑{ends:dashed}同時屬於在{these:both}結束的樓梯",
    "path.of-set-up": "起始擺設的拱樑{ends:dashed}成了在{these:both}結束的樓梯的一部分",
    "path.branch": "拱樑{ends:dashed}從路徑中分支出去",
    "ascend": "通往{at}的拱樑在第{lies}層，前一個在第{before}層",
    "collision.high": "{at}比{leaves}高{excess:bricks}，而拱樑是水平的",
    "collision.ground": "{at}的{kind:noun}比地面低{depth:bricks}",
    "collision.overlap": "{at}的{kind:noun}與另一個積木重疊，低了{depth:bricks}",
    "collision.doubled": "{at}的{kind:noun}與另一個{kind:noun}在同一個位置",
    "off-knob": "{at}{state:where}",
    "blocked": "{animal:noun}在{at}上",
    "supply": "你有{has:kinds}；這座樓梯需要{needed:kinds}",
    "supply.box": "盒中有{has:kinds}；這裡用了{needed:kinds}",
    "decoration.colour": "{at}的裝飾積木是{colour:colour}，但{start}是{wanted:colour}",
    "decoration.none-left": "{colour:colour}裝飾積木已用完，不能在那裡開始樓梯",
    "decoration.elsewhere": "{at}的裝飾積木不在最後一個拱樑上",
    "decoration.second": "有第二個裝飾積木",
    "decoration.astray": "{at}的{kind:noun}不在拱樑的端點上",
    "monkey.astray": "{at}的{kind:noun}不在拱樑的端點上",
    "frog.astray": "{at}的{kind:noun}不在拱樑的端點上",
    "butterfly.astray": "{at}的{kind:noun}不在裝飾積木上",
    "monkey.unmoved": "猴子在{at}上，但沒有任何樓梯有裝飾金磚",
    "monkey.early": "所有裝飾金磚都比猴子所在（{at}）的樓梯更早放置",
    "frog.place": "{at}不是所屬樓梯最低的空端點",
    "butterfly.place": "蝴蝶在{at}上，但不論依什麼順序，都有另一個裝飾積木把牠帶走",
}

REMEDIES = {
    "set-up": "在{knobs:dash}擺好兩個拱樑、一個磚塊和一個裝飾金磚",
    "begin-below": "在那裡放這座樓梯的拱樑，或從地圖開始",
    "decorate": "在這座樓梯的末端放裝飾積木，或拿走拱樑",
    "one-of-two": "只讓一座樓梯經過它，不能有兩座",
    "one-first": "先蓋完一座，再蓋下一座",
    "on-older": "放在最後一次放置金磚時已有的拱樑端點上",
    "frog-on-lowest": "放在{ends:knobs}",
    "on-highest": "放在比之前所有都高的裝飾積木上",
    "begin": "從{free:empty-knobs}開始",
    "open-knobs": "使用地圖上開放的凸點",
    "around": "繞過{at}，或等{animal:noun}離開",
    "fill": "在下面放{added:pile}",
    "fill-to": "在下面放{added:pile}{full:under}{short:short}",
    "raise": "把{leaves}墊高{excess:bricks}{full:riser}{short:short}",
    "lift": "抬高{depth:bricks}",
    "lift-or-clear": "抬高{depth:bricks}，或拿走另一個",
    "take-one": "拿走其中一個",
    "take-away": "把它拿走",
    "take-back": "把它收回",
    "spacers": "在兩端墊積木，或走別的路",
    "another-way": "走別的路",
    "neighbour": "走到{leaves}相鄰的凸點：{near:knobs}",
    "go-on": "繼續走到{near:knobs}",
    "once": "每個凸點只用一次（裁定 spiral）",
    "end-with-arch": "不放{count:it}，或再放一個拱樑",
    "lay-an-arch": "至少放一個拱樑",
    "over-free-knob": "讓樓梯經過宮殿上空的凸點",
    "over-nearest": "讓樓梯經過{nearest}",
    "use-less": "最多使用{has:kinds}",
    "use-none": "不用它，或換一種蓋法",
    "end-knob": "使用拱樑兩端的凸點",
    "arch-or-back": "把它收回，或在上面放拱樑（裁定 idle-support）",
    "arch-or-away": "把它拿走，或在上面放拱樑",
    "one-staircase": "每回合只蓋一座樓梯",
    "carry": "用磚塊和立柱支撐路徑",
    "higher": "放在第{least}層或更高",
    "right-colour": "放{wanted:colour}的裝飾積木",
    "other-colour": "從另一種顏色的凸點開始（裁定 decoration-out）",
    "on-last-arch": "放在最後一個拱樑上",
    "on-knob": "放在{end}",
    "on-arch-end": "放在拱樑的端點上",
    "on-decoration": "放在裝飾積木上",
}

COMMA = "，"

COLOUR_WORDS = {"l": "淺綠", "d": "深綠", "g": "黃金", "x": "多色"}
"""The colours of zones, decorations and cards by letter."""

NOUNS = {
    "piece": "積木",
    "arch": "拱樑",
    "brick": "磚塊",
    "column": "立柱",
    "light": "淺綠裝飾積木",
    "dark": "深綠裝飾積木",
    "gold": "裝飾金磚",
    "corner": "角落積木",
    "monkey": "猴子",
    "frog": "青蛙",
    "butterfly": "蝴蝶",
}

_WHERE = {
    "closed": "是關閉的",
    "off-map": "在地圖之外",
    "off-plate": "在底板之外",
    "off-sheet": "不在圖卡上",
    "between": "在凸點之間",
}


def either(words: list[str]) -> str:
    """Return words, the last one after `or`."""
    return "或".join(filter(None, ("、".join(words[:-1]), words[-1]))) if words else ""


def number_of(kind: str) -> Callable[[int], str]:
    """Return the format of a number with its noun, which has no plural."""
    return lambda count: f"{count}個{NOUNS[kind]}"


def _knobs(otherwise: str) -> Callable[[tuple[Knob, ...]], str]:
    return lambda knobs: either([str(knob) for knob in knobs[:NAMED]]) or otherwise


def _kinds(pieces: tuple[int, str]) -> str:
    count, kind = pieces
    return f"{count}個{NOUNS[kind]}" if count else f"0個{NOUNS[kind]}"


def _pile(pieces: str) -> str:
    """Supports as they are written, or counted where that is long."""
    if len(pieces) <= LONG_PILE:
        return pieces
    counts = ((pieces.count("c"), "column"), (pieces.count("b"), "brick"))
    return "和".join(f"{count}個{NOUNS[kind]}" for count, kind in counts if count)


def _written(sign: str) -> Callable[[tuple[object, str]], str]:
    """Return a knob with all its supports, to be copied; nothing where that is long."""
    return lambda full: f"：{full[0]}{sign}{full[1]}" if len(full[1]) <= LONG_PILE else ""


FORMATS: Formats = {
    "all": lambda knobs: " ".join(map(str, knobs)),
    "are": lambda _: "",
    "arches": number_of("arch"),
    "both": lambda these: "和".join(map(str, these)),
    "bricks": number_of("brick"),
    "colour": COLOUR_WORDS.__getitem__,
    "capital": COLOUR_WORDS.__getitem__,
    "column": lambda column: column or "空的",
    "credits": lambda count: f"{count}點猴子點數",
    "dash": lambda knobs: "-".join(map(str, knobs)),
    "dashed": "-".join,
    "empty-knobs": _knobs("開放的空凸點"),
    "it": lambda count: "它" if count == 1 else "它們",
    "kinds": _kinds,
    "knobs": _knobs("另一個凸點"),
    "noun": NOUNS.__getitem__,
    "one": lambda kind: f"一個{NOUNS[kind]}",
    "pieces": number_of("piece"),
    "pile": _pile,
    "riser": _written("+"),
    "short": lambda n: f"；需要{n[0]}個磚塊，只有{n[1]}個：改用別的蓋法" if n[0] > n[1] else "",
    "under": _written("_"),
    "where": _WHERE.__getitem__,
}

RULES = {
    "start": (
        "起始位置",
        "樓梯從地圖上開放且空的圓形凸點開始：凸點從圖卡露出，上面還沒有任何積木。起始積木可以是拱樑、磚塊或立柱。",
    ),
    "end": ("末端積木", "樓梯的最後一個積木是拱樑。末端上只放裝飾積木。"),
    "middle-knob": (
        "蓋在兩端的凸點上",
        "任何積木都可以蓋在任何凸點上，也可以蓋在裝飾積木上，但絕不能蓋在拱樑中間的2個凸點上。",
    ),
    "attach": (
        "樓梯附加",
        "至少有一個新積木蓋在這個回合之前已經在地圖上的積木上。只是放在旁邊並不算。",
    ),
    "support": (
        "樓梯支撐",
        "每個積木都必須被支撐：每個拱樑的兩端都放在凸點上，沒有任何積木懸空。",
    ),
    "stacked": (
        "禁止拱樑相疊",
        "拱樑不能直接疊在另一個拱樑上，使兩端都在那個拱樑的兩端上。只有一端放在拱樑的端點上是可以的：樓梯就是這樣上升的。",
    ),
    "turn": (
        "方向",
        "樓梯從一個凸點到下一個凸點，直走或轉90度，總是走到相鄰的凸點，即一個拱樑的距離。不能從剛放的拱樑直接折返。",
    ),
    "path": (
        "一條直達的路徑",
        "一個回合的積木從地圖到裝飾積木形成一條路徑：沒有分支，沒有第二座樓梯，沒有路徑以外的拱樑作為支撐，"
        "也沒有不支撐任何積木的磚塊或立柱。",
    ),
    "ascend": ("一路上升的拱樑", "樓梯的每個拱樑都高於前一個拱樑。每一階可以是任意高度。"),
    "collision": (
        "一個位置一個積木",
        "兩個積木不能在同一個位置。拱樑是水平的，所以它到達的凸點不能高於它離開的凸點。",
    ),
    "off-knob": (
        "在地圖的凸點上",
        "每個積木都在地圖開放的凸點上方。圖卡關閉的部分、凸點之間的圖卡和空的底板都不能使用。",
    ),
    "blocked": ("動物阻擋凸點", "動物所在的凸點上不能建造，直到動物離開。"),
    "supply": ("手上的積木", "樓梯只使用建造者擁有的積木，且不超過盒中的數量。"),
    "decoration": (
        "裝飾積木",
        "樓梯有一個裝飾積木，放在最後一個拱樑的末端，顏色是第一個凸點的地圖顏色。裝飾積木不放在其他地方。",
    ),
    "monkey": (
        "猴子",
        "放置裝飾金磚的玩家拿取猴子，並將牠放在拱樑空的端點上，不能是牠原來的位置。",
    ),
    "frog": (
        "青蛙",
        "拿取青蛙的玩家將牠放在剛建造的樓梯最低的空端點上，並從積木托盤拿取一個立柱。",
    ),
    "butterfly": ("蝴蝶", "新的裝飾積木嚴格高於其他所有裝飾積木時，帶來蝴蝶，並將牠放在上面。"),
}
"""The title and the text of each rule."""


def place(rule: Rule) -> str:
    """Return where a rule is in the rule book: `規則G`, `步驟7`."""
    if not rule.rule:
        return ""
    return f"{'步驟' if rule.rule.isdigit() else '規則'}{rule.rule}"


WORDS = {
    "earns.uses": "使用{uses}。",
    "earns.credits": "{credits:credits}：{arches:arches}。",
    "earns.highest": "{credits:credits}：{arches:arches} + 1，目前是{colour:colour}中最高。",
    "earns.decoration": "{colour:capital}裝飾積木放在{knob}。",
    "earns.bonus": "{colour:capital}裝飾積木放在{knob}，紅利卡。",
    "earns.put": "現在把{colour:colour}裝飾積木放在{knob}。",
    "earns.put-bonus": "現在把{colour:colour}裝飾積木放在{knob}，並拿取紅利卡。",
    "beside": "底板外的{count:pieces}{count:are}不判定",
    "not-audited": "沒有{map}的起始擺設，因此不判定遊戲能否蓋成這樣",
    "earns.at-least": "至少{credits:credits}：{credits:arches}。",
    "earns.height": "樓梯高度{height}；含裝飾積木的宮殿高度{palace}。",
    "columns.only": "只以這些凸點的積木判定",
    "columns.unknown": "不知道{knobs:all}上有什麼，受其影響的沒有判定：支撐、位置、附加、動物阻擋",
    "columns.supply": "沒有 --supply，沒有判定積木是否足夠：不知道盒中還有多少",
    "columns.highest": "沒有判定裝飾積木是否同色中最高（1點）：不知道其他的高度",
    "columns.rulings": "沒有判定，因為不知道宮殿的其餘部分：{names:all}",
    "mend.one": "最近的改法：{mend}。",
    "mend.either": "最近的改法：{mend}。",
    "mend.or": "{one}；或{other}",
    "mend.and": "{one}，並{other}",
    "mend.move": "把{old}的{kind:noun}移到{new}",
    "mend.replace": "把{old}的{kind:noun}換成{other:one}",
    "mend.add": "在{new}加上{kind:one}",
    "mend.take": "拿走{old}的{kind:noun}",
    "mend.swap": "把{old}的{kind:noun}與{new}的{other:noun}對調",
    "mend.level": "{knobs}（第{level}層）",
}

CHINESE = Language(TEXTS, REMEDIES, FORMATS, WORDS, RULES, place, COMMA)
