// The states of an impact around the cursor, and its energy as bars that fill.

import { make } from "../dom.ts";
import { solved, type Course, type ImpactView } from "../engine/types.ts";
import { shown, words } from "../model/format.ts";
import { strainAt } from "../model/lines.ts";
import { at, place } from "../model/samples.ts";

/** States that are listed, and how many of them before the present one. */
const LISTED = 10;
const BEFORE = 4;

export function showStates(list: HTMLOListElement, view: ImpactView, time: number): void {
  if (!solved(view.document)) return;
  const all = view.document.states;
  const now = place(all.map((state) => state.time), time).index;
  const first = Math.max(0, Math.min(now - BEFORE, all.length - LISTED));
  list.start = first + 1;
  list.replaceChildren(...all.slice(first, first + LISTED).map((state, i) => {
    const active = state.active.map((contact) => view.contacts[contact]?.name ?? String(contact)).join(", ") || "none active";
    const modes = (state.modes ?? []).filter((_, contact) => state.active.includes(contact)).join(", ");
    const current = first + i === now;
    return make("li", { class: current ? "now" : "", "aria-current": current ? "step" : undefined }, modes === "" ? active : `${active} (${modes})`);
  }));
}

export function showBars(into: HTMLElement, view: ImpactView, course: Course, time: number): void {
  const where = place(course.times, time);
  const kinetic = at(course.kinetic, 1, where)[0] ?? 0;
  const strain = strainAt(course, where.index);
  const before = course.kinetic[0] ?? 0;
  into.hidden = before <= 0 || view.bodies.length === 0;
  const parts: [string, number, string][] = [["kinetic", kinetic, "#0072b2"], ["strain", strain, "#e69f00"], ["lost", Math.max(before - kinetic - strain, 0), "#d55e00"]];
  into.replaceChildren(...parts.map(([name, value, colour]) =>
    make("div", { class: "bar", title: `${words(name)}: ${shown(value)} J` }, make("span", {}, name), make("i", { style: `width:${Math.min(100, (100 * value) / before)}%;background:${colour}` }), make("span", { class: "value" }, `${shown(value)} J`))));
}
