// The pieces: one mesh for each kind out of pieces.glb, which viewer/instances.py makes, and where
// a piece of the scene is.  All lengths are in mm; x is east, y north, z up.
import { BufferGeometry, Color, Float32BufferAttribute, Matrix4 } from "three";
import type { Solid } from "./state";

export interface Kind {
  name: string;
  geometry: BufferGeometry;
  edges: BufferGeometry;
  /** Whether the mesh has colours of its own. */
  painted: boolean;
  wide: number; deep: number; high: number; quarters: number; spin: number;
}

/** Colours of kinds, of the ground, and of what is marked. */
export interface Hues {
  zones: Record<string, string>; on: Record<string, string>;
  closed: string; plate: string; ink: string; paper: string; path: string; fault: string;
  legal: string;
}

export interface Pieces {
  kinds: Map<string, Kind>;
  hues: Hues;
  pitch: number; brick: number; plate: number; sheet: number;
}

interface View { byteOffset: number; byteStride?: number }
interface Accessor { bufferView: number; byteOffset: number; count: number; componentType: number }
interface Primitive { attributes: { POSITION: number; NORMAL: number }; indices: number; material: number }
interface Mesh {
  name: string; primitives: Primitive[];
  extras: { wide: number; deep: number; high: number; quarters: number; spin: number };
}

/** Read the file that viewer/instances.py makes; it need not know every glTF. */
export function readPieces(file: ArrayBuffer): Pieces {
  const head = new DataView(file);
  const length = head.getUint32(12, true);
  const tree = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 20, length)));
  const start = 28 + length;
  const { steps, colours: hues, ...sizes } = tree.extras;
  const at = (number: number): [Accessor, number, number] => {
    const own: Accessor = tree.accessors[number];
    const view: View = tree.bufferViews[own.bufferView];
    return [own, start + view.byteOffset + own.byteOffset, view.byteStride ?? 0];
  };
  const nameOf = (part: Primitive): string => tree.materials[part.material].name;
  const joined = (parts: Primitive[], own: string): BufferGeometry => {
    const points: number[] = [];
    const normals: number[] = [];
    const tints: number[] = [];
    const faces: number[] = [];
    for (const part of parts) {
      const first = points.length / 3;
      const [index, from] = at(part.indices);
      const Numbers = index.componentType === 5125 ? Uint32Array : Uint16Array;
      for (const n of new Numbers(file, from, index.count)) faces.push(first + n);
      const [corners, place, stride] = at(part.attributes.POSITION);
      const [, turn, step] = at(part.attributes.NORMAL);
      const tint = new Color(nameOf(part).endsWith("own") ? own : nameOf(part).slice(0, 7));
      for (let n = 0; n < corners.count; n++) {
        for (let axis = 0; axis < 3; axis++) {
          points.push(head.getInt16(place + n * stride + 2 * axis, true) / steps);
          normals.push(head.getInt8(turn + n * step + axis) / 127);
        }
        tints.push(tint.r, tint.g, tint.b);
      }
    }
    const numbers = { position: points, normal: normals, color: tints };
    const made = new BufferGeometry();
    for (const [name, all] of Object.entries(numbers)) made.setAttribute(name, new Float32BufferAttribute(all, 3));
    made.setIndex(faces);
    made.computeBoundingBox();
    return made;
  };
  const kinds = new Map<string, Kind>();
  for (const { name, primitives, extras } of tree.meshes as Mesh[]) {
    const isLine = (part: Primitive): boolean => nameOf(part).endsWith("edges");
    const plain = primitives.filter((part) => !isLine(part));
    const painted = !plain.every((part) => nameOf(part).endsWith("own"));
    const geometry = joined(plain, painted ? hues[name] : "#ffffff");
    kinds.set(name, { name, geometry, edges: joined(primitives.filter(isLine), ""), painted, ...extras });
  }
  return { kinds, hues, ...sizes };
}

/** Return the file of pieces: out of the page where it has one, else from its host. */
export async function fetchPieces(told?: (done: number, all: number) => void): Promise<ArrayBuffer> {
  const inside = document.getElementById("pieces")?.textContent;
  if (inside) return Uint8Array.from(atob(inside.trim()), (letter) => letter.charCodeAt(0)).buffer;
  const answer = await fetch("pieces.glb");
  if (!answer.ok || !answer.body) throw new Error(`pieces.glb: ${answer.status}`);
  const all = Number(answer.headers.get("content-length"));
  const parts: BlobPart[] = [];
  let done = 0;
  for (const reader = answer.body.getReader(); ; ) {
    const { value } = await reader.read();
    if (!value) break;
    parts.push(value);
    told?.(Math.min((done += value.length), all), all);
  }
  told?.(all, all);
  return new Blob(parts).arrayBuffer();
}

/** Return the kind of a piece: the two greens share theirs, and what is not known is a brick. */
export function kindOf({ kinds }: Pieces, solid: Solid): Kind {
  const name = solid.kind === "dark" ? "light" : solid.kind;
  return (kinds.get(name) ?? kinds.get("brick")) as Kind;
}

const odd = (kind: Kind, solid: Solid): boolean => solid.turned % kind.quarters % 2 === 1;

/** Return the studs that a piece covers, from west to east and from south to north. */
export function studsOf(kind: Kind, solid: Solid): [number, number] {
  return odd(kind, solid) ? [kind.deep, kind.wide] : [kind.wide, kind.deep];
}

/** Return the matrix that moves the mesh of a kind to the place of a piece, `over` mm higher. */
export function placeOf(pieces: Pieces, kind: Kind, solid: Solid, over = 0): Matrix4 {
  const { pitch, brick, sheet } = pieces;
  const [wide, deep] = studsOf(kind, solid);
  const quarter = solid.turned % kind.quarters;
  const angle = kind.spin
    ? (kind.spin * (solid.x + solid.y + solid.level) * Math.PI) / 180
    : (quarter * Math.PI) / 2;
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
