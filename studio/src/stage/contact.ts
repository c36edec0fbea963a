// A contact in space: its point, its normal, its friction cone, and its impulse as it grows.

import * as THREE from "three";
import { solved, type ContactEntry, type ImpactView, type Vector } from "../engine/types.ts";
import { at } from "../model/samples.ts";
import { Arrow } from "./arrow.ts";
import { DOT } from "./shared.ts";

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
    this.#dot = new THREE.Mesh(DOT, new THREE.MeshBasicMaterial({ depthTest: false }));
    this.#dot.scale.setScalar(0.022 * size);
    this.#dot.renderOrder = 2;
    this.#arrow = new Arrow("#d01c8b", 0.014 * size);
    if (contact.place === null) return;
    const { point, axes } = contact.place;
    this.#dot.position.set(...point);
    this.group.add(this.#dot, this.#arrow, normal(point, axes[2], size));
    const friction = contact.friction ?? 0;
    if (friction > 0) this.group.add(cone(point, axes[2], friction, perImpulse * largestImpulse(view, index)), this.#trail(axes, point));
  }

  /** The impulse curve in space, from the contact, in the friction cone. */
  #trail(axes: readonly Vector[], point: Vector): THREE.Line {
    const from = new THREE.Vector3(...point);
    const times = this.#view.course?.times ?? [];
    const points = times.map((_, index) => this.#impulse({ index, part: 0 }, axes, true).multiplyScalar(this.#perImpulse).add(from));
    const paint = new THREE.LineBasicMaterial({ color: "#d01c8b", depthTest: false, transparent: true });
    const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), paint);
    line.renderOrder = 2;
    return line;
  }

  show(where: { index: number; part: number }, pressed: boolean, after: boolean): void {
    if (this.#place === null) return;
    const { point, axes } = this.#place;
    const from = new THREE.Vector3(...point);
    (this.#dot.material as THREE.MeshBasicMaterial).color.set(pressed ? this.#state(where) : "#888888");
    this.#arrow.point(from, pressed ? this.#impulse(where, axes, after).multiplyScalar(this.#perImpulse) : new THREE.Vector3());
  }

  #impulse(where: { index: number; part: number }, axes: readonly Vector[], after: boolean): THREE.Vector3 {
    const course = this.#view.course?.contacts[this.#index];
    if (course === undefined) {
      const known = solved(this.#view.document) ? this.#view.document.contacts[this.#index]?.impulse : undefined;
      return new THREE.Vector3(...(after ? (known ?? [0, 0, 0]) : [0, 0, 0]));
    }
    const [pressed = 0] = at(course.impulse, 1, where);
    const [along = 0, across = 0] = at(course.tangential_impulse ?? [], 2, where);
    const sum = new THREE.Vector3();
    [along, across, pressed].forEach((part, i) => sum.addScaledVector(new THREE.Vector3(...(axes[i] ?? [0, 0, 0])), part));
    return sum;
  }

  /** Compression orange, restitution blue, without load grey. */
  #state(where: { index: number; part: number }): string {
    const course = this.#view.course?.contacts[this.#index];
    if (course === undefined || at(course.force, 1, where)[0] === 0) return "#888888";
    return (at(course.velocity, 1, where)[0] ?? 0) < 0 ? "#e69f00" : "#0072b2";
  }
}

function normal(point: Vector, along: Vector, size: number): THREE.Line {
  const from = new THREE.Vector3(...point);
  const to = from.clone().addScaledVector(new THREE.Vector3(...along), 0.3 * size);
  const paint = new THREE.LineBasicMaterial({ color: "#777777" });
  return new THREE.Line(new THREE.BufferGeometry().setFromPoints([from, to]), paint);
}

/** As high as the largest impulse is long. */
function cone(point: Vector, along: Vector, friction: number, length: number): THREE.Mesh {
  const height = Math.max(length, 1e-9) / Math.hypot(1, friction);
  const geometry = new THREE.ConeGeometry(friction * height, height, 40, 1, true).translate(0, -height / 2, 0).rotateX(Math.PI);
  const paint = new THREE.MeshBasicMaterial({ color: "#009e73", transparent: true, opacity: 0.22, side: THREE.DoubleSide, depthWrite: false });
  const mesh = new THREE.Mesh(geometry, paint);
  mesh.position.set(...point);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...along).normalize());
  return mesh;
}

export function largestImpulse(view: ImpactView, index: number): number {
  if (!solved(view.document)) return 0;
  const known = view.document.contacts[index];
  return Math.max(Math.abs(known?.normal_impulse ?? 0), known?.impulse ? Math.hypot(...known.impulse) : 0);
}
