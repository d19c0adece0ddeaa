"""Packs the standard library, palace and its packages; run by pack.mjs, in Pyodide."""

import ast
import gzip
import io
import json
import marshal
import zipfile
from importlib import _bootstrap_external as bootstrap
from pathlib import Path

SITE, WHEELS = Path("/site"), Path("/wheels")
PACKAGES = Path("/packages")
UNUSED = (
    "/tests/ /test_ /pydantic/v1/ /pydantic/deprecated/ /palace_viewer .dist-info/ .data/ .pyi "
    ".npz /palace/cli/ /palace/__main__ py.typed"
).split()
"""Parts of paths: what no page imports."""

ROOMS = {
    "palace/palm_island/": "palm", "palace/cooper_island/": "cooper", "palace/": "monkey",
    "pydantic": "pydantic", "annotated_types": "pydantic", "typing_": "pydantic",
    "networkx/": "networkx",
}  # fmt: skip
"""The packs of what is not in the first ones, by how paths begin; all else is in `more`."""

PYTHON = """\
Python

Python Software Foundation License Version 2: https://docs.python.org/3/license.html

Pyodide, which is Python for browsers, unchanged

Mozilla Public License Version 2.0: https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide"""

FIRST = """
import dataclasses, json, sys
texts = []  # that dataclasses write
dataclasses.exec = lambda text, *names: (texts.append(text), exec(text, *names))
from palace.page.pocket import Pocket
pocket = Pocket()
state = {}
for language in ("zh", "en"):
    told = pocket.begin(json.dumps({"name": "game-1.toml", "language": language}))
    state[language] = json.loads(told)[-1]["news"]
count = 0
def send(**action):
    global count
    count += 1
    sent = {**action, "version": pocket.desk.version, "count": count}
    told = json.loads(pocket.hear(json.dumps(sent)))
    for one in told:
        if "save" in one:
            told += json.loads(pocket.saved(one["save"]["number"], one["save"]["name"]))
    return told
send(do="open", name="new", text="monkey-palace")
send(do="begin")
send(do="tap", name="a1")
told = send(do="tap", name="a2")[-1]
assert told["news"]["entry"]["verdict"]["mood"], told
origins = {name: getattr(one.__spec__, "origin", "") for name, one in sys.modules.items()}
frozen = [name for name, origin in origins.items() if origin == "frozen"]
told = {"state": state, "modules": [*sys.modules], "frozen": frozen, "texts": texts}
json.dumps(told, ensure_ascii=False)
"""
"""The first page, a game, and its first verdict."""


def stripped(source: bytes) -> ast.Module:
    """Return a module without its docstrings; those of classes are short, as dataclasses would
    write long ones."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        match node.body:
            case [ast.Expr(ast.Constant(str()) as text), *_]:
                text.value = "."
    return tree


def compiled(name: str, source: bytes) -> bytes:
    code = compile(stripped(source), name, "exec", dont_inherit=True)
    return bytes(
        bootstrap._code_to_hash_pyc(  # type: ignore[attr-defined]
            code, b"\0" * 8, False
        )
    )


def made(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files by their paths with modules compiled."""
    return {
        f"{path}c" if path.endswith(".py") else path:
            compiled(path, data) if path.endswith(".py") else data
        for path, data in sorted(files.items())
    }  # fmt: skip


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as an archive that is not compressed in itself."""
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as packed:
        for path, data in made(files).items():
            packed.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data)
    return to.getvalue()


def joined(files: dict[str, bytes]) -> bytes:
    """Return files as one: a line of JSON with the path and the size of each, and what is in
    them."""
    ready = made(files)
    head = json.dumps([[path, len(data)] for path, data in ready.items()], separators=(",", ":"))
    return b"\n".join((head.encode(), b"".join(ready.values())))


def kept(name: str, data: bytes) -> list[object]:
    """Write a pack; return its name and its bytes."""
    packed = gzip.compress(data, 9, mtime=0)
    (SITE / name).write_bytes(packed)
    return [name, len(packed)]


def read(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as packed:
        names = [name for name in packed.namelist() if not name.endswith("/")]
        return {name: packed.read(name) for name in names}


def module_of(path: str) -> str:
    return path.partition(".")[0].removesuffix("/__init__").replace("/", ".")


def unpacked() -> dict[str, bytes]:
    """Return what is used of the wheels, and put it where it can be imported."""
    files: dict[str, bytes] = {}
    for wheel in sorted(WHEELS.glob("*.whl")):
        for path, data in read(wheel).items():
            if not any(part in f"/{path}" for part in UNUSED):
                files[path] = data
    for path, data in files.items():
        (PACKAGES / path).parent.mkdir(parents=True, exist_ok=True)
        (PACKAGES / path).write_bytes(data)
    return files


def licences() -> str:
    """Return the licences of what the packs hold."""
    texts = [PYTHON]
    for wheel in sorted(one for one in WHEELS.glob("*.whl") if not one.name.startswith("palace")):
        for path, data in read(wheel).items():
            if "/licenses/" in path:
                texts.append(f"{wheel.name.partition('-')[0]}\n\n{data.decode()}")
    return "\n\n".join(["", *texts])


def packed(files: dict[str, bytes], trial: str) -> None:
    """Write the packs, after what a trial told: the modules that are needed first."""
    told = json.loads(trial)
    loaded = set(told["modules"])

    def room(path: str) -> Path:
        """Return the package in which data are, also those in a folder of it."""
        folder = Path(path).parent
        return folder if f"{folder}/__init__.py" in files else folder.parent

    text = json.dumps(told["state"], ensure_ascii=False)
    (SITE / "first.json").write_text(text, encoding="utf-8")
    with (SITE / "licences.txt").open("a", encoding="utf-8") as to:
        to.write(licences())
    frozen = set(told["frozen"])  # these are in the interpreter itself
    known = read(Path("/library.zip"))
    library = {path: data for path, data in known.items() if module_of(path) not in frozen}
    first_library = {path: data for path, data in library.items() if module_of(path) in loaded}
    rooms = {Path(path).parent for path in files if module_of(path) in loaded}
    first = {
        path: data
        for path, data in files.items()
        if (module_of(path) in loaded if path.endswith((".py", ".so")) else room(path) in rooms)
    }
    later: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        if path not in first:
            found = next((name for room, name in ROOMS.items() if path.startswith(room)), "more")
            later.setdefault(found, {})[path] = data
    later["library"] = {path: data for path, data in library.items() if path not in first_library}
    there = {
        module_of(path): f"{name}.gz"
        for name, own in later.items()
        for path in own
        if path.endswith(".py")
    }
    modules: dict[str, list[str]] = {f"{name}.gz": [] for name in later}
    for module, name in sorted(there.items()):
        if there.get(module.rpartition(".")[0]) != name:  # its package tells
            modules[name].append(module)
    first["later.json"] = json.dumps(modules).encode()
    texts = {text: compile(text, "<string>", "exec", dont_inherit=True) for text in told["texts"]}
    first["texts.bin"] = marshal.dumps(texts)
    packs = [
        kept("first-library.gz", zipped(first_library)), kept("first.gz", joined(first)),
    ]  # fmt: skip
    rest = [kept(f"{name}.gz", joined(own)) for name, own in later.items()]
    (SITE / "packs.json").write_text(json.dumps({"first": packs, "rest": rest}), encoding="utf-8")
