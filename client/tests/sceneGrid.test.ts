import { describe, expect, it } from "vitest";
import { TILES, UNSEEN, WIDTH } from "../src/protocol";
import {
  BOARD,
  CELLS,
  RADIUS,
  bearingOf,
  centreOf,
  cornerOf,
  directionOf,
  headingBetween,
  heightOf,
  neighbourOf,
} from "../src/scene/grid";

const HEADINGS = [0, 1, 2, 3, 4, 5];

/** All cells with a heading and the neighbour there. */
function pairs(): [number, number, number][] {
  const cells = Array.from({ length: CELLS }, (_, cell) => cell);
  return cells
    .flatMap((cell) =>
      HEADINGS.map((heading): [number, number, number] => [
        cell,
        heading,
        neighbourOf(cell, heading),
      ]),
    )
    .filter(([, , neighbour]) => neighbour !== -1);
}

describe("the grid", () => {
  it("has each neighbour one cell away, in the direction of the heading", () => {
    const errors = pairs().map(([cell, heading, neighbour]) => {
      const [from, to] = [centreOf(cell), centreOf(neighbour)];
      const { x, z } = directionOf(bearingOf(heading));
      return Math.hypot(to.x - from.x - x, to.z - from.z - z);
    });
    expect(errors).toHaveLength(2 * (25 * 24 + 24 * 49));
    expect(Math.max(...errors)).toBeLessThan(1e-9);
  });

  it("leads back by the opposite heading", () => {
    const lost = pairs().filter(
      ([cell, heading, neighbour]) =>
        neighbourOf(neighbour, (heading + 3) % 6) !== cell ||
        headingBetween(cell, neighbour) !== heading,
    );
    expect(lost).toEqual([]);
  });

  it("ends at the edge of the board", () => {
    expect(neighbourOf(0, 4)).toBe(-1);
    expect(neighbourOf(0, 3)).toBe(-1);
    expect(neighbourOf(CELLS - 1, 1)).toBe(-1);
    expect(neighbourOf(CELLS - 1, 0)).toBe(-1);
    expect(headingBetween(0, 2)).toBe(-1);
  });

  it("shifts odd rows half a cell to the east, and has the north at negative z", () => {
    expect(centreOf(0)).toEqual({ x: 0, z: -0 });
    expect(centreOf(WIDTH).x).toBe(0.5);
    expect(centreOf(WIDTH).z).toBeLessThan(0);
    expect(directionOf(bearingOf(1)).x).toBeCloseTo(1, 9);
  });

  it("has corners between which the side of a heading lies", () => {
    for (const heading of HEADINGS) {
      const [a, b] = [cornerOf(heading), cornerOf((heading + 1) % 6)];
      const direction = directionOf(bearingOf(heading));
      expect(Math.hypot(a.x, a.z)).toBeCloseTo(RADIUS, 9);
      expect((a.x + b.x) / 2).toBeCloseTo(direction.x / 2, 9);
      expect((a.z + b.z) / 2).toBeCloseTo(direction.z / 2, 9);
    }
  });

  it("raises hills and sinks water by what their tiles say", () => {
    const heights = new Map(TILES.map(({ terrain }, code) => [terrain, heightOf(code)]));
    expect(heights.get("hill")).toBeCloseTo(20 / 17.3205, 4);
    expect(heights.get("water")).toBeCloseTo(-5 / 17.3205, 4);
    expect(heights.get("grass")).toBe(0);
    expect(heightOf(UNSEEN)).toBe(0);
  });

  it("lies within the box that cameras frame, and fills it", () => {
    const corners = Array.from({ length: CELLS }, (_, cell) => centreOf(cell)).flatMap(({ x, z }) =>
      HEADINGS.map((heading) => cornerOf(heading)).map((spot) => [x + spot.x, z + spot.z] as const),
    );
    expect(Math.min(...corners.map(([x]) => x))).toBeCloseTo(BOARD.west, 9);
    expect(Math.max(...corners.map(([x]) => x))).toBeCloseTo(BOARD.east, 9);
    expect(Math.min(...corners.map(([, z]) => z))).toBeCloseTo(BOARD.north, 9);
    expect(Math.max(...corners.map(([, z]) => z))).toBeCloseTo(BOARD.south, 9);
  });
});
