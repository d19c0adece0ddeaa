// node build.mjs FOLDER   bundles the page's client into a folder.
//
// `python -m palace_viewer.web.bundling` has written colours.css, src/strings.json and pieces.glb
// beside this file; scripts/setup runs both.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const out = process.argv[2];
await mkdir(out, { recursive: true });
await build({
  entryPoints: [
    { in: "src/main.tsx", out: "client" },
    { in: "page.css", out: "client" },
  ],
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: ["es2022", "chrome108", "firefox115", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "eof",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  outdir: out,
  logLevel: "warning",
});
for (const name of ["index.html", "pieces.glb"]) await copyFile(name, join(out, name));

const licences = [];
for (const name of ["preact", "three", "@fontsource-variable/nunito"]) {
  licences.push(`${name}\n\n${await readFile(join("node_modules", name, "LICENSE"), "utf8")}`);
}
await writeFile(join(out, "licences.txt"), licences.join("\n\n"));
