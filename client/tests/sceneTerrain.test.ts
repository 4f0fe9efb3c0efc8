import { describe, expect, it } from "vitest";
import { TILES, UNSEEN } from "../src/protocol";
import { CELLS, centreOf, heightOf } from "../src/scene/grid";
import { strengths } from "../src/scene/heat";
import { Solids } from "../src/scene/solids";
import { kindOf, terrain } from "../src/scene/terrain";

const codeOf = (terrain: string) => TILES.findIndex((tile) => tile.terrain === terrain);
const grass = () => new Array<number>(CELLS).fill(codeOf("grass"));

function heightsAt(tiles: number[], cell: number): number[] {
  const positions = terrain(tiles, [cell]).getAttribute("position");
  const { x, z } = centreOf(cell);
  const heights: number[] = [];
  for (let i = 0; i < positions.count; i++) {
    if (Math.hypot(positions.getX(i) - x, positions.getZ(i) - z) < 0.1) {
      heights.push(positions.getY(i));
    }
  }
  return heights;
}

describe("the ground", () => {
  it("is of the kind that the tile says, and mist where nothing was seen", () => {
    expect(kindOf(codeOf("deep water"))).toBe("water");
    expect(kindOf(codeOf("short hill"))).toBe("hill");
    expect(kindOf(codeOf("path"))).toBe("path");
    expect(kindOf(UNSEEN)).toBe("mist");
    expect(kindOf(undefined)).toBe("void");
  });

  it("rises with hills and sinks with water", () => {
    for (const name of ["hill", "low hill", "water", "deep water", "grass"]) {
      const tiles = grass();
      tiles[312] = codeOf(name);
      const heights = heightsAt(tiles, 312);
      expect(heights.length).toBeGreaterThan(0);
      for (const height of heights) {
        expect(height).toBeGreaterThan(heightOf(codeOf(name)) - 1e-6);
        expect(height).toBeLessThan(heightOf(codeOf(name)) + 0.5);
      }
    }
  });

  it("has walls only between heights and at the edge", () => {
    const flat = terrain(grass(), [312]).getAttribute("normal");
    for (let i = 0; i < flat.count; i++) expect(flat.getY(i)).toBeCloseTo(1, 6);
    const edge = terrain(grass(), [0]).getAttribute("normal");
    expect(Array.from({ length: edge.count }, (_, i) => edge.getY(i))).toContain(0);
  });
});

describe("solids", () => {
  it("are one mesh for each block of cells, and only changed blocks are built anew", () => {
    const solids = new Solids();
    const tiles = new Array<number>(CELLS).fill(UNSEEN);
    solids.setTiles(tiles);
    const before = solids.object.children.map((mesh) => "geometry" in mesh && mesh.geometry);
    expect(before).toHaveLength(25);
    tiles[2 + 25 * 2] = codeOf("grass");
    solids.setTiles(tiles);
    const after = solids.object.children.map((mesh) => "geometry" in mesh && mesh.geometry);
    expect(after.filter((geometry, i) => geometry !== before[i])).toHaveLength(1);
  });
});

describe("heat", () => {
  it("shows the peak of a trajectory in full, and other kinds by their own likelihood", () => {
    expect(strengths("trajectory", { 1: 0.1, 2: 0.025 })).toEqual([[1, 1], [2, 0.5]]); // prettier-ignore
    expect(strengths("goals", { 1: 0.25 })).toEqual([[1, 0.5]]);
  });

  it("leaves out what is hardly likely", () => {
    expect(strengths("avoid", { 1: 0.01 })).toEqual([]);
    expect(strengths("trajectory", {})).toEqual([]);
  });
});
