// Everything that happens, in order: the cursor goes to what is chosen, and impacts of a world can be opened.

import { button, make } from "../dom.ts";
import { realTime, relativeTime } from "../model/format.ts";
import type { Happening } from "../model/moments.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** More rows than this are no help, and slow. */
const MOST_ROWS = 500;

export function eventsPanel(studio: Studio): Panel {
  const list = make("ol", { class: "events" });
  const more = make("p", {});
  const impacts = make("input", { type: "checkbox", onchange: () => refresh() });
  const filter = make("label", { class: "row" }, impacts, "impacts only");
  const element = make("div", {}, filter, list, more);
  let rows: { event: Happening; row: HTMLElement }[] = [];

  const refresh = () => {
    const world = studio.view?.kind === "world";
    filter.hidden = !world;
    const all = studio.events.filter((event) => !world || !impacts.checked || event.impact !== null);
    rows = all.slice(0, MOST_ROWS).map((event) => ({ event, row: rowOf(studio, event) }));
    list.replaceChildren(...rows.map(({ row }) => row));
    more.textContent = all.length === 0 ? "Nothing happens by this clock." : all.length > MOST_ROWS ? `and ${all.length - MOST_ROWS} more` : "";
    cursor();
  };
  const cursor = () => {
    const now = new Set(studio.eventsNow.map((event) => event.time));
    for (const { event, row } of rows) {
      const here = now.has(event.time);
      row.classList.toggle("now", here);
      if (here) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  };
  return { name: "events", title: "Events", element, refresh, cursor };
}

function rowOf(studio: Studio, event: Happening): HTMLElement {
  const time = studio.relative ? relativeTime(event.time) : realTime(event.time);
  const { impact } = event;
  const inside = impact === null ? null : button("Look inside", () => void studio.enter(impact), `Open the impact at ${time} with its own clock`);
  return make("li", {}, make("button", { type: "button", class: "link", onclick: () => studio.seek(event.time) }, make("span", { class: "when" }, time), event.what), inside);
}
