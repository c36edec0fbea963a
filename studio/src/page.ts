// The page: one scene, or two side by side, of which the last one touched is the one that buttons and keys are for.

import { button, make } from "./dom.ts";
import type { EngineClient } from "./engine/client.ts";
import { LinkedClocks } from "./linked.ts";
import type { Shared } from "./model/share.ts";
import { Studio } from "./studio.ts";
import type { Surroundings } from "./surroundings.ts";
import { Workbench } from "./workbench.ts";

/** Begins the names of elements of the second scene. */
const SECOND = "b-";
const SOLVING = "Solving…";
/** From then on the reader is told that a solution takes its time, ms. */
const SLOW = 400;

type Places = { views: HTMLElement; title: HTMLElement; status: HTMLElement; pair: HTMLElement };

export class Page implements Surroundings {
  readonly first: Workbench;
  readonly #engine: EngineClient;
  readonly #places: Places;
  readonly #watchers = new Set<() => void>();
  readonly #link = make("input", { type: "checkbox", checked: true, onchange: () => this.#setLink() });
  #second: { bench: Workbench; clocks: LinkedClocks } | null = null;
  #active: Workbench;

  constructor(engine: EngineClient, text: string, places: Places) {
    this.#engine = engine;
    this.#places = places;
    places.pair.append(make("label", {}, this.#link, "linked clocks"), button("Close the second", () => this.alone(), "Show the first scene alone"));
    places.pair.hidden = true;
    this.first = this.#bench(new Studio(engine, text));
    this.#active = this.first;
  }

  get second(): Workbench | null {
    return this.#second?.bench ?? null;
  }

  /** The scene that buttons and keys are for. */
  get active(): Workbench {
    return this.#active;
  }

  /** Called when another scene is active, or the active one has another text. */
  onActive(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  tell(message: string): void {
    this.#places.status.textContent = message;
  }

  beside(text: string): void {
    void this.showBeside(text);
  }

  /** Shows a text as the second scene, in place of another if there is one. */
  async showBeside(text: string): Promise<Workbench> {
    if (this.#second !== null) {
      await this.#second.bench.studio.open(text);
      return this.#second.bench;
    }
    const bench = this.#bench(new Studio(this.#engine, text, SECOND));
    this.#second = { bench, clocks: new LinkedClocks(this.first.studio, bench.studio) };
    this.#setLink();
    this.#layOut();
    await bench.studio.solve();
    return bench;
  }

  /** The first scene alone. */
  alone(): void {
    if (this.#second === null) return;
    this.#second.clocks.on = false;
    this.#second.bench.close();
    this.#second = null;
    this.#layOut();
    this.#activate(this.first);
  }

  get linked(): boolean {
    return this.#link.checked;
  }

  set linked(on: boolean) {
    this.#link.checked = on;
    this.#setLink();
  }

  #setLink(): void {
    if (this.#second === null) return;
    this.#second.clocks.on = this.#link.checked;
    if (this.#link.checked) this.first.studio.seek(this.first.studio.time);
  }

  shared(): Shared {
    const beside = this.second?.shared();
    return { ...this.first.shared(), ...(beside && { beside, linked: this.linked }) };
  }

  async restore(shared: Shared): Promise<void> {
    if (shared.beside === undefined) this.alone();
    if (shared.linked !== undefined) this.linked = shared.linked;
    await this.first.restore(shared);
    if (shared.beside === undefined) return;
    const second = await this.showBeside(shared.beside.text);
    await second.restore(shared.beside);
  }

  #bench(studio: Studio): Workbench {
    const bench = new Workbench(studio, this);
    const activate = () => this.#activate(bench);
    bench.element.addEventListener("pointerdown", activate, { capture: true });
    bench.element.addEventListener("focusin", activate);
    studio.on("view", () => bench === this.#active && this.#showTitle());
    studio.on("text", () => bench === this.#active && this.#watchers.forEach((watcher) => watcher()));
    this.#tellWork(studio);
    this.#places.views.append(bench.element);
    return bench;
  }

  #activate(bench: Workbench): void {
    if (bench === this.#active) return;
    this.#active = bench;
    this.#layOut();
    this.#showTitle();
    this.#watchers.forEach((watcher) => watcher());
  }

  #layOut(): void {
    this.#places.views.classList.toggle("two", this.#second !== null);
    this.#places.pair.hidden = this.#second === null;
    for (const bench of [this.first, this.second]) bench?.element.classList.toggle("active", this.#second !== null && bench === this.#active);
  }

  #showTitle(): void {
    const title = this.#active.studio.view?.title ?? "";
    this.#places.title.textContent = title;
    document.title = title === "" ? "Carom Studio" : `${title} · Carom Studio`;
  }

  /** Says that a solution takes its time, if it does. */
  #tellWork(studio: Studio): void {
    let timer = 0;
    studio.on("working", () => {
      window.clearTimeout(timer);
      const busy = this.#places.status.textContent === SOLVING;
      if (studio.working) timer = window.setTimeout(() => studio.working && this.tell(SOLVING), SLOW);
      else if (busy) this.tell("");
    });
  }
}
