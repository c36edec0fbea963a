// The stage as an animated GIF.

import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { save } from "./dom.ts";
import type { Stage } from "./stage/stage.ts";
import type { Studio } from "./studio.ts";

const FRAMES = 60;
const WIDTH = 480;
/** Between frames, ms. */
const DELAY = 50;

export async function saveAnimation(studio: Studio, stage: Stage, tell: (part: number) => void): Promise<void> {
  const before = studio.part;
  const gif = GIFEncoder();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * stage.canvas.height) / stage.canvas.width);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser gave no canvas");
  const paper = getComputedStyle(document.body).backgroundColor;
  for (let i = 0; i < FRAMES; i++) {
    studio.seekPart(i / (FRAMES - 1));
    stage.drawNow();
    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(stage.canvas, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, 128);
    gif.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: DELAY });
    tell((i + 1) / FRAMES);
    await new Promise((resolve) => setTimeout(resolve));
  }
  gif.finish();
  studio.seekPart(before);
  save("carom.gif", gif.bytes() as BlobPart, "image/gif");
}
