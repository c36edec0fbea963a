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

/** Offers a file to be saved. */
export function save(name: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
