// What happens in a scene and when; and which of a world's events are impacts that can be opened.

import { solved, type ImpactView, type View, type WorldEvent, type WorldView } from "../engine/types.ts";
import { words } from "./format.ts";

/** `impact` names the impact of a world to the engine; null for what is none. */
export type Happening = { time: number; what: string; impact: string | null };

/** In the order of time. Of an impact by its own clock its events; by the motion's, the impact itself. */
export function happenings(view: View | null, clock: "motion" | "impact"): Happening[] {
  if (view === null) return [];
  if (view.kind === "world") return inWorld(view);
  return clock === "motion" ? (solved(view.document) ? [{ time: 0, what: "impact", impact: null }] : []) : inImpact(view);
}

function inImpact(view: ImpactView): Happening[] {
  if (!solved(view.document)) return [];
  return view.document.events.map((event) => ({ time: event.time, what: `${view.contacts[event.contact]?.name ?? ""} ${words(event.kind)}`, impact: null }));
}

function inWorld(view: WorldView): Happening[] {
  if (!solved(view.document)) return [];
  const { cue, events } = view.document;
  const blow: Happening[] = cue === undefined ? [] : [{ time: 0, what: `the cue strikes ${cue.ball}`, impact: "cue" }];
  return [...blow, ...events.map((event, number) => ({ time: event.time, what: told(event), impact: event.kind === "collides" ? String(number) : null }))];
}

function told(event: WorldEvent): string {
  const touched = event.contacts?.map((contact) => contact.between.join(" on ")).join(", ");
  const cushions = (event.cushions ?? []).map(([ball]) => `${ball} on a cushion`);
  const pairs = (event.pairs ?? []).map((pair) => pair.join(" on "));
  const met = touched ?? [...pairs, ...cushions].join(", ");
  if (met !== "") return `impact: ${met}`;
  return `${(event.bodies ?? [event.body ?? ""]).join(", ")} ${words(event.kind)}`.trim();
}
