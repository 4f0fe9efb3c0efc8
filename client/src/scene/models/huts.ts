/** Huts with roofs of five colours. */

import { moved, turned } from "./bending";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { box, slab, type Solid } from "./shaping";

const PLASTER: Ink = "#f6ead0";
const TIMBER: Ink = "#7a4f2c";
const GLASS: Ink = "#6f9fce";
const BRICK: Ink = "#a8664a";
const HALF = 0.25;
const WALL = 0.38;
const RIDGE = 0.72;

/** A plastered hut with a coloured roof, a door to the front and a chimney. */
export function hut(roof: Ink): Part[] {
  const walls = slab(2 * HALF, [-HALF, 0], [HALF, 0], [HALF, WALL], [0, RIDGE], [-HALF, WALL]);
  const gables = slab(2 * HALF + 0.03, [-HALF, WALL], [HALF, WALL], [0, RIDGE]);
  return [
    graded(walls, darker(PLASTER, 0.08), PLASTER, 0.02),
    graded(gables, lighter(roof, 0.12), lighter(roof, 0.04), 0),
    ...tiles(roof),
    ...door(),
    ...windows(),
    graded(moved(box(0.11, 0.4, 0.11), 0.13, 0.46, 0.13), darker(BRICK, 0.1), BRICK),
    plain(moved(box(0.14, 0.04, 0.14), 0.13, 0.85, 0.13), lighter(BRICK, 0.25)),
  ];
}

/** Both slopes of a roof, each of three overlapping rows, and the ridge. */
function tiles(ink: Ink): Part[] {
  const [run, rise, depth] = [HALF + 0.06, RIDGE - WALL + 0.07, 2 * HALF + 0.12];
  const length = Math.hypot(run, rise);
  const pitch = (Math.atan2(rise, run) * 180) / Math.PI;
  const end = length / 3 + 0.03;
  const row = slab(depth, [0, -0.02], [end, -0.03], [end, 0.045], [0, 0.06]);
  const slope = [darker(ink, 0.14), ink, lighter(ink, 0.1)].map((tone, i) => {
    const raised = turned(moved(row, (length * i) / 3, 0, 0), "z", pitch);
    return plain(moved(raised, -run, RIDGE - rise, 0), tone, 0.03);
  });
  const other = slope.map((part) => ({ ...part, solid: turned(part.solid, "y", 180) }));
  const ridge = slab(depth + 0.02, [-0.05, 0.01], [0.05, 0.01], [0, 0.08]);
  return [...slope, ...other, plain(moved(ridge, 0, RIDGE, 0), lighter(ink, 0.24), 0)];
}

/** The door with its frame and doorstep, which tell where the hut looks. */
function door(): Part[] {
  return [
    plain(moved(box(0.2, 0.3, 0.03), 0, 0, -HALF), darker(TIMBER, 0.35)),
    plain(moved(box(0.15, 0.27, 0.05), 0, 0, -HALF), lighter(TIMBER, 0.08)),
    plain(moved(box(0.025, 0.025, 0.02), 0.045, 0.13, -HALF - 0.03), "#f2d06b"),
    plain(moved(box(0.24, 0.04, 0.13), 0, 0, -HALF - 0.08), "#d9d0bd"),
  ];
}

function windows(): Part[] {
  const pane = (solid: Solid): Part => plain(solid, GLASS, 0);
  const frame = (solid: Solid): Part => plain(solid, lighter(TIMBER, 0.2), 0);
  const sides = [-1, 1].flatMap((side) =>
    [-0.11, 0.11].flatMap((z) => [
      frame(moved(box(0.02, 0.15, 0.14), side * HALF, 0.11, z)),
      pane(moved(box(0.04, 0.11, 0.1), side * HALF, 0.13, z)),
    ]),
  );
  return [
    ...sides,
    frame(moved(box(0.14, 0.13, 0.02), 0, 0.41, -HALF - 0.015)),
    pane(moved(box(0.1, 0.09, 0.04), 0, 0.43, -HALF - 0.015)),
  ];
}
