// An impact in space. By the clock of the motion bodies fly in, collide at once and fly on; by the clock of the impact they move
// by what they really move, many times magnified, while impulses grow.

import * as THREE from "three";
import { solved, type BodyEntry, type ContactEntry, type ImpactView, type Vector } from "../engine/types.ts";
import { at, place } from "../model/samples.ts";
import type { Shapes } from "../model/shapes.ts";
import { Arrow } from "./arrow.ts";
import { colourOf } from "./colours.ts";
import { meshOf } from "./meshes.ts";
import { DOT, SHAFT } from "./shared.ts";
import type { Clock, Handle, Model } from "./stage.ts";

/** The largest movement in slow motion and the longest arrow, in sizes of the scene. */
const SHIFT = 0.16;
const LONGEST = 0.75;

type Sums = { shift: number[]; turn: number[] };

export class ImpactModel implements Model {
  readonly group = new THREE.Group();
  readonly centre: THREE.Vector3;
  readonly size: number;
  readonly from = "corner";
  /** How long bodies are shown flying before and after, s. */
  readonly reach: number;
  readonly handles: Handle[];
  readonly #view: ImpactView;
  readonly #bodies: Body[];
  readonly #contacts: Contact[];

  constructor(view: ImpactView, shapes: Shapes) {
    this.#view = view;
    ({ centre: this.centre, size: this.size } = extent(view, shapes));
    const fastest = Math.max(...speeds(view), 1e-12);
    this.reach = (0.9 * this.size) / fastest;
    const magnified = magnification(view, this.size);
    const perSpeed = (LONGEST * this.size) / fastest;
    this.handles = view.bodies.filter((body) => !body.fixed).map((body) => {
      const from = new THREE.Vector3(...body.position);
      return { body: body.name, from, tip: from.clone().addScaledVector(new THREE.Vector3(...body.velocity), perSpeed), perSpeed };
    });
    this.#bodies = view.bodies.map((body, i) => new Body(view, shapes, body, i, this.size, perSpeed, magnified));
    const largest = Math.max(...view.contacts.map((_, i) => largestImpulse(view, i)), 1e-300);
    this.#contacts = view.contacts.map((contact, i) => new Contact(view, contact, i, this.size, (LONGEST * this.size) / largest));
    this.group.add(...this.#bodies.map((body) => body.group), ...this.#contacts.map((contact) => contact.group));
  }

  show(clock: Clock, time: number): void {
    const course = this.#view.course;
    const inside = clock === "impact" && course !== null;
    const after = clock === "motion" ? time >= 0 : time > 0;
    const where = course === null ? { index: 0, part: 0 } : place(course.times, inside ? time : after ? Infinity : 0);
    for (const body of this.#bodies) {
      if (inside) body.inside(where);
      else body.flying(time, after);
    }
    const shown = inside || (clock === "motion" && time >= 0);
    for (const contact of this.#contacts) contact.show(where, shown, after);
  }
}

class Body {
  readonly group = new THREE.Group();
  readonly #mesh: THREE.Object3D;
  readonly #arrow: Arrow;
  readonly #own: BodyEntry;
  readonly #turn: THREE.Quaternion;
  readonly #after: { velocity: Vector; angular_velocity: Vector } | null;
  readonly #velocities: number[];
  readonly #sums: Sums;
  readonly #magnified: number;
  readonly #perSpeed: number;

  constructor(view: ImpactView, shapes: Shapes, body: BodyEntry, index: number, size: number, perSpeed: number, magnified: number) {
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
    this.#sums = sums(view, index);
    this.#magnified = magnified;
    this.#perSpeed = perSpeed;
    this.group.add(this.#mesh, this.#arrow);
  }

  flying(time: number, after: boolean): void {
    const motion = after ? (this.#after ?? this.#own) : this.#own;
    this.#put(scaled(motion.velocity, time), scaled(motion.angular_velocity, time), motion.velocity);
  }

  inside(where: { index: number; part: number }): void {
    const shift = at(this.#sums.shift, 3, where) as Vector;
    const turn = at(this.#sums.turn, 3, where) as Vector;
    const velocity = at(this.#velocities, 3, where) as Vector;
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

class Contact {
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

/** A body without a shape: its centre of mass, and bars to where it is touched. */
function skeleton(view: ImpactView, body: BodyEntry, index: number, colour: string, size: number): THREE.Group {
  const group = new THREE.Group();
  if (body.fixed) return group;
  const paint = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.5 });
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

/** What a body has moved and turned by at every sample. */
function sums(view: ImpactView, index: number): Sums {
  const course = view.course;
  const body = course?.bodies[index];
  if (course === null || body === undefined) return { shift: [], turn: [] };
  return { shift: integral(course.times, body.velocity), turn: integral(course.times, body.angular_velocity) };
}

function integral(times: readonly number[], values: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (let i = 1; i < times.length; i++) {
    const step = (times[i] ?? 0) - (times[i - 1] ?? 0);
    for (let axis = 0; axis < 3; axis++) {
      const [before, now] = [values[3 * (i - 1) + axis] ?? 0, values[3 * i + axis] ?? 0];
      sum.push((sum[3 * (i - 1) + axis] ?? 0) + 0.5 * step * (before + now));
    }
  }
  return sum;
}

function magnification(view: ImpactView, size: number): number {
  const largest = view.bodies.map((_, i) => Math.max(0, ...sums(view, i).shift.map(Math.abs)));
  return (SHIFT * size) / Math.max(...largest, 1e-300);
}

function largestImpulse(view: ImpactView, index: number): number {
  if (!solved(view.document)) return 0;
  const known = view.document.contacts[index];
  return Math.max(Math.abs(known?.normal_impulse ?? 0), known?.impulse ? Math.hypot(...known.impulse) : 0);
}

function speeds(view: ImpactView): number[] {
  const after = solved(view.document) ? Object.values(view.document.bodies).map((body) => Math.hypot(...body.velocity)) : [];
  return [...view.bodies.map((body) => Math.hypot(...body.velocity)), ...after];
}

function scaled(vector: Vector, by: number): Vector {
  return [vector[0] * by, vector[1] * by, vector[2] * by];
}

function extent(view: ImpactView, shapes: Shapes): { centre: THREE.Vector3; size: number } {
  const box = new THREE.Box3();
  for (const body of view.bodies) {
    const shape = shapes.bodies.get(body.name)?.shape ?? null;
    if (shape === null || shape.kind === "plane") continue;
    const mesh = meshOf(shape, "#000000", 1);
    const [w, x, y, z] = shapes.bodies.get(body.name)?.orientation ?? [1, 0, 0, 0];
    mesh.quaternion.set(x, y, z, w);
    mesh.position.set(...body.position);
    mesh.updateMatrixWorld(true);
    box.expandByObject(mesh);
  }
  for (const contact of view.contacts) if (contact.place) box.expandByPoint(new THREE.Vector3(...contact.place.point));
  for (const body of view.bodies) if (!body.fixed) box.expandByPoint(new THREE.Vector3(...body.position));
  if (box.isEmpty()) return { centre: new THREE.Vector3(), size: 1 };
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  return { centre: sphere.center, size: Math.max(1.25 * sphere.radius, 1e-6) };
}
