// Everything by keys, and the list of them.

import { make } from "./dom.ts";
import type { Page } from "./page.ts";

/** Part of the clock that an arrow moves the cursor by. */
const FINE = 0.005;
/** How far a key turns the view, rad, and how much nearer it brings it. */
const TURN = 0.15;
const NEARER = 0.85;

const KEYS: [keys: string, what: string][] = [
  ["space", "play or pause"],
  ["← →", "move the cursor; with shift ten times as far"],
  ["[ ]", "to the event before, to the next"],
  ["Home End", "to the start, to the end"],
  ["I", "open the impact at the cursor of a world"],
  ["Esc", "from there back to the world"],
  ["C", "the other clock: motion or impact"],
  ["Q E", "turn the view"],
  ["R F", "raise and lower it"],
  ["+ −", "nearer, further"],
  ["1 2 3 4", "view from a corner, the front, the side, above"],
  ["B", "a second scene beside this one, or this one alone"],
  ["P", "pin this outcome, to compare others with it"],
  [", .", "the panel before, the next"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["?", "this list"],
];

type Action = (page: Page, far: boolean) => void;

const ACTIONS: Record<string, Action> = {
  " ": ({ active: { studio } }) => (studio.playing = !studio.playing),
  ArrowLeft: ({ active: { studio } }, far) => studio.seekPart(studio.part - (far ? 10 * FINE : FINE)),
  ArrowRight: ({ active: { studio } }, far) => studio.seekPart(studio.part + (far ? 10 * FINE : FINE)),
  "[": ({ active }) => active.studio.step(-1),
  "]": ({ active }) => active.studio.step(1),
  Home: ({ active }) => active.studio.seekPart(0),
  End: ({ active }) => active.studio.seekPart(1),
  i: ({ active: { studio } }) => {
    const impact = studio.eventsNow.find((event) => event.impact !== null)?.impact;
    if (typeof impact === "string") void studio.enter(impact);
  },
  Escape: ({ active }) => void active.studio.leave(),
  c: ({ active: { studio } }) => (studio.clock = studio.clock === "motion" ? "impact" : "motion"),
  q: ({ active }) => active.stage?.orbit(-TURN, 0),
  e: ({ active }) => active.stage?.orbit(TURN, 0),
  r: ({ active }) => active.stage?.orbit(0, TURN),
  f: ({ active }) => active.stage?.orbit(0, -TURN),
  "+": ({ active }) => active.stage?.zoom(NEARER),
  "=": ({ active }) => active.stage?.zoom(NEARER),
  "-": ({ active }) => active.stage?.zoom(1 / NEARER),
  "1": ({ active }) => active.stage?.look("corner"),
  "2": ({ active }) => active.stage?.look("front"),
  "3": ({ active }) => active.stage?.look("side"),
  "4": ({ active }) => active.stage?.look("above"),
  b: (page) => (page.second === null ? page.beside(page.active.studio.text) : page.alone()),
  p: ({ active }) => active.studio.pin(),
  ",": ({ active }) => active.tabs.move(-1),
  ".": ({ active }) => active.tabs.move(1),
  "?": () => help(),
};

export function keyboard(page: Page): void {
  window.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("textarea, input, select, dialog") !== null;
    if (typing || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) page.active.studio.undo();
      if (key === "y" || (key === "z" && event.shiftKey)) page.active.studio.redo();
      return;
    }
    const pressing = key === " " && event.target instanceof HTMLButtonElement;
    const action = ACTIONS[key];
    if (pressing || action === undefined) return;
    event.preventDefault();
    action(page, event.shiftKey);
  });
}

/** Shows the list of keys. */
export function help(): void {
  const dialog = make("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() }, make("h2", {}, "Keys"), make("dl", {}, ...KEYS.flatMap(([keys, what]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)])), make("form", { method: "dialog" }, make("button", {}, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
