/** The follower. */

import { moved, turned, warped } from "./bending";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { arms, head, legs, type Person } from "./people";
import { box, revolved, type Solid } from "./shaping";

const COAT: Ink = "#8b3fd9";
const PACK: Ink = "#2fa39a";
const HIP = 0.22;
const SHOULDER = 0.42;

/** A shorter figure in a purple jacket with a pointed hood and a green backpack. */
export function follower(): Person {
  const jacket = revolved(8, [0.1, 0.19], [0.13, 0.19], [0.125, 0.3], [0.11, 0.41], [0.05, 0.47]);
  const body = [
    graded(jacket, darker(COAT, 0.15), lighter(COAT, 0.06)),
    ...head(0.555, "#2f2233"),
    graded(hood(), darker(COAT, 0.1), lighter(COAT, 0.22)),
    ...backpack(),
  ];
  return {
    body,
    legs: legs("#3a3550", HIP),
    arms: arms(COAT, SHOULDER),
    hip: HIP,
    shoulder: SHOULDER,
  };
}

/** A hood that leaves the face free and whose tip falls back. */
function hood(): Solid {
  const round = revolved(8, [0.11, -0.07], [0.135, 0], [0.12, 0.07], [0.07, 0.13], [0, 0.21]);
  return warped(round, ([x, y, z]) => {
    const fall = y > 0 ? 3 * y * y : 0;
    const isFace = z < -0.05 && y < 0.05;
    return [x, y + (isFace ? 0.63 : 0.56), z + fall + (isFace ? 0.035 : 0.015)];
  });
}

/** A pack with a pocket, straps and a rolled blanket on top. */
function backpack(): Part[] {
  const blanket = turned(
    revolved(6, [0, -0.12], [0.045, -0.11], [0.045, 0.11], [0, 0.12]),
    "z",
    90,
  );
  return [
    plain(moved(box(0.2, 0.21, 0.11, 0.86), 0, 0.24, 0.16), PACK),
    plain(moved(box(0.12, 0.09, 0.04), 0, 0.26, 0.225), darker(PACK, 0.25)),
    plain(moved(blanket, 0, 0.47, 0.16), "#f0d9a8"),
    ...[-1, 1].map((side) =>
      plain(moved(box(0.03, 0.2, 0.03), side * 0.065, 0.25, -0.11), darker(PACK, 0.25)),
    ),
  ];
}
