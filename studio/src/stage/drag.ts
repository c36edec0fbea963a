// Velocity arrows dragged by their tips, at the start of the impact: the scene's text follows.

import type { Handle, Stage } from "./stage.ts";
import { withVelocity } from "../model/velocity.ts";
import type { Studio } from "../studio.ts";

/** How near a tip the pointer must be, pixels. */
const NEAR = 16;

export function dragArrows(studio: Studio, stage: Stage): void {
  let held: Handle | null = null;
  const nearest = (event: PointerEvent): Handle | null => {
    const atStart = studio.view?.kind === "impact" && studio.part === 0 && studio.clock === "impact";
    if (!atStart) return null;
    const distance = ({ tip }: Handle) => {
      const [x, y] = stage.onScreen(tip);
      return Math.hypot(x - event.clientX, y - event.clientY);
    };
    return stage.model?.handles.find((handle) => distance(handle) < NEAR) ?? null;
  };
  const pull = (handle: Handle, event: PointerEvent) => {
    const to = stage.pointFacing(event.clientX, event.clientY, handle.tip);
    if (to === null) return;
    const velocity = to.sub(handle.from).divideScalar(handle.perSpeed).toArray();
    const text = withVelocity(studio.text, handle.body, velocity);
    if (text !== null) studio.change(text, `velocity of ${handle.body}`);
  };
  stage.canvas.addEventListener("pointerdown", (event) => {
    held = nearest(event);
    if (held === null) return;
    stage.turnable = false;
    stage.canvas.setPointerCapture(event.pointerId);
  }, { capture: true });
  stage.canvas.addEventListener("pointermove", (event) => {
    if (held !== null && event.buttons !== 0) pull(held, event);
    else stage.canvas.style.cursor = nearest(event) === null ? "" : "grab";
  });
  stage.canvas.addEventListener("pointerup", () => {
    if (held === null) return;
    held = null;
    stage.turnable = true;
  });
}
