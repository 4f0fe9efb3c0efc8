/** The tent. */

import { moved } from "./bending";
import { lighter, type Ink } from "./inks";
import { plain, type Part } from "./painting";
import { box, face, leaf, together } from "./shaping";

const CANVAS: Ink = "#f7ebcd";
const STRIPE: Ink = "#e0702a";
const POLE: Ink = "#5b3c22";
const ACROSS = 0.36;
const DEEP = 0.29;
const TOP = 0.58;
const STRIPES = 5;

/** A striped canvas tent with a mat before it, open to the front. */
export function tent(): Part[] {
  return [
    ...slopes(),
    plain(face([ACROSS, 0, -DEEP], [-ACROSS, 0, -DEEP], [0, TOP, -DEEP]), CANVAS, 0),
    plain(face([-ACROSS, 0, DEEP], [ACROSS, 0, DEEP], [0, TOP, DEEP]), CANVAS, 0),
    ...entrance(),
    ...[-DEEP, DEEP].map((z) => plain(moved(box(0.035, 0.13, 0.035), 0, TOP - 0.03, z), POLE)),
  ];
}

function slopes(): Part[] {
  return Array.from({ length: STRIPES }, (_, i) => {
    const [near, far] = [i, i + 1].map((k) => DEEP * ((2 * k) / STRIPES - 1)) as [number, number];
    const solid = together(
      face([-ACROSS, 0, near], [-ACROSS, 0, far], [0, TOP, far], [0, TOP, near]),
      face([ACROSS, 0, far], [ACROSS, 0, near], [0, TOP, near], [0, TOP, far]),
    );
    return plain(solid, i % 2 ? STRIPE : CANVAS, 0.02);
  });
}

/** A dark gap between two flaps that are folded out, and the mat. */
function entrance(): Part[] {
  const [front, high] = [-DEEP - 0.006, 0.88 * TOP];
  const flaps = [1, -1].map((side) => {
    const solid = leaf([side * 0.17, 0, front], [0, high, front], [side * 0.23, 0, front - 0.09]);
    return plain(solid, lighter(CANVAS, 0.4), 0);
  });
  return [
    plain(face([0.17, 0, front], [-0.17, 0, front], [0, high, front]), "#4a3527", 0),
    ...flaps,
    plain(moved(box(0.22, 0.015, 0.15), 0, 0, -DEEP - 0.085), "#b5533c"),
  ];
}
