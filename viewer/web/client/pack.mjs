// node pack.mjs SITE WHEELS   puts Python and palace beside the page's files in SITE, in packs.
//
// scripts/site has put the bundle into SITE and the wheels into WHEELS.  Modules are compiled by the
// Python that reads them; those that a game's first taps import are in the first packs.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [site, wheels] = process.argv.slice(2).map((one) => resolve(one));
const core = join("node_modules", "pyodide");
const python = await loadPyodide({ indexURL: `${resolve(core)}/` });
python.FS.mkdirTree("/site");
python.FS.mkdirTree("/wheels");
python.FS.mount(python.FS.filesystems.NODEFS, { root: site }, "/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: wheels }, "/wheels");
python.FS.writeFile("/library.zip", new Uint8Array(await readFile(join(core, "python_stdlib.zip"))));
await python.runPythonAsync(await readFile("pack.py", "utf8"));

const packed = async (from, to) => {
  const bytes = gzipSync(await readFile(from), { level: 9 });
  await writeFile(join(site, to), bytes);
  return bytes.length;
};
const wasm = await packed(join(core, "pyodide.asm.wasm"), "pyodide.asm.wasm.gz");
await packed(join(core, "pyodide.asm.mjs"), "pyodide.asm.mjs.gz");
await writeFile(join(site, "pyodide.mjs"), await readFile(join(core, "pyodide.mjs")));
const packs = JSON.parse(await readFile(join(site, "packs.json"), "utf8"));
await writeFile(join(site, "packs.json"), JSON.stringify({
  ...packs, python: "pyodide.asm.mjs.gz", wasm: ["pyodide.asm.wasm.gz", wasm],
}));
const page = await readFile(join(site, "index.html"), "utf8");
await writeFile(join(site, "index.html"), page.replace("<html ", '<html data-host="worker" ')
  .replace("</title>", '</title>\n<link rel="manifest" href="manifest.webmanifest">'));
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
