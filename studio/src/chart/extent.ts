// What a chart shows: the values between its axes, and where they are on its paper.

import type { Line } from "./chart.ts";

export const WIDTH = 420;
export const HEIGHT = 230;
export const LEFT = 58;
export const BOTTOM = 36;
export const TOP = 12;
export const RIGHT = 12;

export type Extent = { x0: number; x1: number; y0: number; y1: number };

export const px = (box: Extent, x: number) => LEFT + ((x - box.x0) / (box.x1 - box.x0)) * (WIDTH - LEFT - RIGHT);
export const py = (box: Extent, y: number) => HEIGHT - BOTTOM - ((y - box.y0) / (box.y1 - box.y0)) * (HEIGHT - TOP - BOTTOM);

/** Of all lines; `equal` if one unit of x and y are as long as each other. */
export function extentOf(lines: readonly Line[], equal: boolean): Extent {
  const [x0, x1] = widened(lines.map((line) => line.x), 0);
  const [y0, y1] = widened(lines.map((line) => line.y), 0.05);
  if (!equal) return { x0, x1, y0, y1 };
  const scale = Math.max((x1 - x0) / (WIDTH - LEFT - RIGHT), (y1 - y0) / (HEIGHT - TOP - BOTTOM));
  return { x0, x1: x0 + scale * (WIDTH - LEFT - RIGHT), y0, y1: y0 + scale * (HEIGHT - TOP - BOTTOM) };
}

/** The least and the largest finite value, and a part of what is between them on either side. */
function widened(columns: readonly ArrayLike<number>[], by: number): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (const values of columns) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? NaN;
      if (!Number.isFinite(value)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (least > most) return [0, 1];
  if (least === most) return [least - Math.max(1e-9, 0.5 * Math.abs(least)), most + Math.max(1e-9, 0.5 * Math.abs(most))];
  return [least - by * (most - least), most + by * (most - least)];
}
