/** The tower. */

import { moved, turned } from "./bending";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { box, leaf, revolved, type Ring } from "./shaping";

const STONE: Ink = "#bdb7ad";
const SLIT: Ink = "#3c3a3a";
const WALL: readonly Ring[] = [
  [0.33, 0],
  [0.28, 0.14],
  [0.25, 1.0],
  [0.32, 1.08],
  [0.32, 1.2],
  [0.24, 1.2],
];

/** A round stone tower with battlements and a pennant that flies to the front. */
export function tower(): Part[] {
  return [
    graded(revolved(12, ...WALL), darker(STONE, 0.16), lighter(STONE, 0.15), 0.04),
    plain(revolved(12, [0.24, 1.2], [0.24, 1.12], [0, 1.12]), darker(STONE, 0.45), 0.06),
    ...stones(),
    ...battlements(),
    plain(moved(box(0.22, 0.34, 0.06), 0, 0, -0.27), darker(STONE, 0.35)),
    plain(moved(box(0.16, 0.3, 0.09), 0, 0, -0.27), "#7a4f2c"),
    ...[0, 120, 240].map((degrees) =>
      plain(turned(moved(box(0.06, 0.18, 0.03), 0, 0.66, -0.25), "y", degrees), SLIT, 0),
    ),
    plain(moved(box(0.03, 0.55, 0.03), 0, 1.12, 0), "#6b4a2c"),
    plain(leaf([0, 1.66, 0], [0, 1.44, 0], [0.02, 1.53, -0.34]), "#d3392f", 0),
  ];
}

/** Single stones that stand out from the wall. */
function stones(): Part[] {
  return Array.from({ length: 14 }, (_, i) => {
    const height = 0.2 + 0.052 * i;
    const stone = moved(box(0.11, 0.055, 0.03), 0, height, 0.032 * height - 0.265);
    const ink = i % 3 ? darker(STONE, 0.18) : lighter(STONE, 0.3);
    return plain(turned(stone, "y", 30 * ((i * 5) % 12)), ink, 0);
  });
}

function battlements(): Part[] {
  const block = moved(box(0.12, 0.14, 0.08), 0, 1.2, -0.28);
  return Array.from({ length: 8 }, (_, i) =>
    plain(turned(block, "y", 45 * i + 22.5), lighter(STONE, 0.22)),
  );
}
