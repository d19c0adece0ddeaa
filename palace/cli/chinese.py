"""What the command line says in Chinese, in traditional characters."""

from __future__ import annotations

from palace.core.verdict import Language

OUTPUT = Language(
    words={
        "legal": "合規",
        "illegal": "不合規定",
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
