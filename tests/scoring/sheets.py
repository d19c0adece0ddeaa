"""Sheets and scores of a game that does not exist."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from palace.scoring import Line, Score, Sheet

CATEGORIES = ("fish", "stones")
TIE_BREAKERS = ("the crown", "fewest stones")

NASTY = [
    "Ana", "=1+1", "+1", "-1", "@x", '"', "a|b", "a\nb", "a\rb", "\t=x", "<b>", "*x*", "`", "\\",
    "\x1b[31m", "\u202eb", "\u738b\u5c0f\u660e", "\U0001f412" * 30, "a,b;c", "'",
    "\uff1d1", "x" * 99,
]  # fmt: skip
"""Names that some format could stumble over."""

names = st.lists(
    st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    min_size=1, max_size=5, unique=True,
)  # fmt: skip

lines = st.builds(
    Line,
    st.sampled_from(CATEGORIES),
    st.integers(-9, 99),
    st.sampled_from(NASTY),
    st.none() | st.integers(1, 40),
)
pairs = st.tuples(st.integers(0, 1), st.integers(-2, 0))


@st.composite
def scores(draw: st.DrawFn) -> Score:
    """Scores with few different totals, so that there are ties."""
    sheets = tuple(
        Sheet(name, tuple(draw(st.lists(lines, max_size=3))), draw(pairs)) for name in draw(names)
    )
    return score(sheets, finished=draw(st.booleans()))


def score(sheets: tuple[Sheet, ...], **changes: Any) -> Score:
    """A score of these sheets."""
    values: dict[str, Any] = {
        "game": "sea-side",
        "rules": "1",
        "legal": True,
        "finished": True,
        "reasons": (),
        "sheets": sheets,
        "categories": CATEGORIES,
        "tie_breakers": TIE_BREAKERS,
    }
    return Score(**values | changes)


def sheet(name: str, total: int, *ties: int) -> Sheet:
    """A sheet of one line."""
    return Sheet(name, (Line("fish", total, f"{total} fish", 3),), ties or (0, 0))


THREE = score(
    (
        Sheet("Ana", (Line("fish", 30, "a whale", 2), Line("stones", -1, "a pebble")), (0, -1)),
        sheet("Ben", 25),
        Sheet.of_total("Caro", 31, "written down", (0, 0)),
    )
)
