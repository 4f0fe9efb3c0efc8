import { Texture } from "three";
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
  const world = new World(false, () => new Texture());
  world.setTiles(new Array<number>(CELLS).fill(GRASS));
  world.show(situation(), [], true);
  world.advance(0.1, true);
  return world;
}

function settle(world: World, seconds: number, isAmbient = true): void {
  for (let passed = 0; passed < seconds; passed += 0.05) world.advance(0.05, isAmbient);
}

/** Where all things are, and how they are turned. */
function placesIn({ scene }: World): number[][] {
  const places: number[][] = [];
  scene.traverse(({ position, rotation }) => {
    places.push([...position.toArray(), rotation.x, rotation.y]);
  });
  return places;
}

/** How many cards lie on the board, and how many of them have an outline. */
function cardsIn({ cards }: World): [number, number] {
  const pictures = cards.object.children;
  return [pictures.length, pictures.filter(({ children }) => children.length > 1).length];
}

describe("the world", () => {
  it("changes nowhere while nothing happens", () => {
    const world = settledWorld();
    const before = placesIn(world);
    settle(world, 1);
    expect(world.isMoving).toBe(false);
    expect(placesIn(world)).toEqual(before);
  });

  it("moves a player that takes a step to the next cell, and is at rest then", () => {
    const world = settledWorld();
    const cell = neighbourOf(312, 0);
    world.show(situation({ follower: { cell, heading: 0 } }), [STEP], false);
    expect(world.isMoving).toBe(true);
    settle(world, 1);
    expect(world.isMoving).toBe(false);
    expect(world.followerStance).toMatchObject(centreOf(cell));
  });

  it("outlines a card when the player arrives at it, not before", () => {
    const world = settledWorld();
    const cell = neighbourOf(312, 0);
    const before = situation({ cards: [...CARDS, { ...CARDS[0]!, cell }] });
    world.show(before, [], true);
    const cards = before.cards.map((card) => ({ ...card, is_selected: card.cell === cell }));
    world.show(situation({ follower: { cell, heading: 0 }, cards }), [STEP], false);
    settle(world, 0.2);
    expect(cardsIn(world)).toEqual([4, 0]);
    settle(world, 0.3);
    expect(cardsIn(world)).toEqual([4, 1]);
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
    world.advance(0.05, true);
    expect(cardsIn(world)).toEqual([3, 3]);
    settle(world, 0.5);
    expect(world.isMoving).toBe(true);
    settle(world, 2);
    expect(world.isMoving).toBe(false);
    expect(cardsIn(world)).toEqual([3, 0]);
    expect(world.cards.object.children[0]!.position).toMatchObject(centreOf(400));
  });

  it("shows at once what is to be shown at once", () => {
    const world = settledWorld();
    world.show(situation({ follower: { cell: 0, heading: 3 }, cards: [] }), [STEP], true);
    expect(world.isMoving).toBe(false);
    expect(world.followerStance).toMatchObject(centreOf(0));
    expect(cardsIn(world)).toEqual([0, 0]);
  });

  it("points at a cell until that is no longer so, still where motion is not wanted", () => {
    const world = settledWorld();
    const none = placesIn(world).length;
    world.pointAt([200]);
    const before = placesIn(world);
    expect(before.length).toBeGreaterThan(none);
    const { x, z } = centreOf(200);
    expect(before.filter((place) => place[0] === x && place[2] === z)).not.toEqual([]);
    settle(world, 0.5, false);
    expect(placesIn(world)).toEqual(before);
    settle(world, 0.5);
    expect(placesIn(world)).not.toEqual(before);
    world.pointAt([]);
    expect(placesIn(world)).toHaveLength(none);
  });
});
