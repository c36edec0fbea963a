// What one looks at in an impact: clocks, charts, figures, laws, sweeps; the native command is the judge.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { native, root } from "../engine.mjs";
import { download, folder, judged, launch, opened, openScene, settled } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the cursor is moved by the time line, by keys and by a chart, from event to event", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-charts");
  const time = () => page.evaluate(() => window.studio.time);
  const events = (await judged(page)).events.map((event) => event.time);
  await page.focus("canvas");
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  assert.equal(await time(), events.find((at) => at > 0));
  await page.keyboard.press("[");
  assert.equal(await time(), 0);
  await page.locator("#timeline input[type=range]").fill("5000");
  assert.ok(Math.abs((await page.evaluate(() => window.studio.part)) - 0.5) < 1e-9);
  const lit = await page.locator(".states .now").textContent();
  await page.locator("#timeline input[type=range]").fill("10000");
  assert.notEqual(await page.locator(".states .now").textContent(), lit);
  await page.locator("svg.chart").nth(1).scrollIntoViewIfNeeded();
  const chart = await page.locator("svg.chart").nth(1).boundingBox();
  await page.mouse.click(chart.x + 0.3 * chart.width, chart.y + 0.5 * chart.height);
  assert.ok((await page.evaluate(() => window.studio.part)) < 0.5);
  await page.keyboard.press("c");
  assert.equal(await page.evaluate(() => window.studio.clock), "motion");
  await page.context().close();
});

test("playing moves the cursor and stops at the end", async () => {
  const { page } = await opened(browser);
  await page.selectOption('[aria-label="Speed of playing"]', "4");
  await page.click('[aria-label^="Play"]');
  await page.waitForFunction(() => !window.studio.playing && window.studio.part === 1);
  await page.context().close();
});

test("figures are those of the command", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-figures");
  await page.waitForSelector("#panel .figure img");
  const svg = decodeURIComponent((await page.getAttribute("#panel .figure img", "src")).replace(/^[^,]*,/, ""));
  const file = join(folder, "figure.svg");
  native("plot", join(root, "scenes/ball-ball-table-elastic.toml"), "--text", "text", "-o", file);
  assert.equal(svg, readFileSync(file, "utf8"));
  await page.context().close();
});

test("laws are compared with what each breaks, as the command says", async () => {
  const { page } = await opened(browser);
  await openScene(page, "impulse-generic");
  await page.click("#tab-laws");
  await page.waitForSelector("table.laws");
  const judge = JSON.parse(native("compare", "--json", join(root, "scenes/impulse-generic.toml"))).models.filter((model) => model.outcome === "answer");
  const rows = await page.locator("table.laws tbody tr").allTextContents();
  assert.equal(rows.length, judge.length);
  judge.forEach((model, i) => assert.equal(/creates energy/.test(rows[i]), !model.permissible, model.name));
  await page.waitForSelector("#panel .figure img");
  await page.context().close();
});

test("laws of several contacts are laid over each other, as the command draws them", async () => {
  const { page } = await opened(browser);
  await openScene(page, "ball-ball-table-plastic");
  await page.click("#tab-laws");
  await page.waitForSelector("#panel .figure img");
  const svg = decodeURIComponent((await page.getAttribute("#panel .figure img", "src")).replace(/^[^,]*,/, ""));
  const file = join(folder, "laws.svg");
  native("compare", join(root, "scenes/ball-ball-table-plastic.toml"), "--text", "text", "-o", file);
  assert.equal(svg, readFileSync(file, "utf8"));
  assert.match(svg, /pfeiffer-glocker/);
  await page.context().close();
});

test("sensitivities are the exact derivatives of the command", async () => {
  const { page, wrong } = await opened(browser);
  await openScene(page, "ball-ball-table-plastic");
  await page.click("#tab-sensitivities");
  await page.waitForSelector("table.sensitivities");
  const { rows, columns, matrix } = JSON.parse(native("run", "--json", "--derivatives", join(root, "scenes/ball-ball-table-plastic.toml"))).derivatives;
  const [name] = rows;
  await page.selectOption("#sensitive", name);
  const entries = await page.locator("table.sensitivities tbody tr").evaluateAll((all) => all.map((row) => [row.querySelector("th").textContent, Number(row.querySelector("td:last-child").textContent.replace("\u2212", "-"))]));
  const judge = columns.map((by, i) => [by, matrix[0][i]]).filter(([, derivative]) => derivative !== 0);
  assert.equal(entries.length, Math.min(judge.length, 40));
  for (const [by, derivative] of entries) {
    const exact = judge.find((entry) => entry[0] === by)[1];
    assert.ok(Math.abs(derivative - exact) <= 1e-4 * Math.abs(exact), `${by}: ${derivative} and ${exact}`);
  }
  await openScene(page, "superball");
  await page.waitForFunction(() => document.querySelector("#panel").textContent.length > 100);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("a sweep of one number draws the outcomes that single runs have", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-sweep");
  await page.selectOption("#sweep-number", "body.0.mass");
  await page.fill('[aria-label="From"]', "0.5");
  await page.fill('[aria-label="To"]', "2");
  await page.getByRole("button", { name: "Sweep", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#sweep-jumps").textContent !== "");
  const csv = String(await download(page, () => page.click('[aria-label="Save Sweep as CSV"]'))).trim().split("\n").slice(1).map((row) => row.split(",").map(Number));
  assert.equal(csv.length, 121);
  const watched = await page.inputValue("#sweep-outcome");
  const [mass, value] = csv[40];
  await page.click("#tab-scene");
  await page.fill('[data-path="body.0.mass"] input[type=number]', String(mass));
  await page.keyboard.press("Enter");
  await settled(page);
  const read = watched.split("/").reduce((at, key) => at[key], await judged(page));
  assert.ok(Math.abs(read - value) <= 1e-9 * (1 + Math.abs(value)), `${watched}: ${read} ${value}`);
  await page.context().close();
});

test("a pinned outcome stands beside the next one", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-numbers");
  const first = await page.locator(".outcomes tbody tr td").nth(2).textContent();
  await page.keyboard.press("p");
  await openScene(page, "ball-ball-table-plastic");
  await page.click("#tab-numbers");
  const row = page.locator(".outcomes tbody tr").first().locator("td");
  assert.equal(await row.count(), 3);
  assert.ok((await page.locator(".outcomes tbody").first().allTextContents()).join().includes(first));
  await page.context().close();
});

test("the diagrams light the state and the phase that the engine is in", async () => {
  const { page, wrong } = await opened(browser);
  await openScene(page, "ball-ball-table-restart");
  await page.click("#tab-diagrams");
  const states = (await judged(page)).states;
  const lit = (graph) => page.locator(".graph").nth(graph).locator(".lit .name").allTextContents();
  const sets = [...new Set(states.map((state) => state.active.join()))];
  for (const state of states) {
    await page.evaluate((time) => window.studio.seek(time), state.time);
    assert.deepEqual(await lit(0), [`S${sets.indexOf(state.active.join()) + 1}`]);
  }
  assert.deepEqual(await lit(1), ["open"]);
  // Between two events a contact is compressed while its bodies approach, and restitutes while they part.
  const { times, contacts } = await page.evaluate(() => window.studio.view.course);
  for (const part of [0.2, 0.45, 0.7]) {
    const at = Math.round(part * (times.length - 1));
    await page.evaluate((time) => window.studio.seek(time), times[at]);
    const { force, velocity } = contacts[0];
    if (force[at] > 0) assert.deepEqual(await lit(1), [velocity[at] < 0 ? "compressing" : "restituting"]);
  }
  const csv = String(await download(page, () => page.click('[aria-label="Save Transition diagram as CSV"]')));
  assert.match(csv, /^from,to,event\n"S1","S/);
  await openScene(page, "impulse-generic");
  await page.click("#tab-diagrams");
  assert.ok(await page.getByText("This law knows what is before and after").isVisible());
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("two scenes stand side by side, with linked or separate clocks", async () => {
  const { page, wrong } = await opened(browser);
  await page.focus("canvas");
  await page.keyboard.press("b");
  await page.waitForFunction(() => window.page.second?.studio.view !== null && window.page.second !== null);
  const parts = () => page.evaluate(() => [window.page.first, window.page.second].map((bench) => bench.studio.time));
  await page.evaluate(() => window.studio.seekPart(0.5));
  let [first, second] = await parts();
  assert.equal(first, second);
  // The second one alone is changed, and undone alone.
  await page.locator('.view').nth(1).locator('[data-path="body.0.mass"] input[type=range]').fill("1.5");
  await page.evaluate(() => window.page.second.studio.solve());
  const masses = await page.evaluate(() => [window.page.first, window.page.second].map((bench) => bench.studio.view.bodies[0].mass));
  assert.deepEqual(masses, [1, 1.5]);
  await page.getByLabel("linked clocks").uncheck();
  await page.evaluate(() => window.studio.seekPart(0.1));
  [first, second] = await parts();
  assert.notEqual(first, second);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#s="));
  const other = await opened(browser, { address: await page.evaluate(() => location.href) });
  assert.deepEqual(await other.page.evaluate(() => [window.page.first, window.page.second].map((bench) => bench.studio.view.bodies[0].mass)), [1, 1.5]);
  assert.equal(await other.page.evaluate(() => window.page.linked), false);
  await page.getByRole("button", { name: "Close the second" }).click();
  assert.equal(await page.locator(".view").count(), 1);
  assert.deepEqual([wrong, other.wrong], [[], []]);
  await page.context().close();
  await other.page.context().close();
});

test("a law stands beside another on the same impact", async () => {
  const { page, wrong } = await opened(browser);
  await openScene(page, "impulse-generic");
  await page.click("#tab-laws");
  await page.locator("table.laws tr", { hasText: "whittaker" }).getByRole("button").click();
  await page.waitForFunction(() => window.page.second?.studio.view?.kind === "impact");
  const judge = JSON.parse(native("compare", "--json", join(root, "scenes/impulse-generic.toml"))).models.find((model) => model.name === "whittaker");
  const [name] = Object.keys(judge.bodies);
  assert.deepEqual(await page.evaluate((body) => window.page.second.studio.view.document.bodies[body].velocity, name), judge.bodies[name].velocity);
  assert.deepEqual(wrong, []);
  await page.context().close();
});
