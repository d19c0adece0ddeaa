"""What the command line says in Chinese, in traditional characters."""

from __future__ import annotations

from palace.core.verdict import Language

OUTPUT = Language(
    words={
        "legal": "合規",
        "sound": "蓋法合規",
        "illegal": "不合規定",
        "open": "無法判定",
        "for": "{what}，{player}",
        "on": "{what}  {map}",
        "turn": "第{turn}回合：",
        "level": "（第{level}層）",
        "because": "{what}；{rule}",
        "more-reasons": "還有{count}項：--json 全部列出",
        "more": "詳情：palace explain {code}",
        "note": "註：{text}",
    }
)

_NOUNS = {"turn": "回合", "move": "動作"}


def _noun(noun: str) -> str:
    return _NOUNS.get(noun, noun)


DIALOGUE = Language(
    words={
        "resumed": "接著先前輸入的繼續：{answers}（back：重新開始）",
        "again": "重新開始這個{noun:noun}",
        "gone": "{file}被移除或更改：{moves:counted}的遊戲不在裡面",
        "not-saved": "沒有保存",
        "saved": "已保存在 {file}：{moves:counted}",
        "keep-it-all": "仍然保留嗎？",
        "offered": "只按 Enter：{answer}",
        "insist": "要仍然保留，輸入：{answer} !",
        "help.list": "有哪些可以回答",
        "help.undo": "收回最後一個{noun:noun}；undo 2 收回兩個",
        "help.replace": "重新輸入第3個{noun:noun}；之後的全部重新判定",
        "help.score": "目前的得分",
        "help.quit": "離開；到最後一個{noun:noun}為止都已保存",
        "help.back": "back：重新開始這個{noun:noun}",
        "over": "遊戲結束",
        "over-by": "遊戲結束：{ending}",
        "to-see": "輸入 {name} 查看：{help}",
        "or": "{words} 或 {last}",
        "no-further": "不再進行任何{noun:noun}；輸入 {offered}",
        "none-back": "沒有{noun:noun}可以收回",
        "taken-back": "{player}：已收回{move}",
        "after-it": "之後{moves:counted}：{bad:bad}",
        "keep-it": "保留嗎？",
        "yes-no": "{question}（yes 或 no）> ",
        "written-again": "{file} 不見了，已重新寫入",
        "as-it-was": "原來的檔案（含註解）：{file}",
        "save-in": "保存在另一個檔案（檔名；Enter：不保存）> ",
        "goes-on": "遊戲繼續保存在 {file}",
        "ask-column": "{knob}：高度（磚塊數）和最上面的積木（0、1E、3d、2Wm；? 不知道）> ",
        "column": "第{column}欄：{what}",
        "type-help": "輸入 help 查看指令",
        "lacks.pad": "{game}沒有計分表",
        "lacks.samples": "{game}沒有範例紀錄",
        "lacks.box": "{game}沒有可輸入的遊戲盒",
        "lacks.sheets": "{game}沒有可列印的紙張",
        "lacks.drawing": "{game}沒有可畫的東西",
    },
    formats={
        "bad": lambda bad: f"{bad}個不合規定" if bad else "全部合規",
        "counted": lambda moves: f"{moves[0]}個{_noun(moves[1])}",
        "noun": _noun,
    },
)
