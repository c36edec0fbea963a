// How far a slider reaches, and in which unit its number is: by the key it belongs to.

export type Range = { least: number; most: number; step: number; unit: string };

const UNITS: Record<string, string> = {
  mass: "kg", end_mass: "kg", radius: "m", height: "m", size: "m", length: "m", position: "m", point: "m", pivot: "m", gap: "m",
  velocity: "m/s", normal_velocity: "m/s", speed: "m/s", capture_speed: "m/s", angular_velocity: "rad/s", stiffness: "N/m",
  gravity: "m/s²", until: "s", inertia: "kg m²", aim: "°", elevation: "°", angle: "°", matrix: "1/kg", density: "kg/m³",
};

const PARTS = new Set(["restitution", "reversible_friction", "kinematic_restitution"]);
const SIGNED_PARTS = new Set(["tangential_restitution", "side"]);
const COUNTS = new Set(["balls", "lifted", "seed"]);

/** The range of a number with this key that stands at this value now. */
export function rangeOf(key: string, value: number, path: string): Range {
  const unit = UNITS[key] ?? "";
  if (PARTS.has(key)) return { least: 0, most: 1, step: 0.001, unit };
  if (SIGNED_PARTS.has(key)) return { least: -1, most: 1, step: 0.001, unit };
  if (key === "height" && path.startsWith("cue")) return { least: -1, most: 1, step: 0.001, unit: "radii" };
  if (key === "aim") return { least: -180, most: 180, step: 0.01, unit };
  if (key === "elevation") return { least: 0, most: 89, step: 0.1, unit };
  if (COUNTS.has(key)) return { least: 1, most: Math.max(10, 2 * value), step: 1, unit };
  if (key === "friction" || key.endsWith("_friction")) return { least: 0, most: Math.max(1, 2 * value), step: 0.001, unit };
  return around(value, unit);
}

/** Twice as far as the number is from zero; of zero, to one on both sides. */
function around(value: number, unit: string): Range {
  const size = value === 0 ? 1 : Math.abs(value);
  const digits = 10 ** Math.floor(Math.log10(size));
  const most = Math.ceil((2 * size) / digits) * digits;
  const positive = ["kg", "m/s²", "N/m", "s"].includes(unit);
  return { least: positive ? digits / 100 : -most, most, step: digits / 1000, unit };
}
