// The page as it is opened: from a disk, from the command, with a broken scene, without WebGL, and every scene of the gallery.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { after, before, test } from "node:test";
import { command, native, root, studio } from "../engine.mjs";
import { address, folder, launch, opened, openScene } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

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
  // The table of the first scene has no shape: a piece of its surface is seen where it is touched.
  const grounds = await page.evaluate(() => {
    let count = 0;
    window.stage.model.group.traverse((part) => (count += part.geometry?.type === "PlaneGeometry" ? 1 : 0));
    return count;
  });
  assert.equal(grounds, 1);
  await page.context().close();
});

test("the page is of 3 MB at most, its engine of 1.5 MB compressed", () => {
  assert.ok(gzipSync(readFileSync(join(studio, "generated/carom.wasm")), { level: 9 }).length <= 1.5e6);
  assert.ok(statSync(join(studio, "dist/index.html")).size <= 3e6);
});

test("every scene of the gallery runs and has the native outcome", async (t) => {
  const { page, wrong } = await opened(browser);
  await page.click("#tab-gallery");
  const names = await page.locator("[data-scene]").evaluateAll((cards) => cards.map((card) => card.dataset.scene));
  const shipped = [...native("examples").matchAll(/^ {2}(\S+) {2,}/gm)].map(([, name]) => name).filter((name) => !/^(recovery|fit)\//.test(name));
  assert.deepEqual([...names].sort(), shipped.sort(), "the gallery shows what `carom examples` lists");
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
