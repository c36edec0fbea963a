// Lines of charts: of an impact over its own time and of its impulses against each other, and of a world over time.

import type { Line } from "../chart/chart.ts";
import type { Course, ImpactView, WorldSolved, WorldView } from "../engine/types.ts";
import { ballColour, colourOf } from "../stage/colours.ts";
import { poseOf } from "./world.ts";

/** Contacts and bodies whose lines are drawn: those with the largest values. */
const MOST_LINES = 8;
/** Points of a line of a world. */
const POINTS = 500;

/** A path in the plane of two impulses, with what bounds it. */
export type ImpulseCurve = { x: ArrayLike<number>; y: ArrayLike<number>; labels: [string, string]; lines: Line[] };

function largest(lines: Line[]): Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const sized = lines.map((line) => ({ line, size: greatest(line.y) }));
  return sized.sort((a, b) => b.size - a.size).slice(0, MOST_LINES).map(({ line }) => line);
}

function greatest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i] ?? 0));
  return most;
}

/** Every so many numbers of a column, from one on. */
function every(values: ArrayLike<number>, width: number, first: number): Float64Array {
  const picked = new Float64Array(Math.floor(values.length / width));
  for (let i = 0; i < picked.length; i++) picked[i] = values[width * i + first] ?? 0;
  return picked;
}

/** Along the axis on which most happens. */
export function bodyLines(view: ImpactView, course: Course): Line[] {
  const change = [0, 1, 2].map((axis) => course.bodies.reduce((sum, body) => sum + spread(body.velocity, axis), 0));
  const axis = change.indexOf(Math.max(...change));
  const moving = view.bodies.map((body, i) => ({ body, i })).filter(({ body }) => !body.fixed);
  return largest(moving.map(({ body, i }) => ({ name: `${body.name}, ${"xyz"[axis]}`, colour: colourOf(i), x: course.times, y: every(course.bodies[i]?.velocity ?? [], 3, axis) })));
}

function spread(values: ArrayLike<number>, axis: number): number {
  let least = Infinity;
  let most = -Infinity;
  for (let i = axis; i < values.length; i += 3) {
    least = Math.min(least, values[i] ?? 0);
    most = Math.max(most, values[i] ?? 0);
  }
  return most - least;
}

export function strainAt(course: Course, sample: number): number {
  let sum = 0;
  for (const contact of course.contacts) sum += contact.strain[sample] ?? 0;
  return sum;
}

export function forceLines(view: ImpactView, course: Course): Line[] {
  return largest(view.contacts.map((contact, i) => ({ name: contact.name, colour: colourOf(i), x: course.times, y: course.contacts[i]?.force ?? [] })));
}

export function energyLines(_view: ImpactView, course: Course): Line[] {
  const strain = course.times.map((_, i) => strainAt(course, i));
  const lines: Line[] = [{ name: "strain", colour: "#e69f00", x: course.times, y: strain }];
  if (course.kinetic.length === 0) return lines;
  const before = (course.kinetic[0] ?? 0) + (strain[0] ?? 0);
  const lost = course.times.map((_, i) => before - (course.kinetic[i] ?? 0) - (strain[i] ?? 0));
  return [{ name: "kinetic", colour: "#0072b2", x: course.times, y: course.kinetic }, ...lines, { name: "lost", colour: "#d55e00", x: course.times, y: lost }];
}

/** Of two contacts one normal impulse over the other; of one with friction the tangential over the normal one, with its cone. */
export function impulseCurve(view: ImpactView, course: Course, pair: [number, number]): ImpulseCurve | null {
  const [first, second] = pair.map((contact) => course.contacts[contact]);
  if (first === undefined) return null;
  if (second !== undefined && course.contacts.length > 1) {
    const [x, y] = pair.map((contact) => view.contacts[contact]?.name ?? "") as [string, string];
    const path = { name: `${y} over ${x}`, colour: "#0072b2", x: first.impulse, y: second.impulse };
    return { x: first.impulse, y: second.impulse, labels: [`${x}, N s`, `${y}, N s`], lines: [...planeLines(view, course), path] };
  }
  const tangential = first.tangential_impulse;
  if (tangential === undefined) return null;
  const x = every(tangential, 2, 0);
  const [mu, most] = [view.contacts[0]?.friction ?? 0, first.impulse.at(-1) ?? 0];
  const edge = (side: number): Line => ({ name: "friction cone", colour: "#009e73", x: [0, side * mu * most], y: [0, most], dashed: true });
  const path = { name: "normal over tangential impulse", colour: "#0072b2", x, y: first.impulse };
  return { x, y: first.impulse, labels: ["tangential impulse, N s", "normal impulse, N s"], lines: [path, edge(1), edge(-1)] };
}

/** The ellipse that bounds the impulses, and the lines on which compression ends. */
function planeLines(view: ImpactView, { plane }: Course): Line[] {
  if (plane === null) return [];
  const line = (name: string, colour: string, points: readonly [number, number][]): Line => ({ name, colour, x: points.map(([x]) => x), y: points.map(([, y]) => y), dashed: true });
  const ends = plane.compression.flatMap((points, i) => (points === null ? [] : [line(`${view.contacts[i]?.name ?? ""} ends compression`, i === 0 ? "#e69f00" : "#009e73", points)]));
  return [line("no strain left", "#888888", plane.boundary), ...ends];
}

export function worldLines(view: WorldView, document: WorldSolved): Line[] {
  const times = Array.from({ length: POINTS + 1 }, (_, i) => (document.end * i) / POINTS);
  return largest(view.names.map((name, i) => {
    const body = document.bodies[name];
    const y = times.map((time) => (body === undefined ? 0 : speedAt(document, body, time)));
    return { name, colour: view.table === null ? colourOf(i) : name === "cue" ? "#888888" : ballColour(name, i), x: times, y };
  }));
}

function speedAt(document: WorldSolved, body: WorldSolved["bodies"][string], time: number): number {
  const pose = poseOf(document, body, time);
  return document.pendulum === undefined ? Math.hypot(...pose.velocity) : pose.angle;
}
