// Where an instant lies among ascending samples.

export type Where = { index: number; part: number };

/** Index of the last sample that is not later, and how far on the way to the next one, 0 to 1. */
export function place(times: ArrayLike<number>, time: number): Where {
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

/** A quantity at an instant; zero where it has no samples. */
export function at(values: ArrayLike<number>, where: Where): number {
  return component(values, 1, 0, where);
}

/** A vector of three numbers a sample, at an instant. */
export function vectorAt(values: ArrayLike<number>, where: Where): [number, number, number] {
  return [component(values, 3, 0, where), component(values, 3, 1, where), component(values, 3, 2, where)];
}

/** One number of a quantity with so many of them a sample, at an instant. */
export function component(values: ArrayLike<number>, width: number, number: number, { index, part }: Where): number {
  const here = values[index * width + number] ?? 0;
  const next = values[(index + 1) * width + number] ?? here;
  return here + part * (next - here);
}
