// A chart of lines as SVG, with a cursor that follows the clock and can be dragged. What is drawn can be saved as it is seen, as a
// picture, or as numbers. A new drawing changes the elements of the one before, and waits while the chart is out of sight.

import { make, svg } from "../dom.ts";
import { extentOf, HEIGHT, LEFT, RIGHT, WIDTH, type Extent } from "./extent.ts";
import { fileButtons, quoted, standalone } from "./files.ts";
import { Parts, type Cursor } from "./parts.ts";

export type Line = { name: string; colour: string; x: ArrayLike<number>; y: ArrayLike<number>; dashed?: boolean };

export type Options = {
  title: string;
  xLabel: string;
  yLabel: string;
  /** One unit of x and y are as long as each other. */
  equal?: boolean;
  /** Called when the reader points at a value of x. */
  onSeek?: (x: number) => void;
};

export class Chart {
  readonly element: HTMLElement;
  readonly #options: Options;
  readonly #svg: SVGElement;
  readonly #legend = make("ul", { class: "legend" });
  readonly #parts = new Parts();
  #lines: readonly Line[] = [];
  #marks: readonly number[] = [];
  #cursor: Cursor | null = null;
  #box: Extent = { x0: 0, x1: 1, y0: 0, y1: 1 };
  #inSight = true;
  #stale = false;
  #listed = "";

  constructor(options: Options) {
    this.#options = options;
    this.#svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": options.title, class: "chart" }, ...this.#parts.all);
    const files = fileButtons({ title: options.title, standalone: () => this.standalone(), csv: () => this.csv() });
    this.element = make("figure", {}, make("figcaption", {}, make("span", {}, options.title), files), this.#svg, this.#legend);
    if (options.onSeek !== undefined) this.#listen(options.onSeek);
    new IntersectionObserver((entries) => this.#look(entries.at(-1)?.isIntersecting ?? true)).observe(this.element);
  }

  /** What stands at the axes from the next drawing on. */
  label(x: string, y: string): void {
    [this.#options.xLabel, this.#options.yLabel] = [x, y];
  }

  draw(lines: readonly Line[], marks: readonly number[] = []): void {
    [this.#lines, this.#marks, this.#stale] = [lines, marks, true];
    this.#list();
    if (this.#inSight) this.#paint();
  }

  /** The cursor at a value of x, with dots at values of the lines; or at a point. */
  point(x: number, dots: Cursor["dots"], vertical = true): void {
    this.#cursor = { x, dots, vertical };
    if (this.#inSight && !this.#stale) this.#parts.point(this.#box, this.#cursor);
  }

  #look(inSight: boolean): void {
    this.#inSight = inSight;
    if (inSight) this.#paint();
  }

  #paint(): void {
    this.#stale = false;
    this.#box = extentOf(this.#lines, this.#options.equal === true);
    this.#parts.axes(this.#box, this.#options);
    this.#parts.marks(this.#box, this.#marks);
    this.#parts.lines(this.#box, this.#lines);
    this.#parts.point(this.#box, this.#cursor);
  }

  /** The legend has its height even while the chart is out of sight, or what is below would jump. */
  #list(): void {
    const listed = this.#lines.map((line) => `${line.name}\t${line.colour}\t${line.dashed ?? false}`).join("\n");
    if (listed === this.#listed) return;
    this.#listed = listed;
    this.#legend.replaceChildren(...(this.#lines.length > 1 ? this.#lines.map((line) => make("li", {}, swatch(line), line.name)) : []));
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
    if (this.#stale) this.#paint();
    return standalone(this.#svg, [WIDTH, HEIGHT]);
  }
}

function swatch(line: Line): SVGElement {
  return svg("svg", { width: 18, height: 8, "aria-hidden": "true" }, svg("line", { x1: 0, x2: 18, y1: 4, y2: 4, stroke: line.colour, "stroke-width": 2.5, "stroke-dasharray": line.dashed === true ? "5 3" : undefined }));
}
