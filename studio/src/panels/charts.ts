// Quantities over time and impulses against each other, all with the one cursor; the states of the impact; the energy as bars.

import { Chart, type Line } from "../chart/chart.ts";
import { arrange, make } from "../dom.ts";
import { solved, type Course, type ImpactView, type WorldSolved, type WorldView } from "../engine/types.ts";
import { bodyLines, energyLines, forceLines, impulseCurve, worldLines, type ImpulseCurve } from "../model/lines.ts";
import { at, place } from "../model/samples.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";
import { PairChoice } from "./pair.ts";
import { Bars, States } from "./states.ts";

type Timed = { chart: Chart; lines: Line[] };
type LinesOf = (view: ImpactView, course: Course) => Line[];

export function chartsPanel(studio: Studio): Panel {
  const charts = new Charts(studio);
  studio.on("pinned", () => charts.redraw());
  return { name: "charts", title: "Charts", element: charts.element, refresh: () => charts.refresh(), cursor: () => charts.cursor() };
}

class Charts {
  readonly element = make("div", { class: "charts" });
  readonly #studio: Studio;
  readonly #velocities: Chart;
  readonly #forces: Chart;
  readonly #energies: Chart;
  readonly #plane = new Chart({ title: "Impulse plane", xLabel: "N s", yLabel: "N s", equal: true });
  readonly #pair: PairChoice;
  readonly #states = new States();
  readonly #bars = new Bars();
  readonly #none = make("p", {}, "This law knows what is before and after the impact, and no course between.");
  #timed: Timed[] = [];
  #curve: ImpulseCurve | null = null;

  constructor(studio: Studio) {
    this.#studio = studio;
    const onSeek = (time: number) => (studio.clock === "impact" || studio.view?.kind === "world" ? studio.seek(time) : undefined);
    const overTime = (title: string, yLabel: string) => new Chart({ title, xLabel: "time, s", yLabel, onSeek });
    this.#velocities = overTime("Velocities of bodies", "m/s");
    this.#forces = overTime("Normal forces", "N");
    this.#energies = overTime("Energies", "J");
    this.#pair = new PairChoice(studio, () => this.redraw());
  }

  refresh(): void {
    const view = this.#studio.view;
    this.#timed = [];
    if (view?.kind === "impact" && view.course !== null) this.#impact(view, view.course);
    else if (view?.kind === "world" && solved(view.document)) this.#world(view, view.document);
    else arrange(this.element, [this.#none]);
  }

  redraw(): void {
    this.refresh();
    this.cursor();
  }

  #impact(view: ImpactView, course: Course): void {
    const marks = this.#studio.clock === "impact" ? this.#studio.events.map((event) => event.time) : [];
    const [time, force] = view.real_time ? ["time, s", "N"] : ["relative time, √(kg/k)", "relative force"];
    this.#velocities.label(time, "m/s");
    this.#forces.label(time, force);
    this.#energies.label(time, "J");
    const drawn: [Chart, LinesOf][] = [[this.#velocities, bodyLines], [this.#forces, forceLines], [this.#energies, energyLines]];
    this.#timed = drawn.map(([chart, lines]) => ({ chart, lines: lines(view, course) }));
    drawn.forEach(([chart, lines], i) => chart.draw([...(this.#timed[i]?.lines ?? []), ...this.#pinned(lines)], marks));
    this.#pair.refresh(view);
    this.#curve = impulseCurve(view, course, this.#pair.pair);
    this.#plane.element.hidden = this.#curve === null;
    if (this.#curve !== null) {
      this.#plane.label(...this.#curve.labels);
      this.#plane.draw(this.#curve.lines);
    }
    arrange(this.element, [this.#bars.element, this.#states.element, this.#pair.element, this.#plane.element, ...this.#timed.map(({ chart }) => chart.element)]);
  }

  #pinned(lines: LinesOf): Line[] {
    const other = this.#studio.pinned?.view;
    if (other?.kind !== "impact" || other.course === null) return [];
    return lines(other, other.course).map((line) => ({ ...line, name: `${line.name}, pinned`, dashed: true }));
  }

  #world(view: WorldView, document: WorldSolved): void {
    const lines = worldLines(view, document);
    this.#timed = [{ chart: this.#velocities, lines }];
    this.#velocities.label("time, s", document.pendulum === undefined ? "m/s" : "angle, rad");
    this.#velocities.draw(lines, this.#studio.events.map((event) => event.time));
    arrange(this.element, [this.#velocities.element]);
  }

  cursor(): void {
    const { view, clock, time: now } = this.#studio;
    if (view === null) return;
    const inside = clock === "impact" || view.kind === "world";
    const time = inside ? now : now < 0 ? 0 : Infinity;
    for (const { chart, lines } of this.#timed) {
      const all = lines[0]?.x ?? [];
      const last = all[all.length - 1] ?? 0;
      chart.point(Math.min(time, last), lines.map((line) => ({ y: at(line.y, place(line.x, time)), colour: line.colour })));
    }
    if (view.kind !== "impact" || view.course === null) return;
    this.#states.show(view, time);
    this.#bars.show(view, view.course, time);
    const where = place(view.course.times, time);
    if (this.#curve !== null) this.#plane.point(at(this.#curve.x, where), [{ y: at(this.#curve.y, where), colour: "#d01c8b" }], false);
  }
}
