// Measures the built page in a real Chromium: from a slider's move to the answer in all that is open, its first paint, its sizes. Chromium
// without a graphics card draws the stage in software, beside the page; that is no part of these times, which end with what the page's own
// thread has to do for a move: charts in place, and the stage handed over to be drawn.
//
//   node studio/scripts/measure.mjs

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, opened } from "../tests/browser/browser.mjs";
import { studio } from "./engine.mjs";

const MOVES = 20;
/** Of the page, for its first paint. */
const OPENINGS = 8;
/** Of a screen, ms. */
const FRAME = 1000 / 60;

/** Balls in a row of which the first strikes; with friction the row is struck with spin. */
function row(contacts, friction) {
  const ball = (i) => `\n[[body]]\nname = "b${i}"\nmass = ${i === 0 ? "1.0" : "1"}\nshape = { sphere = { radius = 0.5 } }\nposition = [${i}, 0, 0]\n${i === 0 ? `velocity = [1, 0, 0]\n${friction > 0 ? "angular_velocity = [0, 1, 0.5]\n" : ""}` : ""}`;
  const contact = (i) => `\n[[contact]]\nbetween = ["b${i}", "b${i + 1}"]\nrestitution = 0.9\n${friction > 0 ? `friction = ${friction}\ncompliance = 1.2\n` : ""}`;
  return `title = "Row"\n${Array.from({ length: contacts + 1 }, (_, i) => ball(i)).join("")}${Array.from({ length: contacts }, (_, i) => contact(i)).join("")}`;
}

const SUBJECTS = [
  ["two contacts, ball-ball-table-elastic", "ball-ball-table-elastic", ""],
  ["20 contacts in a row", null, row(20, 0)],
  ["17 contacts, rack-9-ball", "rack-9-ball", ""],
  ["one contact with friction, superball", "superball", ""],
  ["17 contacts with friction, rack-9-ball-spin", "rack-9-ball-spin", ""],
  ["20 contacts in a row with friction", null, row(20, 0.2)],
];

/** Opens a scene with a panel. */
async function show(page, name, text, panel) {
  const gallery = JSON.parse(readFileSync(join(studio, "generated/gallery.json"), "utf8"));
  const scene = text || gallery.find((entry) => entry.name === name).text;
  await page.evaluate((opening) => window.studio.open(opening), scene);
  await page.click(`#tab-${panel}`);
}

/** Times of moves of the first mass with the charts open, ms: until the answer is there, in the charts, and the stage handed over. */
async function moves(page) {
  return page.evaluate(async (count) => {
    const { engine } = window.studio;
    const view = engine.view.bind(engine);
    let answered = 0;
    engine.view = (...question) => view(...question).finally(() => (answered = performance.now()));
    const times = [];
    for (let i = 0; i < count; i++) {
      const changed = window.studio.text.replace(/^mass = .*$/m, `mass = ${1 + (i + 1) / 1000}`);
      const start = performance.now();
      window.studio.change(changed, "measured");
      await window.studio.solve();
      const charted = performance.now();
      // The frame, in which the stage is handed over, and the first moment after it.
      const [frame, end] = await new Promise((resolve) => requestAnimationFrame((began) => setTimeout(() => resolve([Math.max(began, charted), performance.now()]))));
      times.push({ answer: answered - start, charts: charted - start, stage: charted - start + Math.max(end - frame, 0) });
    }
    delete engine.view;
    return times;
  }, MOVES);
}

/** Times of inputs of the slider of the first mass, ms: until the page has its answer. */
async function slides(page) {
  return page.evaluate(async (count) => {
    const slider = document.querySelector('[data-path$="mass"] input[type=range]');
    const times = [];
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      slider.value = String(1 + (i % 2 === 0 ? 1 : -1) * Number(slider.step));
      slider.dispatchEvent(new Event("input"));
      await window.studio.solve();
      times.push(performance.now() - start);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return times;
  }, MOVES);
}

const tell = (line) => process.stdout.write(`${line}\n`);

/** Times of the first paint of pages opened one after the other, ms; the first of them waits for the browser itself to start. */
async function paints(browser) {
  const times = [];
  for (let i = 0; i < OPENINGS; i++) {
    const { page } = await opened(browser);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0); // it is told a little later
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    await page.context().close();
  }
  return times;
}

const browser = await launch();
const [cold, ...warm] = await paints(browser);
const { page } = await opened(browser);
const ready = await page.evaluate(() => performance.now());
const middle = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const least = (times) => Math.min(...times);
const pair = (times) => `${least(times).toFixed(1)} / ${middle(times).toFixed(1)}`;
tell("From a slider's move, ms, least / median, and the frames that the median takes:\n");
tell("| scene | answer | charts | and stage | slider with its panel | frames |\n|---|---|---|---|---|---|");
for (const [title, name, text] of SUBJECTS) {
  await show(page, name, text, "charts");
  const times = await moves(page);
  await show(page, name, text, "scene");
  const slid = await slides(page);
  const column = (key) => times.map((time) => time[key]);
  tell(`| ${title} | ${pair(column("answer"))} | ${pair(column("charts"))} | ${pair(column("stage"))} | ${pair(slid)} | ${Math.ceil(middle(column("charts")) / FRAME)} |`);
}
const wasm = gzipSync(readFileSync(join(studio, "generated/carom.wasm")), { level: 9 }).length;
const size = statSync(join(studio, "dist/index.html")).size;
tell(`\nfirst paint ${pair(warm)} ms, in a browser that has just started ${cold.toFixed(0)} ms; first answer before ${ready.toFixed(0)} ms; engine ${(wasm / 1e6).toFixed(2)} MB compressed; page ${(size / 1e6).toFixed(2)} MB`);
await browser.close();
