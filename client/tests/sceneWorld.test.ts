import { Box3, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { TILES, type CardShown, type Happening, type Situation } from "../src/protocol";
import { CELLS, centreOf, neighbourOf } from "../src/scene/grid";
import { World } from "../src/scene/world";

const GRASS = TILES.findIndex(({ terrain, prop }) => terrain === "grass" && prop === null);
const STEP: Happening = { type: "step", by: "follower", action: "forward" };
const CARDS: CardShown[] = [100, 200, 300].map((cell) => ({
  cell,
  count: 1,
  colour: "blue",
  shape: "star",
}));

function situation(changes: Partial<Situation> = {}): Situation {
  return {
    leader: { cell: 30, heading: 1 },
    follower: { cell: 312, heading: 0 },
    cards: CARDS,
    turn: "leader",
    steps_left: 5,
    score: 0,
    seconds_left: 45,
    is_clock_running: true,
    ...changes,
  };
}

function settledWorld(): World {
  const world = new World(false);
  world.setTiles(new Array<number>(CELLS).fill(GRASS));
  world.show(situation(), [], true);
  world.advance(0.1, true);
  world.takeChanges();
  return world;
}

function settle(world: World, seconds: number): void {
  for (let passed = 0; passed < seconds; passed += 0.05) world.advance(0.05, true);
}

describe("the world", () => {
  it("changes nowhere while nothing happens", () => {
    const world = settledWorld();
    settle(world, 1);
    expect(world.isMoving).toBe(false);
    expect(world.takeChanges()).toEqual([]);
  });

  it("changes only around a player that takes a step", () => {
    const world = settledWorld();
    const cell = neighbourOf(312, 0);
    world.show(situation({ follower: { cell, heading: 0 } }), [STEP], false);
    expect(world.isMoving).toBe(true);
    settle(world, 1);
    expect(world.isMoving).toBe(false);
    expect(world.followerStance).toMatchObject(centreOf(cell));
    const changes = world.takeChanges();
    expect(changes.length).toBeGreaterThan(0);
    for (const { box, isOwn } of changes) {
      expect(isOwn).toBe(true);
      expect(Math.abs(box.min.x + 1 - centreOf(312).x)).toBeLessThan(1);
    }
  });

  it("outlines a card when the player arrives at it, not before", () => {
    const world = settledWorld();
    const cell = neighbourOf(312, 0);
    const before = situation({ cards: [...CARDS, { ...CARDS[0]!, cell }] });
    world.show(before, [], true);
    settle(world, 0.1);
    world.takeChanges();
    const cards = before.cards.map((card) => ({ ...card, is_selected: card.cell === cell }));
    world.show(situation({ follower: { cell, heading: 0 }, cards }), [STEP], false);
    settle(world, 0.2);
    expect(world.takeChanges().every(({ isOwn }) => isOwn)).toBe(true);
    settle(world, 0.3);
    expect(world.takeChanges().some(({ isOwn }) => !isOwn)).toBe(true);
  });

  it("lets a made set flash and go and new cards drop in, and is at rest then", () => {
    const world = settledWorld();
    const fresh = [400, 410, 420].map((cell) => ({ ...CARDS[0]!, cell }));
    const set: Happening = {
      type: "set",
      score: 1,
      extra_half_turns: 10,
      old: CARDS.map(({ cell }) => cell),
      new: fresh.map(({ cell }) => cell),
    };
    world.show(situation({ cards: fresh }), [set], false);
    settle(world, 0.5);
    expect(world.isMoving).toBe(true);
    settle(world, 2);
    expect(world.isMoving).toBe(false);
    expect(world.takeChanges()).not.toEqual([]);
    settle(world, 0.5);
    expect(world.takeChanges()).toEqual([]);
  });

  it("shows at once what is to be shown at once", () => {
    const world = settledWorld();
    world.show(situation({ follower: { cell: 0, heading: 3 }, cards: [] }), [STEP], true);
    expect(world.isMoving).toBe(false);
    expect(world.followerStance).toMatchObject(centreOf(0));
  });

  it("changes around what is pointed at, and again when that is no longer so", () => {
    const world = settledWorld();
    world.pointAt([200]);
    world.advance(0.1, true);
    const { x, z } = centreOf(200);
    const isThere = ({ box }: { box: Box3 }): boolean =>
      box.containsPoint(new Vector3(x, 1, z)) && box.max.x - box.min.x < 4;
    const changes = world.takeChanges();
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(isThere)).toBe(true);
    expect(world.isAmbient).toBe(true);
    world.pointAt([]);
    expect(world.takeChanges().some(isThere)).toBe(true);
    expect(world.isAmbient).toBe(false);
  });

  it("lets pointers hang still where motion is reduced", () => {
    const world = settledWorld();
    world.setLooks(true, false);
    world.pointAt([200]);
    world.takeChanges();
    world.advance(0.1, true);
    expect(world.takeChanges()).toEqual([]);
  });
});
