// What bodies move by during an impact, and how many times that is magnified to be seen.

import type { ImpactView } from "../engine/types.ts";

/** The largest movement in slow motion, in sizes of the scene. */
const SHIFT = 0.16;

/** Three numbers a sample. */
export type Sums = { shift: Float64Array; turn: Float64Array };

/** What every body has moved and turned by at every sample. */
export function sums({ bodies, course }: ImpactView): Sums[] {
  const integrated = (values: ArrayLike<number> | undefined) => (course === null || values === undefined ? new Float64Array() : integral(course.times, values));
  return bodies.map((_, i) => ({ shift: integrated(course?.bodies[i]?.velocity), turn: integrated(course?.bodies[i]?.angular_velocity) }));
}

/** By trapezoids. */
function integral(times: ArrayLike<number>, values: ArrayLike<number>): Float64Array {
  const sum = new Float64Array(3 * times.length);
  for (let i = 3; i < sum.length; i++) {
    const step = (times[Math.floor(i / 3)] ?? 0) - (times[Math.floor(i / 3) - 1] ?? 0);
    sum[i] = (sum[i - 3] ?? 0) + 0.5 * step * ((values[i - 3] ?? 0) + (values[i] ?? 0));
  }
  return sum;
}

export function magnification(all: readonly Sums[], size: number): number {
  let largest = 1e-300;
  for (const { shift } of all) for (const value of shift) largest = Math.max(largest, Math.abs(value));
  return (SHIFT * size) / largest;
}
