// The engine in Node, through the page's own protocol, and the native command beside it.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export const studio = join(dirname(fileURLToPath(import.meta.url)), "..");
export const root = join(studio, "..");

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

/** The native command: the one named by CAROM, else one that Cargo has built. */
export function command() {
  const candidates = [process.env.CAROM, join(root, "target/release/carom"), join(root, "target/debug/carom")];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error("there is no native command to compare with: run `cargo build`, or name one in CAROM");
  return resolve(found);
}

/** What the command prints, whatever its exit status. */
export function native(...commandLine) {
  try {
    return execFileSync(command(), commandLine, { maxBuffer: 1e9, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (typeof error.stdout === "string") return error.stdout;
    throw error;
  }
}
