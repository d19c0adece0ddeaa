"""The Chinese sentences about turns and records, as `sentences` has the English ones."""

from __future__ import annotations

from palace.core.verdict import Formats, Language
from palace.monkey_palace.game.cards import Pile, pile_name
from palace.monkey_palace.game.sentences import FORMATS as ENGLISH_FORMATS
from palace.monkey_palace.kernel import chinese
from palace.monkey_palace.kernel.chinese import COLOUR_WORDS, COMMA, NOUNS, either

TEXTS = {
    "turn-order": "{at}佔了{due}的回合",
    "game-over": "遊戲已在第{ended}回合結束",
    "pass": "{at}只有在無法建造任何樓梯時才能跳過，但可以建造{staircase}",
    # What was written down of a pass.
    "pass.card": "{at}跳過，不拿取猴子卡",
    "decoration.pass": "{at}跳過，不放置裝飾積木",
    "credits.pass": "{at}跳過，不獲得猴子點數",
    "bonus.pass": "{at}跳過，不拿取紅利卡",
    "butterfly.pass": "{at}跳過，不拿取獎勵卡",
    "frog.pass": "{at}跳過，不拿取獎勵卡",
    "monkey.pass": "{at}跳過，不拿取獎勵卡",
    # What was written down of a build.
    "decoration.claim": "記錄的是{said:colour}，但第一個凸點是{right:colour}",
    "credits": "記錄的是{said:credits-were}，這座樓梯獲得{right}",
    "bonus.earned": "這座樓梯獲得紅利卡，記錄卻相反",
    "bonus.none": "這座樓梯沒有獲得紅利卡，記錄卻相反",
    "bonus.none-left": "這座樓梯應獲得紅利卡，但已用盡，記錄卻相反",
    "butterfly.unearned": "這個裝飾積木沒有嚴格高於其他所有裝飾積木",
    "butterfly.claim": "蝴蝶在{right}的新裝飾積木上",
    # Cards.
    "card-colour": "猴子卡{at}是{colour:colour}，裝飾積木是{decoration:colour}",
    "card-cost": "猴子卡的費用是{cost}，這座樓梯獲得{earned}",
    "card-cost.at-most": "猴子卡的費用是{cost}，這座樓梯最多獲得{earned}",
    "card-pile.unknown": "沒有{pile:pile}這個牌堆",
    "card-pile.twice": "從同一個牌堆拿取兩張：{pile:cards}",
    "card-pile.taken": "猴子卡@{name}已被拿走",
    "card-pile.empty": "{pile:cards}已用盡，原有{size}張",
    "card-pile.stranger": "{deck}沒有猴子卡{at}",
    "card-pile.covered": "{pile:cards}最上方的是@{top}",
    "card-pile.all-gone": "全部{count}張猴子卡已用盡",
    "card-pile.unlisted": "使用中的牌庫沒有猴子卡@{name}",
    "card-slot.covered": "位置{slot}已有猴子卡，而{free:slots}是空的",
    "card-slot.full": "{count}個位置都有猴子卡，卻沒有指定要覆蓋哪一個",
    # Where animals are put.
    "frog.not-lowest": "{at}不是這座樓梯最低的空端點",
    "frog.not-free": "{at}不是拱樑空的端點",
    "frog.no-column": "積木托盤沒有立柱，不能拿取青蛙",
    "frog.unplayed": "這場遊戲沒有{animal:noun}",
    "monkey.unheld": "{animal:noun}在{at}上，但沒有玩家持有牠的獎勵卡",
    "frog.unheld": "{animal:noun}在{at}上，但沒有玩家持有牠的獎勵卡",
    "butterfly.unheld": "{animal:noun}在{at}上，但沒有玩家持有牠的獎勵卡",
    "butterfly.unplayed": "這場遊戲沒有{animal:noun}",
    "monkey": "放置了金磚：必須將猴子放在拱樑空的端點上",
    "monkey.no-gold": "沒有放置裝飾金磚",
    "monkey.not-free": "{at}不是拱樑空的端點",
    "monkey.stays": "猴子已經在{at}上",
    # What a score sheet holds.
    "bonus.too-many": "{at}有{taken:bonus-cards}，盒中只剩{left}張",
    "monkey.held": "{at}持有{trophy:noun}獎勵卡，但{holder}已經持有",
    "butterfly.held": "{at}持有{trophy:noun}獎勵卡，但{holder}已經持有",
    "frog.held": "{at}持有{trophy:noun}獎勵卡，但{holder}已經持有",
    "butterfly.held-unplayed": "{at}持有{trophy:noun}獎勵卡，但這場遊戲沒有",
    "frog.held-unplayed": "{at}持有{trophy:noun}獎勵卡，但這場遊戲沒有",
}

REMEDIES = {
    "due": "輪到{due}",
    "leave-turn-out": "刪去這個回合",
    "leave-out": "刪去 {field}",
    "write": "{field} = {right:toml}",
    "build": "建造，例如{staircase}",
    "that-colour": "拿取{decoration:colour}或多色的猴子卡",
    "cheaper": "最多拿取{earned:credits}的猴子卡",
    "piles": "牌堆有{piles:piles}",
    "one-of-a-pile": "每回合從每個牌堆只拿取一張",
    "known-card": "輸入 list 查看牌庫的猴子卡；或照樣拿取，當作牌庫缺少的卡",
    "top-card": "拿取@{top}",
    "another-card": "拿取另一張猴子卡",
    "write-card": "拿取牌庫中的一張，或把猴子卡寫出來：3g 2* each 1a",
    "leave-card-out": "不拿這張猴子卡",
    "free-slot": "放在{free:on}",
    "name-slot": "加上 on 1、on 2、on 3 或 on 4",
    "frog-on": "{ends:frog}",
    "add-monkey": '加上 monkey = "..."',
    "hold": '寫下誰持有：found 中的 trophies = ["{animal}"]，或將牠移開宮殿',
    "free-end": "放在{ends:ends}",
    "no-free-end": "沒有其他空的端點：刪去 monkey，牠留在原處",
    "move-on": "移到另一個端點（裁定 monkey-stay）",
    "add-trophy": '在 trophies 加上 "{animal}"',
    "bonus-at-most": "所有玩家合計最多{most}張",
    "one-holder": "只有一位玩家持有{trophy:noun}獎勵卡，且只有一張",
    "add-or-take-trophy": '在最上方的 trophies 加上 "{trophy}"，或從{at}拿走',
}


def _cards(pile: Pile) -> str:
    """Return a pile in words, as `3點黃金猴子卡`."""
    cost, colour = pile
    return f"{cost}點{COLOUR_WORDS[colour]}猴子卡"


FORMATS: Formats = {
    "bonus-cards": lambda count: f"{count}張紅利卡",
    "cards": _cards,
    "credits-were": lambda count: f"{count}點猴子點數",
    "ends": lambda knobs: either([*map(str, knobs)]),
    "frog": lambda knobs: "或".join(f'frog = "{knob}"' for knob in knobs),
    "on": lambda slots: f"位置{either([*map(str, slots)])}",
    "pile": pile_name,
    "piles": lambda piles: "、".join(map(pile_name, piles)),
    "slots": lambda slots: f"位置{either([*map(str, slots)])}",
    "toml": ENGLISH_FORMATS["toml"],
    # Of words.
    "any-colour": lambda letter: COLOUR_WORDS[letter] if letter else "任意顏色",
    "those-piles": lambda piles: " ".join(piles) or "沒有",
    "listed": "、".join,
    "none-of": lambda kinds: "、".join(NOUNS[kind] for kind in kinds),
    "short": lambda short: "，".join(
        f"應得{due}個{NOUNS[kind]}，只剩{left}個" for due, kind, left in short
    ),
}

WORDS = {
    # What a player is asked.
    "ask.build": "建造（例如 c4+b-d4，或 pass 跳過；hint、list、show、help）> ",
    "ask.cards": (
        "猴子卡（{count:credits}，{colour:any-colour}或多色；list；例如 3g 2* each 1b；"
        "以逗號或空格分開；Enter 不拿）> "
    ),
    "ask.cards-of-deck": (
        "猴子卡（{count:credits}，{colour:any-colour}或多色；list；@編號或 3g 2* each 1b；"
        "以逗號或空格分開；Enter 不拿）> "
    ),
    "ask.animal": "{animal:noun}放在哪裡？{ends}其中之一> ",
    "ask.take-animal": (
        "要拿取{animal:noun}嗎？一個立柱，少{less}根香蕉。可放在{ends}；Enter 不拿> "
    ),
    "ask.where": "{animal:noun}放在哪裡？",
    "ask.type": "輸入{ends}其中之一",
    "help.build": (
        "c4+b-d4      一座樓梯：依序寫出凸點，每兩個之間一個拱樑\n"
        "c4 d4, c4d4  同上，不寫連字號；會提供缺少的支撐\n"
        "+b           放在凸點上，在下一個拱樑之前：b 磚塊，c 立柱（3個磚塊）\n"
        "_cb          放在拱樑末端下面，例如 c4-d4_b\n"
        "c4+b-d4 !    雖然不合規定，仍然建造\n"
        "pass         無法建造時跳過"
    ),
    "help.cards": (
        "@17          牌庫中這個編號的猴子卡；後面加 on 2：放在位置2\n"
        "3g 2*        3點的猴子卡，黃金，2根香蕉；l 淺綠，d 深綠，x 多色\n"
        "... each 1b  以及供給：單次 once 1a2b，回合 each 1b\n"
        "Enter        不拿；多張以逗號或空格分開\n"
        "... !        雖然有錯，仍然拿取"
    ),
    "help.animal": (
        "d4           拱樑空的端點的凸點\n"  #
        "d4 !         雖然有錯，仍然放在那裡"
    ),
    "turn.title": "第{number}回合，{name}",
    "turn.first": "{name}是1號玩家，先開始（1號是最近吃過香蕉的玩家）。",
    "turn.hand": "手上{pieces}",
    "turn.hand-unknown": "手上的積木不明",
    "turn.tray": "托盤{pieces}",
    "turn.last": "最後一輪",
    "list.begin": "樓梯可以從這些凸點開始：{knobs}",
    "list.piles": "牌堆最上方的猴子卡：{piles:those-piles}",
    "list.cards": "只能拿取牌堆最上方的猴子卡：",
    "legend": (
        "3d：3個磚塊高，上面是深綠裝飾積木（l 淺綠，g 黃金）；m 猴子，f 青蛙，y 蝴蝶；"
        ".l：空的，淺綠；-- |：拱樑"
    ),
    # What came of a turn.
    "outcome.passes": "{name}跳過",
    "outcome.legal": "{name}：{count:credits}，{colour:colour}",
    "outcome.illegal": "{name}：已保留，不合規定",
    "outcome.takes": "拿取 {cards}",
    "outcome.given": "獲得 {pieces}",
    # Commands.
    "command.show": "宮殿，包括輸入的樓梯，以及所有玩家的積木",
    "command.hint": "以手上的積木能建造的最佳樓梯",
    "hint.none": "無法建造：跳過",
    # What a turn brought.
    "passes": "跳過",
    "gains.credits": "{count:credits}",
    "gains.highest": "{colour:colour}中最高",
    "gains.colour": "{colour:colour}",
    "gains.colourless": "沒有裝飾積木",
    "gains.bonus": "紅利卡",
    "gains.monkey": "猴子",
    "gains.frog": "青蛙",
    "gains.butterfly": "蝴蝶",
    # Corrections of a record that drifted from the table.
    "drift.none": "每個回合都合規，並且結束時就是這個桌面",
    "drift.illegal": "結束時就是這個桌面，但不是每個回合都合規；{found}",
    "drift.other": "結束時不是這個桌面；{found}",
    "drift.found": "只改一個回合就能解釋的更正，最近的在前：",
    "drift.lost": "只改一個回合無法解釋",
    "correct.other": "第{turn}回合（{player}）：{new}，不是{old}",
    "correct.more": "第{turn}回合（{player}）：還有{new}",
    "correct.less": "第{turn}回合（{player}）：沒有{old}",
    "correct.missing": "缺少第{turn}回合：{player}建造了{new}",
    "correct.extra": "第{turn}回合是多餘的：{player}沒有建造{old}",
    "correct.legal": "這樣每個回合都合規",
    "correct.illegal": "這樣不合規定的是第{turns:listed}回合（{first}）",
    # Why the last round has begun.
    "delivery.recurring": "回合供給",
    "delivery.one-time": "單次供給",
    "delivery.frog": "青蛙帶來的立柱",
    "ending.short": "第{turn}回合：{name}無法獲得全部的{what}：{short:short}",
    "ending.found": "記錄開始之前已經開始",
    "ending.empty": "第{turn}回合：積木托盤沒有{kinds:none-of}",
    "ends.with": "在{name}的回合之後結束：{ending}",
    "ends.unknown": "不知道何時結束：請為所有玩家寫下 start 和 each，或 finished = true",
    "ends.tray": "當一位玩家無法獲得應得的全部積木時結束；積木托盤有{tray}",
    "ends": "當一位玩家無法獲得應得的全部積木時結束",
    # What was not checked.
    "unchecked.found": "記錄從遊戲中途開始：誰建造了宮殿，以及之前獲得和拿取了什麼，都不知道",
    "unchecked.player": "不知道{name}當時有什麼：缺少 found",
    "unchecked.astray": "有玩家持有{animal:noun}，但不知道牠在哪裡",
    "unchecked.rulings": "這些裁定對這個記錄沒有影響：{names:listed}",
    "unchecked.frog": "持有者再次拿取青蛙沒有影響：第{turns:listed}回合",
    "unchecked.turns": "沒有回合可以檢查",
    "unchecked.pieces": (
        "沒有檢查{names:listed}的積木，也沒有檢查托盤剩下的積木：缺少 start 或 each"
    ),
    "unchecked.deck": "{deck}只有{count}張猴子卡中的{filled}張：沒有檢查它缺少的卡",
    "unchecked.piles": "不知道猴子卡是否在牌堆最上方：第{turns:listed}回合",
    "unchecked.passes": "沒有檢查是否必須跳過：第{turns:listed}回合",
    "unchecked.monkey": "不知道猴子放在哪裡：第{turns:listed}回合",
    "stopped": "停在第{turn}回合：這個回合不合規定",
    # Points.
    "points.card": "猴子卡 {card}",
    "points.bonus": "紅利卡",
    "points.before": "{cause}，之前獲得",
    "points.earlier": "之前拿取的猴子卡上的香蕉",
    "points.trophy": "持有{trophy:noun}獎勵卡",
    "points.trophy-since": "從第{turn}回合起持有{trophy:noun}獎勵卡",
}

RULES = {
    "turn-order": ("回合順序", "玩家依玩家圖板的順序，以順時針方向進行回合。"),
    "game-over": (
        "遊戲結束",
        "當一位玩家無法獲得應得的全部積木後，進行完這一輪，遊戲結束；不再進行任何回合。",
    ),
    "pass": (
        "跳過",
        "玩家只有在無法以自己的積木建造任何合規樓梯時才能跳過。玩家仍然拿取回合供給。",
    ),
    "card-colour": ("猴子卡的顏色", "拿取的猴子卡與剛放置的裝飾積木顏色相同，或是多色的。"),
    "card-cost": ("猴子卡的費用", "一個回合的所有猴子卡，費用合計不超過這座樓梯的猴子點數。"),
    "card-pile": ("每個牌堆一張", "只能拿取牌堆最上方的猴子卡，每回合每個牌堆一張。"),
    "card-slot": (
        "玩家圖板的位置",
        "玩家圖板有四個位置。新的猴子卡放在空的位置；全部都有卡之後，覆蓋在之前的猴子卡上。",
    ),
    "bonus": (
        "紅利卡",
        "樓梯中磚塊和立柱連續達五個磚塊高，獲得一張紅利卡；立柱算三個，拱樑不算。",
    ),
    "credits": (
        "猴子點數",
        "這個回合放置的每個拱樑是一點猴子點數；如果裝飾積木目前是該顏色中最高的，再加一點。",
    ),
}
"""The title and the text of each rule."""

CHINESE = chinese.CHINESE.plus(Language(TEXTS, REMEDIES, FORMATS, WORDS, RULES, comma=COMMA))
