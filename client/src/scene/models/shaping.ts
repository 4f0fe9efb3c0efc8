/** Shaping: faces, boxes, balls and round bodies, all of flat triangles. */

import { moved, warped } from "./bending";
import {
  between,
  cross,
  distance,
  minus,
  normal,
  unit,
  type Point,
  type Solid,
  type Triangle,
} from "./points";

/** How far from the upright axis, and how high. */
export type Ring = readonly [radius: number, height: number];

const LEAF_DEPTH = 0.012;

/** A flat face with any number of corners, cut into triangles. */
export function face(first: Point, ...others: readonly Point[]): Solid {
  return others.slice(1).map((corner, i) => [first, others[i] as Point, corner] as const);
}

/** A face with two sides, apart enough for a renderer to tell which is in front. */
export function leaf(...corners: readonly [Point, Point, Point, ...Point[]]): Solid {
  const front = face(...corners);
  const [x, y, z] = normal(front[0] as Triangle);
  const back = moved(front, -LEAF_DEPTH * x, -LEAF_DEPTH * y, -LEAF_DEPTH * z);
  return [...front, ...back.map(([a, b, c]) => [a, c, b] as const)];
}

/** Loops of as many points each, joined from bottom to top. */
function joined(...loops: readonly (readonly Point[])[]): Solid {
  return loops.slice(1).flatMap((high, level) => {
    const low = loops[level] as readonly Point[];
    return low.flatMap((a, i) => {
      const next = (i + 1) % low.length;
      const [b, c, d] = [low[next] as Point, high[next] as Point, high[i] as Point];
      const triangles: Triangle[] = [[a, b, c], [a, c, d]]; // prettier-ignore
      return triangles.filter(([one, two, three]) => !isSame(one, two) && !isSame(two, three));
    });
  });
}

function isSame(one: Point, other: Point): boolean {
  return distance(one, other) < 1e-9;
}

/** What rings from bottom to top enclose; one of its sides looks along -z. */
export function revolved(sides: number, ...rings: readonly Ring[]): Solid {
  const loops = rings.map(([radius, height]) =>
    Array.from({ length: sides }, (_, i): Point => {
      const angle = -Math.PI / 2 - (2 * Math.PI * (i + 0.5)) / sides;
      return [radius * Math.cos(angle), height, radius * Math.sin(angle)];
    }),
  );
  return joined(...loops);
}

/** A round bar along points from bottom to top, with a radius at each of them and open ends. */
export function bar(sides: number, path: readonly Point[], radii: readonly number[]): Solid {
  const loops = path.map((at, level) => {
    const before = path[Math.max(level - 1, 0)] as Point;
    const after = path[Math.min(level + 1, path.length - 1)] as Point;
    return loopAround(at, unit(minus(after, before)), radii[level] as number, sides);
  });
  return joined(...loops);
}

function loopAround([x, y, z]: Point, along: Point, radius: number, sides: number): Point[] {
  const right = unit(cross([0, 0, 1], along));
  const front = cross(right, along);
  return Array.from({ length: sides }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / sides;
    const [u, v] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return [
      x + u * right[0] + v * front[0],
      y + u * right[1] + v * front[1],
      z + u * right[2] + v * front[2],
    ];
  });
}

/** A ball of 20 times `detail` squared triangles. */
export function ball(radius: number, detail = 2): Solid {
  const [height, out] = [1 / Math.sqrt(5), 2 / Math.sqrt(5)];
  const low = revolved(5, [0, -1], [out, -height]);
  const [under, over] = [loop(out, -height, 0.5), loop(out, height, 0)];
  const high = over.map((point, i): Triangle => [point, over[(i + 1) % 5] as Point, [0, 1, 0]]);
  return rounded([...low, ...joined(under, over), ...high], radius, detail);
}

function loop(radius: number, height: number, turn: number): Point[] {
  return Array.from({ length: 5 }, (_, i) => {
    const angle = -Math.PI / 2 - (2 * Math.PI * (i + turn)) / 5;
    return [radius * Math.cos(angle), height, radius * Math.sin(angle)];
  });
}

/** A rougher ball of 8 times `detail` squared triangles. */
export function pebble(radius: number, detail = 2): Solid {
  return rounded(revolved(4, [0, -1], [1, 0], [0, 1]), radius, detail);
}

function rounded(solid: Solid, radius: number, detail: number): Solid {
  const divisions = solid.flatMap((triangle) => divided(triangle, detail));
  return warped(divisions, (corner) => between([0, 0, 0], unit(corner), radius));
}

function divided([a, b, c]: Triangle, detail: number): Solid {
  const at = (i: number, j: number): Point =>
    i === detail
      ? b
      : between(between(a, b, i / detail), between(c, b, i / detail), j / (detail - i));
  const triangles: Triangle[] = [];
  for (let i = 0; i < detail; i += 1) {
    for (let j = 0; i + j < detail; j += 1) {
      triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
      if (i + j + 1 < detail) triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

/** A box that stands on y = 0, its top perhaps smaller than its base. */
export function box(width: number, height: number, depth: number, taper = 1): Solid {
  const corners = (x: number, y: number, z: number): [Point, Point, Point, Point] => [
    [-x, y, z],
    [x, y, z],
    [x, y, -z],
    [-x, y, -z],
  ];
  const low = corners(width / 2, 0, depth / 2);
  const high = corners((width / 2) * taper, height, (depth / 2) * taper);
  return [...joined(low, high), ...face(...high), ...face(low[0], low[3], low[2], low[1])];
}

/** An outline in the plane of x and y, anticlockwise, pushed out to `depth` around z = 0. */
export function slab(
  depth: number,
  ...outline: readonly (readonly [x: number, y: number])[]
): Solid {
  const at = (z: number): Point[] => outline.map(([x, y]) => [x, y, z]);
  const [back, front] = [at(-depth / 2), at(depth / 2)];
  const [first, ...others] = back as [Point, ...Point[]];
  return [
    ...joined(back, front),
    ...face(...(front as [Point, ...Point[]])),
    ...face(first, ...others.toReversed()),
  ];
}
