/** Broad-leaved trees: bushy, round, tall and many-coloured ones, and the oak. */

import { moved, roughened, stretched } from "./bending";
import { branch, crown, leafy, trunk, type Lobe } from "./foliage";
import type { Ink } from "./inks";
import type { Part } from "./painting";
import { ball, pebble } from "./shaping";

/** A wide heap of leaves on a hardly visible trunk. */
export function bushyTree(ink: Ink): Part[] {
  const lobes = [...ring(5, 18, 0.22, 0.33, 0.21), ...ring(3, 47, 0.14, 0.56, 0.22)];
  return [trunk(0.24, 0.09), crown([...lobes, [0, 0.72, 0, 0.17]], ink)];
}

/** A short and broad tree with a thick, forked trunk. */
export function oak(ink: Ink): Part[] {
  const bark = "#8a6038";
  return [
    trunk(0.46, 0.11, bark),
    branch([0, 0.18, 0], [0.24, 0.56, 0.02], 0.06, bark),
    branch([0, 0.18, 0], [-0.24, 0.56, -0.02], 0.06, bark),
    crown([[0, 0.68, 0, 0.21], ...ring(5, 0, 0.27, 0.6, 0.165)], ink),
  ];
}

/** Lobes side by side around the trunk. */
function ring(count: number, degrees: number, out: number, height: number, radius: number): Lobe[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = 2 * Math.PI * (i / count + degrees / 360);
    return [out * Math.cos(angle), height + 0.02 * (i % 2), out * Math.sin(angle), radius];
  });
}

/** One ball of leaves on a clear trunk. */
export function roundTree(ink: Ink): Part[] {
  const solid = moved(roughened(ball(0.35, 3), 0.012), 0, 0.8, 0);
  return [trunk(0.55, 0.06), leafy(solid, ink, 0.06)];
}

/** A long bare trunk with a slender, upright crown at its top. */
export function tallTree(ink: Ink): Part[] {
  const bark = "#9a7b58";
  const egg = stretched(roughened(ball(1, 3), 0.04), 0.23, 0.44, 0.23);
  return [
    trunk(0.9, 0.055, bark),
    branch([0, 0.42, 0], [0.19, 0.6, 0], 0.03, bark),
    leafy(moved(pebble(0.11), 0.23, 0.64, 0), ink),
    leafy(moved(egg, 0, 1.22, 0), ink, 0.07),
  ];
}

/** Yellow and red balls on the arms of one trunk. */
export function manyTree(yellow: Ink, red: Ink): Part[] {
  const balls: [Lobe, Ink][] = [
    [[0.02, 1.02, 0.02, 0.23], red],
    [[-0.25, 0.68, 0.08, 0.19], yellow],
    [[0.25, 0.56, 0.08, 0.18], red],
    [[0.12, 0.76, -0.24, 0.18], yellow],
    [[-0.1, 0.5, -0.25, 0.15], red],
    [[0.04, 0.78, 0.26, 0.17], yellow],
  ];
  return [
    trunk(0.9, 0.055),
    ...balls.slice(1).map(([[x, y, z]]) => branch([0, 0.26, 0], [x, y, z], 0.032)),
    ...balls.map(([[x, y, z, radius], ink], i) =>
      leafy(moved(roughened(pebble(radius), 0.01, i), x, y, z), ink),
    ),
  ];
}
