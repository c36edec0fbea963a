// A body in space with the arrow of its velocity.

import * as THREE from "three";
import { solved, type BodyEntry, type ImpactView, type Vector } from "../engine/types.ts";
import { vectorAt, type Where } from "../model/samples.ts";
import type { Shapes } from "../model/shapes.ts";
import { Arrow } from "./arrow.ts";
import { colourOf } from "./colours.ts";
import { meshOf } from "./meshes.ts";
import { solid } from "./paint.ts";
import { DOT, SHAFT } from "./shared.ts";
import type { Sums } from "./slow.ts";

/** How much arrows and slow motion are magnified, and what the body moves by. */
export type Scales = { size: number; perSpeed: number; magnified: number; moved: Sums };

export class Body {
  readonly group = new THREE.Group();
  readonly #mesh: THREE.Object3D;
  readonly #arrow: Arrow;
  readonly #own: BodyEntry;
  readonly #turn: THREE.Quaternion;
  readonly #after: { velocity: Vector; angular_velocity: Vector } | null;
  readonly #velocities: ArrayLike<number>;
  readonly #sums: Sums;
  readonly #magnified: number;
  readonly #perSpeed: number;

  constructor(view: ImpactView, shapes: Shapes, body: BodyEntry, index: number, { size, perSpeed, magnified, moved }: Scales) {
    const drawn = shapes.bodies.get(body.name);
    const colour = body.fixed ? "#9aa4ad" : colourOf(index);
    const shape = drawn?.shape ?? null;
    this.#mesh = shape === null ? skeleton(view, body, index, colour, size) : meshOf(shape, colour, size);
    // What has no shape is drawn in world axes.
    const [w, x, y, z] = shape === null ? [1, 0, 0, 0] : (drawn?.orientation ?? [1, 0, 0, 0]);
    this.#turn = new THREE.Quaternion(x, y, z, w);
    this.#arrow = new Arrow("#1b9e4b", 0.012 * size);
    this.#own = body;
    this.#after = solved(view.document) ? (view.document.bodies[body.name] ?? null) : null;
    this.#velocities = view.course?.bodies[index]?.velocity ?? [];
    this.#sums = moved;
    this.#magnified = magnified;
    this.#perSpeed = perSpeed;
    this.group.add(this.#mesh, this.#arrow);
  }

  flying(time: number, after: boolean): void {
    const motion = after ? (this.#after ?? this.#own) : this.#own;
    this.#put(scaled(motion.velocity, time), scaled(motion.angular_velocity, time), motion.velocity);
  }

  inside(where: Where): void {
    const shift = vectorAt(this.#sums.shift, where);
    const turn = vectorAt(this.#sums.turn, where);
    const velocity = vectorAt(this.#velocities, where);
    this.#put(scaled(shift, this.#magnified), scaled(turn, this.#magnified), velocity);
  }

  #put(shift: Vector, turn: Vector, velocity: Vector): void {
    const from = new THREE.Vector3(...this.#own.position).add(new THREE.Vector3(...shift));
    const axis = new THREE.Vector3(...turn);
    const angle = axis.length();
    const turned = new THREE.Quaternion();
    if (angle > 0) turned.setFromAxisAngle(axis.divideScalar(angle), angle);
    this.#mesh.position.copy(from);
    this.#mesh.quaternion.copy(turned).multiply(this.#turn);
    this.#arrow.point(from, new THREE.Vector3(...velocity).multiplyScalar(this.#perSpeed));
  }
}

/** A body without a shape: its centre of mass, and bars to where it is touched. */
function skeleton(view: ImpactView, body: BodyEntry, index: number, colour: string, size: number): THREE.Group {
  const group = new THREE.Group();
  if (body.fixed) return group;
  const paint = solid(colour);
  const centre = new THREE.Mesh(DOT, paint);
  centre.scale.setScalar(0.06 * size);
  group.add(centre);
  for (const { place: touched } of view.contacts) {
    if (touched === null || !touched.between.includes(index)) continue;
    const along = new THREE.Vector3(...touched.point).sub(new THREE.Vector3(...body.position));
    const bar = new THREE.Mesh(SHAFT, paint);
    bar.scale.set(0.018 * size, Math.max(along.length(), 1e-9), 0.018 * size);
    bar.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    group.add(bar);
  }
  return group;
}

function scaled(vector: Vector, by: number): Vector {
  return [vector[0] * by, vector[1] * by, vector[2] * by];
}
