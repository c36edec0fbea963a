// Billiards: aim by dragging on the table, choose the tip's place on the ball, see the paths while doing so, strike.

import { button, make, svg } from "../dom.ts";
import { keyIn, withKey } from "../model/keys.ts";
import { solved, type WorldView } from "../engine/types.ts";
import type { Stage } from "../stage/stage.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

const RACKS = ["9-ball", "8-ball", "10-ball", "snooker"] as const;

/** Tips are said to hold up to half a radius from the middle. */
const PAD = 0.6;

type Key = { key: string; label: string; least: number; most: number; step: number };

const KEYS: Key[] = [
  { key: "speed", label: "speed, m/s", least: 0.2, most: 12, step: 0.05 },
  { key: "aim", label: "aim, °", least: -180, most: 180, step: 0.05 },
  { key: "elevation", label: "elevation, °", least: 0, most: 85, step: 0.5 },
  { key: "side", label: "side, radii", least: -PAD, most: PAD, step: 0.01 },
  { key: "height", label: "height, radii", least: -PAD, most: PAD, step: 0.01 },
];

export function shotPanel(studio: Studio, stage: Stage): Panel {
  const rack = make("select", { id: studio.id("rack") }, ...RACKS.map((name) => make("option", { value: name }, name)));
  const start = make("div", { class: "row" }, make("label", { for: studio.id("rack") }, "Break a rack of"), rack, button("Set up", () => void studio.open(breakOf(rack.value)), "Set up the break"));
  const pad = new Pad((side, height) => studio.change(withKey(withKey(studio.text, "cue", "side", side), "cue", "height", height), "pad"));
  const rows = KEYS.map((key) => rowOf(studio, key));
  const strike = button("Strike", () => {
    studio.seekPart(0);
    studio.playing = true;
  }, "Strike and play back");
  const controls = make("div", {}, make("p", {}, "Drag on the table to aim; the paths follow at once."), make("div", { class: "shot" }, pad.element, make("div", {}, ...rows.map((row) => row.element))), strike);
  const none = make("p", {}, "This scene has no table. Set up a break, or open a shot from the gallery.");
  const element = make("div", {}, start, controls, none);
  const refresh = () => {
    const on = table(studio) !== null;
    [controls.hidden, none.hidden] = [!on, on];
    for (const row of rows) row.show();
    pad.show(keyIn(studio.text, "cue", "side") ?? 0, keyIn(studio.text, "cue", "height") ?? 0);
  };
  aimByDragging(studio, stage, () => element.isConnected);
  return { name: "shot", title: "Shot", element, refresh };
}

function table(studio: Studio): WorldView | null {
  const view = studio.view;
  return view?.kind === "world" && view.table !== null ? view : null;
}

function rowOf(studio: Studio, { key, label, least, most, step }: Key): { element: HTMLElement; show: () => void } {
  const id = studio.id(`cue-${key}`);
  const output = make("output", { for: id });
  const slider = make("input", { type: "range", id, min: least, max: most, step, oninput: () => studio.change(withKey(studio.text, "cue", key, Number(slider.value)), id) });
  const show = () => {
    slider.value = String(keyIn(studio.text, "cue", key) ?? 0);
    output.textContent = slider.value;
  };
  return { element: make("div", { class: "number" }, make("label", { for: id }, label), slider, output), show };
}

/** The cue ball as the player sees it, with the tip's place. */
class Pad {
  readonly element: SVGElement;
  readonly #tip: SVGElement;

  constructor(set: (side: number, height: number) => void) {
    this.#tip = svg("circle", { r: 9, fill: "#0072b2", cx: 0, cy: 0 });
    this.element = svg("svg", { viewBox: "-105 -105 210 210", class: "pad", role: "img", "aria-label": "The tip's place on the cue ball; the sliders side and height set it too" }, svg("circle", { r: 100, class: "ball" }), svg("circle", { r: 50, class: "limit" }), svg("line", { x1: -100, x2: 100, y1: 0, y2: 0, class: "grid" }), svg("line", { x1: 0, x2: 0, y1: -100, y2: 100, class: "grid" }), this.#tip);
    const move = (event: PointerEvent) => {
      const box = this.element.getBoundingClientRect();
      const [x, y] = [((event.clientX - box.left) / box.width) * 2.1 - 1.05, 1.05 - ((event.clientY - box.top) / box.height) * 2.1];
      const shrink = Math.min(1, PAD / Math.max(Math.hypot(x, y), 1e-9));
      set(Number((x * shrink).toFixed(3)), Number((y * shrink).toFixed(3)));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      move(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) move(event);
    });
  }

  show(side: number, height: number): void {
    this.#tip.setAttribute("cx", String(100 * side));
    this.#tip.setAttribute("cy", String(-100 * height));
  }
}

/** While this panel is open, dragging on the table turns the cue towards the pointer instead of the camera. */
function aimByDragging(studio: Studio, stage: Stage, active: () => boolean): void {
  const aim = (event: PointerEvent) => {
    const view = table(studio);
    if (view === null || !solved(view.document)) return;
    const start = view.document.bodies["cue"]?.pieces[0]?.position?.[0];
    const to = stage.pointAt(event.clientX, event.clientY, 0.03);
    if (start === undefined || to === null) return;
    const degrees = (Math.atan2(to.y - start[1], to.x - start[0]) * 180) / Math.PI;
    studio.change(withKey(studio.text, "cue", "aim", Number(degrees.toFixed(3))), "aim");
  };
  stage.canvas.addEventListener("pointerdown", (event) => {
    const on = active() && table(studio) !== null && event.button === 0 && !event.shiftKey;
    stage.turnable = !on;
    if (on) aim(event);
  }, { capture: true });
  stage.canvas.addEventListener("pointermove", (event) => {
    if (active() && event.buttons === 1 && !event.shiftKey) aim(event);
  });
}

/** A break shot of a rack. */
export function breakOf(rack: string): string {
  const snooker = rack === "snooker";
  return `title = "Break of a ${rack} rack"

[world]
table = "${snooker ? "snooker" : "pool"}"

[[ball]]
name = "cue"
position = [${snooker ? "-1.15, 0.15" : "-0.635, 0"}]

[rack]
shape = "${rack}"
gap = 1e-3

[cue]
speed = ${snooker ? 4 : 8}
aim = ${snooker ? -2 : 0}
height = 0.1
`;
}
