// The pieces: one mesh for each kind out of pieces.glb, which viewer/instances.py makes, and where
// a piece of the scene is.  All lengths are in mm; x is east, y north, z up.
import { BufferAttribute, BufferGeometry, Matrix4 } from "three";
import { ON_DEVICE } from "./link";
import type { Solid } from "./state";

interface Sizes { wide: number; deep: number; high: number; quarters: number; spin: number }

/** A mesh of pieces; a `painted` one has colours of its own. */
export interface Kind extends Sizes { name: string; geometry: BufferGeometry; edges: BufferGeometry; painted: boolean }

/** Colours of kinds, of the ground, and of what is marked. */
export interface Hues {
  zones: Record<string, string>; on: Record<string, string>;
  closed: string; plate: string; ink: string; paper: string; path: string; fault: string; legal: string;
}

export interface Pieces { kinds: Map<string, Kind>; hues: Hues; pitch: number; brick: number; plate: number; sheet: number }

interface Accessor { bufferView: number; byteOffset: number; count: number; componentType: number }
interface Primitive { attributes: { POSITION: number; NORMAL: number; COLOR_0?: number }; indices: number }
interface Mesh { name: string; primitives: [Primitive, Primitive?]; extras: Sizes }

const NUMBERS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array };

/** Read the file that viewer/instances.py makes; it need not know every glTF. */
export function readPieces(file: ArrayBuffer): Pieces {
  const length = new DataView(file).getUint32(12, true);
  const tree = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 20, length)));
  const { steps, colours: hues, ...sizes } = tree.extras;
  const read = (number: number, size = 4) => { // rows of three numbers are filled up to four
    const { bufferView, byteOffset, count, componentType } = tree.accessors[number] as Accessor;
    const start = 28 + length + tree.bufferViews[bufferView].byteOffset + byteOffset;
    return new NUMBERS[componentType as keyof typeof NUMBERS](file, start, count * size);
  };
  const made = (part?: Primitive): BufferGeometry => {
    const geometry = new BufferGeometry();
    if (!part) return geometry;
    const { POSITION, NORMAL, COLOR_0 } = part.attributes;
    const corners = Float32Array.from(read(POSITION), (corner) => corner / steps);
    geometry.setAttribute("position", new BufferAttribute(corners, 4));
    geometry.setAttribute("normal", new BufferAttribute(read(NORMAL), 4, true));
    if (COLOR_0 !== undefined) geometry.setAttribute("color", new BufferAttribute(read(COLOR_0), 4, true));
    geometry.setIndex(new BufferAttribute(read(part.indices, 1), 1));
    geometry.computeBoundingBox();
    return geometry;
  };
  const kinds = (tree.meshes as Mesh[]).map(({ name, primitives: [surface, edges], extras }): [string, Kind] => {
    const geometry = made(surface);
    return [name, { name, geometry, edges: made(edges), painted: geometry.hasAttribute("color"), ...extras }];
  });
  return { kinds: new Map(kinds), hues, ...sizes };
}

/** Return the file of pieces: out of the page where it has one, else from its host. */
export async function fetchPieces(): Promise<ArrayBuffer> {
  const inside = document.getElementById("pieces")?.textContent;
  if (inside) return Uint8Array.from(atob(inside.trim()), (letter) => letter.charCodeAt(0)).buffer;
  const answer = await fetch(ON_DEVICE ? "pieces.glb.gz" : "pieces.glb");  // see pack.mjs
  if (!answer.ok || !answer.body) throw new Error(`the pieces: ${answer.status}`);
  return (ON_DEVICE ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))) : answer).arrayBuffer();
}

/** Return the kind of a piece: the two greens share theirs, and what is not known is a brick. */
export function kindOf({ kinds }: Pieces, solid: Solid): Kind {
  const name = solid.kind === "dark" ? "light" : solid.kind;
  return (kinds.get(name) ?? kinds.get("brick")) as Kind;
}

/** Return the matrix that moves the mesh of a kind to the place of a piece, `over` mm higher. */
export function placeOf(pieces: Pieces, kind: Kind, solid: Solid, over = 0): Matrix4 {
  const { pitch, brick, sheet } = pieces;
  const quarter = solid.turned % kind.quarters;
  const [wide, deep] = quarter % 2 ? [kind.deep, kind.wide] : [kind.wide, kind.deep];
  const angle = kind.spin ? (kind.spin * (solid.x + solid.y + solid.level) * Math.PI) / 180 : (quarter * Math.PI) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [(kind.wide * pitch) / 2, (kind.deep * pitch) / 2];
  const low = kind.quarters === 4 && solid.level === 0 ? -sheet : solid.level * brick;
  return new Matrix4().set(
    cos, -sin, 0, (solid.x + wide / 2) * pitch - cos * x + sin * y,
    sin, cos, 0, (solid.y + deep / 2) * pitch - sin * x - cos * y,
    0, 0, 1, low + over,
    0, 0, 0, 1,
  );
}

/** Return the colour of a piece, by default the first of its kind. */
export function tintOf(pieces: Pieces, solid: Solid): string {
  const { [solid.kind]: own } = pieces.hues as unknown as Record<string, string | undefined>;
  return solid.tint || (own ?? pieces.hues.closed);
}
