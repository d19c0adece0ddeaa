// node pack.mjs SITE WHEELS   puts Python and palace beside the page's files in SITE, in packs.
//
// scripts/site has put the bundle into SITE and the wheels into WHEELS.  Modules are compiled by the
// Python that reads them; those that a game imports up to its first verdict are in the first packs.
// What a web server might send as it is, is compressed here.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [site, wheels] = process.argv.slice(2).map((one) => resolve(one));
const core = join("node_modules", "pyodide");
const packages = await mkdtemp(join(tmpdir(), "packages-"));
const SEEN = "/lib/python3.14/site-packages";

async function started(folders) {
  const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" };  // tracebacks need lines, no columns
  const python = await loadPyodide({ indexURL: `${resolve(core)}/`, env });
  for (const [at, root] of Object.entries(folders)) {
    python.FS.mkdirTree(at);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
  }
  return python;
}

const packer = await started({ "/site": site, "/wheels": wheels, "/packages": packages });
packer.FS.writeFile("/library.zip", new Uint8Array(await readFile(join(core, "python_stdlib.zip"))));
packer.runPython(await readFile("pack.py", "utf8"));
packer.runPython("files = unpacked()");
const trial = await started({ [SEEN]: packages });  // nothing else is imported in it
packer.globals.set("trial", trial.runPython(packer.globals.get("FIRST")));
packer.runPython("packed(files, trial)");
await rm(packages, { recursive: true });

async function packed(from, name) {
  const bytes = gzipSync(await readFile(from), { level: 9 });
  await writeFile(join(site, `${name}.gz`), bytes);
  return [`${name}.gz`, bytes.length];
}
const packs = JSON.parse(await readFile(join(site, "packs.json"), "utf8"));
const wasm = await packed(join(core, "pyodide.asm.wasm"), "pyodide.asm.wasm");
const python = await packed(join(core, "pyodide.asm.mjs"), "pyodide.asm.mjs");
await writeFile(join(site, "packs.json"), JSON.stringify({ ...packs, python, wasm }));
await writeFile(join(site, "pyodide.mjs"), await readFile(join(core, "pyodide.mjs")));
for (const name of ["client.css", "client.js", "pieces.glb"]) {
  await packed(join(site, name), name);
  await rm(join(site, name));
}
const LOADER = `<script type="module">
const read = async (name) => new Response((await fetch(name)).body.pipeThrough(new DecompressionStream("gzip"))).text();
const parts = [["style", read("client.css.gz")], ["script", read("client.js.gz")]];
for (const [kind, text] of parts) document.head.append(Object.assign(document.createElement(kind), { textContent: await text }));
</script>`;
const page = await readFile(join(site, "index.html"), "utf8");
await writeFile(join(site, "index.html"), page.replace("<html ", '<html data-host="worker" ')
  .replace("</title>", '</title>\n<link rel="manifest" href="manifest.webmanifest">')
  .replace('<link rel="stylesheet" href="client.css">\n', "")
  .replace('<script src="client.js" defer></script>', LOADER));
const icon = /href="data:image\/svg\+xml,([^"]+)"/.exec(page)[1];
await writeFile(join(site, "icon.svg"), decodeURIComponent(icon));
await writeFile(join(site, "manifest.webmanifest"), JSON.stringify({
  name: "Palace", short_name: "Palace", start_url: "./", display: "standalone",
  background_color: "#f5efe3", theme_color: "#f5efe3",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
}));
const files = {};
for (const name of (await readdir(site)).sort()) {
  if (!["files.json", "keeper.js", "sources"].includes(name)) {
    files[name] = createHash("sha256").update(await readFile(join(site, name))).digest("hex").slice(0, 16);
  }
}
const list = JSON.stringify(files);
await writeFile(join(site, "files.json"), list);
// Another version is another script, by which browsers know that there is one.
const version = createHash("sha256").update(list).digest("hex").slice(0, 16);
const keeper = await readFile(join(site, "keeper.js"), "utf8");
await writeFile(join(site, "keeper.js"), `self.VERSION="${version}";${keeper}`);
