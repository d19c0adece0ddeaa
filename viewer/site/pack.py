"""Packs the standard library, palace and its packages, and finishes the page that has them beside
it; run by pack.mjs, in Pyodide.  What a web server might send as it is, is compressed here."""

import ast
import gzip
import hashlib
import io
import json
import marshal
import re
import zipfile
from base64 import b64encode
from importlib import _bootstrap_external as bootstrap
from pathlib import Path
from urllib.parse import unquote

SITE, WHEELS = Path("/site"), Path("/wheels")
PACKAGES, CORE = Path("/packages"), Path("/core")
UNUSED = (
    "/tests/ /test_ /pydantic/v1/ /pydantic/deprecated/ /palace_viewer .dist-info/ .data/ .pyi "
    ".npz /palace/cli/ /palace/__main__ py.typed"
).split()
"""Parts of paths: what no page imports."""

UNUSED_LIBRARY = frozenset(
    "_pyio _pyrepl bdb cProfile cmd compileall ctypes curses dbm doctest ensurepip fileinput "
    "ftplib idlelib imaplib mailbox modulefinder multiprocessing optparse pdb pickletools "
    "plistlib poplib profile pstats pyclbr pydoc pydoc_data sched shelve smtplib socketserver ssl "
    "sqlite3 symtable tabnanny test timeit tkinter trace turtle turtledemo unittest venv wave "
    "webbrowser wsgiref xmlrpc zipapp".split()
)
ENCODINGS = frozenset("__init__ aliases ascii cp437 idna latin_1 utf_8 utf_8_sig utf_16".split())

LIGHTER = {
    "asyncio/__init__.py": """
def __getattr__(name):
    del globals()["__getattr__"]
    exec({!r}, globals())
    return getattr(__import__(__name__), name)
""",
    "pyodide/__init__.py": """
from . import _state
from pyodide_js._api import scheduleCallback
""",
    "pyodide/_package_loader.py": """
from pathlib import Path
from pyodide_js import loadedPackages
SITE_PACKAGES, DSO_DIR = Path("/lib/python3.14/site-packages"), Path("/usr/lib")
def init_loaded_packages(): pass
""",
}
"""What Pyodide imports when it starts, with what this page needs of it: asyncio is imported when
something of it is asked for, there is no event loop, and packages are not installed.  A snapshot
needs the objects of JavaScript that Pyodide imports, in its order."""

ROOMS = {
    "palace/palm_island/": "palm", "palace/cooper_island/": "cooper", "palace/": "monkey",
    "pydantic": "pydantic", "annotated_types": "pydantic", "typing_": "pydantic",
    "networkx/": "networkx",
}  # fmt: skip
"""The packs of what is not in the first ones, by how paths begin; all else is in `more`."""

PYTHON = """\
Python

Python Software Foundation License Version 2: https://docs.python.org/3/license.html
Its docstrings are left out; asyncio is imported when something of it is asked for.

Pyodide, which is Python for browsers.  Its WebAssembly is changed: each call through a table goes
by way of a function that is added; viewer/site/shared_calls.py of palace does that.  Two of its
modules, __init__ and _package_loader, are replaced by viewer/site/pack.py.

Mozilla Public License Version 2.0: https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide"""

TRIAL = """
import collections, dataclasses, json, marshal, random, sys, zlib  # finder.py needs them
begun = [*sys.modules]
texts = {}  # that dataclasses and named tuples write
dataclasses.exec = lambda text, *names: (texts.update({text: "exec"}), exec(text, *names))
collections.eval = lambda text, *names: (texts.update({text: "eval"}), eval(text, *names))[1]
"""

TOLD = """
state, loaded = first(), [*sys.modules]
origins = {name: getattr(one.__spec__, "origin", "") for name, one in sys.modules.items()}
frozen = [name for name, origin in origins.items() if origin == "frozen"]
told = {"state": state, "begun": begun, "modules": loaded, "frozen": frozen, "texts": texts}
json.dumps(told, ensure_ascii=False)
"""
"""What is told of first.py, which runs between both."""


LOADER = """
for (const part of ["client.css.gz", "client.js.gz"].map((name) => fetch(name))) {
  const { body, headers, url } = await part;
  const text = () => new Response(body.pipeThrough(new DecompressionStream("gzip"))).text();
  const kept = headers.get("content-type") === "text/javascript";  // keeper.ts has it unpacked
  const made = document.createElement(url.endsWith(".css.gz") ? "style" : "script");
  document.head.append(Object.assign(made, kept ? { src: url } : { textContent: await text() }));
}
"""
"""The first script of the page."""

POLICY = (
    "default-src 'none'; script-src 'self' {loader} {script}; style-src {style}; "
    "worker-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load, as in gate.py: of what is written in it, each script and the style."""

MANIFEST = {
    "name": "Palace", "short_name": "Palace", "start_url": "./", "display": "standalone",
    "background_color": "#f5efe3", "theme_color": "#f5efe3",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}  # fmt: skip


def stripped(source: bytes) -> ast.Module:
    """Return a module without its docstrings; those of classes are short, as dataclasses would
    write long ones."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match getattr(node, "body", None):
            case [ast.Expr(ast.Constant(str()) as text), *_]:
                text.value = "."
    return tree


def compiled(name: str, source: bytes) -> bytes:
    code, pyc = compile(stripped(source), name, "exec", dont_inherit=True), vars(bootstrap)
    return bytes(pyc["_code_to_hash_pyc"](code, b"\0" * 8, False))


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
    every = [pair for wheel in sorted(WHEELS.glob("*.whl")) for pair in read(wheel).items()]
    files = {path: data for path, data in every if not any(one in f"/{path}" for one in UNUSED)}
    for path, data in files.items():
        (PACKAGES / path).parent.mkdir(parents=True, exist_ok=True)
        (PACKAGES / path).write_bytes(data)
    with zipfile.ZipFile(PACKAGES / "library.zip", "w") as library:  # the trial begins with it
        for path, data in of_library().items():
            library.writestr(path, data)
    return files


def licences() -> str:
    """Return the licences of what the packs hold."""
    texts = [PYTHON]
    for wheel in sorted(one for one in WHEELS.glob("*.whl") if not one.name.startswith("palace")):
        for path, data in read(wheel).items():
            if "/licenses/" in path:
                texts.append(f"{wheel.name.partition('-')[0]}\n\n{data.decode()}")
    return "\n\n".join(["", *texts])


def of_library() -> dict[str, bytes]:
    """Return what is used of the standard library."""

    def used(path: str) -> bool:
        top, _, rest = (part.removesuffix(".py") for part in path.partition("/"))
        return top not in UNUSED_LIBRARY and (top != "encodings" or rest in ENCODINGS)

    library = read(CORE / "python_stdlib.zip")
    lighter = {path: text.format(library[path].decode()) for path, text in LIGHTER.items()}
    library |= {path: text.encode() for path, text in lighter.items()}
    return {path: data for path, data in library.items() if used(path)}


def packed(files: dict[str, bytes], trial: str, finder: str) -> None:
    """Write the packs, after what a trial told: the modules that are needed first, which `finder`
    will find."""
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
    library = {path: data for path, data in of_library().items() if module_of(path) not in frozen}
    begun = {path: library.pop(path) for path in [*library] if module_of(path) in told["begun"]}
    begun["finder.py"] = finder.encode()
    rooms = {Path(path).parent for path in files if module_of(path) in loaded}
    first = {
        path: data
        for path, data in files.items()
        if (module_of(path) in loaded if path.endswith((".py", ".so")) else room(path) in rooms)
    }
    first |= {path: data for path, data in library.items() if module_of(path) in loaded}
    later: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        if path not in first:
            found = next((name for room, name in ROOMS.items() if path.startswith(room)), "more")
            later.setdefault(found, {})[path] = data
    later["library"] = {path: data for path, data in library.items() if path not in first}
    modules_of = ((name, path) for name, own in later.items() for path in own)
    there = {module_of(path): f"{name}.gz" for name, path in modules_of if path.endswith(".py")}
    modules = {
        module: name
        for module, name in there.items()
        if there.get(module.rpartition(".")[0]) != name  # otherwise its package tells
    }
    first["later.json"] = json.dumps(modules).encode()
    texts = {
        text: compile(text, "<string>", how, dont_inherit=True)
        for text, how in told["texts"].items()
    }
    first["texts.bin"] = marshal.dumps(texts)
    packs = [kept("first-library.gz", zipped(begun)), kept("first.gz", joined(first))]
    rest = [kept(f"{name}.gz", joined(own)) for name, own in later.items()]
    told = {"first": packs, "rest": rest}
    for key, name in (("wasm", "pyodide.asm.wasm"), ("python", "pyodide.asm.mjs")):
        told[key] = kept(f"{name}.gz", (CORE / name).read_bytes())
    (SITE / "pyodide.mjs").write_bytes((CORE / "pyodide.mjs").read_bytes())
    names = [str(name) for name, _ in (told["wasm"], told["python"], *packs)]
    names = ["worker.js", "pyodide.mjs", *names]
    told["version"] = hashed("".join(map(of_file, names)).encode())  # of all that a snapshot is of
    (SITE / "packs.json").write_text(json.dumps(told), encoding="utf-8")


def hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def of_file(name: str) -> str:
    return hashed((SITE / name).read_bytes())


def digest(data: bytes) -> str:
    """Return what a policy calls a script or a style."""
    return f"'sha256-{b64encode(hashlib.sha256(data).digest()).decode()}'"


def finished() -> None:
    """Compress the client, write the page that unpacks it, and list all files."""
    digests = {"loader": digest(LOADER.encode())}
    for key, name in (("style", "client.css"), ("script", "client.js"), ("", "pieces.glb")):
        data = (SITE / name).read_bytes()
        digests[key] = digest(data)
        kept(f"{name}.gz", data)
        (SITE / name).unlink()
    page = (SITE / "index.html").read_text(encoding="utf-8")
    policy = POLICY.format(**digests)
    for old, new in (
        ("<html ", '<html data-host="worker" '),
        ("<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        ("</title>", '</title>\n<link rel="manifest" href="manifest.webmanifest">'),
        ('<link rel="stylesheet" href="client.css">\n', ""),
        ('<script src="client.js" defer></script>', f'<script type="module">{LOADER}</script>'),
    ):
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    (SITE / "index.html").write_text(page, encoding="utf-8")
    icon = re.search(r'href="data:image/svg\+xml,([^"]+)"', page)
    assert icon is not None
    (SITE / "icon.svg").write_text(unquote(icon[1]), encoding="utf-8")
    (SITE / "manifest.webmanifest").write_text(json.dumps(MANIFEST), encoding="utf-8")
    names = sorted({one.name for one in SITE.iterdir()} - {"files.json", "keeper.js", "sources"})
    listing = json.dumps({name: of_file(name) for name in names}, separators=(",", ":"))
    (SITE / "files.json").write_text(listing, encoding="utf-8")
    # Another version is another script, by which browsers know that there is one.
    keeper = (SITE / "keeper.js").read_text(encoding="utf-8")
    version = hashed(listing.encode())
    (SITE / "keeper.js").write_text(f'self.VERSION="{version}";{keeper}', encoding="utf-8")
