// A diagram of states as SVG: boxes, arrows with words, and one box lit.

import { make, svg } from "../dom.ts";
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

type Point = [number, number];

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
    const places = layered(boxes.length, arrows, COLUMNS);
    const step = (WIDTH - 2 * MARGIN - BOX.width) / (COLUMNS - 1);
    const middles = places.map(({ column, row }): Point => [MARGIN + BOX.width / 2 + column * step, MARGIN + BOX.height / 2 + row * PITCH]);
    this.#height = Math.max(0, ...middles.map(([, y]) => y)) + BOX.height / 2 + MARGIN;
    this.#svg.setAttribute("viewBox", `0 0 ${WIDTH} ${this.#height}`);
    const drawn = arrows.map((arrow) => arrowOf(arrow, middles));
    this.#groups = boxes.map((box, i) => boxOf(box, middles[i] ?? [0, 0]));
    this.#svg.replaceChildren(svg("rect", { width: WIDTH, height: this.#height, class: "paper" }), ...drawn.map(({ line }) => line), ...this.#groups, ...drawn.map(({ words }) => words));
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

function arrowOf({ from, to, words }: Arrow, middles: readonly Point[]): { line: SVGElement; words: SVGElement } {
  const [a, b]: [Point, Point] = [middles[from] ?? [0, 0], middles[to] ?? [0, 0]];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  // To the left of its way: there and back bend apart. Past a box between them, further.
  const bend = BEND * (length > 1.5 * PITCH + BOX.width ? 2 : 1);
  const middle: Point = [(a[0] + b[0]) / 2 + (dy / length) * bend * 2, (a[1] + b[1]) / 2 - (dx / length) * bend * 2];
  const [start, end] = [border(a, middle), border(b, middle)];
  // Words of arrows that cross stand at different parts of their ways.
  const top = along(dx === 0 || dy === 0 ? 0.5 : dx > 0 ? 0.44 : 0.62, start, middle, end);
  const line = svg("g", {}, svg("path", { d: `M${start.join(" ")}Q${middle.join(" ")} ${end.join(" ")}`, class: "edge" }), tip(middle, end));
  const lines = words.split("\n");
  const text = svg("text", { "text-anchor": "middle", class: "word" }, ...lines.map((word, i) => svg("tspan", { x: top[0], y: top[1] + 3 + 11 * (i - (lines.length - 1) / 2) }, word)));
  return { line, words: text };
}

/** A point of the curve from a start to an end that bends towards a middle. */
function along(part: number, start: Point, middle: Point, end: Point): Point {
  const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
  return [a * start[0] + b * middle[0] + c * end[0], a * start[1] + b * middle[1] + c * end[1]];
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
