// node inside.mjs ROOT SITE TOOLS CALL [ARGUMENT ...]   calls a function of inside.py in Pyodide.
//
// palace and the library are those of the page in SITE, from its packs; tests are read in ROOT, and
// pytest in TOOLS.  The last line printed is what the function returns, as JSON.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [root, site, tools, call, ...given] = process.argv.slice(2);
const core = mkdtempSync(join(tmpdir(), "inside-"));
const packed = (name) => gunzipSync(readFileSync(join(site, `${name}.gz`)));
const bytes = (...path) => new Uint8Array(readFileSync(join(...path)));
writeFileSync(join(core, "pyodide.asm.wasm"), packed("pyodide.asm.wasm"));
writeFileSync(join(core, "pyodide.asm.mjs"), packed("pyodide.asm.mjs"));
writeFileSync(join(core, "pyodide.mjs"), bytes(site, "pyodide.mjs"));
writeFileSync(join(core, "python_stdlib.zip"), packed("first-library"));
let python;
try {
  const { loadPyodide, version } = await import(join(core, "pyodide.mjs"));
  python = await loadPyodide({
    indexURL: `${core}/`,
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version }, packages: {} },
  });
} finally {
  rmSync(core, { recursive: true });
}
python.runPython(readFileSync(join(root, "viewer", "site", "finder.py"), "utf8"));
globalThis.atOnce = (name) => bytes(site, name);
python.globals.get("begin")(python.toPy(new Uint8Array(packed("first"))));
python.FS.mkdirTree("/wheels");
for (const name of readdirSync(tools).filter((one) => one.endsWith(".whl"))) python.FS.writeFile(`/wheels/${name}`, bytes(tools, name));
python.FS.writeFile("/library.zip", bytes(tools, "python_stdlib.zip"));
python.FS.mkdirTree("/repo");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/repo");
python.globals.set("given", python.toPy([call, ...given]));
try {
  console.log(python.runPython(`
import sys
from pathlib import Path
from zipfile import ZipFile
for wheel in Path("/wheels").iterdir():
    ZipFile(wheel).extractall("/tools")
sys.path += ["/tools", "/repo"]
from tests.page import inside
inside.called(*given)
`));
} catch (error) {
  console.error(String(error.message ?? error).slice(-2000)); // the code of Pyodide is one long line
  process.exit(1);
}
