// A real Chromium with the built page.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { native, studio } from "../engine.mjs";

export const address = pathToFileURL(join(studio, "dist", "index.html")).href;

function executable() {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // the next one
    }
  }
  throw new Error("there is no Chromium: install one, or name it in CHROMIUM");
}

export function launch() {
  // Without a graphics card WebGL is drawn by software; containers run as root, where Chromium has no sandbox.
  return chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] });
}

/** The page, ready; whatever goes wrong in it or asks another host is in `wrong`. */
export async function opened(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options.context });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || request.url().startsWith(options.address ?? address) || wrong.push(`asked ${request.url()}`));
  await page.goto(options.address ?? address);
  await page.waitForSelector("body[data-ready]");
  return { page, wrong };
}

/** Opens a scene of the gallery and waits for its solution. */
export async function openScene(page, name) {
  await page.click("#tab-gallery");
  await page.locator(`[data-scene="${name}"]`).click();
  await settled(page);
}

/** Waits until the text that is shown has been solved or refused. */
export async function settled(page) {
  await page.evaluate(() => window.studio.solve());
}

/** For files of a test. */
export const folder = mkdtempSync(join(tmpdir(), "carom-studio-"));

/** The native document of the text that the page shows. */
export async function judged(page) {
  const file = join(folder, "judged.toml");
  writeFileSync(file, await page.evaluate(() => window.studio.text));
  return JSON.parse(native("run", "--json", file));
}

/** The bytes of the file that an act offers. */
export async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFileSync(await file.path());
}
