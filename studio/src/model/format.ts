// Numbers and names for the reader.

/** Six digits, or so many as are needed for what is small. */
export function shown(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4) return value.toExponential(4).replace("e+", "e").replace("-", "−");
  return value.toPrecision(6).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "").replace("-", "−");
}

/** Below this part of the largest of its numbers a number of a vector is the rounding of a zero, as in the command's reports. */
const ROUNDING = 1e-13;

/** The numbers of a vector; what is rounding beside the largest is none. */
export function shownVector(values: readonly number[]): string[] {
  const largest = Math.max(0, ...values.map(Math.abs));
  return values.map((value) => shown(Math.abs(value) <= ROUNDING * largest ? 0 : value));
}

/** A time with the prefix that suits it. */
export function realTime(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0 || size >= 1) return `${shown(seconds)} s`;
  if (size >= 1e-3) return `${shown(seconds * 1e3)} ms`;
  return `${shown(seconds * 1e6)} µs`;
}

/** A time of an impact whose stiffnesses are ratios. */
export function relativeTime(value: number): string {
  return `${shown(value)} √(kg/k)`;
}

/** compression-ends → compression ends */
export function words(kind: string): string {
  return kind.replace(/[-_]/g, " ");
}
