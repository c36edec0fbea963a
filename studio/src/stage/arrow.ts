// An arrow that can be moved, turned and stretched without making a new one.

import * as THREE from "three";
import { sign } from "./paint.ts";
import { HEAD, SHAFT } from "./shared.ts";

export class Arrow extends THREE.Group {
  readonly #shaft: THREE.Mesh;
  readonly #head: THREE.Mesh;
  readonly #thickness: number;

  constructor(colour: string, thickness: number) {
    super();
    this.#thickness = thickness;
    // Seen through bodies: most arrows begin inside one.
    const paint = sign(colour, 0.95);
    this.#shaft = new THREE.Mesh(SHAFT, paint);
    this.#head = new THREE.Mesh(HEAD, paint);
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
    this.#shaft.scale.set(this.#thickness, Math.max(length - head, 1e-9), this.#thickness);
    this.#head.scale.set(2.6 * this.#thickness, head, 2.6 * this.#thickness);
    this.#head.position.set(0, length - head / 2, 0);
  }
}
