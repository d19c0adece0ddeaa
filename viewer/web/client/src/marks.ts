// What is no piece: outlines of marked pieces, the way of a staircase, columns of figures.
import {
  type Box3, BoxGeometry, CatmullRomCurve3, Color, Group, InstancedMesh, Matrix4, Mesh,
  MeshBasicMaterial, MeshStandardMaterial, TubeGeometry, Vector3,
} from "three";
import type { Pieces } from "./pieces";
import type { Scene, Solid } from "./state";

const COLUMN = 15; // mm, side of a column of figures
const BAR = 0.55; // mm, thickness of an outline
const OVER = 3; // mm from what is built to the way along it

/** Return the marks of a scene. */
export function makeMarks(pieces: Pieces, scene: Scene, box: (solid: Solid) => Box3): Group {
  const { pitch, brick, hues } = pieces;
  const made = new Group();
  const unit = new BoxGeometry(1, 1, 1);
  const marked = scene.solids.filter((solid) => solid.looks !== "");
  const tints = { "": hues.ink, fault: hues.paper, ghost: hues.paper, hint: hues.legal };
  if (marked.length) {
    const bars = new InstancedMesh(unit, new MeshBasicMaterial(), 12 * marked.length);
    marked.forEach((solid, n) => barsOf(box(solid)).forEach((bar, edge) => {
      bars.setMatrixAt(12 * n + edge, bar);
      bars.setColorAt(12 * n + edge, new Color(tints[solid.looks]));
    }));
    made.add(bars);
  }
  if (scene.tones.length) {
    const paint = new MeshStandardMaterial({ roughness: 0.7 });
    const columns = new InstancedMesh(unit, paint, scene.tones.length);
    scene.tones.forEach(([x, y, height, tint], index) => {
      const high = Math.max(height * brick, 0.6);
      const place = new Matrix4().makeScale(COLUMN, COLUMN, high);
      columns.setMatrixAt(index, place.setPosition((x + 0.5) * pitch, (y + 0.5) * pitch, high / 2));
      columns.setColorAt(index, new Color(tint));
    });
    columns.castShadow = columns.receiveShadow = true;
    made.add(columns);
  }
  if (scene.way.length > 1 && !scene.solids.some((solid) => solid.looks === "ghost")) {
    const points = scene.way.map(([x, y, level]) =>
      new Vector3((x + 0.5) * pitch, (y + 0.5) * pitch, level * brick + OVER));
    const curve = new CatmullRomCurve3(points, false, "catmullrom", 0.15);
    const tube = new TubeGeometry(curve, 16 * points.length, 0.8, 8);
    made.add(new Mesh(tube, new MeshBasicMaterial({ color: hues.path })));
  }
  return made;
}

/** Return the twelve edges of a box, each as what makes a bar of a unit cube. */
function barsOf({ min, max }: Box3): Matrix4[] {
  const [size, middle] = [max.clone().sub(min), min.clone().add(max).multiplyScalar(0.5)];
  return [0, 1, 2].flatMap((axis) => [[0, 0], [0, 1], [1, 0], [1, 1]].map(([one, other]) => {
    const [thick, place] = [new Vector3(BAR, BAR, BAR), middle.clone()];
    thick.setComponent(axis, size.getComponent(axis) + BAR);
    for (const [side, step] of [[one, 1], [other, 2]] as const) {
      const along = (axis + step) % 3;
      place.setComponent(along, (side ? max : min).getComponent(along));
    }
    return new Matrix4().makeScale(thick.x, thick.y, thick.z).setPosition(place);
  }));
}
