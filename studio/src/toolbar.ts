// The buttons of the page: undo, share, export, a second scene, help.

import { saveAnimation } from "./animation.ts";
import { button, make, save } from "./dom.ts";
import { help } from "./keyboard.ts";
import { toFragment } from "./model/share.ts";
import type { Page } from "./page.ts";
import type { Workbench } from "./workbench.ts";

type Export = { name: string; needsStage: boolean; save: (bench: Workbench, page: Page) => void | Promise<void> };

const EXPORTS: Export[] = [
  { name: "Scene (TOML)", needsStage: false, save: ({ studio }) => save("scene.toml", studio.text, "application/toml") },
  { name: "Document (JSON)", needsStage: false, save: async ({ studio }) => save("document.json", await studio.engine.call("document", studio.text), "application/json") },
  { name: "Picture (PNG)", needsStage: true, save: ({ stage }) => stage?.canvas.toBlob((blob) => blob && save("carom.png", blob, "image/png")) },
  { name: "Animation (GIF)", needsStage: true, save: animated },
];

export function toolbar(page: Page): HTMLElement[] {
  const undo = button("↶", () => page.active.studio.undo(), "Undo (Ctrl Z)");
  const redo = button("↷", () => page.active.studio.redo(), "Redo (Ctrl Y)");
  const share = button("Share", () => void link(page), "Put the whole state into the address and copy it");
  const beside = button("Beside", () => page.beside(page.active.studio.text), "A second view beside this one: change its numbers, its law or its scene (B)");
  const offered = EXPORTS.filter((kind) => !kind.needsStage || page.first.stage !== null);
  const kind = make("select", { "aria-label": "Export" }, ...["Export…", ...offered.map(({ name }) => name)].map((name) => make("option", {}, name)));
  kind.addEventListener("change", () => {
    void offered.find(({ name }) => name === kind.value)?.save(page.active, page);
    kind.selectedIndex = 0;
  });
  const enable = () => ([undo.disabled, redo.disabled] = [!page.active.studio.canUndo, !page.active.studio.canRedo]);
  page.onActive(enable);
  enable();
  return [undo, redo, share, beside, kind, button("?", help, "Keys (?)")];
}

async function link(page: Page): Promise<void> {
  history.replaceState(null, "", `#${await toFragment(page.shared())}`);
  await navigator.clipboard?.writeText(location.href).then(() => page.tell("The link is in the clipboard."), () => page.tell("The link is in the address."));
}

async function animated({ studio, stage }: Workbench, page: Page): Promise<void> {
  if (stage === null) return;
  await saveAnimation(studio, stage, (part) => page.tell(part < 1 ? `Animation: ${Math.round(100 * part)} %` : "The animation is saved."));
}
