// A diagram of states as SVG: boxes, arrows with words, and one box lit.

import { make, svg } from "../dom.ts";
import { captionPlaces, type Captioned, type Point } from "../model/captions.ts";
import { layered } from "../model/layers.ts";
import { fileButtons, quoted, standalone } from "./files.ts";

export type Box = { name: string; under: string; last: boolean };
export type Arrow = { from: number; to: number; words: string };

const WIDTH = 540;
const BOX = { width: 100, height: 38 };
/** Distance of rows. */
const PITCH = 118;
const MARGIN = 30;
/** Columns side by side: between two boxes there must be room for words. */
const COLUMNS = 3;
/** How far arrows bend aside, so that there and back are two. */
const BEND = 16;
/** Of words: width of a letter and height of a line. */
const LETTER = 5;
const LINE = 11;

export class GraphView {
  readonly element: HTMLElement;
  readonly #svg: SVGElement;
  readonly #title: string;
  readonly #said = make("figcaption", { class: "said" });
  #height = 0;
  #boxes: Box[] = [];
  #arrows: Arrow[] = [];
  #groups: SVGElement[] = [];

  constructor(title: string) {
    this.#title = title;
    this.#svg = svg("svg", { role: "img", "aria-label": title, class: "chart graph" });
    const files = fileButtons({ title, standalone: () => standalone(this.#svg, [WIDTH, this.#height]), csv: () => this.csv() });
    // A narrow page shows a part of it: words must stay large enough to be read.
    const window = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, this.#svg);
    this.element = make("figure", {}, make("div", { class: "caption" }, make("span", {}, title), files), window, this.#said);
  }

  draw(boxes: Box[], arrows: Arrow[]): void {
    [this.#boxes, this.#arrows] = [boxes, arrows];
    const cells = layered(boxes.length, arrows, COLUMNS);
    const step = (WIDTH - 2 * MARGIN - BOX.width) / (COLUMNS - 1);
    const middles = cells.map(({ column, row }): Point => [MARGIN + BOX.width / 2 + column * step, MARGIN + BOX.height / 2 + row * PITCH]);
    this.#height = Math.max(0, ...middles.map(([, y]) => y)) + BOX.height / 2 + MARGIN;
    this.#svg.setAttribute("viewBox", `0 0 ${WIDTH} ${this.#height}`);
    const curves = arrows.map((arrow) => curveOf(arrow, middles));
    const captioned = arrows.map(({ words }, i): Captioned => ({ curve: curves[i] ?? [[0, 0], [0, 0], [0, 0]], size: sizeOf(words) }));
    const places = captionPlaces(captioned, middles.map((middle) => ({ middle, size: [BOX.width, BOX.height] })));
    const lines = curves.map(lineOf);
    const captions = arrows.map(({ words }, i) => captionOf(words, places[i] ?? [0, 0]));
    this.#groups = boxes.map((box, i) => boxOf(box, middles[i] ?? [0, 0]));
    this.#svg.replaceChildren(svg("rect", { width: WIDTH, height: this.#height, class: "paper" }), ...lines, ...this.#groups, ...captions);
  }

  /** Lights one box, and says which in words. */
  light(number: number, said: string): void {
    this.#groups.forEach((group, i) => group.classList.toggle("lit", i === number));
    this.#said.textContent = said;
    this.#svg.setAttribute("aria-label", `${this.#title}: ${said}`);
  }

  /** The arrows as a table. */
  csv(): string {
    const name = (box: number) => quoted(this.#boxes[box]?.name ?? "");
    const row = ({ from, to, words }: Arrow) => [name(from), name(to), quoted(words.replace(/\n/g, "; "))].join(",");
    return ["from,to,event", ...this.#arrows.map(row)].join("\n") + "\n";
  }
}

function boxOf({ name, under, last }: Box, [x, y]: Point): SVGElement {
  const rect = (inset: number) => svg("rect", { x: x - BOX.width / 2 + inset, y: y - BOX.height / 2 + inset, width: BOX.width - 2 * inset, height: BOX.height - 2 * inset, rx: 7 - inset, class: "box" });
  const lines = under === "" ? [svg("text", { x, y: y + 4, "text-anchor": "middle", class: "name" }, name)] : [svg("text", { x, y: y - 2, "text-anchor": "middle", class: "name" }, name), svg("text", { x, y: y + 12, "text-anchor": "middle", class: "word" }, short(under))];
  return svg("g", { class: "node" }, rect(0), ...(last ? [rect(3)] : []), ...lines);
}

function short(text: string): string {
  const MOST = 18;
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

/** The way of an arrow, from the border of a box to that of another. */
function curveOf({ from, to }: Arrow, middles: readonly Point[]): [Point, Point, Point] {
  const [a, b]: [Point, Point] = [middles[from] ?? [0, 0], middles[to] ?? [0, 0]];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  // To the left of its way: there and back bend apart. Past a box between them, further.
  const bend = BEND * (length > 1.5 * PITCH + BOX.width ? 2 : 1);
  const middle: Point = [(a[0] + b[0]) / 2 + (dy / length) * bend * 2, (a[1] + b[1]) / 2 - (dx / length) * bend * 2];
  return [border(a, middle), middle, border(b, middle)];
}

function lineOf([start, middle, end]: [Point, Point, Point]): SVGElement {
  return svg("g", {}, svg("path", { d: `M${start.join(" ")}Q${middle.join(" ")} ${end.join(" ")}`, class: "edge" }), tip(middle, end));
}

function sizeOf(words: string): Point {
  const lines = words.split("\n");
  return [LETTER * Math.max(...lines.map((line) => line.length)), LINE * lines.length];
}

function captionOf(words: string, [x, y]: Point): SVGElement {
  const lines = words.split("\n");
  return svg("text", { "text-anchor": "middle", class: "word" }, ...lines.map((word, i) => svg("tspan", { x, y: y + 3 + LINE * (i - (lines.length - 1) / 2) }, word)));
}

/** Where the line from the middle of a box towards a point leaves it. */
function border([x, y]: Point, [px, py]: Point): Point {
  const [dx, dy] = [px - x, py - y];
  const part = Math.min((BOX.width / 2 + 2) / Math.max(Math.abs(dx), 1e-9), (BOX.height / 2 + 2) / Math.max(Math.abs(dy), 1e-9), 1);
  return [x + part * dx, y + part * dy];
}

function tip([px, py]: Point, [x, y]: Point): SVGElement {
  const angle = (Math.atan2(y - py, x - px) * 180) / Math.PI;
  return svg("path", { d: "M0 0L-8 -3.5L-8 3.5Z", transform: `translate(${x} ${y}) rotate(${angle})`, class: "tip" });
}
