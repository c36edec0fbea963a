// What the outcome is most sensitive to: exact derivatives, as `carom run --derivatives` has them.

import { make } from "../dom.ts";
import { EngineError } from "../engine/protocol.ts";
import type { Derivatives } from "../engine/types.ts";
import { shown } from "../model/format.ts";
import { byEverything, strongest, type Influence } from "../model/influences.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** Rows that are shown. */
const MOST = 40;

export function sensitivitiesPanel(studio: Studio): Panel {
  const choice = make("select", { id: studio.id("sensitive"), onchange: () => show() });
  const body = make("div", {});
  const note = make("p", { class: "note" });
  const element = make("div", {}, make("p", {}, "How much the outcome follows each number that the scene starts with: exact derivatives at these values."),
    make("div", { class: "row" }, make("label", { for: studio.id("sensitive") }, "Of"), choice), body, note);
  let derivatives: Derivatives | null = null;

  function show(): void {
    if (derivatives === null) return;
    const row = derivatives.rows.findIndex((entry) => entry.name === choice.value);
    const influences = row < 0 ? strongest(derivatives) : byEverything(derivatives, row);
    body.replaceChildren(influences.length === 0 ? make("p", {}, "Nothing that it starts with changes it.") : table(influences.slice(0, MOST), row < 0));
    note.textContent = derivatives.kinks.map((kink) => `Kink (${kink.cause}) at ${kink.contacts.join(", ")}: derivatives are those of one side.`).join(" ");
  }
  async function refresh(): Promise<void> {
    try {
      derivatives = await studio.engine.derivatives(studio.text);
      const kept = choice.value;
      choice.replaceChildren(make("option", { value: "" }, "whatever follows most"), ...derivatives.rows.map(({ name }) => make("option", { value: name, selected: name === kept }, name)));
      show();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      derivatives = null;
      choice.replaceChildren();
      note.textContent = "";
      body.replaceChildren(make("p", { class: "failure" }, error.message));
    }
  }
  return { name: "sensitivities", title: "Sensitivities", element, refresh: () => void refresh() };
}

function table(influences: readonly Influence[], named: boolean): HTMLElement {
  const column = (name: string) => make("th", { scope: "col" }, name);
  const head = make("tr", {}, column("if this grows by 1 %"), named ? column("this follows most") : null, column("by, %"), column("derivative, SI"));
  const row = ({ by, of, percent, derivative, kink }: Influence) =>
    make("tr", {}, make("th", { scope: "row" }, kink ? `${by} (kink)` : by), named ? make("td", {}, of) : null, make("td", {}, percent === null ? "" : signed(percent)), make("td", {}, shown(derivative)));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Sensitivities" }, make("table", { class: "sensitivities" }, make("thead", {}, head), make("tbody", {}, ...influences.map(row))));
}

function signed(percent: number): string {
  return `${percent > 0 ? "+" : percent < 0 ? "\u2212" : ""}${Math.abs(percent).toFixed(3)}`;
}
