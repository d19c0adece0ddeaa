"""Pictures for the open questions of building: one build, and what is made of it by each answer."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from palace.contract.game import Example
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.gallery import Situation
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.text import draw_build, marks_of
from palace.monkey_palace.kernel.reasons import earnings_text
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.monkey_palace.kernel.staircase import Staircase

_DATA = tomllib.loads(shipped(__package__, "questions.toml").read_text(encoding="utf-8"))

QUESTIONS: Mapping[str, Situation] = {
    name: Situation.read({"caption": name, **given}) for name, given in _DATA.items()
}
"""The build of each open question that has a picture, by the name of the ruling."""


def pictures(name: str) -> list[Example]:
    """Return what each answer to an open question makes of its build; none where it has no
    picture.

    Their names are the answers; the `svg` of their data is the build from above.
    """
    if name not in QUESTIONS:
        return []
    return [_picture(QUESTIONS[name], name, value) for value in RULINGS[name].answers]


def _picture(shown: Situation, name: str, value: str) -> Example:
    verdict = shown.verdict(Rulings.of({name: value}))
    seen = svg(shown.palace, Staircase.read(shown.staircase), verdict)
    told = earnings_text(verdict) if verdict.legal else verdict.reasons[0].text
    return Example(
        value, told, verdict,
        f"{shown.staircase}  on {shown.palace.ground.title}",
        lambda: draw_build(shown.build, marks_of(verdict.reasons)),
        {**verdict.record(), "svg": seen},
    )  # fmt: skip
