// The engine's thread. Takes the compressed module once, then requests, whose answers it hands over as bytes; an engine that broke down is
// started anew.

import { Engine, EngineError, type EngineFunction } from "./protocol.ts";

export type Request = { id: number; name: EngineFunction; texts: string[] };
export type Response = { id: number; answer: ArrayBuffer } | { id: number; refused: string } | { id: number; broke: string };

let module: Promise<WebAssembly.Module> | undefined;
let engine: Promise<Engine> | undefined;

async function compiled(compressed: ArrayBuffer): Promise<WebAssembly.Module> {
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

async function answered(request: Request): Promise<Response> {
  try {
    if (module === undefined) throw new Error("a request came before the engine");
    engine ??= module.then(Engine.start);
    return { id: request.id, answer: (await engine).bytes(request.name, ...request.texts).buffer };
  } catch (error) {
    if (error instanceof EngineError) return { id: request.id, refused: error.message };
    engine = undefined;
    return { id: request.id, broke: String(error) };
  }
}

self.onmessage = async (event: MessageEvent<ArrayBuffer | Request>) => {
  if (event.data instanceof ArrayBuffer) {
    module = compiled(event.data);
    return;
  }
  const response = await answered(event.data);
  self.postMessage(response, "answer" in response ? { transfer: [response.answer] } : {});
};
