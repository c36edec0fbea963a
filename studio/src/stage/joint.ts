// A joint in space: a ring of a hinge about its axis, a rod of a slider along it, a ball; with thin bars to the bodies it holds.

import * as THREE from "three";
import type { BodyEntry, JointEntry } from "../engine/types.ts";
import { sign } from "./paint.ts";
import { DOT, SHAFT } from "./shared.ts";

const COLOUR = "#6a51a3";

export function jointOf({ kind, between, point, axis }: JointEntry, bodies: readonly BodyEntry[], size: number): THREE.Group {
  const group = new THREE.Group();
  const paint = sign(COLOUR, 0.9);
  const at = new THREE.Vector3(...point);
  const mark = new THREE.Mesh(kind === "hinge" ? new THREE.TorusGeometry(0.05 * size, 0.012 * size, 8, 32) : DOT, paint);
  if (kind !== "hinge") mark.scale.setScalar(0.03 * size);
  mark.position.copy(at);
  mark.renderOrder = 2;
  if (axis !== null) {
    const along = new THREE.Vector3(...axis);
    mark.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), along);
    const reach = (kind === "slider" ? 0.3 : 0.12) * size;
    group.add(bar(at.clone().addScaledVector(along, -reach), at.clone().addScaledVector(along, reach), 0.008 * size, paint));
  }
  group.add(mark);
  for (const body of between.map((index) => bodies[index])) {
    if (body !== undefined && !body.fixed) group.add(bar(at, new THREE.Vector3(...body.position), 0.006 * size, paint));
  }
  return group;
}

function bar(from: THREE.Vector3, to: THREE.Vector3, thickness: number, paint: THREE.Material): THREE.Mesh {
  const along = to.clone().sub(from);
  const mesh = new THREE.Mesh(SHAFT, paint);
  mesh.position.copy(from);
  mesh.scale.set(thickness, Math.max(along.length(), 1e-9), thickness);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
  mesh.renderOrder = 2;
  return mesh;
}
