/** People: what the leader and the follower share, from their faces to their boots. */

import { moved, stretched, turned } from "./bending";
import { darker, type Ink } from "./inks";
import { plain, type Part } from "./painting";
import { ball, box } from "./shaping";

/** The parts of a person, and how high the joints are. */
export interface Person {
  body: Part[];
  legs: [Part[], Part[]];
  arms: [Part[], Part[]];
  hip: number;
  shoulder: number;
}

const SKIN: Ink = "#ffd2a8";
const EYE: Ink = "#2b2230";

/** A head around a height, with hair behind and above the face. */
export function head(y: number, hair: Ink): Part[] {
  return [
    plain(moved(ball(0.11, 2), 0, y, 0), SKIN, 0.02),
    plain(moved(stretched(ball(0.118, 1), 1, 0.95, 0.9), 0, y + 0.03, 0.03), hair),
    plain(moved(box(0.025, 0.025, 0.03), 0, y - 0.03, -0.115), darker(SKIN, 0.15), 0),
    ...[-1, 1].map((side) =>
      plain(moved(box(0.026, 0.036, 0.02), side * 0.045, y - 0.01, -0.1), EYE, 0),
    ),
  ];
}

/** Both legs in boots, the left one first. */
export function legs(trousers: Ink, hip: number): [Part[], Part[]] {
  const leg = (side: number): Part[] => [
    plain(moved(box(0.08, hip - 0.04, 0.085), side * 0.058, 0.04, 0), trousers),
    plain(moved(box(0.09, 0.055, 0.14), side * 0.058, 0, -0.022), darker(trousers, 0.4)),
  ];
  return [leg(-1), leg(1)];
}

/** Both arms with hands, the left one first. */
export function arms(sleeve: Ink, shoulder: number): [Part[], Part[]] {
  const arm = (side: number): Part[] => {
    const upper = turned(box(0.07, 0.2, 0.075, 0.8), "z", side * 14);
    return [
      plain(moved(upper, side * 0.17, shoulder - 0.18, 0), sleeve),
      plain(moved(box(0.06, 0.06, 0.06), side * 0.175, shoulder - 0.225, 0), SKIN),
    ];
  };
  return [arm(-1), arm(1)];
}
