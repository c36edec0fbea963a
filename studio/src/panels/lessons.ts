// Short guided tours. Each step says what to do, and is done when the reader has done it.

import { button, make } from "../dom.ts";
import type { Studio } from "../studio.ts";
import { LESSONS, type Lesson } from "../lessons.ts";
import { scenes } from "./gallery.ts";
import type { Panel } from "./panel.ts";

export function lessonsPanel(studio: Studio, open: (panel: string) => void): Panel {
  const element = make("div", {});
  let lesson: Lesson | null = null;
  let step = 0;

  const begin = (chosen: Lesson) => {
    [lesson, step] = [chosen, 0];
    studio.opened.clear();
    void studio.open(scenes.find((scene) => scene.name === chosen.scene)?.text ?? chosen.scene);
    show();
  };
  const show = () => {
    if (lesson === null) {
      element.replaceChildren(make("p", {}, "Five short tours. In each you do something and see what follows."), make("ul", { class: "lessons" }, ...LESSONS.map((one) => make("li", {}, button(one.title, () => begin(one)), make("p", {}, one.about)))));
      return;
    }
    const { steps, title } = lesson;
    const now = steps[step];
    const items = steps.slice(0, step + 1).map((one, i) => make("li", { class: i < step ? "done" : "now", "aria-current": i === step ? "step" : undefined }, one.text, i < step ? " ✓" : "", one.panel && i === step ? button(`Open ${one.panel}`, () => open(one.panel ?? "")) : null));
    const end = now === undefined ? [make("p", { class: "end" }, lesson.end)] : [];
    element.replaceChildren(make("h2", {}, title), make("ol", { class: "steps" }, ...items), ...end, button("All lessons", () => {
      lesson = null;
      show();
    }));
  };
  const check = () => {
    if (lesson === null || studio.view === null) return;
    let moved = false;
    for (let now = lesson.steps[step]; now?.done(studio) === true; now = lesson.steps[step]) {
      step++;
      moved = true;
    }
    if (moved) show();
  };
  studio.on("problems", check);
  studio.on("cursor", check);
  studio.on("panel", check);
  show();
  return { name: "lessons", title: "Lessons", element };
}
