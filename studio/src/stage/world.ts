// A world in space: balls on a table, bodies over a floor, or a cradle, with the paths behind them.

import * as THREE from "three";
import { solved, type WorldBody, type WorldSolved, type WorldView } from "../engine/types.ts";
import { poseOf } from "../model/world.ts";
import type { Shapes } from "../model/shapes.ts";
import { ballColour, colourOf } from "./colours.ts";
import { ball, meshOf } from "./meshes.ts";
import { solid, stroke } from "./paint.ts";
import type { Clock, Direction, Model } from "./stage.ts";

/** Points of a path. */
const POINTS = 600;

type Mover = { mesh: THREE.Object3D; body: WorldBody; move: (time: number) => void };

export class WorldModel implements Model {
  readonly group = new THREE.Group();
  readonly centre = new THREE.Vector3();
  readonly size: number;
  readonly from: Direction;
  readonly handles = [];
  readonly #movers: Mover[];

  constructor(view: WorldView, shapes: Shapes) {
    const document = solved(view.document) ? view.document : null;
    this.from = view.table !== null ? "above" : shapes.cradle !== null ? "front" : "corner";
    if (document === null) {
      this.size = 1;
      this.#movers = [];
      return;
    }
    if (view.table !== null) {
      this.size = 0.48 * Math.hypot(view.table.length, view.table.width);
      this.group.add(table(view.table));
      this.#movers = view.names.map((name, i) => this.#ballOn(document, name, i, shapes));
    } else if (shapes.cradle !== null) {
      this.size = 1.2 * shapes.cradle.length;
      this.centre.set(0, 0, -0.55 * shapes.cradle.length);
      this.#movers = view.names.map((name, i) => this.#hanging(document, name, i, shapes));
    } else {
      const box = new THREE.Box3();
      this.#movers = view.names.map((name, i) => this.#thrown(document, name, i, shapes, box));
      const sphere = box.getBoundingSphere(new THREE.Sphere());
      this.size = Math.max(1.2 * sphere.radius, 1e-3);
      this.centre.copy(sphere.center);
      this.group.add(meshOf({ kind: "plane", normal: [0, 0, 1] }, "#9aa4ad", this.size));
    }
  }

  show(_clock: Clock, time: number): void {
    for (const mover of this.#movers) mover.move(time);
  }

  #ballOn(document: WorldSolved, name: string, index: number, shapes: Shapes): Mover {
    const colour = ballColour(name, index);
    const mesh = ball(shapes.ballRadius(name), colour);
    const body = document.bodies[name] as WorldBody;
    this.#addPath(document, body, colour, 0.002);
    this.group.add(mesh);
    const last = document.end;
    const move = (time: number) => {
      mesh.position.set(...poseOf(document, body, time).position);
      const out = body.final.exit !== undefined && time >= (body.pieces.at(-1)?.end ?? last);
      mesh.visible = !out;
    };
    return { mesh, body, move };
  }

  #thrown(document: WorldSolved, name: string, index: number, shapes: Shapes, box: THREE.Box3): Mover {
    const shape = shapes.bodies.get(name)?.shape ?? { kind: "sphere" as const, radius: 0.05 };
    const mesh = meshOf(shape, colourOf(index), 1);
    const body = document.bodies[name] as WorldBody;
    for (const point of this.#addPath(document, body, colourOf(index), 0)) box.expandByPoint(point);
    this.group.add(mesh);
    const move = (time: number) => {
      const pose = poseOf(document, body, time);
      mesh.position.set(...pose.position);
      if (pose.orientation !== null) {
        const [w, x, y, z] = pose.orientation;
        mesh.quaternion.set(x, y, z, w);
      }
    };
    move(0);
    mesh.updateMatrixWorld(true);
    box.expandByObject(mesh);
    return { mesh, body, move };
  }

  #hanging(document: WorldSolved, name: string, index: number, shapes: Shapes): Mover {
    const { length, radii } = shapes.cradle ?? { length: 1, radii: [] };
    const radius = radii[index] ?? 0.01;
    const pivot = radii.slice(0, index).reduce((sum, r) => sum + 2 * r, 0) + radius - radii.reduce((sum, r) => sum + r, 0);
    const mesh = new THREE.Group();
    const bob = ball(radius, colourOf(index));
    bob.position.z = -length;
    const string = new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3(0, 0, -length)]);
    mesh.add(bob, new THREE.Line(string, stroke("#888888")));
    mesh.position.x = pivot;
    this.group.add(mesh);
    const body = document.bodies[name] as WorldBody;
    // Angles are positive towards +x, and a turn about y by a positive angle carries −z towards −x.
    return { mesh, body, move: (time) => mesh.rotation.set(0, -poseOf(document, body, time).angle, 0) };
  }

  #addPath(document: WorldSolved, body: WorldBody, colour: string, lift: number): THREE.Vector3[] {
    const end = body.pieces.at(-1)?.end ?? document.end;
    const points = Array.from({ length: POINTS + 1 }, (_, i) => {
      const [x, y, z] = poseOf(document, body, (end * i) / POINTS).position;
      return new THREE.Vector3(x, y, z + lift);
    });
    const paint = stroke(new THREE.Color(colour).lerp(new THREE.Color("#ffffff"), lift > 0 ? 0.35 : 0).getStyle());
    this.group.add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), paint));
    return points;
  }
}

function table({ length, width, pockets }: NonNullable<WorldView["table"]>): THREE.Object3D {
  const group = new THREE.Group();
  const bed = new THREE.Mesh(new THREE.BoxGeometry(length, width, 0.02), solid("#1b6f5c"));
  bed.position.z = -0.011;
  group.add(bed);
  const rail = (x: number, y: number, along: number, across: number) => {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(along, across, 0.06), solid("#6b4526"));
    mesh.position.set(x, y, 0.008);
    group.add(mesh);
  };
  const wood = 0.09;
  rail(0, (width + wood) / 2, length + 2 * wood, wood);
  rail(0, -(width + wood) / 2, length + 2 * wood, wood);
  rail((length + wood) / 2, 0, wood, width);
  rail(-(length + wood) / 2, 0, wood, width);
  for (const { centre, radius } of pockets) {
    const hole = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, 0.062, 32).rotateX(Math.PI / 2), solid("#111111"));
    hole.position.set(centre[0], centre[1], 0.0085);
    group.add(hole);
  }
  return group;
}
