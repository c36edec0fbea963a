// Everything by keys, and the list of them.

import { make } from "./dom.ts";
import type { Stage } from "./stage/stage.ts";
import type { Studio } from "./studio.ts";
import type { Tabs } from "./tabs.ts";

/** Part of the clock that an arrow moves the cursor by. */
const FINE = 0.005;

const KEYS: [keys: string, what: string][] = [
  ["space", "play or pause"],
  ["← →", "move the cursor; with shift ten times as far"],
  ["[ ]", "to the event before, to the next"],
  ["Home End", "to the start, to the end"],
  ["C", "the other clock: motion or impact"],
  ["Q E", "turn the view"],
  ["1 2 3 4", "view from a corner, the front, the side, above"],
  ["P", "pin this outcome, to compare others with it"],
  [", .", "the panel before, the next"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["?", "this list"],
];

export function keyboard(studio: Studio, stage: Stage | null, tabs: Tabs): void {
  const actions: Record<string, (far: boolean) => void> = {
    " ": () => (studio.playing = !studio.playing),
    ArrowLeft: (far) => studio.seekPart(studio.part - (far ? 10 * FINE : FINE)),
    ArrowRight: (far) => studio.seekPart(studio.part + (far ? 10 * FINE : FINE)),
    "[": () => studio.step(-1),
    "]": () => studio.step(1),
    Home: () => studio.seekPart(0),
    End: () => studio.seekPart(1),
    c: () => (studio.clock = studio.clock === "motion" ? "impact" : "motion"),
    q: () => stage?.orbit(-0.15),
    e: () => stage?.orbit(0.15),
    "1": () => stage?.look("corner"),
    "2": () => stage?.look("front"),
    "3": () => stage?.look("side"),
    "4": () => stage?.look("above"),
    p: () => studio.pin(),
    ",": () => tabs.move(-1),
    ".": () => tabs.move(1),
    "?": help,
  };
  window.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("textarea, input, select, dialog") !== null;
    if (event.ctrlKey || event.metaKey) {
      if (typing) return;
      if (event.key === "z") studio.undo();
      if (event.key === "y") studio.redo();
      return;
    }
    const pressing = event.key === " " && event.target instanceof HTMLButtonElement;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (typing || pressing || action === undefined || event.altKey) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}

/** Shows the list of keys. */
export function help(): void {
  const dialog = make("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() }, make("h2", {}, "Keys"), make("dl", {}, ...KEYS.flatMap(([keys, what]) => [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)])), make("form", { method: "dialog" }, make("button", {}, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
