// The shapes of a scene, for drawing, as its text has them. What the engine needs of them it reads itself.

import { parse } from "smol-toml";
import type { Vector } from "../engine/types.ts";
import { quantity } from "./quantity.ts";

export type Shape =
  | { kind: "sphere"; radius: number }
  | { kind: "cylinder" | "cone" | "capsule"; radius: number; height: number }
  | { kind: "box"; size: Vector }
  | { kind: "plane"; normal: Vector }
  | { kind: "compound"; parts: { shape: Shape; position: Vector; orientation: Quaternion; density: number }[] };

/** w, x, y, z */
export type Quaternion = [number, number, number, number];

export type Drawn = { name: string; shape: Shape | null; orientation: Quaternion };

/** What the text says of shapes: of bodies, of balls on a table, and of a cradle. */
export type Shapes = {
  bodies: Map<string, Drawn>;
  ballRadius: (name: string) => number;
  cradle: { balls: number; length: number; radii: number[] } | null;
};

type Table = Record<string, unknown>;

/** Radii of the games' balls, m; what the engine takes where the text is silent. */
const GAMES: Record<string, number> = { pool: 0.028575, snooker: 0.02625, carom: 0.03075 };

export function shapesOf(text: string): Shapes {
  const scene = parsed(text);
  const bodies = new Map<string, Drawn>();
  for (const body of tables(scene["body"])) {
    const name = String(body["name"]);
    bodies.set(name, { name, shape: shapeOf(body["shape"]), orientation: quaternion(body["orientation"]) });
  }
  const balls = new Map(tables(scene["ball"]).map((ball) => [String(ball["name"]), ball]));
  const usual = number(table(scene["balls"])["radius"]) ?? GAMES[String(table(scene["world"])["table"])] ?? 0.0286;
  return { bodies, ballRadius: (name) => number(balls.get(name)?.["radius"]) ?? usual, cradle: cradleOf(scene) };
}

function parsed(text: string): Table {
  try {
    return parse(text) as Table;
  } catch {
    return {};
  }
}

function cradleOf(scene: Table): Shapes["cradle"] {
  const cradle = scene["cradle"];
  if (typeof cradle !== "object") return null;
  const { balls, length, radius } = cradle as Table;
  const count = number(balls) ?? 1;
  const radii = Array.isArray(radius) ? radius.map((r) => number(r) ?? 0.01) : Array<number>(count).fill(number(radius) ?? 0.01);
  return { balls: count, length: number(length) ?? 0.1, radii };
}

function shapeOf(value: unknown): Shape | null {
  const [kind, numbers] = Object.entries(table(value))[0] ?? ["", {}];
  const given = table(numbers);
  const [radius, height] = [number(given["radius"]) ?? 1, number(given["height"]) ?? 1];
  switch (kind) {
    case "sphere":
      return { kind, radius };
    case "cylinder":
    case "cone":
    case "capsule":
      return { kind, radius, height };
    case "box":
      return { kind, size: vector(given["size"], [1, 1, 1]) };
    case "plane":
      return { kind, normal: vector(given["normal"], [0, 0, 1]) };
    case "compound":
      return { kind, parts: tables(given["parts"]).map(partOf) };
    default:
      return null;
  }
}

function partOf(part: Table): { shape: Shape; position: Vector; orientation: Quaternion; density: number } {
  return {
    shape: shapeOf(part["shape"]) ?? { kind: "sphere", radius: 0.1 },
    position: vector(part["position"], [0, 0, 0]),
    orientation: quaternion(part["orientation"]),
    density: number(part["density"]) ?? 1,
  };
}

/** The centre of mass of a shape in its own coordinates, about which a body's position is given. */
export function centreOf(shape: Shape): Vector {
  if (shape.kind !== "compound") return [0, 0, shape.kind === "cone" ? -shape.height / 4 : 0];
  const masses = shape.parts.map((part) => part.density * volume(part.shape));
  const all = masses.reduce((sum, mass) => sum + mass, 0) || 1;
  const sum: Vector = [0, 0, 0];
  shape.parts.forEach((part, i) => {
    const own = turned(part.orientation, centreOf(part.shape));
    for (const axis of [0, 1, 2] as const) sum[axis] += ((masses[i] ?? 0) * (part.position[axis] + own[axis])) / all;
  });
  return sum;
}

function volume(shape: Shape): number {
  switch (shape.kind) {
    case "sphere":
      return (4 / 3) * Math.PI * shape.radius ** 3;
    case "cylinder":
      return Math.PI * shape.radius ** 2 * shape.height;
    case "cone":
      return (Math.PI / 3) * shape.radius ** 2 * shape.height;
    case "capsule":
      return Math.PI * shape.radius ** 2 * (shape.height + (4 / 3) * shape.radius);
    case "box":
      return shape.size[0] * shape.size[1] * shape.size[2];
    case "plane":
      return 0;
    case "compound":
      return shape.parts.reduce((sum, part) => sum + part.density * volume(part.shape), 0);
  }
}

/** A vector turned by an orientation. */
export function turned([w, x, y, z]: Quaternion, [a, b, c]: Vector): Vector {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s];
}

function table(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function tables(value: unknown): Table[] {
  return Array.isArray(value) ? value.map(table) : [];
}

/** A length, m, or a number without a unit. */
function number(value: unknown): number | null {
  if (typeof value === "string") {
    const length = quantity(value, "m");
    return length === null ? null : length.factor * Number(length.digits.replace(/_/g, ""));
  }
  return typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : null;
}

function vector(value: unknown, otherwise: Vector): Vector {
  const given = Array.isArray(value) ? value.map(number) : [];
  return given.length === 3 && given.every((x) => x !== null) ? (given as Vector) : otherwise;
}

function quaternion(value: unknown): Quaternion {
  const given = Array.isArray(value) ? value.map((x) => number(x) ?? 0) : [];
  const length = Math.hypot(...given);
  return given.length === 4 && length > 0 ? (given.map((x) => x / length) as Quaternion) : [1, 0, 0, 0];
}
