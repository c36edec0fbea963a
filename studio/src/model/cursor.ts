// What is so at the cursor, in rows of a table: contacts and bodies of an impact by its own clock, bodies of a world.

import { solved, type Course, type ImpactView, type View, type WorldView } from "../engine/types.ts";
import { shown } from "./format.ts";
import { at, place, vectorAt } from "./samples.ts";
import { poseOf } from "./world.ts";

export type CursorTable = { title: string; head: string[]; rows: string[][] };

/** More rows than this are no table to look at while it changes. */
const MOST_ROWS = 24;

export function atCursor(view: View, time: number): CursorTable[] {
  if (view.kind === "world") return ofWorld(view, time);
  return view.course === null ? [] : ofImpact(view, view.course, time);
}

function ofImpact(view: ImpactView, course: Course, time: number): CursorTable[] {
  const where = place(course.times, time);
  const one = (values: ArrayLike<number>) => shown(at(values, where));
  const { phases, courses } = course.diagrams;
  const phase = (contact: number) => {
    const steps = courses[contact] ?? [];
    return phases.nodes[steps[place(steps.map(([start]) => start), time).index]?.[1] ?? -1]?.name ?? "";
  };
  const contacts = course.contacts.slice(0, MOST_ROWS).map((contact, i) => {
    const mode = contact.modes?.findLast(([sample]) => sample <= where.index)?.[1] ?? "free";
    return [view.contacts[i]?.name ?? "", mode === "free" ? phase(i) : `${phase(i)}, ${mode}`, one(contact.impulse), one(contact.velocity), one(contact.force)];
  });
  const vector = (values: ArrayLike<number> | undefined) => vectorAt(values ?? [], where).map(shown).join(", ");
  const moving = view.bodies.map((body, i) => ({ body, i })).filter(({ body }) => !body.fixed).slice(0, MOST_ROWS);
  const bodies = moving.map(({ body, i }) => [body.name, vector(course.bodies[i]?.velocity), vector(course.bodies[i]?.angular_velocity)]);
  const force = view.real_time ? "force, N" : "relative force";
  return [
    { title: "Contacts at the cursor", head: ["contact", "phase", "impulse, N s", "velocity, m/s", force], rows: contacts },
    { title: "Bodies at the cursor", head: ["body", "velocity, m/s", "angular velocity, rad/s"], rows: bodies },
  ];
}

function ofWorld(view: WorldView, time: number): CursorTable[] {
  const { document } = view;
  if (!solved(document)) return [];
  const hanging = document.pendulum !== undefined;
  const rows = view.names.slice(0, MOST_ROWS).map((name) => {
    const body = document.bodies[name];
    if (body === undefined) return [name, "", ""];
    const pose = poseOf(document, body, time);
    return hanging ? [name, shown(pose.angle)] : [name, pose.position.map(shown).join(", "), pose.velocity.map(shown).join(", ")];
  });
  return [{ title: "At the cursor", head: hanging ? ["ball", "angle, rad"] : ["body", "position, m", "velocity, m/s"], rows }];
}
