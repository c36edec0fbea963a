// Where the words of arrows stand: on their arrow, and on nothing else if there is room.

export type Point = [number, number];
/** An arrow as a curve from a start to an end that bends towards a middle, and how large its words are. */
export type Captioned = { curve: readonly [Point, Point, Point]; size: Point };
export type Rectangle = { middle: Point; size: Point };

/** Parts of the way at which words may stand, the best first. */
const PARTS = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74];
/** How far above or below the arrow. */
const ASIDE = [0, -7, 7, -14, 14, -21, 21];

/** The middles of the words: of each arrow in turn the place that covers least of the boxes and of the words before it. */
export function captionPlaces(arrows: readonly Captioned[], boxes: readonly Rectangle[]): Point[] {
  const taken = [...boxes];
  return arrows.map(({ curve, size }) => {
    const candidates = ASIDE.flatMap((aside) => PARTS.map((part): Point => raised(along(part, ...curve), aside)));
    const covered = candidates.map((middle) => taken.reduce((sum, other) => sum + common({ middle, size }, other), 0));
    const middle = candidates[covered.indexOf(Math.min(...covered))] ?? along(0.5, ...curve);
    taken.push({ middle, size });
    return middle;
  });
}

/** The area that two rectangles have in common. */
export function common(a: Rectangle, b: Rectangle): number {
  const overlap = (axis: 0 | 1) => Math.max(0, (a.size[axis] + b.size[axis]) / 2 - Math.abs(a.middle[axis] - b.middle[axis]));
  return overlap(0) * overlap(1);
}

function raised([x, y]: Point, aside: number): Point {
  return [x, y + aside];
}

/** A point of the curve from a start to an end that bends towards a middle. */
function along(part: number, start: Point, middle: Point, end: Point): Point {
  const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
  return [a * start[0] + b * middle[0] + c * end[0], a * start[1] + b * middle[1] + c * end[1]];
}
