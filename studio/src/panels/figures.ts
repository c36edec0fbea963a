// The engine's own figures, the same as `carom plot` draws.

import { picture } from "../chart/files.ts";
import { button, make, save } from "../dom.ts";
import { EngineError } from "../engine/protocol.ts";
import { words } from "../model/format.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

export function figuresPanel(studio: Studio): Panel {
  const choice = make("select", { id: studio.id("figure"), onchange: () => void draw() });
  const contact = make("select", { id: studio.id("figure-contact"), onchange: () => void draw() });
  const sheet = make("div", { class: "figure" });
  let drawn = "";
  const files = make("span", { class: "files" }, button("svg", () => save(`${choice.value}.svg`, drawn, "image/svg+xml"), "Save the figure as SVG"), button("png", () => void picture(drawn).then((blob) => save(`${choice.value}.png`, blob, "image/png")), "Save the figure as PNG"));
  const element = make("div", {}, make("div", { class: "row" }, make("label", { for: studio.id("figure") }, "Figure"), choice, make("label", { for: studio.id("figure-contact") }, "Contact"), contact, files), sheet);

  async function draw(): Promise<void> {
    const text = studio.text;
    try {
      drawn = choice.value === "" ? "" : await studio.engine.figure(text, choice.value, contact.value);
      sheet.replaceChildren(...(drawn === "" ? [make("p", {}, "Nothing to draw: this law knows no course.")] : [image(drawn, choice.value)]));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      sheet.replaceChildren(make("p", { class: "failure" }, error.message));
    }
  }
  async function refresh(): Promise<void> {
    const view = studio.view;
    if (view === null) return;
    const names = await studio.engine.figures(studio.text).catch(() => []);
    const kept = choice.value;
    choice.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === kept }, words(name))));
    const contacts = view.kind === "impact" ? view.contacts.map((entry) => entry.name) : [];
    const keptContact = contact.value;
    contact.replaceChildren(make("option", { value: "" }, "the one pressed hardest"), ...contacts.map((name, i) => make("option", { value: i, selected: String(i) === keptContact }, name)));
    await draw();
  }
  return { name: "figures", title: "Figures", element, refresh: () => void refresh() };
}

/** A picture of its own: nothing in it reaches the page. */
export function image(svg: string, name: string): HTMLImageElement {
  const title = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? words(name);
  return make("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: title });
}
