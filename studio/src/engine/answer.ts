// What the engine says of a text: a view of its solution, or what is wrong with it.

import { needsSamples } from "../model/world.ts";
import type { EngineClient } from "./client.ts";
import { EngineError } from "./protocol.ts";
import { solved, type Problems, type View } from "./types.ts";

/** Samples of an impact between its events: as many as a chart has pixels, about; fewer of many contacts, to be fast. */
const SAMPLES = 320;
const FEWEST_SAMPLES = 80;
const ALL_SAMPLES = 1600;
/** Of a world that has to be sampled: some ten a swing for a few minutes. */
const WORLD_SAMPLES = 3000;

export type Answer = { view: View } | { problems: Problems };

/** With as many samples as suit the scene before: of a new scene the first answer may be finer than need be. */
export async function answerOf(engine: EngineClient, text: string, before: View | null): Promise<Answer> {
  try {
    const view = await engine.view(text, samplesFor(before));
    const sampled = view.kind === "world" && solved(view.document) && needsSamples(view.document);
    return { view: sampled ? await engine.view(text, WORLD_SAMPLES) : view };
  } catch (error) {
    return { problems: await explained(engine, text, error instanceof Error ? error : new Error(String(error))) };
  }
}

function samplesFor(before: View | null): number {
  const contacts = before?.kind === "impact" ? before.contacts.length : 1;
  return Math.round(Math.min(SAMPLES, Math.max(FEWEST_SAMPLES, ALL_SAMPLES / Math.max(contacts, 1))));
}

/** What is wrong with the file, or else with the engine. */
async function explained(engine: EngineClient, text: string, error: Error): Promise<Problems> {
  const unknown = { problems: [], text: error.message };
  if (!(error instanceof EngineError)) return unknown;
  const found = await engine.problems(text).catch(() => unknown);
  return found.problems.length > 0 ? found : unknown;
}
