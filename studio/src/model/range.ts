// How far a slider reaches, and in which unit its number is: by the bounds of its key, and by the number as it stands.

import { keyAt } from "./schema.ts";

export type Range = { least: number; most: number; step: number; unit: string; meaning: string };

/** Bounds further apart than this, in sizes of the number, are no help on a slider. */
const WIDE = 20;

/** Units of angles and places on a ball: all of their range is of use, and both sides. */
const TURNS = new Set(["degrees", "rad", "radii"]);

/** The range of a number at a path of a text that stands at this value now. */
export function rangeOf(path: string, value: number, world: boolean): Range {
  const key = keyAt(path, world);
  const { unit = "", meaning = "", whole = false } = key ?? {};
  const [lower, upper] = [key?.least ?? -Infinity, key?.most ?? Infinity];
  if (whole) return { least: Math.max(lower, 0), most: Math.min(upper, Math.max(10, 2 * value)), step: 1, unit, meaning };
  const size = value === 0 ? 1 : Math.abs(value);
  const bounded = TURNS.has(unit) ? Number.isFinite(upper - lower) : upper - lower <= WIDE * Math.max(size, 0.1);
  const digits = 10 ** Math.floor(Math.log10(size));
  const far = bounded ? upper : Math.max(unit === "" ? 1 : 0, Math.ceil((2 * size) / digits) * digits);
  const positive = value > 0 && (lower >= 0 || isSize(path, unit));
  const least = positive ? (mayVanish(path) ? Math.max(lower, 0) : digits / 100) : bounded ? lower : Math.max(lower, -far);
  return { least, most: Math.min(upper, far), step: bounded ? (upper - least) / 2000 : digits / 1000, unit, meaning };
}

/** Whether a number is the size of something: a mass, a speed; a number of a vector or an angle has two sides. */
function isSize(path: string, unit: string): boolean {
  return unit !== "" && !TURNS.has(unit) && !/\.\d+$/.test(path);
}

/** Whether zero is a value that one may want: there are contacts without friction, and no masses of nothing. */
function mayVanish(path: string): boolean {
  return /(friction|restitution|gap|damping|resistance|compliance)$/.test(path);
}
