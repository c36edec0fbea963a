// A body's velocity set in a scene's text, to three digits of its size.

import { literals, replaced } from "./numbers.ts";
import { namesIn } from "./names.ts";

/** Null if the text does not say the body's velocity in three numbers. */
export function withVelocity(text: string, body: string, velocity: readonly number[]): string | null {
  const owner = [...namesIn(text)].find(([path, name]) => path.startsWith("body.") && name === body)?.[0];
  const size = Math.max(...velocity.map(Math.abs));
  const step = size > 0 ? 10 ** (Math.floor(Math.log10(size)) - 2) : 1;
  let changed = text;
  for (const axis of [0, 1, 2]) {
    const literal = literals(changed).find((found) => found.path === `${owner}.velocity.${axis}`);
    if (owner === undefined || literal === undefined) return null;
    changed = replaced(changed, literal, Math.round((velocity[axis] ?? 0) / step) * step);
  }
  return changed;
}
