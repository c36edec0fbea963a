// Colours that those who see no red or green tell apart (Okabe and Ito), for bodies and contacts alike.

export const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8c6d1f", "#6a51a3"] as const;

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "#0072b2";
}

/** Of billiard balls: by their number, as on a table; the cue ball is white. */
export function ballColour(name: string, index: number): string {
  const table: Record<string, string> = {
    cue: "#f6f3e8", "1": "#e8b820", "2": "#1d4fa3", "3": "#c43a2b", "4": "#5b2d82", "5": "#e2761b", "6": "#1f7a46", "7": "#7a2320",
    "8": "#222222", "9": "#f0d060", "10": "#4a7fd0", "11": "#e07060", "12": "#8d63b3", "13": "#f0a060", "14": "#55a878", "15": "#b06060",
    yellow: "#e8c820", green: "#1f7a46", brown: "#7a5230", blue: "#1d4fa3", pink: "#e79ab0", black: "#222222",
  };
  return table[name] ?? (name.startsWith("red") ? "#b3261e" : colourOf(index));
}
