// Where a curve jumps: between two neighbours it changes by far more than beside them; and halving the way between them again and again,
// the change stays, where a steep slope's would go.

const FAR_MORE = 8;
const SEEN = 0.02;
/** How often the way between two neighbours is halved: to a thousandth of it. */
const HALVINGS = 10;
/** Part of the change that must be left. */
const STAYS = 0.5;

/** The neighbours, by the number of the first, between which there may be a jump. */
export function suspects(y: readonly number[]): number[] {
  const steps = y.slice(1).map((value, i) => Math.abs(value - (y[i] ?? 0)));
  const all = Math.max(...y) - Math.min(...y);
  if (!(all > 0)) return [];
  return steps.flatMap((step, i) => {
    const beside = Math.max(steps[i - 1] ?? 0, steps[i + 1] ?? 0);
    return step > SEEN * all && step > FAR_MORE * beside ? [i] : [];
  });
}

/** The place of the jump between two values of x, and how far it goes; null if there is none. A place without a value is taken for the first side. */
export async function jumpBetween([a, b]: [number, number], value: (x: number) => Promise<number | null>): Promise<{ at: number; by: number } | null> {
  let [left, right] = [a, b];
  const [first, last] = [await value(a), await value(b)];
  if (first === null || last === null) return null;
  let [low, high]: [number, number] = [first, last];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (left + right) / 2;
    const here: number = (await value(middle)) ?? low;
    if (Math.abs(here - low) > Math.abs(high - here)) [right, high] = [middle, here];
    else [left, low] = [middle, here];
  }
  return Math.abs(high - low) > STAYS * Math.abs(last - first) ? { at: (left + right) / 2, by: high - low } : null;
}
