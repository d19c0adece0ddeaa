// Where the camera is: looking a way, so that what is to be seen just fills the picture.
import { Box3, Vector3 } from "three";

const MARGIN = 0.98; // share of the picture that is filled

/** Return the corners of a box of the table in the world, whose second axis is up. */
export function cornersOf({ min, max }: Box3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    new Vector3(corner & 1 ? max.x : min.x, corner & 4 ? max.z : min.z, -(corner & 2 ? max.y : min.y)));
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
  const high = MARGIN * Math.tan((field * Math.PI) / 360);
  // The planes on both sides of the picture touch what is outermost; they meet in the camera.
  const along = (axis: Vector3, share: number): [number, number] => {
    const [one, other] = [1, -1].map((sign) => Math.max(...points.map((point) => sign * point.dot(axis) - share * point.dot(ahead)))) as [number, number];
    return [(one - other) / 2, -(one + other) / (2 * share)];
  };
  const [[x, first], [y, second]] = [along(right, high * aspect), along(up, high)];
  const depth = Math.min(first, second);
  const eye = right.multiplyScalar(x).addScaledVector(up, y).addScaledVector(ahead, depth);
  const middle = new Box3().setFromPoints(points).getCenter(new Vector3()).dot(ahead);
  return [eye, eye.clone().addScaledVector(ahead, middle - depth)];
}
