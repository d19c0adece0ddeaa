"""What imports modules from packs, and goes on from a snapshot; it is packed with the library, and
worker.ts calls it in Pyodide."""

import gc
import json
import os
import random
import sys
import zlib
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location
from typing import Any, ClassVar

SITE = "/lib/python3.14/site-packages"

ROUNDS, TEXTS = 3, 3000
"""First verdicts, and texts to compile, for which Chromium compiles so much of the interpreter
that it keeps that for the next visit: a million bytes."""

code: dict[str, bytes] = {}
"""Compiled modules of packs that were unpacked, by their paths."""

files: dict[str, bytes] = {}
"""The files of packs for a snapshot, which has none, by their paths."""


class Packed(SourcelessFileLoader):
    """Loads a module from a pack; its data are files."""

    def get_data(self, path: str) -> bytes:
        """Return a compiled module, or what is in a file."""
        return code.get(path) or super().get_data(path)


class Packs:
    """Finds modules in packs: in those that are unpacked, and in others, which it unpacks."""

    later: ClassVar[dict[str, str]] = {}

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a module is, if it or a package of it is in a pack."""
        known = name
        while known and known not in cls.later:
            known = known.rpartition(".")[0]
        if known:
            from js import atOnce  # type: ignore[import-not-found]  # of worker.ts

            pack = cls.later[known]
            cls.later = {one: other for one, other in cls.later.items() if other != pack}
            unpack(zlib.decompress(atOnce(pack).to_bytes(), 31))
        room = f"{SITE}/{name.replace('.', '/')}"
        for file in (f"{room}.pyc", f"{room}/__init__.pyc"):
            if file in code:
                return spec_from_file_location(name, file, loader=Packed(name, file))
        return None


def write(file: str, data: bytes) -> None:
    """Write a file, and the folders it is in."""
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "wb") as to:
        to.write(data)


def unpack(data: bytes) -> None:
    """Take the modules of a pack, and write its other files."""
    at = data.index(b"\n") + 1
    for path, size in json.loads(data[:at]):
        file, part = f"{SITE}/{path}", data[at : at + size]
        at += size
        if path.endswith(".pyc"):
            code[file] = part
        else:
            write(file, part)


def begin(first: Any) -> None:
    """Unpack what is needed first."""
    unpack(first.tobytes())
    with open(f"{SITE}/later.json") as file:
        Packs.later = json.load(file)
    sys.meta_path.insert(0, Packs)
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # there are none; looking takes long


def keep() -> None:
    """Make a first verdict, and keep what a snapshot is to have: all files, and nothing that only
    the first page needs."""
    for _ in range(ROUNDS):
        import_module("first").first()  # it is packed beside this
    for _ in range(TEXTS):  # one by one: a long text would make memory, and the snapshot, grow
        compile("def area(wide, high=1): return [wide for one in range(high)]", "", "exec")
    for folder, _, names in os.walk(SITE):
        for name in names:
            with open(f"{folder}/{name}", "rb") as file:
                files[f"{folder}/{name}"] = file.read()
    for name, module in sys.modules.items():
        code.pop(getattr(module, "__file__", None) or name, None)
    gc.collect()


def go_on() -> None:
    """Go on from a snapshot: its files are written again, and chance is not that of its maker."""
    for file, data in files.items():
        write(file, data)
    files.clear()
    random.seed()
