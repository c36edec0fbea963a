// What is so at the cursor, and what came out: velocities, impulses, energies; beside those of a pinned scene, if there is one.

import { make, button } from "../dom.ts";
import { solved, type View } from "../engine/types.ts";
import { atCursor } from "../model/cursor.ts";
import { shown, shownVector, words } from "../model/format.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

type Row = [name: string, value: string, unit: string];

export function numbersPanel(studio: Studio): Panel {
  const element = make("div", {});
  const pin = button("Pin this scene", () => studio.pin(), "Keep this outcome beside the next ones (P)");
  const body = make("div", { class: "outcomes" });
  const now = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers at the cursor" });
  element.append(make("div", { class: "row" }, pin), now, body);
  const cursor = () => showCursor(studio, now);
  const refresh = () => {
    pin.textContent = studio.pinned === null ? "Pin this scene" : "Unpin";
    body.replaceChildren(...(studio.view === null ? [] : tables(studio.view, studio.pinned?.view ?? null)));
  };
  studio.on("pinned", refresh);
  return { name: "numbers", title: "Numbers", element, refresh, cursor };
}

function showCursor(studio: Studio, into: HTMLElement): void {
  const { view, clock, time } = studio;
  if (view === null) return;
  const inside = clock === "impact" || view.kind === "world";
  const found = atCursor(view, inside ? time : time < 0 ? 0 : Infinity);
  into.hidden = found.length === 0;
  into.replaceChildren(...found.map(({ title, head, rows }) => {
    const line = ([name, ...values]: string[]) => make("tr", {}, make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, value)));
    return make("table", { class: "cursor" }, make("caption", {}, title), make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows.map(line)));
  }));
}

function tables(view: View, pinned: View | null): HTMLElement[] {
  if (!solved<{ outcome: string }>(view.document)) {
    const failed = view.document as import("../engine/types.ts").Failed;
    return [make("p", { class: "failure" }, `Could not be solved: ${failed.error.message}`)];
  }
  const other = pinned === null ? null : new Map(sections(pinned).flatMap(([title, rows]) => rows.map((row) => [`${title}/${row[0]}`, row[1]])));
  return [make("p", { id: "outcome" }, `Outcome: ${words(view.document.outcome)}`), ...sections(view).map(([title, rows]) => section(title, rows, other))];
}

function section(title: string, rows: Row[], other: Map<string, string> | null): HTMLElement {
  const head = make("tr", {}, make("td", {}), make("th", { scope: "col" }, "value"), other && make("th", { scope: "col" }, "pinned"), make("th", { scope: "col" }, "unit"));
  const line = ([name, value, unit]: Row) =>
    make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value), other && make("td", {}, other.get(`${title}/${name}`) ?? ""), make("td", {}, unit));
  return make("table", {}, make("caption", {}, title), make("thead", {}, head), make("tbody", {}, ...rows.map(line)));
}

function sections(view: View): [string, Row[]][] {
  if (!solved<{ outcome: string }>(view.document)) return [];
  return view.kind === "impact" ? ofImpact(view) : ofWorld(view);
}

function ofImpact(view: Extract<View, { kind: "impact" }>): [string, Row[]][] {
  if (!solved(view.document)) return [];
  const { bodies, contacts, energy, duration } = view.document;
  const motions = view.bodies.filter((body) => !body.fixed).map((body): [string, Row[]] => {
    const after = bodies[body.name];
    return [`${body.name} after the impact`, [...vector("velocity", after?.velocity, "m/s"), ...vector("angular velocity", after?.angular_velocity, "rad/s")]];
  });
  const impulses = contacts.map((contact, i): Row => [view.contacts[i]?.name ?? String(i), shown(contact.normal_impulse), "N s"]);
  const ledger = Object.entries(energy).map(([key, value]): Row => [words(key), shown(value), "J"]);
  return [...motions, ["Normal impulses", impulses], ["Energy", ledger], ["Time", [["duration", shown(duration), view.real_time ? "s" : "√(kg/k)"]]]];
}

function ofWorld(view: Extract<View, { kind: "world" }>): [string, Row[]][] {
  if (!solved(view.document)) return [];
  const { bodies, energy, end, events } = view.document;
  const places = Object.entries(bodies).map(([name, body]): Row => {
    const { exit, position, displacement } = body.final;
    const where = exit !== undefined ? `${words(exit.kind)} ${exit.number ?? ""}` : position ? shownVector(position).join(", ") : shown(displacement ?? 0);
    return [name, where, exit === undefined ? "m" : ""];
  });
  const ledger = Object.entries(energy).map(([key, value]): Row => [words(key), shown(value), "J"]);
  return [["Where they end", places], ["Energy", ledger], ["Course", [["end", shown(end), "s"], ["events", String(events.length), ""]]]];
}

function vector(name: string, value: readonly number[] | undefined, unit: string): Row[] {
  const parts = shownVector([0, 1, 2].map((i) => value?.[i] ?? 0));
  return ["x", "y", "z"].map((axis, i): Row => [`${name} ${axis}`, parts[i] ?? "0", unit]);
}
