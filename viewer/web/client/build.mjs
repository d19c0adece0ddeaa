// node build.mjs FOLDER   bundles the page's client into a folder.
//
// `python -m palace_viewer.web.bundling` has written colours.css, pieces.glb, and forms.ts
// and strings.json of src beside this file; scripts/setup runs both.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const out = process.argv[2];
const always = { bundle: true, minify: true, charset: "utf8", outdir: out, logLevel: "warning" };
await build({
  ...always, format: "iife", target: ["es2022", "chrome108", "firefox115", "safari16"],
  entryPoints: [
    { in: "src/main.tsx", out: "client" }, { in: "page.css", out: "client" },
    { in: "index.html", out: "index" }, { in: "pieces.glb", out: "pieces" },
  ],
  jsx: "automatic", jsxImportSource: "preact", legalComments: "eof",
  loader: { ".woff2": "file", ".html": "copy", ".glb": "copy" }, assetNames: "[name]",
});

// Python on the device: scripts/site puts it beside the page.
await build({
  ...always, format: "esm", target: ["es2022"],
  entryPoints: ["src/worker.ts", "src/keeper.ts"], external: ["*.mjs"],
});

const licences = [];
for (const name of ["preact", "three", "@fontsource-variable/nunito"]) {
  licences.push(`${name}\n\n${await readFile(join("node_modules", name, "LICENSE"), "utf8")}`);
}
await writeFile(join(out, "licences.txt"), licences.join("\n\n"));
