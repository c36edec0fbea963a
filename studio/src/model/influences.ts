// How an outcome follows what a scene starts with, from its derivatives.

import type { Derivatives } from "../engine/types.ts";

/** `of` changes by `percent` if `by` grows by one per cent; null where a per cent of either means nothing. */
export type Influence = { by: string; of: string; percent: number | null; derivative: number; kink: boolean };

/** For each number that the scene starts with, what follows it most. */
export function strongest({ strongest: found, rows, columns, matrix }: Derivatives): Influence[] {
  const place = (list: readonly { name: string }[], name: string) => list.findIndex((entry) => entry.name === name);
  return found.map(({ by, of, percent, kink }) => ({ by, of, percent, kink, derivative: matrix[place(rows, of)]?.[place(columns, by)] ?? 0 }));
}

/** How one number of the outcome follows everything, the strongest first; what has no per cent comes last. */
export function byEverything({ rows, columns, matrix, kinks }: Derivatives, row: number): Influence[] {
  const of = rows[row];
  if (of === undefined) return [];
  const influences = columns.map((column, i): Influence => {
    const derivative = matrix[row]?.[i] ?? 0;
    const relative = column.has_scale && column.value !== 0 && of.value !== 0;
    return { by: column.name, of: of.name, derivative, percent: relative ? (derivative * column.value) / of.value : null, kink: kinks.some((kink) => kink.columns.includes(column.name)) };
  });
  return influences.filter(({ derivative }) => derivative !== 0).sort((a, b) => size(b) - size(a) || Math.abs(b.derivative) - Math.abs(a.derivative));
}

function size({ percent }: Influence): number {
  return percent === null ? -1 : Math.abs(percent);
}
