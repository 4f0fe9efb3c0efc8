/** Bending: how solids are moved, turned, stretched and roughened. */

import { BufferGeometry, MathUtils, Matrix4, Vector3 } from "three";
import { chance } from "./chance";
import type { Point, Solid } from "./shaping";

const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };

/** The corners of a solid, one triangle after the other. */
export function cornersOf(solid: Solid): Point[] {
  const places = solid.getAttribute("position");
  return Array.from({ length: places.count }, (_, i) => {
    return [places.getX(i), places.getY(i), places.getZ(i)] as const;
  });
}

/** The solid with every corner put elsewhere. */
export function warped(solid: Solid, place: (corner: Point) => Point): Solid {
  const corners = cornersOf(solid).map((corner) => new Vector3(...place(corner)));
  return new BufferGeometry().setFromPoints(corners);
}

/** The solid pushed along the axes. */
export function moved(solid: Solid, x: number, y: number, z: number): Solid {
  return solid.clone().translate(x, y, z);
}

/** The solid stretched along the axes. */
export function stretched(solid: Solid, x: number, y: number, z: number): Solid {
  return solid.clone().scale(x, y, z);
}

/** The solid turned about an axis through the origin, anticlockwise seen from the axis's tip. */
export function turned(solid: Solid, axis: "x" | "y" | "z", degrees: number): Solid {
  const turn = new Matrix4().makeRotationAxis(AXES[axis], MathUtils.degToRad(degrees));
  return solid.clone().applyMatrix4(turn);
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
    const isRing = Math.abs(y - height) < 1e-6;
    const wave = isRing ? Math.sin(points * (Math.atan2(z, x) + Math.PI / 2)) : 0;
    return [x * (1 + out * wave), y + up * wave, z * (1 + out * wave)];
  });
}
