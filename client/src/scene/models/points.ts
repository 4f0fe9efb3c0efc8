/** Points in space, and the solids that flat triangles between them make. */

export type Point = readonly [x: number, y: number, z: number];
/** Three corners, anticlockwise when seen from outside. */
export type Triangle = readonly [Point, Point, Point];
export type Solid = readonly Triangle[];

/** The point that has gone `share` of the way from one point to another. */
export function between(one: Point, other: Point, share: number): Point {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ];
}

/** How far two points are apart. */
export function distance(one: Point, other: Point): number {
  return lengthOf(minus(one, other));
}

/** The way from the second point to the first. */
export function minus(one: Point, other: Point): Point {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

/** The same direction with length one. */
export function unit([x, y, z]: Point): Point {
  const length = lengthOf([x, y, z]) || 1;
  return [x / length, y / length, z / length];
}

function lengthOf([x, y, z]: Point): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** The direction at right angles to two others. */
export function cross(one: Point, other: Point): Point {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ];
}

/** The direction that a triangle faces, of length one. */
export function normal([a, b, c]: Triangle): Point {
  return unit(cross(minus(b, a), minus(c, a)));
}

/** The middle of a triangle. */
export function middle([a, b, c]: Triangle): Point {
  return between(between(a, b, 1 / 2), c, 1 / 3);
}

/** A number from 0 to 1 that looks random and depends on the place and the seed only. */
export function chance(place: Point, seed: number): number {
  let bits = Math.imul(seed + 1, 0x9e3779b1);
  for (const value of place) {
    bits = Math.imul(bits ^ (Math.round(value * 4096) + 0x51ed27), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  }
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
