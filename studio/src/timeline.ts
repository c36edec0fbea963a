// Two clocks, the cursor, and play, pause and steps from event to event.

import { button, make } from "./dom.ts";
import type { Clock } from "./stage/stage.ts";
import type { Studio } from "./studio.ts";

/** How long the course of an impact, or the flight around it, is played, s. */
const PLAY = 6;
/** Positions of the slider. */
const FINE = 10_000;

export function timeline(studio: Studio, into: HTMLElement): void {
  const play = button("▶", () => (studio.playing = !studio.playing), "Play or pause (space)");
  const clocks = make("fieldset", { class: "clocks" }, make("legend", {}, "Clock"), ...choices(studio));
  const slider = make("input", { type: "range", min: 0, max: FINE, step: 1, value: 0, "aria-label": "Instant", oninput: () => studio.seekPart(Number(slider.value) / FINE) });
  const marks = make("div", { class: "marks", "aria-hidden": "true" });
  const reading = make("output", { id: "instant" });
  const event = make("p", { class: "event" });
  const speed = make("select", { "aria-label": "Speed of playing" }, ...[0.1, 0.25, 0.5, 1, 2, 4].map((s) => make("option", { value: s, selected: s === 1 }, `${s} ×`)));
  into.replaceChildren(
    make("div", { class: "row" }, button("|◀", () => studio.seekPart(0), "To the start (Home)"), button("◀", () => studio.step(-1), "To the event before ([)"), play, button("▶|", () => studio.step(1), "To the next event (])"), speed, reading, clocks),
    make("div", { class: "track" }, slider, marks),
    event,
  );

  const show = () => {
    slider.value = String(Math.round(studio.part * FINE));
    slider.setAttribute("aria-valuetext", studio.reading);
    reading.textContent = studio.reading;
    const [first, last] = studio.span;
    const near = studio.events.filter((e) => Math.abs(e.time - studio.time) <= 1e-9 * (last - first));
    event.textContent = near.slice(0, 3).map((e) => e.what).join("; ");
  };
  studio.on("cursor", show);
  studio.on("view", () => {
    const [first, last] = studio.span;
    const places = new Set(studio.events.map((e) => Math.round((1000 * (e.time - first)) / (last - first || 1))));
    marks.replaceChildren(...[...places].slice(0, 400).map((at) => make("i", { style: `left:${at / 10}%` })));
    for (const input of clocks.querySelectorAll("input")) {
      input.checked = input.value === studio.clock;
      input.disabled = input.value === "impact" && !(studio.view?.kind === "impact" && studio.view.course !== null);
    }
  });
  studio.on("playing", () => {
    play.textContent = studio.playing ? "⏸" : "▶";
    if (studio.playing) run(studio, () => Number(speed.value));
  });
}

function choices(studio: Studio): HTMLElement[] {
  const choice = (clock: Clock, label: string) =>
    make("label", {}, make("input", { type: "radio", name: "clock", value: clock, onchange: () => (studio.clock = clock) }), label);
  return [choice("motion", "motion"), choice("impact", "impact")];
}

/** Moves the cursor with the browser's frames until the end or a pause. A world runs in real time. */
function run(studio: Studio, speed: () => number): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    stepThrough(studio, speed);
    return;
  }
  let before = performance.now();
  const frame = (now: number) => {
    if (!studio.playing) return;
    const [first, last] = studio.span;
    const natural = studio.view?.kind === "world" ? 1 : (last - first) / PLAY;
    studio.seek(studio.time + ((now - before) / 1000) * speed() * natural);
    before = now;
    if (studio.time >= last) studio.playing = false;
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** For readers who want no motion: one event after the other, each a second long. */
function stepThrough(studio: Studio, speed: () => number): void {
  if (!studio.playing) return;
  studio.step(1);
  if (studio.time >= studio.span[1]) studio.playing = false;
  else window.setTimeout(() => stepThrough(studio, speed), 1000 / speed());
}
