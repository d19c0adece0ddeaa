// Pieces that share a mesh and a look, drawn at once.
import {
  type BufferGeometry, Color, type Group, InstancedMesh, type Material, Matrix4,
} from "three";

/** The pieces that share a mesh and a look. */
export class Pool {
  mesh: InstancedMesh;
  private names: string[] = [];
  private at = new Map<string, number>();

  constructor(
    private parent: Group, private geometry: BufferGeometry, private material: Material,
    private shades: boolean, room = 16,
  ) {
    this.mesh = this.grow(room);
  }

  private grow(room: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, room);
    mesh.count = this.names.length;
    mesh.castShadow = this.shades;
    mesh.receiveShadow = true;
    mesh.userData.pool = this;
    if (this.mesh) {
      mesh.instanceMatrix.array.set(this.mesh.instanceMatrix.array);
      if (mesh.instanceColor === null) mesh.setColorAt(room - 1, new Color());
      if (this.mesh.instanceColor) mesh.instanceColor?.array.set(this.mesh.instanceColor.array);
      this.mesh.removeFromParent();
      this.mesh.dispose();
    }
    this.parent.add(mesh);
    return mesh;
  }

  put(name: string, matrix: Matrix4, tint?: string): void {
    let index = this.at.get(name);
    if (index === undefined) {
      index = this.names.push(name) - 1;
      this.at.set(name, index);
      if (index >= this.mesh.instanceMatrix.count) this.mesh = this.grow(2 * this.names.length);
    }
    this.mesh.count = this.names.length;
    this.mesh.setMatrixAt(index, matrix);
    if (tint !== undefined) this.mesh.setColorAt(index, new Color(tint));
    this.changed();
  }

  remove(name: string): void {
    const index = this.at.get(name);
    const last = this.names.pop();
    if (index === undefined || last === undefined) return;
    this.at.delete(name);
    if (last !== name) {
      const [matrix, tint] = [new Matrix4(), new Color()];
      this.mesh.getMatrixAt(this.names.length, matrix);
      this.mesh.setMatrixAt(index, matrix);
      if (this.mesh.instanceColor) {
        this.mesh.getColorAt(this.names.length, tint);
        this.mesh.setColorAt(index, tint);
      }
      this.names[index] = last;
      this.at.set(last, index);
    }
    this.mesh.count = this.names.length;
    this.changed();
  }

  name(index: number): string {
    return this.names[index] ?? "";
  }

  private changed(): void {
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.mesh.boundingSphere = null;
    this.mesh.boundingBox = null;
  }
}
