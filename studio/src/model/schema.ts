// What the engine's table of keys says of a number in a scene's text: unit, bounds, meaning. Made from the engine when the page is built.

import keysOfFiles from "../../generated/keys.json";

export type KeyEntry = { meaning: string; units: string[]; least: number | null; most: number | null; whole: boolean; choices?: string[]; table?: string };
type File = { root: string; tables: Record<string, Record<string, KeyEntry>> };

const FILES = keysOfFiles.files as unknown as Record<"impact" | "world", File>;

/** The key that a number at a path such as body.0.velocity.2 belongs to, and its unit; null where there is none. */
export function keyAt(path: string, world: boolean): (KeyEntry & { unit: string }) | null {
  const file = FILES[world ? "world" : "impact"];
  let keys = file.tables[file.root];
  let entry: KeyEntry | undefined;
  let place = 0;
  for (const part of path.split(".")) {
    if (/^\d+$/.test(part)) {
      place = Number(part);
      continue;
    }
    entry = keys?.[part] ?? contactOfMechanism(file, entry, part);
    if (entry === undefined) return null;
    place = 0;
    keys = entry.table === undefined ? undefined : file.tables[entry.table];
  }
  if (entry === undefined || entry.table !== undefined) return null;
  return { ...entry, unit: entry.units[Math.min(place, entry.units.length - 1)] ?? "" };
}

/** Contacts of a mechanism have keys of their own. */
function contactOfMechanism(file: File, before: KeyEntry | undefined, key: string): KeyEntry | undefined {
  return before?.table === "[[contact]]" ? file.tables["[[contact]] of a mechanism"]?.[key] : undefined;
}
