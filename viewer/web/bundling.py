"""What the page's client is bundled with: colours, forms of its state, its own sentences, pieces.

`python -m palace_viewer.web.bundling FOLDER` writes them into a copy of `viewer/web/client`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

from palace.core import colours
from palace.core.verdict import LANGUAGES

from ..forms import write_forms
from ..instances import pieces_glb


def write_parts(folder: Path) -> None:
    """Write `colours.css`, `src/forms.ts`, `src/strings.json` and `pieces.glb` into a folder."""
    (folder / "src").mkdir(exist_ok=True)
    (folder / "colours.css").write_text(write_colours(), encoding="utf-8")
    (folder / "src" / "forms.ts").write_text(write_forms(), encoding="utf-8")
    (folder / "src" / "strings.json").write_text(write_strings(), encoding="utf-8")
    (folder / "pieces.glb").write_bytes(pieces_glb())


def write_colours() -> str:
    """Return the colours of places and faults as custom properties of CSS."""
    own = {f"zone-{letter}": tint for letter, tint in colours.ZONES.items()}
    own |= {f"on-{letter}": tint for letter, tint in colours.ON_ZONES.items()}
    for name, tints in (
        ("tone", colours.TONES), ("on-tone", colours.ON_TONES), ("two", colours.TWO_SIDED),
    ):  # fmt: skip
        own |= {f"{name}-{number}": tint for number, tint in enumerate(tints)}
    own["fault"] = colours.FAULT
    lines = (f"  --{name}: {tint};\n" for name, tint in own.items())
    return f":root {{\n{''.join(lines)}}}\n"


def write_strings() -> str:
    """Return the client's own sentences, by language and key, as JSON."""
    texts = {name: files(__package__) / f"words-client-{name}.toml" for name in LANGUAGES}
    found = {name: tomllib.loads(text.read_text("utf-8")) for name, text in texts.items()}
    return json.dumps(found, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    write_parts(Path(sys.argv[1]))
