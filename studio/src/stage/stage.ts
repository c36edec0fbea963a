// The view in space: camera, lights and whatever model is shown. Draws only when something changed.

import * as THREE from "three";
import { release } from "./shared.ts";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** What the stage shows. */
export interface Model {
  readonly group: THREE.Object3D;
  readonly centre: THREE.Vector3;
  /** Radius of what is to be seen, m. */
  readonly size: number;
  /** Where it is best seen from. */
  readonly from: Direction;
  /** Moves everything to an instant of a clock. */
  show(clock: Clock, time: number): void;
  /** The arrows of velocities before the impact that can be dragged. */
  readonly handles: Handle[];
}

/** The tip of a body's velocity arrow. */
export type Handle = { body: string; from: THREE.Vector3; tip: THREE.Vector3; perSpeed: number };

export type Clock = "motion" | "impact";
export type Direction = "front" | "side" | "above" | "corner";

const UP = new THREE.Vector3(0, 0, 1);

const DIRECTIONS: Record<Direction, [number, number, number]> = {
  front: [0, -1, 0.02],
  side: [1, 0, 0.02],
  above: [0, -0.001, 1],
  corner: [0.55, -1, 0.55],
};

export class Stage {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #scene = new THREE.Scene();
  readonly #camera = new THREE.PerspectiveCamera(32, 1, 0.01, 1000);
  readonly #controls: OrbitControls;
  #model: Model | null = null;
  #pending = 0;

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    // Asking for errors waits until a program is compiled, and these are three's own.
    this.#renderer.debug.checkShaderErrors = false;
    this.#camera.up.set(0, 0, 1);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.addEventListener("change", () => this.draw());
    this.#scene.add(new THREE.HemisphereLight("#ffffff", "#8a8f99", 2.2));
    const sun = new THREE.DirectionalLight("#ffffff", 2);
    sun.position.set(2, -3, 5);
    this.#scene.add(sun);
    new ResizeObserver(() => this.#fit()).observe(canvas.parentElement ?? canvas);
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  /** Shows another model; keeps where the camera is if that suits it still. */
  present(model: Model, keepCamera: boolean): void {
    if (this.#model !== null) this.#clear(this.#model.group);
    this.#model = model;
    this.#scene.add(model.group);
    if (!keepCamera) this.look(model.from);
    this.draw();
  }

  look(from: Direction): void {
    const { centre, size } = this.#model ?? { centre: new THREE.Vector3(), size: 1 };
    const aspect = Math.min(this.#camera.aspect, 1);
    const distance = (1.12 * size) / Math.sin((this.#camera.fov * Math.PI) / 360) / Math.max(aspect, 0.4);
    this.#camera.position.copy(new THREE.Vector3(...DIRECTIONS[from]).normalize().multiplyScalar(distance).add(centre));
    this.#camera.near = distance / 100;
    this.#camera.far = distance * 20;
    this.#camera.updateProjectionMatrix();
    this.#controls.target.copy(centre);
    this.#controls.update();
    this.draw();
  }

  /** Turns the camera about the scene and raises it, in radians; for the keyboard. */
  orbit(azimuth: number, elevation: number): void {
    const offset = this.#camera.position.clone().sub(this.#controls.target);
    offset.applyAxisAngle(UP, azimuth);
    const polar = offset.angleTo(UP);
    const raised = Math.min(Math.max(polar - elevation, 0.01), Math.PI - 0.01);
    offset.applyAxisAngle(new THREE.Vector3().crossVectors(UP, offset).normalize(), raised - polar);
    this.#moveTo(offset);
  }

  /** Brings the camera to this part of its distance. */
  zoom(part: number): void {
    this.#moveTo(this.#camera.position.clone().sub(this.#controls.target).multiplyScalar(part));
  }

  #moveTo(offset: THREE.Vector3): void {
    this.#camera.position.copy(this.#controls.target).add(offset);
    this.#controls.update();
    this.draw();
  }

  /** Where the camera is and what it looks at: six numbers, m. */
  get camera(): number[] {
    return [...this.#camera.position.toArray(), ...this.#controls.target.toArray()];
  }

  set camera(places: readonly number[]) {
    const [x = 0, y = 0, z = 1, a = 0, b = 0, c = 0] = places;
    this.#controls.target.set(a, b, c);
    this.#moveTo(new THREE.Vector3(x - a, y - b, z - c));
  }

  /** Lets go of what the browser keeps for it. */
  close(): void {
    if (this.#model !== null) this.#clear(this.#model.group);
    this.#controls.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  /** Asks for a picture before the next frame. */
  draw(): void {
    if (this.#pending !== 0) return;
    this.#pending = requestAnimationFrame(() => this.drawNow());
  }

  drawNow(): void {
    this.#pending = 0;
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** Where a point of the screen meets the horizontal plane at a height; null if it does not. */
  pointAt(clientX: number, clientY: number, height: number): THREE.Vector3 | null {
    return this.#ray(clientX, clientY).intersectPlane(new THREE.Plane(new THREE.Vector3(0, 0, 1), -height), new THREE.Vector3());
  }

  /** Where a point of the screen meets the plane through a point that faces the camera; null if it does not. */
  pointFacing(clientX: number, clientY: number, through: THREE.Vector3): THREE.Vector3 | null {
    const facing = new THREE.Plane().setFromNormalAndCoplanarPoint(this.#camera.getWorldDirection(new THREE.Vector3()), through);
    return this.#ray(clientX, clientY).intersectPlane(facing, new THREE.Vector3());
  }

  /** Where a point is on the screen, in pixels of the window. */
  onScreen(point: THREE.Vector3): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const { x, y } = point.clone().project(this.#camera);
    return [box.left + ((x + 1) / 2) * box.width, box.top + ((1 - y) / 2) * box.height];
  }

  #ray(clientX: number, clientY: number): THREE.Ray {
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(at, this.#camera);
    return caster.ray;
  }

  get model(): Model | null {
    return this.#model;
  }

  set turnable(on: boolean) {
    this.#controls.enabled = on;
  }

  #fit(): void {
    const box = (this.canvas.parentElement ?? this.canvas).getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    this.#renderer.setSize(box.width, box.height, false);
    this.#camera.aspect = box.width / box.height;
    this.#camera.updateProjectionMatrix();
    this.drawNow();
  }

  /** Paints stay, for the next model: they are few, and shared. */
  #clear(group: THREE.Object3D): void {
    this.#scene.remove(group);
    group.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.Line) release(object.geometry as THREE.BufferGeometry);
    });
  }
}
