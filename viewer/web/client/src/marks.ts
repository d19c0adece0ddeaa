// What is no piece: names beside the sheet, heights of a staircase, columns of figures.
import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, type Object3D } from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import type { Pieces } from "./pieces";
import type { Scene } from "./state";

const COLUMN = 15; // mm, side of a column of figures
const OVER = 7; // mm from what is built to the number over it

/** Return a text that stays upright, at a place in mm. */
export function labelAt(text: string, looks: string, x: number, y: number, z: number): CSS2DObject {
  const element = document.createElement("span");
  [element.textContent, element.className] = [text, looks];
  const made = new CSS2DObject(element);
  made.position.set(x, y, z);
  return made;
}

/** Return the marks of a scene. */
export function makeMarks({ pitch, brick }: Pieces, scene: Scene): Object3D[] {
  const heights = scene.way.map(([x, y, height]) =>
    labelAt(String(height), "height", (x + 0.5) * pitch, (y + 0.5) * pitch, height * brick + OVER));
  const paint = new MeshStandardMaterial({ roughness: 0.7 });
  const columns = new InstancedMesh(new BoxGeometry(1, 1, 1), paint, scene.tones.length);
  scene.tones.forEach(([x, y, height, tint], index) => {
    const high = Math.max(height * brick, 0.6);
    const place = new Matrix4().makeScale(COLUMN, COLUMN, high);
    columns.setMatrixAt(index, place.setPosition((x + 0.5) * pitch, (y + 0.5) * pitch, high / 2));
    columns.setColorAt(index, new Color(tint));
  });
  columns.castShadow = columns.receiveShadow = true;
  return [columns, ...heights];
}
