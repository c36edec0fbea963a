// How bytes cross the border to the engine: it is called with the lengths of the arguments, asks for them, and hands its
// result over. Used by the page's worker, by the build and by the tests in Node.

export type EngineFunction = "document" | "report" | "problems" | "view" | "impact_scene" | "keys" | "figures" | "figure" | "compare" | "derivatives";

/** What the engine could not do, in words for the reader. */
export class EngineError extends Error {}

export class Engine {
  readonly #exports: WebAssembly.Exports;
  readonly #border: Border;

  private constructor(instance: WebAssembly.Instance, border: Border) {
    this.#exports = instance.exports;
    this.#border = border;
  }

  static async start(module: WebAssembly.Module): Promise<Engine> {
    const border = new Border();
    const instance = await WebAssembly.instantiate(module, {
      typst_env: {
        wasm_minimal_protocol_write_args_to_buffer: (to: number) => border.give(to),
        wasm_minimal_protocol_send_result_to_host: (from: number, length: number) => border.take(from, length),
      },
    });
    border.memory = instance.exports["memory"] as WebAssembly.Memory;
    return new Engine(instance, border);
  }

  /** Calls a function with texts; gives its answer as a text, or throws what it says is wrong. */
  call(name: EngineFunction, ...texts: string[]): string {
    return new TextDecoder().decode(this.bytes(name, ...texts));
  }

  /** Calls a function with texts; gives the bytes of its answer, which nobody else has, or throws what it says is wrong. */
  bytes(name: EngineFunction, ...texts: string[]): Uint8Array<ArrayBuffer> {
    const encoder = new TextEncoder();
    const parts = texts.map((text) => encoder.encode(text));
    this.#border.arguments = parts;
    const code = (this.#exports[name] as (...lengths: number[]) => number)(...parts.map((part) => part.length));
    if (code !== 0) throw new EngineError(new TextDecoder().decode(this.#border.result));
    return this.#border.result;
  }
}

class Border {
  memory: WebAssembly.Memory | undefined;
  arguments: Uint8Array[] = [];
  result: Uint8Array<ArrayBuffer> = new Uint8Array();

  give(to: number): void {
    let at = to;
    for (const part of this.arguments) {
      this.#bytes().set(part, at);
      at += part.length;
    }
  }

  take(from: number, length: number): void {
    this.result = new Uint8Array(this.#bytes().subarray(from, from + length));
  }

  // The buffer of a memory that has grown is another one.
  #bytes(): Uint8Array {
    if (this.memory === undefined) throw new Error("the engine called before it was there");
    return new Uint8Array(this.memory.buffer);
  }
}
