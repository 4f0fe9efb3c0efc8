/** Pines and other pointed trees: smooth cones, firs and layered crowns. */

import { roughened, turned, warped } from "./bending";
import { BARK, leafy, skirt, trunk } from "./foliage";
import { darker, mixed, sunlit, type Ink } from "./inks";
import { graded, type Part } from "./painting";
import { bar, revolved, type Point } from "./shaping";

/** A smooth cone without branches. */
export function smoothCone(ink: Ink): Part[] {
  const solid = revolved(10, [0.1, 0.17], [0.29, 0.2], [0.31, 0.3], [0.22, 0.72], [0.1, 1.12], [0, 1.4]); // prettier-ignore
  return [trunk(0.2, 0.08), leafy(roughened(solid, 0.008), ink, 0.05)];
}

/** The skirts of a fir: where the hem and the tip are, and how wide it is. */
const SKIRTS = [
  [0.2, 0.66, 0.4],
  [0.46, 0.9, 0.33],
  [0.72, 1.14, 0.25],
  [0.96, 1.42, 0.17],
] as const;

/** A fir of four skirts. */
export function pine(ink: Ink): Part[] {
  const skirts = SKIRTS.map(([hem, tip, radius], i) =>
    leafy(turned(skirt(hem, tip, radius, 6), "y", 15 * i), ink),
  );
  return [trunk(0.3, 0.08), ...skirts];
}

/** A fir that the wind has bent to the east, with its tip hanging over. */
export function curvedPine(ink: Ink): Part[] {
  const path = [0, 0.15, 0.36].map((y) => bent([0, y, 0]));
  const skirts = SKIRTS.slice(0, 3).map(([hem, tip, radius], i) =>
    leafy(warped(turned(skirt(hem, tip, radius * 0.72, 5), "y", 18 * i), bent), ink),
  );
  const tip = revolved(7, [0.06, 0.92], [0.17, 0.88], [0.14, 1.05], [0.12, 1.2], [0.095, 1.34], [0.065, 1.48], [0, 1.68]); // prettier-ignore
  return [
    graded(bar(6, path, [0.12, 0.085, 0.07]), darker(BARK, 0.15), BARK),
    ...skirts,
    leafy(warped(tip, bent), ink),
  ];
}

/** Where a corner of an upright tree goes when the tree bends over, ever more to its tip. */
function bent([x, y, z]: Point): Point {
  const slices = 24;
  let [right, up, angle] = [-0.16, 0, 0];
  for (let i = 0; i < slices; i += 1) {
    angle = 1.3 * Math.max(0, ((i + 0.5) / slices) * y - 0.25) ** 2.8;
    right += (Math.sin(angle) * y) / slices;
    up += (Math.cos(angle) * y) / slices;
  }
  return [right + x * Math.cos(angle), up - x * Math.sin(angle), z];
}

/** A leaf-shaped crown in four pale-topped layers that ends in a point. */
export function layeredTree(ink: Ink): Part[] {
  const layers = [
    revolved(8, [0.06, 0.28], [0.22, 0.32], [0.27, 0.4], [0.2, 0.53]),
    revolved(8, [0.14, 0.45], [0.31, 0.53], [0.35, 0.62], [0.22, 0.78]),
    revolved(8, [0.14, 0.7], [0.25, 0.78], [0.28, 0.87], [0.14, 1.0]),
    revolved(8, [0.08, 0.92], [0.16, 1.01], [0.17, 1.08], [0.06, 1.28], [0, 1.46]),
  ];
  const [shade, light] = [darker(ink, 0.34), mixed(sunlit(ink), "#f8ffa8", 0.18)];
  return [
    trunk(0.4, 0.065),
    ...layers.map((solid, i) => graded(turned(solid, "y", 22.5 * i), shade, light, 0.05)),
  ];
}
