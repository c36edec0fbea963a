// Quantities over time and impulses against each other, all with the one cursor; the states of the impact; the energy as bars.

import { Chart, type Line } from "../chart/chart.ts";
import { make } from "../dom.ts";
import { solved, type Course, type ImpactView, type WorldSolved, type WorldView } from "../engine/types.ts";
import { shown, words } from "../model/format.ts";
import { at, place } from "../model/samples.ts";
import { poseOf } from "../model/world.ts";
import { ballColour, colourOf } from "../stage/colours.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** Contacts and bodies whose lines are drawn: those with the largest values. */
const MOST_LINES = 8;
/** Points of a line of a world. */
const POINTS = 500;

type Timed = { chart: Chart; lines: Line[] };

export function chartsPanel(studio: Studio): Panel {
  const element = make("div", { class: "charts" });
  const seek = (time: number) => studio.clock === "impact" || studio.view?.kind === "world" ? studio.seek(time) : undefined;
  const velocities = new Chart({ title: "Velocities of bodies", xLabel: "time, s", yLabel: "m/s", onSeek: seek });
  const forces = new Chart({ title: "Normal forces", xLabel: "time, s", yLabel: "N", onSeek: seek });
  const energies = new Chart({ title: "Energies", xLabel: "time, s", yLabel: "J", onSeek: seek });
  const plane = new Chart({ title: "Impulse plane", xLabel: "N s", yLabel: "N s", equal: true });
  const states = make("ol", { class: "states", "aria-label": "States of the impact" });
  const bars = make("div", { class: "bars", role: "img", "aria-label": "Energy ledger at the cursor" });
  let timed: Timed[] = [];

  const impact = (view: ImpactView, course: Course) => {
    const marks = studio.events.map((event) => event.time);
    const other = studio.pinned?.view;
    const beside = (lines: (view: ImpactView, course: Course) => Line[]): Line[] =>
      other?.kind === "impact" && other.course !== null ? lines(other, other.course).map((line) => ({ ...line, name: `${line.name}, pinned`, dashed: true })) : [];
    const drawn: [Chart, (view: ImpactView, course: Course) => Line[]][] = [[velocities, bodyLines], [forces, forceLines], [energies, energyLines]];
    const [timeLabel, forceLabel] = view.real_time ? ["time, s", "N"] : ["relative time, √(kg/k)", "relative force"];
    velocities.label(timeLabel, "m/s");
    forces.label(timeLabel, forceLabel);
    energies.label(timeLabel, "J");
    timed = drawn.map(([chart, lines]) => ({ chart, lines: lines(view, course) }));
    drawn.forEach(([chart, lines], i) => chart.draw([...(timed[i]?.lines ?? []), ...beside(lines)], marks));
    const curve = impulseCurve(view, course);
    plane.element.hidden = curve === null;
    if (curve !== null) {
      const [first, second] = view.contacts.map((contact) => contact.name);
      if (second === undefined) plane.label("tangential impulse, N s", "normal impulse, N s");
      else plane.label(`${first ?? ""}, N s`, `${second}, N s`);
      plane.draw(curve.lines);
    }
    element.replaceChildren(bars, states, plane.element, ...timed.map(({ chart }) => chart.element));
  };
  const world = (view: WorldView, document: WorldSolved) => {
    timed = [{ chart: velocities, lines: worldLines(view, document) }];
    velocities.label("time, s", document.pendulum === undefined ? "m/s" : "angle, rad");
    velocities.draw(timed[0]?.lines ?? [], studio.events.map((event) => event.time));
    element.replaceChildren(velocities.element);
  };
  const refresh = () => {
    const view = studio.view;
    timed = [];
    if (view?.kind === "impact" && view.course !== null) impact(view, view.course);
    else if (view?.kind === "world" && solved(view.document)) world(view, view.document);
    else element.replaceChildren(make("p", {}, "This law knows what is before and after the impact, and no course between."));
    cursor();
  };
  const cursor = () => {
    const view = studio.view;
    if (view === null) return;
    const inside = studio.clock === "impact" || view.kind === "world";
    const time = inside ? studio.time : studio.time < 0 ? 0 : Infinity;
    for (const { chart, lines } of timed) {
      const last = lines[0]?.x.at(-1) ?? 0;
      chart.point(Math.min(time, last), lines.map((line) => ({ y: at(line.y, 1, place(line.x, time))[0] ?? 0, colour: line.colour })));
    }
    if (view.kind !== "impact" || view.course === null) return;
    showStates(states, view, time);
    showBars(bars, view, view.course, time);
    const curve = impulseCurve(view, view.course);
    const where = place(view.course.times, time);
    if (curve !== null) plane.point(at(curve.x, 1, where)[0] ?? 0, [{ y: at(curve.y, 1, where)[0] ?? 0, colour: "#d01c8b" }], false);
  };
  studio.on("pinned", refresh);
  return { name: "charts", title: "Charts", element, refresh, cursor };
}

function largest(lines: Line[]): Line[] {
  const size = (line: Line) => line.y.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
  return lines.length <= MOST_LINES ? lines : [...lines].sort((a, b) => size(b) - size(a)).slice(0, MOST_LINES);
}

/** Along the axis on which most happens. */
function bodyLines(view: ImpactView, course: Course): Line[] {
  const change = [0, 1, 2].map((axis) => course.bodies.reduce((sum, body) => sum + spread(body.velocity, axis), 0));
  const axis = change.indexOf(Math.max(...change));
  const moving = view.bodies.map((body, i) => ({ body, i })).filter(({ body }) => !body.fixed);
  return largest(moving.map(({ body, i }) => ({ name: `${body.name}, ${"xyz"[axis]}`, colour: colourOf(i), x: course.times, y: course.times.map((_, k) => course.bodies[i]?.velocity[3 * k + axis] ?? 0) })));
}

function spread(values: readonly number[], axis: number): number {
  let [least, most] = [Infinity, -Infinity];
  for (let i = axis; i < values.length; i += 3) [least, most] = [Math.min(least, values[i] ?? 0), Math.max(most, values[i] ?? 0)];
  return most - least;
}

function strainAt(course: Course, sample: number): number {
  return course.contacts.reduce((sum, contact) => sum + (contact.strain[sample] ?? 0), 0);
}

function forceLines(view: ImpactView, course: Course): Line[] {
  return largest(view.contacts.map((contact, i) => ({ name: contact.name, colour: colourOf(i), x: course.times, y: course.contacts[i]?.force ?? [] })));
}

function energyLines(_view: ImpactView, course: Course): Line[] {
  const strain = course.times.map((_, i) => strainAt(course, i));
  const lines: Line[] = [{ name: "strain", colour: "#e69f00", x: course.times, y: strain }];
  if (course.kinetic.length === 0) return lines;
  const before = (course.kinetic[0] ?? 0) + (strain[0] ?? 0);
  const lost = course.times.map((_, i) => before - (course.kinetic[i] ?? 0) - (strain[i] ?? 0));
  return [{ name: "kinetic", colour: "#0072b2", x: course.times, y: course.kinetic }, ...lines, { name: "lost", colour: "#d55e00", x: course.times, y: lost }];
}

/** Of two contacts one normal impulse over the other; of one with friction the tangential over the normal one, with its cone. */
function impulseCurve(view: ImpactView, course: Course): { x: number[]; y: number[]; lines: Line[] } | null {
  const [first, second] = course.contacts;
  if (first === undefined) return null;
  if (second !== undefined) {
    if (course.contacts.length > 2) return null;
    const path = { name: `${view.contacts[1]?.name ?? ""} over ${view.contacts[0]?.name ?? ""}`, colour: "#0072b2", x: first.impulse, y: second.impulse };
    return { x: first.impulse, y: second.impulse, lines: [...planeLines(view, course), path] };
  }
  const tangential = first.tangential_impulse;
  if (tangential === undefined) return null;
  const x = course.times.map((_, i) => tangential[2 * i] ?? 0);
  const [mu, most] = [view.contacts[0]?.friction ?? 0, first.impulse.at(-1) ?? 0];
  const edge = (side: number): Line => ({ name: "friction cone", colour: "#009e73", x: [0, side * mu * most], y: [0, most], dashed: true });
  return { x, y: first.impulse, lines: [{ name: "normal over tangential impulse", colour: "#0072b2", x, y: first.impulse }, edge(1), edge(-1)] };
}

/** The ellipse that bounds the impulses, and the lines on which compression ends. */
function planeLines(view: ImpactView, { plane }: Course): Line[] {
  if (plane === null) return [];
  const line = (name: string, colour: string, points: readonly [number, number][]): Line => ({ name, colour, x: points.map(([x]) => x), y: points.map(([, y]) => y), dashed: true });
  const ends = plane.compression.flatMap((points, i) => (points === null ? [] : [line(`${view.contacts[i]?.name ?? ""} ends compression`, i === 0 ? "#e69f00" : "#009e73", points)]));
  return [line("no strain left", "#888888", plane.boundary), ...ends];
}

function worldLines(view: WorldView, document: WorldSolved): Line[] {
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

function showStates(list: HTMLOListElement, view: ImpactView, time: number): void {
  if (!solved(view.document)) return;
  const all = view.document.states;
  const now = place(all.map((state) => state.time), time).index;
  const first = Math.max(0, Math.min(now - 4, all.length - 10));
  list.start = first + 1;
  list.replaceChildren(...all.slice(first, first + 10).map((state, i) => {
    const active = state.active.map((contact) => view.contacts[contact]?.name ?? String(contact)).join(", ") || "none active";
    const modes = (state.modes ?? []).filter((_, contact) => state.active.includes(contact)).join(", ");
    const current = first + i === now;
    return make("li", { class: current ? "now" : "", "aria-current": current ? "step" : undefined }, modes === "" ? active : `${active} (${modes})`);
  }));
}

function showBars(into: HTMLElement, view: ImpactView, course: Course, time: number): void {
  const where = place(course.times, time);
  const kinetic = at(course.kinetic, 1, where)[0] ?? 0;
  const strain = strainAt(course, where.index);
  const before = course.kinetic[0] ?? 0;
  into.hidden = before <= 0 || view.bodies.length === 0;
  const parts: [string, number, string][] = [["kinetic", kinetic, "#0072b2"], ["strain", strain, "#e69f00"], ["lost", Math.max(before - kinetic - strain, 0), "#d55e00"]];
  into.replaceChildren(...parts.map(([name, value, colour]) =>
    make("div", { class: "bar", title: `${words(name)}: ${shown(value)} J` }, make("span", {}, name), make("i", { style: `width:${Math.min(100, (100 * value) / before)}%;background:${colour}` }), make("span", { class: "value" }, `${shown(value)} J`))));
}
