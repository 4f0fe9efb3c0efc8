import { describe, expect, it } from "vitest";
import { COLOURS, SHAPES } from "../src/protocol";
import { CARD, letterPlace, symbolPlaces } from "../src/scene/cardlayout";
import { letter } from "../src/scene/letters";
import { COLOUR_LETTERS, SYMBOL_COLOURS } from "../src/scene/palette";
import { outlineOf, symbol, widened } from "../src/scene/symbols";

const LOOKS = [false, true];

describe("the symbols of a card", () => {
  it("are as many as its count says, in a column from north to south", () => {
    for (const isMarked of LOOKS) {
      for (const count of [1, 2, 3]) {
        const places = symbolPlaces(count, isMarked);
        expect(places).toHaveLength(count);
        expect(new Set(places.map(({ x }) => x)).size).toBe(1);
        expect(places.reduce((sum, { z }) => sum + z, 0)).toBeCloseTo(0, 9);
      }
    }
  });

  it("lie on the card without touching one another", () => {
    for (const isMarked of LOOKS) {
      for (const count of [1, 2, 3]) {
        const places = symbolPlaces(count, isMarked);
        places.forEach(({ x, z, size }, i) => {
          expect(Math.abs(x) + 0.56 * size).toBeLessThan(CARD.width / 2);
          expect(Math.abs(z) + 0.56 * size).toBeLessThan(CARD.length / 2);
          const next = places[i + 1];
          if (next) expect(next.z - z).toBeGreaterThan(1.08 * size);
        });
      }
    }
  });

  it("leave room for the letter of the colour", () => {
    const { x, size } = letterPlace();
    expect(x - 0.36 * size).toBeGreaterThan(-CARD.width / 2);
    for (const count of [1, 2, 3]) {
      const place = symbolPlaces(count, true)[0]!;
      expect(place.x - 0.56 * place.size).toBeGreaterThan(x + 0.36 * size);
    }
  });

  it("fill about a square of side 1 and face upwards", () => {
    for (const shape of SHAPES) {
      for (const [x, y] of outlineOf(shape)) {
        expect(Math.abs(x)).toBeLessThanOrEqual(0.56);
        expect(Math.abs(y)).toBeLessThanOrEqual(0.56);
      }
      const normals = symbol(shape).getAttribute("normal");
      for (let i = 0; i < normals.count; i++) expect(normals.getY(i)).toBeCloseTo(1, 3);
    }
  });

  it("have a rim that lies outside their outline", () => {
    for (const shape of SHAPES) {
      const outline = outlineOf(shape);
      const rim = widened(outline, 0.05);
      const area = (points: readonly (readonly [number, number])[]) =>
        points.reduce((sum, [x, y], i) => {
          const [nextX, nextY] = points[(i + 1) % points.length]!;
          return sum + (x * nextY - nextX * y) / 2;
        }, 0);
      expect(area(outline)).toBeGreaterThan(0);
      expect(area(rim)).toBeGreaterThan(area(outline));
    }
  });
});

describe("colours", () => {
  it("each have a letter of their own that can be drawn", () => {
    expect(new Set(COLOURS.map((colour) => COLOUR_LETTERS[colour])).size).toBe(COLOURS.length);
    for (const colour of COLOURS) {
      expect(letter(COLOUR_LETTERS[colour]).getAttribute("position").count).toBeGreaterThan(0);
      expect(SYMBOL_COLOURS[colour]).toBeDefined();
    }
  });
});
