// All shipped scenes with a picture each, drawn by the engine when it comes into sight.

import gallery from "../../generated/gallery.json";
import { make } from "../dom.ts";
import type { Studio } from "../studio.ts";
import { image } from "./figures.ts";
import type { Panel } from "./panel.ts";
import { sketch } from "./sketch.ts";

export type Entry = { name: string; title: string; note: string; text: string };

export const scenes: readonly Entry[] = gallery;

export function galleryPanel(studio: Studio): Panel {
  const search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search the gallery", oninput: () => filter() });
  const cards = scenes.map((entry) => ({ entry, card: cardOf(studio, entry) }));
  const element = make("div", {}, search, make("div", { class: "cards" }, ...cards.map(({ card }) => card)));
  const filter = () => {
    const wanted = search.value.toLowerCase();
    for (const { entry, card } of cards) card.hidden = !`${entry.name} ${entry.title} ${entry.note}`.toLowerCase().includes(wanted);
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const found = cards.find(({ card }) => card === target);
      if (found !== undefined) void draw(studio, found.entry, found.card);
    }
  });
  for (const { card } of cards) seen.observe(card);
  return { name: "gallery", title: "Gallery", element };
}

function cardOf(studio: Studio, entry: Entry): HTMLElement {
  const note = entry.note.split("\n\n")[0] ?? "";
  return make("button", { type: "button", class: "card", "data-scene": entry.name, onclick: () => void studio.open(entry.text), title: note }, make("span", { class: "thumb" }), make("span", {}, entry.title));
}

async function draw(studio: Studio, entry: Entry, card: HTMLElement): Promise<void> {
  const svg = await pictureOf(studio, entry.text).catch(() => null);
  const thumb = card.querySelector(".thumb");
  if (svg === null || thumb === null) return;
  const picture = image(svg, entry.name);
  picture.alt = "";
  thumb.replaceChildren(picture);
}

/** The figure that suits the scene best; of a law without a course, a sketch. */
async function pictureOf(studio: Studio, text: string): Promise<string | null> {
  const [first] = await studio.engine.figures(text);
  if (first !== undefined) return studio.engine.figure(text, first, "");
  const view = await studio.engine.view(text, 2);
  return view.kind === "impact" ? sketch(view) : null;
}
