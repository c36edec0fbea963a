// Everybody can use the page: judged by axe in every panel, light and dark, and on a narrow screen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, opened, openScene } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** What axe finds, in a line each. */
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 120)}`));
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no fault in any panel, ${colorScheme}`, async () => {
    const { page } = await opened(browser, { context: { colorScheme } });
    for (const scene of ["superball", "motion/stun-shot"]) {
      await openScene(page, scene);
      for (const tab of await page.locator("[role=tab]").all()) {
        await tab.click();
        assert.deepEqual(await faults(page), [], `${scene}, ${await tab.textContent()}`);
      }
    }
    await page.context().close();
  });
}

test("the page fits a screen of 360 pixels, panel by panel", async () => {
  const { page } = await opened(browser, { context: { viewport: { width: 360, height: 740 }, hasTouch: true } });
  for (const tab of await page.locator("[role=tab]").all()) {
    await tab.tap();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${await tab.textContent()}: ${width} pixels wide`);
  }
  await page.context().close();
});

test("the keys are told, and panels are walked by them", async () => {
  const { page } = await opened(browser);
  await page.focus("canvas");
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog").isVisible());
  await page.keyboard.press("Escape");
  await page.keyboard.press(".");
  assert.equal(await page.getAttribute("#tab-numbers", "aria-selected"), "true");
  await page.focus("#tab-numbers");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-charts");
  await page.context().close();
});

test("readers who want no motion get one event after the other", async () => {
  const { page } = await opened(browser, { context: { reducedMotion: "reduce" } });
  const [first] = await page.evaluate(() => window.studio.events.map((event) => event.time).filter((time) => time > 0));
  await page.click('[aria-label^="Play"]');
  assert.equal(await page.evaluate(() => window.studio.time), first);
  await page.context().close();
});
