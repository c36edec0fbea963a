// One number of the scene varied over a range: the outcome as a curve, with the places where it jumps.

import { Chart } from "../chart/chart.ts";
import { button, make } from "../dom.ts";
import { EngineError } from "../engine/protocol.ts";
import { solved, type ImpactDocument } from "../engine/types.ts";
import { jumps } from "../model/jumps.ts";
import { literals, replaced } from "../model/numbers.ts";
import { rangeOf } from "../model/range.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** Solutions of a sweep. */
const COUNT = 121;

export function sweepPanel(studio: Studio): Panel {
  const number = make("select", { id: "sweep-number", onchange: () => suggest() });
  const [from, to] = ["From", "To"].map((name) => make("input", { type: "number", step: "any", "aria-label": name })) as [HTMLInputElement, HTMLInputElement];
  const outcome = make("select", { id: "sweep-outcome" });
  const run = button("Sweep", () => void sweep());
  const progress = make("progress", { max: COUNT, value: 0, "aria-label": "Progress of the sweep" });
  const chart = new Chart({ title: "Sweep", xLabel: "value", yLabel: "outcome" });
  const found = make("p", { id: "sweep-jumps" });
  const element = make("div", {}, make("div", { class: "row" }, make("label", { for: "sweep-number" }, "Vary"), number, "from", from, "to", to), make("div", { class: "row" }, make("label", { for: "sweep-outcome" }, "and watch"), outcome, run, progress), chart.element, found);
  progress.hidden = true;

  function suggest(): void {
    const literal = literals(studio.text).find((l) => l.path === number.value);
    if (literal === undefined) return;
    const range = rangeOf(literal.key, literal.value, literal.path);
    [from.value, to.value] = [String(range.least), String(range.most)];
  }
  function refresh(): void {
    const kept = number.value;
    number.replaceChildren(...literals(studio.text).map(({ path }) => make("option", { value: path, selected: path === kept }, path)));
    if (kept === "" || number.value !== kept) suggest();
    const keptOutcome = outcome.value;
    outcome.replaceChildren(...outcomes(studio).map((name) => make("option", { value: name, selected: name === keptOutcome }, name)));
  }
  async function sweep(): Promise<void> {
    const [least, most, watched, path, text] = [Number(from.value), Number(to.value), outcome.value, number.value, studio.text];
    const literal = literals(text).find((l) => l.path === path);
    if (literal === undefined || !(most > least)) {
      found.textContent = "The sweep needs a number, and an end above its start.";
      return;
    }
    [run.disabled, progress.hidden] = [true, false];
    const x: number[] = [];
    const y: number[] = [];
    for (let i = 0; i < COUNT; i++) {
      const value = least + ((most - least) * i) / (COUNT - 1);
      const answer = await studio.engine.call("document", replaced(text, literal, value)).catch((error: unknown) => {
        if (error instanceof EngineError) return null;
        throw error;
      });
      const read = answer === null ? null : valueOf(JSON.parse(answer) as ImpactDocument, watched);
      if (read !== null) [x[x.length], y[y.length]] = [value, read];
      progress.value = i + 1;
    }
    const places = jumps(x, y);
    chart.draw([{ name: watched, colour: "#0072b2", x, y }], places);
    const refused = COUNT - x.length;
    found.textContent = `${places.length === 0 ? "No jumps" : `Jumps near ${places.map((p) => Number(p.toPrecision(4))).join(", ")}`}${refused > 0 ? `; ${refused} values have no answer` : ""}.`;
    [run.disabled, progress.hidden] = [false, true];
  }
  return { name: "sweep", title: "Sweep", element, refresh };
}

/** What of the outcome can be watched. */
function outcomes(studio: Studio): string[] {
  const view = studio.view;
  if (view?.kind !== "impact" || !solved(view.document)) return ["energy.after"];
  const bodies = view.bodies.filter((body) => !body.fixed).flatMap((body) => ["velocity", "angular_velocity"].flatMap((what) => [0, 1, 2].map((axis) => `bodies.${body.name}.${what}.${axis}`)));
  const moved = bodies.filter((path) => (valueOf(view.document, path) ?? 0) !== 0);
  return [...moved, ...Object.keys(view.document.energy).map((key) => `energy.${key}`), "duration"];
}

function valueOf(document: ImpactDocument, path: string): number | null {
  const parts = /^bodies\.(.*)\.(\w+)\.(\d)$/.exec(path)?.slice(1) ?? path.split(".");
  const keys = path.startsWith("bodies.") ? ["bodies", ...parts] : parts;
  const value = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  return typeof value === "number" ? value : null;
}
