// The whole state in the address: the scene's text, the cursor, the panel. Compressed, so that links stay short.

export type Shared = { text: string; clock: "motion" | "impact"; part: number; panel: string };

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The part of an address after #. */
export async function toFragment(state: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `s=${btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** The state in a fragment; null if it holds none or is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
  const coded = /^#?s=([\w-]+)$/.exec(fragment)?.[1];
  if (coded === undefined) return null;
  try {
    const binary = atob(coded.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const state: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return isShared(state) ? state : null;
  } catch {
    return null;
  }
}

function isShared(state: unknown): state is Shared {
  if (typeof state !== "object" || state === null) return false;
  const { text, clock, part, panel } = state as Record<string, unknown>;
  const clocks = clock === "motion" || clock === "impact";
  return typeof text === "string" && clocks && typeof part === "number" && Number.isFinite(part) && typeof panel === "string";
}
