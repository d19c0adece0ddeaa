// Pieces that share a mesh and a look, drawn at once: their surfaces, and their edges as lines.
import {
  type BufferGeometry, Color, type Group, InstancedMesh, type Material, type Matrix4, MeshBasicMaterial,
  MeshStandardMaterial,
} from "three";
import type { Hues, Kind } from "./pieces";

/** How pieces are shown; `new` are those of the last turn. */
export type Look = "" | "new" | "ghost" | "hint" | "fault";

/** A piece in its place. */
export interface Placed { name: string; matrix: Matrix4; tint: string }

const SOLID: Record<Look, number> = { "": 1, new: 1, fault: 1, ghost: 0.72, hint: 0.4 };
const BROAD = 0.7; // mm that the edges of a marked piece stand out

export class Pool {
  mesh: InstancedMesh;
  private names: string[] = [];
  private known = "";
  private surface: Material;
  private lines: MeshBasicMaterial;

  constructor(private parent: Group, private kind: Kind, private look: Look, hues: Hues) {
    const opacity = SOLID[look];
    const marks = { "": "#4c4c4c", new: hues.path, ghost: hues.path, hint: hues.legal, fault: hues.paper };
    this.surface = new MeshStandardMaterial({ roughness: 0.5, vertexColors: true, opacity, transparent: opacity < 1 });
    this.lines = new MeshBasicMaterial({ color: marks[look] });
    if (look) this.lines.onBeforeCompile = widen;
    this.mesh = this.make(16);
  }

  private make(room: number): InstancedMesh {
    const [mesh, edges] = ([["geometry", this.surface], ["edges", this.lines]] as const).map(([part, material]) =>
      new InstancedMesh<BufferGeometry>(this.kind[part], material, room)) as [InstancedMesh, InstancedMesh];
    mesh.setColorAt(0, new Color());
    edges.instanceMatrix = mesh.instanceMatrix;
    if (!this.look) edges.instanceColor = mesh.instanceColor;
    mesh.castShadow = this.look !== "hint";
    mesh.receiveShadow = true;
    mesh.frustumCulled = edges.frustumCulled = false;
    mesh.userData.pool = this;
    this.parent.add(mesh.add(edges));
    return mesh;
  }

  /** Hold these pieces and no others; nothing is done where they are as before. */
  hold(pieces: readonly Placed[]): void {
    const known = pieces.map(({ name, matrix, tint }) => [name, tint, ...matrix.elements].join()).join(";");
    if (known === this.known) return;
    this.known = known;
    this.names = pieces.map((piece) => piece.name);
    if (pieces.length > this.mesh.instanceMatrix.count) {
      this.mesh.removeFromParent();
      this.mesh.dispose();
      this.mesh = this.make(2 * pieces.length);
    }
    for (const mesh of [this.mesh, ...this.mesh.children]) (mesh as InstancedMesh).count = pieces.length;
    pieces.forEach(({ tint, matrix }, index) => {
      this.mesh.setMatrixAt(index, matrix);
      this.mesh.setColorAt(index, new Color(tint));
    });
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.changed();
  }

  /** Move one of the pieces for a while. */
  move(name: string, matrix: Matrix4): void {
    const index = this.names.indexOf(name);
    if (index >= 0) this.mesh.setMatrixAt(index, matrix);
    this.changed();
  }

  name(index: number): string { return this.names[index] ?? ""; }

  private changed(): void {
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}

function widen(shader: { vertexShader: string }): void {
  const begins = "#include <begin_vertex>";
  shader.vertexShader = shader.vertexShader.replace(begins, `${begins}\ntransformed += ${BROAD} * normal;`);
}
