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

/** Lets go of a geometry that no other model uses. */
export function release(geometry: THREE.BufferGeometry): void {
  if (geometry.userData["kept"] !== true) geometry.dispose();
}
