// The page's side of the engine: questions as promises. An engine that does not answer in time is ended and started anew.

import EngineWorker from "./worker.ts?worker&inline";
import { viewOf } from "./columns.ts";
import { EngineError, type EngineFunction } from "./protocol.ts";
import type { Response } from "./worker.ts";
import type { Comparison, Derivatives, Problems, View } from "./types.ts";

/** Longer than any scene of the gallery takes on a slow machine, ms. */
const PATIENCE = 60_000;

type Waiting = { resolve: (answer: ArrayBuffer) => void; reject: (error: Error) => void; timer: number };

export class EngineClient {
  #worker: Worker;
  readonly #compressed: ArrayBuffer;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #broken: string | null = null;

  constructor(compressed: ArrayBuffer) {
    this.#compressed = compressed;
    this.#worker = this.#started();
  }

  async view(scene: string, samples: number): Promise<View> {
    return viewOf(await this.#ask("view", scene, String(samples)));
  }

  async problems(scene: string): Promise<Problems> {
    return JSON.parse(await this.call("problems", scene)) as Problems;
  }

  async compare(scene: string): Promise<Comparison> {
    return JSON.parse(await this.call("compare", scene)) as Comparison;
  }

  async derivatives(scene: string): Promise<Derivatives> {
    return JSON.parse(await this.call("derivatives", scene)) as Derivatives;
  }

  /** One impact of a world as the text of a scene; `moment` is the number of its event, or cue. */
  impactScene(world: string, moment: string): Promise<string> {
    return this.call("impact_scene", world, moment);
  }

  async figures(scene: string): Promise<string[]> {
    return (await this.call("figures", scene)).split("\n").filter((name) => name !== "");
  }

  figure(scene: string, name: string, contact: string): Promise<string> {
    return this.call("figure", scene, name, contact);
  }

  async call(name: EngineFunction, ...texts: string[]): Promise<string> {
    return new TextDecoder().decode(await this.#ask(name, ...texts));
  }

  #ask(name: EngineFunction, ...texts: string[]): Promise<ArrayBuffer> {
    const id = this.#next++;
    if (this.#broken !== null) return Promise.reject(new Error(this.#broken));
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => this.#giveUp(id), PATIENCE);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, name, texts });
    });
  }

  #started(): Worker {
    const worker = new EngineWorker();
    worker.onmessage = (event: MessageEvent<Response>) => this.#settle(event.data);
    worker.onerror = (event) => {
      this.#broken = `the engine could not start: ${event.message || "the browser does not say why"}`;
      this.#break(this.#broken);
    };
    worker.postMessage(this.#compressed);
    return worker;
  }

  #settle(response: Response): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    window.clearTimeout(waiting.timer);
    if ("answer" in response) waiting.resolve(response.answer);
    else if ("refused" in response) waiting.reject(new EngineError(response.refused));
    else waiting.reject(new Error(`the engine broke down: ${response.broke}`));
  }

  #break(reason: string): void {
    for (const waiting of this.#waiting.values()) {
      window.clearTimeout(waiting.timer);
      waiting.reject(new Error(reason));
    }
    this.#waiting.clear();
  }

  #giveUp(id: number): void {
    this.#waiting.get(id)?.reject(new EngineError(`no answer within ${PATIENCE / 1000} s: the scene is too large for the page`));
    this.#waiting.delete(id);
    this.#break("the engine was started anew");
    this.#worker.terminate();
    this.#worker = this.#started();
  }
}
