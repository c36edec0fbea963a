// The elements of a chart, which stay while what they show changes.

import { Kept, put, svg } from "../dom.ts";
import { shown } from "../model/format.ts";
import type { Line, Options } from "./chart.ts";
import { BOTTOM, HEIGHT, LEFT, px, py, RIGHT, TOP, WIDTH, type Extent } from "./extent.ts";
import { ticks } from "./ticks.ts";

/** At a value of x, with dots at values of the lines; or at a point. */
export type Cursor = { x: number; dots: readonly { y: number; colour: string }[]; vertical: boolean };

/** Marks that can be told apart. */
const MOST_MARKS = 200;

export class Parts {
  readonly #grid = svg("path", { class: "grid", fill: "none" });
  readonly #zero = svg("path", { class: "zero", fill: "none" });
  readonly #marks = svg("path", { class: "mark", fill: "none" });
  readonly #ticks = svg("g");
  readonly #curves = svg("g", { fill: "none", "stroke-width": 1.8, "stroke-linejoin": "round" });
  readonly #across = svg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle", class: "label" });
  readonly #upwards = svg("text", { x: 12, y: (TOP + HEIGHT - BOTTOM) / 2, "text-anchor": "middle", class: "label", transform: `rotate(-90 12 ${(TOP + HEIGHT - BOTTOM) / 2})` });
  readonly #now = svg("line", { y1: TOP, y2: HEIGHT - BOTTOM, stroke: "currentColor" });
  readonly #cursor = svg("g", { class: "cursor" }, this.#now);
  readonly #tick = new Kept(this.#ticks, () => svg("text", { class: "tick" }));
  readonly #curve = new Kept(this.#curves, () => svg("polyline"));
  readonly #dot = new Kept(this.#cursor, () => svg("circle", { r: 4, stroke: "var(--paper)" }));
  readonly all = [svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "paper" }), this.#grid, this.#zero, this.#marks, this.#ticks, this.#curves, this.#across, this.#upwards, this.#cursor];

  axes(box: Extent, { xLabel, yLabel }: Options): void {
    const [xs, ys] = [ticks(box.x0, box.x1, 5), ticks(box.y0, box.y1, 4)];
    const vertical = (x: number) => `M${tenth(px(box, x))} ${TOP}V${HEIGHT - BOTTOM}`;
    const level = (y: number) => `M${LEFT} ${tenth(py(box, y))}H${WIDTH - RIGHT}`;
    const rules = (some: (value: number) => boolean) => [...xs.filter(some).map(vertical), ...ys.filter(some).map(level)].join("");
    put(this.#grid, { d: rules((value) => value !== 0) });
    put(this.#zero, { d: rules((value) => value === 0) });
    const texts = this.#tick.fit(xs.length + ys.length);
    xs.forEach((x, i) => write(texts[i], { x: tenth(px(box, x)), y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" }, shown(x)));
    ys.forEach((y, i) => write(texts[xs.length + i], { x: LEFT - 5, y: tenth(py(box, y) + 4), "text-anchor": "end" }, shown(y)));
    write(this.#across, {}, xLabel);
    write(this.#upwards, {}, yLabel);
  }

  marks(box: Extent, marks: readonly number[]): void {
    put(this.#marks, { d: marks.slice(0, MOST_MARKS).map((x) => `M${tenth(px(box, x))} ${TOP}V${HEIGHT - BOTTOM}`).join("") });
  }

  lines(box: Extent, lines: readonly Line[]): void {
    const curves = this.#curve.fit(lines.length);
    lines.forEach((line, i) => put(curves[i] as SVGElement, { points: pointsOf(box, line), stroke: line.colour, "stroke-dasharray": line.dashed === true ? "5 4" : "none" }));
  }

  point(box: Extent, cursor: Cursor | null): void {
    const { x, dots, vertical } = cursor ?? { x: 0, dots: [], vertical: false };
    const at = tenth(px(box, x));
    put(this.#now, { x1: at, x2: at, visibility: vertical ? "visible" : "hidden" });
    const circles = this.#dot.fit(dots.length);
    dots.forEach((dot, i) => put(circles[i] as SVGElement, { cx: at, cy: tenth(py(box, dot.y)), fill: dot.colour }));
  }
}

/** Finer than a tenth of a unit of the paper nothing is seen. */
function tenth(value: number): number {
  return Math.round(10 * value) / 10;
}

function pointsOf(box: Extent, { x, y }: Line): string {
  let points = "";
  for (let i = 0; i < x.length; i++) points += `${tenth(px(box, x[i] ?? 0))},${tenth(py(box, y[i] ?? 0))} `;
  return points;
}

function write(text: SVGElement | undefined, attributes: Record<string, string | number>, words: string): void {
  if (text === undefined) return;
  put(text, attributes);
  if (text.textContent !== words) text.textContent = words;
}
