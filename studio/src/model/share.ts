// The whole state in the address: the scene's text, the cursor, the panel, the camera, the world an impact is from, and the scene beside
// it. Compressed, so that links stay short.

export type SharedScene = {
  text: string;
  clock: "motion" | "impact";
  /** Where the cursor is, 0 to 1. */
  part: number;
  panel: string;
  /** Where the camera is and what it looks at, m. */
  camera?: number[];
  /** The world that this impact is from, and which of its impacts it is. */
  origin?: { text: string; impact: string };
  /** The text of an outcome that is kept beside this one. */
  pinned?: string;
};

export type Shared = SharedScene & { beside?: SharedScene; linked?: boolean };

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
  if (!isScene(state)) return false;
  const { beside, linked } = state as Record<string, unknown>;
  return (beside === undefined || isScene(beside)) && (linked === undefined || typeof linked === "boolean");
}

function isScene(state: unknown): state is SharedScene {
  if (typeof state !== "object" || state === null) return false;
  const { text, clock, part, panel, camera, origin, pinned } = state as Record<string, unknown>;
  const clocks = clock === "motion" || clock === "impact";
  const said = typeof text === "string" && clocks && isNumber(part) && typeof panel === "string";
  const seen = camera === undefined || (Array.isArray(camera) && camera.length === 6 && camera.every(isNumber));
  return said && seen && (origin === undefined || isOrigin(origin)) && (pinned === undefined || typeof pinned === "string");
}

function isOrigin(origin: unknown): boolean {
  const { text, impact } = (origin ?? {}) as Record<string, unknown>;
  return typeof text === "string" && typeof impact === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
