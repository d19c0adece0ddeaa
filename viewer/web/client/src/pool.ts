// Pieces that share a mesh and a look, drawn at once: their surfaces, and their edges as lines.
import { Color, InstancedBufferAttribute, InstancedMesh, type Matrix4, MeshBasicMaterial, MeshStandardMaterial } from "three";
import type { Hues, Kind } from "./pieces";

/** How pieces are shown; `new` are those of the last turn. */
export type Look = "" | "new" | "ghost" | "hint" | "fault";

export interface Placed { name: string; matrix: Matrix4; tint: string }

const SOLID: Record<Look, number> = { "": 1, new: 1, fault: 1, ghost: 0.72, hint: 0.8 };
const BROAD = 0.7; // mm that the edges of a marked piece stand out

export class Pool extends InstancedMesh {
  names: string[] = [];
  private edges: InstancedMesh;

  constructor(kind: Kind, private look: Look, hues: Hues) {
    const [opacity, transparent] = [SOLID[look], SOLID[look] < 1];
    const surface = { roughness: 0.5, vertexColors: kind.painted, opacity, transparent };
    super(kind.geometry, new MeshStandardMaterial(surface), 0);
    const marks = { "": "#4c4c4c", new: hues.path, ghost: hues.path, hint: hues.legal, fault: hues.paper };
    const lines = new MeshBasicMaterial({ color: marks[look] });
    if (look) lines.onBeforeCompile = widen;
    this.edges = new InstancedMesh(kind.edges, lines, 0);
    this.frustumCulled = this.edges.frustumCulled = false;
    this.castShadow = look !== "hint";
    this.receiveShadow = true;
    this.add(this.edges);
  }

  /** Hold these pieces and no others. */
  hold(pieces: readonly Placed[]): void {
    const [matrices, tints] = [new Float32Array(16 * pieces.length), new Float32Array(3 * pieces.length)];
    pieces.forEach(({ matrix, tint }, index) => {
      matrix.toArray(matrices, 16 * index);
      new Color(tint).toArray(tints, 3 * index);
    });
    this.names = pieces.map((piece) => piece.name);
    this.visible = pieces.length > 0;
    this.instanceMatrix = this.edges.instanceMatrix = new InstancedBufferAttribute(matrices, 16);
    this.instanceColor = new InstancedBufferAttribute(tints, 3);
    if (!this.look) this.edges.instanceColor = this.instanceColor;
    this.count = this.edges.count = pieces.length;
    this.boundingSphere = null;
  }

  /** Move one of the pieces for a while. */
  move(name: string, matrix: Matrix4): void {
    const index = this.names.indexOf(name);
    if (index >= 0) this.setMatrixAt(index, matrix);
    this.instanceMatrix.needsUpdate = true;
    this.boundingSphere = null;
  }
}

function widen(shader: { vertexShader: string }): void {
  const begins = "#include <begin_vertex>";
  shader.vertexShader = shader.vertexShader.replace(begins, `${begins}\ntransformed += ${BROAD} * normal;`);
}
