// What one does to a scene: numbers, text, undo, links, files, a dragged arrow; the native command is the judge.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { command } from "../engine.mjs";
import { download, folder, judged, launch, opened, openScene, settled } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

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
