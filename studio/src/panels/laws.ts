// One impact under every law: what each says, and what it breaks.

import { button, make } from "../dom.ts";
import { EngineError } from "../engine/protocol.ts";
import type { ComparedModel } from "../engine/types.ts";
import { shown, shownVector, words } from "../model/format.ts";
import { withLaw } from "../model/laws.ts";
import type { Studio } from "../studio.ts";
import type { Surroundings } from "../surroundings.ts";
import { image } from "./figures.ts";
import type { Panel } from "./panel.ts";

export function lawsPanel(studio: Studio, page: Surroundings): Panel {
  const body = make("div", {});
  const sheet = make("div", { class: "figure" });
  const element = make("div", {}, make("p", {}, "The same impact under every law that knows it. A law is permissible here if it creates no energy, does not let bodies penetrate or pull, and stays in the friction cone."), body, sheet);
  async function refresh(): Promise<void> {
    try {
      const { models } = await studio.engine.compare(studio.text);
      body.replaceChildren(table(models, (name) => besideButton(studio, page, name)));
      sheet.replaceChildren(image(await studio.engine.figure(studio.text, "laws", ""), "laws"));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      body.replaceChildren(make("p", { class: "failure" }, error.message));
      sheet.replaceChildren();
    }
  }
  return { name: "laws", title: "Laws", element, refresh: () => void refresh() };
}

/** Shows the impact under the law beside the scene. */
function besideButton(studio: Studio, page: Surroundings, name: string): HTMLElement | null {
  const text = withLaw(studio.text, name);
  return text === null ? null : button("beside", () => page.beside(text), `See ${words(name)} beside this scene`);
}

function table(models: readonly ComparedModel[], beside: (name: string) => HTMLElement | null): HTMLElement {
  const answers = models.filter((model) => model.outcome === "answer");
  const silent = models.filter((model) => model.outcome !== "answer");
  const names = Object.keys(answers[0]?.bodies ?? {}).filter((name) => answers.some((model) => Math.hypot(...(model.bodies?.[name]?.velocity ?? [0])) > 0)).slice(0, 4);
  const head = make("tr", {}, make("th", { scope: "col" }, "law"), ...names.map((name) => make("th", { scope: "col" }, `${name}, m/s`)), make("th", { scope: "col" }, "energy kept, %"), make("th", { scope: "col" }, "permissible"), make("th", { scope: "col" }, "see"));
  const row = (model: ComparedModel) =>
    make("tr", {}, make("th", { scope: "row", title: model.title }, words(model.name)), ...names.map((name) => make("td", {}, shownVector(model.bodies?.[name]?.velocity ?? []).join(", "))), make("td", {}, model.energy_kept === undefined ? "" : shown(100 * model.energy_kept)), make("td", { class: model.permissible === false ? "breach" : "" }, verdict(model)), make("td", {}, beside(model.name)));
  const list = silent.length === 0 ? null : make("details", {}, make("summary", {}, `${silent.length} without an answer`), make("ul", {}, ...silent.map((model) => make("li", {}, `${words(model.name)}: ${model.reason ?? words(model.outcome)}`))));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Laws side by side" }, make("table", { class: "laws" }, make("thead", {}, head), make("tbody", {}, ...answers.map(row))), list);
}

function verdict(model: ComparedModel): string {
  if (model.permissible !== false) return "yes";
  return (model.breaches ?? []).map((breach) => `${breach.condition} (${shown(breach.by)} ${breach.unit})`).join(", ") || "no";
}
