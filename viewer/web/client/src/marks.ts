// What is no piece: names beside the sheet, heights of a staircase, columns of figures.
import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, type Object3D, Vector3 } from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import type { Pieces } from "./pieces";
import type { Place, Scene } from "./state";

const COLUMN = 15; // mm, side of a column of figures
const [RIM, DISC] = [[2.7, 0.2], [2, 0.4]] as const; // times as wide as a knob, and mm over it
const OVER = 7; // mm from what is built to the number over it

/** Return a text that stays upright, at a place in mm. */
export function labelAt(text: string, looks: string, x: number, y: number, z: number): CSS2DObject {
  const element = document.createElement("span");
  [element.textContent, element.className] = [text, looks];
  const made = new CSS2DObject(element);
  made.position.set(x, y, z);
  return made;
}

/** Return where the top of a place is, in mm. */
export function topOf({ pitch, brick }: Pieces, { sheet }: Scene, { x, y, text }: Place): Vector3 {
  const [west = 0, south = 0, apart = 1] = sheet.slice(5);
  return new Vector3((west + x * apart + 0.5) * pitch, (south + y * apart + 0.5) * pitch, (Number(text) || 0) * brick);
}

/** Return the marks of a scene, with a disc below the knob of each place that is lit. */
export function makeMarks(pieces: Pieces, scene: Scene, lit: Place[]): Object3D[] {
  const { pitch, brick } = pieces;
  const paint = new MeshStandardMaterial({ roughness: 0.7 });
  const discs = new InstancedMesh(pieces.kinds.get("knob")?.geometry, paint, 2 * lit.length);
  [...lit, ...lit].forEach((place, index) => {
    const [{ x, y, z }, wide, up] = [topOf(pieces, scene, place), ...(index < lit.length ? RIM : DISC)];
    discs.setColorAt(index, new Color(index < lit.length ? pieces.hues.path : pieces.hues.paper));
    discs.setMatrixAt(index, new Matrix4().makeScale(wide, wide, 0.1).setPosition(x - (wide * pitch) / 2, y - (wide * pitch) / 2, z + up));
  });
  const heights = scene.way.map(([x, y, height]) => labelAt(String(height), "height", (x + 0.5) * pitch, (y + 0.5) * pitch, height * brick + OVER));
  const columns = new InstancedMesh(new BoxGeometry(1, 1, 1), paint, scene.tones.length);
  scene.tones.forEach(([x, y, height, tint], index) => {
    const high = Math.max(height * brick, 0.6);
    columns.setMatrixAt(index, new Matrix4().makeScale(COLUMN, COLUMN, high).setPosition((x + 0.5) * pitch, (y + 0.5) * pitch, high / 2));
    columns.setColorAt(index, new Color(tint));
  });
  columns.castShadow = columns.receiveShadow = true;
  return [columns, discs, ...heights];
}
