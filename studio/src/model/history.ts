// Undo and redo of the scene's text. Moves of one slider in a row are one step.

export class History {
  #past: string[] = [];
  #future: string[] = [];
  #now: string;
  #group: string | null = null;

  constructor(text: string) {
    this.#now = text;
  }

  get text(): string {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** A new text; those of one group in a row are undone together. */
  change(text: string, group: string | null): void {
    if (text === this.#now) return;
    if (group === null || group !== this.#group) this.#past.push(this.#now);
    this.#group = group;
    this.#future = [];
    this.#now = text;
  }

  undo(): boolean {
    return this.#step(this.#past, this.#future);
  }

  redo(): boolean {
    return this.#step(this.#future, this.#past);
  }

  #step(from: string[], to: string[]): boolean {
    const text = from.pop();
    if (text === undefined) return false;
    to.push(this.#now);
    this.#now = text;
    this.#group = null;
    return true;
  }
}
