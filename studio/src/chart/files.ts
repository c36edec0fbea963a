// Drawings as files: as they are seen, as a picture, or as numbers.

import { button, make, save, svg } from "../dom.ts";

export type Drawing = {
  title: string;
  /** An SVG document of its own. */
  standalone: () => string;
  csv?: () => string;
};

/** Buttons that save a drawing. */
export function fileButtons(drawing: Drawing): HTMLElement {
  const kinds = drawing.csv === undefined ? (["svg", "png"] as const) : (["svg", "png", "csv"] as const);
  return make("span", { class: "files" }, ...kinds.map((kind) => button(kind, () => void saved(drawing, kind), `Save ${drawing.title} as ${kind.toUpperCase()}`)));
}

async function saved({ title, csv, ...drawing }: Drawing, kind: "svg" | "png" | "csv"): Promise<void> {
  const name = title.toLowerCase().replace(/\W+/g, "-");
  if (kind === "csv") save(`${name}.csv`, csv?.() ?? "", "text/csv");
  else if (kind === "svg") save(`${name}.svg`, drawing.standalone(), "image/svg+xml");
  else save(`${name}.png`, await picture(drawing.standalone()), "image/png");
}

/** A cell of a table whose text may hold commas and quotes. */
export function quoted(text: string): string {
  return `"${text.replace(/"/g, '""')}"`;
}

const STYLE = (ink: string, paper: string, faint: string, lit: string) =>
  `text{font:11px sans-serif;fill:${ink}}.paper{fill:${paper}}.grid{stroke:${faint}}.zero,.cursor line{stroke:${ink}}.mark{stroke:${faint};stroke-dasharray:2 3}` +
  `.box{fill:${paper};stroke:${ink}}.lit .box{fill:${lit};stroke-width:2.5}.edge{fill:none;stroke:${ink}}.tip{fill:${ink}}.word{font-size:9.5px;paint-order:stroke;stroke:${paper};stroke-width:3px}.name{font-weight:600}`;

/** A drawing of the page as a file of its own, in the colours of the page, twice as large. */
export function standalone(drawing: SVGElement, [width, height]: [number, number]): string {
  const copy = drawing.cloneNode(true) as SVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(2 * width));
  copy.setAttribute("height", String(2 * height));
  const seen = getComputedStyle(drawing);
  const [ink = "black", paper = "white", faint = "#ccc", lit = "#fd8"] = ["--ink", "--paper", "--faint", "--lit"].map((name) => seen.getPropertyValue(name).trim());
  copy.prepend(svg("style", {}, STYLE(ink, paper, faint, lit)));
  return new XMLSerializer().serializeToString(copy).replace(/var\(--paper\)/g, paper).replace(/currentColor/g, ink);
}

/** An SVG document as the bytes of a PNG. */
export async function picture(document: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(document)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG"))), "image/png"));
}
