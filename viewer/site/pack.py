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
from collections import Counter
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

LATER = """
def __getattr__(name):
    import sys
    del globals()["__getattr__"]
    exec(TEXT, globals())
    return getattr(sys.modules[__name__], name)
"""
"""A module that is run when something of it is asked for."""

LIGHTER = {
    "asyncio/__init__.py": LATER,
    "pyodide/__init__.py": """
from . import _state
from pyodide_js._api import scheduleCallback
""",
    "pyodide/code.py": LATER,
    "pyodide/_package_loader.py": """
from pathlib import Path
from pyodide_js import loadedPackages
SITE_PACKAGES, DSO_DIR = Path("/lib/python3.14/site-packages"), Path("/usr/lib")
def init_loaded_packages(): pass
""",
    "_pyodide/_base.py": f"""
import __main__, builtins, importlib
BEGIN = {{
    "{{}}": {{}}, "import importlib; importlib": importlib,
    "import __main__; __main__.__dict__": vars(__main__),
    "import builtins; builtins.__dict__": vars(builtins),
}}
def eval_code(text, *names):
    return BEGIN[text] if text in BEGIN else __getattr__("eval_code")(text, *names)
def pyimport_impl(name):
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return __getattr__("pyimport_impl")(name)
{LATER}""",
}
"""What Pyodide imports when it starts, with what this page needs of it: asyncio is imported when
something of it is asked for, there is no event loop, and packages are not installed; TEXT is what
they were.  A snapshot needs the objects of JavaScript that Pyodide imports, in its order."""

KNOWING = {
    "collections/__init__.py": "from known import eval",
    "dataclasses.py": "from known import exec",
    "annotationlib.py": "from known import compile",
    "tomllib/__init__.py": "from known import reading; loads = reading(loads)",
}
"""What is added to modules that compile or read: they ask known.py."""

PATTERNS = (
    ("def compile(p, flags=0):\n", """
import known
def compile(p, flags=0):
    given = p
    if isstring(p) and (found := known.patterns.get((p, int(flags)))):
        return _sre.compile(*found)
"""),
    ("    return _sre.compile(\n", "    return known.built(given, flags,\n"),
)  # fmt: skip
"""What is changed in re/_compiler.py, for the same reason."""

ROOMS = {
    "palace/palm_island/": "palm", "palace/cooper_island/": "cooper", "palace/": "monkey",
    "pydantic": "pydantic", "annotated_types": "pydantic", "typing_": "pydantic",
    "networkx/": "networkx",
}  # fmt: skip
"""The packs of what is not in the first ones, by how paths begin; all else is in `more`."""

PYTHON = """\
Python

Python Software Foundation License Version 2: https://docs.python.org/3/license.html
Its docstrings are left out; asyncio is imported when something of it is asked for.  What modules
compile while they are imported is compiled before: viewer/site/known.py of palace has it.

Pyodide, which is Python for browsers.  Its WebAssembly is changed: each call through a table goes
by way of a function that is added; viewer/site/shared_calls.py of palace does that.  In its script
names that nothing uses are left out; four of its modules, __init__, _base, _package_loader and
code, are replaced, or run when something of them is asked for: viewer/site/pack.py of palace.

Mozilla Public License Version 2.0: https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide"""

TRIAL = """
import json, random, sys, zlib
begun = [*sys.modules]  # finder.py needs these, too
"""

TOLD = """
import known, marshal
state, loaded = first(), [*sys.modules]
origins = {name: getattr(one.__spec__, "origin", "") for name, one in sys.modules.items()}
frozen = [name for name, origin in origins.items() if origin == "frozen"]
marshal.dumps({
    "state": json.dumps(state, ensure_ascii=False), "begun": begun, "modules": loaded,
    "frozen": frozen, "known": (known.texts, known.patterns, known.tables),
}).hex()
"""
"""What is told of first.py, which runs between both."""


NAMED = re.compile(r'(\w+)=Module\["\1"\]=wasmExports\["\w+"\];')
"""A name that JavaScript has for a function of the interpreter."""

NAMES = re.compile(r"var ((?:\w+,){99,}\w+);")
"""Where these names are declared."""

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


def unpacked(own: dict[str, str]) -> dict[str, bytes]:
    """Return what is used of the wheels, and put it where it can be imported, beside the library,
    which asks known.py of our `own` files."""
    every = [pair for wheel in sorted(WHEELS.glob("*.whl")) for pair in read(wheel).items()]
    files = {path: data for path, data in every if not any(one in f"/{path}" for one in UNUSED)}
    for path, data in files.items():
        (PACKAGES / path).parent.mkdir(parents=True, exist_ok=True)
        (PACKAGES / path).write_bytes(data)
    with zipfile.ZipFile(PACKAGES / "library.zip", "w") as library:  # the trial begins with it
        for path, data in {**of_library(), "known.py": own["known.py"].encode()}.items():
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
    texts = {path: data.decode() for path, data in library.items() if path.endswith(".py")}
    lighter = {path: text.replace("TEXT", repr(texts[path])) for path, text in LIGHTER.items()}
    lighter |= {path: f"{texts[path]}\n{text}\n" for path, text in KNOWING.items()}
    patterns = texts["re/_compiler.py"]
    for old, new in PATTERNS:
        assert patterns.count(old) == 1, old
        patterns = patterns.replace(old, new)
    lighter["re/_compiler.py"] = patterns
    library |= {path: text.encode() for path, text in lighter.items()}
    return {path: data for path, data in library.items() if used(path)}


def packed(files: dict[str, bytes], trial: str, own: dict[str, str]) -> None:
    """Write the packs, after what a trial told: the modules that are needed first, and what is
    compiled or read for them, which known.py of our `own` files will know."""
    told = marshal.loads(bytes.fromhex(trial))
    loaded = set(told["modules"])

    def room(path: str) -> Path:
        """Return the package in which data are, also those in a folder of it."""
        folder = Path(path).parent
        return folder if f"{folder}/__init__.py" in files else folder.parent

    (SITE / "first.json").write_text(told["state"], encoding="utf-8")
    with (SITE / "licences.txt").open("a", encoding="utf-8") as to:
        to.write(licences())
    frozen = set(told["frozen"])  # these are in the interpreter itself
    library = {path: data for path, data in of_library().items() if module_of(path) not in frozen}
    begun = {path: library.pop(path) for path in [*library] if module_of(path) in told["begun"]}
    texts, patterns, tables = told["known"]
    ours = {*files.values()}
    tables = {text: read for text, read in tables.items() if text.encode() in ours}
    data = marshal.dumps((texts, patterns, tables))
    knows = own["known.py"].replace('PACKED = b""', f"PACKED = {data!r}")
    assert repr(data) in knows
    begun |= {"finder.py": own["finder.py"].encode(), "known.py": knows.encode()}
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
    modules_of = ((name, path) for name, those in later.items() for path in those)
    there = {module_of(path): f"{name}.gz" for name, path in modules_of if path.endswith(".py")}
    modules = {
        module: name
        for module, name in there.items()
        if there.get(module.rpartition(".")[0]) != name  # otherwise its package tells
    }
    first["first.py"] = own["first.py"].encode()  # for a snapshot
    first["later.json"] = json.dumps(modules).encode()
    packs = [kept("first-library.gz", zipped(begun)), kept("first.gz", joined(first))]
    rest = [kept(f"{name}.gz", joined(those)) for name, those in later.items()]
    told = {"first": packs, "rest": rest}
    begins, runs = ((CORE / name).read_text() for name in ("pyodide.mjs", "pyodide.asm.mjs"))
    told["wasm"] = kept("pyodide.asm.wasm.gz", (CORE / "pyodide.asm.wasm").read_bytes())
    told["python"] = kept("pyodide.asm.mjs.gz", shorter(runs, begins).encode())
    (SITE / "pyodide.mjs").write_text(begins)
    names = [str(name) for name, _ in (told["wasm"], told["python"], *packs)]
    names = ["worker.js", "pyodide.mjs", *names]
    told["version"] = hashed("".join(map(of_file, names)).encode())  # of all that a snapshot is of
    (SITE / "packs.json").write_text(json.dumps(told), encoding="utf-8")


def hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def of_file(name: str) -> str:
    return hashed((SITE / name).read_bytes())


def shorter(script: str, *others: str) -> str:
    """Return Pyodide's script without a third of it: names that neither it nor others use."""
    uses = Counter(word for text in (script, *others) for word in re.findall(r"\w+", text))
    script = NAMED.sub(lambda found: found[0] * (uses[found[1]] > 3), script)
    left = Counter(re.findall(r"\w+", script))

    def declared(found: re.Match[str]) -> str:
        return f"var {','.join(name for name in found[1].split(',') if left[name] > 1)};"

    return NAMES.sub(declared, script)


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
