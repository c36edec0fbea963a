// What the engine answers. SI units, world axes; see crates/carom-wasm and the documents of `carom run --json`.

export type Vector = [number, number, number];
/** A column of samples. */
export type Numbers = Float64Array<ArrayBuffer>;

export type Problems = { problems: Problem[]; text: string };
export type Problem = {
  start: number;
  end: number;
  line: number;
  column: number;
  message: string;
  expected: string | null;
  help: string | null;
};

export type View = ImpactView | WorldView;

export type ImpactView = {
  kind: "impact";
  title: string;
  /** If not, stiffnesses are ratios, and times and forces relative. */
  real_time: boolean;
  bodies: BodyEntry[];
  contacts: ContactEntry[];
  joints: JointEntry[];
  document: ImpactDocument;
  course: Course | null;
};

export type BodyEntry = {
  name: string;
  fixed: boolean;
  mass: number | null;
  position: Vector;
  velocity: Vector;
  angular_velocity: Vector;
};

export type ContactEntry = {
  name: string;
  place: { between: [number, number]; point: Vector; axes: [Vector, Vector, Vector] } | null;
  /** Null: infinite. */
  friction: number | null;
  restitution: number;
  compliance: number | null;
};

/** What holds two bodies together, by their indices. */
export type JointEntry = { name: string; kind: string; between: [number, number]; point: Vector; axis: Vector | null };

export type Course<Column = Numbers> = {
  duration: number;
  times: Column;
  contacts: ContactCourse<Column>[];
  bodies: { velocity: Column; angular_velocity: Column }[];
  kinetic: Column;
  plane: Plane | null;
  diagrams: Diagrams;
};

/** Which sets of contacts and which phases follow which, and which of them holds when. */
export type Diagrams = {
  /** Null if there are too many states to be drawn. */
  transitions: Graph | null;
  /** For each state of the document, its node. */
  states: number[];
  phases: Graph;
  /** For each contact, when a phase begins, and its node. */
  courses: [time: number, node: number][][];
};

export type Graph = {
  nodes: { name: string; active: number[]; last: boolean }[];
  edges: { from: number; to: number; causes: [contact: number | null, event: string][]; count: number }[];
};

type Point = [number, number];
/** Of two contacts without friction: what bounds the impulses, and where compression ends. */
export type Plane = { boundary: Point[]; compression: [[Point, Point] | null, [Point, Point] | null] };

/** Vectors along (t1, t2) are two numbers a sample, and left out without friction. */
export type ContactCourse<Column = Numbers> = {
  impulse: Column;
  velocity: Column;
  force: Column;
  strain: Column;
  /** The samples at which another mode begins, and which. */
  modes?: [sample: number, mode: string][];
  tangential_impulse?: Column;
  tangential_velocity?: Column;
  tangential_force?: Column;
};

export type Failed = { outcome: "error"; error: { kind: string; message: string } };

export type ImpactDocument = ImpactSolved | Failed;

export type ImpactSolved = {
  outcome: string;
  bodies: Record<string, { velocity: Vector; angular_velocity: Vector }>;
  contacts: { normal_impulse: number; impulse?: Vector; between?: [string, string]; name?: string }[];
  states: { active: number[]; modes?: string[]; normal_impulses: number[]; strain_energies: number[]; time: number }[];
  events: { kind: string; contact: number; time: number }[];
  energy: Record<string, number>;
  duration: number;
};

export type WorldView = {
  kind: "world";
  title: string;
  names: string[];
  table: { length: number; width: number; pockets: { centre: [number, number]; radius: number }[] } | null;
  document: WorldDocument;
};

export type WorldDocument = WorldSolved | Failed;

export type WorldSolved = {
  outcome: string;
  end: number;
  pendulum?: { swing: "small" | "true"; frequency: number };
  cue?: { ball: string };
  bodies: Record<string, WorldBody>;
  events: WorldEvent[];
  energy: Record<string, number>;
};

export type WorldEvent = {
  kind: string;
  time: number;
  body?: string;
  bodies?: string[];
  pairs?: [string, string][];
  cushions?: [ball: string, cushion: number][];
  contacts?: { between: [string, string] }[];
};

export type WorldBody = { pieces: Piece[]; final: WorldState; samples?: ({ time: number } & WorldState)[] };

export type Piece = {
  kind: string;
  start: number;
  end: number;
  position?: Vector[];
  velocity?: Vector[];
  orientation?: [number, number, number, number];
  angle?: number;
  rate?: number;
};

export type WorldState = {
  position?: Vector;
  velocity?: Vector;
  orientation?: [number, number, number, number];
  angle?: number;
  speed?: number;
  displacement?: number;
  horizontal_velocity?: number;
  exit?: { kind: string; number?: number };
};

export type Comparison = { models: ComparedModel[] };
export type ComparedModel = {
  name: string;
  title: string;
  outcome: string;
  reason?: string;
  permissible?: boolean;
  breaches?: { condition: string; by: number; unit: string }[];
  energy_kept?: number;
  bodies?: Record<string, { velocity: Vector; angular_velocity: Vector }>;
  contacts?: { impulse: Vector; velocity_after: Vector; restitution?: number; mode?: string }[];
};

/** Derivatives of the outcome, and what it is most sensitive to. */
export type Derivatives = {
  /** What the outcome follows most, the strongest first. */
  strongest: { by: string; of: string; percent: number; kink: boolean }[];
  rows: Quantity[];
  columns: Quantity[];
  /** Row by row. */
  matrix: number[][];
  kinks: { time: number; cause: string; contacts: string[]; columns: string[] }[];
};
/** Places and directions have no scale: a per cent of them means nothing. */
export type Quantity = { name: string; value: number; has_scale: boolean };

export function solved<T extends { outcome: string }>(document: T | Failed): document is T {
  return document.outcome !== "error";
}
