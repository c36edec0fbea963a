// Paints that all models share, by what they look like: a material of its own for every answer would be set up anew with every answer.

import * as THREE from "three";

const kept = new Map<string, THREE.Material>();

function paint<M extends THREE.Material>(key: string, make: () => M): M {
  const known = kept.get(key) as M | undefined;
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

/** Of bodies, in the light of the stage; `see` is how much hides what is behind it, 0 to 1. */
export function solid(colour: string, see = 1): THREE.MeshStandardMaterial {
  return paint(`solid ${colour} ${see}`, () => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.45, metalness: 0.05, transparent: see < 1, opacity: see }));
}

/** Of a plane, seen from both sides. */
export function sheet(colour: string, see: number): THREE.MeshStandardMaterial {
  return paint(`sheet ${colour} ${see}`, () => new THREE.MeshStandardMaterial({ color: colour, side: THREE.DoubleSide, transparent: true, opacity: see }));
}

/** Of signs that are seen through bodies: arrows, contact points, joints. */
export function sign(colour: string, see = 1): THREE.MeshBasicMaterial {
  return paint(`sign ${colour} ${see}`, () => new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: see < 1, opacity: see }));
}

/** Of a friction cone. */
export function veil(colour: string, see: number): THREE.MeshBasicMaterial {
  return paint(`veil ${colour} ${see}`, () => new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity: see, side: THREE.DoubleSide, depthWrite: false }));
}

/** Of lines; those that are signs are seen through bodies. */
export function stroke(colour: string, seenThrough = false): THREE.LineBasicMaterial {
  return paint(`stroke ${colour} ${seenThrough}`, () => new THREE.LineBasicMaterial({ color: colour, ...(seenThrough && { depthTest: false, transparent: true }) }));
}
