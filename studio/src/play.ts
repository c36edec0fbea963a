// The cursor moved by the browser's frames until the end or a pause.

import type { Studio } from "./studio.ts";

/** How long the course of an impact, or the flight around it, is played, s. */
const PLAY = 6;

/** A world runs in real time, at a speed that may change while it runs. */
export function play(studio: Studio, speed: () => number): void {
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
