"""Numbers as tones: darker the more, or two-sided, with their texts and their legend."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palace.core import colours


@dataclass(frozen=True)
class Scale:
    """Tones of numbers: each tone is for the numbers from its cut up to the next cut."""

    cuts: tuple[int, ...]
    tones: tuple[str, ...]
    most: int
    signed: bool = False

    @classmethod
    def of(cls, numbers: Sequence[int], *, powers: bool = False) -> Scale:
        """Return the scale of numbers, from the least to the most.

        Tones of numbers that differ by `powers` of ten follow the square root.
        """
        shown = [value for value in numbers if value] or [1]
        least, most = min(shown), max(shown)
        count = len(colours.TONES)
        if powers:
            cuts = {max(1, math.ceil(most * (at / count) ** 2)) for at in range(count)}
        else:
            cuts = {least + math.ceil((most - least + 1) * at / count) for at in range(count)}
        every = tuple(sorted(cut for cut in cuts if cut <= most))
        return cls(every, _spread(colours.TONES, len(every)), most)

    @classmethod
    def two_sided(cls, numbers: Sequence[int], *, powers: bool = False) -> Scale:
        """Return the scale of differences: as many tones below 0 as above, and one for 0."""
        most = max((abs(value) for value in numbers), default=0)
        half = len(colours.TWO_SIDED) // 2
        count = min(half, most)
        power = 1 + powers
        tops = [max(at, math.floor(most * (at / max(count, 1)) ** power))
                for at in range(1, count + 1)]  # fmt: skip
        above = [1, *(top + 1 for top in tops[:-1])][:count]
        chosen = [half * at // count for at in range(1, count + 1)]
        below = [colours.TWO_SIDED[half - at] for at in reversed(chosen)]
        return cls(
            (*(-top for top in reversed(tops)), 0, *above),
            (*below, colours.TWO_SIDED[half], *(colours.TWO_SIDED[half + at] for at in chosen)),
            most,
            signed=True,
        )  # fmt: skip

    def tone(self, value: int) -> str:
        """Return the colour of a number."""
        return self.tones[max(bisect_right(self.cuts, value) - 1, 0)]

    def text(self, value: int) -> str:
        """Return a number as it is written on its knob, with its sign if it is a difference."""
        if not self.signed:
            return short_number(value)
        return f"{'+' if value > 0 else '-' if value < 0 else ''}{short_number(abs(value))}"

    def steps(self) -> Iterator[tuple[str, str]]:
        """Yield every tone with the numbers it is for, the least first."""
        ends = (*(cut - 1 for cut in self.cuts[1:]), self.most)
        for tone, low, high in zip(self.tones, self.cuts, ends, strict=True):
            one, other = self.text(low), self.text(high)
            yield tone, one if one == other else f"{one} to {other}"


def _spread(tones: Sequence[str], count: int) -> tuple[str, ...]:
    """Return so many of the tones, the darkest among them."""
    last = len(tones) - 1
    return tuple(tones[last - last * at // max(count - 1, 1)] for at in reversed(range(count)))


def short_number(number: int) -> str:
    """Return a number in four characters or fewer, never rounded up: 950, 1.2k, 27k, 3.4M."""
    if number < 1000:
        return str(number)
    for unit in "kMGT":
        number, rest = divmod(number, 1000)
        if number < 10:
            return f"{number}.{rest // 100}{unit}"
        if number < 1000:
            return f"{number}{unit}"
    return "many"
