// The names of bodies and contacts in a scene's text, by the places of their tables.

import { parse } from "smol-toml";

type Table = Record<string, unknown>;

/** body.0 → upper, contact.0 → upper-lower; empty while the text is no TOML. */
export function namesIn(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [table, entries] of Object.entries(parsed(text))) {
    if (!Array.isArray(entries)) continue;
    entries.forEach((entry: unknown, number) => {
      if (typeof entry !== "object" || entry === null) return;
      const { name, between } = entry as Table;
      const pair = Array.isArray(between) ? between.join("-") : undefined;
      names.set(`${table}.${number}`, typeof name === "string" ? name : (pair ?? `${table} ${number + 1}`));
    });
  }
  return names;
}

function parsed(text: string): Table {
  try {
    return parse(text) as Table;
  } catch {
    return {};
  }
}
