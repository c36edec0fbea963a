// Where a curve jumps: where it changes by far more between two neighbours than beside them, and by enough to be seen.

const FAR_MORE = 8;
const SEEN = 0.02;

export function jumps(x: readonly number[], y: readonly number[]): number[] {
  const steps = y.slice(1).map((value, i) => Math.abs(value - (y[i] ?? 0)));
  const all = Math.max(...y) - Math.min(...y);
  if (!(all > 0)) return [];
  return steps.flatMap((step, i) => {
    const beside = Math.max(steps[i - 1] ?? 0, steps[i + 1] ?? 0);
    const jump = step > SEEN * all && step > FAR_MORE * beside;
    return jump ? [((x[i] ?? 0) + (x[i + 1] ?? 0)) / 2] : [];
  });
}
