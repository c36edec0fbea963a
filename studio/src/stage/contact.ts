// A contact in space: its point, its normal, its friction cone, and its impulse as it grows.

import * as THREE from "three";
import { solved, type ContactEntry, type ImpactView, type Vector } from "../engine/types.ts";
import { at, component, type Where } from "../model/samples.ts";
import { Arrow } from "./arrow.ts";
import { sign, stroke, veil } from "./paint.ts";
import { CONE, DOT } from "./shared.ts";

const IMPULSE = "#d01c8b";
/** Of a contact without load. */
const IDLE = "#888888";

export class Contact {
  readonly group = new THREE.Group();
  readonly #dot: THREE.Mesh;
  readonly #arrow: Arrow;
  readonly #view: ImpactView;
  readonly #index: number;
  readonly #place: ContactEntry["place"];
  readonly #perImpulse: number;

  constructor(view: ImpactView, contact: ContactEntry, index: number, size: number, perImpulse: number) {
    this.#view = view;
    this.#index = index;
    this.#place = contact.place;
    this.#perImpulse = perImpulse;
    this.#dot = new THREE.Mesh(DOT, sign(IDLE));
    this.#dot.scale.setScalar(0.022 * size);
    this.#dot.renderOrder = 2;
    this.#arrow = new Arrow(IMPULSE, 0.014 * size);
    if (contact.place === null) return;
    const { point, axes } = contact.place;
    this.#dot.position.set(...point);
    this.group.add(this.#dot, this.#arrow, normal(point, axes[2], size));
    const friction = contact.friction ?? 0;
    if (friction > 0) this.group.add(cone(point, axes[2], friction, perImpulse * largestImpulse(view, index)), this.#trail(axes, point));
  }

  /** The impulse curve in space, from the contact, in the friction cone. */
  #trail(axes: readonly Vector[], point: Vector): THREE.Line {
    const course = this.#view.course?.contacts[this.#index];
    const [pressed, tangential] = [course?.impulse ?? [], course?.tangential_impulse ?? []];
    const places = new Float32Array(3 * pressed.length);
    for (let k = 0; k < 3; k++) {
      const [t1 = 0, t2 = 0, n = 0] = axes.map((axis) => this.#perImpulse * (axis[k] ?? 0));
      for (let i = 0; i < pressed.length; i++) {
        places[3 * i + k] = (point[k] ?? 0) + t1 * (tangential[2 * i] ?? 0) + t2 * (tangential[2 * i + 1] ?? 0) + n * (pressed[i] ?? 0);
      }
    }
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(places, 3));
    const line = new THREE.Line(geometry, stroke(IMPULSE, true));
    line.renderOrder = 2;
    return line;
  }

  show(where: Where, pressed: boolean, after: boolean): void {
    if (this.#place === null) return;
    const { point, axes } = this.#place;
    const from = new THREE.Vector3(...point);
    this.#dot.material = sign(pressed ? this.#state(where) : IDLE);
    this.#arrow.point(from, pressed ? this.#impulse(where, axes, after).multiplyScalar(this.#perImpulse) : new THREE.Vector3());
  }

  #impulse(where: Where, axes: readonly Vector[], after: boolean): THREE.Vector3 {
    const course = this.#view.course?.contacts[this.#index];
    if (course === undefined) {
      const known = solved(this.#view.document) ? this.#view.document.contacts[this.#index]?.impulse : undefined;
      return new THREE.Vector3(...(after ? (known ?? [0, 0, 0]) : [0, 0, 0]));
    }
    const tangential = course.tangential_impulse ?? [];
    const sum = new THREE.Vector3();
    [component(tangential, 2, 0, where), component(tangential, 2, 1, where), at(course.impulse, where)].forEach((part, i) => sum.addScaledVector(new THREE.Vector3(...(axes[i] ?? [0, 0, 0])), part));
    return sum;
  }

  /** Compression orange, restitution blue, without load grey. */
  #state(where: Where): string {
    const course = this.#view.course?.contacts[this.#index];
    if (course === undefined || at(course.force, where) === 0) return IDLE;
    return at(course.velocity, where) < 0 ? "#e69f00" : "#0072b2";
  }
}

function normal(point: Vector, along: Vector, size: number): THREE.Line {
  const from = new THREE.Vector3(...point);
  const to = from.clone().addScaledVector(new THREE.Vector3(...along), 0.3 * size);
  return new THREE.Line(new THREE.BufferGeometry().setFromPoints([from, to]), stroke("#777777"));
}

/** As high as the largest impulse is long. */
function cone(point: Vector, along: Vector, friction: number, length: number): THREE.Mesh {
  const height = Math.max(length, 1e-9) / Math.hypot(1, friction);
  const mesh = new THREE.Mesh(CONE, veil("#009e73", 0.22));
  mesh.scale.set(friction * height, height, friction * height);
  mesh.position.set(...point);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...along).normalize());
  return mesh;
}

export function largestImpulse(view: ImpactView, index: number): number {
  if (!solved(view.document)) return 0;
  const known = view.document.contacts[index];
  return Math.max(Math.abs(known?.normal_impulse ?? 0), known?.impulse ? Math.hypot(...known.impulse) : 0);
}
