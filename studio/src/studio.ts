// What the page is about: the scene's text, its solution, and the cursor. Panels listen; none knows another.

import type { EngineClient } from "./engine/client.ts";
import { EngineError } from "./engine/protocol.ts";
import { solved, type Problems, type View } from "./engine/types.ts";
import { relativeTime, realTime } from "./model/format.ts";
import { History } from "./model/history.ts";
import { needsSamples } from "./model/world.ts";
import type { Clock } from "./stage/stage.ts";

/** Samples of an impact between its events: as many as a chart has pixels, about; fewer of many contacts, to be fast. */
const SAMPLES = 320;
const FEWEST_SAMPLES = 80;
const ALL_SAMPLES = 1600;
/** Of a world that has to be sampled: some ten a swing for a few minutes. */
const WORLD_SAMPLES = 3000;

export type Happening = "text" | "view" | "problems" | "cursor" | "playing" | "pinned" | "panel" | "working";

export class Studio {
  readonly engine: EngineClient;
  readonly #history: History;
  readonly #listeners = new Map<Happening, Set<() => void>>();
  #view: View | null = null;
  #problems: Problems = { problems: [], text: "" };
  #clock: Clock = "motion";
  #time = 0;
  #playing = false;
  #working: Promise<void> | null = null;
  #again = false;
  /** Another scene's solution to set beside this one. */
  pinned: { view: View; text: string } | null = null;
  /** The panels that have been opened since this was last emptied. */
  readonly opened = new Set<string>();
  /** How long the last change took until its answer was drawn, ms. */
  latency = 0;

  constructor(engine: EngineClient, text: string) {
    this.engine = engine;
    this.#history = new History(text);
  }

  on(happening: Happening, listener: () => void): void {
    const all = this.#listeners.get(happening) ?? new Set();
    all.add(listener);
    this.#listeners.set(happening, all);
  }

  #tell(happening: Happening): void {
    for (const listener of this.#listeners.get(happening) ?? []) listener();
  }

  get text(): string {
    return this.#history.text;
  }

  get view(): View | null {
    return this.#view;
  }

  get problems(): Problems {
    return this.#problems;
  }

  get clock(): Clock {
    return this.#clock;
  }

  get time(): number {
    return this.#time;
  }

  get playing(): boolean {
    return this.#playing;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** A new text; changes of one group in a row are undone together. */
  change(text: string, group: string | null = null): void {
    this.#history.change(text, group);
    this.#tell("text");
    void this.solve();
  }

  undo(): void {
    if (this.#history.undo()) this.#changed();
  }

  redo(): void {
    if (this.#history.redo()) this.#changed();
  }

  #changed(): void {
    this.#tell("text");
    void this.solve();
  }

  /** Opens another scene: the cursor goes to its start. */
  open(text: string): void {
    this.playing = false;
    this.#view = null;
    this.change(text);
  }

  /** Solves the present text. While one is being solved, only the latest change waits; the promise is kept when none is left. */
  solve(): Promise<void> {
    this.#again = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      this.#tell("working");
    });
    this.#tell("working");
    return this.#working;
  }

  async #work(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const start = performance.now();
      await this.#solveOnce();
      this.latency = performance.now() - start;
    }
  }

  async #solveOnce(): Promise<void> {
    const text = this.text;
    try {
      let view = await this.engine.view(text, this.#samples);
      if (view.kind === "world" && solved(view.document) && needsSamples(view.document)) {
        view = await this.engine.view(text, WORLD_SAMPLES);
      }
      this.#problems = { problems: [], text: "" };
      this.#take(view);
    } catch (error) {
      this.#problems = await this.#explained(text, error instanceof Error ? error : new Error(String(error)));
    }
    this.#tell("problems");
  }

  /** What is wrong with the file, or else with the engine. */
  async #explained(text: string, error: Error): Promise<Problems> {
    const unknown = { problems: [], text: error.message };
    if (!(error instanceof EngineError)) return unknown;
    const found = await this.engine.problems(text).catch(() => unknown);
    return found.problems.length > 0 ? found : unknown;
  }

  /** Whether a text is being solved. */
  get working(): boolean {
    return this.#working !== null;
  }

  /** By the contacts of the scene before: of a new scene the first answer may be finer than need be. */
  get #samples(): number {
    const contacts = this.#view?.kind === "impact" ? this.#view.contacts.length : 1;
    return Math.round(Math.min(SAMPLES, Math.max(FEWEST_SAMPLES, ALL_SAMPLES / Math.max(contacts, 1))));
  }

  #take(view: View): void {
    const fresh = this.#view === null || this.#view.kind !== view.kind;
    const part = this.part;
    this.#view = view;
    if (fresh) this.#clock = view.kind === "impact" && view.course !== null ? "impact" : "motion";
    if (this.#clock === "impact" && (view.kind === "world" || view.course === null)) this.#clock = "motion";
    this.#tell("view");
    // What draws the scene says how long bodies fly, so the place of the cursor is known only now.
    this.#time = fresh ? this.span[0] : this.#at(part);
    this.#tell("cursor");
  }

  /** First and last instant of the present clock, s. */
  get span(): [number, number] {
    const view = this.#view;
    if (view === null) return [0, 1];
    if (view.kind === "world") return [0, solved(view.document) ? view.document.end : 0];
    if (this.#clock === "impact") return [0, view.course?.duration ?? 0];
    return [-this.reach, this.reach];
  }

  /** How long bodies are shown before and after an impact, s; set by what draws them. */
  reach = 1;

  /** The instant of the cursor for the reader. Where stiffnesses are ratios, so are the times of the impact. */
  get reading(): string {
    const relative = this.#clock === "impact" && this.#view?.kind === "impact" && !this.#view.real_time;
    return relative ? relativeTime(this.#time) : realTime(this.#time);
  }

  /** Where the cursor is, 0 to 1. */
  get part(): number {
    const [first, last] = this.span;
    return last > first ? (this.#time - first) / (last - first) : 0;
  }

  #at(part: number): number {
    const [first, last] = this.span;
    return first + Math.min(Math.max(part, 0), 1) * (last - first);
  }

  seek(time: number): void {
    const [first, last] = this.span;
    this.#time = Math.min(Math.max(time, first), last);
    this.#tell("cursor");
  }

  seekPart(part: number): void {
    this.seek(this.#at(part));
  }

  set clock(clock: Clock) {
    const possible = clock === "motion" || (this.#view?.kind === "impact" && this.#view.course !== null);
    if (!possible || clock === this.#clock) return;
    this.#clock = clock;
    this.#time = this.span[0];
    this.#tell("view");
    this.#tell("cursor");
  }

  set playing(on: boolean) {
    if (on === this.#playing) return;
    this.#playing = on;
    if (on && this.#time >= this.span[1]) this.seek(this.span[0]);
    this.#tell("playing");
  }

  /** Instants at which something happens, and what. */
  get events(): { time: number; what: string }[] {
    const view = this.#view;
    if (view === null || !solved<{ outcome: string }>(view.document)) return [];
    if (view.kind === "world") {
      const { events } = view.document as import("./engine/types.ts").WorldSolved;
      return events.map((event) => ({ time: event.time, what: `${(event.bodies ?? [event.body ?? ""]).join(", ")} ${event.kind.replace(/-/g, " ")}`.trim() }));
    }
    if (this.#clock === "motion") return [{ time: 0, what: "impact" }];
    const { events } = view.document as import("./engine/types.ts").ImpactSolved;
    return events.map((event) => ({ time: event.time, what: `${view.contacts[event.contact]?.name ?? ""} ${event.kind.replace(/-/g, " ")}` }));
  }

  /** To the next event in a direction. */
  step(direction: 1 | -1): void {
    const [first, last] = this.span;
    const all = [first, ...this.events.map((event) => event.time), last];
    const small = 1e-9 * (last - first);
    const next = direction > 0 ? all.find((time) => time > this.#time + small) : all.findLast((time) => time < this.#time - small);
    if (next !== undefined) this.seek(next);
  }

  /** A panel was opened. */
  note(panel: string): void {
    this.opened.add(panel);
    this.#tell("panel");
  }

  pin(): void {
    this.pinned = this.pinned === null && this.#view !== null ? { view: this.#view, text: this.text } : null;
    this.#tell("pinned");
  }
}
