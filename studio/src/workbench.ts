// One scene with all that shows it: the stage, the clocks and the panels.

import { button, make } from "./dom.ts";
import { shapesOf } from "./model/shapes.ts";
import type { SharedScene } from "./model/share.ts";
import { chartsPanel } from "./panels/charts.ts";
import { diagramsPanel } from "./panels/diagrams.ts";
import { eventsPanel } from "./panels/events.ts";
import { figuresPanel } from "./panels/figures.ts";
import { galleryPanel } from "./panels/gallery.ts";
import { lawsPanel } from "./panels/laws.ts";
import { lessonsPanel } from "./panels/lessons.ts";
import { numbersPanel } from "./panels/numbers.ts";
import { reportPanel } from "./panels/report.ts";
import { scenePanel } from "./panels/scene.ts";
import { sensitivitiesPanel } from "./panels/sensitivities.ts";
import { shotPanel } from "./panels/shot.ts";
import { sweepPanel } from "./panels/sweep.ts";
import { placeBar } from "./place.ts";
import { dragArrows } from "./stage/drag.ts";
import { ImpactModel } from "./stage/impact.ts";
import { Stage, type Direction, type Model } from "./stage/stage.ts";
import { WorldModel } from "./stage/world.ts";
import type { Studio } from "./studio.ts";
import type { Surroundings } from "./surroundings.ts";
import { Tabs } from "./tabs.ts";
import { timeline } from "./timeline.ts";

const DIRECTIONS: Direction[] = ["corner", "front", "side", "above"];

export class Workbench {
  readonly studio: Studio;
  readonly element: HTMLElement;
  readonly tabs: Tabs;
  /** Null in a browser without WebGL. */
  readonly stage: Stage | null;

  constructor(studio: Studio, page: Surroundings) {
    this.studio = studio;
    const id = (name: string) => studio.id(name);
    const canvas = make("canvas", { tabindex: 0, "aria-label": "The scene in space; drag to turn, wheel to zoom" });
    const holder = make("div", { id: id("canvas"), class: "canvas" }, canvas);
    const directions = make("div", { class: "directions", role: "toolbar", "aria-label": "Direction of view" });
    const list = make("div", { id: id("tabs"), class: "tabs", role: "tablist", "aria-label": "Panels" });
    const panel = make("div", { id: id("panel"), class: "panel", role: "tabpanel", tabindex: -1 });
    this.element = make("section", { class: "view", "aria-label": studio.prefix === "" ? "Scene" : "Scene beside it" },
      make("div", { class: "stage" }, placeBar(studio), holder, timeline(studio)),
      make("div", { class: "side" }, list, panel));
    this.stage = stageIn(holder, canvas);
    if (this.stage !== null) {
      const { stage } = this;
      directions.append(...DIRECTIONS.map((from) => button(from, () => stage.look(from), `View from ${from === "corner" ? "a corner" : from}`)));
      holder.append(directions);
      showOn(studio, stage);
      dragArrows(studio, stage);
    }
    this.tabs = new Tabs(studio, list, panel);
    this.tabs.fill([
      scenePanel(studio), numbersPanel(studio), chartsPanel(studio), diagramsPanel(studio), eventsPanel(studio), figuresPanel(studio), lawsPanel(studio, page), sensitivitiesPanel(studio), sweepPanel(studio),
      ...(this.stage === null ? [] : [shotPanel(studio, this.stage)]),
      lessonsPanel(studio, (name) => this.tabs.show(name)), galleryPanel(studio), reportPanel(studio),
    ]);
  }

  /** Takes it from the page for good. */
  close(): void {
    this.studio.playing = false;
    this.stage?.close();
    this.element.remove();
  }

  /** What a link says of this scene. */
  shared(): SharedScene {
    const { text, clock, part, origin, pinned } = this.studio;
    const camera = this.stage?.camera;
    return { text, clock, part, panel: this.tabs.open, ...(camera && { camera }), ...(origin && { origin: { text: origin.text, impact: origin.impact } }), ...(pinned && { pinned: pinned.text }) };
  }

  /** Brings back what a link said, once its text is solved. */
  async restore(shared: SharedScene): Promise<void> {
    if (shared.origin !== undefined) await this.studio.openFrom(shared.text, shared.origin);
    if (shared.pinned !== undefined) await this.studio.pinText(shared.pinned);
    this.studio.clock = shared.clock;
    this.studio.seekPart(shared.part);
    if (shared.camera !== undefined && this.stage !== null) this.stage.camera = shared.camera;
    this.tabs.show(shared.panel);
  }
}

function stageIn(holder: HTMLElement, canvas: HTMLCanvasElement): Stage | null {
  try {
    return new Stage(canvas);
  } catch {
    holder.replaceChildren(make("p", { class: "failure" }, "This browser has no WebGL: the view in space stays empty, all numbers and charts work."));
    return null;
  }
}

function showOn(studio: Studio, stage: Stage): void {
  let model: Model | null = null;
  let shown = "";
  studio.on("view", () => {
    const view = studio.view;
    if (view === null) return;
    const shapes = shapesOf(studio.text);
    const fresh = view.kind === "impact" ? new ImpactModel(view, shapes) : new WorldModel(view, shapes);
    if (fresh instanceof ImpactModel) studio.reach = fresh.reach;
    const kind = `${view.kind} ${view.title}`;
    stage.present(fresh, kind === shown);
    [model, shown] = [fresh, kind];
  });
  studio.on("cursor", () => {
    model?.show(studio.clock, studio.time);
    stage.draw();
  });
}
