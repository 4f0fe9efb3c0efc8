/** The leader. */

import { moved, scalloped, turned, warped } from "./bending";
import { darker, lighter, type Ink } from "./inks";
import { graded, plain, type Part } from "./painting";
import { arms, head, legs, type Person } from "./people";
import { box, pebble, revolved, type Solid } from "./shaping";

const COAT: Ink = "#ffb81c";
const RED: Ink = "#d8392a";
const HIP = 0.24;
const SHOULDER = 0.47;

/** A tall figure in a long yellow coat with a white collar, a red cape and a crown. */
export function leader(): Person {
  const coat = revolved(8, [0.1, 0.15], [0.165, 0.14], [0.13, 0.3], [0.115, 0.46], [0.05, 0.52]);
  const belt = revolved(8, [0.13, 0.28], [0.145, 0.3], [0.11, 0.33]);
  const collar = revolved(8, [0.06, 0.465], [0.135, 0.485], [0.05, 0.54]);
  const body = [
    graded(coat, darker(COAT, 0.12), lighter(COAT, 0.1)),
    plain(belt, "#8a4a22"),
    plain(collar, "#fff6e6", 0.02),
    plain(cape(), RED),
    ...head(0.615, "#7a4524"),
    ...crown(0.685),
  ];
  return {
    body,
    legs: legs("#5a3b28", HIP),
    arms: arms(COAT, SHOULDER),
    hip: HIP,
    shoulder: SHOULDER,
  };
}

/** A cape that hangs away from the back and is wider below. */
function cape(): Solid {
  return warped(moved(box(0.25, 0.36, 0.025), 0, 0.12, 0), ([x, y, z]) => {
    const share = (0.48 - y) / 0.36;
    return [x * (0.65 + 0.45 * share), y, z + 0.12 + 0.07 * share];
  });
}

function crown(y: number): Part[] {
  const rim = revolved(10, [0.1, 0], [0.125, 0.1], [0.09, 0.02]);
  const gem = moved(pebble(0.022, 1), 0, 0.04, -0.11);
  return [
    plain(moved(scalloped(rim, 0.1, 5, 0.03, 0), 0, y, 0), "#ffd83d", 0.06),
    ...[0, 120, 240].map((degrees) => plain(moved(turned(gem, "y", degrees), 0, y, 0), RED, 0)),
  ];
}
