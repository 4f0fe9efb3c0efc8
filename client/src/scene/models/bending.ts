/** Bending: how solids are moved, turned, stretched and roughened. */

import { chance, type Point, type Solid } from "./points";

/** The solid with every corner put elsewhere. */
export function warped(solid: Solid, place: (corner: Point) => Point): Solid {
  return solid.map((corners) => [place(corners[0]), place(corners[1]), place(corners[2])] as const);
}

/** The solid pushed along the axes. */
export function moved(solid: Solid, x: number, y: number, z: number): Solid {
  return warped(solid, ([a, b, c]) => [a + x, b + y, c + z]);
}

/** The solid stretched along the axes. */
export function stretched(solid: Solid, x: number, y: number, z: number): Solid {
  return warped(solid, ([a, b, c]) => [a * x, b * y, c * z]);
}

/** The solid turned about an axis through the origin, anticlockwise seen from the axis's tip. */
export function turned(solid: Solid, axis: "x" | "y" | "z", degrees: number): Solid {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return warped(solid, ([x, y, z]) => {
    if (axis === "x") return [x, cos * y - sin * z, sin * y + cos * z];
    if (axis === "y") return [cos * x + sin * z, y, cos * z - sin * x];
    return [cos * x - sin * y, sin * x + cos * y, z];
  });
}

/** The solid with its corners pushed about by up to `amount`; corners that met still meet. */
export function roughened(solid: Solid, amount: number, seed = 0): Solid {
  return warped(solid, (corner) => {
    const shift = (k: number): number => amount * (2 * chance(corner, seed + k) - 1);
    return [corner[0] + shift(1), corner[1] + shift(2), corner[2] + shift(3)];
  });
}

/** A revolved solid whose ring at a height goes up and out at as many points, down and in between.
 *
 * It has twice as many sides as points; `out` is a share of the ring's radius.
 */
export function scalloped(
  solid: Solid,
  height: number,
  points: number,
  up: number,
  out: number,
): Solid {
  return warped(solid, ([x, y, z]) => {
    const wave = y === height ? Math.sin(points * (Math.atan2(z, x) + Math.PI / 2)) : 0;
    return [x * (1 + out * wave), y + up * wave, z * (1 + out * wave)];
  });
}

/** What of a solid rises above the ground. */
export function settled(solid: Solid): Solid {
  const risen = solid.filter((triangle) => triangle.some(([, y]) => y > 0));
  return warped(risen, ([x, y, z]) => [x, Math.max(0, y), z]);
}
