// Puts the page together.

import "./style.css";
import { saveAnimation } from "./animation.ts";
import { button, make, save } from "./dom.ts";
import { EngineClient } from "./engine/client.ts";
import { help, keyboard } from "./keyboard.ts";
import { shapesOf } from "./model/shapes.ts";
import { fromFragment, toFragment } from "./model/share.ts";
import { chartsPanel } from "./panels/charts.ts";
import { figuresPanel } from "./panels/figures.ts";
import { galleryPanel, scenes } from "./panels/gallery.ts";
import { lawsPanel } from "./panels/laws.ts";
import { lessonsPanel } from "./panels/lessons.ts";
import { numbersPanel } from "./panels/numbers.ts";
import type { Panel } from "./panels/panel.ts";
import { reportPanel } from "./panels/report.ts";
import { scenePanel } from "./panels/scene.ts";
import { shotPanel } from "./panels/shot.ts";
import { sweepPanel } from "./panels/sweep.ts";
import { dragArrows } from "./stage/drag.ts";
import { ImpactModel } from "./stage/impact.ts";
import { Stage, type Direction, type Model } from "./stage/stage.ts";
import { WorldModel } from "./stage/world.ts";
import { Studio } from "./studio.ts";
import { Tabs } from "./tabs.ts";
import { timeline } from "./timeline.ts";

/** What is shown when nothing else is asked for. */
const FIRST = "ball-ball-table-elastic";
const SOLVING = "Solving…";

function element<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

function engineOfPage(): EngineClient {
  const coded = element("#engine").textContent?.trim() ?? "";
  const bytes = Uint8Array.from(atob(coded), (char) => char.charCodeAt(0));
  element("#engine").remove();
  return new EngineClient(bytes.buffer);
}

/** The scene of the address, of the command that serves the page, or the first. */
async function start(): Promise<{ text: string; shared: Awaited<ReturnType<typeof fromFragment>> }> {
  const shared = await fromFragment(location.hash);
  const named = scenes.find((scene) => `#${scene.name}` === decodeURIComponent(location.hash));
  const given = JSON.parse(element("#scene").textContent?.trim() || "null") as string | null;
  const first = scenes.find((scene) => scene.name === FIRST)?.text ?? "";
  return { text: shared?.text ?? named?.text ?? given ?? first, shared };
}

function tell(message: string): void {
  element("#status").textContent = message;
}

/** Says that a solution takes its time, if it does. */
function tellWork(studio: Studio): void {
  const SLOW = 400;
  let timer = 0;
  studio.on("working", () => {
    window.clearTimeout(timer);
    const busy = element("#status").textContent === SOLVING;
    if (studio.working) timer = window.setTimeout(() => studio.working && tell(SOLVING), SLOW);
    else if (busy) tell("");
  });
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
    element("#title").textContent = view.title;
    document.title = view.title === "" ? "Carom Studio" : `${view.title} · Carom Studio`;
  });
  studio.on("cursor", () => {
    model?.show(studio.clock, studio.time);
    stage.draw();
  });
}

function toolbar(studio: Studio, stage: Stage | null, tabs: Tabs): void {
  const undo = button("↶", () => studio.undo(), "Undo (Ctrl Z)");
  const redo = button("↷", () => studio.redo(), "Redo (Ctrl Y)");
  const share = button("Share", () => void link(studio, tabs), "Put the whole state into the address and copy it");
  const kind = make("select", { "aria-label": "Export" }, ...["Export…", "Scene (TOML)", "Document (JSON)", ...(stage === null ? [] : ["Picture (PNG)", "Animation (GIF)"])].map((name) => make("option", {}, name)));
  kind.addEventListener("change", () => {
    void exported(studio, stage, kind.value);
    kind.selectedIndex = 0;
  });
  element("header .buttons").append(undo, redo, share, kind, button("?", help, "Keys (?)"));
  const directions: Direction[] = ["corner", "front", "side", "above"];
  if (stage !== null) element("#directions").append(...directions.map((from) => button(from, () => stage.look(from), `View from ${from === "corner" ? "a corner" : from}`)));
  const enable = () => ([undo.disabled, redo.disabled] = [!studio.canUndo, !studio.canRedo]);
  studio.on("text", enable);
  enable();
}

async function link(studio: Studio, tabs: Tabs): Promise<void> {
  const fragment = await toFragment({ text: studio.text, clock: studio.clock, part: studio.part, panel: tabs.open });
  history.replaceState(null, "", `#${fragment}`);
  await navigator.clipboard?.writeText(location.href).then(() => tell("The link is in the clipboard."), () => tell("The link is in the address."));
}

async function exported(studio: Studio, stage: Stage | null, kind: string): Promise<void> {
  if (kind.startsWith("Scene")) save("scene.toml", studio.text, "application/toml");
  if (kind.startsWith("Document")) save("document.json", await studio.engine.call("document", studio.text), "application/json");
  if (stage === null) return;
  if (kind.startsWith("Picture")) stage.canvas.toBlob((blob) => blob && save("carom.png", blob, "image/png"));
  if (kind.startsWith("Animation")) await saveAnimation(studio, stage, (part) => tell(part < 1 ? `Animation: ${Math.round(100 * part)} %` : "The animation is saved."));
}

function stageOf(): Stage | null {
  try {
    return new Stage(element<HTMLCanvasElement>("canvas"));
  } catch {
    element("#canvas").replaceChildren(make("p", { class: "failure" }, "This browser has no WebGL: the view in space stays empty, all numbers and charts work."));
    return null;
  }
}

async function main(): Promise<void> {
  const { text, shared } = await start();
  const studio = new Studio(engineOfPage(), text);
  const stage = stageOf();
  if (stage !== null) showOn(studio, stage);
  tellWork(studio);
  timeline(studio, element("#timeline"));
  const tabs: Tabs = new Tabs(studio, element("#tabs"), element("#panel"));
  const open = (name: string) => tabs.show(name);
  const panels: Panel[] = [scenePanel(studio), numbersPanel(studio), chartsPanel(studio), figuresPanel(studio), lawsPanel(studio), sweepPanel(studio)];
  if (stage !== null) {
    panels.push(shotPanel(studio, stage));
    dragArrows(studio, stage);
  }
  panels.push(lessonsPanel(studio, open), galleryPanel(studio), reportPanel(studio));
  tabs.fill(panels);
  toolbar(studio, stage, tabs);
  keyboard(studio, stage, tabs);
  await studio.solve();
  if (shared !== null) {
    studio.clock = shared.clock;
    studio.seekPart(shared.part);
    tabs.show(shared.panel);
  }
  window.addEventListener("hashchange", () => void fromFragment(location.hash).then((state) => state && studio.open(state.text)));
  // For tests and for the curious: the page's state from the console.
  Object.assign(window, { studio, stage });
  document.body.dataset["ready"] = "true";
}

main().catch((error: unknown) => tell(`The page could not start: ${String(error)}`));
