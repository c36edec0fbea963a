// The page's model: numbers in a text, undo, ranges, jumps, links.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { parse } from "smol-toml";
import { sceneFiles } from "../../scripts/gallery.mjs";
import { root, source } from "../engine.mjs";

const { isWorld, literals, replaced } = await source("model/numbers.ts");
const { withKey, keyIn } = await source("model/keys.ts");
const { History } = await source("model/history.ts");
const { suspects, jumpBetween } = await source("model/jumps.ts");
const { byEverything, strongest } = await source("model/influences.ts");
const { withLaw } = await source("model/laws.ts");
const { layered } = await source("model/layers.ts");
const { captionPlaces, common } = await source("model/captions.ts");
const { shownVector } = await source("model/format.ts");
const { keyAt } = await source("model/schema.ts");
const { outcomeName, valueOf } = await source("model/outcomes.ts");
const { rangeOf } = await source("model/range.ts");
const { toFragment, fromFragment } = await source("model/share.ts");
const { ticks } = await source("chart/ticks.ts");
const { place, at, component, vectorAt } = await source("model/samples.ts");
const { shapesOf } = await source("model/shapes.ts");
const { boundsOf } = await source("model/bounds.ts");
const { viewOf } = await source("engine/columns.ts");

/** All finite numbers of a parsed document, in any order; of a number with a unit the number as it is written. */
function numbersIn(value) {
  if (typeof value === "string") return /^[\d.]+ [a-zA-Z]+$/.test(value) ? [Number.parseFloat(value)] : [];
  if (typeof value === "number") return Number.isFinite(value) ? [value] : [];
  if (typeof value === "bigint") return [Number(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test("the numbers found in every shipped scene are those a TOML parser finds", () => {
  for (const file of sceneFiles()) {
    const text = readFileSync(join(root, "scenes", file), "utf8");
    const sorted = (values) => [...values].sort((a, b) => a - b);
    assert.deepEqual(sorted(literals(text).map(({ start, end }) => Number(text.slice(start, end).replaceAll("_", "")))), sorted(numbersIn(parse(text))), file);
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

test("a jump is suspected between its neighbours, and a slope is not", () => {
  const x = Array.from({ length: 50 }, (_, i) => i);
  assert.deepEqual(suspects(x.map((i) => i / 50 + (i > 20 ? 1 : 0))), [20]);
  assert.deepEqual(suspects(x.map((i) => i * i)), []);
  assert.deepEqual(suspects(x.map(() => 3)), []);
});

test("a jump is told from a steep slope by halving, and placed to a thousandth", async () => {
  const jump = await jumpBetween([0, 1], async (x) => x + (x > 0.3 ? 2 : 0));
  assert.ok(Math.abs(jump.at - 0.3) < 1e-3 && Math.abs(jump.by - 2) < 2e-3, JSON.stringify(jump));
  assert.equal(await jumpBetween([0, 1], async (x) => Math.tanh(20 * (x - 0.5))), null);
  assert.equal(await jumpBetween([0, 1], async () => null), null);
});

test("ranges hold the number they are for, within the bounds of its key", () => {
  for (const [path, value] of [["body.0.mass", 0.17], ["body.1.velocity.2", -3], ["contact.0.stiffness", 2e9], ["contact.0.restitution", 0.9], ["body.0.position.0", 0], ["contact.0.friction", 4]]) {
    const { least, most } = rangeOf(path, value, false);
    assert.ok(least <= value && value <= most, path);
  }
  assert.deepEqual([rangeOf("contact.0.restitution", 0.9, false)].map(({ least, most }) => [least, most]), [[0, 1]]);
  assert.ok(rangeOf("body.0.mass", 0.17, false).least > 0);
  assert.ok(rangeOf("cue.speed", 8, true).least > 0);
  assert.ok(rangeOf("cue.side", 0, true).least < 0);
});

test("every number of every shipped scene has a key, and so a meaning", () => {
  for (const file of sceneFiles()) {
    const text = readFileSync(join(root, "scenes", file), "utf8");
    for (const { path } of literals(text)) assert.ok(keyAt(path, isWorld(text))?.meaning, `${file}: ${path}`);
  }
  assert.equal(keyAt("body.0.material.youngs_modulus", false).unit, "Pa");
  assert.equal(keyAt("body.0.shape.compound.parts.1.position.2", false).unit, "m");
  assert.equal(keyAt("body.0.nonsense", false), null);
});

test("a law is set by its name, and what the old one needed goes", () => {
  const text = 'title = "t"\n\n[model]\nmethod = "routh"\nrestitution = "poisson" # so\n\n[[body]]\nname = "a"\n';
  assert.equal(withLaw(text, "smith"), 'title = "t"\n\n[model]\nmethod = "smith"\n\n[[body]]\nname = "a"\n');
  assert.equal(parse(withLaw('[[body]]\nname = "a"\n', "routh-newton")).model.restitution, "newton");
  assert.deepEqual({ ...parse(withLaw('[model]\nseparation = "tracked"\n', "mono-stiffness")).model }, { restitution: "mono-stiffness", separation: "tracked" });
  assert.deepEqual({ ...parse(withLaw('[model]\nseparation = "tracked"\n', "sequential-newton")).model }, { method: "sequential", law: "newton" });
  assert.equal(withLaw(text, "composite"), null);
  assert.equal(withLaw('model = { method = "routh" }\n', "smith"), null);
});

test("states stand in columns by their distance from the first, and wrap", () => {
  const edges = [[0, 1], [0, 2], [1, 3], [3, 4], [4, 0]].map(([from, to]) => ({ from, to }));
  assert.deepEqual(layered(5, edges, 3), [{ column: 0, row: 0 }, { column: 1, row: 0 }, { column: 1, row: 1 }, { column: 2, row: 0 }, { column: 0, row: 2 }]);
  assert.deepEqual(layered(0, [], 3), []);
});

test("words of arrows that run side by side stand apart, and off the boxes", () => {
  const boxes = [[80, 49], [270, 49], [270, 167]].map((middle) => ({ middle, size: [100, 38] }));
  const size = [80, 22];
  // There, back, and on to the box below: in the middles of these ways the last two would cover each other.
  const ways = [[[132, 34.7], [175, 17], [218, 34.7]], [[218, 63.3], [175, 81], [132, 63.3]], [[132, 63.8], [191.9, 80.8], [251, 146]]];
  const captions = captionPlaces(ways.map((curve) => ({ curve, size })), boxes).map((middle) => ({ middle, size }));
  const all = [...boxes, ...captions];
  for (const [i, caption] of captions.entries()) {
    assert.equal(all.reduce((sum, other) => (other === caption ? sum : sum + common(caption, other)), 0), 0, `words ${i}`);
  }
});

test("what is rounding beside the rest of a vector is shown as zero", () => {
  assert.deepEqual(shownVector([0.53664, -4.2910e-18, -0.357524]), ["0.53664", "0", "−0.357524"]);
  assert.deepEqual(shownVector([1e-20, 0, 0]), ["1.0000e−20", "0", "0"]);
});

test("outcomes are found by their paths, whatever bodies are called", () => {
  const document = { bodies: { "a.b": { velocity: [1, 2, 3] } }, energy: { after: 4 } };
  assert.equal(valueOf(document, "bodies/a.b/velocity/2"), 3);
  assert.equal(valueOf(document, "energy.after"), 4);
  assert.equal(valueOf(document, "bodies/c/velocity/2"), null);
  assert.equal(outcomeName("bodies/a.b/velocity/2"), "a.b velocity z");
});

test("a link brings back what was shared, and a damaged one nothing", async () => {
  const state = { text: 'title = "µ"\n', clock: "impact", part: 0.25, panel: "charts" };
  const fragment = await toFragment(state);
  assert.deepEqual(await fromFragment(`#${fragment}`), state);
  const pair = { ...state, camera: [1, 2, 3, 0, 0, 0], origin: { text: "w", impact: "3" }, pinned: "p", beside: state, linked: false };
  assert.deepEqual(await fromFragment(await toFragment(pair)), pair);
  for (const wrong of [{ ...state, camera: [1] }, { ...state, beside: {} }, { ...state, origin: { text: 3 } }, { ...state, part: "x" }]) assert.equal(await fromFragment(await toFragment(wrong)), null);
  for (const damaged of ["", "#x", "#s=", "#s=AAAA", `#${fragment.slice(0, -9)}`]) assert.equal(await fromFragment(damaged), null);
});

test("ticks are round and lie within the axis", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(3, 3, 5), []);
});

test("numbers with units are moved in their units, and drawn in metres", () => {
  const text = '[[body]]\nname = "5 mm"\nmass = "150 g"\nshape = { sphere = { radius = " 2.5 cm" } }\nvelocity = ["36 km/h", 0, "-2e2cm/s"]\n';
  const found = literals(text);
  assert.deepEqual(found.map(({ path }) => path), ["body.0.mass", "body.0.shape.sphere.radius", "body.0.velocity.0", "body.0.velocity.1", "body.0.velocity.2"]);
  found.forEach(({ value }, i) => assert.ok(Math.abs(value - [0.15, 0.025, 10, 0, -2][i]) < 1e-15, `${value}`));
  assert.match(replaced(text, found[0], 0.2), /mass = "200 g"/);
  assert.match(replaced(text, found[2], 5), /velocity = \["18 km\/h", 0/);
  assert.equal(shapesOf(text).bodies.get("5 mm").shape.radius, 0.025);
  assert.match(withKey('[world]\n[cue]\nspeed = "10 mph"\n', "cue", "speed", 8.9408), /speed = "20 mph"\n$/);
});

test("samples are interpolated between their neighbours", () => {
  const half = place([0, 1], 0.5);
  assert.equal(at([3, 4], half), 3.5);
  assert.equal(component([0, 10, 2, 20], 2, 1, half), 15);
  assert.deepEqual(vectorAt([0, 10, 20, 2, 20, 40], half), [1, 15, 30]);
  assert.deepEqual(vectorAt(Float64Array.of(1, 2, 3), place([0], 7)), [1, 2, 3], "the last sample holds on");
  assert.deepEqual(place([0, 1, 2], 9), { index: 2, part: 0 });
});

/** A turn by an angle about an axis of coordinates. */
const turn = (axis, angle) => [Math.cos(angle / 2), ...[0, 1, 2].map((i) => (i === axis ? Math.sin(angle / 2) : 0))];
const near = (got, wanted) => got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-12, `${got} is not ${wanted}`));

test("bodies reach as far as their shapes, about their centres of mass, however they lie", () => {
  const cylinder = boundsOf({ kind: "cylinder", radius: 1, height: 4 }, [0, 0, 5], turn(0, Math.PI / 4));
  near(cylinder.most, [1, 3 / Math.SQRT2, 5 + 3 / Math.SQRT2]);
  near(cylinder.least, [-1, -3 / Math.SQRT2, 5 - 3 / Math.SQRT2]);
  // The centre of a cone is a quarter of its height above its base, here below as it stands on its tip.
  const cone = boundsOf({ kind: "cone", radius: 1, height: 4 }, [0, 0, 0], turn(0, Math.PI));
  near(cone.most, [1, 1, 1]);
  near(cone.least, [-1, -1, -3]);
  const part = (x) => ({ shape: { kind: "box", size: [1, 1, 2] }, position: [x, 0, 0], orientation: turn(1, Math.PI / 2), density: 1 });
  const compound = boundsOf({ kind: "compound", parts: [part(0), part(4)] }, [10, 0, 0], turn(2, Math.PI / 2));
  near(compound.most, [10.5, 3, 0.5]);
  near(compound.least, [9.5, -3, -0.5]);
});

test("columns of a view are the numbers that its text names", () => {
  const text = JSON.stringify({ kind: "impact", course: { times: [0, 2], kinetic: [2, 1], contacts: [{ impulse: [3, 2], velocity: [3, 2], force: [3, 2], strain: [3, 2] }], bodies: [] } });
  const filled = text.padEnd(8 * Math.ceil(text.length / 8));
  const answer = new ArrayBuffer(8 + filled.length + 40);
  new DataView(answer).setBigUint64(0, BigInt(filled.length), true);
  new Uint8Array(answer, 8).set(new TextEncoder().encode(filled));
  [0, 0.1, Math.PI, -0, 5e-324].forEach((value, i) => new DataView(answer).setFloat64(8 + filled.length + 8 * i, value, true));
  const { course } = viewOf(answer);
  assert.deepEqual([...course.times], [0, 0.1]);
  assert.deepEqual([...course.kinetic], [Math.PI]);
  assert.deepEqual([...course.contacts[0].impulse], [-0, 5e-324]);
  assert.equal("tangential_impulse" in course.contacts[0], false);
});

test("what an outcome follows is sorted by per cents, and what has none comes last", () => {
  const quantity = (name, value, has_scale = true) => ({ name, value, has_scale });
  const derivatives = {
    strongest: [{ by: "mass", of: "v", percent: 3, kink: true }],
    rows: [quantity("v", 2)],
    columns: [quantity("position", 5, false), quantity("friction", 0.5), quantity("mass", 3), quantity("gap", 0), quantity("idle", 1)],
    matrix: [[7, -1, 2, 4, 0]],
    kinks: [{ time: 0, cause: "tie", contacts: [], columns: ["mass"] }],
  };
  assert.deepEqual(strongest(derivatives), [{ by: "mass", of: "v", percent: 3, kink: true, derivative: 2 }]);
  const all = byEverything(derivatives, 0);
  assert.deepEqual(all.map(({ by, percent }) => [by, percent]), [["mass", 3], ["friction", -0.25], ["position", null], ["gap", null]]);
  assert.deepEqual(all.map(({ kink }) => kink), [true, false, false, false]);
});
