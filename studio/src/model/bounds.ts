// How far a shape reaches.

import type { Vector } from "../engine/types.ts";
import { centreOf, turned, type Quaternion, type Shape } from "./shapes.ts";

const AXES: readonly Vector[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The least and the largest coordinates of a body whose centre of mass is at a place. A plane has none. */
export function boundsOf(shape: Exclude<Shape, { kind: "plane" }>, position: Vector, orientation: Quaternion): { least: Vector; most: Vector } {
  const reach = (axis: Vector, sign: 1 | -1) => {
    const own = unturned(orientation, scaled(axis, sign));
    return dot(scaled(axis, sign), position) + support(shape, own) - dot(own, centreOf(shape));
  };
  return { most: AXES.map((axis) => reach(axis, 1)) as Vector, least: AXES.map((axis) => -reach(axis, -1)) as Vector };
}

/** The support function: how far a shape reaches along a unit vector of its own coordinates. */
function support(shape: Shape, along: Vector): number {
  const [x, y, z] = along;
  const across = Math.hypot(x, y);
  switch (shape.kind) {
    case "sphere":
      return shape.radius;
    case "cylinder":
      return (shape.height / 2) * Math.abs(z) + shape.radius * across;
    case "cone":
      return Math.max((shape.height / 2) * z, -(shape.height / 2) * z + shape.radius * across);
    case "capsule":
      return (shape.height / 2) * Math.abs(z) + shape.radius;
    case "box":
      return (Math.abs(x) * shape.size[0] + Math.abs(y) * shape.size[1] + Math.abs(z) * shape.size[2]) / 2;
    case "plane":
      return 0;
    case "compound":
      return shape.parts.reduce((most, part) => Math.max(most, dot(along, part.position) + support(part.shape, unturned(part.orientation, along))), -Infinity);
  }
}

function unturned([w, x, y, z]: Quaternion, vector: Vector): Vector {
  return turned([w, -x, -y, -z], vector);
}

function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

function dot([a, b, c]: Vector, [x, y, z]: Vector): number {
  return a * x + b * y + c * z;
}
