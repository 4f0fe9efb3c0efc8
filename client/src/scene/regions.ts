import { Vector3, type Box3, type PerspectiveCamera } from "three";

/** A part of the picture, in its pixels from the upper left. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PADDING = 2;

/** The part of a picture of some size in which a box is seen, in whole pixels; null if in none. */
export function regionOf(
  box: Box3,
  camera: PerspectiveCamera,
  width: number,
  height: number,
): Region | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const { min, max } = box;
  for (let i = 0; i < 8; i++) {
    const corner = new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    corner.applyMatrix4(camera.matrixWorldInverse);
    // What reaches behind the camera could be seen anywhere.
    if (corner.z > -camera.near) return { x: 0, y: 0, width, height };
    corner.applyMatrix4(camera.projectionMatrix);
    left = Math.min(left, corner.x);
    right = Math.max(right, corner.x);
    bottom = Math.min(bottom, corner.y);
    top = Math.max(top, corner.y);
  }
  const x = Math.max(0, Math.floor(((left + 1) / 2) * width) - PADDING);
  const y = Math.max(0, Math.floor(((1 - top) / 2) * height) - PADDING);
  const endX = Math.min(width, Math.ceil(((right + 1) / 2) * width) + PADDING);
  const endY = Math.min(height, Math.ceil(((1 - bottom) / 2) * height) + PADDING);
  return endX <= x || endY <= y ? null : { x, y, width: endX - x, height: endY - y };
}

/** The smallest region around two. */
export function union(one: Region, other: Region): Region {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** Whether two regions are the same, or neither is any. */
export function isSame(one: Region | null, other: Region | null): boolean {
  if (!one || !other) return one === other;
  return (["x", "y", "width", "height"] as const).every((key) => one[key] === other[key]);
}

/** Whether two regions share pixels. */
export function isOverlapping(one: Region, other: Region): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function area({ width, height }: Region): number {
  return width * height;
}

/** Fewer regions that cover the same: those are joined whose union costs less than drawing both.
 *
 * `overhead` is how many pixels could be drawn in the time that starting on a region takes.
 */
export function joined(regions: readonly Region[], overhead: number): Region[] {
  const left = [...regions];
  for (let i = 0; i < left.length; i++) {
    for (let k = i + 1; k < left.length; k++) {
      const both = union(left[i]!, left[k]!);
      if (area(both) > area(left[i]!) + area(left[k]!) + overhead) continue;
      left[i] = both;
      left.splice(k, 1);
      i = -1;
      break;
    }
  }
  return left;
}
