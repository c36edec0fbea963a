// Numbers with their units, as files may write them: "5 mm".

import keys from "../../generated/keys.json";

/** For every unit of a plain number the units that it may be written with, and how many of the former each is. */
const UNITS = keys.units as unknown as Record<string, Record<string, number>>;

const WRITTEN = /^(\s*)([+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\s*([^\s\d].*?)\s*$/;

/** A written number: as it stands, where it begins in its text, and what one of its unit is. */
export type Written = { digits: string; at: number; factor: number };

/** The number of a text, whose plain numbers would be in a unit; null if it is none. */
export function quantity(text: string, plain: string): Written | null {
  const [, blank = "", digits = "", unit = ""] = WRITTEN.exec(text) ?? [];
  const factor = UNITS[plain]?.[unit];
  return factor === undefined ? null : { digits, at: blank.length, factor };
}
