// Where the camera is: looking a way, so that what is to be seen just fills the picture.
import { Box3, Vector3 } from "three";

/** Return the corners of a box of the table in the world, whose second axis is up. */
export function cornersOf({ min, max }: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => new Vector3(
    corner & 1 ? max.x : min.x, corner & 4 ? max.z : min.z, -(corner & 2 ? max.y : min.y),
  ));
}

/** Angles in degrees: from above, and round the table. */
export interface Way { rise: number; turn: number }

/** Return the way to look from a side of the table. */
export function wayOf({ rise, turn }: Way, side: number): Vector3 {
  const [over, round] = [(rise * Math.PI) / 180, ((turn - 90 * side) * Math.PI) / 180];
  return new Vector3(Math.sin(round) * Math.cos(over), -Math.sin(over), -Math.cos(round) * Math.cos(over));
}

/** Return the place of the camera and the point it looks at. */
export function fit(points: Vector3[], ahead: Vector3, field: number, aspect: number): [Vector3, Vector3] {
  const right = new Vector3().crossVectors(ahead, new Vector3(0, 1, 0)).normalize();
  const up = new Vector3().crossVectors(right, ahead);
  const high = Math.tan((field * Math.PI) / 360);
  const wide = high * aspect;
  const around = new Box3().setFromPoints(points);
  const target = around.getCenter(new Vector3());
  const size = around.getSize(new Vector3()).length();
  let far = 2 * size;
  // What is nearer looks larger: a few rounds find the middle of the picture.
  for (let round = 0; round < 12; round++) {
    const seen = new Box3().setFromPoints(points.map((point) => {
      const way = point.clone().sub(target);
      const depth = far + way.dot(ahead);
      return new Vector3(way.dot(right) / depth / wide, way.dot(up) / depth / high, 0);
    }));
    const [middle, spread] = [seen.getCenter(new Vector3()), seen.getSize(new Vector3())];
    target.addScaledVector(right, middle.x * wide * far).addScaledVector(up, middle.y * high * far);
    far = Math.max((far * Math.max(spread.x, spread.y)) / 2, 0.6 * size);
  }
  return [target.clone().addScaledVector(ahead, -far * 1.03), target];
}
