/** Painting: colours laid on solids, and the one geometry that painted parts make together. */

import { BufferAttribute, BufferGeometry, Color } from "three";

import { lighter, type Ink } from "./inks";
import { chance, middle, normal, type Point, type Solid } from "./points";

/** A solid with the colours of its corners; `grain` says how much its facets differ in lightness.
 *
 * A colour that `paint` gives is good until its next call.
 */
export interface Part {
  solid: Solid;
  paint: (corner: Point) => Color;
  grain: number;
}

const GROUND_SHADE = 0.8;
const GROUND_REACH = 0.16;

/** A part in one ink. */
export function plain(solid: Solid, ink: Ink, grain = 0.04): Part {
  const tone = new Color(ink);
  return { solid, paint: () => tone, grain };
}

/** A part whose inks run from its lowest corner to its highest. */
export function graded(solid: Solid, low: Ink, high: Ink, grain = 0.07): Part {
  let [bottom, top] = [Infinity, -Infinity];
  for (const triangle of solid) {
    for (const corner of triangle) {
      bottom = Math.min(bottom, corner[1]);
      top = Math.max(top, corner[1]);
    }
  }
  const [from, to, tone] = [new Color(low), new Color(high), new Color()];
  const paint = (corner: Point): Color =>
    tone.lerpColors(from, to, (corner[1] - bottom) / (top - bottom || 1));
  return { solid, paint, grain };
}

/** A part that seems to shine: its colour is brighter than light alone could make it. */
export function glowing(solid: Solid, ink: Ink, strength: number): Part {
  const tone = new Color(lighter(ink, 0.1)).multiplyScalar(strength);
  return { solid, paint: () => tone, grain: 0 };
}

/** The part with darker colours where `shade` is below 1. */
export function shaded(part: Part, shade: (corner: Point) => number): Part {
  const tone = new Color();
  return {
    ...part,
    paint: (corner) => tone.copy(part.paint(corner)).multiplyScalar(shade(corner)),
  };
}

/** All parts as one geometry with flat normals, darker where it nears the ground. */
export function geometryOf(parts: readonly Part[]): BufferGeometry {
  const corners = 3 * parts.reduce((sum, { solid }) => sum + solid.length, 0);
  const attribute = (): BufferAttribute => new BufferAttribute(new Float32Array(3 * corners), 3);
  const [position, facing, color] = [attribute(), attribute(), attribute()];
  let at = 0;
  for (const { solid, paint, grain } of parts) {
    for (const triangle of solid) {
      const direction = normal(triangle);
      const light = 1 + grain * (chance(middle(triangle), 7) - 0.5);
      for (const corner of triangle) {
        const shade = light * groundShade(corner[1]);
        const { r, g, b } = paint(corner);
        position.setXYZ(at, corner[0], corner[1], corner[2]);
        facing.setXYZ(at, direction[0], direction[1], direction[2]);
        color.setXYZ(at, r * shade, g * shade, b * shade);
        at += 1;
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", position);
  geometry.setAttribute("normal", facing);
  geometry.setAttribute("color", color);
  return geometry;
}

function groundShade(height: number): number {
  const share = Math.min(1, Math.max(0, height / GROUND_REACH));
  return GROUND_SHADE + (1 - GROUND_SHADE) * share * (2 - share);
}
