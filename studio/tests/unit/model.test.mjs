// The page's model: numbers in a text, undo, ranges, jumps, links.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { parse } from "smol-toml";
import { sceneFiles } from "../../scripts/gallery.mjs";
import { root, source } from "../engine.mjs";

const { literals, replaced } = await source("model/numbers.ts");
const { withKey, keyIn } = await source("model/keys.ts");
const { History } = await source("model/history.ts");
const { jumps } = await source("model/jumps.ts");
const { rangeOf } = await source("model/range.ts");
const { toFragment, fromFragment } = await source("model/share.ts");
const { ticks } = await source("chart/ticks.ts");
const { place, at } = await source("model/samples.ts");

/** All finite numbers of a parsed document, in any order. */
function numbersIn(value) {
  if (typeof value === "number") return Number.isFinite(value) ? [value] : [];
  if (typeof value === "bigint") return [Number(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test("the numbers found in every shipped scene are those a TOML parser finds", () => {
  for (const file of sceneFiles()) {
    const text = readFileSync(join(root, "scenes", file), "utf8");
    const sorted = (values) => [...values].sort((a, b) => a - b);
    assert.deepEqual(sorted(literals(text).map((literal) => literal.value)), sorted(numbersIn(parse(text))), file);
  }
});

test("a replaced number changes itself and nothing else", () => {
  const text = 'a = "1" # 2\n[[body]]\nmass = 1_000.5 # kg\nvelocity = [0, -1e-3, +3]\n';
  const found = literals(text);
  assert.deepEqual(found.map(({ path, value }) => [path, value]), [["body.0.mass", 1000.5], ["body.0.velocity.0", 0], ["body.0.velocity.1", -0.001], ["body.0.velocity.2", 3]]);
  assert.equal(replaced(text, found[2], 0.25), 'a = "1" # 2\n[[body]]\nmass = 1_000.5 # kg\nvelocity = [0, 0.25, +3]\n');
});

test("text that is no TOML ends the search and never hangs it", () => {
  for (const text of ["[", "a = [1, ", "{", "= 3", 'a = "', "[[x", "a = {b = 1", "\u0000", "a = 1.2.3", `a = ${"[".repeat(1e5)}`, `a = ${"{a = ".repeat(1e5)}`]) assert.ok(Array.isArray(literals(text)));
});

test("a key is set where it stands, or below the head of its table, or in a new table", () => {
  assert.equal(withKey("[cue]\nspeed = 1\n", "cue", "speed", 2), "[cue]\nspeed = 2\n");
  assert.equal(withKey("[cue]\nspeed = 1\n", "cue", "aim", 5), "[cue]\naim = 5\nspeed = 1\n");
  assert.equal(keyIn(withKey("[world]\n", "cue", "aim", 5), "cue", "aim"), 5);
});

test("moves of one slider are undone together, and redone", () => {
  const history = new History("a");
  for (const text of ["b", "c", "d"]) history.change(text, "slider");
  history.change("e", "other");
  assert.ok(history.undo());
  assert.equal(history.text, "d");
  assert.ok(history.undo());
  assert.equal(history.text, "a");
  assert.ok(!history.undo());
  assert.ok(history.redo() && history.redo() && !history.redo());
  assert.equal(history.text, "e");
});

test("a jump is found between its neighbours, and a slope is none", () => {
  const x = Array.from({ length: 50 }, (_, i) => i);
  assert.deepEqual(jumps(x, x.map((i) => i / 50 + (i > 20 ? 1 : 0))), [20.5]);
  assert.deepEqual(jumps(x, x.map((i) => i * i)), []);
  assert.deepEqual(jumps(x, x.map(() => 3)), []);
});

test("ranges hold the number they are for", () => {
  for (const [key, value] of [["mass", 0.17], ["velocity", -3], ["stiffness", 2e9], ["restitution", 0.9], ["position", 0], ["friction", 4]]) {
    const { least, most } = rangeOf(key, value, key);
    assert.ok(least <= value && value <= most, key);
  }
});

test("a link brings back what was shared, and a damaged one nothing", async () => {
  const state = { text: 'title = "µ"\n', clock: "impact", part: 0.25, panel: "charts" };
  const fragment = await toFragment(state);
  assert.deepEqual(await fromFragment(`#${fragment}`), state);
  for (const damaged of ["", "#x", "#s=", "#s=AAAA", `#${fragment.slice(0, -9)}`]) assert.equal(await fromFragment(damaged), null);
});

test("ticks are round and lie within the axis", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(3, 3, 5), []);
});

test("samples are interpolated between their neighbours", () => {
  assert.deepEqual(at([0, 10, 2, 20], 2, place([0, 1], 0.5)), [1, 15]);
  assert.deepEqual(place([0, 1, 2], 9), { index: 2, part: 0 });
});
