/** Inks: colours written `#rrggbb`, and how to mix them. */

export type Ink = string;

/** The ink with a share of another in it, from 0 to 1. */
export function mixed(one: Ink, other: Ink, share: number): Ink {
  const [from, to] = [channels(one), channels(other)];
  return inkOf(from.map((value, i) => value + ((to[i] as number) - value) * share));
}

/** The ink with a share of warm white in it. */
export function lighter(ink: Ink, share: number): Ink {
  return mixed(ink, "#fffbe6", share);
}

/** The ink with a share of cool black in it. */
export function darker(ink: Ink, share: number): Ink {
  return mixed(ink, "#12203a", share);
}

/** The ink as the sun shows it: brighter, of the same hue. */
export function sunlit(ink: Ink): Ink {
  const values = channels(ink);
  const gain = Math.min(1.18, 258 / Math.max(...values));
  return inkOf(values.map((value) => value * gain));
}

function channels(ink: Ink): number[] {
  return [1, 3, 5].map((at) => parseInt(ink.slice(at, at + 2), 16));
}

function inkOf(values: readonly number[]): Ink {
  const digits = values.map((value) => Math.round(Math.min(255, value)).toString(16));
  return `#${digits.map((pair) => pair.padStart(2, "0")).join("")}`;
}
