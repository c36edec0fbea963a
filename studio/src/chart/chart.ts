// A chart of lines as SVG, with a cursor that follows the clock and can be dragged. What is drawn can be saved as it is seen, as a
// picture, or as numbers.

import { make, svg } from "../dom.ts";
import { shown } from "../model/format.ts";
import { fileButtons, quoted, standalone } from "./files.ts";
import { ticks } from "./ticks.ts";

export type Line = { name: string; colour: string; x: readonly number[]; y: readonly number[]; dashed?: boolean };

export type Options = {
  title: string;
  xLabel: string;
  yLabel: string;
  /** One unit of x and y are as long as each other. */
  equal?: boolean;
  /** Called when the reader points at a value of x. */
  onSeek?: (x: number) => void;
};

const WIDTH = 420;
const HEIGHT = 230;
const LEFT = 58;
const BOTTOM = 36;
const TOP = 12;
const RIGHT = 12;

type Box = { x0: number; x1: number; y0: number; y1: number };

export class Chart {
  readonly element: HTMLElement;
  readonly #options: Options;
  readonly #svg: SVGElement;
  readonly #legend = make("ul", { class: "legend" });
  #cursor: SVGElement | null = null;
  #lines: Line[] = [];
  #box: Box = { x0: 0, x1: 1, y0: 0, y1: 1 };

  constructor(options: Options) {
    this.#options = options;
    this.#svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": options.title, class: "chart" });
    const files = fileButtons({ title: options.title, standalone: () => this.standalone(), csv: () => this.csv() });
    this.element = make("figure", {}, make("figcaption", {}, make("span", {}, options.title), files), this.#svg, this.#legend);
    if (options.onSeek !== undefined) this.#listen(options.onSeek);
  }

  /** What stands at the axes from the next drawing on. */
  label(x: string, y: string): void {
    [this.#options.xLabel, this.#options.yLabel] = [x, y];
  }

  draw(lines: Line[], marks: readonly number[] = []): void {
    this.#lines = lines;
    this.#box = this.#extent(lines);
    const { x0, x1, y0, y1 } = this.#box;
    const parts: SVGElement[] = [svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "paper" })];
    for (const x of ticks(x0, x1, 5)) parts.push(...this.#tick(x, true));
    for (const y of ticks(y0, y1, 4)) parts.push(...this.#tick(y, false));
    for (const x of marks.slice(0, 200)) {
      parts.push(svg("line", { x1: this.#px(x), x2: this.#px(x), y1: TOP, y2: HEIGHT - BOTTOM, class: "mark" }));
    }
    for (const line of lines) {
      const points = line.x.map((x, i) => `${this.#px(x).toFixed(1)},${this.#py(line.y[i] ?? 0).toFixed(1)}`).join(" ");
      parts.push(svg("polyline", { points, fill: "none", stroke: line.colour, "stroke-width": 1.8, "stroke-dasharray": line.dashed === true ? "5 4" : undefined, "stroke-linejoin": "round" }));
    }
    parts.push(svg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle", class: "label" }, this.#options.xLabel));
    parts.push(svg("text", { x: 12, y: (TOP + HEIGHT - BOTTOM) / 2, "text-anchor": "middle", class: "label", transform: `rotate(-90 12 ${(TOP + HEIGHT - BOTTOM) / 2})` }, this.#options.yLabel));
    this.#cursor = svg("g", { class: "cursor" });
    this.#svg.replaceChildren(...parts, this.#cursor);
    this.#legend.replaceChildren(...(lines.length > 1 ? lines.map((line) => make("li", {}, swatch(line), line.name)) : []));
  }

  /** The cursor at a value of x, with dots at values of the lines; or at a point. */
  point(x: number, dots: readonly { y: number; colour: string }[], vertical = true): void {
    if (this.#cursor === null) return;
    const at = this.#px(x);
    const line = vertical ? [svg("line", { x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM, stroke: "currentColor" })] : [];
    this.#cursor.replaceChildren(...line, ...dots.map((dot) => svg("circle", { cx: at, cy: this.#py(dot.y), r: 4, fill: dot.colour, stroke: "var(--paper)" })));
  }

  #tick(value: number, vertical: boolean): SVGElement[] {
    const at = vertical ? this.#px(value) : this.#py(value);
    const line = vertical ? { x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM } : { x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at };
    const text = vertical ? { x: at, y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" } : { x: LEFT - 5, y: at + 4, "text-anchor": "end" };
    return [svg("line", { ...line, class: value === 0 ? "zero" : "grid" }), svg("text", { ...text, class: "tick" }, shown(value))];
  }

  #extent(lines: readonly Line[]): Box {
    const finite = (values: number[]) => values.filter(Number.isFinite);
    const [xs, ys] = [finite(lines.flatMap((line) => [...line.x])), finite(lines.flatMap((line) => [...line.y]))];
    const [x0, x1] = widened(xs, 0);
    const [y0, y1] = widened(ys, 0.05);
    if (this.#options.equal !== true) return { x0, x1, y0, y1 };
    const scale = Math.max((x1 - x0) / (WIDTH - LEFT - RIGHT), (y1 - y0) / (HEIGHT - TOP - BOTTOM));
    return { x0, x1: x0 + scale * (WIDTH - LEFT - RIGHT), y0, y1: y0 + scale * (HEIGHT - TOP - BOTTOM) };
  }

  #px(x: number): number {
    return LEFT + ((x - this.#box.x0) / (this.#box.x1 - this.#box.x0)) * (WIDTH - LEFT - RIGHT);
  }

  #py(y: number): number {
    return HEIGHT - BOTTOM - ((y - this.#box.y0) / (this.#box.y1 - this.#box.y0)) * (HEIGHT - TOP - BOTTOM);
  }

  #listen(seek: (x: number) => void): void {
    const move = (event: PointerEvent) => {
      const box = this.#svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * WIDTH;
      seek(this.#box.x0 + ((at - LEFT) / (WIDTH - LEFT - RIGHT)) * (this.#box.x1 - this.#box.x0));
    };
    this.#svg.addEventListener("pointerdown", (event) => {
      this.#svg.setPointerCapture(event.pointerId);
      move(event);
    });
    this.#svg.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) move(event);
    });
  }

  /** All lines as numbers: the abscissa and the ordinate of each, in columns. */
  csv(): string {
    const head = this.#lines.flatMap((line) => [quoted(this.#options.xLabel), quoted(`${line.name}, ${this.#options.yLabel}`)]).join(",");
    const rows = Math.max(0, ...this.#lines.map((line) => line.x.length));
    const row = (i: number) => this.#lines.flatMap((line) => [line.x[i] ?? "", line.y[i] ?? ""]).join(",");
    return [head, ...Array.from({ length: rows }, (_, i) => row(i))].join("\n") + "\n";
  }

  /** The chart as a file of its own. */
  standalone(): string {
    return standalone(this.#svg, [WIDTH, HEIGHT]);
  }
}

function swatch(line: Line): SVGElement {
  return svg("svg", { width: 18, height: 8, "aria-hidden": "true" }, svg("line", { x1: 0, x2: 18, y1: 4, y2: 4, stroke: line.colour, "stroke-width": 2.5, "stroke-dasharray": line.dashed === true ? "5 3" : undefined }));
}

function widened(values: readonly number[], by: number): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  if (least > most) return [0, 1];
  if (least === most) return [least - Math.max(1e-9, 0.5 * Math.abs(least)), most + Math.max(1e-9, 0.5 * Math.abs(most))];
  return [least - by * (most - least), most + by * (most - least)];
}
