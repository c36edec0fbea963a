// What one does in the page, done in a real browser, with the native command as the judge.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { command, native, root } from "../engine.mjs";
import { address, launch, opened, openScene, settled } from "./browser.mjs";

let browser;
const folder = mkdtempSync(join(tmpdir(), "carom-studio-"));

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The native document of the text that the page shows. */
async function judged(page) {
  const file = join(folder, "scene.toml");
  writeFileSync(file, await page.evaluate(() => window.studio.text));
  return JSON.parse(native("run", "--json", file));
}

async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFileSync(await file.path());
}

test("the page opens from a disk, asks no other host and shows a solved scene", async () => {
  const { page, wrong } = await opened(browser);
  assert.deepEqual(wrong, []);
  assert.equal(await page.textContent("#title"), "Ball on ball on table, elastic");
  const drawn = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const gl = document.querySelector("canvas").getContext("webgl2");
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Set(pixels).size;
  });
  assert.ok(drawn > 20, "the view in space is empty");
  await page.context().close();
});

test("every scene of the gallery runs and has the native outcome", async (t) => {
  const { page, wrong } = await opened(browser);
  await page.click("#tab-gallery");
  const names = await page.locator("[data-scene]").evaluateAll((cards) => cards.map((card) => card.dataset.scene));
  assert.ok(names.length > 50);
  for (const name of names) {
    await openScene(page, name);
    const [seen, kind] = await page.evaluate(() => [window.studio.view.document, window.studio.view.kind]);
    const judge = JSON.parse(native("run", "--json", join(root, "scenes", `${name}.toml`)));
    assert.deepEqual(seen.energy, judge.energy, name);
    assert.deepEqual(seen.events, judge.events, name);
    if (kind === "impact") assert.deepEqual(seen.bodies, judge.bodies, name);
    for (const part of [0, 0.4, 1]) await page.evaluate((p) => window.studio.seekPart(p), part);
  }
  assert.deepEqual(wrong, []);
  t.diagnostic(`${names.length} scenes`);
  await page.context().close();
});

test("a slider and a typed value give the numbers of the command", async (t) => {
  const { page } = await opened(browser);
  await page.locator('[data-path="body.0.mass"] input[type=range]').fill("1.5");
  await settled(page);
  const judge = await judged(page);
  assert.deepEqual(await page.evaluate(() => window.studio.view.document.bodies), judge.bodies);
  assert.equal(await page.inputValue('[data-path="body.0.mass"] input[type=number]'), "1.5");
  await page.fill('[data-path="body.1.mass"] input[type=number]', "0.7");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.studio.view.document.energy), (await judged(page)).energy);
  await page.click("#tab-numbers");
  const expected = (await judged(page)).bodies.upper.velocity[2];
  const shown = await page.locator("table", { hasText: "upper after" }).locator("tr", { hasText: "velocity z" }).first().locator("td").first().textContent();
  assert.equal(Number(shown.replace("−", "-")), Number(expected.toPrecision(6)));
  for (const scene of ["ball-ball-table-elastic", "rack-9-ball", "rack-9-ball-spin"]) {
    await openScene(page, scene);
    await page.click("#tab-charts");
    const times = [];
    for (let i = 0; i < 15; i++) {
      await settled(page);
      times.push(await page.evaluate(() => window.studio.latency));
    }
    t.diagnostic(`${scene}: change to redrawn answer ${Math.min(...times).toFixed(1)} ms, ${Math.ceil(Math.min(...times) / 16.7)} frames`);
  }
  await page.context().close();
});

test("a change is undone and redone, by buttons and by keys", async () => {
  const { page } = await opened(browser);
  const text = () => page.evaluate(() => window.studio.text);
  const original = await text();
  await page.locator('[data-path="body.0.mass"] input[type=range]').fill("1.9");
  const changed = await text();
  assert.notEqual(changed, original);
  await page.click('[aria-label^="Undo"]');
  assert.equal(await text(), original);
  await page.focus("canvas");
  await page.keyboard.press("Control+y");
  assert.equal(await text(), changed);
  await page.context().close();
});

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

test("a mistake in the text is shown where it is, as the command shows it", async () => {
  const { page } = await opened(browser);
  const text = await page.evaluate(() => window.studio.text);
  await page.fill("textarea", text.replace("mass = 1.0", "mas = 1.0"));
  await settled(page);
  const told = await page.textContent(".diagnostics");
  const file = join(folder, "scene.toml");
  writeFileSync(file, await page.inputValue("textarea"));
  const run = spawnSync(command(), ["run", "scene.toml"], { cwd: folder, encoding: "utf8" });
  assert.equal(told.trim(), run.stderr.trim());
  await page.locator(".problems button", { hasText: "unknown key" }).click();
  const selected = await page.evaluate(() => {
    const area = document.querySelector("textarea");
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(selected, "mas");
  await page.fill("textarea", text);
  await settled(page);
  assert.ok(await page.locator("#problems").isHidden());
  await page.context().close();
});

test("a link brings back text, cursor and panel", async () => {
  const { page } = await opened(browser);
  await openScene(page, "superball");
  await page.locator("#timeline input[type=range]").fill("2500");
  await page.click("#tab-charts");
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#s="));
  const [link, text] = await page.evaluate(() => [location.href, window.studio.text]);
  const other = await opened(browser, { address: link });
  assert.equal(await other.page.evaluate(() => window.studio.text), text);
  assert.ok(Math.abs((await other.page.evaluate(() => window.studio.part)) - 0.25) < 1e-9);
  assert.equal(await other.page.getAttribute("#tab-charts", "aria-selected"), "true");
  assert.deepEqual(other.wrong, []);
  await page.context().close();
  await other.page.context().close();
});

test("charts, scene, document and animation can be saved", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-charts");
  const csv = String(await download(page, () => page.click('[aria-label="Save Normal forces as CSV"]')));
  const rows = csv.trim().split("\n");
  assert.ok(rows.length > 200 && rows.every((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length === 4), rows[0]);
  assert.match(String(await download(page, () => page.click('[aria-label="Save Energies as SVG"]'))), /^<svg[^>]*xmlns/);
  const png = await download(page, () => page.click('[aria-label="Save Energies as PNG"]'));
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const saved = (kind) => download(page, () => page.selectOption('[aria-label="Export"]', kind));
  assert.equal(String(await saved("Scene (TOML)")), await page.evaluate(() => window.studio.text));
  assert.deepEqual(JSON.parse(String(await saved("Document (JSON)"))), await judged(page));
  const gif = await saved("Animation (GIF)");
  assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
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
  const read = watched.split(".").reduce((at, key) => at[key], await judged(page));
  assert.ok(Math.abs(read - value) <= 1e-9 * (1 + Math.abs(value)), `${watched}: ${read} ${value}`);
  await page.context().close();
});

test("billiards: dragging aims, the pad sets the tip, the paths follow, strike plays", async () => {
  const { page, wrong } = await opened(browser);
  await page.click("#tab-shot");
  await page.getByRole("button", { name: "Set up" }).click();
  await settled(page);
  const straight = await page.evaluate(() => window.studio.view.document.end);
  const canvas = await page.locator("canvas").boundingBox();
  await page.mouse.move(canvas.x + 0.5 * canvas.width, canvas.y + 0.5 * canvas.height);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 0.6 * canvas.width, canvas.y + 0.45 * canvas.height, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  const judge = await judged(page);
  const seen = await page.evaluate(() => window.studio.view.document);
  assert.notEqual(seen.end, straight);
  assert.equal(seen.end, judge.end);
  assert.deepEqual(seen.energy, judge.energy);
  const pad = await page.locator(".pad").boundingBox();
  await page.mouse.click(pad.x + 0.6 * pad.width, pad.y + 0.4 * pad.height);
  await settled(page);
  assert.match(await page.evaluate(() => window.studio.text), /side = 0\.2\d/);
  await page.getByRole("button", { name: "Strike" }).click();
  await page.waitForFunction(() => window.studio.time > 0);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("a pinned outcome stands beside the next one", async () => {
  const { page } = await opened(browser);
  await page.click("#tab-numbers");
  const first = await page.locator("table tbody tr td").nth(2).textContent();
  await page.keyboard.press("p");
  await openScene(page, "ball-ball-table-plastic");
  await page.click("#tab-numbers");
  const row = page.locator("table tbody tr").first().locator("td");
  assert.equal(await row.count(), 3);
  assert.ok((await page.locator("table tbody").first().allTextContents()).join().includes(first));
  await page.context().close();
});

/** What a reader does in each lesson, step by step. */
const WALKS = {
  "Newton's cradle": ["End", ["contact.0.stiffness", "10"], ["contact.1.restitution", "0.5"]],
  "Ball on ball on table": ["End", "Home", ["contact.0.restitution", "0.5"], ["body.1.mass", "2"]],
  "The superball": ["End", ["contact.0.friction", "0.05"], ["contact.0.friction", "0.8"]],
  "The permissible region": ["laws", ["contact.0.friction", "0.05"]],
  "The break": ["End", ["cue.aim", "0.5"], ["cue.speed", "3"]],
};

test("every lesson can be walked to its end, and no step is done before the reader does it", async () => {
  const { page } = await opened(browser);
  for (const [title, walk] of Object.entries(WALKS)) {
    await page.click("#tab-lessons");
    await page.getByRole("button", { name: title }).click();
    await settled(page);
    for (const [done, act] of walk.entries()) {
      assert.equal(await page.locator(".steps .done").count(), done, `${title}, before ${act}`);
      if (act === "End" || act === "Home") {
        await page.focus("canvas");
        await page.keyboard.press(act);
      } else if (typeof act === "string") {
        await page.click(`#tab-${act}`);
      } else {
        await page.click("#tab-scene");
        await page.fill(`[data-path="${act[0]}"] input[type=number]`, act[1]);
        await page.keyboard.press("Enter");
      }
      await settled(page);
      await page.click("#tab-lessons");
    }
    assert.ok(await page.locator(".end").isVisible(), title);
    await page.getByRole("button", { name: "All lessons" }).click();
  }
  assert.equal(await page.locator(".lessons button").count(), Object.keys(WALKS).length);
  await page.context().close();
});

test("a page written by the command opens from a disk with its scene", async () => {
  const file = join(folder, "page.html");
  native("studio", join(root, "scenes/superball.toml"), "--export", file);
  const { page, wrong } = await opened(browser, { address: pathToFileURL(file).href });
  assert.equal(await page.textContent("#title"), "Superball with backspin");
  assert.equal(await page.evaluate(() => window.studio.text), readFileSync(join(root, "scenes/superball.toml"), "utf8"));
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("the command serves the page, and the page asks for nothing else", async () => {
  const server = spawn(command(), ["studio", join(root, "scenes/pencil.toml"), "--no-browser"]);
  try {
    const [said] = await once(server.stdout, "data");
    const { page, wrong } = await opened(browser, { address: /http:\S+\//.exec(String(said))[0] });
    assert.equal(await page.textContent("#title"), "Pencil thrown on a desk");
    assert.deepEqual(wrong, []);
    await page.context().close();
  } finally {
    server.kill();
  }
});

test("a velocity arrow dragged by its tip changes the scene, and the answer with it", async () => {
  const { page, wrong } = await opened(browser);
  await page.evaluate(() => window.studio.seekPart(0));
  const tip = () => page.evaluate(() => window.stage.onScreen(window.stage.model.handles[0].tip));
  const [x, y] = await tip();
  const original = await page.evaluate(() => window.studio.text);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 10, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  const text = await page.evaluate(() => window.studio.text);
  assert.notEqual(text, original);
  assert.deepEqual(await page.evaluate(() => window.studio.view.document.bodies), (await judged(page)).bodies);
  await page.click('[aria-label^="Undo"]');
  assert.equal(await page.evaluate(() => window.studio.text), original);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("without WebGL the numbers are there, and the page says what is missing", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  assert.match(await page.textContent("#canvas"), /no WebGL/);
  await page.click("#tab-numbers");
  assert.ok((await page.locator("table").count()) > 2);
  await context.close();
});

test("a page that opens with a broken scene says what is wrong and goes on", async () => {
  const [scene, file] = [join(folder, "broken.toml"), join(folder, "broken.html")];
  writeFileSync(scene, "[[body]]\nname = 3\n");
  native("studio", scene, "--export", file);
  const { page, wrong } = await opened(browser, { address: pathToFileURL(file).href });
  assert.match(await page.textContent(".diagnostics"), /scene\.toml:2/);
  for (const tab of await page.locator("[role=tab]").all()) await tab.click();
  await openScene(page, "superball");
  assert.equal(await page.textContent("#title"), "Superball with backspin");
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("nonsense typed into the text never breaks the page", async () => {
  const { page, wrong } = await opened(browser);
  const text = await page.evaluate(() => window.studio.text);
  for (const nonsense of ["", "[", "\u0000", `a = ${"[".repeat(5000)}`, "mass = 1e999", text.replace("1.0", "nan"), text.replace("1.0", "-1"), text.replace("position = [0, 0, 3]", "position = [1e300, 0, 3]")]) {
    await page.fill("textarea", nonsense);
    await settled(page);
    assert.notEqual(await page.textContent(".diagnostics"), "", nonsense.slice(0, 40));
  }
  await page.fill("textarea", text);
  await settled(page);
  assert.ok(await page.locator("#problems").isHidden());
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("every scene of the gallery has a picture", async () => {
  const { page, wrong } = await opened(browser);
  await page.click("#tab-gallery");
  for (const card of await page.locator("[data-scene]").all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator("img").waitFor();
  }
  assert.deepEqual(wrong, []);
  await page.context().close();
});
