// What the guided tours teach. A step is done when the scene or the cursor says so.

import { keyIn } from "./model/keys.ts";
import { literals } from "./model/numbers.ts";
import { solved } from "./engine/types.ts";
import type { Studio } from "./studio.ts";

export type Step = { text: string; panel?: string; done: (studio: Studio) => boolean };
export type Lesson = {
  title: string;
  about: string;
  /** A scene of the gallery by its name, or the text of one. */
  scene: string;
  steps: Step[];
  end: string;
};

function number(studio: Studio, path: string): number {
  return literals(studio.text).find((literal) => literal.path === path)?.value ?? NaN;
}

function velocity(studio: Studio, body: string, axis: 0 | 1 | 2): number {
  const view = studio.view;
  return view?.kind === "impact" && solved(view.document) ? (view.document.bodies[body]?.velocity[axis] ?? NaN) : NaN;
}

const watched = (text: string): Step => ({ text, done: (studio) => studio.clock === "impact" && studio.part > 0.98 });

function ball(name: string, along: string, rest = ""): string {
  return `\n[[body]]\nname = "${name}"\nmass = 1.0\nshape = { sphere = { radius = 0.5 } }\nposition = ${along}\n${rest}`;
}

function contact(first: string, second: string, rest = ""): string {
  return `\n[[contact]]\nbetween = ["${first}", "${second}"]\nrestitution = 1.0\nstiffness = 1.0\n${rest}`;
}

const CRADLE = ['title = "Newton\'s cradle, three balls"\n', ball("left", "[0, 0, 0]", "velocity = [1, 0, 0]\n"), ball("middle", "[1, 0, 0]"), ball("right", "[2, 0, 0]"), contact("left", "middle"), contact("middle", "right")].join("");

const TWO_BALLS = ['title = "Ball on ball on table"\n', ball("upper", "[0, 0, 1.5]", "velocity = [0, 0, -1]\n"), ball("lower", "[0, 0, 0.5]"), '\n[[body]]\nname = "table"\nfixed = true\nshape = { plane = { normal = [0, 0, 1] } }\n', contact("upper", "lower"), contact("lower", "table")].join("");

export const LESSONS: Lesson[] = [
  {
    title: "Newton's cradle",
    about: "Why does one ball leave at the far end? It does not, quite.",
    scene: CRADLE,
    steps: [
      watched("Three balls touch, and the first strikes. Play the impact to its end, by the play button or the cursor."),
      { text: "Under Charts, both contacts press at once, and neither waits for the other to be done: the first ball comes back a little. Make one contact stiffer than the other: raise a stiffness above 5.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "stiffness" && literal.value > 5) },
      { text: "The outcome changed, though no mass and no restitution did: what leaves a cradle depends on its springs. Now take energy out: set a restitution below 0.8.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "restitution" && literal.value < 0.8) },
    ],
    end: "A chain of balls is not a series of pair collisions. Simultaneous contacts share the impact, and stiffness ratios decide how.",
  },
  {
    title: "Ball on ball on table",
    about: "Two contacts, four states, and one that comes back.",
    scene: TWO_BALLS,
    steps: [
      watched("A ball drops on a ball that lies on a table. Play the impact and watch the dots: orange while a contact is compressed, blue while it restitutes."),
      { text: "Open Diagrams: the lit box is the set of contacts that act, and below it what the chosen contact does. Step from event to event with [ and ], back to the very start.", panel: "diagrams", done: (studio) => studio.opened.has("diagrams") && studio.clock === "impact" && studio.part === 0 },
      { text: "Let the bodies lose energy: make a restitution smaller than 0.9.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "restitution" && literal.value < 0.9) },
      { text: "Under Charts, the impulse plane shows where the impact went. Make the lower ball heavier until the upper one leaves slower than half the speed it came with.", panel: "scene", done: (studio) => Math.abs(velocity(studio, "upper", 2)) < 0.5 },
    ],
    end: "The active set of contacts is the state of the impact; the transition diagram shows the way it took.",
  },
  {
    title: "The superball",
    about: "A ball that gives its spin back the other way round.",
    scene: "superball",
    steps: [
      watched("The ball falls with backspin. Play the impact to its end: its spin has changed sign."),
      { text: "Under Charts, friction first holds one way, then the other: tangential springs swing too. Lower the friction until the contact slips throughout: below 0.1.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "friction" && literal.value < 0.1) },
      { text: "Now friction cannot hold the springs, and the spin no longer reverses. Bring the friction back above 0.5.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "friction" && literal.value > 0.5) },
    ],
    end: "Rigid friction can stop a spin and never reverse it: compliance along the surface is what makes a superball.",
  },
  {
    title: "The permissible region",
    about: "What any law of impact may say, and which laws say more.",
    scene: "impulse-generic",
    steps: [
      { text: "A rod strikes a table. Open Laws: every law gives another impulse, and the shaded region holds those that are physically possible.", panel: "laws", done: (studio) => studio.opened.has("laws") },
      { text: "Whittaker's law creates energy here, and the table says how much. Lower the friction below 0.1 and open Laws again: it creates less, and still too much.", panel: "scene", done: (studio) => literals(studio.text).some((literal) => literal.key === "friction" && literal.value < 0.1) },
    ],
    end: "Energy, non-penetration and the friction cone bound all impulses; between those bounds the law is a matter of the bodies.",
  },
  {
    title: "The break",
    about: "Ten balls in one impact of less than a millisecond, and what happens inside it.",
    scene: "motion/power-break",
    steps: [
      { text: "Play the break, or drag the cursor past the first collision.", done: (studio) => studio.view?.kind === "world" && studio.time > 0.2 },
      { text: "Open Events and look inside the first impact of the balls: it has a clock of its own, in microseconds.", panel: "events", done: (studio) => studio.origin !== null && studio.origin.impact !== "cue" && studio.view?.kind === "impact" },
      { text: "Under Charts, see the force run through the rack. Then go back to the table by the button above the stage.", panel: "charts", done: (studio) => studio.origin === null && studio.view?.kind === "world" },
      { text: "The paths mirror each other: nothing breaks the symmetry. Aim half a degree aside: open Shot, and drag on the table or use the slider.", panel: "shot", done: (studio) => Math.abs(keyIn(studio.text, "cue", "aim") ?? 0) >= 0.2 },
      { text: "Now slow the cue down below 4 m/s and see the cluster hold together.", panel: "shot", done: (studio) => number(studio, "cue.speed") < 4 },
    ],
    end: "Balls in a rack touch at once. Taken pair by pair the break would depend on the order; taken together it has one answer.",
  },
];
