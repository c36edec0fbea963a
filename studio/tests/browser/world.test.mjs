// Worlds: shots on a table, and the lessons.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { judged, launch, opened, openScene, settled } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

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

/** What a reader does in each lesson, step by step. */
const WALKS = {
  "Newton's cradle": ["End", ["contact.0.stiffness", "10"], ["contact.1.restitution", "0.5"]],
  "Ball on ball on table": ["End", "diagrams Home", ["contact.0.restitution", "0.5"], ["body.1.mass", "2"]],
  "The superball": ["End", ["contact.0.friction", "0.05"], ["contact.0.friction", "0.8"]],
  "The permissible region": ["laws", ["contact.0.friction", "0.05"]],
  "The break": ["End", "inside", "Escape", ["cue.aim", "0.5"], ["cue.speed", "3"]],
};

/** A key, a panel (then a key), a look inside the first impact of balls, or a number typed. */
async function walked(page, act) {
  if (typeof act !== "string") {
    await page.click("#tab-scene");
    await page.fill(`[data-path="${act[0]}"] input[type=number]`, act[1]);
    await page.keyboard.press("Enter");
    return;
  }
  for (const part of act.split(" ")) {
    if (part === "inside") await lookInside(page);
    else if (part === part.toLowerCase()) await page.click(`#tab-${part}`);
    else {
      await page.focus("canvas");
      await page.keyboard.press(part);
    }
  }
}

/** Opens the first impact of the balls of a shot. */
async function lookInside(page) {
  await page.click("#tab-events");
  await page.locator(".events li", { hasText: "impact:" }).first().getByRole("button", { name: "Look inside" }).click();
  await page.waitForFunction(() => window.studio.origin !== null && window.studio.view?.kind === "impact");
}

test("every lesson can be walked to its end, and no step is done before the reader does it", async () => {
  const { page } = await opened(browser);
  for (const [title, walk] of Object.entries(WALKS)) {
    await page.click("#tab-lessons");
    await page.getByRole("button", { name: title }).click();
    await settled(page);
    for (const [done, act] of walk.entries()) {
      assert.equal(await page.locator(".steps .done").count(), done, `${title}, before ${act}`);
      await walked(page, act);
      await settled(page);
      await page.click("#tab-lessons");
    }
    assert.ok(await page.locator(".end").isVisible(), title);
    await page.getByRole("button", { name: "All lessons" }).click();
  }
  assert.equal(await page.locator(".lessons button").count(), Object.keys(WALKS).length);
  await page.context().close();
});

test("a body that is no ball keeps its shape in an impact that is opened", async () => {
  const { page, wrong } = await opened(browser);
  await openScene(page, "motion/thrown-pencil");
  await lookInside(page);
  const text = await page.evaluate(() => window.studio.text);
  assert.match(text, /compound.*cylinder.*cone/);
  assert.deepEqual((await judged(page)).energy, await page.evaluate(() => window.studio.view.document.energy));
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("an impact of a world opens with its own clock, has the outcome it had there, and leads back", async () => {
  const { page, wrong } = await opened(browser);
  await openScene(page, "motion/power-break");
  const events = await page.evaluate(() => window.studio.view.document.events);
  const there = events.find((event) => event.kind === "collides");
  await lookInside(page);
  const inside = await page.evaluate(() => ({ clock: window.studio.clock, span: window.studio.span, energy: window.studio.view.document.energy, contacts: window.studio.view.contacts.length }));
  assert.equal(inside.clock, "impact");
  assert.ok(inside.span[1] < 2e-3 && inside.contacts >= 10, JSON.stringify(inside));
  assert.ok(Math.abs(inside.energy.lost_in_restitution - there.lost_in_restitution) < 1e-9);
  assert.deepEqual(inside.energy, (await judged(page)).energy);
  for (const panel of ["charts", "diagrams", "numbers", "laws"]) {
    await page.click(`#tab-${panel}`);
    for (const part of [0, 0.3, 1]) await page.evaluate((p) => window.studio.seekPart(p), part);
  }
  assert.match(await page.textContent(".place"), /impact 2 of/);
  await page.click('[aria-label="The impact before"]');
  await page.waitForFunction(() => window.studio.origin?.impact === "cue" && window.studio.view?.kind === "impact");
  await page.click('[aria-label="The next impact"]');
  await page.waitForFunction(() => window.studio.origin?.impact !== "cue" && window.studio.view?.kind === "impact");
  await page.focus("canvas");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.studio.view?.kind === "world");
  await settled(page);
  assert.equal(await page.evaluate(() => window.studio.time), there.time);
  await page.keyboard.press("i");
  await page.waitForFunction(() => window.studio.view?.kind === "impact");
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#s="));
  const other = await opened(browser, { address: await page.evaluate(() => location.href) });
  assert.match(await other.page.textContent(".place"), /impact 2 of/);
  assert.deepEqual([wrong, other.wrong], [[], []]);
  await page.context().close();
  await other.page.context().close();
});
