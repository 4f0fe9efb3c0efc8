/** The palm tree. */

import { moved, turned } from "./bending";
import { darker, lighter, sunlit, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { bar, face, pebble, together, type Point, type Solid } from "./shaping";

const BARK: Ink = "#b58a55";
const GREEN: Ink = "#35a047";
const FRONDS = 7;
const TOP: Point = [0.02, 1.04, 0];
const STEM: readonly Point[] = [
  [-0.2, 0, 0],
  [-0.19, 0.16, 0],
  [-0.16, 0.33, 0],
  [-0.12, 0.5, 0],
  [-0.07, 0.68, 0],
  [-0.02, 0.86, 0],
  TOP,
];

/** A bent, ringed trunk with long fronds and coconuts. */
export function palm(): Part[] {
  const stem = bar(5, STEM, [0.1, 0.06, 0.075, 0.052, 0.066, 0.046, 0.056]);
  const fronds = Array.from({ length: FRONDS }, (_, i) => {
    const solid = turned(frond(i % 2 ? 0.39 : 0.44), "y", (360 * i) / FRONDS + 12);
    return graded(moved(solid, ...TOP), darker(GREEN, 0.25), lighter(sunlit(GREEN), 0.12), 0.12);
  });
  const nuts = [-50, 70, 190].map((degrees) => {
    const nut = turned(moved(pebble(0.06, 1), 0.075, -0.05, 0), "y", degrees);
    return plain(moved(nut, ...TOP), "#7b4a22");
  });
  return [graded(stem, darker(BARK, 0.3), lighter(BARK, 0.1), 0.14), ...fronds, ...nuts];
}

/** How far out, how high and how wide a frond is, as shares of its length. */
const FROND = [
  [0, 0, 0.06],
  [0.42, 0.3, 0.25],
  [0.78, 0.06, 0.23],
  [1, -0.48, 0],
] as const;

/** A long leaf, folded along its middle, that rises towards +x and hangs down at its end. */
function frond(length: number): Solid {
  const joints = FROND.slice(1).flatMap((_, i) => {
    const at = (k: number, side: number, sink: number): Point => {
      const [out, height, width] = FROND[k] as (typeof FROND)[number];
      const drop = side === 0 ? sink : 0.09;
      return [out * length, (height - drop) * length, side * width * length];
    };
    const half = (side: number, sink: number): [Point, Point, Point, Point] => [
      at(i, 0, sink),
      at(i, side, sink),
      at(i + 1, side, sink),
      at(i + 1, 0, sink),
    ];
    const back = ([a, b, c, d]: [Point, Point, Point, Point]): Solid => face(a, d, c, b);
    return [face(...half(1, 0)), back(half(-1, 0)), back(half(1, 0.07)), face(...half(-1, 0.07))];
  });
  return together(...joints);
}
