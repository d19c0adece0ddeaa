// The table below a palace: plate, sheet with its zones and names, knobs, files and ranks at the edge.
import { BoxGeometry, CanvasTexture, Group, Matrix4, Mesh, MeshStandardMaterial, PlaneGeometry, ShadowMaterial, SRGBColorSpace } from "three";
import { labelAt } from "./marks";
import type { Kind, Pieces } from "./pieces";
import { Pool } from "./pool";
import type { Scene } from "./state";

const PIXELS = 44; // of the sheet's picture, for each stud
const HOLE = 3.2; // mm, radius of a hole in the sheet

interface Knob { file: number; rank: number; letter: string; x: number; y: number }

/** Return the table, its text upright as seen from the south, east, north or west for sides 0 to 3. */
export function makeGround(pieces: Pieces, scene: Scene, side: number, font: string): Group {
  const { pitch: mm, hues, plate: thick, sheet: over } = pieces;
  const [plate = 0, west = 0, south = 0, wide = 0, deep = 0, first = 0, second = 0, pitch = 1] = scene.sheet;
  const [edge, made] = [plate * mm, new Group()];
  const knobs = [...scene.ground].reverse().flatMap((row, rank) => [...row].map((letter, file): Knob =>
    ({ file, rank, letter, x: first + file * pitch, y: second + rank * pitch })));
  const slab = new Mesh(new BoxGeometry(edge, edge, thick), new MeshStandardMaterial({ color: hues.plate }));
  slab.position.set(edge / 2, edge / 2, -over - thick / 2);
  slab.castShadow = true;
  const paper = new MeshStandardMaterial({ map: drawSheet(pieces, knobs, scene.sheet, side, font), roughness: 0.9 });
  const sheet = new Mesh(new PlaneGeometry(wide * mm, deep * mm), paper);
  sheet.position.set((west + wide / 2) * mm, (south + deep / 2) * mm, 0);
  const shade = new Mesh(new PlaneGeometry(edge * 4, edge * 4), new ShadowMaterial({ opacity: 0.22 }));
  shade.position.set(edge / 2, edge / 2, -over - thick);
  for (const part of [slab, sheet, shade]) part.receiveShadow = true;
  made.add(slab, sheet, shade);

  const studs = [...Array(plate ** 2).keys()].map((n) => [n % plate, Math.floor(n / plate)] as const);
  const bare = studs.filter(([x, y]) => x < west || x >= west + wide || y < south || y >= south + deep);
  const open = knobs.filter(({ letter }) => letter !== ".").map(({ x, y }) => [x, y] as const);
  const pool = new Pool(pieces.kinds.get("knob") as Kind, "", hues);
  pool.hold([...bare, ...open].map(([x, y]) => ({ name: "", tint: hues.plate, matrix: new Matrix4().setPosition(x * mm, y * mm, -over) })));
  made.add(pool);

  const [low, high] = [1, plate - 1]; // studs: names are at the near and the left edge
  const [row, column] = [side < 2 ? low : high, side % 3 ? high : low];
  const name = (text: string, x: number, y: number) => made.add(labelAt(text, "edge", x * mm, y * mm, 2));
  for (const { file, rank, x, y } of knobs) {
    if (!rank) name(letterOf(file), x + 0.5, row);
    if (!file) name(String(rank + 1), column, y + 0.5);
  }
  return made;
}

const letterOf = (file: number): string => String.fromCharCode(97 + file);

/** Draw the zones, the holes, and the name of each knob in a corner of its square. */
function drawSheet({ hues, pitch: mm }: Pieces, knobs: readonly Knob[], measures: readonly number[], side: number, font: string): CanvasTexture {
  const [, west = 0, south = 0, wide = 0, deep = 0, , , pitch = 1] = measures;
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [wide * PIXELS, deep * PIXELS];
  const pen = picture.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = hues.closed;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.scale(PIXELS, -PIXELS); // in studs of the sheet from here on, its south-west corner first
  pen.translate(-west, -south - deep);
  Object.assign(pen, { textAlign: "center", textBaseline: "middle", font: `700 ${PIXELS * 0.72}px ${font}` });
  const half = pitch / 2;
  const last = knobs.at(-1);
  for (const { file, rank, letter, x, y } of knobs) {
    const [left, low] = [file ? x + 0.5 - half : west, rank ? y + 0.5 - half : south];
    const right = file === last?.file ? west + wide : x + 0.5 + half;
    const high = rank === last?.rank ? south + deep : y + 0.5 + half;
    pen.fillStyle = hues.zones[letter] ?? hues.closed;
    pen.fillRect(left, low, right - left, high - low);
    if (letter === ".") continue;
    pen.fillStyle = hues.plate;
    pen.beginPath();
    pen.arc(x + 0.5, y + 0.5, HOLE / mm, 0, 2 * Math.PI);
    pen.fill();
    pen.save();
    pen.translate(x + 0.5, y + 0.5);
    pen.rotate((side * Math.PI) / 2);
    pen.scale(1 / PIXELS, -1 / PIXELS);
    pen.fillStyle = hues.on[letter] ?? hues.ink;
    pen.fillText(`${letterOf(file)}${rank + 1}`, -0.95 * PIXELS, 1.02 * PIXELS);
    pen.restore();
  }
  return Object.assign(new CanvasTexture(picture), { colorSpace: SRGBColorSpace, anisotropy: 8 });
}
