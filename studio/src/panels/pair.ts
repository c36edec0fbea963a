// Which two contacts the impulse plane is of, where there are more than two.

import { make } from "../dom.ts";
import type { ImpactView } from "../engine/types.ts";
import type { Studio } from "../studio.ts";

export class PairChoice {
  readonly element: HTMLElement;
  readonly #selects: [HTMLSelectElement, HTMLSelectElement];
  #listed: string | null = null;

  constructor(studio: Studio, changed: () => void) {
    const select = (name: string) => make("select", { id: studio.id(name), onchange: changed });
    this.#selects = [select("plane-across"), select("plane-up")];
    const label = (name: string, words: string) => make("label", { for: studio.id(name) }, words);
    this.element = make("div", { class: "row" }, label("plane-across", "Impulse plane of"), this.#selects[0], label("plane-up", "and"), this.#selects[1]);
  }

  refresh(view: ImpactView): void {
    this.element.hidden = view.contacts.length <= 2;
    const names = view.contacts.map(({ name }) => name).join("\n");
    if (names === this.#listed) return;
    this.#listed = names;
    this.#selects.forEach((select, usual) => {
      const kept = select.options.length === view.contacts.length ? select.selectedIndex : usual;
      select.replaceChildren(...view.contacts.map(({ name }, i) => make("option", { value: i, selected: i === kept }, name)));
    });
  }

  /** The contact across and the one upwards. */
  get pair(): [number, number] {
    const [across, up] = this.#selects.map((select) => Math.max(select.selectedIndex, 0));
    return [across ?? 0, up ?? 0];
  }
}
