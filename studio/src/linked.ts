// Two cursors that move together: to the same instant, or, where the instants of two clocks cannot be compared, to the same part of the
// way. A scene with a new answer goes to where the other one is.

import type { Studio } from "./studio.ts";

export class LinkedClocks {
  /** Off: each scene has its own cursor. */
  on = true;
  #moving = false;
  readonly #answered = new Set<Studio>();

  constructor(first: Studio, second: Studio) {
    for (const [one, other] of [[first, second], [second, first]] as const) {
      one.on("answer", () => this.#answered.add(one));
      one.on("cursor", () => (this.#answered.delete(one) ? this.#follow(other, one) : this.#follow(one, other)));
    }
  }

  #follow(leader: Studio, other: Studio): void {
    if (!this.on || this.#moving || leader.view === null || other.view === null) return;
    this.#moving = true;
    try {
      other.clock = leader.clock;
      if (leader.clock === other.clock && leader.relative === other.relative && leader.view.kind === other.view.kind) other.seek(leader.time);
      else other.seekPart(leader.part);
    } finally {
      this.#moving = false;
    }
  }
}
