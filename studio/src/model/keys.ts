// One key of one table set in a scene's text: its number replaced where it stands, or a line added below the table's head.

import { literals, replaced, written } from "./numbers.ts";

export function withKey(text: string, table: string, key: string, value: number): string {
  const literal = literals(text).find((found) => found.path === `${table}.${key}`);
  if (literal !== undefined) return replaced(text, literal, value);
  const head = new RegExp(`^[ \\t]*\\[[ \\t]*${table}[ \\t]*\\][^\\n]*(?:\\n|$)`, "m").exec(text);
  const line = `${key} = ${written(value)}\n`;
  if (head === null) return `${text.trimEnd()}\n\n[${table}]\n${line}`;
  const end = head.index + head[0].length;
  const gap = head[0].endsWith("\n") ? "" : "\n";
  return text.slice(0, end) + gap + line + text.slice(end);
}

/** The number of a key, if it stands in the text. */
export function keyIn(text: string, table: string, key: string): number | null {
  return literals(text).find((found) => found.path === `${table}.${key}`)?.value ?? null;
}
