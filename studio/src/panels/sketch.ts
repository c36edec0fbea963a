// A small picture of an impact that has no figure: bodies as bars to where they are touched, with their velocities after it.

import { solved, type ImpactView, type Vector } from "../engine/types.ts";

const SIZE = 120;

type Place = [number, number];

/** As an SVG document, seen from the side on which most is to be seen. */
export function sketch(view: ImpactView): string {
  const points = [...view.bodies.filter((body) => !body.fixed).map((body) => body.position), ...view.contacts.flatMap(({ place }) => (place ? [place.point] : []))];
  const width = (axis: 0 | 1) => Math.max(...points.map((p) => p[axis])) - Math.min(...points.map((p) => p[axis]));
  const across = width(1) > width(0) ? 1 : 0;
  const flat = (vector: Vector): Place => [vector[across], -vector[2]];
  const places = points.map(flat);
  const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis] ?? 0))) as Place;
  const reach = Math.max(...places.map(([x, y]) => Math.max(x - left, y - top)), 1e-9);
  const scale = (0.6 * SIZE) / reach;
  const at = (vector: Vector): Place => [0.2 * SIZE + (flat(vector)[0] - left) * scale, 0.5 * SIZE + (flat(vector)[1] - top) * scale];
  const line = ([x1, y1]: Place, [x2, y2]: Place, style: string) => `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`;
  const after = solved(view.document) ? view.document.bodies : {};
  const fastest = Math.max(...Object.values(after).map((body) => Math.hypot(...body.velocity)), 1e-9);
  const parts = view.bodies.flatMap((body, index) => {
    if (body.fixed) return [];
    const centre = at(body.position);
    const bars = view.contacts.flatMap(({ place }) => (place?.between.includes(index) === true ? [line(centre, at(place.point), 'stroke="#0072b2" stroke-width="3"')] : []));
    const [vx, vy] = flat(after[body.name]?.velocity ?? [0, 0, 0]);
    const tip: Place = [centre[0] + (0.35 * SIZE * vx) / fastest, centre[1] + (0.35 * SIZE * vy) / fastest];
    return [...bars, line(centre, tip, 'stroke="#1b9e4b" stroke-width="2"'), `<circle cx="${centre[0]}" cy="${centre[1]}" r="5" fill="#0072b2"/>`];
  });
  const dots = view.contacts.flatMap(({ place }) => (place ? [`<circle cx="${at(place.point)[0]}" cy="${at(place.point)[1]}" r="3" fill="#d55e00"/>`] : []));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">${[...parts, ...dots].join("")}</svg>`;
}
