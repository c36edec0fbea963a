// Panels as tabs; only the open one is redrawn.

import { make } from "./dom.ts";
import type { Panel } from "./panels/panel.ts";
import type { Studio } from "./studio.ts";

export class Tabs {
  readonly #list: HTMLElement;
  readonly #into: HTMLElement;
  readonly #studio: Studio;
  #panels: Panel[] = [];
  #open: Panel | null = null;

  constructor(studio: Studio, list: HTMLElement, into: HTMLElement) {
    this.#list = list;
    this.#into = into;
    this.#studio = studio;
    studio.on("view", () => this.#open?.refresh?.());
    studio.on("cursor", () => this.#open?.cursor?.());
  }

  #id(panel: string): string {
    return this.#studio.id(`tab-${panel}`);
  }

  get open(): string {
    return this.#open?.name ?? "";
  }

  fill(panels: Panel[]): void {
    this.#panels = panels;
    this.#list.replaceChildren(...panels.map((panel) => make("button", { type: "button", role: "tab", id: this.#id(panel.name), "aria-controls": this.#into.id, onclick: () => this.show(panel.name) }, panel.title)));
    this.#list.addEventListener("keydown", (event) => this.#walk(event));
    this.show(panels[0]?.name ?? "");
  }

  show(name: string): void {
    const panel = this.#panels.find((candidate) => candidate.name === name);
    if (panel === undefined) return;
    this.#open = panel;
    for (const tab of this.#list.querySelectorAll<HTMLElement>("[role=tab]")) {
      const on = tab.id === this.#id(name);
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    this.#into.setAttribute("aria-labelledby", this.#id(name));
    this.#into.replaceChildren(panel.element);
    panel.refresh?.();
    panel.cursor?.();
    this.#studio.note(name);
  }

  /** The next panel in a direction. */
  move(by: 1 | -1): void {
    const at = this.#panels.findIndex((panel) => panel === this.#open);
    const next = this.#panels[(at + by + this.#panels.length) % this.#panels.length];
    if (next !== undefined) this.show(next.name);
  }

  #walk(event: KeyboardEvent): void {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    event.stopPropagation();
    this.move(event.key === "ArrowRight" ? 1 : -1);
    document.getElementById(this.#id(this.open))?.focus();
  }
}
