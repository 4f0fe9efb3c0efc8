/** The windmill. */

import { moved, stretched, turned } from "./bending";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { ball, box, leaf, revolved, together, type Point, type Solid } from "./shaping";

const LIME: Ink = "#faf5ea";
const BRICK: Ink = "#c04a3a";
const SPAR: Ink = "#6b4a2c";
const SLAT: Ink = "#b08e5e";

/** The point that the sails turn about. */
export const HUB: Point = [0, 0.84, -0.25];

/** A white mill with a red cap, without its sails. */
export function mill(): Part[] {
  const wall = revolved(8, [0.3, 0], [0.28, 0.1], [0.19, 0.78]);
  const band = revolved(8, [0.26, 0.29], [0.275, 0.3], [0.268, 0.36], [0.24, 0.36]);
  const cap = revolved(8, [0.18, 0.76], [0.25, 0.77], [0.18, 0.97], [0, 1.12]);
  return [
    graded(wall, darker(LIME, 0.1), LIME, 0.02),
    plain(band, BRICK),
    graded(cap, darker(BRICK, 0.1), lighter(BRICK, 0.22), 0.08),
    plain(moved(box(0.15, 0.26, 0.05), 0, 0, -0.265), "#7a4f2c"),
    ...[90, 180, 270].map((degrees) =>
      plain(turned(moved(box(0.09, 0.12, 0.05), 0, 0.48, -0.205), "y", degrees), "#6f9fce", 0),
    ),
    plain(moved(turned(box(0.06, 0.16, 0.06), "x", -90), 0, HUB[1], -0.12), SPAR),
  ];
}

/** The mill's four sails around their hub. */
export function sails(): Part[] {
  const hub = moved(stretched(ball(0.055, 1), 1, 1, 0.8), HUB[0], HUB[1], HUB[2] - 0.01);
  const arms = [0, 90, 180, 270].flatMap((degrees) =>
    sail((solid) => moved(turned(solid, "z", degrees), ...HUB)),
  );
  return [...arms, plain(hub, BRICK)];
}

function sail(place: (solid: Solid) => Solid): Part[] {
  const cloth = leaf([0.15, 0.1, -0.01], [0.015, 0.1, 0.01], [0.015, 0.41, 0.01], [0.15, 0.41, -0.01]); // prettier-ignore
  const slats = [0.1, 0.2, 0.3, 0.39].map((y) => moved(box(0.155, 0.02, 0.03), 0.078, y, 0));
  return [
    plain(place(box(0.035, 0.42, 0.035)), SPAR),
    plain(place(cloth), "#fffaf0", 0),
    plain(place(together(...slats)), SLAT, 0),
  ];
}
