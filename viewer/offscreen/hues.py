"""Images in few colours, for PNG and GIF files."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_COMMON, _RARE = 4096, 256
_SETTLED = 300
"""Colours that may still change their entry when a palette is done."""


def reduce_hues(pixels: NDArray[np.uint8]) -> Image.Image:
    """Return an image (height, width, 3) in the 256 colours that fit it best, without dithering."""
    hues = Hues.of(pixels)
    return hues.reduce(hues.choose(256))


class Hues(NamedTuple):
    """The colours of an image: `found` (n, 3), how many pixels have each, and which each pixel has.

    `where` (height, width) are indices of `found`.
    """

    found: NDArray[np.uint8]
    counts: NDArray[np.int64]
    where: NDArray[np.int64]

    @classmethod
    def of(cls, pixels: NDArray[np.uint8]) -> Hues:
        """Return the colours of an image (height, width, 3)."""
        codes = _encode(pixels)
        found, where, counts = np.unique(codes, return_inverse=True, return_counts=True)
        return cls(_decode(found), counts, where.reshape(codes.shape))

    def choose(self, most: int) -> NDArray[np.uint8]:
        """Return a palette (m, 3) of the colours that fit best, at most so many.

        A colour counts by the square root of its pixels, so that a small frog keeps its pink.
        """
        if len(self.found) <= most:
            return self.found
        # Of rare hues a quarter of the steps of each channel do, and take a sixth of the time.
        close = np.where((self.counts < _RARE)[:, None], self.found & 0xFC, self.found)
        coarse, members = np.unique(_encode(close), return_inverse=True)
        shares = np.ceil(np.sqrt(np.bincount(members, self.counts))).astype(int)
        line = Image.fromarray(_decode(np.repeat(coarse, shares))[None])
        chosen = line.quantize(most, kmeans=_SETTLED, dither=Image.Dither.NONE).getpalette()
        palette = np.array(chosen, np.uint8).reshape(-1, 3)
        # Each entry becomes the commonest of its colours, so that flat areas keep theirs exactly.
        common = self.found[self.counts.argsort()[-_COMMON:]]
        palette[_find_nearest(common, palette)] = common
        return palette

    def reduce(self, palette: NDArray[np.uint8]) -> Image.Image:
        """Return the image in the colours of a palette (m, 3), without dithering."""
        nearest = _find_nearest(self.found, palette).astype(np.uint8)
        image = Image.fromarray(nearest[self.where])
        image.putpalette(palette.tobytes())
        return image


def _encode(hues: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return colours (..., 3) as numbers."""
    codes: NDArray[np.uint32] = hues.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    return codes


def _decode(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return numbers as colours (..., 3)."""
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)


def _find_nearest(hues: NDArray[np.uint8], palette: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the index of the nearest entry of a palette (m, 3) for each of the hues (n, 3)."""
    ends = palette.astype(np.float32)
    away = (ends**2).sum(axis=1) - 2 * hues.astype(np.float32) @ ends.T
    nearest: NDArray[np.int64] = away.argmin(axis=1)
    return nearest
