// Geometries of unit size that all models share: making them anew for every answer would take longer than solving it.

import * as THREE from "three";

function kept<T extends THREE.BufferGeometry>(geometry: T): T {
  geometry.userData["kept"] = true;
  geometry.computeBoundingBox();
  return geometry;
}

export const SPHERE = kept(new THREE.SphereGeometry(1, 40, 28));
export const STRIPE = kept(new THREE.TorusGeometry(1.001, 0.03, 8, 64).rotateY(Math.PI / 2));
export const DOT = kept(new THREE.SphereGeometry(1, 16, 12));
/** From the origin along y. */
export const SHAFT = kept(new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0));
export const HEAD = kept(new THREE.ConeGeometry(1, 1, 14));
/** Without its base, from its tip at the origin along y. */
export const CONE = kept(new THREE.ConeGeometry(1, 1, 40, 1, true).translate(0, -0.5, 0).rotateX(Math.PI));

/** Squares on the square of length one about the origin, across z. */
export const GRID = kept(squares(16));

function squares(count: number): THREE.BufferGeometry {
  const ends = Array.from({ length: count + 1 }, (_, i) => i / count - 0.5).flatMap((at) => [at, -0.5, 0, at, 0.5, 0, -0.5, at, 0, 0.5, at, 0]);
  return new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(ends, 3));
}

/** Lets go of a geometry that no other model uses. */
export function release(geometry: THREE.BufferGeometry): void {
  if (geometry.userData["kept"] !== true) geometry.dispose();
}
