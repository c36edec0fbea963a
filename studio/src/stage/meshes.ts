// Shapes as meshes. Cylinders, cones and capsules stand along z here and along y in three.js.

import * as THREE from "three";
import { sheet, solid, stroke } from "./paint.ts";
import { GRID, SPHERE, STRIPE } from "./shared.ts";
import { centreOf, type Shape } from "../model/shapes.ts";

/** How far a plane is drawn, in sizes of the scene. */
const PLANE = 4;
/** The same of a piece of one, over that of a plane. */
const PATCH = 0.25;

/** A shape about its centre of mass; `size` is that of the scene, for planes. */
export function meshOf(shape: Shape, colour: string, size: number): THREE.Object3D {
  const group = new THREE.Group();
  const body = ownMesh(shape, colour, size);
  const [x, y, z] = centreOf(shape);
  if (shape.kind !== "plane") body.position.set(body.position.x - x, body.position.y - y, body.position.z - z);
  group.add(body);
  return group;
}

function ownMesh(shape: Shape, colour: string, size: number): THREE.Object3D {
  switch (shape.kind) {
    case "sphere":
      return ball(shape.radius, colour);
    case "cylinder":
      return standing(new THREE.CylinderGeometry(shape.radius, shape.radius, shape.height, 48), colour);
    case "cone":
      return standing(new THREE.ConeGeometry(shape.radius, shape.height, 48), colour);
    case "capsule":
      return standing(new THREE.CapsuleGeometry(shape.radius, shape.height, 12, 32), colour);
    case "box":
      return new THREE.Mesh(new THREE.BoxGeometry(...shape.size), solid(colour, 0.85));
    case "plane":
      return plane(shape.normal, size);
    case "compound": {
      const group = new THREE.Group();
      for (const part of shape.parts) {
        const mesh = ownMesh(part.shape, colour, size);
        const holder = new THREE.Group();
        const [w, x, y, z] = part.orientation;
        holder.quaternion.set(x, y, z, w);
        holder.position.set(...part.position);
        holder.add(mesh);
        group.add(holder);
      }
      return group;
    }
  }
}

function standing(geometry: THREE.BufferGeometry, colour: string): THREE.Mesh {
  geometry.rotateX(Math.PI / 2);
  return new THREE.Mesh(geometry, solid(colour));
}

/** The surface of a fixed body of unknown shape about one of its contacts: a piece of the plane that touches it there. */
export function patch(point: readonly [number, number, number], normal: readonly [number, number, number], size: number): THREE.Object3D {
  const surface = plane(normal, PATCH * size);
  surface.position.set(...point);
  return surface;
}

/** A ball with a stripe, so that it is seen to turn. */
export function ball(radius: number, colour: string): THREE.Object3D {
  const group = new THREE.Group();
  group.add(new THREE.Mesh(SPHERE, solid(colour)), new THREE.Mesh(STRIPE, solid("#ffffff")));
  group.scale.setScalar(radius);
  return group;
}

function plane(normal: readonly [number, number, number], size: number): THREE.Object3D {
  const geometry = new THREE.PlaneGeometry(PLANE * size, PLANE * size);
  const grid = new THREE.LineSegments(GRID, stroke("#a9b3ba"));
  grid.scale.setScalar(PLANE * size);
  grid.position.z = 1e-3 * size;
  const group = new THREE.Group();
  group.add(new THREE.Mesh(geometry, sheet("#9aa4ad", 0.35)), grid);
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...normal).normalize());
  group.quaternion.copy(turn);
  const holder = new THREE.Group();
  holder.add(group);
  return holder;
}
