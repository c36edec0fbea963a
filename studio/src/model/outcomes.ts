// Numbers of an outcome by their paths in the document: what a sweep can watch.

import { solved, type View } from "../engine/types.ts";

/** Paths of numbers that tell something of this outcome, those that move first. */
export function outcomes(view: View | null): string[] {
  if (view === null || !solved<{ outcome: string }>(view.document)) return ["energy.after"];
  const energy = Object.keys((view.document as { energy: object }).energy).map((key) => `energy.${key}`);
  if (view.kind === "world") return [...view.names.flatMap((name) => ofWorld(view.document, name)), ...energy, "end"];
  const parts = view.bodies.filter((body) => !body.fixed).flatMap((body) => ["velocity", "angular_velocity"].flatMap((what) => [0, 1, 2].map((axis) => `bodies/${body.name}/${what}/${axis}`)));
  return [...parts.filter((path) => (valueOf(view.document, path) ?? 0) !== 0), ...energy, "duration"];
}

function ofWorld(document: unknown, name: string): string[] {
  const places = [0, 1, 2].map((axis) => `bodies/${name}/final/position/${axis}`);
  return [...places, `bodies/${name}/final/angle`].filter((path) => valueOf(document, path) !== null);
}

/** Names of bodies may hold dots: their paths are written with slashes. */
export function valueOf(document: unknown, path: string): number | null {
  const keys = path.split(path.includes("/") ? "/" : ".");
  const value = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  return typeof value === "number" ? value : null;
}

/** bodies/upper/velocity/2 → upper velocity z */
export function outcomeName(path: string): string {
  const axis = /\/([012])$/.exec(path)?.[1];
  const said = path.replace(/^bodies\//, "").replace(/\/final\//, " ends at ").replace(/\/[012]$/, "").replace(path.includes("/") ? /[/_]/g : /[._]/g, " ");
  return axis === undefined ? said : `${said} ${"xyz"[Number(axis)]}`;
}
