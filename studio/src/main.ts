// Starts the page.

import "./style.css";
import { EngineClient } from "./engine/client.ts";
import { keyboard } from "./keyboard.ts";
import { fromFragment, type Shared } from "./model/share.ts";
import { Page } from "./page.ts";
import { scenes } from "./panels/gallery.ts";
import { toolbar } from "./toolbar.ts";

/** What is shown when nothing else is asked for. */
const FIRST = "ball-ball-table-elastic";

function element<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

function engineOfPage(): EngineClient {
  const coded = element("#engine").textContent?.trim() ?? "";
  const bytes = Uint8Array.from(atob(coded), (char) => char.charCodeAt(0));
  element("#engine").remove();
  return new EngineClient(bytes.buffer);
}

/** The scene of the address, of the command that serves the page, or the first. */
async function start(): Promise<{ text: string; shared: Shared | null }> {
  const shared = await fromFragment(location.hash);
  const named = scenes.find((scene) => `#${scene.name}` === decodeURIComponent(location.hash));
  const given = JSON.parse(element("#scene").textContent?.trim() || "null") as string | null;
  const first = scenes.find((scene) => scene.name === FIRST)?.text ?? "";
  return { text: shared?.text ?? named?.text ?? given ?? first, shared };
}

async function follow(page: Page): Promise<void> {
  const state = await fromFragment(location.hash);
  const named = scenes.find((scene) => `#${scene.name}` === decodeURIComponent(location.hash));
  if (state === null && named === undefined) return;
  await page.first.studio.open(state?.text ?? named?.text ?? "");
  if (state !== null) await page.restore(state);
}

async function main(): Promise<void> {
  const { text, shared } = await start();
  const page = new Page(engineOfPage(), text, { views: element("#views"), title: element("#title"), status: element("#status"), pair: element("#pair") });
  element("header .buttons").append(...toolbar(page));
  keyboard(page);
  await page.first.studio.solve();
  if (shared !== null) await page.restore(shared);
  window.addEventListener("hashchange", () => void follow(page));
  // For tests and for the curious: the page's state from the console.
  Object.assign(window, { page, studio: page.first.studio, stage: page.first.stage });
  document.body.dataset["ready"] = "true";
}

main().catch((error: unknown) => (element("#status").textContent = `The page could not start: ${String(error)}`));
