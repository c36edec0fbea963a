// An impact in space. By the clock of the motion bodies fly in, collide at once and fly on; by the clock of the impact they move
// by what they really move, many times magnified, while impulses grow.

import * as THREE from "three";
import { solved, type ImpactView } from "../engine/types.ts";
import { boundsOf } from "../model/bounds.ts";
import { place } from "../model/samples.ts";
import type { Shapes } from "../model/shapes.ts";
import { Body } from "./body.ts";
import { Contact, largestImpulse } from "./contact.ts";
import { jointOf } from "./joint.ts";
import { patch } from "./meshes.ts";
import { magnification, sums } from "./slow.ts";
import type { Clock, Handle, Model } from "./stage.ts";

/** The longest arrow, in sizes of the scene. */
const LONGEST = 0.75;
/** How far the fastest body is seen to fly before and after, in sizes of the scene: it stays in sight. */
const FLIGHT = 0.6;
const NOWHERE = { shift: new Float64Array(), turn: new Float64Array() };

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
    this.reach = (FLIGHT * this.size) / fastest;
    const moved = sums(view);
    const magnified = magnification(moved, this.size);
    const perSpeed = (LONGEST * this.size) / fastest;
    this.handles = view.bodies.filter((body) => !body.fixed || body.velocity.some((part) => part !== 0)).map((body) => {
      const from = new THREE.Vector3(...body.position);
      return { body: body.name, from, tip: from.clone().addScaledVector(new THREE.Vector3(...body.velocity), perSpeed), perSpeed };
    });
    this.#bodies = view.bodies.map((body, i) => new Body(view, shapes, body, i, { size: this.size, perSpeed, magnified, moved: moved[i] ?? NOWHERE }));
    const largest = Math.max(...view.contacts.map((_, i) => largestImpulse(view, i)), 1e-300);
    this.#contacts = view.contacts.map((contact, i) => new Contact(view, contact, i, this.size, (LONGEST * this.size) / largest));
    const joints = view.joints.map((joint) => jointOf(joint, view.bodies, this.size));
    this.group.add(...this.#bodies.map((body) => body.group), ...this.#contacts.map((contact) => contact.group), ...joints, ...grounds(view, shapes, this.size));
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

/** What fixed bodies without a shape are seen by. */
function grounds(view: ImpactView, shapes: Shapes, size: number): THREE.Object3D[] {
  const unseen = (body: number) => view.bodies[body]?.fixed === true && (shapes.bodies.get(view.bodies[body]?.name ?? "")?.shape ?? null) === null;
  const places = view.contacts.flatMap((contact) => (contact.place !== null && contact.place.between.some(unseen) ? [contact.place] : []));
  return places.map(({ point, axes }) => patch(point, axes[2], size));
}

function speeds(view: ImpactView): number[] {
  const after = solved(view.document) ? Object.values(view.document.bodies).map((body) => Math.hypot(...body.velocity)) : [];
  return [...view.bodies.map((body) => Math.hypot(...body.velocity)), ...after];
}

function extent(view: ImpactView, shapes: Shapes): { centre: THREE.Vector3; size: number } {
  const box = new THREE.Box3();
  for (const body of view.bodies) {
    const shape = shapes.bodies.get(body.name)?.shape ?? null;
    if (shape === null || shape.kind === "plane") continue;
    const { least, most } = boundsOf(shape, body.position, shapes.bodies.get(body.name)?.orientation ?? [1, 0, 0, 0]);
    box.expandByPoint(new THREE.Vector3(...least)).expandByPoint(new THREE.Vector3(...most));
  }
  for (const contact of view.contacts) if (contact.place) box.expandByPoint(new THREE.Vector3(...contact.place.point));
  for (const joint of view.joints) box.expandByPoint(new THREE.Vector3(...joint.point));
  for (const body of view.bodies) if (!body.fixed) box.expandByPoint(new THREE.Vector3(...body.position));
  if (box.isEmpty()) return { centre: new THREE.Vector3(), size: 1 };
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  return { centre: sphere.center, size: Math.max(1.25 * sphere.radius, 1e-6) };
}
