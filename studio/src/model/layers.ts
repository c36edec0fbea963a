// Places for the nodes of a small graph: columns by the number of steps from the first node; columns that do not fit side by side
// continue in the next row, like text.

export type Place = { column: number; row: number };

/** For each node its column and its row. `most` is how many columns stand side by side. */
export function layered(nodes: number, edges: readonly { from: number; to: number }[], most: number): Place[] {
  const places: Place[] = Array.from({ length: nodes }, () => ({ column: 0, row: 0 }));
  let top = 0;
  let tallest = 0;
  layers(nodes, edges).forEach((layer, number) => {
    const column = number % most;
    if (column === 0 && number > 0) [top, tallest] = [top + tallest, 0];
    layer.forEach((node, i) => (places[node] = { column, row: top + i }));
    tallest = Math.max(tallest, layer.length);
  });
  return places;
}

/** The nodes by their distance from the first; those that it does not reach come last. */
function layers(nodes: number, edges: readonly { from: number; to: number }[]): number[][] {
  const left = new Set(Array.from({ length: nodes }, (_, i) => i));
  const all: number[][] = [];
  let layer = nodes > 0 ? [0] : [];
  while (left.size > 0) {
    if (layer.length === 0) layer = [Math.min(...left)];
    for (const node of layer) left.delete(node);
    all.push(layer);
    const reached = new Set(edges.filter(({ from, to }) => layer.includes(from) && left.has(to)).map(({ to }) => to));
    layer = [...reached].sort((a, b) => a - b);
  }
  return all;
}
