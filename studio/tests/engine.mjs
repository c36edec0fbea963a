// The page's engine, and the native command beside it.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { engine, source, studio } from "../scripts/engine.mjs";

export { engine, source, studio };
export const root = join(studio, "..");

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
