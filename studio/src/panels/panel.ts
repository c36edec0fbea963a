// A panel: an element, and what it does when it comes into sight. Panels that are not seen are not redrawn.

import type { Studio } from "../studio.ts";

export type Panel = {
  name: string;
  title: string;
  element: HTMLElement;
  /** The solution changed, or the panel has just been opened. */
  refresh?: () => void;
  /** The cursor moved. */
  cursor?: () => void;
};

export type PanelMaker = (studio: Studio) => Panel;
