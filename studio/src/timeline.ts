// Two clocks, the cursor, and play, pause and steps from event to event; at an impact of a world, the way into it.

import { button, make, put, svg } from "./dom.ts";
import { play } from "./play.ts";
import type { Clock } from "./stage/stage.ts";
import type { Studio } from "./studio.ts";

/** Positions of the slider. */
const FINE = 10_000;
/** Marks that can be told apart. */
const MOST_MARKS = 400;
/** Events at one instant that are told. */
const MOST_TOLD = 3;

export function timeline(studio: Studio): HTMLElement {
  const start = button("▶", () => (studio.playing = !studio.playing), "Play or pause (space)");
  const clocks = make("fieldset", { class: "clocks" }, make("legend", {}, "Clock"), ...choices(studio));
  const slider = make("input", { type: "range", min: 0, max: FINE, step: 1, value: 0, "aria-label": "Instant", oninput: () => studio.seekPart(Number(slider.value) / FINE) });
  const strokes = svg("path", { "vector-effect": "non-scaling-stroke" });
  const marks = make("div", { class: "marks", "aria-hidden": "true", title: "Events: click to go to one", onclick: (event: MouseEvent) => toNearest(studio, marks, event) },
    svg("svg", { viewBox: "0 0 1000 1", preserveAspectRatio: "none" }, strokes));
  const reading = make("output", { id: studio.id("instant") });
  const speed = make("select", { "aria-label": "Speed of playing" }, ...[0.1, 0.25, 0.5, 1, 2, 4].map((s) => make("option", { value: s, selected: s === 1 }, `${s} ×`)));
  const event = make("p", { class: "event" });
  const showMarks = () => {
    const [first, last] = studio.span;
    const places = new Set(studio.events.map((e) => Math.round((1000 * (e.time - first)) / (last - first || 1))));
    put(strokes, { d: [...places].slice(0, MOST_MARKS).map((at) => `M${at} 0V1`).join("") });
  };
  studio.on("cursor", () => {
    slider.value = String(Math.round(studio.part * FINE));
    slider.setAttribute("aria-valuetext", studio.reading);
    reading.textContent = studio.reading;
    tellEvents(studio, event);
  });
  studio.on("view", () => {
    showMarks();
    for (const input of clocks.querySelectorAll("input")) {
      input.checked = input.value === studio.clock;
      input.disabled = input.value === "impact" && !(studio.view?.kind === "impact" && studio.view.course !== null);
    }
  });
  studio.on("playing", () => {
    start.textContent = studio.playing ? "⏸" : "▶";
    if (studio.playing) play(studio, () => Number(speed.value));
  });
  return make("div", { id: studio.id("timeline"), class: "timeline" },
    make("div", { class: "row" }, button("|◀", () => studio.seekPart(0), "To the start (Home)"), button("◀", () => studio.step(-1), "To the event before ([)"), start, button("▶|", () => studio.step(1), "To the next event (])"), speed, reading, clocks),
    make("div", { class: "track" }, slider, marks),
    event);
}

/** What happens at the cursor; an impact of a world can be opened. */
function tellEvents(studio: Studio, into: HTMLElement): void {
  const now = studio.eventsNow;
  const told = now.slice(0, MOST_TOLD).map((e) => e.what).join("; ");
  const impact = now.find((e) => e.impact !== null)?.impact ?? null;
  const look = impact === null ? null : button("Look inside", () => void studio.enter(impact), "Open this impact with its own clock (I)");
  into.replaceChildren(...(look === null ? [] : [look, " "]), told);
}

function toNearest(studio: Studio, marks: HTMLElement, event: MouseEvent): void {
  const box = marks.getBoundingClientRect();
  const [first, last] = studio.span;
  const time = first + ((event.clientX - box.left) / box.width) * (last - first);
  const distance = (e: { time: number }) => Math.abs(e.time - time);
  const nearest = studio.events.reduce<{ time: number } | null>((best, e) => (best === null || distance(e) < distance(best) ? e : best), null);
  if (nearest !== null) studio.seek(nearest.time);
}

function choices(studio: Studio): HTMLElement[] {
  const choice = (clock: Clock, label: string) =>
    make("label", {}, make("input", { type: "radio", name: studio.id("clock"), value: clock, onchange: () => (studio.clock = clock) }), label);
  return [choice("motion", "motion"), choice("impact", "impact")];
}
