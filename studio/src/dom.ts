// Elements in a line.

type Content = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function make<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...content: Content[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  apply(element, attributes, content);
  return element;
}

export function svg(name: string, attributes: Attributes = {}, ...content: Content[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  apply(element, attributes, content);
  return element;
}

function apply(element: Element, attributes: Attributes, content: Content[]): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...content.filter((part): part is Node | string => part !== null && part !== undefined && part !== false));
}

export function button(label: string, action: () => void, title?: string): HTMLButtonElement {
  // What is a word names itself; a sign is named by what it does.
  const named = /^[A-Z]?[a-z]{4,}|\s/.test(label);
  return make("button", { type: "button", title, onclick: action, "aria-label": named ? undefined : title }, label);
}

/** Elements of one kind in a parent, as many as are needed: those that are there stay, and changing them costs less than making them. */
export class Kept<E extends Element> {
  readonly #parent: Element;
  readonly #one: () => E;
  readonly #all: E[] = [];

  constructor(parent: Element, one: () => E) {
    this.#parent = parent;
    this.#one = one;
  }

  /** That many, in their order. */
  fit(count: number): readonly E[] {
    while (this.#all.length > count) this.#all.pop()?.remove();
    while (this.#all.length < count) {
      const added = this.#one();
      this.#all.push(added);
      this.#parent.append(added);
    }
    return this.#all;
  }
}

/** Puts these into a parent, unless they are what it holds. */
export function arrange(parent: Element, children: readonly Element[]): void {
  const same = parent.childElementCount === children.length && children.every((child, i) => parent.children[i] === child);
  if (!same) parent.replaceChildren(...children);
}

/** Changes attributes of an element. */
export function put(element: Element, attributes: Record<string, string | number>): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}

/** Offers a file to be saved. */
export function save(name: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
