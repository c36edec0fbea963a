// The engine's own diagrams with the present state lit: which contacts act, and in which phase the chosen contact is.

import { GraphView, type Arrow, type Box } from "../chart/graph.ts";
import { make } from "../dom.ts";
import { solved, type Diagrams, type Graph, type ImpactView } from "../engine/types.ts";
import { words } from "../model/format.ts";
import { place } from "../model/samples.ts";
import type { Studio } from "../studio.ts";
import type { Panel } from "./panel.ts";

/** Up to this many states, arrows say in words what happens. */
const IN_WORDS = 6;

export function diagramsPanel(studio: Studio): Panel {
  const contact = make("select", { id: studio.id("diagram-contact"), onchange: () => (studio.contact = Number(contact.value)) });
  const choice = make("div", { class: "row" }, make("label", { for: studio.id("diagram-contact") }, "Contact"), contact);
  const sets = new GraphView("Transition diagram");
  const phases = new GraphView("Phases of the contact");
  const many = make("p", {}, "This impact goes through too many states for one diagram; those around the cursor are listed under Charts.");
  const none = make("p", {}, "This law knows what is before and after the impact, and no states between.");
  const element = make("div", {}, none, sets.element, many, choice, phases.element);

  const refresh = () => {
    const found = diagramsOf(studio);
    none.hidden = found !== null;
    for (const part of [sets.element, many, choice, phases.element]) part.hidden = found === null;
    if (studio.view?.kind === "world") none.textContent = "A world has many impacts: open one from Events to see its states.";
    if (found === null) return;
    const { view, diagrams } = found;
    contact.replaceChildren(...view.contacts.map(({ name }, i) => make("option", { value: i, selected: i === studio.contact }, name)));
    [sets.element.hidden, many.hidden] = [diagrams.transitions === null, diagrams.transitions !== null];
    if (diagrams.transitions !== null) sets.draw(...drawn(diagrams.transitions, view));
    phases.draw(...drawn(diagrams.phases, view));
    cursor();
  };
  const cursor = () => {
    const found = diagramsOf(studio);
    if (found === null || !solved(found.view.document)) return;
    const { view, diagrams } = found;
    const time = studio.clock === "impact" ? studio.time : studio.time < 0 ? 0 : Infinity;
    const state = diagrams.states[place(view.document.states.map((one) => one.time), time).index] ?? -1;
    const active = diagrams.transitions?.nodes[state]?.active ?? [];
    sets.light(state, `state S${state + 1}: ${names(view, active)}`);
    const course = diagrams.courses[studio.contact] ?? [];
    const phase = course[place(course.map(([start]) => start), time).index]?.[1] ?? -1;
    phases.light(phase, `${view.contacts[studio.contact]?.name ?? ""} is ${diagrams.phases.nodes[phase]?.name ?? ""}`);
  };
  studio.on("contact", () => element.isConnected && cursor());
  return { name: "diagrams", title: "Diagrams", element, refresh, cursor };
}

function diagramsOf(studio: Studio): { view: ImpactView & { document: { states: { time: number }[] } }; diagrams: Diagrams } | null {
  const view = studio.view;
  if (view?.kind !== "impact" || view.course === null || !solved(view.document)) return null;
  return { view: { ...view, document: view.document }, diagrams: view.course.diagrams };
}

function drawn({ nodes, edges }: Graph, view: ImpactView): [Box[], Arrow[]] {
  const sets = nodes.some((node) => node.active.length > 0);
  const inWords = nodes.length <= IN_WORDS;
  const boxes = nodes.map((node): Box => ({ name: node.name, under: sets ? (inWords ? names(view, node.active) : numbers(node.active)) : "", last: node.last }));
  const arrows = edges.map(({ from, to, causes, count }): Arrow => {
    const said = causes.map(([contact, event]) => (contact === null ? words(event) : inWords ? `${view.contacts[contact]?.name ?? ""}\n${words(event)}` : `${event === "contact-returns" ? "+" : "−"}${contact + 1}`));
    return { from, to, words: [...said, ...(count > 1 ? [`${count} ×`] : [])].join("\n") };
  });
  return [boxes, arrows];
}

function names(view: ImpactView, active: readonly number[]): string {
  return active.map((contact) => view.contacts[contact]?.name ?? String(contact + 1)).join(", ") || "none active";
}

function numbers(active: readonly number[]): string {
  return active.map((contact) => contact + 1).join(", ") || "none active";
}
