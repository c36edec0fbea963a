// The promise of equal bits: every shipped scene gives the same bytes in the browser's engine and in the native command.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { sceneFiles } from "../scripts/gallery.mjs";
import { engine, native, root } from "./engine.mjs";

const page = await engine();
const files = sceneFiles().map((file) => join(root, "scenes", file));

test("there are scenes to compare", () => assert.ok(files.length > 50));

for (const file of files) {
  test(`${file.slice(root.length + 1)}: the document is the native one, byte for byte`, () => {
    const text = readFileSync(file, "utf8");
    assert.equal(page.call("document", text), native("run", "--json", file));
  });
}

test("a comparison of laws is the native one, byte for byte", () => {
  for (const file of files.filter((path) => !path.includes("motion"))) {
    assert.equal(page.call("compare", readFileSync(file, "utf8")), native("compare", "--json", file), file);
  }
});

test("a mistake is told as the command tells it", () => {
  assert.throws(() => page.call("document", "[[body]]\nname = 3\n"), /scene\.toml:2/);
});
