/** The street lamp. */

import { moved } from "./bending";
import { lighter, type Ink } from "./inks";
import { glowing, graded, plain, type Part } from "./painting";
import { box, pebble, revolved } from "./shaping";

const IRON: Ink = "#39404f";
const GLOW: Ink = "#ffdf66";

/** A dark post with a glowing lantern. */
export function lamp(): Part[] {
  const foot = revolved(6, [0.14, 0], [0.13, 0.06], [0.034, 0.2]);
  const post = revolved(6, [0.034, 0.2], [0.03, 0.8], [0.1, 0.85]);
  const glass = revolved(6, [0.09, 0.85], [0.175, 1.09], [0.11, 1.13]);
  const roof = revolved(6, [0.1, 1.1], [0.135, 1.12], [0.06, 1.21], [0, 1.25]);
  return [
    plain(foot, IRON),
    graded(post, IRON, lighter(IRON, 0.2)),
    plain(moved(box(0.24, 0.03, 0.03), 0, 0.68, 0), IRON),
    glowing(glass, GLOW, 1.3),
    plain(roof, IRON),
    glowing(moved(pebble(0.04, 1), 0, 1.27, 0), GLOW, 1.2),
  ];
}
