// Where an instant lies among ascending samples.

/** Index of the last sample that is not later, and how far on the way to the next one, 0 to 1. */
export function place(times: readonly number[], time: number): { index: number; part: number } {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  const here = times[low] ?? 0;
  const next = times[low + 1];
  if (next === undefined || next <= here) return { index: Math.max(low, 0), part: 0 };
  return { index: low, part: Math.min(Math.max((time - here) / (next - here), 0), 1) };
}

/** A quantity with so many numbers a sample, at an instant. */
export function at(values: readonly number[], width: number, where: { index: number; part: number }): number[] {
  const from = where.index * width;
  return Array.from({ length: width }, (_, i) => {
    const here = values[from + i] ?? 0;
    const next = values[from + width + i] ?? here;
    return here + where.part * (next - here);
  });
}
