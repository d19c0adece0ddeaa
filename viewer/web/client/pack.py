"""Packs the standard library, palace and its packages; run by pack.mjs, in Pyodide."""

import ast
import io
import json
import sys
import zipfile
from importlib import _bootstrap_external as bootstrap
from pathlib import Path

SITE, WHEELS = Path("/site"), Path("/wheels")
PACKAGES = Path("/packages")
UNUSED = (
    "/tests/ /test_ /pydantic/v1/ /pydantic/deprecated/ /palace_viewer /licenses/ .pyi .npz "
    "/RECORD /pygments/lexers/ /pygments/formatters/ /palace/cli/"
).split()
"""Parts of paths: what no page imports."""

UNUSED_LIBRARY = frozenset(
    "_pyrepl ctypes curses dbm doctest ensurepip idlelib multiprocessing pydoc pydoc_data smtplib "
    "sqlite3 test tkinter turtle turtledemo unittest venv wsgiref xmlrpc".split()
)

ENCODINGS = {f"encodings.{name}" for name in ("idna", "latin_1", "utf_8_sig")}
"""Those that are asked for by their names; no other can be, as a package is in one pack."""

FIRST = """
import json
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
send(do="open", what="new", about="monkey-palace")
send(do="begin")
for knob in ("a1", "a2"):
    send(do="tap", name=knob)
send(do="clear")
send(do="think", what="hint")
while pocket.thinks:
    pocket.think()
send(do="take", text=pocket.desk.idea.text)
send(do="next")
"""
"""The first page, a game, a staircase that is not legal, a hint, and on to the cards."""


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


def pack(name: str, files: dict[str, bytes]) -> list[object]:
    """Write a pack; return its name and its bytes."""
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path, data in sorted(files.items()):
            if path.endswith(".py"):
                path, data = f"{path}c", compiled(path, data)
            about = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            packed.writestr(about, data, zipfile.ZIP_DEFLATED)
    (SITE / name).write_bytes(to.getvalue())
    return [name, len(to.getvalue())]


def read(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as packed:
        names = [name for name in packed.namelist() if not name.endswith("/")]
        return {name: packed.read(name) for name in names}


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


library = {
    path: data
    for path, data in read(Path("/library.zip")).items()
    if path.partition("/")[0].removesuffix(".py") not in UNUSED_LIBRARY
}
files: dict[str, bytes] = {}
for wheel in sorted(WHEELS.glob("*.whl")):
    for path, data in read(wheel).items():
        if not any(part in f"/{path}" for part in UNUSED):
            files[path] = data
for path, data in files.items():
    (PACKAGES / path).parent.mkdir(parents=True, exist_ok=True)
    (PACKAGES / path).write_bytes(data)
before = set(sys.modules)
sys.path.insert(0, str(PACKAGES))
scope: dict[str, object] = {}
exec(FIRST, scope)
loaded = set(sys.modules)
(SITE / "first.json").write_text(json.dumps(scope["state"], ensure_ascii=False), encoding="utf-8")

# A package of the library is whole in one pack, or in none; of the encodings the usual ones.
tops = {module_of(path).partition(".")[0] for path in library if module_of(path) in loaded}
first_library = {
    path: data
    for path, data in library.items()
    if (top := path.partition("/")[0].removesuffix(".py")) in tops
    and (top != "encodings" or module_of(path) in loaded | ENCODINGS)
    and not any(part in f"/{path}" for part in ("/__pycache__/", "/test/"))
}
rooms = {str(Path(path).parent) for path in files if module_of(path) in loaded}
first = {
    path: data
    for path, data in files.items()
    if module_of(path) in loaded
    or (not path.endswith(".py") and str(Path(path).parent) in rooms)
    or (path.startswith("palace/") and path.endswith("/__init__.py"))
    or (".dist-info/" in path and path.endswith(("METADATA", "entry_points.txt")))
}
rest_library = {path: data for path, data in library.items() if path not in first_library}
rest = {path: data for path, data in files.items() if path not in first}
heavy = {path: data for path, data in rest.items() if path.startswith("networkx")}
rest = {path: data for path, data in rest.items() if path not in heavy}
packs = [pack("library.zip", first_library), pack("palace.zip", first)]
later = {"library-more.zip": rest_library, "palace-more.zip": rest, "networkx.zip": heavy}
modules = {
    module_of(path): name
    for name, own in later.items()
    for path in own
    if path.endswith((".py", ".so")) and "-" not in path.partition("/")[0]
}
for name, own in later.items():
    pack(name, own)
(SITE / "packs.json").write_text(
    json.dumps({"first": packs, "rest": [*later], "modules": modules}), encoding="utf-8"
)
print(json.dumps({"first": packs, "modules": len(loaded - before)}))
