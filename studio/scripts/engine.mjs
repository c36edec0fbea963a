// The engine in Node, through the page's own protocol.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export const studio = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A module of the page's sources, compiled for Node. */
export async function source(path) {
  const built = await build({ root: studio, configFile: false, logLevel: "error", build: { write: false, minify: false, lib: { entry: join(studio, "src", path), formats: ["es"] } } });
  const code = (Array.isArray(built) ? built : [built])[0].output[0].code;
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

export async function engine() {
  const { Engine } = await source("engine/protocol.ts");
  return Engine.start(await WebAssembly.compile(readFileSync(join(studio, "generated", "carom.wasm"))));
}
