// Pieces that share a mesh and a look, drawn at once.
import { type BufferGeometry, Color, type Group, InstancedMesh, type Material, type Matrix4 } from "three";

/** A piece in its place. */
export interface Placed { name: string; matrix: Matrix4; tint: string }

export class Pool {
  mesh: InstancedMesh;
  private names: string[] = [];
  private known = "";

  constructor(
    private parent: Group, private geometry: BufferGeometry, private material: Material,
    private shades: boolean,
  ) {
    this.mesh = this.make(16);
  }

  private make(room: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, room);
    mesh.castShadow = this.shades;
    mesh.receiveShadow = true;
    mesh.userData.pool = this;
    this.parent.add(mesh);
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
    this.mesh.count = pieces.length;
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
    this.mesh.boundingBox = null;
  }
}
