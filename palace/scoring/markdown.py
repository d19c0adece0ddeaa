"""A score as a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palace.scoring.cells import seen
from palace.scoring.score import Score


def markdown_text(score: Score) -> str:
    """A heading, a table with the best player first (winners bold), and the outcome."""
    about = ", ".join(escaped(part) for part in (score.day, score.place or "") if part)
    rows = []
    for standing, sheet in score.ranking:
        name = escaped(sheet.name)
        name = f"**{name}**" if sheet.name in score.winners else name
        points = [sheet.subtotal(category) for category in score.categories]
        cells = ["" if value is None else str(value) for value in points]
        rows.append([f"{standing.rank}", name, *cells, str(sheet.total)])
    heads = ["rank", "player", *map(escaped, score.categories), "total"]
    sentences = [f"{escaped(sentence)}." for sentence in score.outcome]
    if not score.legal:
        count = len(score.reasons)
        sentences.append(f"Not legal: {count} {'reason' if count == 1 else 'reasons'}.")
    parts = [f"## {escaped(score.title)}", about, table(heads, rows), "  \n".join(sentences)]
    return "\n\n".join(part for part in parts if part) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int] = (1,)) -> str:
    """A Markdown table of cells that are escaped already; `texts` are columns not of numbers."""
    rules = ["---" if at in texts else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rules, *rows))


def escaped(text: str) -> str:
    """`text` on one line, signs that mean something to Markdown or HTML marked as plain."""
    return re.sub(r"([\\`*_{}\[\]<>()#|~&!])", r"\\\1", seen(text))
