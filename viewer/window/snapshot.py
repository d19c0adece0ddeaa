"""Pictures of the window as files, under a name that is still free."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palace.core.errors import InputError, Problem
from palace.files.writing import write_whole

_MOST = 999


def png_of(pixels: NDArray[np.uint8]) -> bytes:
    """An image (height, width, 3) as a PNG file."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def save(pixels: NDArray[np.uint8], folder: Path) -> str:
    """Write an image as `palace-1.png`, or with the next number that is free; returns the name.

    Raises `InputError` where nothing can be written.
    """
    for number in range(1, _MOST + 1):
        path = folder / f"palace-{number}.png"
        if not path.exists():
            write_whole(path, png_of(pixels))
            return str(path)
    raise InputError(Problem(str(folder), f"it holds {_MOST} pictures already", "move them away"))
