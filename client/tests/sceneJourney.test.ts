import { describe, expect, it } from "vitest";
import { bearingOf, centreOf, neighbourOf } from "../src/scene/grid";
import { Journey } from "../src/scene/journey";

const START = { cell: 312, heading: 0 };

function journeyFrom(pose = START): Journey {
  const journey = new Journey();
  journey.goTo(pose);
  return journey;
}

describe("a journey", () => {
  it("begins where the player stands, without moving", () => {
    const journey = journeyFrom();
    expect(journey.isUnderWay).toBe(false);
    expect(journey.stance).toEqual({ ...centreOf(312), bearing: bearingOf(0) });
  });

  it("walks to a neighbour in about a third of a second, and arrives exactly", () => {
    const journey = journeyFrom();
    const cell = neighbourOf(312, 0);
    journey.goTo({ cell, heading: 0 });
    expect(journey.secondsLeft).toBeCloseTo(0.35, 9);
    expect(journey.advance(0.2)).toBe(true);
    expect(journey.isWalking).toBe(true);
    expect(journey.advance(0.2)).toBe(false);
    expect(journey.stance).toEqual({ ...centreOf(cell), bearing: bearingOf(0) });
    expect(journey.strides).toBeCloseTo(1, 9);
  });

  it("turns the short way round, also past the north", () => {
    const journey = journeyFrom();
    journey.goTo({ cell: 312, heading: 5 });
    journey.advance(0.1);
    expect(journey.stance.bearing).toBeLessThan(bearingOf(0));
    expect(journey.stance.bearing).toBeGreaterThan(bearingOf(0) - Math.PI / 3);
    journey.advance(1);
    expect(Math.cos(journey.stance.bearing)).toBeCloseTo(Math.cos(bearingOf(5)), 9);
  });

  it("hurries when moves come faster than it walks, and leaves none out", () => {
    const journey = journeyFrom();
    let cell = START.cell;
    for (let i = 0; i < 5; i++) {
      cell = neighbourOf(cell, 1);
      journey.goTo({ cell, heading: 1 });
    }
    expect(journey.secondsLeft).toBeLessThan(5 * 0.35 * 0.7);
    const seconds = journey.secondsLeft;
    expect(journey.advance(seconds * 0.95)).toBe(true);
    expect(journey.advance(seconds * 0.1)).toBe(false);
    expect(journey.stance.x).toBeCloseTo(centreOf(cell).x, 9);
    expect(journey.strides).toBeCloseTo(5, 6);
  });

  it("jumps where no step leads, or when told to", () => {
    const journey = journeyFrom();
    journey.goTo({ cell: 0, heading: 2 });
    expect(journey.isUnderWay).toBe(false);
    expect(journey.stance).toMatchObject(centreOf(0));
    journey.goTo({ cell: 1, heading: 2 }, true);
    expect(journey.isUnderWay).toBe(false);
    expect(journey.stance).toMatchObject(centreOf(1));
  });

  it("takes a quarter of the time where motion is reduced", () => {
    const journey = journeyFrom();
    journey.isReduced = true;
    journey.goTo({ cell: neighbourOf(312, 0), heading: 0 });
    expect(journey.secondsLeft).toBeLessThan(0.1);
  });

  it("begins anew after the player was out of view", () => {
    const journey = journeyFrom();
    journey.forget();
    expect(journey.pose).toBeNull();
    journey.goTo({ cell: neighbourOf(312, 0), heading: 0 });
    expect(journey.isUnderWay).toBe(false);
  });
});
