// Above the stage of an impact that was opened from a world: where one is, the impacts beside it, and the way back.

import { button, make } from "./dom.ts";
import type { Studio } from "./studio.ts";

export function placeBar(studio: Studio): HTMLElement {
  const back = make("button", { type: "button", title: "Back to the world (Esc)", onclick: () => void studio.leave() });
  const before = button("‹", () => void beside(studio, -1), "The impact before");
  const after = button("›", () => void beside(studio, 1), "The next impact");
  const where = make("span", {});
  const bar = make("nav", { class: "place", "aria-label": "Where this impact is from" }, back, before, where, after);
  bar.hidden = true;
  studio.on("view", () => {
    const { origin } = studio;
    bar.hidden = origin === null;
    if (origin === null) return;
    const at = place(studio);
    back.textContent = `◀ ${origin.title || "the world"}`;
    where.textContent = `impact ${at + 1} of ${origin.moments.length}`;
    [before.disabled, after.disabled] = [at <= 0, at >= origin.moments.length - 1];
  });
  return bar;
}

function place(studio: Studio): number {
  const { origin } = studio;
  return origin?.moments.findIndex((moment) => moment.impact === origin.impact) ?? -1;
}

/** The impact of the same world before or after this one. */
async function beside(studio: Studio, by: 1 | -1): Promise<void> {
  const impact = studio.origin?.moments[place(studio) + by]?.impact;
  if (typeof impact === "string") await studio.enter(impact);
}
