// The scene: every number with a slider and a field, and the text itself with its errors where they are.

import { make } from "../dom.ts";
import { namesIn } from "../model/names.ts";
import { isWorld, literals, replaced, type Literal } from "../model/numbers.ts";
import { rangeOf } from "../model/range.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

export function scenePanel(studio: Studio): Panel {
  const numbers = new Numbers(studio);
  const editor = editorOf(studio);
  const element = make("div", {}, make("details", { open: true }, make("summary", {}, "Numbers"), numbers.element), make("details", { open: true }, make("summary", {}, "Text"), editor));
  studio.on("text", () => element.isConnected && numbers.refresh());
  numbers.refresh();
  return { name: "scene", title: "Scene", element, refresh: () => numbers.refresh() };
}

/** More sliders than this are no help, and slow. */
const MOST_ROWS = 400;

class Numbers {
  readonly element = make("div", { class: "numbers" });
  readonly #studio: Studio;
  #rows: Row[] = [];
  /** The text that the rows are of. */
  #read: string | null = null;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** Keeps the rows while the same numbers are there, so that a slider being dragged stays under the finger. */
  refresh(): void {
    const { text } = this.#studio;
    if (text === this.#read) return;
    this.#read = text;
    const all = literals(text);
    const found = all.slice(0, MOST_ROWS);
    const names = namesIn(text);
    const labels = found.map((literal) => label(literal, names));
    const same = found.length === this.#rows.length && found.every(({ path }, i) => path === this.#rows[i]?.path && labels[i] === this.#rows[i]?.label);
    if (!same) {
      this.#rows = found.map((literal, i) => new Row(this.#studio, literal, labels[i] ?? "", (value, group) => this.#set(literal.path, value, group)));
      const more = all.length > MOST_ROWS ? [make("p", {}, `${all.length - MOST_ROWS} more numbers are in the text.`)] : [];
      this.element.replaceChildren(...this.#rows.map((row) => row.element), ...more);
    }
    found.forEach((literal, i) => this.#rows[i]?.show(literal.value));
  }

  #set(path: string, value: number, group: string | null): void {
    const literal = literals(this.#studio.text).find((found) => found.path === path);
    if (literal !== undefined) this.#studio.change(replaced(this.#studio.text, literal, value), group);
  }
}

class Row {
  readonly element: HTMLElement;
  readonly path: string;
  readonly label: string;
  #shown: number | null = null;
  readonly #slider: HTMLInputElement;
  readonly #field: HTMLInputElement;

  constructor(studio: Studio, literal: Literal, name: string, set: (value: number, group: string | null) => void) {
    [this.path, this.label] = [literal.path, name];
    const { least, most, step, unit, meaning } = rangeOf(literal.path, literal.value, isWorld(studio.text));
    const id = studio.id(`n-${literal.path.replace(/\W/g, "-")}`);
    this.#slider = make("input", { type: "range", min: least, max: most, step, "aria-label": `${name}, slider`, oninput: () => set(Number(this.#slider.value), literal.path) });
    this.#field = make("input", { type: "number", id, step: "any", onchange: () => this.#field.value !== "" && set(Number(this.#field.value), null) });
    this.element = make("div", { class: "number", "data-path": literal.path }, make("label", { for: id, title: meaning }, name), this.#slider, this.#field, make("span", { class: "unit" }, unit === "degrees" ? "°" : unit));
  }

  show(value: number): void {
    // The field of a number that is being typed keeps what was typed.
    if (value === this.#shown) return;
    this.#shown = value;
    if (document.activeElement !== this.#field) this.#field.value = String(Number(value.toPrecision(10)));
    if (Number(this.#slider.value) === value) return;
    if (value > Number(this.#slider.max)) this.#slider.max = String(value);
    if (value < Number(this.#slider.min)) this.#slider.min = String(value);
    this.#slider.value = String(value);
  }
}

/** body.0.velocity.2 → upper velocity z */
function label(literal: Literal, names: Map<string, string>): string {
  const axes = ["x", "y", "z"];
  const parts = literal.path.split(".");
  const owner = parts.length > 1 && /^\d+$/.test(parts[1] ?? "") ? parts.splice(0, 2).join(".") : undefined;
  const vectors = new Set(["velocity", "angular_velocity", "position", "point", "normal", "slides_along", "axis", "pivot"]);
  const words = parts.map((part, i) => (/^\d$/.test(part) && vectors.has(parts[i - 1] ?? "") ? (axes[Number(part)] ?? part) : part.replace(/_/g, " ")));
  return [owner === undefined ? undefined : (names.get(owner) ?? owner), ...words].filter(Boolean).join(" ");
}

function editorOf(studio: Studio): HTMLElement {
  const area = make("textarea", { spellcheck: "false", rows: 22, "aria-label": "Text of the scene, TOML", "aria-describedby": studio.id("problems"), oninput: () => studio.change(area.value, "typing") });
  const list = make("ol", { class: "problems" });
  const shown = make("pre", { class: "diagnostics", tabindex: 0, "aria-label": "Errors as the command shows them" });
  const problems = make("div", { id: studio.id("problems"), role: "alert" }, list, shown);
  studio.on("text", () => {
    if (area.value !== studio.text) area.value = studio.text;
  });
  studio.on("problems", () => {
    const { problems: found, text } = studio.problems;
    shown.textContent = text;
    problems.hidden = text === "";
    area.setAttribute("aria-invalid", String(text !== ""));
    list.replaceChildren(...found.map((problem) => {
      const go = () => {
        area.focus();
        area.setSelectionRange(problem.start, problem.end);
        area.scrollTop = (area.scrollHeight * (problem.line - 3)) / Math.max(1, area.value.split("\n").length);
      };
      return make("li", {}, make("button", { type: "button", onclick: go }, `line ${problem.line}: ${problem.message}`));
    }));
  });
  area.value = studio.text;
  problems.hidden = true;
  return make("div", { class: "editor" }, area, problems);
}
