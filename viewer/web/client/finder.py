"""What imports modules from packs; worker.ts runs it in Pyodide, as it is."""

import dataclasses
import json
import marshal
import os
import sys
import zlib
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

SITE = "/lib/python3.14/site-packages"


def unpack(data: bytes) -> None:
    """Write the files of a pack."""
    at = data.index(b"\n") + 1
    for path, size in json.loads(data[:at]):
        file = f"{SITE}/{path}"
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as to:
            to.write(data[at : at + size])
        at += size
    for finder in filter(None, sys.path_importer_cache.values()):
        # importlib's own loads importlib.metadata for it
        finder.invalidate_caches()  # type: ignore[attr-defined]


class Packed:
    """Finds modules that are in packs which are not unpacked yet, and unpacks these."""

    def __init__(self, at_once: Callable[[str], Any]) -> None:
        self.at_once = at_once
        self.there: set[str] = set()
        with open(f"{SITE}/later.json") as file:
            packs = json.load(file)
        self.later = {name: pack for pack, names in packs.items() for name in names}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a module is, if it or a package of it is in a pack."""
        known = name
        while known and known not in self.later:
            known = known.rpartition(".")[0]
        if not known:
            return None
        if (pack := self.later[known]) not in self.there:
            self.there.add(pack)
            unpack(zlib.decompress(self.at_once(pack).tobytes(), 31))
        room = name.rpartition(".")[0].replace(".", "/")
        return PathFinder.find_spec(name, [f"{SITE}/{room}"])


def begin(first: Any, at_once: Callable[[str], Any]) -> None:
    """Unpack what is needed first, and find the rest in packs that a function gives at once."""
    unpack(first.tobytes())
    with open(f"{SITE}/texts.bin", "rb") as file:
        texts = marshal.load(file)
    # Compiling what dataclasses write takes a third of the time of all imports.
    vars(dataclasses)["exec"] = lambda text, *names: exec(texts.get(text, text), *names)
    sys.meta_path.append(Packed(at_once))
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # there are none; looking takes long
