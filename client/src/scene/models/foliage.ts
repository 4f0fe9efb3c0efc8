/** Foliage: the trunks, crowns and skirts that trees and bushes are made of. */

import { moved, roughened, scalloped, settled } from "./bending";
import { darker, lighter, sunlit, type Ink } from "./inks";
import { graded, shaded, type Part } from "./painting";
import { distance, middle, type Point, type Solid, type Triangle } from "./points";
import { bar, pebble, revolved } from "./shaping";

export const BARK: Ink = "#7a5230";
/** A round part of a crown: its centre and radius. */
export type Lobe = readonly [x: number, y: number, z: number, radius: number];

/** A straight trunk that is wider at its foot. */
export function trunk(top: number, radius: number, bark: Ink = BARK): Part {
  const knee = Math.min(0.14, top * 0.4);
  const solid = revolved(6, [radius * 1.6, 0], [radius, knee], [radius * 0.8, top]);
  return graded(roughened(solid, radius * 0.12), darker(bark, 0.15), lighter(bark, 0.12));
}

/** A branch between two points. */
export function branch(from: Point, to: Point, radius: number, bark: Ink = BARK): Part {
  return graded(bar(4, [from, to], [radius, radius * 0.7]), darker(bark, 0.1), bark);
}

/** A solid in the ink of leaves: cool in the shade below, sunny above. */
export function leafy(solid: Solid, ink: Ink, grain = 0.09): Part {
  return graded(solid, darker(ink, 0.28), lighter(sunlit(ink), 0.06), grain);
}

/** Round lobes that have grown together, dark where they meet. */
export function crown(lobes: readonly Lobe[], ink: Ink, roughness = 0.1): Part {
  const solid = lobes.flatMap((lobe, i) => {
    const [x, y, z, radius] = lobe;
    const others = lobes.filter((other) => other !== lobe);
    const solid = moved(roughened(pebble(radius), radius * roughness, i * 8), x, y, z);
    return solid.filter((triangle) => !isHidden(triangle, others));
  });
  return shaded(leafy(settled(solid), ink), (corner) => 1 - 0.27 * crevice(corner, lobes));
}

/** Whether one of the lobes covers a triangle. */
function isHidden(triangle: Triangle, lobes: readonly Lobe[]): boolean {
  const centre = middle(triangle);
  return lobes.some(
    (lobe) => depth(centre, lobe) > 0.14 && triangle.every((corner) => depth(corner, lobe) > 0.02),
  );
}

/** How near to a second lobe a point of one lobe is, from 0 to 1. */
function crevice(point: Point, lobes: readonly Lobe[]): number {
  const [, second = -1] = lobes.map((lobe) => depth(point, lobe)).sort((a, b) => b - a);
  return Math.min(1, Math.max(0, 4 * (second + 0.2)));
}

/** How deep a point lies in a lobe, as a share of its radius. */
function depth(point: Point, [x, y, z, radius]: Lobe): number {
  return 1 - distance(point, [x, y, z]) / radius;
}

/** One skirt of a fir: a cone whose hem hangs in points. */
export function skirt(hem: number, tip: number, radius: number, points: number): Solid {
  const inner = [radius * 0.3, hem + 0.14 * (tip - hem)] as const;
  return scalloped(revolved(2 * points, inner, [radius, hem], [0, tip]), hem, points, -0.035, 0.11);
}
