// One number of the scene varied over a range: the outcome as a curve, with the places where it jumps.

import { Chart } from "../chart/chart.ts";
import { button, make } from "../dom.ts";
import { EngineError } from "../engine/protocol.ts";
import { jumpBetween, suspects } from "../model/jumps.ts";
import { isWorld, literals, replaced } from "../model/numbers.ts";
import { outcomeName, outcomes, valueOf } from "../model/outcomes.ts";
import { rangeOf } from "../model/range.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** Solutions of a sweep, before jumps are looked for. */
const COUNT = 121;
/** Jumps that are looked at closely. */
const MOST_JUMPS = 8;

type Plan = { path: string; least: number; most: number; watched: string; text: string };
type Curve = { x: number[]; y: number[]; jumps: { at: number; by: number }[] };

export function sweepPanel(studio: Studio): Panel {
  const id = (name: string) => studio.id(`sweep-${name}`);
  const number = make("select", { id: id("number"), onchange: () => suggest() });
  const [from, to] = ["From", "To"].map((name) => make("input", { type: "number", step: "any", "aria-label": name })) as [HTMLInputElement, HTMLInputElement];
  const outcome = make("select", { id: id("outcome") });
  const run = button("Sweep", () => void sweep());
  const progress = make("progress", { max: COUNT, value: 0, "aria-label": "Progress of the sweep" });
  const chart = new Chart({ title: "Sweep", xLabel: "value", yLabel: "outcome" });
  const found = make("p", { id: id("jumps"), role: "status" });
  const element = make("div", {}, make("div", { class: "row" }, make("label", { for: id("number") }, "Vary"), number, "from", from, "to", to), make("div", { class: "row" }, make("label", { for: id("outcome") }, "and watch"), outcome, run, progress), chart.element, found);
  progress.hidden = true;

  function suggest(): void {
    const literal = literals(studio.text).find((l) => l.path === number.value);
    if (literal === undefined) return;
    const range = rangeOf(literal.path, literal.value, isWorld(studio.text));
    [from.value, to.value] = [String(range.least), String(range.most)];
  }
  function refresh(): void {
    const kept = number.value;
    number.replaceChildren(...literals(studio.text).map(({ path }) => make("option", { value: path, selected: path === kept }, path)));
    if (kept === "" || number.value !== kept) suggest();
    const keptOutcome = outcome.value;
    outcome.replaceChildren(...outcomes(studio.view).map((path) => make("option", { value: path, selected: path === keptOutcome }, outcomeName(path))));
  }
  async function sweep(): Promise<void> {
    const plan = { path: number.value, least: Number(from.value), most: Number(to.value), watched: outcome.value, text: studio.text };
    if (number.value === "" || !(plan.most > plan.least)) {
      found.textContent = "The sweep needs a number, and an end above its start.";
      return;
    }
    [run.disabled, progress.hidden] = [true, false];
    try {
      const curve = await followed(studio, plan, (count) => (progress.value = count));
      chart.label(plan.path, outcomeName(plan.watched));
      chart.draw([{ name: outcomeName(plan.watched), colour: "#0072b2", x: curve.x, y: curve.y }], curve.jumps.map(({ at }) => at));
      found.textContent = told(curve);
    } finally {
      [run.disabled, progress.hidden] = [false, true];
    }
  }
  return { name: "sweep", title: "Sweep", element, refresh };
}

async function followed(studio: Studio, { path, least, most, watched, text }: Plan, tell: (count: number) => void): Promise<Curve> {
  const literal = literals(text).find((l) => l.path === path);
  if (literal === undefined) return { x: [], y: [], jumps: [] };
  const value = async (at: number): Promise<number | null> => {
    const answer = await studio.engine.call("document", replaced(text, literal, at)).catch((error: unknown) => {
      if (error instanceof EngineError) return null;
      throw error;
    });
    return answer === null ? null : valueOf(JSON.parse(answer), watched);
  };
  const curve: Curve = { x: [], y: [], jumps: [] };
  for (let i = 0; i < COUNT; i++) {
    const at = least + ((most - least) * i) / (COUNT - 1);
    const read = await value(at);
    if (read !== null) [curve.x[curve.x.length], curve.y[curve.y.length]] = [at, read];
    tell(i + 1);
  }
  for (const i of suspects(curve.y).slice(0, MOST_JUMPS)) {
    const jump = await jumpBetween([curve.x[i] ?? 0, curve.x[i + 1] ?? 0], value);
    if (jump !== null) curve.jumps.push(jump);
  }
  return curve;
}

function told({ x, jumps }: Curve): string {
  const digits = (value: number) => String(Number(value.toPrecision(5)));
  const refused = COUNT - x.length;
  const places = jumps.length === 0 ? "No jumps" : `Jumps: ${jumps.map(({ at, by }) => `at ${digits(at)} by ${digits(by)}`).join(", ")}`;
  return `${places}${refused > 0 ? `; ${refused} values have no answer` : ""}.`;
}
