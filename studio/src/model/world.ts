// Where the bodies of a world are at any time: from the pieces of the document where those say it in closed form, from its samples
// otherwise.

import type { Piece, Vector, WorldBody, WorldSolved } from "../engine/types.ts";
import { place } from "./samples.ts";
import type { Quaternion } from "./shapes.ts";

export type Pose = { position: Vector; velocity: Vector; orientation: Quaternion | null; angle: number };

/** Whether samples are needed to draw the world: some of its pieces have no simple closed form. */
export function needsSamples(document: WorldSolved): boolean {
  if (document.pendulum?.swing === "true") return true;
  return Object.values(document.bodies).some((body) => body.pieces.some((piece) => piece.orientation !== undefined));
}

export function poseOf(document: WorldSolved, body: WorldBody, time: number): Pose {
  const piece = pieceAt(body.pieces, time);
  const frequency = document.pendulum?.frequency ?? 1;
  if (piece?.angle !== undefined && document.pendulum?.swing === "small") return swinging(piece, frequency, time);
  if (body.samples !== undefined && body.samples.length > 2) return sampled(body.samples, time);
  if (piece?.position !== undefined) return parabola(piece, time);
  return still(body);
}

function pieceAt(pieces: readonly Piece[], time: number): Piece | undefined {
  if (pieces.length === 0) return undefined;
  return pieces[place(pieces.map((piece) => piece.start), time).index];
}

function swinging(piece: Piece, frequency: number, time: number): Pose {
  const phase = frequency * (Math.min(time, piece.end) - piece.start);
  const angle = (piece.angle ?? 0) * Math.cos(phase) + ((piece.rate ?? 0) / frequency) * Math.sin(phase);
  return { position: [0, 0, 0], velocity: [0, 0, 0], orientation: null, angle };
}

function parabola(piece: Piece, time: number): Pose {
  const s = Math.min(time, piece.end) - piece.start;
  const sum = (coefficients: readonly Vector[], axis: 0 | 1 | 2) =>
    coefficients.reduceRight((value, coefficient) => value * s + coefficient[axis], 0);
  const all = (coefficients: readonly Vector[]): Vector => [sum(coefficients, 0), sum(coefficients, 1), sum(coefficients, 2)];
  return { position: all(piece.position ?? []), velocity: all(piece.velocity ?? []), orientation: null, angle: 0 };
}

function sampled(samples: NonNullable<WorldBody["samples"]>, time: number): Pose {
  const { index, part } = place(samples.map((sample) => sample.time), time);
  const here = samples[index];
  const next = samples[index + 1] ?? here;
  const mix = (a: number, b: number) => a + part * (b - a);
  const mixed = (a: Vector | undefined, b: Vector | undefined): Vector =>
    a && b ? [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])] : [0, 0, 0];
  return {
    position: mixed(here?.position, next?.position),
    velocity: mixed(here?.velocity, next?.velocity),
    orientation: between(here?.orientation, next?.orientation, part),
    angle: mix(here?.angle ?? 0, next?.angle ?? 0),
  };
}

/** The normalised mean: samples are close together. */
function between(a: Quaternion | undefined, b: Quaternion | undefined, part: number): Quaternion | null {
  if (a === undefined || b === undefined) return null;
  const sign = a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) < 0 ? -1 : 1;
  const mixed = a.map((x, i) => (1 - part) * x + part * sign * (b[i] ?? 0));
  const length = Math.hypot(...mixed) || 1;
  return mixed.map((x) => x / length) as Quaternion;
}

function still(body: WorldBody): Pose {
  const { position = [0, 0, 0], velocity = [0, 0, 0], orientation = null, angle = 0 } = body.final;
  return { position, velocity, orientation, angle };
}
