// A view as it crosses the border: the length of its text, the text, and all its columns of numbers, which the text names by where
// they begin and how many numbers they have. Columns stay where they are; no number is written as decimals and read again.

import type { Course, ImpactView, Numbers, View } from "./types.ts";

/** The first number of a column among all, and how many it has. */
type Place = [first: number, count: number];
type Received = Exclude<View, ImpactView> | (Omit<ImpactView, "course"> & { course: Course<Place> | null });

/** A number has eight bytes, and so has the length before the text. */
const BYTES = 8;

export function viewOf(answer: ArrayBuffer): View {
  const length = Number(new DataView(answer).getBigUint64(0, true));
  const view = JSON.parse(new TextDecoder().decode(new Uint8Array(answer, BYTES, length))) as Received;
  if (view.kind === "world") return view;
  return { ...view, course: view.course && filled(view.course, new Float64Array(answer, BYTES + length)) };
}

function filled(course: Course<Place>, numbers: Numbers): Course {
  const column = ([first, count]: Place) => numbers.subarray(first, first + count);
  const contacts = course.contacts.map(({ modes, impulse, velocity, force, strain, tangential_impulse, tangential_velocity, tangential_force }) => ({
    impulse: column(impulse),
    velocity: column(velocity),
    force: column(force),
    strain: column(strain),
    ...(modes && { modes }),
    ...(tangential_impulse && { tangential_impulse: column(tangential_impulse) }),
    ...(tangential_velocity && { tangential_velocity: column(tangential_velocity) }),
    ...(tangential_force && { tangential_force: column(tangential_force) }),
  }));
  const bodies = course.bodies.map(({ velocity, angular_velocity }) => ({ velocity: column(velocity), angular_velocity: column(angular_velocity) }));
  return { ...course, times: column(course.times), kinetic: column(course.kinetic), contacts, bodies };
}
