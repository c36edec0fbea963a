// The law of a scene set in its text, by the names that a comparison of laws uses.

/** Laws of a single contact that need no more than their name. */
const ALONE = new Set(["newton", "whittaker", "smith", "brach", "bilinear", "pfeiffer-glocker", "chatterjee-ruina"]);

/** The keys of `[model]` that make the law; null for those that need more than a name. */
function keysOf(name: string): string[] | null {
  if (ALONE.has(name)) return [`method = "${name}"`];
  switch (name) {
    case "simultaneous":
      return [];
    case "bi-stiffness":
    case "mono-stiffness":
      return [`restitution = "${name}"`];
    case "routh":
      return ['method = "routh"'];
    case "routh-poisson":
    case "routh-newton":
      return ['method = "routh"', `restitution = "${name.slice("routh-".length)}"`];
    default:
      return name.startsWith("sequential-") ? ['method = "sequential"', `law = "${name.slice("sequential-".length)}"`] : null;
  }
}

/** The text under another law; null if it cannot be said by a name, or if the text writes its model in another way than as one table. */
export function withLaw(text: string, name: string): string | null {
  const keys = keysOf(name);
  if (keys === null || /^[ \t]*(model[ \t]*[.=]|\[[ \t]*model[ \t]*\.)/m.test(text)) return null;
  const head = /^[ \t]*\[[ \t]*model[ \t]*\][^\n]*(?:\n|$)/m.exec(text);
  if (head === null) {
    const first = /^[ \t]*\[/m.exec(text)?.index ?? text.length;
    return keys.length === 0 ? text : `${text.slice(0, first)}[model]\n${keys.join("\n")}\n\n${text.slice(first)}`;
  }
  const start = head.index + head[0].length;
  const next = /^[ \t]*\[/m.exec(text.slice(start));
  const end = next === null ? text.length : start + next.index;
  // How contacts separate is of all simultaneous laws, and of no other.
  const simultaneous = !keys.some((key) => key.startsWith("method"));
  const kept = simultaneous ? text.slice(start, end).split("\n").filter((line) => /^[ \t]*separation\b/.test(line)) : [];
  return `${text.slice(0, start)}${[...keys, ...kept].map((line) => `${line}\n`).join("")}\n${text.slice(end)}`;
}
