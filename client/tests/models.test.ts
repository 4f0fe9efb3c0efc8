import type { BufferGeometry } from "three";
import { describe, expect, it } from "vitest";

import { TILES } from "../src/protocol";
import { characterModel, PROP_NAMES, propModel } from "../src/scene/models";

const PLANTS = /^(bush|bush_yw|flow_.*|grass|street_lamp)$/;
const STRUCTURES = /^(tower|windmill|hut_.*|house_.*)$/;
const TREES = PROP_NAMES.filter((name) => !PLANTS.test(name) && !STRUCTURES.test(name));
const PLAYERS = ["leader", "follower"] as const;

function partsOfProp(name: string): BufferGeometry[] {
  const { geometry, moving } = propModel(name);
  if (!moving) return [geometry];
  const { x, y, z } = moving.pivot;
  return [geometry, moving.geometry.clone().translate(x, y, z)];
}

function partsOfCharacter(player: "leader" | "follower"): BufferGeometry[] {
  const { body, legs, arms } = characterModel(player);
  return [body, ...legs, ...arms];
}

function trianglesOf(parts: readonly BufferGeometry[]): number {
  return parts.reduce((sum, part) => sum + part.getAttribute("position").count / 3, 0);
}

function rowsOf(geometry: BufferGeometry, attribute: string): [number, number, number][] {
  const values = geometry.getAttribute(attribute);
  return Array.from({ length: values.count }, (_, i) => [
    values.getX(i),
    values.getY(i),
    values.getZ(i),
  ]);
}

function cornersOf(parts: readonly BufferGeometry[]): [number, number, number][] {
  return parts.flatMap((part) => rowsOf(part, "position"));
}

/** How wide a model is at heights from the ground up to 1.8, as seen from the south and the east. */
function silhouetteOf(geometry: BufferGeometry): number[] {
  const slices = Array.from({ length: 18 }, () => ({ x: [0, 0], z: [0, 0] }));
  for (const [x, y, z] of rowsOf(geometry, "position")) {
    const slice = slices[Math.min(17, Math.max(0, Math.floor(y * 10)))]!;
    slice.x = [Math.min(slice.x[0]!, x), Math.max(slice.x[1]!, x)];
    slice.z = [Math.min(slice.z[0]!, z), Math.max(slice.z[1]!, z)];
  }
  return slices.flatMap(({ x, z }) => [...x, ...z]);
}

/** The mean colour of the upper half of a model, where its leaves are. */
function leafColourOf(geometry: BufferGeometry): number[] {
  const corners = rowsOf(geometry, "position");
  const half = Math.max(...corners.map(([, y]) => y)) / 2;
  const colours = rowsOf(geometry, "color").filter((_, i) => corners[i]![1] > half);
  return [0, 1, 2].map(
    (k) => colours.reduce((sum, colour) => sum + colour[k]!, 0) / colours.length,
  );
}

function difference(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, i) => value - other[i]!));
}

describe("models of props", () => {
  it("exist for every prop of the tiles", () => {
    const props = new Set(TILES.map(({ prop }) => prop).filter((prop) => prop !== null));
    expect(new Set(PROP_NAMES)).toEqual(props);
    expect(TREES).toHaveLength(17);
    for (const name of PROP_NAMES) expect(trianglesOf(partsOfProp(name))).toBeGreaterThan(20);
  });

  it("do not exist for other names", () => {
    expect(() => propModel("cactus")).toThrow('no model of "cactus"');
    expect(() => propModel("toString")).toThrow(RangeError);
  });

  it.each(PROP_NAMES)("stand on the ground within their cell: %s", (name) => {
    const corners = cornersOf(partsOfProp(name));
    const lowest = Math.min(...corners.map(([, y]) => y));
    const highest = Math.max(...corners.map(([, y]) => y));
    expect(Math.abs(lowest)).toBeLessThan(0.02);
    expect(highest).toBeGreaterThan(0.3);
    expect(highest).toBeLessThan(1.8);
    expect(Math.max(...corners.map(([x, , z]) => Math.hypot(x, z)))).toBeLessThan(0.5);
  });

  it.each(PROP_NAMES)("are cheap to draw: %s", (name) => {
    const budget = PLANTS.test(name) ? 130 : STRUCTURES.test(name) ? 700 : 265;
    expect(trianglesOf(partsOfProp(name))).toBeLessThanOrEqual(budget);
  });

  it("are made once", () => {
    for (const name of PROP_NAMES) expect(propModel(name)).toBe(propModel(name));
  });

  it("show no tree that looks like another in both shape and colour", () => {
    const looks = TREES.map((name) => {
      const { geometry } = propModel(name);
      return { name, shape: silhouetteOf(geometry), colour: leafColourOf(geometry) };
    });
    const alike = looks.flatMap((one, i) =>
      looks
        .slice(i + 1)
        .filter((other) => difference(one.shape, other.shape) < 0.4)
        .filter((other) => difference(one.colour, other.colour) < 0.12)
        .map((other) => `${one.name} and ${other.name}`),
    );
    expect(alike).toEqual([]);
  });

  it("show huts whose roofs differ in colour only", () => {
    const huts = PROP_NAMES.filter((name) => name.startsWith("hut_"));
    const colours = huts.map((name) => leafColourOf(propModel(name).geometry));
    expect(huts).toHaveLength(5);
    colours.forEach((one, i) =>
      colours.slice(i + 1).forEach((other) => expect(difference(one, other)).toBeGreaterThan(0.1)),
    );
  });

  it("turn only the sails of the windmill, and those about a point in their own plane", () => {
    expect(PROP_NAMES.filter((name) => propModel(name).moving)).toEqual(["windmill"]);
    const { geometry, pivot, axis, turnsPerSecond } = propModel("windmill").moving!;
    const reach = rowsOf(geometry, "position").map(([x, y]) => Math.hypot(x, y));
    expect(Math.max(...reach)).toBeLessThan(0.5);
    expect(pivot.y - Math.max(...reach)).toBeGreaterThan(0);
    expect(axis.length()).toBeCloseTo(1);
    expect(turnsPerSecond).toBeGreaterThan(0);
  });
});

describe("models of people", () => {
  it.each(PLAYERS)("are as tall as three quarters of a cell: the %s", (player) => {
    const corners = cornersOf(partsOfCharacter(player));
    expect(Math.min(...corners.map(([, y]) => y))).toBeCloseTo(0, 2);
    expect(Math.max(...corners.map(([, y]) => y))).toBeGreaterThan(0.68);
    expect(Math.max(...corners.map(([, y]) => y))).toBeLessThan(0.85);
    expect(trianglesOf(partsOfCharacter(player))).toBeLessThanOrEqual(450);
  });

  it.each(PLAYERS)("hang their limbs on their joints, the left ones first: the %s", (player) => {
    const { legs, arms, hip, shoulder } = characterModel(player);
    for (const [limbs, joint] of [
      [legs, hip],
      [arms, shoulder],
    ] as const) {
      limbs.forEach((limb, i) => {
        const corners = rowsOf(limb, "position");
        expect(Math.max(...corners.map(([, y]) => y))).toBeCloseTo(joint, 1);
        expect(corners.every(([x]) => (i === 0 ? x < 0.03 : x > -0.03))).toBe(true);
      });
    }
  });

  it("differ in height and colour, and are made once", () => {
    const [leader, follower] = PLAYERS.map((player) => cornersOf(partsOfCharacter(player)));
    const top = (corners: [number, number, number][]) => Math.max(...corners.map(([, y]) => y));
    expect(top(leader!)).toBeGreaterThan(top(follower!));
    const [one, other] = PLAYERS.map((player) => leafColourOf(characterModel(player).body));
    expect(difference(one!, other!)).toBeGreaterThan(0.2);
    for (const player of PLAYERS) expect(characterModel(player)).toBe(characterModel(player));
  });
});

const EVERY: [string, BufferGeometry[]][] = [
  ...PROP_NAMES.map((name): [string, BufferGeometry[]] => [name, partsOfProp(name)]),
  ...PLAYERS.map((player): [string, BufferGeometry[]] => [player, partsOfCharacter(player)]),
];

describe("geometries", () => {
  it.each(EVERY)("have finite places, flat normals and colours: %s", (_, parts) => {
    for (const part of parts) {
      const [places, normals, colours] = ["position", "normal", "color"].map((a) =>
        rowsOf(part, a),
      );
      expect(normals).toHaveLength(places!.length);
      expect(colours).toHaveLength(places!.length);
      expect([...places!, ...normals!].flat().every(Number.isFinite)).toBe(true);
      expect(colours!.flat().every((value) => value >= 0 && value < 2)).toBe(true);
      normals!.forEach((normal, i) => {
        expect(Math.hypot(...normal)).toBeCloseTo(1, 4);
        expect(normal).toEqual(normals![i - (i % 3)]);
      });
    }
  });

  it.each(EVERY)("have no triangle without an area: %s", (_, parts) => {
    const corners = cornersOf(parts);
    for (let i = 0; i < corners.length; i += 3) {
      const [a, b, c] = corners.slice(i, i + 3);
      const [u, v] = [b!, c!].map((corner) => corner.map((value, k) => value - a![k]!));
      const area = Math.hypot(
        u![1]! * v![2]! - u![2]! * v![1]!,
        u![2]! * v![0]! - u![0]! * v![2]!,
        u![0]! * v![1]! - u![1]! * v![0]!,
      );
      expect(area).toBeGreaterThan(1e-7);
    }
  });
});
