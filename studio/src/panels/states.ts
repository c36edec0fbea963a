// The states of an impact around the cursor, and its energy as bars that fill.

import { Kept, make } from "../dom.ts";
import { solved, type Course, type ImpactSolved, type ImpactView } from "../engine/types.ts";
import { shown, words } from "../model/format.ts";
import { strainAt } from "../model/lines.ts";
import { at, place } from "../model/samples.ts";

/** States that are listed, and how many of them before the present one. */
const LISTED = 10;
const BEFORE = 4;

export class States {
  readonly element = make("ol", { class: "states", "aria-label": "States of the impact" });
  readonly #items = new Kept(this.element, () => make("li"));

  show(view: ImpactView, time: number): void {
    if (!solved(view.document)) return;
    const all = view.document.states;
    const now = place(all.map((state) => state.time), time).index;
    const first = Math.max(0, Math.min(now - BEFORE, all.length - LISTED));
    const listed = all.slice(first, first + LISTED);
    this.element.start = first + 1;
    this.#items.fit(listed.length).forEach((item, i) => {
      const current = first + i === now;
      item.className = current ? "now" : "";
      item.ariaCurrent = current ? "step" : null;
      item.textContent = told(view, listed[i]);
    });
  }
}

function told(view: ImpactView, state: ImpactSolved["states"][number] | undefined): string {
  if (state === undefined) return "";
  const active = state.active.map((contact) => view.contacts[contact]?.name ?? String(contact)).join(", ") || "none active";
  const modes = (state.modes ?? []).filter((_, contact) => state.active.includes(contact)).join(", ");
  return modes === "" ? active : `${active} (${modes})`;
}

const PARTS = [["kinetic", "#0072b2"], ["strain", "#e69f00"], ["lost", "#d55e00"]] as const;

export class Bars {
  readonly element = make("div", { class: "bars", role: "img", "aria-label": "Energy ledger at the cursor" });
  readonly #bars = PARTS.map(([name, colour]) => {
    const [fill, value] = [make("i", { style: `background:${colour}` }), make("span", { class: "value" })];
    const bar = make("div", { class: "bar" }, make("span", {}, name), fill, value);
    this.element.append(bar);
    return { name, bar, fill, value };
  });

  show(view: ImpactView, course: Course, time: number): void {
    const where = place(course.times, time);
    const kinetic = at(course.kinetic, where);
    const strain = strainAt(course, where.index);
    const before = course.kinetic[0] ?? 0;
    this.element.hidden = before <= 0 || view.bodies.length === 0;
    const energies = [kinetic, strain, Math.max(before - kinetic - strain, 0)];
    this.#bars.forEach(({ name, bar, fill, value }, i) => {
      const energy = energies[i] ?? 0;
      bar.title = `${words(name)}: ${shown(energy)} J`;
      fill.style.width = `${Math.min(100, (100 * energy) / before)}%`;
      value.textContent = `${shown(energy)} J`;
    });
  }
}
