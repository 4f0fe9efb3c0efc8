/** Shaping: solids made of three's geometries, as triangles that share no corners. */

import {
  BoxGeometry,
  BufferGeometry,
  CatmullRomCurve3,
  ExtrudeGeometry,
  IcosahedronGeometry,
  LatheGeometry,
  OctahedronGeometry,
  Shape,
  TubeGeometry,
  Vector2,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { moved, warped } from "./bending";

export type Point = readonly [x: number, y: number, z: number];
/** How far from the upright axis, and how high. */
export type Ring = readonly [radius: number, height: number];
/** A geometry of places alone, three in a row for each triangle. */
export type Solid = BufferGeometry;

const LEAF_DEPTH = 0.012;

function bare(geometry: BufferGeometry): Solid {
  const places = (geometry.index ? geometry.toNonIndexed() : geometry).getAttribute("position");
  return new BufferGeometry().setAttribute("position", places);
}

/** Several solids as one. */
export function together(...solids: readonly Solid[]): Solid {
  return mergeGeometries([...solids]);
}

/** A flat face with any number of corners, anticlockwise when seen from its front. */
export function face(...corners: readonly Point[]): Solid {
  const [first, ...others] = corners.map((corner) => new Vector3(...corner));
  const fan = others.slice(1).flatMap((corner, i) => [first!, others[i]!, corner]);
  return new BufferGeometry().setFromPoints(fan);
}

/** A face with two sides, apart enough for a renderer to tell which is in front. */
export function leaf(...corners: readonly Point[]): Solid {
  const [a, b, c] = corners.map((corner) => new Vector3(...corner)) as [Vector3, Vector3, Vector3];
  const facing = b.sub(a).cross(c.sub(a)).setLength(-LEAF_DEPTH);
  return together(face(...corners), moved(face(...corners.toReversed()), ...facing.toArray()));
}

/** What rings from bottom to top enclose; one of its sides looks along -z. */
export function revolved(sides: number, ...rings: readonly Ring[]): Solid {
  const outline = rings.map((ring) => new Vector2(...ring));
  return bare(new LatheGeometry(outline, sides, Math.PI + Math.PI / sides));
}

/** A round bar along points from bottom to top, with a radius at each of them and open ends. */
export function bar(sides: number, path: readonly Point[], radii: readonly number[]): Solid {
  const curve = new CatmullRomCurve3(path.map((point) => new Vector3(...point)));
  const tube = new TubeGeometry(curve, path.length - 1, 1, sides);
  const places = tube.getAttribute("position");
  for (let i = 0; i < places.count; i++) {
    const ring = Math.floor(i / (sides + 1));
    const middle = curve.getPointAt(ring / (path.length - 1));
    const corner = new Vector3().fromBufferAttribute(places, i);
    places.setXYZ(i, ...middle.lerp(corner, radii[ring]!).toArray());
  }
  return bare(tube);
}

/** A ball of 20 times `detail` squared triangles. */
export function ball(radius: number, detail = 2): Solid {
  return bare(new IcosahedronGeometry(radius, detail - 1));
}

/** A rougher ball of 8 times `detail` squared triangles. */
export function pebble(radius: number, detail = 2): Solid {
  return bare(new OctahedronGeometry(radius, detail - 1).rotateY(Math.PI / 4));
}

/** A box that stands on y = 0, its top perhaps smaller than its base. */
export function box(width: number, height: number, depth: number, taper = 1): Solid {
  const solid = bare(new BoxGeometry(width, height, depth).translate(0, height / 2, 0));
  return warped(solid, ([x, y, z]) => (y > 0 ? [x * taper, y, z * taper] : [x, y, z]));
}

/** An outline in the plane of x and y, anticlockwise, pushed out to `depth` around z = 0. */
export function slab(
  depth: number,
  ...outline: readonly (readonly [x: number, y: number])[]
): Solid {
  const shape = new Shape(outline.map((point) => new Vector2(...point)));
  const solid = new ExtrudeGeometry(shape, { depth, bevelEnabled: false });
  return bare(solid.translate(0, 0, -depth / 2));
}
