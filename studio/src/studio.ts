// One scene at work: its text, its solution, and the cursor. Panels listen; none knows another.

import { answerOf } from "./engine/answer.ts";
import type { EngineClient } from "./engine/client.ts";
import { solved, type Problems, type View } from "./engine/types.ts";
import { relativeTime, realTime } from "./model/format.ts";
import { History } from "./model/history.ts";
import { happenings, type Happening } from "./model/moments.ts";
import type { Clock } from "./stage/stage.ts";

export type News = "text" | "view" | "problems" | "cursor" | "playing" | "pinned" | "panel" | "working" | "contact" | "answer";

/** The world that an impact was opened from, and which of its impacts it is. */
export type Origin = { text: string; title: string; impact: string; moments: Happening[] };

export class Studio {
  readonly engine: EngineClient;
  /** Begins the names of its elements, so that two scenes can share a page. */
  readonly prefix: string;
  readonly #history: History;
  readonly #listeners = new Map<News, Set<() => void>>();
  #view: View | null = null;
  #problems: Problems = { problems: [], text: "" };
  #clock: Clock = "motion";
  #time = 0;
  #playing = false;
  #working: Promise<void> | null = null;
  #again = false;
  #contact = 0;
  /** What happens in a view by a clock, found once. */
  #happened: { view: View | null; clock: Clock; all: readonly Happening[] } = { view: null, clock: "motion", all: [] };
  #origin: Origin | null = null;
  /** Another scene's solution to set beside this one. */
  pinned: { view: View; text: string } | null = null;
  /** The panels that have been opened since this was last emptied. */
  readonly opened = new Set<string>();
  /** How long the last change took until its answer was drawn, ms. */
  latency = 0;
  /** How long bodies are shown before and after an impact, s; set by what draws them. */
  reach = 1;

  constructor(engine: EngineClient, text: string, prefix = "") {
    this.engine = engine;
    this.prefix = prefix;
    this.#history = new History(text);
  }

  /** The id of an element of this scene. */
  id(name: string): string {
    return this.prefix + name;
  }

  on(news: News, listener: () => void): void {
    const all = this.#listeners.get(news) ?? new Set();
    all.add(listener);
    this.#listeners.set(news, all);
  }

  #tell(news: News): void {
    for (const listener of this.#listeners.get(news) ?? []) listener();
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

  /** Whether a text is being solved. */
  get working(): boolean {
    return this.#working !== null;
  }

  /** A new text; changes of one group in a row are undone together. */
  change(text: string, group: string | null = null): void {
    this.#history.change(text, group);
    this.#changed();
  }

  undo(): void {
    if (this.#history.undo()) this.#changed();
  }

  redo(): void {
    if (this.#history.redo()) this.#changed();
  }

  #changed(): void {
    if (this.text === this.#origin?.text) this.#origin = null;
    this.#tell("text");
    void this.solve();
  }

  /** Opens another scene: the cursor goes to its start. */
  open(text: string, origin: Origin | null = null): Promise<void> {
    this.playing = false;
    this.#view = null;
    this.#contact = 0;
    this.#origin = origin;
    this.change(text);
    return this.solve();
  }

  /** The world that this impact is from, if it is from one. */
  get origin(): Origin | null {
    return this.#origin;
  }

  /** Opens an impact of the present world, or another impact of the world that this one is from. */
  async enter(impact: string): Promise<void> {
    const world = this.#origin?.text ?? this.text;
    const title = this.#origin?.title ?? this.#view?.title ?? "";
    const moments = this.#origin?.moments ?? this.events.filter((event) => event.impact !== null);
    const text = await this.engine.impactScene(world, impact);
    await this.open(text, { text: world, title, impact, moments });
  }

  /** Opens an impact that is said to be from a world. */
  async openFrom(text: string, { text: world, impact }: { text: string; impact: string }): Promise<void> {
    await this.open(world);
    const origin = { text: world, title: this.#view?.title ?? "", impact, moments: this.events.filter((event) => event.impact !== null) };
    await this.open(text, origin);
  }

  /** Back to the world, at the instant of the impact. */
  async leave(): Promise<void> {
    if (this.#origin === null) return;
    const { text, impact, moments } = this.#origin;
    await this.open(text);
    this.seek(moments.find((moment) => moment.impact === impact)?.time ?? 0);
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
    const answer = await answerOf(this.engine, this.text, this.#view);
    if ("view" in answer) this.#take(answer.view);
    this.#problems = "view" in answer ? { problems: [], text: "" } : answer.problems;
    this.#tell("problems");
  }

  #take(view: View): void {
    const fresh = this.#view === null || this.#view.kind !== view.kind;
    const { part, span: before } = this;
    this.#view = view;
    if (view.kind === "impact") this.#contact = Math.min(this.#contact, Math.max(view.contacts.length - 1, 0));
    if (fresh) this.#clock = view.kind === "impact" && view.course !== null ? "impact" : "motion";
    if (this.#clock === "impact" && (view.kind === "world" || view.course === null)) this.#clock = "motion";
    this.#tell("answer");
    this.#tell("view");
    // What draws the scene says how long bodies fly, so the place of the cursor is known only now.
    const [first, last] = this.span;
    if (fresh) this.#time = first;
    else if (first !== before[0] || last !== before[1]) this.#time = this.#at(part);
    this.#tell("cursor");
  }

  /** The contact that is looked at closely, by its number. */
  get contact(): number {
    return this.#contact;
  }

  set contact(contact: number) {
    this.#contact = contact;
    this.#tell("contact");
  }

  /** First and last instant of the present clock, s. */
  get span(): [number, number] {
    const view = this.#view;
    if (view === null) return [0, 1];
    if (view.kind === "world") return [0, solved(view.document) ? view.document.end : 0];
    if (this.#clock === "impact") return [0, view.course?.duration ?? 0];
    return [-this.reach, this.reach];
  }

  /** Whether the present clock counts in ratios: where stiffnesses do, so do the times of the impact. */
  get relative(): boolean {
    return this.#clock === "impact" && this.#view?.kind === "impact" && !this.#view.real_time;
  }

  /** The instant of the cursor for the reader. */
  get reading(): string {
    return this.relative ? relativeTime(this.#time) : realTime(this.#time);
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
  get events(): readonly Happening[] {
    if (this.#happened.view !== this.#view || this.#happened.clock !== this.#clock) {
      this.#happened = { view: this.#view, clock: this.#clock, all: happenings(this.#view, this.#clock) };
    }
    return this.#happened.all;
  }

  /** Those at the cursor. */
  get eventsNow(): Happening[] {
    const [first, last] = this.span;
    return this.events.filter((event) => Math.abs(event.time - this.#time) <= 1e-9 * (last - first));
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

  /** Keeps the outcome of a text beside this one. */
  async pinText(text: string): Promise<void> {
    const answer = await answerOf(this.engine, text, this.#view);
    this.pinned = "view" in answer ? { view: answer.view, text } : null;
    this.#tell("pinned");
  }

  pin(): void {
    this.pinned = this.pinned === null && this.#view !== null ? { view: this.#view, text: this.text } : null;
    this.#tell("pinned");
  }
}
