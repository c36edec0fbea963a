// An arrow that can be moved, turned and stretched without making a new one.

import * as THREE from "three";

export class Arrow extends THREE.Group {
  readonly #shaft: THREE.Mesh;
  readonly #head: THREE.Mesh;
  readonly #thickness: number;

  constructor(colour: string, thickness: number) {
    super();
    this.#thickness = thickness;
    // Seen through bodies: most arrows begin inside one.
    const paint = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.95 });
    this.#shaft = new THREE.Mesh(new THREE.CylinderGeometry(thickness, thickness, 1, 10).translate(0, 0.5, 0), paint);
    this.#head = new THREE.Mesh(new THREE.ConeGeometry(2.6 * thickness, 6 * thickness, 14), paint);
    for (const part of [this.#shaft, this.#head]) part.renderOrder = 3;
    this.add(this.#shaft, this.#head);
  }

  /** From a point along a vector; hidden if that is too short to be seen. */
  point(from: THREE.Vector3, along: THREE.Vector3): void {
    const length = along.length();
    this.visible = length > 2 * this.#thickness;
    if (!this.visible) return;
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.clone().divideScalar(length));
    const head = Math.min(6 * this.#thickness, length);
    this.#shaft.scale.set(1, Math.max(length - head, 1e-9), 1);
    this.#head.position.set(0, length - head / 2, 0);
  }
}
