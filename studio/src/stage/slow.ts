// What bodies move by during an impact, and how many times that is magnified to be seen.

import type { ImpactView } from "../engine/types.ts";

/** The largest movement in slow motion, in sizes of the scene. */
const SHIFT = 0.16;

/** Three numbers a sample. */
export type Sums = { shift: number[]; turn: number[] };

/** What a body has moved and turned by at every sample. */
export function sums(view: ImpactView, index: number): Sums {
  const course = view.course;
  const body = course?.bodies[index];
  if (course === null || body === undefined) return { shift: [], turn: [] };
  return { shift: integral(course.times, body.velocity), turn: integral(course.times, body.angular_velocity) };
}

function integral(times: readonly number[], values: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (let i = 1; i < times.length; i++) {
    const step = (times[i] ?? 0) - (times[i - 1] ?? 0);
    for (let axis = 0; axis < 3; axis++) {
      const [before, now] = [values[3 * (i - 1) + axis] ?? 0, values[3 * i + axis] ?? 0];
      sum.push((sum[3 * (i - 1) + axis] ?? 0) + 0.5 * step * (before + now));
    }
  }
  return sum;
}

export function magnification(view: ImpactView, size: number): number {
  const largest = view.bodies.map((_, i) => Math.max(0, ...sums(view, i).shift.map(Math.abs)));
  return (SHIFT * size) / Math.max(...largest, 1e-300);
}
