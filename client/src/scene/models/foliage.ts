/** Foliage: the trunks, crowns and skirts that trees and bushes are made of. */

import { MathUtils, Vector3 } from "three";
import { moved, roughened, scalloped, warped } from "./bending";
import { darker, lighter, sunlit, type Ink } from "./inks";
import { graded, middleOf, shaded, trianglesOf, type Part } from "./painting";
import { bar, face, pebble, revolved, together, type Point, type Solid } from "./shaping";

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

/** Round lobes that have grown together above the ground, dark where they meet. */
export function crown(lobes: readonly Lobe[], ink: Ink, roughness = 0.1): Part {
  const faces = lobes.flatMap((lobe, i) => {
    const [x, y, z, radius] = lobe;
    const others = lobes.filter((other) => other !== lobe);
    const solid = moved(roughened(pebble(radius), radius * roughness, i * 8), x, y, z);
    return trianglesOf(solid).filter(
      (corners) => corners.some(([, y]) => y > 0) && !isHidden(corners, others),
    );
  });
  const solid = together(...faces.map((corners) => face(...corners)));
  const settled = warped(solid, ([x, y, z]) => [x, Math.max(0, y), z]);
  return shaded(leafy(settled, ink), (corner) => 1 - 0.27 * crevice(corner, lobes));
}

/** Whether one of the lobes covers a triangle. */
function isHidden(corners: readonly Point[], lobes: readonly Lobe[]): boolean {
  const middle = middleOf(corners);
  return lobes.some(
    (lobe) => depth(middle, lobe) > 0.14 && corners.every((corner) => depth(corner, lobe) > 0.02),
  );
}

/** How near to a second lobe a point of one lobe is, from 0 to 1. */
function crevice(point: Point, lobes: readonly Lobe[]): number {
  const [, second = -1] = lobes.map((lobe) => depth(point, lobe)).sort((a, b) => b - a);
  return MathUtils.clamp(4 * (second + 0.2), 0, 1);
}

/** How deep a point lies in a lobe, as a share of its radius. */
function depth(point: Point, [x, y, z, radius]: Lobe): number {
  return 1 - new Vector3(...point).distanceTo(new Vector3(x, y, z)) / radius;
}

/** One skirt of a fir: a cone whose hem hangs in points. */
export function skirt(hem: number, tip: number, radius: number, points: number): Solid {
  const inner = [radius * 0.3, hem + 0.14 * (tip - hem)] as const;
  return scalloped(revolved(2 * points, inner, [radius, hem], [0, tip]), hem, points, -0.035, 0.11);
}
