// Collects the shipped scenes into generated/gallery.json: name, title, what to see, text.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const studio = join(dirname(fileURLToPath(import.meta.url)), "..");
const scenes = join(studio, "..", "scenes");

/** Impacts first, then worlds; recoveries are not scenes. */
export function sceneFiles() {
  const toml = (folder) => readdirSync(join(scenes, folder)).filter((name) => name.endsWith(".toml")).sort().map((name) => join(folder, name));
  return [...toml("."), ...toml("motion")];
}

function entry(file) {
  const text = readFileSync(join(scenes, file), "utf8");
  const comment = text.split("\n").filter((line) => line.startsWith("#")).map((line) => line.replace(/^# ?/, ""));
  const name = file.replace(/^\.\//, "").replace(/\.toml$/, "").replace("\\", "/");
  const title = /^title\s*=\s*"(.*)"/m.exec(text)?.[1] ?? name;
  return { name, title, note: comment.join("\n").trim(), text };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(studio, "generated"), { recursive: true });
  writeFileSync(join(studio, "generated", "gallery.json"), JSON.stringify(sceneFiles().map(entry)));
}
