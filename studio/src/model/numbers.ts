// The numbers that stand in a scene's text, with their places: what sliders move. The text stays the user's own; a slider
// replaces one literal and nothing else. A number with a unit, "5 mm", keeps its unit.

import { quantity } from "./quantity.ts";
import { keyAt } from "./schema.ts";

export type Literal = {
  /** Such as body.upper.velocity.2: tables by their names, entries of arrays by their place. */
  path: string;
  /** The key it belongs to. */
  key: string;
  /** In the unit of a plain number. */
  value: number;
  /** How many of those the unit is that it is written with. */
  factor: number;
  /** Place in the text, in UTF-16 units. */
  start: number;
  end: number;
};

/** Deeper than any scene goes; what is deeper is passed over. */
const DEEPEST = 64;

const NUMBER = /[+-]?(?:inf|nan|(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?)(?![\w.:-])/y;

/** Every decimal number that is a value, in the order of the text. */
export function literals(text: string): Literal[] {
  return new Scan(text).all();
}

/** Whether a text describes a world in motion. */
export function isWorld(text: string): boolean {
  return /^[ \t]*\[[ \t]*world[ \t]*\]/m.test(text);
}

/** The text with one number replaced. */
export function replaced(text: string, literal: Literal, value: number): string {
  return text.slice(0, literal.start) + written(value / literal.factor) + text.slice(literal.end);
}

/** A number as TOML writes it, with no more digits than it has. */
export function written(value: number): string {
  const digits = Number(value.toPrecision(12));
  return String(Object.is(digits, -0) ? 0 : digits).replace("Infinity", "inf");
}

class Scan {
  readonly #text: string;
  readonly #world: boolean;
  #at = 0;
  #table: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #found: Literal[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#world = isWorld(text);
  }

  all(): Literal[] {
    while (this.#at < this.#text.length) {
      this.#skipBlank();
      if (this.#at >= this.#text.length) break;
      if (this.#text[this.#at] === "[") this.#header();
      else if (!this.#entry(this.#table)) this.#at++;
    }
    return this.#found;
  }

  #header(): void {
    const double = this.#text.startsWith("[[", this.#at);
    const close = this.#text.indexOf(double ? "]]" : "]", this.#at);
    const end = close < 0 ? this.#text.length : close;
    const name = this.#text.slice(this.#at + (double ? 2 : 1), end).trim();
    this.#table = double ? [name, String(this.#number(name))] : [name];
    this.#at = end + (double ? 2 : 1);
  }

  #number(name: string): number {
    const number = this.#counts.get(name) ?? 0;
    this.#counts.set(name, number + 1);
    return number;
  }

  /** key = value; false if there is none here. */
  #entry(path: string[]): boolean {
    const key = /[A-Za-z0-9_"'. -]+?(?=\s*=)/y;
    key.lastIndex = this.#at;
    const match = key.exec(this.#text);
    if (match === null) return false;
    this.#at = key.lastIndex;
    this.#at = this.#text.indexOf("=", this.#at) + 1;
    this.#value([...path, match[0].trim().replace(/["']/g, "")]);
    return true;
  }

  #value(path: string[]): void {
    this.#skipSpaces();
    const first = this.#text[this.#at];
    if (path.length > DEEPEST) this.#at++;
    else if (first === "[") this.#array(path);
    else if (first === "{") this.#inlineTable(path);
    else if (first === '"' || first === "'") this.#string(first, path);
    else this.#plain(path);
  }

  #array(path: string[]): void {
    this.#at++;
    for (let index = 0; this.#at < this.#text.length; ) {
      this.#skipBlank();
      if (this.#text[this.#at] === "]") break;
      if (this.#text[this.#at] === ",") {
        this.#at++;
        index++;
        continue;
      }
      this.#value([...path, String(index)]);
    }
    this.#at++;
  }

  #inlineTable(path: string[]): void {
    this.#at++;
    while (this.#at < this.#text.length) {
      this.#skipBlank();
      if (this.#text[this.#at] === "}") break;
      if (this.#text[this.#at] === "," || !this.#entry(path)) this.#at++;
    }
    this.#at++;
  }

  #string(quote: string, path: string[]): void {
    const fence = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    let end = this.#at + fence.length;
    while (end < this.#text.length && !this.#text.startsWith(fence, end)) {
      end += quote === '"' && this.#text[end] === "\\" ? 2 : 1;
    }
    this.#withUnit(path, this.#at + fence.length, end);
    this.#at = end + fence.length;
  }

  /** A text that is a number with its unit. */
  #withUnit(path: string[], start: number, end: number): void {
    const text = this.#text.slice(start, end);
    if (!/^\s*[+-]?\d/.test(text)) return;
    const found = quantity(text, keyAt(path.join("."), this.#world)?.unit ?? "");
    if (found !== null) this.#note(path, found.digits, start + found.at, found.factor);
  }

  #plain(path: string[]): void {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match !== null) this.#note(path, match[0], this.#at);
    const rest = /[^\s,\]}#]*/y;
    rest.lastIndex = this.#at;
    rest.exec(this.#text);
    this.#at = Math.max(rest.lastIndex, this.#at + 1);
  }

  #note(path: string[], literal: string, start: number, factor = 1): void {
    const value = factor * Number(literal.replace(/_/g, "").replace("inf", "Infinity"));
    if (!Number.isFinite(value)) return;
    const key = path.findLast((part) => !/^\d+$/.test(part)) ?? "";
    this.#found.push({ path: path.join("."), key, value, factor, start, end: start + literal.length });
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  #skipBlank(): void {
    const blank = /(?:\s|#[^\n]*)*/y;
    blank.lastIndex = this.#at;
    blank.exec(this.#text);
    this.#at = blank.lastIndex;
  }
}
