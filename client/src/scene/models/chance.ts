import type { Point } from "./shaping";

/** A number from 0 to 1 that looks random and depends on the place and the seed only. */
export function chance(place: Point, seed: number): number {
  let bits = Math.imul(seed + 1, 0x9e3779b1);
  for (const value of place) {
    bits = Math.imul(bits ^ (Math.round(value * 4096) + 0x51ed27), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  }
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
