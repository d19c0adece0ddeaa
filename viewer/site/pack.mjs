// node pack.mjs SITE WHEELS   puts Python and palace beside the page's files in SITE, in packs.
//
// scripts/site has put the bundle into SITE and the wheels into WHEELS.  Modules are compiled by the
// Python that reads them, in pack.py; those of a game up to its first verdict are told by a trial.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadPyodide } from "pyodide";

const [site, wheels] = process.argv.slice(2).map((one) => resolve(one));
const core = resolve("node_modules", "pyodide");
const packages = await mkdtemp(join(tmpdir(), "packages-"));
const SEEN = "/lib/python3.14/site-packages";

async function started(folders, stdLibURL) {
  const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" };  // tracebacks need lines, no columns
  const python = await loadPyodide({ indexURL: `${core}/`, env, stdLibURL });
  for (const [at, root] of Object.entries(folders)) {
    python.FS.mkdirTree(at);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
  }
  return python;
}

const packer = await started({ "/site": site, "/wheels": wheels, "/packages": packages, "/core": core });
packer.runPython(await readFile("pack.py", "utf8"));
const own = {};
for (const name of ["known.py", "finder.py", "first.py"]) own[name] = await readFile(name, "utf8");
packer.globals.set("own", packer.toPy(own));
packer.runPython("files = unpacked(own)");
const trial = await started({ [SEEN]: packages }, join(packages, "library.zip"));  // nothing else is imported in it
packer.globals.set("trial", trial.runPython(packer.globals.get("TRIAL") + own["first.py"] + packer.globals.get("TOLD")));
packer.runPython("packed(files, trial, own); finished()");
await rm(packages, { recursive: true });
