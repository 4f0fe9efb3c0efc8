/** Inks: colours, and how to mix them. */

import { Color } from "three";

/** A colour, also written `#rrggbb`. */
export type Ink = Color | string;

const WARM_WHITE = new Color("#fffbe6");
const COOL_BLACK = new Color("#12203a");

/** The ink with a share of another in it, from 0 to 1. */
export function mixed(one: Ink, other: Ink, share: number): Color {
  return new Color(one).lerp(new Color(other), share);
}

/** The ink with a share of warm white in it. */
export function lighter(ink: Ink, share: number): Color {
  return mixed(ink, WARM_WHITE, share);
}

/** The ink with a share of cool black in it. */
export function darker(ink: Ink, share: number): Color {
  return mixed(ink, COOL_BLACK, share);
}

/** The ink as the sun shows it: brighter, of the same hue. */
export function sunlit(ink: Ink): Color {
  const colour = new Color(ink);
  return colour.multiplyScalar(Math.min(1.18, 1.01 / Math.max(...colour)));
}
