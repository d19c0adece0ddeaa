// The table below a palace: plate, sheet with its zones and names, knobs, files and ranks beside it.
import {
  BoxGeometry, CanvasTexture, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, PlaneGeometry, ShadowMaterial, SRGBColorSpace,
} from "three";
import type { Pieces } from "./pieces";
import type { Scene } from "./state";

const PIXELS = 44; // of the sheet's picture, for each stud
const HOLE = 3.2; // mm, radius of a hole in the sheet
/** Font of all names on and beside the sheet. */
export const FONT = "Nunito, sans-serif";

/** Where knobs are, in studs: the side of the plate, the sheet (west, south, wide, deep), the stud
 * of the first knob, and the studs from one knob to the next. */
export interface Grid {
  plate: number; sheet: [number, number, number, number]; origin: [number, number]; pitch: number;
}

/** Return the grid of a scene. */
export function gridOf({ sheet }: Pick<Scene, "sheet">): Grid {
  const [plate = 0, west = 0, south = 0, wide = 0, deep = 0, x = 0, y = 0, pitch = 1] = sheet;
  return { plate, sheet: [west, south, wide, deep], origin: [x, y], pitch };
}

/** Return the name of a knob, counted from the south-west. */
const nameOf = (file: number, rank: number): string =>
  `${String.fromCharCode(97 + file)}${rank + 1}`;

/** Return the table, its text upright as seen from the south, east, north or west for sides 0 to 3;
 * `ink` writes beside it. */
export function makeGround(
  pieces: Pieces, ground: readonly string[], grid: Grid, side: number, ink: string,
): Group {
  const { pitch: mm, hues, plate: thick, sheet: over } = pieces;
  const edge = grid.plate * mm;
  const made = new Group();
  const plate = new MeshStandardMaterial({ color: hues.plate, roughness: 0.5 });
  const slab = new Mesh(new BoxGeometry(edge, edge, thick), plate);
  slab.position.set(edge / 2, edge / 2, -over - thick / 2);
  made.add(slab);

  const [west, south, wide, deep] = grid.sheet;
  const paper = new MeshStandardMaterial({ map: drawSheet(pieces, ground, grid, side), roughness: 0.85 });
  const sheet = new Mesh(new PlaneGeometry(wide * mm, deep * mm), paper);
  sheet.position.set((west + wide / 2) * mm, (south + deep / 2) * mm, 0);
  made.add(sheet);

  const places: [number, number][] = [];
  for (let x = 0; x < grid.plate; x++) {
    for (let y = 0; y < grid.plate; y++) {
      const inside = x >= west && x < west + wide && y >= south && y < south + deep;
      if (!inside || letterAt(ground, grid, x, y) !== ".") places.push([x, y]);
    }
  }
  const knob = pieces.kinds.get("knob");
  if (knob) {
    const knobs = new InstancedMesh(knob.geometry, plate, places.length);
    places.forEach(([x, y], n) => knobs.setMatrixAt(n, new Matrix4().setPosition(x * mm, y * mm, -over)));
    made.add(knobs);
  }
  made.traverse((part) => (part.receiveShadow = true));

  const shade = new Mesh(new PlaneGeometry(edge * 4, edge * 4), new ShadowMaterial({ opacity: 0.22 }));
  shade.position.set(edge / 2, edge / 2, -over - thick);
  shade.receiveShadow = true;
  slab.castShadow = true;
  const names = new Mesh(
    new PlaneGeometry(edge * 1.25, edge * 1.25),
    new MeshBasicMaterial({ map: drawNames(ground, grid, side, ink), transparent: true, depthWrite: false }),
  );
  names.position.set(edge / 2, edge / 2, -over - thick + 0.1);
  names.rotation.z = (side * Math.PI) / 2;
  names.userData.beside = true;
  made.add(shade, names);
  return made;
}

/** Return the letter of the knob on a stud, `.` where there is none. */
function letterAt(ground: readonly string[], grid: Grid, x: number, y: number): string {
  const [file, rank] = [(x - grid.origin[0]) / grid.pitch, (y - grid.origin[1]) / grid.pitch];
  return ground[ground.length - 1 - rank]?.[file] ?? ".";
}

function canvas(wide: number, high: number): [CanvasRenderingContext2D, () => CanvasTexture] {
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [Math.round(wide), Math.round(high)];
  const pen = picture.getContext("2d") as CanvasRenderingContext2D;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const done = () => {
    const texture = new CanvasTexture(picture);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 8;
    return texture;
  };
  return [pen, done];
}

/** Draw the zones, the holes, and the name of each knob in a corner of its square. */
function drawSheet(pieces: Pieces, ground: readonly string[], grid: Grid, side: number): CanvasTexture {
  const [west, south, wide, deep] = grid.sheet;
  const { hues, pitch: mm } = pieces;
  const [pen, done] = canvas(wide * PIXELS, deep * PIXELS);
  const to = (x: number, y: number): [number, number] =>
    [(x - west) * PIXELS, (south + deep - y) * PIXELS];
  pen.fillStyle = hues.closed;
  pen.fillRect(0, 0, wide * PIXELS, deep * PIXELS);
  const files = ground[0]?.length ?? 0;
  for (let rank = 0; rank < ground.length; rank++) {
    for (let file = 0; file < files; file++) {
      const [x, y] = [grid.origin[0] + file * grid.pitch, grid.origin[1] + rank * grid.pitch];
      const letter = letterAt(ground, grid, x, y);
      const half = grid.pitch / 2;
      const [left, low] = [file ? x + 0.5 - half : west, rank ? y + 0.5 - half : south];
      const right = file < files - 1 ? x + 0.5 + half : west + wide;
      const high = rank < ground.length - 1 ? y + 0.5 + half : south + deep;
      pen.fillStyle = hues.zones[letter] ?? hues.closed;
      pen.fillRect(...to(left, high), (right - left) * PIXELS, (high - low) * PIXELS);
      if (letter === ".") continue;
      const [across, down] = to(x + 0.5, y + 0.5);
      pen.fillStyle = hues.plate;
      pen.beginPath();
      pen.arc(across, down, (HOLE / mm) * PIXELS, 0, 2 * Math.PI);
      pen.fill();
      pen.save();
      pen.translate(across, down);
      pen.rotate((-side * Math.PI) / 2);
      pen.fillStyle = hues.on[letter] ?? hues.ink;
      pen.font = `600 ${PIXELS * 0.62}px ${FONT}`;
      pen.fillText(nameOf(file, rank), -0.95 * PIXELS, 1.05 * PIXELS);
      pen.restore();
    }
  }
  return done();
}

/** Draw files and ranks below and to the right of the plate, as seen from a side of it. */
function drawNames(ground: readonly string[], grid: Grid, side: number, ink: string): CanvasTexture {
  const whole = 1024;
  const stud = whole / (grid.plate * 1.25);
  const [pen, done] = canvas(whole, whole);
  pen.fillStyle = ink;
  pen.font = `600 ${stud * 1.3}px ${FONT}`;
  const [first, second] = grid.origin;
  const letters = [...(ground[0] ?? "")].map((_, n): [string, number] =>
    [String.fromCharCode(97 + n), first + n * grid.pitch + 0.5]);
  const numbers = ground.map((_, n): [string, number] =>
    [String(n + 1), second + n * grid.pitch + 0.5]);
  const turned = (names: [string, number][], back: boolean) =>
    names.map(([name, at]): [string, number] => [name, back ? grid.plate - at : at]);
  const near = turned(side % 2 ? numbers : letters, side === 2 || side === 3);
  const right = turned(side % 2 ? letters : numbers, side === 1 || side === 2);
  const low = grid.plate * 0.125;
  for (const [name, at] of near) pen.fillText(name, (low + at) * stud, whole - (low - 1.5) * stud);
  for (const [name, at] of right) pen.fillText(name, whole - (low - 1.5) * stud, whole - (low + at) * stud);
  return done();
}
