// The report of `carom run`, as the terminal has it.

import { make } from "../dom.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

export function reportPanel(studio: Studio): Panel {
  const text = make("pre", { class: "report", tabindex: 0, "aria-label": "Report" });
  const refresh = () => void studio.engine.call("report", studio.text).then((report) => (text.textContent = report), () => (text.textContent = ""));
  return { name: "report", title: "Report", element: make("div", {}, text), refresh };
}
