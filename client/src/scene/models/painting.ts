/** Painting: colours laid on solids, and the one geometry that painted parts make together. */

import { BufferGeometry, Color, Float32BufferAttribute, MathUtils, Triangle, Vector3 } from "three";
import { cornersOf } from "./bending";
import { chance } from "./chance";
import { lighter, type Ink } from "./inks";
import type { Point, Solid } from "./shaping";

/** A solid with the colours of its corners; `grain` says how much its facets differ in lightness. */
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
  solid.computeBoundingBox();
  const { min, max } = solid.boundingBox!;
  const [from, to] = [new Color(low), new Color(high)];
  const paint = ([, y]: Point): Color => from.clone().lerp(to, (y - min.y) / (max.y - min.y || 1));
  return { solid, paint, grain };
}

/** A part that seems to shine: its colour is brighter than light alone could make it. */
export function glowing(solid: Solid, ink: Ink, strength: number): Part {
  const tone = lighter(ink, 0.1).multiplyScalar(strength);
  return { solid, paint: () => tone, grain: 0 };
}

/** The part with darker colours where `shade` is below 1. */
export function shaded(part: Part, shade: (corner: Point) => number): Part {
  return { ...part, paint: (corner) => part.paint(corner).clone().multiplyScalar(shade(corner)) };
}

/** All parts as one geometry with flat normals, darker where it nears the ground. */
export function geometryOf(parts: readonly Part[]): BufferGeometry {
  const places: number[] = [];
  const colours: number[] = [];
  for (const { solid, paint, grain } of parts) {
    for (const corners of trianglesOf(solid)) {
      const light = 1 + grain * (chance(middleOf(corners), 7) - 0.5);
      for (const corner of corners) {
        places.push(...corner);
        const shade = light * groundShade(corner[1]);
        colours.push(...paint(corner).clone().multiplyScalar(shade));
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** The corners of each triangle that has an area. */
export function trianglesOf(solid: Solid): Point[][] {
  const corners = cornersOf(solid);
  return Array.from({ length: corners.length / 3 }, (_, i) =>
    corners.slice(3 * i, 3 * i + 3),
  ).filter((three) => triangleOf(three).getArea() > 1e-7);
}

/** The middle of a triangle. */
export function middleOf(corners: readonly Point[]): Point {
  return triangleOf(corners).getMidpoint(new Vector3()).toArray();
}

function triangleOf(corners: readonly Point[]): Triangle {
  const [a, b, c] = corners.map((corner) => new Vector3(...corner));
  return new Triangle(a, b, c);
}

function groundShade(height: number): number {
  const share = MathUtils.clamp(height / GROUND_REACH, 0, 1);
  return GROUND_SHADE + (1 - GROUND_SHADE) * share * (2 - share);
}
